//! Picture cards: a grid of up to twenty-five pictures with a name and a role for each.

mod portrait;

use deck::Content;
use deck::voice::{PageForm, PlateForm, TextAlign};
use scene::{Align, AltText, Group, Node, NodeKind, NodeRole, Px, Rect, Shape, VerticalAlign};

use crate::diagram::number;
use crate::entry::EntryText;
use crate::field_text::FieldText;
use crate::fit::{Chosen, Composition, Fit, Step, StepLimits, choose, choose_even};
use crate::frame::{FULL_WIDTH, MARGIN};
use crate::head::{BodyArea, PageOptions};
use crate::pen::target;
use crate::sheet::{Sheet, text_of};
use portrait::draw_portrait;

/// Text sizes of cards with words below the picture.
const COLUMNS: [Step; 5] = [
    Step::pair(64.0, 44.0),
    Step::pair(56.0, 40.0),
    Step::pair(48.0, 36.0),
    Step::pair(44.0, 36.0),
    Step::pair(40.0, 36.0),
];
/// Text sizes of up to six cards with words beside the picture.
const PLATES: [Step; 4] =
    [Step::pair(52.0, 40.0), Step::pair(48.0, 40.0), Step::pair(44.0, 36.0), Step::pair(40.0, 36.0)];
/// Text sizes of up to twelve cards.
const MANY: [Step; 1] = [Step::pair(40.0, 36.0)];
/// Text sizes of more cards. They are below the floor; `choose` continues with even smaller ones.
const VERY_MANY: [Step; 1] = [Step::pair(32.0, 28.0)];
/// Sizes of names in a list beside all pictures.
const LIST: [Step; 6] = [
    Step::pair(72.0, 48.0),
    Step::pair(64.0, 44.0),
    Step::pair(56.0, 40.0),
    Step::pair(48.0, 36.0),
    Step::pair(44.0, 36.0),
    Step::pair(40.0, 36.0),
];
/// Sizes at which names and roles are shaped.
const SHAPED: Step = Step::pair(64.0, 44.0);
/// Sizes of the name of a single person.
const NAMES: [f32; 10] = [160.0, 152.0, 144.0, 136.0, 128.0, 120.0, 112.0, 96.0, 80.0, 72.0];
/// Sizes of the role of a single person.
const ROLES: [f32; 6] = [56.0, 52.0, 48.0, 44.0, 40.0, 36.0];
/// Width of the picture of a single person, and left edge and width of the text beside it.
const SINGLE: (f32, f32, f32) = (774.0, 870.0, 954.0);
/// The minimum height of a picture above words.
const MIN_PICTURE: f32 = 48.0;
/// Space between cards.
const GAP: f32 = 24.0;
/// Space between rows.
const ROW_GAP: f32 = 40.0;
/// Space between two groups of columns.
const GROUP_GAP: f32 = 64.0;
/// Space between a picture and the name below it.
const ABOVE_NAME: f32 = 24.0;
/// Space between name and role.
const BETWEEN: f32 = 4.0;
/// Maximum number of lines of a name and of a role, where two are not enough.
const MAX_LINES: usize = 4;
/// Width of a picture on a plate, as a share of the plate's width.
const PICTURE_SHARE: f32 = 0.42;
/// Left edge and width of the names beside all pictures, and width of the pictures.
const SPLIT: (f32, f32, f32) = (1116.0, 708.0, 972.0);

/// A person on a card.
pub(super) struct Member<'a> {
    index: usize,
    /// Index among the cards that are shown.
    place: usize,
    content: &'a Content,
}

impl Member<'_> {
    fn text(&self, key: &str) -> &str {
        text_of(self.content, key)
    }

    fn path(&self, key: &str) -> String {
        format!("members.{}.{key}", self.index)
    }

    /// Name and role.
    fn words(&self, sheet: &mut Sheet<'_>, align: Align) -> EntryText {
        let name = sheet.heading().size(SHAPED.title).leading(1.1).align(align);
        let role = sheet.body().size(SHAPED.text).leading(1.22).color(sheet.surface.muted).align(align);
        let name = FieldText::new(sheet, self.path("name"), NodeRole::Label, &name, self.text("name"));
        let role = FieldText::new(sheet, self.path("byline"), NodeRole::Caption, &role, self.text("byline"));
        let limited = |text: FieldText| text.at_most(MAX_LINES);
        EntryText { title: name.map(limited), text: role.map(limited), between: BETWEEN }
    }
}

/// How the cards are arranged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Arrangement {
    columns: usize,
    /// Whether the words are on a plate beside the picture rather than below it.
    is_beside: bool,
    /// Maximum number of lines of a name and of a role.
    lines: usize,
}

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let members = members(sheet);
    let is_split = sheet.text("textPosition") == "split";
    if members.len() == 1 && !is_split {
        draw_single(sheet, &members[0]);
        return;
    }
    let groups = if is_split { None } else { group_columns(sheet, members.len()) };
    let mut body = sheet.open_page(PageOptions {
        support: if groups.is_some() { "" } else { "subheading" },
        closing: "bottomSubheading",
        folds_rail: members.len() > 4 || groups.is_some() || is_split,
        ..PageOptions::default()
    });
    match members.as_slice() {
        [] => {}
        members if is_split => draw_split(sheet, members, &body),
        members => {
            if let Some((columns, first)) = groups {
                body.top = draw_groups(sheet, columns, first, &body);
            }
            draw_grid(sheet, members, &body, groups);
        }
    }
    sheet.close_page(body);
}

fn members<'a>(sheet: &Sheet<'a>) -> Vec<Member<'a>> {
    let entries = sheet.entries("members").into_iter().enumerate();
    entries
        .filter(|(_, entry)| ["image", "name", "byline"].iter().any(|key| !text_of(entry, key).is_empty()))
        .take(25)
        .enumerate()
        .map(|(place, (index, content))| Member { index, place, content })
        .collect()
}

/// The number of columns and how many of them are in the first group; `None` without two groups.
fn group_columns(sheet: &Sheet<'_>, count: usize) -> Option<(usize, usize)> {
    let first: usize = sheet.text("columnSplit").parse().ok()?;
    let columns = match count {
        0..=4 => count,
        5..=8 => 4,
        9..=15 => 5,
        _ => 6,
    };
    (1..columns).contains(&first).then_some((columns, first))
}

fn is_circle(sheet: &Sheet<'_>) -> bool {
    sheet.text("imageShape") == "circle"
}

/// Whether words below a picture are centred.
fn is_centred(sheet: &Sheet<'_>) -> bool {
    is_circle(sheet) || sheet.look.voice.plate.align == TextAlign::Center
}

/// Left edge of a column in BODY, and the width of columns.
fn column_box(body: &BodyArea, columns: usize, groups: Option<(usize, usize)>, column: usize) -> (f32, f32) {
    let group_gap = if groups.is_some() { GROUP_GAP - GAP } else { 0.0 };
    let width = (body.width - GAP * number(columns - 1) - group_gap) / number(columns);
    let shift = if groups.is_some_and(|(_, first)| column >= first) { group_gap } else { 0.0 };
    (body.x + (width + GAP) * number(column) + shift, width)
}

/// Draws the supporting lines of the two groups side by side and returns the top of the grid.
fn draw_groups(sheet: &mut Sheet<'_>, columns: usize, first: usize, body: &BodyArea) -> f32 {
    let pen = sheet.body().size(40.0).leading(1.25).color(sheet.surface.muted);
    let at = |column: usize| column_box(body, columns, Some((columns, first)), column);
    let (second, width) = at(first);
    let end = at(first - 1).0 + width;
    let groups = [("subheading", body.x, end - body.x), ("subheading2", second, body.x + body.width - second)];
    let mut tallest = 0.0_f32;
    for (field, x, width) in groups {
        let words = sheet.text(field);
        if !words.is_empty() {
            let text = sheet.short_text(pen.plain(words), Px(width), &[40.0, 36.0, 32.0, 28.0], 2);
            let frame = sheet.rect(x, body.top - 24.0, width, text.height().0);
            tallest = tallest.max(text.height().0 + 8.0);
            sheet.push_text(frame, text, NodeRole::Subtitle, Some(field));
        }
    }
    body.top + tallest
}

fn draw_grid(sheet: &mut Sheet<'_>, members: &[Member<'_>], body: &BodyArea, groups: Option<(usize, usize)>) {
    let count = members.len();
    let below = |columns: usize| Arrangement { columns, is_beside: false, lines: 2 };
    let beside = |columns: usize| Arrangement { columns, is_beside: true, lines: 2 };
    let compositions = match (groups, count) {
        (Some((columns, _)), _) => vec![Composition::new(below(columns), &COLUMNS[..])],
        (None, 4) if !body.is_full_width() => vec![Composition::new(beside(2), &PLATES[..])],
        (None, 0..=4) => vec![Composition::new(below(count), &COLUMNS[..])],
        (None, 5 | 6) => vec![Composition::new(beside(3), &PLATES[..])],
        (None, 7..=12) => vec![Composition::new(beside(3), &MANY[..])],
        (None, 13..=16) => vec![Composition::new(beside(4), &VERY_MANY[..])],
        (None, _) => vec![Composition::new(beside(5), &VERY_MANY[..])],
    };
    let align = |sheet: &Sheet<'_>, arrangement: Arrangement| {
        if !arrangement.is_beside && is_centred(sheet) { Align::Center } else { sheet.start_align() }
    };
    let first = align(sheet, compositions[0].arrangement);
    // Long names are set in more lines before their size falls below the floor.
    let taller = |composition: &Composition<'static, Arrangement>| {
        let arrangement = Arrangement { lines: MAX_LINES, ..composition.arrangement };
        Composition { arrangement, ..*composition }
    };
    let compositions = [compositions.clone(), compositions.iter().map(taller).collect()].concat();
    let mut words: Vec<EntryText> = members.iter().map(|member| member.words(sheet, first)).collect();
    let limits = sheet.step_limits(body);
    let chosen = choose_even(limits, &compositions, None, |arrangement, step, gap| {
        let plan = Plan::new(sheet, &mut words, body, groups, Chosen { arrangement, step, gap });
        let Some(first) = plan.cards.first().filter(|_| plan.fits) else { return Fit::No };
        // Names side by side must be on one line each to be even.
        let width = first.words.width.0;
        let mut names = words.iter_mut().filter_map(|entry| entry.title.as_mut());
        let is_even = arrangement.is_beside || names.all(|name| name.lines_at(sheet, width, step.title) < 2);
        if is_even { Fit::Even } else { Fit::Uneven }
    });
    let plan = Plan::new(sheet, &mut words, body, groups, chosen);
    for ((member, words), boxes) in members.iter().zip(words).zip(plan.cards) {
        draw_card(sheet, member, words, boxes, chosen);
    }
}

/// Boxes of the cards in an arrangement.
struct Plan {
    cards: Vec<CardBoxes>,
    fits: bool,
}

/// The boxes of the parts of a card.
#[derive(Debug, Clone, Copy)]
struct CardBoxes {
    card: Rect,
    picture: Rect,
    words: Rect,
}

impl Plan {
    fn new(
        sheet: &mut Sheet<'_>,
        words: &mut [EntryText],
        body: &BodyArea,
        groups: Option<(usize, usize)>,
        chosen: Chosen<Arrangement>,
    ) -> Plan {
        if chosen.arrangement.is_beside {
            Plan::beside(sheet, words, body, chosen)
        } else {
            Plan::below(sheet, words, body, groups, chosen)
        }
    }

    /// Words below pictures; the pictures fill the height that the words leave.
    fn below(
        sheet: &mut Sheet<'_>,
        words: &mut [EntryText],
        body: &BodyArea,
        groups: Option<(usize, usize)>,
        chosen: Chosen<Arrangement>,
    ) -> Plan {
        let columns = chosen.arrangement.columns;
        let (_, width) = column_box(body, columns, groups, 0);
        let mut fits = width >= 200.0;
        let mut depths = Vec::new();
        for row in words.chunks_mut(columns) {
            let mut tallest = 0.0_f32;
            for entry in row {
                let (whole, height) = entry.measure(sheet, width, chosen.step);
                fits &= whole && line_count(sheet, entry, width, chosen.step) <= chosen.arrangement.lines;
                tallest = tallest.max(height);
            }
            depths.push(if tallest > 0.0 { tallest + ABOVE_NAME * chosen.gap } else { 0.0 });
        }
        let rows = depths.len();
        let gap = ROW_GAP * chosen.gap;
        let room = body.height() - gap * number(rows - 1);
        // Words that are too long are truncated, so that there is room for a picture.
        let max_depth = room / number(rows) - MIN_PICTURE;
        for depth in &mut depths {
            *depth = depth.min(max_depth);
        }
        let mut picture = (room - depths.iter().sum::<f32>()) / number(rows);
        fits &= picture >= if rows == 1 { 240.0 } else { 120.0 };
        if is_circle(sheet) {
            picture = picture.min(width);
        }
        let total = picture * number(rows) + depths.iter().sum::<f32>() + gap * number(rows - 1);
        let mut y = body.optical_top(total);
        let mut cards = Vec::with_capacity(words.len());
        for (row, depth) in depths.iter().enumerate() {
            for column in 0..columns.min(words.len() - row * columns) {
                let (x, width) = column_box(body, columns, groups, column);
                let card = sheet.rect(x, y, width, picture + depth);
                let above = sheet.inside(card, 0.0, 0.0, width, picture);
                let top = picture + ABOVE_NAME * chosen.gap;
                let words = sheet.inside(card, 0.0, top, width, (card.height.0 - top).max(0.0));
                cards.push(CardBoxes { card, picture: above, words });
            }
            y += picture + depth + gap;
        }
        Plan { cards, fits }
    }

    /// Words beside pictures, on plates.
    fn beside(sheet: &mut Sheet<'_>, words: &mut [EntryText], body: &BodyArea, chosen: Chosen<Arrangement>) -> Plan {
        let columns = chosen.arrangement.columns;
        let rows = words.len().div_ceil(columns);
        let (_, width) = column_box(body, columns, None, 0);
        let height = (body.height() - GAP * number(rows - 1)) / number(rows);
        let pad = if columns > 3 { 20.0 } else { 32.0 } * chosen.gap;
        let share = if columns > 4 { 0.3 } else { PICTURE_SHARE };
        let max_width = if words.len() > 6 { height } else { f32::MAX };
        let picture = (width * share).min(max_width);
        let room = width - picture - pad - if sheet.has_sided_plates() { pad.min(24.0) } else { 0.0 };
        let mut fits = room >= 100.0;
        for entry in words.iter_mut() {
            let (whole, needed) = entry.measure(sheet, room, chosen.step);
            fits &= whole && needed <= height - 16.0;
            fits &= line_count(sheet, entry, room, chosen.step) <= chosen.arrangement.lines;
        }
        let boxes = (0..words.len()).map(|place| {
            let (x, width) = column_box(body, columns, None, place % columns);
            let card = sheet.rect(x, body.top + (height + GAP) * number(place / columns), width, height);
            let words = sheet.inside(card, picture + pad, 0.0, room, height);
            CardBoxes { card, picture: sheet.inside(card, 0.0, 0.0, picture, height), words }
        });
        Plan { cards: boxes.collect(), fits }
    }
}

/// The number of lines of a name or a role, whichever has more.
fn line_count(sheet: &mut Sheet<'_>, entry: &mut EntryText, width: f32, step: Step) -> usize {
    let name = entry.title.as_mut().map_or(0, |name| name.lines_at(sheet, width, step.title));
    let role = entry.text.as_mut().map_or(0, |role| role.lines_at(sheet, width, step.text));
    name.max(role)
}

fn draw_card(
    sheet: &mut Sheet<'_>,
    member: &Member<'_>,
    words: EntryText,
    boxes: CardBoxes,
    chosen: Chosen<Arrangement>,
) {
    let CardBoxes { card, picture, words: room } = boxes;
    let is_beside = chosen.arrangement.is_beside;
    let anchor = if is_beside { VerticalAlign::Middle } else { VerticalAlign::Top };
    let is_round = is_circle(sheet);
    let place = match (is_round, is_beside) {
        (true, true) => square_in(picture.inset(Px(16.0))),
        (true, false) => square_in(picture),
        (false, _) => picture,
    };
    push_group(sheet, member, card, |sheet| {
        if is_beside {
            push_plate(sheet, card);
        }
        draw_portrait(sheet, member, place, false);
        words.put(sheet, room, chosen.step, anchor);
    });
}

/// Adds the plate of a card. The plate has no brand colour, because it would compete with the pictures.
fn push_plate(sheet: &mut Sheet<'_>, card: Rect) {
    match sheet.look.voice.plate.form {
        PlateForm::Colour => {
            let radius = Px(sheet.look.voice.plate.radius).min(card.height / 4.0);
            let shape = NodeKind::Shape(Shape::filled(sheet.surface.plate, radius));
            sheet.nodes.push(Node { role: NodeRole::Plate, ..Node::decoration(card, shape) });
        }
        PlateForm::RuleTop | PlateForm::Hairlines | PlateForm::None => {}
        _ => sheet.push_voice_plate(card, 0),
    }
}

/// The largest square in the middle of a box.
fn square_in(frame: Rect) -> Rect {
    let side = frame.width.min(frame.height);
    let center = frame.center();
    Rect { x: center.x - side / 2.0, y: center.y - side / 2.0, width: side, height: side }
}

/// Draws a card as a group with the link of its person.
fn push_group(sheet: &mut Sheet<'_>, member: &Member<'_>, card: Rect, draw: impl FnOnce(&mut Sheet<'_>)) {
    let nodes = sheet.collect_nodes(|sheet| {
        draw(sheet);
        let address = member.text("linkedin");
        if !address.is_empty() {
            let node = Node {
                frame: card,
                kind: NodeKind::Link(target(address)),
                role: NodeRole::Content,
                origin: Some(sheet.origin(&member.path("linkedin"))),
                step: None,
                alt: AltText::Text(member.text("name").to_owned()),
            };
            sheet.nodes.push(node);
        }
    });
    sheet.nodes.push(Node {
        frame: card,
        kind: NodeKind::Group(Group { nodes, clip: false }),
        role: NodeRole::Content,
        origin: Some(sheet.origin(&format!("members.{}", member.index))),
        step: None,
        alt: AltText::Own,
    });
}

/// Draws one person: the picture runs to three edges, the name is large, the title of the slide is a label.
fn draw_single(sheet: &mut Sheet<'_>, member: &Member<'_>) {
    let (picture_width, x, width) = SINGLE;
    let page_top: f32 = if sheet.look.voice.page.form == PageForm::Running { 98.0 } else { 0.0 };
    sheet.foot = Some((x, width));
    let logo = if sheet.has_corner_logo { 200.0 } else { 0.0 };
    let mut y = page_top.min(56.0) + 80.0;
    let label = sheet.heading().size(48.0).leading(1.1).color(sheet.surface.link);
    let support = sheet.body().size(40.0).leading(1.25).color(sheet.surface.muted);
    let lines = [("title", label, 48.0, NodeRole::Title), ("subheading", support, 40.0, NodeRole::Subtitle)];
    for (field, pen, size, role) in lines {
        if !sheet.text(field).is_empty() {
            let steps = [size, 40.0, 36.0, 32.0];
            let text = sheet.short_text(pen.plain(sheet.text(field)), Px(width - logo), &steps, 3);
            let frame = sheet.rect(x, y, width - logo, text.height().0);
            y = frame.bottom().0 + 12.0;
            sheet.push_text(frame, text, role, Some(field));
        }
    }
    let closing = sheet.text("bottomSubheading");
    let source = sheet.look.voice.other.source;
    let pen = sheet.body().size(source).leading(36.0 / source).color(sheet.surface.muted);
    let closing = (!closing.is_empty()).then(|| sheet.short_text(pen.plain(closing), Px(width), &[source, 24.0], 3));
    let bottom = closing.as_ref().map_or(984.0, |text| 948.0 - text.height().0);
    let bleeds = !is_circle(sheet) && sheet.text("imageAspect") != "original" && sheet.text("showPhotoFrame") != "on";
    let picture = if bleeds {
        sheet.rect(0.0, page_top, picture_width, 1080.0 - page_top)
    } else {
        sheet.rect(MARGIN, page_top + 80.0, picture_width - MARGIN, 904.0 - page_top)
    };
    let picture = if is_circle(sheet) { square_in(picture) } else { picture };
    let words = member.words(sheet, sheet.start_align());
    let (name, role) = (words.title.map(|name| name.at_most(3)), words.text.map(|role| role.at_most(4)));
    let room = Rect { y: Px(y + 24.0), height: Px(bottom - y - 24.0), ..sheet.rect(x, 0.0, width, 0.0) };
    push_group(sheet, member, picture, |sheet| draw_portrait(sheet, member, picture, bleeds));
    draw_name(sheet, (name, role), room);
    if let Some(text) = closing {
        let frame = sheet.rect(x, 972.0 - text.height().0, width, text.height().0);
        sheet.push_text(frame, text, NodeRole::Caption, Some("bottomSubheading"));
    }
}

/// Draws name and role of a single person at the largest sizes that fit, in the optical middle.
fn draw_name(sheet: &mut Sheet<'_>, (name, role): (Option<FieldText>, Option<FieldText>), room: Rect) {
    let (mut name, mut role) = (name, role);
    let width = room.width.0;
    let role_size = role.as_mut().map_or(36.0, |role| {
        ROLES
            .into_iter()
            .find(|size| role.fits(sheet, width, *size) && role.lines_at(sheet, width, *size) <= 3)
            .unwrap_or(36.0)
    });
    let role_height = role.as_mut().map_or(0.0, |role| role.height_at(sheet, width, role_size) + 24.0);
    let name_size = name.as_mut().map_or(72.0, |name| {
        let fits = |size: &f32| {
            name.fits(sheet, width, *size) && name.height_at(sheet, width, *size) + role_height <= room.height.0
        };
        NAMES.into_iter().find(fits).unwrap_or(64.0)
    });
    let name_height = name.as_mut().map_or(0.0, |name| name.height_at(sheet, width, name_size));
    let mut y = room.y.0 + (room.height.0 - name_height - role_height).max(0.0) * 0.4;
    for (text, size) in [(name, name_size), (role, role_size)] {
        if let Some(text) = text {
            let frame = Rect { y: Px(y), height: room.bottom() - Px(y), ..room };
            y += text.put_at(sheet, frame, size, VerticalAlign::Top) + 24.0;
        }
    }
}

/// Draws pictures on the start side, with all names and roles in a column beside them.
fn draw_split(sheet: &mut Sheet<'_>, members: &[Member<'_>], body: &BodyArea) {
    let (x, width, pictures) = SPLIT;
    let room = body.height();
    let (columns, side) = (1..=members.len())
        .map(|columns| {
            let rows = number(members.len().div_ceil(columns));
            let card_width = (pictures - GAP * number(columns - 1)) / number(columns);
            let card_height = (room - GAP * (rows - 1.0)) / rows;
            (columns, card_width.min(card_height))
        })
        .fold((1, 0.0), |best, next| if next.1 > best.1 + 0.5 { next } else { best });
    let rows = number(members.len().div_ceil(columns));
    let top = body.top + (room - side * rows - GAP * (rows - 1.0)).max(0.0) * 0.45;
    for (place, member) in members.iter().enumerate() {
        let (row, column) = (number(place / columns), number(place % columns));
        let card = sheet.rect(MARGIN + (side + GAP) * column, top + (side + GAP) * row, side, side);
        push_group(sheet, member, card, |sheet| draw_portrait(sheet, member, card, false));
    }
    let align = sheet.start_align();
    let mut words: Vec<EntryText> = members.iter().map(|member| member.words(sheet, align)).collect();
    let compositions = [Composition::new(1, &LIST[..]), Composition::new(2, &LIST[5..])];
    let limits: StepLimits = sheet.step_limits(body);
    let column = |columns: usize| (width - GAP * number(columns - 1)) / number(columns);
    let chosen = choose(limits, &compositions, None, |columns, step, gap| {
        let rows = members.len().div_ceil(columns);
        words.chunks_mut(rows).all(|words| {
            let mut height = -GAP * gap;
            let whole = words.iter_mut().all(|entry| {
                let (whole, entry_height) = entry.measure(sheet, column(columns), step);
                height += entry_height + GAP * gap;
                whole
            });
            whole && height <= room
        })
    });
    let rows = members.len().div_ceil(chosen.arrangement);
    let mut heights: Vec<f32> =
        words.iter_mut().map(|entry| entry.measure(sheet, column(chosen.arrangement), chosen.step).1).collect();
    let total = |heights: &[f32]| heights.iter().sum::<f32>() + GAP * chosen.gap * number(heights.len() - 1);
    let tallest = heights.chunks(rows).map(total).fold(0.0, f32::max);
    let top = body.optical_top(tallest);
    let mut y = top;
    for (place, (entry, height)) in words.into_iter().zip(heights.drain(..)).enumerate() {
        if place % rows == 0 {
            y = top;
        }
        let x = x + (column(chosen.arrangement) + GAP) * number(place / rows);
        let height_left = (body.bottom - y).max(0.0).min(height);
        let frame = sheet.rect(x.min(MARGIN + FULL_WIDTH), y, column(chosen.arrangement), height_left);
        entry.put(sheet, frame, chosen.step, VerticalAlign::Top);
        y += height + GAP * chosen.gap;
    }
}
