import { start } from "../lib/start";
import Settings from "./Settings.svelte";

void start(Settings, "settings");
