// Finds controls that a fingertip misses; the body of a function run in the page. It measures the
// hit area, which may be larger than the visible one, and scrolls to whatever can be scrolled to.
const LEAST_PX = 40;

// Distance from a control's middle to the end of its hit area in a direction, in CSS pixels.
const reach = (one, x, y, dx, dy) => {
  let far = 0;
  for (; far < LEAST_PX; far += 1) {
    const found = document.elementFromPoint(x + dx * (far + 1), y + dy * (far + 1));
    if (!found || !one.contains(found)) break;
  }
  return far;
};

const size = (one) => {
  one.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const { left, top, width, height } = one.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  // A control covered by something else is out of reach, not small.
  if (!one.contains(document.elementFromPoint(x, y))) return [LEAST_PX, LEAST_PX];
  const across = reach(one, x, y, -1, 0) + reach(one, x, y, 1, 0) + 1;
  const down = reach(one, x, y, 0, -1) + reach(one, x, y, 0, 1) + 1;
  return [across, down];
};

return [...document.querySelectorAll(arguments[0])]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest("[inert]"))
  .filter((one) => !one.disabled && !inSentence(one))
  .map((one) => [one, size(target(one))])
  .filter(([, [across, down]]) => across < LEAST_PX - 1 || down < LEAST_PX - 1)
  .map(([one, [across, down]]) => `${called(one)}: ${across} × ${down} px`);
