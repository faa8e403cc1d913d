// <lagrange-figure scenario= at= scheme= compare= controls= panes=>: a match that plays by itself,
// in any page. What stands in the element is shown until the match runs, and where it cannot.
// All figures of a page share one wasm, which is loaded when the first of them is in view. Those in
// view run, four at most; the others keep what they begin with and where they were.

const SCRIPT = "./{{lab_client.js}}";
const WASM = "./{{lab_client_bg.wasm}}";
const STYLE = "./{{figure.css}}";

const NAME = "lagrange-figure";
const ATTRIBUTES = ["scenario", "at", "scheme", "compare", "controls", "panes"];
// Figures that run at the same time.
const RUNNING_MAX = 4;
// How much of a figure counts as another degree of being in view.
const DEGREES = [0, 0.25, 0.5, 0.75, 1];

const WORDS = {
  en: {
    policy:
      "This figure stands still: the Content-Security-Policy of this page lacks " +
      "'wasm-unsafe-eval' in script-src.",
    failed: "This figure stands still: it could not be loaded.",
    stopped: "This figure stopped by an error of its own.",
  },
};

const figures = new Set();
let instance;
let loads = 0;

const at = (path) => new URL(path, import.meta.url);

// The wasm, and once more from the beginning after a panic: a module that was imported under
// another address is another one.
function load() {
  instance ??= start(loads++);
  return instance;
}

async function start(n) {
  const script = at(SCRIPT);
  if (n > 0) script.search = `?${n}`;
  const module = await import(script.href);
  await module.default({ module_or_path: at(WASM) });
  module.on_panic(panicked);
  return module;
}

// The wasm may not be entered any more. Every figure shows its picture, and one fresh instance is
// made, once.
function panicked(message) {
  const again = loads < 2;
  instance = again ? undefined : Promise.reject(new Error(message));
  instance?.catch(() => {});
  for (const figure of figures) figure.lose(again ? "" : "stopped");
  if (again) setTimeout(choose);
}

let sheet;
function style() {
  sheet ??= fetch(at(STYLE))
    .then((answer) => answer.text())
    .then((text) => new CSSStyleSheet().replace(text));
  return sheet;
}

// Those most in view run.
function choose() {
  const seen = [...figures].filter((figure) => figure.seen > 0);
  seen.sort((a, b) => b.seen - a.seen);
  const running = new Set(seen.slice(0, RUNNING_MAX));
  for (const figure of figures) if (!running.has(figure)) figure.sleep();
  for (const figure of running) figure.wake();
}

const observer = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) entry.target.seen = entry.intersectionRatio;
    choose();
  },
  { threshold: DEGREES },
);

class LagrangeFigure extends HTMLElement {
  static observedAttributes = ATTRIBUTES;

  // How much of it is in view, 0 to 1.
  seen = 0;
  #place;
  #said;
  #handle;
  #wanted = false;
  #making = false;
  #why = "";

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    const still = document.createElement("slot");
    this.#place = document.createElement("div");
    this.#place.className = "figure";
    this.#place.hidden = true;
    this.#said = document.createElement("p");
    this.#said.className = "why";
    this.#said.hidden = true;
    root.append(still, this.#place, this.#said);
  }

  connectedCallback() {
    figures.add(this);
    observer.observe(this);
  }

  disconnectedCallback() {
    figures.delete(this);
    observer.unobserve(this);
    this.seen = 0;
    this.#forget();
  }

  // Another figure, in the same place.
  attributeChangedCallback() {
    if (!this.#handle) return;
    const wanted = this.#wanted;
    this.#forget();
    this.#why = "";
    if (wanted) this.wake();
  }

  wake() {
    this.#wanted = true;
    if (this.#handle) this.#handle.wake();
    else if (!this.#making && !this.#why) this.#make();
  }

  sleep() {
    this.#wanted = false;
    this.#handle?.sleep();
  }

  // Its wasm is gone: the picture is shown again, and why, if there will be no other.
  lose(why) {
    this.#handle = undefined;
    this.#show(why);
  }

  async #make() {
    this.#making = true;
    try {
      const [module, sheet] = await Promise.all([load(), style()]);
      this.shadowRoot.adoptedStyleSheets = [sheet];
      if (!this.isConnected) return;
      this.#place.replaceChildren();
      this.#place.hidden = false;
      this.#handle = new module.FigureHandle(this.#place, this);
      this.#show("");
      if (this.#wanted) this.#handle.wake();
    } catch (error) {
      this.#show(refused(error) ? "policy" : "failed", error);
    } finally {
      this.#making = false;
    }
  }

  #show(why, error) {
    this.#why = why;
    const running = this.#handle !== undefined;
    this.#place.hidden = !running;
    this.shadowRoot.querySelector("slot").hidden = running;
    const language = this.closest("[lang]")?.lang.split("-")[0];
    const words = WORDS[language] ?? WORDS.en;
    const more = why === "failed" && error ? ` ${error.message}` : "";
    this.#said.textContent = why ? words[why] + more : "";
    this.#said.hidden = !why;
  }

  #forget() {
    this.#handle?.free();
    this.#handle = undefined;
    this.#show("");
  }
}

// Whether a page's policy refuses to compile WebAssembly.
function refused(error) {
  return error instanceof WebAssembly.CompileError && /unsafe-eval|wasm-eval|blocked/.test(error.message);
}

if (!customElements.get(NAME)) customElements.define(NAME, LagrangeFigure);
