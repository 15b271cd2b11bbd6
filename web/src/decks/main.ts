import { part } from "../lib/parts";
import { start } from "../lib/start";
import DecksPage from "./DecksPage.svelte";

const isTrash = location.pathname === "/trash";
void start(isTrash ? (await part(() => import("./TrashPage.svelte"))).default : DecksPage, "decks");
