// The stream of marks of a session. It is open only while there are marks: an event of the session opens it, and after
// a minute without marks and captions it is closed.

import type { Caption, MarksNotice, SlideMarks } from "../lib/api-types";
import { openStream, type EventStream } from "../lib/event-stream";

/** The stream is closed after this time without an event, in milliseconds. */
const MAX_SILENCE = 60_000;
/** The streams of an audience close within so many milliseconds of each other, not all at once. */
const JITTER = 15_000;

type MarksListeners = {
  marks: (marks: SlideMarks) => void;
  caption: (caption: Caption) => void;
  /** The maximum number of milliseconds until the stream is opened: an audience does not open all at once. */
  delay?: number;
};

export type MarksStream = {
  /** Applies a notice of the session. Opens the stream if there are marks, or captions that the user wants. */
  notice: (notice: Pick<MarksNotice, "marks" | "captions">, wantsCaptions: boolean) => void;
  close: () => void;
};

/** The stream of marks of a session, which is not open yet. */
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

  function restartSilence() {
    clearTimeout(silence);
    silence = setTimeout(close, MAX_SILENCE + Math.random() * JITTER);
  }

  function open() {
    opening = undefined;
    stream = openStream(
      "/api/present-sessions/{id}/marks",
      { id: sessionId, query: { captions: hasCaptions ? "1" : undefined } },
      {
        events: {
          marks(data) {
            restartSilence();
            marks(data);
          },
          caption(data) {
            restartSilence();
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
      restartSilence();
    },
    close,
  };
}
