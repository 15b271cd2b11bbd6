-- Booleans are 0 or 1, times are milliseconds since 1970, JSON is text, so that rows of both databases decode alike.

CREATE TABLE users (
    id TEXT PRIMARY KEY,
    email TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    role TEXT NOT NULL,
    tier TEXT NOT NULL,
    password TEXT,
    disabled INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
);

CREATE TABLE organizations (
    id TEXT PRIMARY KEY,
    slug TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    default_theme TEXT,
    created_at INTEGER NOT NULL
);

CREATE TABLE memberships (
    organization TEXT NOT NULL REFERENCES organizations (id),
    user_id TEXT NOT NULL REFERENCES users (id),
    role TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, organization)
);
CREATE INDEX memberships_by_organization ON memberships (organization);

CREATE TABLE sessions (
    hash TEXT PRIMARY KEY,
    user_id TEXT NOT NULL,
    organization TEXT NOT NULL,
    by_link INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
);
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_end ON sessions (expires_at);

CREATE TABLE links (
    hash TEXT PRIMARY KEY,
    user_id TEXT NOT NULL,
    expires_at INTEGER NOT NULL
);

CREATE TABLE keys (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    prefix TEXT NOT NULL,
    name TEXT NOT NULL,
    scopes TEXT NOT NULL,
    user_id TEXT NOT NULL,
    organization TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER,
    revoked_at INTEGER
);
CREATE INDEX keys_by_user ON keys (user_id, organization);

CREATE TABLE usage (
    key_id TEXT NOT NULL,
    day INTEGER NOT NULL,
    requests INTEGER NOT NULL,
    ai INTEGER NOT NULL,
    exports INTEGER NOT NULL,
    PRIMARY KEY (key_id, day)
);

-- The columns that lists show. Slides are in a table of their own, so that a list never reads them.
CREATE TABLE decks (
    id TEXT PRIMARY KEY,
    organization TEXT NOT NULL,
    owner TEXT NOT NULL,
    creator TEXT,
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    theme TEXT NOT NULL,
    lang TEXT NOT NULL,
    languages TEXT NOT NULL,
    slide_count INTEGER NOT NULL,
    access TEXT NOT NULL,
    view_only INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    trashed_at INTEGER,
    trashed_by TEXT
);
CREATE INDEX decks_by_owner ON decks (owner);
CREATE INDEX decks_by_creator ON decks (creator);
CREATE INDEX decks_by_organization ON decks (organization);
CREATE INDEX decks_in_trash ON decks (trashed_at) WHERE trashed_at IS NOT NULL;
CREATE INDEX decks_by_time ON decks (updated_at DESC, id) WHERE trashed_at IS NULL;

CREATE TABLE deck_bodies (
    deck TEXT PRIMARY KEY REFERENCES decks (id),
    search_text TEXT NOT NULL,
    body TEXT NOT NULL
);

CREATE TABLE grants (
    deck TEXT NOT NULL REFERENCES decks (id),
    user_id TEXT NOT NULL,
    id TEXT NOT NULL,
    permission TEXT NOT NULL,
    invited_by TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (deck, user_id)
);
CREATE INDEX grants_by_user ON grants (user_id);

-- Which reader finds which deck in a list. Decks in the trash are in no list. A list is the union of one to three
-- readers, which never share a deck: `own:<user>:<organization>` (private decks of the user),
-- `open:<user>:<organization>` (the user's decks that the organization reads), `shared:<user>:<organization>` (private
-- decks of others that the user reads), `all:<organization>` (decks that the organization reads).
CREATE TABLE readers (
    deck TEXT NOT NULL,
    reader TEXT NOT NULL,
    owner TEXT NOT NULL,
    title_key TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (deck, reader)
);
CREATE INDEX readers_by_update ON readers (reader, updated_at DESC, deck, owner);
CREATE INDEX readers_by_title ON readers (reader, title_key, deck, owner);
CREATE INDEX readers_by_creation ON readers (reader, created_at DESC, deck, owner);

CREATE TABLE reader_counts (
    reader TEXT PRIMARY KEY,
    decks INTEGER NOT NULL
);

CREATE TABLE uploads (
    id TEXT PRIMARY KEY,
    file TEXT NOT NULL UNIQUE,
    hash TEXT NOT NULL,
    mime TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    organization TEXT NOT NULL,
    uploader TEXT NOT NULL,
    uploaded_by TEXT NOT NULL,
    title TEXT NOT NULL,
    alt TEXT NOT NULL,
    description TEXT NOT NULL,
    tags TEXT NOT NULL,
    listed INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    search_text TEXT NOT NULL
);
CREATE INDEX uploads_by_time ON uploads (organization, created_at DESC, id) WHERE listed = 1;
CREATE INDEX uploads_by_hash ON uploads (hash);

CREATE TABLE picture_facts (
    hash TEXT PRIMARY KEY,
    facts TEXT NOT NULL
);

CREATE TABLE themes (
    id TEXT PRIMARY KEY,
    organization TEXT NOT NULL,
    slug TEXT NOT NULL,
    declaration TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    UNIQUE (organization, slug)
);

CREATE TABLE types (
    organization TEXT NOT NULL,
    slug TEXT NOT NULL,
    declaration TEXT NOT NULL,
    published INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (organization, slug)
);

CREATE TABLE type_settings (
    organization TEXT NOT NULL,
    type_key TEXT NOT NULL,
    enabled INTEGER NOT NULL,
    usage_text TEXT,
    PRIMARY KEY (organization, type_key)
);

CREATE TABLE flags (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

CREATE TABLE changes (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    origin TEXT NOT NULL,
    touches TEXT NOT NULL
);
