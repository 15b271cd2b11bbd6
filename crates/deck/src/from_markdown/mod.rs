//! Reads a deck from a Markdown file: slides separated by `---` and by headings, front matter, speaker notes in
//! comments.
//!
//! Headings decide between title, section and content slides; the text below them decides the type: list, table, code,
//! quote, pictures. Text that is left out is reported as a remark. The result is an envelope, so that it is imported in
//! the same way as any other deck file.

mod remark_text;
mod slide;
mod split;

use serde_json::{Value, json};

pub(crate) use self::remark_text::MarkdownText;
use self::slide::{DraftedSlides, draft_slides};
use self::split::{FrontMatter, SlideSource, split_file};
use crate::{
    DEFAULT_THEME, FORMAT, MAX_DESCRIPTION, MAX_NOTES, MAX_TITLE, Remark, UNTITLED, VERSION, is_tag, shortened,
};

/// A deck that was read from Markdown.
#[derive(Debug, Clone, PartialEq)]
pub struct MarkdownDeck {
    /// The deck as an envelope.
    pub envelope: Value,
    /// What could not be read as it was written.
    pub remarks: Vec<MarkdownRemark>,
}

/// A part of a file that could not be read as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarkdownRemark {
    /// Number of the slide, from 1.
    pub slide: usize,
    /// What happened.
    pub text: Remark,
}

/// Reads a Markdown file. `lang` is the language of a file that names none. Returns none for a file without slides and
/// title.
pub fn from_markdown(text: &str, lang: &str) -> Option<MarkdownDeck> {
    let (front, sources) = split_file(text);
    if sources.is_empty() && front.get("title").is_none() {
        return None;
    }
    let mut deck = DeckBuilder { title: deck_title(&front, &sources), slides: Vec::new(), remarks: Vec::new() };
    for source in &sources {
        deck.add(source);
    }
    deck.complete_title_slide(&front);
    let tag = front.get("lang").or_else(|| front.get("language")).filter(|tag| is_tag(tag)).unwrap_or(lang);
    let theme = front.get("theme").filter(|theme| theme.chars().count() <= 200).unwrap_or(DEFAULT_THEME);
    let mut envelope = json!({
        "format": FORMAT, "version": VERSION, "title": shortened(&deck.title, MAX_TITLE), "theme": theme, "lang": tag,
    });
    if let Some(description) = front.get("description") {
        envelope["description"] = json!(shortened(description, MAX_DESCRIPTION));
    }
    envelope["slides"] = Value::Array(deck.slides);
    Some(MarkdownDeck { envelope, remarks: deck.remarks })
}

/// Title of the deck: from the front matter, else the first heading.
fn deck_title(front: &FrontMatter, sources: &[SlideSource]) -> String {
    let heading = || sources.iter().find_map(|source| slide::heading(&source.text)).map(|heading| heading.text);
    front.get("title").map(str::to_owned).or_else(heading).unwrap_or_else(|| UNTITLED.to_owned())
}

/// The part of the deck that has been read so far.
struct DeckBuilder {
    title: String,
    slides: Vec<Value>,
    remarks: Vec<MarkdownRemark>,
}

impl DeckBuilder {
    fn add(&mut self, source: &SlideSource) {
        let number = self.slides.len() + 1;
        let last_title = self.slides.last().and_then(|slide| slide["content"]["title"].as_str());
        let last_title = last_title.filter(|title| !title.trim().is_empty());
        let DraftedSlides { slides, remarks } =
            draft_slides(&source.text, number == 1, last_title.unwrap_or(&self.title));
        self.remarks.extend(remarks.into_iter().map(|text| MarkdownRemark { slide: number, text: text.into() }));
        for (index, (key, content)) in slides.into_iter().enumerate() {
            let mut slide = json!({ "type": key, "content": content });
            if index == 0 && !source.notes.is_empty() {
                slide["notes"] = json!(source.notes.chars().take(MAX_NOTES).collect::<String>());
            }
            self.slides.push(slide);
        }
    }

    /// Adds a title slide if the front matter has a title and the deck does not begin with one. Adds subtitle, author
    /// and date to the title slide.
    fn complete_title_slide(&mut self, front: &FrontMatter) {
        let has_title_slide = self.slides.first().is_some_and(|first| first["type"] == "title-slide");
        if !has_title_slide {
            if front.get("title").is_none() {
                return;
            }
            self.slides
                .insert(0, json!({ "type": "title-slide", "content": { "title": shortened(&self.title, 120) } }));
            for remark in &mut self.remarks {
                remark.slide += 1;
            }
        }
        let content = &mut self.slides[0]["content"];
        let meta: Vec<&str> = ["author", "date"].iter().filter_map(|key| front.get(key)).collect();
        for (key, value) in [("subheading", front.get("subtitle").map(str::to_owned)), ("meta", joined(&meta))] {
            if let Some(value) = value.filter(|_| content.get(key).is_none()) {
                content[key] = json!(shortened(&value, 160));
            }
        }
    }
}

fn joined(parts: &[&str]) -> Option<String> {
    (!parts.is_empty()).then(|| parts.join(" · "))
}

#[cfg(test)]
mod tests;
