-- Slides that an organization keeps to be reused. A slide is stored as a deck of that slide alone.
CREATE TABLE library_slides (
    id TEXT PRIMARY KEY,
    organization TEXT NOT NULL,
    name TEXT NOT NULL,
    tags TEXT NOT NULL,
    body TEXT NOT NULL,
    revision BIGINT NOT NULL,
    adder TEXT NOT NULL,
    added_by TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    search_text TEXT NOT NULL
);

CREATE INDEX library_slides_by_organization ON library_slides (organization, updated_at);
