// What every service worker here does: it keeps one page and its parts, so that the page opens
// without a network. A worker names them, `VERSION` and `PARTS`, and then loads this. Runs whenever
// the browser wants it to, and remembers nothing itself.
/* global VERSION, PARTS */

const HASHED = /-[0-9a-f]{16}\.[a-z]+$/;

// How long the server may take to send the page, when an older one is at hand.
const PATIENCE_MS = 4000;

const PAGE = registration.scope;
// Caches belong to a whole site, which may hold several laboratories.
const OWN = `lagrange ${PAGE} `;
const CACHE = OWN + VERSION;
const parts = new Set(PARTS.map((part) => new URL(part, location.href).href));

addEventListener("install", (event) => {
  // The one before it may go at once: what a page that runs has not loaded yet, the server has.
  event.waitUntil(keep().then(() => skipWaiting()));
});

addEventListener("activate", (event) => event.waitUntil(forget()));

addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const address = url.split(/[?#]/)[0];
  if (method !== "GET") return;
  if (mode === "navigate" && address === PAGE) event.respondWith(newest(PAGE));
  else if (parts.has(address)) event.respondWith(part(address));
});

// All or nothing: a page without one of its parts would not run.
async function keep() {
  const cache = await caches.open(CACHE);
  await cache.addAll([PAGE, ...parts].map((part) => new Request(part, { cache: "no-cache" })));
}

async function forget() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(OWN) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

// The server's, which may be newer; without a server the one at hand, with which the other parts
// were kept.
async function newest(address) {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await fetch(address, { cache: "no-cache", signal });
    if (answer.ok && !answer.redirected) return answer;
  } catch {
    // No network, or one that takes too long.
  }
  return (await kept(address)) ?? fetch(address);
}

// A part never changes under a name with a hash.
async function part(address) {
  if (!HASHED.test(address)) return newest(address);
  return (await kept(address)) ?? fetch(address);
}

function kept(address) {
  return caches.match(address, { cacheName: CACHE, ignoreVary: true });
}
