import { language } from "../lib/i18n";
import { start } from "../lib/start";
import App from "./App.svelte";
import "./opening.css";

// The names of slide types come in English with the types themselves.
const areas = language() === "en" ? ["editor", "fields"] : ["editor", "fields", "types"];
void start(App, ...areas);
