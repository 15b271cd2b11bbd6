// Reactions: a tap that the hall sees. A device sends one a second at most, so that it can vote and ask as before.

import { api } from "../lib/api";
import { REACTIONS, reactionPicture, type Reaction } from "../lib/reactions";
import { find, make, announce, t } from "./page";

const PAUSE = 1000;

export function setUpReactions(session: string) {
  const bar = find("reactions");
  let sentAt = -Infinity;

  async function send(reaction: Reaction, button: HTMLButtonElement) {
    const now = performance.now();
    if (now - sentAt < PAUSE) return;
    sentAt = now;
    button.classList.remove("sent");
    void button.offsetWidth;
    button.classList.add("sent");
    try {
      await api.post("/api/follow/{id}/reactions", { id: session, body: { reaction } });
      announce(t("hall.reactions.sent"));
    } catch {
      // A reaction that arrives late means nothing: it is not sent again.
    }
  }

  for (const reaction of REACTIONS) {
    const button = make("button", "tool square");
    button.type = "button";
    button.ariaLabel = button.title = t(`hall.reactions.${reaction}`);
    button.append(reactionPicture(reaction));
    button.addEventListener("click", () => void send(reaction, button));
    bar.append(button);
  }
  bar.hidden = false;
}
