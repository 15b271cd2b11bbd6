//! Tables.

use office::model::{Content, Table};

use crate::package::{frame, p, shape, words};

fn table(xml: &str) -> Table {
    match shape(&frame(xml)).content {
        Content::Table(table) => table,
        other => panic!("no table: {other:?}"),
    }
}

#[test]
fn a_table_has_its_cells_by_row() {
    let cell = |text: &str| format!("<a:tc><a:txBody><a:bodyPr/>{}</a:txBody></a:tc>", p(text));
    let table = table(&format!(
        r#"<a:tbl><a:tblPr firstRow="1"/><a:tblGrid><a:gridCol/></a:tblGrid><a:tr>{}{}</a:tr><a:tr>{}<a:tc/></a:tr></a:tbl>"#,
        cell("Year"),
        cell("Flow"),
        cell("2026")
    ));
    assert!(table.has_header);
    let rows: Vec<Vec<_>> =
        table.rows.iter().map(|row| row.iter().map(|cell| words(&cell.paragraphs).concat()).collect()).collect();
    assert_eq!(rows, [["Year", "Flow"], ["2026", ""]]);
    assert_eq!(table.rows[0][0].spans, (1, 1));
}

#[test]
fn covered_cells_are_empty() {
    let cell = |attributes: &str, text: &str| format!("<a:tc {attributes}><a:txBody>{}</a:txBody></a:tc>", p(text));
    let table = table(&format!(
        "<a:tbl><a:tr>{}{}</a:tr><a:tr>{}{}</a:tr></a:tbl>",
        cell(r#"gridSpan="2" rowSpan="2""#, "all"),
        cell(r#"hMerge="1" rowSpan="2""#, "covered"),
        cell(r#"vMerge="1" gridSpan="2""#, "covered"),
        cell(r#"hMerge="1" vMerge="1""#, "covered"),
    ));
    assert!(!table.has_header);
    let cells: Vec<_> =
        table.rows.iter().flatten().map(|cell| (words(&cell.paragraphs).concat(), cell.spans)).collect();
    let covered = (String::new(), (1, 1));
    assert_eq!(cells, [("all".to_owned(), (2, 2)), covered.clone(), covered.clone(), covered]);
}

#[test]
fn a_table_without_a_width_has_that_of_its_columns() {
    let columns = r#"<a:tbl><a:tblGrid><a:gridCol w="100"/><a:gridCol w="250"/></a:tblGrid></a:tbl>"#;
    let place = |width: &str| shape(&frame(columns).replace(r#"cx="3""#, width)).frame.width;
    assert_eq!(place(r#"cx="0""#), 350);
    assert_eq!(place(r#"cx="3""#), 3);
}
