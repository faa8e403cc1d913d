// The page that an iframe holds: the part of its address after # describes the figure, by the names
// of the element's attributes: /embed#scenario=figure-2&controls=round-trip
import "./lagrange-figure.js";

const figure = document.querySelector("lagrange-figure");
const NAMES = customElements.get("lagrange-figure").observedAttributes;

// What the page is called, in the languages that it is not in already.
const TITLES = { ja: "Lagrangeの図", ko: "Lagrange의 그림" };

function show() {
  const pairs = new URLSearchParams(location.hash.slice(1));
  const language = pairs.get("lang");
  if (language) document.documentElement.lang = language;
  const title = TITLES[language];
  if (title) document.title = document.querySelector("h1").textContent = title;
  for (const name of NAMES) {
    const value = pairs.get(name);
    if (value === null) figure.removeAttribute(name);
    else figure.setAttribute(name, value);
  }
}

addEventListener("hashchange", show);
show();
