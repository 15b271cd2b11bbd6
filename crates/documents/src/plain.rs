//! Plain text: headings without markup, lists, tables and code by their indentation, pages by form feeds.

use std::collections::{HashMap, HashSet};

use crate::docx::push_table;
use crate::furniture::{is_contents_entry, is_page_number};
use crate::model::{Block, Content, Document, Furniture, List, ListItem, Table};
use crate::text::{collapsed, ends_sentence};
use crate::{Limits, ReadError};

/// Maximum number of lines of a text.
const MAX_LINES: usize = 1_000_000;

/// Reads a text.
pub(crate) fn read(source: &str, limits: &Limits) -> Result<Document, ReadError> {
    let source = without_comments(&source.replace("\r\n", "\n").replace('\r', "\n"));
    let pages: Vec<&str> = source.split('\u{c}').collect();
    let mut lines: Vec<(String, Option<Furniture>)> = Vec::new();
    let repeated = repeated_lines(&pages);
    for page in &pages {
        let page_lines: Vec<String> = page.lines().map(|line| expanded(line.trim_end())).collect();
        let filled: Vec<usize> = (0..page_lines.len()).filter(|at| !page_lines[*at].trim().is_empty()).collect();
        let (first, last) = (filled.first().copied(), filled.last().copied());
        for (at, line) in page_lines.into_iter().enumerate() {
            let is_edge = pages.len() > 2 && (Some(at) == first || Some(at) == last);
            let furniture = match is_edge {
                true if is_page_number(&line) => Some(Furniture::PageNumber),
                true if repeated.contains(&repeat_key(&line)) => {
                    Some(if Some(at) == first { Furniture::RunningHead } else { Furniture::RunningFoot })
                }
                _ => None,
            };
            lines.push((line, furniture));
        }
        if lines.len() > MAX_LINES.min(limits.steps) {
            return Err(ReadError::TooMany { what: "lines", limit: MAX_LINES.min(limits.steps) });
        }
    }
    let mut document = Document { pages: if pages.len() > 2 { pages.len() } else { 0 }, ..Document::default() };
    let mut reader =
        Reader { body_indent: body_indent(&lines), blocks: Vec::new(), underlines: Vec::new(), was_cut: false };
    let mut paragraph: Vec<String> = Vec::new();
    for (line, furniture) in lines {
        if let Some(furniture) = furniture {
            // A paragraph may continue after the running head of the next page.
            reader.read_group(std::mem::take(&mut paragraph));
            reader.was_cut = true;
            let content = Content::Paragraph(collapsed(&line));
            reader.blocks.push(Block { furniture: Some(furniture), ..Block::new(content) });
        } else if line.trim().is_empty() {
            reader.read_group(std::mem::take(&mut paragraph));
        } else {
            paragraph.push(line);
        }
    }
    reader.read_group(paragraph);
    document.blocks = reader.blocks;
    take_title(&mut document);
    Ok(document)
}

/// A text without the comments of AsciiDoc, which are between lines of four slashes.
fn without_comments(source: &str) -> String {
    let is_fence = |line: &str| line.trim_end() == "////";
    if source.lines().filter(|line| is_fence(line)).count() < 2 {
        return source.to_owned();
    }
    let mut is_comment = false;
    let is_text = |line: &&str| {
        let is_edge = is_fence(line);
        is_comment ^= is_edge;
        !is_edge && !is_comment
    };
    source.split('\n').filter(is_text).collect::<Vec<_>>().join("\n")
}

/// A line with spaces for tabs.
fn expanded(line: &str) -> String {
    if !line.contains('\t') {
        return line.to_owned();
    }
    let mut result = String::with_capacity(line.len() + 8);
    let mut column = 0;
    for c in line.chars() {
        let count = if c == '\t' { 8 - column % 8 } else { 1 };
        result.extend(std::iter::repeat_n(if c == '\t' { ' ' } else { c }, count));
        column += count;
    }
    result
}

/// The keys of lines that are the first or last line of three pages or more.
fn repeated_lines(pages: &[&str]) -> HashSet<String> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for page in pages {
        let mut filled = page.lines().filter(|line| !line.trim().is_empty());
        for line in [filled.next(), filled.next_back()].into_iter().flatten() {
            *counts.entry(repeat_key(line)).or_insert(0) += 1;
        }
    }
    counts.into_iter().filter(|(_, count)| *count >= 3).map(|(key, _)| key).collect()
}

/// A line without its numbers, for comparing lines of different pages.
fn repeat_key(line: &str) -> String {
    collapsed(line).chars().filter(|c| !c.is_ascii_digit()).collect()
}

/// The number of spaces before a line.
fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// The indentation of most lines.
fn body_indent(lines: &[(String, Option<Furniture>)]) -> usize {
    let mut counts = HashMap::new();
    for (line, _) in lines.iter().filter(|(line, furniture)| furniture.is_none() && line.trim().len() > 40) {
        *counts.entry(indent(line)).or_insert(0) += 1;
    }
    counts.into_iter().max_by_key(|(indent, count)| (*count, usize::MAX - indent)).map_or(0, |(indent, _)| indent)
}

struct Reader {
    /// The indentation of most lines.
    body_indent: usize,
    blocks: Vec<Block>,
    /// The signs of the lines below headings, and whether the same line is also above them, in the order of their
    /// levels.
    underlines: Vec<(char, bool)>,
    /// Whether a page ended inside a paragraph.
    was_cut: bool,
}

impl Reader {
    fn push(&mut self, content: Content) {
        self.blocks.push(Block::new(content));
    }

    /// Reads lines without a blank line between them.
    fn read_group(&mut self, mut lines: Vec<String>) {
        let mut start = 0;
        loop {
            match self.read_marked_heading(&lines[start..]) {
                0 => break,
                count => start += count,
            }
        }
        lines.drain(..start);
        if lines.is_empty() {
            return;
        }
        let entries = lines.iter().filter(|line| is_contents_entry(line)).count();
        if entries >= 1 && entries * 10 >= lines.len() * 6 {
            for line in lines {
                let content = Content::Paragraph(collapsed(&line));
                self.blocks.push(Block { furniture: Some(Furniture::Contents), ..Block::new(content) });
            }
            return;
        }
        if let Some(level) = self.heading_level(&lines) {
            let text = collapsed(&lines.join(" "));
            self.push(Content::Heading { level, text });
            return;
        }
        if let Some(table) = table(&lines) {
            push_table(&mut self.blocks, table);
            return;
        }
        if is_code(&lines, self.body_indent) {
            let common_indent = lines.iter().map(|line| indent(line)).min().unwrap_or(0);
            let text = lines.iter().map(|line| &line[common_indent..]).collect::<Vec<_>>().join("\n");
            match self.blocks.last_mut().map(|block| &mut block.content) {
                Some(Content::Code { text: before, .. }) => {
                    before.push_str("\n\n");
                    before.push_str(&text);
                }
                _ => self.push(Content::Code { language: None, text }),
            }
            return;
        }
        if lines.iter().any(|line| marker(line).is_some()) {
            self.read_list(lines);
            return;
        }
        let text = joined(&lines);
        if self.was_cut {
            self.was_cut = false;
            let last = self.blocks.iter_mut().rev().find(|block| block.furniture.is_none());
            if let Some(Content::Paragraph(before)) = last.map(|block| &mut block.content)
                && !ends_sentence(before)
                && text.chars().next().is_some_and(char::is_lowercase)
            {
                before.push(' ');
                before.push_str(&text);
                return;
            }
        }
        // A paragraph that is indented below a list item continues it.
        if let Some(Content::List(list)) = self.blocks.last_mut().map(|block| &mut block.content)
            && indent(&lines[0]) > self.body_indent + 2
            && let Some(item) = list.items.last_mut()
        {
            item.text.push(' ');
            item.text.push_str(&text);
            return;
        }
        self.push(Content::Paragraph(text));
    }

    /// Reads a heading at the start of the lines that is marked by a line of signs, or by the version of the text below
    /// it. A line of signs without a heading is skipped. Returns the number of lines read, 0 for none.
    fn read_marked_heading(&mut self, lines: &[String]) -> usize {
        let sign_of = |at: usize| lines.get(at).and_then(|line| rule_sign(line));
        // Headings with a line of signs below, or above and below.
        if let Some(sign) = sign_of(1)
            && sign_of(0).is_none()
            && is_underline(&lines[0], &lines[1])
        {
            let level = self.level_of(sign, false);
            self.push(Content::Heading { level, text: collapsed(&lines[0]) });
            return 2;
        }
        if let Some(sign) = sign_of(0)
            && sign_of(2) == Some(sign)
        {
            let level = self.level_of(sign, true);
            self.push(Content::Heading { level, text: collapsed(&lines[1]) });
            return 3;
        }
        if sign_of(0).is_some() && (lines.len() == 1 || sign_of(1).is_some()) {
            return 1;
        }
        // A line below a rule is a heading, too, and so is the first line of a text above its version.
        let is_below_rule = lines.len() == 2 && !ends_sentence(&lines[1]);
        if let Some(sign) = sign_of(0).filter(|sign| matches!(sign, '=' | '-') && is_below_rule) {
            let level = self.level_of(sign, false);
            self.push(Content::Heading { level, text: collapsed(&lines[1]) });
            return 2;
        }
        let is_first = self.blocks.is_empty() && (2..=4).contains(&lines.len());
        if is_first && lines[0].chars().count() <= 120 && !ends_sentence(&lines[0]) && is_version(&lines[1]) {
            self.push(Content::Heading { level: 1, text: collapsed(&lines[0]) });
            return 1;
        }
        0
    }

    /// The level of headings with a line of a sign below them, and also above them if `is_above`. The signs that occur
    /// first have the highest levels.
    fn level_of(&mut self, sign: char, is_above: bool) -> u8 {
        let key = (sign, is_above);
        let at = self.underlines.iter().position(|known| *known == key).unwrap_or_else(|| {
            self.underlines.push(key);
            self.underlines.len() - 1
        });
        u8::try_from(at + 1).unwrap_or(9).min(6)
    }

    /// The level of lines that are a heading without markup. `None` for other lines.
    fn heading_level(&self, lines: &[String]) -> Option<u8> {
        let text = collapsed(&lines.join(" "));
        let length = text.chars().count();
        if lines.len() > 2 || !(2..=90).contains(&length) || !text.chars().any(char::is_alphabetic) {
            return None;
        }
        let ends_with_mark =
            text.ends_with(['.', ',', ';', ':', '-', '/', '"', ')', '{', '}']) && !text.ends_with("etc.");
        if let Some((depth, rest)) = section_number(&text) {
            let starts_with_capital = rest.chars().next().is_some_and(|c| c.is_uppercase() || !c.is_ascii());
            if starts_with_capital
                && !ends_with_mark
                && (indent(&lines[0]) < self.body_indent || depth > 1 || self.body_indent == 0)
                && indent(&lines[0]) <= self.body_indent
            {
                return Some(depth);
            }
        }
        if lines.len() > 1 || ends_with_mark || marker(&lines[0]).is_some() {
            return None;
        }
        let mut words = text.split(' ');
        let is_chapter = words.next().is_some_and(|word| {
            ["chapter", "appendix", "part", "kapitel", "anhang", "teil", "hoofdstuk", "bijlage", "chapitre", "annexe"]
                .contains(&word.to_lowercase().as_str())
        });
        let is_numbered = words.next().is_some_and(|word| word.trim_end_matches(['.', ':']).len() <= 4);
        if is_chapter && is_numbered {
            return Some(1);
        }
        let letters = text.chars().filter(|c| c.is_alphabetic()).count();
        let capitals = text.chars().filter(|c| c.is_uppercase()).count();
        if capitals == letters && letters >= 4 && length <= 70 && indent(&lines[0]) <= self.body_indent {
            return Some(1);
        }
        // A line that is indented less than the running text.
        let starts_with_capital = text.chars().next().is_some_and(char::is_uppercase);
        (self.body_indent >= 2
            && indent(&lines[0]) < self.body_indent
            && starts_with_capital
            && length <= 70
            && !text.contains("  "))
        .then_some(if indent(&lines[0]) == 0 { 1 } else { 2 })
    }

    /// Reads a list, and the paragraph before its first item.
    fn read_list(&mut self, lines: Vec<String>) {
        let mut lead = Vec::new();
        let mut list = List::default();
        let mut indents: Vec<usize> = Vec::new();
        for line in lines {
            if let Some((is_ordered, text)) = marker(&line) {
                if list.items.is_empty() {
                    list.is_ordered = is_ordered;
                }
                let at = indent(&line);
                indents.retain(|outer| *outer < at);
                let level = u8::try_from(indents.len()).unwrap_or(9);
                indents.push(at);
                list.items.push(ListItem { level, text: collapsed(text), ..ListItem::default() });
            } else if let Some(item) = list.items.last_mut() {
                append(&mut item.text, line.trim());
            } else {
                lead.push(line);
            }
        }
        if !lead.is_empty() {
            let text = joined(&lead);
            self.push(Content::Paragraph(text));
        }
        match self.blocks.last_mut().map(|block| &mut block.content) {
            Some(Content::List(before)) if before.is_ordered == list.is_ordered => before.items.append(&mut list.items),
            _ => self.push(Content::List(list)),
        }
    }
}

/// The level of a numbered heading, from 1 to 6, and the text after the number: 2 and `Scope` of `3.1 Scope`. `None`
/// without a number.
pub(crate) fn section_number(text: &str) -> Option<(u8, &str)> {
    let (number, rest) = text.split_once([' ', '\t'])?;
    let number = number.strip_prefix('§').unwrap_or(number);
    let parts: Vec<&str> = number.trim_end_matches('.').split('.').collect();
    let is_part = |part: &&str| !part.is_empty() && part.len() <= 3 && part.bytes().all(|c| c.is_ascii_digit());
    let is_letter = parts[0].len() == 1 && parts[0].as_bytes()[0].is_ascii_uppercase() && parts.len() > 1;
    let is_roman = parts.len() == 1
        && number.ends_with('.')
        && parts[0].len() <= 5
        && parts[0].bytes().all(|c| matches!(c, b'I' | b'V' | b'X'));
    let is_number = parts[1..].iter().all(is_part) && (is_part(&parts[0]) || is_letter) || is_roman;
    let depth = u8::try_from(parts.len()).ok()?;
    (is_number && depth <= 6).then(|| (depth, rest.trim()))
}

/// The sign of a line that only repeats one sign.
fn rule_sign(line: &str) -> Option<char> {
    let line = line.trim();
    let first = line.chars().next()?;
    (line.chars().count() >= 3 && "=-~^\"'`#*+_.:".contains(first) && line.chars().all(|c| c == first)).then_some(first)
}

/// Whether a line is the version of a text, such as `Version 1.2`.
fn is_version(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default().to_lowercase();
    let words = ["version", "versie", "versión", "versione", "versão", "wersja", "revision"];
    words.contains(&first.trim_end_matches(':')) && line.contains(|c: char| c.is_ascii_digit())
}

/// Whether a line of signs is about as long as the text above it.
fn is_underline(text: &str, rule: &str) -> bool {
    let (text, rule) = (text.trim().chars().count(), rule.trim().chars().count());
    text > 0 && text <= 120 && rule + (text / 10).max(3) >= text && rule <= text + 40
}

/// Whether the mark of a list item is a number, and the text after the mark. `None` for a line without a mark.
pub(crate) fn marker(line: &str) -> Option<(bool, &str)> {
    let text = line.trim_start();
    let mut chars = text.chars();
    let first = chars.next()?;
    if "•◦▪‣·●○■□–—*-+→➤❖✓✔►▶∙⁃ˆ".contains(first) || ('\u{f000}'..='\u{f0ff}').contains(&first)
    {
        let rest = chars.as_str();
        return rest.starts_with([' ', '\t']).then(|| (false, rest.trim_start())).filter(|(_, rest)| !rest.is_empty());
    }
    if first == 'o' && chars.as_str().starts_with("  ") {
        return Some((false, chars.as_str().trim_start()));
    }
    let inner = text.strip_prefix('(').unwrap_or(text);
    let length = inner.bytes().take_while(u8::is_ascii_alphanumeric).count();
    let (number, rest) = inner.split_at(length);
    let is_number = number.len() <= 3 && !number.is_empty() && number.bytes().all(|c| c.is_ascii_digit())
        || number.len() == 1
        || number.len() <= 4 && !number.is_empty() && number.bytes().all(|c| matches!(c, b'i' | b'v' | b'x'));
    let is_letter = number.bytes().all(|c| c.is_ascii_alphabetic());
    let rest = match rest.strip_prefix(')') {
        Some(rest) => rest,
        None if inner.len() == text.len() && !(is_letter && number.bytes().any(|c| c.is_ascii_uppercase())) => {
            rest.strip_prefix('.')?
        }
        None => return None,
    };
    (is_number && rest.starts_with([' ', '\t']) && !rest.trim().is_empty()).then(|| (true, rest.trim_start()))
}

/// Lines as one text. Words that were cut at line ends are joined.
fn joined(lines: &[String]) -> String {
    let mut text = String::new();
    for line in lines {
        append(&mut text, line.trim());
    }
    collapsed(&text)
}

/// Adds a line to a text, after a space. A word that was hyphenated at the end of the text is joined.
pub(crate) fn append(text: &mut String, line: &str) {
    let is_cut = text.ends_with('-')
        && text.chars().rev().nth(1).is_some_and(char::is_alphabetic)
        && line.chars().next().is_some_and(char::is_lowercase);
    if is_cut {
        text.pop();
    } else if !text.is_empty() {
        text.push(' ');
    }
    text.push_str(line);
}

/// A table whose cells are separated by two spaces or more, by bars or by frames.
fn table(lines: &[String]) -> Option<Table> {
    let is_frame = |line: &str| {
        line.trim().len() >= 3
            && line.trim().chars().all(|c| {
                matches!(c, '+' | '-' | '=' | '|' | ' ' | '─' | '┼' | '├' | '┤' | '┌' | '┐' | '└' | '┘' | '┬' | '┴')
            })
    };
    let content: Vec<&String> = lines.iter().filter(|line| !is_frame(line)).collect();
    if content.len() < 2 {
        return None;
    }
    let bars = |line: &str| line.matches(['|', '│']).count();
    if content.iter().all(|line| bars(line) >= 2 && bars(line) == bars(content[0]))
        && content[0].trim().starts_with(['|', '│'])
    {
        let rows: Vec<Vec<String>> = content
            .iter()
            .map(|line| line.trim().trim_matches(['|', '│']).split(['|', '│']).map(collapsed).collect())
            .collect();
        let has_header = lines.iter().position(|line| is_frame(line)).is_some_and(|at| at <= 2);
        return (rows[0].len() >= 2).then_some(Table { caption: None, has_header, rows });
    }
    if content.len() < 3 {
        return None;
    }
    // Columns of spaces that all lines share.
    let width = content.iter().map(|line| line.chars().count()).max().unwrap_or(0).min(400);
    let mut filled = vec![0_usize; width];
    for line in &content {
        for (at, c) in line.chars().enumerate().take(width) {
            if c != ' ' {
                filled[at] += 1;
            }
        }
    }
    let mut starts = Vec::new();
    let mut gap = 2;
    for (at, count) in filled.iter().enumerate() {
        if *count == 0 {
            gap += 1;
        } else {
            if gap >= 2 {
                starts.push(at);
            }
            gap = 0;
        }
    }
    if starts.len() < 2 || starts.len() > 20 {
        return None;
    }
    let cell = |line: &str, at: usize| -> String {
        let end = starts.get(at + 1).copied().unwrap_or(usize::MAX);
        let text: String = line.chars().skip(starts[at]).take(end - starts[at]).collect();
        collapsed(&text)
    };
    let rows: Vec<Vec<String>> =
        content.iter().map(|line| (0..starts.len()).map(|at| cell(line, at)).collect()).collect();
    let full = rows.iter().filter(|row: &&Vec<String>| row.iter().filter(|cell| !cell.is_empty()).count() >= 2).count();
    let is_list = rows.iter().filter(|row| marker(&format!("{} x", row[0])).is_some()).count() * 2 > rows.len();
    if full * 10 < rows.len() * 8 || is_list {
        return None;
    }
    let has_header = lines.get(1).is_some_and(|line| is_frame(line));
    Some(Table { caption: None, has_header, rows })
}

/// Whether indented lines are code, a drawing or anything else whose line breaks matter.
fn is_code(lines: &[String], body: usize) -> bool {
    let min_indent = lines.iter().map(|line| indent(line)).min().unwrap_or(0);
    if min_indent < body + 2 {
        return false;
    }
    if lines.len() == 1 && lines[0].trim().starts_with(['$', '%', '>']) {
        return true;
    }
    let text: String = lines.concat();
    let signs = text
        .chars()
        .filter(|c| !c.is_alphanumeric() && !c.is_whitespace() && !matches!(c, '.' | ',' | '\'' | '"'))
        .count();
    let letters = text.chars().filter(|c| !c.is_whitespace()).count();
    let is_ragged = lines.iter().any(|line| indent(line) != min_indent) && lines.len() > 2;
    signs * 100 >= letters * if is_ragged { 8 } else { 12 } && marker(&lines[0]).is_none()
}

/// Takes the title of a text: a short paragraph of up to three lines before the first heading, as RFCs have it.
fn take_title(document: &mut Document) {
    let is_title = |text: &str| {
        let letters = text.chars().filter(|c| c.is_alphabetic()).count();
        let length = text.chars().count();
        length <= 200
            && letters * 10 >= length * 7
            && text.lines().count() <= 3
            && !text.contains('©')
            && !ends_sentence(text)
    };
    let at = document.blocks.iter().take(8).position(|block| match &block.content {
        Content::Paragraph(text) | Content::Code { text, .. } => block.furniture.is_none() && is_title(text),
        _ => false,
    });
    let is_first_heading = document
        .blocks
        .iter()
        .find(|block| block.furniture.is_none())
        .is_some_and(|block| matches!(block.content, Content::Heading { .. }));
    if let Some(at) = at
        && !is_first_heading
    {
        let before_heading =
            document.blocks[..at].iter().all(|block| !matches!(block.content, Content::Heading { .. }));
        if before_heading {
            let text = collapsed(document.blocks[at].content.texts()[0]);
            document.title = Some(text.clone());
            document.blocks[at] =
                Block { furniture: Some(Furniture::Title), ..Block::new(Content::Heading { level: 1, text }) };
        }
    }
}
