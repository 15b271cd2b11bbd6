// Measures how agents fare with the tools: `make agent-eval`. Prints rows of a name, a figure and its unit, as the
// benchmarks do. With `--verbose`, also every mistake that was accepted without notice or not mended.

import { startTools } from "./caller.js";
import { mistakes } from "./mistakes.js";
import { tasks } from "./tasks.js";

const verbose = process.argv.includes("--verbose");
const tools = await startTools();
try {
  for (const rows of [await tasks(tools), await mistakes(tools, verbose ? console.error : () => {})]) {
    for (const [name, value, unit] of rows) console.log(`${name.padEnd(60)}  ${value} ${unit}`);
  }
} finally {
  await tools.stop();
}
