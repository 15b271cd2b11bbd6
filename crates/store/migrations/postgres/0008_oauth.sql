-- Agents that connect by address. A connected agent is a key of its own: `agent` names its client, the host to which its
-- code went and the resource that its tokens are for. It is JSON, `null` for API keys. Nobody has the key itself; the
-- agent has access tokens, which expire soon, and a refresh token, which works once.
ALTER TABLE keys ADD COLUMN agent TEXT COLLATE "C" NOT NULL DEFAULT 'null';

-- Clients that registered themselves. `used_at` is NULL until a person connects the client.
CREATE TABLE oauth_clients (
    id TEXT COLLATE "C" PRIMARY KEY,
    name TEXT COLLATE "C" NOT NULL,
    redirects TEXT COLLATE "C" NOT NULL,
    created_at BIGINT NOT NULL,
    used_at BIGINT
);
CREATE INDEX oauth_clients_by_time ON oauth_clients (created_at DESC, id) WHERE used_at IS NULL;

-- Codes, access tokens and refresh tokens by their hashes. `request` is JSON: what a code is bound to, else `null`.
CREATE TABLE oauth_tokens (
    hash TEXT COLLATE "C" PRIMARY KEY,
    key_id TEXT COLLATE "C" NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,
    request TEXT COLLATE "C" NOT NULL,
    expires_at BIGINT NOT NULL,
    spent_at BIGINT
);
CREATE INDEX oauth_tokens_by_key ON oauth_tokens (key_id);
CREATE INDEX oauth_tokens_by_end ON oauth_tokens (expires_at);
