// Which of the session's moves are news: those of a remote, of a second presenter, of a poll that leads on. Our own come
// back to us too, and old ones arrive while newer ones are on their way.

import type { LiveState } from "../lib/api-types";

export function remoteMoves(apply: (state: LiveState) => void) {
  let known = 0;
  let aside: LiveState | undefined;
  return {
    /** The stream told a state; `busy` while a move of our own is on its way, which will win over older ones. */
    heard(state: LiveState, busy: boolean) {
      if (busy) {
        aside = state;
        return;
      }
      if (state.updatedAt <= known) return;
      known = state.updatedAt;
      apply(state);
    },
    /** Our own move arrived. What came after it, and was put aside meanwhile, counts. */
    acknowledged(state: LiveState, busy: boolean) {
      known = Math.max(known, state.updatedAt);
      if (busy || !aside) return;
      const late = aside;
      aside = undefined;
      if (late.updatedAt > known) this.heard(late, false);
    },
  };
}
