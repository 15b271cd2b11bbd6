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
      // What comes later is asked for until it comes, by one function.
      "no-restricted-syntax": [
        "error",
        {
          selector:
            ":matches(AwaitExpression, SvelteAwaitBlock, VariableDeclarator, MemberExpression) > ImportExpression",
          message: "Load it by part(), which asks again when the network fails.",
        },
      ],
      // The server's answers are drawn as HTML on purpose, in one place, which says why.
      "svelte/no-at-html-tags": "error",
      "svelte/no-navigation-without-resolve": "off",
      // Dates, sets and queries are values here: what is reactive is the field that holds them.
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
  { files: ["**/*.svelte", "**/*.svelte.ts"], languageOptions: { parserOptions: { parser: ts.parser } } },
  // The compiler says what is wrong with types, and knows more than the linter.
  { files: ["**/*.ts", "**/*.svelte"], rules: { "no-undef": "off" } },
);
