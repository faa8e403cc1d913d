// Caches the page of the referee and its parts in the browser, so that it opens offline. The page
// registers it for its own address only; requests for anything not listed pass through.

// The page by a name that contains a hash of its content: a new version of any of its parts changes
// this file, which makes browsers reinstall it.
const VERSION = "{{referee.html}}";
const PARTS = [
  "{{icon.svg}}",
  "{{referee.css}}",
  "{{referee-answer.css}}",
  "{{referee_client_bg.wasm}}",
  "{{referee_client.js}}",
  "{{referee.js}}",
  "{{referee-markup.js}}",
  "{{referee-worker.js}}",
  "reload.js",
];

importScripts("./{{worker.js}}");
