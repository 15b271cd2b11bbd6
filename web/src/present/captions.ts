// Speech as text, by the browser. Lectern sends no sound anywhere; the browser may send it to its vendor.

/** Why speech is not recognised. */
export type SpeechFailure = "microphone" | "language" | "network";

type SpeechListeners = {
  /** The last words, each time they change. */
  heard: (text: string) => void;
  /** Recognition ended for good. */
  failed: (failure: SpeechFailure) => void;
};

/** The part of the browser's interface that is used; the types of TypeScript do not include it. */
type Recognition = {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  start: () => void;
  abort: () => void;
  onresult: ((event: RecognitionEvent) => void) | null;
  onerror: ((event: { error: string }) => void) | null;
  onend: (() => void) | null;
};
type RecognitionEvent = {
  resultIndex: number;
  results: ArrayLike<ArrayLike<{ transcript: string }> & { isFinal: boolean }>;
};

/** The maximum length of a caption, in characters: about two lines. */
const MAX_CHARACTERS = 140;
const RESTART = 300;
const FAILURES: Record<string, SpeechFailure> = {
  "not-allowed": "microphone",
  "service-not-allowed": "microphone",
  "audio-capture": "microphone",
  "language-not-supported": "language",
  network: "network",
};

function recognitionClass(): (new () => Recognition) | undefined {
  const scope = globalThis as unknown as Record<string, (new () => Recognition) | undefined>;
  return scope["SpeechRecognition"] ?? scope["webkitSpeechRecognition"];
}

export const canRecogniseSpeech = () => recognitionClass() !== undefined;

/** The last words of a text, with at most `most` characters. */
export function lastWords(text: string, most = MAX_CHARACTERS): string {
  const whole = text.replace(/\s+/g, " ").trim();
  if (whole.length <= most) return whole;
  const end = whole.slice(-most);
  const space = end.indexOf(" ");
  return space < 0 ? end : end.slice(space + 1);
}

/** Listens to the speaker until the returned function is called. Browsers stop in pauses: then it starts again. */
export function recogniseSpeech(lang: string, { heard, failed }: SpeechListeners): () => void {
  const Class = recognitionClass();
  if (!Class) return () => undefined;
  const recognition = new Class();
  recognition.lang = lang;
  recognition.continuous = true;
  recognition.interimResults = true;
  let finalText = "";
  let running = true;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const stop = () => {
    running = false;
    clearTimeout(timer);
    recognition.abort();
  };
  recognition.onresult = ({ resultIndex, results }) => {
    let interimText = "";
    for (const result of Array.from(results).slice(resultIndex)) {
      const words = result[0]?.transcript ?? "";
      if (result.isFinal) finalText = lastWords(`${finalText} ${words}`);
      else interimText += ` ${words}`;
    }
    heard(lastWords(`${finalText} ${interimText}`));
  };
  recognition.onerror = ({ error }) => {
    const failure = FAILURES[error];
    if (!failure || !running) return;
    stop();
    failed(failure);
  };
  recognition.onend = () => {
    if (running) timer = setTimeout(start, RESTART);
  };
  function start() {
    try {
      recognition.start();
    } catch {
      // It is running already.
    }
  }
  start();
  return stop;
}
