//! A file taken apart: front matter, slides, notes. The only module that knows where a slide ends.

use std::collections::BTreeMap;

/// What the file says of itself, by key.
#[derive(Debug, Default)]
pub(super) struct Front(BTreeMap<String, String>);

impl Front {
    /// A value that is not blank.
    pub(super) fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(String::as_str).filter(|value| !value.is_empty())
    }
}

/// What one slide is made of.
#[derive(Debug, Default)]
pub(super) struct Part {
    /// Its Markdown, without comments.
    pub(super) text: String,
    /// What the comments say to the speaker.
    pub(super) notes: String,
}

/// Keys with which other programs set up a slide of theirs; a part of nothing else is no slide.
const FOREIGN: [&str; 12] = [
    "background",
    "backgroundColor",
    "class",
    "clicks",
    "color",
    "footer",
    "header",
    "image",
    "layout",
    "marp",
    "paginate",
    "transition",
];

/// The front matter and the slides of a file.
pub(super) fn parts_of(text: &str) -> (Front, Vec<Part>) {
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n").replace('\r', "\n");
    let lines: Vec<&str> = text.lines().collect();
    let (front, from) = front(&lines);
    let mut chunks = at_rules(&lines[from..]);
    if let [only] = chunks.as_slice() {
        chunks = at_headings(only);
    }
    let mut parts: Vec<Part> = Vec::new();
    for chunk in chunks.iter().filter(|chunk| !is_foreign(chunk)) {
        let part = part(chunk);
        match parts.last_mut() {
            _ if !part.text.is_empty() => parts.push(part),
            Some(last) if !part.notes.is_empty() => add_note(&mut last.notes, &part.notes),
            _ => {}
        }
    }
    (front, parts)
}

/// The front matter, and the line after it.
fn front(lines: &[&str]) -> (Front, usize) {
    let none = (Front::default(), 0);
    let Some(start) = lines.iter().position(|line| !line.trim().is_empty()) else { return none };
    if lines[start].trim_end() != "---" {
        return none;
    }
    let mut found = BTreeMap::new();
    for (at, line) in lines.iter().enumerate().skip(start + 1) {
        let trimmed = line.trim_end();
        if trimmed == "---" || trimmed == "..." {
            return if found.is_empty() { none } else { (Front(found), at + 1) };
        }
        // Lists and nested values are somebody else's.
        if trimmed.is_empty() || trimmed.starts_with([' ', '\t', '-']) || trimmed.starts_with("# ") {
            continue;
        }
        let Some((key, value)) = pair(trimmed) else { return none };
        found.insert(key.to_owned(), value.to_owned());
    }
    none
}

/// `key: value`, with or without quotes.
fn pair(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let plain = |sign: char| sign.is_ascii_alphanumeric() || sign == '_' || sign == '-';
    if key.is_empty() || !key.chars().all(plain) || !(value.is_empty() || value.starts_with(' ')) {
        return None;
    }
    let value = value.trim();
    let quoted = |mark: char| value.strip_prefix(mark).and_then(|value| value.strip_suffix(mark));
    Some((key, quoted('"').or_else(|| quoted('\'')).unwrap_or(value).trim()))
}

/// The lines between rules of three or more hyphens.
fn at_rules<'a>(lines: &[&'a str]) -> Vec<Vec<&'a str>> {
    let mut chunks = vec![Vec::new()];
    let mut verbatim = Verbatim::default();
    for line in lines {
        let is_rule = line.trim().len() >= 3 && line.trim().bytes().all(|byte| byte == b'-');
        if !verbatim.holds(line) && is_rule {
            chunks.push(Vec::new());
        } else if let Some(chunk) = chunks.last_mut() {
            chunk.push(*line);
        }
    }
    chunks
}

/// A file without rules: each large heading begins a slide.
fn at_headings<'a>(lines: &[&'a str]) -> Vec<Vec<&'a str>> {
    let mut chunks = vec![Vec::new()];
    let mut verbatim = Verbatim::default();
    for line in lines {
        let begins = line.starts_with("# ") || line.starts_with("## ");
        if !verbatim.holds(line) && begins {
            chunks.push(Vec::new());
        }
        if let Some(chunk) = chunks.last_mut() {
            chunk.push(*line);
        }
    }
    chunks
}

/// Whether a chunk only sets up a slide for another program.
fn is_foreign(lines: &[&str]) -> bool {
    let pairs: Option<Vec<(&str, &str)>> =
        lines.iter().filter(|line| !line.trim().is_empty()).map(|line| pair(line.trim_end())).collect();
    pairs.is_some_and(|pairs| pairs.iter().any(|(key, _)| FOREIGN.contains(key)))
}

/// Code and comments, in which nothing else is looked for.
#[derive(Debug, Default)]
pub(super) struct Verbatim {
    fence: Option<(u8, usize)>,
    comment: bool,
}

impl Verbatim {
    /// Whether a line is inside code or a comment, or begins or ends one.
    pub(super) fn holds(&mut self, line: &str) -> bool {
        if self.comment {
            self.comment = !line.contains("-->");
            return true;
        }
        let trimmed = line.trim_start();
        let mark = trimmed.bytes().next().unwrap_or_default();
        let length = trimmed.bytes().take_while(|byte| *byte == mark).count();
        let is_fence = (mark == b'`' || mark == b'~') && length >= 3;
        match self.fence {
            Some((open, least)) => {
                if is_fence && mark == open && length >= least && trimmed[length..].trim().is_empty() {
                    self.fence = None;
                }
                true
            }
            None if is_fence => {
                self.fence = Some((mark, length));
                true
            }
            None => {
                let opened = line.rfind("<!--").is_some_and(|at| !line[at..].contains("-->"));
                self.comment = opened;
                opened
            }
        }
    }

    /// Whether code is open.
    fn in_code(&self) -> bool {
        self.fence.is_some()
    }
}

/// Text and notes of a chunk.
fn part(lines: &[&str]) -> Part {
    let mut part = Part::default();
    let mut verbatim = Verbatim::default();
    let mut note: Option<String> = None;
    for line in lines {
        let code = verbatim.in_code() | (verbatim.holds(line) && verbatim.in_code());
        if code && note.is_none() {
            part.text.push_str(line);
            part.text.push('\n');
            continue;
        }
        let mut rest = *line;
        loop {
            let end = match &mut note {
                Some(said) => match rest.find("-->") {
                    None => {
                        said.push_str(rest);
                        said.push('\n');
                        break;
                    }
                    Some(at) => {
                        said.push_str(&rest[..at]);
                        at + 3
                    }
                },
                None => match rest.find("<!--") {
                    None => {
                        part.text.push_str(rest);
                        part.text.push('\n');
                        break;
                    }
                    Some(at) => {
                        part.text.push_str(&rest[..at]);
                        rest = &rest[at + 4..];
                        note = Some(String::new());
                        continue;
                    }
                },
            };
            rest = &rest[end..];
            add_note(&mut part.notes, &note.take().unwrap_or_default());
        }
    }
    // A comment without an end is text.
    if let Some(said) = note {
        part.text.push_str("<!--");
        part.text.push_str(&said);
    }
    Part { text: part.text.trim_matches('\n').trim_end().to_owned(), ..part }
}

/// Adds what a comment says, unless it sets up a slide for another program.
fn add_note(notes: &mut String, said: &str) {
    let said = said.trim();
    let is_setting = pair(said).is_some_and(|(key, _)| FOREIGN.contains(&key.trim_start_matches('_')));
    if said.is_empty() || is_setting {
        return;
    }
    if !notes.is_empty() {
        notes.push_str("\n\n");
    }
    notes.push_str(said);
}
