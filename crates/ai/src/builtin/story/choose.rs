//! Chooses how each idea is shown, with the deck so far in view.

use std::collections::HashSet;

use deck::Content;
use serde_json::{Value, json};

use super::super::headline::{LONGEST, key_phrase};
use super::super::outline::{Outline, Point};
use super::super::read::Section;
use super::super::text::{bare, capitalised, length};
use super::super::{Author, text::without_stop};
use super::{Craft, Idea};
use crate::SlideDraft;

/// A deck in the making.
pub(super) struct Making<'a> {
    author: &'a Author<'a>,
    lang: &'a str,
    craft: Craft<'a>,
    slides: Vec<SlideDraft>,
    /// Types of the slides before, oldest first.
    before: Vec<String>,
    titles: HashSet<String>,
    /// Headings of the source, which only their own sections may take.
    headings: HashSet<String>,
    section: Option<usize>,
    /// Heading of the section opener that stands last, bare.
    chapter: String,
}

impl<'a> Making<'a> {
    pub(super) fn new(author: &'a Author<'a>, lang: &'a str, craft: Craft<'a>) -> Self {
        Self {
            author,
            lang,
            craft,
            slides: Vec::new(),
            before: Vec::new(),
            titles: HashSet::new(),
            headings: HashSet::new(),
            section: None,
            chapter: String::new(),
        }
    }

    /// A title that is taken.
    pub(super) fn use_title(&mut self, title: &str) {
        self.titles.insert(bare(title));
    }

    /// Keeps headings for the sections they stand over.
    pub(super) fn reserve(&mut self, sections: &[Section]) {
        self.headings =
            sections.iter().map(|section| bare(&section.heading)).filter(|heading| !heading.is_empty()).collect();
    }

    /// Types of the slides that stand before the first one made here.
    pub(super) fn after(&mut self, keys: &[&str]) {
        self.before = keys.iter().map(|key| (*key).to_owned()).collect();
    }

    pub(super) fn push(&mut self, slide: SlideDraft) {
        self.before.push(slide.key.clone());
        self.slides.push(slide);
    }

    pub(super) fn finished(self) -> Vec<SlideDraft> {
        self.slides
    }

    /// A list of what is to come.
    pub(super) fn agenda(&mut self, headings: &[String]) {
        let shown: Vec<Point> = headings.iter().take(8).map(|heading| Point::new(heading.clone(), "")).collect();
        let outline =
            Outline { title: self.craft.language.table.wording.agenda.to_owned(), points: shown, ..Outline::default() };
        if headings.len() <= 8 && self.author.may_use("list-slide") {
            self.use_title(&outline.title);
            let slide = self.author.slide(self.lang, self.craft.language, "list-slide", &outline, headings, "");
            self.push(slide);
        }
    }

    /// Opens a section.
    pub(super) fn chapter(&mut self, heading: &str) {
        self.chapter.clear();
        if heading.is_empty() || !self.author.may_use("chapter-title-slide") {
            return;
        }
        self.chapter = bare(heading);
        let outline = Outline { title: heading.to_owned(), ..Outline::default() };
        let slide = self.author.slide(self.lang, self.craft.language, "chapter-title-slide", &outline, &[], "");
        self.push(slide);
    }

    /// Shows an idea in the way that suits it and the slides before it.
    pub(super) fn add(&mut self, idea: &Idea, heading: &str) {
        let first = self.section != Some(idea.section);
        self.section = Some(idea.section);
        let title = self.title(idea, heading, first);
        let own = idea.title.as_ref().is_some_and(|own| bare(own) == bare(&title));
        let subheading = if own && idea.named { String::new() } else { self.subheading(heading, &title) };
        let options = if own || idea.headed.is_empty() { &idea.options } else { &idea.headed };
        let mut best: Option<(f32, &'static str, Content)> = None;
        for (rank, choice) in options.iter().enumerate() {
            if !self.author.may_use(choice.key) || self.runs_on(choice.key) {
                continue;
            }
            let mut outline = choice.outline.clone();
            outline.title.clone_from(&title);
            if outline.subheading.is_empty() {
                outline.subheading.clone_from(&subheading);
            }
            let Some(content) = self.author.content(self.lang, self.craft.language, choice.key, &outline) else {
                continue;
            };
            #[expect(clippy::cast_precision_loss, reason = "a handful of options")]
            let cost = rank as f32 + self.sameness(choice.key) + if is_cut(&content, &outline) { 6.0 } else { 0.0 };
            if best.as_ref().is_none_or(|(least, _, _)| cost < *least - 1e-6) {
                best = Some((cost, choice.key, content));
            }
        }
        let (key, content) = match best {
            Some((_, key, content)) => (key, content),
            None => match self.plain(idea, &title) {
                Some(plain) => plain,
                None => return,
            },
        };
        self.use_title(&title);
        let slide = self.author.finished(self.lang, self.craft.language, key, content, &idea.pieces, "");
        self.push(slide);
    }

    /// What is left when every way to show an idea would run on: its points as text or as a list.
    fn plain(&self, idea: &Idea, title: &str) -> Option<(&'static str, Content)> {
        let choice = idea.options.first()?;
        let outline = Outline { title: title.to_owned(), ..choice.outline.clone() };
        let keys = ["content-slide", "text-blocks-slide", "list-slide", "table-slide"];
        let key =
            keys.into_iter().find(|key| !self.runs_on(key) && self.author.may_use(key)).unwrap_or("content-slide");
        Some((key, self.author.content(self.lang, self.craft.language, key, &outline)?))
    }

    /// Whether a type would stand a third time in a row.
    fn runs_on(&self, key: &str) -> bool {
        matches!(self.before.as_slice(), [.., a, b] if a == key && b == key)
    }

    /// How much a type has been seen lately.
    fn sameness(&self, key: &str) -> f32 {
        let lately = self.before.iter().rev().take(4).enumerate();
        let own = matches!(
            key,
            "table-slide" | "chart-slide" | "code-slide" | "timeline-slide" | "quote-slide" | "comparison-slide"
        );
        lately
            .filter(|(_, seen)| *seen == key)
            .map(|(ago, _)| match ago {
                0 if own => 0.9,
                0 => 2.6,
                1 => 0.8,
                2 => 0.45,
                _ => 0.3,
            })
            .sum()
    }

    fn is_free(&self, title: &str) -> bool {
        !title.trim().is_empty() && !self.titles.contains(&bare(title))
    }

    fn title(&self, idea: &Idea, heading: &str, first: bool) -> String {
        let heading = Some(heading.to_owned()).filter(|_| first);
        let own = idea.title.as_ref().map(|title| without_stop(title).to_owned());
        let phrase = || {
            key_phrase(
                &idea.pieces.iter().take(12).cloned().collect::<Vec<_>>().join(". "),
                self.craft.subject,
                self.craft.language,
            )
        };
        let candidates = [heading.clone(), own.clone(), idea.spare.clone()].into_iter().flatten();
        if let Some(title) = candidates.filter(|title| length(title) <= 110).find(|title| self.is_free(title)) {
            return capitalised(&title);
        }
        let is_list = idea.options.first().is_some_and(|choice| {
            choice.outline.points.len() > 1
                && own.is_none()
                && matches!(choice.key, "list-slide" | "content-slide" | "icon-card-grid-slide")
        });
        let points = self.craft.language.table.wording.points;
        if is_list && self.is_free(points) && !idea.pieces.iter().any(|piece| piece.ends_with('?')) {
            return points.to_owned();
        }
        if let Some(title) = phrase().filter(|title| self.is_free(title) && !self.headings.contains(&bare(title))) {
            return title;
        }
        let is_text = idea.options.first().is_some_and(|choice| choice.key == "content-slide");
        let first_piece = idea
            .pieces
            .first()
            .filter(|_| is_text)
            .map(|piece| without_stop(piece).to_owned())
            .filter(|piece| length(piece) <= LONGEST && !piece.contains(": ") && self.is_free(piece));
        let spare = first_piece.or(own.filter(|own| self.is_free(own))).filter(|title| !title.is_empty());
        let wording = self.craft.language.table.wording;
        let key = idea.options.first().map_or("", |choice| choice.key);
        let fallback = match key {
            "kpi-metrics-slide" => wording.figures,
            "code-slide" => wording.code,
            _ if idea.pieces.iter().any(|piece| piece.ends_with('?')) => wording.questions,
            _ => wording.overview,
        };
        let set = [fallback, wording.overview, wording.points].into_iter().find(|title| self.is_free(title));
        capitalised(&spare.or(set.map(str::to_owned)).or(heading).unwrap_or_else(|| fallback.to_owned()))
    }

    fn subheading(&self, heading: &str, title: &str) -> String {
        let repeats = bare(title).contains(&bare(heading)) || bare(heading).contains(&bare(title));
        if heading.is_empty() || repeats || self.chapter == bare(heading) {
            return String::new();
        }
        heading.to_owned()
    }
}

/// Whether a text had to be broken off that was whole in the outline.
fn is_cut(content: &Content, outline: &Outline) -> bool {
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
