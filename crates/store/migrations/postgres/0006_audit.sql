-- Administrative acts. `actor` and `subject` are names as of that time, since accounts and decks may be deleted later.
-- An empty `actor`, `address` or `subject` means that there is none.
CREATE TABLE audit (
    id TEXT COLLATE "C" PRIMARY KEY,
    at BIGINT NOT NULL,
    act TEXT COLLATE "C" NOT NULL,
    actor TEXT COLLATE "C" NOT NULL,
    door TEXT COLLATE "C" NOT NULL,
    address TEXT COLLATE "C" NOT NULL,
    subject TEXT COLLATE "C" NOT NULL,
    details TEXT COLLATE "C" NOT NULL
);
CREATE INDEX audit_by_time ON audit (at DESC, id);
