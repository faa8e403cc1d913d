// <lagrange-figure scenario= at= scheme= compare= controls= panes= label=>: a match that plays by
// itself, in any page, under the name that label gives it. What stands in the element is shown
// until the match runs, and where it cannot.
// All figures of a page share one wasm, which is loaded when the first of them is in view. Those in
// view run, four at most; the others keep what they begin with and where they were. Which of these
// it does is said by data-state: "still" (the picture in it is shown), "asleep" or "awake".

const SCRIPT = "./{{figure_client.js}}";
const WASM = "./{{figure_client_bg.wasm}}";
const STYLE = "./{{figure.css}}";

const NAME = "lagrange-figure";
const ATTRIBUTES = ["scenario", "at", "scheme", "compare", "controls", "panes"];
// Names that its page was asked for and that are none of these.
const UNKNOWN = "unknown";
// Figures that run at the same time.
const RUNNING_MAX = 4;
// How often the wasm is loaded: a second time after a panic.
const LOADS_MAX = 2;
// How much of a figure counts as another degree of being in view.
const DEGREES = [0, 0.25, 0.5, 0.75, 1];

// A map, not an object: a page may be in any language, and "constructor" is no word of ours.
const WORDS = new Map([
  [
    "en",
    {
      name: "Figure",
      policy:
        "This figure stands still: the Content-Security-Policy of this page lacks " +
        "'wasm-unsafe-eval' in script-src.",
      failed: "This figure stands still: it could not be loaded.",
      wrong: "This figure cannot be shown: its description has mistakes.",
      stopped: "This figure stopped by an error of its own.",
    },
  ],
  [
    "ja",
    {
      name: "図",
      policy:
        "この図は止まっています。このページの Content-Security-Policy の script-src に " +
        "'wasm-unsafe-eval' がありません。",
      failed: "この図は止まっています。読み込めませんでした。",
      wrong: "この図は表示できません。指定に誤りがあります。",
      stopped: "この図は、図そのもののエラーで止まりました。",
    },
  ],
  [
    "ko",
    {
      name: "그림",
      policy:
        "이 그림은 멈춰 있습니다. 이 페이지의 Content-Security-Policy에는 script-src에 " +
        "'wasm-unsafe-eval'이 없습니다.",
      failed: "이 그림은 멈춰 있습니다. 불러오지 못했습니다.",
      wrong: "이 그림을 표시할 수 없습니다. 지정에 잘못이 있습니다.",
      stopped: "이 그림은 그림 자체의 오류로 멈췄습니다.",
    },
  ],
]);

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

// The one that has the keyboard and those most in view run. Paper has no view: what is in it there
// would wake, and not be at its moment.
let printing = false;
function choose() {
  if (printing) return;
  const degree = (figure) => (figure.seen && figure.matches(":focus-within") ? 2 : figure.seen);
  const seen = [...figures].filter((figure) => degree(figure) > 0);
  seen.sort((a, b) => degree(b) - degree(a));
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

// On paper every figure stands at its decisive moment.
addEventListener("beforeprint", () => {
  printing = true;
  for (const figure of figures) figure.print();
});
addEventListener("afterprint", () => {
  printing = false;
  for (const figure of figures) figure.printed();
  choose();
});

class LagrangeFigure extends HTMLElement {
  static observedAttributes = [...ATTRIBUTES, UNKNOWN];

  // How much of it is in view, 0 to 1.
  seen = 0;
  #still;
  #place;
  #said;
  #handle;
  #wanted = false;
  #making = false;
  #why = "";

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    // Tab stops at it until there is a figure to stop at.
    this.#still = document.createElement("div");
    this.#still.className = "still";
    this.#still.tabIndex = 0;
    this.#still.role = "group";
    this.#still.append(document.createElement("slot"));
    this.#place = place();
    this.#said = document.createElement("div");
    this.#said.className = "why";
    this.#said.hidden = true;
    root.append(this.#said, this.#still, this.#place);
    root.addEventListener("focusin", choose);
  }

  connectedCallback() {
    figures.add(this);
    observer.observe(this);
    this.#still.ariaLabel = this.getAttribute("label") ?? this.#words().name;
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

  print() {
    for (const picture of this.querySelectorAll("img")) picture.loading = "eager";
    this.#handle?.print();
  }

  printed() {
    this.#handle?.printed();
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
      // Its picture stays while nobody is there to see more, and on paper.
      if (!this.isConnected || !this.#wanted || printing) return;
      this.#place.replaceChildren();
      this.#place.hidden = false;
      this.#handle = new module.FigureHandle(this.#place, this);
      const stops = this.shadowRoot.activeElement === this.#still;
      this.#show("");
      // Who has come to the picture has come to the figure.
      if (stops) this.#place.focus({ preventScroll: true });
      if (this.#wanted) this.#handle.wake();
    } catch (error) {
      this.#handle = undefined;
      this.#show(why(error), error);
    } finally {
      this.#making = false;
    }
  }

  #show(why, error) {
    this.#why = why;
    const running = this.#handle !== undefined;
    this.#place.hidden = !running;
    this.#still.hidden = running;
    this.#still.tabIndex = why ? -1 : 0;
    const more = error && why !== "policy" ? error.message.split("\n") : [];
    const lines = why ? [this.#words()[why], ...more] : [];
    this.#said.replaceChildren(...lines.map(paragraph));
    this.#said.hidden = !why;
    this.#say();
  }

  // What it says in the language around it.
  #words() {
    const language = this.closest("[lang]")?.lang.split("-")[0].toLowerCase();
    return WORDS.get(language) ?? WORDS.get("en");
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

function paragraph(text) {
  const paragraph = document.createElement("p");
  paragraph.textContent = text;
  return paragraph;
}

// Why there is no figure: its attributes are wrong, or the page's policy refuses to compile
// WebAssembly, or anything else.
function why(error) {
  if (error.name === "FigureErrors") return "wrong";
  return /unsafe-eval|wasm-eval|blocked by CSP/.test(error.message) ? "policy" : "failed";
}

if (!customElements.get(NAME)) customElements.define(NAME, LagrangeFigure);
