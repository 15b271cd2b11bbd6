// Icons as the server sends them: SVG paths in hundredths of a 24-unit grid.

const SVG = "http://www.w3.org/2000/svg";
const LOOK: Record<string, string> = {
  viewBox: "0 0 2400 2400",
  width: "20",
  height: "20",
  fill: "none",
  stroke: "currentColor",
  "stroke-width": "200",
  "stroke-linecap": "round",
  "stroke-linejoin": "round",
  "aria-hidden": "true",
};

/** Draws an icon into an element; does nothing without a path. */
export function drawIcon(path: string | undefined) {
  return (element: HTMLElement) => {
    if (!path) return;
    const drawn = document.createElementNS(SVG, "svg");
    for (const [name, value] of Object.entries(LOOK)) drawn.setAttribute(name, value);
    const line = document.createElementNS(SVG, "path");
    line.setAttribute("d", path);
    drawn.append(line);
    element.append(drawn);
    return () => drawn.remove();
  };
}
