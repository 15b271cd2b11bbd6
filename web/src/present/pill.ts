// A message to the speaker that disappears by itself.

export type Pill = {
  about?: "projector";
  text: string;
  tone: "plain" | "warn" | "ok";
  action?: { label: string; run: () => void };
};
