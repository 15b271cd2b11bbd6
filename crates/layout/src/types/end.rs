//! Closing and contact: thanks, a short text and contact details as live links.

use scene::{Align, Direction, LinkTarget, NodeRole, Px, Rect, Text};

use crate::body::Body;
use crate::diagram::number;
use crate::fit::fitted;
use crate::pen::target;
use crate::sheet::Sheet;
use crate::text::{BlockOptions, TextBlock};

/// Maximum lines of the title, and at its smallest size.
const TITLE_LINES: (usize, usize) = (2, 4);
/// Font sizes of the title, its width, and its vertical centre: with content below it, and alone.
const TITLES: [f32; 3] = [104.0, 88.0, 72.0];
const TITLE_WIDTH: f32 = 1408.0;
const MIDDLES: (f32, f32) = (400.0, 540.0);
/// Font sizes of the text, its width and the space above it.
const STEPS: [f32; 5] = [36.0, 32.0, 28.0, 26.0, 24.0];
const BODY_WIDTH: f32 = 1120.0;
const ABOVE_BODY: f32 = 32.0;
/// Top of the area for text.
const TOP: f32 = 112.0;
/// Font sizes of contact items, the height of a row of them, and the space between rows and between items.
const ITEMS: [f32; 3] = [30.0, 26.0, 24.0];
const ROW: f32 = 48.0;
const ROW_GAP: f32 = 24.0;
const ITEM_GAP: f32 = 56.0;
/// Vertical centre of the contact items, and the maximum width of a row.
const ITEMS_MIDDLE: f32 = 800.0;
const ITEMS_WIDTH: f32 = 1696.0;
/// Size of an item's icon as a factor of its font size, and the space after it.
const ICON: f32 = 1.1;
const AFTER_ICON: f32 = 14.0;
/// Top, width and height of the logo.
const LOGO: (f32, f32, f32) = (912.0, 480.0, 64.0);

/// A contact detail.
struct Item<'a> {
    field: &'static str,
    icon: &'static str,
    words: &'a str,
    leads: Option<LinkTarget>,
}

impl Item<'_> {
    /// Whether the item is an address or a number, which are left to right in every language.
    fn is_address(&self) -> bool {
        !matches!(self.field, "contactName" | "social1Label" | "social2Label")
    }
}

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let items = items(sheet);
    let placed = placed(sheet, &items);
    let rows = placed.iter().map(|item| item.row + 1).max().unwrap_or(0);
    let items_height = ROW * number(rows) + ROW_GAP * number(rows.saturating_sub(1));
    let items_top = ITEMS_MIDDLE - items_height / 2.0;
    let (logo_top, logo_width, logo_height) = LOGO;
    let logo_frame = sheet.rect((1920.0 - logo_width) / 2.0, logo_top, logo_width, logo_height);
    let logo = sheet.logo(logo_frame, Align::Center);
    let bottom = match (rows, &logo) {
        (0, None) => 968.0,
        (0, Some(_)) => logo_top - 48.0,
        _ => items_top - 56.0,
    };
    draw_words(sheet, Px(bottom), rows > 0);
    for place in placed {
        draw_item(sheet, &items[place.item], place, items_top);
    }
    sheet.nodes.extend(logo);
}

/// Draws title and text, centred, above a vertical position.
fn draw_words(sheet: &mut Sheet<'_>, bottom: Px, has_items: bool) {
    let title = title(sheet);
    let markdown = sheet.text("body");
    let mut body = Body::aligned(sheet, "body", markdown, STEPS[0], Align::Center);
    let middle = if has_items || !body.is_empty() { MIDDLES.0 } else { MIDDLES.1 };
    let title_height = title.height();
    let below = if body.is_empty() { Px::ZERO } else { Px(ABOVE_BODY) };
    // A long text may move the title up before it shrinks to its smallest sizes.
    let most = bottom - Px(TOP) - title_height - below;
    let width = Px(BODY_WIDTH);
    let size = fitted(&STEPS, most, |fitted| body.height(sheet, width, fitted));
    let body_height = body.height(sheet, width, size).min(most);
    let whole = title_height + below + body_height;
    let y = (Px(middle) - title_height / 2.0).min(bottom - whole).max(Px(TOP));

    let frame = sheet.rect((1920.0 - TITLE_WIDTH) / 2.0, y.0, TITLE_WIDTH, title_height.0);
    if !sheet.text("title").is_empty() {
        sheet.push_text(frame, title, NodeRole::Title, Some("title"));
    }
    if !body.is_empty() {
        let top = y + title_height + below;
        let column = sheet.rect((1920.0 - BODY_WIDTH) / 2.0, top.0, BODY_WIDTH, (bottom - top).0);
        let start = sheet.nodes.len();
        body.draw(sheet, &[column], size);
        sheet.finish_entry(start, "body", None);
    }
}

fn title(sheet: &mut Sheet<'_>) -> Text {
    let pen = sheet.heading().size(TITLES[0]).leading(1.06).align(Align::Center);
    sheet.headline(pen.plain(sheet.text("title")), Px(TITLE_WIDTH), &TITLES, TITLE_LINES)
}

fn items<'a>(sheet: &Sheet<'a>) -> Vec<Item<'a>> {
    let email = sheet.text("contactEmail");
    let phone = sheet.text("contactPhone");
    let url = sheet.text("contactUrl");
    let mut items = vec![
        Item { field: "contactName", icon: "user", words: sheet.text("contactName"), leads: None },
        Item { field: "contactEmail", icon: "mail", words: email, leads: Some(target(&format!("mailto:{email}"))) },
        Item { field: "contactPhone", icon: "phone", words: phone, leads: dialled(phone) },
        Item { field: "contactUrl", icon: "globe", words: shown(url), leads: address(url) },
    ];
    for (label_field, url_field) in [("social1Label", "social1Url"), ("social2Label", "social2Url")] {
        let (label, url) = (sheet.text(label_field), sheet.text(url_field));
        let (field, words) = if label.is_empty() { (url_field, shown(url)) } else { (label_field, label) };
        items.push(Item { field, icon: "link", words, leads: address(url) });
    }
    items.retain(|item| !item.words.is_empty());
    items
}

/// The link target of a telephone number, if it is one. A zero in brackets is not dialled after a country code.
fn dialled(phone: &str) -> Option<LinkTarget> {
    let whole = if phone.starts_with('+') { phone.replace("(0)", "") } else { phone.to_owned() };
    let digits: String = whole.chars().filter(|sign| sign.is_ascii_digit() || *sign == '+').collect();
    (!digits.is_empty()).then(|| target(&format!("tel:{digits}")))
}

/// The link target of an address; `None` for a bare scheme.
fn address(url: &str) -> Option<LinkTarget> {
    (!shown(url).is_empty()).then(|| target(url))
}

/// An address as it is displayed.
fn shown(url: &str) -> &str {
    let bare = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://")).unwrap_or(url);
    bare.strip_prefix("mailto:").unwrap_or(bare).trim_end_matches('/')
}

/// A contact item with its text and position.
struct Placed {
    /// Index of the item.
    item: usize,
    row: usize,
    x: f32,
    text: Text,
    /// Font size.
    size: f32,
    /// Width of the text.
    width: f32,
}

/// Lays out the items in up to two rows, smaller or truncated if they need more.
fn placed(sheet: &mut Sheet<'_>, items: &[Item<'_>]) -> Vec<Placed> {
    let pen = sheet.body().size(ITEMS[0]).leading(ROW / ITEMS[0]);
    let mut blocks: Vec<TextBlock> = items
        .iter()
        .map(|item| {
            let mut paragraph = pen.plain(item.words);
            if item.is_address() {
                paragraph.direction = Direction::LeftToRight;
            }
            for run in &mut paragraph.runs {
                run.link.clone_from(&item.leads);
            }
            TextBlock::new(sheet.typesetter, vec![paragraph])
        })
        .collect();
    let natural: Vec<f32> = blocks.iter_mut().map(|block| block.natural_width(sheet.typesetter, 1.0).0 + 2.0).collect();
    let icon = |size: f32| size * ICON + AFTER_ICON;
    let widths = |size: f32, most: f32| -> Vec<f32> {
        natural.iter().map(|width| (width * size / ITEMS[0]).min(most - icon(size))).collect()
    };
    let fits = |size: &f32| rows(&widths(*size, ITEMS_WIDTH), icon(*size)).len() <= 2;
    let (size, most) = match ITEMS.iter().copied().find(fits) {
        Some(size) => (size, ITEMS_WIDTH),
        None => (ITEMS[ITEMS.len() - 1], (ITEMS_WIDTH - ITEM_GAP * 2.0) / 3.0),
    };
    let widths = widths(size, most);
    let mut placed = Vec::with_capacity(items.len());
    for (row, members) in rows(&widths, icon(size)).into_iter().enumerate() {
        let items: f32 = members.iter().map(|place| widths[*place] + icon(size)).sum();
        let whole = items + ITEM_GAP * number(members.len() - 1);
        let mut x = 960.0 - whole / 2.0;
        for place in members {
            let width = widths[place];
            let options = BlockOptions { width: Px(width), scale: size / ITEMS[0], gap: 1.0 };
            let text = blocks[place].text(sheet.typesetter, options, Px(f32::MAX), 1);
            placed.push(Placed { item: place, row, x, text, size, width });
            x += width + icon(size) + ITEM_GAP;
        }
    }
    placed
}

/// The items of each row. Two rows are made about equally long, so that neither has a single item.
fn rows(widths: &[f32], icon: f32) -> Vec<Vec<usize>> {
    let rows = filled_rows(widths, icon);
    if rows.len() != 2 {
        return rows;
    }
    let long = |items: &[f32]| items.iter().map(|width| width + icon + ITEM_GAP).sum::<f32>();
    let longer = |split: usize| long(&widths[..split]).max(long(&widths[split..]));
    let split = (1..widths.len()).min_by(|one, other| longer(*one).total_cmp(&longer(*other)));
    split.map_or(rows, |split| vec![(0..split).collect(), (split..widths.len()).collect()])
}

/// The items of each row when every row takes as many as fit.
fn filled_rows(widths: &[f32], icon: f32) -> Vec<Vec<usize>> {
    let mut rows: Vec<Vec<usize>> = Vec::new();
    let mut taken = f32::MAX;
    for (place, width) in widths.iter().enumerate() {
        let wide = width + icon;
        match rows.last_mut() {
            Some(row) if taken + ITEM_GAP + wide <= ITEMS_WIDTH + 0.5 => {
                row.push(place);
                taken += ITEM_GAP + wide;
            }
            _ => {
                rows.push(vec![place]);
                taken = wide;
            }
        }
    }
    rows
}

fn draw_item(sheet: &mut Sheet<'_>, item: &Item<'_>, placed: Placed, top: f32) {
    let y = top + (ROW + ROW_GAP) * number(placed.row);
    let side = placed.size * ICON;
    let frame: Rect = sheet.rect(placed.x, y + (ROW - side) / 2.0, side, side);
    let mark = sheet.surface.mark;
    let icon = sheet.icon(item.icon, frame, mark);
    sheet.nodes.extend(icon);
    let height = placed.text.height().0;
    let frame = sheet.rect(placed.x + side + AFTER_ICON, y + (ROW - height) / 2.0, placed.width, height);
    sheet.push_text(frame, placed.text, NodeRole::Label, Some(item.field));
}
