-- The account that wrote a deck last, and when the present stretch of work began. Empty until the next write of an older
-- deck.
ALTER TABLE decks ADD COLUMN updated_by TEXT;
ALTER TABLE decks ADD COLUMN stretch_at BIGINT;
