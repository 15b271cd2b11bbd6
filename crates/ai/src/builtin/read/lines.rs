//! Tells the lines of a source apart: fenced code, data, speakers, questions, pairs, headings without marks.
//!
//! What it does not recognise passes on as Markdown.

use super::super::language::{Language, phrases};
use super::super::text::word_count;
use super::{Table, data};

/// A stretch of the source of one form.
#[derive(Debug)]
pub(super) enum Part {
    Markdown(String),
    Heading {
        level: u8,
        text: String,
    },
    Table(Table),
    Speech {
        speaker: String,
        text: String,
    },
    Answer {
        question: String,
        answer: String,
    },
    /// Lines of `name: value`.
    Pairs(Vec<(String, String)>),
}

/// The parts of a source, in order.
pub(super) fn parts(source: &str, language: &Language) -> Vec<Part> {
    let lines: Vec<&str> = source.lines().collect();
    let speaks = is_transcript(&lines, language);
    let mut reader = Reader { parts: Vec::new(), markdown: String::new() };
    let mut at = 0;
    while at < lines.len() {
        at += reader.step(&lines, at, language, speaks);
    }
    reader.flush();
    reader.parts
}

struct Reader {
    parts: Vec<Part>,
    markdown: String,
}

impl Reader {
    fn flush(&mut self) {
        if !self.markdown.trim().is_empty() {
            self.parts.push(Part::Markdown(std::mem::take(&mut self.markdown)));
        }
        self.markdown.clear();
    }

    fn push(&mut self, part: Part) {
        self.flush();
        self.parts.push(part);
    }

    fn line(&mut self, line: &str) {
        self.markdown.push_str(line);
        self.markdown.push('\n');
    }

    /// Reads from one line on and answers how many it took.
    fn step(&mut self, lines: &[&str], at: usize, language: &Language, speaks: bool) -> usize {
        let line = lines[at];
        let trimmed = line.trim();
        if trimmed.is_empty() {
            self.line("");
            return 1;
        }
        if trimmed.starts_with("```") || trimmed.starts_with("~~~") {
            return self.fenced(&lines[at..]);
        }
        if let Some((question, answer, count)) = answered(&lines[at..], language) {
            self.push(Part::Answer { question, answer });
            return count;
        }
        if speaks && let Some((speaker, text)) = speech(trimmed) {
            let more: Vec<&str> = lines[at + 1..]
                .iter()
                .map(|line| line.trim())
                .take_while(|line| !line.is_empty() && speech(line).is_none() && !line.starts_with(['#', '-', '*']))
                .collect();
            let text = std::iter::once(text.as_str()).chain(more.iter().copied()).collect::<Vec<_>>().join(" ");
            self.push(Part::Speech { speaker, text });
            return 1 + more.len();
        }
        let starts_block = at == 0
            || lines[at - 1].trim().is_empty()
            || matches!(self.parts.last(), Some(Part::Heading { .. })) && self.markdown.is_empty();
        if starts_block {
            if let Some((count, table)) = data::table(&lines[at..]) {
                self.push(Part::Table(table));
                return count;
            }
            if let Some((pairs, count)) = pairs(&lines[at..]) {
                self.push(Part::Pairs(pairs));
                return count;
            }
        }
        if let Some(level) = bare_heading(lines, at) {
            self.push(Part::Heading { level, text: trimmed.to_owned() });
            return 1;
        }
        self.line(&as_markdown(line, lines.get(at.wrapping_sub(1)).copied().unwrap_or_default()));
        1
    }

    fn fenced(&mut self, lines: &[&str]) -> usize {
        let fence = &lines[0].trim()[..3];
        let end = lines.iter().skip(1).position(|line| line.trim().starts_with(fence));
        let count = end.map_or(lines.len(), |end| end + 2);
        self.line("");
        for line in &lines[..count] {
            self.line(line);
        }
        if end.is_none() {
            self.line(fence);
        }
        count
    }
}

/// A line in Markdown's spelling: other bullets, numbers with a bracket, and no code by mere indentation.
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
    let digits = trimmed.trim_start_matches('(').chars().take_while(char::is_ascii_digit).count();
    if (1..=2).contains(&digits) {
        let rest = &trimmed.trim_start_matches('(')[digits..];
        if let Some(text) = rest.strip_prefix(") ") {
            return format!("{}{}. {text}", " ".repeat(indent.min(6)), &trimmed.trim_start_matches('(')[..digits]);
        }
    }
    if indent >= 4 && !is_item(before) && !is_item(line) && !before.starts_with("    ") {
        return trimmed.to_owned();
    }
    line.to_owned()
}

/// The level of a line that is a heading without marks: short, no sentence, and alone or right above what it heads.
fn bare_heading(lines: &[&str], at: usize) -> Option<u8> {
    let line = lines[at].trim();
    let blank = |at: Option<usize>| at.and_then(|at| lines.get(at)).is_none_or(|line| line.trim().is_empty());
    let before = blank(at.checked_sub(1));
    let after = blank(Some(at + 1));
    let letters = line.chars().filter(|c| c.is_alphabetic()).count();
    let marked = line.starts_with(['#', '-', '*', '+', '>', '|', '!', '[', '•', '–', '"', '“', '«', '(', '=', '<'])
        || line.contains("://")
        || line.contains('@');
    let short = line.chars().count() <= 70 && word_count(line) <= 10 && letters >= 3;
    let ends = line.ends_with(['.', '!', ',', ';', '…', '”', '"', '»', ')']) && !line.ends_with("...");
    let last = at + 1 >= lines.len() || lines[at + 1..].iter().all(|line| line.trim().is_empty());
    let tells = line.contains(": ") || line.matches(',').count() > 1;
    if tells || marked || !short || ends || !before || last || line.ends_with('?') && at > 0 && word_count(line) > 7 {
        return None;
    }
    let bold = line.starts_with("**") && line.ends_with("**");
    let shouts = letters > 3 && !line.chars().any(char::is_lowercase);
    let upper = line.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit() || c == '¿');
    if line.ends_with(':') {
        // A line before a list announces the list; one alone heads what follows.
        let next = lines[at + 1..].iter().find(|line| !line.trim().is_empty());
        let list = next.is_some_and(|next| is_item(next));
        return (after && !list && word_count(line) <= 6).then_some(2);
    }
    let opens = lines[..at].iter().all(|line| line.trim().is_empty());
    let heads = word_count(line) <= 6 && heads_at_once(&lines[at + 1..]);
    let level = if opens && !heads { 1 } else { 2 };
    // The first line may be followed by a date or a name at once.
    let next = lines.get(at + 1).map_or("", |line| line.trim());
    let led = opens
        && word_count(next) <= 8
        && !next.ends_with(['.', ',', ';', ':'])
        && !next.starts_with(['-', '*', '•', '1'])
        && blank(Some(at + 2));
    ((after || shouts || bold || led || heads) && (upper || opens)).then_some(level)
}

/// Whether lines begin with what a heading can stand right above: a list, pairs, or a whole sentence. The first line of
/// a paragraph that was broken by hand is longer than a heading, and its second begins in the middle of a sentence.
fn heads_at_once(lines: &[&str]) -> bool {
    let Some(next) = lines.first().map(|line| line.trim()) else { return false };
    let is_sentence = next.starts_with(char::is_uppercase) && next.ends_with(['.', '!', '?']) && word_count(next) > 3;
    let after_number = next.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_figure = after_number.len() < next.len() && !after_number.starts_with(['.', ')']);
    is_item(next) && !is_figure || is_sentence || pairs(lines).is_some()
}

/// Whether a line looks like an item of a list.
fn is_item(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with(['-', '*', '+', '•']) || line.starts_with(|c: char| c.is_ascii_digit())
}

/// Whether people speak in turns: several lines that begin with the name of one of a few speakers.
fn is_transcript(lines: &[&str], language: &Language) -> bool {
    let mut names: Vec<(String, usize)> = Vec::new();
    for (name, _) in lines.iter().filter_map(|line| speech(line.trim())) {
        let is_label = phrases(language.table.question)
            .chain(phrases(language.table.answer))
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

/// Speaker and words of `[00:12] Anna Bell: words`.
fn speech(line: &str) -> Option<(String, String)> {
    let line = line.trim_start_matches("**");
    let line = match line.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((time, rest)) if time.chars().all(|c| c.is_ascii_digit() || matches!(c, ':' | '.')) => rest.trim(),
        _ => line,
    };
    let (name, words) = line.split_once(':')?;
    let mut name = name.trim_end_matches("**").trim();
    if let Some((front, time)) = name.rsplit_once(' ')
        && time.trim_matches(['(', ')', '[', ']']).chars().all(|c| c.is_ascii_digit() || matches!(c, ':' | '.'))
    {
        name = front.trim();
    }
    let is_name = !name.is_empty()
        && name.chars().count() <= 32
        && name.split_whitespace().count() <= 3
        && name.starts_with(char::is_uppercase)
        && name.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | '.' | '-' | '\''));
    let words = words.trim_start_matches("**").trim();
    (is_name && !words.is_empty() && !words.starts_with("//")).then(|| (name.to_owned(), words.to_owned()))
}

/// A question and its answer, each with its label, and how many lines they take.
fn answered(lines: &[&str], language: &Language) -> Option<(String, String, usize)> {
    let labelled = |line: &str, list: &'static str| {
        let line = line.trim().trim_start_matches(['*', '#', ' ']);
        let (label, rest) = line.split_once([':', '.'])?;
        let label: String = label.trim().trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ').to_lowercase();
        phrases(list)
            .any(|word| word == label)
            .then(|| rest.trim_start_matches("**").trim().trim_end_matches("**").to_owned())
    };
    let question = labelled(lines[0], language.table.question)?;
    let mut count = 1;
    while lines.get(count).is_some_and(|line| line.trim().is_empty()) {
        count += 1;
    }
    let mut answer = labelled(lines.get(count)?, language.table.answer)?;
    count += 1;
    while let Some(line) = lines.get(count)
        && !line.trim().is_empty()
        && labelled(line, language.table.question).is_none()
        && !line.starts_with('#')
    {
        answer.push(' ');
        answer.push_str(line.trim());
        count += 1;
    }
    Some((question, answer, count))
}

/// Consecutive lines of a short name and a short value.
fn pairs(lines: &[&str]) -> Option<(Vec<(String, String)>, usize)> {
    let pair = |line: &&str| {
        let line = line.trim();
        let (name, value) = line.split_once(": ")?;
        let name = name.trim().trim_matches('*');
        let good = !line.starts_with(['-', '*', '#', '>', '|'])
            && (1..=4).contains(&word_count(name))
            && name.chars().count() <= 32
            && name.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit())
            && value.chars().count() <= 160;
        good.then(|| (name.to_owned(), value.trim().trim_matches('*').trim().to_owned()))
    };
    let found: Vec<(String, String)> = lines.iter().map_while(pair).collect();
    let ends = lines.get(found.len()).is_none_or(|line| line.trim().is_empty());
    let count = found.len();
    (count >= 2 && ends).then_some((found, count))
}
