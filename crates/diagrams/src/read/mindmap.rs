//! Mind maps: a tree of ideas by their indents.

use super::SourceLine;
use super::flowchart::bracketed;
use super::text::shown;
use crate::{Error, Mindmap, MindmapNode, NodeShape};

/// The maximum number of ideas of a mind map.
const MAX_IDEAS: usize = 120;

pub(super) fn read(lines: &[SourceLine<'_>]) -> Result<Mindmap, Error> {
    let mut nodes: Vec<MindmapNode> = Vec::new();
    // The ancestors of the next idea with their indents, the innermost last.
    let mut above: Vec<(usize, usize)> = Vec::new();
    for line in lines {
        if line.words.starts_with("::") {
            // An icon or a style of the idea before.
            continue;
        }
        while above.last().is_some_and(|(indent, _)| *indent >= line.indent) {
            above.pop();
        }
        let parent = above.last().map(|(_, index)| *index);
        if parent.is_none() && !nodes.is_empty() {
            let reason = "a mind map has one root: indent this line further than the first";
            return Err(Error::line(line.number, reason));
        }
        let (label, form) = idea(line.words);
        above.push((line.indent, nodes.len()));
        nodes.push(MindmapNode { label, form, parent });
    }
    match nodes.len() {
        0 => Err(Error::Nothing),
        count if count > MAX_IDEAS => Err(Error::TooMany { what: "ideas", count, most: MAX_IDEAS }),
        _ => Ok(Mindmap { nodes }),
    }
}

/// The text of an idea, and its form if it has brackets.
fn idea(words: &str) -> (String, Option<NodeShape>) {
    let words = words.split(":::").next().unwrap_or(words).trim();
    for (open, close, form) in [("))", "((", NodeShape::Hexagon), (")", "(", NodeShape::Round)] {
        if let Some((_, rest)) = words.split_once(open)
            && let Some(text) = rest.strip_suffix(close)
            && !words.contains('[')
            && words.find(open) < words.find('(')
        {
            return (shown(text), Some(form));
        }
    }
    if let Some(at) = words.find(['[', '(', '{'])
        && !words[..at].contains(' ')
        && let Some((label, form, rest)) = bracketed(&words[at..])
        && rest.trim().is_empty()
    {
        return (shown(label), Some(form));
    }
    (shown(words), None)
}
