// Caches the laboratory's page and its parts in the browser, so that it opens offline. The page
// registers it for its own address only: it never handles the game, and requests for anything not
// listed pass through.

// The page by a name that contains a hash of its content, which includes the hashed names of its
// parts: a new version of any of them changes this file, which makes browsers reinstall it.
const VERSION = "{{lab.html}}";
const PARTS = [
  "{{icon.svg}}",
  `{{
    style.css panels.css netcode.css net-graph.css forensics.css lab.css lab-lessons.css
    timelines.css desk.css lab-forms.css away.css
  }}`,
  "{{lab_client_bg.wasm}}",
  "{{lab_client.js}}",
  "{{lab.js}}",
  "{{away.js}}",
  "reload.js",
];

importScripts("./{{worker.js}}");
