//! Slides of few words: the title slide, section openers and the closing slide.

use serde_json::json;

use super::markdown;
use super::outcome::{Outcome, item_blocks, picture_fields};
use super::text::length;
use super::view::{SlideItem, SortedSlide};
use super::words;
use crate::model::Placeholder;
use crate::report_text::ImportText;

const TITLE: &str = "title-slide";
const SECTION: &str = "chapter-title-slide";
const END: &str = "end-slide";

/// Converts the first slide into a title slide, if it has a title and a few short lines. `None` for other slides.
pub(super) fn title(view: &SortedSlide<'_>) -> Option<Outcome> {
    let is_title_layout = matches!(view.layout(), "title" | "ctrTitle");
    let is_content = |item: &SlideItem<'_>| item.shape.placeholder == Some(Placeholder::Body) && !is_title_layout;
    if !view.is_first() || view.title.is_none() || !view.has_only_texts_and_pictures() || view.texts().any(is_content) {
        return None;
    }
    let mut lines: Vec<&SlideItem<'_>> = view.subtitle.iter().chain(view.texts()).collect();
    // A text above the title, such as the name of an office, is not a subtitle.
    let top = view.title.as_ref().map_or(0, |title| title.frame().y);
    lines.sort_by_key(|item| view.subtitle.is_none() && item.frame().y < top);
    let max_lines = if is_title_layout || view.subtitle.is_some() { 6 } else { 4 };
    let line_count: usize = lines.iter().map(|item| item.lines().len()).sum();
    let is_list = lines.iter().any(|item| is_list(item) && !is_title_layout);
    let has_long_line = lines.iter().flat_map(|item| item.lines()).any(|line| length(&line) > 160);
    if line_count > max_lines || is_list || has_long_line || view.pictures().count() > 3 {
        return None;
    }
    let mut outcome = Outcome::headed(view, TITLE);
    // The first line becomes the subtitle, all others the byline; a subtitle may have several lines.
    let all: Vec<(&SlideItem<'_>, String)> =
        lines.iter().flat_map(|item| item.lines().into_iter().map(move |line| (*item, line))).collect();
    let byline = all.iter().skip(1).map(|(_, line)| line.as_str()).collect::<Vec<_>>().join(" · ");
    if let Some((item, line)) = all.first() {
        outcome.first().set("subheading", line.clone());
        outcome.place(item, "subheading");
    }
    if view.scope.fits(TITLE, "meta", &byline) {
        outcome.first().set("meta", byline);
        let first = all.first().map(|(item, _)| item.index);
        for (item, _) in all.iter().filter(|(item, _)| Some(item.index) != first) {
            outcome.place(item, "meta");
        }
    } else {
        outcome.first().notes.push(markdown::escaped(&byline));
        for (item, _) in all.iter().skip(1) {
            outcome.change(item, ImportText::PartlyInNotes);
        }
    }
    add_backdrop(view, &mut outcome);
    Some(outcome)
}

/// Converts a title with at most one short text, or two on a layout for sections, into a section opener. `None` for
/// other slides.
pub(super) fn section(view: &SortedSlide<'_>) -> Option<Outcome> {
    view.title.as_ref()?;
    if !view.has_only_texts_and_pictures() {
        return None;
    }
    let lines: Vec<&SlideItem<'_>> = view.subtitle.iter().chain(view.texts()).collect();
    let subheading = lines.iter().map(|item| item.line()).collect::<Vec<_>>().join(" · ");
    let has_opener_layout = matches!(view.layout(), "secHead" | "title" | "ctrTitle" | "titleOnly" | "vertTitleAndTx")
        || words::is_section_layout(&view.slide.layout_name);
    let has_section_layout =
        matches!(view.layout(), "secHead" | "title" | "ctrTitle") || words::is_section_layout(&view.slide.layout_name);
    let is_in_the_middle = view.title.as_ref().is_some_and(|title| is_in_the_middle(view, title));
    let text_fits = view.scope.fits(SECTION, "subheading", &subheading)
        && lines.len() <= 2
        && !lines.iter().any(|item| is_list(item));
    let is_bare = lines.is_empty() && (has_opener_layout || is_in_the_middle || view.pictures().count() == 0);
    let is_section =
        is_bare || (text_fits && has_section_layout) || (text_fits && lines.len() <= 1 && is_in_the_middle);
    let pictures_fit = view.pictures().count() == 0
        || (has_section_layout
            && view.pictures().count() == 1
            && view.pictures().all(|item| view.share(item.frame()) > 30));
    if !is_section || !pictures_fit {
        return None;
    }
    let mut outcome = Outcome::headed(view, SECTION);
    outcome.first().set("subheading", subheading);
    for item in lines {
        outcome.place(item, "subheading");
    }
    add_backdrop(view, &mut outcome);
    Some(outcome)
}

/// Converts the last slide into a closing slide, if it has thanks, an invitation to ask or an address, and little else.
/// `None` for other slides.
pub(super) fn end(view: &SortedSlide<'_>) -> Option<Outcome> {
    if !view.is_last() || view.is_first() || !view.has_only_texts_and_pictures() || view.pictures().count() > 1 {
        return None;
    }
    let title = view.title.as_ref().or_else(|| view.texts().find(|text| words::is_closing(&text.line())))?;
    let others: Vec<&SlideItem<'_>> =
        view.subtitle.iter().chain(view.texts()).filter(|text| text.index != title.index).collect();
    let line = title.line();
    let has_closing_words = words::is_closing(&line) || others.iter().any(|item| words::is_closing(&item.line()));
    let blocks: Vec<_> = others.iter().flat_map(|item| item_blocks(item, view.scope)).collect();
    let body = markdown::joined(&blocks);
    let lines: Vec<String> = others.iter().flat_map(|item| item.lines()).collect();
    let contact = contact(view, &lines);
    if !(has_closing_words || contact.is_some())
        || !view.scope.fits(END, "body", &body)
        || !view.scope.fits(END, "title", &line)
    {
        return None;
    }
    let mut outcome = Outcome::headed(view, END);
    outcome.put_line(view, title, "title");
    if let Some(contact) = contact {
        for (key, value) in contact {
            outcome.first().set(key, value);
        }
        for item in others {
            outcome.place(item, "contactEmail");
        }
    } else {
        outcome.first().set("body", body);
        for item in others {
            outcome.place(item, "body");
        }
    }
    add_backdrop(view, &mut outcome);
    Some(outcome)
}

/// The contact fields that lines fill, if each line is a name, a mail address, a telephone number or a web address, and
/// none occurs twice.
fn contact(view: &SortedSlide<'_>, lines: &[String]) -> Option<Vec<(&'static str, String)>> {
    let mut fields: Vec<(&'static str, String)> = Vec::new();
    for line in lines {
        let is_one_word = !line.contains(char::is_whitespace);
        let digits = line.chars().filter(char::is_ascii_digit).count();
        let is_phone = digits >= 6 && line.chars().all(|c| c.is_ascii_digit() || "+-()./ ".contains(c));
        let (key, value) = if is_one_word && line.contains('@') && line.contains('.') {
            ("contactEmail", line.clone())
        } else if is_phone {
            ("contactPhone", line.clone())
        } else if is_one_word && deck::is_address(line) {
            ("contactUrl", line.clone())
        } else if is_one_word && line.starts_with("www.") {
            ("contactUrl", format!("https://{line}"))
        } else if length(line) <= 60 && digits == 0 && !line.contains('@') {
            ("contactName", line.clone())
        } else {
            return None;
        };
        let is_new = !fields.iter().any(|(known, _)| *known == key);
        if !is_new || !view.scope.fits(END, key, &value) {
            return None;
        }
        fields.push((key, value));
    }
    fields.iter().any(|(key, _)| *key != "contactName").then_some(fields)
}

/// Puts a large picture behind the slide.
fn add_backdrop(view: &SortedSlide<'_>, outcome: &mut Outcome) {
    let large = view.pictures().find(|item| view.share(item.frame()) > 30);
    if let Some((item, (reference, focus))) = large.and_then(|item| Some((item, picture_fields(view, item)?)))
        && view.slide.background.is_none()
    {
        let draft = outcome.first();
        draft.set("slideBgImage", reference);
        if let Some((x, y)) = focus {
            draft.set("slideBgFocusX", json!(x));
            draft.set("slideBgFocusY", json!(y));
        }
        outcome.place(item, "slideBgImage");
    }
}

/// Whether the middle of an item is in the middle half of the slide, approximately.
fn is_in_the_middle(view: &SortedSlide<'_>, item: &SlideItem<'_>) -> bool {
    let height = view.scope.size.1;
    let middle = item.frame().y + item.frame().height / 2;
    (height * 3 / 10..=height * 77 / 100).contains(&middle)
}

/// Whether a text is a list of two entries or more.
pub(super) fn is_list(item: &SlideItem<'_>) -> bool {
    let entries = item.paragraphs.iter().filter(|paragraph| paragraph.bullet != crate::model::Bullet::None).count();
    entries > 1
}
