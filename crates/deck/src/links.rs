//! Rewrites the links between slides when slides get new ids, or are written without ids.
//!
//! A link is `#slide:<id>` or `#<number>`, counted from 1. A number is a link only as the value of a link field or the
//! target of a Markdown link: "Berth #2" in a text is not a link.

use std::collections::HashMap;
use std::ops::Range;

use pulldown_cmark::{Event, LinkType, Parser, Tag};
use serde_json::Value;

use crate::language::{declared_fields, translatable_at};
use crate::{Content, Deck, Field, Kind, Registry, SlideId};

const SLIDE: &str = "#slide:";

impl Deck {
    /// Replaces old slide ids by new ones: in `#slide:<id>` in any text, and in fields that contain a slide id. Other
    /// ids stay, and so do the keys of translations.
    pub fn remap_links(&mut self, registry: &Registry, ids: &HashMap<SlideId, SlideId>) {
        self.each_text(registry, &mut |kind, text| match kind {
            Some(Kind::SlideRef) => ids.get(text.trim()).map(ToString::to_string),
            _ => remapped(text, ids),
        });
    }

    /// Replaces links by slide id with links by number, as an envelope contains them.
    pub fn number_links(&mut self, registry: &Registry) {
        let numbers: HashMap<SlideId, usize> =
            (1..).zip(&self.slides).map(|(number, slide)| (slide.id.clone(), number)).collect();
        let number = |id: &str| numbers.get(id).map(|number| format!("#{number}"));
        self.each_text(registry, &mut |kind, text| match kind {
            Some(Kind::SlideRef) => number(text.trim()),
            kind => retargeted(kind, text, &|target| number(target.strip_prefix(SLIDE)?)),
        });
    }

    /// Replaces links by number with links by slide id. A number beyond the last slide stays.
    pub fn resolve_links(&mut self, registry: &Registry) {
        let ids: Vec<SlideId> = self.slides.iter().map(|slide| slide.id.clone()).collect();
        let id = |target: &str| {
            let number: usize = target.strip_prefix('#')?.parse().ok()?;
            ids.get(number.checked_sub(1)?)
        };
        self.each_text(registry, &mut |kind, text| match kind {
            Some(Kind::SlideRef) => id(text.trim()).map(ToString::to_string),
            kind => retargeted(kind, text, &|target| Some(format!("{SLIDE}{}", id(target)?))),
        });
    }

    /// Calls `change` for every text of the slides in all languages, with its kind if declared, and replaces the text
    /// by the result if there is one.
    fn each_text(&mut self, registry: &Registry, change: Change) {
        let mut kinds = HashMap::new();
        for slide in &mut self.slides {
            let slide_type = registry.by_key(&slide.key);
            kinds.insert(slide.id.clone(), slide_type);
            let fields: Vec<&Field> =
                slide_type.into_iter().flat_map(|known| declared_fields(registry, known)).collect();
            visit_content(&mut slide.content, &fields, change);
            replace(&mut slide.notes, Some(&Kind::Markdown), change);
        }
        for translation in self.translations.values_mut() {
            for (id, overlay) in &mut translation.slides {
                let slide_type = kinds.get(id).copied().flatten();
                for (path, text) in &mut overlay.content {
                    let field = slide_type.and_then(|known| translatable_at(registry, known, path));
                    replace(text, field.map(|field| &field.kind), change);
                }
                replace(&mut overlay.notes, Some(&Kind::Markdown), change);
            }
        }
    }
}

type Change<'a> = &'a mut dyn FnMut(Option<&Kind>, &str) -> Option<String>;

fn replace(text: &mut String, kind: Option<&Kind>, change: Change) {
    if let Some(new) = change(kind, text) {
        *text = new;
    }
}

fn visit_content(content: &mut Content, fields: &[&Field], change: Change) {
    for (key, value) in content {
        visit(value, fields.iter().find(|field| field.key == *key).copied(), change);
    }
}

fn visit(value: &mut Value, field: Option<&Field>, change: Change) {
    match value {
        Value::String(text) => replace(text, field.map(|field| &field.kind), change),
        Value::Array(entries) => entries.iter_mut().for_each(|entry| visit(entry, field, change)),
        Value::Object(object) => {
            let fields: Vec<&Field> = field.and_then(|list| list.kind.item_fields()).into_iter().flatten().collect();
            visit_content(object, &fields, change);
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The text with the ids in `#slide:<id>` replaced; none when nothing changed.
fn remapped(text: &str, ids: &HashMap<SlideId, SlideId>) -> Option<String> {
    let mut new = String::new();
    let mut copied = 0;
    for (start, _) in text.match_indices(SLIDE) {
        let start = start + SLIDE.len();
        let ends = |sign: char| sign.is_whitespace() || r#"()[]<>"'`#"#.contains(sign);
        let end = text[start..].find(ends).map_or(text.len(), |length| start + length);
        if let Some(id) = ids.get(&text[start..end]) {
            new.push_str(&text[copied..start]);
            new.push_str(id);
            copied = end;
        }
    }
    (copied > 0).then(|| new + &text[copied..])
}

/// The text with its link targets changed; none when nothing changed.
fn retargeted(kind: Option<&Kind>, text: &str, change: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    match kind {
        Some(Kind::Link) => change(text.trim()),
        Some(Kind::Markdown) => {
            let mut new = String::new();
            let mut copied = 0;
            for target in targets(text) {
                if let Some(changed) = change(&text[target.clone()]) {
                    new.push_str(&text[copied..target.start]);
                    new.push_str(&changed);
                    copied = target.end;
                }
            }
            (copied > 0).then(|| new + &text[copied..])
        }
        _ => None,
    }
}

/// The byte ranges of inline link targets that begin with `#`, in order. Code is skipped.
fn targets(markdown: &str) -> Vec<Range<usize>> {
    if !markdown.contains("](") {
        return Vec::new();
    }
    let links = Parser::new(markdown).into_offset_iter().filter_map(|(event, range)| match event {
        Event::Start(Tag::Link { link_type: LinkType::Inline, dest_url, .. }) if dest_url.starts_with('#') => {
            Some((dest_url, range))
        }
        _ => None,
    });
    links
        .filter_map(|(target, link)| {
            // The last `](` before the target, because the link text may contain pictures and the title anything.
            let source = &markdown[link.clone()];
            let (open, _) = source.rmatch_indices("](").find(|(open, _)| {
                let rest = source[open + 2..].trim_start();
                rest.strip_prefix('<').unwrap_or(rest).starts_with(&*target)
            })?;
            let start = link.start + open + source[open..].find('#')?;
            Some(start..start + target.len())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{Overlay, Slide, Translation};

    fn deck(contents: &[(&str, Value)]) -> Deck {
        let mut deck = Deck::new("Harbour", "en-GB");
        for (index, (key, content)) in contents.iter().enumerate() {
            deck.slides.push(Slide::new(
                format!("s{index}"),
                *key,
                content.as_object().expect("content is an object").clone(),
            ));
        }
        deck
    }

    /// Checks a body with its links by number, and then by id again.
    fn check(body: &str, numbered: &str, resolved: &str) {
        let registry = Registry::core();
        let mut deck = deck(&[("content-slide", json!({"body": body})), ("quote-slide", json!({}))]);
        deck.number_links(registry);
        assert_eq!(deck.slides[0].content["body"], numbered);
        deck.resolve_links(registry);
        assert_eq!(deck.slides[0].content["body"], resolved);
    }

    #[test]
    fn links_become_numbers_and_ids_again() {
        check("see [then](#slide:s1).", "see [then](#2).", "see [then](#slide:s1).");
        check("[a](#slide:s0)[b](#slide:s1)", "[a](#1)[b](#2)", "[a](#slide:s0)[b](#slide:s1)");
        check(
            r#"[a]( <#slide:s1> "a](#slide:s0)")"#,
            r#"[a]( <#2> "a](#slide:s0)")"#,
            r#"[a]( <#slide:s1> "a](#slide:s0)")"#,
        );
        check("[![x](/uploads/x.png)](#slide:s1)", "[![x](/uploads/x.png)](#2)", "[![x](/uploads/x.png)](#slide:s1)");
        check("- ä [x](#2)\n\n  > [y](#1)", "- ä [x](#2)\n\n  > [y](#1)", "- ä [x](#slide:s1)\n\n  > [y](#slide:s0)");
    }

    #[test]
    fn prose_code_and_numbers_beyond_the_deck_stay() {
        for body in [
            "Berth #2 first, #slide:s1 (#1)",
            "`[a](#2)`",
            "    [a](#2)",
            "[a](#3) [b](#0) [c](#slide:gone) [d](#) [e](#2x)",
            "[a][#2]",
            "](#2)",
        ] {
            check(body, body, body);
        }
    }

    #[test]
    fn a_whole_text_is_a_link_only_in_a_link_field() {
        let registry = Registry::core();
        let mut deck = deck(&[
            ("poll-slide", json!({"question": "#2", "onCloseTarget": "s1"})),
            ("icon-card-grid-slide", json!({"title": "#1", "items": [{"title": "#1", "link": "#slide:s0"}]})),
            ("gone-slide", json!({"link": "#slide:s0"})),
        ]);
        let before = deck.clone();
        deck.number_links(registry);
        assert_eq!(deck.slides[0].content["onCloseTarget"], "#2");
        assert_eq!(deck.slides[1].content["items"][0], json!({"title": "#1", "link": "#1"}));
        assert_eq!(deck.slides[2], before.slides[2]);
        deck.resolve_links(registry);
        assert_eq!(deck, before);
    }

    #[test]
    fn notes_and_translations_have_links_too() {
        let registry = Registry::core();
        let mut deck = deck(&[("content-slide", json!({"body": ""})), ("quote-slide", json!({}))]);
        let text = "[x](#slide:s1)".to_owned();
        let content = [("title", &text), ("body", &text)].map(|(path, text)| (path.to_owned(), text.clone()));
        let overlay = Overlay { content: content.into(), notes: text.clone() };
        deck.slides[0].notes = text;
        let nl = Translation { slides: [("s0".into(), overlay)].into(), ..Translation::default() };
        deck.translations.insert("nl".to_owned(), nl);
        let before = deck.clone();
        deck.number_links(registry);
        assert_eq!(deck.slides[0].notes, "[x](#2)");
        assert_eq!(
            json!(deck.translations["nl"].slides["s0"]),
            json!({"content": {"body": "[x](#2)", "title": "[x](#slide:s1)"}, "notes": "[x](#2)"})
        );
        deck.resolve_links(registry);
        assert_eq!(deck, before);
    }

    #[test]
    fn new_ids_are_set_in_any_text() {
        let registry = Registry::core();
        let mut deck = deck(&[
            ("poll-slide", json!({"question": "s1", "onCloseTarget": "s1"})),
            ("custom-html-slide", json!({"html": "<a href=\"#slide:s0\">a</a> #slide:s00 #slide:s1."})),
            ("gone-slide", json!({"deep": [{"er": "[x](#slide:s1) #slide:s0"}]})),
        ]);
        deck.remap_links(
            registry,
            &HashMap::from([("s0", "n0"), ("s1", "n1")].map(|(old, new)| (old.into(), new.into()))),
        );
        let contents: Vec<Value> = deck.slides.iter().map(|slide| json!(slide.content)).collect();
        assert_eq!(
            json!(contents),
            json!([
                {"question": "s1", "onCloseTarget": "n1"},
                {"html": "<a href=\"#slide:n0\">a</a> #slide:s00 #slide:s1."},
                {"deep": [{"er": "[x](#slide:n1) #slide:n0"}]},
            ])
        );
    }
}
