// Feedback for Ctrl+S.

/** How often Ctrl+S was pressed. Each press animates the save mark. */
export const saveFeedback = $state({ count: 0 });
