//! Builds a deck slide by slide and chooses how each idea is shown, depending on the previous slides.

use std::collections::HashSet;

use deck::{Content, DeckRole, Field, SlideType};
use serde_json::{Value, json};

use super::super::headline::{candidate_phrases, distinctive_phrase, has_verb, is_contrast, is_cut_off, is_spaceless};
use super::super::language::Language;
use super::super::outline::{OutlinePoint, SlideOutline};
use super::super::read::Section;
use super::super::text::{capitalised, comparison_key, first_word, length, sentences, slide_sentence, word_count};
use super::super::{BuiltinAuthor, notes_with, text::without_final_mark};
use super::{AuthorContext, SlideIdea, is_visual};
use crate::{PageFit, SlideDraft};

/// Maximum length of a title, in code points.
const MAX_TITLE: usize = 96;

/// Builds the slides of a deck.
pub(super) struct DeckBuilder<'a> {
    author: &'a BuiltinAuthor<'a>,
    lang: &'a str,
    deck_title: &'a str,
    context: AuthorContext<'a>,
    slides: Vec<SlideDraft>,
    /// Types of the previous slides, oldest first.
    previous_types: Vec<String>,
    /// Comparison keys of the titles that are taken.
    used_titles: HashSet<String>,
    /// Comparison keys of the source's headings, which are reserved for their own sections.
    headings: HashSet<String>,
    /// Section of the last idea.
    section: Option<usize>,
    /// Comparison key of the last section opener's heading.
    open_section: String,
    /// The headlines that are claims.
    claims: Vec<String>,
    /// The titles of all content slides.
    titles: Vec<String>,
}

impl<'a> DeckBuilder<'a> {
    pub(super) fn new(
        author: &'a BuiltinAuthor<'a>,
        lang: &'a str,
        deck_title: &'a str,
        context: AuthorContext<'a>,
    ) -> Self {
        Self {
            author,
            lang,
            deck_title,
            context,
            slides: Vec::new(),
            previous_types: Vec::new(),
            used_titles: HashSet::new(),
            headings: HashSet::new(),
            section: None,
            open_section: String::new(),
            claims: Vec::new(),
            titles: Vec::new(),
        }
    }

    /// Marks a title as taken.
    pub(super) fn mark_title_used(&mut self, title: &str) {
        self.used_titles.insert(comparison_key(title));
    }

    /// Reserves headings for their own sections.
    pub(super) fn reserve_headings(&mut self, sections: &[Section]) {
        self.headings = sections
            .iter()
            .map(|section| comparison_key(&section.heading))
            .filter(|heading| !heading.is_empty())
            .collect();
    }

    /// Sets the types of the existing slides before the first new one.
    pub(super) fn set_previous_types(&mut self, keys: &[&str]) {
        self.previous_types = keys.iter().map(|key| (*key).to_owned()).collect();
    }

    pub(super) fn push(&mut self, slide: SlideDraft) {
        self.previous_types.push(slide.key.clone());
        self.slides.push(slide);
    }

    /// The headlines so far that are claims.
    pub(super) fn claims(&self) -> &[String] {
        &self.claims
    }

    /// The titles of the content slides so far.
    pub(super) fn titles(&self) -> &[String] {
        &self.titles
    }

    pub(super) fn into_slides(self) -> Vec<SlideDraft> {
        self.slides
    }

    /// Adds an agenda of the headings. Does nothing for more than ten headings.
    pub(super) fn add_agenda(&mut self, headings: &[String]) {
        let points: Vec<OutlinePoint> = headings.iter().map(|heading| OutlinePoint::new(heading.clone(), "")).collect();
        let outline = SlideOutline {
            title: self.context.language.table.wording.agenda.to_owned(),
            points,
            ..SlideOutline::default()
        };
        if headings.len() <= 10 && self.author.may_use("list-slide") {
            self.mark_title_used(&outline.title);
            let slide = self.author.slide(self.lang, self.context.language, "list-slide", &outline, headings, "");
            self.push(slide);
        }
    }

    /// Adds a section opener.
    pub(super) fn add_section_opener(&mut self, heading: &str) {
        self.open_section.clear();
        let author = self.author;
        let opener = author.registry.types().find(|known| opens_section(known) && author.may_use(&known.key));
        let Some(opener) = opener.filter(|_| !heading.is_empty()) else { return };
        self.open_section = comparison_key(heading);
        let outline = SlideOutline { title: heading.to_owned(), ..SlideOutline::default() };
        let slide = author.slide(self.lang, self.context.language, &opener.key, &outline, &[], "");
        self.push(slide);
    }

    /// Whether most section openers are redundant: the next slide has the same title, or is the only one of its
    /// section.
    pub(super) fn has_redundant_openers(&self) -> bool {
        let is_opener = |slide: &SlideDraft| self.author.registry.by_key(&slide.key).is_some_and(opens_section);
        let openers = (0..self.slides.len()).filter(|at| is_opener(&self.slides[*at]));
        let is_redundant = |at: &usize| {
            let section = self.slides[at + 1..].iter().take_while(|slide| !is_opener(slide));
            let title = |slide: &SlideDraft| slide.content.get("title").and_then(Value::as_str).map(comparison_key);
            section.clone().count() < 2
                || section.clone().next().is_some_and(|next| title(next) == title(&self.slides[*at]))
        };
        openers.clone().filter(is_redundant).count() * 2 > openers.count()
    }

    /// Adds a slide for an idea, with the option that suits the idea and the previous slides best.
    pub(super) fn add(&mut self, idea: &SlideIdea, heading: &str, parent: &str) {
        if self.is_third_table(idea)
            && let Some(last) = self.slides.last_mut()
        {
            last.notes = notes_with(&last.notes, &idea.pieces);
            return;
        }
        let is_first = self.section != Some(idea.section);
        self.section = Some(idea.section);
        let title = self.title(idea, heading, parent);
        let has_own_title = idea.title.as_ref().is_some_and(|own| comparison_key(own) == comparison_key(&title));
        let subheading =
            if is_first && !idea.is_statement() { self.subheading(heading, &title) } else { String::new() };
        let use_options = has_own_title || idea.options_under_heading.is_empty();
        let options = if use_options { &idea.options } else { &idea.options_under_heading };
        let mut best: Option<(f32, &'static str, Content)> = None;
        for (rank, choice) in options.iter().enumerate() {
            if !self.author.may_use(choice.key) || self.would_be_third_in_row(choice.key) {
                continue;
            }
            let mut outline = choice.outline.clone();
            outline.title.clone_from(&title);
            if outline.subheading.is_empty() {
                outline.subheading.clone_from(&subheading);
            }
            let Some(content) = self.author.content(self.lang, self.context.language, choice.key, &outline) else {
                continue;
            };
            #[expect(clippy::cast_precision_loss, reason = "a handful of options")]
            let cost =
                rank as f32 + self.repetition_cost(choice.key) + if is_cut(&content, &outline) { 6.0 } else { 0.0 };
            let is_cheaper = |cost: f32| best.as_ref().is_none_or(|(least, _, _)| cost < *least - 1e-6);
            if !is_cheaper(cost) {
                continue;
            }
            let cost = cost + self.misfit_cost(choice.key, &content);
            if is_cheaper(cost) {
                best = Some((cost, choice.key, content));
            }
        }
        let chosen = best.map(|(_, key, content)| (key, content)).or_else(|| self.plain_option(idea, &title));
        let Some((key, content)) = chosen else { return };
        // The chart shows a column of a table that has its own slide, so nothing is lost without the chart.
        let is_optional = key == "chart-slide" && idea.pieces.is_empty();
        if is_optional && self.author.page_fit(key, &content) >= PageFit::Crowded {
            return;
        }
        let content = match self.author.registry.by_key(key) {
            Some(slide_type) => without_cuts(slide_type, content, &idea.pieces, self.context.language),
            None => content,
        };
        let chosen_key = key;
        let (key, content) = self.author.valid_slide(self.lang, key, content);
        // Another type was needed, for example since only one entry of a list was left after removing cut texts.
        if key != chosen_key
            && self.would_be_third_in_row(&key)
            && let Some(last) = self.slides.last_mut()
        {
            last.notes = notes_with(&last.notes, &idea.pieces);
            return;
        }
        self.mark_title_used(&title);
        if has_own_title && word_count(&title) >= 4 && has_verb(&title, self.context.language) {
            self.claims.push(title.clone());
        }
        self.titles.push(title);
        let content = self.author.content_within(self.context.language, &key, content, PageFit::Awkward);
        let slide = self.author.finished_slide(self.lang, self.context.language, &key, content, &idea.pieces, "");
        // Code in very long lines cannot be read on a slide, however few lines it has.
        if slide.key == "code-slide"
            && self.author.page_fit(&slide.key, &slide.content) == PageFit::Overflow
            && let Some(last) = self.slides.last_mut()
        {
            last.notes = notes_with(&last.notes, &idea.pieces);
            return;
        }
        self.push(slide);
    }

    /// The fallback when no option can be used: the content of the first option as text, list or table.
    fn plain_option(&self, idea: &SlideIdea, title: &str) -> Option<(&'static str, Content)> {
        let choice = idea.options.first()?;
        let outline = SlideOutline { title: title.to_owned(), ..choice.outline.clone() };
        let keys = ["content-slide", "text-blocks-slide", "list-slide", "table-slide"];
        let key = keys
            .into_iter()
            .find(|key| !self.would_be_third_in_row(key) && self.author.may_use(key))
            .unwrap_or("content-slide");
        Some((key, self.author.content(self.lang, self.context.language, key, &outline)?))
    }

    /// Whether an idea is a table that would follow two tables, and could only be shown as a list of its cells.
    fn is_third_table(&self, idea: &SlideIdea) -> bool {
        let mut visual = idea.options.iter().filter(|option| is_visual(option.key) && self.author.may_use(option.key));
        !idea.options.is_empty()
            && idea.options.iter().all(|option| option.outline.table.is_some())
            && visual.clone().next().is_some()
            && visual.all(|option| self.would_be_third_in_row(option.key))
    }

    /// Whether a slide type would occur a third time in a row.
    fn would_be_third_in_row(&self, key: &str) -> bool {
        matches!(self.previous_types.as_slice(), [.., a, b] if a == key && b == key)
    }

    /// Cost of using a type that recent slides have used.
    fn repetition_cost(&self, key: &str) -> f32 {
        // Showing a table in another form only for variety would not help the reader.
        let recent_count = if matches!(key, "table-slide" | "chart-slide") { 1 } else { 4 };
        let recent = self.previous_types.iter().rev().take(recent_count).enumerate();
        let is_specific = matches!(
            key,
            "table-slide"
                | "chart-slide"
                | "code-slide"
                | "formula-slide"
                | "timeline-slide"
                | "quote-slide"
                | "comparison-slide"
        );
        recent
            .filter(|(_, recent_key)| *recent_key == key)
            .map(|(ago, _)| match ago {
                0 if is_specific => 0.9,
                0 => 2.6,
                1 => 0.8,
                2 => 0.45,
                _ => 0.3,
            })
            .sum()
    }

    /// Cost of content that does not suit the page of its type. Tables lose rows that do not fit, whatever the type.
    fn misfit_cost(&self, key: &str, content: &Content) -> f32 {
        let is_chart = key == "chart-slide";
        // A picture without text is better shown on a picture slide.
        let has_no_text = key == "image-text-slide" && content.get("body").is_none_or(deck::is_unset);
        if is_visual(key) && !is_chart && !has_no_text {
            return 0.0;
        }
        match self.author.page_fit(key, content) {
            PageFit::Good => 0.0,
            PageFit::Awkward if is_chart => 0.0,
            PageFit::Crowded if is_chart => 2.0,
            PageFit::Awkward => 6.5,
            PageFit::Crowded => 0.9,
            PageFit::Overflow => 1.5,
        }
    }

    /// Whether a title is not blank and not taken.
    fn is_free(&self, title: &str) -> bool {
        !title.trim().is_empty() && !self.used_titles.contains(&comparison_key(title))
    }

    /// The title of a slide: the claim or the label of the idea, else the heading of its section, else the heading and
    /// a phrase for the subject of the slide. A heading of one word is preceded by the heading above it.
    fn title(&self, idea: &SlideIdea, heading: &str, parent: &str) -> String {
        let language = self.context.language;
        let is_good = |title: &String| {
            self.is_free(title)
                && length(title) <= MAX_TITLE
                && !language.is_generic_heading(title)
                && !is_cut_off(title, language)
        };
        let is_single = |title: &str| word_count(title) < 2 && !is_spaceless(title);
        let own_title = idea.title.as_ref().map(|title| capitalised(without_final_mark(title)));
        let is_a_heading = own_title.as_ref().is_some_and(|title| self.headings.contains(&comparison_key(title)));
        let heading = Some(heading.to_owned()).filter(|heading| !heading.is_empty());
        let short_deck_title = Some(self.deck_title).filter(|title| {
            length(title) > 2 && (1..=7).contains(&word_count(title)) && !self.headings.contains(&comparison_key(title))
        });
        let parent = Some(parent)
            .filter(|parent| !parent.is_empty() && !language.is_generic_heading(parent))
            .or(short_deck_title);
        let with_parent = heading.as_ref().zip(parent).map(|(heading, parent)| format!("{parent}: {heading}"));
        // A heading is reserved for the slides of its own section.
        let claim = own_title.clone().filter(|title| !is_a_heading && !is_single(title));
        let phrase = || {
            let text = idea.pieces.iter().take(12).cloned().collect::<Vec<_>>().join(". ");
            distinctive_phrase(&text, self.context.terms, language)
                .filter(|phrase| !self.headings.contains(&comparison_key(phrase)))
                .filter(|phrase| {
                    !heading.as_ref().is_some_and(|heading| comparison_key(heading).contains(&comparison_key(phrase)))
                })
        };
        let first_point = idea.options.first().and_then(|choice| {
            let point = choice.outline.points.first()?;
            let text = if point.title.is_empty() { &point.text } else { &point.title };
            Some(without_final_mark(text).to_owned()).filter(|text| (1..=8).contains(&word_count(text)))
        });
        let full = heading.clone().filter(|heading| !is_single(heading));
        let is_generic = |heading: &&String| language.is_generic_heading(heading);
        let with_deck_title = |heading: &String| format!("{}: {heading}", self.deck_title);
        let is_question = heading.as_ref().is_some_and(|heading| heading.ends_with('?'));
        let joined = |part: String| heading.as_ref().map_or(capitalised(&part), |heading| format!("{heading}: {part}"));
        claim
            .filter(is_good)
            .or_else(|| full.filter(is_good))
            .or_else(|| with_parent.clone().filter(|_| heading.as_deref().is_some_and(is_single)).filter(is_good))
            .or_else(|| heading.clone().filter(is_good))
            .or_else(|| first_words(idea, language).filter(|_| heading.is_none()).filter(is_good))
            .or_else(|| own_title.clone().map(joined).filter(is_good))
            .or_else(|| own_title.filter(is_good))
            .or_else(|| phrase().filter(|_| !is_question).map(joined).filter(is_good))
            .or_else(|| phrase().filter(|phrase| !is_single(phrase)).filter(is_good))
            .or_else(|| with_parent.clone().filter(is_good))
            .or_else(|| first_point.filter(|_| !is_question).map(joined).filter(is_good))
            .or_else(|| first_words(idea, language).filter(is_good))
            .or_else(|| heading.as_ref().filter(is_generic).map(with_deck_title).filter(is_good))
            .or_else(|| heading.clone().filter(|heading| self.is_free(heading) && !is_generic(&heading)))
            .or_else(|| if heading.is_none() { self.with_subject(idea).filter(is_good) } else { None })
            .unwrap_or_else(|| {
                let heading = heading.as_deref().filter(|heading| !language.is_generic_heading(heading));
                self.numbered(heading.unwrap_or(self.deck_title))
            })
    }

    /// The title of the deck with what an idea is about, for text before the first heading.
    fn with_subject(&self, idea: &SlideIdea) -> Option<String> {
        let text = idea.pieces.iter().take(12).cloned().collect::<Vec<_>>().join(". ");
        let phrases = candidate_phrases(&text, self.context.language).filter(|phrase| word_count(phrase) > 1);
        let deck_key = comparison_key(self.deck_title);
        let titles = phrases
            .filter(|phrase| !deck_key.contains(&comparison_key(phrase)))
            .filter(|phrase| !comparison_key(phrase).contains(&deck_key) && !has_verb(phrase, self.context.language))
            .map(|phrase| {
                let score = self.context.terms.phrase_score(&phrase, self.context.language);
                (score, format!("{}: {phrase}", self.deck_title))
            })
            .filter(|(_, title)| self.is_free(title));
        let best = titles.reduce(|best, next| if next.0 > best.0 + 1e-6 { next } else { best });
        best.map(|(_, title)| title)
    }

    /// A title with the first number that makes it unique.
    fn numbered(&self, title: &str) -> String {
        let numbers = 2..=self.slides.len() + 2;
        std::iter::once(title.to_owned())
            .chain(numbers.map(|number| format!("{title} ({number})")))
            .find(|title| self.is_free(title))
            .unwrap_or_default()
    }

    /// The heading of the section as the supporting line, unless the title or the section opener shows it.
    fn subheading(&self, heading: &str, title: &str) -> String {
        let repeats = comparison_key(title).contains(&comparison_key(heading))
            || comparison_key(heading).contains(&comparison_key(title));
        let is_generic = self.context.language.is_generic_heading(heading);
        if heading.is_empty() || repeats || is_generic || self.open_section == comparison_key(heading) {
            return String::new();
        }
        heading.to_owned()
    }
}

/// Whether slides of a type open sections.
fn opens_section(slide_type: &SlideType) -> bool {
    slide_type.deck_role == Some(DeckRole::Section)
}

/// The first text of an idea as a title, if it is short and stands alone.
fn first_words(idea: &SlideIdea, language: &Language) -> Option<String> {
    // The cells of a row are no title.
    if idea.options.first().is_some_and(|option| option.outline.table.is_some()) {
        return None;
    }
    let pieces = idea.pieces.iter().map(|piece| slide_sentence(piece, language));
    let mut pieces = pieces.map(|piece| without_final_mark(&piece).to_owned());
    let found = pieces.find(|piece| {
        let first = first_word(piece);
        (3..=12).contains(&word_count(piece))
            && length(piece) <= MAX_TITLE
            && !piece.contains(": ")
            && !language.refers_back(piece)
            && !language.is_clause_opener(&first)
            && !is_contrast(&first)
            && !is_cut_off(piece, language)
    });
    found.map(|piece| capitalised(&piece))
}

/// Content without texts that had to be cut in the middle of a sentence: each is shortened to its last whole sentence
/// or line, or left out where the type allows it. The text left out is in the `pieces` and so goes to the notes.
fn without_cuts(slide_type: &SlideType, content: Content, pieces: &[String], language: &Language) -> Content {
    let is_cut_text = |text: &str| {
        text.ends_with('…') && !pieces.iter().any(|piece| piece.trim_end().ends_with('…'))
            || ends_mid_phrase(text, pieces, language)
    };
    let whole = |text: &str| -> Option<String> {
        let mut lines: Vec<&str> = text.lines().collect();
        let last = lines.pop()?;
        let all = sentences(last, language);
        let kept = all[..all.len().saturating_sub(1)].join(" ");
        if !kept.is_empty() {
            lines.push(&kept);
        }
        let text = lines.join("\n").trim_end().to_owned();
        (!text.is_empty()).then_some(text)
    };
    let is_needed = |fields: &[Field], key: &str| {
        matches!(key, "title" | "question" | "quote") || fields.iter().any(|field| field.key == key && field.required)
    };
    // `None` when nothing remains, or when a required text would be lost and `may_drop` is set.
    let mended = |fields: &[Field], content: &Content, may_drop: bool| -> Option<Content> {
        let mut kept = Content::new();
        for (key, value) in content {
            match value {
                Value::String(text) if is_cut_text(text) => match whole(text) {
                    Some(text) => drop(kept.insert(key.clone(), Value::String(text))),
                    None if !is_needed(fields, key) => {}
                    None if may_drop => return None,
                    None => drop(kept.insert(key.clone(), value.clone())),
                },
                value => drop(kept.insert(key.clone(), value.clone())),
            }
        }
        Some(kept).filter(|kept| !kept.is_empty())
    };
    let entries = |key: &str, value: Value| match value {
        Value::Array(entries) => {
            let fields = slide_type.field(key).and_then(|field| field.kind.item_fields()).unwrap_or_default();
            // The label of a button may be a cut address.
            let may_drop = key != "actions";
            let whole: Vec<Value> = entries
                .iter()
                .filter_map(|entry| match entry {
                    Value::Object(entry) => mended(fields, entry, may_drop).map(Value::Object),
                    other => Some(other.clone()),
                })
                .collect();
            Value::Array(if whole.is_empty() { entries } else { whole })
        }
        other => other,
    };
    let content = mended(&slide_type.fields, &content, false).unwrap_or(content);
    content.into_iter().map(|(key, value)| (key.clone(), entries(&key, value))).collect()
}

/// Whether a text ends with a word that needs a continuation, such as a preposition. It may do so where a sentence of
/// the source ends the same way: "what the port is for."
fn ends_mid_phrase(text: &str, pieces: &[String], language: &Language) -> bool {
    const COMPARED_CHARS: usize = 30;
    let line = text.lines().next_back().unwrap_or_default().trim_end();
    if line.ends_with(['.', '!', '?', ')']) || !is_cut_off(line, language) {
        return false;
    }
    let length = line.chars().count();
    let end: String = line.chars().skip(length.saturating_sub(COMPARED_CHARS)).collect();
    let ends_sentence =
        |piece: &String| ['.', '!', '?', ')'].iter().any(|mark| piece.contains(&format!("{end}{mark}")));
    !pieces.iter().any(ends_sentence)
}

/// Whether more texts end with an ellipsis in the content than in the outline.
fn is_cut(content: &Content, outline: &SlideOutline) -> bool {
    fn ellipses(value: &Value) -> usize {
        match value {
            Value::String(text) => usize::from(text.ends_with('…')),
            Value::Array(entries) => entries.iter().map(ellipses).sum(),
            Value::Object(entry) => entry.values().map(ellipses).sum(),
            _ => 0,
        }
    }
    ellipses(&json!(content)) > outline.pieces().iter().filter(|piece| piece.ends_with('…')).count()
}
