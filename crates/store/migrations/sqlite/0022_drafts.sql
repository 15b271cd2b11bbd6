-- Texts and lists that were written in the editor and break a rule of their field. Editors see them in place of the stored
-- value, `base`, until they are mended. `lang` is empty for the main language.
CREATE TABLE drafts (
    deck TEXT NOT NULL,
    slide TEXT NOT NULL,
    lang TEXT NOT NULL,
    path TEXT NOT NULL,
    value TEXT NOT NULL,
    base TEXT NOT NULL,
    PRIMARY KEY (deck, slide, lang, path)
);
