//! Reads a source into a document: a title, sections and their elements.
//!
//! First the lines are classified as a person would (mail headers, speakers, data, headings without markup), then the
//! remaining Markdown is parsed by `deck`. This module weighs nothing and chooses no slides.

mod data;
mod elements;
mod lines;
mod mail;

pub(crate) use self::elements::bare_caption;
use super::find::quotes::Quotation;
use super::language::Language;
use crate::SourcePicture;

/// The structure of a source.
#[derive(Debug, Default)]
pub(crate) struct Document {
    pub(crate) title: Option<String>,
    pub(crate) byline: Option<String>,
    pub(crate) date: Option<String>,
    pub(crate) contact: Contact,
    pub(crate) sections: Vec<Section>,
}

/// Contact details of the author of a source.
#[derive(Debug, Default, Clone)]
pub(crate) struct Contact {
    pub(crate) name: String,
    pub(crate) email: String,
    pub(crate) phone: String,
    pub(crate) url: String,
}

/// A heading and the elements under it.
#[derive(Debug, Default, Clone)]
pub(crate) struct Section {
    /// Empty for the text before the first heading.
    pub(crate) heading: String,
    pub(crate) level: u8,
    pub(crate) elements: Vec<SectionElement>,
}

/// An element of a section.
#[derive(Debug, Clone)]
pub(crate) enum SectionElement {
    Paragraph(Paragraph),
    List(List),
    Table(DataTable),
    Quote(Quotation),
    Code(CodeBlock),
    /// A formula on lines of its own, in LaTeX notation.
    Formula(String),
    Picture(deck::Picture),
    QuestionAndAnswer {
        question: String,
        answer: Vec<String>,
    },
    /// Two or four sides of a comparison. Made from other elements after reading.
    Comparison(Vec<ComparisonSide>),
}

/// One side of a comparison.
#[derive(Debug, Clone, Default)]
pub(crate) struct ComparisonSide {
    pub(crate) name: String,
    pub(crate) points: Vec<String>,
}

/// A paragraph as sentences.
#[derive(Debug, Clone, Default)]
pub(crate) struct Paragraph {
    /// The speaker, in a transcript.
    pub(crate) speaker: String,
    /// The words before a colon at its start.
    pub(crate) label: String,
    pub(crate) sentences: Vec<String>,
    pub(crate) links: Vec<Link>,
}

/// An address and its link text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Link {
    pub(crate) label: String,
    pub(crate) url: String,
}

/// A list with the line that introduces it.
#[derive(Debug, Clone, Default)]
pub(crate) struct List {
    /// The line before the list, without its colon.
    pub(crate) lead: String,
    pub(crate) ordered: bool,
    pub(crate) items: Vec<ListEntry>,
    pub(crate) links: Vec<Link>,
}

/// An entry of a list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ListEntry {
    /// Its first words, where they are bold or before a colon or dash.
    pub(crate) head: String,
    pub(crate) text: String,
    /// Entries of the list inside it.
    pub(crate) inner: Vec<String>,
}

/// A table of text cells.
#[derive(Debug, Clone, Default)]
pub(crate) struct DataTable {
    /// Whether the first row has the names of the columns.
    pub(crate) has_header: bool,
    pub(crate) rows: Vec<Vec<String>>,
}

/// Source code.
#[derive(Debug, Clone, Default)]
pub(crate) struct CodeBlock {
    pub(crate) language: String,
    pub(crate) text: String,
}

impl ListEntry {
    /// The entry as one text.
    pub(crate) fn full_text(&self) -> String {
        let mut text = match (self.head.is_empty(), self.text.is_empty()) {
            (true, _) => self.text.clone(),
            (_, true) => self.head.clone(),
            _ => format!("{}: {}", self.head, self.text),
        };
        if !self.inner.is_empty() {
            text = format!("{text} ({})", self.inner.join("; "));
        }
        text
    }
}

impl Paragraph {
    /// The sentences, the first with its speaker and label.
    pub(crate) fn pieces(&self) -> Vec<String> {
        let mut pieces = self.sentences.clone();
        for prefix in [&self.label, &self.speaker] {
            if let Some(first) = pieces.first_mut()
                && !prefix.is_empty()
            {
                *first = format!("{prefix}: {first}");
            }
        }
        pieces
    }
}

impl List {
    /// The lead and the text of each entry.
    pub(crate) fn pieces(&self) -> Vec<String> {
        let lead = (!self.lead.is_empty()).then(|| self.lead.clone());
        lead.into_iter().chain(self.items.iter().map(ListEntry::full_text)).collect()
    }
}

impl DataTable {
    /// A line for each row.
    pub(crate) fn pieces(&self) -> Vec<String> {
        self.rows.iter().map(|row| row.join(", ")).collect()
    }
}

impl SectionElement {
    /// All texts of the element.
    pub(crate) fn pieces(&self) -> Vec<String> {
        match self {
            Self::Paragraph(paragraph) => paragraph.pieces(),
            Self::List(list) => list.pieces(),
            Self::Table(table) => table.pieces(),
            Self::Quote(quote) if quote.attribution.is_empty() => vec![quote.text.clone()],
            Self::Quote(quote) => vec![quote.text.clone(), quote.attribution.clone()],
            Self::Code(code) => vec![code.text.clone()],
            Self::Formula(latex) => vec![format!("$${latex}$$")],
            Self::Picture(picture) => vec![picture.alt.clone()],
            Self::QuestionAndAnswer { question, answer } => std::iter::once(question).chain(answer).cloned().collect(),
            Self::Comparison(sides) => {
                sides.iter().flat_map(|side| std::iter::once(&side.name).chain(&side.points)).cloned().collect()
            }
        }
    }
}

/// The document in a text, with its pictures.
pub(crate) fn document(source: &str, pictures: &[SourcePicture], language: &Language) -> Document {
    let source = source.replace("\r\n", "\n").replace(['\r', '\u{2028}'], "\n");
    let source = without_emoji(source.trim_start_matches('\u{feff}'));
    let mut document = Document::default();
    let body = mail::mail_body(&source, language, &mut document);
    let mut sections = vec![Section::default()];
    for block in lines::source_blocks(&body, language) {
        elements::add(block, pictures, language, &mut sections);
    }
    remove_empty(&mut sections);
    list_empty_headings(&mut sections);
    document.sections = sections;
    take_title(&mut document);
    take_facts(&mut document, language);
    document
}

/// A source without the coloured pictures among its letters, for which the fonts of slides have no glyphs. Ticks and
/// crosses become signs. Code stays as it is.
fn without_emoji(source: &str) -> String {
    let is_picture = |c: char| matches!(c, '\u{1f000}'..='\u{1faff}' | '\u{e0020}'..='\u{e007f}');
    let mut is_code = false;
    let mut kept = String::with_capacity(source.len());
    for line in source.split_inclusive('\n') {
        let is_fence = line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~");
        is_code ^= is_fence;
        if is_code || is_fence {
            kept.push_str(line);
            continue;
        }
        let mut after_picture = false;
        for c in line.chars() {
            match c {
                '✅' => kept.push('✔'),
                '❌' | '❎' | '✖' => kept.push('✘'),
                '\u{200d}' if after_picture => continue,
                // This sign only asks for the colours of the letter before it.
                '\u{fe0f}' => continue,
                c if is_picture(c) => {
                    after_picture = true;
                    continue;
                }
                // The space behind a picture at the start of a text goes with it.
                ' ' if after_picture && !kept.ends_with(char::is_alphanumeric) => continue,
                c => kept.push(c),
            }
            after_picture = false;
        }
    }
    kept
}

/// Removes sections without a heading and elements.
fn remove_empty(sections: &mut Vec<Section>) {
    sections.retain(|section| !section.heading.is_empty() || !section.elements.is_empty());
}

/// Turns two or more consecutive headings without elements into a list in the section before them.
fn list_empty_headings(sections: &mut Vec<Section>) {
    let is_empty = |sections: &[Section], at: usize| {
        sections[at].elements.is_empty() && sections.get(at + 1).is_none_or(|next| next.level <= sections[at].level)
    };
    let mut at = 1;
    while at < sections.len() {
        let count = (at..sections.len()).take_while(|at| is_empty(sections, *at)).count();
        if count < 2 {
            at += 1;
            continue;
        }
        let items = sections
            .drain(at..at + count)
            .map(|section| ListEntry { text: section.heading, ..ListEntry::default() })
            .collect();
        sections[at - 1].elements.push(SectionElement::List(List { items, ..List::default() }));
    }
}

/// Takes the date and the list of people out of the `name: value` lines at the top.
fn take_facts(document: &mut Document, language: &Language) {
    let Some(first) = document.sections.first_mut().filter(|first| first.heading.is_empty()) else { return };
    let Some(SectionElement::List(list)) = first
        .elements
        .first_mut()
        .filter(|element| matches!(element, SectionElement::List(list) if list.lead.is_empty()))
    else {
        return;
    };
    let is = |words: &'static str, head: &str| super::language::phrases(words).any(|word| word == head.to_lowercase());
    if let Some(at) = list.items.iter().position(|item| is(language.table.date_headers, &item.head))
        && document.date.is_none()
    {
        document.date = Some(list.items.remove(at).text);
    }
    let people = list
        .items
        .iter()
        .position(|item| is(language.table.people_headings, &item.head) && item.text.matches(',').count() > 0);
    let people = people.map(|at| list.items.remove(at));
    if list.items.is_empty() {
        first.elements.remove(0);
    }
    if let Some(people) = people {
        let items = people
            .text
            .split(", ")
            .map(|name| ListEntry { text: name.trim().to_owned(), ..ListEntry::default() })
            .collect();
        first.elements.insert(0, SectionElement::List(List { lead: people.head, items, ..List::default() }));
    }
    remove_empty(&mut document.sections);
}

/// Takes the title of the document: the first heading, if it is the only one of the highest level.
fn take_title(document: &mut Document) {
    let Some(first) = document.sections.first() else { return };
    let highest =
        document.sections.iter().filter(|section| !section.heading.is_empty()).map(|section| section.level).min();
    let at_highest =
        document.sections.iter().filter(|section| Some(section.level) == highest && !section.heading.is_empty());
    let is_title = !first.heading.is_empty() && Some(first.level) == highest && at_highest.count() == 1;
    if !is_title {
        return;
    }
    let heading = std::mem::take(&mut document.sections[0].heading);
    if document.title.is_none() {
        document.title = Some(super::headline::cleaned_heading(&heading));
    } else {
        document.sections[0].heading = heading;
    }
    remove_empty(&mut document.sections);
}

#[cfg(test)]
mod tests {
    use super::without_emoji;

    #[test]
    fn pictures_among_letters_are_left_out_and_ticks_become_signs() {
        for (source, text) in [
            ("- 🔋 **Power-safe**: yes\n- **🪶 Small**", "- **Power-safe**: yes\n- **Small**"),
            ("| ✅ | ❌ |\n| ✔️ | no |", "| ✔ | ✘ |\n| ✔ | no |"),
            ("A team 👩‍🚀 in Lyon 🇫🇷", "A team in Lyon "),
            ("```\nlet a = \"🔋\";\n```\nDone 🎉", "```\nlet a = \"🔋\";\n```\nDone "),
            ("日本語 é ★", "日本語 é ★"),
        ] {
            assert_eq!(without_emoji(source), text);
        }
    }
}
