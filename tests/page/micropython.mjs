// Runs page_host in the page's own MicroPython, under node.
//
//   node micropython.mjs RUNTIME.JS < {"files": {path: text}, "program": text, "requests": [...]}
//
// Writes {"results": [...], "printed": text}: for each request its answer and what it printed; for
// a program what it printed. The runtime is unpacked from the very file that the pages load.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const window = {};
new Function("window", readFileSync(process.argv[2], "utf8"))(window);
const { module, wasm } = window.BOOK_RUNTIME;

const folder = mkdtempSync(join(tmpdir(), "micropython-"));
process.on("exit", () => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, "micropython.mjs"), module);
writeFileSync(join(folder, "micropython.wasm"), gunzipSync(Buffer.from(wasm, "base64")));
const { loadMicroPython } = await import(pathToFileURL(join(folder, "micropython.mjs")));

let bytes = [];
const take = () => {
  const text = new TextDecoder().decode(new Uint8Array(bytes));
  bytes = [];
  return text;
};
const python = await loadMicroPython({
  heapsize: 2 * 1024 * 1024,
  linebuffer: false,
  stdout: (byte) => bytes.push(byte[0]),
  stderr: (byte) => bytes.push(byte[0]),
});

const { files, program, requests = [] } = JSON.parse(readFileSync(0, "utf8"));
for (const [path, text] of Object.entries(files)) {
  let parent = "";
  for (const part of path.split("/").slice(0, -1)) {
    parent += "/" + part;
    if (!python.FS.analyzePath(parent).exists) python.FS.mkdir(parent);
  }
  python.FS.writeFile("/" + path, text);
}
python.runPython("import sys\nsys.path.insert(0, '/')");
const host = python.pyimport("page_host");

const results = [];
for (const request of requests) {
  const answer = JSON.parse(host.handle(JSON.stringify(request)).split("\n", 1)[0]);
  results.push({ ...answer, printed: take() });
}
if (program) python.runPython(program);
process.stdout.write(JSON.stringify({ results, printed: take() }));
