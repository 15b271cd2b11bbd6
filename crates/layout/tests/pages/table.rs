//! `table-slide`.

use crate::assert_outline;
use crate::common::{book, deck, lay_out, lay_out_in};
use scene::{Align, NodeKind, Table};
use serde_json::{Value, json};

#[test]
fn a_soft_table_is_on_a_plate() {
    assert_outline!(r#"{"type": "table-slide", "content": {"title": "Cost by district",
        "caption": "Million euro at 2026 prices. Source: network survey.", "headerRow": "on",
        "tableStyle": "soft", "cornerCell": "label", "animateByCell": "off", "rows": [{"c1": "District",
        "c2": "Repair", "c3": "Replace", "c4": "Saving over 10 years"}, {"c1": "North", "c2": "2.4", "c3": "5.1",
        "c4": "3.8"}, {"c1": "Harbour", "c2": "1.1", "c3": "3.0", "c4": "1.2"}, {"c1": "Mill Quarter",
        "c2": "0.9", "c3": "2.2", "c4": "0.7"}, {"c1": "All three", "c2": "4.4", "c3": "10.3", "c4": "5.7"}],
        "colCount": "4", "background": "base"}}"#, @r#"
    page 1 table-slide base 4 steps
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "Cost by district"
      shape 96,206 1728x706 plate tint
      shape 96,206 1728x141 decoration #DCE9EB
      shape 96,771 1728x141 decoration step 4 deep
      table 96,206 1728x706 content
        row 141 District | Repair | Replace | Saving over 10 years
        row 141 North | 2.4 | 5.1 | 3.8 step 1
        row 141 Harbour | 1.1 | 3.0 | 1.2 step 2
        row 141 Mill Quarter | 0.9 | 2.2 | 0.7 step 3
        row 141 All three | 4.4 | 10.3 | 5.7 step 4
      text 96,936 1728x36 28px caption "Million euro at 2026 prices. Source: network survey."
    "#);
}

#[test]
fn a_plain_table_has_hairlines_only() {
    assert_outline!(r#"{"type": "table-slide", "content": {"title": "Cost by district", "caption": "",
        "headerRow": "on", "tableStyle": "plain", "cornerCell": "label", "animateByCell": "off",
        "rows": [{"c1": "District", "c2": "Repair", "c3": "Replace", "c4": "Saving over 10 years"},
        {"c1": "North", "c2": "2.4", "c3": "5.1", "c4": "3.8"}, {"c1": "Harbour", "c2": "1.1", "c3": "3.0",
        "c4": "1.2"}, {"c1": "Mill Quarter", "c2": "0.9", "c3": "2.2", "c4": "0.7"}, {"c1": "All three",
        "c2": "4.4", "c3": "10.3", "c4": "5.7"}], "colCount": "4", "background": "deep"}}"#, @r#"
    page 1 table-slide deep 4 steps
      shape 0,0 1920x1080 backdrop deep
      text 96,80 1728x78 72px title "Cost by district"
      shape 96,206 1728x778 plate on-deep/8%
      shape 96,206 1728x156 decoration accent-on-deep
      shape 96,828 1728x156 decoration step 4 accent-on-deep
      table 96,206 1728x778 content
        row 156 District | Repair | Replace | Saving over 10 years
        row 156 North | 2.4 | 5.1 | 3.8 step 1
        row 156 Harbour | 1.1 | 3.0 | 1.2 step 2
        row 156 Mill Quarter | 0.9 | 2.2 | 0.7 step 3
        row 156 All three | 4.4 | 10.3 | 5.7 step 4
    "#);
}

#[test]
fn without_a_header_every_row_is_a_step() {
    assert_outline!(r#"{"type": "table-slide", "content": {"title": "T", "headerRow": "off", "colCount": "2",
        "rows": [{"c1": "a", "c2": "1"}, {"c1": " "}, {"c1": "b", "c3": "hidden"}]}}"#, @r#"
    page 1 table-slide base 3 steps
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "T"
      shape 96,376 1728x352 plate tint
      table 96,376 1728x352 content
        row 176 a | 1 step 1
        row 176 b |  step 3
    "#);
}

/// The cells of the first table of a page.
fn table(content: &Value) -> (Table, Vec<String>) {
    let output = lay_out("en", &[json!({"type": "table-slide", "content": content})]);
    let table = output.document.pages[0].nodes.iter().find_map(|node| match &node.kind {
        NodeKind::Table(table) => Some(table.clone()),
        _ => None,
    });
    (table.expect("a table"), output.findings.iter().map(ToString::to_string).collect())
}

#[test]
fn numbers_are_aligned_to_the_end_with_their_header() {
    let (table, _) =
        table(&json!({"title": "T", "rows": [{"c1": "Quay", "c2": "Ships"}, {"c1": "North", "c2": "1 041"}]}));
    let align = |row: usize, column: usize| table.rows[row].cells[column].text.paragraphs[0].align;
    assert_eq!([align(0, 0), align(0, 1), align(1, 1)], [Align::Left, Align::Right, Align::Right]);
    assert_eq!((table.header_rows, table.columns.len()), (1, 3));
}

#[test]
fn cells_can_appear_one_by_one() {
    let rows = json!([{"c1": "a", "c2": "b"}, {"c1": "c"}, {"c1": "e", "c2": "f"}]);
    let (table, _) = table(&json!({"title": "T", "rows": rows, "colCount": "2", "animateByCell": "on"}));
    let steps: Vec<_> = table.rows.iter().flat_map(|row| row.cells.iter().map(|cell| cell.step)).collect();
    assert_eq!(steps, [None, None, Some(1), Some(2), Some(3), Some(4)]);
    assert!(table.rows.iter().all(|row| row.step.is_none()));
}

/// The first table of a slide in a theme.
fn table_in(theme: &str, content: &Value) -> Table {
    let deck = deck("en", &[json!({"type": "table-slide", "content": content})]);
    let look = layout::Look::from(deck::Themes::core().get(theme));
    let output = lay_out_in(&look, &deck, &mut layout::Typesetter::new(book()));
    let tables = output.document.pages[0].nodes.iter().find_map(|node| match &node.kind {
        NodeKind::Table(table) => Some(table.clone()),
        _ => None,
    });
    tables.expect("a table")
}

#[test]
fn the_corner_belongs_to_the_header_or_to_the_first_column() {
    let colors = |corner: &str| {
        let rows = json!([{"c1": "a", "c2": "b"}, {"c1": "c", "c2": "d"}]);
        let table = table_in("ledger", &json!({"title": "T", "rows": rows, "colCount": "2", "cornerCell": corner}));
        let of = |row: usize, column: usize| table.rows[row].cells[column].text.paragraphs[0].runs[0].style.color;
        (of(0, 0) == of(0, 1), of(0, 0) == of(1, 0))
    };
    assert_eq!((colors("header"), colors("label")), ((true, false), (false, true)));
}

#[test]
fn the_last_row_is_a_sum_by_its_first_word() {
    let is_strong = |theme: &str, first: &str| {
        let rows = json!([{"c1": "Quay", "c2": "Ships"}, {"c1": "North", "c2": "4"}, {"c1": first, "c2": "4"}]);
        let table = table_in(theme, &json!({"title": "T", "rows": rows, "colCount": "2"}));
        let weight = |row: usize| table.rows[row].cells[1].text.paragraphs[0].runs[0].style.weight;
        weight(2) > weight(1)
    };
    for theme in ["default", "ledger", "observatory", "clarity"] {
        assert!(is_strong(theme, "Total, all quays") && is_strong(theme, "SUM"), "{theme}");
        assert!(!is_strong(theme, "Totally"), "{theme}");
    }
}

#[test]
fn every_theme_keeps_a_table_native_and_inside_the_page() {
    let rows: Vec<Value> = (0..12).map(|row| json!({"c1": format!("Row {row}"), "c2": "4", "c3": "x"})).collect();
    for theme in deck::Themes::core().iter() {
        let table = table_in(&theme.id, &json!({"title": "T", "rows": rows, "colCount": "3", "caption": "Source"}));
        assert_eq!(table.rows.len(), 12, "{}", theme.id);
        let height: scene::Px = table.rows.iter().map(|row| row.height).sum();
        assert!(height <= scene::px(890.0), "{}: {height}", theme.id);
    }
}

#[test]
fn rows_that_do_not_fit_are_counted_below() {
    let rows: Vec<Value> = (0..40).map(|row| json!({"c1": format!("Row {row}"), "c2": "x"})).collect();
    let output =
        lay_out("de", &[json!({"type": "table-slide", "content": {"title": "T", "rows": rows, "caption": "Quelle"}})]);
    let outline = output.document.pages[0].outline();
    assert!(outline.contains("weitere Zeilen"), "{outline}");
    assert_eq!(
        output.findings.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["rows: the text does not fit and is cut"]
    );
}

#[test]
fn a_cell_taller_than_the_page_is_truncated() {
    let long = "Repairs come before paint. ".repeat(14);
    let row: serde_json::Map<String, Value> = (1..=10).map(|column| (format!("c{column}"), json!(long))).collect();
    let (table, findings) = table(&json!({"title": "T", "rows": [row, row], "colCount": "10"}));
    let height: scene::Px = table.rows.iter().map(|row| row.height).sum();
    assert!(height <= scene::px(800.0), "{height}");
    assert!(findings.iter().any(|finding| finding.starts_with("rows.0.c2: ")), "{findings:?}");
}

#[test]
fn one_row_that_does_not_fit_is_counted_in_the_singular() {
    let more = |language: &str, short: usize, tall: usize| {
        let row = |words: String| json!({"c1": words, "c2": "x"});
        let rows = (0..short).map(|index| row(format!("Row {index}")));
        let rows: Vec<Value> = rows.chain((0..tall).map(|_| row("many words ".repeat(36)))).collect();
        let output = lay_out(language, &[json!({"type": "table-slide", "content": {"title": "T", "rows": rows}})]);
        let outline = output.document.pages[0].outline();
        let line = outline.lines().find(|line| line.contains(" label ")).unwrap_or_default();
        line.split('"').nth(1).unwrap_or_default().to_owned()
    };
    let short = (1..40).find(|short| !more("en", *short, 1).is_empty()).expect("too many rows");
    let said = ["en", "nl", "de", "fr"].map(|language| [1, 2].map(|tall| more(language, short, tall)));
    assert_eq!(
        said,
        [
            ["1 more row", "2 more rows"],
            ["nog 1 rij", "nog 2 rijen"],
            ["1 weitere Zeile", "2 weitere Zeilen"],
            ["1 ligne de plus", "2 lignes de plus"],
        ]
    );
}
