CREATE TABLE comments (
    id TEXT COLLATE "C" PRIMARY KEY,
    deck TEXT COLLATE "C" NOT NULL,
    slide TEXT COLLATE "C",
    parent TEXT COLLATE "C",
    author TEXT COLLATE "C" NOT NULL,
    author_email TEXT COLLATE "C" NOT NULL,
    author_name TEXT COLLATE "C" NOT NULL,
    body TEXT COLLATE "C" NOT NULL,
    status TEXT COLLATE "C" NOT NULL,
    settled_by TEXT COLLATE "C",
    settled_at BIGINT,
    mentions TEXT COLLATE "C" NOT NULL,
    snapshot TEXT COLLATE "C",
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);

CREATE INDEX comments_by_deck ON comments (deck, created_at);
CREATE INDEX comments_by_time ON comments (created_at);

CREATE TABLE notices (
    id TEXT COLLATE "C" PRIMARY KEY,
    reader TEXT COLLATE "C" NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,
    deck TEXT COLLATE "C" NOT NULL,
    comment TEXT COLLATE "C" NOT NULL,
    slide TEXT COLLATE "C",
    actor TEXT COLLATE "C" NOT NULL,
    created_at BIGINT NOT NULL,
    read_at BIGINT
);

CREATE INDEX notices_by_reader ON notices (reader, created_at);
CREATE INDEX notices_by_deck ON notices (deck);
