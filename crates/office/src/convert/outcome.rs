//! The result of converting a slide of a file: slides of the deck, and the fate of each shape.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};

use deck::{MAX_NOTES, shortened};
use serde_json::{Value, json};

use super::figures::{chart_rows, table_rows};
use super::markdown::{self, Block};
use super::scope::Scope;
use super::text::{length, words};
use super::view::{SlideItem, SortedSlide};
use crate::model::{Content as ShapeContent, DiagramNode, Paragraph};
use crate::report::Fate;
use crate::report_text::ImportText;

/// A slide of the deck.
#[derive(Debug, Clone)]
pub(super) struct Draft {
    pub(super) slide_type: Cow<'static, str>,
    pub(super) content: deck::Content,
    /// Paragraphs for its notes.
    pub(super) notes: Vec<String>,
}

impl Draft {
    pub(super) fn new(slide_type: &'static str) -> Self {
        Self { slide_type: Cow::Borrowed(slide_type), content: deck::Content::new(), notes: Vec::new() }
    }

    /// Sets a field, unless the value is an empty text.
    pub(super) fn set(&mut self, key: &str, value: impl Into<Value>) {
        let value = value.into();
        if value.as_str() != Some("") {
            self.content.insert(key.to_owned(), value);
        }
    }

    /// Its title, or an empty text.
    pub(super) fn title(&self) -> &str {
        self.content.get("title").and_then(Value::as_str).unwrap_or_default()
    }
}

/// The result of converting a slide of a file.
#[derive(Debug, Clone, Default)]
pub(super) struct Outcome {
    pub(super) drafts: Vec<Draft>,
    /// The fates of the shapes, by index.
    pub(super) fates: BTreeMap<usize, Fate>,
    /// For a slide that Lectern exported, the properties that it keeps besides its content.
    pub(super) exported: Option<Exported>,
}

/// The properties of a slide that Lectern exported, besides its content.
#[derive(Debug, Clone, Default)]
pub(super) struct Exported {
    /// The exported notes; `None` if the file has other notes.
    pub(super) notes: Option<String>,
    pub(super) visibility: Option<Value>,
    pub(super) duration: Option<Value>,
    pub(super) transition: Option<Value>,
    pub(super) morph_names: Option<Value>,
    pub(super) library: Option<Value>,
    /// The slide as it was exported, with its id.
    pub(super) source: Value,
    /// Whether the background of the file is the exported one.
    pub(super) has_same_background: bool,
}

impl Outcome {
    /// A slide of a type with the title and the line below it.
    pub(super) fn headed(view: &SortedSlide<'_>, slide_type: &'static str) -> Self {
        let mut outcome = Self { drafts: vec![Draft::new(slide_type)], ..Self::default() };
        if let Some(title) = view.title.as_ref().filter(|_| view.scope.has_field(slide_type, "title")) {
            outcome.put_line(view, title, "title");
        }
        if let Some(subtitle) = &view.subtitle
            && view.scope.has_field(slide_type, "subheading")
            && view.scope.fits(slide_type, "subheading", &subtitle.line())
        {
            outcome.put_line(view, subtitle, "subheading");
        }
        outcome
    }

    /// The first slide.
    pub(super) fn first(&mut self) -> &mut Draft {
        self.drafts.first_mut().expect("an outcome begins with a slide")
    }

    /// Adds a slide that continues the first one.
    pub(super) fn add_continued(&mut self, draft: Draft, title: &str, number: usize) {
        let mut continued = Draft { content: deck::Content::new(), ..draft };
        continued.set("title", continued_title(title, number));
        continued.content.extend(draft.content);
        self.drafts.push(continued);
    }

    /// Adds slides after the others.
    pub(super) fn add_after(&mut self, added: Outcome) {
        let moved = |fate| match fate {
            Fate::Field(_) => Fate::Changed(ImportText::OwnSlide.into()),
            fate => fate,
        };
        self.fates.extend(added.fates.into_iter().map(|(index, fate)| (index, moved(fate))));
        self.drafts.extend(added.drafts);
    }

    /// Records the field that an item was put into.
    pub(super) fn place(&mut self, item: &SlideItem<'_>, path: impl Into<String>) {
        self.fates.insert(item.index, Fate::Field(path.into()));
    }

    /// Records that an item was converted to another form.
    pub(super) fn change(&mut self, item: &SlideItem<'_>, how: ImportText) {
        self.fates.insert(item.index, Fate::Changed(how.into()));
    }

    /// Puts the text of an item into a field of the first slide as one line. A text that is too long is shortened, and
    /// its whole text is added to the notes.
    pub(super) fn put_line(&mut self, view: &SortedSlide<'_>, item: &SlideItem<'_>, key: &str) {
        let text = item.line();
        let bound = view.scope.max_length(&self.first().slide_type, key);
        self.first().set(key, shortened(&text, bound));
        if length(&text) <= bound {
            self.place(item, key);
        } else {
            self.first().notes.push(markdown::escaped(&text));
            self.change(item, ImportText::Shortened { most: bound });
        }
    }

    /// Returns the alternative text of a picture, shortened to `bound` characters. Adds the whole text to the notes if
    /// it is longer.
    pub(super) fn shorten_alt(&mut self, alt: &str, bound: usize) -> String {
        if length(alt) > bound {
            self.first().notes.push(markdown::escaped(alt));
        }
        shortened(alt, bound)
    }

    /// Sets the title to the first line of a text, shortened, if the slide has no title. For types that require one.
    pub(super) fn set_title_from(&mut self, text: &str) {
        if self.first().title().is_empty() {
            let words = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
            self.first().set("title", shortened(words, 60));
        }
    }

    /// Puts all items without a fate into the notes, and all links that are in no field, including those of shapes
    /// without text.
    pub(super) fn finished(mut self, view: &SortedSlide<'_>) -> Self {
        for (index, fate) in &view.left_out {
            self.fates.entry(*index).or_insert_with(|| fate.clone());
            let shape = &view.slide.shapes[*index];
            // A transparent shape may be there only to be clicked.
            let is_drawn = matches!(shape.content, ShapeContent::Text(_)) && shape.placeholder.is_none();
            if is_drawn && matches!(shape.link, Some(crate::model::Link::Address(_))) && self.exported.is_none() {
                let item = SlideItem::new(*index, shape);
                self.keep_links(&item, view.scope);
                self.change(&item, ImportText::OnlyLink);
            }
        }
        let all = view.title.iter().chain(&view.subtitle).chain(&view.items);
        for item in all.clone() {
            if self.fates.contains_key(&item.index) {
                continue;
            }
            let blocks = item_blocks(item, view.scope);
            let fate = if blocks.is_empty() { Fate::Lost(ImportText::NoPlace.into()) } else { Fate::Notes };
            if !blocks.is_empty() {
                self.first().notes.push(markdown::joined(&blocks));
            }
            self.fates.insert(item.index, fate);
        }
        for item in all {
            // The content of a slide that Lectern exported has its links.
            let is_exported = self.exported.is_some() && self.fates.get(&item.index) != Some(&Fate::Notes);
            if !is_exported {
                self.keep_links(item, view.scope);
            }
        }
        self.add_background(view);
        self
    }

    /// Puts the background picture of the slide behind all drafts, unless they have it already.
    fn add_background(&mut self, view: &SortedSlide<'_>) {
        if view.scope.is_return && self.exported.as_ref().is_some_and(|exported| exported.has_same_background) {
            return;
        }
        let reference = view.slide.background.as_deref().and_then(|part| view.scope.reference(part));
        if let Some(reference) = reference.map(str::to_owned) {
            for draft in &mut self.drafts {
                draft.set("slideBgImage", reference.clone());
            }
        }
    }

    /// Adds the links of an item to the notes, unless they are elsewhere on the slide.
    fn keep_links(&mut self, item: &SlideItem<'_>, scope: &Scope<'_>) {
        let mut links: Vec<(String, String)> = Vec::new();
        let mut known = HashSet::new();
        for (link, text) in item_links(item) {
            let target = match (scope.link(link), link) {
                (Some(target), _) => target,
                (None, crate::model::Link::Address(address)) => address.clone(),
                (None, crate::model::Link::Slide(_)) => continue,
            };
            if known.insert(target.clone()) {
                links.push((target, text));
            }
        }
        for (target, text) in links {
            let bare = target.strip_prefix("mailto:").unwrap_or(&target).to_owned();
            let spellings = [bare, markdown::destination(&target)];
            let has_link = |text: &str| spellings.iter().any(|spelling| text.contains(spelling.as_str()));
            let in_content = |value: &Value| has_text(value, &has_link);
            let is_kept = self.drafts.iter().any(|draft| {
                draft.content.values().any(in_content) || draft.notes.iter().any(|paragraph| has_link(paragraph))
            });
            if is_kept {
                continue;
            }
            let text = if text.trim().is_empty() { item.shape.name.clone() } else { text };
            let note = if deck::is_link(&target) {
                format!("[{}]({})", markdown::escaped(text.trim()), markdown::destination(&target))
            } else {
                format!("{}: `{}`", markdown::escaped(text.trim()), target.replace('`', ""))
            };
            self.first().notes.push(note);
        }
    }
}

/// Whether any text in a JSON value passes a test.
fn has_text(value: &Value, test: &dyn Fn(&str) -> bool) -> bool {
    match value {
        Value::String(text) => test(text),
        Value::Array(values) => values.iter().any(|value| has_text(value, test)),
        Value::Object(values) => values.values().any(|value| has_text(value, test)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// The links of an item with their text.
fn item_links<'a>(item: &'a SlideItem<'_>) -> Vec<(&'a crate::model::Link, String)> {
    let mut links = Vec::new();
    let mut add = |paragraphs: &'a [Paragraph]| {
        for run in paragraphs.iter().flat_map(|paragraph| &paragraph.runs) {
            links.extend(run.link.as_ref().map(|link| (link, run.text.clone())));
        }
    };
    add(&item.paragraphs);
    if let ShapeContent::Table(table) = &item.shape.content {
        table.rows.iter().flatten().for_each(|cell| add(&cell.paragraphs));
    }
    if let ShapeContent::Diagram(diagram) = &item.shape.content {
        let mut open: Vec<&DiagramNode> = diagram.nodes.iter().collect();
        while let Some(node) = open.pop() {
            add(&node.paragraphs);
            open.extend(&node.children);
        }
    }
    if !item.is_text() || item.paragraphs.is_empty() {
        links.extend(item.shape.link.as_ref().map(|link| (link, item.alt().to_owned())));
    }
    links
}

/// An item as Markdown.
pub(super) fn item_blocks(item: &SlideItem<'_>, scope: &Scope<'_>) -> Vec<Block> {
    match &item.shape.content {
        ShapeContent::Text(_) => markdown::blocks(&item.paragraphs, scope),
        ShapeContent::Table(table) => {
            let cell = |text: &String| markdown::escaped(text).replace("\\\n", " ");
            let rows: Vec<Vec<String>> = table_rows(table).iter().map(|row| row.iter().map(cell).collect()).collect();
            vec![Block::whole(markdown::table(&rows))]
        }
        ShapeContent::Chart(chart) => {
            let cell = |text: &String| markdown::escaped(text).replace("\\\n", " ");
            let rows: Vec<Vec<String>> = chart_rows(chart).iter().map(|row| row.iter().map(cell).collect()).collect();
            let title = chart.title.iter().map(|title| Block::whole(markdown::escaped(title)));
            title.chain([Block::whole(markdown::table(&rows))]).collect()
        }
        ShapeContent::Diagram(diagram) => markdown::blocks(&diagram_paragraphs(&diagram.nodes), scope),
        ShapeContent::Picture(_) | ShapeContent::Media(_) => {
            let picture = item.picture_part().and_then(|part| scope.reference(part));
            let picture = picture.map(|reference| Block::whole(markdown::picture(item.alt(), reference)));
            let address = item.media().and_then(|media| media.address.as_deref());
            let address = address.map(|address| {
                let link = format!("[{}]({})", markdown::escaped(address), markdown::destination(address));
                Block::whole(if deck::is_link(address) { link } else { markdown::escaped(address) })
            });
            picture.into_iter().chain(address).collect()
        }
        ShapeContent::Connector(_) | ShapeContent::Other(_) => Vec::new(),
    }
}

/// The entries of a diagram as a list with levels.
pub(super) fn diagram_paragraphs(nodes: &[DiagramNode]) -> Vec<Paragraph> {
    fn add(nodes: &[DiagramNode], level: u8, list: &mut Vec<Paragraph>) {
        for node in nodes {
            let mut runs = Vec::new();
            for paragraph in node.paragraphs.iter().filter(|paragraph| !words(paragraph).trim().is_empty()) {
                if !runs.is_empty() {
                    runs.push(crate::model::Run { text: "\n".to_owned(), ..Default::default() });
                }
                runs.extend(paragraph.runs.iter().cloned());
            }
            list.push(Paragraph { level, bullet: crate::model::Bullet::Sign, runs, ..Paragraph::default() });
            add(&node.children, level.saturating_add(1), list);
        }
    }
    let mut list = Vec::new();
    add(nodes, 0, &mut list);
    list
}

/// A title for the slide that continues another.
pub(super) fn continued_title(title: &str, number: usize) -> String {
    if title.is_empty() { String::new() } else { format!("{} ({number})", shortened(title, 70)) }
}

/// Notes as one text, and whether it had to be cut.
pub(super) fn notes_text(paragraphs: &[String]) -> (String, bool) {
    let text = paragraphs.iter().filter(|text| !text.trim().is_empty()).cloned().collect::<Vec<_>>().join("\n\n");
    let is_cut = length(&text) > MAX_NOTES;
    (if is_cut { shortened(&text, MAX_NOTES) } else { text }, is_cut)
}

/// The reference of the picture of an item, and if it is cropped, the middle of its visible part in percent of width
/// and height. `None` if the item has no picture.
pub(super) fn picture_fields(view: &SortedSlide<'_>, item: &SlideItem<'_>) -> Option<(String, Option<(i32, i32)>)> {
    let reference = view.scope.reference(item.picture_part()?)?.to_owned();
    let crop = item.picture().map_or([0; 4], |picture| picture.crop);
    let middle = |low: i32, high: i32| ((low.max(0) + 100_000 - high.max(0)) / 2 / 1000).clamp(0, 100);
    let focus = (crop != [0; 4]).then(|| (middle(crop[0], crop[2]), middle(crop[1], crop[3])));
    Some((reference, focus))
}

/// Adds the point that stays in view to an object with a picture.
pub(super) fn add_focus(object: &mut Value, keys: [&str; 2], focus: Option<(i32, i32)>) {
    if let Some((x, y)) = focus {
        object[keys[0]] = json!(x);
        object[keys[1]] = json!(y);
    }
}
