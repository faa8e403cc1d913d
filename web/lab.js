// Loads the laboratory and hands it the page; runs once, after the document is parsed.
import init, { start_lab } from "./{{lab_client.js}}";
import "./{{away.js}}";

// Without the wasm, which may be what failed.
document.querySelector("#panic-reload").addEventListener("click", () => location.reload());

try {
  await init({ module_or_path: new URL("{{lab_client_bg.wasm}}", import.meta.url) });
  start_lab(document.body);
} catch (error) {
  document.querySelector("#panic-text").textContent = String(error);
  document.querySelector("#panic").hidden = false;
  throw error;
}

// Keeps this page, at this address only, for when there is no network. Where the browser does not
// do that, the page works online all the same.
navigator.serviceWorker?.register("sw.js", { scope: location.pathname }).catch(() => {});
