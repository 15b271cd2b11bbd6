//! One slide becomes two.

use deck::{Block, Content, Kind, SlideType};
use serde_json::{Value, json};

use super::super::Author;
use super::super::headline::headline;
use super::super::language::Language;
use super::super::outline::outline;
use super::super::rank::Subject;
use super::super::text::{bare, sentences};

/// The two halves of a content, or nothing when it cannot be cut.
pub(super) fn halves(
    author: &Author<'_>,
    slide_type: &SlideType,
    content: &Content,
    subject: &Subject,
    language: &Language,
) -> Option<(Content, Content)> {
    let (left, mut right) = entries(slide_type, content).or_else(|| body(slide_type, content, language))?;
    let said = outline(author.registry, Some(slide_type), &right);
    let label = slide_type.label_field.clone().unwrap_or_else(|| "title".to_owned());
    let old = content.get(&label).and_then(Value::as_str).unwrap_or_default().to_owned();
    let mut lines: Vec<String> = said
        .points
        .iter()
        .map(|point| if point.title.is_empty() { point.text.clone() } else { point.title.clone() })
        .collect();
    lines.extend(said.paragraphs.iter().flat_map(|paragraph| sentences(paragraph, language)));
    let own = headline(&lines, subject, language).map(|found| found.text).filter(|found| bare(found) != bare(&old));
    if let Some(title) = own
        && let Some(field) = slide_type.field(&label)
    {
        right.insert(
            label,
            json!(super::super::write::within(&title, field.max_length.unwrap_or(usize::MAX), language)),
        );
    }
    Some((left, right))
}

fn entries(slide_type: &SlideType, content: &Content) -> Option<(Content, Content)> {
    for field in &slide_type.fields {
        let Kind::Items { min, fields, .. } = &field.kind else { continue };
        if field.key == "actions" || field.key == "images" {
            continue;
        }
        let Some(Value::Array(all)) = content.get(&field.key) else { continue };
        let is_table = fields.iter().any(|field| field.key == "c1")
            && content.get("headerRow").and_then(Value::as_str) != Some("off");
        let head = usize::from(is_table);
        let half = (all.len() - head.min(all.len())).div_ceil(2) + head;
        let second: Vec<Value> = all.iter().take(head).chain(&all[half.min(all.len())..]).cloned().collect();
        if half < (*min).max(1) || second.len() < (*min).max(1 + head) {
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

fn body(slide_type: &SlideType, content: &Content, language: &Language) -> Option<(Content, Content)> {
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
    let mark = if is_list {
        "\n"
    } else if text.contains("\n\n") {
        "\n\n"
    } else {
        " "
    };
    let half = pieces.len().div_ceil(2);
    let (mut left, mut right) = (content.clone(), content.clone());
    left.insert("body".to_owned(), json!(pieces[..half].join(mark)));
    right.insert("body".to_owned(), json!(pieces[half..].join(mark)));
    right.shift_remove("subheading");
    if content.contains_key("actions") {
        left.shift_remove("actions");
    }
    Some((left, right))
}
