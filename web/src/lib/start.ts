// Starts a page of the app: colour scheme, texts, then the root component.

import { mount, type Component } from "svelte";
import "./base.css";
import { loadTexts } from "./i18n";
import { applyScheme } from "./scheme";

/** Mounts `root` with the texts of `areas`. */
export async function start(root: Component, ...areas: string[]) {
  applyScheme();
  await loadTexts(...areas);
  mount(root, { target: document.body });
}
