//! Paragraphs that are shaped and wait for a width.

use std::ops::Range;
use std::sync::Arc;

use parley::layout::{BreakReason, Cluster};
use scene::{Direction, Paragraph, Px, Text};

use super::hyphens::{Divided, SOFT, divided};
use super::shaper::{Shaped, Typesetter};
use super::{cut, lines};

/// The width, size and gaps that a block is set with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Setting {
    /// How wide the lines may be.
    pub(crate) width: Px,
    /// The size, as a share of the size the words came in.
    pub(crate) scale: f32,
    /// The gaps between paragraphs, as a share of what they ask for.
    pub(crate) gap: f32,
}

impl Setting {
    /// The words at their own size.
    pub(crate) fn width(width: Px) -> Setting {
        Setting { width, scale: 1.0, gap: 1.0 }
    }
}

/// How many bytes of a line that is never broken are shaped: several times what the widest page holds.
const LONGEST: usize = 2_000;

/// The share of its width below which the last line is too short: with one word and with several in a text of up to
/// four lines, and in a longer text.
const TOO_SHORT: (f32, f32, f32) = (0.34, 0.2, 0.12);
/// How much narrower a text may be set for the sake of its last line, and by how much at a time.
const NARROWER: (u8, f32) = (10, 0.03);

/// What is done for the ends of lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rag {
    /// Nothing: each line is as long as it can be.
    Full,
    /// No short word or two are left alone on the last line.
    Kept,
    /// All lines are about equally long.
    Even,
}

/// Paragraphs that are shaped and wait for a width.
pub(crate) struct Block {
    pub(super) items: Vec<Item>,
}

/// A paragraph and its glyphs, broken to the width last asked for.
pub(super) struct Item {
    pub(super) paragraph: Paragraph,
    /// How many bytes of the text are the author's; what follows is an ellipsis.
    pub(super) own: usize,
    plain: Version,
    divided: Option<Version>,
    is_divided: bool,
    wrap: bool,
    rag: Rag,
    broken_at: f32,
    /// More of its words, which are not shaped.
    beyond: String,
}

/// Glyphs of a paragraph, maybe with soft hyphens put in.
pub(super) struct Version {
    pub(super) shaped: Shaped,
    /// The text that was shaped, where it differs from the paragraph's.
    pub(super) text: Option<String>,
    /// Where soft hyphens were put in.
    pub(super) added: Vec<usize>,
    has_soft: bool,
}

impl Block {
    /// Shapes paragraphs at the size they come in.
    pub(crate) fn new(set: &mut Typesetter, paragraphs: Vec<Paragraph>) -> Block {
        let items = paragraphs.into_iter().map(|paragraph| {
            let paragraph = set.enlarged(paragraph);
            Item::new(set, paragraph, true)
        });
        Block { items: items.collect() }
    }

    /// Shapes a title: its lines are made about equally long.
    pub(crate) fn balanced(set: &mut Typesetter, paragraph: Paragraph) -> Block {
        let paragraph = set.enlarged(paragraph);
        let mut item = Item::new(set, paragraph, true);
        item.rag = Rag::Even;
        Block { items: vec![item] }
    }

    /// Shapes lines that are never broken. What lies far beyond the edge of any page is kept and not shaped.
    pub(crate) fn unbroken(set: &mut Typesetter, paragraphs: Vec<Paragraph>) -> Block {
        let items = paragraphs.into_iter().map(|paragraph| {
            let mut paragraph = set.enlarged(paragraph);
            let beyond = split_off(&mut paragraph, LONGEST);
            Item { beyond, ..Item::new(set, paragraph, false) }
        });
        Block { items: items.collect() }
    }

    /// Adds the paragraphs of another block below.
    pub(crate) fn append(&mut self, other: Block) {
        self.items.extend(other.items);
    }

    /// Sets the room above its first paragraph.
    pub(crate) fn space_before(&mut self, room: Px) {
        if let Some(item) = self.items.first_mut() {
            item.paragraph.space_before = room;
        }
    }

    /// Says which part of its field's text its paragraphs show.
    pub(crate) fn said_at(&mut self, source: Option<&Range<usize>>) {
        for item in &mut self.items {
            item.paragraph.source = source.cloned();
        }
    }

    /// How high its first line is.
    pub(crate) fn first_line(&self, setting: Setting) -> Px {
        self.items.first().map_or(Px::ZERO, |item| item.line_height(setting))
    }

    /// How high the lines are together.
    pub(crate) fn height(&mut self, set: &mut Typesetter, setting: Setting) -> Px {
        let mut height = Px::ZERO;
        for (index, item) in self.items.iter_mut().enumerate() {
            if index > 0 {
                height += item.space(setting);
            }
            height += item.line_height(setting) * count(item.break_lines(set, setting));
        }
        height
    }

    /// How many lines there are.
    pub(crate) fn lines(&mut self, set: &mut Typesetter, setting: Setting) -> usize {
        self.items.iter_mut().map(|item| item.break_lines(set, setting)).sum()
    }

    /// Whether a word is divided at a width, or torn.
    pub(crate) fn breaks_words(&mut self, set: &mut Typesetter, setting: Setting) -> bool {
        self.items.iter_mut().any(|item| {
            item.break_lines(set, setting);
            item.breaks_words()
        })
    }

    /// How wide the words are when nothing breaks them but their author.
    pub(crate) fn natural_width(&mut self, set: &mut Typesetter, scale: f32) -> Px {
        let setting = Setting { width: Px(f32::MAX / 4.0), scale, gap: 1.0 };
        let widths = self.items.iter_mut().map(|item| {
            item.break_lines(set, setting);
            item.paragraph.indent + Px(item.version().shaped.width()) * scale
        });
        widths.fold(Px::ZERO, Px::max)
    }

    /// The words and their lines, as many as fit into a height and a number of lines. The last line of a cut text
    /// ends in an ellipsis.
    pub(crate) fn text(&mut self, set: &mut Typesetter, setting: Setting, height: Px, most: usize) -> Text {
        let mut text = Text::default();
        let rooms = cut::rooms(self, set, setting, height, most);
        let mut top = Px::ZERO;
        for (index, item) in self.items.iter_mut().enumerate() {
            if index > 0 {
                top += item.space(setting);
            }
            let room = rooms.get(index).copied().unwrap_or(cut::Room::NONE);
            let elided = room.elided || (room.lines > 0 && item.is_too_wide(set, setting));
            text.cut |= !item.beyond.is_empty();
            let mut short;
            let source = if elided {
                text.cut = true;
                short = cut::elided(item, set, setting, room.lines);
                &mut short
            } else {
                &mut *item
            };
            let before = text.lines.len();
            if room.lines > 0 {
                source.break_lines(set, setting);
                lines::add(source, set, setting, index, top, &mut text.lines);
            }
            let added = text.lines.len() - before;
            top += item.line_height(setting) * count(added);
            text.paragraphs.push(item.paragraph_at(setting));
        }
        text.cut |= rooms.len() < self.items.len();
        text
    }
}

impl Item {
    pub(super) fn new(set: &mut Typesetter, paragraph: Paragraph, wrap: bool) -> Item {
        let shaped = set.shaped(&paragraph.text, &paragraph.runs, paragraph.direction, wrap);
        let plain = Version { shaped, text: None, added: Vec::new(), has_soft: paragraph.text.contains(SOFT) };
        Item {
            own: paragraph.text.len(),
            paragraph,
            plain,
            divided: None,
            is_divided: false,
            wrap,
            rag: Rag::Kept,
            broken_at: f32::NAN,
            beyond: String::new(),
        }
    }

    /// The glyphs in use.
    pub(super) fn version(&self) -> &Version {
        match &self.divided {
            Some(divided) if self.is_divided => divided,
            _ => &self.plain,
        }
    }

    /// The text that was shaped.
    pub(super) fn shaped_text(&self) -> &str {
        self.version().text.as_deref().unwrap_or(&self.paragraph.text)
    }

    /// Breaks the lines to a width and counts them.
    pub(super) fn break_lines(&mut self, set: &mut Typesetter, setting: Setting) -> usize {
        let width = ((setting.width - self.paragraph.indent) / setting.scale).0.max(1.0);
        #[expect(clippy::float_cmp, reason = "the very width that was broken to last time")]
        if self.broken_at != width {
            self.broken_at = width;
            self.is_divided = false;
            self.plain.break_to(width, &self.paragraph, set);
            let torn = self.plain.torn();
            if self.wrap && !torn.is_empty() && self.divide(set, &torn) {
                self.is_divided = true;
            } else if self.wrap && torn.is_empty() {
                match self.rag {
                    Rag::Full => {}
                    Rag::Kept => self.keep_company(set, width),
                    Rag::Even => self.even_out(set, width),
                }
            }
        }
        self.version().shaped.len()
    }

    /// Breaks the lines as long as they can be, for a text whose last line is not the last of its words.
    pub(super) fn fill_lines(&mut self, set: &mut Typesetter, setting: Setting) {
        let rag = std::mem::replace(&mut self.rag, Rag::Full);
        self.broken_at = f32::NAN;
        self.break_lines(set, setting);
        self.rag = rag;
        // Whoever asks next gets the lines that the text should have.
        self.broken_at = f32::NAN;
    }

    /// Whether a word is divided or torn at the width last asked for.
    fn breaks_words(&self) -> bool {
        self.is_divided || !self.version().torn().is_empty()
    }

    /// Breaks a little narrower where a short word or two would be left alone on the last line.
    fn keep_company(&mut self, set: &mut Typesetter, width: f32) {
        let lines = self.plain.shaped.len();
        if lines < 2 || !self.is_left_alone(width) {
            return;
        }
        for step in 1..=NARROWER.0 {
            self.plain.break_to(width * (1.0 - NARROWER.1 * f32::from(step)), &self.paragraph, set);
            if self.plain.shaped.len() > lines || !self.plain.torn().is_empty() {
                break;
            }
            if !self.is_left_alone(width) {
                return;
            }
        }
        self.plain.break_to(width, &self.paragraph, set);
    }

    /// Whether the last line holds no more than a short word or two.
    fn is_left_alone(&self, width: f32) -> bool {
        let lines = self.plain.shaped.len();
        let Some(last) = self.plain.shaped.get(lines - 1) else { return false };
        let words = self.paragraph.text.get(last.text_range()).unwrap_or_default().trim();
        let metrics = last.metrics();
        let share = match lines {
            5.. => TOO_SHORT.2,
            _ if words.contains(char::is_whitespace) => TOO_SHORT.1,
            _ => TOO_SHORT.0,
        };
        metrics.advance - metrics.hanging_advance < width * share
    }

    /// Breaks to the narrowest width that takes no more lines, so that no word is left alone on the last one.
    fn even_out(&mut self, set: &mut Typesetter, width: f32) {
        let lines = self.plain.shaped.len();
        if !(2..=4).contains(&lines) {
            return;
        }
        let (mut narrow, mut wide) = (width / 2.0, width);
        while wide - narrow > width / 100.0 {
            let middle = f32::midpoint(narrow, wide);
            self.plain.break_to(middle, &self.paragraph, set);
            if self.plain.shaped.len() > lines || !self.plain.torn().is_empty() {
                narrow = middle;
            } else {
                wide = middle;
            }
        }
        self.plain.break_to(wide, &self.paragraph, set);
    }

    /// Divides the words at these places by the rules of their language, and says whether it could.
    fn divide(&mut self, set: &mut Typesetter, torn: &[usize]) -> bool {
        let Paragraph { text, runs, language, .. } = &self.paragraph;
        let Some(Divided { text, runs, added }) = divided(text, runs, language, torn) else {
            return false;
        };
        let shaped = set.shaped(&text, &runs, self.paragraph.direction, self.wrap);
        let mut version = Version { shaped, text: Some(text), added, has_soft: true };
        version.break_to(self.broken_at, &self.paragraph, set);
        self.divided = Some(version);
        true
    }

    fn is_too_wide(&mut self, set: &mut Typesetter, setting: Setting) -> bool {
        if self.wrap {
            return false;
        }
        self.break_lines(set, setting);
        Px(self.version().shaped.width()) * setting.scale > setting.width - self.paragraph.indent + Px(0.5)
    }

    /// The last byte that a number of lines may show: where the last of them ends, or, of a line that is never broken,
    /// where it leaves its box.
    pub(super) fn reach(&self, setting: Setting, lines: usize) -> usize {
        let shaped = &self.version().shaped;
        if self.wrap {
            return shaped.get(lines.saturating_sub(1)).map_or(usize::MAX, |line| line.text_range().end);
        }
        let edge = (setting.width - self.paragraph.indent) / setting.scale;
        Cluster::from_point(shaped, edge.0, 0.0).map_or(usize::MAX, |(cluster, _)| cluster.text_range().end)
    }

    pub(super) fn line_height(&self, setting: Setting) -> Px {
        self.paragraph.line_height * setting.scale
    }

    pub(super) fn space(&self, setting: Setting) -> Px {
        self.paragraph.space_before * setting.scale * setting.gap
    }

    /// The paragraph at the size it is set in.
    fn paragraph_at(&self, setting: Setting) -> Paragraph {
        let mut paragraph = Paragraph {
            line_height: self.line_height(setting),
            space_before: self.space(setting),
            language: Arc::clone(&self.paragraph.language),
            ..self.paragraph.clone()
        };
        for run in &mut paragraph.runs {
            run.style.size = run.style.size * setting.scale;
            run.style.letter_spacing = run.style.letter_spacing * setting.scale;
        }
        paragraph.text.push_str(&self.beyond);
        if let Some(last) = paragraph.runs.last_mut() {
            last.range.end = paragraph.text.len();
        }
        paragraph
    }
}

/// Takes the words of a paragraph from some byte on.
fn split_off(paragraph: &mut Paragraph, at: usize) -> String {
    if paragraph.text.len() <= at {
        return String::new();
    }
    let beyond = paragraph.text.split_off(paragraph.text.floor_char_boundary(at));
    let end = paragraph.text.len();
    paragraph.runs.retain(|run| run.range.start < end);
    if let Some(last) = paragraph.runs.last_mut() {
        last.range.end = end;
    }
    beyond
}

impl Version {
    fn break_to(&mut self, width: f32, paragraph: &Paragraph, set: &mut Typesetter) {
        if self.has_soft {
            self.break_with_hyphens(width, paragraph, set);
        } else {
            self.shaped.break_all_lines(Some(width));
        }
    }

    /// Breaks line by line: a line that ends in a soft hyphen must leave room for the hyphen it shows.
    fn break_with_hyphens(&mut self, width: f32, paragraph: &Paragraph, set: &mut Typesetter) {
        let hyphen = lines::sign(set, "-", paragraph.runs.first().map(|run| run.style), Direction::LeftToRight);
        let room = hyphen.map_or(0.0, |glyphs| glyphs.advance().0);
        let text = self.text.as_deref().unwrap_or(&paragraph.text);
        let fits = |shaped: &Shaped, width: f32| {
            shaped.lines().all(|line| {
                let metrics = line.metrics();
                !ends_soft(text, &line) || metrics.advance - metrics.hanging_advance + room <= width + 0.01
            })
        };
        self.shaped.break_all_lines(Some(width));
        if !fits(&self.shaped, width) {
            // Narrower by a hyphen throughout: simple, and never wrong.
            self.shaped.break_all_lines(Some((width - room).max(1.0)));
        }
    }

    /// Places where a word was torn because it is longer than its line.
    fn torn(&self) -> Vec<usize> {
        let torn = self.shaped.lines().filter(|line| line.break_reason() == BreakReason::Emergency);
        torn.map(|line| line.text_range().end).collect()
    }
}

/// Whether a line ends in a soft hyphen that a break made visible.
pub(super) fn ends_soft(text: &str, line: &parley::layout::Line<'_, u16>) -> bool {
    line.break_reason() == BreakReason::Regular && text[line.text_range()].ends_with(SOFT)
}

#[expect(clippy::cast_precision_loss, reason = "a page has few lines")]
pub(super) fn count(lines: usize) -> f32 {
    lines as f32
}
