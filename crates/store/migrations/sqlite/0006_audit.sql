-- Administrative acts. `actor` and `subject` are names as of that time, since accounts and decks may be deleted later.
-- An empty `actor`, `address` or `subject` means that there is none.
CREATE TABLE audit (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    act TEXT NOT NULL,
    actor TEXT NOT NULL,
    door TEXT NOT NULL,
    address TEXT NOT NULL,
    subject TEXT NOT NULL,
    details TEXT NOT NULL
);
CREATE INDEX audit_by_time ON audit (at DESC, id);
