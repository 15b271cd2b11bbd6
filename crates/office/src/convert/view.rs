//! Sorts the shapes of a slide into its title, its content in reading order, drawn shapes, and shapes that are left
//! out.

use std::borrow::Cow;

use super::bullets::typed_list;
use super::likely::is_figure;
use super::order::reading_order;
use super::scope::Scope;
use super::text::{is_blank, largest_size, length, line, lines};
use super::video;
use crate::model::{
    Bullet, Chart, Connector, Content, Diagram, DiagramNode, Frame, Media, Paragraph, Picture, Placeholder, Shape,
    Slide, Table,
};
use crate::report::Fate;
use crate::report_text::ImportText;

/// The sorted shapes of a slide.
pub(super) struct SortedSlide<'a> {
    pub(super) scope: &'a Scope<'a>,
    pub(super) slide: &'a Slide,
    /// Its index in the file.
    pub(super) index: usize,
    pub(super) title: Option<SlideItem<'a>>,
    pub(super) subtitle: Option<SlideItem<'a>>,
    /// All other content, in reading order.
    pub(super) items: Vec<SlideItem<'a>>,
    /// Drawn shapes without text, which may be the background of content.
    pub(super) plates: Vec<Frame>,
    /// Arrows without text.
    pub(super) arrows: Vec<Frame>,
    pub(super) connectors: Vec<Connector>,
    /// Shapes that are left out, and why.
    pub(super) left_out: Vec<(usize, Fate)>,
}

/// A shape with content.
#[derive(Debug, Clone)]
pub(super) struct SlideItem<'a> {
    /// Its index on the slide.
    pub(super) index: usize,
    pub(super) shape: &'a Shape,
    /// The paragraphs of a text, with the link of the shape.
    pub(super) paragraphs: Cow<'a, [Paragraph]>,
}

impl<'a> SlideItem<'a> {
    pub(super) fn new(index: usize, shape: &'a Shape) -> Self {
        let paragraphs = match (&shape.content, &shape.link) {
            (Content::Text(text), None) => Cow::Borrowed(&text.paragraphs[..]),
            (Content::Text(text), Some(link)) => {
                let mut paragraphs = text.paragraphs.clone();
                for run in paragraphs.iter_mut().flat_map(|paragraph| &mut paragraph.runs) {
                    run.link.get_or_insert_with(|| link.clone());
                }
                Cow::Owned(paragraphs)
            }
            _ => Cow::Borrowed(&[][..]),
        };
        let paragraphs = typed_list(&paragraphs).map_or(paragraphs, Cow::Owned);
        Self { index, shape, paragraphs }
    }

    pub(super) fn frame(&self) -> Frame {
        bounded(self.shape.frame)
    }

    pub(super) fn is_text(&self) -> bool {
        matches!(self.shape.content, Content::Text(_))
    }

    /// Whether it is a text on a shape that would be visible without the text.
    pub(super) fn is_drawn(&self) -> bool {
        matches!(&self.shape.content, Content::Text(text) if text.is_drawn)
    }

    /// Its text as one line.
    pub(super) fn line(&self) -> String {
        line(&self.paragraphs)
    }

    /// The lines of its text, trimmed, without blank ones.
    pub(super) fn lines(&self) -> Vec<String> {
        lines(&self.paragraphs)
    }

    /// The size of its largest text, in hundredths of a point.
    pub(super) fn size(&self) -> Option<u32> {
        match &self.shape.content {
            Content::Text(text) => largest_size(text),
            _ => None,
        }
    }

    /// The preset geometry of a text shape; empty for other items.
    pub(super) fn geometry(&self) -> &'a str {
        match &self.shape.content {
            Content::Text(text) => &text.geometry,
            _ => "",
        }
    }

    pub(super) fn picture(&self) -> Option<&'a Picture> {
        match &self.shape.content {
            Content::Picture(picture) => Some(picture),
            _ => None,
        }
    }

    pub(super) fn table(&self) -> Option<&'a Table> {
        match &self.shape.content {
            Content::Table(table) => Some(table),
            _ => None,
        }
    }

    pub(super) fn chart(&self) -> Option<&'a Chart> {
        match &self.shape.content {
            Content::Chart(chart) => Some(chart),
            _ => None,
        }
    }

    pub(super) fn diagram(&self) -> Option<&'a Diagram> {
        match &self.shape.content {
            Content::Diagram(diagram) => Some(diagram),
            _ => None,
        }
    }

    pub(super) fn media(&self) -> Option<&'a Media> {
        match &self.shape.content {
            Content::Media(media) => Some(media),
            _ => None,
        }
    }

    /// The package part of the picture that the item shows: its own picture, or the poster of a video.
    pub(super) fn picture_part(&self) -> Option<&'a str> {
        match &self.shape.content {
            Content::Picture(picture) => picture.part.as_deref(),
            Content::Media(media) => media.poster.as_deref(),
            _ => None,
        }
    }

    /// Its alternative text, unless that is blank or the name of a file.
    pub(super) fn alt(&self) -> &'a str {
        let alt = self.shape.alt.as_deref().unwrap_or_default().trim();
        let is_file = |extension: &&str| alt.to_ascii_lowercase().ends_with(*extension) && !alt.contains(' ');
        if [".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".bmp", ".tif", ".tiff"].iter().any(is_file) {
            ""
        } else {
            alt
        }
    }
}

impl<'a> SortedSlide<'a> {
    pub(super) fn new(scope: &'a Scope<'a>, slide: &'a Slide, index: usize) -> Self {
        let mut view = Self {
            scope,
            slide,
            index,
            title: None,
            subtitle: None,
            items: Vec::new(),
            plates: Vec::new(),
            arrows: Vec::new(),
            connectors: Vec::new(),
            left_out: Vec::new(),
        };
        let mut content = Vec::new();
        for (index, shape) in slide.shapes.iter().enumerate() {
            if let Some(fate) = view.reason_to_leave_out(shape) {
                view.left_out.push((index, fate));
                continue;
            }
            let item = SlideItem::new(index, shape);
            match shape.placeholder {
                Some(Placeholder::Title) if item.is_text() && view.title.is_none() => view.title = Some(item),
                Some(Placeholder::Subtitle) if item.is_text() && view.subtitle.is_none() => view.subtitle = Some(item),
                _ => content.push(item),
            }
        }
        let places: Vec<_> = content.iter().map(|item| (item.frame(), item.shape.group)).collect();
        let order = reading_order(&places, scope.is_right_to_left);
        let mut content: Vec<Option<SlideItem<'_>>> = content.into_iter().map(Some).collect();
        view.items = order.into_iter().filter_map(|index| content[index].take()).collect();
        if view.title.is_none() {
            view.title = view.title_like_item().map(|index| view.items.remove(index));
        }
        if video::playable(&view).is_none() {
            view.leave_sounds_out();
        }
        view
    }

    /// Moves sounds that the slide does not play to the shapes that are left out. The icon of a sound is not a picture.
    fn leave_sounds_out(&mut self) {
        let is_sound = |item: &SlideItem<'_>| item.media().is_some_and(|media| media.is_sound);
        let fate = Fate::Lost(ImportText::SoundBesideContent.into());
        let sounds = self.items.extract_if(.., |item| is_sound(item));
        self.left_out.extend(sounds.map(|item| (item.index, fate.clone())));
    }

    /// Returns why a shape is left out; `None` when it is content. Records plates, arrows and connectors.
    fn reason_to_leave_out(&mut self, shape: &Shape) -> Option<Fate> {
        let dropped = |why: &str| Some(Fate::Dropped(why.to_owned()));
        let lost = |why: ImportText| Some(Fate::Lost(why.into()));
        if shape.placeholder == Some(Placeholder::Furniture) {
            return dropped("date, footer or slide number");
        }
        match &shape.content {
            Content::Text(text) if is_blank(&text.paragraphs) => {
                if shape.placeholder.is_some() {
                    return dropped("an empty placeholder");
                }
                if is_arrow(&text.geometry) {
                    self.arrows.push(bounded(shape.frame));
                    return dropped("an arrow without text");
                }
                if text.is_drawn {
                    self.plates.push(bounded(shape.frame));
                }
                dropped("a shape without text")
            }
            Content::Text(text) => {
                let words = line(&text.paragraphs);
                let is_sign = words.chars().all(|c| "→←↑↓➔➜➡⬇⬅⬆►▶▼»>›⇒⟶".contains(c));
                if is_sign && shape.placeholder.is_none() {
                    self.arrows.push(bounded(shape.frame));
                    return dropped("an arrow");
                }
                None
            }
            Content::Picture(_) if shape.is_decorative => dropped("a picture marked as decoration"),
            Content::Picture(picture) if picture.is_metafile => lost(ImportText::Metafile),
            Content::Picture(picture) => match &picture.part {
                None => lost(ImportText::PictureNotInFile),
                Some(part) if self.scope.is_repeated(part, shape.frame) => {
                    dropped("a picture in the same place on many slides")
                }
                Some(_) => None,
            },
            Content::Table(table) => {
                let is_empty = table.rows.iter().flatten().all(|cell| is_blank(&cell.paragraphs));
                if is_empty { dropped("an empty table") } else { None }
            }
            Content::Chart(chart) => {
                let has_values = chart.series.iter().any(|series| series.values.iter().any(Option::is_some));
                if has_values { None } else { lost(ImportText::ChartWithoutFigures) }
            }
            Content::Diagram(diagram) => {
                if has_words(&diagram.nodes) {
                    None
                } else {
                    dropped("an empty diagram")
                }
            }
            Content::Connector(connector) => {
                self.connectors.push(*connector);
                dropped("a line")
            }
            Content::Media(media) if media.part.as_deref().is_some_and(|part| self.scope.reference(part).is_some()) => {
                None
            }
            Content::Media(media) if media.is_sound => lost(ImportText::SoundKind),
            Content::Media(media) if media.address.is_none() && media.poster.is_none() => lost(ImportText::VideoKind),
            Content::Media(_) => None,
            Content::Other(what) => lost(ImportText::object(what)),
        }
    }

    /// The index of the item that looks like a title: short, alone in its row near the upper edge, and large or wide;
    /// or the only text of a slide, or the larger one of two.
    fn title_like_item(&self) -> Option<usize> {
        let (width, height) = self.scope.size;
        let largest = self.items.iter().filter_map(SlideItem::size).max();
        let is_short = |item: &SlideItem<'_>| {
            let is_body = item.shape.placeholder == Some(Placeholder::Body);
            let is_plain = item.paragraphs.iter().all(|paragraph| paragraph.bullet == Bullet::None);
            item.is_text() && !is_body && is_plain && length(&item.line()) <= 120 && item.lines().len() <= 2
        };
        let stands_out = |item: &SlideItem<'_>| {
            let is_alone = !self.items.iter().any(|other| other.index != item.index && are_side_by_side(other, item));
            let is_high = item.frame().y < height * 3 / 10;
            let is_large = item.size().is_none() || item.size() == largest;
            let is_wide = item.frame().width * 10 > width * 6 && item.frame().y < height / 5;
            item.shape.group.is_none() && is_alone && is_high && (is_large || is_wide) && !is_arrow(item.geometry())
        };
        if let Some(index) = self.opening_title().filter(|index| is_short(&self.items[*index])) {
            return Some(index);
        }
        let highest = self.items.iter().filter(|item| item.is_text()).min_by_key(|item| item.frame().y)?;
        let is_key_figure = self.items.len() == 2 && is_figure(&highest.line());
        if self.items.len() > 1 && !is_key_figure && is_short(highest) && stands_out(highest) {
            return self.items.iter().position(|item| item.index == highest.index);
        }
        match &self.items[..] {
            [only] if is_short(only) => Some(0),
            [first, _] if is_figure(&first.line()) => None,
            [first, second] if is_short(first) && second.is_text() && first.size() > second.size() => Some(0),
            _ => None,
        }
    }

    /// The index of the text on the first slide that is much larger than all others, at any position.
    fn opening_title(&self) -> Option<usize> {
        let mut sizes: Vec<(u32, usize)> =
            self.items.iter().enumerate().filter_map(|(index, item)| Some((item.size()?, index))).collect();
        sizes.sort_unstable();
        let (largest, index) = sizes.pop()?;
        let is_much_larger = sizes.last().is_some_and(|(second, _)| largest >= second.saturating_mul(3) / 2);
        (self.is_first() && largest >= 3200 && is_much_larger).then_some(index)
    }

    /// The title as one line, or an empty text.
    pub(super) fn title_line(&self) -> String {
        self.title.as_ref().map(SlideItem::line).unwrap_or_default()
    }

    /// The texts among the items.
    pub(super) fn texts(&self) -> impl Iterator<Item = &SlideItem<'a>> {
        self.items.iter().filter(|item| item.is_text())
    }

    /// The pictures among the items.
    pub(super) fn pictures(&self) -> impl Iterator<Item = &SlideItem<'a>> {
        self.items.iter().filter(|item| item.picture().is_some())
    }

    /// Whether all items are texts or pictures.
    pub(super) fn has_only_texts_and_pictures(&self) -> bool {
        self.items.iter().all(|item| item.is_text() || item.picture().is_some())
    }

    /// The share of the slide that a frame covers, in percent.
    pub(super) fn share(&self, frame: Frame) -> i64 {
        let (width, height) = self.scope.size;
        let extent = |start: i64, length: i64, all: i64| ((start + length).min(all) - start.max(0)).max(0) * 1000 / all;
        extent(frame.x, frame.width, width) * extent(frame.y, frame.height, height) / 10_000
    }

    /// The kind of the layout, or an empty text.
    pub(super) fn layout(&self) -> &'a str {
        self.slide.layout_kind.as_deref().unwrap_or_default()
    }

    /// Whether it is the first slide of the file.
    pub(super) fn is_first(&self) -> bool {
        self.index == 0
    }

    /// Whether it is the last slide of the file.
    pub(super) fn is_last(&self) -> bool {
        self.index + 1 == self.scope.slide_count
    }
}

/// Whether two items are side by side: each begins above the middle of the other.
fn are_side_by_side(one: &SlideItem<'_>, other: &SlideItem<'_>) -> bool {
    let (one, other) = (one.frame(), other.frame());
    one.y < other.y + other.height / 2 && other.y < one.y + one.height / 2
}

/// A frame whose numbers are limited, so that sums and products do not overflow.
fn bounded(frame: Frame) -> Frame {
    let limit = 1 << 31;
    Frame {
        x: frame.x.clamp(-limit, limit),
        y: frame.y.clamp(-limit, limit),
        width: frame.width.clamp(0, limit),
        height: frame.height.clamp(0, limit),
    }
}

/// Whether any node of a diagram has words.
fn has_words(nodes: &[DiagramNode]) -> bool {
    nodes.iter().any(|node| !is_blank(&node.paragraphs) || has_words(&node.children))
}

/// Whether a preset geometry is an arrow.
pub(super) fn is_arrow(geometry: &str) -> bool {
    geometry.ends_with("Arrow") || geometry == "chevron" || geometry == "homePlate"
}
