//! Cells: similar parts of a slide, such as boxes in a row, cards in a grid, or pictures with names below them.
//!
//! A cell is a shape with everything on top of it, a group, or the shapes in one column of several rows.

use super::likely::is_date;
use super::order::union;
use super::outcome::Outcome;
use super::text::{length, words};
use super::view::{SlideItem, SortedSlide, is_arrow};
use crate::model::{Bullet, Frame, Paragraph, Run};

/// Maximum number of items on a slide that is searched for cells. The search compares all pairs of items, and no slide
/// type has nearly as many.
const MAX_ITEMS: usize = 500;

/// One of several similar parts of a slide.
#[derive(Debug, Clone)]
pub(super) struct Cell<'v, 'a> {
    pub(super) frame: Frame,
    /// Its shapes in reading order.
    pub(super) items: Vec<&'v SlideItem<'a>>,
}

/// The cells of a slide.
pub(super) struct Grid<'v, 'a> {
    pub(super) cells: Vec<Cell<'v, 'a>>,
    /// How many cells each row has.
    pub(super) rows: Vec<usize>,
    /// A line above all cells.
    pub(super) above: Option<&'v SlideItem<'a>>,
    /// A line below all cells.
    pub(super) below: Option<&'v SlideItem<'a>>,
    /// Whether arrows or numbers put the cells in order.
    pub(super) is_sequence: bool,
}

impl<'v, 'a> Cell<'v, 'a> {
    pub(super) fn texts(&self) -> impl Iterator<Item = &'v SlideItem<'a>> {
        self.items.iter().copied().filter(|item| item.is_text())
    }

    pub(super) fn pictures(&self) -> impl Iterator<Item = &'v SlideItem<'a>> {
        self.items.iter().copied().filter(|item| item.picture().is_some())
    }

    /// The lines of its texts, each as a paragraph, without blank ones.
    pub(super) fn paragraphs(&self) -> Vec<Paragraph> {
        let mut paragraphs = Vec::new();
        for paragraph in self.texts().flat_map(|item| item.paragraphs.iter()) {
            paragraphs.extend(split_into_lines(paragraph));
        }
        paragraphs
    }

    /// The lines of its texts.
    pub(super) fn lines(&self) -> Vec<String> {
        self.texts().flat_map(SlideItem::lines).collect()
    }
}

impl Grid<'_, '_> {
    /// Whether the lines above and below the cells fit fields of a slide type.
    pub(super) fn lines_fit(&self, view: &SortedSlide<'_>, slide_type: &str) -> bool {
        let fits = |line: Option<&SlideItem<'_>>, key: &str| {
            line.is_none_or(|line| {
                view.scope.has_field(slide_type, key) && view.scope.fits(slide_type, key, &line.line())
            })
        };
        let is_subheading_free = self.above.is_none() || view.subtitle.is_none();
        is_subheading_free && fits(self.above, "subheading") && fits(self.below, "bottomSubheading")
    }

    /// Puts the lines above and below the cells into their fields.
    pub(super) fn place_lines(&self, view: &SortedSlide<'_>, outcome: &mut Outcome) {
        for (line, key) in [(self.above, "subheading"), (self.below, "bottomSubheading")] {
            if let Some(line) = line {
                outcome.put_line(view, line, key);
            }
        }
    }

    /// Whether no cell has a picture.
    pub(super) fn has_no_pictures(&self) -> bool {
        self.cells.iter().all(|cell| cell.pictures().next().is_none())
    }
}

/// Splits a paragraph at its line breaks, without blank lines.
fn split_into_lines(paragraph: &Paragraph) -> Vec<Paragraph> {
    let mut lines = vec![Paragraph { runs: Vec::new(), ..paragraph.clone() }];
    for run in &paragraph.runs {
        for (index, text) in run.text.split('\n').enumerate() {
            if index > 0 {
                lines.push(Paragraph { runs: Vec::new(), ..paragraph.clone() });
            }
            if let Some(last) = lines.last_mut() {
                last.runs.push(Run { text: text.to_owned(), ..run.clone() });
            }
        }
    }
    lines.retain(|line| !words(line).trim().is_empty());
    lines
}

/// The cells of a slide, if they are all of its content except for a line above and a line below.
pub(super) fn grid<'v, 'a>(view: &'v SortedSlide<'a>) -> Option<Grid<'v, 'a>> {
    if !view.has_only_texts_and_pictures() || !(2..=MAX_ITEMS).contains(&view.items.len()) {
        return None;
    }
    let mut rows = rows(atoms(view));
    let only_line = |row: &Vec<Cell<'v, 'a>>| match &row[..] {
        [cell] => match &cell.items[..] {
            [item] if item.is_text() && item.lines().len() <= 2 && length(&item.line()) <= 220 && !item.is_drawn() => {
                Some(*item)
            }
            _ => None,
        },
        _ => None,
    };
    let is_stacked = rows.iter().all(|row| row.len() == 1);
    let above = rows.first().filter(|_| rows.len() > 1 && !is_stacked).and_then(only_line);
    if above.is_some() {
        rows.remove(0);
    }
    let below = rows.last().filter(|_| rows.len() > 1 && !is_stacked).and_then(only_line);
    if below.is_some() {
        rows.pop();
    }
    let (cells, lengths) = combined(rows)?;
    let is_sequence = is_sequence(view, &cells);
    Some(Grid { cells, rows: lengths, above, below, is_sequence })
}

/// The smallest units of a slide: shapes with everything on top of them, groups, and single shapes.
fn atoms<'v, 'a>(view: &'v SortedSlide<'a>) -> Vec<Cell<'v, 'a>> {
    let groups: Vec<u32> = {
        let mut groups: Vec<u32> = view.items.iter().filter_map(|item| item.shape.group).collect();
        groups.sort_unstable();
        groups.dedup();
        groups
    };
    let drawn = view.items.iter().filter(|item| item.is_drawn()).map(SlideItem::frame);
    let plates: Vec<Frame> = view.plates.iter().copied().chain(drawn).filter(|frame| view.share(*frame) < 60).collect();
    let mut atoms: Vec<(Option<usize>, Option<u32>, Cell<'v, 'a>)> = Vec::new();
    for item in &view.items {
        let frame = item.frame();
        let contains = |plate: &&Frame| {
            let (x, y) = (frame.x + frame.width / 2, frame.y + frame.height / 2);
            let is_inside =
                (plate.x..=plate.x + plate.width).contains(&x) && (plate.y..=plate.y + plate.height).contains(&y);
            is_inside && plate.width * 21 / 20 >= frame.width && plate.height * 21 / 20 >= frame.height
        };
        let plate = plates.iter().filter(contains).min_by_key(|plate| (plate.width / 1000) * (plate.height / 1000));
        let plate = plate.and_then(|found| plates.iter().position(|plate| plate == found));
        let group = item.shape.group.filter(|_| groups.len() > 1);
        let known = atoms.iter_mut().find(|(other, in_group, _)| {
            (group.is_some() && *in_group == group) || (group.is_none() && plate.is_some() && *other == plate)
        });
        if let Some((_, _, cell)) = known {
            cell.frame = union(cell.frame, frame);
            cell.items.push(item);
        } else {
            let cell_frame = plate.map_or(frame, |index| union(plates[index], frame));
            atoms.push((plate, group, Cell { frame: cell_frame, items: vec![item] }));
        }
    }
    atoms.into_iter().map(|(_, _, cell)| cell).collect()
}

/// Cells in rows, from top to bottom, each in reading order.
fn rows<'v, 'a>(mut cells: Vec<Cell<'v, 'a>>) -> Vec<Vec<Cell<'v, 'a>>> {
    cells.sort_by_key(|cell| cell.frame.y + cell.frame.height / 2);
    let mut rows: Vec<Vec<Cell<'v, 'a>>> = Vec::new();
    for cell in cells {
        let joins = |row: &Vec<Cell<'_, '_>>| {
            row.iter().all(|other| {
                let overlap = (cell.frame.y + cell.frame.height).min(other.frame.y + other.frame.height)
                    - cell.frame.y.max(other.frame.y);
                overlap * 2 > cell.frame.height.min(other.frame.height)
            })
        };
        match rows.last_mut() {
            Some(row) if joins(row) => row.push(cell),
            _ => rows.push(vec![cell]),
        }
    }
    for row in &mut rows {
        row.sort_by_key(|cell| cell.frame.x);
    }
    rows
}

/// Cells, and the number of cells in each row.
type Cells<'v, 'a> = (Vec<Cell<'v, 'a>>, Vec<usize>);

/// The cells of rows. Rows that each have one part of every cell are joined, such as a row of pictures and a row of
/// names. `None` if the rows do not form such cells.
fn combined<'v, 'a>(rows: Vec<Vec<Cell<'v, 'a>>>) -> Option<Cells<'v, 'a>> {
    let widest = rows.iter().map(Vec::len).max()?;
    let is_even = rows.iter().all(|row| row.len() == widest);
    if widest == 1 {
        let is_list = rows.len() >= 3 && are_similar_in_size(rows.iter().flatten());
        let is_boxed =
            rows.iter().flatten().all(|cell| cell.items.len() > 1 || cell.items.iter().all(|item| item.is_drawn()));
        let count = rows.len();
        return (is_list && is_boxed).then(|| (rows.into_iter().flatten().collect(), vec![1; count]));
    }
    if widest == 2 && is_even && rows.len() >= 3 && rows.iter().all(|row| is_mark(&row[0], &row[1])) {
        let cells: Vec<Cell<'v, 'a>> = rows.into_iter().map(joined).collect();
        let count = cells.len();
        return Some((cells, vec![1; count]));
    }
    // Rows of dates and rows of events, as in a timeline.
    let has_date = |cell: &Cell<'_, '_>| cell.lines().iter().any(|line| is_date(line));
    let dated_rows = rows.iter().filter(|row| row.iter().all(has_date)).count();
    let is_dated = is_even && dated_rows > 0 && dated_rows < rows.len();
    if rows.len() == 1
        || (!is_dated && are_similar_in_size(rows.iter().flatten()) && have_same_content(rows.iter().flatten()))
    {
        let lengths: Vec<usize> = rows.iter().map(Vec::len).collect();
        let is_full = lengths.iter().rev().skip(1).all(|length| *length == widest);
        let cells: Vec<Cell<'v, 'a>> = rows.into_iter().flatten().collect();
        let mut widths = cells.iter().map(|cell| cell.frame.width);
        let is_similar = widths.clone().max()? <= widths.by_ref().min()?.saturating_mul(3) / 2;
        return (is_full && is_similar).then_some((cells, lengths));
    }
    if !is_even {
        return None;
    }
    // The number of rows after which the kinds of content repeat.
    let period = (2..=rows.len()).find(|period| {
        rows.len().is_multiple_of(*period)
            && (*period..rows.len()).all(|index| have_same_content(rows[index].iter().chain(&rows[index - period])))
    })?;
    let is_aligned = rows.windows(2).all(|pair| {
        pair[0].iter().zip(&pair[1]).all(|(one, other)| {
            let apart = (one.frame.x + one.frame.width / 2 - other.frame.x - other.frame.width / 2).abs();
            let starts = (one.frame.x - other.frame.x).abs();
            apart.min(starts) * 3 < one.frame.width.max(other.frame.width)
        })
    });
    if !is_aligned {
        return None;
    }
    let mut cells = Vec::new();
    for chunk in rows.chunks(period) {
        for column in 0..widest {
            cells.push(joined(chunk.iter().map(|row| row[column].clone()).collect()));
        }
    }
    let count = cells.len() / widest;
    Some((cells, vec![widest; count]))
}

/// One cell with the shapes of several.
fn joined<'v, 'a>(parts: Vec<Cell<'v, 'a>>) -> Cell<'v, 'a> {
    let frame = parts.iter().map(|part| part.frame).reduce(union).unwrap_or_default();
    Cell { frame, items: parts.into_iter().flat_map(|part| part.items).collect() }
}

/// Whether the first of two cells marks the second: a number, a date, or a small picture.
fn is_mark(mark: &Cell<'_, '_>, text: &Cell<'_, '_>) -> bool {
    let is_small = mark.frame.width * 5 < text.frame.width * 2;
    let is_short = mark.items.len() == 1 && mark.lines().iter().all(|line| length(line) <= 20);
    is_small && is_short && text.texts().next().is_some()
}

/// Whether cells have about the same size.
fn are_similar_in_size<'c>(cells: impl Iterator<Item = &'c Cell<'c, 'c>> + Clone) -> bool {
    let are_close = |lengths: Vec<i64>| {
        let (min, max) = (lengths.iter().min().copied().unwrap_or(0), lengths.iter().max().copied().unwrap_or(0));
        max * 4 <= min * 5
    };
    are_close(cells.clone().map(|cell| cell.frame.width).collect())
        && are_close(cells.map(|cell| cell.frame.height).collect())
}

/// Whether all cells or none have pictures, and all or none have texts.
fn have_same_content<'c>(cells: impl Iterator<Item = &'c Cell<'c, 'c>> + Clone) -> bool {
    let kind = |cell: &Cell<'_, '_>| (cell.pictures().next().is_some(), cell.texts().next().is_some());
    let mut kinds = cells.map(kind);
    let first = kinds.next();
    kinds.all(|kind| Some(kind) == first)
}

/// Whether arrows or numbers put cells in order.
fn is_sequence(view: &SortedSlide<'_>, cells: &[Cell<'_, '_>]) -> bool {
    let is_pointing = cells.iter().flat_map(|cell| &cell.items).any(|item| is_arrow(item.geometry()));
    let has_arrows = !view.arrows.is_empty() && view.arrows.len() + 2 >= cells.len();
    let has_lines = view.connectors.iter().filter(|line| line.has_arrow).count() + 2 >= cells.len()
        && view.connectors.iter().any(|line| line.has_arrow);
    let is_numbered = cells.len() > 2
        && cells
            .iter()
            .zip(1..)
            .all(|(cell, number)| cell.lines().first().is_some_and(|line| step_number(line) == Some(number)));
    is_pointing || has_arrows || has_lines || is_numbered
}

/// The number of a step that a line begins with: `1`, `02.`, `Step 3`.
pub(super) fn step_number(line: &str) -> Option<usize> {
    let line = line.trim().to_lowercase();
    let words = ["step", "phase", "stage", "schritt", "étape", "paso", "fase", "stap", "stufe"];
    let numbered = words.iter().find_map(|word| line.strip_prefix(word)).unwrap_or(&line).trim();
    let digits: String = numbered.chars().take_while(char::is_ascii_digit).collect();
    let after = &numbered[digits.len()..];
    (digits.len() <= 2 && (after.is_empty() || after.starts_with(['.', ')', ':'])))
        .then(|| digits.parse().ok())
        .flatten()
}

/// Whether a line is nothing but the number of a step.
pub(super) fn is_step_number(line: &str) -> bool {
    line.trim().trim_end_matches(['.', ')', ':']).chars().all(|c| c.is_ascii_digit()) && step_number(line).is_some()
}

/// Whether a paragraph is an entry of a list.
pub(super) fn is_entry(paragraph: &Paragraph) -> bool {
    paragraph.bullet != Bullet::None
}
