// <lagrange-figure scenario= at= scheme= compare= controls= panes= fly= theme= label=>: a match
// that plays in any page; label is its accessible name. The content of the element is shown until
// the match runs, or if it cannot run. All figures of a page share one wasm, which is loaded when
// the first of them scrolls into view. Of those in view up to four run; the others keep their setup
// and position. data-state tells which: "still" (the content is shown), "asleep" or "awake".

const SCRIPT = "./{{figure_client.js}}";
const WASM = "./{{figure_client_bg.wasm}}";
const STYLE = "./{{figure.css}}";

const NAME = "lagrange-figure";
const ATTRIBUTES = ["scenario", "at", "scheme", "compare", "controls", "panes", "fly", "theme"];
// Set by embed.js: names in the address that are none of these.
const UNKNOWN = "unknown";
// Maximum number of figures that run at the same time.
const RUNNING_MAX = 4;
// Maximum loads of the wasm: a second one after a panic.
const LOADS_MAX = 2;
// Intersection ratios at which the choice of running figures is updated.
const DEGREES = [0, 0.25, 0.5, 0.75, 1];

// A map, not an object: the page's language is arbitrary, and "constructor" must not match.
const WORDS = new Map([
  [
    "en",
    {
      name: "Figure",
      policy:
        "This figure can’t play: this page’s Content-Security-Policy needs 'wasm-unsafe-eval' " +
        "in script-src.",
      failed: "This figure can’t play: it could not be loaded.",
      wrong: "This figure can’t be shown: its attributes have mistakes.",
      stopped: "This figure stopped because of an error.",
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
      stopped: "この図は、エラーが起きて止まりました。",
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
      stopped: "이 그림은 오류가 나서 멈췄습니다.",
    },
  ],
]);

const figures = new Set();
let instance;
let loads = 0;

const at = (path) => new URL(path, import.meta.url);

// Loads the wasm, and reloads it after a panic: importing a module from another address creates
// another instance.
function load() {
  instance ??= start(loads++).catch((error) => {
    // A later attempt may succeed.
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
  // Panics of an abandoned instance are ignored.
  module.on_panic((message) => n === loads - 1 && panicked(message));
  return module;
}

// The wasm is unusable. Every figure shows its content, and a fresh instance is made, once only.
function panicked(message) {
  const again = loads < LOADS_MAX;
  instance = again ? undefined : Promise.reject(new Error(message));
  instance?.catch(() => {});
  // The wasm is still inside the call that failed.
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

// The focused figure and those most in view run. Printing has no viewport: figures would wake on
// paper, and not at their moment.
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

// In print every figure is at its decisive moment.
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

  // Its visible fraction, 0 to 1.
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
    // A stop for Tab until the figure provides one.
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

  // Shows another figure in the same place. One that is being made reads its attributes at the end.
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

  // Sets a control, by its index, and stands before the outcome until it is told.
  ask(control, value) {
    this.#handle?.ask(control, value);
  }

  tell() {
    this.#handle?.tell();
  }

  // The fragment of a link to what it shows, in the laboratory: empty if a flight is too long for
  // one, undefined while it does not run.
  moment() {
    return this.#handle?.moment();
  }

  momentWithoutFlight() {
    return this.#handle?.moment_without_flight();
  }

  // Abandons its wasm instance and shows the content again, with the reason if there will be no
  // other instance.
  lose(why) {
    try {
      this.#handle?.free();
    } catch {
      // A figure that panicked cannot be freed.
    }
    this.#handle = undefined;
    // Its listeners are removed with its place.
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
      // The content stays while the figure is out of view, and in print.
      if (!this.isConnected || !this.#wanted || printing) return;
      this.#place.replaceChildren();
      this.#place.hidden = false;
      this.#handle = new module.FigureHandle(this.#place, this);
      const stops = this.shadowRoot.activeElement === this.#still;
      this.#show("");
      // Focus on the content moves to the figure.
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

  // Its texts, in the language around it.
  #words() {
    const language = this.closest("[lang]")?.lang.split("-")[0].toLowerCase();
    return WORDS.get(language) ?? WORDS.get("en");
  }

  // Publishes its state to the page around it.
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

// The place for a figure.
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

// Why there is no figure: invalid attributes, a content security policy that forbids compiling
// WebAssembly, or another error.
function why(error) {
  if (error.name === "FigureErrors") return "wrong";
  return /unsafe-eval|wasm-eval|blocked by CSP/.test(error.message) ? "policy" : "failed";
}

if (!customElements.get(NAME)) customElements.define(NAME, LagrangeFigure);
