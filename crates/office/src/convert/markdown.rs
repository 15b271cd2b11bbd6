//! Paragraphs as Markdown.
//!
//! Each paragraph is parsed again after writing. If the parsed words differ from the original, the styles are dropped
//! and all punctuation is escaped.

use deck::{Block as Parsed, TextPart, text_parts};

use super::scope::Scope;
use super::text::{cleaned, is_code, words};
use crate::model::{Bullet, Link, Paragraph, Run};

/// A block of Markdown. A long text can be split between its parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Block {
    /// A paragraph, or the entries of a list.
    pub(super) parts: Vec<String>,
}

impl Block {
    /// A block that cannot be split.
    pub(super) fn whole(text: String) -> Self {
        Self { parts: vec![text] }
    }

    /// The block as text.
    pub(super) fn text(&self) -> String {
        self.parts.join("\n")
    }
}

/// Blocks as one text.
pub(super) fn joined(blocks: &[Block]) -> String {
    blocks.iter().map(Block::text).collect::<Vec<_>>().join("\n\n")
}

/// The blocks of paragraphs: paragraphs, lists with their levels, and code.
pub(super) fn blocks(paragraphs: &[Paragraph], scope: &Scope<'_>) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut remaining = paragraphs;
    while let Some(first) = remaining.first() {
        if first.bullet != Bullet::None {
            let is_item =
                |paragraph: &&Paragraph| paragraph.bullet != Bullet::None || words(paragraph).trim().is_empty();
            let items = remaining.iter().take_while(is_item).count();
            blocks.extend(list(&remaining[..items], scope));
            remaining = &remaining[items..];
            continue;
        }
        let code_lines = remaining.iter().take_while(|paragraph| is_code(std::slice::from_ref(*paragraph))).count();
        if code_lines > 1 {
            blocks.push(fenced(&remaining[..code_lines]));
            remaining = &remaining[code_lines..];
        } else {
            let text = inline(&first.runs, scope);
            if !text.is_empty() {
                blocks.push(Block::whole(text));
            }
            remaining = &remaining[1..];
        }
    }
    blocks
}

/// A code block, fenced by more backticks than it contains.
fn fenced(paragraphs: &[Paragraph]) -> Block {
    let code = paragraphs.iter().map(words).collect::<Vec<_>>().join("\n");
    Block::whole(fenced_code(&code))
}

/// Code between fences.
pub(super) fn fenced_code(code: &str) -> String {
    let fence = "`".repeat(longest_ticks(code).max(2) + 1);
    format!("{fence}\n{code}\n{fence}")
}

/// The length of the longest run of backticks in a text.
fn longest_ticks(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

/// A list of the block that is not closed yet: the next paragraph may be an entry of it.
struct OpenList {
    /// The level of its paragraphs.
    level: u8,
    /// The width of its marker.
    width: usize,
    /// The number of its last entry.
    number: u64,
    bullet: Bullet,
    /// The number of its first entry, unless it is 1.
    start: Option<u32>,
}

/// The number of the first entry of a list.
fn first_number(start: Option<u32>) -> u64 {
    start.map_or(1, |start| u64::from(start.max(1)))
}

/// Paragraphs with a bullet or a number as a list, with blank paragraphs left out. `None` if all are blank.
fn list(paragraphs: &[Paragraph], scope: &Scope<'_>) -> Option<Block> {
    let mut parts: Vec<String> = Vec::new();
    let mut open_lists: Vec<OpenList> = Vec::new();
    for paragraph in paragraphs {
        let text = inline(&paragraph.runs, scope);
        if text.is_empty() {
            continue;
        }
        while open_lists.len() > 1 && open_lists.last().is_some_and(|list| list.level > paragraph.level) {
            open_lists.pop();
        }
        if open_lists.last().is_none_or(|list| list.level < paragraph.level) {
            let Paragraph { level, bullet, start, .. } = *paragraph;
            open_lists.push(OpenList { level, width: 0, number: first_number(start) - 1, bullet, start });
        }
        let indent: usize = open_lists[..open_lists.len() - 1].iter().map(|list| list.width).sum();
        let Some(OpenList { level, width, number, bullet, start }) = open_lists.last_mut() else { continue };
        *level = paragraph.level;
        let continues = (*bullet, *start) == (paragraph.bullet, paragraph.start);
        *number = if continues { *number + 1 } else { first_number(paragraph.start) };
        (*bullet, *start) = (paragraph.bullet, paragraph.start);
        let marker = if paragraph.bullet == Bullet::Number { format!("{number}. ") } else { "- ".to_owned() };
        *width = marker.len();
        let text = text.replace('\n', &format!("\n{}", " ".repeat(indent + marker.len())));
        let entry = format!("{}{marker}{text}", " ".repeat(indent));
        match parts.last_mut() {
            Some(last) if indent > 0 => {
                last.push('\n');
                last.push_str(&entry);
            }
            _ => parts.push(entry),
        }
    }
    (!parts.is_empty()).then_some(Block { parts })
}

/// The runs of a paragraph as Markdown in one block, trimmed.
pub(super) fn inline(runs: &[Run], scope: &Scope<'_>) -> String {
    let plain: String = runs.iter().map(|run| cleaned(&run.text)).collect();
    let expected = trimmed_lines(&plain);
    if expected.is_empty() {
        return expected;
    }
    let styled = styled(runs, scope);
    if reads_as(&styled, &expected) { styled } else { escaped_entirely(&expected) }
}

/// A plain text as one paragraph of Markdown.
pub(super) fn escaped(text: &str) -> String {
    let expected = trimmed_lines(&cleaned(text));
    let minimal = with_breaks(&escaped_lines(&expected, true));
    if expected.is_empty() || reads_as(&minimal, &expected) { minimal } else { escaped_entirely(&expected) }
}

/// A text whose lines are trimmed, without blank lines.
fn trimmed_lines(text: &str) -> String {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// Whether a Markdown text is one paragraph with exactly these words.
fn reads_as(markdown: &str, expected: &str) -> bool {
    match &deck::blocks(markdown)[..] {
        [Parsed::Paragraph(run)] => trimmed_lines(&deck::plain_inlines(run)) == expected,
        _ => false,
    }
}

/// A piece of text with its style.
struct StyledText<'a> {
    text: String,
    is_bold: bool,
    is_italic: bool,
    is_struck: bool,
    is_code: bool,
    link: Option<&'a Link>,
}

impl StyledText<'_> {
    /// Whether another piece has the same style.
    fn has_style_of(&self, other: &StyledText<'_>) -> bool {
        let style = |piece: &StyledText<'_>| (piece.is_bold, piece.is_italic, piece.is_struck, piece.is_code);
        style(self) == style(other) && self.link == other.link
    }
}

/// The runs of a paragraph as Markdown with their styles and links.
fn styled(runs: &[Run], scope: &Scope<'_>) -> String {
    let mut pieces: Vec<StyledText<'_>> = Vec::new();
    for run in runs {
        let Run { is_bold, is_italic, is_struck, is_code, .. } = *run;
        let link = run.link.as_ref();
        let piece = StyledText { text: cleaned(&run.text), is_bold, is_italic, is_struck, is_code, link };
        match pieces.last_mut().filter(|last| last.has_style_of(&piece)) {
            Some(last) => last.text.push_str(&piece.text),
            None => pieces.push(piece),
        }
    }
    let mut markdown = String::new();
    for piece in &pieces {
        let is_line_start = markdown.is_empty() || markdown.ends_with('\n');
        let core = piece.text.trim();
        let start = piece.text.len() - piece.text.trim_start().len();
        markdown.push_str(&piece.text[..start]);
        if core.is_empty() {
            continue;
        }
        let mut text = if piece.is_code { code_spans(core) } else { escaped_lines(core, is_line_start) };
        for (is_set, mark) in [(piece.is_struck, "~~"), (piece.is_italic, "*"), (piece.is_bold, "**")] {
            if is_set {
                text = format!("{mark}{text}{mark}");
            }
        }
        if let Some(address) = piece.link.and_then(|link| scope.link(link)) {
            text = format!("[{text}]({})", destination(&address));
        }
        markdown.push_str(&text);
        markdown.push_str(&piece.text[start + core.len()..]);
    }
    with_breaks(&trimmed_lines(&markdown))
}

/// Lines with hard breaks between them.
fn with_breaks(text: &str) -> String {
    text.replace('\n', "\\\n")
}

/// A code span for each line of a text.
fn code_spans(text: &str) -> String {
    let span = |line: &str| {
        let ticks = "`".repeat(longest_ticks(line) + 1);
        let is_bounded = line.starts_with(['`', ' ']) || line.ends_with(['`', ' ']);
        if is_bounded { format!("{ticks} {line} {ticks}") } else { format!("{ticks}{line}{ticks}") }
    };
    text.lines().map(str::trim).filter(|line| !line.is_empty()).map(span).collect::<Vec<_>>().join("\n")
}

/// The address of a link as Markdown writes it.
pub(super) fn destination(address: &str) -> String {
    let encoded = |c: char| match c {
        ' ' => "%20".to_owned(),
        '<' => "%3C".to_owned(),
        '>' => "%3E".to_owned(),
        '(' => "%28".to_owned(),
        ')' => "%29".to_owned(),
        '\\' => "%5C".to_owned(),
        _ => c.to_string(),
    };
    address.chars().map(encoded).collect()
}

/// A text with the signs escaped that Markdown would read as marks.
fn escaped_lines(text: &str, is_line_start: bool) -> String {
    let line = |(index, line): (usize, &str)| escaped_line(line, index > 0 || is_line_start);
    text.split('\n').enumerate().map(line).collect::<Vec<_>>().join("\n")
}

/// A line with the signs escaped that Markdown would read as marks. `is_start` says whether it begins a line of the
/// output, where more signs are marks.
fn escaped_line(line: &str, is_start: bool) -> String {
    let start = line.len() - line.trim_start().len();
    let digits = line[start..].bytes().take_while(u8::is_ascii_digit).count();
    let mut escaped = String::with_capacity(line.len() + 8);
    let mut before = ' ';
    let has_formula = text_parts(line).iter().any(|part| matches!(part, TextPart::Formula(_)));
    for (at, c) in line.char_indices() {
        let next = line[at + c.len_utf8()..].chars().next();
        let opens_block = is_start && at == start && matches!(c, '#' | '>' | '+' | '-' | '=' | '|');
        let ends_list_number = is_start && digits > 0 && at == start + digits && matches!(c, '.' | ')');
        let is_mark = match c {
            '\\' | '*' | '`' | '[' | ']' | '~' => true,
            '$' => has_formula,
            '_' => !(before.is_alphanumeric() && next.is_some_and(char::is_alphanumeric)),
            '<' => next.is_some_and(|next| next.is_ascii_alphabetic() || matches!(next, '/' | '!' | '?')),
            '&' => next.is_some_and(|next| next.is_ascii_alphabetic() || next == '#'),
            '!' => next == Some('['),
            _ => false,
        };
        if opens_block || ends_list_number || is_mark {
            escaped.push('\\');
        }
        escaped.push(c);
        before = c;
    }
    escaped
}

/// A text with all punctuation escaped and hard breaks between its lines.
fn escaped_entirely(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() * 2);
    for c in text.chars() {
        if c == '\n' || c.is_ascii_punctuation() {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// Rows as a Markdown table. The first row is the header.
pub(super) fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let line = |row: &Vec<String>| {
        let cell = |index| row.get(index).map_or("", String::as_str).replace('\n', " ").replace('|', "\\|");
        format!("| {} |", (0..columns).map(cell).collect::<Vec<_>>().join(" | "))
    };
    let mut lines: Vec<String> = rows.iter().map(line).collect();
    if !lines.is_empty() {
        lines.insert(1, format!("|{}", " --- |".repeat(columns)));
    }
    lines.join("\n")
}

/// A picture as Markdown.
pub(super) fn picture(alt: &str, reference: &str) -> String {
    let alt = escaped(alt).replace("\\\n", " ");
    format!("![{alt}]({})", destination(reference))
}

/// Packs blocks into texts of at most `max_length` characters. A text ends after a paragraph or an entry of a list; a
/// paragraph or entry is split only if it is longer than `max_length` itself.
pub(super) fn packed(blocks: &[Block], max_length: usize) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for block in blocks {
        for (index, part) in block.parts.iter().enumerate() {
            let glue = if index > 0 { "\n" } else { "\n\n" };
            for (piece_index, piece) in split_words(part, max_length).into_iter().enumerate() {
                match texts.last_mut() {
                    Some(last)
                        if piece_index == 0
                            && last.chars().count() + glue.len() + piece.chars().count() <= max_length =>
                    {
                        last.push_str(glue);
                        last.push_str(&piece);
                    }
                    _ => texts.push(piece),
                }
            }
        }
    }
    texts
}

/// Splits a text into pieces of at most `max_length` characters, at white space if possible.
pub(super) fn split_words(text: &str, max_length: usize) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut remaining = text;
    while let Some((end, _)) = remaining.char_indices().nth(max_length) {
        let split = remaining[..end].rfind(char::is_whitespace).filter(|index| *index > 0).unwrap_or(end);
        pieces.push(remaining[..split].trim_end_matches('\\').to_owned());
        remaining = remaining[split..].trim_start();
    }
    pieces.push(remaining.to_owned());
    pieces
}
