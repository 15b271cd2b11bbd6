//! Words that show the purpose of a slide, in English, German, French, Spanish and Dutch.

const CLOSING: [&str; 44] = [
    "thank you",
    "thanks",
    "many thanks",
    "questions",
    "any questions",
    "q&a",
    "q & a",
    "the end",
    "contact",
    "contact us",
    "get in touch",
    "discussion",
    "danke",
    "vielen dank",
    "herzlichen dank",
    "danke schön",
    "fragen",
    "noch fragen",
    "kontakt",
    "diskussion",
    "ende",
    "merci",
    "merci beaucoup",
    "des questions",
    "avez-vous des questions",
    "fin",
    "contactez-nous",
    "gracias",
    "muchas gracias",
    "preguntas",
    "alguna pregunta",
    "contacto",
    "dank u",
    "dank u wel",
    "dank je",
    "dank je wel",
    "bedankt",
    "hartelijk dank",
    "vragen",
    "zijn er vragen",
    "einde",
    "dankjewel",
    "dank",
    "bedankt voor uw aandacht",
];

const AGENDA: [&str; 28] = [
    "agenda",
    "outline",
    "contents",
    "table of contents",
    "overview",
    "today",
    "programme",
    "program",
    "topics",
    "tagesordnung",
    "inhalt",
    "inhaltsverzeichnis",
    "gliederung",
    "überblick",
    "übersicht",
    "programm",
    "ordre du jour",
    "sommaire",
    "plan",
    "au programme",
    "table des matières",
    "orden del día",
    "índice",
    "contenido",
    "programa",
    "inhoud",
    "inhoudsopgave",
    "programma",
];

const TEAM: [&str; 22] = [
    "team",
    "our team",
    "the team",
    "people",
    "who we are",
    "speakers",
    "staff",
    "about us",
    "unser team",
    "das team",
    "wer wir sind",
    "mitarbeiter",
    "notre équipe",
    "l'équipe",
    "équipe",
    "nuestro equipo",
    "el equipo",
    "equipo",
    "ons team",
    "het team",
    "wie zijn wij",
    "sprekers",
];

/// Whether a text closes a deck: thanks, or an invitation to ask.
pub(super) fn is_closing(text: &str) -> bool {
    let text = folded(text);
    let first = text.split(['!', '.', ',', '–', '-', ':', '\n']).next().unwrap_or_default().trim();
    let begins_text = |word: &&str| {
        word.contains(' ') && text.strip_prefix(*word).is_some_and(|after| after.starts_with([' ', '!', ',', '.']))
    };
    let gratitude = ["thank", "danke", "merci", "gracias", "bedankt", "vielen dank", "dank "];
    let is_short = text.chars().count() <= 60;
    CLOSING.contains(&text.as_str())
        || CLOSING.contains(&first)
        || (is_short && (CLOSING.iter().any(begins_text) || gratitude.iter().any(|word| text.starts_with(word))))
}

/// Whether a title announces an agenda.
pub(super) fn is_agenda(title: &str) -> bool {
    let title = folded(title);
    AGENDA.contains(&title.as_str()) || title.starts_with("agenda ") || title.ends_with(" agenda")
}

/// Whether a title announces people.
pub(super) fn is_team(title: &str) -> bool {
    TEAM.contains(&folded(title).as_str())
}

/// Whether the name of a layout says that it opens a section.
pub(super) fn is_section_layout(name: &str) -> bool {
    let name = folded(name);
    ["section", "abschnitt", "kapitel", "chapter", "sección", "sectie", "divider", "trenn"]
        .iter()
        .any(|word| name.contains(word))
}

/// Whether the name of a layout says that it is for a quotation.
pub(super) fn is_quote_layout(name: &str) -> bool {
    let name = folded(name);
    ["quote", "zitat", "citation", "citat", "citaat"].iter().any(|word| name.contains(word))
}

/// Whether the name of a section was given by a program.
pub(super) fn is_default_section(name: &str) -> bool {
    let name = folded(name);
    let names = [
        "default section",
        "untitled section",
        "standardabschnitt",
        "abschnitt ohne titel",
        "section par défaut",
        "section sans titre",
        "sección predeterminada",
        "sección sin título",
        "standaardsectie",
        "naamloze sectie",
    ];
    name.is_empty() || names.contains(&name.as_str())
}

/// Whether a document title was given by a program.
pub(super) fn is_default_title(title: &str) -> bool {
    let title = folded(title);
    let names = [
        "powerpoint presentation",
        "powerpoint-präsentation",
        "présentation powerpoint",
        "presentación de powerpoint",
        "powerpoint-presentatie",
        "pptxgenjs presentation",
        "presentation",
        "präsentation",
        "présentation",
        "presentación",
        "presentatie",
        "untitled",
        "slide 1",
        "untitled presentation",
        "no slide title",
    ];
    title.is_empty() || names.contains(&title.as_str()) || title.starts_with("microsoft powerpoint -")
}

/// A text in lower case with single spaces, without punctuation at its ends.
fn folded(text: &str) -> String {
    let text = text.to_lowercase();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    text.trim_matches(|c: char| !c.is_alphanumeric()).to_owned()
}
