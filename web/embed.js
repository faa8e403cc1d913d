// The page that an iframe holds: the part of its address after # describes the figure, by the names
// of the element's attributes: /embed#scenario=figure-2&controls=round-trip
import "./lagrange-figure.js";

const figure = document.querySelector("lagrange-figure");
const NAMES = customElements.get("lagrange-figure").observedAttributes;

function show() {
  const pairs = new URLSearchParams(location.hash.slice(1));
  const language = pairs.get("lang");
  if (language) document.documentElement.lang = language;
  for (const name of NAMES) {
    const value = pairs.get(name);
    if (value === null) figure.removeAttribute(name);
    else figure.setAttribute(name, value);
  }
}

addEventListener("hashchange", show);
show();
