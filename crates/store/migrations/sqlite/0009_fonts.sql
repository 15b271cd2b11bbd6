-- Fonts that organizations uploaded. A family has one face of each weight and slant. `hash` names the file.
CREATE TABLE fonts (
    id TEXT PRIMARY KEY,
    organization TEXT NOT NULL,
    family TEXT NOT NULL,
    weight INTEGER NOT NULL,
    italic INTEGER NOT NULL,
    figures TEXT NOT NULL,
    editable INTEGER NOT NULL,
    licence TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    hash TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    UNIQUE (organization, family, weight, italic)
);
CREATE INDEX fonts_by_hash ON fonts (hash);
