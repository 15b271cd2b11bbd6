// A word to the speaker that goes by itself.

export type Pill = {
  about?: "projector";
  text: string;
  tone: "plain" | "warn" | "ok";
  action?: { label: string; run: () => void };
};
