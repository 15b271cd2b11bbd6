//! The workbook behind a chart: the figures that "Edit data" opens.

use rust_xlsxwriter::{DocProperties, ExcelDateTime, Workbook, XlsxError};
use scene::Chart;

use crate::Error;

/// The sheet that a chart refers to.
pub(super) const SHEET: &str = "Sheet1";

/// A workbook with the figures of a chart: categories in the first column, a series in each that follows.
pub(super) fn workbook(chart: &Chart, names: &[String]) -> Result<Vec<u8>, Error> {
    written(chart, names).map_err(|fault| Error::Failed(format!("the workbook of a chart: {fault}")))
}

fn written(chart: &Chart, names: &[String]) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    // The same figures give the same bytes, whenever they are written.
    let epoch = ExcelDateTime::from_ymd(1980, 1, 1)?;
    workbook.set_properties(&DocProperties::new().set_creation_datetime(&epoch));
    let sheet = workbook.add_worksheet();
    sheet.set_name(SHEET)?;
    for (row, category) in (1..).zip(&chart.categories) {
        sheet.write_string(row, 0, category)?;
    }
    for (column, (series, name)) in (1..).zip(chart.series.iter().zip(names)) {
        sheet.write_string(0, column, name)?;
        for (row, value) in (1..).zip(&series.values) {
            if let Some(value) = value.filter(|value| value.is_finite()) {
                sheet.write_number(row, column, value)?;
            }
        }
    }
    sheet.set_column_width(0, 24)?;
    workbook.save_to_buffer()
}
