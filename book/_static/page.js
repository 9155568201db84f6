// The living page: explorers with sliders, cells that run, exercises that check themselves.
//
// The page carries its Python, its explorers' descriptions and all words of the interface as JSON
// in #book-page (written by book/_ext/living_page.py). MicroPython runs in a worker and is loaded
// when an explorer comes into view, or a control or a Run button is used. A classic script: modules
// do not load on pages that are opened from disk.

(() => {
  "use strict";

  // A formula or an output that is wider than its place scrolls, also by keyboard.
  const scrollers = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
      else target.removeAttribute("tabindex");
    }
  });
  for (const formula of document.querySelectorAll("div.math")) scrollers.observe(formula);

  const dataElement = document.getElementById("book-page");
  if (!dataElement) return;
  const BOOK = JSON.parse(dataElement.textContent);

  const ANSWER_LIMIT = 2000; // ms for an answer, once Python is ready
  const START_LIMIT = 60000;

  const explorers = [];
  const cells = [];

  function say(key, values = {}) {
    return BOOK.strings[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
  }

  // make("button", { class: "x", text: "Run", "data-action": "run" }, child, child ...)
  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name === "text") element.textContent = value;
      else if (value !== null) element.setAttribute(name, value);
    }
    element.append(...children);
    return element;
  }

  function button(text, attributes = {}) {
    return make("button", { type: "button", text, ...attributes });
  }

  // Calls back once after so many ms of this page being awake: a laptop that slept is no late answer.
  function after(ms, callback) {
    let ticks = ms / 250;
    const timer = setInterval(() => {
      ticks -= 1;
      if (ticks > 0) return;
      clearInterval(timer);
      callback();
    }, 250);
    return timer;
  }

  // ---------------------------------------------------------------------------------------------
  // Python: one worker, one request at a time, each with a time limit

  const python = {
    worker: null,
    runtime: null, // promise of the runtime's parts
    ready: null, // promise: the worker has started and the reader's cells are back
    isReady: false,
    pending: null, // the request that the worker is answering
    queue: [],
    requests: 0,

    // Answers {ok, ...} of page_host.py; or {lost: "timed_out" | "crashed"}.
    // Rejects when Python cannot be started.
    async ask(request, onOutput) {
      await (this.ready ||= this.boot());
      return new Promise((resolve) => {
        this.queue.push({ request, onOutput, resolve });
        this.next();
      });
    },

    next() {
      if (!this.isReady || this.pending || !this.queue.length) return;
      const { request, onOutput, resolve } = this.queue.shift();
      this.send(request, onOutput).then(resolve);
    },

    send(request, onOutput = () => {}) {
      return new Promise((resolve) => {
        const id = (this.requests += 1);
        this.pending = { id, onOutput, resolve };
        this.pending.timer = after(ANSWER_LIMIT, () => this.lose("timed_out"));
        this.worker.postMessage({ id, request: JSON.stringify(request) });
      });
    },

    receive({ id, output, answer, cut, crashed }) {
      if (!this.pending || id !== this.pending.id) return;
      if (cut) {
        this.pending.cut = true;
        return;
      }
      if (output !== undefined) {
        this.pending.onOutput(output);
        return;
      }
      if (crashed) {
        this.lose("crashed");
        return;
      }
      const { resolve, timer, cut: wasCut } = this.pending;
      clearInterval(timer);
      this.pending = null;
      const end = answer.indexOf("\n"); // JSON, then the picture
      const result = JSON.parse(answer.slice(0, end));
      result.svg = answer.slice(end + 1);
      result.cut ||= wasCut;
      resolve(result);
      this.next();
    },

    // The worker does not come back: end it, and start another with what had worked.
    lose(why) {
      const { resolve, timer, cut } = this.pending;
      clearInterval(timer);
      this.pending = null;
      this.worker.terminate();
      if (this.isReady) {
        this.isReady = false;
        this.ready = this.boot();
        this.ready.catch(() => {});
      }
      resolve({ ok: false, lost: why, cut });
    },

    async boot() {
      try {
        for (;;) {
          await this.spawn();
          if (await this.bringBack()) break;
        }
      } catch (error) {
        this.ready = null; // the next touch tries again
        throw error;
      }
      this.isReady = true;
      this.next();
    },

    // Run again, with the text they ran with, the cells that had succeeded.
    async bringBack() {
      for (const cell of cells) {
        if (cell.good === null) continue;
        const answer = await this.send({ kind: "run", label: cell.label, code: cell.good });
        if (answer.lost) {
          cell.good = null;
          return false;
        }
      }
      return true;
    },

    async spawn() {
      const { module, wasm, worker } = await (this.runtime ||= this.load());
      await new Promise((resolve, reject) => {
        this.worker = new Worker(worker);
        const timer = after(START_LIMIT, () => reject(new Error("?")));
        this.worker.onerror = (event) => reject(new Error(event.message || "?"));
        this.worker.onmessage = ({ data }) => {
          clearInterval(timer);
          if (data.failed) return reject(new Error(data.failed));
          this.worker.onmessage = ({ data }) => this.receive(data);
          resolve();
        };
        this.worker.postMessage({ module, wasm, files: BOOK.files });
      });
    },

    async load() {
      if (typeof DecompressionStream === "undefined") throw new Error(say("no_decompression"));
      await new Promise((resolve, reject) => {
        const script = make("script", { src: BOOK.runtime });
        script.onload = resolve;
        script.onerror = () => reject(new Error(say("no_runtime")));
        document.head.append(script);
      });
      const { module, wasm, worker } = window.BOOK_RUNTIME;
      delete window.BOOK_RUNTIME;
      const bytes = Uint8Array.from(atob(wasm), (character) => character.charCodeAt(0));
      const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
      const wasmType = { headers: { "Content-Type": "application/wasm" } };
      return {
        module: new Blob([module], { type: "text/javascript" }),
        wasm: await new Response(unpacked, wasmType).blob(),
        worker: URL.createObjectURL(new Blob([worker], { type: "text/javascript" })),
      };
    },
  };

  // ---------------------------------------------------------------------------------------------
  // Pictures

  // The text of a picture becomes an element of this page: without scripts, so that nothing a
  // reader's function returns, or a shared link holds, can act on the page.
  const mayAct = /script|foreignobject|iframe|style|href|\bon\w+\s*=|<!|<\?/i;

  function parsePicture(text) {
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
    const svg = parsed.documentElement;
    if (svg.localName !== "svg" || parsed.querySelector("parsererror")) {
      throw new Error(say("bad_picture"));
    }
    if (mayAct.test(text)) disarm(svg);
    return document.adoptNode(svg);
  }

  function disarm(svg) {
    for (const element of [svg, ...svg.querySelectorAll("*")]) {
      if (/^(script|foreignobject|iframe|style)$/i.test(element.localName)) element.remove();
      for (const { name, value } of [...element.attributes]) {
        const asks = /href$/i.test(name) && !value.startsWith("#");
        if (/^on/i.test(name) || asks) element.removeAttribute(name);
      }
    }
  }

  function textOfImage(image) {
    const bytes = Uint8Array.from(atob(image.src.split(",")[1]), (c) => c.charCodeAt(0));
    return new TextDecoder().decode(bytes);
  }

  // ---------------------------------------------------------------------------------------------
  // Controls

  const significant = (x) => Number(x.toPrecision(6));
  const rounded = (x) => String(Math.abs(x) < 1e-12 ? 0 : significant(x));

  // A slider: the range input holds a position (log10 of the value when it is logarithmic), the
  // number box holds the value.
  class Slider {
    constructor(explorer, spec) {
      this.spec = spec;
      const { name, label, min, max, step, log } = spec;
      const position = (x) => (log ? Math.log10(x) : x);
      this.position = position;
      const id = `${explorer.id}-${name}`;
      this.range = make("input", {
        type: "range", id, name, min: position(min), max: position(max), step, autocomplete: "off",
      });
      this.box = make("input", {
        type: "number", id: `${id}-value`, name, min, max, autocomplete: "off",
        step: log ? "any" : step, inputmode: min < 0 ? null : "decimal",
      });
      this.element = make(
        "div", { class: "explorer-slider" },
        make("label", { for: id, text: label }),
        this.range,
        make("label", { for: `${id}-value`, class: "only-read", text: say("value_of", { label }) }),
        this.box,
      );
      this.range.addEventListener("input", () => {
        const at = this.range.valueAsNumber;
        this.value = this.clean(log ? significant(10 ** at) : at);
        explorer.moved();
      });
      this.range.addEventListener("change", () => explorer.released());
      this.box.addEventListener("input", () => {
        if (this.box.value.trim() === "" || !Number.isFinite(this.box.valueAsNumber)) return;
        this.value = this.clean(this.box.valueAsNumber);
        explorer.moved();
      });
      this.box.addEventListener("change", () => {
        this.show();
        explorer.released();
      });
      this.set(spec.default);
    }

    clean(value) {
      const number = typeof value === "string" && value.trim() === "" ? NaN : Number(value);
      if (!Number.isFinite(number)) return this.spec.default;
      return Math.max(this.spec.min, Math.min(this.spec.max, number));
    }

    set(value) {
      this.value = this.clean(value);
      this.show();
    }

    show() {
      this.showPosition();
      this.box.value = rounded(this.value);
    }

    showPosition() {
      this.range.value = this.position(this.value);
      const { min, max, log } = this.spec;
      // The track is filled from zero, or from the start where zero is no value of the slider.
      const share = (x) => (this.position(x) - this.position(min))
        / (this.position(max) - this.position(min));
      const ends = [share(!log && min < 0 && max > 0 ? 0 : min), share(this.value)];
      this.range.style.setProperty("--from", Math.min(...ends));
      this.range.style.setProperty("--to", Math.max(...ends));
      if (log) this.range.setAttribute("aria-valuetext", rounded(this.value));
      this.shown = this.value;
    }

    // After a move: what it changed. A number box that is being typed in keeps its text.
    refresh() {
      if (this.shown === this.value) return;
      this.showPosition();
      if (document.activeElement !== this.box) this.box.value = rounded(this.value);
    }

    disable(off) {
      this.range.disabled = this.box.disabled = off;
      this.element.classList.toggle("is-off", off);
    }
  }

  class Choice {
    constructor(explorer, spec) {
      this.spec = spec;
      const { name, label, options } = spec;
      const id = `${explorer.id}-${name}`;
      this.select = make("select", { id, name, autocomplete: "off" });
      for (const option of options) {
        this.select.append(make("option", { value: option, text: option }));
      }
      this.element = make(
        "div", { class: "explorer-choice" }, make("label", { for: id, text: label }), this.select,
      );
      this.select.addEventListener("change", () => {
        this.value = this.select.value;
        explorer.moved();
        explorer.released();
      });
      this.set(spec.default);
    }

    clean(value) {
      return this.spec.options.includes(value) ? value : this.spec.default;
    }

    set(value) {
      this.value = this.clean(value);
      this.select.value = this.value;
    }

    refresh() {} // the select shows its value itself

    disable(off) {
      this.select.disabled = off;
      this.element.classList.toggle("is-off", off);
    }
  }

  // ---------------------------------------------------------------------------------------------
  // Explorers

  class Explorer {
    constructor(element, id) {
      this.element = element;
      this.name = element.dataset.explorer;
      this.id = id;
      this.functions = (element.dataset.functions || "").split(" ").filter(Boolean);
      const { spec, answer } = BOOK.explorers[this.name];
      this.spec = spec;
      this.answer = answer;
      this.drawing = this.again = this.started = this.stuck = false;
      this.build();
      this.state = "drawn";
      new IntersectionObserver((entries, observer) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        this.start();
      }).observe(element);
    }

    set state(state) {
      this.element.dataset.state = state;
    }

    build() {
      const { spec, element } = this;
      const titleId = `${this.id}-title`;
      element.id ||= this.id;
      element.setAttribute("role", "group");
      element.setAttribute("aria-labelledby", titleId);
      this.figure = element.querySelector(".explorer-figure");
      this.says = element.querySelector(".explorer-says");
      this.says.setAttribute("aria-live", "polite");
      const image = this.figure.querySelector("img");
      if (image) this.figure.replaceChildren(parsePicture(textOfImage(image)));

      this.controls = [
        ...spec.choices.map((one) => new Choice(this, one)),
        ...spec.sliders.map((one) => new Slider(this, one)),
      ];
      this.presetButtons = spec.presets.map(([name, values]) => {
        const one = button(name, { "data-preset": name, "aria-pressed": "false" });
        one.addEventListener("click", () => this.set(values, one));
        return one;
      });
      const reset = button(say("reset"), { "data-action": "reset" });
      reset.addEventListener("click", () => this.set(this.defaults()));
      const link = button(say("copy_link"), { "data-action": "link" });
      link.addEventListener("click", () => {
        writeAddress();
        copy(location.href, link);
      });
      this.note = make("p", { class: "explorer-note", role: "status" });

      const title = make("p", { class: "explorer-title", id: titleId, text: spec.title });
      const presets = make(
        "div", { class: "explorer-presets", role: "group", "aria-label": say("presets") },
        ...this.presetButtons,
      );
      const body = make(
        "div", { class: "explorer-body" },
        make("div", { class: "explorer-picture" },
          this.figure, make("div", { class: "explorer-words" }, this.says, this.note)),
        make("div", { class: "explorer-controls" }, ...this.controls.map((one) => one.element)),
        make("p", { class: "explorer-caption", text: spec.caption }),
      );
      element.replaceChildren(
        make("div", { class: "explorer-head" }, title,
          make("div", { class: "explorer-tools" }, reset, link)),
        ...(this.presetButtons.length ? [presets] : []), body, this.buildNumbers(),
      );
      this.disableControls();
    }

    buildNumbers() {
      this.table = make("table", { "aria-labelledby": `${this.id}-title` });
      const copyButton = button(say("copy_csv"), { "data-action": "csv" });
      copyButton.addEventListener("click", () => copy(this.csv(), copyButton));
      const download = button(say("download_csv"), { "data-action": "download" });
      download.addEventListener("click", () => {
        const address = URL.createObjectURL(new Blob([this.csv()], { type: "text/csv" }));
        make("a", { href: address, download: `${this.id}.csv` }).click();
        setTimeout(() => URL.revokeObjectURL(address), 1000);
      });
      this.numbers = make(
        "details", { class: "explorer-numbers" },
        make("summary", { text: say("numbers") }),
        make("div", { class: "explorer-table", tabindex: "0", role: "group",
          "aria-label": say("numbers") }, this.table),
        make("div", { class: "explorer-csv" }, copyButton, download),
      );
      this.numbers.addEventListener("toggle", () => this.showNumbers());
      return this.numbers;
    }

    // The table is filled while it is open only.
    showNumbers() {
      if (!this.numbers.open) return;
      const { header, rows } = this.answer;
      const head = make("tr", {}, ...header.map((text) => make("th", { scope: "col", text })));
      const body = rows.map((row) => make("tr", {}, ...row.map((text, i) =>
        make(i ? "td" : "th", { scope: i ? null : "row", text }))));
      this.table.replaceChildren(make("thead", {}, head), make("tbody", {}, ...body));
    }

    csv() {
      const quote = (text) => {
        const plain = text.replace(/^\u2212(?=[\d.])/, "-"); // a spreadsheet's minus
        return /[",\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
      };
      const { header, rows } = this.answer;
      return [header, ...rows].map((row) => row.map(quote).join(",")).join("\n") + "\n";
    }

    defaults() {
      return Object.fromEntries(this.controls.map(({ spec }) => [spec.name, spec.default]));
    }

    values() {
      return Object.fromEntries(this.controls.map(({ spec, value }) => [spec.name, value]));
    }

    // Set several controls at once, as a preset, the reset button and the address do.
    set(values, preset = null) {
      for (const control of this.controls) {
        if (Object.hasOwn(values, control.spec.name)) control.set(values[control.spec.name]);
      }
      this.moved(preset);
      this.released();
    }

    disableControls() {
      const values = this.values();
      for (const control of this.controls) {
        const when = control.spec.when;
        control.disable(Boolean(when) && values[when[0]] !== when[1]);
      }
    }

    // What a move changes on the page is written when the picture comes, in one frame with it: a
    // frame of its own would hold the picture up. Without an answer it is written soon anyway.
    moved(preset = null) {
      this.preset = preset;
      clearTimeout(this.refresh);
      this.refresh = setTimeout(() => this.refreshControls(), 60);
      if (!this.stuck) this.draw();
    }

    refreshControls() {
      clearTimeout(this.refresh);
      for (const control of this.controls) control.refresh();
      for (const one of this.presetButtons) {
        const pressed = String(one === this.preset);
        if (one.getAttribute("aria-pressed") !== pressed) one.setAttribute("aria-pressed", pressed);
      }
      this.disableControls();
    }

    // While a control moves a screen reader waits; it reads the sentence when the move is over.
    hush() {
      if (!this.quiet) this.says.setAttribute("aria-busy", "true");
      clearTimeout(this.quiet);
      this.quiet = setTimeout(() => {
        this.says.removeAttribute("aria-busy");
        this.quiet = null;
      }, 500);
    }

    released() {
      writeAddress();
      if (this.stuck) this.redraw();
    }

    start() {
      if (!this.started) this.draw();
    }

    // Draw again, also after the functions did not answer.
    redraw() {
      this.stuck = false;
      this.draw();
    }

    // One request at a time; what moved meanwhile is asked once, with the latest values.
    async draw() {
      this.started = true;
      this.again = true;
      if (this.drawing) return;
      this.drawing = true;
      const slow = setTimeout(() => { this.state = "busy"; }, 60);
      while (this.again && !this.stuck) {
        this.again = false;
        try {
          this.show(await python.ask({
            kind: "answer", name: this.name, values: this.values(), functions: this.functions,
          }));
        } catch (error) {
          this.fail(say("no_start", { message: error.message }));
        }
        clearTimeout(slow);
      }
      this.drawing = false;
    }

    show(answer) {
      this.refreshControls();
      if (answer.lost) {
        this.stuck = true;
        return this.fail(say("explorer_timed_out"));
      }
      if (!answer.ok) {
        const { message, where } = answer;
        return this.fail(say(where ? "explorer_failed_at" : "explorer_failed", { message, where }));
      }
      try {
        this.figure.replaceChildren(parsePicture(answer.svg));
      } catch (error) {
        return this.fail(say("explorer_failed", { message: error.message }));
      }
      this.answer = answer;
      if (this.says.textContent !== answer.says) {
        this.hush();
        this.says.textContent = answer.says;
      }
      const note = answer.own.length ? say("own_functions", { names: answer.own.join(", ") }) : "";
      if (this.note.textContent !== note) this.note.textContent = note;
      this.showNumbers();
      if (this.element.dataset.state !== "live") this.state = "live";
    }

    fail(message) {
      this.refreshControls();
      this.note.textContent = message;
      this.state = "error";
    }
  }

  // The text goes to the clipboard, and the button says so for a moment.
  async function copy(text, pressed) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // No permission, or no secure context: the old way.
      const area = make("textarea", { class: "only-read" });
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
      pressed.focus();
    }
    const before = (pressed.dataset.text ||= pressed.textContent);
    pressed.textContent = say("copied");
    setTimeout(() => { pressed.textContent = before; }, 1500);
  }

  // ---------------------------------------------------------------------------------------------
  // The address: #shares.T=3&shares-2.s1=0

  function readAddress() {
    const given = new Map();
    for (const part of location.hash.slice(1).split("&")) {
      const match = /^([\w-]+)\.(\w+)=(.*)$/.exec(part);
      if (!match) continue;
      const explorer = explorers.find((one) => one.id === match[1]);
      const control = explorer && explorer.controls.find((one) => one.spec.name === match[2]);
      if (!control) continue;
      let value = match[3];
      try { value = decodeURIComponent(value); } catch { continue; }
      if (!given.has(explorer)) given.set(explorer, explorer.defaults());
      given.get(explorer)[control.spec.name] = value; // control.set clamps it
    }
    return given;
  }

  function writeAddress() {
    const parts = [];
    for (const { id, controls } of explorers) {
      for (const { spec, value } of controls) {
        if (value === spec.default) continue;
        const text = typeof value === "number" ? rounded(value) : encodeURIComponent(value);
        parts.push(`${id}.${spec.name}=${text}`);
      }
    }
    const isState = /^#[\w-]+\.\w+=/.test(location.hash);
    if (!parts.length && !isState) return; // an anchor stays
    const hash = parts.length ? "#" + parts.join("&") : location.pathname + location.search;
    history.replaceState(history.state, "", hash);
  }

  function followAddress() {
    let first = null;
    for (const [explorer, values] of readAddress()) {
      for (const control of explorer.controls) control.set(values[control.spec.name]);
      explorer.disableControls();
      if (explorer.started) explorer.redraw();
      first ||= explorer;
    }
    if (first) first.element.scrollIntoView({ block: "start" });
  }

  // ---------------------------------------------------------------------------------------------
  // Cells

  class Cell {
    constructor(element, number) {
      this.element = element;
      this.number = number;
      this.label = say("cell", { number });
      this.isExercise = element.classList.contains("tag_exercise");
      this.input = element.querySelector(".cell_input");
      this.original = this.input.querySelector("pre").textContent.replace(/\n$/, "");
      this.good = null; // the text that last ran without an error
      this.tried = null; // the text that was last run
      this.build();
    }

    build() {
      const { element } = this;
      element.classList.add("live-cell");
      if (this.isExercise) element.classList.add("exercise-cell");
      this.status = make("span", { class: "live-status", role: "status" });
      const action = (name, act) => {
        const one = button(say(name), { "data-action": name });
        one.addEventListener("click", act);
        return one;
      };
      const bar = make("div", { class: "live-bar" });
      if (this.isExercise) bar.append(action("check", () => runCell(this)));
      bar.append(
        action("run", () => runCell(this)),
        action("edit", () => this.edit()),
        action("reset", () => resetCell(this)),
        this.status,
        make("span", { class: "live-label", text: this.label }),
      );
      this.input.after(bar);
      this.output = element.querySelector(".cell_output") || make("div", { class: "cell_output" });
      bar.after(this.output);
      this.output.classList.add("live-output");
      this.output.setAttribute("role", "group");
      this.output.setAttribute("aria-label", say("output_of_cell", { number: this.number }));
      this.stored = [...this.output.childNodes];
    }

    text() {
      return this.area ? this.area.value : this.original;
    }

    edit() {
      if (!this.area) {
        const { number, label } = this;
        const helpId = `help-${number}`;
        this.area = make("textarea", {
          class: "live-editor", spellcheck: "false", autocapitalize: "off", autocomplete: "off",
          autocorrect: "off", wrap: "off", "aria-label": say("code_of_cell", { number }),
          "aria-describedby": helpId, id: `editor-${label.replace(/\W+/g, "-")}`,
        });
        this.area.value = this.original;
        this.help = make("p", { class: "live-help", id: helpId, text: say("edit_help") });
        this.input.append(this.area, this.help);
        this.area.addEventListener("input", () => this.fit());
        this.area.addEventListener("keydown", (event) => editorKey(event, this));
        this.input.classList.add("is-edited");
        this.fit();
      }
      this.area.focus();
    }

    // As high as its text; a long line scrolls.
    fit() {
      this.area.rows = this.area.value.split("\n").length;
    }

    // Esc: back to the highlighted text when nothing was changed.
    leave() {
      const unchanged = this.area && this.area.value === this.original;
      if (unchanged) this.close();
      this.element.querySelector("[data-action=edit]").focus();
    }

    close() {
      if (!this.area) return;
      this.area.remove();
      this.help.remove();
      this.area = this.help = null;
      this.input.classList.remove("is-edited");
    }

    begin() {
      this.printed = make("pre");
      this.output.replaceChildren();
      this.status.textContent = say("running");
      this.element.dataset.state = "running";
    }

    print(text) {
      if (!this.printed.isConnected) {
        this.output.append(make("div", { class: "output stream" }, this.printed));
      }
      this.printed.append(text);
    }

    note(text, className = "live-note") {
      this.output.append(make("p", { class: className, text }));
    }

    end(answer) {
      if (this.printed.isConnected) scrollers.observe(this.printed);
      if (answer.cut) this.note(say("cut"));
      if (answer.traceback) {
        this.output.append(make("pre", { class: "live-traceback", text: answer.traceback }));
      }
      if (answer.lost) this.note(say(answer.lost), "live-note live-stopped");
      if (answer.ok && !this.output.childNodes.length) this.note(say("no_output"));
      this.status.textContent = say(answer.ok ? "done" : "failed");
      this.element.dataset.state = answer.ok ? "done" : "failed";
    }

    restore() {
      this.close();
      this.output.replaceChildren(...this.stored);
      this.status.textContent = "";
      delete this.element.dataset.state;
    }
  }

  // Keys of the editor. execCommand keeps the browser's own undo.
  function insert(area, text) {
    if (document.execCommand("insertText", false, text)) return;
    area.setRangeText(text, area.selectionStart, area.selectionEnd, "end");
    area.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function indentLines(area, outdent) {
    const { value, selectionStart, selectionEnd } = area;
    const from = value.lastIndexOf("\n", selectionStart - 1) + 1;
    const end = value.indexOf("\n", Math.max(selectionEnd - (selectionEnd > selectionStart), from));
    const to = end < 0 ? value.length : end;
    const before = value.slice(from, to);
    const after = outdent ? before.replace(/^ {1,4}/gm, "") : before.replace(/^(?=.)/gm, "    ");
    if (after === before) return;
    area.setSelectionRange(from, to);
    insert(area, after);
    if (selectionStart === selectionEnd) {
      const at = Math.max(from, selectionStart + after.length - before.length);
      area.setSelectionRange(at, at);
    } else {
      area.setSelectionRange(from, from + after.length);
    }
  }

  function editorKey(event, cell) {
    const area = event.target;
    if (event.isComposing) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey || event.shiftKey)) {
      event.preventDefault();
      runCell(cell);
    } else if (event.key === "Enter" && !event.altKey) {
      event.preventDefault();
      const line = area.value.slice(0, area.selectionStart).split("\n").pop();
      const deeper = /:\s*(#.*)?$/.test(line) ? "    " : "";
      insert(area, "\n" + /^ */.exec(line)[0] + deeper);
    } else if (event.key === "Tab" && !event.ctrlKey && !event.altKey && !event.metaKey) {
      event.preventDefault();
      const isRange = area.selectionStart !== area.selectionEnd;
      if (event.shiftKey || isRange) indentLines(area, event.shiftKey);
      else insert(area, "    ");
    } else if (event.key === "Escape") {
      event.preventDefault();
      cell.leave();
    }
  }

  // Running. One run after the other, each with the cells that it stands on.
  //
  // What you see is what runs: a cell above whose text has not been run is run first, with the text
  // that it shows. An exercise is nobody's base.

  let runs = Promise.resolve();

  function queueRun(act) {
    runs = runs.then(act, act);
    return runs;
  }

  function bases() {
    return cells.filter((cell) => !cell.isExercise);
  }

  function runCell(cell) {
    cell.status.textContent = say("waiting");
    return queueRun(() => runWithBases(cell));
  }

  // A text that takes the place of another starts from a namespace in which the other never ran:
  // what it had defined, or shadowed, is gone.
  async function forget(cell) {
    await python.ask({ kind: "forget" });
    for (const other of cells) {
      if (other !== cell && other.good !== null) await silently(other, other.good);
    }
  }

  async function rerun(cell, code) {
    const replaces = cell.tried !== null && cell.tried !== code;
    if (replaces) await forget(cell);
    const answer = await execute(cell, code);
    if (!answer.ok && replaces && cell.good !== null) await silently(cell, cell.good);
    return answer;
  }

  async function runWithBases(cell) {
    let usedBook = false;
    for (const above of bases()) {
      if (above.number >= cell.number) break;
      if (above.tried !== above.text()) await rerun(above, above.text());
      if (above.good === null) {
        // It has never worked: what stands on it gets the book's version.
        usedBook = true;
        await silently(above, above.original);
      }
    }
    const code = cell.text();
    const changed = code !== (cell.good ?? cell.original);
    const answer = await rerun(cell, code);
    if (usedBook) cell.note(say("used_book"));
    if (answer.ok && changed && !cell.isExercise) await runBelow(cell);
    redrawExplorers();
  }

  async function runBelow(cell) {
    for (const below of bases()) {
      if (below.number <= cell.number) continue;
      const answer = await rerun(below, below.text());
      if (answer.lost) break; // each of the others would wait as long
    }
  }

  async function execute(cell, code) {
    cell.begin();
    cell.tried = code;
    const answer = await askToRun(cell, code, (text) => cell.print(text));
    if (answer.ok) cell.good = code;
    cell.end(answer);
    return answer;
  }

  async function silently(cell, code) {
    const answer = await askToRun(cell, code);
    if (answer.ok) cell.good = code;
  }

  async function askToRun(cell, code, onOutput) {
    try {
      return await python.ask({ kind: "run", label: cell.label, code }, onOutput);
    } catch (error) {
      return { ok: false, traceback: say("no_start", { message: error.message }) };
    }
  }

  // Text and stored output at once; what had run differently is put right behind it.
  function resetCell(cell) {
    const ranOther = cell.tried !== null && cell.tried !== cell.original;
    cell.restore();
    cell.tried = cell.tried === null ? null : cell.original;
    if (!ranOther) return;
    queueRun(async () => {
      await forget(cell);
      await silently(cell, cell.original);
      if (!cell.isExercise) await runBelow(cell);
      redrawExplorers();
    });
  }

  function redrawExplorers() {
    for (const explorer of explorers) {
      if (explorer.functions.length && explorer.started) explorer.redraw();
    }
  }

  // A cell that does not run here says what it needs, and where it runs.
  function sayWhatItNeeds(element) {
    const has = (tag) => element.classList.contains("tag_" + tag);
    const needs = { model: "needs_model", torch: "needs_torch", array: "needs_numpy" };
    const tag = Object.keys(needs).find(has);
    const key = needs[tag] || "needs_notebook";
    const note = make("p", { class: "cell-needs", text: say(key) + " " });
    if (BOOK.binder) note.append(make("a", { href: BOOK.binder, text: say("open_binder") }));
    element.querySelector(".cell_input").after(note);
  }

  function isLive(element) {
    const has = (...tags) => tags.some((tag) => element.classList.contains("tag_" + tag));
    return has("live", "scalar", "exercise") && !has("solution", "array", "torch", "model");
  }

  // ---------------------------------------------------------------------------------------------
  // Start

  const counts = {};
  for (const element of document.querySelectorAll(".explorer[data-explorer]")) {
    const name = element.dataset.explorer;
    if (!BOOK.explorers[name]) continue;
    counts[name] = (counts[name] || 0) + 1;
    explorers.push(new Explorer(element, counts[name] > 1 ? `${name}-${counts[name]}` : name));
  }
  for (const element of document.querySelectorAll("article .cell")) {
    if (!element.querySelector(".cell_input pre")) continue;
    if (isLive(element)) cells.push(new Cell(element, cells.length + 1));
    else if (!element.querySelector("details, .explorer")) sayWhatItNeeds(element);
  }
  followAddress();
  window.addEventListener("hashchange", followAddress);
})();
