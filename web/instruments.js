// Loads the game's instruments and their styles, and hands them the page: gives back what takes
// the bytes that the game tells. Runs when main.js asks for them.
const CLIENT = "./instruments_client.js";
const WASM = "instruments_client_bg.wasm";
const STYLES = ["net-graph.css", "forensics.css"];

export async function begin(root) {
  const { search } = new URL(import.meta.url);
  const [{ default: init, Instruments }, wasm] = await Promise.all([
    import(CLIENT + search),
    // The match, which is on, comes first.
    fetch(new URL(WASM, import.meta.url), { priority: "low" }),
    ...STYLES.map(style),
  ]);
  await init({ module_or_path: wasm });
  const instruments = new Instruments(root);
  return (bytes) => instruments.handle(bytes);
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
