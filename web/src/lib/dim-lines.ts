/** Dims the lines of code that a build step does not highlight. */
export function dimLines(root: ParentNode, step: number) {
  for (const line of root.querySelectorAll<HTMLElement>("[data-dim]")) {
    line.classList.toggle("dim", line.dataset["dim"]?.split(" ").includes(String(step)));
  }
}
