//! Quote: one statement in large type with its source, an optional portrait and up to two further quotes.

use scene::{Align, Alt, Kind, Node, Px, Rect, Role, Text};

use crate::diagram::number;
use crate::fit::{fitted, steps_from};
use crate::frame::MARGIN;
use crate::picture::Fit;
use crate::plate::shared;
use crate::sheet::{Sheet, said};
use crate::text::{Block, Setting};

/// Sizes of a quote alone, and of one among several.
const ALONE: [f32; 4] = [76.0, 64.0, 52.0, 44.0];
const SEVERAL: [f32; 6] = [64.0, 52.0, 44.0, 36.0, 32.0, 28.0];
/// Up to how many letters a quote takes each of the first sizes.
const LENGTHS: [usize; 3] = [90, 160, 260];
/// Where the words start and how wide they are, alone and among several.
const X: f32 = 176.0;
const WIDTHS: (f32, f32) = (1408.0, 1184.0);
/// What the page gives to quotes: its upper edge and its height.
const TOP: f32 = 112.0;
const ROOM: f32 = 856.0;
/// Room between bands of several quotes.
const BETWEEN: f32 = 56.0;
/// The rule before a source, and the room after it.
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

/// The measures that depend on whether a quote stands alone.
struct Manner {
    centred: bool,
    steps: &'static [f32],
    width: f32,
    /// Diameter of a portrait.
    portrait: f32,
    /// First size of the source and the room above it.
    source: f32,
    above_source: f32,
    /// Size of the opening mark.
    mark: f32,
}

/// A quote that is set and waits for its place.
struct Set {
    words: Text,
    source: Option<Text>,
    /// How wide the source is, the room before it included.
    source_width: f32,
    has_portrait: bool,
}

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let quotes = quotes(sheet);
    if quotes.is_empty() {
        return;
    }
    let centred = sheet.said("quoteAlign") == "center";
    let manner = if quotes.len() == 1 {
        let (portrait, source, above_source, mark) = (144.0, 32.0, 48.0, 220.0);
        Manner { centred, steps: &ALONE, width: WIDTHS.0, portrait, source, above_source, mark }
    } else {
        let (portrait, source, above_source, mark) = (88.0, 28.0, 20.0, 108.0);
        Manner { centred, steps: &SEVERAL, width: WIDTHS.1, portrait, source, above_source, mark }
    };
    let above = if centred && quotes.len() == 1 { manner.mark * MARK_HEIGHT + 40.0 } else { 0.0 };
    let room = Px(ROOM - above - BETWEEN * number(quotes.len() - 1));
    let sets = set(sheet, &quotes, &manner, room);
    let heights: Vec<Px> = sets.iter().map(|set| set.height(&manner)).collect();
    let whole = heights.iter().copied().sum::<Px>() + Px(above + BETWEEN * number(quotes.len() - 1));
    let mut y = Px(TOP) + (Px(ROOM) - whole) / 2.0 + Px(above);
    for (place, (quote, set)) in quotes.iter().zip(sets).enumerate() {
        let x = match place % 2 {
            _ if centred => (1920.0 - manner.width) / 2.0,
            0 => X,
            // Every other band stands at the far margin.
            _ => 1920.0 - MARGIN - manner.width,
        };
        draw_mark(sheet, &manner, (x, y), quotes.len() == 1);
        draw_quote(sheet, quote, set, &manner, x, y);
        y += heights[place] + Px(BETWEEN);
    }
}

fn quotes<'a>(sheet: &Sheet<'a>) -> Vec<Quote<'a>> {
    let first = Quote {
        field: "quote".to_owned(),
        words: sheet.said("quote"),
        source_field: "attribution".to_owned(),
        source: sheet.said("attribution"),
        portrait_field: "authorImage1".to_owned(),
        portrait: sheet.said("authorImage1"),
        alt: sheet.said("authorImage1Alt"),
    };
    let further =
        sheet.shown("quotes", &["quote", "attribution", "authorImage"]).into_iter().map(|(index, entry)| Quote {
            field: format!("quotes.{index}.quote"),
            words: said(entry, "quote"),
            source_field: format!("quotes.{index}.attribution"),
            source: said(entry, "attribution"),
            portrait_field: format!("quotes.{index}.authorImage"),
            portrait: said(entry, "authorImage"),
            alt: said(entry, "authorImageAlt"),
        });
    std::iter::once(first).chain(further).filter(|quote| !quote.words.is_empty()).collect()
}

/// Sets all quotes at the size of the longest, smaller where they would not fit.
fn set(sheet: &mut Sheet<'_>, quotes: &[Quote<'_>], manner: &Manner, room: Px) -> Vec<Set> {
    let align = if manner.centred { Align::Center } else { sheet.start() };
    let pen = sheet.heading().size(manner.steps[0]).leading(1.18).align(align);
    let mut blocks: Vec<Block> =
        quotes.iter().map(|quote| Block::balanced(sheet.set, pen.plain(quote.words))).collect();
    let sources: Vec<(Option<Text>, f32, bool)> = quotes.iter().map(|quote| source(sheet, quote, manner)).collect();
    let below: Vec<Px> = sources.iter().map(|(text, _, portrait)| below(text.as_ref(), *portrait, manner)).collect();
    let room = room - below.iter().copied().sum();
    let longest = quotes.iter().map(|quote| quote.words.chars().count()).max().unwrap_or(0);
    let first = LENGTHS.iter().position(|length| longest <= *length).unwrap_or(LENGTHS.len());
    let steps = steps_from(manner.steps, manner.steps[first]);
    let at = |step: f32| Setting { width: Px(manner.width), scale: step / manner.steps[0], gap: 1.0 };
    let size =
        fitted(steps, room, |fitted| blocks.iter_mut().map(|block| block.height(sheet.set, at(fitted.step))).sum());
    let heights: Vec<Px> = blocks.iter_mut().map(|block| block.height(sheet.set, at(size.step))).collect();
    let heights = shared(&heights, room);
    let mut sets = Vec::with_capacity(quotes.len());
    for ((mut block, height), (source, source_width, has_portrait)) in blocks.into_iter().zip(heights).zip(sources) {
        let words = block.text(sheet.set, at(size.step), height, usize::MAX);
        sets.push(Set { words, source, source_width, has_portrait });
    }
    sets
}

/// The source of a quote, how wide it is with what stands before it, and whether that is a portrait.
fn source(sheet: &mut Sheet<'_>, quote: &Quote<'_>, manner: &Manner) -> (Option<Text>, f32, bool) {
    let has_portrait = !quote.portrait.is_empty() && sheet.pictures.facts(quote.portrait).is_some();
    let before = if has_portrait { manner.portrait + AFTER_PORTRAIT } else { 0.0 };
    if quote.source.is_empty() {
        return (None, if has_portrait { manner.portrait } else { 0.0 }, has_portrait);
    }
    let before = before + RULE.0 + AFTER_RULE;
    let most = Px(manner.width - before);
    let pen = sheet.body().size(manner.source).leading(1.3).color(sheet.surface.muted);
    let mut block = Block::new(sheet.set, vec![pen.plain(quote.source)]);
    let width = (block.natural_width(sheet.set, 1.0) + Px(2.0)).min(most);
    let at = |step: f32| Setting { width, scale: step / manner.source, gap: 1.0 };
    let size = fitted(&[manner.source, 28.0], Px(2.0), |fitted| Px(number(block.lines(sheet.set, at(fitted.step)))));
    let text = block.text(sheet.set, at(size.step), Px(f32::MAX), 2);
    (Some(text), before + width.0, has_portrait)
}

/// The height that a source takes below its quote.
fn below(source: Option<&Text>, portrait: bool, manner: &Manner) -> Px {
    let text = source.map_or(Px::ZERO, Text::height);
    let height = if portrait { text.max(Px(manner.portrait)) } else { text };
    if height > Px::ZERO { height + Px(manner.above_source) } else { height }
}

impl Set {
    fn height(&self, manner: &Manner) -> Px {
        self.words.height() + below(self.source.as_ref(), self.has_portrait, manner)
    }
}

fn draw_quote(sheet: &mut Sheet<'_>, quote: &Quote<'_>, set: Set, manner: &Manner, x: f32, y: Px) {
    let below = below(set.source.as_ref(), set.has_portrait, manner);
    let frame = sheet.rect(x, y.0, manner.width, set.words.height().0);
    sheet.push_text(frame, set.words, Role::Quote, Some(&quote.field));
    let middle = frame.bottom() + Px(manner.above_source) + (below - Px(manner.above_source)) / 2.0;
    let mut left = if manner.centred { 960.0 - set.source_width / 2.0 } else { x };
    if set.has_portrait {
        let frame = sheet.rect(left, middle.0 - manner.portrait / 2.0, manner.portrait, manner.portrait);
        draw_portrait(sheet, quote, frame);
        left += manner.portrait + AFTER_PORTRAIT;
    } else if !quote.portrait.is_empty() {
        let missing = crate::finding::FindingKind::MissingPicture(quote.portrait.to_owned());
        sheet.find(&quote.portrait_field, missing);
    }
    if let Some(text) = set.source {
        let height = text.height();
        let first = text.lines.first().map_or(height, |line| line.height);
        let top = middle - height / 2.0;
        let rule = sheet.rect(left, (top + first / 2.0).0 - RULE.1 / 2.0, RULE.0, RULE.1);
        let mark = sheet.surface.mark;
        sheet.nodes.push(Sheet::shape(rule, mark, Px::ZERO));
        let taken = if set.has_portrait { manner.portrait + AFTER_PORTRAIT } else { 0.0 } + RULE.0 + AFTER_RULE;
        let frame = sheet.rect(left + RULE.0 + AFTER_RULE, top.0, set.source_width - taken, height.0);
        sheet.push_text(frame, text, Role::Caption, Some(&quote.source_field));
    }
}

fn draw_portrait(sheet: &mut Sheet<'_>, quote: &Quote<'_>, frame: Rect) {
    let Some(mut node) = sheet.picture(&quote.portrait_field, quote.portrait, frame, Fit::Cover, (50.0, 50.0)) else {
        return;
    };
    if let Kind::Picture(picture) = &mut node.kind {
        picture.radius = frame.width / 2.0;
    }
    if !quote.alt.is_empty() {
        node.alt = Alt::Text(quote.alt.to_owned());
    }
    sheet.nodes.push(node);
}

/// Where the ink of an opening mark begins and how high it is, as shares of its size at a line height of 1.
const MARK_TOP: f32 = 0.14;
const MARK_HEIGHT: f32 = 0.29;

/// The opening mark: in the upper corner behind a quote alone, above a centred one, before each of several.
fn draw_mark(sheet: &mut Sheet<'_>, manner: &Manner, (x, y): (f32, Px), alone: bool) {
    let size = manner.mark;
    let centred = manner.centred;
    if centred && !alone {
        return;
    }
    let align = if centred { Align::Center } else { sheet.start() };
    let pen = sheet.heading().size(size).leading(1.0).color(sheet.surface.mark).align(align);
    let mut block = Block::new(sheet.set, vec![pen.plain("\u{201C}")]);
    let text = block.text(sheet.set, Setting::width(Px(size)), Px(f32::MAX), 1);
    let height = text.height().0;
    let (left, top) = match (alone, centred) {
        (true, true) => (960.0 - size / 2.0, y.0 - 40.0 - size * (MARK_TOP + MARK_HEIGHT)),
        (true, false) => (MARGIN, 120.0),
        (false, _) => (x - (X - MARGIN), y.0 - size * MARK_TOP),
    };
    let frame = sheet.rect(left, top, size, height);
    // Behind the words: it is painted before them and says nothing.
    let node = Node { role: Role::Decoration, alt: Alt::Decorative, ..sheet.text_node(frame, text, Role::Quote, None) };
    sheet.nodes.push(node);
}
