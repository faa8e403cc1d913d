// Shared by the service workers: caches one page and its parts, so that the page opens offline. A
// worker defines `VERSION` and `PARTS` and then loads this. Runs whenever the browser starts it,
// and keeps no state of its own.
/* global VERSION, PARTS */

const HASHED = /-[0-9a-f]{16}\.[a-z]+$/;

// How long the server may take to send the page if an older one is cached.
const PATIENCE_MS = 4000;

const PAGE = registration.scope;
// Caches belong to a whole origin, which may host several laboratories.
const OWN = `lagrange ${PAGE} `;
const CACHE = OWN + VERSION;
const parts = new Set(PARTS.map((part) => new URL(part, location.href).href));

addEventListener("install", (event) => {
  // The previous version can be replaced at once: whatever a running page has not loaded yet, the
  // server has.
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

// All or nothing: the page does not run without one of its parts.
async function keep() {
  const cache = await caches.open(CACHE);
  await cache.addAll([PAGE, ...parts].map((part) => new Request(part, { cache: "no-cache" })));
}

async function forget() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(OWN) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

// The server's version, which may be newer; offline the cached one, whose parts are cached with it.
async function newest(address) {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await fetch(address, { cache: "no-cache", signal });
    if (answer.ok && !answer.redirected) return answer;
  } catch {
    // Offline, or too slow.
  }
  return (await kept(address)) ?? fetch(address);
}

// A part with a hash in its name never changes.
async function part(address) {
  if (!HASHED.test(address)) return newest(address);
  return (await kept(address)) ?? fetch(address);
}

function kept(address) {
  return caches.match(address, { cacheName: CACHE, ignoreVary: true });
}
