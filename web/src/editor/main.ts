import { language } from "../lib/i18n";
import { showStoredToast } from "../lib/next-toast";
import { start } from "../lib/start";
import App from "./App.svelte";
import { hideCompositionKeys } from "./composition";
import "./opening.css";

hideCompositionKeys();

// The server sends the English names of slide types, so English needs no file with them.
const areas = language() === "en" ? ["editor", "fields"] : ["editor", "fields", "types"];
void start(App, ...areas).then(showStoredToast);
