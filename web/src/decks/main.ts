import { loadChunk } from "../lib/chunks";
import { start } from "../lib/start";
import DecksPage from "./DecksPage.svelte";

const isTrash = location.pathname === "/trash";
void start(isTrash ? (await loadChunk(() => import("./TrashPage.svelte"))).default : DecksPage, "decks");
