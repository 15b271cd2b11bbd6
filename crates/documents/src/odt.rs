//! OpenDocument texts: headings, lists, tables, notes and pictures. Changes that were deleted are left out.

use std::collections::{HashMap, HashSet};

use crate::archive::Archive;
use crate::docx::{add_code, is_at_start, is_mono_font, push_children, push_table};
use crate::model::{Block, Content, Document, Furniture, List, ListItem, Picture, Source, Table};
use crate::text::{as_superscript, collapsed, language, names};
use crate::xml::{self, Element, Node};
use crate::{Limits, ReadError};

/// How deep sections, lists and frames may nest before their text is left out.
const MAX_NESTING: usize = 30;
/// Minimum number of bytes that a repeated cell counts for.
const EMPTY_CELL_BYTES: usize = 8;

/// Reads an OpenDocument text.
pub(crate) fn read(bytes: &[u8], limits: &Limits) -> Result<Document, ReadError> {
    let mut archive = Archive::open(bytes, limits)?;
    let manifest = archive.text("META-INF/manifest.xml")?.unwrap_or_default();
    if manifest.contains("encryption-data") {
        return Err(ReadError::Protected);
    }
    let mut styles = Styles::default();
    if let Some(text) = archive.text("styles.xml")? {
        styles.read(&xml::parse(&text, limits)?);
    }
    let text = archive.required_text("content.xml")?;
    let root = xml::parse(&text, limits)?;
    styles.read(&root);
    let body = root.at(&["body", "text"]).ok_or_else(|| ReadError::Missing { part: "office:text".to_owned() })?;
    let mut reader = Reader { styles: &styles, document: Document::default(), repeated: 0, max_repeated: limits.text };
    reader.read_blocks(body, 0);
    if reader.repeated > limits.text {
        return Err(ReadError::TooMany { what: "bytes of text", limit: limits.text });
    }
    let mut document = reader.document;
    if let Some(text) = archive.text("meta.xml")? {
        let root = xml::parse(&text, limits)?;
        if let Some(meta) = root.child("meta") {
            let value =
                |name: &str| meta.child(name).map(|child| collapsed(&child.text())).filter(|value| !value.is_empty());
            document.title = document.title.take().or_else(|| value("title"));
            let author = value("initial-creator").or_else(|| value("creator"));
            document.authors = author.map(|author| names(&author)).unwrap_or_default();
            document.language = value("language").and_then(|tag| language(&tag));
        }
    }
    if document.language.is_none() {
        document.language = styles.language;
    }
    Ok(document)
}

/// The styles of a document.
#[derive(Debug, Default)]
struct Styles {
    /// The parent, the outline level and the font of each style.
    by_name: HashMap<String, Style>,
    /// The styles of text that is raised.
    raised: HashSet<String>,
    /// The lists whose first level is numbered.
    ordered: HashMap<String, bool>,
    language: Option<String>,
}

#[derive(Debug, Default)]
struct Style {
    parent: Option<String>,
    level: Option<u8>,
    is_mono: bool,
}

impl Styles {
    fn read(&mut self, root: &Element) {
        let groups = root.children().filter(|child| matches!(child.name.as_str(), "styles" | "automatic-styles"));
        for style in groups.flat_map(Element::children) {
            let name = style.attribute("name").unwrap_or_default().to_owned();
            match style.name.as_str() {
                "style" => {
                    let text = style.child("text-properties");
                    let position = text.and_then(|text| text.attribute("text-position")).unwrap_or_default();
                    if position.starts_with("super") {
                        self.raised.insert(name.clone());
                    }
                    let font = text.and_then(|text| text.attribute("font-name").or(text.attribute("font-family")));
                    let style = Style {
                        parent: style.attribute("parent-style-name").map(str::to_owned),
                        level: style.attribute("default-outline-level").and_then(|level| level.parse().ok()),
                        is_mono: font.is_some_and(is_mono_font),
                    };
                    self.by_name.insert(name, style);
                }
                "list-style" => {
                    let first = style.children().next();
                    let is_ordered = first.is_some_and(|first| {
                        first.name == "list-level-style-number"
                            && first.attribute("num-format").is_some_and(|format| !format.is_empty())
                    });
                    self.ordered.insert(name, is_ordered);
                }
                "default-style" if style.attribute("family") == Some("paragraph") => {
                    if let Some(text) = style.child("text-properties")
                        && let Some(tag) = text.attribute("language")
                    {
                        let tag = match text.attribute("country") {
                            Some(country) if country != "none" => format!("{tag}-{country}"),
                            _ => tag.to_owned(),
                        };
                        self.language = language(&tag).filter(|tag| tag != "none");
                    }
                }
                _ => {}
            }
        }
    }

    /// The names of a style and its parents, in lower case; whether one of them is monospaced; and the first outline
    /// level among them.
    fn chain(&self, name: &str) -> (Vec<String>, bool, Option<u8>) {
        let (mut names, mut is_mono, mut level) = (Vec::new(), false, None);
        let mut next = Some(name.to_owned());
        while let Some(name) = next.take().filter(|_| names.len() < 20) {
            names.push(name.replace("_20_", " ").to_lowercase());
            if let Some(style) = self.by_name.get(&name) {
                is_mono |= style.is_mono;
                level = level.or(style.level);
                next.clone_from(&style.parent);
            }
        }
        (names, is_mono, level)
    }
}

struct Reader<'a> {
    styles: &'a Styles,
    document: Document,
    /// Number of bytes of all repeated cells.
    repeated: usize,
    /// Maximum of `repeated`; further cells are left out.
    max_repeated: usize,
}

/// What the items of a list have besides their texts. It is read after the list.
#[derive(Default)]
struct ListExtras<'a> {
    /// The headings among the items: `OpenDocument` writes numbered headings as items of a list.
    headings: Vec<&'a Element>,
    notes: Vec<(String, String)>,
    frames: Vec<&'a Element>,
}

/// The text of a paragraph and what else it contains.
#[derive(Default)]
struct ParagraphContent<'a> {
    text: String,
    notes: Vec<(String, String)>,
    frames: Vec<&'a Element>,
}

impl Reader<'_> {
    fn push(&mut self, content: Content) {
        self.document.blocks.push(Block::new(content));
    }

    /// Adds the blocks of an element. Elements that nest too deep are left out.
    fn read_blocks(&mut self, parent: &Element, depth: usize) {
        if depth > MAX_NESTING {
            return;
        }
        for child in parent.children() {
            match child.name.as_str() {
                "h" => {
                    let level = child.attribute("outline-level").and_then(|level| level.parse().ok()).unwrap_or(1);
                    self.read_paragraph(child, Some(level), depth);
                }
                "p" => self.read_paragraph(child, None, depth),
                "list" => {
                    let name = child.attribute("style-name").unwrap_or_default();
                    let is_ordered = self.styles.ordered.get(name).copied().unwrap_or_default();
                    let mut list = List { is_ordered, items: Vec::new() };
                    let mut extras = ListExtras::default();
                    self.read_items(child, 0, &mut list, &mut extras, depth);
                    if !list.items.is_empty() {
                        self.push(Content::List(list));
                    }
                    self.add_notes_and_frames(extras.notes, extras.frames, depth);
                    for heading in extras.headings {
                        let level = heading.attribute("outline-level").and_then(|level| level.parse().ok());
                        self.read_paragraph(heading, level.or(Some(1)), depth);
                    }
                }
                "table" => self.read_table(child, depth),
                "table-of-content" | "alphabetical-index" | "illustration-index" | "table-index" | "user-index"
                | "object-index" => {
                    let start = self.document.blocks.len();
                    self.read_blocks(child, depth + 1);
                    for block in &mut self.document.blocks[start..] {
                        block.furniture = Some(Furniture::Contents);
                    }
                }
                "bibliography" => {
                    let start = self.document.blocks.len();
                    self.read_blocks(child, depth + 1);
                    for block in &mut self.document.blocks[start..] {
                        block.furniture = Some(Furniture::References);
                    }
                }
                "section" | "index-body" | "index-title" | "text-box" | "numbered-paragraph" => {
                    self.read_blocks(child, depth + 1);
                }
                "frame" | "custom-shape" => self.read_frame(child, depth + 1),
                _ => {}
            }
        }
    }

    /// Adds a paragraph as the block that its style names, then its frames and notes. `level` is that of a heading.
    fn read_paragraph(&mut self, paragraph: &Element, level: Option<u8>, depth: usize) {
        let mut found = ParagraphContent::default();
        inline(paragraph, &mut found, self.styles, 0);
        let (names, is_mono, outline) = self.styles.chain(paragraph.attribute("style-name").unwrap_or_default());
        let is = |words: &[&str]| names.iter().any(|name| words.iter().any(|word| name.contains(word)));
        let raw = found.text;
        let text = collapsed(&raw);
        if !text.is_empty() {
            let is_title = names.iter().any(|name| name == "title" || name == "titel");
            if is_title && self.document.title.is_none() && is_at_start(&self.document) {
                self.document.title = Some(text.clone());
                let furniture = Some(Furniture::Title);
                self.document.blocks.push(Block { furniture, ..Block::new(Content::Heading { level: 1, text }) });
            } else if let Some(level) = level.or(outline.filter(|level| *level > 0)).or(is_title.then_some(1)) {
                self.push(Content::Heading { level: level.clamp(1, 9), text });
            } else if is(&["caption", "illustration", "figure", "table caption"]) && !is(&["contents"]) {
                self.add_caption(text);
            } else if is(&["quotation", "quote", "zitat"]) {
                self.push(Content::Quote { text, attribution: None });
            } else if is_mono || is(&["preformatted", "source code"]) {
                add_code(&mut self.document.blocks, raw.trim_end());
            } else {
                self.push(Content::Paragraph(text));
            }
        }
        self.add_notes_and_frames(found.notes, found.frames, depth);
    }

    fn add_notes_and_frames(&mut self, notes: Vec<(String, String)>, frames: Vec<&Element>, depth: usize) {
        for frame in frames {
            self.read_frame(frame, depth + 1);
        }
        for (mark, text) in notes {
            self.push(Content::Footnote { mark, text });
        }
    }

    /// Adds a caption to the picture or table before it. Without one, adds a picture without bytes that has the
    /// caption.
    fn add_caption(&mut self, text: String) {
        match self.document.blocks.last_mut().map(|block| &mut block.content) {
            Some(Content::Picture(picture)) if picture.caption.is_none() => picture.caption = Some(text),
            Some(Content::Table(table)) if table.caption.is_none() => table.caption = Some(text),
            _ => self.push(Content::Picture(Picture { caption: Some(text), ..Picture::default() })),
        }
    }

    /// Adds the items of a list, and of the lists in it, to `into`, and what else they have to `extras`.
    fn read_items<'e>(
        &mut self,
        list: &'e Element,
        level: u8,
        into: &mut List,
        extras: &mut ListExtras<'e>,
        depth: usize,
    ) {
        if usize::from(level) + depth > MAX_NESTING {
            return;
        }
        for item in list.children().filter(|child| matches!(child.name.as_str(), "list-item" | "list-header")) {
            for child in item.children() {
                match child.name.as_str() {
                    "list" => self.read_items(child, level + 1, into, extras, depth),
                    "h" => extras.headings.push(child),
                    "p" => {
                        let mut found = ParagraphContent::default();
                        inline(child, &mut found, self.styles, 0);
                        let text = collapsed(&found.text);
                        if !text.is_empty() {
                            into.items.push(ListItem { level, text, ..ListItem::default() });
                        }
                        extras.notes.append(&mut found.notes);
                        extras.frames.append(&mut found.frames);
                    }
                    "table" => self.read_table(child, depth),
                    _ => {}
                }
            }
        }
    }

    fn read_table(&mut self, table: &Element, depth: usize) {
        let mut rows = Vec::new();
        let mut found = ParagraphContent::default();
        let mut has_header = false;
        for part in table.children() {
            match part.name.as_str() {
                "table-row" => rows.push(self.read_row(part, &mut found)),
                "table-header-rows" => {
                    has_header = rows.is_empty();
                    rows.extend(part.children_named("table-row").map(|row| self.read_row(row, &mut found)));
                }
                "table-rows" | "table-row-group" => {
                    rows.extend(part.children_named("table-row").map(|row| self.read_row(row, &mut found)));
                }
                _ => {}
            }
        }
        push_table(&mut self.document.blocks, Table { caption: None, has_header, rows });
        self.add_notes_and_frames(found.notes, found.frames, depth);
    }

    /// The texts of a row. Adds its notes and frames to `found`.
    fn read_row<'e>(&mut self, row: &'e Element, found: &mut ParagraphContent<'e>) -> Vec<String> {
        let mut cells = Vec::new();
        for cell in row.children() {
            let mut lines = Vec::new();
            let mut open = vec![cell];
            while let Some(element) = open.pop() {
                match element.name.as_str() {
                    "p" | "h" => {
                        inline(element, found, self.styles, 0);
                        lines.push(std::mem::take(&mut found.text));
                    }
                    "frame" | "custom-shape" => found.frames.push(element),
                    "annotation" => {}
                    _ => push_children(&mut open, element),
                }
            }
            let text = collapsed(&lines.join(" "));
            let repeated = cell.attribute("number-columns-repeated").and_then(|count| count.parse().ok());
            let repeated = repeated.unwrap_or(1_usize).clamp(1, 100);
            // A small file may repeat a long text, or cells without text, very often.
            self.repeated += (repeated - 1) * text.len().max(EMPTY_CELL_BYTES);
            if self.repeated <= self.max_repeated {
                cells.extend(std::iter::repeat_n(text, repeated));
            }
        }
        cells
    }

    /// Adds the picture and the text of a frame.
    fn read_frame(&mut self, frame: &Element, depth: usize) {
        if depth > MAX_NESTING {
            return;
        }
        let alt = frame.child("desc").or_else(|| frame.child("title")).map(|child| collapsed(&child.text()));
        if let Some(image) = frame.child("image") {
            let address = image.attribute("href").unwrap_or_default();
            let is_part = !address.is_empty() && !address.contains("://");
            let source =
                if is_part { Source::Part(address.trim_start_matches("./").to_owned()) } else { Source::Nowhere };
            let alt = alt.filter(|alt| !alt.is_empty());
            self.push(Content::Picture(Picture { alt, source, ..Picture::default() }));
        }
        if let Some(content) = frame.child("text-box") {
            self.read_blocks(content, depth + 1);
        } else if frame.child("image").is_none() {
            self.read_blocks(frame, depth + 1);
        }
    }
}

/// Adds the text of a paragraph to `found`, and its notes and frames apart from the text.
fn inline<'a>(parent: &'a Element, found: &mut ParagraphContent<'a>, styles: &Styles, depth: usize) {
    if depth > MAX_NESTING {
        return;
    }
    for node in &parent.nodes {
        let child = match node {
            // White space in the file counts as one space; further spaces are written as elements `s`.
            Node::Text(text) => {
                found.text.push_str(text);
                continue;
            }
            Node::Element(child) => child,
        };
        match child.name.as_str() {
            "s" => {
                let count = child.attribute("c").and_then(|count| count.parse().ok()).unwrap_or(1_usize);
                found.text.extend(std::iter::repeat_n(' ', count.min(200)));
            }
            "tab" => found.text.push('\t'),
            "line-break" => found.text.push('\n'),
            "note" => {
                let part_text = |name: &str| child.child(name).map(|part| collapsed(&part.text())).unwrap_or_default();
                let (mark, text) = (part_text("note-citation"), part_text("note-body"));
                found.notes.push((mark, text));
            }
            "frame" | "custom-shape" => found.frames.push(child),
            // The pronunciation above the letters is left out.
            "annotation" | "tracked-changes" | "deletion" | "ruby-text" => {}
            _ => {
                let start = found.text.len();
                inline(child, found, styles, depth + 1);
                let is_raised = child.attribute("style-name").is_some_and(|name| styles.raised.contains(name));
                if is_raised && let Some(raised) = as_superscript(&found.text[start..]) {
                    found.text.truncate(start);
                    found.text.push_str(&raised);
                }
            }
        }
    }
}
