-- Booleans are 0 or 1, times are milliseconds since 1970, JSON is text, so that rows of both databases decode alike.

CREATE TABLE users (
    id TEXT COLLATE "C" PRIMARY KEY,
    email TEXT COLLATE "C" NOT NULL UNIQUE,
    name TEXT COLLATE "C" NOT NULL,
    role TEXT COLLATE "C" NOT NULL,
    tier TEXT COLLATE "C" NOT NULL,
    password TEXT COLLATE "C",
    disabled BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);

CREATE TABLE organizations (
    id TEXT COLLATE "C" PRIMARY KEY,
    slug TEXT COLLATE "C" NOT NULL UNIQUE,
    name TEXT COLLATE "C" NOT NULL,
    default_theme TEXT COLLATE "C",
    created_at BIGINT NOT NULL
);

CREATE TABLE memberships (
    organization TEXT COLLATE "C" NOT NULL REFERENCES organizations (id),
    user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id),
    role TEXT COLLATE "C" NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, organization)
);
CREATE INDEX memberships_by_organization ON memberships (organization);

CREATE TABLE sessions (
    hash TEXT COLLATE "C" PRIMARY KEY,
    user_id TEXT COLLATE "C" NOT NULL,
    organization TEXT COLLATE "C" NOT NULL,
    by_link BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_end ON sessions (expires_at);

CREATE TABLE links (
    hash TEXT COLLATE "C" PRIMARY KEY,
    user_id TEXT COLLATE "C" NOT NULL,
    expires_at BIGINT NOT NULL
);

CREATE TABLE keys (
    id TEXT COLLATE "C" PRIMARY KEY,
    hash TEXT COLLATE "C" NOT NULL UNIQUE,
    prefix TEXT COLLATE "C" NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    scopes TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    organization TEXT COLLATE "C" NOT NULL,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT,
    revoked_at BIGINT
);
CREATE INDEX keys_by_user ON keys (user_id, organization);

CREATE TABLE usage (
    key_id TEXT COLLATE "C" NOT NULL,
    day BIGINT NOT NULL,
    requests BIGINT NOT NULL,
    ai BIGINT NOT NULL,
    exports BIGINT NOT NULL,
    PRIMARY KEY (key_id, day)
);

-- The columns that lists show. Slides are in a table of their own, so that a list never reads them.
CREATE TABLE decks (
    id TEXT COLLATE "C" PRIMARY KEY,
    organization TEXT COLLATE "C" NOT NULL,
    owner TEXT COLLATE "C" NOT NULL,
    creator TEXT COLLATE "C",
    title TEXT COLLATE "C" NOT NULL,
    description TEXT COLLATE "C" NOT NULL,
    theme TEXT COLLATE "C" NOT NULL,
    lang TEXT COLLATE "C" NOT NULL,
    languages TEXT COLLATE "C" NOT NULL,
    slide_count BIGINT NOT NULL,
    access TEXT COLLATE "C" NOT NULL,
    view_only BIGINT NOT NULL,
    revision BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    trashed_at BIGINT,
    trashed_by TEXT COLLATE "C"
);
CREATE INDEX decks_by_owner ON decks (owner);
CREATE INDEX decks_by_creator ON decks (creator);
CREATE INDEX decks_by_organization ON decks (organization);
CREATE INDEX decks_in_trash ON decks (trashed_at) WHERE trashed_at IS NOT NULL;
CREATE INDEX decks_by_time ON decks (updated_at DESC, id) WHERE trashed_at IS NULL;

CREATE TABLE deck_bodies (
    deck TEXT COLLATE "C" PRIMARY KEY REFERENCES decks (id),
    search_text TEXT COLLATE "C" NOT NULL,
    body TEXT COLLATE "C" NOT NULL
);

CREATE TABLE grants (
    deck TEXT COLLATE "C" NOT NULL REFERENCES decks (id),
    user_id TEXT COLLATE "C" NOT NULL,
    id TEXT COLLATE "C" NOT NULL,
    permission TEXT COLLATE "C" NOT NULL,
    invited_by TEXT COLLATE "C" NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (deck, user_id)
);
CREATE INDEX grants_by_user ON grants (user_id);

-- Which reader finds which deck in a list. Decks in the trash are in no list. A list is the union of one to three
-- readers, which never share a deck: `own:<user>:<organization>` (private decks of the user),
-- `open:<user>:<organization>` (the user's decks that the organization reads), `shared:<user>:<organization>` (private
-- decks of others that the user reads), `all:<organization>` (decks that the organization reads).
CREATE TABLE readers (
    deck TEXT COLLATE "C" NOT NULL,
    reader TEXT COLLATE "C" NOT NULL,
    owner TEXT COLLATE "C" NOT NULL,
    title_key TEXT COLLATE "C" NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (deck, reader)
);
CREATE INDEX readers_by_update ON readers (reader, updated_at DESC, deck, owner);
CREATE INDEX readers_by_title ON readers (reader, title_key, deck, owner);
CREATE INDEX readers_by_creation ON readers (reader, created_at DESC, deck, owner);

CREATE TABLE reader_counts (
    reader TEXT COLLATE "C" PRIMARY KEY,
    decks BIGINT NOT NULL
);

CREATE TABLE uploads (
    id TEXT COLLATE "C" PRIMARY KEY,
    file TEXT COLLATE "C" NOT NULL UNIQUE,
    hash TEXT COLLATE "C" NOT NULL,
    mime TEXT COLLATE "C" NOT NULL,
    bytes BIGINT NOT NULL,
    width BIGINT NOT NULL,
    height BIGINT NOT NULL,
    organization TEXT COLLATE "C" NOT NULL,
    uploader TEXT COLLATE "C" NOT NULL,
    uploaded_by TEXT COLLATE "C" NOT NULL,
    title TEXT COLLATE "C" NOT NULL,
    alt TEXT COLLATE "C" NOT NULL,
    description TEXT COLLATE "C" NOT NULL,
    tags TEXT COLLATE "C" NOT NULL,
    listed BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    search_text TEXT COLLATE "C" NOT NULL
);
CREATE INDEX uploads_by_time ON uploads (organization, created_at DESC, id) WHERE listed = 1;
CREATE INDEX uploads_by_hash ON uploads (hash);

CREATE TABLE picture_facts (
    hash TEXT COLLATE "C" PRIMARY KEY,
    facts TEXT COLLATE "C" NOT NULL
);

CREATE TABLE themes (
    id TEXT COLLATE "C" PRIMARY KEY,
    organization TEXT COLLATE "C" NOT NULL,
    slug TEXT COLLATE "C" NOT NULL,
    declaration TEXT COLLATE "C" NOT NULL,
    created_at BIGINT NOT NULL,
    UNIQUE (organization, slug)
);

CREATE TABLE types (
    organization TEXT COLLATE "C" NOT NULL,
    slug TEXT COLLATE "C" NOT NULL,
    declaration TEXT COLLATE "C" NOT NULL,
    published BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (organization, slug)
);

CREATE TABLE type_settings (
    organization TEXT COLLATE "C" NOT NULL,
    type_key TEXT COLLATE "C" NOT NULL,
    enabled BIGINT NOT NULL,
    usage_text TEXT COLLATE "C",
    PRIMARY KEY (organization, type_key)
);

CREATE TABLE flags (
    name TEXT COLLATE "C" PRIMARY KEY,
    value TEXT COLLATE "C" NOT NULL
);

CREATE TABLE changes (
    seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    origin TEXT COLLATE "C" NOT NULL,
    touches TEXT COLLATE "C" NOT NULL
);
