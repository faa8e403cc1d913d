// Shared by the scripts about controls; prepended to their bodies.
const called = (one) => {
  const name = one.id || one.dataset.act || one.getAttribute("aria-label") || one.textContent;
  return `${one.localName} ${name.trim().slice(0, 40)}`;
};

// A checkbox is as large as its label; a link in a sentence is as low as its lines.
const worded = (one) => one.matches("[type=checkbox], [type=file]");
const target = (one) => (worded(one) && one.closest("label")) || one;
const inSentence = (one) => one.localName === "a" && getComputedStyle(one).display === "inline";
