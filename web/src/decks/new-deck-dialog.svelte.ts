// The state of the dialog for a new deck. Its code loads when it is first opened.

export type NewDeckTab = "blank" | "text" | "document" | "file";

class NewDeckDialog {
  open = $state(false);
  tab = $state<NewDeckTab>("blank");
  file = $state.raw<File>();
  used = $state(false);

  show(tab: NewDeckTab, file?: File) {
    [this.tab, this.file, this.used, this.open] = [tab, file, true, true];
  }
}

export const newDeckDialog = new NewDeckDialog();
