//! Quote: one statement in large type with its source, an optional portrait and up to two further quotes.

use scene::{Align, AltText, Node, NodeKind, NodeRole, Px, Rect, Text};

use crate::diagram::number;
use crate::fit::{fitted, steps_from};
use crate::frame::MARGIN;
use crate::picture::Fit;
use crate::plate::shared_heights;
use crate::sheet::{Sheet, text_of};
use crate::text::{BlockOptions, TextBlock};

/// Font sizes of a quote alone, and of one among several.
const ALONE: [f32; 4] = [76.0, 64.0, 52.0, 44.0];
const SEVERAL: [f32; 6] = [64.0, 52.0, 44.0, 36.0, 32.0, 28.0];
/// Maximum number of characters for each of the first sizes.
const LENGTHS: [usize; 3] = [90, 160, 260];
/// Left edge and widths of the text, alone and among several quotes.
const X: f32 = 176.0;
const WIDTHS: (f32, f32) = (1408.0, 1184.0);
/// Top and height of the area for quotes.
const TOP: f32 = 112.0;
const ROOM: f32 = 856.0;
/// Space between bands of several quotes.
const BETWEEN: f32 = 56.0;
/// The rule before a source, and the space after it.
const RULE: (f32, f32) = (64.0, 4.0);
const AFTER_RULE: f32 = 24.0;
const AFTER_PORTRAIT: f32 = 32.0;

/// A quote with its source.
struct Quote<'a> {
    field: String,
    words: &'a str,
    source_field: String,
    source: &'a str,
    portrait_field: String,
    portrait: &'a str,
    alt: &'a str,
}

/// Sizes that depend on whether there is a single quote.
struct QuoteStyle {
    centred: bool,
    steps: &'static [f32],
    width: f32,
    /// Diameter of a portrait.
    portrait: f32,
    /// Largest font size of the source, and the space above it.
    source: f32,
    above_source: f32,
    /// Size of the opening mark.
    mark: f32,
}

/// A quote whose texts are laid out.
struct SetQuote {
    words: Text,
    source: Option<Text>,
    /// Width of the source, including portrait and rule before it.
    source_width: f32,
    has_portrait: bool,
}

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let quotes = quotes(sheet);
    if quotes.is_empty() {
        return;
    }
    let centred = sheet.text("quoteAlign") == "center";
    let style = if quotes.len() == 1 {
        let (portrait, source, above_source, mark) = (144.0, 32.0, 48.0, 220.0);
        QuoteStyle { centred, steps: &ALONE, width: WIDTHS.0, portrait, source, above_source, mark }
    } else {
        let (portrait, source, above_source, mark) = (88.0, 28.0, 20.0, 108.0);
        QuoteStyle { centred, steps: &SEVERAL, width: WIDTHS.1, portrait, source, above_source, mark }
    };
    let above = if centred && quotes.len() == 1 { style.mark * MARK_HEIGHT + 40.0 } else { 0.0 };
    let room = Px(ROOM - above - BETWEEN * number(quotes.len() - 1));
    let sets = set(sheet, &quotes, &style, room);
    let heights: Vec<Px> = sets.iter().map(|set| set.height(&style)).collect();
    let whole = heights.iter().copied().sum::<Px>() + Px(above + BETWEEN * number(quotes.len() - 1));
    let mut y = Px(TOP) + (Px(ROOM) - whole) / 2.0 + Px(above);
    for (place, (quote, set)) in quotes.iter().zip(sets).enumerate() {
        let x = match place % 2 {
            _ if centred => (1920.0 - style.width) / 2.0,
            0 => X,
            // Every second quote is at the end margin.
            _ => 1920.0 - MARGIN - style.width,
        };
        draw_mark(sheet, &style, (x, y), quotes.len() == 1);
        draw_quote(sheet, quote, set, &style, x, y);
        y += heights[place] + Px(BETWEEN);
    }
}

fn quotes<'a>(sheet: &Sheet<'a>) -> Vec<Quote<'a>> {
    let first = Quote {
        field: "quote".to_owned(),
        words: sheet.text("quote"),
        source_field: "attribution".to_owned(),
        source: sheet.text("attribution"),
        portrait_field: "authorImage1".to_owned(),
        portrait: sheet.text("authorImage1"),
        alt: sheet.text("authorImage1Alt"),
    };
    let further =
        sheet.filled_entries("quotes", &["quote", "attribution", "authorImage"]).into_iter().map(|(index, entry)| {
            Quote {
                field: format!("quotes.{index}.quote"),
                words: text_of(entry, "quote"),
                source_field: format!("quotes.{index}.attribution"),
                source: text_of(entry, "attribution"),
                portrait_field: format!("quotes.{index}.authorImage"),
                portrait: text_of(entry, "authorImage"),
                alt: text_of(entry, "authorImageAlt"),
            }
        });
    std::iter::once(first).chain(further).filter(|quote| !quote.words.is_empty()).collect()
}

/// Lays out all quotes at the size that suits the longest, smaller if they do not fit.
fn set(sheet: &mut Sheet<'_>, quotes: &[Quote<'_>], style: &QuoteStyle, room: Px) -> Vec<SetQuote> {
    let align = if style.centred { Align::Center } else { sheet.start_align() };
    let pen = sheet.heading().size(style.steps[0]).leading(1.18).align(align);
    let mut blocks: Vec<TextBlock> =
        quotes.iter().map(|quote| TextBlock::balanced(sheet.typesetter, pen.plain(quote.words))).collect();
    let sources: Vec<(Option<Text>, f32, bool)> = quotes.iter().map(|quote| source(sheet, quote, style)).collect();
    let below: Vec<Px> = sources.iter().map(|(text, _, portrait)| below(text.as_ref(), *portrait, style)).collect();
    let room = room - below.iter().copied().sum();
    let longest = quotes.iter().map(|quote| quote.words.chars().count()).max().unwrap_or(0);
    let first = LENGTHS.iter().position(|length| longest <= *length).unwrap_or(LENGTHS.len());
    let steps = steps_from(style.steps, style.steps[first]);
    let at = |step: f32| BlockOptions { width: Px(style.width), scale: step / style.steps[0], gap: 1.0 };
    let size = fitted(steps, room, |fitted| {
        blocks.iter_mut().map(|block| block.height(sheet.typesetter, at(fitted.step))).sum()
    });
    let heights: Vec<Px> = blocks.iter_mut().map(|block| block.height(sheet.typesetter, at(size.step))).collect();
    let heights = shared_heights(&heights, room);
    let mut sets = Vec::with_capacity(quotes.len());
    for ((mut block, height), (source, source_width, has_portrait)) in blocks.into_iter().zip(heights).zip(sources) {
        let words = block.text(sheet.typesetter, at(size.step), height, usize::MAX);
        sets.push(SetQuote { words, source, source_width, has_portrait });
    }
    sets
}

/// The source of a quote, its width including portrait and rule, and whether there is a portrait.
fn source(sheet: &mut Sheet<'_>, quote: &Quote<'_>, style: &QuoteStyle) -> (Option<Text>, f32, bool) {
    let has_portrait = !quote.portrait.is_empty() && sheet.pictures.facts(quote.portrait).is_some();
    let before = if has_portrait { style.portrait + AFTER_PORTRAIT } else { 0.0 };
    if quote.source.is_empty() {
        return (None, if has_portrait { style.portrait } else { 0.0 }, has_portrait);
    }
    let before = before + RULE.0 + AFTER_RULE;
    let most = Px(style.width - before);
    let pen = sheet.body().size(style.source).leading(1.3).color(sheet.surface.muted);
    let mut block = TextBlock::new(sheet.typesetter, vec![pen.plain(quote.source)]);
    let width = (block.natural_width(sheet.typesetter, 1.0) + Px(2.0)).min(most);
    let at = |step: f32| BlockOptions { width, scale: step / style.source, gap: 1.0 };
    let size =
        fitted(&[style.source, 28.0], Px(2.0), |fitted| Px(number(block.lines(sheet.typesetter, at(fitted.step)))));
    let text = block.text(sheet.typesetter, at(size.step), Px(f32::MAX), 2);
    (Some(text), before + width.0, has_portrait)
}

/// The height that a source takes below its quote.
fn below(source: Option<&Text>, portrait: bool, style: &QuoteStyle) -> Px {
    let text = source.map_or(Px::ZERO, Text::height);
    let height = if portrait { text.max(Px(style.portrait)) } else { text };
    if height > Px::ZERO { height + Px(style.above_source) } else { height }
}

impl SetQuote {
    fn height(&self, style: &QuoteStyle) -> Px {
        self.words.height() + below(self.source.as_ref(), self.has_portrait, style)
    }
}

fn draw_quote(sheet: &mut Sheet<'_>, quote: &Quote<'_>, set: SetQuote, style: &QuoteStyle, x: f32, y: Px) {
    let below = below(set.source.as_ref(), set.has_portrait, style);
    let frame = sheet.rect(x, y.0, style.width, set.words.height().0);
    sheet.push_text(frame, set.words, NodeRole::Quote, Some(&quote.field));
    let middle = frame.bottom() + Px(style.above_source) + (below - Px(style.above_source)) / 2.0;
    let mut left = if style.centred { 960.0 - set.source_width / 2.0 } else { x };
    if set.has_portrait {
        let frame = sheet.rect(left, middle.0 - style.portrait / 2.0, style.portrait, style.portrait);
        draw_portrait(sheet, quote, frame);
        left += style.portrait + AFTER_PORTRAIT;
    } else if !quote.portrait.is_empty() {
        let missing = crate::finding::FindingKind::MissingPicture(quote.portrait.to_owned());
        sheet.report(&quote.portrait_field, missing);
    }
    if let Some(text) = set.source {
        let height = text.height();
        let first = text.lines.first().map_or(height, |line| line.height);
        let top = middle - height / 2.0;
        let rule = sheet.rect(left, (top + first / 2.0).0 - RULE.1 / 2.0, RULE.0, RULE.1);
        let mark = sheet.surface.mark;
        sheet.nodes.push(Sheet::shape(rule, mark, Px::ZERO));
        let taken = if set.has_portrait { style.portrait + AFTER_PORTRAIT } else { 0.0 } + RULE.0 + AFTER_RULE;
        let frame = sheet.rect(left + RULE.0 + AFTER_RULE, top.0, set.source_width - taken, height.0);
        sheet.push_text(frame, text, NodeRole::Caption, Some(&quote.source_field));
    }
}

fn draw_portrait(sheet: &mut Sheet<'_>, quote: &Quote<'_>, frame: Rect) {
    let Some(mut node) = sheet.picture(&quote.portrait_field, quote.portrait, frame, Fit::Cover, (50.0, 50.0)) else {
        return;
    };
    if let NodeKind::Picture(picture) = &mut node.kind {
        picture.radius = frame.width / 2.0;
    }
    if !quote.alt.is_empty() {
        node.alt = AltText::Text(quote.alt.to_owned());
    }
    sheet.nodes.push(node);
}

/// Top and height of the glyph of an opening quotation mark, as fractions of its font size at a line height of 1.
const MARK_TOP: f32 = 0.14;
const MARK_HEIGHT: f32 = 0.29;

/// Draws the opening quotation mark: in the upper corner of a single quote, above a centred one, before each of several.
fn draw_mark(sheet: &mut Sheet<'_>, style: &QuoteStyle, (x, y): (f32, Px), alone: bool) {
    let size = style.mark;
    let centred = style.centred;
    if centred && !alone {
        return;
    }
    let align = if centred { Align::Center } else { sheet.start_align() };
    let pen = sheet.heading().size(size).leading(1.0).color(sheet.surface.mark).align(align);
    let mut block = TextBlock::new(sheet.typesetter, vec![pen.plain("\u{201C}")]);
    let text = block.text(sheet.typesetter, BlockOptions::width(Px(size)), Px(f32::MAX), 1);
    let height = text.height().0;
    let (left, top) = match (alone, centred) {
        (true, true) => (960.0 - size / 2.0, y.0 - 40.0 - size * (MARK_TOP + MARK_HEIGHT)),
        (true, false) => (MARGIN, 120.0),
        (false, _) => (x - (X - MARGIN), y.0 - size * MARK_TOP),
    };
    let frame = sheet.rect(left, top, size, height);
    // Painted behind the text and skipped by screen readers.
    let node = Node {
        role: NodeRole::Decoration,
        alt: AltText::Decorative,
        ..sheet.text_node(frame, text, NodeRole::Quote, None)
    };
    sheet.nodes.push(node);
}
