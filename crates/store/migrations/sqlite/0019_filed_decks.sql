-- How people sort the decks that they read: a star, and at most one folder, which exists as long as a deck is in it. A deck
-- that a person has not sorted has no row.
CREATE TABLE filed_decks (
    user_id TEXT NOT NULL,
    deck TEXT NOT NULL,
    starred INTEGER NOT NULL,
    folder TEXT,
    PRIMARY KEY (user_id, deck)
);

CREATE INDEX filed_decks_by_deck ON filed_decks (deck);
