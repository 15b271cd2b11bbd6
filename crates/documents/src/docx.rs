//! Word documents: headings by their styles and outline levels, lists by their numbering, notes, tables and pictures.
//!
//! Deleted text and field codes are left out; text in boxes follows the paragraph it is anchored in.

use std::collections::HashMap;

use crate::archive::Archive;
use crate::model::{Block, Content, Document, Furniture, List, ListItem, Notation, Picture, Source, Table};
use crate::text::{as_superscript, collapsed, fact_lines, language, names};
use crate::xml::{self, Element};
use crate::{Limits, ReadError};

/// How deep tables and boxes may nest before their text is left out.
const MAX_NESTING: usize = 8;
/// Maximum number of cells of all tables of a document, with short rows filled up; further rows are left out. Since
/// [`Limits::blocks`] is lower, such a document is refused once it is read.
pub(crate) const MAX_CELLS: usize = 1_000_000;

/// Reads a Word document.
pub(crate) fn read(bytes: &[u8], limits: &Limits) -> Result<Document, ReadError> {
    let mut archive = Archive::open(bytes, limits)?;
    let main = main_part(&mut archive, limits)?;
    let folder = main.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
    let part = |name: &str| if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") };

    let styles = match archive.text(&part("styles.xml"))? {
        Some(text) => Styles::read(&xml::parse(&text, limits)?),
        None => Styles::default(),
    };
    let numbering = match archive.text(&part("numbering.xml"))? {
        Some(text) => Numbering::read(&xml::parse(&text, limits)?),
        None => Numbering::default(),
    };
    let relationships = match archive.text(&part(&relationships_of(&main)))? {
        Some(text) => targets(&xml::parse(&text, limits)?, &folder),
        None => HashMap::new(),
    };
    let mut notes = HashMap::new();
    for (name, element) in [("footnotes.xml", "footnote"), ("endnotes.xml", "endnote")] {
        if let Some(text) = archive.text(&part(name))? {
            let root = xml::parse(&text, limits)?;
            for note in root.children_named(element).filter(|note| note.attribute("type").is_none()) {
                let text = collapsed(&plain_text(note));
                if let Some(id) = note.attribute("id")
                    && !text.is_empty()
                {
                    notes.insert(format!("{element}{id}"), text);
                }
            }
        }
    }

    let text = archive.required_text(&main)?;
    let root = xml::parse(&text, limits)?;
    let body = root.child("body").ok_or_else(|| ReadError::Missing { part: "w:body".to_owned() })?;
    let mut reader = Reader {
        styles: &styles,
        numbering: &numbering,
        relationships: &relationships,
        notes,
        document: Document::default(),
        note_marks: 0,
    };
    reader.read_blocks(body, 0);
    let mut document = reader.document;
    set_properties(&mut archive, limits, &mut document)?;
    if document.language.is_none() {
        document.language = styles.language;
    }
    Ok(document)
}

/// The name of the main part.
fn main_part(archive: &mut Archive<'_>, limits: &Limits) -> Result<String, ReadError> {
    if let Some(text) = archive.text("_rels/.rels")? {
        let root = xml::parse(&text, limits)?;
        let main = root
            .children()
            .find(|relationship| relationship.attribute("Type").is_some_and(|kind| kind.ends_with("/officeDocument")));
        if let Some(target) = main.and_then(|main| main.attribute("Target")) {
            return Ok(target.trim_start_matches('/').to_owned());
        }
    }
    Ok("word/document.xml".to_owned())
}

/// The path of a part's relationships in the folder of the part.
fn relationships_of(main: &str) -> String {
    format!("_rels/{}.rels", main.rsplit('/').next().unwrap_or(main))
}

/// The paths of the parts that relationships lead to, by id. Addresses outside the file are left out.
fn targets(root: &Element, folder: &str) -> HashMap<String, String> {
    let mut targets = HashMap::new();
    for relationship in root.children().filter(|element| element.attribute("TargetMode") != Some("External")) {
        if let (Some(id), Some(target)) = (relationship.attribute("Id"), relationship.attribute("Target")) {
            targets.insert(id.to_owned(), crate::epub::joined(&format!("{folder}/"), target));
        }
    }
    targets
}

/// Sets the title, the authors and the language that the properties of the file name.
fn set_properties(archive: &mut Archive<'_>, limits: &Limits, document: &mut Document) -> Result<(), ReadError> {
    let Some(text) = archive.text("docProps/core.xml")? else { return Ok(()) };
    let root = xml::parse(&text, limits)?;
    let value = |name: &str| root.child(name).map(|child| collapsed(&child.text())).filter(|value| !value.is_empty());
    if document.title.is_none() {
        document.title = value("title");
    }
    document.authors = value("creator").map(|creator| names(&creator)).unwrap_or_default();
    document.language = value("language").and_then(|tag| language(&tag));
    Ok(())
}

/// The paragraph styles of a document.
#[derive(Debug, Default)]
struct Styles {
    by_id: HashMap<String, Style>,
    language: Option<String>,
}

#[derive(Debug, Default, Clone)]
struct Style {
    name: String,
    based_on: Option<String>,
    outline: Option<u8>,
    numbering: Option<(String, u8)>,
}

impl Styles {
    fn read(root: &Element) -> Self {
        let mut by_id = HashMap::new();
        for style in root.children_named("style") {
            let properties = style.child("pPr");
            let id = style.attribute("styleId").unwrap_or_default().to_owned();
            let style = Style {
                name: style.setting("name").unwrap_or_default().to_lowercase(),
                based_on: style.setting("basedOn").map(str::to_owned),
                outline: properties
                    .and_then(|properties| properties.setting("outlineLvl"))
                    .and_then(|level| level.parse().ok()),
                numbering: properties.and_then(numbering_of),
            };
            by_id.insert(id, style);
        }
        let tag = root.at(&["docDefaults", "rPrDefault", "rPr", "lang"]).and_then(|element| element.attribute("val"));
        Self { by_id, language: tag.and_then(language) }
    }

    /// The style with an id and, in order, the styles that it is based on: at most 20 in all.
    fn chain(&self, id: &str) -> impl Iterator<Item = &Style> {
        let mut next = self.by_id.get(id);
        // Styles of a damaged file may be based on one another in a circle.
        std::iter::from_fn(move || {
            let style = next?;
            next = style.based_on.as_ref().and_then(|id| self.by_id.get(id));
            Some(style)
        })
        .take(20)
    }
}

/// The list and the level that paragraph properties name.
fn numbering_of(properties: &Element) -> Option<(String, u8)> {
    let numbering = properties.child("numPr")?;
    let level = numbering.setting("ilvl").and_then(|level| level.parse().ok()).unwrap_or(0);
    Some((numbering.setting("numId")?.to_owned(), level))
}

/// How the lists of a document are numbered.
#[derive(Debug, Default)]
struct Numbering {
    /// The number format of each level, by the id of the list.
    formats: HashMap<String, HashMap<u8, String>>,
}

impl Numbering {
    fn read(root: &Element) -> Self {
        let levels = |definition: &Element| -> HashMap<u8, String> {
            definition
                .children_named("lvl")
                .filter_map(|level| Some((level.attribute("ilvl")?.parse().ok()?, level.setting("numFmt")?.to_owned())))
                .collect()
        };
        let shared: HashMap<&str, HashMap<u8, String>> = root
            .children_named("abstractNum")
            .filter_map(|definition| Some((definition.attribute("abstractNumId")?, levels(definition))))
            .collect();
        let formats = root
            .children_named("num")
            .filter_map(|list| {
                let levels = shared.get(list.setting("abstractNumId")?)?;
                Some((list.attribute("numId")?.to_owned(), levels.clone()))
            })
            .collect();
        Self { formats }
    }

    fn is_ordered(&self, list: &str, level: u8) -> bool {
        let format = self.formats.get(list).and_then(|levels| levels.get(&level));
        format.is_some_and(|format| !matches!(format.as_str(), "bullet" | "none"))
    }
}

struct Reader<'a> {
    styles: &'a Styles,
    numbering: &'a Numbering,
    relationships: &'a HashMap<String, String>,
    /// Texts of notes that are not in the document yet.
    notes: HashMap<String, String>,
    note_marks: usize,
    document: Document,
}

/// The text of a paragraph and what else it contains.
#[derive(Default)]
struct ParagraphContent<'a> {
    text: String,
    notes: Vec<String>,
    pictures: Vec<Picture>,
    boxes: Vec<&'a Element>,
    /// For each open field, whether its code is being read. The code is not part of the text.
    fields: Vec<bool>,
    has_formula: bool,
    has_other_text: bool,
    is_mono: bool,
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
                "p" => self.read_paragraph(child, depth),
                "tbl" => self.read_table(child, depth),
                "sdt" => {
                    let is_contents = child
                        .at(&["sdtPr", "docPartObj", "docPartGallery"])
                        .and_then(|element| element.attribute("val"))
                        .is_some_and(|gallery| gallery == "Table of Contents");
                    let start = self.document.blocks.len();
                    if let Some(content) = child.child("sdtContent") {
                        self.read_blocks(content, depth + 1);
                    }
                    if is_contents {
                        for block in &mut self.document.blocks[start..] {
                            block.furniture = Some(Furniture::Contents);
                        }
                    }
                }
                "customXml" | "ins" | "smartTag" | "moveTo" => self.read_blocks(child, depth + 1),
                _ => {}
            }
        }
    }

    /// Adds a paragraph as the block that its style names, then its notes and boxes.
    fn read_paragraph(&mut self, paragraph: &Element, depth: usize) {
        let mut found = ParagraphContent { is_mono: true, ..ParagraphContent::default() };
        self.read_runs(paragraph, &mut found, 0);
        let ParagraphContent { text: raw, notes, pictures, boxes, has_formula, has_other_text, is_mono, .. } = found;
        let text = collapsed(&raw);
        let properties = paragraph.child("pPr");
        let style_id = properties.and_then(|properties| properties.setting("pStyle")).unwrap_or_default();
        let names: Vec<&str> = self.styles.chain(style_id).map(|style| style.name.as_str()).collect();
        let name = names.first().copied().unwrap_or_default();
        for picture in pictures {
            self.push(Content::Picture(picture));
        }
        if !text.is_empty() {
            let outline = properties
                .and_then(|properties| properties.setting("outlineLvl"))
                .and_then(|level| level.parse::<u8>().ok())
                .or_else(|| self.styles.chain(style_id).find_map(|style| style.outline));
            let heading = names.iter().find_map(|name| name.strip_prefix("heading ")?.trim().parse::<u8>().ok());
            let level = heading.or(outline.filter(|level| *level < 9).map(|level| level + 1));
            let numbering = properties
                .and_then(numbering_of)
                .or_else(|| self.styles.chain(style_id).find_map(|style| style.numbering.clone()))
                .filter(|(list, _)| list != "0");
            let is = |words: &[&str]| names.iter().any(|name| words.iter().any(|word| name.contains(word)));
            if name == "title" && self.document.title.is_none() && is_at_start(&self.document) {
                self.document.title = Some(text.clone());
                self.document.blocks.push(Block {
                    furniture: Some(Furniture::Title),
                    ..Block::new(Content::Heading { level: 1, text })
                });
            } else if name.starts_with("toc") || name.starts_with("table of figures") || name.starts_with("index ") {
                let furniture = Some(Furniture::Contents);
                self.document.blocks.push(Block { furniture, ..Block::new(Content::Paragraph(text)) });
            } else if name == "caption" || is(&["caption", "beschriftung"]) {
                self.add_caption(text);
            } else if let Some(level) = level.or((name == "title").then_some(1)) {
                self.push(Content::Heading { level: level.clamp(1, 9), text });
            } else if let Some((list, level)) = numbering {
                let is_ordered = self.numbering.is_ordered(&list, level);
                add_item(&mut self.document.blocks, is_ordered, ListItem { level, text, ..ListItem::default() });
            } else if name.starts_with("list ") && !name.starts_with("list paragraph") {
                let is_ordered = name.starts_with("list number");
                let level =
                    name.bytes().last().filter(u8::is_ascii_digit).map_or(0, |level| (level - b'0').saturating_sub(1));
                add_item(&mut self.document.blocks, is_ordered, ListItem { level, text, ..ListItem::default() });
            } else if is(&["quote", "block text", "zitat"]) {
                self.push(Content::Quote { text, attribution: None });
            } else if is(&["source code", "html preformatted", "preformatted", "macro text", "verbatim"])
                || is_mono && raw.trim().len() > 1
            {
                add_code(&mut self.document.blocks, raw.trim_end());
            } else if has_formula && !has_other_text {
                self.push(Content::Formula { text, notation: Notation::Signs });
            } else {
                self.push(fact_lines(&raw, '\n').map_or(Content::Paragraph(text), Content::List));
            }
        }
        self.add_footnotes(notes);
        for content in boxes {
            self.read_blocks(content, depth + 1);
        }
    }

    /// Adds the notes with some ids, except those that are in the document already.
    fn add_footnotes(&mut self, ids: Vec<String>) {
        for id in ids {
            if let Some(text) = self.notes.remove(&id) {
                self.note_marks += 1;
                let mark = self.note_marks.to_string();
                self.push(Content::Footnote { mark, text });
            }
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

    fn read_table(&mut self, table: &Element, depth: usize) {
        let found = parts_of(table, "tr");
        // A table of one cell is a frame around text.
        if let [row] = found[..]
            && let [cell] = parts_of(row, "tc")[..]
        {
            self.read_blocks(cell, depth + 1);
            return;
        }
        let has_header = found.first().is_some_and(|row| row.at(&["trPr", "tblHeader"]).is_some())
            || table.at(&["tblPr", "tblLook"]).is_some_and(|look| look.attribute("firstRow") == Some("1"));
        let mut rows = Vec::new();
        let mut notes = Vec::new();
        let mut count = 0;
        for row in found {
            let number = |properties: Option<&Element>, name: &str| {
                let number =
                    properties.and_then(|properties| properties.setting(name)).and_then(|number| number.parse().ok());
                number.map_or(0, |number: usize| number.min(100))
            };
            let mut cells = vec![String::new(); number(row.child("trPr"), "gridBefore")];
            for cell in parts_of(row, "tc") {
                let properties = cell.child("tcPr");
                let is_covered = properties
                    .and_then(|properties| properties.child("vMerge"))
                    .is_some_and(|merge| merge.attribute("val").is_none_or(|value| value == "continue"));
                let text = if is_covered { String::new() } else { self.cell_text(cell, depth, &mut notes) };
                cells.push(text);
                cells.extend((1..number(properties, "gridSpan")).map(|_| String::new()));
            }
            count += cells.len();
            rows.push(cells);
            // With so many cells the document is refused, unless almost all of them are empty. More rows change
            // nothing.
            if count > MAX_CELLS {
                break;
            }
        }
        push_table(&mut self.document.blocks, Table { caption: None, has_header, rows });
        self.add_footnotes(notes);
    }

    /// The text of a cell. Adds its pictures to the document and the ids of its notes to `notes`.
    fn cell_text(&mut self, cell: &Element, depth: usize, notes: &mut Vec<String>) -> String {
        if depth > MAX_NESTING {
            return String::new();
        }
        let mut lines = Vec::new();
        let mut open = vec![cell];
        while let Some(element) = open.pop() {
            match element.name.as_str() {
                // The fallback for older programs repeats the text of a box.
                "Fallback" => continue,
                "p" => {
                    let mut found = ParagraphContent::default();
                    self.read_runs(element, &mut found, 0);
                    lines.push(found.text);
                    notes.extend(found.notes);
                    for picture in found.pictures {
                        self.push(Content::Picture(picture));
                    }
                }
                _ => {}
            }
            push_children(&mut open, element);
        }
        collapsed(&lines.join(" "))
    }

    /// Adds the text of the runs in an element to `found`, and its notes, pictures and boxes.
    fn read_runs<'e>(&self, parent: &'e Element, found: &mut ParagraphContent<'e>, depth: usize) {
        if depth > 40 {
            return;
        }
        for child in parent.children() {
            match child.name.as_str() {
                "t" if found.fields.iter().all(|is_code| !is_code) => {
                    let text = child.text();
                    found.has_other_text |= !text.trim().is_empty();
                    found.text.push_str(&text);
                }
                "tab" => found.text.push('\t'),
                "br" | "cr" => found.text.push('\n'),
                "noBreakHyphen" => found.text.push('-'),
                "sym" => {
                    let attribute = |name: &str| child.attribute(name).unwrap_or_default();
                    found.text.push(symbol(attribute("font"), attribute("char")));
                }
                "fldChar" => match child.attribute("fldCharType") {
                    Some("begin") => found.fields.push(true),
                    Some("separate") => {
                        if let Some(last) = found.fields.last_mut() {
                            *last = false;
                        }
                    }
                    _ => {
                        found.fields.pop();
                    }
                },
                "footnoteReference" | "endnoteReference" => {
                    let kind = child.name.trim_end_matches("Reference");
                    found.notes.push(format!("{kind}{}", child.attribute("id").unwrap_or_default()));
                }
                "r" => {
                    let is_mono = child
                        .at(&["rPr", "rFonts"])
                        .and_then(|fonts| fonts.attribute("ascii"))
                        .is_some_and(is_mono_font)
                        || child.at(&["rPr", "rStyle"]).and_then(|style| style.attribute("val")).is_some_and(|style| {
                            style.contains("Verbatim") || style.contains("Code") || style.ends_with("Tok")
                        });
                    found.is_mono &= is_mono || child.child("t").is_none();
                    let start = found.text.len();
                    self.read_runs(child, found, depth + 1);
                    let position = child.at(&["rPr", "vertAlign"]).and_then(|element| element.attribute("val"));
                    if position == Some("superscript")
                        && let Some(raised) = as_superscript(&found.text[start..])
                    {
                        found.text.truncate(start);
                        found.text.push_str(&raised);
                    }
                }
                // The pronunciation above the letters is left out.
                "ruby" => {
                    if let Some(base) = child.child("rubyBase") {
                        self.read_runs(base, found, depth + 1);
                    }
                }
                "drawing" | "pict" | "object" => self.read_drawing(child, found),
                "AlternateContent" => {
                    if let Some(choice) = child.child("Choice") {
                        self.read_runs(choice, found, depth + 1);
                    }
                }
                "oMath" | "oMathPara" => {
                    found.has_formula = true;
                    found.is_mono = false;
                    let texts: Vec<String> =
                        child.all().filter(|element| element.name == "t").map(Element::text).collect();
                    found.text.push_str(&texts.join(""));
                }
                "ins" | "hyperlink" | "smartTag" | "fldSimple" | "sdt" | "sdtContent" | "customXml" | "moveTo"
                | "dir" | "bdo" => self.read_runs(child, found, depth + 1),
                _ => {}
            }
        }
    }

    /// Finds the pictures and the boxes of a drawing, which may be a group of several.
    fn read_drawing<'e>(&self, drawing: &'e Element, found: &mut ParagraphContent<'e>) {
        found.is_mono = false;
        let alt = drawing.descendant("docPr").and_then(|element| element.attribute("descr")).map(collapsed);
        // The alternative text describes the whole drawing, so only its first picture gets it.
        let mut alt = alt.filter(|alt| !alt.is_empty());
        let mut open = vec![drawing];
        while let Some(element) = open.pop() {
            let reference = match element.name.as_str() {
                "txbxContent" => {
                    found.boxes.push(element);
                    continue;
                }
                "Fallback" => continue,
                "blip" => element.attribute("embed"),
                "imagedata" => element.attribute("id"),
                _ => None,
            };
            if let Some(part) = reference.and_then(|id| self.relationships.get(id)) {
                let source = Source::Part(part.clone());
                found.pictures.push(Picture { alt: alt.take(), source, ..Picture::default() });
            }
            push_children(&mut open, element);
        }
    }
}

/// Adds the elements of an element to those that are still to be visited, so that the first one is visited next.
pub(crate) fn push_children<'e>(open: &mut Vec<&'e Element>, element: &'e Element) {
    let start = open.len();
    open.extend(element.children());
    open[start..].reverse();
}

/// The rows of a table or the cells of a row, also those in content controls, custom XML and insertions.
fn parts_of<'e>(parent: &'e Element, name: &str) -> Vec<&'e Element> {
    let mut found = Vec::new();
    let mut open = Vec::new();
    push_children(&mut open, parent);
    while let Some(element) = open.pop() {
        match element.name.as_str() {
            element_name if element_name == name => found.push(element),
            "sdt" | "sdtContent" | "customXml" | "ins" | "moveTo" => push_children(&mut open, element),
            _ => {}
        }
    }
    found
}

/// The character for a code in a symbol font: Greek letters and signs of formulas in `Symbol`, else a bullet.
fn symbol(font: &str, code: &str) -> char {
    const CAPITALS: &str = "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ";
    const SMALL: &str = "αβχδεφγηιϕκλμνοπθρστυϖωξψζ";
    if font != "Symbol" {
        return '•';
    }
    let code = u32::from_str_radix(code, 16).unwrap_or_default() & 0xff;
    let letter = |letters: &str, first: u32| letters.chars().nth((code - first) as usize).unwrap_or('•');
    match code {
        0x41..=0x5a => letter(CAPITALS, 0x41),
        0x61..=0x7a => letter(SMALL, 0x61),
        0xa3 => '≤',
        0xa5 => '∞',
        0xae => '→',
        0xb0 => '°',
        0xb1 => '±',
        0xb3 => '≥',
        0xb4 => '×',
        0xb9 => '≠',
        0xbb => '≈',
        0xd6 => '√',
        0xd7 => '⋅',
        _ => '•',
    }
}

/// Whether a font is monospaced, by its name.
pub(crate) fn is_mono_font(name: &str) -> bool {
    let name = name.to_lowercase();
    ["courier", "mono", "consol", "menlo", "typewriter", "fixed", "cmtt", "code", "terminal", "inconsolata"]
        .iter()
        .any(|part| name.contains(part))
}

/// Adds an item to the list at the end of the blocks, or begins a new list.
pub(crate) fn add_item(blocks: &mut Vec<Block>, is_ordered: bool, item: ListItem) {
    match blocks.last_mut().map(|block| &mut block.content) {
        Some(Content::List(list)) if list.is_ordered == is_ordered || item.level > 0 => list.items.push(item),
        _ => blocks.push(Block::new(Content::List(List { is_ordered, items: vec![item] }))),
    }
}

/// Whether so little has been read that a text in the style of titles is the title of the document, not of a part of
/// it.
pub(crate) fn is_at_start(document: &Document) -> bool {
    const MAX_BLOCKS: usize = 30;
    document.content().count() < MAX_BLOCKS
}

/// Adds lines to the code block at the end of the blocks, or begins a new one.
pub(crate) fn add_code(blocks: &mut Vec<Block>, lines: &str) {
    match blocks.last_mut().map(|block| &mut block.content) {
        Some(Content::Code { text, .. }) => {
            text.push('\n');
            text.push_str(lines);
        }
        _ => blocks.push(Block::new(Content::Code { language: None, text: lines.to_owned() })),
    }
}

/// Adds a table whose rows are made equally long and whose empty rows are left out.
pub(crate) fn push_table(blocks: &mut Vec<Block>, mut table: Table) {
    table.rows.retain(|row| row.iter().any(|cell| !cell.is_empty()));
    // Columns without any text come from merged cells and spacing.
    let mut used = vec![false; table.rows.iter().map(Vec::len).max().unwrap_or(0)];
    for row in &table.rows {
        for (is_used, cell) in used.iter_mut().zip(row) {
            *is_used |= !cell.is_empty();
        }
    }
    let width = used.iter().filter(|is_used| **is_used).count();
    if table.rows.len().saturating_mul(width) > MAX_CELLS / 100 {
        let cells = |block: &Block| -> usize {
            match &block.content {
                Content::Table(table) => table.rows.iter().map(Vec::len).sum(),
                _ => 0,
            }
        };
        let before: usize = blocks.iter().map(cells).sum();
        table.rows.truncate(MAX_CELLS.saturating_sub(before) / width + 1);
    }
    for row in &mut table.rows {
        let mut at = 0;
        row.retain(|_| {
            at += 1;
            used[at - 1]
        });
        row.resize(width, String::new());
    }
    if let [note] = &table.rows[..]
        && let Some(text) = note_text(note)
        && !table.has_header
    {
        blocks.push(Block::new(Content::Paragraph(text.to_owned())));
    } else if !table.rows.is_empty() {
        blocks.push(Block::new(Content::Table(table)));
    }
}

/// The text of a note that is set as a table of one row, beside its label: "Note", "Remember to save."
fn note_text(row: &[String]) -> Option<&str> {
    let (text, labels) = row.split_last()?;
    let is_label =
        |label: &String| label.split_whitespace().count() <= 2 && !label.contains(|c: char| c.is_ascii_digit());
    (labels.len() <= 1 && labels.iter().all(is_label) && text.split_whitespace().count() >= 5).then_some(text)
}

/// The text of a footnote or an endnote.
fn plain_text(note: &Element) -> String {
    let mut text = String::new();
    for element in note.all() {
        match element.name.as_str() {
            "t" => text.push_str(&element.text()),
            "tab" | "br" | "p" => text.push(' '),
            _ => {}
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_filled_up_to_a_number_of_cells() {
        let cell = || "1".to_owned();
        let mut rows = vec![vec![cell(); 2_000]];
        rows.resize(3_000, vec![cell()]);
        let mut blocks = Vec::new();
        for _ in 0..2 {
            push_table(&mut blocks, Table { rows: rows.clone(), ..Table::default() });
        }
        let count: usize = blocks
            .iter()
            .map(|block| match &block.content {
                Content::Table(table) => table.rows.iter().map(Vec::len).sum(),
                _ => 0_usize,
            })
            .sum();
        assert!((MAX_CELLS + 1..=MAX_CELLS + 4_000).contains(&count), "{count}");
    }
}
