//! Splits one slide into two.

use deck::{Block, Content, Kind, SlideType};
use serde_json::{Value, json};

use super::super::BuiltinAuthor;
use super::super::headline::headline_or_phrase;
use super::super::language::Language;
use super::super::outline::outline_of;
use super::super::rank::TermFrequencies;
use super::super::text::{comparison_key, sentences};
use super::super::write::text_within;
use crate::slide_types::{label_field, max_length};

/// The two halves of a content. `None` when it cannot be split.
pub(super) fn split_content(
    author: &BuiltinAuthor<'_>,
    slide_type: &SlideType,
    content: &Content,
    terms: &TermFrequencies,
    language: &Language,
) -> Option<(Content, Content)> {
    let (left, mut right) = split_entries(slide_type, content).or_else(|| split_body(slide_type, content, language))?;
    let outline = outline_of(author.registry, Some(slide_type), &right);
    let mut lines: Vec<String> = outline
        .points
        .iter()
        .map(|point| if point.title.is_empty() { point.text.clone() } else { point.title.clone() })
        .collect();
    lines.extend(outline.paragraphs.iter().flat_map(|paragraph| sentences(paragraph, language)));
    if let Some(field) = label_field(slide_type)
        && let Some(title) = headline_or_phrase(&lines, terms, language)
        && let old = content.get(&field.key).and_then(Value::as_str).unwrap_or_default()
        && comparison_key(&title.text) != comparison_key(old)
    {
        right.insert(field.key.clone(), json!(text_within(&title.text, max_length(field), language)));
    }
    Some((left, right))
}

/// Half of the entries of the first list that can be split.
fn split_entries(slide_type: &SlideType, content: &Content) -> Option<(Content, Content)> {
    for field in &slide_type.fields {
        let Kind::Items { min, fields, .. } = &field.kind else { continue };
        if field.key == "actions" || field.key == "images" {
            continue;
        }
        let Some(Value::Array(all)) = content.get(&field.key) else { continue };
        let is_table = fields.iter().any(|field| field.key == "c1")
            && content.get("headerRow").and_then(Value::as_str) != Some("off");
        let header_rows = usize::from(is_table);
        let half = (all.len() - header_rows.min(all.len())).div_ceil(2) + header_rows;
        let second: Vec<Value> = all.iter().take(header_rows).chain(&all[half.min(all.len())..]).cloned().collect();
        if half < (*min).max(1) || second.len() < (*min).max(1 + header_rows) {
            continue;
        }
        let (mut left, mut right) = (content.clone(), content.clone());
        left.insert(field.key.clone(), json!(all[..half]));
        right.insert(field.key.clone(), json!(second));
        right.shift_remove("subheading");
        left.shift_remove("bottomSubheading");
        return Some((left, right));
    }
    None
}

/// Half of the paragraphs, list lines or sentences of the body.
fn split_body(slide_type: &SlideType, content: &Content, language: &Language) -> Option<(Content, Content)> {
    slide_type.field("body")?;
    let text = content.get("body")?.as_str()?;
    let pieces: Vec<String> =
        text.split("\n\n").map(str::trim).filter(|piece| !piece.is_empty()).map(str::to_owned).collect();
    let pieces = match deck::blocks(text).as_slice() {
        [Block::List { .. }] => text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect(),
        [Block::Paragraph(_)] => sentences(text, language),
        _ => pieces,
    };
    if pieces.len() < 2 {
        return None;
    }
    let is_list = pieces
        .iter()
        .all(|piece| piece.starts_with(['-', '*', '+']) || piece.starts_with(|c: char| c.is_ascii_digit()));
    let separator = if is_list {
        "\n"
    } else if text.contains("\n\n") {
        "\n\n"
    } else {
        " "
    };
    let half = pieces.len().div_ceil(2);
    let (mut left, mut right) = (content.clone(), content.clone());
    left.insert("body".to_owned(), json!(pieces[..half].join(separator)));
    right.insert("body".to_owned(), json!(pieces[half..].join(separator)));
    right.shift_remove("subheading");
    left.shift_remove("actions");
    Some((left, right))
}
