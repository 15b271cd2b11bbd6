//! Quote: one statement in large type with its source, an optional portrait and up to two further quotes.
//!
//! A single quote has the form that the voice defines; several are in columns.

use deck::voice::{QuoteForm, TextAlign};
use scene::{Align, AltText, Color, Fill, Node, NodeKind, NodeRole, Path, Px, Rect, Shape, ShapeForm, Stroke};

use crate::diagram::{drawn, filled, number};
use crate::fit::continued;
use crate::frame::{FULL_WIDTH, MARGIN};
use crate::ornament::Planet;
use crate::pen::Pen;
use crate::picture::Fit;
use crate::sheet::{Sheet, text_of};
use crate::statement::{Attempt, Statement, height_below};
use crate::surface::{Ground, MIN_TEXT_CONTRAST};

/// Sizes below the steps of the voice.
const LOWER: [f32; 8] = [96.0, 80.0, 72.0, 64.0, 56.0, 48.0, 40.0, 36.0];
/// Sizes of a quote beside a portrait.
const BESIDE_PORTRAIT: [f32; 9] = [112.0, 104.0, 96.0, 88.0, 80.0, 72.0, 64.0, 56.0, 48.0];
/// Additional sizes of several quotes in voices with large titles.
const LARGE_SEVERAL: [f32; 3] = [112.0, 104.0, 92.0];
/// Sizes of several quotes.
const SEVERAL: [f32; 13] = [80.0, 72.0, 64.0, 60.0, 56.0, 52.0, 48.0, 44.0, 40.0, 36.0, 32.0, 28.0, 24.0];
/// Width and height of the opening mark.
const MARK: (f32, f32) = (211.0, 138.0);
/// Width and height of a small opening mark.
const SMALL_MARK: (f32, f32) = (141.0, 92.0);
/// Space below the mark.
const BELOW_MARK: f32 = 24.0;
/// Width and height of the rule before a source.
const RULE: (f32, f32) = (72.0, 6.0);
/// Space between this rule and the source.
const AFTER_RULE: f32 = 24.0;
/// A quote between rules that would be smaller than this gets more height.
const MIN_BETWEEN_RULES: f32 = 60.0;
/// Space between the columns of several quotes.
const BETWEEN: f32 = 96.0;
/// Diameter of the portrait of one of several quotes.
const SMALL_PORTRAIT: f32 = 96.0;
/// Space between this portrait and the source.
const AFTER_PORTRAIT: f32 = 24.0;

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

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let quotes = quotes(sheet);
    match quotes.as_slice() {
        [] => draw_scenery(sheet),
        [quote] => match sheet.look.voice.quote.form {
            QuoteForm::Mark => draw_mark_form(sheet, quote),
            QuoteForm::Rules => draw_rules(sheet, quote),
            QuoteForm::Serif => draw_serif(sheet, quote),
            QuoteForm::Plain => draw_plain(sheet, quote),
            QuoteForm::Poster => draw_poster(sheet, quote),
            QuoteForm::Bubble => draw_bubble(sheet, quote),
            QuoteForm::Bracket => draw_bracket(sheet, quote),
            QuoteForm::Bar => draw_bar(sheet, quote),
        },
        several => draw_columns(sheet, several),
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

fn is_centred(sheet: &Sheet<'_>) -> bool {
    sheet.text("quoteAlign") == "center" || sheet.look.voice.quote.align == TextAlign::Center
}

fn align(sheet: &Sheet<'_>) -> Align {
    sheet.block_align(is_centred(sheet))
}

fn steps(sheet: &Sheet<'_>) -> Vec<f32> {
    continued(&sheet.look.voice.quote.steps, &LOWER)
}

/// Whether a portrait can be drawn. Reports a missing portrait.
fn has_portrait(sheet: &mut Sheet<'_>, quote: &Quote<'_>) -> bool {
    if quote.portrait.is_empty() {
        return false;
    }
    let is_known = sheet.pictures.facts(quote.portrait).is_some();
    if !is_known {
        let missing = crate::finding::FindingKind::MissingPicture(quote.portrait.to_owned());
        sheet.report(&quote.portrait_field, missing);
    }
    is_known
}

/// Draws a portrait with a corner radius. `focus` is the height in percent that stays visible.
fn draw_portrait(sheet: &mut Sheet<'_>, quote: &Quote<'_>, frame: Rect, radius: f32, focus: f32) {
    let Some(mut node) = sheet.picture(&quote.portrait_field, quote.portrait, frame, Fit::Cover, (50.0, focus)) else {
        return;
    };
    if let NodeKind::Picture(picture) = &mut node.kind {
        picture.radius = Px(radius);
    }
    if !quote.alt.is_empty() {
        node.alt = AltText::Text(quote.alt.to_owned());
    }
    sheet.nodes.push(node);
}

/// Draws a portrait in a disc with a ring.
fn draw_disc(sheet: &mut Sheet<'_>, quote: &Quote<'_>, (x, y): (f32, f32), radius: f32, ring: Color) {
    let frame = sheet.rect(x - radius, y - radius, radius * 2.0, radius * 2.0);
    draw_portrait(sheet, quote, frame, radius, 30.0);
    let stroke = Stroke { color: ring, width: Px(6.0), dash: None, round: false };
    let shape = Shape { form: ShapeForm::Ellipse, fill: None, stroke: Some(stroke), shadow: None };
    sheet.nodes.push(Node::decoration(frame, NodeKind::Shape(shape)));
}

fn quote_text(sheet: &mut Sheet<'_>, quote: &Quote<'_>, leading: f32, align: Align, attempts: &[Attempt]) -> Statement {
    let pen = sheet.statement_pen(leading, align);
    sheet.statement(pen, quote.words, attempts).expect("a quote has words")
}

fn put_quote(sheet: &mut Sheet<'_>, quote: &Quote<'_>, text: Statement, x: f32, y: f32) {
    text.put(sheet, x, y, NodeRole::Quote, Some(&quote.field));
}

/// The source in at most two lines, at `size` or a smaller size.
fn source(sheet: &mut Sheet<'_>, quote: &Quote<'_>, pen: Pen, width: f32, size: f32) -> Option<Statement> {
    let sizes: Vec<(f32, usize)> =
        [(size, 1), (size.min(44.0), 2), (40.0, 2), (36.0, 2), (32.0, 2), (28.0, 3)].to_vec();
    sheet.statement(pen.leading(1.2), quote.source, &Attempt::in_lines(&sizes, width))
}

fn put_source(sheet: &mut Sheet<'_>, quote: &Quote<'_>, source: Option<Statement>, x: f32, y: f32) {
    if let Some(source) = source {
        source.put(sheet, x, y, NodeRole::Caption, Some(&quote.source_field));
    }
}

/// Adds a source that is vertically centred on `middle`.
fn put_source_on(sheet: &mut Sheet<'_>, quote: &Quote<'_>, source: Option<Statement>, x: f32, middle: f32) {
    let height = source.as_ref().map_or(0.0, Statement::height);
    put_source(sheet, quote, source, x, middle - height / 2.0);
}

/// Draws the scenery behind a quote whose form has none of its own.
fn draw_scenery(sheet: &mut Sheet<'_>) {
    if sheet.look.voice.other.ornament == deck::voice::Ornament::Waves {
        sheet.draw_sea(130.0);
    }
}

/// Draws the opening quotation mark as a shape, with its upper left corner at a point of a left-to-right page.
fn draw_mark(sheet: &mut Sheet<'_>, (x, y): (f32, f32), (width, height): (f32, f32), color: Color) {
    let scale = height / 92.0;
    let second = width - 62.0 * scale;
    let comma = |path: Path, dx: f32| {
        let at = |px: f32, py: f32| (x + dx + px * scale, y + py * scale);
        let line = |path: Path, to: (f32, f32)| path.line(to.0, to.1);
        let from = at(0.0, 92.0);
        let path = line(path.to(from.0, from.1), at(0.0, 46.0));
        let path = line(path.curve(at(0.0, 18.0), at(20.0, 0.0), at(52.0, 0.0)), at(52.0, 16.0));
        line(line(path.curve(at(36.0, 18.0), at(28.0, 30.0), at(28.0, 46.0)), at(62.0, 46.0)), at(62.0, 92.0)).close()
    };
    let path = comma(comma(Path::default(), 0.0), second);
    // Only the position of the mark is mirrored, not its shape.
    let mirrored = sheet.direction.is_right_to_left();
    let mut node = crate::diagram::in_place(path, Some(Fill::Solid(color)), None);
    if mirrored {
        node.frame.x = Px(1920.0) - node.frame.right();
    }
    sheet.nodes.push(node);
}

fn mark_color(sheet: &Sheet<'_>) -> Color {
    if sheet.surface.ground == Ground::Gradient { sheet.surface.text } else { sheet.surface.mark }
}

/// The maximum number of lines of a quote under a mark, by its size.
fn mark_lines(size: f32) -> usize {
    match size {
        size if size >= 160.0 => 3,
        size if size >= 128.0 => 4,
        size if size >= 112.0 => 5,
        size if size >= 96.0 => 6,
        size if size >= 80.0 => 7,
        size if size >= 72.0 => 8,
        _ => 12,
    }
}

/// Draws a large mark, the quote and its source, one below the other.
fn draw_mark_form(sheet: &mut Sheet<'_>, quote: &Quote<'_>) {
    if has_portrait(sheet, quote) {
        draw_beside_portrait(sheet, quote);
        return;
    }
    let is_short = quote.words.chars().count() <= 90;
    let sizes: Vec<f32> = steps(sheet).into_iter().filter(|size| is_short || *size <= 96.0).collect();
    let sizes = if sizes.is_empty() { LOWER.to_vec() } else { sizes };
    draw_marked(sheet, quote, &sizes, (96.0, 1582.0), 940.0);
    draw_scenery(sheet);
}

/// Draws mark, quote and source beside a portrait that bleeds to the end edge.
fn draw_beside_portrait(sheet: &mut Sheet<'_>, quote: &Quote<'_>) {
    let frame = sheet.rect(1242.0, 0.0, 678.0, 1080.0);
    draw_portrait(sheet, quote, frame, 0.0, 20.0);
    draw_marked(sheet, quote, &continued(&BESIDE_PORTRAIT, &LOWER), (96.0, 1074.0), 1000.0);
}

fn draw_marked(sheet: &mut Sheet<'_>, quote: &Quote<'_>, sizes: &[f32], (x, width): (f32, f32), bottom: f32) {
    let centred = is_centred(sheet);
    let x = if centred && width > 1200.0 { (1920.0 - width) / 2.0 } else { x };
    let align = align(sheet);
    let pen = sheet.body().stressed().color(sheet.surface.muted);
    let large = source(sheet, quote, pen.clone(), width - RULE.0 - AFTER_RULE, 48.0);
    let below = height_below(large.as_ref(), 48.0);
    let room = bottom - 80.0 - below - BELOW_MARK - SMALL_MARK.1;
    let attempt = |size: &f32| {
        let lines = if width > 1200.0 { mark_lines(*size) } else { 12 };
        // A quote of up to six lines has the large mark above it.
        let mark = if lines > 6 { 0.0 } else { MARK.1 - SMALL_MARK.1 };
        Attempt { size: *size, lines, width, room: room - mark }
    };
    let attempts: Vec<Attempt> = sizes.iter().map(attempt).collect();
    let text = quote_text(sheet, quote, 1.1, align, &attempts);
    let mark = if text.lines() > 6 { SMALL_MARK } else { MARK };
    let source_size = if text.size < 80.0 { 44.0 } else { 48.0 };
    let measured = if text.size < 80.0 {
        source(sheet, quote, pen.clone(), width - RULE.0 - AFTER_RULE, source_size)
    } else {
        large
    };
    // A centred source is as wide as its words.
    let source = match measured {
        Some(measured) if centred => source(sheet, quote, pen, measured.widest() + 2.0, measured.size),
        measured => measured,
    };
    let height = text.height();
    let total_height = mark.1 + BELOW_MARK + height + height_below(source.as_ref(), 48.0);
    let y = 80.0 + (bottom - 80.0 - total_height).max(0.0) * 0.45;
    let color = mark_color(sheet);
    draw_mark(sheet, (if centred { x + (width - mark.0) / 2.0 } else { x }, y), mark, color);
    let y = y + mark.1 + BELOW_MARK;
    put_quote(sheet, quote, text, x, y);
    put_ruled_source(sheet, quote, source, (x, width), y + height + 48.0, centred);
}

/// Draws a source after a short rule.
fn put_ruled_source(
    sheet: &mut Sheet<'_>,
    quote: &Quote<'_>,
    source: Option<Statement>,
    (x, width): (f32, f32),
    y: f32,
    centred: bool,
) {
    let Some(source) = source else { return };
    let before = RULE.0 + AFTER_RULE;
    let left = if centred { x + (width - before - source.widest()) / 2.0 } else { x };
    let line = source.height() / number(source.lines().max(1));
    let rule = sheet.rect(left, y + line / 2.0 - RULE.1 / 2.0, RULE.0, RULE.1);
    let color = mark_color(sheet);
    sheet.nodes.push(Sheet::shape(rule, color, Px(RULE.1 / 2.0)));
    put_source(sheet, quote, Some(source), left + before, y);
}

/// Draws the quote between double rules in a frame, with the portrait above.
fn draw_rules(sheet: &mut Sheet<'_>, quote: &Quote<'_>) {
    let color = sheet.rule_accent();
    let has_portrait = has_portrait(sheet, quote);
    let mut top = if has_portrait { 392.0 } else { 240.0 };
    if has_portrait {
        draw_disc(sheet, quote, (960.0, 240.0), 100.0, color);
    }
    let align = align(sheet);
    let sizes = steps(sheet);
    let around = 96.0;
    let mut text = quote_text(sheet, quote, 1.12, align, &Attempt::in_box(&sizes, 1440.0, 840.0 - top - around));
    if !has_portrait && text.size < MIN_BETWEEN_RULES {
        // A long quote starts higher.
        top = 128.0;
        text = quote_text(sheet, quote, 1.12, align, &Attempt::in_box(&sizes, 1440.0, 840.0 - top - around));
    }
    let y = f32::midpoint(top + 10.0, 840.0) - text.height() / 2.0;
    sheet.draw_double_rule(top, 800.0, color, false);
    put_quote(sheet, quote, text, 240.0, y);
    sheet.draw_double_rule(840.0, 800.0, color, true);
    let pen = sheet.body().align(Align::Center);
    let source = source(sheet, quote, pen, 1400.0, 44.0);
    let source_height = source.as_ref().map_or(0.0, Statement::height);
    put_source_on(sheet, quote, source, 260.0, (876.0 + source_height / 2.0).max(912.0));
    sheet.draw_frame(false);
}

/// Draws the quote large, with a hanging mark, and the portrait in an arch at the lower edge.
fn draw_serif(sheet: &mut Sheet<'_>, quote: &Quote<'_>) {
    let width = if has_portrait(sheet, quote) {
        let frame = sheet.rect(1368.0, 420.0, 456.0, 660.0);
        let start = sheet.nodes.len();
        draw_portrait(sheet, quote, frame, 0.0, 20.0);
        for node in &mut sheet.nodes[start..] {
            if let NodeKind::Picture(picture) = &mut node.kind {
                picture.is_arched = true;
            }
        }
        1240.0
    } else {
        1728.0
    };
    let align = align(sheet);
    let color = sheet.readable(sheet.surface.mark, MIN_TEXT_CONTRAST);
    let pen = sheet.body().stressed().color(color).align(align);
    let source = source(sheet, quote, pen, width, 44.0);
    let source_height = source.as_ref().map_or(0.0, Statement::height);
    let bottom = if source.is_some() { 1000.0 - source_height - 48.0 } else { 980.0 };
    let text = quote_text(sheet, quote, 0.98, align, &Attempt::in_box(&steps(sheet), width, bottom - 100.0));
    let y = 100.0 - text.above_capitals(sheet);
    if !is_centred(sheet) {
        let pen = sheet.heading().leading(0.98).color(color).align(sheet.end_align());
        let mark = sheet.one_line(pen, "\u{201C}", text.size);
        let frame = sheet.rect(92.0 - mark.width, y, mark.width, mark.height());
        // Painted beside the text and skipped by screen readers.
        let node = sheet.text_node(frame, mark.text, NodeRole::Decoration, None);
        sheet.nodes.push(Node { alt: AltText::Decorative, ..node });
    }
    put_quote(sheet, quote, text, 96.0, y);
    put_source(sheet, quote, source, 96.0, 1000.0 - source_height);
}

/// Draws the quote in the middle of the page, with the portrait among orbits.
fn draw_plain(sheet: &mut Sheet<'_>, quote: &Quote<'_>) {
    let has_portrait = has_portrait(sheet, quote);
    let (text_color, accent, amber) = sheet.planet_colors();
    let align = align(sheet);
    let color = sheet.readable(amber, MIN_TEXT_CONTRAST);
    let pen = sheet.body().stressed().color(color).align(align);
    let source = source(sheet, quote, pen, 1500.0, 44.0);
    let below = height_below(source.as_ref(), 52.0);
    let top = if has_portrait { 450.0 } else { 120.0 };
    let text = quote_text(sheet, quote, 1.14, align, &Attempt::in_box(&steps(sheet), 1500.0, 990.0 - top - below));
    let height = text.height();
    let y = if has_portrait { 450.0 } else { (500.0 - f32::midpoint(height, below)).max(top) };
    if has_portrait {
        draw_disc(sheet, quote, (960.0, 250.0), 112.0, accent);
    }
    put_quote(sheet, quote, text, 210.0, y);
    put_source(sheet, quote, source, 210.0, y + height + 52.0);
    if has_portrait {
        let planets = [
            Planet { orbit: 300.0, degrees: 200.0, radius: 10.0, color: text_color },
            Planet { orbit: 520.0, degrees: -8.0, radius: 18.0, color: amber },
        ];
        sheet.draw_orbits((960.0, 250.0), &[136.0, 300.0, 520.0], &planets);
    } else {
        let planets = [
            Planet { orbit: 640.0, degrees: 62.0, radius: 14.0, color: accent },
            Planet { orbit: 860.0, degrees: 128.0, radius: 18.0, color: amber },
        ];
        sheet.draw_orbits((960.0, -420.0), &[640.0, 860.0, 1100.0], &planets);
    }
}

/// Draws the quote beside a coloured edge.
fn draw_poster(sheet: &mut Sheet<'_>, quote: &Quote<'_>) {
    let edge = sheet.block_ground(Ground::Accent).rgb(sheet.look).into();
    sheet.draw_edge(96.0, &[(0.0, 1080.0, edge)]);
    let align = align(sheet);
    let text = quote_text(sheet, quote, 0.96, align, &Attempt::in_box(&steps(sheet), 1640.0, 820.0 - 96.0));
    let y = 96.0 - text.above_capitals(sheet);
    put_quote(sheet, quote, text, 184.0, y);
    let x = if has_portrait(sheet, quote) {
        let frame = sheet.rect(192.0, 856.0, 144.0, 144.0);
        draw_portrait(sheet, quote, frame, 0.0, 30.0);
        376.0
    } else {
        192.0
    };
    let pen = sheet.body().stressed().align(if x > 200.0 { sheet.start_align() } else { align });
    let source = source(sheet, quote, pen, 1824.0 - x, 48.0);
    put_source_on(sheet, quote, source, x, 928.0);
}

/// Draws the quote in a speech bubble.
fn draw_bubble(sheet: &mut Sheet<'_>, quote: &Quote<'_>) {
    let ground = sheet.sheet_ground();
    let fill: Color = ground.rgb(sheet.look).into();
    let align = align(sheet);
    let on_bubble = ground.surface(sheet.look);
    let text = sheet.with_surface(on_bubble, |sheet| {
        quote_text(sheet, quote, 1.14, align, &Attempt::in_box(&steps(sheet), 1440.0, 616.0 - 112.0))
    });
    // A bubble with few words is smaller.
    let bubble_height = (text.height() * 2.0).clamp(336.0, 616.0);
    let bubble_width = if align == Align::Center { 1632.0 } else { (text.widest() + 192.0).clamp(1040.0, 1632.0) };
    let (top, rise) = (128.0 + (616.0 - bubble_height) * 0.55, (616.0 - bubble_height) * 0.45);
    let bubble = sheet.rect(144.0, top, bubble_width, bubble_height);
    let plate = Sheet::shape(bubble, fill, Px(96.0));
    let tail = Path::default().to(300.0, 720.0 - rise).line(300.0, 860.0 - rise).line(470.0, 730.0 - rise).close();
    let tail = filled(sheet, tail, fill);
    sheet.nodes.extend([Node { role: NodeRole::Plate, ..plate }, tail]);
    sheet.with_surface(on_bubble, |sheet| {
        let y = top + (bubble_height - text.height()) / 2.0;
        put_quote(sheet, quote, text, 240.0, y);
    });
    let x = if has_portrait(sheet, quote) {
        let ring = sheet.look.third_brand_color().into();
        draw_disc(sheet, quote, (288.0, 900.0 - rise), 92.0, ring);
        420.0
    } else {
        340.0
    };
    let pen = sheet.body().stressed();
    let source = source(sheet, quote, pen, 1680.0 - x, 48.0);
    put_source_on(sheet, quote, source, x, 908.0 - rise);
    sheet.draw_confetti(false);
}

/// Draws the quote between brackets.
fn draw_bracket(sheet: &mut Sheet<'_>, quote: &Quote<'_>) {
    let has_portrait = has_portrait(sheet, quote);
    let align = align(sheet);
    let color = sheet.surface.mark;
    let below = if has_portrait { 56.0 + 168.0 } else { 56.0 + 56.0 };
    let below = if quote.source.is_empty() && !has_portrait { 0.0 } else { below };
    let room = 1000.0 - 96.0 - 96.0 - below;
    let text = quote_text(sheet, quote, 1.16, align, &Attempt::in_box(&steps(sheet), 1536.0, room));
    let height = text.height();
    let middle = (if has_portrait { 420.0_f32 } else { 460.0 }).min(1000.0 - below - 48.0 - height / 2.0);
    let (top, bottom) = (middle - height / 2.0 - 48.0, middle + height / 2.0 + 48.0);
    for (x, arm) in [(100.0, 60.0), (1820.0, -60.0)] {
        let path = Path::default().to(x + arm, top).line(x, top).line(x, bottom).line(x + arm, bottom);
        let stroke = Stroke { color, width: Px(8.0), dash: None, round: false };
        let bracket = drawn(sheet, path, None, Some(stroke));
        sheet.nodes.push(bracket);
    }
    put_quote(sheet, quote, text, 192.0, middle - height / 2.0);
    let x = if has_portrait {
        let frame = sheet.rect(192.0, bottom + 56.0, 168.0, 168.0);
        draw_boxed_portrait(sheet, quote, frame, 3.0, color);
        392.0
    } else {
        192.0
    };
    let pen = sheet.mono().align(if has_portrait { sheet.start_align() } else { align });
    let source = source(sheet, quote, pen, if has_portrait { 1824.0 - x } else { 1536.0 }, 44.0);
    if has_portrait {
        put_source_on(sheet, quote, source, x, bottom + 56.0 + 84.0);
    } else {
        put_source(sheet, quote, source, x, bottom + 56.0);
    }
}

/// Draws an outlined box with a slightly smaller portrait in it.
fn draw_boxed_portrait(sheet: &mut Sheet<'_>, quote: &Quote<'_>, frame: Rect, width: f32, color: Color) {
    let stroke = Stroke { color, width: Px(width), dash: None, round: false };
    let form = ShapeForm::Rect { radius: Px(sheet.look.voice.picture.radius) };
    let shape = Shape { form, fill: None, stroke: Some(stroke), shadow: None };
    sheet.nodes.push(Node::decoration(frame, NodeKind::Shape(shape)));
    draw_portrait(sheet, quote, frame.inset(Px(8.0)), 0.0, 30.0);
}

/// Draws the quote under a very large mark, beside a bar.
fn draw_bar(sheet: &mut Sheet<'_>, quote: &Quote<'_>) {
    let color = sheet.surface.mark;
    sheet.draw_edge(48.0, &[(0.0, 1080.0, color)]);
    let has_portrait = has_portrait(sheet, quote);
    let align = align(sheet);
    let below = match (has_portrait, quote.source.is_empty()) {
        (true, _) => 64.0 + 184.0,
        (false, false) => 64.0 + 68.0,
        (false, true) => 0.0,
    };
    let text = quote_text(sheet, quote, 1.14, align, &Attempt::in_box(&steps(sheet), 1640.0, 1000.0 - 262.0 - below));
    let height = text.height();
    // A short quote and its mark are in the optical middle.
    let y = 262.0 + (1000.0 - 262.0 - below - height).max(0.0) * 0.3;
    let mark = (230.0, 150.0);
    let x = if align == Align::Center { 144.0 + (1640.0 - mark.0) / 2.0 } else { 144.0 };
    draw_mark(sheet, (x, y - 32.0 - mark.1), mark, color);
    put_quote(sheet, quote, text, 144.0, y);
    let x = if has_portrait {
        let frame = sheet.rect(144.0, y + height + 64.0, 184.0, 184.0);
        draw_boxed_portrait(sheet, quote, frame, 6.0, sheet.surface.text);
        372.0
    } else {
        144.0
    };
    let pen = sheet.body().stressed().align(if has_portrait { sheet.start_align() } else { align });
    let source = source(sheet, quote, pen, if has_portrait { 1824.0 - x } else { 1640.0 }, 56.0);
    if has_portrait {
        put_source_on(sheet, quote, source, x, y + height + 64.0 + 92.0);
    } else {
        put_source(sheet, quote, source, x, y + height + 64.0);
    }
}

/// Draws two or three quotes in columns: one size for all, the sources on one line.
fn draw_columns(sheet: &mut Sheet<'_>, quotes: &[Quote<'_>]) {
    let count = number(quotes.len());
    let width = (FULL_WIDTH - BETWEEN * (count - 1.0)) / count;
    let align = align(sheet);
    let has_mark = matches!(sheet.look.voice.quote.form, QuoteForm::Mark | QuoteForm::Bar);
    let above = if has_mark { SMALL_MARK.1 + BELOW_MARK } else { 0.0 };
    let bottom = 940.0;
    let mut sources = Vec::new();
    let mut portraits = Vec::new();
    for quote in quotes {
        let has_portrait = has_portrait(sheet, quote);
        let before = if has_portrait { SMALL_PORTRAIT + AFTER_PORTRAIT } else { 0.0 };
        let pen = sheet.body().stressed().color(sheet.surface.muted);
        let pen = pen.align(if has_portrait { sheet.start_align() } else { align });
        let measured = source(sheet, quote, pen.clone(), width - before, 44.0);
        let is_middle = has_portrait && align == Align::Center;
        // Beside a portrait in the middle, a source is as wide as its words.
        sources.push(match measured {
            Some(measured) if is_middle => source(sheet, quote, pen, measured.widest() + 2.0, measured.size),
            measured => measured,
        });
        portraits.push(has_portrait);
    }
    let source_heights = sources.iter().zip(&portraits).map(|(source, portrait)| {
        let text = source.as_ref().map_or(0.0, Statement::height);
        if *portrait { text.max(SMALL_PORTRAIT) } else { text }
    });
    let source_height = source_heights.fold(0.0, f32::max);
    let below = if source_height > 0.0 { source_height + 40.0 } else { 0.0 };
    let room = bottom - 80.0 - above - below;
    let is_bubble = sheet.look.voice.quote.form == QuoteForm::Bubble;
    let page = sheet.surface;
    if is_bubble {
        sheet.surface = sheet.sheet_ground().surface(sheet.look);
    }
    let size = common_size(sheet, quotes, width, room);
    let attempt = [Attempt { size, lines: usize::MAX, width, room }];
    let texts: Vec<Statement> = quotes.iter().map(|quote| quote_text(sheet, quote, 1.1, align, &attempt)).collect();
    let tallest = texts.iter().map(Statement::height).fold(0.0, f32::max);
    let total_height = above + tallest + below;
    let top = 80.0 + (bottom - 80.0 - total_height).max(0.0) * 0.45;
    for (place, ((quote, text), source)) in quotes.iter().zip(texts).zip(sources).enumerate() {
        let x = MARGIN + (width + BETWEEN) * number(place);
        if is_bubble {
            let plate = sheet.rect(x - 40.0, top - 48.0, width + 80.0, total_height + 96.0);
            let plate = Sheet::shape(plate, sheet.ground_color().into(), Px(72.0));
            sheet.nodes.push(Node { role: NodeRole::Plate, ..plate });
        } else if place > 0 {
            let line = sheet.rect(x - BETWEEN / 2.0 - 1.5, top, 3.0, total_height);
            sheet.nodes.push(Sheet::shape(line, sheet.surface.line, Px::ZERO));
        }
        if has_mark {
            let left = if align == Align::Center { x + (width - SMALL_MARK.0) / 2.0 } else { x };
            let color = mark_color(sheet);
            draw_mark(sheet, (left, top), SMALL_MARK, color);
        }
        put_quote(sheet, quote, text, x, top + above);
        let y = top + above + tallest + 40.0;
        if portraits[place] {
            let before = SMALL_PORTRAIT + AFTER_PORTRAIT;
            let taken = before + source.as_ref().map_or(-AFTER_PORTRAIT, Statement::widest);
            // A portrait and its source are centred together.
            let x = if align == Align::Center { x + (width - taken) / 2.0 } else { x };
            let frame = sheet.rect(x, y, SMALL_PORTRAIT, SMALL_PORTRAIT);
            draw_portrait(sheet, quote, frame, SMALL_PORTRAIT / 2.0, 30.0);
            put_source_on(sheet, quote, source, x + before, y + SMALL_PORTRAIT / 2.0);
        } else {
            put_source(sheet, quote, source, x, y);
        }
    }
    sheet.surface = page;
    match sheet.look.voice.quote.form {
        QuoteForm::Rules => sheet.draw_frame(false),
        QuoteForm::Bubble => sheet.draw_confetti(false),
        QuoteForm::Plain => {
            let (_, accent, amber) = sheet.planet_colors();
            let planets = [
                Planet { orbit: 760.0, degrees: -62.0, radius: 14.0, color: accent },
                Planet { orbit: 960.0, degrees: -143.0, radius: 18.0, color: amber },
            ];
            sheet.draw_orbits((960.0, 1560.0), &[760.0, 960.0, 1160.0, 1360.0], &planets);
        }
        QuoteForm::Bar => {
            let color = sheet.surface.mark;
            sheet.draw_edge(48.0, &[(0.0, 1080.0, color)]);
        }
        QuoteForm::Poster => {
            let rule = sheet.block_ground(Ground::Accent).rgb(sheet.look).into();
            sheet.draw_edge(48.0, &[(0.0, 1080.0, rule)]);
        }
        _ => draw_scenery(sheet),
    }
}

/// The largest size at which all quotes fit their columns.
fn common_size(sheet: &mut Sheet<'_>, quotes: &[Quote<'_>], width: f32, room: f32) -> f32 {
    // Voices with large titles, whose heading faces are narrow or heavy, start with larger sizes.
    let is_large = sheet.look.voice.head.steps[0] > 96.0;
    let steps = if is_large { continued(&LARGE_SEVERAL, &SEVERAL) } else { SEVERAL.to_vec() };
    let attempts = Attempt::in_box(&steps, width, room);
    let sizes: Vec<f32> =
        quotes.iter().map(|quote| quote_text(sheet, quote, 1.1, Align::Left, &attempts).size).collect();
    sizes.into_iter().fold(f32::MAX, f32::min)
}
