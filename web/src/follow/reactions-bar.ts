// The buttons for reactions, which the speaker's screen shows. A device sends at most one reaction a second, so that
// its request limit leaves votes and questions possible.

import { api } from "../lib/api";
import { REACTIONS, reactionPicture, type Reaction } from "../lib/reactions";
import { find, make, announce, t } from "./page";

const PAUSE = 1000;

/** Adds the buttons for reactions to the page and shows them. */
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
      // A reaction is not sent again, since it would arrive too late.
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
