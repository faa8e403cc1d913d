// Reloads the page once if a part of it does not load: its server has another version by now. If
// one still does not load, says so. This script loads before all others, and its address is the
// same in every version.

const KEY = "lagrange.reloaded";
const WORDS = {
  en: ["A part of this page did not load. Its server may have another version by now.", "Reload"],
  ja: ["このページの一部を読み込めませんでした。サーバーのバージョンが変わった可能性があります。", "再読み込み"],
  ko: ["페이지의 일부를 불러오지 못했습니다. 서버의 버전이 바뀌었을 수 있습니다.", "새로고침"],
};

let whole = true;

addEventListener("error", ({ target }) => {
  const isPart = target instanceof HTMLScriptElement || target instanceof HTMLLinkElement;
  if (!isPart || !whole) return;
  whole = false;
  if (isFirst()) location.reload();
  else if (document.body) say();
  else addEventListener("DOMContentLoaded", say);
}, true);

addEventListener("load", () => {
  if (whole) withStore((store) => store.removeItem(KEY));
});

// Without a store, a reload might follow on a reload for ever.
function isFirst() {
  const first = withStore((store) => {
    const known = store.getItem(KEY);
    store.setItem(KEY, "1");
    return known === null;
  });
  return first ?? false;
}

// A browser that may store nothing throws where the store is read.
function withStore(use) {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}

function say() {
  const [text, button] = WORDS[document.documentElement.lang] ?? WORDS.en;
  const note = document.createElement("p");
  const again = document.createElement("button");
  note.setAttribute("role", "alert");
  note.id = "unloaded";
  note.textContent = `${text} `;
  // The style sheet may be what did not load.
  Object.assign(note.style, {
    position: "fixed", inset: "0 0 auto", zIndex: "1000", margin: "0", padding: "16px",
    background: "#0B1020", color: "#F2F4F8", font: "14px/1.5 sans-serif", textAlign: "center",
  });
  again.textContent = button;
  again.addEventListener("click", () => location.reload());
  note.append(again);
  document.body.prepend(note);
}
