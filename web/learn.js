// The article: the outcome of a figure selects the text beside it, fills in its numbers, and shows
// whether its task is solved.
import "./lagrange-figure.js";
import "./{{away.js}}";
import "./{{learn-guess.js}}";
import "./{{learn-score.js}}";

addEventListener("lagrange-figure", ({ target, detail }) => {
  const section = target.closest("section");
  if (!section) return;
  for (const [name, text] of Object.entries(detail.numbers)) {
    for (const place of section.querySelectorAll(`[data-number="${name}"]`)) {
      if (place.textContent !== text) place.textContent = text;
    }
  }
  for (const text of section.querySelectorAll("[data-came]")) {
    text.hidden = text.dataset.came !== detail.came;
  }
  // A solved task stays solved, whatever the reader does next.
  const solved = section.querySelector(".solved");
  if (detail.solved) {
    solved.hidden = false;
    section.dataset.solved = "";
  }
  solved.querySelector(".now").hidden = !detail.solved;
  solved.querySelector(".before").hidden = detail.solved;
});

// The laboratory opens what a figure shows; without its flight, if that is too long for a link.
for (const link of document.querySelectorAll(".to-lab")) {
  const figure = link.closest("section").querySelector("lagrange-figure");
  const text = link.textContent;
  const point = (event) => {
    const moment = figure.moment?.();
    const asked = link.textContent !== text;
    link.textContent = text;
    if (moment === "" && !asked) {
      event.preventDefault();
      link.textContent = link.dataset.tooLong;
    } else if (moment !== undefined) {
      link.hash = moment || figure.momentWithoutFlight();
    }
  };
  for (const kind of ["click", "auxclick", "contextmenu"]) link.addEventListener(kind, point);
}

// A chosen language applies wherever the address names none. The laboratory stores the choice under
// the same key.
const LANGUAGE = "lagrange-language";
const languages = [...document.querySelectorAll(".languages a")];
for (const link of languages) {
  link.addEventListener("click", () => remember(link.hreflang));
}
const chosen = languages.find((link) => link.hreflang === remembered());
const asked = document.documentElement.lang !== languages[0].hreflang;
if (chosen && !asked && !chosen.hasAttribute("aria-current")) {
  location.replace(chosen.href + location.hash);
}

function remember(tag) {
  try {
    localStorage.setItem(LANGUAGE, tag);
  } catch {
    // Storage is forbidden: the choice is not kept.
  }
}

function remembered() {
  try {
    return localStorage.getItem(LANGUAGE);
  } catch {
    return null;
  }
}

// Caches this page, at this address only, for offline use. Where the browser does not support that,
// the page still works online.
const worker = new URL("./learn-sw.js", import.meta.url);
navigator.serviceWorker?.register(worker, { scope: location.pathname }).catch(() => {});
