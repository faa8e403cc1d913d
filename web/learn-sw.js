// Caches the article and its parts in the browser, so that it opens offline. The page of each
// language registers it for its own address only; requests for anything not listed pass through.

// The pages, and the element (whose name has no hash), by names that contain a hash of their
// content: a new version of any of them changes this file, which makes browsers reinstall it.
const VERSION = "{{learn.html}} {{learn.ja.html}} {{learn.ko.html}} {{lagrange-figure.js}}";
const PARTS = [
  "{{icon.svg}}",
  "{{learn.css}}",
  "{{learn-notes.css}}",
  "{{learn.js}}",
  "{{learn-score.js}}",
  "{{learn-guess.js}}",
  "{{away.js}}",
  "{{away.css}}",
  "lagrange-figure.js",
  "reload.js",
  "{{figure.css}}",
  "{{figure_client_bg.wasm}}",
  "{{figure_client.js}}",
  "{{learn-cover.png}}",
  "{{learn-message.png}}",
  "{{learn-prediction.png}}",
  "{{learn-wrong-prediction.png}}",
  "{{learn-moments.png}}",
  "{{learn-clocks.png}}",
  "{{learn-interpolation.png}}",
  "{{learn-jitter-buffer.png}}",
  "{{learn-late-laser.png}}",
  "{{learn-jump.png}}",
  "{{learn-rewinding.png}}",
  "{{learn-victim-pays.png}}",
  "{{learn-lockstep.png}}",
  "{{learn-everyone.png}}",
  "{{learn-rollback.png}}",
  "{{learn-choose.png}}",
];

importScripts("./{{worker.js}}");
