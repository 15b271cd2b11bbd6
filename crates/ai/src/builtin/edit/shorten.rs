//! Shortens slides: fewer sentences, shorter sentences, fewer entries.

use deck::{Block, Content, Field, Kind, SlideType};
use serde_json::Value;

use super::super::language::Language;
use super::super::rank::{TermFrequencies, heaviest_first};
use super::super::text::{length, sentences, shortened, slide_sentence, without_final_mark};

/// Number of entries that remain of a list with seven or more, unless its type requires more.
const MAX_ENTRIES: usize = 5;

/// A content with less text. `None` when it is short already.
pub(super) fn shortened_content(
    slide_type: &SlideType,
    content: &Content,
    terms: &TermFrequencies,
    language: &Language,
) -> Option<Content> {
    let mut shorter = content.clone();
    shorten_fields(&slide_type.fields, &mut shorter, terms, language, true);
    (shorter != *content).then_some(shorter)
}

fn shorten_fields(
    fields: &[Field],
    content: &mut Content,
    terms: &TermFrequencies,
    language: &Language,
    is_top_level: bool,
) {
    for field in fields {
        let Some(value) = content.get_mut(&field.key) else { continue };
        match (&field.kind, value) {
            (Kind::String(_), Value::String(text)) if field.translatable => {
                *text = if is_top_level && matches!(field.key.as_str(), "title" | "question") {
                    shorter_headline(text, language)
                } else {
                    shorter_line(text, terms, language)
                };
            }
            (Kind::Markdown, Value::String(text)) => *text = shorter_markdown(text, terms, language),
            (Kind::Items { fields, min, .. }, Value::Array(entries)) => {
                for entry in entries.iter_mut().filter_map(Value::as_object_mut) {
                    shorten_fields(fields, entry, terms, language, false);
                }
                let is_table = fields.iter().any(|field| field.key == "c1");
                if entries.len() > (*min).max(MAX_ENTRIES + 1) && !is_table {
                    entries.truncate((*min).max(MAX_ENTRIES));
                }
            }
            _ => {}
        }
    }
}

/// A headline of at most 60 characters, if it can be cut that short.
pub(super) fn shorter_headline(text: &str, language: &Language) -> String {
    if length(text) <= 60 {
        return text.to_owned();
    }
    shortened(text, 60, language).map_or_else(|| text.to_owned(), |short| without_final_mark(&short).to_owned())
}

/// A text cut to its heaviest sentences, up to two thirds of its length. A single sentence loses optional clauses.
fn shorter_line(text: &str, terms: &TermFrequencies, language: &Language) -> String {
    let all = sentences(text, language);
    if all.len() < 2 {
        let short = slide_sentence(text, language);
        let room = length(&short) * 4 / 5;
        return if length(&short) > 70 { shortened(&short, room, language).unwrap_or(short) } else { short };
    }
    let room = length(text) * 2 / 3;
    let order = heaviest_first(&terms.weights(&all, language));
    let (mut kept, mut size) = (Vec::new(), 0);
    for at in order {
        if kept.is_empty() || size + length(&all[at]) <= room {
            size += length(&all[at]);
            kept.push(at);
        }
    }
    kept.sort_unstable();
    kept.iter().map(|at| slide_sentence(&all[*at], language)).collect::<Vec<_>>().join(" ")
}

/// Markdown with shorter paragraphs and lists. Text with other blocks stays as it is.
fn shorter_markdown(text: &str, terms: &TermFrequencies, language: &Language) -> String {
    let blocks = deck::blocks(text);
    let is_simple = blocks.iter().all(|block| matches!(block, Block::Paragraph(_) | Block::List { .. }));
    if !is_simple {
        return text.to_owned();
    }
    let parts: Vec<String> = blocks
        .iter()
        .map(|block| match block {
            Block::List { start, items } => {
                let lines = items.iter().take(MAX_ENTRIES).enumerate().map(|(at, item)| {
                    let words = deck::plain_text(&item.blocks).replace('\n', " ");
                    let words = shorter_line(&words, terms, language);
                    match start {
                        Some(start) => format!("{}. {words}", start + at as u64),
                        None => format!("- {words}"),
                    }
                });
                lines.collect::<Vec<_>>().join("\n")
            }
            other => shorter_line(&deck::plain_text(std::slice::from_ref(other)), terms, language),
        })
        .collect();
    let joined = parts.join("\n\n");
    if length(&joined) < length(text.trim()) { joined } else { text.to_owned() }
}
