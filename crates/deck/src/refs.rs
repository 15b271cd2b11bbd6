//! Finds and rewrites local references to pictures in decks and envelopes.
//!
//! A local reference is an upload (`/uploads/<name>`) or, in a package, a bundle ref (`assets/<hash>.<ext>`). It is
//! recognised as a whole text, the target of a Markdown link or image, an HTML `src` or `href`, or a CSS `url()`, and
//! nowhere else. Whether the file exists is not checked.

use std::ops::Range;

use serde_json::Value;

use crate::model::{Deck, Slide};

/// Prefix of upload references.
pub(crate) const UPLOADS: &str = "/uploads/";
/// Prefix of bundle refs.
pub(crate) const ASSETS: &str = "assets/";

type MapReference<'a> = &'a mut dyn FnMut(&str) -> Option<String>;

/// Calls `map` for every local reference of an envelope, in document order, and replaces the reference by the result;
/// `None` leaves it unchanged.
///
/// Searches content and notes of the slides, description, settings and translations at any depth, but not keys, titles
/// and type ids.
pub fn rewrite(envelope: &mut Value, mut map: impl FnMut(&str) -> Option<String>) {
    let Value::Object(envelope) = envelope else { return };
    for (key, value) in envelope {
        match (key.as_str(), value) {
            ("description" | "settings" | "translations", value) => rewrite_all(value, &mut map),
            ("slides", Value::Array(slides)) => slides.iter_mut().for_each(|slide| rewrite_slide(slide, &mut map)),
            _ => {}
        }
    }
}

/// Calls `map` for every local reference in any value, such as a slide or a field, as [`rewrite`] does.
pub fn rewrite_value(value: &mut Value, mut map: impl FnMut(&str) -> Option<String>) {
    rewrite_all(value, &mut map);
}

/// The local references in the settings and slides of a deck, without those in notes, in document order, each once.
pub fn references(deck: &Deck) -> Vec<&str> {
    let mut found = Vec::new();
    let values = deck.settings.explicit().values().chain(deck.slides.iter().flat_map(|slide| slide.content.values()));
    for value in values {
        add_references(value, &mut found);
    }
    found
}

/// The local references in the content of a slide, in document order, each once.
pub fn slide_references(slide: &Slide) -> Vec<&str> {
    let mut found = Vec::new();
    slide.content.values().for_each(|value| add_references(value, &mut found));
    found
}

fn add_references<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
    match value {
        Value::String(text) if is_reference(text) => add(text, found),
        Value::String(text) => {
            for (slash, _) in text.match_indices('/') {
                if let Some(target) = target(text, slash) {
                    add(&text[target], found);
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| add_references(item, found)),
        Value::Object(fields) => fields.values().for_each(|field| add_references(field, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn add<'a>(reference: &'a str, found: &mut Vec<&'a str>) {
    if !found.contains(&reference) {
        found.push(reference);
    }
}

fn rewrite_slide(slide: &mut Value, map: MapReference) {
    let Value::Object(slide) = slide else { return };
    for (key, value) in slide {
        if matches!(key.as_str(), "content" | "notes") {
            rewrite_all(value, map);
        }
    }
}

fn rewrite_all(value: &mut Value, map: MapReference) {
    match value {
        Value::String(text) => {
            if let Some(new) = rewritten(text, map) {
                *text = new;
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| rewrite_all(item, map)),
        Value::Object(fields) => fields.values_mut().for_each(|field| rewrite_all(field, map)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The text with its references replaced; none when nothing changed.
fn rewritten(text: &str, map: MapReference) -> Option<String> {
    if is_reference(text) {
        return map(text);
    }
    let mut new = String::new();
    let mut copied = 0;
    for (slash, _) in text.match_indices('/') {
        let Some(target) = target(text, slash) else { continue };
        if let Some(mapped) = map(&text[target.clone()]) {
            new.push_str(&text[copied..target.start]);
            new.push_str(&mapped);
            copied = target.end;
        }
    }
    (copied > 0).then(|| new + &text[copied..])
}

/// Whether the whole text is one reference.
fn is_reference(text: &str) -> bool {
    let is_plain_name = |name: &str| {
        !name.is_empty()
            && !name.contains(|c: char| c.is_whitespace() || c.is_control() || matches!(c, '/' | '\\' | '?' | '#'))
    };
    match (text.strip_prefix(UPLOADS), text.strip_prefix(ASSETS)) {
        (Some(name), _) => is_plain_name(name) && name != "." && name != "..",
        (_, Some(name)) => is_plain_name(name) && is_asset_name(name),
        _ => false,
    }
}

/// Whether the name of an asset is `<hash>` or `<hash>.<ext>`.
fn is_asset_name(name: &str) -> bool {
    let (hash, extension) = name.split_once('.').unwrap_or((name, "-"));
    hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()) && !extension.is_empty()
}

/// What must follow a reference, depending on what precedes it.
enum Closing {
    /// The closing mark.
    Mark(&'static str),
    /// `)`, or white space before a title.
    Bracket,
    /// White space, `>` or the end of the text.
    Attribute,
}

/// The byte range of the reference whose first slash is at `slash`, if there is one.
///
/// Linear over a text: a name ends at the next slash, and white space is only scanned between two references.
fn target(text: &str, slash: usize) -> Option<Range<usize>> {
    let start = if text[slash..].starts_with(UPLOADS) {
        slash
    } else {
        slash.checked_sub(ASSETS.len() - 1).filter(|_| text[..slash].ends_with("assets"))?
    };
    let closing = closing(&text[..start])?;
    let name = slash + if start == slash { UPLOADS.len() } else { 1 };
    let ends = |c: char| c.is_whitespace() || c.is_control() || r#"/\?#"'()<>`&;"#.contains(c);
    let end = text[name..].find(ends).map_or(text.len(), |length| name + length);
    let rest = &text[end..];
    let closed = match closing {
        Closing::Mark(mark) => rest.starts_with(mark),
        Closing::Bracket => rest.starts_with(|c: char| c == ')' || c.is_whitespace()),
        Closing::Attribute => rest.is_empty() || rest.starts_with(|c: char| c == '>' || c.is_whitespace()),
    };
    (closed && is_reference(&text[start..end])).then_some(start..end)
}

/// What must follow a reference after `before`; none when `before` does not open one.
fn closing(before: &str) -> Option<Closing> {
    // Quotes in a style attribute are written as entities.
    for mark in ["\"", "'", "&quot;", "&#39;"] {
        if let Some(outer) = before.strip_suffix(mark).map(str::trim_end) {
            let opens = opens_url(outer) || opens_attribute(outer);
            return opens.then_some(Closing::Mark(mark));
        }
    }
    if let Some(outer) = before.strip_suffix('<') {
        return outer.trim_end().ends_with("](").then_some(Closing::Mark(">"));
    }
    let outer = before.trim_end();
    if outer.ends_with("](") || opens_url(outer) {
        Some(Closing::Bracket)
    } else {
        opens_attribute(outer).then_some(Closing::Attribute)
    }
}

fn opens_url(before: &str) -> bool {
    before.strip_suffix('(').is_some_and(|before| ends_with_word(before, "url"))
}

fn opens_attribute(before: &str) -> bool {
    before
        .strip_suffix('=')
        .map(str::trim_end)
        .is_some_and(|before| ends_with_word(before, "src") || ends_with_word(before, "href"))
}

/// Whether the text ends with this word, in any case and not as the end of a longer one such as `data-src`.
fn ends_with_word(text: &str, word: &str) -> bool {
    let text = text.as_bytes();
    text.len().checked_sub(word.len()).is_some_and(|start| {
        text[start..].eq_ignore_ascii_case(word.as_bytes())
            && text[..start].last().is_none_or(|byte| !byte.is_ascii_alphanumeric() && !b"-_".contains(byte))
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const HASH: &str = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

    /// The text after every reference was wrapped in `{}`.
    fn marked(text: &str) -> String {
        rewritten(text, &mut |reference| Some(format!("{{{reference}}}"))).unwrap_or_else(|| text.to_owned())
    }

    #[track_caller]
    fn check(form: &str) {
        for reference in ["/uploads/quay-1.png", &format!("assets/{HASH}.png"), &format!("assets/{HASH}")] {
            let marked_reference = format!("{{{reference}}}");
            assert_eq!(marked(&form.replace('@', reference)), form.replace('@', &marked_reference));
        }
    }

    #[test]
    fn a_whole_text_is_a_reference() {
        check("@");
    }

    #[test]
    fn markdown_targets_are_references() {
        check("See [quay](@) here");
        check("![quay](@)![quay](@)");
        check("[quay]( @ \"The quay\")");
        check("[quay](<@>)");
        check("[![quay](@)](@)");
    }

    #[test]
    fn html_attributes_are_references() {
        check(r#"<img src="@">"#);
        check("<img alt='' SRC = '@'>");
        check("<img src=@>");
        check("<img src=@ alt=quay>");
        check(r#"<a href="@">quay</a> and <use xlink:href="@"/>"#);
    }

    #[test]
    fn css_urls_are_references() {
        check("url(@)");
        check("background: URL( '@' ) no-repeat, url(\"@\")");
        check(r#"<p style="background: url(&quot;@&quot;)">"#);
    }

    #[test]
    fn other_texts_are_not_references() {
        let long = format!("assets/{HASH}0.png");
        for text in [
            "Berth /uploads/x",
            "Berth /uploads/x.png and more",
            "/uploads/",
            "/uploads/..",
            "/uploads/a/b.png",
            "/uploads/a b.png",
            " /uploads/a.png",
            "/uploads/a.png\n",
            "https://example.test/uploads/a.png",
            "[quay](https://example.test/uploads/a.png)",
            "[quay](/uploads/a/b.png)",
            "(/uploads/a.png)",
            "curl(/uploads/a.png)",
            "<img data-src=\"/uploads/a.png\">",
            "<img src=\"/uploads/a.png'>",
            "title=\"/uploads/a.png\"",
            "assets/logo.png",
            "[quay](assets/logo.png)",
            long.as_str(),
        ] {
            assert_eq!(marked(text), text);
        }
    }

    #[test]
    fn other_scripts_around_a_reference_are_kept() {
        assert_eq!(marked("Ä](/uploads/é.png)é 港"), "Ä]({/uploads/é.png})é 港");
        assert_eq!(marked("äsrc=/uploads/é.png"), "äsrc={/uploads/é.png}");
    }

    #[test]
    fn a_reference_without_replacement_stays() {
        let text = "[a](/uploads/a.png) [b](/uploads/b.png) [c](/uploads/c.png)";
        let new = rewritten(text, &mut |reference| reference.contains('b').then(|| "B".to_owned()));
        assert_eq!(new.as_deref(), Some("[a](/uploads/a.png) [b](B) [c](/uploads/c.png)"));
        assert_eq!(rewritten(text, &mut |_| None), None);
    }

    #[test]
    fn references_are_visited_in_document_order_and_only_in_texts_of_the_deck() {
        let mut envelope = json!({
            "format": "/uploads/no.png",
            "title": "/uploads/no.png",
            "description": "/uploads/1.png",
            "settings": {"logo": {"image": "/uploads/2.png"}, "/uploads/no.png": true},
            "translations": {"de": {"slides": {"0": {"content": {"body": "![Kai](/uploads/3.png)"}}}}},
            "slides": [
                {"type": "/uploads/no.png", "content": {"items": [{"image": "/uploads/4.png"}]}, "notes": "/uploads/5.png"},
                {"content": {"bild": "/uploads/6.png"}, "extra": "/uploads/no.png"},
                "/uploads/no.png",
            ],
            "extra": "/uploads/no.png",
        });
        let mut seen = Vec::new();
        rewrite(&mut envelope, |reference| {
            seen.push(reference.to_owned());
            Some("new".to_owned())
        });
        assert_eq!(seen, (1..=6).map(|number| format!("/uploads/{number}.png")).collect::<Vec<_>>());
        assert_eq!(envelope["translations"]["de"]["slides"]["0"]["content"]["body"], "![Kai](new)");
        assert_eq!(envelope["settings"]["/uploads/no.png"], true);
        rewrite(&mut json!(["/uploads/no.png"]), |_| panic!("not an envelope"));
    }

    #[test]
    fn a_long_text_is_scanned_once() {
        let openings = "](/uploads/".repeat(200_000);
        let blanks = format!("]({}/uploads/a.png)", " ".repeat(1_000_000));
        let slashes = "/".repeat(1_000_000) + &"assets/".repeat(200_000);
        assert_eq!(marked(&openings), openings);
        assert!(marked(&blanks).ends_with("{/uploads/a.png})"));
        assert_eq!(marked(&slashes), slashes);
    }
}
