//! State diagrams: `[*] --> Idle`, `Idle --> Busy : start`, `state Busy { }`.

use super::flowchart::excerpt;
use super::graph::{GraphBuilder, direction};
use super::text::shown;
use super::{SourceLine, after, is_style, without_semicolon};
use crate::{EdgeEnd, Error, Graph, GraphKind, LineStyle, NodeShape, Tip};

pub(super) fn read(lines: &[SourceLine<'_>]) -> Result<Graph, Error> {
    let mut builder = GraphBuilder::new(GraphKind::State, None);
    // A remark over several lines: the state it belongs to, and its text so far.
    let mut note: Option<(String, Vec<&str>)> = None;
    for line in lines {
        if let Some((of, mut text)) = note.take() {
            if line.words == "end note" {
                add_note(&mut builder, &of, &text.join(" "));
            } else {
                text.push(line.words);
                note = Some((of, text));
            }
            continue;
        }
        let words = without_semicolon(line.words);
        if let Some(rest) = after(words, "note") {
            let place = rest
                .split_once(" of ")
                .map(|(_, place)| place)
                .ok_or_else(|| Error::line(line.number, "a note has a place: write note right of State: text"))?;
            match place.split_once(':') {
                Some((of, text)) => add_note(&mut builder, of.trim(), text),
                None => note = Some((place.trim().to_owned(), Vec::new())),
            }
            continue;
        }
        read_statement(&mut builder, words, line.number)?;
    }
    let last = lines.last().map_or(1, |line| line.number);
    if note.is_some() {
        return Err(Error::line(last, "a note is not closed: write `end note` after it"));
    }
    builder.finish(last, "}")
}

fn add_note(builder: &mut GraphBuilder, of: &str, text: &str) {
    let end = builder.end(of, NodeShape::Round);
    let name = builder.local(&format!("note {} of {of}", builder.graph.nodes.len()));
    if let Some(node) = builder.node(&name, NodeShape::Note) {
        node.label = shown(text);
    }
    let note = builder.end(&name, NodeShape::Note);
    // The remark is beside its state, in the same frame.
    if let (EdgeEnd::Node(state), EdgeEnd::Node(own)) = (end, note) {
        builder.graph.nodes[own].group = builder.graph.nodes[state].group;
    }
    builder.join((end, note), String::new(), LineStyle::Dotted, (Tip::None, Tip::None));
}

fn read_statement(builder: &mut GraphBuilder, words: &str, number: usize) -> Result<(), Error> {
    let is_view = after(words, "hide").is_some_and(|what| what.starts_with("empty"))
        || after(words, "scale").is_some_and(|size| size.starts_with(|letter: char| letter.is_ascii_digit()));
    // `--` separates concurrent regions, which are drawn in one frame.
    if is_style(words) || is_view || after(words, "class").is_some() || words == "--" || words.is_empty() {
        return Ok(());
    }
    if words == "}" {
        return if builder.close() { Ok(()) } else { Err(Error::line(number, "`}` closes no state")) };
    }
    if let Some(rest) = after(words, "direction") {
        let Some(inner) = direction(rest) else {
            return Err(Error::line(number, format!("`{rest}` is not a direction: write TB, LR, BT or RL")));
        };
        builder.set_direction(inner);
        return Ok(());
    }
    if let Some((from, rest)) = words.split_once("-->") {
        let (to, label) = match rest.split_once(':') {
            // `:::` names a style.
            Some((to, label)) if !label.starts_with("::") => (to, label),
            Some((to, label)) => (to, label[2..].split_once(':').map_or("", |(_, label)| label)),
            None => (rest, ""),
        };
        let (from, to) = (state_end(builder, from, true), state_end(builder, to, false));
        builder.join((from, to), shown(label), LineStyle::Solid, (Tip::None, Tip::Arrow));
        return Ok(());
    }
    if let Some(rest) = after(words, "state") {
        return declare_state(builder, rest, number);
    }
    let (name, label) = match words.split_once(':') {
        Some((name, label)) if !label.starts_with("::") => (name.trim(), Some(label)),
        Some((name, _)) => (name.trim(), None),
        None => (words, None),
    };
    if name.is_empty() || name.contains(char::is_whitespace) {
        let reason = format!("`{}` is not understood: write a state, or A --> B : text", excerpt(words));
        return Err(Error::line(number, reason));
    }
    builder.end(name, NodeShape::Round);
    if let (Some(label), Some(node)) = (label, builder.node(name, NodeShape::Round)) {
        let text = shown(label);
        node.label = if node.label == name { text } else { format!("{}\n{text}", node.label) };
    }
    Ok(())
}

/// The box at an end of a line: `[*]` is the start or the end of the innermost open state.
fn state_end(builder: &mut GraphBuilder, name: &str, is_from: bool) -> EdgeEnd {
    let name = name.trim();
    let name = name.split(":::").next().unwrap_or(name).trim();
    if name == "[*]" {
        let (mark, form) = if is_from { ("start", NodeShape::Start) } else { ("end", NodeShape::End) };
        let name = builder.local(&format!("[*] {mark}"));
        return builder.end(&name, form);
    }
    builder.end(name, NodeShape::Round)
}

/// Reads what follows `state`: adds a state, or opens one that contains others. Fails without a name.
fn declare_state(builder: &mut GraphBuilder, rest: &str, number: usize) -> Result<(), Error> {
    let (rest, opens) = match rest.strip_suffix('{') {
        Some(before) => (before.trim(), true),
        None => (rest, false),
    };
    let (name, label) = match rest.strip_prefix('"').and_then(|inside| inside.split_once('"')) {
        Some((label, after)) => match after.trim().strip_prefix("as ") {
            Some(name) => (name.trim(), Some(label)),
            None => (label, Some(label)),
        },
        None => (rest, None),
    };
    let (name, form) = match name.split_once("<<") {
        Some((name, kind)) => {
            let form = match kind.trim_end_matches('>').trim() {
                "choice" => NodeShape::Diamond,
                "fork" | "join" => NodeShape::Bar,
                _ => NodeShape::Round,
            };
            (name.trim(), form)
        }
        None => (name, NodeShape::Round),
    };
    let name = name.split(":::").next().unwrap_or(name).trim();
    if name.is_empty() {
        return Err(Error::line(number, "a state has no name"));
    }
    if opens {
        builder.open(name, label.map(shown).unwrap_or_default());
        let group = builder.group();
        if let Some(group) = group.and_then(|group| builder.graph.groups.get_mut(group))
            && group.label.is_empty()
        {
            group.label = shown(name);
        }
        return Ok(());
    }
    if let Some(node) = builder.node(name, form) {
        node.form = form;
        if let Some(label) = label {
            node.label = shown(label);
        }
        if form != NodeShape::Round && label.is_none() {
            // Marks are small and have no text.
            node.label = String::new();
        }
    }
    Ok(())
}
