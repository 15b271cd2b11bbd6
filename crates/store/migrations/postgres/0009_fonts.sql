-- Fonts that organizations uploaded. A family has one face of each weight and slant. `hash` names the file.
CREATE TABLE fonts (
    id TEXT COLLATE "C" PRIMARY KEY,
    organization TEXT COLLATE "C" NOT NULL,
    family TEXT COLLATE "C" NOT NULL,
    weight BIGINT NOT NULL,
    italic BIGINT NOT NULL,
    figures TEXT COLLATE "C" NOT NULL,
    editable BIGINT NOT NULL,
    licence TEXT COLLATE "C" NOT NULL,
    bytes BIGINT NOT NULL,
    hash TEXT COLLATE "C" NOT NULL,
    created_at BIGINT NOT NULL,
    UNIQUE (organization, family, weight, italic)
);
CREATE INDEX fonts_by_hash ON fonts (hash);
