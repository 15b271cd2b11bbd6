// The context menu of a slide.

import Clipboard from "@lucide/svelte/icons/clipboard";
import Copy from "@lucide/svelte/icons/copy";
import CopyPlus from "@lucide/svelte/icons/copy-plus";
import EyeOff from "@lucide/svelte/icons/eye-off";
import Library from "@lucide/svelte/icons/library";
import Link from "@lucide/svelte/icons/link";
import MessageSquare from "@lucide/svelte/icons/message-square";
import Plus from "@lucide/svelte/icons/plus";
import Scissors from "@lucide/svelte/icons/scissors";
import Shapes from "@lucide/svelte/icons/shapes";
import Trash from "@lucide/svelte/icons/trash-2";
import { t } from "../../lib/i18n";
import type { MenuEntry } from "../../lib/menu-entries";
import { copyLink } from "../actions";
import type { Editor } from "../store/editor.svelte";
import { pasteFromMenu } from "./clipboard";
import { togglePreset, presetOf, type VisibilityPreset } from "./visibility-presets";

const HIDING_PRESETS: VisibilityPreset[] = ["skip", "internal", "draft", "viewers"];

/** The entries of the context menu of the current slide; none without a slide. */
export function slideMenu(store: Editor): MenuEntry[] {
  const slide = store.slide;
  if (!slide) return [];
  const current = presetOf(slide);
  const link = { label: t("editor.menu.link"), icon: Link, run: () => void copyLink(store, slide.id) };
  const comment = {
    label: t("editor.menu.comment"),
    icon: MessageSquare,
    keys: "ctrl+alt+m",
    run: () => store.openPanel("comments", { write: true }),
  };
  if (!store.mayWrite) return store.mayComment ? [comment, link] : [link];
  // Copy and cut need the browser's own command on the focused row.
  const clip = (what: "copy" | "cut" | "paste") => () => {
    document.querySelector<HTMLElement>('.slides [role="option"][tabindex="0"]')?.focus();
    document.execCommand(what);
  };
  return [
    { label: t("editor.menu.new"), icon: Plus, keys: "n", run: () => store.pickType("add") },
    { label: t("editor.menu.duplicate"), icon: CopyPlus, keys: "ctrl+d", run: () => store.duplicate() },
    { label: t("editor.menu.copy"), icon: Copy, keys: "ctrl+c", run: clip("copy") },
    { label: t("editor.menu.cut"), icon: Scissors, keys: "ctrl+x", run: clip("cut") },
    {
      label: t("editor.menu.paste"),
      icon: Clipboard,
      keys: "ctrl+v",
      // A page may read the clipboard without a key press over https only.
      disabled: isSecureContext ? undefined : t("editor.menu.paste.key"),
      run: () => void pasteFromMenu(store),
    },
    { separator: true },
    { label: t("editor.menu.type"), icon: Shapes, keys: "t", run: () => store.pickType("change") },
    {
      label: t("editor.menu.hide"),
      icon: EyeOff,
      items: HIDING_PRESETS.map((preset) => ({
        label: t(`editor.hide.${preset}`),
        checked: current === preset,
        run: () => togglePreset(store, preset),
      })),
    },
    { label: t("editor.menu.library"), icon: Library, run: () => (store.libraryDialog = "save") },
    comment,
    link,
    { separator: true },
    { label: t("editor.menu.delete"), icon: Trash, keys: "delete", danger: true, run: () => store.remove() },
  ];
}
