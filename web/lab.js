// Loads the laboratory and passes it the page's body. Runs once, after the document is parsed.
import init, { start_lab } from "./{{lab_client.js}}";
import "./{{away.js}}";

// Independent of the wasm, which may be what failed.
document.querySelector("#panic-reload").addEventListener("click", () => location.reload());

try {
  await init({ module_or_path: new URL("{{lab_client_bg.wasm}}", import.meta.url) });
  start_lab(document.body);
} catch (error) {
  document.querySelector("#panic-text").textContent = String(error);
  document.querySelector("#panic").hidden = false;
  throw error;
}

// Caches this page, at this address only, for offline use. Where the browser does not support that,
// the page still works online.
navigator.serviceWorker?.register("sw.js", { scope: location.pathname }).catch(() => {});
