//! Block rows: one to four rows of equal blocks in two tones, with optional row titles and arrows between the rows.

use deck::Content;
use deck::voice::PlateForm;
use scene::{NodeKind, NodeRole, Paragraph, ParagraphKind, Px, Rect, Stroke, VerticalAlign};
use serde_json::Value;

use crate::body::{Body, BodySource, BodyStyle};
use crate::diagram::number;
use crate::field_text::FieldText;
use crate::fit::{Chosen, Composition, Fit, FittedSize, Step, StepLimits, choose, choose_even};
use crate::frame::columns;
use crate::head::{BodyArea, PageOptions};
use crate::plate::shared_heights;
use crate::sheet::{Sheet, text_of};
use crate::surface::{Ground, Surface};

/// Sizes of titles and texts in one row.
const ONE_ROW: [Step; 7] = [
    pair(72.0, 60.0),
    pair(64.0, 56.0),
    pair(64.0, 52.0),
    pair(60.0, 48.0),
    pair(56.0, 44.0),
    pair(52.0, 40.0),
    pair(48.0, 36.0),
];
/// Sizes of titles and texts in two rows.
const TWO_ROWS: [Step; 8] = [
    pair(72.0, 56.0),
    pair(64.0, 52.0),
    pair(64.0, 48.0),
    pair(60.0, 48.0),
    pair(56.0, 44.0),
    pair(52.0, 40.0),
    pair(48.0, 40.0),
    pair(44.0, 36.0),
];
/// Sizes of titles and texts in three rows.
const THREE_ROWS: [Step; 7] = [
    pair(64.0, 48.0),
    pair(60.0, 44.0),
    pair(52.0, 40.0),
    pair(48.0, 40.0),
    pair(48.0, 36.0),
    pair(44.0, 36.0),
    pair(40.0, 36.0),
];
/// Sizes of titles and texts in four rows.
const FOUR_ROWS: [Step; 4] = [pair(56.0, 40.0), pair(48.0, 40.0), pair(44.0, 36.0), pair(40.0, 36.0)];
/// The minimum size of text without broken words; words are broken before text becomes smaller.
const MIN_WHOLE: f32 = 32.0;
/// Size at which titles and texts are shaped.
const SHAPED: Step = pair(72.0, 60.0);
/// Sizes of the titles of rows.
const ROW_TITLES: [f32; 5] = [56.0, 52.0, 48.0, 44.0, 40.0];
/// The minimum size of row titles in the narrow column; smaller ones get a wider column.
const MIN_NARROW: f32 = 48.0;
/// Space between blocks.
const GUTTER: f32 = 24.0;
/// Space between rows without and with an arrow.
const GAPS: (f32, f32) = (24.0, 72.0);
/// The maximum height of a row as a multiple of the height of its text.
const MAX_HEIGHT_FACTOR: f32 = 2.0;
/// Size of an arrow.
const ARROW: f32 = 56.0;

const fn pair(title: f32, text: f32) -> Step {
    Step::pair(title, text)
}

/// A row with its shaped texts.
struct Row {
    index: usize,
    title: Option<FieldText>,
    ground: Ground,
    surface: Surface,
    /// The icon of the arrow below the row.
    arrow: Option<&'static str>,
    /// The blocks with their index in the row.
    blocks: Vec<(usize, BlockText)>,
}

/// Title and text of a block.
struct BlockText {
    title: Option<FieldText>,
    body: Body,
}

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let mut body =
        sheet.open_page(PageOptions { closing: "bottomSubheading", folds_rail: true, ..PageOptions::default() });
    let rows = rows(sheet);
    if rows.len() == 4 && body.has_head {
        body.top -= 16.0;
    }
    if !rows.is_empty() {
        draw_rows(sheet, rows, &body);
    }
    sheet.close_page(body);
}

/// Width of the column for row titles, and the font size of the titles.
fn title_column(sheet: &mut Sheet<'_>, rows: &mut [Row], body: &BodyArea) -> (f32, f32) {
    let mut largest_size = |width: f32| {
        ROW_TITLES.into_iter().find(|size| {
            rows.iter_mut().filter_map(|row| row.title.as_mut()).all(|title| title.fits(sheet, width, *size))
        })
    };
    let (narrow, wide) = (body.wide(columns(2)), body.wide(columns(3)));
    match largest_size(narrow) {
        Some(size) if size >= MIN_NARROW => (narrow, size),
        _ => (wide, largest_size(wide).unwrap_or(ROW_TITLES[ROW_TITLES.len() - 1])),
    }
}

/// The parts of the page that do not depend on text sizes.
struct Frame {
    /// Width of all blocks of a row.
    width: f32,
    /// Left edge of the blocks.
    x: f32,
    top: f32,
    /// Height without the gaps between rows.
    room: f32,
}

fn draw_rows(sheet: &mut Sheet<'_>, mut rows: Vec<Row>, body: &BodyArea) {
    let is_titled = rows.iter().any(|row| row.title.is_some());
    let (column, row_title) = if is_titled { title_column(sheet, &mut rows, body) } else { (0.0, 0.0) };
    let offset = if is_titled { column + GUTTER } else { 0.0 };
    let gaps: Vec<f32> = rows.iter().map(|row| if row.arrow.is_some() { GAPS.1 } else { GAPS.0 }).collect();
    let gap: f32 = gaps[..rows.len() - 1].iter().sum();
    let frame = Frame { width: body.width - offset, x: body.x + offset, top: body.top, room: body.height() - gap };
    let chosen = choose_step(sheet, &mut rows, body, &frame);
    let row_title = shared_size(row_title, chosen.step);
    let Heights { rows: content, words, .. } = heights(sheet, &mut rows, &frame, chosen);
    let count = number(rows.len());
    // Rows share the height, and none is more than about twice as high as its text.
    let equal_height = Px(frame.room / count);
    let raised: Vec<Px> = content
        .iter()
        .zip(&words)
        .map(|(height, words)| height.max(equal_height.min(*words * MAX_HEIGHT_FACTOR)))
        .collect();
    let room = Px(frame.room);
    let heights = if raised.iter().copied().sum::<Px>() <= room + Px(0.5) {
        raised
    } else {
        let total: Px = content.iter().copied().sum();
        let spare = (room - total).max(Px::ZERO) / count;
        if total <= room {
            content.iter().map(|height| *height + spare).collect()
        } else {
            shared_heights(&content, room)
        }
    };
    let total = heights.iter().copied().sum::<Px>().0 + gap;
    let mut y = Px(body.optical_top(total).max(frame.top));
    let mut step = 0;
    for (place, row) in rows.into_iter().enumerate() {
        let band = Rect { x: Px(frame.x), y, width: Px(frame.width), height: heights[place] };
        let arrow = row.arrow.map(|name| (name, format!("rows.{}.arrow", row.index)));
        let title = Rect { x: Px(body.x), width: Px(column), ..band };
        draw_row(sheet, row, (band, title, row_title), chosen, &mut step);
        y = band.bottom() + Px(gaps[place]);
        if let Some((name, field)) = arrow {
            step += 1;
            draw_arrow(sheet, name, &field, band, step);
        }
    }
}

/// The size of row titles: that of block titles or block texts if one of them is not larger, so that a slide has few
/// sizes.
fn shared_size(row_title: f32, step: Step) -> f32 {
    [step.title, step.text].into_iter().find(|size| *size <= row_title).unwrap_or(row_title)
}

fn choose_step(sheet: &mut Sheet<'_>, rows: &mut [Row], body: &BodyArea, frame: &Frame) -> Chosen<()> {
    let steps: &[Step] = match rows.len() {
        1 => &ONE_ROW,
        2 => &TWO_ROWS,
        3 => &THREE_ROWS,
        _ => &FOUR_ROWS,
    };
    // The titles of blocks must be smaller than the title of the slide.
    let limits = StepLimits { title: (body.title_size * 0.9).max(48.0), ..sheet.step_limits(body) };
    let compositions = [Composition::new((), steps)];
    let found = choose_even(limits, &compositions, None, |arrangement, step, gap| {
        let Heights { rows, is_whole, is_even, .. } = heights(sheet, rows, frame, Chosen { arrangement, step, gap });
        let total: Px = rows.into_iter().sum();
        if !is_whole || total.0 > frame.room + 0.5 {
            return Fit::No;
        }
        if is_even { Fit::Even } else { Fit::Uneven }
    });
    if found.step.text >= MIN_WHOLE {
        return found;
    }
    // Words are broken before the text becomes too small.
    choose(limits, &compositions, None, |arrangement, step, gap| {
        let Heights { rows, .. } = heights(sheet, rows, frame, Chosen { arrangement, step, gap });
        step.text <= MIN_WHOLE && rows.into_iter().sum::<Px>().0 <= frame.room + 0.5
    })
}

fn rows(sheet: &mut Sheet<'_>) -> Vec<Row> {
    let list = sheet.entries("rows");
    let filled_rows: Vec<(usize, &Content)> = list
        .into_iter()
        .enumerate()
        .filter(|(_, row)| !text_of(row, "title").is_empty() || !blocks(row).is_empty())
        .collect();
    let last = filled_rows.len().saturating_sub(1);
    let mut rows = Vec::with_capacity(filled_rows.len());
    for (place, (index, row)) in filled_rows.into_iter().enumerate() {
        let ground = ground(sheet, text_of(row, "color"));
        let surface = ground.surface(sheet.look);
        let arrow = match text_of(row, "arrow") {
            "down" if place < last => Some("arrow-down"),
            "up" if place < last => Some("arrow-up"),
            _ => None,
        };
        let blocks = sheet.with_surface(surface, |sheet| {
            let texts = blocks(row).into_iter().map(|(block, content)| {
                (block, BlockText::new(sheet, &format!("rows.{index}.blocks.{block}"), content))
            });
            texts.collect()
        });
        let pen = sheet.heading().size(ROW_TITLES[0]).leading(1.1).color(sheet.surface.link);
        let field = format!("rows.{index}.title");
        let title =
            FieldText::new(sheet, field, NodeRole::Label, &pen, text_of(row, "title")).map(|title| title.at_most(2));
        rows.push(Row { index, title, ground, surface, arrow, blocks });
    }
    rows
}

/// Heights of a block.
#[derive(Default)]
struct BlockMeasure {
    /// Height of the title with the space below it.
    title: f32,
    /// Height of the text.
    text: f32,
    /// Whether no word is broken.
    is_whole: bool,
    /// Whether the title is on one line.
    is_even: bool,
}

impl BlockMeasure {
    /// Height of the block when the texts of its row start `titles` pixels below the top. A text without a title starts
    /// at the top.
    fn height(&self, titles: f32) -> f32 {
        if self.title > 0.0 && self.text > 0.0 { titles + self.text } else { self.title + self.text }
    }
}

/// Height of the titles of blocks side by side, below which all their texts start.
fn title_height(blocks: &[BlockMeasure]) -> f32 {
    blocks.iter().filter(|block| block.text > 0.0).map(|block| block.title).fold(0.0, f32::max)
}

/// Height of the highest block of a row, and the average height of its blocks.
fn row_heights(blocks: &[BlockMeasure]) -> (f32, f32) {
    let titles = title_height(blocks);
    let heights = blocks.iter().map(|block| block.height(titles));
    let sum: f32 = heights.clone().sum();
    (heights.fold(0.0, f32::max), sum / number(blocks.len().max(1)))
}

impl BlockText {
    fn new(sheet: &mut Sheet<'_>, path: &str, content: &Content) -> BlockText {
        let pen = sheet.heading().size(SHAPED.title).leading(1.1);
        let words = text_of(content, "title");
        let title = (!words.is_empty()).then(|| {
            let paragraph = Paragraph { kind: ParagraphKind::Heading(3), ..pen.plain(words) };
            FieldText::of_paragraph(sheet, format!("{path}.title"), NodeRole::Label, paragraph)
        });
        // A text without a title is not secondary, so it has the text colour.
        let ink = if title.is_some() { sheet.surface.muted } else { sheet.surface.text };
        let muted = Surface { text: ink, ..sheet.surface };
        let source = BodySource::markdown(&format!("{path}.body"), text_of(content, "body"));
        let style = BodyStyle { leading: 1.22, ..BodyStyle::plain(sheet, SHAPED.text) };
        let body = sheet.with_surface(muted, |sheet| Body::styled(sheet, &source, style));
        BlockText { title, body }
    }

    /// Space between title and text.
    fn title_gap(&self, gap: f32) -> f32 {
        if self.title.is_some() && !self.body.is_empty() { 12.0 * gap } else { 0.0 }
    }

    fn measure(&mut self, sheet: &mut Sheet<'_>, width: f32, Chosen { step, gap, .. }: Chosen<()>) -> BlockMeasure {
        let mut measure = BlockMeasure { is_whole: true, is_even: true, ..BlockMeasure::default() };
        if let Some(title) = self.title.as_mut() {
            measure.is_whole &= title.fits(sheet, width, step.title);
            measure.is_even &= title.lines_at(sheet, width, step.title) < 2;
            measure.title = title.height_at(sheet, width, step.title) + self.title_gap(gap);
        }
        measure.is_whole &= !self.body.breaks_words(sheet, Px(width), step.text);
        measure.text = self.body.height(sheet, Px(width), FittedSize { step: step.text, gap }).0;
        measure
    }

    /// Draws title and text; the text starts at a distance from the top.
    fn draw(self, sheet: &mut Sheet<'_>, frame: Rect, text_top: f32, Chosen { step, gap, .. }: Chosen<()>) {
        if let Some(title) = self.title {
            title.put_at(sheet, frame, step.title, VerticalAlign::Top);
        }
        if !self.body.is_empty() {
            let top = frame.y + Px(text_top);
            let column = Rect { y: top, height: frame.bottom() - top, ..frame };
            self.body.draw(sheet, &[column], FittedSize { step: step.text, gap });
        }
    }
}

/// The non-blank blocks of a row with their index.
fn blocks(row: &Content) -> Vec<(usize, &Content)> {
    let blocks = row.get("blocks").and_then(Value::as_array).into_iter().flatten().enumerate();
    let has_text = |block: &Content| !text_of(block, "title").is_empty() || !text_of(block, "body").is_empty();
    blocks.filter_map(|(index, block)| Some((index, block.as_object()?))).filter(|(_, block)| has_text(block)).collect()
}

/// The ground of a tone, so that both tones differ from the page and from each other.
fn ground(sheet: &Sheet<'_>, tone: &str) -> Ground {
    match (tone, sheet.surface.ground) {
        ("deep", Ground::Deep) => Ground::Accent,
        ("deep", _) => Ground::Deep,
        (_, Ground::Tint) => Ground::Surface,
        _ => Ground::Tint,
    }
}

/// Width of a block in a row of some blocks, and its padding, which depends on their number and the size of titles.
fn block_size(blocks: usize, width: f32, Chosen { step, gap, .. }: Chosen<()>) -> (f32, f32) {
    let blocks = blocks.max(1);
    let padding = match blocks {
        ..=4 => (step.title * 0.7).clamp(24.0, 48.0),
        _ => 20.0,
    };
    ((width - GUTTER * number(blocks - 1)) / number(blocks), padding * gap)
}

/// Heights of all rows.
struct Heights {
    /// Minimum height of the blocks of each row.
    rows: Vec<Px>,
    /// Average height of the words of the blocks of each row.
    words: Vec<Px>,
    /// Whether no word is broken.
    is_whole: bool,
    /// Whether titles are on one line each.
    is_even: bool,
}

fn heights(sheet: &mut Sheet<'_>, rows: &mut [Row], frame: &Frame, chosen: Chosen<()>) -> Heights {
    let (mut is_whole, mut is_even) = (true, true);
    let (mut heights, mut words) = (Vec::with_capacity(rows.len()), Vec::with_capacity(rows.len()));
    for row in rows {
        let (block, padding) = block_size(row.blocks.len(), frame.width, chosen);
        // A row without blocks has room for its title.
        let min_height = if row.title.is_some() { ROW_TITLES[0] * 1.1 } else { 0.0 };
        let width = block - padding * 2.0;
        let blocks: Vec<BlockMeasure> =
            row.blocks.iter_mut().map(|(_, block)| block.measure(sheet, width, chosen)).collect();
        is_whole &= blocks.iter().all(|block| block.is_whole);
        is_even &= blocks.iter().all(|block| block.is_even);
        let (highest, average) = row_heights(&blocks);
        heights.push(Px((highest + padding * 1.4).max(min_height)));
        words.push(Px(average.max(min_height)));
    }
    Heights { rows: heights, words, is_whole, is_even }
}

/// Draws a row of blocks. Their texts start at the same height, so that titles line up.
fn draw_row(
    sheet: &mut Sheet<'_>,
    row: Row,
    (band, cell, row_title): (Rect, Rect, f32),
    chosen: Chosen<()>,
    step: &mut usize,
) {
    if let Some(title) = row.title {
        *step += 1;
        let start = sheet.nodes.len();
        let cell = sheet.rect(cell.x.0, cell.y.0, cell.width.0, cell.height.0);
        title.put_at(sheet, cell, row_title, VerticalAlign::Middle);
        sheet.finish_entry(start, &format!("rows.{}.title", row.index), Some(*step));
    }
    let (width, padding) = block_size(row.blocks.len(), band.width.0, chosen);
    let mut blocks = row.blocks;
    let measures: Vec<BlockMeasure> =
        blocks.iter_mut().map(|(_, words)| words.measure(sheet, width - padding * 2.0, chosen)).collect();
    let (titles, highest) = (title_height(&measures), row_heights(&measures).0);
    let above = ((band.height.0 - highest) / 2.0).max(padding * 0.5);
    for (place, (block, words)) in blocks.into_iter().enumerate() {
        *step += 1;
        let x = band.x.0 + (width + GUTTER) * number(place);
        let frame = sheet.rect(x, band.y.0, width, band.height.0);
        let start = sheet.nodes.len();
        push_block_plate(sheet, row.ground, frame);
        let inner = Rect {
            x: frame.x + Px(padding),
            y: frame.y + Px(above),
            width: frame.width - Px(padding * 2.0),
            height: frame.height - Px(above),
        };
        let top = if words.title.is_some() { titles } else { 0.0 };
        sheet.with_surface(row.surface, |sheet| words.draw(sheet, inner, top, chosen));
        sheet.finish_entry(start, &format!("rows.{}.blocks.{block}", row.index), Some(*step));
    }
}

/// Draws the plate of a block in its tone. In voices with outlined plates, only light blocks have an outline.
fn push_block_plate(sheet: &mut Sheet<'_>, ground: Ground, frame: Rect) {
    let mut plate = sheet.plate_of(ground, frame);
    if let NodeKind::Shape(shape) = &mut plate.kind {
        let width = sheet.look.edge.min(Px(4.0));
        let line = match sheet.look.voice.plate.form {
            PlateForm::Surface => Some(sheet.surface.line),
            PlateForm::Outlined => Some(sheet.surface.text),
            PlateForm::Cut => Some(sheet.surface.mark),
            _ => None,
        };
        let is_light = matches!(ground, Ground::Tint | Ground::Surface);
        shape.stroke = line.filter(|_| is_light).map(|color| Stroke { color, width, dash: None, round: false });
    }
    sheet.nodes.push(plate);
}

/// Draws an arrow below the blocks of a row.
fn draw_arrow(sheet: &mut Sheet<'_>, name: &str, field: &str, band: Rect, step: usize) {
    let y = band.bottom().0 + (GAPS.1 - ARROW) / 2.0;
    let frame = sheet.rect((band.x + (band.width - Px(ARROW)) / 2.0).0, y, ARROW, ARROW);
    let mark = sheet.surface.mark;
    let arrow = sheet.icon(name, frame, mark);
    let start = sheet.nodes.len();
    sheet.nodes.extend(arrow);
    sheet.finish_entry(start, field, Some(step));
}
