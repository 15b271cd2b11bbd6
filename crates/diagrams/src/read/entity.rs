//! Entity diagrams: `CUSTOMER ||--o{ ORDER : places`, and entities with attributes.

use super::flowchart::excerpt;
use super::graph::{GraphBuilder, direction};
use super::text::shown;
use super::{SourceLine, after, is_style};
use crate::{EdgeEnd, Error, Graph, GraphKind, LineStyle, NodeShape, Tip};

pub(super) fn read(lines: &[SourceLine<'_>]) -> Result<Graph, Error> {
    let mut builder = GraphBuilder::new(GraphKind::Entity, None);
    // The entity whose attributes are being read.
    let mut body: Option<String> = None;
    for line in lines {
        let words = line.words;
        if let Some(name) = &body {
            if words == "}" {
                body = None;
            } else {
                add_attribute(&mut builder, name, words);
            }
            continue;
        }
        if is_style(words) || after(words, "class").is_some() || after(words, "title").is_some() {
            continue;
        }
        if let Some(rest) = after(words, "direction") {
            let Some(wanted) = direction(rest) else {
                return Err(Error::line(line.number, format!("`{rest}` is not a direction: write TB, LR, BT or RL")));
            };
            builder.set_direction(wanted);
            continue;
        }
        if let Some(relation) = read_relation(words) {
            let ends = (entity(&mut builder, relation.ends.0), entity(&mut builder, relation.ends.1));
            builder.join(ends, shown(relation.label), relation.style, relation.tips);
            continue;
        }
        let (head, attributes) = match words.split_once('{') {
            Some((head, rest)) => (head.trim(), Some(rest.trim())),
            None => (words, None),
        };
        let is_name = !head.is_empty() && !head.contains("--") && (head.contains(['"', '[']) || !head.contains(' '));
        if !is_name {
            let reason =
                format!("`{}` is not understood: write A ||--o{{ B : text, or A {{ type name }}", excerpt(words));
            return Err(Error::line(line.number, reason));
        }
        entity(&mut builder, head);
        let name = entity_name(head).0;
        match attributes {
            Some("") => body = Some(name),
            Some(inside) => {
                inside
                    .trim_end_matches('}')
                    .split(',')
                    .for_each(|attribute| add_attribute(&mut builder, &name, attribute));
            }
            None => {}
        }
    }
    let last = lines.last().map_or(1, |line| line.number);
    if let Some(name) = body {
        return Err(Error::line(last, format!("the entity `{name}` is not closed: write `}}` after its attributes")));
    }
    builder.finish(last, "}")
}

/// The name of an entity, and its alias if it has one.
fn entity_name(head: &str) -> (String, Option<String>) {
    let head = head.split(":::").next().unwrap_or(head).trim();
    match head.split_once('[') {
        Some((name, label)) => (name.trim().trim_matches('"').to_owned(), Some(shown(label.trim_end_matches(']')))),
        None => (head.trim_matches('"').to_owned(), None),
    }
}

/// The box of an entity. Adds a box if there is none, and sets its text if the entity has an alias.
fn entity(builder: &mut GraphBuilder, head: &str) -> EdgeEnd {
    let (name, label) = entity_name(head);
    if let (Some(label), Some(node)) = (label, builder.node(&name, NodeShape::Table)) {
        node.label = label;
    }
    builder.end(&name, NodeShape::Table)
}

/// Adds an attribute such as `string name PK "comment"` to an entity. The comment is not drawn.
fn add_attribute(builder: &mut GraphBuilder, name: &str, words: &str) {
    let words = words.split('"').next().unwrap_or_default().trim();
    if words.is_empty() {
        return;
    }
    let mut parts = words.split_whitespace();
    let (kind, attribute) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let keys: String = parts.collect::<Vec<_>>().join(" ");
    let text = match (attribute, keys.as_str()) {
        ("", _) => kind.to_owned(),
        (_, "") => format!("{attribute}: {kind}"),
        (_, keys) => format!("{attribute}: {kind} ({keys})"),
    };
    if let Some(node) = builder.node(name, NodeShape::Table) {
        if node.compartments.is_empty() {
            node.compartments.push(Vec::new());
        }
        if let Some(lines) = node.compartments.last_mut() {
            lines.push(shown(&text));
        }
    }
}

/// A relation between two entities.
struct Relation<'s> {
    ends: (&'s str, &'s str),
    style: LineStyle,
    tips: (Tip, Tip),
    label: &'s str,
}

/// Reads a relation. Returns `None` if the words are not a relation.
fn read_relation(words: &str) -> Option<Relation<'_>> {
    let (relation, label) = match words.split_once(" : ").or_else(|| words.split_once(':')) {
        Some((relation, label)) => (relation, label),
        None => (words, ""),
    };
    for (mark, style) in
        [("--", LineStyle::Solid), ("..", LineStyle::Dotted), (".-", LineStyle::Dotted), ("-.", LineStyle::Dotted)]
    {
        for (at, _) in relation.match_indices(mark) {
            let (before, after) = (&relation[..at], &relation[at + 2..]);
            let (Some(start), Some(end)) = (before.get(before.len().saturating_sub(2)..), after.get(..2)) else {
                continue;
            };
            let (Some(start), Some(end)) = (cardinality(start), cardinality(end)) else { continue };
            let ends = (before[..before.len() - 2].trim(), after[2..].trim());
            return Some(Relation { ends, style, tips: (start, end), label });
        }
    }
    read_relation_in_words(relation, label)
}

/// The cardinalities as words. A phrase that ends or begins with another one comes before it.
const CARDINALITIES: [(&str, Tip); 10] = [
    ("zero or one", Tip::ZeroOrOne),
    ("one or zero", Tip::ZeroOrOne),
    ("zero or more", Tip::ZeroOrMany),
    ("zero or many", Tip::ZeroOrMany),
    ("many(0)", Tip::ZeroOrMany),
    ("0+", Tip::ZeroOrMany),
    ("one or more", Tip::Many),
    ("one or many", Tip::Many),
    ("only one", Tip::One),
    ("1+", Tip::Many),
];

/// Reads a relation whose cardinalities are words, such as `CAR only one to zero or more WHEEL`.
fn read_relation_in_words<'s>(relation: &'s str, label: &'s str) -> Option<Relation<'s>> {
    let (before, after, style) = match relation.split_once(" optionally to ") {
        Some((before, after)) => (before, after, LineStyle::Dotted),
        None => relation.split_once(" to ").map(|(before, after)| (before, after, LineStyle::Solid))?,
    };
    let (from, start) =
        CARDINALITIES.iter().find_map(|(words, tip)| Some((before.trim().strip_suffix(words)?.trim(), *tip)))?;
    let (to, end) =
        CARDINALITIES.iter().find_map(|(words, tip)| Some((after.trim().strip_prefix(words)?.trim(), *tip)))?;
    (!from.is_empty() && !to.is_empty()).then_some(Relation { ends: (from, to), style, tips: (start, end), label })
}

/// The tip for the two characters of a cardinality, on either side of a line; `None` for any others.
fn cardinality(letters: &str) -> Option<Tip> {
    match letters {
        "||" => Some(Tip::One),
        "|o" | "o|" => Some(Tip::ZeroOrOne),
        "}|" | "|{" => Some(Tip::Many),
        "}o" | "o{" => Some(Tip::ZeroOrMany),
        _ => None,
    }
}
