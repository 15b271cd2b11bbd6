//! Builds a deck slide by slide and chooses how each idea is shown, with the previous slides in view.

use std::collections::HashSet;

use deck::Content;
use serde_json::{Value, json};

use super::super::headline::{MAX_HEADLINE, key_phrase};
use super::super::outline::{OutlinePoint, SlideOutline};
use super::super::read::Section;
use super::super::text::{capitalised, comparison_key, length};
use super::super::{BuiltinAuthor, text::without_final_mark};
use super::{AuthorContext, SlideIdea};
use crate::SlideDraft;

/// Builds the slides of a deck.
pub(super) struct DeckBuilder<'a> {
    author: &'a BuiltinAuthor<'a>,
    lang: &'a str,
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
}

impl<'a> DeckBuilder<'a> {
    pub(super) fn new(author: &'a BuiltinAuthor<'a>, lang: &'a str, context: AuthorContext<'a>) -> Self {
        Self {
            author,
            lang,
            context,
            slides: Vec::new(),
            previous_types: Vec::new(),
            used_titles: HashSet::new(),
            headings: HashSet::new(),
            section: None,
            open_section: String::new(),
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

    pub(super) fn into_slides(self) -> Vec<SlideDraft> {
        self.slides
    }

    /// Adds an agenda of up to eight headings. Does nothing for more.
    pub(super) fn add_agenda(&mut self, headings: &[String]) {
        let points: Vec<OutlinePoint> =
            headings.iter().take(8).map(|heading| OutlinePoint::new(heading.clone(), "")).collect();
        let outline = SlideOutline {
            title: self.context.language.table.wording.agenda.to_owned(),
            points,
            ..SlideOutline::default()
        };
        if headings.len() <= 8 && self.author.may_use("list-slide") {
            self.mark_title_used(&outline.title);
            let slide = self.author.slide(self.lang, self.context.language, "list-slide", &outline, headings, "");
            self.push(slide);
        }
    }

    /// Adds a section opener.
    pub(super) fn add_section_opener(&mut self, heading: &str) {
        self.open_section.clear();
        if heading.is_empty() || !self.author.may_use("chapter-title-slide") {
            return;
        }
        self.open_section = comparison_key(heading);
        let outline = SlideOutline { title: heading.to_owned(), ..SlideOutline::default() };
        let slide = self.author.slide(self.lang, self.context.language, "chapter-title-slide", &outline, &[], "");
        self.push(slide);
    }

    /// Adds a slide for an idea, with the option that suits the idea and the previous slides best.
    pub(super) fn add(&mut self, idea: &SlideIdea, heading: &str) {
        let first = self.section != Some(idea.section);
        self.section = Some(idea.section);
        let title = self.title(idea, heading, first);
        let has_own_title = idea.title.as_ref().is_some_and(|own| comparison_key(own) == comparison_key(&title));
        let subheading =
            if has_own_title && idea.is_labelled { String::new() } else { self.subheading(heading, &title) };
        let use_options = has_own_title || idea.options_under_heading.is_empty();
        let options = if use_options { &idea.options } else { &idea.options_under_heading };
        let mut best: Option<(f32, &'static str, Content)> = None;
        for (rank, choice) in options.iter().enumerate() {
            if !self.author.may_use(choice.key) || self.would_run_on(choice.key) {
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
            if best.as_ref().is_none_or(|(least, _, _)| cost < *least - 1e-6) {
                best = Some((cost, choice.key, content));
            }
        }
        let chosen = best.map(|(_, key, content)| (key, content)).or_else(|| self.plain_option(idea, &title));
        let Some((key, content)) = chosen else { return };
        self.mark_title_used(&title);
        let slide = self.author.finished_slide(self.lang, self.context.language, key, content, &idea.pieces, "");
        self.push(slide);
    }

    /// The fallback when no option can be used: the content of the first option as text, list or table.
    fn plain_option(&self, idea: &SlideIdea, title: &str) -> Option<(&'static str, Content)> {
        let choice = idea.options.first()?;
        let outline = SlideOutline { title: title.to_owned(), ..choice.outline.clone() };
        let keys = ["content-slide", "text-blocks-slide", "list-slide", "table-slide"];
        let key =
            keys.into_iter().find(|key| !self.would_run_on(key) && self.author.may_use(key)).unwrap_or("content-slide");
        Some((key, self.author.content(self.lang, self.context.language, key, &outline)?))
    }

    /// Whether a slide type would occur a third time in a row.
    fn would_run_on(&self, key: &str) -> bool {
        matches!(self.previous_types.as_slice(), [.., a, b] if a == key && b == key)
    }

    /// Cost of using a type that recent slides have used.
    fn repetition_cost(&self, key: &str) -> f32 {
        let recent = self.previous_types.iter().rev().take(4).enumerate();
        let is_specific = matches!(
            key,
            "table-slide" | "chart-slide" | "code-slide" | "timeline-slide" | "quote-slide" | "comparison-slide"
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

    /// Whether a title is not blank and not taken.
    fn is_free(&self, title: &str) -> bool {
        !title.trim().is_empty() && !self.used_titles.contains(&comparison_key(title))
    }

    /// The title of a slide: the heading for the first idea of a section, else the idea's own title, else a key phrase
    /// or a fixed word.
    fn title(&self, idea: &SlideIdea, heading: &str, first: bool) -> String {
        let heading = Some(heading.to_owned()).filter(|_| first);
        let own = idea.title.as_ref().map(|title| without_final_mark(title).to_owned());
        let phrase = || {
            key_phrase(
                &idea.pieces.iter().take(12).cloned().collect::<Vec<_>>().join(". "),
                self.context.terms,
                self.context.language,
            )
        };
        let candidates = [heading.clone(), own.clone(), idea.alternative_title.clone()].into_iter().flatten();
        if let Some(title) = candidates.filter(|title| length(title) <= 110).find(|title| self.is_free(title)) {
            return capitalised(&title);
        }
        let is_list = idea.options.first().is_some_and(|choice| {
            choice.outline.points.len() > 1
                && own.is_none()
                && matches!(choice.key, "list-slide" | "content-slide" | "icon-card-grid-slide")
        });
        let points = self.context.language.table.wording.points;
        if is_list && self.is_free(points) && !idea.pieces.iter().any(|piece| piece.ends_with('?')) {
            return points.to_owned();
        }
        if let Some(title) =
            phrase().filter(|title| self.is_free(title) && !self.headings.contains(&comparison_key(title)))
        {
            return title;
        }
        let is_text = idea.options.first().is_some_and(|choice| choice.key == "content-slide");
        let first_piece = idea
            .pieces
            .first()
            .filter(|_| is_text)
            .map(|piece| without_final_mark(piece).to_owned())
            .filter(|piece| length(piece) <= MAX_HEADLINE && !piece.contains(": ") && self.is_free(piece));
        let other = first_piece.or(own.filter(|own| self.is_free(own))).filter(|title| !title.is_empty());
        let wording = self.context.language.table.wording;
        let fallback = match idea.options.first().map_or("", |choice| choice.key) {
            "kpi-metrics-slide" => wording.figures,
            "code-slide" => wording.code,
            _ if idea.pieces.iter().any(|piece| piece.ends_with('?')) => wording.questions,
            _ => wording.overview,
        };
        let fixed = [fallback, wording.overview, wording.points].into_iter().find(|title| self.is_free(title));
        capitalised(&other.or(fixed.map(str::to_owned)).or(heading).unwrap_or_else(|| fallback.to_owned()))
    }

    /// The heading of the section as the supporting line, unless the title or the section opener shows it.
    fn subheading(&self, heading: &str, title: &str) -> String {
        let repeats = comparison_key(title).contains(&comparison_key(heading))
            || comparison_key(heading).contains(&comparison_key(title));
        if heading.is_empty() || repeats || self.open_section == comparison_key(heading) {
            return String::new();
        }
        heading.to_owned()
    }
}

/// Whether the content ends more texts with an ellipsis than the outline does.
fn is_cut(content: &Content, outline: &SlideOutline) -> bool {
    fn ends(value: &Value) -> usize {
        match value {
            Value::String(text) => usize::from(text.ends_with('…')),
            Value::Array(entries) => entries.iter().map(ends).sum(),
            Value::Object(entry) => entry.values().map(ends).sum(),
            _ => 0,
        }
    }
    ends(&json!(content)) > outline.pieces().iter().filter(|piece| piece.ends_with('…')).count()
}
