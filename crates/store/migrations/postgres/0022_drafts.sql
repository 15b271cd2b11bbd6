-- Texts and lists that were written in the editor and break a rule of their field. Editors see them in place of the stored
-- value, `base`, until they are mended. `lang` is empty for the main language.
CREATE TABLE drafts (
    deck TEXT COLLATE "C" NOT NULL,
    slide TEXT COLLATE "C" NOT NULL,
    lang TEXT COLLATE "C" NOT NULL,
    path TEXT COLLATE "C" NOT NULL,
    value TEXT COLLATE "C" NOT NULL,
    base TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (deck, slide, lang, path)
);
