//! Markdown as blocks.

use deck::FormulaText;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use crate::docx::push_table;
use crate::model::{Block, Content, Document, Furniture, List, ListItem, Notation, Picture, Table};
use crate::text::{collapsed, language, names, term_and_text, without_templates};
use crate::{Limits, ReadError, html};

/// Reads Markdown, with the title, author and language of its front matter.
pub(crate) fn read(source: &str, limits: &Limits) -> Result<Document, ReadError> {
    let mut document = Document::default();
    let (metadata, source) = split_front_matter(source);
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_MATH
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS;
    let mut reader = Reader { metadata: metadata.to_owned(), ..Reader::default() };
    for (count, event) in Parser::new_ext(source, options).enumerate() {
        if count > limits.steps {
            return Err(ReadError::TooMany { what: "pieces of Markdown", limit: limits.steps });
        }
        reader.read_event(event, limits)?;
    }
    reader.end_html(limits)?;
    reader.flush();
    front_matter(&reader.metadata, &mut document);
    if let Some(text) = document.title.clone() {
        let content = Content::Heading { level: 1, text };
        document.blocks.push(Block { furniture: Some(Furniture::Title), ..Block::new(content) });
    }
    document.blocks.append(&mut reader.blocks);
    Ok(document)
}

/// The front matter in JSON or TOML, as sites made with Hugo have it, and the text after it. Front matter in YAML is
/// left to the parser.
fn split_front_matter(source: &str) -> (&str, &str) {
    let text = source.trim_start_matches('\u{feff}').trim_start();
    let is_json = text.strip_prefix('{').is_some_and(|rest| rest.trim_start().starts_with('"'));
    let end = if is_json {
        "\n}"
    } else if text.starts_with("+++\n") || text.starts_with("+++\r\n") {
        "\n+++"
    } else {
        return ("", source);
    };
    match text.split_once(end) {
        Some((front, rest)) if rest.is_empty() || rest.starts_with(['\n', '\r']) => (front, rest),
        _ => ("", source),
    }
}

/// Takes the title, authors and language from lines such as `title: Tides`, `"title": "Tides",` and `title = "Tides"`.
fn front_matter(metadata: &str, document: &mut Document) {
    let separator = if metadata.starts_with("+++") { '=' } else { ':' };
    for line in metadata.lines() {
        let Some((name, value)) = line.split_once(separator) else { continue };
        let value = value.trim().trim_end_matches(',').trim_matches(['"', '\'', '[', ']', ' ']);
        let value = collapsed(&value.replace("\\\"", "\"").replace("\", \"", "; "));
        if value.is_empty() {
            continue;
        }
        match name.trim().trim_matches('"') {
            "title" => document.title = Some(value),
            "author" | "authors" => document.authors = names(&value),
            "lang" | "language" => document.language = language(&value),
            _ => {}
        }
    }
}

#[derive(Default)]
struct Reader {
    blocks: Vec<Block>,
    metadata: String,
    text: String,
    html: String,
    /// The list that is being read.
    list: Option<List>,
    /// Number of lists around the current text.
    depth: u8,
    table: Option<Table>,
    row: Vec<String>,
    code: Option<CodeBlockKind<'static>>,
    heading: Option<u8>,
    /// Number of block quotes around the current text.
    quotes: usize,
    /// The paragraphs of the block quote that is being read.
    quote: Vec<String>,
    /// The mark of the footnote that is being read.
    note: Option<String>,
    /// Length of the text before the alternative text that is being read.
    picture: Option<usize>,
    pictures: Vec<Picture>,
    is_metadata: bool,
    /// Length of the text before the bold words that are being read.
    bold: Option<usize>,
    /// The bold words that a list item begins with.
    lead: String,
    /// Whether a piece of code in the current text has the braces of a template.
    shows_template: bool,
    /// A formula that was just read. The next event decides whether it is one: the dollar signs in "$HOME/$USER" are
    /// none.
    formula: Option<FormulaText>,
}

impl Reader {
    fn push(&mut self, content: Content) {
        self.blocks.push(Block::new(content));
    }

    /// Takes the current text, without the expressions that a site generator replaces.
    fn take_text(&mut self) -> String {
        let text = std::mem::take(&mut self.text);
        let shows_template = std::mem::take(&mut self.shows_template);
        collapsed(&if shows_template { text } else { without_templates(text) })
    }

    /// Adds the items read so far to the document, so that they come before a block inside the current item.
    fn end_items(&mut self) {
        let Some(list) = &mut self.list else { return };
        let is_ordered = list.is_ordered;
        let mut items = std::mem::take(&mut list.items);
        items.retain(|item| !item.text.is_empty());
        if !items.is_empty() {
            self.push(Content::List(List { is_ordered, items }));
        }
    }

    /// Ends the current paragraph.
    fn flush(&mut self) {
        let text = self.take_text();
        let lead = std::mem::take(&mut self.lead);
        if !text.is_empty() {
            if let Some(mark) = self.note.clone() {
                match self.blocks.last_mut().map(|block| &mut block.content) {
                    Some(Content::Footnote { mark: last_mark, text: existing }) if *last_mark == mark => {
                        existing.push(' ');
                        existing.push_str(&text);
                    }
                    _ => self.push(Content::Footnote { mark, text }),
                }
            } else if let Some(item) = self.list.as_mut().and_then(|list| list.items.last_mut()) {
                if item.text.is_empty() {
                    (item.term, item.text) = term_and_text(text, &lead);
                } else {
                    item.text.push(' ');
                    item.text.push_str(&text);
                }
            } else if self.quotes > 0 {
                self.quote.push(text);
            } else {
                self.push(Content::Paragraph(text));
            }
        }
        for picture in std::mem::take(&mut self.pictures) {
            self.push(Content::Picture(picture));
        }
    }

    /// Reads the collected HTML. Blocks of HTML with nothing between them, such as a style and its table, are
    /// read as one.
    fn end_html(&mut self, limits: &Limits) -> Result<(), ReadError> {
        let source = std::mem::take(&mut self.html);
        if !source.is_empty() {
            let mut blocks = html::chapter(&source, limits, &|_| None)?;
            if !blocks.is_empty() {
                self.end_items();
            }
            self.blocks.append(&mut blocks);
        }
        Ok(())
    }

    fn read_event(&mut self, event: Event<'_>, limits: &Limits) -> Result<(), ReadError> {
        if !matches!(event, Event::Html(_) | Event::End(TagEnd::HtmlBlock)) {
            self.end_html(limits)?;
        }
        if let Some(formula) = self.formula.take() {
            // In "$HOME/$USER" the second dollar begins a name.
            let is_no_formula = matches!(&event, Event::Text(text) if text.starts_with(char::is_alphanumeric));
            self.text.push_str(&if is_no_formula { formula.written() } else { formula.plain() });
        }
        match event {
            Event::Start(tag) => self.start_tag(tag),
            Event::End(tag) => self.end_tag(tag),
            Event::Text(text) if self.is_metadata => self.metadata.push_str(&text),
            Event::Code(text) => {
                self.shows_template |= text.contains("{{") || text.contains("{%");
                self.text.push_str(&text);
            }
            Event::Text(text) => self.text.push_str(&text),
            Event::InlineMath(text) => self.formula = Some(FormulaText { source: text.into_string(), display: false }),
            Event::DisplayMath(text) => self.add_formula(&text),
            Event::Html(text) => self.html.push_str(&text),
            Event::SoftBreak | Event::HardBreak => self.text.push('\n'),
            Event::Rule => self.flush(),
            Event::FootnoteReference(_) | Event::TaskListMarker(_) | Event::InlineHtml(_) => {}
        }
        Ok(())
    }

    /// Adds a formula on lines of its own. In a table, a heading and a footnote it is text.
    fn add_formula(&mut self, latex: &str) {
        let text = collapsed(latex);
        if self.table.is_some() || self.heading.is_some() || self.note.is_some() {
            self.text.push_str(&FormulaText { source: text, display: true }.plain());
            return;
        }
        self.flush();
        self.end_items();
        self.push(Content::Formula { text, notation: Notation::Latex });
    }

    fn start_tag(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Paragraph | Tag::HtmlBlock | Tag::DefinitionList => self.flush(),
            Tag::Heading { level, .. } => {
                self.flush();
                self.heading = Some(level as u8);
            }
            Tag::BlockQuote(_) => {
                self.flush();
                self.quotes += 1;
            }
            Tag::CodeBlock(kind) => {
                self.flush();
                self.code = Some(kind.into_static());
            }
            Tag::List(first) => {
                self.flush();
                if self.list.is_some() {
                    self.depth = self.depth.saturating_add(1);
                } else {
                    self.list = Some(List { is_ordered: first.is_some(), items: Vec::new() });
                }
            }
            Tag::Item => {
                self.flush();
                let level = self.depth;
                if let Some(list) = &mut self.list {
                    list.items.push(ListItem { level, text: String::new(), ..ListItem::default() });
                }
            }
            Tag::FootnoteDefinition(mark) => {
                self.flush();
                self.note = Some(mark.into_string());
            }
            Tag::Table(_) => {
                self.flush();
                self.table = Some(Table { has_header: true, ..Table::default() });
            }
            Tag::Strong => self.bold = Some(self.text.trim().len()),
            Tag::Image { .. } => self.picture = Some(self.text.len()),
            Tag::MetadataBlock(_) => self.is_metadata = true,
            _ => {}
        }
    }

    fn end_tag(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph | TagEnd::Item => self.flush(),
            TagEnd::Strong => {
                let is_item =
                    self.list.as_ref().and_then(|list| list.items.last()).is_some_and(|item| item.text.is_empty());
                if is_item && self.bold == Some(0) {
                    self.lead = collapsed(&self.text);
                }
                self.bold = None;
            }
            TagEnd::Heading(_) => {
                let text = self.take_text();
                if let Some(level) = self.heading.take().filter(|_| !text.is_empty()) {
                    self.push(Content::Heading { level, text });
                }
                self.flush();
            }
            TagEnd::BlockQuote(_) => {
                self.flush();
                self.quotes = self.quotes.saturating_sub(1);
                if self.quotes == 0 && !self.quote.is_empty() {
                    let mut lines = std::mem::take(&mut self.quote);
                    let is_name = |line: &String| line.starts_with(['—', '–']) || line.starts_with("-- ");
                    let attribution = (lines.len() > 1 && lines.last().is_some_and(is_name))
                        .then(|| lines.pop().unwrap_or_default().trim_start_matches(['—', '–', '-', ' ']).to_owned());
                    self.push(Content::Quote { text: lines.join(" "), attribution });
                }
            }
            TagEnd::CodeBlock => {
                let text = std::mem::take(&mut self.text).trim_end().to_owned();
                if let Some(kind) = self.code.take().filter(|_| !text.trim().is_empty()) {
                    let language = match kind {
                        CodeBlockKind::Fenced(name) => name.split_whitespace().next().map(str::to_owned),
                        CodeBlockKind::Indented => None,
                    };
                    if language.as_deref() == Some("math") {
                        self.add_formula(&text);
                    } else {
                        self.end_items();
                        self.push(Content::Code { language, text });
                    }
                }
            }
            TagEnd::List(_) => {
                self.flush();
                if self.depth > 0 {
                    self.depth -= 1;
                } else if let Some(mut list) = self.list.take() {
                    list.items.retain(|item| !item.text.is_empty());
                    if !list.items.is_empty() {
                        self.push(Content::List(list));
                    }
                }
            }
            TagEnd::FootnoteDefinition => {
                self.flush();
                self.note = None;
            }
            TagEnd::TableCell => {
                let text = self.take_text();
                self.row.push(text);
            }
            TagEnd::TableRow | TagEnd::TableHead => {
                let row = std::mem::take(&mut self.row);
                if let Some(table) = &mut self.table {
                    table.rows.push(row);
                }
            }
            TagEnd::Table => {
                if let Some(table) = self.table.take() {
                    self.end_items();
                    push_table(&mut self.blocks, table);
                }
            }
            TagEnd::Image => {
                if let Some(start) = self.picture.take() {
                    let alt = collapsed(self.text.get(start..).unwrap_or_default());
                    self.text.truncate(start);
                    if !alt.is_empty() {
                        self.pictures.push(Picture { alt: Some(alt), ..Picture::default() });
                    }
                }
            }
            TagEnd::MetadataBlock(_) => self.is_metadata = false,
            _ => {}
        }
    }
}
