//! Class diagrams: `class Account { +balance() }`, `Account <|-- Savings`.

use super::flowchart::excerpt;
use super::graph::{GraphBuilder, direction};
use super::text::shown;
use super::{SourceLine, after, is_statement, is_style, without_semicolon};
use crate::{Error, Graph, GraphKind, LineStyle, Node, NodeShape, Tip};

pub(super) fn read(lines: &[SourceLine<'_>]) -> Result<Graph, Error> {
    let mut builder = GraphBuilder::new(GraphKind::Class, None);
    // The class whose members are being read.
    let mut body: Option<String> = None;
    for line in lines {
        let words = without_semicolon(line.words);
        if let Some(name) = &body {
            if words == "}" {
                body = None;
            } else if let Some(node) = builder.node(name, NodeShape::Table) {
                add_member(node, words.trim_end_matches('}').trim());
                if words.ends_with('}') {
                    body = None;
                }
            }
            continue;
        }
        if is_style(words) || words.is_empty() || is_statement(words, &["link", "callback", "cssClass"]) {
            continue;
        }
        if words == "}" {
            if !builder.close() {
                return Err(Error::line(line.number, "`}` closes no namespace"));
            }
        } else if let Some(rest) = after(words, "direction") {
            let Some(wanted) = direction(rest) else {
                return Err(Error::line(line.number, format!("`{rest}` is not a direction: write TB, LR, BT or RL")));
            };
            builder.set_direction(wanted);
        } else if let Some(rest) = after(words, "namespace") {
            let name = rest.trim_end_matches('{').trim();
            builder.open(&format!("namespace {name}"), shown(name));
        } else if let Some(rest) = after(words, "class") {
            body = declare_class(&mut builder, rest);
        } else if let Some(rest) = after(words, "note") {
            add_note(&mut builder, rest, line.number)?;
        } else if let Some((annotation, name)) = annotated(words) {
            let name = class_name(name);
            if let Some(node) = builder.node(&name, NodeShape::Table) {
                node.label = format!("«{annotation}»\n{}", node.label);
            }
        } else if let Some(relation) = Relation::read(words) {
            let label = [relation.counts.0, relation.label, relation.counts.1];
            let label: Vec<String> = label.map(shown).into_iter().filter(|part| !part.is_empty()).collect();
            let (from, to) = (class(&mut builder, relation.ends.0), class(&mut builder, relation.ends.1));
            builder.join((from, to), label.join(" "), relation.style, relation.tips);
        } else if let Some((name, member)) = words.split_once(" :").or_else(|| words.split_once(':')) {
            class(&mut builder, name);
            let name = class_name(name);
            if let Some(node) = builder.node(&name, NodeShape::Table) {
                add_member(node, member.trim());
            }
        } else {
            let reason = format!("`{}` is not understood: write class A, A : member, or A <|-- B", excerpt(words));
            return Err(Error::line(line.number, reason));
        }
    }
    let last = lines.last().map_or(1, |line| line.number);
    if let Some(name) = body {
        return Err(Error::line(last, format!("the class `{name}` is not closed: write `}}` after its last member")));
    }
    builder.finish(last, "}")
}

/// Adds the class of the text after `class`. Returns the name of the class if its members follow on the next lines.
fn declare_class(builder: &mut GraphBuilder, rest: &str) -> Option<String> {
    let (head, members) = match rest.split_once('{') {
        Some((head, members)) => (head, Some(members.trim())),
        None => (rest, None),
    };
    let (head, annotation) = match head.split_once("<<") {
        Some((head, annotation)) => (head, annotation.split_once(">>").map(|(annotation, _)| annotation)),
        None => (head, None),
    };
    let (name, label) = match head.split_once('[') {
        Some((name, label)) => (name, Some(label.trim_end().trim_end_matches(']'))),
        None => (head, None),
    };
    let written = name;
    let name = class_name(written);
    class(builder, written);
    builder.adopt(&name);
    if let Some(node) = builder.node(&name, NodeShape::Table) {
        if let Some(label) = label {
            node.label = shown(label);
        }
        if let Some(annotation) = annotation {
            node.label = format!("«{annotation}»\n{}", node.label);
        }
    }
    let members = members?;
    if let Some(inside) = members.strip_suffix('}') {
        if let Some(node) = builder.node(&name, NodeShape::Table) {
            inside.split(';').for_each(|member| add_member(node, member.trim()));
        }
        return None;
    }
    Some(name)
}

/// The box of the class with a name. Adds a box if there is none.
fn class(builder: &mut GraphBuilder, name: &str) -> crate::EdgeEnd {
    let written = written_name(name);
    let name = class_name(name);
    let end = builder.end(&name, NodeShape::Table);
    // The type parameters may be written at only one of the mentions of the class.
    if written != name
        && let Some(node) = builder.node(&name, NodeShape::Table)
        && node.label == shown(&name)
    {
        node.label = generic(&shown(written));
    }
    end
}

/// The name of a class as written, with its type parameters but without style name and backticks.
fn written_name(name: &str) -> &str {
    name.trim().split(":::").next().unwrap_or_default().trim().trim_matches('`')
}

/// The name of a class without its type parameters.
fn class_name(name: &str) -> String {
    let written = written_name(name);
    written.split_once('~').map_or(written, |(name, _)| name).trim().to_owned()
}

/// A text with type parameters in angle brackets: `List~int~` becomes `List<int>`.
fn generic(text: &str) -> String {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut depth = 0_usize;
    let mut before = None;
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let next = letters.peek().copied();
        if letter != '~' {
            out.push(letter);
        } else if before.is_some_and(is_word) && next.is_some_and(is_word) {
            depth += 1;
            out.push('<');
        } else if depth > 0 {
            depth -= 1;
            out.push('>');
        } else {
            out.push(letter);
        }
        before = Some(letter);
    }
    out
}

/// Adds a member: an attribute to the first compartment, a method to the second one.
fn add_member(node: &mut Node, member: &str) {
    if member.is_empty() {
        return;
    }
    if let Some(annotation) = member.strip_prefix("<<").and_then(|rest| rest.strip_suffix(">>")) {
        node.label = format!("«{annotation}»\n{}", node.label);
        return;
    }
    if node.compartments.is_empty() {
        node.compartments = vec![Vec::new(), Vec::new()];
    }
    let member = member.trim_end_matches(['$', '*']).trim_end();
    let text = match member.rsplit_once(')') {
        // The type that a method returns. The marks of static and abstract methods are not drawn.
        Some((method, returned)) => match returned.trim_start_matches(['$', '*', ' ', ':']) {
            "" => format!("{method})"),
            returned => format!("{method}): {returned}"),
        },
        None => member.to_owned(),
    };
    let text = generic(&shown(&text));
    let place = usize::from(member.contains('('));
    if let Some(lines) = node.compartments.get_mut(place) {
        lines.push(text);
    }
}

/// The annotation and the class name of `<<annotation>> Name`; `None` for other statements.
fn annotated(words: &str) -> Option<(&str, &str)> {
    words.strip_prefix("<<")?.split_once(">>")
}

/// Reads what follows `note` and adds the note, with a line to its class if it names one. Fails without text in quotes.
fn add_note(builder: &mut GraphBuilder, rest: &str, number: usize) -> Result<(), Error> {
    let fault = || Error::line(number, "a note has a text in quotes: write note for A \"text\"");
    let (of, text) = match rest.strip_prefix("for ") {
        Some(rest) => {
            let (of, text) = rest.split_once('"').ok_or_else(fault)?;
            (Some(of.trim()), text)
        }
        None => (None, rest.strip_prefix('"').ok_or_else(fault)?),
    };
    let name = format!("note {}", builder.graph.nodes.len());
    if let Some(node) = builder.node(&name, NodeShape::Note) {
        node.label = shown(text.trim_end_matches('"'));
    }
    if let Some(of) = of {
        let ends = (class(builder, of), builder.end(&name, NodeShape::Note));
        builder.join(ends, String::new(), LineStyle::Dotted, (Tip::None, Tip::None));
    }
    Ok(())
}

/// A relation between two classes.
struct Relation<'s> {
    ends: (&'s str, &'s str),
    /// The number of objects at each end, such as `0..*`; empty if not given.
    counts: (&'s str, &'s str),
    label: &'s str,
    style: LineStyle,
    tips: (Tip, Tip),
}

impl<'s> Relation<'s> {
    /// Reads a relation such as `A "1" <|-- "*" B : text`. Returns `None` for other statements.
    fn read(words: &'s str) -> Option<Relation<'s>> {
        let at = relation_at(words)?;
        let (mut start, mut end) = (at, at + 2);
        let style = if words[at..].starts_with("..") { LineStyle::Dotted } else { LineStyle::Solid };
        let mut tips = (Tip::None, Tip::None);
        for (mark, tip) in
            [("<|", Tip::Triangle), ("()", Tip::Dot), ("*", Tip::Diamond), ("o", Tip::EmptyDiamond), ("<", Tip::Open)]
        {
            if words[..start].ends_with(mark)
                && (mark != "o" || words[..start].trim_end_matches('o').ends_with([' ', '"']))
            {
                tips.0 = tip;
                start -= mark.len();
                break;
            }
        }
        for (mark, tip) in
            [("|>", Tip::Triangle), ("()", Tip::Dot), ("*", Tip::Diamond), ("o", Tip::EmptyDiamond), (">", Tip::Open)]
        {
            let rest = &words[end..];
            if rest.starts_with(mark) && (mark != "o" || rest[1..].starts_with([' ', '"'])) {
                tips.1 = tip;
                end += mark.len();
                break;
            }
        }
        let (to, label) = match words[end..].split_once(':') {
            Some((to, label)) if !label.starts_with("::") => (to, label),
            _ => (&words[end..], ""),
        };
        let (from, from_count) = name_and_count(words[..start].trim());
        let (to, to_count) = name_and_count(to.trim());
        if from.is_empty() || to.is_empty() {
            return None;
        }
        Some(Relation { ends: (from, to), counts: (from_count, to_count), label, style, tips })
    }
}

/// The byte offset of the line of a relation: two dashes or dots outside quotes and before the text.
fn relation_at(words: &str) -> Option<usize> {
    let mut quoted = false;
    for (at, letter) in words.char_indices() {
        match letter {
            '"' => quoted = !quoted,
            ':' if !quoted && !words[at..].starts_with(":::") && !words[..at].ends_with(':') => return None,
            '-' if !quoted && words[at..].starts_with("--") => return Some(at),
            '.' if !quoted && words[at..].starts_with("..") => return Some(at),
            _ => {}
        }
    }
    None
}

/// Splits one end of a relation into the name of the class and the count in quotes before or after it.
fn name_and_count(words: &str) -> (&str, &str) {
    match words.split_once('"') {
        Some(("", rest)) => rest.split_once('"').map_or((words, ""), |(count, name)| (name.trim(), count)),
        Some((name, rest)) => (name.trim(), rest.trim_end_matches('"')),
        None => (words, ""),
    }
}
