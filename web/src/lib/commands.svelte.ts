// Everything one can do on a page, by name: what the command menu (Ctrl+K) offers and the key help (`?`) lists.

import { untrack } from "svelte";
import { bindKeys, type KeyAction } from "./keys";

export type Command = {
  id: string;
  label: string;
  /** Named as in `keys.ts`; several for the same thing. */
  keys?: string | string[] | undefined;
  /** Heading it stands under in both lists. */
  group?: string | undefined;
  /** Without it the command is a key that is only explained, and listened to elsewhere. */
  run?: KeyAction | undefined;
  /** Why it cannot be done now. */
  disabled?: string | undefined;
};

let known = $state.raw<Command[]>([]);

/** Which of the two lists is open. */
export const lists = $state({ commands: false, help: false });

/** All commands there are now; reactive. */
export function commands(): Command[] {
  return known;
}

/** Commands by their headings, those of the page itself first: `""` is its heading. */
export function grouped(list: Command[]): { group: string; commands: Command[] }[] {
  const groups = [...new Set(["", ...list.map(({ group }) => group ?? "")])];
  const of = (group: string) => list.filter((command) => (command.group ?? "") === group);
  return groups.map((group) => ({ group, commands: of(group) })).filter(({ commands }) => commands.length);
}

/**
 * Adds commands and their keys; answers how to take them away. A later one wins over an earlier with its id or key.
 * An effect may call it: it does not depend on the commands of others.
 */
export function register(...added: Command[]): () => void {
  const before = untrack(() => known);
  known = [...before.filter((old) => !added.some(({ id }) => id === old.id)), ...added];
  return () => {
    known = untrack(() => known).filter((command) => !added.includes(command));
  };
}

/** Listens to the keys of all commands. A dialog or menu that is open keeps its keys to itself. */
export function listen(): () => void {
  return bindKeys(window, () => {
    if (document.querySelector("[data-layer]")) return {};
    const actions: Record<string, KeyAction> = {};
    for (const { keys, run, disabled } of known) {
      if (!run || disabled) continue;
      for (const key of [keys ?? []].flat()) actions[key] = run;
    }
    return actions;
  });
}
