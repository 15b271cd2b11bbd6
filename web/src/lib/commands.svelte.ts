// The commands of a page, for the command menu (Ctrl+K) and the key help (`?`).

import { untrack } from "svelte";
import { bindKeys, type KeyAction } from "./keys";

export type Command = {
  id: string;
  label: string;
  /** Named as in `keys.ts`; several keys for one command. */
  keys?: string | string[] | undefined;
  /** The keys act only while the focus is in an element that this selector matches. */
  within?: string | undefined;
  /** The heading in both lists. */
  group?: string | undefined;
  /** Without it the command only documents a key that is handled elsewhere. */
  run?: KeyAction | undefined;
  /** Offered in the menu below all others for whatever words are typed there, which it receives. */
  search?: ((words: string) => void) | undefined;
  /** Why the command is not available. */
  disabled?: string | undefined;
};

let registered = $state.raw<Command[]>([]);

/** Which of the two dialogs is open. */
export const commandDialogs = $state({ commands: false, help: false });

/** All registered commands; reactive. */
export function commands(): Command[] {
  return registered;
}

/** Commands by heading. Those without one come first, with the heading `""`. */
export function commandGroups(list: Command[]): { group: string; commands: Command[] }[] {
  const groups = [...new Set(["", ...list.map(({ group }) => group ?? "")])];
  const inGroup = (group: string) => list.filter((command) => (command.group ?? "") === group);
  return groups
    .map((group) => ({ group, commands: inGroup(group) }))
    .filter(({ commands }) => commands.length);
}

/**
 * Registers commands and their keys. Returns a function that removes them. A later command replaces an earlier one with
 * its id or key. Effects may call this: it does not depend on other commands.
 */
export function register(...added: Command[]): () => void {
  const current = untrack(() => registered);
  registered = [...current.filter((other) => !added.some(({ id }) => id === other.id)), ...added];
  return () => {
    registered = untrack(() => registered).filter((command) => !added.includes(command));
  };
}

/** Listens for the keys of all commands, unless a dialog or menu is open. */
export function listenForKeys(): () => void {
  return bindKeys(window, () => {
    if (document.querySelector("[data-layer]")) return {};
    const actions: Record<string, KeyAction> = {};
    for (const { keys, run, disabled, within } of registered) {
      if (!run || disabled || (within && !document.activeElement?.closest(within))) continue;
      for (const key of [keys ?? []].flat()) actions[key] = run;
    }
    return actions;
  });
}
