-- Decks that are published at a readable address. `version` names the version that is shown, which stays while it is.
CREATE TABLE publications (
    deck TEXT COLLATE "C" PRIMARY KEY,
    slug TEXT COLLATE "C" NOT NULL UNIQUE,
    version TEXT COLLATE "C" NOT NULL,
    revision BIGINT NOT NULL,
    indexable BIGINT NOT NULL,
    notes BIGINT NOT NULL,
    downloads BIGINT NOT NULL,
    password TEXT COLLATE "C",
    ends_at BIGINT,
    created_at BIGINT NOT NULL,
    published_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);

-- Whether an organization publishes, and the sites that may embed its decks. Without a row it does, on no other site.
CREATE TABLE publishing (
    organization TEXT COLLATE "C" PRIMARY KEY,
    allowed BIGINT NOT NULL,
    sites TEXT COLLATE "C" NOT NULL
);

-- Views of published pages, embeds and share links by day. `link` is `page`, `embed` or the id of a share link; `slide` is
-- empty in the row of the whole deck.
CREATE TABLE view_counts (
    deck TEXT COLLATE "C" NOT NULL,
    day BIGINT NOT NULL,
    link TEXT COLLATE "C" NOT NULL,
    slide TEXT COLLATE "C" NOT NULL,
    views BIGINT NOT NULL,
    visitors BIGINT NOT NULL,
    finished BIGINT NOT NULL,
    downloads BIGINT NOT NULL,
    milliseconds BIGINT NOT NULL,
    leaves BIGINT NOT NULL,
    PRIMARY KEY (deck, day, link, slide)
);

CREATE INDEX view_counts_by_day ON view_counts (day);
