-- Live sessions. `turn` rises with every change of a session: a later one is never overwritten by an earlier one,
-- in whatever order they arrive.

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

-- What the audience answers to: interactions by slide, questions by id.
CREATE TABLE live_items (
    session TEXT NOT NULL,
    item TEXT NOT NULL,
    entry TEXT NOT NULL,
    turn INTEGER NOT NULL,
    PRIMARY KEY (session, item)
);

-- What one device answered: a vote, a text, an upvote.
CREATE TABLE live_answers (
    session TEXT NOT NULL,
    item TEXT NOT NULL,
    device TEXT NOT NULL,
    answer TEXT NOT NULL,
    given_at INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    PRIMARY KEY (session, item, device)
);
