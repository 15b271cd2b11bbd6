// The laser pointer: a red dot with a white rim and a short tail over the slide. It fades when it rests. With
// reduced motion it has no tail, and disappears without fading.

type Point = { x: number; y: number };

/** How long a point stays in the tail, in milliseconds. */
const TAIL = 200;
/** The dot disappears after this time without a move, in milliseconds. */
const REST = 600;
/** The radius of the dot, in pixels. */
const RADIUS = 7;

/** `point` moves the dot to a point of the slide, from 0 to 1, or hides it. `stop` ends the drawing. */
export type Laser = { point: (at: Point | undefined) => void; stop: () => void };

/** Draws the laser on a canvas over the slide. */
export function laser(canvas: HTMLCanvasElement): Laser {
  let trail: (Point & { time: number })[] = [];
  let frame = 0;

  function draw(now: number) {
    const scale = devicePixelRatio;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (canvas.width !== Math.round(width * scale)) canvas.width = Math.round(width * scale);
    if (canvas.height !== Math.round(height * scale)) canvas.height = Math.round(height * scale);
    const paint = canvas.getContext("2d");
    if (!paint) return;
    paint.setTransform(scale, 0, 0, scale, 0, 0);
    paint.clearRect(0, 0, width, height);
    const head = trail.at(-1);
    const rested = head ? now - head.time : Infinity;
    trail = rested < REST ? trail.filter((point) => point === head || now - point.time < TAIL) : [];
    if (!head || !trail.length) {
      frame = 0;
      return;
    }
    const [x, y] = [head.x * width, head.y * height];
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (calm) trail = [head];
    const strength = calm ? 1 : 1 - Math.max(0, rested - TAIL) / (REST - TAIL);
    paint.lineCap = "round";
    for (let index = 1; index < trail.length; index++) {
      const [from, to] = [trail[index - 1], trail[index]];
      if (!from || !to) continue;
      const age = 1 - (now - to.time) / TAIL;
      paint.globalAlpha = Math.max(0, age) * 0.5 * strength;
      paint.lineWidth = RADIUS * 2 * Math.max(0.2, age);
      paint.strokeStyle = "#ff2a1f";
      paint.beginPath();
      paint.moveTo(from.x * width, from.y * height);
      paint.lineTo(to.x * width, to.y * height);
      paint.stroke();
    }
    paint.globalAlpha = strength;
    paint.beginPath();
    paint.arc(x, y, RADIUS, 0, Math.PI * 2);
    paint.fillStyle = "#ff2a1f";
    paint.fill();
    paint.lineWidth = 2;
    paint.strokeStyle = "#fff";
    paint.stroke();
    frame = requestAnimationFrame(draw);
  }

  return {
    point(at) {
      if (at) trail.push({ ...at, time: performance.now() });
      else trail = [];
      if (!frame) frame = requestAnimationFrame(draw);
    },
    stop: () => cancelAnimationFrame(frame),
  };
}
