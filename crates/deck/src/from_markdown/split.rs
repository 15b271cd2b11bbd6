//! Splits a file into front matter, slides and notes. The only module that decides where a slide ends.

use std::collections::BTreeMap;

/// The front matter of a file, by key.
#[derive(Debug, Default)]
pub(super) struct FrontMatter(BTreeMap<String, String>);

impl FrontMatter {
    /// The value of a key; none when it is blank.
    pub(super) fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(String::as_str).filter(|value| !value.is_empty())
    }
}

/// The source of one slide.
#[derive(Debug, Default)]
pub(super) struct SlideSource {
    /// Its Markdown, without comments.
    pub(super) text: String,
    /// Speaker notes, from its comments.
    pub(super) notes: String,
}

/// Keys by which other programs configure a slide. A block of `key: value` lines that has one of these keys is not a
/// slide.
const KEYS_OF_OTHER_PROGRAMS: [&str; 12] = [
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
pub(super) fn split_file(text: &str) -> (FrontMatter, Vec<SlideSource>) {
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n").replace('\r', "\n");
    let lines: Vec<&str> = text.lines().collect();
    let (front, body_start) = front_matter(&lines);
    let parts = split_at_rules(&lines[body_start..]);
    let has_rules = parts.len() > 1;
    let chunks: Vec<Vec<&str>> = parts
        .into_iter()
        .flat_map(|part| if has_rules && is_one_slide(&part) { vec![part] } else { split_at_headings(&part) })
        .collect();
    let mut sources: Vec<SlideSource> = Vec::new();
    for chunk in chunks.iter().filter(|chunk| !configures_other_program(chunk)) {
        let source = source(chunk);
        match sources.last_mut() {
            _ if !source.text.is_empty() => sources.push(source),
            Some(last) if !source.notes.is_empty() => add_note(&mut last.notes, &source.notes),
            _ => {}
        }
    }
    (front, sources)
}

/// The front matter, and the index of the line after it.
fn front_matter(lines: &[&str]) -> (FrontMatter, usize) {
    let none = (FrontMatter::default(), 0);
    let Some(start) = lines.iter().position(|line| !line.trim().is_empty()) else { return none };
    if lines[start].trim_end() != "---" {
        return none;
    }
    let mut found = BTreeMap::new();
    for (at, line) in lines.iter().enumerate().skip(start + 1) {
        let trimmed = line.trim_end();
        if trimmed == "---" || trimmed == "..." {
            return if found.is_empty() { none } else { (FrontMatter(found), at + 1) };
        }
        // Lists and nested values belong to other programs.
        if trimmed.is_empty() || trimmed.starts_with([' ', '\t', '-']) || trimmed.starts_with("# ") {
            continue;
        }
        let Some((key, value)) = key_and_value(trimmed) else { return none };
        found.insert(key.to_owned(), value.to_owned());
    }
    none
}

/// The key and value of a line such as `key: value`, with or without quotes.
fn key_and_value(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let is_key_sign = |sign: char| sign.is_ascii_alphanumeric() || sign == '_' || sign == '-';
    if key.is_empty() || !key.chars().all(is_key_sign) || !(value.is_empty() || value.starts_with(' ')) {
        return None;
    }
    let value = value.trim();
    let quoted = |mark: char| value.strip_prefix(mark).and_then(|value| value.strip_suffix(mark));
    Some((key, quoted('"').or_else(|| quoted('\'')).unwrap_or(value).trim()))
}

/// Splits lines at rules of three or more hyphens.
fn split_at_rules<'a>(lines: &[&'a str]) -> Vec<Vec<&'a str>> {
    let mut chunks = vec![Vec::new()];
    let mut verbatim = Verbatim::default();
    for line in lines {
        let is_rule = line.trim().len() >= 3 && line.trim().bytes().all(|byte| byte == b'-');
        if !verbatim.advance(line) && is_rule {
            chunks.push(Vec::new());
        } else if let Some(chunk) = chunks.last_mut() {
            chunk.push(*line);
        }
    }
    chunks
}

/// Whether the part of a file between two rules is one slide: it has at most one heading of each level that names
/// slides.
fn is_one_slide(lines: &[&str]) -> bool {
    let mut verbatim = Verbatim::default();
    let levels: Vec<usize> =
        lines.iter().filter(|line| !verbatim.advance(line)).filter_map(|line| slide_level(line)).collect();
    [1, 2].iter().all(|level| levels.iter().filter(|other| *other == level).count() < 2)
}

/// Level of a heading that can begin a slide.
fn slide_level(line: &str) -> Option<usize> {
    ["# ", "## "].iter().position(|mark| line.starts_with(mark)).map(|at| at + 1)
}

/// Splits lines before each heading of level 1 or 2.
fn split_at_headings<'a>(lines: &[&'a str]) -> Vec<Vec<&'a str>> {
    let mut chunks = vec![Vec::new()];
    let mut verbatim = Verbatim::default();
    for line in lines {
        if !verbatim.advance(line) && slide_level(line).is_some() {
            chunks.push(Vec::new());
        }
        if let Some(chunk) = chunks.last_mut() {
            chunk.push(*line);
        }
    }
    chunks
}

/// Whether a chunk only configures a slide for another program.
fn configures_other_program(lines: &[&str]) -> bool {
    let pairs: Option<Vec<(&str, &str)>> =
        lines.iter().filter(|line| !line.trim().is_empty()).map(|line| key_and_value(line.trim_end())).collect();
    pairs.is_some_and(|pairs| pairs.iter().any(|(key, _)| KEYS_OF_OTHER_PROGRAMS.contains(key)))
}

/// Tracks fenced code and comments, in which other markup has no meaning.
#[derive(Debug, Default)]
pub(super) struct Verbatim {
    fence: Option<(u8, usize)>,
    comment: bool,
}

impl Verbatim {
    /// Reads the next line. Returns whether the line belongs to code or a comment, including its first and last line.
    pub(super) fn advance(&mut self, line: &str) -> bool {
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

    /// Whether a code block is open.
    pub(super) fn in_code(&self) -> bool {
        self.fence.is_some()
    }
}

/// Text and notes of a chunk.
fn source(lines: &[&str]) -> SlideSource {
    let mut source = SlideSource::default();
    let mut verbatim = Verbatim::default();
    let mut note: Option<String> = None;
    for line in lines {
        let was_in_code = verbatim.in_code();
        verbatim.advance(line);
        let is_code = was_in_code || verbatim.in_code();
        if is_code && note.is_none() {
            source.text.push_str(line);
            source.text.push('\n');
            continue;
        }
        let mut rest = *line;
        loop {
            let end = match &mut note {
                Some(comment) => match rest.find("-->") {
                    None => {
                        comment.push_str(rest);
                        comment.push('\n');
                        break;
                    }
                    Some(at) => {
                        comment.push_str(&rest[..at]);
                        at + 3
                    }
                },
                None => match rest.find("<!--") {
                    None => {
                        source.text.push_str(rest);
                        source.text.push('\n');
                        break;
                    }
                    Some(at) => {
                        source.text.push_str(&rest[..at]);
                        rest = &rest[at + 4..];
                        note = Some(String::new());
                        continue;
                    }
                },
            };
            rest = &rest[end..];
            add_note(&mut source.notes, &note.take().unwrap_or_default());
        }
    }
    // A comment without an end is text.
    if let Some(comment) = note {
        source.text.push_str("<!--");
        source.text.push_str(&comment);
    }
    SlideSource { text: source.text.trim_matches('\n').trim_end().to_owned(), ..source }
}

/// Adds a comment to the notes, unless it configures a slide for another program.
fn add_note(notes: &mut String, comment: &str) {
    let comment = comment.trim();
    let is_setting =
        key_and_value(comment).is_some_and(|(key, _)| KEYS_OF_OTHER_PROGRAMS.contains(&key.trim_start_matches('_')));
    if comment.is_empty() || is_setting {
        return;
    }
    if !notes.is_empty() {
        notes.push_str("\n\n");
    }
    notes.push_str(comment);
}
