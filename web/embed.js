// The page for an iframe: its fragment describes the figure by the element's attributes:
// /embed#scenario=figure-2&controls=round-trip
import "./lagrange-figure.js";

const figure = document.querySelector("lagrange-figure");
const NAMES = customElements.get("lagrange-figure").observedAttributes;

// Titles of the page by language.
const TITLES = new Map([
  ["en", document.title],
  ["ja", "Lagrangeの図"],
  ["ko", "Lagrange의 그림"],
]);
const LANGUAGE = "lang";

function show() {
  const pairs = new URLSearchParams(location.hash.slice(1));
  const asked = pairs.get(LANGUAGE)?.split("-")[0].toLowerCase();
  const language = TITLES.has(asked) ? asked : "en";
  document.documentElement.lang = language;
  document.title = document.querySelector("h1").textContent = TITLES.get(language);
  const unknown = [...pairs.keys()].filter((name) => name !== LANGUAGE && !NAMES.includes(name));
  for (const name of NAMES) put(name, pairs.get(name));
  put("unknown", unknown.join(" ") || null);
}

function put(name, value) {
  if (value === null) figure.removeAttribute(name);
  else figure.setAttribute(name, value);
}

addEventListener("hashchange", show);
show();
