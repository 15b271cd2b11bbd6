// Selects the moves of a session that are new: those of a remote control, a second presenter, or a poll. The stream
// also repeats own moves, and may deliver old ones while newer ones are being sent.

import type { LiveState } from "../lib/api-types";

/** Calls `apply` with each state that is a new move. */
export function remoteMoves(apply: (state: LiveState) => void) {
  let latest = 0;
  let deferred: LiveState | undefined;
  return {
    /** The stream sent a state. While `busy`, an own move is being sent, which overrides older ones. */
    received(state: LiveState, busy: boolean) {
      if (busy) {
        deferred = state;
        return;
      }
      if (state.updatedAt <= latest) return;
      latest = state.updatedAt;
      apply(state);
    },
    /** The server confirmed an own move. A later state that was deferred applies now. */
    acknowledged(state: LiveState, busy: boolean) {
      latest = Math.max(latest, state.updatedAt);
      if (busy || !deferred) return;
      const late = deferred;
      deferred = undefined;
      if (late.updatedAt > latest) this.received(late, false);
    },
  };
}
