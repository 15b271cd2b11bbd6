//! Side by side: two sides with a heading and text each, and a one-line conclusion. The side that the conclusion names
//! is highlighted as the leading one.

use deck::voice::{EmphasisForm, PageForm, PlateForm, TextBullets};
use scene::{Align, Color, Node, NodeKind, NodeRole, PaletteRole, ParagraphKind, Px, Rect, Shape, Text, VerticalAlign};

use crate::body::{Body, BodySource, BodyStyle};
use crate::diagram::number;
use crate::fit::{Chosen, Composition, FittedSize, Step, StepLimits, choose};
use crate::head::{BodyArea, PageOptions};
use crate::sheet::Sheet;
use crate::surface::{Ground, MIN_MARK_CONTRAST, MIN_TEXT_CONTRAST, Surface};
use crate::text::{BlockOptions, TextBlock};

/// Sizes of headings and text with few entries.
const FEW: [Step; 8] = pairs([64.0, 60.0, 56.0, 52.0, 48.0, 44.0, 40.0, 36.0], 64.0);
/// Sizes of headings and text with some entries.
const SOME: [Step; 8] = pairs([64.0, 60.0, 56.0, 52.0, 48.0, 44.0, 40.0, 36.0], 56.0);
/// Sizes of headings and text with many entries.
const MANY: [Step; 8] = pairs([64.0, 60.0, 56.0, 52.0, 48.0, 44.0, 40.0, 36.0], 48.0);
/// Sizes of headings and text of prose.
const PROSE: [Step; 6] = pairs([56.0, 52.0, 48.0, 44.0, 40.0, 36.0], 64.0);
/// Size at which headings and texts are shaped.
const SHAPED: f32 = 64.0;
/// Space between the heading and the text.
const BELOW_HEADING: f32 = 24.0;
/// The minimum space around an entry in its row.
const AROUND_ENTRY: f32 = 20.0;
/// The minimum height of the conclusion.
const VERDICT: f32 = 112.0;
/// Space above the conclusion.
const ABOVE_VERDICT: f32 = 24.0;
/// The minimum space above and below the words of the conclusion, together.
const AROUND_VERDICT: f32 = 48.0;
/// Sizes of a conclusion on one line.
const VERDICTS: [f32; 5] = [56.0, 52.0, 48.0, 44.0, 40.0];
/// Sizes of a conclusion on two lines.
const LONG_VERDICTS: [f32; 3] = [40.0, 36.0, 32.0];
/// The largest size of the conclusion.
const MAX_VERDICT: f32 = 72.0;
/// The fields of the two sides.
const SIDES: [(&str, &str); 2] = [("leftTitle", "leftBody"), ("rightTitle", "rightBody")];

/// Sizes of texts with those of their headings: 8 larger than the text, at most `max_title`, and at least 48.
const fn pairs<const N: usize>(sizes: [f32; N], max_title: f32) -> [Step; N] {
    let mut steps = [Step::one(0.0); N];
    let mut index = 0;
    while index < N {
        let larger = sizes[index] + 8.0;
        let title = if larger > max_title { max_title } else { larger };
        steps[index] = Step::pair(if title < 48.0 { 48.0 } else { title }, sizes[index]);
        index += 1;
    }
    steps
}

/// How the texts of the sides are arranged.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Arrangement {
    /// Entries in rows that run across both sides, and the padding of the plates.
    Rows(f32),
    /// Free text.
    Prose,
}

/// A side: its texts and its plate.
struct Side {
    heading: Option<TextBlock>,
    body: Body,
    plate: Rect,
    surface: Surface,
}

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let body = sheet.open_page(PageOptions { closing: "bottomSubheading", ..PageOptions::default() });
    let leading = leading_side(sheet);
    let verdict = Verdict::new(sheet, &body, leading.is_some());
    let room = verdict.as_ref().map_or(0.0, |verdict| verdict.height + ABOVE_VERDICT);
    let sizes = draw_sides(sheet, &body, body.bottom - room, leading);
    if let Some(verdict) = verdict {
        verdict.in_matching_size(sheet, &body, sizes).draw(sheet, &body);
    }
    sheet.close_page(body);
}

/// The side whose heading occurs in the conclusion, if the other one's does not.
fn leading_side(sheet: &Sheet<'_>) -> Option<usize> {
    let words = |text: &str| -> Vec<String> {
        let parts = text.split(|letter: char| !letter.is_alphanumeric());
        parts.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
    };
    let verdict = words(sheet.text("verdict"));
    let occurs = |field: &str| {
        let heading = words(sheet.text(field));
        !heading.is_empty() && verdict.windows(heading.len()).any(|part| part == heading)
    };
    match SIDES.map(|(title, _)| occurs(title)) {
        [true, false] => Some(0),
        [false, true] => Some(1),
        _ => None,
    }
}

/// Draws both sides and returns the sizes of headings and text.
fn draw_sides(sheet: &mut Sheet<'_>, body: &BodyArea, bottom: f32, leading: Option<usize>) -> [f32; 2] {
    let gap = match sheet.look.voice.plate.form {
        PlateForm::Hairlines => 96.0,
        PlateForm::None | PlateForm::RuleTop => 64.0,
        _ => 24.0,
    };
    let width = (body.width - gap) / 2.0;
    let mut sides = Vec::new();
    for side in 0..2 {
        let x = body.x + (width + gap) * number(side);
        let plate = sheet.rect(x, body.top, width, bottom - body.top);
        let start = sheet.nodes.len();
        // The plate is drawn for its surface only; its final height depends on the texts.
        let surface = push_plate(sheet, plate, side, leading == Some(side));
        sheet.nodes.truncate(start);
        let (heading, text) = sheet.with_surface(surface, |sheet| (heading(sheet, side), text(sheet, side)));
        sides.push(Side { heading, body: text, plate, surface });
    }
    let chosen = choose_sizes(sheet, &mut sides, body);
    let has_block = leading.is_some() && is_block(sheet);
    let plan = if has_block { Plan::new(sheet, &mut sides, chosen) } else { shrink_plates(sheet, &mut sides, chosen) };
    let bounds = sides[0].plate;
    for (side, content) in sides.into_iter().enumerate() {
        let start = sheet.nodes.len();
        let is_leading = leading == Some(side);
        let plate = if is_leading && is_block(sheet) { block_frame(sheet, content.plate, side) } else { content.plate };
        push_plate(sheet, plate, side, is_leading);
        draw_side(sheet, content, side, is_leading, chosen, &plan);
        sheet.finish_entry(start, SIDES[side].1, None);
    }
    if !(sheet.has_sided_plates() || has_block) {
        let line = sheet.rect(body.x + width + gap / 2.0 - 1.0, bounds.y.0, 2.0, bounds.height.0);
        sheet.nodes.push(Sheet::shape(line, sheet.surface.line, Px::ZERO));
    }
    [heading_size(sheet, chosen.step), chosen.step.text]
}

/// Reduces the height of plates with little text and places them in the optical middle of their room.
fn shrink_plates(sheet: &mut Sheet<'_>, sides: &mut [Side], chosen: Chosen<Arrangement>) -> Plan {
    let plan = Plan::new(sheet, sides, chosen);
    let room = sides[0].plate.height.0;
    let needed = match chosen.arrangement {
        Arrangement::Rows(_) => plan.end - sides[0].plate.y.0,
        Arrangement::Prose => (plan.end - sides[0].plate.y.0) * 1.35,
    };
    if needed > room * 0.92 {
        return plan;
    }
    for side in sides.iter_mut() {
        side.plate.y += Px((room - needed) * 0.45);
        side.plate.height = Px(needed);
    }
    Plan::new(sheet, sides, chosen)
}

/// Whether the leading side is a block that runs to the edges of the page.
fn is_block(sheet: &Sheet<'_>) -> bool {
    sheet.look.voice.emphasis.form == EmphasisForm::Block && sheet.look.voice.page.form == PageForm::Running
}

/// The frame of a plate that runs to the edge of the page, and to the lower edge or the conclusion.
fn block_frame(sheet: &Sheet<'_>, plate: Rect, side: usize) -> Rect {
    let bottom = if sheet.text("verdict").is_empty() { Px(1080.0) } else { plate.bottom() + Px(ABOVE_VERDICT) };
    let is_left = (side == 0) != sheet.direction.is_right_to_left();
    let (x, right) = if is_left { (Px::ZERO, plate.right()) } else { (plate.x, Px(1920.0)) };
    Rect { x, width: right - x, height: bottom - plate.y, ..plate }
}

/// Draws the plate of a side and returns the surface of its text.
fn push_plate(sheet: &mut Sheet<'_>, plate: Rect, side: usize, is_leading: bool) -> Surface {
    // With alternating colours the first side has the second colour, so that the leading side can have the first.
    let place = usize::from(side == 0);
    if is_leading {
        let surface = sheet.push_leading_plate(plate, place);
        if matches!(sheet.look.voice.emphasis.form, EmphasisForm::Fill | EmphasisForm::Block | EmphasisForm::Invert) {
            return surface;
        }
        let (surface, color) = (sheet.entry_surface(place), sheet.emphasis_color());
        let mark = sheet.with_surface(surface, |sheet| sheet.readable_mark(color));
        return Surface { mark, ..surface };
    }
    sheet.push_voice_plate(plate, place);
    if sheet.look.voice.plate.form == PlateForm::Hairlines {
        let rule = Rect { height: Px(2.0), ..plate };
        sheet.nodes.push(Sheet::shape(rule, sheet.surface.text, Px::ZERO));
    }
    sheet.entry_surface(place)
}

fn heading(sheet: &mut Sheet<'_>, side: usize) -> Option<TextBlock> {
    let words = sheet.text(SIDES[side].0);
    (!words.is_empty()).then(|| {
        let mut paragraph = sheet.heading().size(SHAPED).leading(1.1).plain(words);
        paragraph.kind = ParagraphKind::Heading(3);
        TextBlock::balanced(sheet.typesetter, paragraph)
    })
}

fn text(sheet: &mut Sheet<'_>, side: usize) -> Body {
    let field = SIDES[side].1;
    let source = BodySource::markdown(field, sheet.text(field));
    let style = BodyStyle { leading: 1.22, bullets: TextBullets::Plain, ..BodyStyle::plain(sheet, SHAPED) };
    Body::styled(sheet, &source, style)
}

/// Space between the edge of a plate and its text: at the sides, above and below.
fn padding(sheet: &Sheet<'_>, surface: &Surface, pad: f32) -> (f32, f32, f32) {
    let is_filled = surface.ground != sheet.surface.ground;
    match sheet.look.voice.plate.form {
        PlateForm::Hairlines | PlateForm::None | PlateForm::RuleTop if is_filled => (pad, pad, pad / 2.0),
        PlateForm::Hairlines | PlateForm::RuleTop => (0.0, 32.0, 0.0),
        PlateForm::None => (0.0, 0.0, 0.0),
        _ => (pad, pad * 0.75, pad * 0.5),
    }
}

fn choose_sizes(sheet: &mut Sheet<'_>, sides: &mut [Side], body: &BodyArea) -> Chosen<Arrangement> {
    let item_count = |side: &Side| if side.body.is_empty() { Some(0) } else { side.body.items() };
    let is_list = sides.iter().all(|side| item_count(side).is_some());
    let count = sides.iter().filter_map(item_count).max().unwrap_or(0);
    let (rows, steps): (_, &[Step]) = match count {
        _ if !is_list || count == 0 => (Arrangement::Prose, &PROSE),
        ..=3 => (Arrangement::Rows(48.0), &FEW),
        4 | 5 => (Arrangement::Rows(40.0), &SOME),
        _ => (Arrangement::Rows(40.0), &MANY),
    };
    let limits = StepLimits { title: body.title_size.max(48.0), ..sheet.step_limits(body) };
    choose(limits, &[Composition::new(rows, steps)], None, |arrangement, step, gap| {
        Plan::new(sheet, sides, Chosen { arrangement, step, gap }).fits
    })
}

/// Size of the headings. Without plates they are larger, because nothing else ties a side together.
fn heading_size(sheet: &Sheet<'_>, step: Step) -> f32 {
    if sheet.look.voice.plate.form == PlateForm::None { step.title * 1.3 } else { step.title }
}

/// The positions of headings and entries.
struct Plan {
    /// Top of the text below the headings.
    text_top: f32,
    /// Tops and heights of the rows; tops are relative to `text_top`.
    rows: Vec<(f32, f32)>,
    /// Heights of the entries of each side.
    entries: Vec<Vec<f32>>,
    pad: f32,
    /// End of the content, including the space below it.
    end: f32,
    fits: bool,
}

impl Plan {
    fn new(sheet: &mut Sheet<'_>, sides: &mut [Side], chosen: Chosen<Arrangement>) -> Plan {
        let pad = match chosen.arrangement {
            Arrangement::Rows(pad) => pad,
            Arrangement::Prose => 48.0,
        };
        let step = chosen.step;
        let mut fits = true;
        let (mut heading, mut top, mut end, mut space_below) = (0.0_f32, 0.0_f32, f32::MAX, 0.0_f32);
        let heading_size = heading_size(sheet, step);
        let mut entries = Vec::new();
        let mut tallest = 0.0_f32;
        for side in sides.iter_mut() {
            let (across, above, below) = padding(sheet, &side.surface, pad);
            let width = side.plate.width - Px(across * 2.0);
            let options = BlockOptions { width, scale: heading_size / SHAPED, gap: 1.0 };
            if let Some(block) = &mut side.heading {
                fits &= block.lines(sheet.typesetter, options) <= 2 && !block.breaks_words(sheet.typesetter, options);
                heading = heading.max(block.height(sheet.typesetter, options).0.min(heading_size * 1.1 * 3.0));
            }
            top = top.max(side.plate.y.0 + above);
            end = end.min(side.plate.bottom().0 - below);
            space_below = space_below.max(below);
            fits &= !side.body.breaks_words(sheet, width, step.text);
            match chosen.arrangement {
                Arrangement::Rows(_) => {
                    let heights = side.body.item_heights(sheet, width, step.text);
                    entries.push(heights.iter().map(|height| height.0).collect::<Vec<f32>>());
                }
                Arrangement::Prose => {
                    let fitted = FittedSize { step: step.text, gap: chosen.gap };
                    tallest = tallest.max(side.body.height(sheet, width, fitted).0);
                }
            }
        }
        let between = if heading > 0.0 { BELOW_HEADING } else { 0.0 };
        let text_top = top + heading + between;
        let room = end - text_top;
        let count = entries.iter().map(Vec::len).max().unwrap_or(0);
        let row_height = |row: usize| entries.iter().filter_map(|side| side.get(row)).copied().fold(0.0, f32::max);
        let around = AROUND_ENTRY * chosen.gap;
        let needed: Vec<f32> = (0..count).map(|row| row_height(row) + around).collect();
        let total: f32 = needed.iter().sum();
        let spare = ((room - total) / number(count.max(1))).clamp(0.0, step.text * 2.6);
        let mut y = 0.0;
        let rows = needed.iter().map(|height| {
            let row = (y, height + spare);
            y += row.1;
            row
        });
        let rows = rows.collect();
        let end = text_top + y.max(tallest) + space_below;
        Plan { text_top, rows, entries, pad, end, fits: fits && total.max(tallest) <= room + 0.5 }
    }
}

fn draw_side(
    sheet: &mut Sheet<'_>,
    side: Side,
    index: usize,
    is_leading: bool,
    chosen: Chosen<Arrangement>,
    plan: &Plan,
) {
    let Side { heading, body, plate, surface } = side;
    let (across, above, below) = padding(sheet, &surface, plan.pad);
    let inner = Rect { x: plate.x + Px(across), width: plate.width - Px(across * 2.0), ..plate };
    let bottom = plate.bottom() - Px(below);
    sheet.with_surface(surface, |sheet| {
        if let Some(mut block) = heading {
            let size = heading_size(sheet, chosen.step);
            let options = BlockOptions { width: inner.width, scale: size / SHAPED, gap: 1.0 };
            let mut text = block.text(sheet.typesetter, options, Px(f32::MAX), 3);
            if is_leading {
                let contrast = if chosen.step.title >= 48.0 { MIN_MARK_CONTRAST } else { MIN_TEXT_CONTRAST };
                let color = sheet.readable(surface.mark, contrast);
                text.set_color(color);
            }
            let frame = Rect { y: plate.y + Px(above), height: text.height(), ..inner };
            sheet.push_text(frame, text, NodeRole::Label, Some(SIDES[index].0));
        }
        if body.is_empty() {
            return;
        }
        if chosen.arrangement == Arrangement::Prose {
            let column = Rect { y: Px(plan.text_top), height: bottom - Px(plan.text_top), ..inner };
            body.draw(sheet, &[column], FittedSize { step: chosen.step.text, gap: chosen.gap });
            return;
        }
        let thickness = Px(sheet.look.voice.text.rule);
        for (top, _) in &plan.rows {
            let rule = Rect { y: Px(plan.text_top + top) - thickness / 2.0, height: thickness, ..inner };
            sheet.nodes.push(Sheet::shape(rule, surface.line, Px::ZERO));
        }
        let heights = &plan.entries[index];
        let tops: Vec<f32> = plan
            .rows
            .iter()
            .zip(heights)
            .map(|((top, height), entry_height)| top + (height - entry_height).max(0.0) / 2.0)
            .collect();
        let first = tops.first().copied().unwrap_or(0.0);
        let tops: Vec<Px> = tops.into_iter().map(|top| Px(top - first)).collect();
        let y = Px(plan.text_top + first);
        let frame = Rect { y, height: bottom - y, ..inner };
        body.draw_items(sheet, frame, &tops, chosen.step.text);
    });
}

/// How the conclusion is set: the plate behind it, if any, its text colour, padding and alignment.
struct VerdictLook {
    plate: Option<(Color, Px)>,
    line: Option<(Color, Px)>,
    ink: Color,
    pad: f32,
    align: Align,
}

fn verdict_look(sheet: &Sheet<'_>, has_leading: bool) -> VerdictLook {
    let voice = &sheet.look.voice;
    let start = sheet.start_align();
    let radius = Px(voice.plate.radius * 0.75).min(Px(VERDICT / 2.0));
    let on_plate = |ground: Ground, color: Color| VerdictLook {
        plate: Some((color, radius)),
        line: None,
        ink: ground.surface(sheet.look).text,
        pad: 48.0,
        align: start,
    };
    let without_plate = |ink: Color, align: Align| VerdictLook { plate: None, line: None, ink, pad: 0.0, align };
    let on_strong_ground = |ground: Ground| match ground {
        Ground::Deep => on_plate(ground, PaletteRole::Deep.into()),
        Ground::Base => on_plate(ground, PaletteRole::Base.into()),
        _ => on_plate(ground, PaletteRole::Accent.into()),
    };
    match (voice.plate.form, voice.emphasis.form) {
        (PlateForm::Colour, _) | (_, EmphasisForm::Sticker) => {
            let color = sheet.emphasis_color();
            let ground = Ground::Custom(sheet.look.palette.rgb(color));
            VerdictLook { plate: Some((color, Px(VERDICT / 2.0))), align: Align::Center, ..on_plate(ground, color) }
        }
        (_, EmphasisForm::Invert) => {
            let color = Color::from(PaletteRole::AccentOnDeep);
            let ground = Ground::Custom(sheet.look.palette.rgb(color));
            VerdictLook { line: Some((sheet.surface.text, Px(voice.plate.stroke))), ..on_plate(ground, color) }
        }
        (PlateForm::Hairlines, _) => without_plate(sheet.surface.text, start),
        (PlateForm::None, _) => without_plate(sheet.readable(sheet.surface.mark, MIN_MARK_CONTRAST), start),
        (PlateForm::Surface, _) => {
            without_plate(sheet.readable(sheet.emphasis_color(), MIN_TEXT_CONTRAST), Align::Center)
        }
        (_, EmphasisForm::Fill | EmphasisForm::Block) if has_leading && sheet.surface.ground != Ground::Deep => {
            on_strong_ground(Ground::Deep)
        }
        _ => on_strong_ground(sheet.strong_ground()),
    }
}

/// A conclusion that is measured and not yet drawn.
struct Verdict {
    look: VerdictLook,
    text: Text,
    height: f32,
    /// Whether it reaches the edges of the page, under a block that does.
    reaches_edges: bool,
    /// Width of its words.
    width: Px,
}

impl Verdict {
    fn new(sheet: &mut Sheet<'_>, body: &BodyArea, has_leading: bool) -> Option<Verdict> {
        let words = sheet.text("verdict");
        if words.is_empty() {
            return None;
        }
        let look = verdict_look(sheet, has_leading);
        let reaches_edges = has_leading && is_block(sheet) && sheet.text("bottomSubheading").is_empty();
        let pad = if reaches_edges { 0.0 } else { look.pad };
        let width = Px(body.width - pad * 2.0);
        let pen = sheet.heading().size(VERDICTS[0]).leading(1.15).color(look.ink).align(look.align);
        let mut text = sheet.short_text(pen.plain(words), width, &VERDICTS, 1);
        if text.truncated {
            let pen = sheet.body().size(LONG_VERDICTS[0]).leading(1.2).stressed().color(look.ink).align(look.align);
            text = sheet.short_text(pen.plain(words), width, &LONG_VERDICTS, 2);
        }
        text.anchor = VerticalAlign::Middle;
        let height = VERDICT.max(text.height().0 + AROUND_VERDICT);
        Some(Verdict { look, text, height, reaches_edges, width })
    }

    /// The same conclusion in a size that the slide already uses: that of headings, text or supporting line. If none of
    /// them fits, the size is unchanged.
    fn in_matching_size(self, sheet: &mut Sheet<'_>, body: &BodyArea, sizes: [f32; 2]) -> Verdict {
        let support_size =
            sheet.nodes.iter().find(|node| node.role == NodeRole::Subtitle).and_then(|node| match &node.kind {
                NodeKind::Text(text) => Some(text.lines.first()?.runs.first()?.size.0),
                _ => None,
            });
        let words = sheet.text("verdict");
        let [heading, text] = sizes;
        let max_size = MAX_VERDICT.min(body.title_size);
        for size in [Some(heading), Some(text), support_size].into_iter().flatten().filter(|size| *size <= max_size) {
            let pens = [(sheet.heading().leading(1.15), 1), (sheet.body().leading(1.2).stressed(), 2)];
            for (pen, lines) in pens {
                let pen = pen.size(size).color(self.look.ink).align(self.look.align);
                let mut text = sheet.short_text(pen.plain(words), self.width, &[size], lines);
                let is_small = size > LONG_VERDICTS[0] && lines > 1;
                if !text.truncated && !is_small && text.height().0 + AROUND_VERDICT * 0.75 <= self.height {
                    text.anchor = VerticalAlign::Middle;
                    return Verdict { text, ..self };
                }
            }
        }
        self
    }

    fn draw(self, sheet: &mut Sheet<'_>, body: &BodyArea) {
        let Verdict { look, text, height, reaches_edges, .. } = self;
        let y = body.bottom - height;
        let mut frame = sheet.rect(body.x, y, body.width, height);
        if reaches_edges {
            frame = Rect::new(0.0, y, 1920.0, 1080.0 - y);
        }
        if let Some((fill, radius)) = look.plate {
            let mut shape = Shape::filled(fill, radius);
            if let Some((line, width)) = look.line {
                shape = shape.lined(line, width);
            }
            sheet.nodes.push(Node { role: NodeRole::Plate, ..Node::decoration(frame, NodeKind::Shape(shape)) });
        } else if sheet.look.voice.plate.form == PlateForm::Hairlines {
            for offset in [0.0, 8.0] {
                let rule = sheet.rect(body.x, y + offset, body.width, 2.0);
                sheet.nodes.push(Sheet::shape(rule, sheet.surface.text, Px::ZERO));
            }
        } else if look.align != Align::Center {
            let rule = sheet.rect(body.x, y, body.width, 4.0);
            sheet.nodes.push(Sheet::shape(rule, look.ink, Px::ZERO));
        }
        let pad = if reaches_edges { body.x } else { look.pad };
        let inner = Rect { x: frame.x + Px(pad), width: frame.width - Px(pad * 2.0), ..frame };
        let inner = if look.plate.is_none() { Rect { y: inner.y + Px(8.0), ..inner } } else { inner };
        sheet.push_text_in_middle(inner, text, NodeRole::Body, Some("verdict"));
    }
}
