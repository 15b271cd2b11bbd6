//! Recognises lines of CSV and tab-separated data.

use super::DataTable;

/// The number of lines of the table that begins with the first line, and the table. `None` when the lines are prose.
pub(super) fn table(lines: &[&str]) -> Option<(usize, DataTable)> {
    [('\t', 2), (';', 2), (',', 3)].into_iter().find_map(|(mark, min_rows)| table_with_mark(lines, mark, min_rows))
}

/// The same as `table`, for cells that are separated by `mark`. `None` for fewer than `min_rows` rows.
fn table_with_mark(lines: &[&str], mark: char, min_rows: usize) -> Option<(usize, DataTable)> {
    let separators = lines.first()?.matches(mark).count();
    if separators == 0 || lines[0].trim_start().starts_with(['#', '-', '*', '|', '>']) {
        return None;
    }
    let is_row = |line: &&&str| {
        let count = line.matches(mark).count();
        !line.trim().is_empty() && (count == separators || line.contains('"') && count >= separators)
    };
    let count = lines.iter().take_while(is_row).count();
    if count < min_rows {
        return None;
    }
    let table: Vec<Vec<String>> = deck::csv_rows(&lines[..count].join("\n"))
        .into_iter()
        .map(|row| row.into_iter().map(|cell| cell.trim().to_owned()).collect())
        .collect();
    let columns = table.first()?.len();
    // `csv_rows` chooses the separator itself, and may choose another one.
    let is_split_at_mark = columns == separators + 1 || lines[0].contains('"') && columns <= separators;
    let is_data = columns > 1
        && is_split_at_mark
        && table.iter().all(|row| row.len() == columns)
        && (mark != ',' || table.iter().flatten().all(|cell| cell.chars().count() <= 48 && !cell.ends_with('.')))
        && (mark != ';' || !lines[..count].iter().any(|line| line.trim_end().ends_with('.')));
    // Words between commas are prose unless some cell below the first row begins with a figure.
    let is_figure = |cell: &String| cell.starts_with(|c: char| c.is_ascii_digit() || "€$£-+".contains(c));
    let has_figures = table.iter().skip(1).flatten().any(is_figure);
    if !is_data || (mark == ',' && !has_figures) {
        return None;
    }
    let has_header = !table[0].iter().skip(1).any(is_figure)
        && table.iter().skip(1).any(|row| row.iter().skip(1).any(is_figure))
        || !table[0].iter().any(is_figure);
    Some((count, DataTable { has_header, rows: table }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_is_recognised_and_prose_is_not() {
        let csv = ["Month,Sales,Cost", "Jan,40,31", "Feb,52,30", "", "Then prose."];
        let (count, table) = table(&csv).expect("three rows of data");
        assert_eq!((count, table.has_header, table.rows[2][1].as_str()), (3, true, "52"));
        assert!(super::table(&["We sell ropes, lamps", "and charts, buoys", "or flags, maps"]).is_none());
        assert!(super::table(&["Wir kommen; ihr geht.", "Sie bleiben; wir auch."]).is_none());
        assert!(super::table(&["Ropes, lamps; charts, buoys", "Flags, maps; nets, oars"]).is_none());
    }
}
