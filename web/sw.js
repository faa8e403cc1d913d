// Keeps the laboratory's page and its parts in the browser, so that it opens without a network.
// The page registers it for its own address alone: the game is never asked for here, and what is
// not in the list passes by.

// The page by a name with a hash of its content, which names its parts by theirs: a new version of
// anything is another name here, and that makes browsers install this file anew.
const VERSION = "{{lab.html}}";
const PARTS = [
  "{{icon.svg}}",
  "{{style.css}}",
  "{{panels.css}}",
  "{{netcode.css}}",
  "{{net-graph.css}}",
  "{{forensics.css}}",
  "{{lab.css}}",
  "{{lab-forms.css}}",
  "{{timelines.css}}",
  "{{desk.css}}",
  "{{lab_client_bg.wasm}}",
  "{{lab_client.js}}",
  "{{lab.js}}",
  "{{away.js}}",
  "{{away.css}}",
];

importScripts("./{{worker.js}}");
