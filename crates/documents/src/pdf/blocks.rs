//! Lines into blocks: title, headings, paragraphs, lists, code, footnotes, captions, contents pages.

mod captions;
mod contents;
mod facts;
mod footnotes;
mod headings;
mod text;
mod title;

use std::collections::HashMap;

use self::contents::is_contents_page;
use self::facts::{Facts, joined};
use self::headings::Heading;
use self::text::OpenBlock;
use super::definitions::definitions;
use super::interpret::{Page, PlacedPicture, Rule};
use super::lines::{self, Line};
use super::{repeats, tables};
use crate::furniture::is_contents_entry;
use crate::model::{Block, Content, Document, Furniture, List, Picture, Source};
use crate::plain::{marker, section_number};
use crate::text::{collapsed, comparison_key};

/// A line, table or picture of a page, in reading order.
enum PageItem {
    Line(Line),
    Block(Content),
}

/// Makes the blocks of a document from its pages.
pub(super) fn read(mut pages: Vec<Page>, bookmarks: &[(String, u8)], document: &mut Document) {
    let edges = repeats::take(&mut pages);
    let heights: Vec<f32> = pages.iter().map(|page| page.height).collect();
    let pages: Vec<Vec<PageItem>> = pages.into_iter().map(items).collect();
    let facts = Facts::of(&pages, bookmarks);
    let title = title::title(&pages, document.title.as_deref(), &facts);
    let mut builder = Builder { facts: &facts, blocks: Vec::new(), headings: Vec::new(), open: None, page: 0 };
    for (index, (items, edges)) in pages.iter().zip(edges).enumerate() {
        builder.page = index + 1;
        for edge in edges {
            builder.push_furniture(Content::Paragraph(collapsed(&edge.text)), edge.furniture);
        }
        let title_lines = title.as_ref().filter(|title| title.page == index).map_or(0..0, |title| title.items.clone());
        builder.read_page(items, heights[index], title_lines, title.as_ref().map(|title| title.text.as_str()));
    }
    builder.level_headings();
    document.blocks = builder.blocks;
    captions::attach(&mut document.blocks);
    footnotes::remove_marks(&mut document.blocks);
    if let Some(title) = title {
        document.title = Some(title.text);
    }
}

/// The lines of a page in reading order, with its tables and pictures among them.
fn items(mut page: Page) -> Vec<PageItem> {
    let mut placed: Vec<(Rule, Content)> = Vec::new();
    for ruled in tables::ruled(&mut page) {
        placed.push((ruled.area, Content::Table(ruled.table)));
    }
    for shown in &page.pictures {
        if let Some(picture) = picture(&page, shown) {
            placed.push((shown.area, Content::Picture(picture)));
        }
    }
    placed.sort_by(|a, b| a.0.top.total_cmp(&b.0.top));
    let lines = lines::ordered(std::mem::take(&mut page.words));
    // Each table or picture is inserted before the first line below it in its column.
    let mut before: HashMap<usize, Vec<Content>> = HashMap::new();
    for (area, content) in placed {
        let overlaps = |line: &Line| line.column.0 < area.right && line.column.1 > area.left;
        let below = lines.iter().position(|line| overlaps(line) && line.base > area.top + 2.0);
        let at = below.or_else(|| lines.iter().rposition(overlaps).map(|at| at + 1)).unwrap_or(lines.len());
        before.entry(at).or_default().push(content);
    }
    let mut items = Vec::with_capacity(lines.len());
    let count = lines.len();
    for (at, line) in lines.into_iter().enumerate() {
        items.extend(before.remove(&at).into_iter().flatten().map(PageItem::Block));
        items.push(PageItem::Line(line));
    }
    items.extend(before.remove(&count).into_iter().flatten().map(PageItem::Block));
    items
}

/// A picture for the document; `None` when it is too small to be content.
fn picture(page: &Page, shown: &PlacedPicture) -> Option<Picture> {
    let (width, height) = (shown.area.right - shown.area.left, shown.area.bottom - shown.area.top);
    let is_background = width * height > page.width * page.height * 0.85 && !page.words.is_empty();
    if width < 40.0 || height < 40.0 || shown.pixels.0 < 48 || shown.pixels.1 < 48 || is_background {
        return None;
    }
    let source = shown.object.map_or(Source::Nowhere, Source::Object);
    Some(Picture { size: Some(shown.pixels), source, ..Picture::default() })
}

/// Makes blocks from the items of the pages, in order.
struct Builder<'a> {
    facts: &'a Facts,
    blocks: Vec<Block>,
    headings: Vec<Heading>,
    open: Option<OpenBlock>,
    page: usize,
}

impl Builder<'_> {
    fn push(&mut self, content: Content) {
        self.blocks.push(Block { content, furniture: None, page: self.page });
    }

    fn push_furniture(&mut self, content: Content, furniture: Furniture) {
        self.blocks.push(Block { content, furniture: Some(furniture), page: self.page });
    }

    /// Adds the blocks of a page. The items in the range `title` show the title of the document, which is `title_text`.
    fn read_page(&mut self, items: &[PageItem], height: f32, title: std::ops::Range<usize>, title_text: Option<&str>) {
        let footnotes_start = self.footnotes_start(items, height);
        let is_contents = is_contents_page(items);
        let mut at = 0;
        while at < items.len() {
            if at == title.start && !title.is_empty() {
                self.open = None;
                let text = title_text.unwrap_or_default().to_owned();
                self.push_furniture(Content::Heading { level: 1, text }, Furniture::Title);
                at = title.end;
                // Lines below the title that are larger than the text, and are no headings, are names and dates.
                while let Some(PageItem::Line(line)) = items.get(at).filter(|_| at < title.end + 6) {
                    let text = collapsed(&line.text());
                    let is_known = self.facts.bookmarks.contains_key(&comparison_key(&text));
                    let is_between = line.size > self.facts.body * 1.05 && !line.is_bold;
                    if !is_between || is_known || section_number(&text).is_some() {
                        break;
                    }
                    self.push_furniture(Content::Paragraph(text), Furniture::Imprint);
                    at += 1;
                }
                continue;
            }
            let line = match &items[at] {
                PageItem::Block(content) => {
                    // A paragraph may continue below a picture, so it stays open.
                    self.push(content.clone());
                    at += 1;
                    continue;
                }
                PageItem::Line(line) => line,
            };
            if at >= footnotes_start {
                self.add_footnote_line(line);
                at += 1;
                continue;
            }
            let text = collapsed(&line.text());
            if text.is_empty() {
                at += 1;
                continue;
            }
            if is_contents && !self.is_larger(line) || is_contents_entry(&text) {
                self.open = None;
                self.push_furniture(Content::Paragraph(text), Furniture::Contents);
                at += 1;
                continue;
            }
            let following: Vec<&Line> = items[at..]
                .iter()
                .take(400)
                .map_while(|item| match item {
                    PageItem::Line(line) => Some(line),
                    PageItem::Block(_) => None,
                })
                .collect();
            let before_footnotes = footnotes_start.saturating_sub(at);
            let following = &following[..following.len().min(before_footnotes)];
            let has_cells = line.cells().len() > 1 && !self.facts.is_mono;
            let table = if has_cells { tables::unruled(following) } else { None };
            // The row with the names of a table's columns may look like a heading.
            let may_be_heading = table.is_none() || self.is_larger(line) || section_number(&text).is_some();
            if may_be_heading && let Some(count) = self.read_heading(following, &text) {
                at += count;
                continue;
            }
            if let Some((table, count)) = table {
                self.open = None;
                self.push(Content::Table(table));
                at += count;
                continue;
            }
            if let Some((list, count)) = self.definitions(following) {
                self.push(Content::List(list));
                self.open_block(following[count - 1], line.left, true);
                at += count;
                continue;
            }
            if line.is_mono && !self.facts.is_mono {
                self.add_code_line(line);
            } else {
                self.add_text_line(line, &text);
            }
            at += 1;
        }
    }

    /// The list of terms that lines begin with, and the number of its lines.
    fn definitions(&self, lines: &[&Line]) -> Option<(List, usize)> {
        if self.facts.is_mono || marker(&lines.first()?.text()).is_some() {
            return None;
        }
        definitions(lines, self.facts.body, self.facts.pitch, |text, line| joined(text, line, self.facts))
    }
}
