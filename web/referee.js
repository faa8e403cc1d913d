// The page of the referee: passes tables to a worker and shows what it answers. Once the worker is
// loaded, the page forbids itself every connection.
import { build } from "./{{referee-markup.js}}";

const $ = (id) => document.getElementById(id);

// Bytes of a file that tell its kind.
const HEAD_BYTES = 4096;

let worker;
let program;
let verdictsWanted = false;

async function load() {
  const wasm = fetch(new URL("{{referee_client_bg.wasm}}", import.meta.url));
  program = await WebAssembly.compileStreaming(wasm);
  await hire();
  forbidConnections();
  show("ready");
}

// Starts a worker with the program that is loaded already.
function hire() {
  worker?.terminate();
  worker = new Worker(new URL("{{referee-worker.js}}", import.meta.url), { type: "module" });
  return new Promise((resolve, reject) => {
    worker.onerror = (event) => reject(new Error(event.message || "The worker did not start."));
    worker.onmessage = ({ data }) => {
      if (data.kind === "ready") resolve();
      else hear(data);
    };
    worker.postMessage({ kind: "start", program });
  });
}

// From here on the browser refuses whatever the page might ask of a server.
function forbidConnections() {
  const policy = document.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  policy.content = "connect-src 'none'; img-src 'none'; form-action 'none'; frame-src 'none'";
  document.head.append(policy);
}

// The state decides which controls are there.
function show(state) {
  document.body.dataset.state = state;
  const isBusy = state === "busy";
  $("work").hidden = !isBusy;
  $("example").disabled = state !== "ready";
  $("judge").disabled = state !== "ready" || !$("poses").files[0] || !$("shots").files[0];
}

function hear({ kind, ...told }) {
  if (kind === "progress") progress(told);
  else if (kind === "answer") answer(told);
  else if (kind === "error") trouble(told.text);
  else if (kind === "verdicts") save(told.csv);
}

function progress({ phase, share }) {
  // Beside what is announced, or every percent would be.
  if ($("phase").textContent !== phase) $("phase").textContent = phase;
  $("percent").textContent = share === null ? "" : `${Math.floor(share * 100)} %`;
  if (share === null) $("share").removeAttribute("value");
  else $("share").value = share;
}

function answer({ html }) {
  $("found").replaceChildren(build(html));
  $("answer").hidden = false;
  show("ready");
  $("rule").focus({ preventScroll: true });
  $("answer").scrollIntoView({ block: "start" });
}

function trouble(text) {
  show("ready");
  $("trouble").textContent = text;
  $("trouble").hidden = false;
  $("trouble").scrollIntoView({ block: "nearest" });
}

function begin(request) {
  $("trouble").hidden = true;
  $("answer").hidden = true;
  $("done").textContent = "";
  show("busy");
  progress({ phase: "Opening the tables", share: 0 });
  worker.postMessage({ ...request, rules: $("rules").value });
}

$("case").addEventListener("submit", async (event) => {
  event.preventDefault();
  const [poses, shots, meta] = ["poses", "shots", "meta"].map((id) => $(id).files[0]);
  if (!poses || !shots) return;
  const facts = meta ? { name: meta.name, text: await meta.text() } : form();
  begin({ kind: "judge", poses, shots, metaName: facts.name, meta: facts.text });
});

$("example").addEventListener("click", () => begin({ kind: "example" }));

$("stop").addEventListener("click", async () => {
  show("loading");
  await hire();
  show("ready");
  $("judge").focus();
});

// The form as a meta file.
function form() {
  const number = (id) => ($(id).value.trim() === "" ? undefined : Number($(id).value));
  const up = $("up").value || undefined;
  const half = ["half-x", "half-y", "half-z"].slice(0, up ? 3 : 2).map(number);
  const bodies = {
    box: { box: half },
    capsule: { capsule: [number("radius"), number("height")] },
    sphere: { sphere: number("radius") },
  };
  const shapes = { default: bodies[$("body").value] };
  const facts = { up, shapes, tick_ms: number("tick"), records: $("records").value };
  return { name: "The form", text: JSON.stringify(facts) };
}

function showFields() {
  const isPlanar = $("up").value === "";
  for (const field of document.querySelectorAll("[data-body]")) {
    const isOther = !field.dataset.body.split(" ").includes($("body").value);
    field.hidden = isOther || (isPlanar && "tall" in field.dataset);
  }
}

for (const id of ["up", "body"]) $(id).addEventListener("change", showFields);

// Files: each input keeps its own, however it was chosen.
function showFile(input) {
  const [file] = input.files;
  const label = input.closest("label");
  const chosen = label.querySelector(".chosen");
  chosen.dataset.empty ??= chosen.textContent;
  chosen.textContent = file ? `${file.name}, ${size(file.size)}` : chosen.dataset.empty;
  label.toggleAttribute("data-chosen", Boolean(file));
  show(document.body.dataset.state);
}

function size(bytes) {
  const units = ["bytes", "kB", "MB", "GB"];
  const step = Math.min(3, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  const number = bytes / 1000 ** step;
  return `${step ? number.toFixed(1) : number} ${units[step]}`;
}

const inputs = ["poses", "shots", "meta"].map($);
for (const input of inputs) input.addEventListener("change", () => showFile(input));

// Which of the three a dropped file is, by what it begins with.
async function kindOf(file) {
  const head = await file.slice(0, HEAD_BYTES).text();
  if (/^\s*\uFEFF?\s*\{[^]*"(shapes|sphere|capsule|box)"/.test(head)) return "meta";
  return /\bshooter\b/.test(head.split("\n")[0]) ? "shots" : "poses";
}

addEventListener("dragover", (event) => {
  event.preventDefault();
  $("drop").toggleAttribute("data-over", true);
});

addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) $("drop").removeAttribute("data-over");
});

addEventListener("drop", async (event) => {
  event.preventDefault();
  $("drop").removeAttribute("data-over");
  for (const file of [...event.dataTransfer.files]) {
    const input = $(await kindOf(file));
    const one = new DataTransfer();
    one.items.add(file);
    input.files = one.files;
    showFile(input);
  }
  if (!$("judge").disabled) $("judge").focus();
});

$("copy").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText($("plain").textContent);
    $("done").textContent = "Copied.";
  } catch {
    // The browser lets nobody write there: what is to be copied is selected instead.
    $("plain").closest("details").open = true;
    getSelection().selectAllChildren($("plain"));
    $("done").textContent = "The text is selected above; copy it.";
  }
});

$("save").addEventListener("click", () => {
  verdictsWanted = true;
  worker.postMessage({ kind: "verdicts" });
});

function save(csv) {
  if (!verdictsWanted) return;
  verdictsWanted = false;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([csv], { type: "text/csv" }));
  link.download = "verdicts.csv";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  $("done").textContent = "Saved as verdicts.csv.";
}

// Caches this page, at this address only, for offline use. Where the browser does not support that,
// the page still works online.
const offline = new URL("./referee-sw.js", import.meta.url);
navigator.serviceWorker?.register(offline, { scope: location.pathname }).catch(() => {});

showFields();
for (const input of inputs) showFile(input);
load().catch((error) => {
  show("broken");
  $("trouble").textContent = `The page could not load its program: ${error.message}`;
  $("trouble").hidden = false;
  throw error;
});
