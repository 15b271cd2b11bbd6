//! Classifies the lines of a source: fenced code, data, speakers, questions, `name: value` lines, headings without
//! markup.
//!
//! All other lines are passed on as Markdown.

use super::super::language::{Language, phrases};
use super::super::text::word_count;
use super::{DataTable, data};

/// Consecutive lines of one kind.
#[derive(Debug)]
pub(super) enum SourceBlock {
    Markdown(String),
    Heading {
        level: u8,
        text: String,
    },
    Table(DataTable),
    Speech {
        speaker: String,
        text: String,
    },
    QuestionAndAnswer {
        question: String,
        answer: String,
    },
    /// A picture of the document, by its index.
    Picture(usize),
    /// Lines of `name: value`.
    NameValueLines(Vec<(String, String)>),
}

/// In a source with at least this many headings in Markdown, no line without markup is a heading.
const MIN_HEADINGS: usize = 3;

/// The blocks of a source, in order.
pub(super) fn source_blocks(source: &str, language: &Language) -> Vec<SourceBlock> {
    let lines: Vec<&str> = source.lines().collect();
    let is_transcript = is_transcript(&lines, language);
    let has_marked_headings = lines.iter().filter(|line| line.starts_with("##")).count() >= MIN_HEADINGS;
    let mut reader = LineReader { blocks: Vec::new(), markdown: String::new(), has_marked_headings };
    let mut at = 0;
    while at < lines.len() {
        at += reader.read_block(&lines, at, language, is_transcript);
    }
    reader.flush();
    reader.blocks
}

struct LineReader {
    blocks: Vec<SourceBlock>,
    /// Lines of Markdown that are not in a block yet.
    markdown: String,
    /// Whether the source has so many headings with markup that no line without markup is a heading.
    has_marked_headings: bool,
}

impl LineReader {
    /// Ends the current block of Markdown.
    fn flush(&mut self) {
        if !self.markdown.trim().is_empty() {
            self.blocks.push(SourceBlock::Markdown(std::mem::take(&mut self.markdown)));
        }
        self.markdown.clear();
    }

    /// Ends the current block of Markdown and adds a block.
    fn push(&mut self, block: SourceBlock) {
        self.flush();
        self.blocks.push(block);
    }

    fn push_markdown_line(&mut self, line: &str) {
        self.markdown.push_str(line);
        self.markdown.push('\n');
    }

    /// Reads the block that starts at a line. Returns its number of lines.
    fn read_block(&mut self, lines: &[&str], at: usize, language: &Language, is_transcript: bool) -> usize {
        let line = lines[at];
        let trimmed = line.trim();
        if trimmed.is_empty() {
            self.push_markdown_line("");
            return 1;
        }
        if trimmed.starts_with("```") || trimmed.starts_with("~~~") {
            return self.fenced(&lines[at..]);
        }
        if let Some(count) = formula_lines(&lines[at..]) {
            self.push_markdown_line("");
            for line in &lines[at..at + count] {
                self.push_markdown_line(line.trim());
            }
            self.push_markdown_line("");
            return count;
        }
        if let Some(index) = picture_index(trimmed) {
            self.push(SourceBlock::Picture(index));
            return 1;
        }
        if let Some((question, answer, count)) = question_and_answer(&lines[at..], language) {
            self.push(SourceBlock::QuestionAndAnswer { question: unescaped(&question), answer: unescaped(&answer) });
            return count;
        }
        if is_transcript && let Some((speaker, text)) = speech(trimmed) {
            let continuation: Vec<&str> = lines[at + 1..]
                .iter()
                .map(|line| line.trim())
                .take_while(|line| !line.is_empty() && speech(line).is_none() && !line.starts_with(['#', '-', '*']))
                .collect();
            let text = std::iter::once(text.as_str()).chain(continuation.iter().copied()).collect::<Vec<_>>().join(" ");
            self.push(SourceBlock::Speech { speaker, text: unescaped(&text) });
            return 1 + continuation.len();
        }
        let starts_block = at == 0
            || lines[at - 1].trim().is_empty()
            || matches!(self.blocks.last(), Some(SourceBlock::Heading { .. })) && self.markdown.is_empty();
        if starts_block {
            if let Some((count, table)) = data::table(&lines[at..]) {
                self.push(SourceBlock::Table(table));
                return count;
            }
            if let Some((pairs, count)) = name_value_lines(&lines[at..]) {
                let pairs = pairs.iter().map(|(name, value)| (unescaped(name), unescaped(value))).collect();
                self.push(SourceBlock::NameValueLines(pairs));
                return count;
            }
        }
        if let Some(level) = unmarked_heading_level(lines, at).filter(|_| !self.has_marked_headings) {
            self.push(SourceBlock::Heading { level, text: unescaped(trimmed) });
            return 1;
        }
        self.push_markdown_line(&as_markdown(line, lines.get(at.wrapping_sub(1)).copied().unwrap_or_default()));
        1
    }

    /// Reads fenced code as Markdown and closes an open fence. Returns its number of lines.
    fn fenced(&mut self, lines: &[&str]) -> usize {
        let fence = &lines[0].trim()[..3];
        let end = lines.iter().skip(1).position(|line| line.trim().starts_with(fence));
        let count = end.map_or(lines.len(), |end| end + 2);
        self.push_markdown_line("");
        for line in &lines[..count] {
            self.push_markdown_line(line);
        }
        if end.is_none() {
            self.push_markdown_line(fence);
        }
        count
    }
}

/// A line without the backslashes that escape signs of Markdown.
fn unescaped(line: &str) -> String {
    const SIGNS: &str = "*_`\\<[]$#>~+=-|";
    let mut text = String::with_capacity(line.len());
    let mut characters = line.chars().peekable();
    while let Some(character) = characters.next() {
        let escaped = if character == '\\' { characters.next_if(|next| SIGNS.contains(*next)) } else { None };
        text.push(escaped.unwrap_or(character));
    }
    text
}

/// The number of lines of the formula between `$$` that the first line begins. `None` when it begins none, or text
/// follows the formula in its last line.
fn formula_lines(lines: &[&str]) -> Option<usize> {
    const MAX_LINES: usize = 60;
    let first = lines[0].trim().strip_prefix("$$")?;
    let ends = |line: &str| line.trim_end().ends_with("$$");
    if ends(first) {
        return Some(1);
    }
    let more =
        lines[1..].iter().take(MAX_LINES).take_while(|line| !line.trim().is_empty()).position(|line| ends(line))?;
    Some(more + 2)
}

/// The index in a line `![alt](picture:N)`.
fn picture_index(line: &str) -> Option<usize> {
    line.strip_prefix("![")?.strip_suffix(')')?.rsplit_once("](picture:")?.1.parse().ok()
}

/// A line whose bullet or number is written as in Markdown. Indentation that would make the line code is removed.
/// `before` is the line before it.
fn as_markdown(line: &str, before: &str) -> String {
    let trimmed = line.trim_start();
    let indent = line.len() - trimmed.len();
    for bullet in ["•", "◦", "▪", "‣", "·", "●", "○", "–", "—", "→", "➤"] {
        if let Some(rest) = trimmed.strip_prefix(bullet)
            && rest.starts_with([' ', '\t'])
        {
            return format!("{}- {}", " ".repeat(indent.min(6)), rest.trim_start());
        }
    }
    let numbered = trimmed.trim_start_matches('(');
    let digits = numbered.chars().take_while(char::is_ascii_digit).count();
    let (number, text) = numbered.split_at(digits);
    if (1..=2).contains(&digits)
        && let Some(text) = text.strip_prefix(") ")
    {
        return format!("{}{number}. {text}", " ".repeat(indent.min(6)));
    }
    if indent >= 4 && !is_item(before) && !is_item(line) && !before.starts_with("    ") {
        return trimmed.to_owned();
    }
    line.to_owned()
}

/// The level of a line that is a heading without markup: short, no sentence, and either alone or directly above the
/// text under it. `None` for other lines.
fn unmarked_heading_level(lines: &[&str], at: usize) -> Option<u8> {
    let line = lines[at].trim();
    let is_blank = |at: Option<usize>| at.and_then(|at| lines.get(at)).is_none_or(|line| line.trim().is_empty());
    let blank_before = is_blank(at.checked_sub(1));
    let blank_after = is_blank(Some(at + 1));
    let letters = line.chars().filter(|c| c.is_alphabetic()).count();
    let has_markup = line.starts_with(['#', '-', '*', '+', '>', '|', '!', '[', '•', '–', '"', '“', '«', '(', '=', '<'])
        || line.starts_with(['\\', '$'])
        || line.contains("://")
        || line.contains("....")
        || line.contains('@');
    let is_short = line.chars().count() <= 70 && word_count(line) <= 10 && letters >= 3;
    let ends_as_sentence = line.ends_with(['.', '!', ',', ';', '…', '”', '"', '»', ')']) && !line.ends_with("...");
    let is_last = at + 1 >= lines.len() || lines[at + 1..].iter().all(|line| line.trim().is_empty());
    let has_details = line.contains(": ") || line.matches(',').count() > 1;
    let is_long_question = line.ends_with('?') && at > 0 && word_count(line) > 7;
    if has_details || has_markup || !is_short || ends_as_sentence || !blank_before || is_last || is_long_question {
        return None;
    }
    let is_bold = line.starts_with("**") && line.ends_with("**");
    let is_all_capitals = letters > 3 && !line.chars().any(char::is_lowercase);
    let starts_upper = line.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit() || c == '¿');
    if line.ends_with(':') {
        // A line with a colon before a list introduces the list; otherwise it is a heading.
        let next = lines[at + 1..].iter().find(|line| !line.trim().is_empty());
        let precedes_list = next.is_some_and(|next| is_item(next));
        return (blank_after && !precedes_list && word_count(line) <= 6).then_some(2);
    }
    let is_first = lines[..at].iter().all(|line| line.trim().is_empty());
    let is_directly_above = word_count(line) <= 6 && can_follow_heading(&lines[at + 1..]);
    let level = if is_first && !is_directly_above { 1 } else { 2 };
    // The first line may be directly above a date or a name.
    let next = lines.get(at + 1).map_or("", |line| line.trim());
    let is_above_byline = is_first
        && word_count(next) <= 8
        && !next.ends_with(['.', ',', ';', ':'])
        && !next.starts_with(['-', '*', '•', '1'])
        && is_blank(Some(at + 2));
    let is_apart = blank_after || is_all_capitals || is_bold || is_above_byline || is_directly_above;
    (is_apart && (starts_upper || is_first)).then_some(level)
}

/// Whether a heading can be directly above some lines: they start with a list, `name: value` lines or a whole sentence.
/// The second line of a hard-wrapped paragraph starts in the middle of a sentence, so its first line is not a heading.
fn can_follow_heading(lines: &[&str]) -> bool {
    let Some(next) = lines.first().map(|line| line.trim()) else { return false };
    let is_sentence = next.starts_with(char::is_uppercase) && next.ends_with(['.', '!', '?']) && word_count(next) > 3;
    let after_number = next.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_figure = after_number.len() < next.len() && !after_number.starts_with(['.', ')']);
    is_item(next) && !is_figure || is_sentence || name_value_lines(lines).is_some()
}

/// Whether a line looks like a list entry.
fn is_item(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with(['-', '*', '+', '•']) || line.starts_with(|c: char| c.is_ascii_digit())
}

/// Whether the source is a transcript: several lines start with the names of a few speakers.
fn is_transcript(lines: &[&str], language: &Language) -> bool {
    let mut names: Vec<(String, usize)> = Vec::new();
    for (name, _) in lines.iter().filter_map(|line| speech(line.trim())) {
        let is_label = phrases(language.table.question_labels)
            .chain(phrases(language.table.answer_labels))
            .any(|label| label == name.to_lowercase());
        if is_label {
            continue;
        }
        match names.iter().position(|(known, _)| *known == name) {
            Some(at) => names[at].1 += 1,
            None if names.len() < 40 => names.push((name, 1)),
            None => {}
        }
    }
    let turns: usize = names.iter().map(|(_, count)| count).sum();
    let repeated = names.iter().filter(|(_, count)| *count > 1).count();
    repeated >= 2 && turns >= 5 && turns >= names.len() * 2
}

/// The speaker and the words of `[00:12] Anna Bell: words`.
fn speech(line: &str) -> Option<(String, String)> {
    let line = line.trim_start_matches("**");
    let line = match line.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((time, rest)) if time.chars().all(|c| c.is_ascii_digit() || matches!(c, ':' | '.')) => rest.trim(),
        _ => line,
    };
    let (name, words) = line.split_once(':')?;
    let mut name = name.trim_end_matches("**").trim();
    if let Some((before, time)) = name.rsplit_once(' ')
        && time.trim_matches(['(', ')', '[', ']']).chars().all(|c| c.is_ascii_digit() || matches!(c, ':' | '.'))
    {
        name = before.trim();
    }
    let is_name = !name.is_empty()
        && name.chars().count() <= 32
        && name.split_whitespace().count() <= 3
        && name.starts_with(char::is_uppercase)
        && name.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | '.' | '-' | '\''));
    let words = words.trim_start_matches("**").trim();
    (is_name && !words.is_empty() && !words.starts_with("//")).then(|| (name.to_owned(), words.to_owned()))
}

/// A labelled question, its labelled answer and their number of lines.
fn question_and_answer(lines: &[&str], language: &Language) -> Option<(String, String, usize)> {
    let labelled = |line: &str, list: &'static str| {
        let line = line.trim().trim_start_matches(['*', '#', ' ']);
        let (label, rest) = line.split_once([':', '.'])?;
        let label: String = label.trim().trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ').to_lowercase();
        phrases(list)
            .any(|word| word == label)
            .then(|| rest.trim_start_matches("**").trim().trim_end_matches("**").to_owned())
    };
    let question = labelled(lines[0], language.table.question_labels)?;
    let mut count = 1;
    while lines.get(count).is_some_and(|line| line.trim().is_empty()) {
        count += 1;
    }
    let mut answer = labelled(lines.get(count)?, language.table.answer_labels)?;
    count += 1;
    while let Some(line) = lines.get(count)
        && !line.trim().is_empty()
        && labelled(line, language.table.question_labels).is_none()
        && !line.starts_with('#')
    {
        answer.push(' ');
        answer.push_str(line.trim());
        count += 1;
    }
    Some((question, answer, count))
}

/// Two or more consecutive lines of a short name and a short value, and their number.
fn name_value_lines(lines: &[&str]) -> Option<(Vec<(String, String)>, usize)> {
    let pair = |line: &&str| {
        let line = line.trim();
        let (name, value) = line.split_once(": ")?;
        let name = name.trim().trim_matches('*');
        let is_pair = !line.starts_with(['-', '*', '#', '>', '|'])
            && (1..=4).contains(&word_count(name))
            && name.chars().count() <= 32
            && name.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit())
            && value.chars().count() <= 160;
        is_pair.then(|| (name.to_owned(), value.trim().trim_matches('*').trim().to_owned()))
    };
    let found: Vec<(String, String)> = lines.iter().map_while(pair).collect();
    let ends = lines.get(found.len()).is_none_or(|line| line.trim().is_empty());
    let count = found.len();
    (count >= 2 && ends).then_some((found, count))
}
