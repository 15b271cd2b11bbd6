//! The data of a chart, read from its CSV text.
//!
//! Checks that the text has what a kind of chart needs, finds what the chart highlights, and numbers the build steps.
//! Each number keeps its text as written. Draws nothing.

mod csv;
mod fault;
mod highlight;
mod kind;
mod number;
mod row;

pub use csv::csv_rows;
pub use fault::ChartFault;
pub use highlight::{Highlight, HighlightTexts};
pub use kind::ChartKind;
use number::{DecimalMark, Number, number};
use row::{Row, rows};

/// Maximum number of series of a chart.
pub const MAX_SERIES: usize = 8;
/// Maximum number of categories of a chart.
pub const MAX_CATEGORIES: usize = 60;

/// The data of a chart.
#[derive(Debug, Clone, PartialEq)]
pub struct ChartData {
    /// How it is drawn.
    pub kind: ChartKind,
    /// Heading of the categories, if the text has a header row.
    pub category_name: Option<String>,
    /// The categories in order. A label may be empty.
    pub categories: Vec<String>,
    /// The series in order. Each has a figure or a gap for every category. A scatter chart has two: x and y.
    pub series: Vec<Series>,
    /// For each category of a waterfall chart, whether it is a total; empty for other kinds.
    pub totals: Vec<bool>,
}

/// One column of figures.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// Heading of the column, if the text has a header row.
    pub name: Option<String>,
    /// A figure for each category; none for a gap.
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

/// The number in a text as people write it, such as `1.234,5` or `12 %`. A single mark that is ambiguous is decimal.
pub(crate) fn plain_number(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|value: &f64| value.is_finite()).or_else(|| {
        let number = number(text)?;
        Some(number.value(DecimalMark::Point))
    })
}

/// Returns the data of a chart.
///
/// - Each row has a label and a number for each series, of which any may be missing. Pie, doughnut and waterfall charts
///   have one series without gaps. A scatter chart reads a name, x and y. The third column of a waterfall chart is
///   `total` or empty.
/// - The first row is a header when none of its cells after the first is a number, or when they are years in rising
///   order over other numbers. An empty cell is not a number.
/// - A bar chart with several series becomes a grouped bar chart, and a grouped bar chart with one series a bar chart.
/// - The other numbers decide how an ambiguous number such as `1.234` is read: if some prove a decimal comma and none
///   a decimal point, the point separates thousands. Otherwise the point is decimal and the comma separates thousands.
/// - Blank rows are skipped.
///
/// # Errors
/// Fails at the first cell that is wrong, or when the kind cannot show the data.
pub fn chart_data(kind: ChartKind, csv: &str) -> Result<ChartData, ChartFault> {
    let (data, faults) = read(kind, csv);
    match faults.into_iter().next() {
        Some(fault) => Err(fault),
        None => Ok(data),
    }
}

/// Returns the chart that is drawn, and the first fault because of which it is not drawn as requested.
///
/// Cells that are not numbers are gaps. Data that the kind cannot show is drawn as the nearest kind that can. Returns
/// no chart when there is no number, or only zeros for a pie or doughnut chart.
pub fn drawn_chart(kind: ChartKind, csv: &str) -> (Option<ChartData>, Option<ChartFault>) {
    let (mut data, faults) = read(kind, csv);
    if let Some(nearest) = faults.iter().find_map(ChartFault::nearest_kind)
        && nearest != data.kind
    {
        (data, _) = read(nearest, csv);
    }
    let has_figures = data.figures().any(|figure| figure.value != 0.0 || !data.kind.is_whole());
    (has_figures.then_some(data), faults.into_iter().next())
}

/// Reads as much as possible, with all faults in the order in which they are reported.
fn read(kind: ChartKind, csv: &str) -> (ChartData, Vec<ChartFault>) {
    let mut rows: Vec<Row> = rows(csv).collect();
    let has_header = rows.first().is_some_and(|first| is_header(first, &rows[1..]));
    let header = has_header.then(|| rows.remove(0));
    let found = rows.iter().map(Row::columns).max().unwrap_or(0);
    let columns = found.clamp(1, kind.max_series());
    // Without a header, rows of different length most likely have decimals in a column of their own.
    let is_ragged = kind == ChartKind::Bar && header.is_none() && rows.iter().any(|row| row.columns() < found);
    let read_columns = if is_ragged { 1 } else { columns };
    let mut faults = Vec::new();
    let mut numbers: Vec<Vec<Option<Number>>> = Vec::with_capacity(rows.len());
    for row in &rows {
        let mut cells = Vec::with_capacity(columns);
        for column in 1..=columns {
            cells.push(row.number(column, kind).unwrap_or_else(|fault| {
                faults.push(fault);
                None
            }));
        }
        faults.extend(row.surplus(kind, read_columns));
        numbers.push(cells);
    }

    let proves = |mark| numbers.iter().flatten().flatten().any(|number| number.mark == Some(mark));
    let default_mark =
        if proves(DecimalMark::Comma) && !proves(DecimalMark::Point) { DecimalMark::Comma } else { DecimalMark::Point };
    let figure = |row: &Row, column: usize, number: &Option<Number>| {
        let number = number.as_ref()?;
        Some(Figure { value: number.value(default_mark), text: row.cell(column).to_owned(), step: 0 })
    };
    let heading = |column| header.as_ref().map(|row| row.cell(column).to_owned()).filter(|name| !name.is_empty());
    let series = (1..=columns).map(|column| Series {
        name: heading(column),
        figures: rows.iter().zip(&numbers).map(|(row, numbers)| figure(row, column, &numbers[column - 1])).collect(),
    });
    let kind = match (kind, columns) {
        (ChartKind::Bar, 2..) => ChartKind::BarGrouped,
        (ChartKind::BarGrouped, 1) => ChartKind::Bar,
        _ => kind,
    };
    let mut data = ChartData {
        kind,
        category_name: heading(0),
        categories: rows.iter().map(|row| row.cell(0).to_owned()).collect(),
        series: series.collect(),
        totals: if kind == ChartKind::Waterfall { totals(&rows) } else { Vec::new() },
    };

    let found = data.series.iter().map(|series| series.figures.iter().flatten().count()).max().unwrap_or(0);
    if found < 2 {
        faults.push(ChartFault::TooFew { kind, found });
    }
    if kind.min_series() > data.series.len() {
        faults.push(ChartFault::TooFewSeries { kind });
    }
    if rows.len() > MAX_CATEGORIES {
        faults.push(ChartFault::TooMany { found: rows.len() });
    }
    data.number_steps();
    (data, faults)
}

/// Whether the first row has headings: no number, or years over rows of other numbers.
fn is_header(first: &Row, rows: &[Row]) -> bool {
    let columns = first.columns();
    if (1..=columns).all(|column| number(first.cell(column)).is_none()) {
        return true;
    }
    let has_rising_years = |row: &Row| {
        let year = |column| row.cell(column).parse::<u16>().ok().filter(|year| (1900..=2100).contains(year));
        let years: Option<Vec<u16>> = (1..=columns).map(year).collect();
        years.is_some_and(|years| years.is_sorted_by(|year, next| year < next))
    };
    columns > 1 && has_rising_years(first) && !rows.iter().any(has_rising_years)
}

/// The totals of a waterfall chart: as marked; otherwise the first and the last row.
fn totals(rows: &[Row]) -> Vec<bool> {
    let marked: Vec<bool> = rows.iter().map(Row::is_total).collect();
    if marked.contains(&true) {
        return marked;
    }
    (0..rows.len()).map(|index| index == 0 || index + 1 == rows.len()).collect()
}

impl ChartData {
    /// All figures, series by series.
    pub fn figures(&self) -> impl Iterator<Item = &Figure> {
        self.series.iter().flat_map(|series| series.figures.iter().flatten())
    }

    /// How many build steps the chart has.
    pub fn parts(&self) -> usize {
        self.figures().map(|figure| figure.step).max().unwrap_or(0)
    }

    /// Numbers the build steps: one for each series if there are several, otherwise one for each figure. The points of
    /// a scatter chart have one each.
    fn number_steps(&mut self) {
        if self.kind == ChartKind::Scatter {
            for series in &mut self.series {
                for (index, figure) in series.figures.iter_mut().enumerate() {
                    if let Some(figure) = figure {
                        figure.step = index + 1;
                    }
                }
            }
            return;
        }
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
        insta::assert_snapshot!(check(ChartKind::Bar, "A,1\nB"), @"a bar chart needs at least two rows with a number, not `1`");
        insta::assert_snapshot!(check(ChartKind::Pie, "A,1\nB"), @"row 2, column 2: a number is missing after `B`");
        insta::assert_snapshot!(check(ChartKind::Line, "A,1,2\nB,3,n/a"), @"row 2, column 3: `n/a` is not a number");
        insta::assert_snapshot!(check(ChartKind::Pie, "A,1\nB,-2"), @"row 2, column 2: `-2` is negative, which a pie chart cannot show");
        insta::assert_snapshot!(check(ChartKind::Bar, &format!("A,1\nB,{}", "é".repeat(99))), @"row 2, column 2: `éééééééééééééééééééééééééééééééééééééééé…` is not a number");
    }

    #[test]
    fn decimals_that_fall_into_a_column_of_their_own_are_a_fault() {
        insta::assert_snapshot!(check(ChartKind::Bar, "A,12,5\nB,7"), @"row 1, column 3: `5` is past the last column of a bar chart; a number with a comma needs quotes or another delimiter");
        insta::assert_snapshot!(check(ChartKind::Pie, "A,1,2\nB,7,8"), @"row 1, column 3: `2` is past the last column of a pie chart; a number with a comma needs quotes or another delimiter");
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
    fn a_bar_chart_with_several_series_is_grouped() {
        let data = chart_data(ChartKind::Bar, "District,2024,2026\nNorth,212,84\nHill,61,").expect("a chart");
        assert_eq!((data.kind, data.series.len()), (ChartKind::BarGrouped, 2));
        assert_eq!(data.series[1].name.as_deref(), Some("2026"));
        assert_eq!(data.series[1].figures[1], None);
        assert_eq!(chart_data(ChartKind::BarGrouped, "A,1\nB,2").expect("a chart").kind, ChartKind::Bar);
    }

    #[test]
    fn totals_of_a_waterfall_are_marked_or_at_the_ends() {
        let totals = |csv| chart_data(ChartKind::Waterfall, csv).expect("a chart").totals;
        assert_eq!(totals("Start,4\nUp,2\nEnd,6"), [true, false, true]);
        assert_eq!(totals("Start,4,total\nUp,2\nDown,-1"), [true, false, false]);
    }

    #[test]
    fn data_that_the_kind_cannot_show_is_drawn_as_the_nearest() {
        let drawn = |kind, csv| {
            let (data, fault) = drawn_chart(kind, csv);
            (data.map(|data| data.kind), fault.is_some())
        };
        assert_eq!(drawn(ChartKind::Pie, "A,1\nB,-2"), (Some(ChartKind::Bar), true));
        assert_eq!(drawn(ChartKind::BarStacked, "A,1\nB,2"), (Some(ChartKind::Bar), true));
        assert_eq!(drawn(ChartKind::AreaStacked, "A,1\nB,2"), (Some(ChartKind::Area), true));
        assert_eq!(drawn(ChartKind::Scatter, "A,1\nB,2"), (Some(ChartKind::Bar), true));
        assert_eq!(drawn(ChartKind::Bar, "A,1\nB,two"), (Some(ChartKind::Bar), true));
        assert_eq!(drawn(ChartKind::Bar, "nonsense"), (None, true));
        assert_eq!(drawn(ChartKind::Pie, "A,0\nB,0"), (None, false));
    }

    #[test]
    fn kinds_have_the_names_of_the_field() {
        assert_eq!(ChartKind::named("pie"), Some(ChartKind::Pie));
        assert_eq!(ChartKind::named("Pie"), None);
    }

    proptest! {
        #[test]
        fn no_text_panics(csv in "([-\",;\t\n .%€a1]|[0-9]{1,3}[.,;][0-9]{1,3}|.){0,80}") {
            for kind in ChartKind::ALL {
                let _ = drawn_chart(kind, &csv);
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
