// All commands of the editor, with their keys.

import { register, type Command } from "../lib/commands.svelte";
import { t } from "../lib/i18n";
import { copyLink, present, saveNow } from "./actions";
import { openSearch } from "./search-dialog.svelte";
import { togglePreset } from "./list/visibility-presets";
import { selectNextHint } from "./slide-hints";
import type { Editor } from "./store/editor.svelte";

/** Where single-letter keys work: on a row of the slide list, and on any part of the canvas that is not a text. */
const LETTERS = '.slides [role="option"], .canvas .node:not(.text)';

/** Registers the commands. Returns a function that removes them. */
export function registerEditorCommands(store: Editor): () => void {
  const [deck, slides, text] = [t("editor.keys.deck"), t("editor.keys.slides"), t("editor.keys.text")];
  const always: Command[] = [
    {
      id: "editor.hints",
      label: t("editor.keys.hints"),
      keys: "f8",
      group: deck,
      run: () => selectNextHint(store, 1),
    },
    {
      id: "editor.hints.back",
      label: t("editor.keys.hints.back"),
      keys: "shift+f8",
      group: deck,
      run: () => selectNextHint(store, -1),
    },
    {
      id: "editor.next",
      label: t("editor.keys.next"),
      keys: "alt+pagedown",
      group: slides,
      run: () => store.selectNeighbour(1),
    },
    {
      id: "editor.previous",
      label: t("editor.keys.previous"),
      keys: "alt+pageup",
      group: slides,
      run: () => store.selectNeighbour(-1),
    },
    {
      id: "editor.link",
      label: t("editor.menu.link"),
      group: slides,
      run: () => store.slide && void copyLink(store, store.slide.id),
    },
    { id: "editor.share", label: t("editor.share"), group: deck, run: () => store.openPanel("share") },
    { id: "editor.export", label: t("editor.export"), group: deck, run: () => store.openPanel("export") },
    { id: "editor.find.words", label: t("editor.find"), search: (words) => openSearch(store, words) },
  ];
  if (!store.mayWrite) return register(...always);
  const writing: Command[] = [
    { id: "editor.undo", label: t("editor.undo"), keys: "ctrl+z", group: deck, run: () => store.undo() },
    {
      id: "editor.redo",
      label: t("editor.redo"),
      keys: ["ctrl+shift+z", "ctrl+y"],
      group: deck,
      run: () => store.redo(),
    },
    {
      id: "editor.save",
      label: t("editor.keys.save"),
      keys: "ctrl+s",
      group: deck,
      run: () => void saveNow(store),
    },
    {
      id: "editor.present",
      label: t("editor.keys.present.here"),
      keys: "alt+enter",
      group: deck,
      run: () => void present(store, "here"),
    },
    {
      id: "editor.start",
      label: t("editor.keys.present.start"),
      group: deck,
      run: () => void present(store, "start"),
    },
    {
      id: "editor.rehearse",
      label: t("editor.present.rehearse"),
      group: deck,
      run: () => void present(store, "rehearse"),
    },
    { id: "editor.deck", label: t("editor.keys.theme"), group: deck, run: () => store.openPanel("deck") },
    {
      id: "editor.translate",
      label: t("editor.keys.sides"),
      group: deck,
      run: () => store.openPanel("translate"),
    },
    { id: "editor.history", label: t("editor.history"), group: deck, run: () => store.openPanel("history") },
    {
      id: "editor.powerpoint",
      label: t("editor.powerpoint"),
      group: deck,
      run: () => store.openPanel("powerpoint"),
    },
    { id: "editor.assist", label: t("editor.assist"), group: deck, run: () => store.openPanel("assist") },
    {
      id: "editor.comment",
      label: t("editor.keys.comment"),
      keys: "ctrl+alt+m",
      group: slides,
      run: () => store.openPanel("comments", { write: true }),
    },
    {
      id: "editor.find",
      label: t("editor.keys.find"),
      keys: "/",
      within: LETTERS,
      group: deck,
      run: () => openSearch(store),
    },
    {
      id: "editor.replace",
      label: t("editor.replace"),
      // The browser's own search sees only what is in view.
      keys: ["ctrl+h", "ctrl+f"],
      group: deck,
      run: () => openSearch(store),
    },
    {
      id: "editor.add",
      label: t("editor.add"),
      keys: "n",
      within: LETTERS,
      group: slides,
      run: () => store.pickType("add"),
    },
    { id: "editor.add.words", label: t("editor.add"), search: (words) => store.pickType("add", words) },
    {
      id: "editor.library",
      label: t("editor.library"),
      group: slides,
      run: () => (store.libraryDialog = "insert"),
    },
    {
      id: "editor.library.save",
      label: t("editor.menu.library"),
      group: slides,
      run: () => store.slide && (store.libraryDialog = "save"),
    },
    {
      id: "editor.type",
      label: t("editor.menu.type"),
      keys: "t",
      within: LETTERS,
      group: slides,
      run: () => store.pickType("change"),
    },
    {
      id: "editor.hide",
      label: t("editor.menu.hide"),
      keys: "h",
      within: LETTERS,
      group: slides,
      run: () => togglePreset(store, "skip"),
    },
    {
      id: "editor.duplicate",
      label: t("editor.menu.duplicate"),
      keys: "ctrl+d",
      group: slides,
      run: () => store.duplicate(),
    },
    { id: "editor.delete", label: t("editor.menu.delete"), group: slides, run: () => store.remove() },
    { id: "editor.up", label: t("editor.keys.up"), group: slides, run: () => void store.moveSelection(-1) },
    {
      id: "editor.down",
      label: t("editor.keys.down"),
      group: slides,
      run: () => void store.moveSelection(1),
    },
    { id: "editor.keys.move", label: t("editor.keys.move"), keys: ["alt+up", "alt+down"], group: slides },
    { id: "editor.keys.edit", label: t("editor.keys.edit"), keys: ["enter", "f2"], group: text },
    { id: "editor.keys.done", label: t("editor.keys.done"), keys: ["esc", "ctrl+enter"], group: text },
    { id: "editor.keys.bold", label: t("editor.keys.bold"), keys: "ctrl+b", group: text },
    { id: "editor.keys.italic", label: t("editor.keys.italic"), keys: "ctrl+i", group: text },
  ];
  return register(...writing, ...always);
}
