//! Picture cards: a grid of up to twenty-five pictures with a name and a role under each.

use deck::Content;
use scene::{Align, AltText, Group, Node, NodeKind, NodeRole, PaletteRole, Px, Rect, Shape, Text};
use serde_json::Value;

use crate::diagram::number;
use crate::frame::{FULL_WIDTH, MARGIN};
use crate::pen::target;
use crate::photo::Photo;
use crate::picture::Fit;
use crate::sheet::{Sheet, text_of};

/// Space between two cards, and between the two groups of a split.
const GUTTER: (f32, f32) = (32.0, 64.0);
/// Space between a picture and its name.
const GAP: f32 = 20.0;
/// Font sizes of name and role, from large to small.
const SIZES: [(f32, f32); 3] = [(30.0, 24.0), (26.0, 22.0), (22.0, 20.0)];

/// A person on a card.
struct Member<'a> {
    index: usize,
    content: &'a Content,
}

impl Member<'_> {
    fn text(&self, key: &str) -> &str {
        text_of(self.content, key)
    }

    fn path(&self, key: &str) -> String {
        format!("members.{}.{key}", self.index)
    }
}

/// The words under a picture.
struct CardText {
    name: Option<Text>,
    byline: Option<Text>,
}

impl CardText {
    fn height(&self) -> f32 {
        let height = |text: &Option<Text>| text.as_ref().map_or(0.0, |text| text.height().0);
        let gap = if self.name.is_some() && self.byline.is_some() { 4.0 } else { 0.0 };
        height(&self.name) + height(&self.byline) + gap
    }
}

/// The columns of a grid.
struct Columns {
    count: usize,
    width: f32,
    /// After how many columns the second group begins.
    split: Option<usize>,
}

impl Columns {
    fn x(&self, column: usize) -> f32 {
        let apart = if self.split.is_some_and(|split| column >= split) { GUTTER.1 - GUTTER.0 } else { 0.0 };
        (self.width + GUTTER.0) * number(column) + apart
    }
}

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let members = members(sheet);
    let split = split(sheet, members.len());
    let mut top = if split.is_some() { sheet.draw_head_from("title").0 } else { sheet.draw_head().0 };
    let bottom = sheet.draw_closing("bottomSubheading").0;
    if members.is_empty() {
        return;
    }
    if sheet.text("textPosition") == "split" {
        draw_split(sheet, &members, top, bottom);
        return;
    }
    let columns = columns(members.len(), FULL_WIDTH, split);
    if let Some(split) = split {
        top = draw_groups(sheet, &columns, split, top);
    }
    draw_grid(sheet, &members, &columns, top, bottom);
}

fn members<'a>(sheet: &Sheet<'a>) -> Vec<Member<'a>> {
    let entries = sheet.entries("members").into_iter().enumerate();
    entries
        .filter(|(_, entry)| ["image", "name", "byline"].iter().any(|key| !text_of(entry, key).is_empty()))
        .take(25)
        .map(|(index, content)| Member { index, content })
        .collect()
}

/// After how many columns the second group begins, where there are two.
fn split(sheet: &Sheet<'_>, count: usize) -> Option<usize> {
    let wanted: usize = sheet.text("columnSplit").parse().ok()?;
    let grid = sheet.text("textPosition") != "split";
    (grid && (1..column_count(count)).contains(&wanted)).then_some(wanted)
}

fn column_count(cards: usize) -> usize {
    match cards {
        0..=4 => cards,
        5..=8 => 4,
        9..=10 => 5,
        11..=21 => 7,
        _ => 9,
    }
}

fn columns(cards: usize, width: f32, split: Option<usize>) -> Columns {
    let count = column_count(cards).max(1);
    let gutters = GUTTER.0 * number(count - 1) + split.map_or(0.0, |_| GUTTER.1 - GUTTER.0);
    Columns { count, width: (width - gutters) / number(count), split }
}

/// Preferred side of a picture.
fn side(cards: usize) -> f32 {
    match cards {
        0..=4 => 400.0,
        5..=10 => 256.0,
        11..=14 => 208.0,
        _ => 144.0,
    }
}

fn sizes(cards: usize) -> (f32, f32) {
    match cards {
        0..=8 => SIZES[0],
        9..=14 => SIZES[1],
        _ => SIZES[2],
    }
}

/// The supporting lines of the two groups, side by side; returns where the grid begins.
fn draw_groups(sheet: &mut Sheet<'_>, columns: &Columns, split: usize, top: f32) -> f32 {
    let pen = sheet.body().size(30.0).leading(1.35).color(sheet.surface.muted).align(Align::Center);
    let left = (columns.x(split) - GUTTER.1).max(columns.width);
    let groups = [("subheading", 0.0, left), ("subheading2", columns.x(split), FULL_WIDTH - columns.x(split))];
    let mut deepest = 0.0_f32;
    for (field, x, width) in groups {
        let words = sheet.text(field);
        if !words.is_empty() {
            let text = sheet.short_text(pen.plain(words), Px(width), &[30.0, 28.0, 26.0, 24.0], 2);
            let frame = sheet.rect(MARGIN + x, top, width, text.height().0);
            deepest = deepest.max(text.height().0 + 32.0);
            sheet.push_text(frame, text, NodeRole::Subtitle, Some(field));
        }
    }
    top + deepest
}

fn draw_grid(sheet: &mut Sheet<'_>, members: &[Member<'_>], columns: &Columns, top: f32, bottom: f32) {
    let rows: Vec<&[Member<'_>]> = members.chunks(columns.count).collect();
    let most = side(members.len()).min(columns.width);
    let gap = if rows.len() > 2 { 24.0 } else { 40.0 };
    let room = bottom - top - gap * number(rows.len() - 1);
    let (mut words, mut side) = (Vec::new(), most);
    // Texts are truncated before pictures become small.
    for lines in [(2, 2), (2, 1), (1, 1)] {
        words = members.iter().map(|member| set_words(sheet, member, columns.width, members.len(), lines)).collect();
        let deep: f32 = words.chunks(columns.count).map(row_depth).sum();
        let fits = (room - deep) / number(rows.len());
        // Reduced in steps of 16.
        side = most - ((most - fits).max(0.0) / 16.0).ceil() * 16.0;
        if side >= most * 0.75 {
            break;
        }
    }
    let side = side.max(64.0);
    let mut words = words.into_iter();
    let mut y = top;
    for row in rows {
        let set: Vec<CardText> = words.by_ref().take(row.len()).collect();
        let deep = row_depth(&set);
        let empty = number(columns.count - row.len());
        // An incomplete last row is centred, except in a split grid.
        let indent = if columns.split.is_some() { 0.0 } else { (columns.width + GUTTER.0) * empty / 2.0 };
        for (column, (member, words)) in row.iter().zip(set).enumerate() {
            let x = MARGIN + indent + columns.x(column);
            let card = sheet.rect(x, y, columns.width, side + deep);
            draw_card(sheet, member, Some(words), card, side);
        }
        y += side + deep + gap;
    }
}

fn row_depth(words: &[CardText]) -> f32 {
    let deepest = words.iter().map(CardText::height).fold(0.0, f32::max);
    if deepest > 0.0 { deepest + GAP } else { 0.0 }
}

fn set_words(sheet: &mut Sheet<'_>, member: &Member<'_>, width: f32, cards: usize, lines: (usize, usize)) -> CardText {
    let (large, small) = sizes(cards);
    let name = sheet.body().size(large).leading(1.25).stressed().align(Align::Center);
    let byline = sheet.body().size(small).leading(1.3).color(sheet.surface.muted).align(Align::Center);
    let mut set = |key: &str, pen: crate::pen::Pen, size: f32, lines: usize| {
        let words = member.text(key);
        (!words.is_empty()).then(|| sheet.short_text(pen.plain(words), Px(width), &[size], lines))
    };
    CardText { name: set("name", name, large, lines.0), byline: set("byline", byline, small, lines.1) }
}

/// A picture with the words under it, where there are any.
fn draw_card(sheet: &mut Sheet<'_>, member: &Member<'_>, words: Option<CardText>, card: Rect, side: f32) {
    let nodes = sheet.collect_nodes(|sheet| {
        let place = Rect::new(card.center().x.0 - side / 2.0, card.y.0, side, side);
        draw_portrait(sheet, member, place);
        let mut y = place.bottom() + Px(GAP);
        if let Some(CardText { name, byline }) = words {
            for (text, role, key) in [(name, NodeRole::Label, "name"), (byline, NodeRole::Caption, "byline")] {
                if let Some(text) = text {
                    let frame = Rect { y, height: text.height(), ..card };
                    y = frame.bottom() + Px(4.0);
                    sheet.push_text(frame, text, role, Some(&member.path(key)));
                }
            }
        }
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

/// The picture of someone, else the initials.
fn draw_portrait(sheet: &mut Sheet<'_>, member: &Member<'_>, place: Rect) {
    let (shape, most) = (sheet.text("imageShape"), sheet.look.radius);
    let round = |side: Px| match shape {
        "circle" => side / 2.0,
        "square" => Px::ZERO,
        _ => most.min(side / 6.0),
    };
    let framed = sheet.text("showPhotoFrame") == "on";
    let source = member.text("image");
    let own_shape = sheet.text("imageAspect") == "original" && sheet.text("imageShape") != "circle";
    // Pictures with their original aspect ratio are aligned at the bottom, so that the names share a baseline.
    let place = match sheet.pictures.facts(source).filter(|_| own_shape) {
        Some(facts) => {
            let (fitted, _) = facts.placed(place, Fit::Contain, (50.0, 50.0));
            Rect { y: place.bottom() - fitted.height, ..fitted }
        }
        None => place,
    };
    let radius = round(place.width.min(place.height));
    let inner = if framed { place.inset(Px(6.0)) } else { place };
    if framed {
        let shape = Shape::filled(PaletteRole::Surface, radius).lined(sheet.surface.line, sheet.look.edge);
        sheet.nodes.push(Node { role: NodeRole::Plate, ..Node::decoration(place, NodeKind::Shape(shape)) });
    }
    let radius = round(inner.width.min(inner.height));
    if source.is_empty() {
        draw_initials(sheet, member, inner, radius);
        return;
    }
    let number = |key: &str| member.content.get(key).and_then(Value::as_f64).unwrap_or(50.0);
    #[expect(clippy::cast_possible_truncation, reason = "percentages")]
    let focus = (number("imageFocusX") as f32, number("imageFocusY") as f32);
    let field = member.path("image");
    let alt = member.text("alt");
    let photo = Photo {
        field: &field,
        source,
        // The name describes a portrait.
        alt: if alt.is_empty() { member.text("name") } else { alt },
        decorative: false,
        fit: Fit::Cover,
        focus,
        radius,
        clear: Px::ZERO,
    };
    let node = sheet.photo(inner, photo);
    sheet.nodes.extend(node);
}

fn draw_initials(sheet: &mut Sheet<'_>, member: &Member<'_>, place: Rect, radius: Px) {
    let plate = sheet.plate(place, radius);
    sheet.nodes.push(plate);
    let letters = initials(member.text("name"));
    if letters.is_empty() {
        return;
    }
    let size = (place.width.0 * 0.34).round();
    let pen = sheet.heading().size(size).leading(1.2).color(sheet.surface.mark).align(Align::Center);
    let text = sheet.short_text(pen.plain(&letters), place.width, &[size], 1);
    let height = text.height();
    let frame = Rect { y: place.y + (place.height - height) / 2.0, height, ..place };
    // Screen readers read the name instead of the initials.
    let node = sheet.text_node(frame, text, NodeRole::Decoration, None);
    sheet.nodes.push(Node { alt: AltText::Decorative, ..node });
}

/// The first letters of the first and last word of a name.
fn initials(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().filter(|word| word.starts_with(char::is_alphanumeric)).collect();
    let ends = match words.as_slice() {
        [] => return String::new(),
        [only] => vec![*only],
        [first, .., last] => vec![*first, *last],
    };
    ends.iter().filter_map(|word| word.chars().next()).flat_map(char::to_uppercase).collect()
}

/// Pictures on the start side, all names and roles in one column beside them.
fn draw_split(sheet: &mut Sheet<'_>, members: &[Member<'_>], top: f32, bottom: f32) {
    let room = bottom - top;
    let (columns, side) = (1..=members.len())
        .map(|columns| {
            let rows = number(members.len().div_ceil(columns));
            let wide = (1120.0 - GUTTER.0 * number(columns - 1)) / number(columns);
            let high = (room - GUTTER.0 * (rows - 1.0)) / rows;
            (columns, wide.min(high).min(400.0))
        })
        .fold((1, 0.0), |best, next| if next.1 > best.1 + 0.5 { next } else { best });
    for (place, member) in members.iter().enumerate() {
        let (row, column) = (number(place / columns), number(place % columns));
        let step = side + GUTTER.0;
        let card = sheet.rect(MARGIN + step * column, top + step * row, side, side);
        draw_card(sheet, member, None, card, side);
    }
    draw_list(sheet, members, top, room);
}

/// Draws names and roles below each other at the largest size that fits; at the smallest, one line each.
fn draw_list(sheet: &mut Sheet<'_>, members: &[Member<'_>], top: f32, room: f32) {
    let width = Px(544.0);
    let set = |sheet: &mut Sheet<'_>, (large, small): (f32, f32), lines: usize| -> Vec<CardText> {
        let name = sheet.body().size(large).leading(1.25).stressed();
        let byline = sheet.body().size(small).leading(1.3).color(sheet.surface.muted);
        let mut one = |words: &str, pen: &crate::pen::Pen, size: f32| {
            (!words.is_empty()).then(|| sheet.short_text(pen.plain(words), width, &[size], lines))
        };
        let words = |member: &Member<'_>| CardText {
            name: one(member.text("name"), &name, large),
            byline: one(member.text("byline"), &byline, small),
        };
        members.iter().map(words).collect()
    };
    let gaps = |gap: f32| gap * number(members.len().saturating_sub(1));
    for (sizes, lines, gap) in [(SIZES[0], 2, 24.0), (SIZES[1], 2, 20.0), (SIZES[2], 2, 16.0), (SIZES[2], 1, 8.0)] {
        let words = set(sheet, sizes, lines);
        let height: f32 = words.iter().map(CardText::height).sum::<f32>() + gaps(gap);
        if height <= room {
            push_list(sheet, members, words, (1264.0, top, width.0), gap);
            return;
        }
    }
    // One line each; in two columns if one is too short.
    let mut best = (set_single(sheet, members, width, 20.0), 1);
    let highest = |words: &[CardText]| words.iter().map(CardText::height).fold(0.0, f32::max);
    if highest(&best.0) * number(members.len()) > room {
        best = (set_single(sheet, members, Px(264.0), 20.0), 2);
    }
    let (words, columns) = best;
    let width = if columns == 1 { width } else { Px(264.0) };
    let height = highest(&words);
    let rows = members.len().div_ceil(columns);
    let gap = ((room - height * number(rows)) / number(rows.saturating_sub(1)).max(1.0)).clamp(0.0, 12.0);
    for ((members, words), x) in members.chunks(rows).zip(in_chunks(words, rows)).zip([1264.0, 1544.0]) {
        push_list(sheet, members, words, (x, top, width.0), gap);
    }
}

/// The name of each, then the role after a comma, on one line.
fn set_single(sheet: &mut Sheet<'_>, members: &[Member<'_>], width: Px, size: f32) -> Vec<CardText> {
    let (strong, weak) = (sheet.body().stressed().style.weight, sheet.surface.muted);
    let mut words = Vec::new();
    for member in members {
        let (name, byline) = (member.text("name"), member.text("byline"));
        let comma = if name.is_empty() || byline.is_empty() { "" } else { ", " };
        let mut paragraph = sheet.body().size(size).leading(1.3).plain(&format!("{name}{comma}{byline}"));
        if let Some(run) = paragraph.runs.first().cloned() {
            let (mut first, mut rest) = (run.clone(), run);
            first.style.weight = strong;
            first.range.end = name.len();
            rest.style.color = weak;
            rest.range.start = name.len();
            paragraph.runs = [first, rest].into_iter().filter(|run| !run.range.is_empty()).collect();
        }
        let name = (!paragraph.text.is_empty()).then(|| sheet.short_text(paragraph, width, &[size], 1));
        words.push(CardText { name, byline: None });
    }
    words
}

/// Splits texts into groups of a length.
fn in_chunks(words: Vec<CardText>, length: usize) -> Vec<Vec<CardText>> {
    let mut words = words.into_iter().peekable();
    let mut chunks = Vec::new();
    while words.peek().is_some() {
        chunks.push(words.by_ref().take(length).collect());
    }
    chunks
}

/// Draws names and roles below one another from a place, in a width.
fn push_list(
    sheet: &mut Sheet<'_>,
    members: &[Member<'_>],
    words: Vec<CardText>,
    (x, top, width): (f32, f32, f32),
    gap: f32,
) {
    let mut y = top;
    for (member, CardText { name, byline }) in members.iter().zip(words) {
        let bare = name.is_none() && byline.is_none();
        let between = if byline.is_some() { 4.0 } else { 0.0 };
        for (text, role, key) in [(name, NodeRole::Label, "name"), (byline, NodeRole::Caption, "byline")] {
            if let Some(text) = text {
                let frame = sheet.rect(x, y, width, text.height().0);
                y = frame.bottom().0 + if key == "name" { between } else { 0.0 };
                sheet.push_text(frame, text, role, Some(&member.path(key)));
            }
        }
        if !bare {
            y += gap;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn initials_are_those_of_the_first_and_last_word() {
        assert_eq!(initials("Piet de Vries"), "PV");
        assert_eq!(initials("  ama  "), "A");
        assert_eq!(initials("Jean-Luc (J.) Émile"), "JÉ");
        assert_eq!(initials(""), "");
        assert_eq!(initials("ليلى حداد"), "لح");
    }
}
