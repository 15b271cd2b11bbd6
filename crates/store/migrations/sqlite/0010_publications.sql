-- Decks that are published at a readable address. `version` names the version that is shown, which stays while it is.
CREATE TABLE publications (
    deck TEXT PRIMARY KEY,
    slug TEXT NOT NULL UNIQUE,
    version TEXT NOT NULL,
    revision INTEGER NOT NULL,
    indexable INTEGER NOT NULL,
    notes INTEGER NOT NULL,
    downloads INTEGER NOT NULL,
    password TEXT,
    ends_at INTEGER,
    created_at INTEGER NOT NULL,
    published_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
);

-- Whether an organization publishes, and the sites that may embed its decks. Without a row it does, on no other site.
CREATE TABLE publishing (
    organization TEXT PRIMARY KEY,
    allowed INTEGER NOT NULL,
    sites TEXT NOT NULL
);

-- Views of published pages, embeds and share links by day. `link` is `page`, `embed` or the id of a share link; `slide` is
-- empty in the row of the whole deck.
CREATE TABLE view_counts (
    deck TEXT NOT NULL,
    day INTEGER NOT NULL,
    link TEXT NOT NULL,
    slide TEXT NOT NULL,
    views INTEGER NOT NULL,
    visitors INTEGER NOT NULL,
    finished INTEGER NOT NULL,
    downloads INTEGER NOT NULL,
    milliseconds INTEGER NOT NULL,
    leaves INTEGER NOT NULL,
    PRIMARY KEY (deck, day, link, slide)
);

CREATE INDEX view_counts_by_day ON view_counts (day);
