//! Builds blocks from the events of the parser.
//!
//! One pass with a stack of open elements. An element that would exceed the nesting limit is not opened, and its
//! content goes to the parent; so the stack and the tree are shallow for any input.

use std::collections::HashMap;
use std::mem;
use std::ops::Range;

use pulldown_cmark::{Alignment, CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use super::dollars::broken_formulas;
use super::plain::task;
use super::{Align, Block, FormulaText, Inline, ListItem, Picture, TextPart, targets};

/// Maximum number of lists that are open at once.
const MAX_LISTS: usize = 3;
/// Maximum number of quotes that are open at once.
const MAX_QUOTES: usize = 8;
/// Maximum number of spans that are open at once.
const MAX_SPANS: usize = 8;

/// The blocks of a text, and the byte range of each of their pieces.
pub(super) fn blocks(text: &str) -> (Vec<Block>, Vec<Range<usize>>) {
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS | Options::ENABLE_MATH;
    let mut builder = Builder::default();
    for (event, at) in Parser::new_ext(text, options).into_offset_iter() {
        builder.ends_before_digit = text[at.end..].starts_with(|letter: char| letter.is_ascii_digit());
        builder.starts_with_escape = is_escaped(text, at.start);
        builder.at = at;
        builder.add_event(event);
    }
    while let Some(open) = builder.open.pop() {
        builder.close(open);
    }
    let widened = |at: Range<usize>| {
        // For the parser, an escaped character begins after its backslash.
        let escape = usize::from(text[..at.start].ends_with('\\'));
        at.start - escape..at.start + text[at].trim_end().len()
    };
    (builder.done, builder.sources.into_iter().map(widened).collect())
}

#[derive(Default)]
struct Builder {
    /// Blocks that are complete and in no other block.
    done: Vec<Block>,
    /// The open elements, the innermost last.
    open: Vec<OpenElement>,
    /// For each start event without its end event: whether it opened an element.
    starts: Vec<bool>,
    /// Byte range of the current event.
    at: Range<usize>,
    /// Whether a digit follows the current event.
    ends_before_digit: bool,
    /// Whether the current event starts with an escaped dollar or with an entity.
    starts_with_escape: bool,
    /// Byte range of the text in the open line.
    words: Option<Range<usize>>,
    /// Byte ranges of the formulas in the open line that stand on lines of their own.
    displays: Vec<Range<usize>>,
    /// Positions of the escaped dollars in each text of the open line, by the index of the text.
    literal_dollars: HashMap<usize, Vec<usize>>,
    /// Byte range of each piece of `done`, in reading order.
    sources: Vec<Range<usize>>,
}

/// An element that has begun and not ended.
enum OpenElement {
    Quote(Vec<Block>),
    List {
        start: Option<u64>,
        items: Vec<ListItem>,
    },
    Item(ListItem),
    /// The first row is the header.
    Table {
        align: Vec<Align>,
        rows: Vec<Vec<Vec<Inline>>>,
    },
    Code {
        language: String,
        lines: String,
        text: String,
    },
    LineBlock(LineBlock, Vec<Inline>),
    Span(Span, Vec<Inline>),
    /// A picture, whose alternative text is collected. Without a source only that text remains.
    Picture {
        source: Option<String>,
        title: String,
        alt: String,
    },
}

/// The kind of block that a line becomes.
enum LineBlock {
    Heading(u8),
    Paragraph,
    /// A paragraph for which the parser has no start and end event: the text of an item in a list without blank lines.
    Bare,
    Cell,
}

/// The kind of a span, with the target of a link.
enum Span {
    Strong,
    Emphasis,
    Strike,
    Link(String),
}

impl Builder {
    /// Handles one event of the parser.
    fn add_event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start_element(tag),
            Event::End(tag) => self.end_element(tag),
            Event::Text(text) | Event::InlineHtml(text) | Event::FootnoteReference(text) => self.add_text(&text),
            Event::InlineMath(source) => self.add_formula(&source, false),
            Event::DisplayMath(source) => self.add_formula(&source, true),
            Event::Html(text) => self.add_html(&text),
            Event::Code(text) => self.add_inline(Inline::Code(text.into_string())),
            Event::SoftBreak => self.add_text(" "),
            Event::HardBreak => self.add_inline(Inline::Break),
            Event::Rule => {
                self.end_bare();
                self.add_block(Block::Rule, self.at.clone());
            }
            Event::TaskListMarker(checked) => self.set_task(checked),
        }
    }

    /// Opens the element of a start event, if it may be opened.
    fn start_element(&mut self, tag: Tag<'_>) {
        if !is_inline(tag.to_end()) {
            self.end_bare();
        }
        let open = match tag {
            Tag::Paragraph | Tag::HtmlBlock => Some(OpenElement::LineBlock(LineBlock::Paragraph, Vec::new())),
            Tag::Heading { level, .. } => Some(OpenElement::LineBlock(LineBlock::Heading(level as u8), Vec::new())),
            Tag::BlockQuote(_) => (self.count(|open| matches!(open, OpenElement::Quote(_))) < MAX_QUOTES)
                .then(|| OpenElement::Quote(Vec::new())),
            Tag::CodeBlock(kind) => {
                Some(OpenElement::Code { language: language(&kind), lines: lines(&kind), text: String::new() })
            }
            Tag::List(start) => (self.count(|open| matches!(open, OpenElement::List { .. })) < MAX_LISTS)
                .then(|| OpenElement::List { start, items: Vec::new() }),
            Tag::Item => self.open_item(),
            Tag::Table(columns) => {
                Some(OpenElement::Table { align: columns.into_iter().map(align).collect(), rows: Vec::new() })
            }
            Tag::TableHead | Tag::TableRow => {
                if let Some(OpenElement::Table { rows, .. }) = self.open.last_mut() {
                    rows.push(Vec::new());
                }
                None
            }
            Tag::TableCell => Some(OpenElement::LineBlock(LineBlock::Cell, Vec::new())),
            Tag::Strong => self.span(Span::Strong),
            Tag::Emphasis => self.span(Span::Emphasis),
            Tag::Strikethrough => self.span(Span::Strike),
            Tag::Link { link_type, dest_url, .. } => {
                targets::link(link_type, &dest_url).and_then(|to| self.span(Span::Link(to)))
            }
            Tag::Image { dest_url, title, .. } => (!self.in_picture()).then(|| OpenElement::Picture {
                source: targets::picture(&dest_url),
                title: title.into_string(),
                alt: String::new(),
            }),
            // Events of extensions that are off.
            _ => None,
        };
        self.starts.push(open.is_some());
        if matches!(open, Some(OpenElement::LineBlock(..))) {
            self.words = None;
        }
        self.open.extend(open);
    }

    fn end_element(&mut self, tag: TagEnd) {
        if !is_inline(tag) {
            self.end_bare();
        } else if self.in_line() {
            self.extend_words();
        }
        if self.starts.pop() == Some(true)
            && let Some(open) = self.open.pop()
        {
            self.close(open);
        }
    }

    fn end_bare(&mut self) {
        if let Some(line) = self.open.pop_if(|open| matches!(open, OpenElement::LineBlock(LineBlock::Bare, _))) {
            self.close(line);
        }
    }

    /// Opens an item. An item of a list that is too deep becomes an item of the deepest allowed list.
    fn open_item(&mut self) -> Option<OpenElement> {
        match self.open.as_mut_slice() {
            [.., OpenElement::List { .. }] => return Some(OpenElement::Item(ListItem::default())),
            [.., OpenElement::List { items, .. }, OpenElement::Item(item)] if *item != ListItem::default() => {
                items.push(mem::take(item));
            }
            _ => {}
        }
        None
    }

    fn span(&self, span: Span) -> Option<OpenElement> {
        let is_allowed = !self.in_picture() && self.count(|open| matches!(open, OpenElement::Span(..))) < MAX_SPANS;
        is_allowed.then(|| OpenElement::Span(span, Vec::new()))
    }

    fn set_task(&mut self, checked: bool) {
        let parent = self.open.iter_mut().rev().find(|open| !matches!(open, OpenElement::LineBlock(..)));
        match parent {
            Some(OpenElement::Item(item)) => item.checked = Some(checked),
            _ => self.add_text(task(checked)),
        }
    }

    /// Adds a formula. A dollar before a digit belongs to a price and does not end a formula.
    fn add_formula(&mut self, source: &str, display: bool) {
        let formula = FormulaText { source: source.to_owned(), display };
        if (self.ends_before_digit && !display) || source.trim().is_empty() {
            self.add_text(&formula.written());
        } else {
            self.add_inline(Inline::Formula(formula));
            if display && matches!(self.open.last(), Some(OpenElement::LineBlock(..))) {
                self.displays.push(self.at.clone());
            }
        }
    }

    fn add_html(&mut self, text: &str) {
        for (index, line) in text.split('\n').enumerate() {
            if index > 0 {
                self.add_inline(Inline::Break);
            }
            self.add_text(line);
        }
    }

    fn add_text(&mut self, text: &str) {
        match self.open.last_mut() {
            Some(OpenElement::Code { text: code, .. }) => code.push_str(text),
            _ if text.is_empty() => {}
            _ => {
                self.add_inline(Inline::Text(text.to_owned()));
                if self.starts_with_escape && text.starts_with('$') {
                    self.add_literal_dollar(text.len());
                }
            }
        }
    }

    /// Records the position of an escaped dollar: the last `length` bytes of the open line begin with it.
    fn add_literal_dollar(&mut self, length: usize) {
        if let Some(OpenElement::LineBlock(_, run)) = self.open.last()
            && let Some(Inline::Text(words)) = run.last()
        {
            self.literal_dollars.entry(run.len() - 1).or_default().push(words.len() - length);
        }
    }

    /// Adds to the open line or picture, or opens a bare paragraph when neither is open.
    fn add_inline(&mut self, inline: Inline) {
        if !self.in_line() {
            self.words = None;
        }
        self.extend_words();
        match self.open.last_mut() {
            Some(OpenElement::LineBlock(_, run) | OpenElement::Span(_, run)) => match (run.last_mut(), inline) {
                (Some(Inline::Text(before)), Inline::Text(text)) => before.push_str(&text),
                (_, inline) => run.push(inline),
            },
            Some(OpenElement::Picture { alt, .. }) => match inline {
                Inline::Text(text) | Inline::Code(text) => alt.push_str(&text),
                Inline::Formula(formula) => alt.push_str(&formula.plain()),
                _ => alt.push(' '),
            },
            _ => self.open.push(OpenElement::LineBlock(LineBlock::Bare, vec![inline])),
        }
    }

    /// Extends the byte range of the open line by that of the event.
    fn extend_words(&mut self) {
        let at = self.at.clone();
        self.words = Some(match self.words.take() {
            Some(words) => words.start.min(at.start)..words.end.max(at.end),
            None => at,
        });
    }

    /// Adds a block with its byte range.
    fn add_block(&mut self, block: Block, at: Range<usize>) {
        let is_quoted = self.open.iter().any(|open| matches!(open, OpenElement::Quote(_)));
        if !is_quoted && !matches!(block, Block::List { .. }) && !block.is_blank() {
            self.sources.push(at);
        }
        let parent = self.open.iter_mut().rev().find_map(|open| match open {
            OpenElement::Quote(blocks) | OpenElement::Item(ListItem { blocks, .. }) => Some(blocks),
            _ => None,
        });
        parent.unwrap_or(&mut self.done).push(block);
    }

    /// Adds a complete element to its parent.
    fn close(&mut self, open: OpenElement) {
        match open {
            OpenElement::Quote(blocks) if blocks.is_empty() => {}
            OpenElement::Quote(blocks) => self.add_block(Block::Quote(blocks), self.at.clone()),
            OpenElement::List { start, items } => self.add_block(Block::List { start, items }, self.at.clone()),
            OpenElement::Item(item) => {
                if let Some(OpenElement::List { items, .. }) = self.open.last_mut() {
                    items.push(item);
                }
            }
            OpenElement::Table { align, rows } => {
                let mut rows = rows.into_iter();
                let head = rows.next().unwrap_or_default();
                self.add_block(Block::Table { align, head, rows: rows.collect() }, self.at.clone());
            }
            OpenElement::Code { text, .. } if text.is_empty() => {}
            OpenElement::Code { language, lines, mut text } => {
                text.truncate(text.strip_suffix('\n').unwrap_or(&text).len());
                self.add_block(Block::Code { language, lines, text }, self.at.clone());
            }
            OpenElement::LineBlock(line, run) => self.close_line(&line, run),
            OpenElement::Span(_, run) if run.is_empty() => {}
            OpenElement::Span(span, run) => self.add_inline(match span {
                Span::Strong => Inline::Strong(run),
                Span::Emphasis => Inline::Emphasis(run),
                Span::Strike => Inline::Strike(run),
                Span::Link(to) => Inline::Link { to, text: run },
            }),
            OpenElement::Picture { source: Some(source), title, alt } => {
                self.add_inline(Inline::Picture(Picture { source, alt, title }));
            }
            OpenElement::Picture { alt, .. } => self.add_text(&alt),
        }
    }

    /// Adds a complete line: a heading, a paragraph or the cell of a table.
    fn close_line(&mut self, line: &LineBlock, mut run: Vec<Inline>) {
        while run.pop_if(|inline| *inline == Inline::Break).is_some() {}
        let has_dollar = |inline: &Inline| matches!(inline, Inline::Text(words) if words.contains('$'));
        let mut literal = mem::take(&mut self.literal_dollars);
        if run.iter().any(has_dollar) {
            let split = |(index, inline): (usize, Inline)| {
                with_broken_formulas(inline, &literal.remove(&index).unwrap_or_default())
            };
            run = run.into_iter().enumerate().flat_map(split).collect();
        }
        let at = self.words.take().unwrap_or_else(|| self.at.clone());
        let displays = mem::take(&mut self.displays);
        match line {
            LineBlock::Cell => {
                if let Some(OpenElement::Table { rows, .. }) = self.open.last_mut()
                    && let Some(row) = rows.last_mut()
                {
                    row.push(run);
                }
            }
            _ if run.is_empty() => {}
            LineBlock::Heading(level) => self.add_block(Block::Heading { level: *level, text: run }, at),
            LineBlock::Paragraph | LineBlock::Bare => {
                for (run, at) in split_at_displays(run, at, &displays) {
                    match <[Inline; 1]>::try_from(run) {
                        Ok([Inline::Picture(picture)]) => self.add_block(Block::Picture(picture), at),
                        Ok([inline]) => self.add_block(Block::Paragraph(vec![inline]), at),
                        Err(run) => self.add_block(Block::Paragraph(run), at),
                    }
                }
            }
        }
    }

    fn in_line(&self) -> bool {
        self.open.iter().any(|open| matches!(open, OpenElement::LineBlock(..)))
    }

    fn in_picture(&self) -> bool {
        matches!(self.open.last(), Some(OpenElement::Picture { .. }))
    }

    fn count(&self, kind: impl Fn(&OpenElement) -> bool) -> usize {
        self.open.iter().filter(|open| kind(open)).count()
    }
}

/// A text, split at formulas whose braces do not match. `literal` has the positions of its escaped dollars.
fn with_broken_formulas(inline: Inline, literal: &[usize]) -> Vec<Inline> {
    let parts = match &inline {
        Inline::Text(words) => broken_formulas(words, literal),
        _ => None,
    };
    let Some(parts) = parts else { return vec![inline] };
    let part = |part: TextPart<'_>| match part {
        TextPart::Words(words) => Inline::Text(words.into_owned()),
        TextPart::Formula(formula) => Inline::Formula(formula),
    };
    parts.into_iter().map(part).collect()
}

/// Splits a paragraph around formulas that stand on lines of their own. Each part has its byte range.
fn split_at_displays(
    run: Vec<Inline>,
    at: Range<usize>,
    displays: &[Range<usize>],
) -> Vec<(Vec<Inline>, Range<usize>)> {
    let is_display = |inline: &Inline| matches!(inline, Inline::Formula(formula) if formula.display);
    if run.len() == 1 || displays.is_empty() || run.iter().filter(|inline| is_display(inline)).count() != displays.len()
    {
        return vec![(run, at)];
    }
    let mut places = displays.iter();
    let mut parts = vec![(Vec::new(), at.clone())];
    for inline in run {
        let Some((part, range)) = parts.last_mut() else { continue };
        if !is_display(&inline) {
            part.push(inline);
        } else if let Some(place) = places.next() {
            range.end = place.start;
            parts.extend([(vec![inline], place.clone()), (Vec::new(), place.end..at.end)]);
        }
    }
    for (part, _) in &mut parts {
        trim(part);
    }
    parts.retain(|(part, _)| !part.is_empty());
    parts
}

/// Removes white space and line breaks at both ends of a run.
fn trim(run: &mut Vec<Inline>) {
    let is_blank = |inline: &Inline| match inline {
        Inline::Text(text) => text.trim().is_empty(),
        inline => *inline == Inline::Break,
    };
    while run.pop_if(|last| is_blank(last)).is_some() {}
    let blank = run.iter().take_while(|inline| is_blank(inline)).count();
    run.drain(..blank);
    if let Some(Inline::Text(text)) = run.first_mut() {
        text.drain(..text.len() - text.trim_start().len());
    }
    if let Some(Inline::Text(text)) = run.last_mut() {
        text.truncate(text.trim_end().len());
    }
}

/// Whether an escaped dollar or an entity is at a position of a text.
fn is_escaped(text: &str, at: usize) -> bool {
    let (before, from) = text.split_at(at);
    match from.bytes().next() {
        Some(b'$') => before.bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 1,
        Some(b'&') => true,
        _ => false,
    }
}

fn is_inline(tag: TagEnd) -> bool {
    matches!(tag, TagEnd::Strong | TagEnd::Emphasis | TagEnd::Strikethrough | TagEnd::Link | TagEnd::Image)
}

fn language(kind: &CodeBlockKind<'_>) -> String {
    match kind {
        CodeBlockKind::Indented => String::new(),
        CodeBlockKind::Fenced(info) => {
            let name = info.split_once('{').map_or(&**info, |(name, _)| name);
            let name = if name.trim().is_empty() { info } else { name };
            name.split([',', ' ', '\t']).find(|word| !word.is_empty()).unwrap_or_default().to_owned()
        }
    }
}

/// The lines that a fence names in braces, as "```rust {1-3|5}" does. Empty when the braces contain anything else.
fn lines(kind: &CodeBlockKind<'_>) -> String {
    let CodeBlockKind::Fenced(info) = kind else { return String::new() };
    let inside = info.split_once('{').and_then(|(_, rest)| rest.split_once('}')).map_or("", |(inside, _)| inside);
    let is_range = |range: &str| {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        [first, last].iter().all(|number| number.trim().parse::<u16>().is_ok_and(|number| number > 0))
    };
    let is_group = |group: &&str| group.split(',').all(is_range);
    // Before the first step and after the last one all lines are shown anyway.
    let is_all = |group: &&str| matches!(group.trim(), "all" | "*");
    let groups: Vec<&str> = inside.split('|').filter(|group| !is_all(group)).map(str::trim).collect();
    if groups.iter().all(is_group) { groups.join("|") } else { String::new() }
}

fn align(column: Alignment) -> Align {
    match column {
        Alignment::None => Align::Natural,
        Alignment::Left => Align::Left,
        Alignment::Center => Align::Center,
        Alignment::Right => Align::Right,
    }
}
