// The stream of marks of a session. It is open only while there are marks: the event stream of the session says when
// to open it, and after a minute of silence it is closed.

import type { Caption, MarksNotice, SlideMarks } from "../lib/api-types";
import { openStream, type EventStream } from "../lib/event-stream";

const SILENCE = 60_000;
/** The streams of an audience close within so many milliseconds of each other, not all at once. */
const JITTER = 15_000;

type MarksListeners = {
  marks: (marks: SlideMarks) => void;
  caption: (caption: Caption) => void;
  /** The maximum number of milliseconds until the stream is opened: an audience does not open all at once. */
  delay?: number;
};

export type MarksStream = {
  /** The session has marks, or captions that are wanted. */
  notice: (notice: Pick<MarksNotice, "marks" | "captions">, wantsCaptions: boolean) => void;
  close: () => void;
};

export function marksStream(sessionId: string, { marks, caption, delay = 0 }: MarksListeners): MarksStream {
  let stream: EventStream | undefined;
  let hasCaptions = false;
  let opening: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;

  function close() {
    clearTimeout(opening);
    clearTimeout(silence);
    stream?.close();
    opening = stream = undefined;
  }

  function heard() {
    clearTimeout(silence);
    silence = setTimeout(close, SILENCE + Math.random() * JITTER);
  }

  function open() {
    opening = undefined;
    stream = openStream(
      "/api/present-sessions/{id}/marks",
      { id: sessionId, query: { captions: hasCaptions ? "1" : undefined } },
      {
        events: {
          marks(data) {
            heard();
            marks(data);
          },
          caption(data) {
            heard();
            caption(data);
          },
        },
      },
    );
  }

  return {
    notice(notice, wantsCaptions) {
      const needsCaptions = notice.captions && wantsCaptions;
      if (!notice.marks && !needsCaptions) return;
      const isOpen = stream !== undefined || opening !== undefined;
      if (!isOpen || (needsCaptions && !hasCaptions)) {
        close();
        hasCaptions = needsCaptions;
        opening = setTimeout(open, Math.random() * delay);
      }
      heard();
    },
    close,
  };
}
