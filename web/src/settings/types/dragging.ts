// Rows that are dragged to another place. The script for it comes after the page: keys do the same from the start.

import type { ElementDropTargetEventBasePayload } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { part } from "../../lib/parts";

type Row = {
  element: HTMLElement;
  /** Rows of one list move among themselves. */
  list: string;
  at: number;
  /** Where the row that is dragged would go, seen from this one; nothing when it is not over it. */
  onover: (place: { after: boolean } | undefined) => void;
  ondrop: (from: number, after: boolean) => void;
};

/** Makes a row draggable, and a place to drop others; answers how to end it. */
export function dragging({ element, list, at, onover, ondrop }: Row): () => void {
  let stops: (() => void)[] = [];
  let isOver = false;
  const needed = () =>
    Promise.all([
      import("@atlaskit/pragmatic-drag-and-drop/element/adapter"),
      import("@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge"),
    ]);
  void part(needed).then(
    ([{ draggable, dropTargetForElements }, { attachClosestEdge, extractClosestEdge }]) => {
      if (isOver) return;
      const isAfter = ({ self }: ElementDropTargetEventBasePayload) =>
        extractClosestEdge(self.data) === "bottom";
      stops = [
        draggable({ element, getInitialData: () => ({ list, at }), onDrop: () => onover(undefined) }),
        dropTargetForElements({
          element,
          canDrop: ({ source }) => source.data["list"] === list,
          getData: ({ input }) => attachClosestEdge({}, { element, input, allowedEdges: ["top", "bottom"] }),
          onDrag: (event) => onover(event.source.data["at"] === at ? undefined : { after: isAfter(event) }),
          onDragLeave: () => onover(undefined),
          onDrop: (event) => {
            onover(undefined);
            ondrop(event.source.data["at"] as number, isAfter(event));
          },
        }),
      ];
    },
  );
  return () => {
    isOver = true;
    for (const stop of stops) stop();
  };
}
