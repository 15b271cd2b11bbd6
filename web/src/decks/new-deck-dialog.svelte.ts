// The state of the dialog for a new deck. Its code loads when it is first opened.

import type { OwnStart, StartId } from "./start-ids";

export type NewDeckTab = "blank" | "text" | "document" | "file";

class NewDeckDialog {
  open = $state(false);
  tab = $state<NewDeckTab>("blank");
  /** What a deck of the first tab starts as. */
  start = $state<StartId | OwnStart>("blank");
  file = $state.raw<File>();
  used = $state(false);

  show(tab: NewDeckTab, file?: File, start: StartId = "blank") {
    this.start = start;
    [this.tab, this.file, this.used, this.open] = [tab, file, true, true];
  }
}

export const newDeckDialog = new NewDeckDialog();
