import { language } from "../lib/i18n";
import { start } from "../lib/start";
import App from "./App.svelte";
import "./opening.css";

// Slide types have their English names from the server.
const areas = language() === "en" ? ["editor", "fields"] : ["editor", "fields", "types"];
void start(App, ...areas);
