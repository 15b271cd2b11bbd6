// The configuration of MCP clients, as in `docs/agents.md`, with address and key filled in.

import type { Scope } from "../../lib/api-types";

export type Block = { code: string; file?: string | undefined };
export type Client = { id: string; name: string; blocks: Block[] };

/** The placeholder of a key. */
export const NO_KEY = "svc_live_...";

const json = (value: unknown) => JSON.stringify(value, null, 2);

/** Clients that connect over HTTP with a key. */
export function overHttp(address: string, key: string): Client[] {
  const url = `${address}/mcp`;
  const bearer = `Bearer ${key}`;
  const servers = (lectern: unknown) => json({ mcpServers: { lectern } });
  return [
    {
      id: "claude-code",
      name: "Claude Code",
      blocks: [
        { code: `claude mcp add --transport http lectern ${url} --header "Authorization: ${bearer}"` },
      ],
    },
    {
      id: "claude-desktop",
      name: "Claude Desktop",
      blocks: [
        {
          file: "claude_desktop_config.json",
          code: servers({
            command: "npx",
            args: ["-y", "mcp-remote", url, "--header", "Authorization:${LECTERN_AUTH}"],
            env: { LECTERN_AUTH: bearer },
          }),
        },
      ],
    },
    {
      id: "cursor",
      name: "Cursor",
      blocks: [{ file: "~/.cursor/mcp.json", code: servers({ url, headers: { Authorization: bearer } }) }],
    },
    {
      id: "vs-code",
      name: "VS Code",
      blocks: [
        {
          file: ".vscode/mcp.json",
          code: json({
            inputs: [{ type: "promptString", id: "lectern-key", description: "Lectern key", password: true }],
            servers: {
              lectern: { type: "http", url, headers: { Authorization: "Bearer ${input:lectern-key}" } },
            },
          }),
        },
      ],
    },
    {
      id: "windsurf",
      name: "Windsurf",
      blocks: [
        {
          file: "~/.codeium/windsurf/mcp_config.json",
          code: servers({ serverUrl: url, headers: { Authorization: bearer } }),
        },
      ],
    },
    {
      id: "zed",
      name: "Zed",
      blocks: [
        {
          file: "settings.json",
          code: json({ context_servers: { lectern: { url, headers: { Authorization: bearer } } } }),
        },
      ],
    },
    {
      id: "gemini",
      name: "Gemini CLI",
      blocks: [
        {
          file: "~/.gemini/settings.json",
          code: servers({ httpUrl: url, headers: { Authorization: bearer } }),
        },
      ],
    },
    {
      id: "codex",
      name: "Codex",
      blocks: [
        {
          file: "~/.codex/config.toml",
          code: `[mcp_servers.lectern]\nurl = "${url}"\nbearer_token_env_var = "LECTERN_KEY"`,
        },
        { code: `export LECTERN_KEY=${key}` },
      ],
    },
    {
      id: "curl",
      name: "curl",
      blocks: [
        {
          code: `curl -s -H "Authorization: ${bearer}" ${url} \\\n  -d '{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}'`,
        },
      ],
    },
  ];
}

/** Clients on the machine with the data folder: a command without a key. */
export function overStdio(email: string): Client[] {
  const folder = "/srv/lectern";
  const args = ["mcp", "--data-dir", folder, "--mcp-owner-email", email];
  return [
    {
      id: "claude-code",
      name: "Claude Code",
      blocks: [{ code: `claude mcp add lectern -- lectern ${args.join(" ")}` }],
    },
    {
      id: "claude-desktop",
      name: "Claude Desktop",
      blocks: [
        {
          file: "claude_desktop_config.json",
          code: json({ mcpServers: { lectern: { command: "/usr/local/bin/lectern", args } } }),
        },
      ],
    },
  ];
}

/** The tools by scope, in the order in which an agent uses them. Their descriptions are in the language files. */
export const TOOLS: readonly { scope: Scope; names: readonly string[] }[] = [
  {
    scope: "read",
    names: [
      "get_slide_types",
      "list_themes",
      "list_presentations",
      "get_presentation",
      "get_presentation_url",
      "validate_presentation",
      "preview_slide",
      "preview_presentation",
      "get_deck_texts",
      "list_versions",
      "find_images",
      "search_library",
      "find_icons",
    ],
  },
  {
    scope: "write",
    names: [
      "create_presentation_from_slides",
      "add_slide",
      "update_slide",
      "remove_slide",
      "reorder_slides",
      "edit_slides",
      "update_presentation",
      "restore_version",
      "insert_library_slide",
      "set_data",
      "upload_image",
      "begin_upload",
      "duplicate_presentation",
      "delete_presentation",
    ],
  },
  { scope: "export", names: ["export_presentation"] },
  { scope: "comments:read", names: ["list_comments", "list_recent_comments"] },
  { scope: "comments:write", names: ["add_comment", "reply_to_comment", "set_comment_status"] },
  {
    scope: "ai",
    names: [
      "create_presentation",
      "create_outline",
      "create_from_outline",
      "append_slides",
      "convert_slide",
      "iterate_presentation",
      "compress_presentation",
      "analyze_presentation",
    ],
  },
];
