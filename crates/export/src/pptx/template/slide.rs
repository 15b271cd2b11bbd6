//! A slide on a layout of a template.

use std::borrow::Cow;

use scene::{Node, NodeKind, NodeRole, Page, Picture, Placement, Px, Rect, Text};

use super::choice::{ContentKind, LayoutNeed, Layouts};
use super::content::{Body, Column, Content, FieldText, ListPlace, content};
use super::text::{Line, lines};
use super::{TemplateLayout, TemplatePlaceholder, text};
use crate::Error;
use crate::pptx::file::FileContext;
use crate::pptx::geometry;
use crate::pptx::links::Links;
use crate::pptx::package::{Relationships, relationship};
use crate::pptx::placeholders::ungrouped;
use crate::pptx::slide;
use crate::pptx::text::{write_plain_paragraph, write_slide_number_paragraph};
use crate::pptx::tree::{ShapeName, ShapeTree, cropped_blip};
use crate::pptx::units::{EmuRect, thousandths};

/// Half of the space between a text and a picture that share the area.
const HALF_GAP: Px = Px(20.0);
/// Maximum number of short lines below the title of an opening.
const MAX_LINES: usize = 3;
/// Placeholders with a smaller text size than this, in hundredths of a point, are for captions.
const SMALL_TEXT: u32 = 1600;
/// The height of the conclusion of two columns, as a share of the height of the area.
const CONCLUSION: f32 = 0.16;
/// The minimum font size of a title that is the main content of its page.
const LARGE_TITLE: Px = Px(104.0);

/// Writes a slide.
pub(super) fn write(
    file: &mut FileContext<'_>,
    number: usize,
    page: &Page,
    layouts: &Layouts<'_>,
) -> Result<(), Error> {
    let nodes = ungrouped(&page.nodes);
    let content = content(page, &nodes);
    let need = need(page, &content);
    let empty_layout = TemplateLayout::default();
    let layout = layouts.best(need).filter(|layout| !is_crowded(layout, &content));
    let layout = layout.or_else(|| layouts.best(LayoutNeed::TwoTexts)).unwrap_or(&empty_layout);
    let mut relationships = Relationships::default();
    relationships.part(relationship::SLIDE_LAYOUT, layout.path.as_str());
    let mut tree = ShapeTree::new(file, (slide::open_slide(page), relationships), &[], true);
    if content.title.is_none() && !page.name.trim().is_empty() {
        tree.write_hidden_title(page.name.trim());
    }
    let mut writer =
        SlideWriter { tree, layout, area: layouts.area(layout, content.title.is_some()), filled: Vec::new() };
    writer.content(page, &content)?;
    if !matches!(need, LayoutNeed::Opening | LayoutNeed::Section) {
        writer.footers(page);
    }
    let written = writer.tree.finish();
    slide::finish(file, number, page, written)
}

/// What a page needs from its layout.
fn need(page: &Page, content: &Content<'_>) -> LayoutNeed {
    match &content.body {
        _ if page.opens_section && content.title.is_some() => LayoutNeed::Section,
        Body::Drawn(_) if content.title.is_none() => LayoutNeed::Blank,
        Body::Drawn(_) => LayoutNeed::TitleOnly,
        Body::Columns { columns, .. } if columns.iter().any(|column| column.heading.is_some()) => {
            LayoutNeed::Comparison
        }
        Body::Columns { .. } => LayoutNeed::TwoTexts,
        Body::Text { picture: Some(_), .. } => LayoutNeed::Picture,
        Body::Text { entries, .. } if is_opening(content, entries) => LayoutNeed::Opening,
        Body::Text { .. } => LayoutNeed::Text,
    }
}

/// Whether the text beside a picture does not fit the largest text placeholder of the layout, or is too long for a
/// placeholder with the small text of captions.
fn is_crowded(layout: &TemplateLayout, content: &Content<'_>) -> bool {
    let Body::Text { entries, picture: Some(_) } = &content.body else { return false };
    let place = layout.texts().into_iter().max_by_key(|place| place.frame[2].saturating_mul(place.frame[3]));
    // Captions are small: text of more than two paragraphs is written beside the picture instead.
    let is_long = entries.iter().flat_map(FieldText::paragraphs).count() > 2;
    place.is_some_and(|place| !text::is_legible(place, &lines(entries, true)) || is_long && place.sizes[0] < SMALL_TEXT)
}

/// Whether a page is an opening: a title with at most [`MAX_LINES`] texts, which are short lines unless the title is
/// large.
fn is_opening(content: &Content<'_>, entries: &[FieldText<'_>]) -> bool {
    let is_short = |entry: &FieldText<'_>| entry.role != NodeRole::Body && entry.list == ListPlace::Outside;
    let title = content.title.map(|(_, text)| text_size(text)).unwrap_or_default();
    entries.len() <= MAX_LINES && (entries.iter().all(is_short) || title >= LARGE_TITLE)
}

/// The largest font size of a text.
fn text_size(text: &Text) -> Px {
    let runs = text.paragraphs.iter().flat_map(|paragraph| &paragraph.runs);
    runs.map(|run| run.style.size).fold(Px::ZERO, Px::max)
}

/// Writes the shapes of a slide.
struct SlideWriter<'t, 'a, 'l> {
    tree: ShapeTree<'t, 'a>,
    layout: &'l TemplateLayout,
    /// The area for drawn content.
    area: Rect,
    /// The placeholders that are filled.
    filled: Vec<&'l TemplatePlaceholder>,
}

impl<'l> SlideWriter<'_, '_, 'l> {
    fn content(&mut self, page: &Page, content: &Content<'_>) -> Result<(), Error> {
        if let Some((node, text)) = content.title {
            match self.take_placeholder(&[ContentKind::Title]) {
                Some(placeholder) => self.fill(page, placeholder, &[entry(node, text)], false),
                None => self.tree.write_hidden_title(page.name.trim()),
            }
        }
        let subtitle = content.subtitle.map(|(node, text)| entry(node, text));
        match &content.body {
            Body::Drawn(nodes) => self.draw(nodes),
            Body::Columns { columns, conclusion } => {
                self.columns(page, subtitle, columns, conclusion.as_ref());
                Ok(())
            }
            Body::Text { entries, picture } => {
                let mut entries = Cow::Borrowed(entries);
                if let Some(subtitle) = subtitle {
                    if let Some(placeholder) = self.take_placeholder(&[ContentKind::Subtitle]) {
                        // Short lines of an opening are below its subtitle.
                        let all: Vec<FieldText<'_>> =
                            std::iter::once(subtitle).chain(entries.iter().cloned()).collect();
                        self.fill(page, placeholder, &all, false);
                        entries = Cow::Owned(Vec::new());
                    } else {
                        entries.to_mut().insert(0, subtitle);
                    }
                }
                let text_frame = match picture {
                    Some((node, picture)) => self.picture(node, picture, !entries.is_empty())?,
                    None => None,
                };
                self.texts(page, &entries, text_frame);
                Ok(())
            }
        }
    }

    /// The first placeholder that accepts one of these kinds of content and is not filled yet, in the order of the
    /// kinds. Marks it as filled.
    fn take_placeholder(&mut self, kinds: &[ContentKind]) -> Option<&'l TemplatePlaceholder> {
        let layout = self.layout;
        let is_free =
            |placeholder: &&TemplatePlaceholder| !self.filled.iter().any(|other| std::ptr::eq(*other, *placeholder));
        let found = kinds.iter().find_map(|kind| {
            let mut of_kind = layout.placeholders.iter().filter(|placeholder| placeholder.content_kind() == *kind);
            of_kind.find(is_free)
        });
        self.filled.extend(found);
        found
    }

    /// The largest placeholder for texts that is not filled yet. Marks it as filled.
    fn take_text_placeholder(&mut self) -> Option<&'l TemplatePlaceholder> {
        let is_free =
            |placeholder: &&TemplatePlaceholder| !self.filled.iter().any(|other| std::ptr::eq(*other, *placeholder));
        let size = |placeholder: &&TemplatePlaceholder| placeholder.frame[2].saturating_mul(placeholder.frame[3]);
        let free = self.layout.texts().into_iter().filter(is_free);
        // Of several with the same size, the first is used.
        let found = free.reduce(|best, next| if size(&next) > size(&best) { next } else { best });
        self.filled.extend(found);
        found
    }

    /// Writes texts into the largest free placeholder, or into a box in the area if there is none. `frame` replaces the
    /// frame of the placeholder when a picture uses part of it.
    fn texts(&mut self, page: &Page, entries: &[FieldText<'_>], frame: Option<Rect>) {
        if entries.is_empty() {
            return;
        }
        if let Some(placeholder) = self.take_text_placeholder() {
            self.fill_in(page, (placeholder, frame), entries, true);
        } else if let Some(placeholder) = self.take_placeholder(&[ContentKind::Subtitle]) {
            self.fill(page, placeholder, entries, false);
        } else {
            self.text_box(page, entries, self.area);
        }
    }

    /// Writes two columns, and below them the conclusion. With a conclusion, the columns are shorter.
    fn columns(
        &mut self,
        page: &Page,
        subtitle: Option<FieldText<'_>>,
        columns: &[Column<'_>; 2],
        conclusion: Option<&FieldText<'_>>,
    ) {
        let conclusion_height = self.area.height * CONCLUSION;
        let shortened = |place: &TemplatePlaceholder| {
            conclusion.map(|_| Rect { height: place.rect().height - conclusion_height, ..place.rect() })
        };
        let mut places = self.layout.texts();
        // Two placeholders above one another for each column: its heading and its text.
        let has_headings = places.len() >= 4;
        if has_headings {
            places.truncate(4);
        }
        let mut subtitle = subtitle;
        for (index, column) in columns.iter().enumerate() {
            let heading = column.heading.clone();
            let mut entries: Vec<FieldText<'_>> = subtitle.take().into_iter().collect();
            if has_headings {
                let (above, below) = (places[index * 2], places[index * 2 + 1]);
                if let Some(heading) = heading {
                    self.fill(page, above, &[heading], false);
                }
                entries.extend(column.entries.iter().cloned());
                if !entries.is_empty() {
                    self.fill_in(page, (below, shortened(below)), &entries, true);
                }
                self.filled.extend([above, below]);
            } else {
                entries.extend(heading);
                entries.extend(column.entries.iter().cloned());
                match places.get(index).copied() {
                    Some(place) if !entries.is_empty() => {
                        self.filled.push(place);
                        self.fill_in(page, (place, shortened(place)), &entries, true);
                    }
                    _ => self.texts(page, &entries, None),
                }
            }
        }
        if let Some(entry) = conclusion {
            self.conclusion(page, entry, conclusion_height);
        }
    }

    /// Writes the conclusion of two columns at the bottom of the area. `height` includes the space above it.
    fn conclusion(&mut self, page: &Page, entry: &FieldText<'_>, height: Px) {
        let gap = height / 5.0;
        let frame = Rect { y: self.area.bottom() - height + gap, height: height - gap, ..self.area };
        self.text_box(page, std::slice::from_ref(entry), frame);
    }

    /// Writes texts into a placeholder.
    fn fill(&mut self, page: &Page, placeholder: &TemplatePlaceholder, entries: &[FieldText<'_>], in_list: bool) {
        self.fill_in(page, (placeholder, None), entries, in_list);
    }

    /// Writes texts into a placeholder. `frame` replaces the frame that the layout gives it.
    fn fill_in(
        &mut self,
        page: &Page,
        (placeholder, frame): (&TemplatePlaceholder, Option<Rect>),
        entries: &[FieldText<'_>],
        in_list: bool,
    ) {
        let lines = lines(entries, in_list);
        self.tree.xml.open("p:sp", &[]);
        self.tree.xml.open("p:nvSpPr", &[]);
        let name = match placeholder.content_kind() {
            ContentKind::Title => "Title",
            ContentKind::Subtitle => "Subtitle",
            _ => "Text",
        };
        let id = self.tree.write_joined_name(name, &page.slide, &fields(entries));
        self.close_head(placeholder, frame);
        match frame.map(EmuRect::from) {
            None => self.write_text(placeholder, &lines),
            Some(own) => {
                let frame = [own.x.0, own.y.0, own.width.0, own.height.0];
                self.write_text(&TemplatePlaceholder { frame, ..placeholder.clone() }, &lines);
            }
        }
        self.tree.xml.close();
        self.tree.add_paragraph_builds(id, entries.iter().flat_map(FieldText::steps));
    }

    /// Ends the properties of a text shape after its name: the reference to its placeholder, and its frame if it
    /// differs from that of the placeholder.
    fn close_head(&mut self, placeholder: &TemplatePlaceholder, frame: Option<Rect>) {
        self.tree.xml.open("p:cNvSpPr", &[]);
        self.tree.xml.empty("a:spLocks", &[("noGrp", &1)]);
        self.tree.xml.close();
        self.write_reference(placeholder);
        self.tree.xml.close();
        let Some(frame) = frame else {
            self.tree.xml.empty("p:spPr", &[]);
            return;
        };
        self.tree.xml.open("p:spPr", &[]);
        geometry::write_transform(&mut self.tree.xml, "a:xfrm", frame.into(), (false, false));
        self.tree.xml.close();
    }

    /// Writes texts into a box, for a template without a placeholder for them.
    fn text_box(&mut self, page: &Page, entries: &[FieldText<'_>], frame: Rect) {
        let lines = lines(entries, true);
        self.tree.xml.open("p:sp", &[]);
        self.tree.xml.open("p:nvSpPr", &[]);
        let id = self.tree.write_joined_name("Text", &page.slide, &fields(entries));
        self.tree.xml.empty("p:cNvSpPr", &[("txBox", &1)]);
        self.tree.xml.empty("p:nvPr", &[]);
        self.tree.xml.close();
        self.tree.xml.open("p:spPr", &[]);
        let frame = EmuRect::from(frame);
        geometry::write_transform(&mut self.tree.xml, "a:xfrm", frame, (false, false));
        geometry::write_preset(&mut self.tree.xml, "rect");
        self.tree.xml.close();
        let place = TemplatePlaceholder {
            frame: [frame.x.0, frame.y.0, frame.width.0, frame.height.0],
            sizes: [1800; 5],
            ..TemplatePlaceholder::default()
        };
        self.write_text(&place, &lines);
        self.tree.xml.close();
        self.tree.add_paragraph_builds(id, entries.iter().flat_map(FieldText::steps));
    }

    fn write_text(&mut self, placeholder: &TemplatePlaceholder, lines: &[Line<'_>]) {
        let FileContext { scheme, slides, .. } = &*self.tree.file;
        let mut links = Links { slides, relationships: &mut self.tree.relationships };
        text::write(scheme, &mut links, &mut self.tree.xml, placeholder, lines);
    }

    /// Writes that a shape is a placeholder of the layout.
    fn write_reference(&mut self, placeholder: &TemplatePlaceholder) {
        let mut attributes: Vec<(&str, &dyn std::fmt::Display)> = Vec::new();
        if !placeholder.kind.is_empty() {
            attributes.push(("type", &placeholder.kind));
        }
        if let Some(index) = &placeholder.index {
            attributes.push(("idx", index));
        }
        self.tree.xml.open("p:nvPr", &[]);
        self.tree.xml.empty("p:ph", &attributes);
        self.tree.xml.close();
    }

    /// Writes a picture: cropped in a placeholder for pictures, otherwise whole in a placeholder for anything,
    /// otherwise whole in the area. In the last case, returns the part of the area that is left for a text.
    fn picture(&mut self, node: &Node, picture: &Picture, has_text: bool) -> Result<Option<Rect>, Error> {
        let FileContext { media, package, .. } = &mut *self.tree.file;
        let Some(stored) = media.stored(&picture.source, package)? else {
            self.draw(&[node])?;
            return Ok(None);
        };
        let place = self.take_placeholder(&[ContentKind::Picture]).or_else(|| {
            let has_several = self.layout.texts().len() > 1;
            let mut any =
                self.layout.texts().into_iter().filter(|placeholder| placeholder.content_kind() == ContentKind::Any);
            // Use the last one: the first is for the text.
            let found = if has_several { any.next_back() } else { None };
            self.filled.extend(found);
            found
        });
        let size = (picture.width.max(1), picture.height.max(1));
        let ratio = f64::from(size.0) / f64::from(size.1);
        let mut text_frame = None;
        let (edges, frame) = match place {
            Some(place) if place.content_kind() == ContentKind::Picture => (cover(picture, ratio, place.rect()), None),
            Some(place) => ([0; 4], Some(geometry::contained(ratio, place.rect()))),
            None if !has_text => ([0; 4], Some(geometry::contained(ratio, self.area))),
            None => {
                let half = Rect { width: self.area.width / 2.0 - HALF_GAP, ..self.area };
                text_frame = Some(half);
                ([0; 4], Some(geometry::contained(ratio, half.moved(half.width + HALF_GAP * 2.0, Px::ZERO))))
            }
        };
        self.tree.xml.open("p:pic", &[]);
        self.tree.xml.open("p:nvPicPr", &[]);
        if let Some(origin) = &node.origin {
            self.tree.shown.add_picture(&origin.field, &stored.checksums);
        }
        let origin = node.origin.as_ref();
        self.tree.write_name(&ShapeName { name: "Picture", alt: &node.alt, link: None, origin, texts: Vec::new() });
        self.tree.xml.open("p:cNvPicPr", &[]);
        self.tree.xml.empty("a:picLocks", &[("noGrp", &i32::from(place.is_some())), ("noChangeAspect", &1)]);
        self.tree.xml.close();
        match place {
            Some(place) => self.write_reference(place),
            None => self.tree.xml.empty("p:nvPr", &[]),
        }
        self.tree.xml.close();
        self.tree.xml.open("p:blipFill", &[]);
        cropped_blip(&mut self.tree.xml, &mut self.tree.relationships, &stored, edges);
        self.tree.xml.close();
        match frame {
            None => self.tree.xml.empty("p:spPr", &[]),
            Some(frame) => {
                self.tree.xml.open("p:spPr", &[]);
                geometry::write_transform(&mut self.tree.xml, "a:xfrm", frame.into(), (false, false));
                geometry::write_preset(&mut self.tree.xml, "rect");
                self.tree.xml.close();
            }
        }
        self.tree.xml.close();
        self.tree.add_builds(node);
        Ok(text_frame)
    }

    /// Draws nodes in the area.
    fn draw(&mut self, nodes: &[&Node]) -> Result<(), Error> {
        let frames = nodes.iter().map(|node| extent(node)).filter(|frame| frame.overlaps(&Rect::CANVAS));
        let Some(all) = frames.reduce(union) else { return Ok(()) };
        let placement = Placement::within(all, self.area);
        let placed: Vec<Node> = nodes.iter().map(|node| placement.node(node)).collect();
        self.tree.nodes(&placed)
    }

    /// Writes the footer and the number of the slide where the layout has them.
    fn footers(&mut self, page: &Page) {
        for kind in [ContentKind::Footer, ContentKind::Number] {
            let Some(placeholder) = self.take_placeholder(&[kind]) else { continue };
            let document = self.tree.file.document;
            let words = if placeholder.words.trim().is_empty() { &document.title } else { &placeholder.words };
            if kind == ContentKind::Footer && words.trim().is_empty() {
                continue;
            }
            self.tree.xml.open("p:sp", &[]);
            self.tree.xml.open("p:nvSpPr", &[]);
            self.tree.write_plain_name(if kind == ContentKind::Footer { "Footer" } else { "Slide Number" });
            self.close_head(placeholder, None);
            self.tree.xml.open("p:txBody", &[]);
            self.tree.xml.empty("a:bodyPr", &[]);
            self.tree.xml.empty("a:lstStyle", &[]);
            if kind == ContentKind::Footer {
                write_plain_paragraph(&mut self.tree.xml, &document.language, words.trim());
            } else {
                write_slide_number_paragraph(&mut self.tree.xml, &document.language, &page.number.to_string());
            }
            self.tree.xml.close();
            self.tree.xml.close();
        }
    }
}

/// The text of a node, as a field that is not an entry of a list.
fn entry<'p>(node: &'p Node, text: &'p Text) -> FieldText<'p> {
    let field = node.origin.as_ref().map_or("", |origin| origin.field.as_str());
    FieldText { field, text, role: node.role, depth: 0, list: ListPlace::Outside, link: None, step: node.step }
}

/// The names of the fields of texts, with their texts.
fn fields<'p>(entries: &[FieldText<'p>]) -> Vec<(&'p str, &'p Text)> {
    entries.iter().map(|entry| (entry.field, entry.text)).collect()
}

/// The rectangle that a node and all nodes in it cover.
fn extent(node: &Node) -> Rect {
    let inner: &[Node] = match &node.kind {
        NodeKind::Group(group) if !group.clip => &group.nodes,
        NodeKind::Widget(widget) => &widget.static_nodes,
        _ => &[],
    };
    inner.iter().map(extent).fold(node.frame, union)
}

fn union(one: Rect, other: Rect) -> Rect {
    let (x, y) = (one.x.min(other.x), one.y.min(other.y));
    let (right, bottom) = (one.right().max(other.right()), one.bottom().max(other.bottom()));
    Rect { x, y, width: right - x, height: bottom - y }
}

/// How much of a picture is cropped at the left, top, right and bottom so that it fills a frame, in thousandths of a
/// percent. The middle of the part that the page shows stays in the middle.
#[expect(clippy::cast_possible_truncation, reason = "a share of a picture")]
fn cover(picture: &Picture, ratio: f64, frame: Rect) -> [i32; 4] {
    let frame_ratio = frame.width / frame.height.max(Px(1.0));
    let ratio = ratio as f32;
    let (width, height) = ((frame_ratio / ratio).min(1.0), (ratio / frame_ratio).min(1.0));
    let place = |from: f32, to: f32, share: f32| (f32::midpoint(from, to) - share / 2.0).clamp(0.0, 1.0 - share);
    let left = place(picture.crop.left, picture.crop.right, width);
    let top = place(picture.crop.top, picture.crop.bottom, height);
    [left, top, 1.0 - left - width, 1.0 - top - height].map(|share| thousandths(share.max(0.0)))
}
