-- Recorded rehearsals: the sound of a speaker, and when which slide was shown. A person has at most one of each deck that is
-- not removed. `hash` names the file, which is deleted after the record was marked as removed.
CREATE TABLE rehearsals (
    id TEXT PRIMARY KEY,
    deck TEXT NOT NULL,
    user_id TEXT NOT NULL,
    hash TEXT NOT NULL,
    mime TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    duration INTEGER NOT NULL,
    moments TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    removed INTEGER NOT NULL
);

CREATE INDEX rehearsals_by_deck ON rehearsals (deck, user_id);
CREATE INDEX rehearsals_by_user ON rehearsals (user_id);
CREATE INDEX rehearsals_by_hash ON rehearsals (hash);
