//! Recognises weak texts on slides: generic headlines, cut sentences, captions, remarks such as "Copyright".

/// Generic headlines, separated by `|`.
pub(crate) const GENERIC: &str = "overview|key points|key figures|questions|introduction|summary|conclusion|background|overzicht|kernpunten|\
    kerncijfers|vragen|inleiding|samenvatting|überblick|kernpunkte|kennzahlen|fragen|einleitung|zusammenfassung|vue d’ensemble|\
    points clés|chiffres clés|introduction|résumé|resumen|puntos clave|cifras clave|preguntas|introducción|code|notes";

/// Words that a complete text never ends with, by language.
const OPEN_ENDS: &[(&str, &str)] = &[
    ("en", "and or of the to with a which"),
    ("de", "und oder der die das den dem dass"),
    ("nl", "en of een het de van voor met dat"),
    ("fr", "et ou la le les des du pour que"),
    ("es", "y o el la los las con para que"),
];

/// Whether a text on a slide breaks off: its last line ends in a word of `OPEN_ENDS` or in an ellipsis, and no sentence
/// of `source` does.
pub(crate) fn is_cut_text(text: &str, source: &str, lang: &str) -> bool {
    let line = text.lines().next_back().unwrap_or_default().trim();
    let last =
        line.trim_end_matches(['.', ',', ';', ':', '…', ')', '"', '”', ' ']).rsplit(' ').next().unwrap_or_default();
    let open_ends =
        OPEN_ENDS.iter().find(|(tag, _)| *tag == deck::primary_language(lang)).map_or("", |(_, words)| *words);
    // An English relative clause may end with a preposition: "the port which it connects to".
    let is_relative = matches!(last, "to" | "with" | "of")
        && deck::primary_language(lang) == "en"
        && line.split([' ', ',']).any(|word| matches!(word, "which" | "what" | "that" | "who" | "whom" | "where"));
    let is_open =
        open_ends.split_whitespace().any(|word| word == last) && line.split_whitespace().count() > 2 && !is_relative;
    // A sentence of the source may end with such a word: "as if it were one to begin with."
    let tail: String = line.trim_end_matches(['.', '!', '?']).chars().rev().take(30).collect();
    let tail: String = tail.chars().rev().collect();
    let is_open = is_open && !['.', '!', '?', ')'].iter().any(|mark| source.contains(&format!("{tail}{mark}")));
    let is_cut = line.ends_with('…') && !source.contains('…') && !source.contains("...");
    is_open || is_cut
}

/// Whether a text is the caption of a picture or table, or a page number.
pub(crate) fn is_caption(text: &str) -> bool {
    let line = text.lines().next_back().unwrap_or_default().trim();
    let mut front = line.split([' ', ':']);
    matches!(
        front.next().unwrap_or_default().to_lowercase().as_str(),
        "figure"
            | "fig."
            | "figuur"
            | "abbildung"
            | "abb."
            | "table"
            | "tabelle"
            | "tabel"
            | "page"
            | "seite"
            | "figura"
    ) && front.next().is_some_and(|number| number.starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether a text belongs to the layout of a document or to its publisher, and not to its content: "Copyright 2024".
pub(crate) fn is_furniture(text: &str) -> bool {
    let line = text.trim();
    let lower = line.to_lowercase();
    let has_leaders = line.contains(".....") || line.contains(". . . .");
    let starts = ["copyright ", "©", "isbn", "table of contents", "all rights reserved", "click here", "click the"];
    has_leaders || starts.iter().any(|start| lower.starts_with(start))
}

/// A text in lower case and without punctuation, with single spaces between its words, for finding facts.
pub(crate) fn bare(text: &str) -> String {
    words(text).join(" ")
}

/// The words of a text in lower case, without punctuation.
pub(crate) fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}
