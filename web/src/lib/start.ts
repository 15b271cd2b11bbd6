// How each page of the app begins: its colours, its words, then its root component.

import { mount, type Component } from "svelte";
import "./base.css";
import { loadWords } from "./i18n";
import { showScheme } from "./scheme";

/** Fills the page with `root`, which speaks the words of `areas`. */
export async function start(root: Component, ...areas: string[]) {
  showScheme();
  await loadWords(...areas);
  mount(root, { target: document.body });
}
