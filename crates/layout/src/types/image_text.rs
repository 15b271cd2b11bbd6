//! Picture and text: a headline and text beside one to three pictures, in five arrangements.

use deck::{Content, located_blocks, plain_text};
use scene::{AltText, Color, Group, Node, NodeKind, NodeRole, Px, Rect, Rgb, Text};
use serde_json::Value;

use super::content;
use crate::body::Body;
use crate::buttons;
use crate::diagram::number;
use crate::fit::{Chosen, Composition, FittedSize, Step, StepLimits, choose};
use crate::frame::{FULL_WIDTH, MARGIN};
use crate::photo::Photo;
use crate::picture::Fit;
use crate::picture_frame::PictureShare;
use crate::sheet::{Sheet, text_of};
use crate::split::{SplitColumn, SplitTitle};

/// Text sizes beside a wide picture.
const FEW: [Step; 5] = [Step::one(64.0), Step::one(60.0), Step::one(56.0), Step::one(52.0), Step::one(48.0)];
/// Text sizes beside a picture of half the page.
const SOME: [Step; 4] = [Step::one(56.0), Step::one(52.0), Step::one(48.0), Step::one(44.0)];
/// Text sizes beside a narrow picture.
const MANY: [Step; 4] = [Step::one(48.0), Step::one(44.0), Step::one(40.0), Step::one(36.0)];
/// Text sizes under or over pictures.
const ROWS: [Step; 8] = [
    Step::one(64.0),
    Step::one(60.0),
    Step::one(56.0),
    Step::one(52.0),
    Step::one(48.0),
    Step::one(44.0),
    Step::one(40.0),
    Step::one(36.0),
];

/// Maximum length of a text beside a wide picture, in characters.
const FEW_CHARACTERS: usize = 90;
/// Maximum number of lines of a title beside a picture.
const TITLE_LINES: usize = 3;
/// Size at which the text is shaped.
const SHAPED: f32 = 56.0;
/// Space between text and buttons.
const ABOVE_BUTTONS: f32 = 40.0;
/// Space between pictures in a row.
const ROW_GAP: f32 = 8.0;
/// Height of pictures over or under the text.
const ROW: f32 = 500.0;
/// The maximum number of pixels by which these pictures grow when there is little text.
const MAX_GROWTH: f32 = 160.0;
/// Space between these pictures and the text.
const BELOW_ROW: f32 = 56.0;
/// Share of the spare height that is above a text.
const ABOVE_TEXT: f32 = 0.42;

/// A picture's share of the page, and the steps of the title beside it.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Share {
    width: f32,
    titles: &'static [f32],
}

const WIDE: Share = Share { width: 1118.0, titles: &[96.0, 88.0, 80.0, 72.0, 64.0] };
const HALF: Share = Share { width: 914.0, titles: &[80.0, 72.0, 64.0, 56.0] };
const NARROW: Share = Share { width: 622.0, titles: &[72.0, 64.0, 56.0] };

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let pictures = pictures(sheet);
    if pictures.is_empty() {
        return content::draw(sheet);
    }
    match sheet.text("layout") {
        "corner" => draw_corner(sheet, &pictures),
        "row-top" => draw_row(sheet, &pictures, true),
        "row-bottom" => draw_row(sheet, &pictures, false),
        _ => draw_split(sheet, &pictures),
    }
}

/// The pictures that take space, with their index.
fn pictures<'a>(sheet: &Sheet<'a>) -> Vec<(usize, &'a Content)> {
    let max_pictures = match sheet.text("layout") {
        "duo" => 2,
        "row-top" | "row-bottom" => 3,
        _ => 1,
    };
    let entries = sheet.entries("images").into_iter().enumerate();
    entries.filter(|(_, entry)| sheet.draft || !text_of(entry, "src").is_empty()).take(max_pictures).collect()
}

fn has_picture_right(sheet: &Sheet<'_>) -> bool {
    sheet.text("imageSide") == "right"
}

/// The text of the slide while it is measured.
struct Words {
    title: Option<SplitTitle>,
    body: Body,
    columns: usize,
}

/// Heights of the text in a column.
struct Measured {
    title: f32,
    /// Height of the title with the space below it.
    head: f32,
    body: f32,
    buttons: f32,
    fits: bool,
}

impl Words {
    fn new(sheet: &mut Sheet<'_>, columns: usize) -> Words {
        let title = SplitTitle::new(sheet);
        let body = Body::new(sheet, "body", sheet.text("body"), SHAPED);
        Words { title, body, columns }
    }

    fn frames(&self, sheet: &Sheet<'_>, column: SplitColumn, top: f32, height: f32) -> Vec<Rect> {
        let gutter = 48.0;
        let width = (column.width - gutter * number(self.columns - 1)) / number(self.columns);
        let frame = |index: usize| sheet.rect(column.x + (width + gutter) * number(index), top, width, height);
        (0..self.columns).map(frame).collect()
    }

    /// Measures title, text and buttons below one another.
    fn measure(&mut self, sheet: &mut Sheet<'_>, column: SplitColumn, titles: &[f32], at: FittedSize) -> Measured {
        let mut measured = Measured { title: f32::MAX, head: 0.0, body: 0.0, buttons: 0.0, fits: true };
        if let Some(title) = &mut self.title {
            measured.title = title.size(sheet, column.width, titles, TITLE_LINES);
            measured.head = title.room(sheet, column, measured.title);
        }
        let above = if self.body.is_empty() { 0.0 } else { ABOVE_BUTTONS };
        measured.buttons = buttons::room(sheet, above, column.width).0;
        let room = column.bottom - column.top - measured.head - measured.buttons;
        if !self.body.is_empty() {
            let frames = self.frames(sheet, column, 0.0, room);
            if self.columns > 1 {
                let fitted = self.body.fitted(sheet, &frames, &[at.step]);
                measured.fits = fitted.gap >= at.gap;
                measured.body = room;
            } else {
                measured.body = self.body.height(sheet, frames[0].width, at).0;
                measured.fits = measured.body <= room + 0.5;
            }
            // The text must be smaller than the title.
            measured.fits &= at.step <= measured.title * 0.9;
        }
        measured
    }

    /// Draws title, text and buttons below one another.
    fn draw(mut self, sheet: &mut Sheet<'_>, column: SplitColumn, titles: &[f32], at: FittedSize) {
        let Measured { title: size, head, body, buttons, .. } = self.measure(sheet, column, titles, at);
        let room = column.bottom - column.top;
        let spare = (room - head - body - buttons).max(0.0);
        let mut y = column.top + spare * ABOVE_TEXT;
        let frames_height = (room - head - buttons).min(body.max(1.0) + 1.0);
        if let Some(title) = self.title.take() {
            y = title.draw(sheet, column, size, y);
        }
        if !self.body.is_empty() {
            let frames = self.frames(sheet, column, y, frames_height);
            y = self.body.draw(sheet, &frames, at).0 + ABOVE_BUTTONS;
        }
        buttons::draw(sheet, column.x, Px(y), column.width);
    }
}

/// Draws the text beside one picture, or beside two that are stacked.
fn draw_split(sheet: &mut Sheet<'_>, pictures: &[(usize, &Content)]) {
    let is_right = has_picture_right(sheet);
    let is_duo = sheet.text("layout") == "duo";
    let (top, bottom) = sheet.column_bounds();
    // A logo in the upper right corner is on the picture if that is at the right; otherwise the text starts below the
    // logo.
    let top = if sheet.has_corner_logo && !is_right { top.max(152.0) } else { top };
    let column = |share: Share| {
        let x = if is_right { MARGIN } else { share.width + MARGIN };
        SplitColumn { x, width: FULL_WIDTH - share.width, top, bottom }
    };
    let columns = if is_duo && sheet.text("textColumns") == "2" { 2 } else { 1 };
    let mut words = Words::new(sheet, columns);
    let characters = plain_text(&located_blocks(sheet.text("body")).0).chars().count();
    let has_short_title = match &mut words.title {
        Some(title) => title.fits(sheet, column(WIDE).width, 64.0, TITLE_LINES),
        None => true,
    };
    let width = sheet.text("imageWidth");
    let first = match sheet.text("density") {
        "comfortable" => 56.0,
        "compact" => 44.0,
        _ => f32::MAX,
    };
    let [few, some, many] = [&FEW[..], &SOME[..], &MANY[..]].map(|steps| {
        let start = steps.iter().position(|step| step.text <= first).unwrap_or(steps.len() - 1);
        &steps[start..]
    });
    let compositions = [
        Composition::new(WIDE, few).when(characters <= FEW_CHARACTERS && has_short_title).unless(width == "narrow"),
        Composition::new(HALF, some).unless(matches!(width, "wide" | "narrow")),
        Composition::new(NARROW, many).unless(width == "wide"),
    ];
    let limits = StepLimits { floor: sheet.look.voice.text.floor, title: f32::MAX };
    let Chosen { arrangement: share, step, gap } = choose(limits, &compositions, None, |share, step, gap| {
        words.measure(sheet, column(share), share.titles, FittedSize { step: step.text, gap }).fits
    });
    let text = column(share);
    let is_whole = pictures.iter().all(|(_, picture)| text_of(picture, "fit") == "contain");
    if sheet.has_pictures_at_foot() && !is_whole {
        sheet.foot = Some((text.x, text.width));
    }
    words.draw(sheet, text, share.titles, FittedSize { step: step.text, gap });
    for (place, picture) in pictures.iter().enumerate() {
        let share = PictureShare { width: share.width, is_right, place: (place, pictures.len()) };
        let caption = if place == 0 { "caption" } else { "" };
        let mat = mat(sheet);
        let source = format!("images.{}.src", picture.0);
        let photo = photo(sheet, &source, picture.1);
        let nodes = sheet.framed_photo(share, photo, caption, mat);
        push_picture(sheet, picture.0, nodes);
    }
}

/// Draws pictures from edge to edge over or under the text.
fn draw_row(sheet: &mut Sheet<'_>, pictures: &[(usize, &Content)], is_above: bool) {
    let (top, bottom) = sheet.column_bounds();
    let (edge_top, edge_bottom) = sheet.bleed_bounds();
    let (x, width) = sheet.picture_row();
    let (is_inside, is_running) = (x > 0.0, edge_top > 0.0);
    let (y, height) = match (is_above, is_running) {
        (true, _) if is_inside => (top, ROW - 60.0),
        (true, true) => (edge_top, ROW - 70.0),
        (true, false) => (edge_top, ROW),
        (false, true) => (edge_bottom - ROW, ROW),
        (false, false) => (bottom - ROW, ROW),
    };
    let (text_top, text_bottom) = if is_above { (y + height + BELOW_ROW, bottom) } else { (top, y - BELOW_ROW) };
    let (beside, text) = match (sheet.text("title").is_empty(), sheet.text("body").is_empty()) {
        (false, false) => ((MARGIN, 706.0), (874.0, 950.0)),
        _ => ((MARGIN, FULL_WIDTH), (MARGIN, FULL_WIDTH)),
    };
    let columns = if sheet.text("textColumns") == "2" { 2 } else { 1 };
    let column = |(x, width): (f32, f32), top: f32| SplitColumn { x, width, top, bottom: text_bottom };
    let title = title_text(sheet, beside.1);
    let words = FittedWords::new(sheet, column(text, text_top), columns, title.as_ref());
    // Pictures grow into the height that the text leaves.
    let needed = title.as_ref().map_or(0.0, |title| title.height().0).max(words.height);
    let grown = (text_bottom - text_top - needed).clamp(0.0, MAX_GROWTH);
    let (y, height) = if is_above { (y, height + grown) } else { (y - grown, height + grown) };
    let text_top = if is_above { text_top + grown } else { text_top };
    let count = number(pictures.len());
    let picture_width = (width - ROW_GAP * (count - 1.0)) / count;
    let frames: Vec<Rect> = (0..pictures.len())
        .map(|index| sheet.rect(x + (picture_width + ROW_GAP) * number(index), y, picture_width, height))
        .collect();
    if is_above {
        draw_row_pictures(sheet, pictures, &frames);
    }
    if let Some(title) = title {
        let frame = sheet.rect(beside.0, text_top, beside.1, title.height().0);
        sheet.push_text(frame, title, NodeRole::Title, Some("title"));
    }
    words.draw(sheet, column(text, text_top));
    if !is_above {
        draw_row_pictures(sheet, pictures, &frames);
    }
}

/// Draws one picture in a corner of the page with the title beside it and the text below.
fn draw_corner(sheet: &mut Sheet<'_>, pictures: &[(usize, &Content)]) {
    let is_right = has_picture_right(sheet);
    let (top, bottom) = sheet.column_bounds();
    let (left, _) = sheet.picture_row();
    let y = if left > 0.0 { top } else { sheet.bleed_bounds().0 };
    let width = 1214.0 - left;
    let (x, beside) = if is_right { (1920.0 - left - width, MARGIN) } else { (left, left + width + 64.0) };
    let beside_width = if is_right { x - MARGIN - 64.0 } else { 1824.0 - beside };
    let column = |top: f32| SplitColumn { x: MARGIN, width: FULL_WIDTH, top, bottom };
    let title = title_text(sheet, beside_width);
    let words = FittedWords::new(sheet, column(ROW + BELOW_ROW), 1, title.as_ref());
    let lower = ROW + (bottom - ROW - BELOW_ROW - words.height).clamp(0.0, MAX_GROWTH);
    if let Some(title) = title {
        // The title ends at the lower edge of the picture.
        let height = title.height().0;
        let frame = sheet.rect(beside, (lower - height).max(top), beside_width, height);
        sheet.push_text(frame, title, NodeRole::Title, Some("title"));
    }
    let frame = sheet.rect(x, y, width, lower - y);
    draw_row_pictures(sheet, pictures, &[frame]);
    words.draw(sheet, column(lower + BELOW_ROW));
}

/// The title over a text or beside a picture in a corner.
fn title_text(sheet: &mut Sheet<'_>, width: f32) -> Option<Text> {
    let words = sheet.text("title");
    let head = &sheet.look.voice.head;
    let (leading, tracking) = (head.leading, head.tracking);
    let steps = [80.0, 72.0, 64.0, 56.0, 48.0];
    let pen = sheet.heading().size(steps[0]).leading(leading).spaced(tracking);
    (!words.is_empty()).then(|| sheet.headline(pen.plain(words), Px(width), &steps, (4, 6)))
}

/// Text and buttons at the size at which they fit a column.
struct FittedWords {
    words: Words,
    at: FittedSize,
    buttons: f32,
    /// Height of text and buttons.
    height: f32,
}

impl FittedWords {
    fn new(sheet: &mut Sheet<'_>, column: SplitColumn, columns: usize, title: Option<&Text>) -> FittedWords {
        // The text must be smaller than the title.
        let run = title.and_then(|title| title.lines.first()).and_then(|line| line.runs.first());
        let max_size = run.map_or(f32::MAX, |run| run.size.0 * 0.9);
        let mut words = Words { title: None, body: Body::new(sheet, "body", sheet.text("body"), SHAPED), columns };
        let limits = StepLimits { floor: sheet.look.voice.text.floor, title: f32::MAX };
        let Chosen { step, gap, .. } = choose(limits, &[Composition::new((), &ROWS)], None, |(), step, gap| {
            step.text <= max_size && words.measure(sheet, column, &[], FittedSize { step: step.text, gap }).fits
        });
        let at = FittedSize { step: step.text, gap };
        let Measured { body, buttons, .. } = words.measure(sheet, column, &[], at);
        FittedWords { words, at, buttons, height: body + buttons }
    }

    /// Draws text and buttons from the top of a column.
    fn draw(self, sheet: &mut Sheet<'_>, column: SplitColumn) {
        let FittedWords { words, at, buttons, .. } = self;
        let room = column.bottom - column.top - buttons;
        let mut y = column.top;
        if !words.body.is_empty() {
            let frames = words.frames(sheet, column, y, room);
            y = words.body.draw(sheet, &frames, at).0 + ABOVE_BUTTONS;
        }
        buttons::draw(sheet, column.x, Px(y), column.width);
    }
}

fn draw_row_pictures(sheet: &mut Sheet<'_>, pictures: &[(usize, &Content)], frames: &[Rect]) {
    if frames.len() > 1 {
        sheet.cover_page_rules(frames[0].y.0);
    }
    for (place, ((index, picture), frame)) in pictures.iter().zip(frames).enumerate() {
        let source = format!("images.{index}.src");
        let is_inside = frame.x > Px::ZERO && frame.right() < Px(1920.0) && sheet.picture_row().0 > 0.0;
        let radius = if is_inside { Px(sheet.look.voice.picture.radius) } else { Px::ZERO };
        let photo = Photo { radius, ..photo(sheet, &source, picture) };
        let mut nodes = Vec::new();
        let mut inner = *frame;
        if photo.fit == Fit::Contain {
            nodes.push(Node { role: NodeRole::Plate, ..Sheet::shape(*frame, mat(sheet), radius) });
            inner = frame.inset(Px(48.0));
        }
        nodes.extend(sheet.photo(inner, photo));
        if place == 0 && !sheet.text("caption").is_empty() {
            nodes.extend(sheet.caption_on(*frame, "caption"));
        }
        push_picture(sheet, *index, nodes);
    }
}

/// The colour of the mat behind a picture that is shown whole.
fn mat(sheet: &Sheet<'_>) -> Color {
    if sheet.text("imageBackground") == "white" { Rgb::WHITE.into() } else { sheet.surface.plate }
}

fn photo<'p>(sheet: &Sheet<'_>, field: &'p str, picture: &'p Content) -> Photo<'p> {
    let number = |key: &str| picture.get(key).and_then(Value::as_f64).unwrap_or(50.0);
    #[expect(clippy::cast_possible_truncation, reason = "percentages")]
    let focus = (number("focusX") as f32, number("focusY") as f32);
    Photo {
        field,
        source: text_of(picture, "src"),
        alt: text_of(picture, "alt"),
        decorative: sheet.text("imageRole") == "decorative",
        fit: if text_of(picture, "fit") == "contain" { Fit::Contain } else { Fit::Cover },
        focus,
        radius: Px::ZERO,
        clear: Sheet::caption_room(sheet.text("caption")),
    }
}

/// Adds the nodes of a picture as one entry of the list.
fn push_picture(sheet: &mut Sheet<'_>, index: usize, nodes: Vec<Node>) {
    let Some(first) = nodes.first() else { return };
    let frame = nodes.iter().fold(first.frame, |frame, node| frame.union(&node.frame));
    sheet.nodes.push(Node {
        frame,
        kind: NodeKind::Group(Group { nodes, clip: false }),
        role: NodeRole::Content,
        origin: Some(sheet.origin(&format!("images.{index}"))),
        step: None,
        alt: AltText::Own,
    });
}
