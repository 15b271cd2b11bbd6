// The dialog for a new deck: which way it is open, and with which file. Its code comes when it is first used.

export type Way = "blank" | "text" | "file";

class Opening {
  open = $state(false);
  way = $state<Way>("blank");
  file = $state.raw<File>();
  used = $state(false);

  begin(way: Way, file?: File) {
    [this.way, this.file, this.used, this.open] = [way, file, true, true];
  }
}

export const opening = new Opening();
