//! Flowcharts: `A[Start] --> B{Choice}`, `subgraph` and `end`.

use super::graph::{GraphBuilder, direction};
use super::text::{ends_code, shown};
use super::{SourceLine, after, is_style};
use crate::{EdgeEnd, Error, Graph, GraphKind, LineStyle, NodeShape, Tip};

/// Brackets around the text of a box and the outline that they mean, the longer ones first.
const BRACKETS: [(&str, &str, NodeShape); 15] = [
    ("(((", ")))", NodeShape::Circle),
    ("([", "])", NodeShape::Stadium),
    ("((", "))", NodeShape::Circle),
    ("(-", "-)", NodeShape::Stadium),
    ("[[", "]]", NodeShape::Box),
    ("[(", ")]", NodeShape::Cylinder),
    ("[/", "/]", NodeShape::LeanRight),
    ("[\\", "\\]", NodeShape::LeanLeft),
    ("[/", "\\]", NodeShape::LeanRight),
    ("[\\", "/]", NodeShape::LeanLeft),
    ("{{", "}}", NodeShape::Hexagon),
    ("[", "]", NodeShape::Box),
    ("(", ")", NodeShape::Round),
    ("{", "}", NodeShape::Diamond),
    (">", "]", NodeShape::Box),
];

pub(super) fn read(first: SourceLine<'_>, options: &str, lines: &[SourceLine<'_>]) -> Result<Graph, Error> {
    let (options, same_line) = options.split_once(';').unwrap_or((options, ""));
    let wanted = match options.split_whitespace().next() {
        None => None,
        Some(word) => Some(direction(word).ok_or_else(|| {
            Error::line(first.number, format!("`{word}` is not a direction: write TD, LR, BT or RL"))
        })?),
    };
    let mut builder = GraphBuilder::new(GraphKind::Flowchart, wanted);
    let same_line = (!same_line.trim().is_empty()).then_some(SourceLine { words: same_line.trim(), ..first });
    for line in same_line.iter().chain(lines) {
        for words in statements(line.words) {
            read_statement(&mut builder, words, line.number)?;
        }
    }
    let last = lines.last().map_or(first.number, |line| line.number);
    builder.finish(last, "end")
}

/// The statements of a line. Semicolons separate them, except in quotes, brackets, texts of lines and character codes.
pub(super) fn statements(line: &str) -> Vec<&str> {
    let (mut depth, mut quoted, mut piped, mut start) = (0_i32, false, false, 0);
    let mut found = Vec::new();
    for (at, letter) in line.char_indices() {
        match letter {
            '"' => quoted = !quoted,
            '[' | '(' | '{' if !quoted => depth += 1,
            ']' | ')' | '}' if !quoted => depth -= 1,
            '|' if !quoted && depth <= 0 => piped = !piped && ends_line(&line[..at]),
            ';' if !quoted && !piped && depth <= 0 => {
                // Colours such as `#333;` are not character codes.
                if ends_code(line, at) && !is_style(line[start..at].trim_start()) {
                    continue;
                }
                found.push(line[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(line[start..].trim());
    found.retain(|words| !words.is_empty());
    found
}

/// Whether a text ends with a line such as `-->`, after which a text between bars may follow.
fn ends_line(text: &str) -> bool {
    let text = text.trim_end();
    text.ends_with(['-', '=', '.', '~', '>']) || ["-o", "-x", "=o", "=x"].iter().any(|end| text.ends_with(end))
}

fn read_statement(builder: &mut GraphBuilder, words: &str, number: usize) -> Result<(), Error> {
    if is_style(words) || after(words, "class").is_some() {
        return Ok(());
    }
    if let Some(rest) = after(words, "direction") {
        let Some(inner) = direction(rest) else {
            return Err(Error::line(number, format!("`{rest}` is not a direction: write TD, LR, BT or RL")));
        };
        builder.set_direction(inner);
        return Ok(());
    }
    if let Some(rest) = after(words, "subgraph") {
        let (name, label) = match rest.find('[') {
            Some(at) => (rest[..at].trim(), rest[at + 1..].trim_end_matches(']')),
            None => (rest.trim_matches('"'), rest),
        };
        builder.open(name, shown(label));
        return Ok(());
    }
    if words == "end" {
        return if builder.close() { Ok(()) } else { Err(Error::line(number, "`end` closes no subgraph")) };
    }
    if is_line_setting(words) {
        return Ok(());
    }
    read_chain(builder, words, number)
}

/// Whether a statement sets how the line with a name is drawn, such as `e1@{ animate: true }`.
fn is_line_setting(words: &str) -> bool {
    let Some((_, inside)) = words.split_once("@{") else { return false };
    let Some((settings, after)) = split_outside_quotes(inside, '}') else { return false };
    let settings = settings_of(settings);
    let is_of_line = |key: &str| matches!(key, "animate" | "animation" | "curve");
    after.trim().is_empty() && !settings.is_empty() && settings.iter().all(|(key, _)| is_of_line(key))
}

/// Reads boxes with lines between them, such as `A --> B & C`.
fn read_chain(builder: &mut GraphBuilder, words: &str, number: usize) -> Result<(), Error> {
    let (mut from, mut rest) = read_boxes(builder, words, number)?;
    while !rest.trim().is_empty() {
        let Some((line, after)) = read_link(rest.trim_start()) else {
            let reason = format!("`{}` is not understood: join boxes with a line such as A --> B", excerpt(rest));
            return Err(Error::line(number, reason));
        };
        let (to, after) = read_boxes(builder, after.trim_start(), number)?;
        for one in &from {
            for other in &to {
                builder.join((*one, *other), line.label.clone(), line.style, line.tips);
            }
        }
        (from, rest) = (to, after);
    }
    Ok(())
}

/// Reads a box, or several with `&` between them. Returns the boxes and the rest of the text.
fn read_boxes<'s>(builder: &mut GraphBuilder, words: &'s str, number: usize) -> Result<(Vec<EdgeEnd>, &'s str), Error> {
    let mut found = Vec::new();
    let mut rest = words;
    loop {
        let (end, after) = read_box(builder, rest.trim_start(), number)?;
        found.push(end);
        rest = after.trim_start();
        match rest.strip_prefix('&') {
            Some(after) => rest = after,
            None => return Ok((found, rest)),
        }
    }
}

/// Reads a box such as `A` or `A[Text]` at the start of a text and adds it if it is new. Returns the box and the rest
/// of the text.
fn read_box<'s>(builder: &mut GraphBuilder, words: &'s str, number: usize) -> Result<(EdgeEnd, &'s str), Error> {
    let length = name_length(words);
    if length == 0 {
        let reason = if words.is_empty() {
            "the line leads nowhere: name a box after it".to_owned()
        } else {
            format!("`{}` is not a box: write a name, such as A or A[Text]", excerpt(words))
        };
        return Err(Error::line(number, reason));
    }
    let (name, mut rest) = words.split_at(length);
    let end = builder.end(name, NodeShape::Box);
    builder.adopt(name);
    if let Some(inside) = rest.strip_prefix("@{") {
        let Some((settings, after)) = split_outside_quotes(inside, '}') else {
            return Err(Error::line(number, format!("`@{{` after `{name}` is not closed")));
        };
        if let Some(node) = builder.node(name, NodeShape::Box) {
            for (key, value) in settings_of(settings) {
                match key {
                    "label" => node.label = shown(value),
                    "shape" => node.form = named_form(value),
                    _ => {}
                }
            }
        }
        rest = after;
    } else if let Some((label, form, after)) = bracketed(rest) {
        if let Some(node) = builder.node(name, form) {
            node.form = form;
            let label = shown(label);
            node.label = if label.is_empty() { name.to_owned() } else { label };
        }
        rest = after;
    } else if rest.starts_with(['[', '(', '{']) {
        return Err(Error::line(number, format!("the bracket after `{name}` is not closed")));
    }
    if let Some(after) = rest.strip_prefix(":::") {
        rest = &after[name_length(after)..];
    }
    Ok((end, rest))
}

/// The length in bytes of the name of a box at the start of a text. A dash belongs to the name if a letter follows and
/// no line begins there.
fn name_length(words: &str) -> usize {
    let mut letters = words.char_indices().peekable();
    let mut end = 0;
    while let Some((at, letter)) = letters.next() {
        let next = letters.peek().map(|(_, next)| *next);
        let is_joint = matches!(letter, '-' | '.') && next.is_some_and(char::is_alphanumeric) && at > 0;
        let is_name =
            letter.is_alphanumeric() || matches!(letter, '_' | '#' | '/' | '*' | '\'' | '!' | '?' | '%' | '+');
        if !is_name && !is_joint {
            break;
        }
        end = at + letter.len_utf8();
    }
    end
}

/// Splits a text that starts with brackets into the text in them, the outline that they mean, and the rest. Returns
/// `None` if it starts with no known brackets.
pub(super) fn bracketed(words: &str) -> Option<(&str, NodeShape, &str)> {
    for (open, close, form) in BRACKETS {
        let Some(inside) = words.strip_prefix(open) else { continue };
        let quoted = inside.trim_start();
        // In quotes, brackets have no meaning.
        if let Some(text) = quoted.strip_prefix('"') {
            let Some((label, after)) = text.split_once('"') else { continue };
            if let Some(after) = after.trim_start().strip_prefix(close) {
                return Some((label, form, after));
            }
            continue;
        }
        if let Some(end) = inside.find(close) {
            let (label, after) = (&inside[..end], &inside[end + close.len()..]);
            // `[a] --> b[/c/]` is not one box, nor is `(a --> b(c)`.
            let is_long = label.contains("--") || label.contains("==");
            if !(label.contains(['[', ']', '{', '}']) || is_long && label.contains(['(', ')'])) {
                return Some((label, form, after));
            }
        }
    }
    None
}

/// The outline with a name; a rectangle if the name is not known.
fn named_form(name: &str) -> NodeShape {
    match name.trim().trim_matches('"') {
        "rounded" | "event" => NodeShape::Round,
        "stadium" | "terminal" | "pill" => NodeShape::Stadium,
        "circle" | "circ" | "dbl-circ" | "double-circle" => NodeShape::Circle,
        "sm-circ" | "start" | "small-circle" => NodeShape::Start,
        "fr-circ" | "stop" | "framed-circle" => NodeShape::End,
        "diam" | "diamond" | "decision" | "question" => NodeShape::Diamond,
        "hex" | "hexagon" | "prepare" => NodeShape::Hexagon,
        "lean-r" | "lean-right" | "in-out" => NodeShape::LeanRight,
        "lean-l" | "lean-left" | "out-in" => NodeShape::LeanLeft,
        "cyl" | "cylinder" | "db" | "database" | "disk" => NodeShape::Cylinder,
        "fork" | "join" => NodeShape::Bar,
        "comment" | "brace" | "note" | "text" => NodeShape::Note,
        _ => NodeShape::Box,
    }
}

/// The keys and values of settings such as `shape: rect, label: "a, b"`.
fn settings_of(settings: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut rest = settings;
    while !rest.is_empty() {
        let (setting, after) = split_outside_quotes(rest, ',').unwrap_or((rest, ""));
        if let Some((key, value)) = setting.split_once(':') {
            found.push((key.trim(), value.trim()));
        }
        rest = after;
    }
    found
}

/// Splits a text at the first `mark` outside quotes. Returns `None` if there is none.
fn split_outside_quotes(text: &str, mark: char) -> Option<(&str, &str)> {
    let mut quoted = false;
    for (at, letter) in text.char_indices() {
        if letter == '"' {
            quoted = !quoted;
        } else if letter == mark && !quoted {
            return Some((&text[..at], &text[at + letter.len_utf8()..]));
        }
    }
    None
}

/// A line between two boxes.
struct Link {
    label: String,
    style: LineStyle,
    tips: (Tip, Tip),
}

/// Reads a line such as `-->`, `-- text -->` or `-->|text|` at the start of a text. Returns the line and the rest of
/// the text, or `None` if it starts with no line.
fn read_link(words: &str) -> Option<(Link, &str)> {
    // A line may have a name: `e1@-->`.
    let words = match words.split_once('@') {
        Some((name, rest))
            if !name.is_empty()
                && name.chars().all(char::is_alphanumeric)
                && rest.starts_with(['-', '=', '<', 'o', 'x', '~']) =>
        {
            rest
        }
        _ => words,
    };
    let (start, rest) = match words.as_bytes() {
        [b'<', b'-' | b'=', ..] => (Tip::Arrow, &words[1..]),
        [b'o', b'-' | b'=', ..] => (Tip::Dot, &words[1..]),
        [b'x', b'-' | b'=', ..] => (Tip::Cross, &words[1..]),
        _ => (Tip::None, words),
    };
    let (style, body) = if rest.starts_with("~~~") {
        (LineStyle::Invisible, rest.trim_start_matches('~'))
    } else if rest.starts_with("-.") {
        (LineStyle::Dotted, &rest[1..])
    } else if rest.starts_with("==") {
        (LineStyle::Thick, rest)
    } else if rest.starts_with("--") {
        (LineStyle::Solid, rest)
    } else {
        return None;
    };
    if style == LineStyle::Invisible {
        return Some((Link { label: String::new(), style, tips: (Tip::None, Tip::None) }, body));
    }
    let (end, after_line) = line_end(body, style);
    let (label, end, rest) = if let Some(tip) = end {
        (String::new(), tip, after_line)
    } else {
        // The text is between the two halves of the line.
        let (label, closing) = text_within(after_line, style)?;
        let (tip, after) = line_end(closing, style);
        (shown(label), tip?, after)
    };
    let rest = rest.trim_start();
    if let Some(inside) = rest.strip_prefix('|') {
        let (text, after) = split_outside_quotes(inside, '|')?;
        return Some((Link { label: shown(text), style, tips: (start, end) }, after));
    }
    Some((Link { label, style, tips: (start, end) }, rest))
}

/// The tip at the end of a line and what follows it. The tip is `None` if a text and the second half of the line may
/// follow.
fn line_end(body: &str, style: LineStyle) -> (Option<Tip>, &str) {
    let mark = match style {
        LineStyle::Thick => '=',
        LineStyle::Dotted => '.',
        LineStyle::Solid | LineStyle::Invisible => '-',
    };
    let count = body.chars().take_while(|letter| *letter == mark).count();
    let rest = &body[count..];
    let rest = if style == LineStyle::Dotted { rest.strip_prefix('-').unwrap_or(rest) } else { rest };
    let is_dotted_end = style != LineStyle::Dotted || body[count..].starts_with('-');
    let tip = |letter: char| match letter {
        '>' => Some(Tip::Arrow),
        'o' => Some(Tip::Dot),
        'x' => Some(Tip::Cross),
        _ => None,
    };
    // As in Mermaid, an `o` or `x` right after a line belongs to the line.
    match rest.chars().next().and_then(tip) {
        Some(tip) if is_dotted_end => (Some(tip), &rest[1..]),
        _ => {
            let is_whole = if style == LineStyle::Dotted { is_dotted_end } else { count >= 3 };
            (is_whole.then_some(Tip::None), rest)
        }
    }
}

/// The text in the middle of a line, and the closing part of the line.
fn text_within(words: &str, style: LineStyle) -> Option<(&str, &str)> {
    let closing = match style {
        LineStyle::Thick => "==",
        LineStyle::Dotted => ".-",
        LineStyle::Solid | LineStyle::Invisible => "--",
    };
    let trimmed = words.trim_start();
    if let Some(inside) = trimmed.strip_prefix('"') {
        let (label, after) = inside.split_once('"')?;
        let after = after.trim_start();
        return after.starts_with(closing).then_some((label, after));
    }
    let at = words.find(closing)?;
    Some((&words[..at], &words[at..]))
}

/// The start of a text, for error messages.
pub(super) fn excerpt(words: &str) -> String {
    let words = words.trim();
    match words.char_indices().nth(24) {
        Some((end, _)) => format!("{}…", words[..end].trim_end()),
        None => words.to_owned(),
    }
}
