-- Stored versions of a deck. `slides` has a hash of each slide, so that versions can be compared without their content.
CREATE TABLE versions (
    id TEXT COLLATE "C" PRIMARY KEY,
    deck TEXT COLLATE "C" NOT NULL,
    revision BIGINT NOT NULL,
    reason TEXT COLLATE "C" NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    by_email TEXT COLLATE "C" NOT NULL,
    by_name TEXT COLLATE "C" NOT NULL,
    title TEXT COLLATE "C" NOT NULL,
    slide_count BIGINT NOT NULL,
    slides TEXT COLLATE "C" NOT NULL,
    created_at BIGINT NOT NULL,
    body TEXT COLLATE "C" NOT NULL
);

CREATE INDEX versions_by_deck ON versions (deck, revision);
CREATE INDEX versions_by_time ON versions (created_at);

-- Links that show a deck to everybody who has the token.
CREATE TABLE share_links (
    id TEXT COLLATE "C" PRIMARY KEY,
    deck TEXT COLLATE "C" NOT NULL,
    hash TEXT COLLATE "C" NOT NULL UNIQUE,
    name TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT
);

CREATE INDEX share_links_by_deck ON share_links (deck);

-- The last batch of edits that each client had applied to a deck, so that none is applied twice.
CREATE TABLE batches (
    deck TEXT COLLATE "C" NOT NULL,
    client TEXT COLLATE "C" NOT NULL,
    seq BIGINT NOT NULL,
    answer TEXT COLLATE "C" NOT NULL,
    applied_at BIGINT NOT NULL,
    PRIMARY KEY (deck, client)
);

CREATE INDEX batches_by_time ON batches (applied_at);
