//! Lines of data: CSV and tab-separated text, told from prose.

use super::Table;

/// How many lines from the start are rows of one table, and the table.
pub(super) fn table(lines: &[&str]) -> Option<(usize, Table)> {
    [('\t', 2), (';', 2), (',', 3)].into_iter().find_map(|(mark, least)| rows(lines, mark, least))
}

fn rows(lines: &[&str], mark: char, least: usize) -> Option<(usize, Table)> {
    let fields = lines.first()?.matches(mark).count();
    if fields == 0 || lines[0].trim_start().starts_with(['#', '-', '*', '|', '>']) {
        return None;
    }
    let same = |line: &&&str| {
        let count = line.matches(mark).count();
        !line.trim().is_empty() && (count == fields || line.contains('"') && count >= fields)
    };
    let count = lines.iter().take_while(same).count();
    if count < least {
        return None;
    }
    let table: Vec<Vec<String>> = deck::csv_rows(&lines[..count].join("\n"))
        .into_iter()
        .map(|row| row.into_iter().map(|cell| cell.trim().to_owned()).collect())
        .collect();
    let columns = table.first()?.len();
    let is_data = columns > 1
        && table.iter().all(|row| row.len() == columns)
        && (mark != ',' || table.iter().flatten().all(|cell| cell.chars().count() <= 48 && !cell.ends_with('.')))
        && (mark != ';' || !lines[..count].iter().any(|line| line.trim_end().ends_with('.')));
    // A row of words between commas is prose unless some column holds figures.
    let has_figures = table
        .iter()
        .skip(1)
        .flatten()
        .any(|cell| cell.starts_with(|c: char| c.is_ascii_digit() || "€$£-+".contains(c)));
    if !is_data || (mark == ',' && !has_figures) {
        return None;
    }
    let figure = |cell: &String| cell.starts_with(|c: char| c.is_ascii_digit() || "€$£-+".contains(c));
    let head = !table[0].iter().skip(1).any(figure) && table.iter().skip(1).any(|row| row.iter().skip(1).any(figure))
        || !table[0].iter().any(figure);
    Some((count, Table { head, rows: table }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_is_told_from_prose() {
        let csv = ["Month,Sales,Cost", "Jan,40,31", "Feb,52,30", "", "Then prose."];
        let (count, table) = table(&csv).expect("three rows of data");
        assert_eq!((count, table.head, table.rows[2][1].as_str()), (3, true, "52"));
        assert!(super::table(&["We sell ropes, lamps", "and charts, buoys", "or flags, maps"]).is_none());
        assert!(super::table(&["Wir kommen; ihr geht.", "Sie bleiben; wir auch."]).is_none());
    }
}
