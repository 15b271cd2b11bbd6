//! Reads the text of a diagram: one module for each kind, and what they share.

mod class;
mod entity;
mod flowchart;
mod gantt;
mod graph;
mod mindmap;
mod pie;
mod sequence;
mod state;
mod text;

use crate::{Diagram, Error};

/// A line of the text that is not empty and not a comment.
#[derive(Debug, Clone, Copy)]
struct SourceLine<'s> {
    /// Its number, from 1.
    number: usize,
    /// Its words, without space around them.
    words: &'s str,
    /// The width of its indent in spaces. A tab counts as four.
    indent: usize,
}

/// Reads a diagram of any kind.
pub(crate) fn diagram(source: &str) -> Result<Diagram, Error> {
    let lines = lines(source);
    let Some((first, rest)) = lines.split_first() else { return Err(Error::Empty) };
    let kind = first.words.split(|letter: char| letter.is_whitespace() || letter == ';').next().unwrap_or_default();
    let options = first.words[kind.len()..].trim();
    match kind.trim_end_matches(':') {
        "flowchart" | "graph" | "flowchart-elk" => flowchart::read(*first, options, rest).map(Diagram::Graph),
        "stateDiagram" | "stateDiagram-v2" => state::read(rest).map(Diagram::Graph),
        "classDiagram" | "classDiagram-v2" => class::read(rest).map(Diagram::Graph),
        "erDiagram" => entity::read(rest).map(Diagram::Graph),
        "sequenceDiagram" => sequence::read(rest).map(Diagram::Sequence),
        "mindmap" => mindmap::read(rest).map(Diagram::Mindmap),
        "pie" => pie::read(*first, options, rest).map(Diagram::Pie),
        "gantt" => gantt::read(rest).map(Diagram::Gantt),
        kind => Err(Error::UnknownKind { line: first.number, kind: kind.to_owned() }),
    }
}

/// The lines with content: without front matter, comments and settings.
fn lines(source: &str) -> Vec<SourceLine<'_>> {
    let mut found: Vec<SourceLine<'_>> = Vec::new();
    let (mut in_front_matter, mut in_settings, mut in_description) = (false, false, false);
    // The byte offset at which a text in quotes that spans several lines ends.
    let mut quoted_until = 0;
    let mut start = 0;
    for (index, whole) in source.split_inclusive('\n').enumerate() {
        let at = start;
        start += whole.len();
        if at < quoted_until {
            continue;
        }
        let mut line = whole.trim_end();
        if let Some(end) = quote_end(source, at, whole) {
            quoted_until = end;
            line = source[at..end].trim_end();
        }
        let words = line.trim();
        if words == "---" && (in_front_matter || found.is_empty()) {
            in_front_matter = !in_front_matter;
            continue;
        }
        if in_settings || words.starts_with("%%{") {
            in_settings = !words.contains("}%%");
            continue;
        }
        // A description for screen readers may span several lines in braces.
        let describes = words.strip_prefix("accDescr").is_some_and(|rest| rest.trim_start().starts_with('{'));
        if in_description || describes {
            in_description = !words.contains('}');
            continue;
        }
        if in_front_matter || words.is_empty() || words.starts_with("%%") {
            continue;
        }
        let indent =
            line.chars().take_while(|letter| letter.is_whitespace()).map(|letter| if letter == '\t' { 4 } else { 1 });
        // A comment may follow a statement.
        let words = words.split_once(" %%").map_or(words, |(before, _)| before.trim_end());
        found.push(SourceLine { number: index + 1, words, indent: indent.sum() });
    }
    found
}

/// Maximum number of lines after the first of a text in quotes.
const MAX_QUOTED_LINES: usize = 12;

/// If a line begins a text in quotes that ends on a later line: the byte offset of the end of that later line.
fn quote_end(source: &str, at: usize, line: &str) -> Option<usize> {
    let is_open = |line: &str| line.matches('"').count() % 2 == 1;
    // After a letter or digit, a quote is a sign for inches, as in 5".
    let is_sign = line.rfind('"').is_some_and(|quote| line[..quote].ends_with(char::is_alphanumeric));
    if is_sign || !is_open(line) || line.trim_start().starts_with("%%") {
        return None;
    }
    let mut end = at + line.len();
    for next in source[end..].split_inclusive('\n').take(MAX_QUOTED_LINES) {
        end += next.len();
        if is_open(next) {
            return Some(end);
        }
    }
    None
}

/// Whether a statement, in any kind of diagram, sets colours, links or the like. Such statements are ignored.
fn is_style(words: &str) -> bool {
    is_statement(words, &["classDef", "style", "linkStyle", "click", "accTitle", "accDescr"])
}

/// Whether a statement begins with one of these words. If a line such as `-->` follows, the word is the name of a box.
fn is_statement(words: &str, names: &[&str]) -> bool {
    let first = words.split([' ', ':', '\t']).next().unwrap_or_default();
    let rest = words[first.len()..].trim_start();
    names.contains(&first) && !rest.starts_with(['-', '=', '.', '<', '|', '}', '*'])
}

/// A statement without semicolons at its end. A semicolon that ends a character code stays.
fn without_semicolon(words: &str) -> &str {
    let mut words = words.trim();
    while let Some(before) = words.strip_suffix(';') {
        if text::ends_code(words, before.len()) {
            break;
        }
        words = before.trim_end();
    }
    words
}

/// What follows a word at the start of a statement; `None` if the statement does not start with the word.
fn after<'s>(words: &'s str, word: &str) -> Option<&'s str> {
    let rest = words.strip_prefix(word)?;
    (rest.is_empty() || rest.starts_with([' ', '\t'])).then(|| rest.trim())
}
