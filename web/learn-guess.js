// Questions that are asked before a figure answers them: a guess, or none, plays the figure. The
// markup has question and answer, for pages without scripts.

for (const guess of document.querySelectorAll(".guess")) prepare(guess);

function prepare(guess) {
  const figure = guess.closest("section").querySelector("lagrange-figure");
  const find = (selector) => guess.querySelector(selector);
  const [open, told] = [find(".open"), find(".told")];
  const answers = guess.querySelectorAll(".option, .show");
  const said = told.querySelector("b");
  const answer = said.textContent;
  find(".options").hidden = false;
  told.hidden = true;
  let waits = false;

  open.addEventListener("click", () => {
    figure.ask(Number(guess.dataset.control), Number(guess.dataset.value));
    told.hidden = true;
    open.hidden = true;
    for (const one of answers) one.hidden = false;
    answers[0].focus({ preventScroll: true });
  });
  for (const one of answers) {
    one.addEventListener("click", () => {
      said.textContent = answer;
      if (one.matches(".option")) {
        said.textContent = "right" in one.dataset ? said.dataset.right : said.dataset.wrong;
      }
      // A figure that cannot run shows no outcome to wait for.
      waits = figure.dataset.state !== "still";
      told.hidden = waits;
      figure.tell();
      for (const other of answers) other.hidden = true;
      open.hidden = false;
      open.focus({ preventScroll: true });
    });
  }
  // The answer is told with the outcome, not before.
  figure.addEventListener("lagrange-figure", () => {
    if (!waits) return;
    waits = false;
    told.hidden = false;
  });
}
