//! Makes a deck from a document: which content, in which order, on which type of slide.
//!
//! The sections give slide ideas in reading order. A budget keeps a long source from becoming a long deck. Each idea
//! has several options for its slide type; the builder chooses one with the previous slides in view, so that types
//! vary.

mod budget;
mod deck_builder;
mod formulas;
mod ideas;
mod lists;
mod patterns;
mod prose;
mod sides;
mod tables;

use std::collections::HashSet;

use deck::Deck;
use serde_json::json;

use self::deck_builder::DeckBuilder;
use super::language::{self, Language};
use super::outline::{OutlinePoint, SlideOutline};
use super::rank::{TermFrequencies, heaviest_first};
use super::read::{self, Contact, Document, Section, SectionElement};
use super::text::{
    capitalised, comparison_key, first_word, length, slide_sentence, without_final_mark, word_count, words,
};
use super::{BuiltinAuthor, headline};
use crate::{DeckDraft, DeckSource, PageFit, SlideDraft};

/// Maximum number of slides of a deck when the request names a number.
const MAX_ASKED_SLIDES: usize = 40;
/// Maximum number of slides of a deck when the request names none.
const MAX_SLIDES: usize = 30;
/// Minimum number of chapters of a deck with an agenda.
const MIN_AGENDA: usize = 6;
/// Maximum number of slides that are added to an existing deck.
const MAX_MORE_SLIDES: usize = 20;

/// The language and the word counts of a source, which every step needs.
#[derive(Clone, Copy)]
pub(super) struct AuthorContext<'a> {
    pub(super) language: &'a Language,
    pub(super) terms: &'a TermFrequencies,
}

/// The content of one slide: the options for its type, best first, and the source text that it comes from.
#[derive(Debug, Clone, Default)]
pub(super) struct SlideIdea {
    /// Index of its section.
    pub(super) section: usize,
    /// Its own title: a claim, a label or a caption.
    pub(super) title: Option<String>,
    /// The options when the slide gets another title than `title`; empty when they are the same as `options`.
    pub(super) options_under_heading: Vec<SlideOption>,
    pub(super) options: Vec<SlideOption>,
    /// All source text of the idea. What the slide does not show goes to its notes.
    pub(super) pieces: Vec<String>,
    pub(super) weight: f32,
    /// Whether the budget chose the idea for a slide of its own although the source is condensed.
    pub(super) is_chosen: bool,
}

/// A way to show an idea: a slide type and the outline for it.
#[derive(Debug, Clone)]
pub(super) struct SlideOption {
    /// Registry key of the slide type.
    pub(super) key: &'static str,
    pub(super) outline: SlideOutline,
}

impl SlideIdea {
    /// Whether the idea is best shown as a picture, a chart, a table or key figures.
    fn is_visual(&self) -> bool {
        self.options.first().is_some_and(|option| is_visual(option.key))
    }

    /// Whether the idea is a single paragraph without points.
    fn is_statement(&self) -> bool {
        self.options.first().is_some_and(|option| {
            option.key == "content-slide" && option.outline.points.is_empty() && option.outline.paragraphs.len() == 1
        })
    }
}

/// Whether a slide type shows a picture, a chart, a table or key figures.
fn is_visual(key: &str) -> bool {
    matches!(
        key,
        "chart-slide" | "table-slide" | "kpi-metrics-slide" | "image-text-slide" | "image-slide" | "gallery-slide"
    )
}

impl SlideOption {
    pub(super) fn new(key: &'static str, outline: &SlideOutline) -> Self {
        Self { key, outline: outline.clone() }
    }

    /// The same outline as an option for several slide types.
    pub(super) fn each(keys: &[&'static str], outline: &SlideOutline) -> Vec<Self> {
        keys.iter().map(|key| Self::new(key, outline)).collect()
    }
}

/// A deck made from a source.
pub(super) fn deck(author: &BuiltinAuthor<'_>, source: &DeckSource) -> DeckDraft {
    let lang = source
        .language
        .clone()
        .filter(|tag| deck::is_tag(tag))
        .unwrap_or_else(|| language::detected_language(&source.text));
    let language = language::of(&lang);
    let mut document = read::document(&source.text, &source.pictures, language);
    let terms = term_frequencies(&document, language);
    let context = AuthorContext { language, terms: &terms };
    let title = title(source, &document, context);
    let (lead, lead_notes) = take_lead(&mut document, &title);
    let links = take_link_paragraphs(&mut document);
    sides::pair_sections(&mut document.sections, language);
    let max_slides = source.slides.map_or(MAX_SLIDES, |slides| slides.clamp(3, MAX_ASKED_SLIDES));
    let chapters = chapters(&document.sections);
    // Slides that no idea fills: the title, an agenda, the closing slide, and in a long deck an opener for each
    // chapter.
    let reserved =
        if (3..=8).contains(&chapters.len()) && max_slides >= 4 * chapters.len() { 3 + chapters.len() } else { 3 };
    let reserved = reserved.min((max_slides - 2).max(2));
    let ideas = budget::slide_ideas(&document.sections, context, max_slides - reserved);
    let mut title_slide = title_slide(author, &lang, context, source, &document, &title, &lead);
    title_slide.notes = super::notes_with(&title_slide.notes, &lead_notes);
    let mut listed = HashSet::new();
    let headings: Vec<String> = chapters
        .iter()
        .filter(|chapter| ideas.iter().any(|idea| chapter.contains(idea.section)))
        .map(|chapter| chapter.heading.clone())
        .filter(|heading| !heading.is_empty() && listed.insert(comparison_key(heading)))
        .collect();
    let has_agenda = headings.len() >= MIN_AGENDA && ideas.len() >= headings.len() && ideas.len() + 3 <= max_slides;
    let build = |has_openers: bool| {
        let mut builder = DeckBuilder::new(author, &lang, &title, context);
        if !document.sections.iter().any(|section| section.heading == title) {
            builder.mark_title_used(&title);
        }
        builder.push(title_slide.clone());
        builder.reserve_headings(&document.sections);
        if has_agenda {
            builder.add_agenda(&headings);
        }
        let mut current = None;
        for idea in &ideas {
            let chapter = chapters.iter().position(|chapter| chapter.contains(idea.section));
            if let Some(index) = chapter
                && has_openers
                && chapter != current
            {
                current = chapter;
                builder.add_section_opener(&chapters[index].heading);
            }
            let (heading, parent) = headings_of(&document.sections, idea.section);
            builder.add(idea, heading, parent);
        }
        builder
    };
    let has_openers = needs_section_openers(&ideas, &chapters, &document.sections, max_slides - 3);
    let builder = Some(build(has_openers)).filter(|built| !(has_openers && built.has_redundant_openers()));
    let mut builder = builder.unwrap_or_else(|| build(false));
    let claims = main_claims(builder.claims(), builder.titles(), &title, context);
    builder.push(closing_slide(author, &lang, context, &document.contact, links, claims));
    let slides = builder.into_slides();
    DeckDraft { title, language: lang, slides }
}

/// Content slides for an existing deck.
pub(super) fn more_slides(author: &BuiltinAuthor<'_>, deck: &Deck, text: &str) -> Vec<SlideDraft> {
    let language = language::of(&deck.lang);
    let mut document = read::document(text, &[], language);
    let terms = term_frequencies(&document, language);
    let context = AuthorContext { language, terms: &terms };
    if let Some(title) = document.title.take()
        && let Some(first) = document.sections.first_mut().filter(|first| first.heading.is_empty())
    {
        first.heading = title;
    }
    sides::pair_sections(&mut document.sections, language);
    let ideas = budget::slide_ideas(&document.sections, context, MAX_MORE_SLIDES);
    let mut builder = DeckBuilder::new(author, &deck.lang, &deck.title, context);
    for slide in &deck.slides {
        let slide_type = author.registry.by_key(&slide.key);
        builder.mark_title_used(slide_type.map_or("", |slide_type| slide_type.title_of(&slide.content)));
    }
    let closing = &author.registry.catalogue().closing_types;
    let previous: Vec<&str> = deck
        .slides
        .iter()
        .map(|slide| slide.key.as_str())
        .filter(|key| !closing.iter().any(|closing| closing == key))
        .collect();
    builder.set_previous_types(&previous);
    for idea in ideas {
        let (heading, parent) = headings_of(&document.sections, idea.section);
        builder.add(&idea, heading, parent);
    }
    builder.into_slides()
}

/// Word counts of a document. Headings count three times; code, formulas and tables do not count.
fn term_frequencies(document: &Document, language: &Language) -> TermFrequencies {
    let mut terms = TermFrequencies::default();
    for section in &document.sections {
        terms.add(&section.heading, 3.0, language);
        for piece in section
            .elements
            .iter()
            .filter(|element| {
                !matches!(element, SectionElement::Code(_) | SectionElement::Formula(_) | SectionElement::Table(_))
            })
            .flat_map(SectionElement::pieces)
        {
            terms.add(&piece, 1.0, language);
        }
    }
    terms.add(document.title.as_deref().unwrap_or_default(), 3.0, language);
    terms
}

/// The title of the deck: the requested one, the title of the document, a sentence that proposes something, or a key
/// phrase.
fn title(source: &DeckSource, document: &Document, context: AuthorContext<'_>) -> String {
    let requested = source.title.as_deref().map(str::trim).filter(|title| !title.is_empty());
    if let Some(title) = requested.or(document.title.as_deref()) {
        return deck::shortened(title, deck::MAX_TITLE);
    }
    let sentences: Vec<String> = document
        .sections
        .iter()
        .flat_map(|section| &section.elements)
        .take(400)
        .flat_map(SectionElement::pieces)
        .collect();
    let is_proposal_word =
        |word: &str| context.language.table.proposal_words.split(' ').any(|known| known == word.to_lowercase());
    let proposals = sentences.iter().filter(|sentence| {
        headline::can_be_headline(sentence, context.language)
            && words(sentence).any(is_proposal_word)
            && !sentence.ends_with('?')
    });
    let best = proposals.enumerate().max_by(|(a_at, a), (b_at, b)| {
        let weight = |text: &String| context.terms.weight(text, 2, context.language);
        weight(a).total_cmp(&weight(b)).then(b_at.cmp(a_at))
    });
    if let Some((_, sentence)) = best {
        // "We propose a second quay" gives "A second quay". Other languages inflect the words after the verb, so there
        // the sentence stays whole.
        let after = sentence
            .split_whitespace()
            .skip_while(|word| !is_proposal_word(word))
            .skip(1)
            .collect::<Vec<_>>()
            .join(" ");
        let after = without_final_mark(&after);
        if matches!(context.language.table.tag, "en-GB" | "fr" | "es")
            && (2..=8).contains(&word_count(after))
            && !context.language.is_clause_opener(&first_word(after))
        {
            return capitalised(after);
        }
        return without_final_mark(&slide_sentence(sentence, context.language)).to_owned();
    }
    let is_only_data = document
        .sections
        .iter()
        .flat_map(|section| &section.elements)
        .all(|element| matches!(element, SectionElement::Table(_)));
    if let Some(title) = document
        .sections
        .iter()
        .flat_map(|section| &section.elements)
        .find_map(tables::numeric_column_name)
        .filter(|_| is_only_data)
    {
        return title;
    }
    let start: Vec<String> = sentences.iter().take(120).cloned().collect();
    let phrase = headline::key_phrase(&start.join(". "), context.terms, context.language);
    // A source with headings is named by a key phrase only when the phrase is very frequent.
    let has_headings = document.sections.iter().any(|section| !section.heading.is_empty());
    phrase
        .filter(|phrase| !has_headings || context.terms.phrase_score(phrase, context.language) >= 2.8)
        .or_else(|| document.sections.iter().map(|section| section.heading.clone()).find(|heading| !heading.is_empty()))
        .or_else(|| sentences.first().map(|sentence| deck::shortened(sentence, headline::MAX_HEADLINE)))
        .unwrap_or_else(|| context.language.table.wording.untitled.to_owned())
}

/// Takes a short paragraph before the first heading out of the document. Returns its first sentence, for the line under
/// the title, and its other sentences, for the notes. Both are empty without such a paragraph.
fn take_lead(document: &mut Document, title: &str) -> (String, Vec<String>) {
    if let Some(lead) = take_subtitle(document) {
        return lead;
    }
    let has_several_headings = document.sections.iter().filter(|section| !section.heading.is_empty()).count() > 1;
    let has_title = document.sections.iter().any(|section| !section.heading.is_empty()) || document.title.is_some();
    let Some(first) = document.sections.first_mut().filter(|first| first.heading.is_empty() && has_title) else {
        return (String::new(), Vec::new());
    };
    let is_alone = first.elements.len() == 1;
    let Some(SectionElement::Paragraph(text)) = first.elements.first_mut() else { return (String::new(), Vec::new()) };
    let rest: usize = text.sentences.iter().skip(1).map(|more| word_count(more)).sum();
    if rest > 30 || (rest > 0 && !(is_alone && has_several_headings)) {
        return (String::new(), Vec::new());
    }
    let Some(sentence) = text
        .sentences
        .first()
        .filter(|sentence| length(sentence) <= 140 && text.label.is_empty() && text.speaker.is_empty())
    else {
        return (String::new(), Vec::new());
    };
    if comparison_key(sentence) == comparison_key(title) {
        return (String::new(), Vec::new());
    }
    let sentence = sentence.clone();
    let rest = text.sentences[1..].to_vec();
    first.elements.remove(0);
    if first.elements.is_empty() {
        document.sections.remove(0);
    }
    (without_final_mark(&sentence).to_owned(), rest)
}

/// Takes what stands below the title as its subtitle: a quotation without a speaker before the first heading, or a
/// heading with a line that is no sentence, such as "Annual report" above "For the council, January 2026".
fn take_subtitle(document: &mut Document) -> Option<(String, Vec<String>)> {
    document.title.as_ref()?;
    let first = document.sections.first_mut()?;
    let is_subtitle = |text: &str| (2..=20).contains(&word_count(text)) && length(text) <= 140;
    if first.heading.is_empty() {
        let Some(SectionElement::Quote(quotation)) = first.elements.first() else { return None };
        if !quotation.attribution.is_empty() || !is_subtitle(&quotation.text) {
            return None;
        }
        let lead = without_final_mark(&quotation.text).to_owned();
        first.elements.remove(0);
        if first.elements.is_empty() {
            document.sections.remove(0);
        }
        return Some((lead, Vec::new()));
    }
    let [SectionElement::Paragraph(line)] = first.elements.as_slice() else { return None };
    let [sentence] = line.sentences.as_slice() else { return None };
    let is_line = is_subtitle(sentence) && !sentence.ends_with(['.', '!', '?', ':', '。']) && line.label.is_empty();
    if !is_line || !is_subtitle(&first.heading) || document.sections.len() < 4 {
        return None;
    }
    let section = document.sections.remove(0);
    Some((section.heading, section.elements.iter().flat_map(SectionElement::pieces).collect()))
}

/// The title slide of a deck.
fn title_slide(
    author: &BuiltinAuthor<'_>,
    lang: &str,
    context: AuthorContext<'_>,
    source: &DeckSource,
    document: &Document,
    title: &str,
    lead: &str,
) -> SlideDraft {
    let speaker =
        source.speaker.clone().filter(|speaker| !speaker.trim().is_empty()).or_else(|| document.byline.clone());
    let byline: Vec<String> = speaker.into_iter().chain(document.date.clone()).collect();
    let is_byline = byline.iter().any(|name| comparison_key(name) == comparison_key(lead));
    let lead = if is_byline { "" } else { lead };
    let outline = SlideOutline {
        title: title.to_owned(),
        subheading: lead.to_owned(),
        attribution: byline.join(" · "),
        ..SlideOutline::default()
    };
    let pieces = [lead.to_owned(), if length(title) > 120 { title.to_owned() } else { String::new() }];
    author.slide(lang, context.language, "title-slide", &outline, &pieces, "")
}

/// The closing slide of a deck, with contact details and links.
fn closing_slide(
    author: &BuiltinAuthor<'_>,
    lang: &str,
    context: AuthorContext<'_>,
    contact: &Contact,
    links: Vec<read::Link>,
    claims: Vec<String>,
) -> SlideDraft {
    let placeholder = author
        .registry
        .by_key("end-slide")
        .map(|slide_type| slide_type.defaults_in(lang))
        .and_then(|defaults| Some(defaults.get("title")?.as_str()?.to_owned()));
    // The catalogue falls back to English for languages without placeholders, such as Spanish.
    let is_fallback = deck::primary_language(lang) != "en" && placeholder.as_deref() == Some("Thank you");
    let title =
        placeholder.filter(|_| !is_fallback).unwrap_or_else(|| context.language.table.wording.thanks.to_owned());
    let points = claims.into_iter().map(|claim| OutlinePoint::new("", claim)).collect();
    let outline = SlideOutline { title, points, links, ..SlideOutline::default() };
    let mut slide = author.slide(lang, context.language, "end-slide", &outline, &[], "");
    let fields = [
        ("contactName", &contact.name, 80),
        ("contactEmail", &contact.email, 120),
        ("contactPhone", &contact.phone, 40),
        ("contactUrl", &contact.url, 200),
    ];
    for (key, text, max) in fields {
        if !text.is_empty() && length(text) <= max {
            slide.content.insert(key.to_owned(), json!(text));
        }
    }
    // On a crowded slide, the text of the web address would be too small.
    if author.page_fit(&slide.key, &slide.content) >= PageFit::Crowded {
        slide.content.shift_remove("contactUrl");
    }
    slide
}

/// The claims that sum up a deck: up to three of `claims`, or of `titles` if there are fewer than two claims, in order.
/// Empty for a deck of one or two content slides.
fn main_claims(claims: &[String], titles: &[String], deck_title: &str, context: AuthorContext<'_>) -> Vec<String> {
    if titles.len() < 3 {
        return Vec::new();
    }
    // A heading behind the title of the deck says nothing about what is under it.
    let bare: Vec<String> =
        titles.iter().filter(|title| !title.starts_with(&format!("{deck_title}: "))).cloned().collect();
    let claims = if claims.len() < 2 { &bare } else { claims };
    let weights: Vec<f32> = claims.iter().map(|claim| context.terms.weight(claim, 1, context.language)).collect();
    let mut chosen: Vec<usize> = heaviest_first(&weights).into_iter().take(3).collect();
    chosen.sort_unstable();
    chosen.into_iter().map(|at| claims[at].clone()).collect()
}

/// Takes up to three short paragraphs that consist of a link. The closing slide shows the links.
fn take_link_paragraphs(document: &mut Document) -> Vec<read::Link> {
    const MAX_LINKS: usize = 3;
    let mut links = Vec::new();
    for section in &mut document.sections {
        let has_others = section.elements.len() > 1;
        section.elements.retain(|element| match element {
            SectionElement::Paragraph(text)
                if has_others
                    && links.len() < MAX_LINKS
                    && text.links.len() == 1
                    && text.sentences.iter().map(|sentence| word_count(sentence)).sum::<usize>() <= 9 =>
            {
                links.extend(text.links.iter().cloned());
                false
            }
            _ => true,
        });
    }
    links
}

/// The heading of the section at an index, and the heading above it. Either may be empty.
fn headings_of(sections: &[Section], at: usize) -> (&str, &str) {
    let Some(section) = sections.get(at) else { return ("", "") };
    let above = sections[..at].iter().rev().find(|other| other.level < section.level && !other.heading.is_empty());
    (section.heading.as_str(), above.map_or("", |above| above.heading.as_str()))
}

/// The sections under one heading of the highest level.
struct Chapter {
    heading: String,
    first: usize,
    end: usize,
}

impl Chapter {
    fn contains(&self, section: usize) -> bool {
        (self.first..self.end).contains(&section)
    }
}

/// The chapters of a document.
fn chapters(sections: &[Section]) -> Vec<Chapter> {
    let levels = sections.iter().filter(|section| !section.heading.is_empty()).map(|section| section.level);
    let Some(top) = levels.min() else { return Vec::new() };
    let mut chapters: Vec<Chapter> = Vec::new();
    for (at, section) in sections.iter().enumerate() {
        if section.level == top && !section.heading.is_empty() {
            chapters.push(Chapter { heading: section.heading.clone(), first: at, end: at + 1 });
        } else if let Some(chapter) = chapters.last_mut() {
            chapter.end = at + 1;
        }
    }
    chapters
}

/// Whether a deck gets section openers: it is long and its chapters have several slides each.
fn needs_section_openers(ideas: &[SlideIdea], chapters: &[Chapter], sections: &[Section], max_slides: usize) -> bool {
    let has_ideas = |chapter: &&Chapter| ideas.iter().any(|idea| chapter.contains(idea.section));
    let used = chapters.iter().filter(has_ideas).count();
    let is_nested = sections.len() > chapters.len() + 1;
    ideas.len() >= 8
        && used >= 3
        && ideas.len() >= used * 2
        && (is_nested || ideas.len() >= used * 3)
        && ideas.len() + used <= max_slides
}
