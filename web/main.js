// Loads the client and hands it the page; runs once, after the document is parsed.
import init, { start } from "./client.js";

// Without the wasm, which may be what failed.
document.querySelector("#panic-reload").addEventListener("click", () => location.reload());

try {
  await init();
  start(document.body);
} catch (error) {
  document.querySelector("#panic-text").textContent = String(error);
  document.querySelector("#panic").hidden = false;
  throw error;
}
