// Keeps which tasks of the article are solved, in the browser, and shows it at the list of sections
// and at the end. Where nothing may be stored, it is kept for as long as the page is open.

const KEY = "lagrange.solved-tasks";

const solved = new Set(stored());
const tasks = [...document.querySelectorAll("[data-task]")];

addEventListener("lagrange-figure", ({ target, detail }) => {
  const key = detail.solved && target.closest("section")?.id;
  if (!key || solved.has(key)) return;
  // Another page may have stored some in the meantime.
  for (const one of [key, ...stored()]) solved.add(one);
  store();
  show();
});

show();

function show() {
  const done = tasks.filter(({ dataset }) => solved.has(dataset.task));
  for (const task of done) task.querySelector(".done").hidden = false;
  for (const score of document.querySelectorAll("[data-score]")) {
    score.textContent = score.dataset.score
      .replace("{0}", done.length)
      .replace("{1}", tasks.length);
    score.hidden = done.length === 0;
  }
}

function stored() {
  try {
    return localStorage.getItem(KEY)?.split(" ") ?? [];
  } catch {
    return [];
  }
}

function store() {
  try {
    localStorage.setItem(KEY, [...solved].join(" "));
  } catch {
    // Storage is forbidden or full: the page shows it for as long as it is open.
  }
}
