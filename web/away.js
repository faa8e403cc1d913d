// Links from a page that is kept for when there is no network to pages that are not: where neither
// the server nor the browser has the page, the one that is open says so, and stays. Its words stand
// in the page, in #away.

// How long the server may take to say that it is there.
const PATIENCE_MS = 4000;

const note = document.querySelector("#away");

addEventListener("click", (event) => {
  const { metaKey, ctrlKey, shiftKey, altKey, button, defaultPrevented } = event;
  const link = event.target.closest?.("a[href]");
  const elsewhere = metaKey || ctrlKey || shiftKey || altKey || button !== 0;
  if (!link || link.target || link.hasAttribute("download")) return;
  if (defaultPrevented || elsewhere) return;
  const { origin, pathname } = new URL(link.href);
  if (origin !== location.origin || pathname === location.pathname) return;
  event.preventDefault();
  follow(link.href, origin + pathname);
});

async function follow(address, page) {
  note.hidden = true;
  if ((await isKept(page)) || (await answers(page))) location.href = address;
  else note.hidden = false;
}

async function isKept(page) {
  return (await globalThis.caches?.match(page, { ignoreVary: true })) !== undefined;
}

// Whatever it answers.
async function answers(page) {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const asked = fetch(page, { method: "HEAD", cache: "no-store", signal });
  return asked.then(
    () => true,
    () => false,
  );
}
