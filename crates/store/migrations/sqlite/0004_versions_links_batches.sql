-- Stored versions of a deck. `slides` has a hash of each slide, so that versions can be compared without their content.
CREATE TABLE versions (
    id TEXT PRIMARY KEY,
    deck TEXT NOT NULL,
    revision INTEGER NOT NULL,
    reason TEXT NOT NULL,
    name TEXT NOT NULL,
    by_email TEXT NOT NULL,
    by_name TEXT NOT NULL,
    title TEXT NOT NULL,
    slide_count INTEGER NOT NULL,
    slides TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    body TEXT NOT NULL
);

CREATE INDEX versions_by_deck ON versions (deck, revision);
CREATE INDEX versions_by_time ON versions (created_at);

-- Links that show a deck to everybody who has the token.
CREATE TABLE share_links (
    id TEXT PRIMARY KEY,
    deck TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    created_by TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER
);

CREATE INDEX share_links_by_deck ON share_links (deck);

-- The last batch of edits that each client had applied to a deck, so that none is applied twice.
CREATE TABLE batches (
    deck TEXT NOT NULL,
    client TEXT NOT NULL,
    seq INTEGER NOT NULL,
    answer TEXT NOT NULL,
    applied_at INTEGER NOT NULL,
    PRIMARY KEY (deck, client)
);

CREATE INDEX batches_by_time ON batches (applied_at);
