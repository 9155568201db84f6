// Opens a chapter in Firefox and uses it: explorer alive, slider moved, cell run, loop ended.
//
//   node firefox_smoke.mjs FIREFOX ADDRESS EXPLORER_ID SLIDER
//
// Writes one JSON line; complaints of the console and requests to other hosts are in it.

import puppeteer from "puppeteer-core";

const [executablePath, address, id, slider] = process.argv.slice(2);
const browser = await puppeteer.launch({
  browser: "firefox",
  executablePath,
  headless: true,
  extraPrefsFirefox: { "security.sandbox.content.level": 0, "network.captive-portal-service.enabled": false },
});
const result = { complaints: [], foreign: [] };
try {
  const page = await browser.newPage();
  const base = address.startsWith("file:") ? "file:" : new URL(address).origin;
  page.on("console", (message) => {
    if (["error", "warn", "warning"].includes(message.type())) result.complaints.push(message.text());
  });
  page.on("pageerror", (error) => result.complaints.push(String(error)));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(base) && !/^(data|blob|about):/.test(url)) result.foreign.push(url);
  });
  await page.goto(address);
  const live = (state = "live") =>
    page.waitForSelector(`#${id}[data-state="${state}"]`, { timeout: 20000 });
  const says = () => page.$eval(`#${id} .explorer-says`, (p) => p.textContent);

  await page.$eval(`#${id}`, (e) => e.scrollIntoView());
  await live();
  result.before = await says();
  await page.focus(`#${id} input[type=range][name="${slider}"]`);
  await page.keyboard.press("End");
  await page.waitForFunction(
    (selector, text) => document.querySelector(selector).textContent !== text,
    { timeout: 5000 }, `#${id} .explorer-says`, result.before,
  );
  await live();
  result.after = await says();
  result.hash = await page.evaluate(() => location.hash);

  const run = async (text, state) => {
    await page.evaluate((text) => {
      const cell = document.querySelector(".live-cell");
      cell.querySelector("[data-action=edit]").click();
      const editor = cell.querySelector("textarea");
      editor.select();
      document.execCommand("insertText", false, text);
      cell.querySelector("[data-action=run]").click();
    }, text);
    await page.waitForFunction(
      (state) => document.querySelector(".live-cell").dataset.state === state,
      { timeout: 15000 }, state,
    );
    return page.$eval(".live-cell .live-output", (o) => o.innerText);
  };
  result.ran = await run("print('from', 'Firefox')", "done");
  result.loop = await run("print('before')\nwhile True:\n    pass", "failed");
  result.again = await run("print('after')", "done");
} catch (error) {
  result.error = String(error);
} finally {
  await browser.close();
}
process.stdout.write(JSON.stringify(result) + "\n");
