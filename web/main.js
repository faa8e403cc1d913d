// Loads the client and hands it the page; runs once, after the document is parsed.
import init, { start } from "./client.js";

// What is opened and not needed to fly: loaded when the client asks for it.
const INSTRUMENTS = "./instruments.js";
let attempts = 0;

// Without the wasm, which may be what failed.
document.querySelector("#panic-reload").addEventListener("click", () => location.reload());

// An error of the client's own, where it could not say so itself.
addEventListener("error", ({ error }) => {
  if (error instanceof WebAssembly.RuntimeError) show(error);
});

try {
  await init();
  start(document.body, (loaded) => void instruments().then(() => loaded(true), loaded));
} catch (error) {
  show(error);
  throw error;
}

function show(error) {
  const screen = document.querySelector("#panic");
  if (!screen.hidden) return;
  document.querySelector("#panic-text").textContent = String(error);
  screen.hidden = false;
}

// Some browsers remember that a module could not be had: another attempt has another name.
async function instruments() {
  attempts += 1;
  const { load } = await import(attempts > 1 ? `${INSTRUMENTS}?${attempts}` : INSTRUMENTS);
  return load();
}
