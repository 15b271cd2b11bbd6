//! Formula: one large formula, with its symbols explained below it.

use scene::{Align, NodeRole, VerticalAlign};

use crate::diagram::{diagram_steps, entry_text_pen, largest_figure, lead_ink, number, push_hairline, show_at};
use crate::entry::EntryText;
use crate::field_text::FieldText;
use crate::fit::{Chosen, Composition, Step, choose};
use crate::head::{BodyArea, PageOptions};
use crate::sheet::{Sheet, text_of};

/// Largest size of a formula without symbols.
const ALONE: f32 = 320.0;
/// Largest size of a formula with symbols.
const WITH_PARTS: f32 = 208.0;
/// Smallest size of a formula.
const SMALLEST: f32 = 32.0;
/// Largest size of a formula that is not understood and shown as written.
const AS_WRITTEN: f32 = 56.0;
/// The symbols leave room for a formula of this size, unless it is too wide for it.
const MIN_SIZE: f32 = 104.0;
/// The maximum height of the symbols, as a share of BODY.
const MAX_SHARE: f32 = 0.55;
/// Minimum space between the formula and the symbols.
const BELOW_FORMULA: f32 = 56.0;
/// Space between columns.
const BETWEEN_COLUMNS: f32 = 56.0;
/// Space between the line above a symbol and the symbol.
const BELOW_LINE: f32 = 28.0;
/// Space between a symbol and its meaning below it.
const BELOW_SYMBOL: f32 = 12.0;
/// Space above and below the text of a row.
const ROW_PADDING: f32 = 14.0;
/// Space between a symbol and its meaning beside it.
const BESIDE_SYMBOL: f32 = 36.0;
/// A formula that is higher than both of these, in ems and as a share of its width, has the symbols beside it.
const HIGH: (f32, f32) = (3.5, 0.45);
/// Width of a high formula and of the symbols beside it, as shares of BODY.
const BESIDE_SHARES: (f32, f32) = (0.54, 0.4);
/// The minimum width of the meanings, as a share of a column.
const MIN_TEXT: f32 = 0.5;

/// How the symbols are arranged.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Arrangement {
    /// Side by side, each above its meaning.
    Columns,
    /// In rows of two columns, each beside its meaning.
    Rows,
    /// In rows at the end side of a high formula, each beside its meaning.
    Beside,
}

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let body = sheet.open_page(PageOptions { closing: "caption", ..PageOptions::default() });
    let mut parts = parts(sheet);
    if let Some(mut formula) = LargeFormula::new(sheet) {
        if parts.is_empty() {
            formula.put(sheet, &body, Room { width: body.width, height: body.height(), max_size: ALONE });
        } else {
            let grid = choose_grid(sheet, &mut formula, &mut parts, &body);
            formula.put(sheet, &body, grid.formula_room(&body));
            grid.draw(sheet, parts, &body);
        }
    }
    sheet.close_page(body);
}

/// The area of the formula, from the upper start corner of BODY, and the largest size of the formula.
#[derive(Debug, Clone, Copy)]
struct Room {
    width: f32,
    height: f32,
    max_size: f32,
}

/// The formula, and whether it is shown as written because it is not understood.
struct LargeFormula {
    text: FieldText,
    shows_source: bool,
}

impl LargeFormula {
    fn new(sheet: &mut Sheet<'_>) -> Option<LargeFormula> {
        let source = sheet.text("formula");
        if source.is_empty() {
            return None;
        }
        let paragraph = sheet.body().size(ALONE).leading(1.0).align(Align::Center).formula(source, true);
        let shows_source = paragraph.runs.iter().all(|run| run.drawn_formula().is_none());
        let text = FieldText::of_paragraph(sheet, "formula".to_owned(), NodeRole::Body, paragraph);
        Some(LargeFormula { text, shows_source })
    }

    /// The largest size at which the formula fits.
    fn size(&mut self, sheet: &mut Sheet<'_>, room: Room) -> Option<f32> {
        let max_size = if self.shows_source { AS_WRITTEN } else { room.max_size };
        largest_figure(max_size, SMALLEST, |size| {
            let is_narrow = self.shows_source || self.text.width_at(sheet, size) <= room.width;
            is_narrow && self.text.height_at(sheet, room.width, size) <= room.height
        })
    }

    fn is_high(&mut self, sheet: &mut Sheet<'_>) -> bool {
        let width = self.text.width_at(sheet, MIN_SIZE);
        let height = self.text.height_at(sheet, width, MIN_SIZE);
        !self.shows_source && height > MIN_SIZE * HIGH.0 && height > width * HIGH.1
    }

    /// Draws the formula in the middle of its room.
    fn put(mut self, sheet: &mut Sheet<'_>, body: &BodyArea, room: Room) {
        let size = self.size(sheet, room).unwrap_or(SMALLEST);
        let frame = sheet.rect(body.x, body.top, room.width, room.height);
        self.text.put_at(sheet, frame, size, VerticalAlign::Middle);
    }
}

/// The symbols as titles, with their meanings as texts.
fn parts(sheet: &mut Sheet<'_>) -> Vec<EntryText> {
    let symbol_pen = sheet.body().size(72.0).leading(1.1).color(lead_ink(sheet, 0.0));
    let text_pen = entry_text_pen(sheet);
    let entries = sheet.filled_entries("parts", &["symbol", "text"]);
    let mut parts = Vec::with_capacity(entries.len());
    for (index, entry) in entries {
        let field = |name: &str| format!("parts.{index}.{name}");
        let symbol = text_of(entry, "symbol");
        let title = (!symbol.is_empty()).then(|| {
            FieldText::of_paragraph(sheet, field("symbol"), NodeRole::Label, symbol_pen.formula(symbol, false))
        });
        let text = FieldText::new(sheet, field("text"), NodeRole::Body, &text_pen, text_of(entry, "text"));
        parts.push(EntryText { title, text, between: 0.0 });
    }
    parts
}

/// The largest symbols that leave room for the formula.
fn choose_grid(
    sheet: &mut Sheet<'_>,
    formula: &mut LargeFormula,
    parts: &mut [EntryText],
    body: &BodyArea,
) -> PartGrid {
    let count = parts.len();
    let columns = diagram_steps((72.0, 40.0), if count < 4 { 56.0 } else { 44.0 });
    let rows = diagram_steps((56.0, 36.0), 44.0);
    let is_high = formula.is_high(sheet);
    let compositions = [
        Composition::new(Arrangement::Beside, &rows).when(is_high),
        Composition::new(Arrangement::Columns, &columns).when(count <= 4),
        Composition::new(Arrangement::Rows, &rows).when(count > 1),
    ];
    let max_height = |room: f32| room * MAX_SHARE;
    let below = body.height() - BELOW_FORMULA;
    let min_room = Room { width: body.width, height: below - max_height(below), max_size: MIN_SIZE };
    let min_size = formula.size(sheet, min_room).unwrap_or(0.0);
    let limits = sheet.step_limits(body);
    let Chosen { arrangement, step, .. } = choose(limits, &compositions, None, |arrangement, step, _| {
        let grid = PartGrid::new(sheet, parts, body, arrangement, step);
        let max_height = if arrangement == Arrangement::Beside { body.height() } else { max_height(below) };
        grid.fits
            && grid.height() <= max_height
            && formula.size(sheet, grid.formula_room(body)).unwrap_or(0.0) >= min_size
    });
    PartGrid::new(sheet, parts, body, arrangement, step)
}

/// The symbols with their meanings, measured at a step.
struct PartGrid {
    arrangement: Arrangement,
    step: Step,
    /// Widths of a column, and of symbol and text in it.
    column: f32,
    symbol: f32,
    text: f32,
    /// Heights of the symbols of each row, and of the texts.
    rows: Vec<(f32, f32)>,
    fits: bool,
}

impl PartGrid {
    fn new(
        sheet: &mut Sheet<'_>,
        parts: &mut [EntryText],
        body: &BodyArea,
        arrangement: Arrangement,
        step: Step,
    ) -> PartGrid {
        let (width, columns) = match arrangement {
            Arrangement::Columns => (body.width, parts.len()),
            Arrangement::Rows => (body.width, 2),
            Arrangement::Beside => (body.width * BESIDE_SHARES.1, 1),
        };
        let column = (width - BETWEEN_COLUMNS * number(columns - 1)) / number(columns);
        let widths = parts.iter_mut().filter_map(|part| part.title.as_mut());
        let widest = widths.map(|symbol| symbol.width_at(sheet, step.title)).fold(0.0, f32::max);
        let (symbol, text) = match arrangement {
            Arrangement::Columns => (column, column),
            Arrangement::Rows | Arrangement::Beside => (widest, column - widest - BESIDE_SYMBOL),
        };
        let mut rows = vec![(0.0_f32, 0.0_f32); parts.len().div_ceil(columns)];
        let mut fits = widest <= symbol && text >= column * MIN_TEXT;
        let in_column = rows.len();
        for (index, part) in parts.iter_mut().enumerate() {
            let (_, symbol_height) = part.measure_title(sheet, f32::MAX, step.title, 1);
            let (is_whole, text_height) = part.measure_text(sheet, text, step.text);
            fits &= is_whole;
            let row = &mut rows[index % in_column];
            *row = (row.0.max(symbol_height), row.1.max(text_height));
        }
        PartGrid { arrangement, step, column, symbol, text, rows, fits }
    }

    fn row_height(&self, (symbol, text): (f32, f32)) -> f32 {
        match self.arrangement {
            Arrangement::Columns => BELOW_LINE + symbol + BELOW_SYMBOL + text,
            Arrangement::Rows | Arrangement::Beside => symbol.max(text) + ROW_PADDING * 2.0,
        }
    }

    fn height(&self) -> f32 {
        self.rows.iter().map(|row| self.row_height(*row)).sum()
    }

    /// The part of BODY that the symbols leave free for the formula.
    fn formula_room(&self, body: &BodyArea) -> Room {
        let max_size = WITH_PARTS;
        if self.arrangement == Arrangement::Beside {
            return Room { width: body.width * BESIDE_SHARES.0, height: body.height(), max_size };
        }
        Room { width: body.width, height: body.height() - self.height() - BELOW_FORMULA, max_size }
    }

    /// Draws the symbols beside the formula or at the bottom of BODY. Each is a build step.
    fn draw(self, sheet: &mut Sheet<'_>, parts: Vec<EntryText>, body: &BodyArea) {
        let (left, top) = match self.arrangement {
            Arrangement::Beside => {
                (body.x + body.width - self.column, body.top + (body.height() - self.height()) / 2.0)
            }
            _ => (body.x, body.bottom - self.height()),
        };
        let in_column = self.rows.len();
        for (index, part) in parts.into_iter().enumerate() {
            let start = sheet.nodes.len();
            let (place, row) = (index / in_column, index % in_column);
            let x = left + number(place) * (self.column + BETWEEN_COLUMNS);
            let y = top + self.rows[..row].iter().map(|row| self.row_height(*row)).sum::<f32>();
            push_hairline(sheet, x, x + self.column, y);
            let (symbol, text) = self.rows[row];
            let (symbol, text, anchor) = match self.arrangement {
                Arrangement::Columns => {
                    let y = y + BELOW_LINE;
                    let below = y + symbol + BELOW_SYMBOL;
                    let symbol = sheet.rect(x, y, self.symbol, symbol);
                    (symbol, sheet.rect(x, below, self.text, text), VerticalAlign::Top)
                }
                Arrangement::Rows | Arrangement::Beside => {
                    let (y, height) = (y + ROW_PADDING, symbol.max(text));
                    let beside = x + self.symbol + BESIDE_SYMBOL;
                    let symbol = sheet.rect(x, y, self.symbol, height);
                    (symbol, sheet.rect(beside, y, self.text, height), VerticalAlign::Middle)
                }
            };
            // Lines are centred on the face of the text, so symbols of any height share a baseline.
            if let Some(words) = part.title {
                words.put_at(sheet, symbol, self.step.title, VerticalAlign::Middle);
            }
            if let Some(words) = part.text {
                words.put_at(sheet, text, self.step.text, anchor);
            }
            show_at(sheet, start, index + 1);
        }
    }
}
