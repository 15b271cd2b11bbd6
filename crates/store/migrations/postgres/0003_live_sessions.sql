-- Live sessions. `turn` rises with every change of a session. A write with an earlier turn never replaces one with a
-- later turn, in whatever order they arrive.

CREATE TABLE live_sessions (
    id TEXT COLLATE "C" PRIMARY KEY,
    deck TEXT COLLATE "C" NOT NULL UNIQUE,
    notes_key TEXT COLLATE "C" NOT NULL,
    state TEXT COLLATE "C" NOT NULL,
    control BIGINT NOT NULL,
    codes TEXT COLLATE "C" NOT NULL,
    turn BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    active_at BIGINT NOT NULL
);

-- Items that the audience answers: interactions by slide id, questions by their own id.
CREATE TABLE live_items (
    session TEXT COLLATE "C" NOT NULL,
    item TEXT COLLATE "C" NOT NULL,
    entry TEXT COLLATE "C" NOT NULL,
    turn BIGINT NOT NULL,
    PRIMARY KEY (session, item)
);

-- The answer of one device to an item: a vote, a text, an upvote.
CREATE TABLE live_answers (
    session TEXT COLLATE "C" NOT NULL,
    item TEXT COLLATE "C" NOT NULL,
    device TEXT COLLATE "C" NOT NULL,
    answer TEXT COLLATE "C" NOT NULL,
    given_at BIGINT NOT NULL,
    turn BIGINT NOT NULL,
    PRIMARY KEY (session, item, device)
);
