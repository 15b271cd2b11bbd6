//! Reads a source into a document: a title, sections and their units.
//!
//! Two steps: lines are told apart as a person would see them (mail headers, speakers, data, headings without
//! marks), then each stretch of Markdown is parsed by `deck`. It judges no importance and chooses no slide.

mod data;
mod lines;
mod mail;
mod units;

use super::language::Language;

/// A source, understood as far as its form goes.
#[derive(Debug, Default)]
pub(crate) struct Document {
    pub(crate) title: Option<String>,
    pub(crate) byline: Option<String>,
    pub(crate) date: Option<String>,
    pub(crate) contact: Contact,
    pub(crate) sections: Vec<Section>,
}

/// How to reach the people behind a source.
#[derive(Debug, Default, Clone)]
pub(crate) struct Contact {
    pub(crate) name: String,
    pub(crate) email: String,
    pub(crate) phone: String,
    pub(crate) url: String,
}

/// What stands under one heading.
#[derive(Debug, Default, Clone)]
pub(crate) struct Section {
    /// Empty for what stands before the first heading.
    pub(crate) heading: String,
    pub(crate) level: u8,
    pub(crate) units: Vec<Unit>,
}

/// One thing a section holds, in reading order.
#[derive(Debug, Clone)]
pub(crate) enum Unit {
    Text(Text),
    List(List),
    Table(Table),
    Quote {
        text: String,
        by: String,
    },
    Code {
        language: String,
        text: String,
    },
    Picture(deck::Picture),
    Answer {
        question: String,
        answer: Vec<String>,
    },
    /// Things that belong side by side; made once all sections are known.
    Sides(Vec<Side>),
}

/// One of several things side by side.
#[derive(Debug, Clone, Default)]
pub(crate) struct Side {
    pub(crate) name: String,
    pub(crate) points: Vec<String>,
}

/// A paragraph in sentences.
#[derive(Debug, Clone, Default)]
pub(crate) struct Text {
    /// Who says it, in a transcript.
    pub(crate) speaker: String,
    /// The words before a colon that name what follows.
    pub(crate) label: String,
    pub(crate) sentences: Vec<String>,
    pub(crate) links: Vec<Link>,
}

/// An address and the words that stood for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Link {
    pub(crate) label: String,
    pub(crate) url: String,
}

/// A list with the line that announces it.
#[derive(Debug, Clone, Default)]
pub(crate) struct List {
    pub(crate) lead: String,
    pub(crate) ordered: bool,
    pub(crate) items: Vec<Item>,
    pub(crate) links: Vec<Link>,
}

/// An item: a head where one is set apart, and its text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Item {
    pub(crate) head: String,
    pub(crate) text: String,
    /// Items of a list inside it.
    pub(crate) inner: Vec<String>,
}

/// Rows of cells; the first row is a header where `head` says so.
#[derive(Debug, Clone, Default)]
pub(crate) struct Table {
    pub(crate) head: bool,
    pub(crate) rows: Vec<Vec<String>>,
}

impl Item {
    /// The item as one text.
    pub(crate) fn whole(&self) -> String {
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

impl Unit {
    /// Everything the unit says, piece by piece.
    pub(crate) fn pieces(&self) -> Vec<String> {
        match self {
            Unit::Text(text) => {
                let mut pieces = text.sentences.clone();
                if let Some(first) = pieces.first_mut()
                    && !text.label.is_empty()
                {
                    *first = format!("{}: {first}", text.label);
                }
                if !text.speaker.is_empty()
                    && let Some(first) = pieces.first_mut()
                {
                    *first = format!("{}: {first}", text.speaker);
                }
                pieces
            }
            Unit::List(list) => {
                let lead = (!list.lead.is_empty()).then(|| list.lead.clone());
                lead.into_iter().chain(list.items.iter().map(Item::whole)).collect()
            }
            Unit::Table(table) => table.rows.iter().map(|row| row.join(", ")).collect(),
            Unit::Quote { text, by } if by.is_empty() => vec![text.clone()],
            Unit::Quote { text, by } => vec![text.clone(), by.clone()],
            Unit::Code { text, .. } => vec![text.clone()],
            Unit::Picture(picture) => vec![picture.alt.clone()],
            Unit::Answer { question, answer } => std::iter::once(question).chain(answer).cloned().collect(),
            Unit::Sides(sides) => {
                sides.iter().flat_map(|side| std::iter::once(&side.name).chain(&side.points)).cloned().collect()
            }
        }
    }
}

/// Reads a source.
pub(crate) fn document(source: &str, language: &Language) -> Document {
    let source = source.replace("\r\n", "\n").replace(['\r', '\u{2028}'], "\n");
    let source = source.trim_start_matches('\u{feff}');
    let mut document = Document::default();
    let body = mail::unwrapped(source, language, &mut document);
    let mut sections = vec![Section::default()];
    for part in lines::parts(&body, language) {
        units::add(part, language, &mut sections);
    }
    sections.retain(|section| !section.heading.is_empty() || !section.units.is_empty());
    listed(&mut sections);
    document.sections = sections;
    take_title(&mut document);
    take_facts(&mut document, language);
    document
}

/// Headings with nothing under them become a list under the section before them.
fn listed(sections: &mut Vec<Section>) {
    let empty = |sections: &[Section], at: usize| {
        sections[at].units.is_empty() && sections.get(at + 1).is_none_or(|next| next.level <= sections[at].level)
    };
    let mut at = 1;
    while at < sections.len() {
        let count = (at..sections.len()).take_while(|at| empty(sections, *at)).count();
        if count < 2 {
            at += 1;
            continue;
        }
        let items =
            sections.drain(at..at + count).map(|section| Item { text: section.heading, ..Item::default() }).collect();
        sections[at - 1].units.push(Unit::List(List { items, ..List::default() }));
    }
}

/// Facts about the source in lines at its top: when it was written, who was there.
fn take_facts(document: &mut Document, language: &Language) {
    let Some(first) = document.sections.first_mut().filter(|first| first.heading.is_empty()) else { return };
    let Some(Unit::List(list)) =
        first.units.first_mut().filter(|unit| matches!(unit, Unit::List(list) if list.lead.is_empty()))
    else {
        return;
    };
    let is = |words: &'static str, head: &str| super::language::phrases(words).any(|word| word == head.to_lowercase());
    if let Some(at) = list.items.iter().position(|item| is(language.table.sent, &item.head))
        && document.date.is_none()
    {
        document.date = Some(list.items.remove(at).text);
    }
    let people =
        list.items.iter().position(|item| is(language.table.people, &item.head) && item.text.matches(',').count() > 0);
    let people = people.map(|at| list.items.remove(at));
    if list.items.is_empty() {
        first.units.remove(0);
    }
    if let Some(people) = people {
        let items =
            people.text.split(", ").map(|name| Item { text: name.trim().to_owned(), ..Item::default() }).collect();
        first.units.insert(0, Unit::List(List { lead: people.head, items, ..List::default() }));
    }
    document.sections.retain(|section| !section.heading.is_empty() || !section.units.is_empty());
}

/// The only heading of the highest level, at the top, is the title of the whole.
fn take_title(document: &mut Document) {
    let Some(first) = document.sections.first() else { return };
    let highest =
        document.sections.iter().filter(|section| !section.heading.is_empty()).map(|section| section.level).min();
    let alone =
        document.sections.iter().filter(|section| Some(section.level) == highest && !section.heading.is_empty());
    let is_title = !first.heading.is_empty() && Some(first.level) == highest && alone.count() == 1;
    if !is_title {
        return;
    }
    let heading = std::mem::take(&mut document.sections[0].heading);
    if document.title.is_none() {
        document.title = Some(super::headline::cleaned(&heading));
    } else {
        document.sections[0].heading = heading;
    }
    document.sections.retain(|section| !section.heading.is_empty() || !section.units.is_empty());
}
