// Loads the client and passes it the page's body. Runs once, after the document is parsed.
import init, { start } from "./{{client.js}}";

// Independent of the wasm, which may be what failed.
document.querySelector("#panic-reload").addEventListener("click", () => location.reload());

// Shows errors with which the browser terminates the client, which cannot report them itself.
addEventListener("error", ({ error }) => {
  if (error instanceof WebAssembly.RuntimeError) show(error);
});

try {
  await init({ module_or_path: new URL("{{client_bg.wasm}}", import.meta.url) });
  start(document.body);
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
