//! Closing and contact: thanks, a short text and contact details as live links.
//!
//! Each form of the voice positions the words and gives each contact a slot.

use deck::voice::TitleForm;
use scene::{
    Align, Color, Direction, Fill, LinkTarget, Node, NodeKind, NodeRole, PaletteRole, Px, Rect, Shape, ShapeForm,
    Stroke, VerticalAlign,
};

use crate::body::Body;
use crate::diagram::number;
use crate::fit::{FittedSize, continued};
use crate::frame::MARGIN;
use crate::ornament::Planet;
use crate::pen::{Pen, target};
use crate::sheet::Sheet;
use crate::statement::{Attempt, Statement};
use crate::surface::{Ground, Surface};
use crate::text::{BlockOptions, TextBlock};

/// Sizes below the steps of the voice.
const LOWER: [f32; 6] = [96.0, 80.0, 72.0, 64.0, 56.0, 48.0];
/// Largest title of a closing.
const LARGEST: f32 = 320.0;
/// Sizes of the text.
const TEXT: [f32; 9] = [60.0, 56.0, 52.0, 48.0, 44.0, 40.0, 36.0, 32.0, 28.0];
/// A text with more characters uses the densest composition.
const LONG_TEXT: usize = 160;
/// Sizes of contacts that fit at no larger size.
const SMALLEST: [f32; 3] = [32.0, 28.0, 24.0];
/// Line height of a contact on two lines.
const BROKEN_LEADING: f32 = 1.15;

/// A contact detail.
struct Contact<'a> {
    field: &'static str,
    icon: &'static str,
    words: &'a str,
    link: Option<LinkTarget>,
}

impl Contact<'_> {
    /// Whether the contact is an address or a number, which are left to right in every language.
    fn is_address(&self) -> bool {
        !matches!(self.field, "contactName" | "social1Label" | "social2Label")
    }
}

/// A box of a left-to-right page: left edge, top, width and height.
type Area = (f32, f32, f32, f32);

/// The position of a contact.
struct ContactSlot {
    /// Text, centred in the height of the area.
    text: Area,
    /// Icon.
    icon: Option<Area>,
    align: Align,
}

/// The layout of title and text of a closing slide.
struct Words {
    x: f32,
    /// Wanted top of the title.
    y: f32,
    width: f32,
    /// Highest top and lowest bottom of the block.
    top: f32,
    bottom: f32,
    align: Align,
    leading: f32,
    /// Whether `y` is the upper edge of the capitals.
    from_capitals: bool,
    text_width: f32,
    text_size: f32,
    gap: f32,
}

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let contacts = contacts(sheet);
    match sheet.look.voice.closing.form {
        TitleForm::Horizon => draw_horizon(sheet, &contacts),
        TitleForm::Frame => draw_frame(sheet, &contacts),
        TitleForm::Cutouts => draw_cut_outs(sheet, &contacts),
        TitleForm::Orbit => draw_orbit(sheet, &contacts),
        TitleForm::Block | TitleForm::Poster => draw_poster(sheet, &contacts),
        TitleForm::Shapes => draw_shapes(sheet, &contacts),
        TitleForm::Outline => draw_outline(sheet, &contacts),
        TitleForm::Band => draw_band(sheet, &contacts),
        TitleForm::Plain => draw_plain(sheet, &contacts),
    }
}

/// The steps of a title: a short one may be larger than on the title slide.
fn steps(sheet: &Sheet<'_>) -> Vec<f32> {
    let title_steps = &sheet.look.voice.title.steps;
    let first = title_steps[0];
    let larger = [1.28, 1.2, 1.1].map(|factor| (first * factor / 8.0).round() * 8.0);
    let larger: Vec<f32> = larger.into_iter().filter(|size| *size <= LARGEST && *size > first).collect();
    continued(&[larger, title_steps.clone()].concat(), &LOWER)
}

/// The measures of the drawn title and text.
struct DrawnBlock {
    /// Bottom of the block.
    bottom: f32,
    /// Bottom and widest line of the title.
    title_bottom: f32,
    title_width: f32,
}

/// Draws title and text. The title has the largest size at which the text still fits. A block that would end too low is
/// moved up.
fn draw_words(sheet: &mut Sheet<'_>, words: &Words, sizes: &[(f32, usize)]) -> DrawnBlock {
    let markdown = sheet.text("body");
    let base = words.text_size;
    let mut body = Body::aligned(sheet, "body", markdown, base, words.align);
    let gap = if body.is_empty() || sheet.text("title").is_empty() { 0.0 } else { words.gap };
    let room = words.bottom - words.top;
    let text_sizes: Vec<f32> = TEXT.into_iter().filter(|size| *size <= base).collect();
    let fitted = |step: f32| FittedSize { step, gap: 1.0 };
    let mut heights: Vec<(f32, f32)> = Vec::new();
    for size in &text_sizes {
        let height = if body.is_empty() { 0.0 } else { body.height(sheet, Px(words.text_width), fitted(*size)).0 };
        heights.push((*size, height));
    }
    // Attempts in order: a large title over text of a comfortable size, a smaller title over smaller text, then any
    // title.
    let comfortable_height =
        heights.iter().rev().find(|(size, _)| *size >= 40.0).or(heights.last()).map_or(0.0, |found| found.1);
    let readable_height =
        heights.iter().rev().find(|(size, _)| *size >= 36.0).or(heights.last()).map_or(0.0, |found| found.1);
    let smallest_height = heights.last().map_or(0.0, |found| found.1);
    let attempts: Vec<Attempt> =
        [(comfortable_height, 88.0), (readable_height, 72.0), (smallest_height, 64.0), (smallest_height, 0.0)]
            .into_iter()
            .flat_map(|(text, from)| {
                let room = room - gap - text;
                let sizes = sizes.iter().filter(move |(size, _)| *size >= from);
                sizes.map(move |(size, lines)| Attempt { size: *size, lines: *lines, width: words.width, room })
            })
            .collect();
    let pen = sheet.statement_pen(words.leading, words.align);
    let title = sheet.statement(pen, sheet.text("title"), &attempts);
    let height = title.as_ref().map_or(0.0, Statement::height);
    let above_capitals = match &title {
        Some(title) if words.from_capitals => title.above_capitals(sheet),
        _ => 0.0,
    };
    let remaining = room - gap - height + above_capitals;
    let (size, text) = heights
        .iter()
        .copied()
        .find(|(_, text)| *text <= remaining + 0.5)
        .or(heights.last().copied())
        .unwrap_or((base, 0.0));
    let y = (words.y - above_capitals).min(words.bottom - height - gap - text).max(words.top - above_capitals);
    let title_width = title.as_ref().map_or(0.0, Statement::widest);
    if let Some(title) = title {
        title.put(sheet, words.x, y, NodeRole::Title, Some("title"));
    }
    if !body.is_empty() {
        let top = y + height + gap;
        let x = if words.align == Align::Center {
            words.x + (words.width - words.text_width) / 2.0
        } else if words.from_capitals {
            MARGIN
        } else {
            words.x
        };
        let column = sheet.rect(x, top, words.text_width, words.bottom - top + 1.0);
        let start = sheet.nodes.len();
        body.draw(sheet, &[column], fitted(size));
        sheet.finish_entry(start, "body", None);
    }
    DrawnBlock { bottom: y + height + gap + text, title_bottom: y + height, title_width }
}

/// Sizes without a limit of lines.
fn without_line_limit(sizes: &[f32]) -> Vec<(f32, usize)> {
    sizes.iter().map(|size| (*size, usize::MAX)).collect()
}

fn contacts<'a>(sheet: &Sheet<'a>) -> Vec<Contact<'a>> {
    let email = sheet.text("contactEmail");
    let phone = sheet.text("contactPhone");
    let url = sheet.text("contactUrl");
    let mut contacts = vec![
        Contact { field: "contactName", icon: "user", words: sheet.text("contactName"), link: None },
        Contact { field: "contactEmail", icon: "mail", words: email, link: Some(target(&format!("mailto:{email}"))) },
        Contact { field: "contactPhone", icon: "phone", words: phone, link: phone_link(phone) },
        Contact { field: "contactUrl", icon: "globe", words: display_address(url), link: web_link(url) },
    ];
    for (label_field, url_field) in [("social1Label", "social1Url"), ("social2Label", "social2Url")] {
        let (label, url) = (sheet.text(label_field), sheet.text(url_field));
        let (field, words) = if label.is_empty() { (url_field, display_address(url)) } else { (label_field, label) };
        contacts.push(Contact { field, icon: "link", words, link: web_link(url) });
    }
    contacts.retain(|contact| !contact.words.is_empty());
    contacts
}

/// The link target of a telephone number, if it is one. A zero in brackets is not dialled after a country code.
fn phone_link(phone: &str) -> Option<LinkTarget> {
    let whole = if phone.starts_with('+') { phone.replace("(0)", "") } else { phone.to_owned() };
    let digits: String = whole.chars().filter(|sign| sign.is_ascii_digit() || *sign == '+').collect();
    (!digits.is_empty()).then(|| target(&format!("tel:{digits}")))
}

/// The link target of an address; `None` for a bare scheme.
fn web_link(url: &str) -> Option<LinkTarget> {
    (!display_address(url).is_empty()).then(|| target(url))
}

/// An address as it is displayed.
fn display_address(url: &str) -> &str {
    let bare = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://")).unwrap_or(url);
    bare.strip_prefix("mailto:").unwrap_or(bare).trim_end_matches('/')
}

/// Draws the contacts in their slots, all at the largest size at which each fits on one line. A contact that is too
/// long even at the last size is broken after an @, a dot or a slash.
fn draw_contacts(
    sheet: &mut Sheet<'_>,
    contacts: &[Contact<'_>],
    slots: Vec<ContactSlot>,
    pen: &Pen,
    sizes: &[f32],
    icon: Color,
) {
    let first = sizes[0];
    let pen = pen.clone().size(first).leading(1.2);
    let mut blocks: Vec<TextBlock> = contacts.iter().map(|contact| block(sheet, contact, &pen, false)).collect();
    let natural: Vec<f32> = blocks.iter_mut().map(|block| block.natural_width(sheet.typesetter, 1.0).0 + 2.0).collect();
    let last = sizes[sizes.len() - 1];
    // A line that breaks is not filled to its end.
    let fits = |size: f32, lines: f32| {
        let room = |slot: &ContactSlot| if lines > 1.0 { slot.text.2 * lines * 0.88 } else { slot.text.2 };
        natural.iter().zip(&slots).all(|(width, slot)| {
            let on_one_line = width * size / first <= slot.text.2;
            on_one_line || (width * size / first <= room(slot) && slot.text.3 >= size * BROKEN_LEADING * lines)
        })
    };
    let on_one_line = sizes.iter().copied().find(|size| fits(*size, 1.0));
    let size = on_one_line.or_else(|| [last].into_iter().find(|size| fits(*size, 2.0)));
    // A contact that is too long even then gets a smaller size of its own.
    let size_of = |place: usize, slot: &ContactSlot| {
        size.unwrap_or_else(|| {
            let (width, room) = (natural[place] / first, slot.text.2);
            let is_on_line = width * last <= room;
            let fits = |size: &f32| {
                width * size <= room * 2.0 * 0.88 && slot.text.3 >= size * BROKEN_LEADING * 2.0 || width * size <= room
            };
            let broken = || [last].into_iter().chain(SMALLEST).find(fits).unwrap_or(SMALLEST[1].min(last));
            if is_on_line { last } else { broken() }
        })
    };
    let contact_sizes: Vec<f32> = slots.iter().enumerate().map(|(place, slot)| size_of(place, slot)).collect();
    for (place, (contact, slot)) in contacts.iter().zip(slots).enumerate() {
        let size = contact_sizes[place];
        let (x, y, width, height) = slot.text;
        let is_long = natural[place] * size / first > width;
        let pen = pen.clone().align(slot.align);
        let pen = if is_long { pen.leading(BROKEN_LEADING) } else { pen };
        let mut block = block(sheet, contact, &pen, is_long);
        let options = BlockOptions { width: Px(width), scale: size / first, gap: 1.0 };
        let lines = if is_long && height + 1.0 >= size * BROKEN_LEADING * 2.0 { 2 } else { 1 };
        let mut text = block.text(sheet.typesetter, options, Px(f32::MAX), lines);
        text.anchor = VerticalAlign::Middle;
        if let Some((x, y, width, height)) = slot.icon {
            let frame = sheet.rect(x, y, width, height);
            let drawing = sheet.icon(contact.icon, frame, icon);
            sheet.nodes.extend(drawing);
        }
        let frame = sheet.rect(x, y, width, height);
        sheet.push_text_in_middle(frame, text, NodeRole::Label, Some(contact.field));
    }
}

/// The shaped words of a contact.
fn block(sheet: &mut Sheet<'_>, contact: &Contact<'_>, pen: &Pen, may_break: bool) -> TextBlock {
    let words = if may_break && contact.is_address() {
        // A zero-width space lets the line break there.
        contact
            .words
            .chars()
            .flat_map(|sign| [Some(sign), matches!(sign, '@' | '.' | '/').then_some('\u{200B}')])
            .flatten()
            .collect()
    } else {
        contact.words.to_owned()
    };
    let mut paragraph = pen.plain(&words);
    if contact.is_address() {
        paragraph.direction = Direction::LeftToRight;
    }
    for run in &mut paragraph.runs {
        run.link.clone_from(&contact.link);
    }
    TextBlock::new(sheet.typesetter, vec![paragraph])
}

/// Boxes in rows of some columns, filled along the rows.
fn grid(count: usize, columns: usize, (x, y, width, height): Area, (across, down): (f32, f32)) -> Vec<Area> {
    (0..count)
        .map(|place| (x + across * number(place % columns), y + down * number(place / columns), width, height))
        .collect()
}

/// Adds a plate with an optional fill and an optional line of a colour and a width.
fn push_plate(
    sheet: &mut Sheet<'_>,
    (x, y, width, height): Area,
    fill: Option<Color>,
    line: Option<(Color, f32)>,
    radius: f32,
) {
    let frame = sheet.rect(x, y, width, height);
    let stroke = line.map(|(color, width)| Stroke { color, width: Px(width), dash: None, round: false });
    let form = ShapeForm::Rect { radius: Px(radius) };
    let shape = Shape { form, fill: fill.map(Fill::Solid), stroke, shadow: None };
    sheet.nodes.push(Node { role: NodeRole::Plate, ..Node::decoration(frame, NodeKind::Shape(shape)) });
}

/// Draws the closing over the sea.
fn draw_horizon(sheet: &mut Sheet<'_>, contacts: &[Contact<'_>]) {
    let is_long = sheet.text("body").chars().count() > LONG_TEXT;
    let level = match contacts.len() {
        _ if is_long => draw_dense(sheet, contacts),
        0..=2 if title_is_short(sheet) => draw_few(sheet, contacts),
        0..=4 => draw_beside(sheet, contacts),
        _ => draw_dense(sheet, contacts),
    };
    let front =
        Surface { text: crate::surface::text_color_on(&sheet.look.palette, sheet.sea_tones()[2]), ..sheet.surface };
    if level < 80.0 {
        sheet.with_surface(front, |sheet| sheet.draw_logo((1224.0, 1010.0, 600.0, 48.0), sheet.end_align()));
    }
    sheet.draw_sea(level);
}

/// Whether the title fits in two lines at 144.
fn title_is_short(sheet: &mut Sheet<'_>) -> bool {
    let pen = sheet.statement_pen(1.0, Align::Left);
    let attempts = Attempt::in_lines(&[(144.0, 2), (8.0, usize::MAX)], 1728.0);
    sheet.statement(pen, sheet.text("title"), &attempts).is_none_or(|title| title.size > 100.0)
}

/// The largest step at which the title fits on one line; 0 when there is none.
fn one_line_size(sheet: &mut Sheet<'_>, width: f32) -> f32 {
    let pen = sheet.statement_pen(1.0, Align::Left);
    let sizes: Vec<(f32, usize)> = steps(sheet).into_iter().map(|size| (size, 1)).chain([(1.0, usize::MAX)]).collect();
    let title = sheet.statement(pen, sheet.text("title"), &Attempt::in_lines(&sizes, width));
    title.map_or(0.0, |title| title.size)
}

/// Draws a very large title over up to two contacts. Returns the level of the sea.
fn draw_few(sheet: &mut Sheet<'_>, contacts: &[Contact<'_>]) -> f32 {
    let sizes: Vec<(f32, usize)> = steps(sheet)
        .into_iter()
        .filter(|size| *size <= 272.0 && *size >= 144.0)
        .map(|size| (size, if size > 144.0 { 1 } else { 2 }))
        .chain([(144.0, 2), (120.0, 2), (96.0, 3)])
        .collect();
    let count = number(contacts.len());
    let words = Words {
        x: 96.0,
        y: if contacts.is_empty() { 260.0 } else { 232.0 },
        width: 1728.0,
        top: 112.0,
        bottom: if contacts.is_empty() { 730.0 } else { 750.0 - count * 104.0 },
        align: sheet.start_align(),
        leading: 1.0,
        from_capitals: false,
        text_width: 1436.0,
        text_size: 56.0,
        gap: 32.0,
    };
    let drawn = draw_words(sheet, &words, &sizes);
    let top = (drawn.bottom + 48.0).max(590.0).min(760.0 - count * 104.0 + 24.0);
    let slots =
        grid(contacts.len(), 1, (96.0, top, 1728.0, 80.0), (0.0, 104.0)).into_iter().map(|(x, y, width, height)| {
            ContactSlot {
                text: (x + 88.0, y, width - 88.0, height),
                icon: Some((x, y + 8.0, 64.0, 64.0)),
                align: sheet.start_align(),
            }
        });
    let slots = slots.collect();
    let pen = sheet.body().stressed();
    let icon = sheet.surface.mark;
    draw_contacts(sheet, contacts, slots, &pen, &[64.0, 56.0, 48.0, 40.0], icon);
    0.0
}

/// Draws the title beside a column of contacts. Returns the level of the sea.
fn draw_beside(sheet: &mut Sheet<'_>, contacts: &[Contact<'_>]) -> f32 {
    let sizes: Vec<f32> =
        continued(&[168.0, 152.0, 144.0, 128.0, 120.0, 112.0, 104.0, 96.0], &[88.0, 80.0, 72.0, 64.0, 56.0]);
    let words = Words {
        x: 96.0,
        y: 134.0,
        width: 852.0,
        top: 112.0,
        bottom: 760.0,
        align: sheet.start_align(),
        leading: 1.0,
        from_capitals: false,
        text_width: 852.0,
        text_size: 48.0,
        gap: 40.0,
    };
    let start = sheet.nodes.len();
    let drawn = draw_words(sheet, &words, &without_line_limit(&sizes));
    // The block is centred on a height, now that its own is known.
    sheet.nodes.truncate(start);
    let y = words.y + (412.0 - f32::midpoint(words.y, drawn.bottom)).max(0.0);
    draw_words(sheet, &Words { y, ..words }, &without_line_limit(&sizes));
    let count = contacts.len().max(1);
    let top = 412.0 - (149.0 * number(count) - 40.0) / 2.0;
    let areas = grid(contacts.len(), 1, (1032.0, top, 792.0, 109.0), (0.0, 149.0));
    let tone = sheet.sea_tones()[1];
    for (x, y, _, height) in &areas {
        let radius = sheet.look.voice.plate.radius;
        push_plate(sheet, (*x, *y, *height, *height), Some(tone.into()), None, radius);
    }
    let slots = areas.into_iter().map(|(x, y, width, height)| ContactSlot {
        text: (x + 141.0, y, width - 141.0, height),
        icon: Some((x + 28.0, y + 28.0, 53.0, 53.0)),
        align: sheet.start_align(),
    });
    let slots = slots.collect();
    let pen = sheet.body().stressed();
    let icon = icon_color_on(sheet, tone);
    draw_contacts(sheet, contacts, slots, &pen, &[56.0, 52.0, 48.0, 44.0, 40.0], icon);
    56.0
}

/// The accent where it is visible on a tone, else its ink.
fn icon_color_on(sheet: &Sheet<'_>, tone: scene::Rgb) -> Color {
    let palette = &sheet.look.palette;
    let accents = [PaletteRole::AccentOnDeep, PaletteRole::Accent];
    let accent = accents.into_iter().find(|role| palette.role(*role).contrast(tone) >= 3.0);
    accent.map_or_else(|| crate::surface::text_color_on(palette, tone), Color::from)
}

/// Draws title and text over three columns of contacts. Returns the level of the sea.
fn draw_dense(sheet: &mut Sheet<'_>, contacts: &[Contact<'_>]) -> f32 {
    let rows = number(contacts.len().div_ceil(3));
    let sizes: Vec<(f32, usize)> = [112.0, 104.0, 96.0, 88.0, 80.0, 72.0, 64.0, 56.0].map(|size| (size, 2)).to_vec();
    let words = Words {
        x: 96.0,
        y: 96.0,
        width: if sheet.has_corner_logo { 1528.0 } else { 1728.0 },
        top: 96.0,
        bottom: if contacts.is_empty() { 780.0 } else { 784.0 - rows * 176.0 },
        align: sheet.start_align(),
        leading: 1.02,
        from_capitals: false,
        text_width: 1728.0,
        text_size: 48.0,
        gap: 28.0,
    };
    let drawn = draw_words(sheet, &words, &sizes);
    let areas = grid(contacts.len(), 3, (96.0, drawn.bottom + 64.0, 560.0, 152.0), (584.0, 176.0));
    let ground = sheet.block_ground(Ground::Deep);
    let ground = if sheet.surface.ground == Ground::Deep { Ground::Custom(sheet.sea_tones()[0]) } else { ground };
    let radius = sheet.look.voice.plate.radius;
    for area in &areas {
        push_plate(sheet, *area, Some(ground.rgb(sheet.look).into()), None, radius);
    }
    let slots = areas.into_iter().map(|(x, y, width, height)| ContactSlot {
        text: (x + 112.0, y, width - 136.0, height),
        icon: Some((x + 36.0, y + 50.0, 52.0, 52.0)),
        align: sheet.start_align(),
    });
    let slots = slots.collect();
    let on_plate = ground.surface(sheet.look);
    let icon = icon_color_on(sheet, ground.rgb(sheet.look));
    sheet.with_surface(on_plate, |sheet| {
        let pen = sheet.body().stressed();
        draw_contacts(sheet, contacts, slots, &pen, &[44.0, 40.0, 36.0], icon);
    });
    56.0
}

/// Draws the closing centred in a frame, with contacts in two columns about the middle.
fn draw_frame(sheet: &mut Sheet<'_>, contacts: &[Contact<'_>]) {
    let color = sheet.rule_accent();
    let words = Words {
        x: 210.0,
        y: if contacts.is_empty() { 340.0 } else { 236.0 },
        width: 1500.0,
        top: 130.0,
        bottom: if contacts.is_empty() { 900.0 } else { 576.0 },
        align: Align::Center,
        leading: 1.04,
        from_capitals: false,
        text_width: 1500.0,
        text_size: 56.0,
        gap: 36.0,
    };
    let sizes = steps(sheet);
    draw_words(sheet, &words, &without_line_limit(&sizes));
    if !contacts.is_empty() {
        sheet.draw_double_rule(620.0, 1000.0, color, false);
    }
    let rows = contacts.len().div_ceil(2);
    let pitch = if rows > 2 { 88.0 } else { 108.0 };
    let top = 800.0 - pitch * number(rows) / 2.0;
    let slots = (0..contacts.len()).map(|place| {
        let y = top + pitch * number(place / 2);
        let is_last = place + 1 == contacts.len();
        if is_last && place % 2 == 0 {
            return ContactSlot { text: (260.0, y, 1400.0, pitch), icon: None, align: Align::Center };
        }
        let (x, align) = if place % 2 == 0 { (136.0, sheet.end_align()) } else { (1008.0, sheet.start_align()) };
        ContactSlot { text: (x, y, 776.0, pitch), icon: None, align }
    });
    let slots = slots.collect();
    if contacts.len() > 1 {
        let line = Rect::new(959.0, top + 12.0, 2.0, pitch * number(contacts.len() / 2) - 24.0);
        sheet.nodes.push(Sheet::shape(line, sheet.surface.line, Px::ZERO));
    }
    let pen = sheet.body();
    let icon = sheet.surface.mark;
    draw_contacts(sheet, contacts, slots, &pen, &[56.0, 52.0, 48.0, 44.0, 40.0, 36.0], icon);
    sheet.draw_logo((660.0, 948.0, 600.0, 44.0), Align::Center);
    sheet.draw_frame(true);
}

/// Draws the closing over shapes of cut paper, with contacts in a column.
fn draw_cut_outs(sheet: &mut Sheet<'_>, contacts: &[Contact<'_>]) {
    let columns = if contacts.len() > 4 { 2 } else { 1 };
    let rows = contacts.len().div_ceil(columns);
    let top = 1020.0 - 88.0 * number(rows);
    let words = Words {
        x: 88.0,
        y: 104.0,
        width: 1500.0,
        top: 104.0,
        bottom: top - 32.0,
        align: sheet.start_align(),
        leading: 0.92,
        from_capitals: true,
        text_width: 900.0,
        text_size: 56.0,
        gap: 40.0,
    };
    // Titles of one line are over the shapes, longer ones beside them.
    let sizes: Vec<(f32, usize)> = steps(sheet).into_iter().map(|size| (size, 1)).collect();
    let is_one_line = one_line_size(sheet, words.width) >= 120.0;
    let words = if is_one_line { words } else { Words { width: 1040.0, ..words } };
    let sizes = if is_one_line { sizes } else { sizes.into_iter().map(|(size, _)| (size, 3)).collect() };
    draw_words(sheet, &words, &sizes);
    let width = if columns == 2 { 460.0 } else { 940.0 };
    let slots = grid(contacts.len(), columns, (96.0, top, width, 88.0), (490.0, 88.0))
        .into_iter()
        .map(|text| ContactSlot { text, icon: None, align: sheet.start_align() });
    let slots = slots.collect();
    let pen = sheet.heading();
    let icon = sheet.surface.mark;
    draw_contacts(sheet, contacts, slots, &pen, &[60.0, 56.0, 52.0, 48.0, 44.0, 40.0, 36.0], icon);
    sheet.draw_logo((1344.0, 80.0, 480.0, 53.0), sheet.end_align());
    sheet.draw_cut_outs(1270.0, 1.08);
}

/// Draws the closing centred under orbits, with contacts in rows of two.
fn draw_orbit(sheet: &mut Sheet<'_>, contacts: &[Contact<'_>]) {
    let rows = contacts.len().div_ceil(2);
    let pitch = if rows > 2 { 84.0 } else { 112.0 };
    let top = 984.0 - pitch * number(rows);
    let words = Words {
        x: 210.0,
        y: if contacts.is_empty() { 420.0 } else { 356.0 },
        width: 1500.0,
        top: 150.0,
        bottom: if contacts.is_empty() { 900.0 } else { top - 40.0 },
        align: Align::Center,
        leading: 1.05,
        from_capitals: false,
        text_width: 1400.0,
        text_size: 52.0,
        gap: 34.0,
    };
    let sizes = steps(sheet);
    draw_words(sheet, &words, &without_line_limit(&sizes));
    let pen = sheet.body();
    let sizes = [52.0, 48.0, 44.0, 40.0, 36.0];
    let slots = flowing_slots(sheet, contacts, &pen, &sizes, (top, pitch));
    let icon = sheet.surface.mark;
    draw_contacts(sheet, contacts, slots, &pen, &sizes, icon);
    sheet.draw_logo((1344.0, 80.0, 480.0, 53.0), sheet.end_align());
    let (text, accent, amber) = sheet.planet_colors();
    let planets = [
        Planet { orbit: 640.0, degrees: 62.0, radius: 14.0, color: accent },
        Planet { orbit: 860.0, degrees: 128.0, radius: 22.0, color: amber },
        Planet { orbit: 1100.0, degrees: 36.0, radius: 9.0, color: text },
    ];
    sheet.draw_orbits((960.0, -420.0), &[640.0, 860.0, 1100.0], &planets);
}

/// Slots in centred rows of two, each as wide as its words.
fn flowing_slots(
    sheet: &mut Sheet<'_>,
    contacts: &[Contact<'_>],
    pen: &Pen,
    sizes: &[f32],
    (top, pitch): (f32, f32),
) -> Vec<ContactSlot> {
    let (between, after_icon) = (80.0, 20.0);
    let first = sizes[0];
    let shaped = pen.clone().size(first);
    let widths: Vec<f32> = contacts
        .iter()
        .map(|contact| block(sheet, contact, &shaped, false).natural_width(sheet.typesetter, 1.0).0 + 4.0)
        .collect();
    let row_width = |row: &[f32], size: f32| {
        row.iter().map(|width| width * size / first + size * 1.08 + after_icon).sum::<f32>()
            + between * number(row.len() - 1)
    };
    let fits = |size: &&f32| widths.chunks(2).all(|row| row_width(row, **size) <= 1728.0);
    let last = sizes[sizes.len() - 1];
    let size = sizes.iter().find(fits).copied().unwrap_or(last);
    let mut slots = Vec::with_capacity(contacts.len());
    for (row, widths) in widths.chunks(2).enumerate() {
        let total = row_width(widths, size).min(1728.0);
        let y = top + pitch * number(row);
        let side = size * 1.08;
        let max_width = (1728.0 - between) / 2.0 - side - after_icon;
        let mut x = 960.0 - total / 2.0;
        for width in widths {
            let natural = width * size / first;
            let width = if row_width(widths, size) > 1728.0 { natural.min(max_width) } else { natural };
            slots.push(ContactSlot {
                text: (x + side + after_icon, y, width, pitch),
                icon: Some((x, y + (pitch - side) / 2.0, side, side)),
                align: sheet.start_align(),
            });
            x += side + after_icon + width + between;
        }
    }
    slots
}

/// Draws the closing over a dark block with the contacts.
fn draw_poster(sheet: &mut Sheet<'_>, contacts: &[Contact<'_>]) {
    let is_alone = contacts.is_empty();
    let words = Words {
        x: 84.0,
        y: 108.0,
        width: 1750.0,
        top: 108.0,
        bottom: if is_alone { 980.0 } else { 600.0 },
        align: sheet.start_align(),
        leading: 0.9,
        from_capitals: true,
        text_width: 1500.0,
        text_size: 60.0,
        gap: 32.0,
    };
    let sizes = steps(sheet);
    draw_words(sheet, &words, &without_line_limit(&sizes));
    if is_alone {
        sheet.draw_logo((1344.0, 976.0, 480.0, 53.0), sheet.end_align());
        return;
    }
    let ground = sheet.block_ground(Ground::Deep);
    let block = Sheet::shape(Rect::new(0.0, 640.0, 1920.0, 440.0), ground.rgb(sheet.look).into(), Px::ZERO);
    sheet.nodes.push(Node { role: NodeRole::Plate, ..block });
    // Up to two contacts are large.
    let (columns, width) = if contacts.len() > 2 { (2, 852.0) } else { (1, 1728.0) };
    let rows = contacts.len().div_ceil(columns);
    let pitch = if rows > 2 { 120.0 } else { 140.0 };
    let top = 860.0 - pitch * number(rows) / 2.0;
    let slots = grid(contacts.len(), columns, (96.0, top, width, pitch), (876.0, pitch))
        .into_iter()
        .map(|text| ContactSlot { text, icon: None, align: sheet.start_align() });
    let slots = slots.collect();
    let on_block = ground.surface(sheet.look);
    sheet.with_surface(on_block, |sheet| {
        let pen = sheet.heading();
        let icon = sheet.surface.mark;
        let sizes = [112.0, 96.0, 80.0, 68.0, 60.0, 56.0, 52.0, 48.0, 44.0, 40.0];
        draw_contacts(sheet, contacts, slots, &pen, if columns == 1 { &sizes } else { &sizes[3..] }, icon);
        if rows < 3 {
            sheet.draw_logo((1344.0, 1010.0, 480.0, 44.0), sheet.end_align());
        }
    });
}

/// Draws the closing among large shapes, with contacts on pills.
fn draw_shapes(sheet: &mut Sheet<'_>, contacts: &[Contact<'_>]) {
    sheet.draw_closing_shapes();
    let rows = if contacts.len() > 2 { contacts.len().div_ceil(2) } else { contacts.len() };
    let pitch = if rows > 2 { 128.0 } else { 144.0 };
    let top = if rows > 2 { 620.0 } else { 660.0 };
    let words = Words {
        x: 96.0,
        y: if contacts.is_empty() { 340.0 } else { 170.0 },
        width: 1130.0,
        top: 112.0,
        bottom: if contacts.is_empty() { 960.0 } else { top - 48.0 },
        align: sheet.start_align(),
        leading: 1.02,
        from_capitals: false,
        text_width: 1130.0,
        text_size: 56.0,
        gap: 32.0,
    };
    let sizes = steps(sheet);
    draw_words(sheet, &words, &without_line_limit(&sizes));
    // Up to two contacts are in one column, in wider boxes.
    let (columns, width) = if contacts.len() > 2 { (2, 608.0) } else { (1, 1000.0) };
    let areas = grid(contacts.len(), columns, (96.0, top, width, 112.0), (640.0, pitch));
    let ground = sheet.sheet_ground();
    for area in &areas {
        push_plate(sheet, *area, Some(ground.rgb(sheet.look).into()), None, 56.0);
    }
    let slots = areas.into_iter().map(|(x, y, width, height)| ContactSlot {
        text: (x + 112.0, y, width - 152.0, height),
        icon: Some((x + 40.0, y + 32.0, 48.0, 48.0)),
        align: sheet.start_align(),
    });
    let slots = slots.collect();
    let on_pill = ground.surface(sheet.look);
    sheet.with_surface(on_pill, |sheet| {
        let pen = sheet.body().stressed();
        let icon = sheet.surface.mark;
        let sizes: &[f32] = if columns == 1 { &[56.0, 52.0, 48.0, 44.0, 40.0, 36.0] } else { &[44.0, 40.0, 36.0] };
        draw_contacts(sheet, contacts, slots, &pen, sizes, icon);
    });
    sheet.draw_logo((96.0, 988.0, 480.0, 48.0), sheet.start_align());
}

/// Draws the closing as a drawing sheet: a dimension line under the title, contacts in boxes.
fn draw_outline(sheet: &mut Sheet<'_>, contacts: &[Contact<'_>]) {
    let rows = if contacts.len() > 2 { contacts.len().div_ceil(2) } else { contacts.len() };
    let pitch = if rows > 2 { 140.0 } else { 152.0 };
    let top = if rows > 2 { 604.0 } else { 660.0 };
    let words = Words {
        x: 96.0,
        y: if contacts.is_empty() { 400.0 } else { 150.0 },
        width: 1100.0,
        top: 96.0,
        bottom: if contacts.is_empty() { 980.0 } else { top - 40.0 },
        align: sheet.start_align(),
        leading: 1.02,
        from_capitals: false,
        text_width: 1100.0,
        text_size: 52.0,
        gap: 64.0,
    };
    let sizes = steps(sheet);
    let drawn = draw_words(sheet, &words, &without_line_limit(&sizes));
    if drawn.title_width > 0.0 {
        sheet.draw_dimension(96.0, 96.0 + drawn.title_width, drawn.title_bottom + 28.0);
    }
    // Up to two contacts are in one column, in wider boxes.
    let (columns, width) = if contacts.len() > 2 { (2, 852.0) } else { (1, 1288.0) };
    let areas = grid(contacts.len(), columns, (96.0, top, width, 128.0), (876.0, pitch));
    let color = sheet.surface.mark;
    let fill = match sheet.surface.ground {
        Ground::Gradient | Ground::Picture { .. } => None,
        ground => Some(Color::from(ground.rgb(sheet.look))),
    };
    for (x, y, width, height) in &areas {
        push_plate(sheet, (*x, *y, *width, *height), fill, Some((color, 3.0)), 0.0);
        let line = sheet.rect(x + 126.5, *y, 3.0, *height);
        sheet.nodes.push(Sheet::shape(line, color, Px::ZERO));
    }
    let slots = areas.into_iter().map(|(x, y, width, height)| ContactSlot {
        text: (x + 164.0, y, width - 188.0, height),
        icon: Some((x + 38.0, y + 38.0, 52.0, 52.0)),
        align: sheet.start_align(),
    });
    let slots = slots.collect();
    let pen = sheet.mono();
    let sizes: &[f32] = if columns == 1 { &[56.0, 52.0, 48.0, 44.0, 40.0, 36.0] } else { &[44.0, 40.0, 36.0] };
    draw_contacts(sheet, contacts, slots, &pen, sizes, color);
    if rows < 3 {
        sheet.draw_logo((1344.0, 990.0, 480.0, 48.0), sheet.end_align());
    }
    sheet.draw_flange((1560.0, 310.0), 250.0);
}

/// Draws the closing on a dark band, with contacts in boxes below it.
fn draw_band(sheet: &mut Sheet<'_>, contacts: &[Contact<'_>]) {
    let end = if contacts.is_empty() { 760.0 } else { 500.0 };
    let ground = sheet.block_ground(Ground::Deep);
    let band = Sheet::shape(Rect::new(0.0, 0.0, 1920.0, end), ground.rgb(sheet.look).into(), Px::ZERO);
    sheet.nodes.push(Node { role: NodeRole::Plate, ..band });
    let on_band = ground.surface(sheet.look);
    for (top, height, color) in [(0.0, end, on_band.mark), (end, 1080.0 - end, sheet.surface.mark)] {
        let edge = sheet.rect(0.0, top, 48.0, height);
        sheet.nodes.push(Sheet::shape(edge, color, Px::ZERO));
    }
    let words = Words {
        x: 144.0,
        y: if contacts.is_empty() { 220.0 } else { 100.0 },
        width: 1640.0,
        top: 72.0,
        bottom: end - 44.0,
        align: sheet.start_align(),
        leading: 1.02,
        from_capitals: false,
        text_width: 1640.0,
        text_size: 60.0,
        gap: 28.0,
    };
    let sizes = steps(sheet);
    sheet.with_surface(on_band, |sheet| draw_words(sheet, &words, &without_line_limit(&sizes)));
    let rows = if contacts.len() > 2 { contacts.len().div_ceil(2) } else { contacts.len() };
    let (height, pitch) = if rows > 2 { (136.0, 160.0) } else { (152.0, 184.0) };
    // Up to two contacts are in one column, in wider boxes.
    let (columns, width) = if contacts.len() > 2 { (2, 824.0) } else { (1, 1248.0) };
    let areas = grid(contacts.len(), columns, (144.0, 564.0, width, height), (848.0, pitch));
    let color = sheet.surface.text;
    let radius = sheet.look.voice.plate.radius;
    for area in &areas {
        push_plate(sheet, *area, None, Some((color, 4.0)), radius);
    }
    let slots = areas.into_iter().map(|(x, y, width, height)| ContactSlot {
        text: (x + 144.0, y, width - 168.0, height),
        icon: Some((x + 44.0, y + (height - 68.0) / 2.0, 68.0, 68.0)),
        align: sheet.start_align(),
    });
    let slots = slots.collect();
    let pen = sheet.body().stressed();
    let icon = sheet.surface.mark;
    let sizes: &[f32] =
        if columns == 1 { &[68.0, 60.0, 56.0, 48.0, 44.0, 40.0] } else { &[56.0, 52.0, 48.0, 44.0, 40.0] };
    draw_contacts(sheet, contacts, slots, &pen, sizes, icon);
    if rows < 3 {
        sheet.draw_logo((1344.0, 984.0, 480.0, 53.0), sheet.end_align());
    }
}

/// Draws the words alone, with the contacts in rows below a thin line.
fn draw_plain(sheet: &mut Sheet<'_>, contacts: &[Contact<'_>]) {
    let is_centred = sheet.head_align() == Align::Center;
    let align = sheet.block_align(is_centred);
    let end = if contacts.is_empty() { 900.0 } else { 560.0 };
    let words = Words {
        x: MARGIN,
        y: if contacts.is_empty() { 340.0 } else { 200.0 },
        width: 1728.0,
        top: 96.0,
        bottom: end,
        align,
        leading: 1.06,
        from_capitals: false,
        text_width: 1728.0,
        text_size: 56.0,
        gap: 32.0,
    };
    let sizes = steps(sheet);
    draw_words(sheet, &words, &without_line_limit(&sizes));
    if !contacts.is_empty() {
        let line = Rect::new(MARGIN, 608.0, 1728.0, 2.0);
        sheet.nodes.push(Sheet::shape(line, sheet.surface.line, Px::ZERO));
    }
    let columns = if contacts.len() > 2 { 2 } else { 1 };
    let rows = contacts.len().div_ceil(columns);
    let pitch = if rows > 2 { 96.0 } else { 120.0 };
    let width = 1728.0 / number(columns) - 48.0;
    let areas = grid(contacts.len(), columns, (MARGIN, 644.0, width, pitch), (width + 96.0, pitch));
    let slots = areas.into_iter().map(|(x, y, width, height)| ContactSlot {
        text: (x + 88.0, y, width - 88.0, height),
        icon: Some((x, y + (height - 56.0) / 2.0, 56.0, 56.0)),
        align: sheet.start_align(),
    });
    let slots = slots.collect();
    let (pen, icon) = (sheet.body(), sheet.surface.mark);
    draw_contacts(sheet, contacts, slots, &pen, &[52.0, 48.0, 44.0, 40.0, 36.0], icon);
    sheet.draw_logo((1344.0, 984.0, 480.0, 53.0), sheet.end_align());
}
