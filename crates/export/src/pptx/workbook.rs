//! The workbook behind a chart: the numbers that "Edit data" opens.
//!
//! It is a separate package with one sheet of texts and numbers (ECMA-376 part 1, chapter 18). It has no formulas,
//! number formats or time stamps, so the same chart gives the same bytes.

use std::collections::HashMap;
use std::io::Cursor;

use scene::Chart;

use super::package::{Package, Relationships, relationship};
use super::xml::Xml;
use crate::Error;

/// The name of the sheet, which the cell references of a chart repeat.
pub(super) const SHEET: &str = "Sheet1";

const SPREADSHEET_NAMESPACE: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const WORKBOOK: (&str, &str) =
    ("xl/workbook.xml", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml");
const WORKSHEET: (&str, &str) =
    ("xl/worksheets/sheet1.xml", "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml");
const STYLES: (&str, &str) =
    ("xl/styles.xml", "application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml");
const SHARED_STRINGS: (&str, &str) =
    ("xl/sharedStrings.xml", "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml");

/// Maximum number of characters in a cell of Excel.
const MAX_CELL_TEXT: usize = 32_767;

/// A workbook with the numbers of a chart. The first column has the categories, each of the following ones a series,
/// and the last one the totals if the chart prints them. The first row has the `names` of the series and of the totals.
pub(super) fn workbook(chart: &Chart, names: &[String]) -> Result<Vec<u8>, Error> {
    let mut out = Cursor::new(Vec::new());
    let mut package = Package::of_workbook(&mut out);
    let mut relationships = Relationships::default();
    relationships.part(relationship::DOCUMENT, WORKBOOK.0);
    package.relationships("", relationships)?;

    let mut relationships = Relationships::default();
    let sheet_id = relationships.part(relationship::WORKSHEET, WORKSHEET.0);
    relationships.part(relationship::STYLES, STYLES.0);
    relationships.part(relationship::SHARED_STRINGS, SHARED_STRINGS.0);
    let mut xml = Xml::part();
    let relationship_namespace = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    xml.open("workbook", &[("xmlns", &SPREADSHEET_NAMESPACE), ("xmlns:r", &relationship_namespace)]);
    xml.open("sheets", &[]);
    xml.empty("sheet", &[("name", &SHEET), ("sheetId", &1), ("r:id", &sheet_id)]);
    xml.close();
    xml.close();
    package.xml(WORKBOOK.0, WORKBOOK.1, xml)?;
    package.relationships(WORKBOOK.0, relationships)?;

    let mut strings = SharedStrings::default();
    let sheet = worksheet(chart, names, &mut strings);
    package.xml(WORKSHEET.0, WORKSHEET.1, sheet)?;
    package.xml(SHARED_STRINGS.0, SHARED_STRINGS.1, strings.xml())?;
    let mut styles = Xml::part();
    styles.add(PLAIN_STYLES);
    package.xml(STYLES.0, STYLES.1, styles)?;
    package.finish()?;
    Ok(out.into_inner())
}

/// The letters of a column by its index, which starts at 0: from `A` to `ZZ`.
pub(super) fn column_name(index: usize) -> String {
    let letter = |index: usize| char::from(b'A' + u8::try_from(index % 26).unwrap_or_default());
    if index < 26 { letter(index).to_string() } else { format!("{}{}", letter(index / 26 - 1), letter(index)) }
}

fn worksheet<'c>(chart: &'c Chart, names: &'c [String], strings: &mut SharedStrings<'c>) -> Xml {
    let mut xml = Xml::part();
    xml.open("worksheet", &[("xmlns", &SPREADSHEET_NAMESPACE)]);
    xml.open("cols", &[]);
    xml.empty("col", &[("min", &1), ("max", &1), ("width", &24.71), ("customWidth", &1)]);
    xml.close();
    xml.open("sheetData", &[]);
    xml.open("row", &[("r", &1)]);
    for (column, name) in (1..).zip(names) {
        strings.write_cell(&mut xml, column, 1, name);
    }
    xml.close();
    let longest_series = chart.series.iter().map(|series| series.values.len()).max().unwrap_or_default();
    for index in 0..chart.categories.len().max(longest_series) {
        let row = index + 2;
        xml.open("row", &[("r", &row)]);
        if let Some(category) = chart.categories.get(index) {
            strings.write_cell(&mut xml, 0, row, category);
        }
        for (column, series) in (1..).zip(&chart.series) {
            let value = series.values.get(index).copied().flatten();
            if let Some(value) = value.filter(|value| value.is_finite()) {
                xml.open("c", &[("r", &cell_name(column, row))]);
                xml.value("v", &value);
                xml.close();
            }
        }
        let totals = chart.look.as_ref().and_then(|look| look.totals.as_ref());
        if let Some(total) = totals.and_then(|(_, totals)| totals.get(index)).filter(|total| total.is_finite()) {
            xml.open("c", &[("r", &cell_name(chart.series.len() + 1, row))]);
            xml.value("v", total);
            xml.close();
        }
        xml.close();
    }
    xml.close();
    xml.close();
    xml
}

fn cell_name(column: usize, row: usize) -> String {
    format!("{}{row}", column_name(column))
}

/// The texts of a workbook, each once; cells refer to them by number.
#[derive(Default)]
struct SharedStrings<'t> {
    texts: Vec<&'t str>,
    numbers: HashMap<&'t str, usize>,
}

impl<'t> SharedStrings<'t> {
    fn write_cell(&mut self, xml: &mut Xml, column: usize, row: usize, text: &'t str) {
        let number = *self.numbers.entry(text).or_insert_with(|| {
            self.texts.push(text);
            self.texts.len() - 1
        });
        xml.open("c", &[("r", &cell_name(column, row)), ("t", &"s")]);
        xml.value("v", &number);
        xml.close();
    }

    fn xml(self) -> Xml {
        let mut xml = Xml::part();
        xml.open("sst", &[("xmlns", &SPREADSHEET_NAMESPACE), ("uniqueCount", &self.texts.len())]);
        for text in self.texts {
            xml.open("si", &[]);
            xml.text("t", &[("xml:space", &"preserve")], &escaped(text));
            xml.close();
        }
        xml.close();
        xml
    }
}

/// A text as the content of a cell, cut to [`MAX_CELL_TEXT`]. Excel reads `_x0041_` as `A`, so the underscore of such a
/// text is escaped (part 1, 22.9.2.19).
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let end = text.char_indices().nth(MAX_CELL_TEXT).map_or(text.len(), |(end, _)| end);
    let mut remaining = &text[..end];
    while let Some(at) = remaining.find("_x") {
        let (before, after) = remaining.split_at(at + 2);
        let is_escape = after
            .split_once('_')
            .is_some_and(|(code, _)| code.len() == 4 && code.bytes().all(|byte| byte.is_ascii_hexdigit()));
        escaped.push_str(&before[..at]);
        escaped.push_str(if is_escape { "_x005F_x" } else { "_x" });
        remaining = after;
    }
    escaped + remaining
}

/// The styles that every workbook must have (part 1, 18.8): one font, the two reserved fills, one border, one cell
/// style.
const PLAIN_STYLES: &str = concat!(
    r#"<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">"#,
    r#"<fonts count="1"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>"#,
    r#"<fills count="2"><fill><patternFill patternType="none"/></fill>"#,
    r#"<fill><patternFill patternType="gray125"/></fill></fills>"#,
    r#"<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>"#,
    r#"<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>"#,
    r#"<cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs>"#,
    r#"<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>"#,
);

#[cfg(test)]
mod tests {
    use std::io::Read;

    use scene::{ChartKind, ChartLabels, ChartSeries, Direction};
    use zip::ZipArchive;

    use super::*;

    fn chart() -> Chart {
        let series = |name: &str, values: Vec<Option<f64>>| ChartSeries {
            name: name.to_owned(),
            values,
            colors: Vec::new(),
            hatches: Vec::new(),
        };
        Chart {
            kind: ChartKind::Columns,
            categories: ["North & <west>", " South ", "Boats"].map(str::to_owned).to_vec(),
            series: vec![
                series("Boats", vec![Some(42.0), None, Some(-0.5)]),
                series("Tugs", vec![Some(1e6), Some(f64::NAN), None, Some(7.0)]),
            ],
            unit: String::new(),
            category_title: String::new(),
            labels: ChartLabels::default(),
            direction: Direction::LeftToRight,
            area: None,
            bar: 0.5,
            look: None,
            nodes: Vec::new(),
        }
    }

    fn written() -> Vec<u8> {
        workbook(&chart(), &["Boats".to_owned(), "Tugs".to_owned()]).expect("a workbook")
    }

    fn part(path: &str) -> String {
        let mut text = String::new();
        let mut zip = ZipArchive::new(Cursor::new(written())).expect("a zip file");
        zip.by_name(path).expect("a part").read_to_string(&mut text).expect("text");
        let lines = ["<row ", "<si>", "<Default ", "<Override ", "<Relationship "];
        lines.iter().fold(text, |text, element| text.replace(element, &format!("\n{element}")))
    }

    #[test]
    fn the_sheet_has_a_row_for_each_category_and_refers_to_each_text_by_number() {
        insta::assert_snapshot!(part("xl/worksheets/sheet1.xml"), @r#"
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cols><col min="1" max="1" width="24.71" customWidth="1"/></cols><sheetData>
        <row r="1"><c r="B1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>
        <row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2"><v>42</v></c><c r="C2"><v>1000000</v></c></row>
        <row r="3"><c r="A3" t="s"><v>3</v></c></row>
        <row r="4"><c r="A4" t="s"><v>0</v></c><c r="B4"><v>-0.5</v></c></row>
        <row r="5"><c r="C5"><v>7</v></c></row></sheetData></worksheet>
        "#);
        insta::assert_snapshot!(part("xl/sharedStrings.xml"), @r#"
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" uniqueCount="4">
        <si><t xml:space="preserve">Boats</t></si>
        <si><t xml:space="preserve">Tugs</t></si>
        <si><t xml:space="preserve">North &amp; &lt;west&gt;</t></si>
        <si><t xml:space="preserve"> South </t></si></sst>
        "#);
    }

    #[test]
    fn every_part_has_its_type_and_a_relationship() {
        insta::assert_snapshot!(part("[Content_Types].xml"), @r#"
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
        <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
        <Default Extension="xml" ContentType="application/xml"/>
        <Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/>
        <Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>
        <Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>
        <Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>
        "#);
        insta::assert_snapshot!(part("_rels/.rels"), @r#"
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
        <Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>
        "#);
        insta::assert_snapshot!(part("xl/workbook.xml"), @r#"
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>
        "#);
        insta::assert_snapshot!(part("xl/_rels/workbook.xml.rels"), @r#"
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
        <Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/>
        <Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/>
        <Relationship Id="rId3" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>
        "#);
    }

    #[test]
    fn the_same_chart_gives_the_same_bytes() {
        assert_eq!(written(), written());
    }

    #[test]
    fn a_text_that_looks_like_an_escape_stays_that_text() {
        assert_eq!(escaped("_x0041_ _xyz_ a_x004_ _x_x00e9_"), "_x005F_x0041_ _xyz_ a_x004_ _x_x005F_x00e9_");
        assert_eq!(escaped(&"é".repeat(40_000)).chars().count(), MAX_CELL_TEXT);
    }

    #[test]
    fn columns_are_named_by_letters() {
        assert_eq!([0, 25, 26, 51, 52, 701].map(column_name), ["A", "Z", "AA", "AZ", "BA", "ZZ"]);
    }
}
