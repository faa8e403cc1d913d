// Points the mouse at the nearest other ship in every frame, with these mouse buttons held.
const [reach, buttons] = arguments;
const place = (text) => {
  const [x, y] = text.split(",").map(Number);
  return { x, y };
};
const point = () => {
  const { camera, ownX, ownY, remote } = document.body.dataset;
  if (camera && ownX && remote) {
    const [left, top, scale] = camera.split(",").map(Number);
    const own = { x: Number(ownX), y: Number(ownY) };
    const from = ({ x, y }) => Math.hypot(x - own.x, y - own.y);
    const others = remote.split(";").map((ship) => place(ship.slice(ship.lastIndexOf(":") + 1)));
    const nearest = others.reduce((one, other) => (from(other) < from(one) ? other : one));
    const px = reach / Math.max(from(nearest), 1);
    window.dispatchEvent(new PointerEvent("pointermove", {
      pointerType: "mouse",
      button: -1,
      buttons,
      clientX: (own.x - left) * scale + (nearest.x - own.x) * px,
      clientY: (own.y - top) * scale + (nearest.y - own.y) * px,
    }));
  }
  window.following = requestAnimationFrame(point);
};
cancelAnimationFrame(window.following);
point();
