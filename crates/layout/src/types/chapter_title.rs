//! Section opener: the number of the section, a few words and one supporting line.

use deck::voice::{OpenerForm, OpenerNumeral};
use scene::{Align, AltText, Color, Node, NodeKind, NodeRole, PaletteRole, Px, Rect, Shape, ShapeForm, Stroke};

use crate::fit::continued;
use crate::frame::MARGIN;
use crate::glyph_outline;
use crate::marker::roman;
use crate::ornament::Planet;
use crate::pen::Pen;
use crate::sheet::Sheet;
use crate::statement::{Attempt, Statement, height_below};
use crate::surface::{Ground, text_color_on};

/// Sizes below the steps of the voice.
const LOWER: [f32; 6] = [96.0, 80.0, 72.0, 64.0, 56.0, 48.0];
/// Size factor of a very large numeral with more digits than fit at its full size.
const TWO_DIGITS: f32 = 0.58;
/// Maximum width of a Roman numeral: that of the rule under it.
const MAX_ROMAN: f32 = 560.0;

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    match sheet.look.voice.opener.form {
        OpenerForm::Horizon if is_centred(sheet) => draw_centred_horizon(sheet),
        OpenerForm::Horizon => draw_horizon(sheet),
        OpenerForm::Frame => draw_frame(sheet),
        OpenerForm::Numeral => draw_numeral(sheet),
        OpenerForm::Orbit => draw_orbit(sheet),
        OpenerForm::Poster => draw_poster(sheet),
        OpenerForm::Shapes => draw_shapes(sheet),
        OpenerForm::Outline => draw_outline(sheet),
        OpenerForm::Bar => draw_bar(sheet),
        OpenerForm::Plain => draw_plain(sheet),
    }
}

fn is_centred(sheet: &Sheet<'_>) -> bool {
    sheet.text("titleBlockAlign") == "center"
}

fn align(sheet: &Sheet<'_>) -> Align {
    sheet.block_align(is_centred(sheet))
}

fn steps(sheet: &Sheet<'_>) -> Vec<f32> {
    continued(&sheet.look.voice.opener.steps, &LOWER)
}

fn title(sheet: &mut Sheet<'_>, leading: f32, align: Align, attempts: &[Attempt]) -> Option<Statement> {
    let pen = sheet.statement_pen(leading, align);
    sheet.statement(pen, sheet.text("title"), attempts)
}

fn support(sheet: &mut Sheet<'_>, pen: Pen, width: f32, sizes: &[(f32, usize)]) -> Option<Statement> {
    sheet.statement(pen.leading(1.25), sheet.text("subheading"), &Attempt::in_lines(sizes, width))
}

/// Adds title and supporting line with their upper left corner at a point.
fn put_words(
    sheet: &mut Sheet<'_>,
    (title, support): (Option<Statement>, Option<Statement>),
    (x, y): (f32, f32),
    gap: f32,
) {
    let height = title.as_ref().map_or(0.0, Statement::height);
    let width = title.as_ref().map_or(0.0, |title| title.width);
    if let Some(title) = title {
        title.put(sheet, x, y, NodeRole::Title, Some("title"));
    }
    if let Some(support) = support {
        // A centred line shares the axis of the title.
        let shift = if has_centred_text(&support) && width > 0.0 { (width - support.width) / 2.0 } else { 0.0 };
        support.put(sheet, x + shift, y + height + gap, NodeRole::Subtitle, Some("subheading"));
    }
}

fn has_centred_text(statement: &Statement) -> bool {
    statement.text.paragraphs.first().is_some_and(|paragraph| paragraph.align == Align::Center)
}

/// The number of the section, which counts the section openers up to this one, as the voice writes it.
fn number(sheet: &Sheet<'_>) -> String {
    let number = sheet.context.ordinal + 1;
    match sheet.look.voice.opener.numeral {
        OpenerNumeral::Arabic => number.to_string(),
        OpenerNumeral::Roman => roman(number),
        OpenerNumeral::Padded => format!("{number:02}"),
    }
}

/// The number of the section at a size; several digits or letters reduce it.
fn numeral(sheet: &mut Sheet<'_>, size: f32, color: Color, align: Align) -> Statement {
    let words = number(sheet);
    let count = words.chars().count();
    let factor = match sheet.look.voice.opener.numeral {
        OpenerNumeral::Arabic if count >= 2 && size > 600.0 => TWO_DIGITS,
        OpenerNumeral::Padded if count >= 3 && size > 600.0 => TWO_DIGITS,
        _ => 1.0,
    };
    let pen = sheet.heading().leading(1.0).color(color).align(align);
    let numeral = sheet.one_line(pen.clone(), &words, size * factor);
    if sheet.look.voice.opener.numeral == OpenerNumeral::Roman && numeral.width > MAX_ROMAN {
        return sheet.one_line(pen, &words, size * MAX_ROMAN / numeral.width);
    }
    numeral
}

/// The width reserved for a numeral: that of the widest digits, so that titles have the same position on all openers.
fn numeral_room(sheet: &mut Sheet<'_>, numeral: &Statement) -> f32 {
    let digits: String = number(sheet).chars().map(|sign| if sign.is_ascii_digit() { '8' } else { sign }).collect();
    let pen = sheet.heading();
    sheet.one_line(pen, &digits, numeral.size).width.max(numeral.width)
}

/// Adds a numeral with its baseline at a given y.
fn put_numeral(sheet: &mut Sheet<'_>, numeral: Statement, x: f32, baseline: f32) {
    let y = baseline - numeral.baseline();
    numeral.put(sheet, x, y, NodeRole::Label, None);
}

/// The top of a block that the slide's `layout` puts at the top, in the middle or at the bottom.
fn block_top(sheet: &Sheet<'_>, middle: f32, height: f32, (top, bottom): (f32, f32)) -> f32 {
    match sheet.text("layout") {
        "top" => top,
        "bottom" => bottom - height,
        _ => (middle - height / 2.0).min(bottom - height).max(80.0),
    }
}

/// By how many pixels a group of numeral and title is moved down, according to the slide's `layout`; by default into
/// the optical middle.
fn group_shift(sheet: &Sheet<'_>, top: f32, bottom: f32) -> f32 {
    let wanted = match sheet.text("layout") {
        "top" => 0.0,
        "bottom" => 940.0 - bottom,
        _ => (1080.0 - (bottom - top)) * 0.47 - top,
    };
    wanted.max(0.0)
}

/// The colour of the numeral beside or over a title.
fn numeral_color(sheet: &Sheet<'_>) -> Color {
    if sheet.surface.ground == Ground::Gradient { sheet.surface.text } else { sheet.surface.mark }
}

/// The maximum number of lines of a title over the sea, by its size.
fn horizon_lines(size: f32) -> usize {
    match size {
        size if size >= 168.0 => 2,
        size if size >= 144.0 => 3,
        size if size >= 120.0 => 4,
        _ => 5,
    }
}

/// Draws the number beside the title, over the sea.
fn draw_horizon(sheet: &mut Sheet<'_>) {
    let muted = sheet.body().color(sheet.surface.muted);
    let support = support(sheet, muted, 1290.0, &[(48.0, 2), (44.0, 2), (40.0, 3)]);
    let below = height_below(support.as_ref(), 32.0);
    let room = 800.0 - below;
    let attempt = |size: f32| Attempt { size, lines: horizon_lines(size), width: 1290.0, room };
    let attempts: Vec<Attempt> = steps(sheet).into_iter().map(attempt).collect();
    let title = title(sheet, 1.02, align(sheet), &attempts);
    let size = if number(sheet).chars().count() > 1 { 300.0 } else { 440.0 };
    let numeral = numeral(sheet, size, numeral_color(sheet), sheet.start_align());
    let capitals = title.as_ref().map_or(0.0, |title| title.above_capitals(sheet));
    let numeral_capitals = numeral.above_capitals(sheet);
    let numeral_height = numeral.baseline() - numeral_capitals + capitals;
    let height = title.as_ref().map_or(0.0, Statement::height) + below;
    // The block is as high as the numeral, or higher.
    let y = block_top(sheet, 486.0, height.max(numeral_height), (176.0, 904.0));
    numeral.put(sheet, 96.0, y + capitals - numeral_capitals, NodeRole::Label, None);
    put_words(sheet, (title, support), (534.0, y), 32.0);
    sheet.draw_sea(56.0);
}

/// Draws the number over the title, both in the middle.
fn draw_centred_horizon(sheet: &mut Sheet<'_>) {
    let muted = sheet.body().color(sheet.surface.muted).align(Align::Center);
    let support = support(sheet, muted, 1436.0, &[(48.0, 2), (40.0, 3)]);
    let below = height_below(support.as_ref(), 32.0);
    let numeral = numeral(sheet, 200.0, numeral_color(sheet), Align::Center);
    let above = numeral.height() + 16.0;
    let room = 780.0 - below - above;
    let attempt = |size: f32| Attempt { size, lines: horizon_lines(size), width: 1436.0, room };
    let attempts: Vec<Attempt> = steps(sheet).into_iter().map(attempt).collect();
    let title = title(sheet, 1.02, Align::Center, &attempts);
    let height = above + title.as_ref().map_or(0.0, Statement::height) + below;
    let y = block_top(sheet, 470.0, height, (96.0, 904.0));
    let x = 960.0 - numeral.width / 2.0;
    numeral.put(sheet, x, y, NodeRole::Label, None);
    put_words(sheet, (title, support), (242.0, y + above), 32.0);
    sheet.draw_sea(56.0);
}

/// Draws number, double rule and title in the middle of a frame.
fn draw_frame(sheet: &mut Sheet<'_>) {
    let muted = sheet.body().color(sheet.surface.muted).align(Align::Center);
    let support = support(sheet, muted, 1400.0, &[(48.0, 2), (40.0, 3)]);
    let below = height_below(support.as_ref(), 36.0);
    let attempts = Attempt::in_box(&steps(sheet), 1500.0, 960.0 - 484.0 - below);
    let title = title(sheet, 1.08, Align::Center, &attempts);
    let color = sheet.rule_accent();
    let numeral = numeral(sheet, 176.0, color, Align::Center);
    let x = 960.0 - numeral.width / 2.0;
    let bottom = 484.0 + title.as_ref().map_or(0.0, Statement::height) + below;
    let shift = group_shift(sheet, 236.0, bottom);
    put_numeral(sheet, numeral, x, 360.0 + shift);
    sheet.draw_double_rule(430.0 + shift, 600.0, color, false);
    put_words(sheet, (title, support), (210.0, 484.0 + shift), 36.0);
    sheet.draw_frame(true);
}

/// Draws a very large numeral at the end side, cut off by the lower edge. Returns the width that it leaves for the
/// title.
fn edge_numeral(sheet: &mut Sheet<'_>, size: f32, color: Color, (right, baseline): (f32, f32), title_x: f32) -> f32 {
    let numeral = numeral(sheet, size, color, sheet.end_align());
    let (x, room) = (right - numeral.width, numeral_room(sheet, &numeral));
    let y = baseline - numeral.baseline();
    // The faint numeral is decoration, because the title names the section.
    numeral.put(sheet, x, y, NodeRole::Decoration, None);
    right - room - 40.0 - title_x
}

/// Draws a numeral that runs off the page.
fn draw_numeral(sheet: &mut Sheet<'_>) {
    let color = match sheet.surface.ground {
        Ground::Base | Ground::Tint | Ground::Surface => sheet.mixed(PaletteRole::Accent, 0.22),
        Ground::Deep | Ground::Gradient => sheet.mixed(PaletteRole::AccentOnDeep, 0.3),
        _ => sheet.mixed(PaletteRole::Deep, 0.42),
    };
    let title_width = edge_numeral(sheet, 1360.0, color, (1850.0, 1110.0), 96.0);
    let pen = sheet.body().align(align(sheet));
    let support = support(sheet, pen, 1000.0_f32.min(title_width), &[(52.0, 1), (48.0, 2), (40.0, 3)]);
    put_upper_title(sheet, (96.0, 112.0), title_width.min(1240.0), 0.96, support);
}

/// Draws a numeral cut off by the edge of the page.
fn draw_poster(sheet: &mut Sheet<'_>) {
    let color = match sheet.surface.ground {
        Ground::Base | Ground::Tint | Ground::Surface | Ground::Deep => sheet.visible(PaletteRole::Accent),
        _ => sheet.visible(PaletteRole::Deep),
    };
    let title_width = edge_numeral(sheet, 1300.0, color, (1960.0, 1130.0), 92.0);
    let pen = sheet.body().stressed().align(align(sheet));
    let support = support(sheet, pen, 1000.0_f32.min(title_width), &[(52.0, 1), (48.0, 2), (40.0, 3)]);
    put_upper_title(sheet, (92.0, 104.0), title_width.min(1250.0), 0.94, support);
}

/// Draws the title with its capitals from `top` down, and the supporting line at the foot of the page.
fn put_upper_title(sheet: &mut Sheet<'_>, (x, top): (f32, f32), width: f32, leading: f32, support: Option<Statement>) {
    let support_height = support.as_ref().map_or(0.0, Statement::height);
    let foot = 1004.0 - support_height;
    let room = if support.is_some() { foot - 48.0 - top } else { 1000.0 - top };
    let title = title(sheet, leading, align(sheet), &Attempt::in_box(&steps(sheet), width, room));
    let mut support_x = 96.0;
    if let Some(title) = title {
        if let Some(support) = support.as_ref().filter(|support| has_centred_text(support)) {
            // Both are centred on one axis.
            support_x = (x + (title.width - support.width) / 2.0).max(0.0);
        }
        let y = top - title.above_capitals(sheet);
        title.put(sheet, x, y, NodeRole::Title, Some("title"));
    }
    if let Some(support) = support {
        support.put(sheet, support_x, foot, NodeRole::Subtitle, Some("subheading"));
    }
}

/// Draws the number in a ring, among orbits.
fn draw_orbit(sheet: &mut Sheet<'_>) {
    let muted = sheet.body().color(sheet.surface.muted).align(Align::Center);
    let support = support(sheet, muted, 1400.0, &[(48.0, 2), (40.0, 3)]);
    let below = height_below(support.as_ref(), 28.0);
    let attempts = Attempt::in_box(&steps(sheet), 1440.0, 1000.0 - 540.0 - below);
    let title = title(sheet, 1.08, Align::Center, &attempts);
    let color = sheet.surface.mark;
    let ring = Shape::disc(ring_ground(sheet)).lined(color, Px(6.0));
    let bottom = 540.0 + title.as_ref().map_or(0.0, Statement::height) + below;
    let shift = group_shift(sheet, 188.0, bottom);
    sheet.nodes.push(Node::decoration(Rect::new(848.0, 188.0 + shift, 224.0, 224.0), NodeKind::Shape(ring)));
    let numeral = numeral(sheet, 112.0, color, Align::Center);
    let (x, cap_height) = (960.0 - numeral.width / 2.0, numeral.baseline() - numeral.above_capitals(sheet));
    put_numeral(sheet, numeral, x, 300.0 + shift + cap_height / 2.0);
    put_words(sheet, (title, support), (240.0, 540.0 + shift), 28.0);
    let (text, accent, amber) = sheet.planet_colors();
    let planets = [
        Planet { orbit: 330.0, degrees: 168.0, radius: 10.0, color: text },
        Planet { orbit: 560.0, degrees: 16.0, radius: 20.0, color: amber },
        Planet { orbit: 820.0, degrees: 152.0, radius: 12.0, color: accent },
    ];
    sheet.draw_orbits((960.0, 300.0 + shift), &[150.0, 330.0, 560.0, 820.0], &planets);
}

/// The fill of a ring that covers the orbits behind it.
fn ring_ground(sheet: &Sheet<'_>) -> Color {
    match sheet.surface.ground {
        Ground::Gradient => sheet.look.gradient.ground.into(),
        ground => ground.rgb(sheet.look).into(),
    }
}

/// Draws large shapes with the number on one of them.
fn draw_shapes(sheet: &mut Sheet<'_>) {
    let shape = sheet.draw_opener_shapes();
    // A picture replaces the shapes.
    let is_picture = matches!(sheet.surface.ground, Ground::Picture { .. });
    let ink = if is_picture { sheet.surface.text } else { text_color_on(&sheet.look.palette, shape) };
    let pen = sheet.body().align(align(sheet));
    let support = support(sheet, pen, 1100.0, &[(52.0, 1), (48.0, 2), (40.0, 3)]);
    let below = height_below(support.as_ref(), 28.0);
    let title = title(sheet, 1.06, align(sheet), &Attempt::in_box(&steps(sheet), 1180.0, 840.0 - below));
    let numeral = numeral(sheet, 320.0, ink, Align::Center);
    let x = 1700.0 - numeral.width / 2.0;
    put_numeral(sheet, numeral, x, 330.0);
    let height = title.as_ref().map_or(0.0, Statement::height);
    let y = match sheet.text("layout") {
        "top" => 176.0,
        "bottom" => 904.0 - height - below,
        _ => (500.0 - height / 2.0).min(960.0 - height - below).max(96.0),
    };
    put_words(sheet, (title, support), (96.0, y), 28.0);
}

/// Draws the outline of the number over a dimension line.
fn draw_outline(sheet: &mut Sheet<'_>) {
    let color = sheet.surface.mark;
    let numeral = numeral(sheet, 640.0, color, Align::Left);
    let left = 1790.0 - numeral.width;
    let (width, top) = (numeral.width, 640.0 - numeral.baseline());
    let path = glyph_outline::outline(sheet.typesetter.faces(), &numeral.text);
    let frame = sheet.rect(left, top, width, numeral.height());
    let stroke = Stroke { color, width: Px(4.0), dash: None, round: false };
    let shape = Shape { form: ShapeForm::Path(path), fill: None, stroke: Some(stroke), shadow: None };
    let alt = AltText::Text(number(sheet));
    sheet.nodes.push(Node { role: NodeRole::Label, alt, ..Node::decoration(frame, NodeKind::Shape(shape)) });
    sheet.draw_dimension(left + 30.0, 1790.0, 720.0);
    let muted = sheet.body().color(sheet.surface.muted).align(align(sheet));
    let support = support(sheet, muted, 1200.0, &[(48.0, 1), (44.0, 2), (40.0, 3)]);
    let free = (left - 96.0 - 48.0).min(960.0);
    let title = title(sheet, 1.06, align(sheet), &Attempt::in_box(&steps(sheet), free, 830.0 - 96.0));
    let height = title.as_ref().map_or(0.0, Statement::height);
    put_words(sheet, (title, support), (96.0, 830.0 - height), 20.0);
}

/// Draws the title beside a very large number, with a bar along the edge of the page.
fn draw_bar(sheet: &mut Sheet<'_>) {
    let color = numeral_color(sheet);
    let numeral = numeral(sheet, 760.0, color, sheet.start_align());
    let x = (144.0 + numeral_room(sheet, &numeral) + 48.0).max(620.0);
    let cap_height = numeral.baseline() - numeral.above_capitals(sheet);
    let muted = sheet.body().color(sheet.surface.muted).align(align(sheet));
    let width = 1824.0 - x;
    let support = support(sheet, muted, width, &[(60.0, 1), (56.0, 2), (48.0, 3), (40.0, 4)]);
    let below = height_below(support.as_ref(), 28.0);
    let title = title(sheet, 1.06, align(sheet), &Attempt::in_box(&steps(sheet), width, 880.0 - below));
    let height = title.as_ref().map_or(0.0, Statement::height) + below;
    let y = block_top(sheet, 530.0, height, (140.0, 960.0));
    // At the top and at the bottom, the numeral is level with the title.
    let baseline = match (sheet.text("layout"), &title) {
        ("top", Some(title)) => y + title.above_capitals(sheet) + cap_height,
        ("bottom", _) => 940.0,
        _ => 530.0 + cap_height / 2.0,
    };
    put_numeral(sheet, numeral, 144.0, baseline);
    put_words(sheet, (title, support), (x, y), 28.0);
    let mark = sheet.surface.mark;
    sheet.draw_edge(48.0, &[(0.0, 1080.0, mark)]);
}

/// Draws title and supporting line alone.
fn draw_plain(sheet: &mut Sheet<'_>) {
    let align = sheet.block_align(is_centred(sheet) || sheet.head_align() == Align::Center);
    let width = 1728.0;
    let muted = sheet.body().color(sheet.surface.muted).align(align);
    let support = support(sheet, muted, width, &[(56.0, 2), (48.0, 3), (40.0, 4)]);
    let below = height_below(support.as_ref(), 36.0);
    let title = title(sheet, 1.06, align, &Attempt::in_box(&steps(sheet), width, 800.0 - below));
    let height = title.as_ref().map_or(0.0, Statement::height) + below;
    let y = block_top(sheet, 530.0, height, (140.0, 960.0));
    put_words(sheet, (title, support), (MARGIN, y), 36.0);
}
