// The speaker's marks on a phone: pointer and strokes over the slide, captions below it for those who ask for them.

import type { Caption, MarksNotice } from "../lib/api-types";
import { marksLayer } from "../marks/layer";
import { marksStream } from "../marks/stream";
import { find, t } from "./page";

/** Spreads the streams that an audience opens, in milliseconds. */
const MAX_DELAY = 400;

export type FollowedMarks = {
  /** Applies a notice of the session: whether it has marks, and captions. */
  notice: (notice: Pick<MarksNotice, "marks" | "captions">, wantsCaptions: boolean) => void;
  /** Shows the marks of a slide; none for an empty id. */
  show: (slideId: string) => void;
  close: () => void;
};

/** Shows the marks and captions of a session on this page. */
export function followMarks(sessionId: string): FollowedMarks {
  const layer = marksLayer(find("frame"));
  const stream = marksStream(sessionId, { marks: layer.apply, caption: showCaption, delay: MAX_DELAY });
  return { notice: stream.notice, show: layer.show, close: stream.close };
}

function showCaption({ text, lang }: Caption) {
  const captions = find("captions");
  captions.textContent = text || t("hall.captions.wait");
  captions.lang = text ? lang : document.documentElement.lang;
  captions.classList.toggle("waiting", !text);
}
