CREATE TABLE comments (
    id TEXT PRIMARY KEY,
    deck TEXT NOT NULL,
    slide TEXT,
    parent TEXT,
    author TEXT NOT NULL,
    author_email TEXT NOT NULL,
    author_name TEXT NOT NULL,
    body TEXT NOT NULL,
    status TEXT NOT NULL,
    settled_by TEXT,
    settled_at INTEGER,
    mentions TEXT NOT NULL,
    snapshot TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
);

CREATE INDEX comments_by_deck ON comments (deck, created_at);
CREATE INDEX comments_by_time ON comments (created_at);

CREATE TABLE notices (
    id TEXT PRIMARY KEY,
    reader TEXT NOT NULL,
    kind TEXT NOT NULL,
    deck TEXT NOT NULL,
    comment TEXT NOT NULL,
    slide TEXT,
    actor TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    read_at INTEGER
);

CREATE INDEX notices_by_reader ON notices (reader, created_at);
CREATE INDEX notices_by_deck ON notices (deck);
