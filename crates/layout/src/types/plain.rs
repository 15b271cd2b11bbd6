//! The generic drawing for types without one of their own: heading, then texts, lists and pictures, in declaration
//! order for declared types and in key order for unknown ones.

use deck::{Block, Content, Field, Inline, Kind as FieldKind, ListItem, Registry, SlideType, is_link, is_picture};
use scene::{NodeRole, Px};
use serde_json::Value;

use super::gallery;
use crate::body::BodySource;
use crate::frame::{MARGIN, columns};
use crate::head::{BodyArea, PageOptions};
use crate::photo::Photo;
use crate::picture::Fit;
use crate::sheet::{Sheet, text_of};
use crate::text_page::TextChoices;

/// Room for the key of an undeclared type at the end of BODY.
const NAME_ROOM: f32 = 68.0;
/// Keys that any slide may have and that are not content.
const OPTION_KEYS: [&str; 5] = ["background", "layout", "textStyles", "bgCustomColor", "headerAlign"];

/// The key of a type's fallback; `None` unless the type declares every required field of the fallback with the same key
/// and kind.
pub(super) fn fallback_key<'r>(registry: &'r Registry, key: &str) -> Option<&'r str> {
    let declared = registry.by_key(key)?;
    let fallback = registry.by_key(declared.fallback.as_deref()?)?;
    is_covered(&fallback.fields, &declared.fields).then_some(fallback.key.as_str())
}

fn is_covered(wanted: &[Field], declared: &[Field]) -> bool {
    wanted.iter().filter(|field| field.required).all(|field| {
        declared.iter().any(|own| {
            own.key == field.key
                && own.kind.field_type() == field.kind.field_type()
                && is_covered(field.kind.item_fields().unwrap_or_default(), own.kind.item_fields().unwrap_or_default())
        })
    })
}

/// The texts and pictures of a slide.
#[derive(Default)]
struct SlideContent {
    /// The blocks of each field, with the field's path.
    texts: Vec<(String, Vec<Block>)>,
    pictures: Vec<ContentPicture>,
}

struct ContentPicture {
    field: String,
    source: String,
    alt: String,
}

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let declared = sheet.registry.by_key(&sheet.slide.key);
    let heading = declared.map_or_else(|| usual_heading(sheet), |declared| declared_heading(sheet, declared));
    let mut content = SlideContent::default();
    match declared {
        Some(declared) => content.add_declared(&declared.fields, &sheet.slide.content, "", &heading),
        None => content.add_unknown(&sheet.slide.content, &heading),
    }
    let sources: Vec<BodySource> =
        content.texts.into_iter().map(|(field, blocks)| BodySource::blocks(&field, blocks)).collect();
    let has_text = sources.iter().any(|source| !source.blocks.is_empty());
    if content.pictures.is_empty() && !heading.is_empty() && !has_text {
        sheet.draw_title_statement(&heading, "");
        if declared.is_none() {
            let area = sheet.page_without_head();
            draw_name(sheet, &area);
        }
        return;
    }
    if declared.is_some()
        && content.pictures.is_empty()
        && !heading.is_empty()
        && let [source] = sources.as_slice()
        && sheet.draw_statement(&heading, "", source)
    {
        return;
    }
    let options = PageOptions {
        title: if heading.is_empty() { "title" } else { &heading },
        support: "",
        max_title_lines: 4,
        folds_rail: !content.pictures.is_empty(),
        ..PageOptions::default()
    };
    let area = if heading.is_empty() { sheet.page_without_head() } else { sheet.open_page(options) };
    let bottom = if declared.is_none() { area.bottom - NAME_ROOM } else { area.bottom };
    let pictures_beside = !content.pictures.is_empty() && has_text;
    let mut beside = area.clone();
    if pictures_beside {
        beside.width = area.wide(columns(7));
    }
    sheet.draw_texts(&beside, bottom, &sources, TextChoices { layout: "one-column", density: "" });
    let tiles = if pictures_beside {
        let x = area.at(MARGIN + columns(7) + 24.0);
        (x, area.top, area.x + area.width - x, bottom - area.top)
    } else {
        (area.x, area.top, area.width, bottom - area.top)
    };
    draw_pictures(sheet, &content.pictures, tiles, pictures_beside);
    if declared.is_none() {
        draw_name(sheet, &area);
    }
}

/// The field used as heading of a declared type: the first non-blank of the label field and some usual ones.
fn declared_heading(sheet: &Sheet<'_>, declared: &SlideType) -> String {
    let is_text = |key: &str| declared.fields.iter().any(|field| field.key == key && field.kind.is_text());
    let label = declared.label_field.as_deref();
    let mut keys = label.into_iter().chain(["title", "heading", "question", "quote"]);
    keys.find(|key| is_text(key) && !sheet.text(key).is_empty()).unwrap_or_default().to_owned()
}

/// The field used as heading of an undeclared type: the first non-blank of some usual ones; empty if there is none.
fn usual_heading(sheet: &Sheet<'_>) -> String {
    let usual = ["title", "heading", "question", "prompt", "statement", "quote"];
    usual.into_iter().find(|key| !sheet.text(key).is_empty()).unwrap_or_default().to_owned()
}

/// Draws the key of an undeclared type.
fn draw_name(sheet: &mut Sheet<'_>, area: &BodyArea) {
    let pen = sheet.mono().size(24.0).leading(1.4).color(sheet.surface.muted);
    // The end of the line is kept free for the theme's ornament.
    let width = area.width - 240.0;
    let text = sheet.short_text(pen.plain(&sheet.slide.key), Px(width), &[24.0], 1);
    let frame = sheet.rect(area.x, area.bottom - 44.0, width, text.height().0);
    sheet.push_text(frame, text, NodeRole::Label, None);
}

fn draw_pictures(sheet: &mut Sheet<'_>, pictures: &[ContentPicture], area: gallery::Tile, beside: bool) {
    let tiles = match (beside, pictures.len()) {
        (true, 1..=3) => {
            // Beside text, up to three pictures are stacked: a row of tiles with its axes swapped.
            let (x, y, width, height) = area;
            let swapped = gallery::grid(pictures.len(), (y, x, height, width));
            swapped.into_iter().map(|(y, x, height, width)| (x, y, width, height)).collect()
        }
        (_, count) => gallery::grid(count, area),
    };
    for (picture, (x, y, width, height)) in pictures.iter().zip(tiles) {
        let photo = Photo {
            field: &picture.field,
            source: &picture.source,
            alt: &picture.alt,
            decorative: false,
            fit: Fit::Cover,
            focus: (50.0, 50.0),
            radius: Px(sheet.look.voice.picture.radius),
            clear: Px::ZERO,
        };
        let frame = sheet.rect(x, y, width, height);
        let node = sheet.photo(frame, photo);
        sheet.nodes.extend(node);
    }
}

impl SlideContent {
    /// Adds the content of declared fields, in declaration order.
    fn add_declared(&mut self, fields: &[Field], content: &Content, path: &str, heading: &str) {
        for field in fields.iter().filter(|field| field.key != heading || !path.is_empty()) {
            let place = joined(path, &field.key);
            match &field.kind {
                FieldKind::Image => self.add_picture(place, text_of(content, &field.key), text_of(content, "alt")),
                FieldKind::Items { fields, .. } => {
                    let entries = content.get(&field.key).and_then(Value::as_array);
                    let entries = entries.map(Vec::as_slice).unwrap_or_default();
                    let items =
                        entries.iter().enumerate().filter(|(_, entry)| !SlideType::is_blank_item(fields, entry));
                    let items: Vec<ListItem> = items
                        .filter_map(|(index, entry)| {
                            self.declared_item(fields, entry.as_object()?, &format!("{place}.{index}"))
                        })
                        .collect();
                    self.add_list(place, items);
                }
                kind if field.key == "alt" && kind.is_text() => {}
                kind => self.texts.extend(declared_blocks(kind, content, &field.key).map(|blocks| (place, blocks))),
            }
        }
    }

    /// The texts of an entry as a list item; its pictures are added to the slide's pictures. Returns `None` when it has
    /// no texts.
    fn declared_item(&mut self, fields: &[Field], entry: &Content, place: &str) -> Option<ListItem> {
        let mut inner = SlideContent::default();
        inner.add_declared(fields, entry, place, "");
        self.pictures.extend(inner.pictures);
        item(inner.texts.into_iter().map(|(_, blocks)| blocks).collect())
    }

    /// Adds every text of an undeclared type, in key order.
    fn add_unknown(&mut self, content: &Content, heading: &str) {
        for (key, value) in content.iter().filter(|(key, _)| *key != heading) {
            match value {
                Value::Array(entries) => {
                    let items = entries
                        .iter()
                        .enumerate()
                        .filter_map(|(index, entry)| self.unknown_item(entry, &format!("{key}.{index}")))
                        .collect();
                    self.add_list(key.clone(), items);
                }
                value => self.add_unknown_text(key, key.clone(), value),
            }
        }
    }

    fn unknown_item(&mut self, entry: &Value, place: &str) -> Option<ListItem> {
        let mut inner = SlideContent::default();
        match entry {
            Value::Object(entry) => {
                entry.iter().for_each(|(key, value)| inner.add_unknown_text(key, joined(place, key), value));
            }
            Value::String(text) => inner.texts.extend(text_blocks(text).map(|blocks| (place.to_owned(), blocks))),
            _ => {}
        }
        self.pictures.extend(inner.pictures);
        item(inner.texts.into_iter().map(|(_, blocks)| blocks).collect())
    }

    fn add_unknown_text(&mut self, key: &str, place: String, value: &Value) {
        let Some(text) = value.as_str().map(str::trim) else {
            return;
        };
        let local = is_picture(text) && !text.starts_with("https://");
        if local {
            self.add_picture(place, text, "");
        } else if is_content_text(key, text) {
            self.texts.extend(text_blocks(text).map(|blocks| (place, blocks)));
        }
    }

    fn add_picture(&mut self, field: String, source: &str, alt: &str) {
        if !source.is_empty() {
            self.pictures.push(ContentPicture { field, source: source.to_owned(), alt: alt.to_owned() });
        }
    }

    fn add_list(&mut self, place: String, items: Vec<ListItem>) {
        if !items.is_empty() {
            self.texts.push((place, vec![Block::List { start: None, items }]));
        }
    }
}

fn joined(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

/// The blocks of a field with one text; `None` for fields of other kinds and empty ones.
fn declared_blocks(kind: &FieldKind, content: &Content, key: &str) -> Option<Vec<Block>> {
    let text = text_of(content, key);
    match kind {
        _ if text.is_empty() => None,
        FieldKind::Markdown => text_blocks(text),
        FieldKind::String(_) => Some(vec![Block::Paragraph(vec![Inline::Text(text.to_owned())])]),
        FieldKind::Code | FieldKind::Csv => {
            Some(vec![Block::Code { language: String::new(), lines: String::new(), text: text.to_owned() }])
        }
        FieldKind::Url | FieldKind::Link => {
            let words = vec![Inline::Text(text.to_owned())];
            let run = if is_link(text) { vec![Inline::Link { to: text.to_owned(), text: words }] } else { words };
            Some(vec![Block::Paragraph(run)])
        }
        _ => None,
    }
}

fn text_blocks(text: &str) -> Option<Vec<Block>> {
    let blocks = deck::blocks(text);
    (!blocks.is_empty()).then_some(blocks)
}

/// A list item; `None` without texts. If there are several texts, the first is strong and the second follows on the
/// next line.
fn item(texts: Vec<Vec<Block>>) -> Option<ListItem> {
    let has_several = texts.len() > 1;
    let mut blocks: Vec<Block> = texts.into_iter().flatten().collect();
    if has_several && let Some(Block::Paragraph(first)) = blocks.first_mut() {
        *first = vec![Inline::Strong(std::mem::take(first))];
        if matches!(blocks.get(1), Some(Block::Paragraph(_)))
            && let Block::Paragraph(second) = blocks.remove(1)
            && let Some(Block::Paragraph(first)) = blocks.first_mut()
        {
            first.push(Inline::Break);
            first.extend(second);
        }
    }
    (!blocks.is_empty()).then_some(ListItem { blocks, checked: None })
}

/// Whether a text of an undeclared type is content rather than an option. Options are recognized by a key of a common
/// option, or by a value without spaces that starts with a lowercase letter.
fn is_content_text(key: &str, text: &str) -> bool {
    let is_choice = !text.contains(' ') && text.starts_with(|letter: char| letter.is_ascii_lowercase());
    !OPTION_KEYS.contains(&key)
        && !key.starts_with("slide")
        && !key.starts_with("a11y")
        && key != "alt"
        && !text.is_empty()
        && !is_choice
}
