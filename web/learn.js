// The article: what a figure tells chooses the text beside it, fills its numbers, and says whether
// its task is solved.
import "./lagrange-figure.js";
import "./{{away.js}}";

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
  // Once solved it stays so: whoever plays on has solved it all the same.
  const solved = section.querySelector(".solved");
  if (detail.solved) {
    solved.hidden = false;
    section.dataset.solved = "";
  }
  solved.querySelector(".now").hidden = !detail.solved;
  solved.querySelector(".before").hidden = detail.solved;
});

// Who chose a language gets it wherever the address asks for none. The laboratory remembers the
// choice by the same name.
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
    // The browser forbids it: then nothing is remembered.
  }
}

function remembered() {
  try {
    return localStorage.getItem(LANGUAGE);
  } catch {
    return null;
  }
}

// Keeps this page, at this address only, for when there is no network. Where the browser does not
// do that, the page works online all the same.
const worker = new URL("./learn-sw.js", import.meta.url);
navigator.serviceWorker?.register(worker, { scope: location.pathname }).catch(() => {});
