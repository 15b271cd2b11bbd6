//! Decks from Markdown files: slides apart by `---`, front matter, speaker notes in comments.
//!
//! Headings choose between title, section and content; what stands below them chooses the type: a list, a table, code,
//! a quote, pictures. Nothing that was written is lost without a remark. The result is an envelope, so that a file of
//! this form goes on as every other deck file does.

mod slide;
mod split;

use serde_json::{Value, json};

use self::slide::{Drafted, drafted};
use self::split::{Front, Part, parts_of};
use crate::{DEFAULT_THEME, FORMAT, MAX_DESCRIPTION, MAX_NOTES, MAX_TITLE, UNTITLED, VERSION, cut, is_tag};

/// A deck that was read from Markdown.
#[derive(Debug, Clone, PartialEq)]
pub struct MarkdownDeck {
    /// The deck as an envelope.
    pub envelope: Value,
    /// What did not go in as it was written.
    pub remarks: Vec<MarkdownRemark>,
}

/// Something that did not go in as it was written.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct MarkdownRemark {
    /// Number of the slide, from 1.
    pub slide: usize,
    /// What happened.
    pub text: String,
}

/// Reads a Markdown file. `lang` is the language of a file that names none. Nothing when there is nothing in it.
pub fn from_markdown(text: &str, lang: &str) -> Option<MarkdownDeck> {
    let (front, parts) = parts_of(text);
    if parts.is_empty() && front.get("title").is_none() {
        return None;
    }
    let mut book = Book { title: title_of(&front, &parts), slides: Vec::new(), remarks: Vec::new() };
    for part in &parts {
        book.add(part);
    }
    book.open_with(&front);
    let tag = front.get("lang").or_else(|| front.get("language")).filter(|tag| is_tag(tag)).unwrap_or(lang);
    let theme = front.get("theme").filter(|theme| theme.chars().count() <= 200).unwrap_or(DEFAULT_THEME);
    let mut envelope = json!({
        "format": FORMAT, "version": VERSION, "title": cut(&book.title, MAX_TITLE), "theme": theme, "lang": tag,
    });
    if let Some(description) = front.get("description") {
        envelope["description"] = json!(cut(description, MAX_DESCRIPTION));
    }
    envelope["slides"] = Value::Array(book.slides);
    Some(MarkdownDeck { envelope, remarks: book.remarks })
}

/// The title of the deck: as the file says, else its first heading.
fn title_of(front: &Front, parts: &[Part]) -> String {
    let heading = || parts.iter().find_map(|part| slide::heading(&part.text)).map(|heading| heading.text);
    front.get("title").map(str::to_owned).or_else(heading).unwrap_or_else(|| UNTITLED.to_owned())
}

/// The slides so far.
struct Book {
    title: String,
    slides: Vec<Value>,
    remarks: Vec<MarkdownRemark>,
}

impl Book {
    fn add(&mut self, part: &Part) {
        let number = self.slides.len() + 1;
        let before = self.slides.last().and_then(|slide| slide["content"]["title"].as_str());
        let before = before.filter(|title| !title.trim().is_empty());
        let Drafted { slides, remarks } = drafted(&part.text, number == 1, before.unwrap_or(&self.title));
        self.remarks.extend(remarks.into_iter().map(|text| MarkdownRemark { slide: number, text }));
        for (index, (key, content)) in slides.into_iter().enumerate() {
            let mut slide = json!({ "type": key, "content": content });
            if index == 0 && !part.notes.is_empty() {
                slide["notes"] = json!(part.notes.chars().take(MAX_NOTES).collect::<String>());
            }
            self.slides.push(slide);
        }
    }

    /// Sees to it that a deck whose file has a title begins with it, and that the title slide tells who and when.
    fn open_with(&mut self, front: &Front) {
        let opens = self.slides.first().is_some_and(|first| first["type"] == "title-slide");
        if !opens {
            if front.get("title").is_none() {
                return;
            }
            self.slides.insert(0, json!({ "type": "title-slide", "content": { "title": cut(&self.title, 120) } }));
            for remark in &mut self.remarks {
                remark.slide += 1;
            }
        }
        let content = &mut self.slides[0]["content"];
        let meta: Vec<&str> = ["author", "date"].iter().filter_map(|key| front.get(key)).collect();
        for (key, value) in [("subheading", front.get("subtitle").map(str::to_owned)), ("meta", joined(&meta))] {
            if let Some(value) = value.filter(|_| content.get(key).is_none()) {
                content[key] = json!(cut(&value, 160));
            }
        }
    }
}

fn joined(parts: &[&str]) -> Option<String> {
    (!parts.is_empty()).then(|| parts.join(" · "))
}

#[cfg(test)]
mod tests;
