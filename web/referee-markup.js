// Builds an answer out of the elements and attributes listed here, and of nothing else: whatever a
// table holds stays text, and no parser of the browser ever reads it. Runs once an answer.

const HTML = new Set(
  ("div section h2 h3 p b small span abbr ul li pre details summary figure figcaption " +
    "table caption thead tbody tr th td").split(" "),
);
const SVG = new Set("svg path text rect circle polygon".split(" "));
const ATTRIBUTES = new Set(
  ("id class role aria-label aria-labelledby tabindex scope title viewBox d x y width height " +
    "transform text-anchor cx cy r rx points").split(" "),
);
const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

const PIECE = /<(\/?)([a-z0-9]+)((?:\s+[a-zA-Z-]+="[^"]*")*)\s*(\/?)>|([^<]+)/g;
const ATTRIBUTE = /([a-zA-Z-]+)="([^"]*)"/g;
const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

export function build(markup) {
  const whole = document.createDocumentFragment();
  const open = [whole];
  for (const [, end, tag, attributes, empty, text] of markup.matchAll(PIECE)) {
    if (text) open.at(-1).append(plain(text));
    else if (end) open.pop();
    else {
      const node = element(tag);
      for (const [, name, value] of attributes.matchAll(ATTRIBUTE)) {
        if (ATTRIBUTES.has(name)) node.setAttribute(name, plain(value));
      }
      open.at(-1).append(node);
      if (!empty) open.push(node);
    }
  }
  return whole;
}

function element(tag) {
  if (SVG.has(tag)) return document.createElementNS(SVG_NAMESPACE, tag);
  return document.createElement(HTML.has(tag) ? tag : "span");
}

function plain(text) {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => ENTITIES[name]);
}
