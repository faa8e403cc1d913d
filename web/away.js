// Handles links from a page cached for offline use to pages that are not: if neither the server nor
// the cache has the page, a message (#away) is shown and the current page stays open.

// Time limit for the server to respond.
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

// Any response counts.
async function answers(page) {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const asked = fetch(page, { method: "HEAD", cache: "no-store", signal });
  return asked.then(
    () => true,
    () => false,
  );
}
