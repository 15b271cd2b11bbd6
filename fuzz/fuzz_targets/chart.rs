//! Reads arbitrary text as the data of a chart. It may be refused; accepted numbers are finite.

#![no_main]

use deck::{ChartKind, chart_data, csv_rows};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let _ = csv_rows(&text);
    for kind in [ChartKind::Bar, ChartKind::Line, ChartKind::Pie] {
        if let Ok(data) = chart_data(kind, &text) {
            let figures = data.series.iter().flat_map(|series| &series.figures).flatten();
            for figure in figures {
                assert!(figure.value.is_finite(), "{data:?}");
            }
        }
    }
});
