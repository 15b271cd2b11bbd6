//! Makes a deck of a document: what to tell, in which order, on which kind of slide.
//!
//! Ideas come from the sections in reading order; a budget keeps a long source from becoming a long deck; each idea
//! offers a few ways to be shown, and the deck as a whole decides which, so that no kind runs on.

mod budget;
mod choose;
mod ideas;
mod lists;
mod prose;
mod sides;
mod tables;

use deck::Deck;
use serde_json::json;

use self::choose::Making;
use super::language::{self, Language};
use super::outline::Outline;
use super::rank::Subject;
use super::read::{self, Contact, Document, Section, Unit};
use super::text::{length, word_count};
use super::{Author, headline};
use crate::{Draft, SlideDraft, Source};

/// Most slides of a deck that is made here.
const MOST: usize = 40;

/// What every step of the making looks at.
#[derive(Clone, Copy)]
pub(super) struct Craft<'a> {
    pub(super) language: &'a Language,
    pub(super) subject: &'a Subject,
}

/// One thing to tell: the ways to show it, best first, and the words it comes from.
#[derive(Debug, Clone, Default)]
pub(super) struct Idea {
    pub(super) section: usize,
    /// A title of its own, apart from the heading of its section.
    pub(super) title: Option<String>,
    /// A second title, for when the first is taken.
    pub(super) spare: Option<String>,
    /// Whether that title names the idea in the source, as a label does.
    pub(super) named: bool,
    /// Ways to show it under the heading of its section, where they differ.
    pub(super) headed: Vec<Choice>,
    pub(super) options: Vec<Choice>,
    pub(super) pieces: Vec<String>,
    pub(super) weight: f32,
}

/// A way to show an idea.
#[derive(Debug, Clone)]
pub(super) struct Choice {
    pub(super) key: &'static str,
    pub(super) outline: Outline,
}

impl Choice {
    pub(super) fn new(key: &'static str, outline: &Outline) -> Self {
        Self { key, outline: outline.clone() }
    }
}

/// A whole deck.
pub(super) fn deck(author: &Author<'_>, source: &Source) -> Draft {
    let lang =
        source.language.clone().filter(|tag| deck::is_tag(tag)).unwrap_or_else(|| language::detected(&source.text));
    let language = language::of(&lang);
    let mut document = read::document(&source.text, language);
    let subject = subject(&document, language);
    let craft = Craft { language, subject: &subject };
    let title = title(source, &document, craft);
    let (lead, aside) = lead(&mut document, &title);
    let links = pointers(&mut document);
    sides::paired(&mut document.sections, language);
    let room = MOST - 3;
    let plan = budget::plan(&document.sections, craft, room);
    let mut made = Making::new(author, &lang, craft);
    if !document.sections.iter().any(|section| section.heading == title) {
        made.use_title(&title);
    }
    let mut first = opening(author, &lang, craft, source, &document, &title, &lead);
    first.notes = super::noted(&first.notes, &aside);
    made.push(first);
    made.reserve(&document.sections);
    let parts = parts(&document.sections);
    let chapters = wants_chapters(&plan, &parts, &document.sections, room);
    let headings: Vec<String> = parts
        .iter()
        .filter(|part| plan.iter().any(|idea| part.holds(idea.section)))
        .map(|part| part.heading.clone())
        .filter(|heading| !heading.is_empty())
        .collect();
    if headings.len() >= 3 && plan.len() >= 7 {
        made.agenda(&headings);
    }
    let mut open = None;
    for idea in plan {
        let part = parts.iter().position(|part| part.holds(idea.section));
        if chapters && part.is_some() && part != open {
            open = part;
            made.chapter(&parts[part.unwrap_or_default()].heading);
        }
        let heading = document.sections.get(idea.section).map_or("", |section| section.heading.as_str());
        made.add(&idea, heading);
    }
    made.push(ending(author, &lang, craft, &document.contact, links));
    Draft { title, language: lang.clone(), slides: made.finished() }
}

/// Content slides for a deck that exists.
pub(super) fn more(author: &Author<'_>, deck: &Deck, text: &str) -> Vec<SlideDraft> {
    let language = language::of(&deck.lang);
    let mut document = read::document(text, language);
    let subject = subject(&document, language);
    let craft = Craft { language, subject: &subject };
    if let Some(title) = document.title.take()
        && let Some(first) = document.sections.first_mut().filter(|first| first.heading.is_empty())
    {
        first.heading = title;
    }
    sides::paired(&mut document.sections, language);
    let plan = budget::plan(&document.sections, craft, 20);
    let mut made = Making::new(author, &deck.lang, craft);
    for slide in &deck.slides {
        made.use_title(author.registry.by_key(&slide.key).map_or("", |known| known.title_of(&slide.content)));
    }
    let closing = &author.registry.catalogue().closing_types;
    let before: Vec<&str> = deck
        .slides
        .iter()
        .map(|slide| slide.key.as_str())
        .filter(|key| !closing.iter().any(|known| known == key))
        .collect();
    made.after(&before);
    for idea in plan {
        let heading = document.sections.get(idea.section).map_or("", |section| section.heading.as_str());
        made.add(&idea, heading);
    }
    made.finished()
}

fn subject(document: &Document, language: &Language) -> Subject {
    let mut subject = Subject::default();
    for section in &document.sections {
        subject.take(&section.heading, 3.0, language);
        for piece in section
            .units
            .iter()
            .filter(|unit| !matches!(unit, Unit::Code { .. } | Unit::Table(_)))
            .flat_map(Unit::pieces)
        {
            subject.take(&piece, 1.0, language);
        }
    }
    subject.take(document.title.as_deref().unwrap_or_default(), 3.0, language);
    subject
}

/// The title: given, of the source, else its most telling short sentence or phrase.
fn title(source: &Source, document: &Document, craft: Craft<'_>) -> String {
    let given = source.title.as_deref().map(str::trim).filter(|title| !title.is_empty());
    if let Some(title) = given.or(document.title.as_deref()) {
        return deck::cut(title, deck::MAX_TITLE);
    }
    let sentences: Vec<String> =
        document.sections.iter().flat_map(|section| &section.units).take(400).flat_map(Unit::pieces).collect();
    let proposes = |word: &str| craft.language.table.proposes.split(' ').any(|known| known == word.to_lowercase());
    let announces = sentences.iter().filter(|sentence| {
        headline::stands_as_a_headline(sentence, craft.language)
            && super::text::words(sentence).any(proposes)
            && !sentence.ends_with('?')
    });
    let best = announces.enumerate().max_by(|(a_at, a), (b_at, b)| {
        let weight = |text: &String| craft.subject.weight(text, 2, craft.language);
        weight(a).total_cmp(&weight(b)).then(b_at.cmp(a_at))
    });
    if let Some((_, sentence)) = best {
        // "We propose a second quay" is about a second quay. Where cases change words, the sentence stays whole.
        let after =
            sentence.split_whitespace().skip_while(|word| !proposes(word)).skip(1).collect::<Vec<_>>().join(" ");
        let after = super::text::without_stop(&after);
        if matches!(craft.language.table.tag, "en-GB" | "fr" | "es")
            && (2..=8).contains(&word_count(after))
            && !craft.language.opens_a_clause(&super::text::first_word(after))
        {
            return super::text::capitalised(after);
        }
        return super::text::without_stop(&super::text::tightened(sentence, craft.language)).to_owned();
    }
    let only_data =
        document.sections.iter().flat_map(|section| &section.units).all(|unit| matches!(unit, Unit::Table(_)));
    if let Some(title) = document
        .sections
        .iter()
        .flat_map(|section| &section.units)
        .find_map(tables::columns_named)
        .filter(|_| only_data)
    {
        return title;
    }
    let start: Vec<String> = sentences.iter().take(120).cloned().collect();
    let phrase = headline::key_phrase(&start.join(". "), craft.subject, craft.language);
    // A source in headed parts is named by a phrase only when all of it turns on that phrase.
    let headed = document.sections.iter().any(|section| !section.heading.is_empty());
    phrase
        .filter(|phrase| !headed || craft.subject.recurrence(phrase, craft.language) >= 2.8)
        .or_else(|| document.sections.iter().map(|section| section.heading.clone()).find(|heading| !heading.is_empty()))
        .or_else(|| sentences.first().map(|sentence| deck::cut(sentence, headline::LONGEST)))
        .unwrap_or_else(|| craft.language.table.wording.untitled.to_owned())
}

/// The line under the title and what goes to its notes: a short paragraph before the first heading.
fn lead(document: &mut Document, title: &str) -> (String, Vec<String>) {
    let several = document.sections.iter().filter(|section| !section.heading.is_empty()).count() > 1;
    let headed = document.sections.iter().any(|section| !section.heading.is_empty()) || document.title.is_some();
    let Some(first) = document.sections.first_mut().filter(|first| first.heading.is_empty() && headed) else {
        return (String::new(), Vec::new());
    };
    let alone = first.units.len() == 1;
    let Some(Unit::Text(text)) = first.units.first_mut() else { return (String::new(), Vec::new()) };
    let rest: usize = text.sentences.iter().skip(1).map(|more| word_count(more)).sum();
    if rest > 30 || (rest > 0 && !(alone && several)) {
        return (String::new(), Vec::new());
    }
    let Some(sentence) = text
        .sentences
        .first()
        .filter(|sentence| length(sentence) <= 140 && text.label.is_empty() && text.speaker.is_empty())
    else {
        return (String::new(), Vec::new());
    };
    if super::text::bare(sentence) == super::text::bare(title) {
        return (String::new(), Vec::new());
    }
    let sentence = sentence.clone();
    let rest = text.sentences[1..].to_vec();
    first.units.remove(0);
    if first.units.is_empty() {
        document.sections.remove(0);
    }
    (super::text::without_stop(&sentence).to_owned(), rest)
}

fn opening(
    author: &Author<'_>,
    lang: &str,
    craft: Craft<'_>,
    source: &Source,
    document: &Document,
    title: &str,
    lead: &str,
) -> SlideDraft {
    let speaker =
        source.speaker.clone().filter(|speaker| !speaker.trim().is_empty()).or_else(|| document.byline.clone());
    let meta: Vec<String> = speaker.into_iter().chain(document.date.clone()).collect();
    let outline = Outline {
        title: title.to_owned(),
        subheading: lead.to_owned(),
        attribution: meta.join(" · "),
        ..Outline::default()
    };
    let pieces = [lead.to_owned(), if length(title) > 120 { title.to_owned() } else { String::new() }];
    author.slide(lang, craft.language, "title-slide", &outline, &pieces, "")
}

fn ending(author: &Author<'_>, lang: &str, craft: Craft<'_>, contact: &Contact, links: Vec<read::Link>) -> SlideDraft {
    let placeholder = author
        .registry
        .by_key("end-slide")
        .map(|known| known.defaults_in(lang))
        .and_then(|defaults| Some(defaults.get("title")?.as_str()?.to_owned()));
    // The catalogue has no Spanish placeholders; ours are the same words in the other languages.
    let known = deck::primary(lang) != "en" && placeholder.as_deref() == Some("Thank you");
    let title = placeholder.filter(|_| !known).unwrap_or_else(|| craft.language.table.wording.thanks.to_owned());
    let outline = Outline { title, links, ..Outline::default() };
    let mut slide = author.slide(lang, craft.language, "end-slide", &outline, &[], "");
    let fields = [
        ("contactName", &contact.name, 80),
        ("contactEmail", &contact.email, 120),
        ("contactPhone", &contact.phone, 40),
        ("contactUrl", &contact.url, 200),
    ];
    for (key, text, most) in fields {
        if !text.is_empty() && length(text) <= most {
            slide.content.insert(key.to_owned(), json!(text));
        }
    }
    slide
}

/// Takes paragraphs away that do nothing but point to a page; the page is named on the closing slide.
fn pointers(document: &mut Document) -> Vec<read::Link> {
    let mut found = Vec::new();
    for section in &mut document.sections {
        let several = section.units.len() > 1;
        section.units.retain(|unit| match unit {
            Unit::Text(text)
                if several
                    && text.links.len() == 1
                    && text.sentences.iter().map(|sentence| word_count(sentence)).sum::<usize>() <= 9 =>
            {
                found.extend(text.links.iter().cloned());
                false
            }
            _ => true,
        });
    }
    found.truncate(3);
    found
}

/// A stretch of sections under one heading of the highest level.
struct Part {
    heading: String,
    first: usize,
    end: usize,
}

impl Part {
    fn holds(&self, section: usize) -> bool {
        (self.first..self.end).contains(&section)
    }
}

fn top_level(sections: &[Section]) -> Option<u8> {
    sections.iter().filter(|section| !section.heading.is_empty()).map(|section| section.level).min()
}

fn parts(sections: &[Section]) -> Vec<Part> {
    let Some(top) = top_level(sections) else { return Vec::new() };
    let mut parts: Vec<Part> = Vec::new();
    for (at, section) in sections.iter().enumerate() {
        if section.level == top && !section.heading.is_empty() {
            parts.push(Part { heading: section.heading.clone(), first: at, end: at + 1 });
        } else if let Some(part) = parts.last_mut() {
            part.end = at + 1;
        }
    }
    parts
}

/// Section openers help once a deck is long and its sections have several slides each.
fn wants_chapters(plan: &[Idea], parts: &[Part], sections: &[Section], room: usize) -> bool {
    let told: Vec<usize> = parts
        .iter()
        .map(|part| plan.iter().filter(|idea| part.holds(idea.section)).count())
        .filter(|count| *count > 0)
        .collect();
    let nested = sections.len() > parts.len() + 1;
    plan.len() >= 10
        && told.len() >= 3
        && plan.len() >= told.len() * 2
        && (nested || plan.len() >= told.len() * 3)
        && plan.len() + told.len() <= room
}
