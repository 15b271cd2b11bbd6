//! HTML pages: the main text as blocks, with menus, headers and footers of the site marked as furniture.
//!
//! Scripts are not run, styles are not read, no address is opened.

mod attributes;
mod formulas;
mod tree;

use std::collections::HashSet;

use deck::FormulaText;
use tree::Tree;

use crate::docx::{MAX_CELLS, push_table};
use crate::model::{Block, Content, Document, Furniture, List, ListItem, Notation, Picture, Source, Table};
use crate::text::{collapsed, decoded, decoded_as, fact_lines, language, names, term_and_text};
use crate::{Limits, ReadError};

/// Maximum number of nodes and attributes of a page.
const MAX_NODES: usize = 2_000_000;
/// How deep elements are read; the content of deeper ones is left out.
const MAX_DEPTH: usize = 200;
/// Where a line of a paragraph ends. Line feeds are white space in HTML.
const LINE_END: char = '\u{2028}';
/// Maximum number of bytes of a picture in an address.
const MAX_INLINE: usize = 4 << 20;

/// Reads a page.
pub(crate) fn read(bytes: &[u8], limits: &Limits) -> Result<Document, ReadError> {
    let html = match charset(bytes) {
        Some(label) => decoded_as(bytes, &label),
        None => decoded(bytes),
    };
    let tree = Tree::parse(&html, limits.steps.min(MAX_NODES))?;
    let mut document = Document::default();
    read_head(&tree, &mut document);
    document.blocks = blocks(&tree, &|_| None);
    mark_outside(&tree, &mut document);
    Ok(document)
}

/// The blocks of one page of a book. `picture` returns the name of the part with the address of a picture.
///
/// # Errors
/// Fails when the page has more nodes than the limits allow, or elements that nest too deep.
pub(crate) fn chapter(
    html: &str,
    limits: &Limits,
    picture: &dyn Fn(&str) -> Option<String>,
) -> Result<Vec<Block>, ReadError> {
    let tree = Tree::parse(html, limits.steps.min(MAX_NODES))?;
    Ok(blocks(&tree, picture))
}

/// The encoding that a page declares in its first bytes.
fn charset(bytes: &[u8]) -> Option<String> {
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(2048)]).to_lowercase();
    let (_, after) = start.split_once("charset=").or_else(|| start.split_once("encoding="))?;
    let label: String = after
        .trim_start_matches(['"', '\'', ' '])
        .chars()
        .take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
        .collect();
    (!label.is_empty()).then_some(label)
}

/// Sets the title, the authors and the language that the head of a page declares.
fn read_head(tree: &Tree, document: &mut Document) {
    if let Some(root) = tree.find(0, "html") {
        let tag = tree.attribute(root, "lang").or_else(|| tree.attribute(root, "xml:lang"));
        document.language = tag.and_then(language);
    }
    let mut og_title = None;
    for index in tree.all(0).filter(|node| matches!(tree.name(*node), "meta" | "title" | "body")) {
        match tree.name(index) {
            "title" if document.title.is_none() => {
                document.title = Some(collapsed(&tree.all_text(index))).filter(|title| !title.is_empty());
            }
            "meta" => {
                let name = tree.attribute(index, "name").or_else(|| tree.attribute(index, "property"));
                let value = collapsed(tree.attribute(index, "content").unwrap_or_default());
                if value.is_empty() {
                    continue;
                }
                match name.unwrap_or_default().to_lowercase().as_str() {
                    "author" | "article:author" | "dc.creator" | "citation_author" if !value.contains("://") => {
                        document.authors.extend(names(&value));
                    }
                    "og:title" | "citation_title" | "dc.title" => og_title = Some(value),
                    _ => {}
                }
            }
            "body" => break,
            _ => {}
        }
    }
    document.authors.truncate(50);
    if let Some(title) = og_title {
        document.title = Some(title);
    }
}

/// The blocks of the body of a page.
fn blocks(tree: &Tree, picture: &dyn Fn(&str) -> Option<String>) -> Vec<Block> {
    blocks_in(tree, tree.find(0, "body").unwrap_or(0), picture)
}

/// The blocks in an element of a page.
fn blocks_in(tree: &Tree, index: usize, picture: &dyn Fn(&str) -> Option<String>) -> Vec<Block> {
    let mut reader = Reader { tree, picture, blocks: Vec::new(), line: String::new(), furniture: None };
    reader.read_children(index, 0);
    reader.flush();
    reader.blocks
}

struct Reader<'a> {
    tree: &'a Tree,
    picture: &'a dyn Fn(&str) -> Option<String>,
    blocks: Vec<Block>,
    /// Text that is not in a block yet.
    line: String,
    /// What the element that is being read is, if it is not content.
    furniture: Option<Furniture>,
}

impl Reader<'_> {
    fn push(&mut self, content: Content) {
        let furniture = self.furniture;
        self.blocks.push(Block { furniture, ..Block::new(content) });
    }

    /// Ends the current paragraph.
    fn flush(&mut self) {
        let line = std::mem::take(&mut self.line);
        let text = collapsed(&line);
        if !text.is_empty() {
            self.push(fact_lines(&line, LINE_END).map_or(Content::Paragraph(text), Content::List));
        }
    }

    fn read_children(&mut self, parent: usize, depth: usize) {
        for child in self.tree.children(parent) {
            self.read_node(*child, depth + 1);
        }
    }

    /// Adds the blocks of a node, or its text to the current line.
    fn read_node(&mut self, index: usize, depth: usize) {
        if depth > MAX_DEPTH {
            return;
        }
        let tree = self.tree;
        if let Some(text) = tree.text(index) {
            self.line.push_str(text);
            return;
        }
        if is_hidden(tree, index) {
            return;
        }
        if let Some(formula) = formulas::formula(tree, index) {
            self.add_formula(formula);
            return;
        }
        let before = self.furniture;
        self.furniture = before.or_else(|| furniture_of(tree, index));
        if self.furniture != before {
            self.flush_as(before);
        }
        let name = tree.name(index);
        match name {
            "script" | "style" | "template" | "noscript" | "svg" | "canvas" | "video" | "audio" | "iframe"
            | "input" | "select" | "textarea" | "object" | "embed" | "head" => {}
            "br" => self.line.push(LINE_END),
            "hr" => self.flush(),
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                self.flush();
                let level = name.as_bytes()[1] - b'0';
                let text =
                    collapsed(&visible_text(tree, index)).trim_end_matches(['¶', '#', '§', '🔗']).trim().to_owned();
                if text.is_empty() {
                    self.add_pictures(index);
                } else {
                    self.push(Content::Heading { level, text });
                }
            }
            "ul" | "ol" | "menu" => {
                self.flush();
                self.read_list(index, name == "ol", depth);
            }
            "dl" => {
                self.flush();
                self.read_definitions(index);
            }
            "table" => {
                self.flush();
                self.read_table(index, depth);
            }
            "pre" => {
                self.flush();
                let text = tree.all_text(index);
                let text = text.trim_matches('\n').trim_end();
                if !text.trim().is_empty() {
                    let language = code_language(tree, index);
                    self.push(Content::Code { language, text: text.to_owned() });
                }
            }
            "blockquote" => {
                self.flush();
                self.read_quote(index, depth);
            }
            "figure" => {
                self.flush();
                let start = self.blocks.len();
                self.read_children(index, depth);
                self.flush();
                self.attach_caption(start);
            }
            "img" if formulas::is_picture(tree, index) => {
                self.line.push_str(&formulas::plain(tree.attribute(index, "alt").unwrap_or_default()));
            }
            "img" => self.add_picture(index),
            "figcaption" | "caption" => {
                self.flush();
                let text = collapsed(&visible_text(tree, index));
                if !text.is_empty() {
                    self.push(Content::Picture(Picture { caption: Some(text), ..Picture::default() }));
                }
            }
            "math" => {
                let annotation = tree.find(index, "annotation").map(|node| tree.all_text(node));
                let text = collapsed(&annotation.unwrap_or_else(|| tree.all_text(index)));
                if tree.attribute(index, "display") == Some("block") && !text.is_empty() {
                    self.flush();
                    self.push(Content::Formula { text, notation: Notation::Signs });
                } else {
                    self.line.push_str(&text);
                }
            }
            "sup" => {
                self.line.push_str(&raised_text(tree, index));
            }
            "p" | "div" | "section" | "article" | "main" | "header" | "footer" | "aside" | "nav" | "address"
            | "details" | "summary" | "form" | "fieldset" | "center" | "body" | "li" | "dd" | "dt" | "hgroup"
            | "legend" | "tr" | "td" | "th" | "tbody" | "button" | "label" | "noframes" => {
                self.flush();
                self.read_children(index, depth);
                self.flush();
            }
            _ => self.read_children(index, depth),
        }
        if self.furniture != before {
            self.flush();
            self.furniture = before;
        }
    }

    /// Ends the current paragraph and marks it as `furniture`, since it began before the current element.
    fn flush_as(&mut self, furniture: Option<Furniture>) {
        let current = std::mem::replace(&mut self.furniture, furniture);
        self.flush();
        self.furniture = current;
    }

    /// Adds a formula: a block where it stands on lines of its own, else a part of the line.
    fn add_formula(&mut self, formula: FormulaText) {
        if formula.display {
            self.flush();
            self.push(Content::Formula { text: formula.source, notation: Notation::Latex });
        } else {
            self.line.push_str(&formulas::plain(&formula.source));
        }
    }

    fn read_list(&mut self, index: usize, is_ordered: bool, depth: usize) {
        let mut list = List { is_ordered, items: Vec::new() };
        let mut others = Vec::new();
        self.read_items(index, 0, &mut list, &mut others, depth);
        if !list.items.is_empty() {
            self.push(Content::List(list));
        }
        self.blocks.append(&mut others);
    }

    /// Adds the items of a list, and of the lists in it, to `list`. What is not a text in an item (code, tables,
    /// pictures) goes to `others`, which follow the list.
    fn read_items(&mut self, index: usize, level: u8, list: &mut List, others: &mut Vec<Block>, depth: usize) {
        if depth > MAX_DEPTH {
            return;
        }
        let tree = self.tree;
        for item in tree.children(index) {
            match tree.name(*item) {
                "ul" | "ol" => self.read_items(*item, level.saturating_add(1), list, others, depth + 1),
                "li" => {
                    let at = list.items.len();
                    list.items.push(ListItem { level, text: String::new(), ..ListItem::default() });
                    let mut inner = Reader {
                        tree,
                        picture: self.picture,
                        blocks: Vec::new(),
                        line: String::new(),
                        furniture: self.furniture,
                    };
                    for child in tree.children(*item) {
                        match tree.name(*child) {
                            "ul" | "ol" => {
                                inner.flush();
                                inner.read_items(*child, level.saturating_add(1), list, others, depth + 1);
                            }
                            _ => inner.read_node(*child, depth + 1),
                        }
                    }
                    inner.flush();
                    let mut texts = Vec::new();
                    let mut heading = String::new();
                    for block in inner.blocks {
                        match block.content {
                            Content::Heading { text, .. } if texts.is_empty() && heading.is_empty() => heading = text,
                            Content::Paragraph(text) | Content::Heading { text, .. } => texts.push(text),
                            Content::List(inner) => {
                                list.items.extend(
                                    inner
                                        .items
                                        .into_iter()
                                        .map(|item| ListItem { level: item.level.saturating_add(level + 1), ..item }),
                                );
                            }
                            _ => others.push(block),
                        }
                    }
                    let bold = bold_start(tree, *item).map(|node| collapsed(&visible_text(tree, node)));
                    (list.items[at].term, list.items[at].text) = if heading.is_empty() {
                        term_and_text(texts.join(" "), &bold.unwrap_or_default())
                    } else if texts.is_empty() {
                        (None, heading)
                    } else {
                        (Some(heading), texts.join(" "))
                    };
                }
                _ => {}
            }
        }
        if level == 0 {
            list.items.retain(|item| !item.text.is_empty());
        }
    }

    /// Reads a list of terms and what they mean.
    fn read_definitions(&mut self, index: usize) {
        let tree = self.tree;
        let mut list = List::default();
        let mut term = String::new();
        // Pairs may be wrapped in a `div` each.
        let groups = tree.children(index).iter().flat_map(|child| match tree.name(*child) {
            "div" => tree.children(*child).to_vec(),
            _ => vec![*child],
        });
        let entries: Vec<usize> = groups.filter(|node| matches!(tree.name(*node), "dt" | "dd")).collect();
        for entry in entries {
            let text = collapsed(&visible_text(tree, entry));
            if tree.name(entry) == "dt" {
                if !term.is_empty() {
                    term.push_str(", ");
                }
                term.push_str(text.trim_end_matches('¶'));
            } else if !text.is_empty() {
                let term = std::mem::take(&mut term);
                let term = Some(term.trim_end_matches(':').to_owned()).filter(|term| !term.is_empty());
                list.items.push(ListItem { level: 0, term, text });
            }
        }
        if !list.items.is_empty() {
            self.push(Content::List(list));
        }
    }

    /// Adds a table. A table that only lays out the page is read as its cells.
    fn read_table(&mut self, index: usize, depth: usize) {
        let tree = self.tree;
        // Tables that lay out a page have tables, headings or long texts in their cells.
        let is_layout = tree.attribute(index, "role") == Some("presentation")
            || tree.all(index).skip(1).any(|node| matches!(tree.name(node), "table" | "h1" | "h2" | "h3" | "form"));
        if is_layout {
            self.read_children(index, depth);
            self.flush();
            return;
        }
        let mut rows = Vec::new();
        let mut has_header = false;
        let mut caption = None;
        // For each column, the number of following rows that a cell above it covers.
        let mut spans: Vec<usize> = Vec::new();
        let mut count = 0;
        for node in tree.all(index) {
            match tree.name(node) {
                "caption" => caption = Some(collapsed(&visible_text(tree, node))).filter(|text| !text.is_empty()),
                "tr" => {
                    let cells: Vec<usize> = tree
                        .children(node)
                        .iter()
                        .copied()
                        .filter(|cell| matches!(tree.name(*cell), "td" | "th"))
                        .collect();
                    if rows.is_empty() {
                        has_header = cells.iter().all(|cell| tree.name(*cell) == "th") && !cells.is_empty();
                    }
                    let mut row: Vec<String> = Vec::new();
                    for cell in cells {
                        while let Some(span) = spans.get_mut(row.len()).filter(|span| **span > 0) {
                            *span -= 1;
                            row.push(String::new());
                        }
                        let number = |name: &str| {
                            tree.attribute(cell, name).and_then(|value| value.trim().parse().ok()).unwrap_or(1_usize)
                        };
                        let (columns, below) = (number("colspan").clamp(1, 100), number("rowspan").min(10_000));
                        spans.resize(spans.len().max(row.len() + columns), 0);
                        for span in &mut spans[row.len()..row.len() + columns] {
                            *span = span.saturating_sub(1).max(below.saturating_sub(1));
                        }
                        row.push(collapsed(&visible_text(tree, cell)));
                        row.extend((1..columns).map(|_| String::new()));
                        if row.len() > 200 {
                            break;
                        }
                    }
                    // Cells above may cover this row after its last cell.
                    for span in spans.iter_mut().skip(row.len()) {
                        *span = span.saturating_sub(1);
                    }
                    count += row.len();
                    rows.push(row);
                    // With so many cells the page is refused, unless almost all of them are empty. More rows change
                    // nothing.
                    if count > MAX_CELLS {
                        break;
                    }
                }
                _ => {}
            }
        }
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        if width < 2 {
            self.read_children(index, depth);
            self.flush();
            return;
        }
        let start = self.blocks.len();
        push_table(&mut self.blocks, Table { caption, has_header, rows });
        for block in &mut self.blocks[start..] {
            block.furniture = self.furniture;
        }
    }

    /// Adds a quotation. A long text or one with other blocks is read as these.
    fn read_quote(&mut self, index: usize, depth: usize) {
        let start = self.blocks.len();
        self.read_children(index, depth);
        self.flush();
        let inner: Vec<Block> = self.blocks.drain(start..).collect();
        // Notes and code are set as quotations, too.
        let is_text = |block: &Block| matches!(block.content, Content::Paragraph(_));
        let length: usize = inner.iter().flat_map(|block| block.content.texts()).map(str::len).sum();
        if !inner.iter().all(is_text) || length > 1_500 || inner.is_empty() {
            self.blocks.extend(inner);
            return;
        }
        let mut lines: Vec<String> = inner.iter().flat_map(|block| block.content.texts()).map(str::to_owned).collect();
        let cite = self.tree.find(index, "cite").map(|node| collapsed(&self.tree.all_text(node)));
        let attribution = match lines.last() {
            Some(last) if lines.len() > 1 && last.starts_with(['—', '–', '-']) => {
                let name = last.trim_start_matches(['—', '–', '-', ' ']).to_owned();
                lines.pop();
                Some(name)
            }
            _ => cite,
        };
        let attribution = attribution.filter(|name| !name.is_empty());
        self.push(Content::Quote { text: lines.join(" "), attribution });
    }

    fn add_pictures(&mut self, index: usize) {
        for node in self.tree.all(index).filter(|node| self.tree.name(*node) == "img") {
            self.add_picture(node);
        }
    }

    /// Adds a picture, unless it is small or has neither bytes nor an alternative text.
    fn add_picture(&mut self, index: usize) {
        let tree = self.tree;
        let alt = tree.attribute(index, "alt").map(collapsed).filter(|alt| !alt.is_empty());
        let number =
            |name: &str| tree.attribute(index, name).and_then(|value| value.trim_end_matches("px").parse().ok());
        let size = number("width").zip(number("height"));
        // Small pictures are icons, spacers and pixels that count visitors.
        if size.is_some_and(|(width, height): (u32, u32)| width < 32 || height < 32) {
            return;
        }
        let address = tree.attribute(index, "src").unwrap_or_default();
        let source = match (self.picture)(address) {
            Some(part) => Source::Part(part),
            None => inline_picture(address).map_or(Source::Nowhere, Source::Inline),
        };
        if source == Source::Nowhere && alt.is_none() {
            return;
        }
        self.flush();
        self.push(Content::Picture(Picture { caption: None, alt, size, source }));
    }

    /// Moves the caption of a figure, whose blocks begin at an index, to its picture or table.
    fn attach_caption(&mut self, start: usize) {
        let is_caption = |block: &Block| match &block.content {
            Content::Picture(picture) => picture.alt.is_none() && !picture.has_bytes() && picture.caption.is_some(),
            _ => false,
        };
        let Some(at) = self.blocks[start..].iter().position(is_caption).map(|at| at + start) else { return };
        if self.blocks.len() - start < 2 {
            return;
        }
        let Content::Picture(Picture { caption: Some(caption), .. }) = self.blocks[at].content.clone() else { return };
        let empty_caption = self.blocks[start..].iter_mut().find_map(|block| match &mut block.content {
            Content::Picture(picture) if picture.caption.is_none() => Some(&mut picture.caption),
            Content::Table(table) if table.caption.is_none() => Some(&mut table.caption),
            _ => None,
        });
        if let Some(empty_caption) = empty_caption {
            *empty_caption = Some(caption);
            self.blocks.remove(at);
        }
    }
}

/// The element with the bold words that a list item begins with.
fn bold_start(tree: &Tree, item: usize) -> Option<usize> {
    let is_blank = |node: usize| tree.text(node).is_some_and(|text| text.trim().is_empty());
    let first = tree.children(item).iter().copied().find(|node| !is_blank(*node))?;
    match tree.name(first) {
        "strong" | "b" | "dfn" => Some(first),
        "p" | "span" => bold_start(tree, first),
        _ => None,
    }
}

/// The text in a node that readers see.
fn visible_text(tree: &Tree, index: usize) -> String {
    let mut text = String::new();
    let mut open = vec![index];
    while let Some(node) = open.pop() {
        if let Some(piece) = tree.text(node) {
            text.push_str(piece);
            continue;
        }
        if is_hidden(tree, node) {
            continue;
        }
        if let Some(formula) = formulas::formula(tree, node) {
            text.push_str(&formulas::plain(&formula.source));
            continue;
        }
        let class = tree.attribute(node, "class").unwrap_or_default();
        if matches!(tree.name(node), "script" | "style" | "noscript" | "svg" | "button" | "template" | "annotation")
            || class.split_whitespace().any(|class| matches!(class, "headerlink" | "anchor" | "mw-editsection"))
        {
            continue;
        }
        if tree.name(node) == "sup" {
            text.push_str(&raised_text(tree, node));
            continue;
        }
        if tree.name(node) == "img" && formulas::is_picture(tree, node) {
            text.push_str(&formulas::plain(tree.attribute(node, "alt").unwrap_or_default()));
        }
        if matches!(tree.name(node), "br" | "p" | "div" | "li" | "tr" | "td") {
            text.push(' ');
        }
        open.extend(tree.children(node).iter().rev());
    }
    text
}

/// The text of a raised element, digits as superscripts; empty where it contains a link, as references to notes do.
fn raised_text(tree: &Tree, index: usize) -> String {
    if tree.find(index, "a").is_some() {
        return String::new();
    }
    let text = collapsed(&tree.all_text(index));
    crate::text::as_superscript(&text).unwrap_or(text)
}

fn is_hidden(tree: &Tree, index: usize) -> bool {
    let style = tree.attribute(index, "style").unwrap_or_default();
    tree.attribute(index, "hidden").is_some()
        || tree.attribute(index, "aria-hidden") == Some("true")
        || style.contains("display:none")
        || style.contains("display: none")
}

/// What an element is if it belongs to the site rather than to the text; `None` if it may be content.
fn furniture_of(tree: &Tree, index: usize) -> Option<Furniture> {
    let name = tree.name(index);
    if matches!(name, "" | "body" | "html" | "main" | "article") {
        return None;
    }
    match name {
        "nav" | "form" | "button" | "dialog" => return Some(Furniture::Navigation),
        "footer" => return Some(Furniture::Imprint),
        _ => {}
    }
    match tree.attribute(index, "role").unwrap_or_default() {
        "navigation" | "search" | "banner" | "menu" | "menubar" | "toolbar" | "dialog" | "complementary" => {
            return Some(Furniture::Navigation);
        }
        "contentinfo" => return Some(Furniture::Imprint),
        "doc-toc" | "directory" => return Some(Furniture::Contents),
        _ => {}
    }
    let kind = tree.attribute(index, "epub:type").or_else(|| tree.attribute(index, "type")).unwrap_or_default();
    if name != "ol" && kind.split_whitespace().any(|kind| matches!(kind, "toc" | "landmarks" | "index")) {
        return Some(Furniture::Contents);
    }
    if !matches!(name, "div" | "ul" | "ol" | "section" | "aside" | "header" | "p" | "table" | "span" | "td" | "dl") {
        return None;
    }
    let label = format!(
        "{} {}",
        tree.attribute(index, "class").unwrap_or_default(),
        tree.attribute(index, "id").unwrap_or_default()
    )
    .to_lowercase();
    let words: HashSet<&str> = label.split(|c: char| !c.is_alphanumeric()).collect();
    let has = |list: &[&str]| list.iter().any(|word| words.contains(word));
    let is_contents = label.split_whitespace().any(|class| matches!(class, "contents" | "table-of-contents"));
    // An element that contains the main heading is the page itself.
    if tree.all(index).any(|node| matches!(tree.name(node), "h1" | "main" | "article")) {
        return None;
    }
    if is_contents || has(&["toc", "toctree", "tableofcontents", "localtoc", "shortcontents"]) {
        return Some(Furniture::Contents);
    }
    if has(&["bibliography", "references", "reflist"]) && name != "span" {
        return Some(Furniture::References);
    }
    if has(&[
        "cookie",
        "cookies",
        "consent",
        "gdpr",
        "nav",
        "navbar",
        "navigation",
        "menu",
        "breadcrumb",
        "breadcrumbs",
        "sidebar",
        "navheader",
        "navfooter",
        "related",
        "sphinxsidebar",
        "skip",
        "pagination",
        "pager",
        "masthead",
        "topbar",
    ]) {
        return Some(Furniture::Navigation);
    }
    if has(&[
        "share",
        "sharing",
        "social",
        "subscribe",
        "newsletter",
        "promo",
        "advert",
        "ads",
        "banner",
        "cta",
        "signup",
    ]) {
        return Some(Furniture::CallToAction);
    }
    if has(&["footer", "copyright", "imprint", "legalnotice", "colophon"]) {
        return Some(Furniture::Imprint);
    }
    None
}

/// Marks what is outside the main part of a page, if the page has exactly one main part.
fn mark_outside(tree: &Tree, document: &mut Document) {
    let mains: Vec<usize> = tree
        .all(0)
        .filter(|node| tree.name(*node) == "main" || tree.attribute(*node, "role") == Some("main"))
        .collect();
    let [main] = mains[..] else { return };
    let inside = blocks_in(tree, main, &|_| None);
    let length = |blocks: &[Block]| -> usize {
        let content = blocks.iter().filter(|block| block.furniture.is_none());
        content.flat_map(|block| block.content.texts()).map(str::len).sum()
    };
    // If the main part of a page is almost empty, its text is elsewhere.
    if length(&inside) * 3 < length(&document.blocks) {
        return;
    }
    let Some(start) = inside.first().and_then(|first| document.blocks.iter().position(|block| block == first)) else {
        return;
    };
    let end = start + inside.len();
    for (at, block) in document.blocks.iter_mut().enumerate() {
        if (at < start || at >= end) && block.furniture.is_none() {
            block.furniture = Some(Furniture::Navigation);
        }
    }
}

/// The programming language that a class names.
fn code_language(tree: &Tree, index: usize) -> Option<String> {
    let classes = tree.all(index).filter_map(|node| tree.attribute(node, "class")).take(3);
    classes.flat_map(str::split_whitespace).find_map(|class| {
        let name = class.strip_prefix("language-").or_else(|| class.strip_prefix("lang-"))?;
        (!name.is_empty() && name.len() <= 30).then(|| name.to_owned())
    })
}

/// The bytes of a picture that is written into its address.
fn inline_picture(address: &str) -> Option<Vec<u8>> {
    let rest = address.trim().strip_prefix("data:image/")?;
    let (_, encoded) = rest.split_once(";base64,")?;
    if encoded.len() > MAX_INLINE {
        return None;
    }
    let (mut bytes, mut bits, mut count) = (Vec::with_capacity(encoded.len() * 3 / 4), 0_u32, 0);
    for c in encoded.bytes() {
        let value = match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => continue,
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count & 0xff) as u8);
        }
    }
    Some(bytes)
}
