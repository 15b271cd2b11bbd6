// The messages between an embedded deck and the page around it. docs/publish.md describes them.

type Position = { slide: number; slides: number; id: string; title: string };

/** Notifies the page around the frame which slide is shown. */
export function notifyParent(type: "ready" | "slide", position: Position) {
  if (parent !== window) parent.postMessage({ source: "lectern", type, ...position }, "*");
}

/** Calls `goTo` with a slide number from 1 when the page around the frame asks for it. */
export function listenToParent(goTo: (slide: number) => void) {
  addEventListener("message", (event: MessageEvent<unknown>) => {
    if (parent === window || event.source !== parent) return;
    const message = event.data as { target?: unknown; type?: unknown; slide?: unknown } | null;
    if (message?.target !== "lectern" || message.type !== "go") return;
    if (Number.isInteger(message.slide)) goTo(message.slide as number);
  });
}
