// The worker: MicroPython, and nothing of the page. scripts/assets.py puts this text into
// runtime.js, since a page opened from disk can start a worker only from a blob.
//
// page -> worker   {module, wasm, files}            start (two blobs, Python files)
//                  {id, request}                    a request to page_host.handle, as JSON
// worker -> page   {ready: true} or {failed: text}
//                  {id, output: text}               lines that a cell prints, as it prints them
//                  {id, cut: true}                  from here on nothing more of it is shown
//                  {id, answer}                     page_host's answer
//                  {id, crashed: text}              the runtime is broken (out of memory, say)

"use strict";

const MAX_LINES = 200; // as in page_host.py, for what does not go through print
const MAX_BYTES = 80000;

let host = null;
let current = 0; // the id of the request being answered
let bytes = []; // the line being printed
let lines = 0;
let sent = 0;
let cut = false;
const decoder = new TextDecoder();

function flush() {
  if (bytes.length && !cut) {
    postMessage({ id: current, output: decoder.decode(new Uint8Array(bytes)) });
  }
  bytes = [];
}

// MicroPython hands over one byte at a time.
function print(byte) {
  if (cut) return;
  if (lines >= MAX_LINES || sent >= MAX_BYTES) {
    flush();
    cut = true;
    postMessage({ id: current, cut });
    return;
  }
  bytes.push(byte[0]);
  sent += 1;
  if (byte[0] === 10) {
    lines += 1;
    flush();
  }
}

function addFiles(fs, files) {
  const made = new Set();
  for (const [path, text] of Object.entries(files)) {
    let folder = "";
    for (const part of path.split("/").slice(0, -1)) {
      folder += "/" + part;
      if (!made.has(folder)) fs.mkdir(folder);
      made.add(folder);
    }
    fs.writeFile("/" + path, text);
  }
}

async function start({ module, wasm, files }) {
  // On a page opened from disk a worker has an origin of its own, and reads only its own addresses.
  const moduleAddress = URL.createObjectURL(module);
  const wasmAddress = URL.createObjectURL(wasm);
  const { loadMicroPython } = await import(moduleAddress);
  // It grows when it is full. A small one stays in the processor's cache: with 32 MB an answer
  // takes twice as long.
  const python = await loadMicroPython({
    url: wasmAddress,
    heapsize: 2 * 1024 * 1024,
    linebuffer: false,
    stdout: print,
    stderr: print,
  });
  URL.revokeObjectURL(moduleAddress);
  URL.revokeObjectURL(wasmAddress);
  addFiles(python.FS, files);
  python.runPython("import sys\nsys.path.insert(0, '/')");
  host = python.pyimport("page_host");
}

onmessage = async ({ data }) => {
  if (!host) {
    try {
      await start(data);
      postMessage({ ready: true });
    } catch (error) {
      postMessage({ failed: String((error && error.message) || error) });
    }
    return;
  }
  current = data.id;
  bytes = [];
  lines = sent = 0;
  cut = false;
  try {
    const answer = host.handle(data.request);
    flush();
    postMessage({ id: data.id, answer });
  } catch (error) {
    // Not an error in Python, which page_host answers: the runtime itself is broken.
    postMessage({ id: data.id, crashed: String((error && error.message) || error) });
  }
};
