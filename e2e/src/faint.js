// Finds controls that cannot be distinguished from their surroundings; the body of a function run
// in the page. It takes a screenshot as base64 PNG and examines the area of each control.
const LEAST_CONTRAST = 3;

const [selector, png] = arguments;
const bytes = Uint8Array.from(atob(png), (char) => char.charCodeAt(0));

// WCAG 2.2, "relative luminance".
const luminance = (pixels, at) => {
  const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const [r, g, b] = [0, 1, 2].map((part) => linear(pixels[at + part] / 255));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

const contrast = (context, { left, top, width, height }) => {
  const { data } = context.getImageData(left, top, Math.max(width, 1), Math.max(height, 1));
  let [low, high] = [1, 0];
  for (let at = 0; at < data.length; at += 4) {
    const value = luminance(data, at);
    [low, high] = [Math.min(low, value), Math.max(high, value)];
  }
  return (high + 0.05) / (low + 0.05);
};

const seen = ({ left, top, right, bottom, width }) =>
  width > 1 && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;

return createImageBitmap(new Blob([bytes], { type: "image/png" })).then((image) => {
  const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
  context.drawImage(image, 0, 0);
  return [...document.querySelectorAll(selector)]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([, box]) => seen(box))
    .map(([one, box]) => [one, contrast(context, box)])
    .filter(([, value]) => value < LEAST_CONTRAST)
    .map(([one, value]) => [one.id || one.dataset.act || one.localName, value.toFixed(1)])
    .map(([name, value]) => `${name}: ${value} : 1`);
});
