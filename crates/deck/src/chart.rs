//! The data of a chart, read from its CSV text.
//!
//! Checks that the text has what a bar, line or pie chart needs, and numbers the build steps. Each number keeps its text
//! as written. Draws nothing.

mod csv;
mod fault;
mod number;
mod row;

use std::fmt;

pub use csv::csv_rows;
pub use fault::ChartFault;
use number::{Mark, Number, number};
use row::{Row, rows};

/// How a chart is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChartKind {
    /// A bar for each category.
    Bar,
    /// One or two lines over the categories.
    Line,
    /// A slice for each category.
    Pie,
}

/// The data of a chart.
#[derive(Debug, Clone, PartialEq)]
pub struct ChartData {
    /// How it is drawn.
    pub kind: ChartKind,
    /// Heading of the categories, if the text has a header row.
    pub category_name: Option<String>,
    /// The categories in order. A label may be empty.
    pub categories: Vec<String>,
    /// One series, or up to two for a line chart. Each has a figure or a gap for every category.
    pub series: Vec<Series>,
}

/// One column of figures.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// Heading of the column, if the text has a header row.
    pub name: Option<String>,
    /// A figure for each category; none for a gap, which only a line chart has.
    pub figures: Vec<Option<Figure>>,
}

/// A number of a chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// Value of the number, always finite.
    pub value: f64,
    /// The number as written, for labels.
    pub text: String,
    /// Build step at which it appears, from 1.
    pub step: usize,
}

/// Returns the data of a chart.
///
/// - Bar and pie charts read a label and a number from each row. A line chart reads a label and one or two numbers, each
///   of which may be missing; it has a second series if any row has a third cell.
/// - The first row is a header when its second cell is not a number; for a line, when neither the second nor the
///   third is. An empty cell is not a number.
/// - The other numbers decide how an ambiguous number such as `1.234` is read: if some prove a decimal comma and none
///   a decimal point, the point separates thousands. Otherwise the point is decimal and the comma separates thousands.
/// - Blank rows are skipped.
///
/// # Errors
/// Fails at the first cell that is wrong, or with fewer than two numbers.
pub fn chart_data(kind: ChartKind, csv: &str) -> Result<ChartData, ChartFault> {
    let mut rows = rows(csv).peekable();
    let header = rows.next_if(|row| (1..=kind.series()).all(|column| number(row.cell(column)).is_none()));
    let rows: Vec<Row> = rows.collect();

    let has_second = kind.series() > 1 && rows.iter().any(|row| !row.cell(2).is_empty());
    let columns = if has_second { 2 } else { 1 };
    let mut numbers: Vec<Vec<Option<Number>>> = Vec::with_capacity(rows.len());
    for row in &rows {
        numbers.push((1..=columns).map(|column| row.number(column, kind)).collect::<Result<_, _>>()?);
        row.check_surplus(kind)?;
    }

    let proves = |mark| numbers.iter().flatten().flatten().any(|number| number.mark == Some(mark));
    let usual = if proves(Mark::Comma) && !proves(Mark::Point) { Mark::Comma } else { Mark::Point };
    let figure = |row: &Row, column: usize, number: &Option<Number>| {
        let number = number.as_ref()?;
        Some(Figure { value: number.value(usual), text: row.cell(column).to_owned(), step: 0 })
    };
    let heading = |column| header.as_ref().map(|row| row.cell(column).to_owned()).filter(|name| !name.is_empty());
    let series = (1..=columns).map(|column| Series {
        name: heading(column),
        figures: rows.iter().zip(&numbers).map(|(row, numbers)| figure(row, column, &numbers[column - 1])).collect(),
    });
    let mut data = ChartData {
        kind,
        category_name: heading(0),
        categories: rows.iter().map(|row| row.cell(0).to_owned()).collect(),
        series: series.collect(),
    };

    let found = data.series.iter().map(|series| series.figures.iter().flatten().count()).max().unwrap_or(0);
    if found < 2 {
        return Err(ChartFault::TooFew { kind, found });
    }
    data.number_steps();
    Ok(data)
}

impl ChartKind {
    /// The kind with this name in the field `chartType`.
    pub fn named(name: &str) -> Option<Self> {
        [ChartKind::Bar, ChartKind::Line, ChartKind::Pie].into_iter().find(|kind| kind.name() == name)
    }

    /// Name of the kind in the field `chartType`.
    pub fn name(self) -> &'static str {
        match self {
            ChartKind::Bar => "bar",
            ChartKind::Line => "line",
            ChartKind::Pie => "pie",
        }
    }

    /// Most series that the kind can show.
    fn series(self) -> usize {
        if self == ChartKind::Line { 2 } else { 1 }
    }
}

impl fmt::Display for ChartKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl ChartData {
    /// How many build steps the chart has.
    pub fn parts(&self) -> usize {
        self.series
            .iter()
            .flat_map(|series| series.figures.iter().flatten())
            .map(|figure| figure.step)
            .max()
            .unwrap_or(0)
    }

    /// Numbers the build steps: one for each series if there are two, otherwise one for each figure.
    fn number_steps(&mut self) {
        let whole_series = self.series.len() > 1;
        let mut step = 0;
        for series in &mut self.series {
            let mut is_new = true;
            for figure in series.figures.iter_mut().flatten() {
                if is_new || !whole_series {
                    step += 1;
                }
                is_new = false;
                figure.step = step;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(kind: ChartKind, csv: &str) -> String {
        let data = match chart_data(kind, csv) {
            Ok(data) => data,
            Err(fault) => return fault.to_string(),
        };
        let name = |name: &Option<String>| name.as_ref().map_or("-".to_owned(), |name| format!("{name:?}"));
        let names: Vec<String> = data.series.iter().map(|series| name(&series.name)).collect();
        let mut lines = vec![format!("{} parts, {}: {}", data.parts(), name(&data.category_name), names.join(" "))];
        for (index, category) in data.categories.iter().enumerate() {
            let figures = data.series.iter().map(|series| match &series.figures[index] {
                Some(Figure { value, text, step }) => format!(" step {step} {value} {text:?}"),
                None => " gap".to_owned(),
            });
            lines.push(format!("{category:?}{}", figures.collect::<Vec<_>>().join(",")));
        }
        lines.join("\n")
    }

    #[test]
    fn a_bar_chart_reads_labels_and_values() {
        insta::assert_snapshot!(check(ChartKind::Bar, "A,1\nB,-2"), @r#"
        2 parts, -: -
        "A" step 1 1 "1"
        "B" step 2 -2 "-2"
        "#);
    }

    #[test]
    fn a_first_row_without_a_number_is_a_header() {
        insta::assert_snapshot!(check(ChartKind::Bar, "District;Leaks;note\n\nNorth;\"1.234,5\"\n Harbour ; 12 % \n"), @r#"
        2 parts, "District": "Leaks"
        "North" step 1 1234.5 "1.234,5"
        "Harbour" step 2 12 "12 %"
        "#);
        insta::assert_snapshot!(check(ChartKind::Pie, "Year,\n2025,1\n2026,2"), @r#"
        2 parts, "Year": -
        "2025" step 1 1 "1"
        "2026" step 2 2 "2"
        "#);
        insta::assert_snapshot!(check(ChartKind::Line, "Month,North,Harbour\nJan,42,18\nFeb,39,17"), @r#"
        2 parts, "Month": "North" "Harbour"
        "Jan" step 1 42 "42", step 2 18 "18"
        "Feb" step 1 39 "39", step 2 17 "17"
        "#);
    }

    #[test]
    fn a_first_row_with_any_number_of_a_line_is_no_header() {
        insta::assert_snapshot!(check(ChartKind::Line, "Jan,,18\nFeb,39,17"), @r#"
        2 parts, -: - -
        "Jan" gap, step 2 18 "18"
        "Feb" step 1 39 "39", step 2 17 "17"
        "#);
        insta::assert_snapshot!(check(ChartKind::Line, "Month,North,18\nFeb,39,17"), @"row 1, column 2: `North` is not a number");
    }

    #[test]
    fn a_line_may_have_gaps() {
        insta::assert_snapshot!(check(ChartKind::Line, "x\ty\n1\t2\n2\t\n3\t4"), @r#"
        2 parts, "x": "y"
        "1" step 1 2 "2"
        "2" gap
        "3" step 2 4 "4"
        "#);
        insta::assert_snapshot!(check(ChartKind::Line, "1,5,6\n2,5\n3,,6"), @r#"
        2 parts, -: - -
        "1" step 1 5 "5", step 2 6 "6"
        "2" step 1 5 "5", gap
        "3" gap, step 2 6 "6"
        "#);
        insta::assert_snapshot!(check(ChartKind::Line, "x,a,b\n1,,6\n2,,7"), @r#"
        1 parts, "x": "a" "b"
        "1" gap, step 1 6 "6"
        "2" gap, step 1 7 "7"
        "#);
    }

    #[test]
    fn a_named_second_series_without_numbers_is_left_out() {
        insta::assert_snapshot!(check(ChartKind::Line, "x,a,b\n1,2,\n2,3,"), @r#"
        2 parts, "x": "a"
        "1" step 1 2 "2"
        "2" step 2 3 "3"
        "#);
    }

    #[test]
    fn numbers_that_can_be_read_in_two_ways_follow_the_others() {
        insta::assert_snapshot!(check(ChartKind::Bar, "A;1.234\nB;2,5"), @r#"
        2 parts, -: -
        "A" step 1 1234 "1.234"
        "B" step 2 2.5 "2,5"
        "#);
        insta::assert_snapshot!(check(ChartKind::Bar, "A;1.234\nB;2.5"), @r#"
        2 parts, -: -
        "A" step 1 1.234 "1.234"
        "B" step 2 2.5 "2.5"
        "#);
        insta::assert_snapshot!(check(ChartKind::Bar, "A;1.234\nB;1,234"), @r#"
        2 parts, -: -
        "A" step 1 1.234 "1.234"
        "B" step 2 1234 "1,234"
        "#);
        insta::assert_snapshot!(check(ChartKind::Bar, "A;1,234\nB;2.000.000"), @r#"
        2 parts, -: -
        "A" step 1 1.234 "1,234"
        "B" step 2 2000000 "2.000.000"
        "#);
    }

    #[test]
    fn faults_name_the_row_the_column_and_the_value() {
        insta::assert_snapshot!(check(ChartKind::Bar, "A,1\n\nB,two"), @"row 3, column 2: `two` is not a number");
        insta::assert_snapshot!(check(ChartKind::Bar, "A,1\nB"), @"row 2, column 2: a number is missing after `B`");
        insta::assert_snapshot!(check(ChartKind::Line, "A,1,2\nB,3,n/a"), @"row 2, column 3: `n/a` is not a number");
        insta::assert_snapshot!(check(ChartKind::Pie, "A,1\nB,-2"), @"row 2, column 2: `-2` is negative, which a pie chart cannot show");
        insta::assert_snapshot!(check(ChartKind::Bar, &format!("A,1\nB,{}", "é".repeat(99))), @"row 2, column 2: `éééééééééééééééééééééééééééééééééééééééé…` is not a number");
    }

    #[test]
    fn decimals_that_fall_into_a_column_of_their_own_are_a_fault() {
        insta::assert_snapshot!(check(ChartKind::Bar, "A,12,5\nB,7"), @"row 1, column 3: `5` is past the last column of a bar chart; a number with a comma needs quotes or another delimiter");
        insta::assert_snapshot!(check(ChartKind::Line, "A,1,2,5\nB,7,8"), @"row 1, column 4: `5` is past the last column of a line chart; a number with a comma needs quotes or another delimiter");
        insta::assert_snapshot!(check(ChartKind::Bar, "A,1,,\nB,7,,"), @r#"
        2 parts, -: -
        "A" step 1 1 "1"
        "B" step 2 7 "7"
        "#);
    }

    #[test]
    fn less_than_two_rows_are_too_few() {
        insta::assert_snapshot!(check(ChartKind::Bar, ""), @"a bar chart needs at least two rows with a number, not `0`");
        insta::assert_snapshot!(check(ChartKind::Pie, "Name,Share\nA,1\n"), @"a pie chart needs at least two rows with a number, not `1`");
        insta::assert_snapshot!(check(ChartKind::Line, "x,a,b\n1,2,\n2,,3"), @"a line chart needs at least two rows with a number, not `1`");
    }

    #[test]
    fn kinds_have_the_names_of_the_field() {
        assert_eq!(ChartKind::named("pie"), Some(ChartKind::Pie));
        assert_eq!(ChartKind::named("Pie"), None);
    }

    proptest! {
        #[test]
        fn no_text_panics(csv in "([-\",;\t\n .%€a1]|[0-9]{1,3}[.,;][0-9]{1,3}|.){0,80}") {
            for kind in [ChartKind::Bar, ChartKind::Line, ChartKind::Pie] {
                if let Ok(data) = chart_data(kind, &csv) {
                    prop_assert!(data.parts() > 0);
                    prop_assert!(data.categories.len() > 1);
                    for series in &data.series {
                        prop_assert_eq!(series.figures.len(), data.categories.len());
                        prop_assert!(series.figures.iter().flatten().all(|figure| figure.value.is_finite()));
                    }
                }
            }
        }
    }
}
