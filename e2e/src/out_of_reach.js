// Finds controls that cannot be used in the page's current state; the body of a function run in the
// page. It scrolls to whatever can be scrolled to; what only this script can scroll to is out of
// reach.
const LEAST_PX = 24;

const hiddenScroll = (one) => {
  for (let at = one.parentElement; at; at = at.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(at);
    if (overflowX === "hidden" && at.scrollLeft > 0) return at;
    if (overflowY === "hidden" && at.scrollTop > 0) return at;
  }
  return null;
};

const wrong = (one) => {
  one.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
  const off = left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
  const sides = [left, top, right, bottom].map(Math.round);
  if (off || hiddenScroll(one)) return `off the page: ${sides}`;
  if (!inSentence(one) && (width < LEAST_PX - 0.01 || height < LEAST_PX - 0.01)) {
    return `${width.toFixed(1)} × ${height.toFixed(1)} px`;
  }
  const [box] = one.getClientRects();
  const found = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  if (!found || !(one.contains(found) || found.contains(one) && found.localName === "label")) {
    return `covered by ${found ? called(found) : "nothing"}`;
  }
  return null;
};

return [...document.querySelectorAll(arguments[0])]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest("[inert]"))
  .filter((one) => !one.disabled)
  .map((one) => [one, wrong(target(one))])
  .filter(([, what]) => what)
  .map(([one, what]) => `${called(one)}: ${what}`);
