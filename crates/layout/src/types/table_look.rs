//! The looks of a table: the styles of its cells, their fills and borders, and the plates behind them.

use deck::voice::TableForm;
use scene::{
    CellBorders, Color, Fill, FontRole, Node, NodeKind, NodeRole, PaletteRole, Paragraph, Px, Rect, Shape, Table,
};

use super::table::{SHAPED, TableContent, TableRowContent, TableStyle};
use crate::diagram::{in_place, rounded};
use crate::grid::rule;
use crate::pen::Pen;
use crate::sheet::Sheet;
use crate::surface::{Ground, MIN_TEXT_CONTRAST, Surface};

/// Space between two rows that are plates, above and below each.
const ROW_GAP: f32 = 6.0;
/// Share of the accent in the header of a light table.
const LIGHT_HEADER: f32 = 0.08;

/// How a table is drawn. Looks without a description are the forms of the voice of the same name ([`TableForm`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TableLook {
    /// On a plate with a header in the accent.
    Soft,
    /// Like `Soft`, with the words of the first column in the accent.
    Panel,
    /// On a plate with a tinted header.
    Light,
    Ruled,
    Open,
    Rows,
    Heavy,
    Pills,
    Grid,
    Banded,
}

impl TableLook {
    /// The look of a style in the voice of the theme.
    pub(super) fn of(sheet: &Sheet<'_>, style: TableStyle) -> TableLook {
        match (style, sheet.look.voice.table.form) {
            (TableStyle::Panel, _) => TableLook::Panel,
            (TableStyle::Soft, _) => TableLook::Light,
            (TableStyle::Plain, TableForm::Soft) => TableLook::Soft,
            (TableStyle::Plain, TableForm::Ruled) => TableLook::Ruled,
            (TableStyle::Plain, TableForm::Open) => TableLook::Open,
            (TableStyle::Plain, TableForm::Rows) => TableLook::Rows,
            (TableStyle::Plain, TableForm::Heavy) => TableLook::Heavy,
            (TableStyle::Plain, TableForm::Pills) => TableLook::Pills,
            (TableStyle::Plain, TableForm::Grid) => TableLook::Grid,
            (TableStyle::Plain, TableForm::Banded) => TableLook::Banded,
        }
    }

    /// Whether the first and the last column are flush with the edges of the table.
    pub(super) fn is_flush(self) -> bool {
        matches!(self, TableLook::Ruled | TableLook::Open | TableLook::Heavy)
    }

    /// Whether the table begins with a rule.
    pub(super) fn has_top_rule(self) -> bool {
        matches!(self, TableLook::Ruled | TableLook::Heavy)
    }

    /// Whether each row is a plate.
    pub(super) fn has_row_plates(self) -> bool {
        matches!(self, TableLook::Rows | TableLook::Pills)
    }

    /// Width of the line around the whole table.
    pub(super) fn frame_width(self, sheet: &Sheet<'_>) -> f32 {
        if self == TableLook::Banded { sheet.look.voice.plate.stroke.max(2.0) } else { 0.0 }
    }

    /// Whether the whole table is on one plate.
    fn has_plate(self) -> bool {
        matches!(self, TableLook::Soft | TableLook::Panel | TableLook::Light | TableLook::Banded)
    }
}

/// Fill and text colour of a row.
type RowColors = (Option<Color>, Color);

/// The surface of the body rows.
fn row_surface(sheet: &Sheet<'_>, look: TableLook) -> Surface {
    let is_light = is_light(sheet);
    match look {
        TableLook::Soft | TableLook::Panel | TableLook::Light | TableLook::Pills => sheet.plate_surface(),
        TableLook::Rows | TableLook::Grid | TableLook::Banded if is_light => Ground::Surface.surface(sheet.look),
        _ => sheet.surface,
    }
}

fn is_light(sheet: &Sheet<'_>) -> bool {
    matches!(sheet.surface.ground, Ground::Base | Ground::Tint | Ground::Surface)
}

/// The colours of a row on the accent.
fn accent_colors(sheet: &Sheet<'_>) -> RowColors {
    let fill = sheet.surface.mark;
    let is_accent = fill == PaletteRole::Accent.into();
    let ink = if is_accent {
        Ground::Accent.surface(sheet.look).text
    } else {
        sheet.surface.color_on_mark(&sheet.look.palette)
    };
    (Some(fill), ink)
}

/// The colours of a row on the deep colour of a light page, otherwise on the accent.
fn deep_colors(sheet: &Sheet<'_>) -> RowColors {
    if is_light(sheet) && !sheet.surface.ground.is_dark(sheet.look) {
        return (Some(PaletteRole::Deep.into()), Ground::Deep.surface(sheet.look).text);
    }
    accent_colors(sheet)
}

/// The colours of the header row.
fn header_colors(sheet: &Sheet<'_>, look: TableLook) -> RowColors {
    let surface = row_surface(sheet, look);
    match look {
        TableLook::Soft | TableLook::Panel | TableLook::Pills => accent_colors(sheet),
        TableLook::Light => {
            let below = sheet.look.palette.rgb(surface.plate_below(sheet));
            let mixed = sheet.look.palette.rgb(surface.mark).over(below, LIGHT_HEADER);
            (Some(if is_light(sheet) { mixed.into() } else { surface.plate }), surface.text)
        }
        TableLook::Banded => deep_colors(sheet),
        TableLook::Grid if is_light(sheet) => (Some(PaletteRole::Tint.into()), Ground::Tint.surface(sheet.look).link),
        TableLook::Grid => (Some(sheet.surface.plate), sheet.surface.link),
        TableLook::Rows => (None, sheet.surface.link),
        TableLook::Heavy => (None, sheet.surface.text),
        TableLook::Open => (None, sheet.surface.muted),
        TableLook::Ruled => (None, sheet.readable(PaletteRole::Accent2.into(), MIN_TEXT_CONTRAST)),
    }
}

/// The colours of a row with sums.
fn sum_colors(sheet: &Sheet<'_>, look: TableLook) -> RowColors {
    if look.is_flush() { (None, sheet.surface.text) } else { deep_colors(sheet) }
}

/// The paragraphs of all cells, styled by the part of the table they are in.
pub(super) fn cells(
    sheet: &Sheet<'_>,
    content: &TableContent<'_>,
    look: TableLook,
    figures: &[bool],
    has_sum: bool,
) -> Vec<Vec<Paragraph>> {
    let surface = row_surface(sheet, look);
    let (_, header_ink) = header_colors(sheet, look);
    let (_, sum_ink) = sum_colors(sheet, look);
    let last = content.rows.len() - 1;
    let body = sheet.body().size(SHAPED).leading(1.2).color(surface.text);
    let heading = |scale: f32| sheet.heading().size(SHAPED * scale).leading(1.1).color(surface.text);
    let pen_of = |row: usize, column: usize, is_figures: bool| -> Pen {
        let is_header = row == 0 && content.has_header;
        let is_corner = is_header && column == 0 && !content.corner_is_header;
        let is_sum = has_sum && row == last;
        if is_header {
            let ink = if is_corner && (look.is_flush() || look == TableLook::Rows) { surface.text } else { header_ink };
            return match look {
                TableLook::Grid => sheet.mono().size(SHAPED * 0.84).leading(1.2).color(ink),
                TableLook::Open => body.clone().size(SHAPED * 0.84).color(ink),
                _ => body.clone().stressed().color(ink),
            };
        }
        let pen = match look {
            TableLook::Open => heading(1.2),
            TableLook::Heavy if is_figures || column == 0 => heading(1.0),
            TableLook::Ruled if column == 0 => heading(1.0),
            TableLook::Grid if is_figures => sheet.mono().size(SHAPED).leading(1.2).color(surface.text),
            TableLook::Panel if column == 0 => body.clone().stressed().color(surface.link),
            _ if column == 0 => body.clone().stressed(),
            _ => body.clone(),
        };
        if is_sum { pen.stressed().color(sum_ink) } else { pen }
    };
    let cell = |row: usize, column: usize, words: &String| {
        let is_figures = figures.get(column) == Some(&true);
        let is_header = row == 0 && content.has_header;
        let mut pen = pen_of(row, column, is_figures && !is_header);
        if is_figures {
            pen = pen.align(sheet.end_align());
        }
        let mut paragraph = pen.plain(words);
        // Numbers may use another font; their header uses that of the other headers.
        let has_own_face = matches!(sheet.look.voice.table.form, TableForm::Open | TableForm::Heavy | TableForm::Pills);
        let keeps_face = has_own_face || pen.style.font == FontRole::Mono;
        if is_figures && !is_header && !keeps_face {
            paragraph.runs.iter_mut().for_each(|run| run.style = sheet.look.figures(run.style));
        }
        paragraph
    };
    let row = |(row, content): (usize, &TableRowContent)| {
        content.cells.iter().enumerate().map(|(column, words)| cell(row, column, words)).collect()
    };
    content.rows.iter().enumerate().map(row).collect()
}

/// Returns a function from row and column to the fill and borders of a cell.
pub(super) fn cell_style(
    sheet: &Sheet<'_>,
    content: &TableContent<'_>,
    look: TableLook,
    has_sum: bool,
) -> impl Fn(usize, usize) -> (Option<Color>, CellBorders) + use<> {
    let surface = row_surface(sheet, look);
    let (header_fill, _) = header_colors(sheet, look);
    let (sum_fill, _) = sum_colors(sheet, look);
    let (last_row, last_column) = (content.rows.len() - 1, content.columns - 1);
    let has_header = content.has_header;
    let is_round = sheet.look.voice.plate.radius > 0.0;
    let (page, light) = (sheet.surface, is_light(sheet));
    move |row: usize, column: usize| {
        let is_header = row == 0 && has_header;
        let is_sum = has_sum && row == last_row;
        let is_before_sum = has_sum && row + 1 == last_row;
        let at_edge = column == 0 || column == last_column;
        // The fills of cells in its corners are drawn with the rounded plate behind the table.
        let is_drawn_behind = look.has_row_plates() || (look.has_plate() && is_round && at_edge);
        let is_even = (row + usize::from(!has_header)).is_multiple_of(2);
        let fill = match look {
            _ if is_drawn_behind && (is_header || is_sum || look.has_row_plates()) => None,
            _ if is_header => header_fill,
            _ if is_sum => sum_fill,
            TableLook::Grid if light => Some(PaletteRole::Surface.into()),
            // The last row of a rounded table is drawn behind it.
            TableLook::Banded if is_even && !(is_round && row == last_row) => {
                Some(if light { PaletteRole::Tint.into() } else { page.plate })
            }
            _ => None,
        };
        let hairline = rule(surface.line, 2.0);
        let strong = |width: f32| rule(page.text, width);
        let is_last = row == last_row;
        let mut borders = CellBorders::default();
        match look {
            TableLook::Soft | TableLook::Panel | TableLook::Light => {
                if !is_header && !is_last && !is_before_sum {
                    borders.bottom = Some(hairline);
                }
            }
            TableLook::Ruled | TableLook::Open | TableLook::Heavy => {
                let (top, header, body, bottom) = match look {
                    TableLook::Ruled => (Some(strong(5.0)), strong(2.0), hairline, Some(strong(5.0))),
                    TableLook::Heavy => (Some(strong(10.0)), strong(4.0), rule(page.text, 2.0), Some(strong(4.0))),
                    _ => (None, rule(page.mark, 3.0), hairline, None),
                };
                if row == 0 {
                    borders.top = top;
                }
                borders.bottom = if is_sum || is_before_sum {
                    Some(strong(4.0))
                } else if is_header {
                    Some(header)
                } else if is_last {
                    bottom
                } else {
                    Some(body)
                };
            }
            TableLook::Grid => {
                let line = |width: f32| Some(rule(page.mark, width));
                borders.top = if row == 0 { line(4.0) } else { None };
                borders.bottom = line(if is_last {
                    4.0
                } else if is_header {
                    3.0
                } else {
                    1.5
                });
                borders.left = line(if column == 0 { 4.0 } else { 1.5 });
                borders.right = if column == last_column { line(4.0) } else { None };
            }
            TableLook::Banded => {
                if !is_header && !is_sum && column < last_column {
                    borders.right = Some(hairline);
                }
            }
            TableLook::Rows | TableLook::Pills => {}
        }
        (fill, borders)
    }
}

/// Draws the plates behind a table that was placed in a frame.
pub(super) fn draw_behind(
    sheet: &mut Sheet<'_>,
    content: &TableContent<'_>,
    look: TableLook,
    has_sum: bool,
    frame: Rect,
    table: &Table,
) {
    let last = table.rows.len().saturating_sub(1);
    let mut rows = Vec::with_capacity(table.rows.len());
    let mut y = frame.y;
    for row in &table.rows {
        rows.push(Rect { y, height: row.height, ..frame });
        y += row.height;
    }
    let (header_fill, _) = header_colors(sheet, look);
    let (sum_fill, _) = sum_colors(sheet, look);
    if look.has_row_plates() {
        for (place, row) in rows.into_iter().enumerate() {
            let is_header = place == 0 && content.has_header;
            let fill = if is_header {
                header_fill
            } else if has_sum && place == last {
                sum_fill
            } else {
                None
            };
            if is_header && fill.is_none() {
                continue;
            }
            let node = row_plate(sheet, look, row, fill, place);
            sheet.nodes.push(Node { step: content.rows[place].step, ..node });
        }
        return;
    }
    if !look.has_plate() {
        return;
    }
    let radius = sheet.look.voice.plate.radius;
    let plate = if look == TableLook::Banded {
        let width = look.frame_width(sheet);
        let fill = row_surface(sheet, look).plate_below(sheet);
        let shape = Shape::filled(fill, Px(radius)).lined(sheet.surface.text, Px(width));
        // The frame is outside the cells.
        Node::decoration(frame.inset(Px(-width / 2.0)), NodeKind::Shape(shape))
    } else {
        Node::decoration(frame, NodeKind::Shape(Shape::filled(sheet.surface.plate, Px(radius))))
    };
    sheet.nodes.push(Node { role: NodeRole::Plate, ..plate });
    if content.has_header
        && let (Some(fill), Some(row)) = (header_fill, rows.first())
    {
        let below = if last == 0 { radius } else { 0.0 };
        let band = rounded(*row, [radius, radius, below, below]);
        sheet.nodes.push(in_place(band, Some(Fill::Solid(fill)), None));
    }
    let is_even = (last + usize::from(!content.has_header)).is_multiple_of(2);
    let last_fill = match look {
        _ if has_sum => sum_fill,
        TableLook::Banded if is_even && last > 0 => {
            Some(if is_light(sheet) { PaletteRole::Tint.into() } else { sheet.surface.plate })
        }
        _ => None,
    };
    if let (Some(fill), Some(row)) = (last_fill, rows.last()) {
        let band = in_place(rounded(*row, [0.0, 0.0, radius, radius]), Some(Fill::Solid(fill)), None);
        sheet.nodes.push(Node { step: content.rows[last].step, ..band });
    }
}

/// The plate of a row.
fn row_plate(sheet: &Sheet<'_>, look: TableLook, row: Rect, fill: Option<Color>, place: usize) -> Node {
    let frame = Rect { y: row.y + Px(ROW_GAP), height: row.height - Px(ROW_GAP * 2.0), ..row };
    let max_radius = frame.height / 2.0;
    let shape = if look == TableLook::Pills {
        let tint = sheet.surface.plate;
        let faint = if is_light(sheet) {
            let palette = &sheet.look.palette;
            palette.rgb(tint).over(sheet.surface.ground.rgb(sheet.look), 0.5).into()
        } else {
            tint
        };
        let tone = if place.is_multiple_of(2) { faint } else { tint };
        Shape::filled(fill.unwrap_or(tone), Px(40.0).min(max_radius))
    } else {
        let radius = Px(sheet.look.voice.plate.radius * 0.75).min(max_radius);
        let own = row_surface(sheet, look).plate_below(sheet);
        let shape = Shape::filled(fill.unwrap_or(own), radius);
        if fill.is_none() { shape.lined(sheet.surface.line, Px(2.0)) } else { shape }
    };
    Node { role: NodeRole::Plate, ..Node::decoration(frame, NodeKind::Shape(shape)) }
}

impl Surface {
    /// The fill of a plate that has this surface.
    fn plate_below(&self, sheet: &Sheet<'_>) -> Color {
        match self.ground {
            Ground::Tint => PaletteRole::Tint.into(),
            Ground::Surface => PaletteRole::Surface.into(),
            _ => sheet.surface.plate,
        }
    }
}
