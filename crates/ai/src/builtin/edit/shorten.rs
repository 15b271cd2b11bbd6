//! Shorter slides: fewer sentences, shorter sentences, fewer entries.

use deck::{Block, Content, Field, Kind, SlideType};
use serde_json::Value;

use super::super::language::Language;
use super::super::rank::Subject;
use super::super::text::{length, sentences, shortened, tightened, without_stop};

/// Entries that are kept of a longer list.
const MOST_ENTRIES: usize = 5;

/// The content with less text, or nothing when it is short already.
pub(super) fn shorter(
    slide_type: &SlideType,
    content: &Content,
    subject: &Subject,
    language: &Language,
) -> Option<Content> {
    let mut made = content.clone();
    shorten_fields(&slide_type.fields, &mut made, subject, language, true);
    (made != *content).then_some(made)
}

fn shorten_fields(fields: &[Field], content: &mut Content, subject: &Subject, language: &Language, top: bool) {
    for field in fields {
        let Some(value) = content.get_mut(&field.key) else { continue };
        match (&field.kind, value) {
            (Kind::String(_), Value::String(text)) if field.translatable => {
                *text = if top && matches!(field.key.as_str(), "title" | "question") {
                    headline(text, language)
                } else {
                    line(text, subject, language)
                };
            }
            (Kind::Markdown, Value::String(text)) => *text = markdown(text, subject, language),
            (Kind::Items { fields, min, .. }, Value::Array(entries)) => {
                for entry in entries.iter_mut().filter_map(Value::as_object_mut) {
                    shorten_fields(fields, entry, subject, language, false);
                }
                let is_table = fields.iter().any(|field| field.key == "c1");
                if entries.len() > (*min).max(MOST_ENTRIES + 1) && !is_table {
                    entries.truncate((*min).max(MOST_ENTRIES));
                }
            }
            _ => {}
        }
    }
}

fn headline(text: &str, language: &Language) -> String {
    if length(text) <= 60 {
        return text.to_owned();
    }
    shortened(text, 60, language).map_or_else(|| text.to_owned(), |short| without_stop(&short).to_owned())
}

/// One line: its weightiest sentences, up to about two thirds of it.
fn line(text: &str, subject: &Subject, language: &Language) -> String {
    let all = sentences(text, language);
    if all.len() < 2 {
        let short = tightened(text, language);
        let room = length(&short) * 4 / 5;
        return if length(&short) > 70 { shortened(&short, room, language).unwrap_or(short) } else { short };
    }
    let room = length(text) * 2 / 3;
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by(|a, b| {
        subject.weight(&all[*b], *b, language).total_cmp(&subject.weight(&all[*a], *a, language)).then(a.cmp(b))
    });
    let (mut kept, mut size) = (Vec::new(), 0);
    for at in order {
        if kept.is_empty() || size + length(&all[at]) <= room {
            size += length(&all[at]);
            kept.push(at);
        }
    }
    kept.sort_unstable();
    kept.iter().map(|at| tightened(&all[*at], language)).collect::<Vec<_>>().join(" ")
}

/// Running text: paragraphs become their weightiest sentences, lists keep their first entries.
fn markdown(text: &str, subject: &Subject, language: &Language) -> String {
    let blocks = deck::blocks(text);
    let known = blocks.iter().all(|block| matches!(block, Block::Paragraph(_) | Block::List { .. }));
    if !known {
        return text.to_owned();
    }
    let parts: Vec<String> = blocks
        .iter()
        .map(|block| match block {
            Block::List { start, items } => {
                let lines = items.iter().take(MOST_ENTRIES).enumerate().map(|(at, item)| {
                    let words = deck::plain(&item.blocks).replace('\n', " ");
                    let words = line(&words, subject, language);
                    match start {
                        Some(start) => format!("{}. {words}", start + at as u64),
                        None => format!("- {words}"),
                    }
                });
                lines.collect::<Vec<_>>().join("\n")
            }
            other => line(&deck::plain(std::slice::from_ref(other)), subject, language),
        })
        .collect();
    let joined = parts.join("\n\n");
    if length(&joined) < length(text.trim()) { joined } else { text.to_owned() }
}
