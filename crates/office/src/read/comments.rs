//! Reads comments in both forms: those that PowerPoint wrote until 2021, and those in threads.

use std::collections::HashMap;

use super::archive::Parts;
use super::error::ReadError;
use super::relationships::Relationships;
use super::tally::Tally;
use super::xml::{self, Element};
use crate::model::Comment;

/// Names of the authors of comments, by id.
pub(super) type Authors = HashMap<String, String>;

/// Reads the authors of comments. `relationships` are those of the presentation.
pub(super) fn authors(parts: &mut dyn Parts, relationships: &Relationships) -> Result<Authors, ReadError> {
    let mut authors = Authors::new();
    for kind in ["commentAuthors", "authors"] {
        for part in relationships.parts_of_kind(kind) {
            let Some(source) = parts.text(part)? else { continue };
            let root = xml::parse(part, &source)?;
            let names = root.children.iter().filter_map(|author| {
                Some((author.attribute("id")?.into_owned(), author.attribute("name")?.trim().to_owned()))
            });
            authors.extend(names);
        }
    }
    Ok(authors)
}

/// Reads the comments in a part, each followed by its replies.
pub(super) fn read(
    parts: &mut dyn Parts,
    tally: &mut Tally<'_>,
    part: &str,
    authors: &Authors,
) -> Result<Vec<Comment>, ReadError> {
    let Some(source) = parts.text(part)? else { return Ok(Vec::new()) };
    let root = xml::parse(part, &source)?;
    let mut threads: Vec<Vec<Comment>> = Vec::new();
    let mut by_key = HashMap::new();
    for element in root.children_named("cm") {
        tally.add_pieces(1)?;
        let comment = comment(tally, element, authors)?;
        // Until 2021 a reply was a sibling of the comment that it answers.
        let thread_index = element.descendant("parentCm").and_then(key).and_then(|key| by_key.get(&key).copied());
        if let Some(thread) = thread_index.and_then(|index: usize| threads.get_mut(index)) {
            thread.push(Comment { is_reply: true, ..comment });
            continue;
        }
        let mut comments = vec![comment];
        for reply in element.child("replyLst").iter().flat_map(|list| list.children_named("reply")) {
            tally.add_pieces(1)?;
            comments.push(Comment { is_reply: true, ..self::comment(tally, reply, authors)? });
        }
        if let Some(key) = key(element) {
            by_key.insert(key, threads.len());
        }
        threads.push(comments);
    }
    Ok(threads.into_iter().flatten().filter(|comment| !comment.text.is_empty()).collect())
}

/// The key of an older comment: its author and its number.
fn key(element: &Element<'_>) -> Option<(String, String)> {
    Some((element.attribute("authorId")?.into_owned(), element.attribute("idx")?.into_owned()))
}

/// Reads a comment or a reply.
fn comment(tally: &mut Tally<'_>, element: &Element<'_>, authors: &Authors) -> Result<Comment, ReadError> {
    let author = element.attribute("authorId").and_then(|id| authors.get(&*id)).cloned().unwrap_or_default();
    let time = element.word("dt").or_else(|| element.word("created"));
    let text = match (element.child("text"), element.child("txBody")) {
        (Some(text), _) => text.text.trim().to_owned(),
        (None, Some(body)) => lines(body),
        (None, None) => String::new(),
    };
    tally.add_text(&text)?;
    tally.add_text(&author)?;
    let is_resolved = element.attribute("status").is_some_and(|status| matches!(&*status, "resolved" | "closed"));
    Ok(Comment { author, time, text, is_reply: false, is_resolved })
}

/// The text of a body, a line for each paragraph.
fn lines(body: &Element<'_>) -> String {
    let line = |paragraph: &Element<'_>| -> String {
        let pieces = paragraph.children.iter().map(|piece| match piece.name {
            "br" => "\n",
            _ => piece.child("t").map(|text| text.text.as_ref()).unwrap_or_default(),
        });
        pieces.collect()
    };
    let lines: Vec<String> = body.children_named("p").map(line).collect();
    lines.join("\n").trim().to_owned()
}
