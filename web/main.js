// Loads the client and hands it the page; runs once, after the document is parsed.
import init, { start } from "./client.js";

// What is opened and not needed to fly: loaded when the client asks for it.
const INSTRUMENTS = "./instruments.js";
let attempts = 0;

// Without the wasm, which may be what failed.
document.querySelector("#panic-reload").addEventListener("click", () => location.reload());

try {
  await init();
  start(document.body, (loaded) => void instruments().then(() => loaded(true), loaded));
} catch (error) {
  document.querySelector("#panic-text").textContent = String(error);
  document.querySelector("#panic").hidden = false;
  throw error;
}

// Some browsers remember that a module could not be had: another attempt has another name.
async function instruments() {
  attempts += 1;
  const { load } = await import(attempts > 1 ? `${INSTRUMENTS}?${attempts}` : INSTRUMENTS);
  return load();
}
