// Loads the rest of the game's wasm, and the styles of what it shows: what is opened and not needed
// to fly. Runs when main.js asks for it; client.js has the part that is there already.
import { imports, wasm as first } from "./client.js";
import more from "./instruments_client.js";

const WASM = "instruments_client_bg.wasm";
const STYLES = ["net-graph.css", "forensics.css"];

// It fills its places in the memory and in the table of functions that are there.
export async function load() {
  // The match, which is on, comes first.
  const part = fetch(new URL(WASM, import.meta.url), { priority: "low" });
  const page = imports();
  Object.assign(page["./client_bg.js"], more);
  await Promise.all([
    WebAssembly.instantiateStreaming(part, { ...page, first }),
    ...STYLES.map(style),
  ]);
}

// Without its styles a panel would stand anywhere.
function style(name) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL(name, import.meta.url);
  return new Promise((resolve, reject) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", () => {
      link.remove();
      reject(new Error(`${name} could not be loaded`));
    });
    document.head.append(link);
  });
}
