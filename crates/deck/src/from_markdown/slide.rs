//! Chooses the slide type for the Markdown text of a slide, and fills its fields.

use serde_json::{Value, json};

use super::remark_text::MarkdownText;
use super::split::Verbatim;
use crate::{
    Block, Content, FormulaText, Inline, ListItem, TextPart, blocks, is_picture, plain_inlines, plain_text, shortened,
    text_parts,
};

// Bounds of fields in the catalogue, in characters or entries. They decide which slide type a text fits.
const MAX_TITLE: usize = 120;
const MAX_LINE: usize = 160;
const MAX_BODY: usize = 3000;
const MAX_CODE: usize = 6000;
const MAX_MARKED_LINES: usize = 80;
const MAX_CELL: usize = 400;
const MAX_COLUMNS: usize = 10;
const MAX_ROWS: usize = 40;
const MAX_POINT_TITLE: usize = 80;
const MAX_POINT_TEXT: usize = 120;
const MAX_QUOTE: usize = 400;
const MAX_FORMULA: usize = 1000;
const MAX_DIAGRAM: usize = 4000;
const MAX_SYMBOLS: usize = 8;
const MAX_SYMBOL: usize = 100;
const MAX_MEANING: usize = 160;

/// The slides made from one source: one, or several when the text is too long.
#[derive(Debug, Default)]
pub(super) struct DraftedSlides {
    pub(super) slides: Vec<(&'static str, Content)>,
    pub(super) remarks: Vec<MarkdownText>,
}

/// The text in braces after the language of the first code block of a text; none when it is blank, `all` or `*`, which
/// mean all lines.
fn fence_attributes(text: &str) -> Option<&str> {
    let mut lines = text.lines().map(str::trim_start);
    let info = lines.find(|line| line.starts_with("```") || line.starts_with("~~~"))?;
    let (_, rest) = info.split_once('{')?;
    let inside = rest.split_once('}').map_or(rest, |(inside, _)| inside).trim();
    (!matches!(inside, "" | "all" | "*")).then_some(inside)
}

/// A heading at the start of a text.
#[derive(Debug)]
pub(super) struct Heading<'a> {
    level: usize,
    /// Its plain text.
    pub(super) text: String,
    /// Its text for a field.
    label: String,
    /// The text below it.
    rest: &'a str,
}

impl<'a> Heading<'a> {
    fn new(level: usize, words: &str, rest: &'a str) -> Heading<'a> {
        let blocks = blocks(words);
        let text = plain_text(&blocks);
        let label = match blocks.as_slice() {
            [Block::Paragraph(run)] => label(run),
            _ => text.clone(),
        };
        Heading { level, text, label, rest }
    }
}

/// The heading that a text begins with.
pub(super) fn heading(text: &str) -> Option<Heading<'_>> {
    let text = text.trim_start_matches('\n');
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let level = first.bytes().take_while(|byte| *byte == b'#').count();
    if (1..=6).contains(&level) && first[level..].starts_with([' ', '\t']) {
        let words = first[level..].trim().trim_end_matches('#').trim_end();
        return Some(Heading::new(level, words, rest));
    }
    let (second, below) = rest.split_once('\n').unwrap_or((rest, ""));
    let is_underlined = !first.trim().is_empty() && !second.trim().is_empty();
    let is_underlined = is_underlined && second.trim().bytes().all(|byte| byte == b'=');
    is_underlined.then(|| Heading::new(1, first, below))
}

/// The slides made from one source. A slide that requires a title and has none gets `fallback_title`.
pub(super) fn draft_slides(text: &str, is_first: bool, fallback_title: &str) -> DraftedSlides {
    let mut remarks = Vec::new();
    let found = heading(text);
    let (level, title, below) = match &found {
        Some(heading) => (heading.level, Some(heading.label.as_str()), heading.rest),
        None => (0, None, text),
    };
    let (subheading, rest) = subheading(below, level);
    let (pictures, mut body) = pictures(rest, &mut remarks);
    if !pictures.is_empty() && !body.trim().is_empty() {
        // Text beside pictures has no field for a second heading.
        body.insert_str(0, &below[..below.len() - rest.len()]);
    }
    let parsed: Vec<Block> = blocks(&body).into_iter().filter(|block| !block.is_blank()).collect();
    let slide = ParsedSlide {
        is_first,
        level,
        title,
        fallback_title,
        subheading,
        body: body.trim(),
        blocks: &parsed,
        pictures,
    };
    let mut slides = slide.slides(&mut remarks);
    for (key, content) in &mut slides {
        cut_to_fit(key, content, &mut remarks);
    }
    DraftedSlides { slides, remarks }
}

/// A parsed slide.
struct ParsedSlide<'a> {
    is_first: bool,
    level: usize,
    title: Option<&'a str>,
    fallback_title: &'a str,
    subheading: Option<String>,
    body: &'a str,
    blocks: &'a [Block],
    pictures: Vec<Value>,
}

type Slides = Vec<(&'static str, Content)>;

impl ParsedSlide<'_> {
    /// The slides for the parsed text.
    fn slides(&self, remarks: &mut Vec<MarkdownText>) -> Slides {
        if !self.pictures.is_empty() {
            return self.picture_slide(remarks);
        }
        let single = self.opening().or_else(|| match self.blocks {
            [Block::Table { head, rows, .. }] => self.table(head, rows, None),
            [Block::Table { head, rows, .. }, Block::Paragraph(run)] => self.table(head, rows, Some(run)),
            [Block::Code { language, text, .. }] if is_diagram(language, text) => Some(self.diagram(text, None)),
            [Block::Code { language, text, .. }, Block::Paragraph(run)]
                if is_diagram(language, text) && plain_inlines(run).chars().count() <= MAX_LINE =>
            {
                Some(self.diagram(text, Some(run)))
            }
            [Block::Code { language, lines, text }] => Some(self.code((language, lines), text, None, remarks)),
            [Block::Code { language, lines, text }, Block::Paragraph(run)]
                if plain_inlines(run).chars().count() <= MAX_LINE =>
            {
                Some(self.code((language, lines), text, Some(run), remarks))
            }
            [Block::Paragraph(run)] => self.formula(run, &[]),
            [Block::Paragraph(run), Block::List { items, .. }] => self.formula(run, items),
            [Block::List { start, items }] => self.list(start.is_some(), items),
            [Block::Quote(quoted)] if self.title.is_none() => quote(quoted, None),
            [Block::Quote(quoted), Block::Paragraph(run)] if self.title.is_none() => quote(quoted, Some(run)),
            _ => None,
        });
        match single {
            Some(slide) => vec![slide],
            None => self.around_diagrams(remarks).unwrap_or_else(|| self.content(remarks)),
        }
    }

    /// Slides for a text with diagrams in it: one for each diagram, and others for the text between them. A short
    /// paragraph above a diagram is its supporting line, one below it its caption. None if there is no diagram.
    fn around_diagrams(&self, remarks: &mut Vec<MarkdownText>) -> Option<Slides> {
        let parts = split_at_diagrams(self.body);
        if !parts.iter().any(|part| matches!(part, BodyPart::Diagram(_))) {
            return None;
        }
        let mut subheading = self.subheading.clone();
        let mut slides = Slides::new();
        let mut parts = parts.into_iter().peekable();
        while let Some(part) = parts.next() {
            match part {
                BodyPart::Diagram(source) => {
                    let has_line = subheading.is_some();
                    let (key, mut content) = self.with_subheading(subheading.take()).diagram(&source, None);
                    if let Some(line) = parts.peek().and_then(BodyPart::line) {
                        parts.next();
                        if has_line && parts.peek().is_some() {
                            // A line between two diagrams belongs to the second one if the first one has a line.
                            subheading = Some(line);
                        } else {
                            content.insert("caption".to_owned(), json!(line));
                        }
                    }
                    slides.push((key, content));
                }
                BodyPart::Text(text) => {
                    let part = BodyPart::Text(text);
                    if let Some(line) = part.line().filter(|_| subheading.is_none() && parts.peek().is_some()) {
                        subheading = Some(line);
                        continue;
                    }
                    let BodyPart::Text(text) = part else { continue };
                    let parsed: Vec<Block> = blocks(&text).into_iter().filter(|block| !block.is_blank()).collect();
                    let slide = self.with_subheading(subheading.take());
                    slides.extend(ParsedSlide { body: text.trim(), blocks: &parsed, ..slide }.slides(remarks));
                }
            }
        }
        if slides.len() > 1 {
            remarks.push(MarkdownText::BesideDiagram { n: slides.len() });
        }
        Some(slides)
    }

    /// The slide without its text and with another second heading.
    fn with_subheading(&self, subheading: Option<String>) -> ParsedSlide<'_> {
        // A level at which a short text is not an opening slide.
        let level = self.level.max(2);
        ParsedSlide { is_first: false, level, subheading, body: "", blocks: &[], pictures: Vec::new(), ..*self }
    }

    /// Title of a slide type that requires one.
    fn required_title(&self) -> &str {
        self.title.unwrap_or(self.fallback_title)
    }

    /// A title or section slide, if there is little more than a heading.
    fn opening(&self) -> Option<(&'static str, Content)> {
        let lines: Option<Vec<String>> = self.blocks.iter().map(line).collect();
        let mut lines: Vec<String> = self.subheading.clone().into_iter().chain(lines?).collect();
        let title = match self.title {
            Some(title) => title.to_owned(),
            None if lines.len() == 1 => lines.remove(0),
            None => return None,
        };
        let max = match (self.is_first, self.level) {
            (true, 0 | 1) => 3,
            (_, 1) => 1,
            _ => 0,
        };
        if lines.len() > max || title.is_empty() {
            return None;
        }
        let mut lines = lines.into_iter();
        let mut content = object(json!({ "title": title }));
        if let Some(subheading) = lines.next() {
            content.insert("subheading".to_owned(), json!(subheading));
        }
        let meta = lines.collect::<Vec<_>>().join(" · ");
        if !meta.is_empty() {
            content.insert("meta".to_owned(), json!(meta));
        }
        Some((if self.is_first { "title-slide" } else { "chapter-title-slide" }, content))
    }

    /// A slide of pictures, with or without text.
    fn picture_slide(&self, remarks: &mut Vec<MarkdownText>) -> Slides {
        let title = self.title.unwrap_or_default();
        let (key, max, content) = match (self.pictures.as_slice(), self.blocks.is_empty()) {
            ([only], true) => {
                let mut content = object(json!({ "image": only["src"], "alt": only["alt"] }));
                let subheading = json!(self.subheading);
                for (key, value) in
                    [("title", json!(title)), ("subheading", subheading), ("caption", only["caption"].clone())]
                {
                    if value.as_str().is_some_and(|text| !text.is_empty()) {
                        content.insert(key.to_owned(), value);
                    }
                }
                ("image-slide", 1, content)
            }
            (several, true) => {
                let images = &several[..several.len().min(6)];
                let mut content = object(json!({ "title": title, "images": images }));
                if let Some(subheading) = &self.subheading {
                    content.insert("subheading".to_owned(), json!(subheading));
                }
                ("gallery-slide", 6, content)
            }
            (some, false) => {
                let bare = |picture: &Value| json!({ "src": picture["src"], "alt": picture["alt"] });
                let images: Vec<Value> = some.iter().take(3).map(bare).collect();
                let body: String = self.body.chars().take(MAX_BODY).collect();
                if body.len() < self.body.len() {
                    remarks.push(MarkdownText::BesidePictures { most: MAX_BODY });
                }
                let mut content = object(json!({ "title": self.required_title(), "body": body, "images": images }));
                let captions = some.iter().take(3).map(|picture| text_of(&picture["caption"]));
                let captions: Vec<&str> = captions.filter(|caption| !caption.is_empty()).collect();
                if !captions.is_empty() {
                    content.insert("caption".to_owned(), json!(captions.join(" · ")));
                }
                ("image-text-slide", 3, content)
            }
        };
        for left_out in self.pictures.iter().skip(max) {
            remarks.push(MarkdownText::ManyPictures { source: text_of(&left_out["src"]).to_owned(), most: max });
        }
        vec![(key, content)]
    }

    /// A table slide, if the table fits.
    fn table(
        &self,
        head: &[Vec<Inline>],
        rows: &[Vec<Vec<Inline>>],
        below: Option<&Vec<Inline>>,
    ) -> Option<(&'static str, Content)> {
        // The cells of a table slide can have neither links nor pictures.
        let is_unfit = |cell: &Vec<Inline>| label(cell).chars().count() > MAX_CELL || has_address(cell);
        let has_unfit_cell = head.iter().chain(rows.iter().flatten()).any(is_unfit);
        if head.len() > MAX_COLUMNS || rows.len() + 1 > MAX_ROWS || has_unfit_cell {
            return None;
        }
        let row = |cells: &[Vec<Inline>]| {
            let cells = cells.iter().zip(1..).map(|(cell, number)| (format!("c{number}"), json!(label(cell))));
            Value::Object(cells.collect())
        };
        let all: Vec<Value> = std::iter::once(row(head)).chain(rows.iter().map(|cells| row(cells))).collect();
        let count = head.len().to_string();
        let mut content =
            object(json!({ "title": self.required_title(), "rows": all, "colCount": count, "headerRow": "on" }));
        if let Some(caption) = self.caption(below) {
            content.insert("caption".to_owned(), json!(caption));
        }
        Some(("table-slide", content))
    }

    /// A code slide. Code that is too long is cut.
    fn code(
        &self,
        (language, lines): (&str, &str),
        text: &str,
        below: Option<&Vec<Inline>>,
        remarks: &mut Vec<MarkdownText>,
    ) -> (&'static str, Content) {
        let kept: String = text.chars().take(MAX_CODE).collect();
        if kept.len() < text.len() {
            remarks.push(MarkdownText::LongCode { most: MAX_CODE });
        }
        let mut content = object(json!({ "title": self.required_title(), "code": kept }));
        if !language.is_empty() {
            content.insert("language".to_owned(), json!(language));
        }
        if (1..=MAX_MARKED_LINES).contains(&lines.len()) {
            let key = if lines.contains('|') { "highlightSteps" } else { "highlightLines" };
            content.insert(key.to_owned(), json!(lines));
        } else if !lines.is_empty() {
            remarks.push(MarkdownText::LongMarks { most: MAX_MARKED_LINES });
        } else if let Some(attributes) = fence_attributes(self.body) {
            let attributes = shortened(attributes, MAX_MARKED_LINES);
            remarks.push(MarkdownText::FenceAttributes { attributes });
        }
        if let Some(caption) = self.caption(below) {
            content.insert("caption".to_owned(), json!(caption));
        }
        ("code-slide", content)
    }

    /// The caption of a slide type without a field for a second heading: that heading, and the line below.
    fn caption(&self, below: Option<&Vec<Inline>>) -> Option<String> {
        let parts: Vec<String> = self.subheading.clone().into_iter().chain(below.map(|run| label(run))).collect();
        (!parts.is_empty()).then(|| parts.join(" · "))
    }

    /// A diagram slide.
    fn diagram(&self, text: &str, below: Option<&Vec<Inline>>) -> (&'static str, Content) {
        let mut content = object(json!({ "title": self.required_title(), "diagram": text.trim_end() }));
        if let Some(subheading) = &self.subheading {
            content.insert("subheading".to_owned(), json!(subheading));
        }
        if let Some(run) = below {
            content.insert("caption".to_owned(), json!(label(run)));
        }
        ("diagram-slide", content)
    }

    /// A list slide, if all points are short and without formatting.
    fn list(&self, numbered: bool, items: &[ListItem]) -> Option<(&'static str, Content)> {
        if !(2..=8).contains(&items.len()) {
            return None;
        }
        let points: Option<Vec<Value>> = items.iter().map(point).collect();
        let variant = if numbered { "numbers" } else { "bullets" };
        let mut content = object(json!({ "title": self.required_title(), "variant": variant, "items": points? }));
        if let Some(subheading) = &self.subheading {
            content.insert("subheading".to_owned(), json!(subheading));
        }
        Some(("list-slide", content))
    }

    /// A formula slide, if the paragraph is a formula and each item of the list explains a symbol.
    fn formula(&self, run: &[Inline], symbols: &[ListItem]) -> Option<(&'static str, Content)> {
        let [Inline::Formula(FormulaText { source, display: true })] = run else { return None };
        let parts: Vec<Value> = symbols.iter().map(symbol).collect::<Option<_>>()?;
        if source.chars().count() > MAX_FORMULA || parts.len() > MAX_SYMBOLS {
            return None;
        }
        let title = self.required_title();
        let mut content = object(json!({ "title": title, "formula": source.trim(), "parts": parts }));
        if let Some(subheading) = &self.subheading {
            content.insert("subheading".to_owned(), json!(subheading));
        }
        Some(("formula-slide", content))
    }

    /// Content slides with the Markdown as written, as many as needed.
    fn content(&self, remarks: &mut Vec<MarkdownText>) -> Slides {
        let pieces = pieces(self.body, MAX_BODY);
        if pieces.len() > 1 {
            remarks.push(MarkdownText::LongText { most: MAX_BODY, n: pieces.len() });
        }
        let title = shortened(self.required_title(), MAX_TITLE - 5);
        let several = pieces.into_iter().zip(1..);
        several
            .map(|(body, number)| {
                let title = if number == 1 { self.required_title().to_owned() } else { format!("{title} ({number})") };
                let mut content = object(json!({ "title": title, "body": body }));
                if let Some(subheading) = self.subheading.as_ref().filter(|_| number == 1) {
                    content.insert("subheading".to_owned(), json!(subheading));
                }
                ("content-slide", content)
            })
            .collect()
    }
}

/// A second heading directly below the first, if there are no further headings.
fn subheading(below: &str, level: usize) -> (Option<String>, &str) {
    let Some(found) = heading(below).filter(|found| level > 0 && found.level > level) else { return (None, below) };
    let has_further_headings = blocks(found.rest).iter().any(|block| matches!(block, Block::Heading { .. }));
    if has_further_headings || found.label.chars().count() > MAX_LINE {
        return (None, below);
    }
    (Some(found.label), found.rest)
}

/// The text of a line for a field without Markdown, in which formulas keep their notation. Dollars of the text are
/// escaped where they would delimit a formula.
fn label(run: &[Inline]) -> String {
    let mut text = String::new();
    add_label(run, false, &mut text);
    let read = text_parts(&text).into_iter().map(|part| match part {
        TextPart::Words(words) => words.into_owned(),
        TextPart::Formula(formula) => formula.plain(),
    });
    if read.collect::<String>() != plain_inlines(run) {
        text.clear();
        add_label(run, true, &mut text);
    }
    text
}

fn add_label(run: &[Inline], escapes: bool, text: &mut String) {
    for inline in run {
        match inline {
            Inline::Text(words) | Inline::Code(words) if escapes => text.push_str(&words.replace('$', "\\$")),
            Inline::Text(words) | Inline::Code(words) => text.push_str(words),
            Inline::Strong(run) | Inline::Emphasis(run) | Inline::Strike(run) | Inline::Link { text: run, .. } => {
                add_label(run, escapes, text);
            }
            Inline::Picture(picture) => text.push_str(&picture.alt),
            Inline::Formula(formula) => text.push_str(&formula.written()),
            Inline::Break => text.push('\n'),
        }
    }
}

/// Whether a line has a link or a picture.
fn has_address(run: &[Inline]) -> bool {
    run.iter().any(|inline| match inline {
        Inline::Link { .. } | Inline::Picture(_) => true,
        Inline::Strong(run) | Inline::Emphasis(run) | Inline::Strike(run) => has_address(run),
        Inline::Text(_) | Inline::Code(_) | Inline::Formula(_) | Inline::Break => false,
    })
}

/// The text of a paragraph, if it is one short line without links, pictures and code.
fn line(block: &Block) -> Option<String> {
    let Block::Paragraph(run) = block else { return None };
    let text = plain_inlines(run).replace('\n', " ");
    (text.chars().count() <= MAX_LINE && !has_more_than_words(run)).then_some(text)
}

fn has_more_than_words(run: &[Inline]) -> bool {
    run.iter().any(|inline| match inline {
        Inline::Link { .. } | Inline::Picture(_) | Inline::Code(_) | Inline::Formula(_) => true,
        Inline::Strong(run) | Inline::Emphasis(run) | Inline::Strike(run) => has_more_than_words(run),
        Inline::Text(_) | Inline::Break => false,
    })
}

/// A list item as a title with an optional text.
fn point(item: &ListItem) -> Option<Value> {
    let [Block::Paragraph(run)] = item.blocks.as_slice() else { return None };
    if item.checked.is_some() || has_more_than_words(run) {
        return None;
    }
    let fits = |title: &str, text: &str| {
        let (title, text) = (title.trim(), text.trim());
        let is_short = title.chars().count() <= MAX_POINT_TITLE && text.chars().count() <= MAX_POINT_TEXT;
        (is_short && !title.is_empty())
            .then(|| if text.is_empty() { json!({ "title": title }) } else { json!({ "title": title, "text": text }) })
    };
    if let [Inline::Strong(lead), rest @ ..] = run.as_slice() {
        let text = plain_inlines(rest);
        let text = text.trim_start_matches([':', '.', ',', '–', '—', '-', ' ']);
        return fits(plain_inlines(lead).trim_end_matches([':', '.']), text);
    }
    let whole = plain_inlines(run).replace('\n', " ");
    let split = || whole.split_once(": ").and_then(|(title, text)| fits(title, text));
    fits(&whole, "").or_else(split)
}

/// A list item such as `$v$: speed` as a symbol with its meaning.
fn symbol(item: &ListItem) -> Option<Value> {
    let [Block::Paragraph(run)] = item.blocks.as_slice() else { return None };
    let [Inline::Formula(formula), rest @ ..] = run.as_slice() else { return None };
    let text = label(rest).replace('\n', " ");
    let text = text.trim_start_matches([':', ',', '=', '–', '—', '-', ' ']).trim_end();
    let is_short = formula.source.chars().count() <= MAX_SYMBOL && text.chars().count() <= MAX_MEANING;
    (is_short && item.checked.is_none()).then(|| json!({ "symbol": formula.source.trim(), "text": text }))
}

/// A part of the text of a slide.
#[derive(Debug)]
enum BodyPart {
    /// Markdown without diagrams.
    Text(String),
    /// The text of a diagram.
    Diagram(String),
}

impl BodyPart {
    /// The text of a field, if the part is one short paragraph without links and pictures.
    fn line(&self) -> Option<String> {
        let BodyPart::Text(text) = self else { return None };
        let parsed: Vec<Block> = blocks(text).into_iter().filter(|block| !block.is_blank()).collect();
        let [Block::Paragraph(run)] = parsed.as_slice() else { return None };
        let is_line = plain_inlines(run).chars().count() <= MAX_LINE && !has_address(run);
        is_line.then(|| label(run).replace('\n', " "))
    }
}

/// Splits a text at the code blocks that are diagrams, except those in lists.
fn split_at_diagrams(text: &str) -> Vec<BodyPart> {
    let mut parts = Vec::new();
    let (mut words, mut diagram) = (String::new(), None::<String>);
    let mut verbatim = Verbatim::default();
    let is_opening = |line: &str| {
        let info = line.trim_start().trim_start_matches(['`', '~']).trim();
        let language = info.split([' ', '{']).next().unwrap_or_default();
        language.eq_ignore_ascii_case("mermaid") && line.len() - line.trim_start().len() <= 3
    };
    for line in text.lines() {
        let was_in_code = verbatim.in_code();
        verbatim.advance(line);
        match &mut diagram {
            Some(source) if verbatim.in_code() => {
                source.push_str(line);
                source.push('\n');
            }
            Some(source) => {
                let source = std::mem::take(source);
                diagram = None;
                if is_diagram("mermaid", &source) {
                    parts.push(BodyPart::Text(std::mem::take(&mut words)));
                    parts.push(BodyPart::Diagram(source));
                } else {
                    words.extend(["```mermaid\n", &source, "```\n"]);
                }
            }
            None if !was_in_code && verbatim.in_code() && is_opening(line) => diagram = Some(String::new()),
            None => {
                words.push_str(line);
                words.push('\n');
            }
        }
    }
    match diagram {
        Some(source) if is_diagram("mermaid", &source) => {
            parts.extend([BodyPart::Text(words), BodyPart::Diagram(source)]);
        }
        Some(source) => parts.push(BodyPart::Text(format!("{words}```mermaid\n{source}"))),
        None => parts.push(BodyPart::Text(words)),
    }
    parts.retain(|part| !matches!(part, BodyPart::Text(text) if text.trim().is_empty()));
    parts
}

/// Whether a block of code is a diagram that fits on a slide.
fn is_diagram(language: &str, text: &str) -> bool {
    language.eq_ignore_ascii_case("mermaid")
        && !text.trim().is_empty()
        && text.trim_end().chars().count() <= MAX_DIAGRAM
}

/// A quote slide, with the attribution if there is one. None when the quote is too long, or `below` is no attribution.
fn quote(quoted: &[Block], below: Option<&Vec<Inline>>) -> Option<(&'static str, Content)> {
    // The name after a dash at the start of a line.
    let name_after_dash = |run: &Vec<Inline>| {
        let text = plain_inlines(run);
        let name = text.trim().trim_start_matches(['—', '–', '-', ' ']);
        (name.len() < text.trim().len()).then(|| name.to_owned())
    };
    let mut attribution = match below {
        Some(run) => Some(name_after_dash(run)?),
        None => None,
    };
    let mut quoted = quoted;
    if let ([rest @ .., Block::Paragraph(run)], None) = (quoted, &attribution)
        && !rest.is_empty()
        && let Some(name) = name_after_dash(run)
    {
        (quoted, attribution) = (rest, Some(name));
    }
    let text = match quoted {
        [Block::Paragraph(run)] => label(run),
        _ => plain_text(quoted),
    };
    if text.chars().count() > MAX_QUOTE {
        return None;
    }
    let mut content = object(json!({ "quote": text }));
    if let Some(name) = attribution {
        content.insert("attribution".to_owned(), json!(name));
    }
    Some(("quote-slide", content))
}

/// Extracts the pictures that are alone on their line; returns them and the other lines.
fn pictures(text: &str, remarks: &mut Vec<MarkdownText>) -> (Vec<Value>, String) {
    let (mut found, mut rest) = (Vec::new(), String::with_capacity(text.len()));
    let mut verbatim = Verbatim::default();
    for line in text.lines() {
        let is_verbatim = verbatim.advance(line);
        match picture(line.trim()).filter(|_| !is_verbatim) {
            Some((alt, source, title)) if is_picture(source) => {
                found.push(json!({ "src": source, "alt": shortened(alt, 180), "caption": shortened(title, 100) }));
            }
            Some((alt, source, _)) => {
                remarks.push(MarkdownText::PictureAddress { source: source.to_owned() });
                rest.push_str(alt);
                rest.push('\n');
            }
            None => {
                rest.push_str(line);
                rest.push('\n');
            }
        }
    }
    (found, rest)
}

/// Alternative text, source and title of a line that is `![alt](source "title")`.
fn picture(line: &str) -> Option<(&str, &str, &str)> {
    let inside = line.strip_prefix("![")?.strip_suffix(')')?;
    let (alt, target) = inside.split_once("](")?;
    if alt.contains(']') || target.contains(['(', ')']) {
        return None;
    }
    let (source, title) = target.trim().split_once(char::is_whitespace).unwrap_or((target.trim(), ""));
    let title = title.trim().trim_matches(['"', '\'']);
    Some((alt, source.trim_start_matches('<').trim_end_matches('>'), title))
}

/// Splits a long text after paragraphs, or after words where a paragraph is too long.
fn pieces(text: &str, max: usize) -> Vec<String> {
    let mut verbatim = Verbatim::default();
    let mut paragraphs = vec![String::new()];
    for line in text.lines() {
        let is_verbatim = verbatim.advance(line);
        let last = paragraphs.last_mut().expect("there is always one");
        if line.trim().is_empty() && !is_verbatim {
            paragraphs.push(String::new());
            continue;
        }
        if !last.is_empty() {
            last.push('\n');
        }
        last.push_str(line);
    }
    let mut pieces = vec![String::new()];
    let short =
        paragraphs.iter().filter(|paragraph| !paragraph.trim().is_empty()).flat_map(|text| split_paragraph(text, max));
    for paragraph in short {
        let last = pieces.last_mut().expect("there is always one");
        if last.is_empty() {
            *last = paragraph;
        } else if last.chars().count() + 2 + paragraph.chars().count() <= max {
            last.push_str("\n\n");
            last.push_str(&paragraph);
        } else {
            pieces.push(paragraph);
        }
    }
    pieces
}

/// Splits a paragraph into pieces of at most `max` characters, between lines or at white space where possible.
fn split_paragraph(text: &str, max: usize) -> Vec<String> {
    if text.chars().count() <= max {
        return vec![text.to_owned()];
    }
    let (opening, body, closing) = frame(text).filter(|(opening, ..)| opening.len() < max / 2).unwrap_or_default();
    let mut rest = if opening.is_empty() { text } else { body };
    let room = max - opening.chars().count() - closing.chars().count();
    let mut pieces = Vec::new();
    while let Some((end, _)) = rest.char_indices().nth(room) {
        let line_end = rest[..end].rfind('\n').filter(|at| *at > 0);
        let at = line_end.or_else(|| rest[..end].rfind(char::is_whitespace).filter(|at| *at > 0)).unwrap_or(end);
        pieces.push(format!("{opening}{}{closing}", &rest[..at]));
        // The next line keeps its indent.
        rest = if line_end.is_some() { &rest[at + 1..] } else { rest[at..].trim_start() };
    }
    pieces.push(format!("{opening}{rest}{closing}"));
    pieces
}

/// What every piece of a code block or table begins with, the lines that are split, and what every piece ends with: the
/// fences of the code, the head of the table.
fn frame(text: &str) -> Option<(String, &str, String)> {
    let (first, below) = text.split_once('\n')?;
    let start = first.trim_start();
    let fence = &start[..start.len() - start.trim_start_matches(['`', '~']).len()];
    if fence.len() >= 3 {
        let (code, last) = below.rsplit_once('\n')?;
        let is_whole = last.trim() == fence && !code.lines().any(|line| line.trim_start().starts_with(fence));
        return is_whole.then(|| (format!("{first}\n"), code, format!("\n{fence}")));
    }
    let (rule, rows) = below.split_once('\n')?;
    let is_rule =
        ['|', '-'].iter().all(|sign| rule.contains(*sign)) && rule.chars().all(|sign| "|-: \t".contains(sign));
    (is_rule && first.contains('|')).then(|| (format!("{first}\n{rule}\n"), rows, String::new()))
}

/// Cuts texts that are longer than their fields allow, and adds a remark for each. Backticks stay on the line before
/// them: at the start of a line they would be a code fence.
fn cut_to_fit(key: &str, content: &mut Content, remarks: &mut Vec<MarkdownText>) {
    let title = match key {
        "image-slide" => 80,
        "chapter-title-slide" => 140,
        _ => MAX_TITLE,
    };
    let subheading = if key == "image-slide" { 140 } else { MAX_LINE };
    for (field, max) in [
        ("title", title),
        ("subheading", subheading),
        ("meta", MAX_LINE),
        ("caption", MAX_LINE),
        ("attribution", MAX_LINE),
    ] {
        let Some(Value::String(text)) = content.get_mut(field) else { continue };
        if text.contains("```") {
            *text = text.replace('\n', " ");
        }
        if text.chars().count() > max {
            *text = shortened(text, max);
            remarks.push(MarkdownText::LongField { field: field.to_owned(), most: max });
        }
    }
}

fn text_of(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn object(value: Value) -> Content {
    match value {
        Value::Object(object) => object,
        _ => Content::new(),
    }
}
