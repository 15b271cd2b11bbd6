// Rows that can be dragged. The drag library loads after the page; keys work from the start.

import type { ElementDropTargetEventBasePayload } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { loadChunk } from "../../lib/chunks";

type DraggableRow = {
  element: HTMLElement;
  /** Rows can be moved within one list. */
  list: string;
  at: number;
  /** Called with the drop position relative to this row; undefined when the drag leaves it. */
  onover: (place: { after: boolean } | undefined) => void;
  ondrop: (from: number, after: boolean) => void;
};

/** Makes a row draggable and a drop target. Returns a function that ends it. */
export function makeDraggable({ element, list, at, onover, ondrop }: DraggableRow): () => void {
  let stops: (() => void)[] = [];
  let isOver = false;
  const needed = () =>
    Promise.all([
      import("@atlaskit/pragmatic-drag-and-drop/element/adapter"),
      import("@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge"),
    ]);
  void loadChunk(needed).then(
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
