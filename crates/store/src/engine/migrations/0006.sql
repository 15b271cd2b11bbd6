-- Administrative acts. `actor` and `subject` are kept as they were called then, since accounts and decks come to an end.
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
