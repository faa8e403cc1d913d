// The article: what a figure tells fills the numbers in the text beside it, and says whether its
// task is solved.
import "./lagrange-figure.js";

addEventListener("lagrange-figure", ({ target, detail }) => {
  const section = target.closest("section");
  if (!section) return;
  for (const [name, text] of Object.entries(detail.numbers)) {
    for (const place of section.querySelectorAll(`[data-number="${name}"]`)) {
      if (place.textContent !== text) place.textContent = text;
    }
  }
  // Once solved it stays so: whoever plays on has solved it all the same.
  if (detail.solved) {
    section.querySelector(".solved").hidden = false;
    section.dataset.solved = "";
  }
});
