-- Live sessions. `turn` rises with every change of a session. A write with an earlier turn never replaces one with a
-- later turn, in whatever order they arrive.

CREATE TABLE live_sessions (
    id TEXT PRIMARY KEY,
    deck TEXT NOT NULL UNIQUE,
    notes_key TEXT NOT NULL,
    state TEXT NOT NULL,
    control INTEGER NOT NULL,
    codes TEXT NOT NULL,
    turn INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    active_at INTEGER NOT NULL
);

-- Items that the audience answers: interactions by slide id, questions by their own id.
CREATE TABLE live_items (
    session TEXT NOT NULL,
    item TEXT NOT NULL,
    entry TEXT NOT NULL,
    turn INTEGER NOT NULL,
    PRIMARY KEY (session, item)
);

-- The answer of one device to an item: a vote, a text, an upvote.
CREATE TABLE live_answers (
    session TEXT NOT NULL,
    item TEXT NOT NULL,
    device TEXT NOT NULL,
    answer TEXT NOT NULL,
    given_at INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    PRIMARY KEY (session, item, device)
);
