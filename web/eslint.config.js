import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

export default ts.config(
  { ignores: ["dist/", "node_modules/"] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      eqeqeq: "error",
      "no-console": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      // Chunks are loaded by one function, which retries until they arrive.
      "no-restricted-syntax": [
        "error",
        {
          selector:
            ":matches(AwaitExpression, SvelteAwaitBlock, VariableDeclarator, MemberExpression) > ImportExpression",
          message: "Load it with loadChunk(), which retries when the network fails.",
        },
      ],
      // HTML from the server is inserted in one module only.
      "svelte/no-at-html-tags": "error",
      "svelte/no-navigation-without-resolve": "off",
      // Dates, sets and queries are plain values: the field that holds them is reactive.
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
  { files: ["**/*.svelte", "**/*.svelte.ts"], languageOptions: { parserOptions: { parser: ts.parser } } },
  // The compiler checks names, and knows more than the linter.
  { files: ["**/*.ts", "**/*.svelte"], rules: { "no-undef": "off" } },
);
