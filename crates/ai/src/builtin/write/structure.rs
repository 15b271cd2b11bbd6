//! Openers, quotes, questions to the audience, and the end.

use deck::Content;
use serde_json::json;

use super::super::outline::Outline;
use super::super::text::length;
use super::collection;
use super::markdown;
use super::page::{Page, head_and_text, plain};

/// The title of a deck or a section.
pub(super) fn opener(page: &mut Page<'_>, outline: &Outline) {
    page.set("title", &outline.title);
    let lines = std::iter::once(outline.subheading.clone()).chain(outline.paragraphs.iter().map(|text| plain(text)));
    let line = lines.filter(|line| !line.is_empty()).find(|line| length(line) <= page.bound("subheading"));
    page.set("subheading", &line.unwrap_or_default());
    let meta = [&outline.attribution, &outline.closing]
        .into_iter()
        .filter(|line| !line.is_empty())
        .cloned()
        .collect::<Vec<_>>();
    page.set("meta", &meta.join(" · "));
}

/// One statement in large type, maybe with two more.
pub(super) fn quote(page: &mut Page<'_>, outline: &Outline) {
    let paragraphs: Vec<String> = outline.paragraphs.iter().map(|text| plain(text)).collect();
    let mut points = outline.clone().with_points().points.into_iter();
    let mut attribution = outline.attribution.clone();
    let quote = if paragraphs.is_empty() {
        points.next().map(|point| {
            if attribution.is_empty()
                && length(&point.text) <= 160
                && !point.title.is_empty()
                && !point.text.ends_with('.')
            {
                attribution.clone_from(&point.text);
                point.title
            } else {
                plain(&point.line())
            }
        })
    } else {
        Some(paragraphs.join(" "))
    };
    let quote =
        quote.filter(|quote| !quote.trim().is_empty()).or_else(|| outline.code.as_ref().map(|code| code.text.clone()));
    page.set("quote", &quote.unwrap_or_else(|| outline.title.clone()));
    let closing = if attribution.is_empty() { outline.closing.clone() } else { attribution };
    page.set("attribution", &closing);
    let more: Vec<Content> = points
        .take(2)
        .map(|point| {
            let mut entry = Content::new();
            let (head, text) = if point.text.is_empty() || length(&point.text) > 160 {
                (plain(&point.line()), String::new())
            } else {
                head_and_text(&point, 400, 160, page.language)
            };
            entry.insert("quote".to_owned(), json!(head));
            if !text.is_empty() {
                entry.insert("attribution".to_owned(), json!(text));
            }
            entry
        })
        .collect();
    if !more.is_empty() {
        page.entries("quotes", more);
    }
}

/// A question and its answers.
pub(super) fn question(page: &mut Page<'_>, outline: &Outline) {
    let title = if outline.title.is_empty() {
        outline.paragraphs.first().map(|text| plain(text)).unwrap_or_default()
    } else {
        outline.title.clone()
    };
    page.set("question", &title);
    let answers = collection::points(outline, page);
    let keys: Vec<String> = match page.slide_type.key.as_str() {
        "likert-slider-slide" => vec!["minLabel".to_owned(), "maxLabel".to_owned()],
        _ => (1..=10).map(|number| format!("option{number}")).collect(),
    };
    for (key, answer) in keys.iter().filter(|key| page.has(key)).cloned().collect::<Vec<_>>().iter().zip(answers) {
        let line = plain(&answer.line());
        let bound = page.bound(key);
        let (head, _) = head_and_text(&answer, bound, 0, page.language);
        page.set(key, if length(&line) <= bound { &line } else { &head });
    }
}

/// Thanks, a short text and ways to get in touch.
pub(super) fn end(page: &mut Page<'_>, outline: &Outline) {
    page.set("title", &outline.title);
    let mut outline = outline.clone();
    if !outline.subheading.is_empty() {
        outline.paragraphs.insert(0, std::mem::take(&mut outline.subheading));
    }
    let body = markdown(&outline, page.bound("body"));
    page.set("body", &body);
    let address = |url: &str| deck::is_address(url) && length(url) <= 200;
    let mut web = outline.links.iter().filter(|link| address(&link.url) && !link.url.starts_with("mailto:"));
    if let Some(link) = web.next() {
        page.set("contactUrl", &link.url);
    }
    for (link, number) in web.zip(1..=2) {
        page.set(&format!("social{number}Url"), &link.url);
        page.set(&format!("social{number}Label"), &link.label);
    }
    if let Some(mail) = outline.links.iter().find_map(|link| link.url.strip_prefix("mailto:")) {
        page.set("contactEmail", mail);
    }
}
