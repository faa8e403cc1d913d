// <lagrange-figure scenario= at= scheme= compare= controls= panes=>: a match that plays by itself,
// in any page. What stands in the element is shown until the match runs, and where it cannot.
// All figures of a page share one wasm, which is loaded when the first of them is in view. Those in
// view run, four at most; the others keep what they begin with and where they were. Which of these
// it does is said by data-state: "still" (the picture in it is shown), "asleep" or "awake".

const SCRIPT = "./{{figure_client.js}}";
const WASM = "./{{figure_client_bg.wasm}}";
const STYLE = "./{{figure.css}}";

const NAME = "lagrange-figure";
const ATTRIBUTES = ["scenario", "at", "scheme", "compare", "controls", "panes"];
// Figures that run at the same time.
const RUNNING_MAX = 4;
// How often the wasm is loaded: a second time after a panic.
const LOADS_MAX = 2;
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
  ja: {
    policy:
      "この図は止まっています。このページの Content-Security-Policy の script-src に " +
      "'wasm-unsafe-eval' がありません。",
    failed: "この図は止まっています。読み込めませんでした。",
    stopped: "この図は、図そのもののエラーで止まりました。",
  },
  ko: {
    policy:
      "이 그림은 멈춰 있습니다. 이 페이지의 Content-Security-Policy에는 script-src에 " +
      "'wasm-unsafe-eval'이 없습니다.",
    failed: "이 그림은 멈춰 있습니다. 불러오지 못했습니다.",
    stopped: "이 그림은 그림 자체의 오류로 멈췄습니다.",
  },
};

const figures = new Set();
let instance;
let loads = 0;

const at = (path) => new URL(path, import.meta.url);

// The wasm, and once more from the beginning after a panic: a module that was imported under
// another address is another one.
function load() {
  instance ??= start(loads++).catch((error) => {
    // Whoever comes next may have more luck.
    loads -= 1;
    instance = undefined;
    throw error;
  });
  return instance;
}

async function start(n) {
  const script = at(SCRIPT);
  if (n > 0) script.search = `?${n}`;
  const module = await import(script.href);
  await module.default({ module_or_path: at(WASM) });
  // What is left of an instance that was given up may fail as it likes.
  module.on_panic((message) => n === loads - 1 && panicked(message));
  return module;
}

// The wasm may not play any more. Every figure shows its picture, and one fresh instance is made,
// once.
function panicked(message) {
  const again = loads < LOADS_MAX;
  instance = again ? undefined : Promise.reject(new Error(message));
  instance?.catch(() => {});
  // The wasm is still within the call that failed.
  queueMicrotask(() => {
    for (const figure of figures) figure.lose(again ? "" : "stopped");
    if (again) choose();
  });
}

let sheet;
function style() {
  sheet ??= styled().catch((error) => {
    sheet = undefined;
    throw error;
  });
  return sheet;
}

async function styled() {
  const answer = await fetch(at(STYLE));
  if (!answer.ok) throw new Error(`${answer.status} ${answer.url}`);
  return new CSSStyleSheet().replace(await answer.text());
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
    this.#place = place();
    this.#said = document.createElement("p");
    this.#said.className = "why";
    this.#said.hidden = true;
    root.append(still, this.#place, this.#said);
  }

  connectedCallback() {
    figures.add(this);
    observer.observe(this);
    this.#say();
  }

  disconnectedCallback() {
    figures.delete(this);
    observer.unobserve(this);
    this.seen = 0;
    this.#wanted = false;
    this.#forget();
    choose();
  }

  // Another figure, in the same place. One that is being made reads its attributes at the end.
  attributeChangedCallback() {
    if ((!this.#handle && !this.#why) || this.#why === "stopped") return;
    this.#forget();
    if (this.#wanted) this.wake();
  }

  wake() {
    this.#wanted = true;
    if (this.#handle) this.#handle.wake();
    else if (!this.#making && !this.#why) this.#make();
    this.#say();
  }

  sleep() {
    this.#wanted = false;
    this.#handle?.sleep();
    this.#say();
  }

  // Its wasm is given up: the picture is shown again, and why, if there will be no other.
  lose(why) {
    try {
      this.#handle?.free();
    } catch {
      // The one that failed cannot be freed.
    }
    this.#handle = undefined;
    // What that one listens to goes with its place.
    const fresh = place();
    this.#place.replaceWith(fresh);
    this.#place = fresh;
    this.#show(why);
  }

  async #make() {
    this.#making = true;
    try {
      this.shadowRoot.adoptedStyleSheets = [await style()];
      const module = await load();
      // Its picture stays while nobody is there to see more.
      if (!this.isConnected || !this.#wanted) return;
      this.#place.replaceChildren();
      this.#place.hidden = false;
      this.#handle = new module.FigureHandle(this.#place, this);
      this.#show("");
      if (this.#wanted) this.#handle.wake();
    } catch (error) {
      this.#handle = undefined;
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
    this.#say();
  }

  // What it does now, for the page around it.
  #say() {
    const running = this.#wanted ? "awake" : "asleep";
    this.dataset.state = this.#handle ? running : "still";
  }

  #forget() {
    this.#handle?.free();
    this.#handle = undefined;
    this.#show("");
  }
}

// Where a figure is made.
function place() {
  const place = document.createElement("div");
  place.className = "figure";
  place.hidden = true;
  return place;
}

// Whether a page's policy refuses to compile WebAssembly.
function refused(error) {
  return /unsafe-eval|wasm-eval|blocked by CSP/.test(error.message);
}

if (!customElements.get(NAME)) customElements.define(NAME, LagrangeFigure);
