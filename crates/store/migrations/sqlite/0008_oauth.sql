-- Agents that connect by address. A connected agent is a key of its own: `agent` names its client, the host to which its
-- code went and the resource that its tokens are for. It is JSON, `null` for API keys. Nobody has the key itself; the
-- agent has access tokens, which expire soon, and a refresh token, which works once.
ALTER TABLE keys ADD COLUMN agent TEXT NOT NULL DEFAULT 'null';

-- Clients that registered themselves. `used_at` is NULL until a person connects the client.
CREATE TABLE oauth_clients (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    redirects TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    used_at INTEGER
);
CREATE INDEX oauth_clients_by_time ON oauth_clients (created_at DESC, id) WHERE used_at IS NULL;

-- Codes, access tokens and refresh tokens by their hashes. `request` is JSON: what a code is bound to, else `null`.
CREATE TABLE oauth_tokens (
    hash TEXT PRIMARY KEY,
    key_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    request TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    spent_at INTEGER
);
CREATE INDEX oauth_tokens_by_key ON oauth_tokens (key_id);
CREATE INDEX oauth_tokens_by_end ON oauth_tokens (expires_at);
