//! Writes title slides, section openers, quotes, questions to the audience and closing slides.

use deck::Content;
use serde_json::json;

use super::super::outline::SlideOutline;
use super::super::text::length;
use super::collection;
use super::content_builder::{ContentBuilder, plain_text, title_and_text};
use super::markdown;

/// Writes a title slide or section opener.
pub(super) fn write_opener(builder: &mut ContentBuilder<'_>, outline: &SlideOutline) {
    builder.set("title", &outline.title);
    let lines =
        std::iter::once(outline.subheading.clone()).chain(outline.paragraphs.iter().map(|text| plain_text(text)));
    let line = lines.filter(|line| !line.is_empty()).find(|line| length(line) <= builder.max_length("subheading"));
    builder.set("subheading", &line.unwrap_or_default());
    let meta = [&outline.attribution, &outline.closing]
        .into_iter()
        .filter(|line| !line.is_empty())
        .cloned()
        .collect::<Vec<_>>();
    builder.set("meta", &meta.join(" · "));
}

/// Writes a quote with its attribution, and up to two more quotes.
pub(super) fn write_quote(builder: &mut ContentBuilder<'_>, outline: &SlideOutline) {
    let paragraphs: Vec<String> = outline.paragraphs.iter().map(|text| plain_text(text)).collect();
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
                plain_text(&point.line())
            }
        })
    } else {
        Some(paragraphs.join(" "))
    };
    let quote =
        quote.filter(|quote| !quote.trim().is_empty()).or_else(|| outline.code.as_ref().map(|code| code.text.clone()));
    builder.set("quote", &quote.unwrap_or_else(|| outline.title.clone()));
    let closing = if attribution.is_empty() { outline.closing.clone() } else { attribution };
    builder.set("attribution", &closing);
    let more: Vec<Content> = points
        .take(2)
        .map(|point| {
            let mut entry = Content::new();
            let (head, text) = if point.text.is_empty() || length(&point.text) > 160 {
                (plain_text(&point.line()), String::new())
            } else {
                title_and_text(&point, 400, 160, builder.language)
            };
            entry.insert("quote".to_owned(), json!(head));
            if !text.is_empty() {
                entry.insert("attribution".to_owned(), json!(text));
            }
            entry
        })
        .collect();
    if !more.is_empty() {
        builder.set_entries("quotes", more);
    }
}

/// Writes a question to the audience with its possible answers.
pub(super) fn write_question(builder: &mut ContentBuilder<'_>, outline: &SlideOutline) {
    let title = if outline.title.is_empty() {
        outline.paragraphs.first().map(|text| plain_text(text)).unwrap_or_default()
    } else {
        outline.title.clone()
    };
    builder.set("question", &title);
    let answers = collection::points(outline, builder);
    let keys: Vec<String> = match builder.slide_type.key.as_str() {
        "likert-slider-slide" => vec!["minLabel".to_owned(), "maxLabel".to_owned()],
        _ => (1..=10).map(|number| format!("option{number}")).collect(),
    };
    for (key, answer) in keys.iter().filter(|key| builder.has(key)).cloned().collect::<Vec<_>>().iter().zip(answers) {
        let line = plain_text(&answer.line());
        let max = builder.max_length(key);
        let (head, _) = title_and_text(&answer, max, 0, builder.language);
        builder.set(key, if length(&line) <= max { &line } else { &head });
    }
}

/// Writes a closing slide with a text and contact details.
pub(super) fn write_end(builder: &mut ContentBuilder<'_>, outline: &SlideOutline) {
    builder.set("title", &outline.title);
    let mut outline = outline.clone();
    if !outline.subheading.is_empty() {
        outline.paragraphs.insert(0, std::mem::take(&mut outline.subheading));
    }
    let body = markdown(&outline, builder.max_length("body"));
    builder.set("body", &body);
    let is_web_address = |url: &str| deck::is_address(url) && length(url) <= 200;
    let mut web = outline.links.iter().filter(|link| is_web_address(&link.url) && !link.url.starts_with("mailto:"));
    if let Some(link) = web.next() {
        builder.set("contactUrl", &link.url);
    }
    for (link, number) in web.zip(1..=2) {
        builder.set(&format!("social{number}Url"), &link.url);
        builder.set(&format!("social{number}Label"), &link.label);
    }
    if let Some(mail) = outline.links.iter().find_map(|link| link.url.strip_prefix("mailto:")) {
        builder.set("contactEmail", mail);
    }
}
