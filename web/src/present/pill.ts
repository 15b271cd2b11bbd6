// A message to the speaker that disappears by itself.

export type Pill = {
  /** The subject of a message that is removed when it no longer applies. */
  about?: "projector";
  text: string;
  tone: "plain" | "warn" | "ok";
  action?: { label: string; run: () => void };
};
