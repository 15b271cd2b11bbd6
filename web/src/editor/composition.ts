// Hides the keys of an input method from the page: an Enter that accepts a suggestion must not send a form.

/** The code of a key that an input method handles. Safari ends the composition before the Enter that confirms it. */
const INPUT_METHOD = 229;

/** Hides the keys of an input method from the page. Returns a function that stops it. */
export function hideCompositionKeys(): () => void {
  const hide = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === INPUT_METHOD) event.stopImmediatePropagation();
  };
  addEventListener("keydown", hide, true);
  return () => removeEventListener("keydown", hide, true);
}
