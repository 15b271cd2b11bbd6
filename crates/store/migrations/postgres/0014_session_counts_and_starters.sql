-- The audience of live sessions by minute: the most followers, and the answers and questions so far.
CREATE TABLE session_counts (
    session TEXT NOT NULL,
    minute BIGINT NOT NULL,
    deck TEXT NOT NULL,
    followers BIGINT NOT NULL,
    answers BIGINT NOT NULL,
    questions BIGINT NOT NULL,
    PRIMARY KEY (session, minute)
);

CREATE INDEX session_counts_by_deck ON session_counts (deck, minute);
CREATE INDEX session_counts_by_minute ON session_counts (minute);

-- Decks that are offered when somebody of their organization begins a new one.
CREATE TABLE starters (
    deck TEXT PRIMARY KEY,
    organization TEXT NOT NULL,
    created_at BIGINT NOT NULL
);

CREATE INDEX starters_by_organization ON starters (organization);
