//! Tables, charts, code and diagrams with any number of entries and texts of every length: nothing overlaps or leaves
//! the page, and truncated text is reported.

use crate::common::lay_out;
use crate::extremes::{WORDS, assert_sound};
use serde_json::{Value, json};

const BACKDROPS: [&str; 5] = ["base", "tint", "deep", "accent", "gradient"];

/// The first letters of a repeated text.
fn text(words: &str, most: usize) -> String {
    format!("{words} ").chars().cycle().take(most).collect::<String>().trim().to_owned()
}

/// A slide of each type with a number of entries, whose texts have a fraction of the allowed length.
fn slides(words: &str, count: usize, share: usize) -> Vec<Value> {
    let said = |most: usize| text(words, (most * share / 4).max(1));
    let items = |fields: &[(&str, usize)]| -> Vec<Value> {
        let item: serde_json::Map<String, Value> =
            fields.iter().map(|(field, most)| ((*field).to_owned(), json!(said(*most)))).collect();
        vec![Value::Object(item); count]
    };
    let background = BACKDROPS[count % BACKDROPS.len()];
    let slide = |kind: &str, mut content: Value| {
        content["title"] = json!(said(120));
        content["subheading"] = json!(said(200));
        content["bottomSubheading"] = json!(said(200));
        content["background"] = json!(background);
        json!({"type": kind, "content": content})
    };
    let steps = items(&[("title", 60), ("text", 200)]);
    let cell: Vec<(String, usize)> = (1..=10).map(|column| (format!("c{column}"), 400 / count)).collect();
    let cell: Vec<(&str, usize)> = cell.iter().map(|(field, most)| (field.as_str(), *most)).collect();
    let colored = ["plain", "panel", "soft"][count % 3];
    vec![
        slide("process-slide", json!({"items": steps})),
        slide("process-slide", json!({"items": steps, "direction": "vertical"})),
        slide("timeline-slide", json!({"items": items(&[("date", 30), ("title", 60), ("text", 200)])})),
        slide("matrix-slide", json!({"cells": items(&[("title", 40), ("body", 1000)])})),
        slide("funnel-slide", json!({"items": items(&[("label", 60), ("value", 30), ("text", 120)])})),
        slide("pyramid-slide", json!({"levels": items(&[("label", 60), ("text", 120)])})),
        slide("cycle-slide", json!({"centerLabel": said(60), "items": items(&[("label", 40), ("text", 80)])})),
        slide(
            "table-slide",
            json!({"rows": items(&cell), "colCount": count.to_string(), "tableStyle": colored,
            "caption": said(240)}),
        ),
        slide(
            "code-slide",
            json!({"code": vec![said(300); count * 4].join("\n"), "language": said(40),
            "highlightLines": "1,3-9", "caption": said(160)}),
        ),
    ]
}

fn most(kind: &Value) -> usize {
    match kind.as_str().unwrap_or_default() {
        "process-slide" => 7,
        "timeline-slide" | "table-slide" | "code-slide" => 10,
        "matrix-slide" => 4,
        _ => 6,
    }
}

#[test]
fn entries_of_any_number_and_length_do_not_overlap() {
    for (language, words) in [("de", WORDS[0]), ("de", WORDS[1]), ("ar", WORDS[2])] {
        for count in [1, 4, 6, 7, 10] {
            for share in [1, 4] {
                let mut slides = slides(words, count, share);
                slides.retain(|slide| count <= most(&slide["type"]));
                for page in &lay_out(language, &slides).document.pages {
                    assert_sound(page);
                }
            }
        }
    }
}

#[test]
fn truncated_text_is_reported_with_its_field() {
    let output = lay_out("en", &slides(WORDS[0], 6, 4));
    let fields: Vec<&str> = output.findings.iter().map(|finding| finding.field.as_str()).collect();
    for field in ["items.5.text", "cells.3.body", "code", "rows"] {
        assert!(fields.contains(&field), "{field} is missing in {fields:?}");
    }
}

#[test]
fn every_node_of_an_entry_has_an_origin() {
    for (kind, list) in
        [("process", "items"), ("timeline", "items"), ("funnel", "items"), ("pyramid", "levels"), ("cycle", "items")]
    {
        let entry = json!({"title": "a", "label": "a", "date": "b", "value": "c", "text": "d"});
        let slide = json!({"type": format!("{kind}-slide"), "content": {list: [entry, entry, entry]}});
        let output = lay_out("en", &[slide]);
        let origins = output.document.pages[0].nodes.iter().filter_map(|node| node.origin.as_ref());
        let fields: Vec<&str> = origins.map(|origin| origin.field.as_str()).collect();
        assert!(fields.contains(&format!("{list}.2.text").as_str()), "{kind}: {fields:?}");
    }
}
