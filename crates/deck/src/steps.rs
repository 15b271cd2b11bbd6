//! Build steps: how many parts of a slide appear one by one.
//!
//! The count depends on the content only, so that presenter, audience and remote control agree. At step 0 only the
//! header is visible; at step n the first n parts are.

use std::ops::RangeInclusive;

use serde_json::Value;

use crate::chart::{ChartKind, drawn_chart};
use crate::markdown::{blocks, body_steps};
use crate::registry::{BuildMode, Field, Kind, Registry, SlideType};
use crate::{Content, Slide};

/// A stop of a zoom tour, in percent from the upper left corner of the picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ZoomStop {
    /// Horizontal position.
    pub x: f64,
    /// Vertical position.
    pub y: f64,
}

/// How many build steps a slide has; 0 for a slide without steps or of an unknown type.
pub fn step_count(registry: &Registry, slide: &Slide) -> usize {
    registry.by_key(&slide.key).map_or(0, |slide_type| content_steps(slide_type, &slide.content))
}

/// How many build steps content of a type has.
pub fn content_steps(slide_type: &SlideType, content: &Content) -> usize {
    let text = |key: &str| content.get(key).and_then(Value::as_str).unwrap_or_default();
    match slide_type.build {
        None => 0,
        Some(BuildMode::Body) => body_steps(&blocks(text("body"))),
        Some(BuildMode::Chart) => ChartKind::named(text("chartType"))
            .and_then(|kind| drawn_chart(kind, text("data")).0)
            .map_or(0, |chart| chart.parts()),
        Some(BuildMode::ImageZoom) => zoom_stops(content).len(),
        Some(BuildMode::Code) if text("code").trim().is_empty() => 0,
        Some(BuildMode::Code) => line_groups(text("highlightSteps")).len(),
        Some(BuildMode::Cards) => {
            let list = slide_type.fields.iter().find(|field| matches!(field.kind, Kind::Items { .. }));
            list.map_or(0, |list| cards(list, content))
        }
    }
}

fn cards(list: &Field, content: &Content) -> usize {
    let entries = content.get(&list.key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let fields = list.kind.item_fields().unwrap_or_default();
    if list.item_field("c1").is_some() {
        return table_parts(content, entries);
    }
    let shown = entries.iter().filter(|entry| !SlideType::is_blank_item(fields, entry));
    match list.item_field("blocks") {
        Some(blocks) => block_parts(blocks, &shown.collect::<Vec<_>>()),
        None => shown.count(),
    }
}

/// Number of rows, or of cells with `animateByCell`. The header row is visible from the start.
fn table_parts(content: &Content, rows: &[Value]) -> usize {
    let word = |key: &str| content.get(key).and_then(Value::as_str);
    let header = usize::from(word("headerRow") != Some("off"));
    let rows = rows.len().saturating_sub(header);
    let columns = word("colCount").and_then(|count| count.parse().ok()).unwrap_or(3_usize);
    if word("animateByCell") == Some("on") { rows * columns } else { rows }
}

/// Number of row titles, blocks and arrows between rows.
fn block_parts(blocks: &Field, rows: &[&Value]) -> usize {
    let fields = blocks.kind.item_fields().unwrap_or_default();
    let has_text =
        |row: &Value, key: &str| row.get(key).and_then(Value::as_str).is_some_and(|text| !text.trim().is_empty());
    let in_row = |(index, row): (usize, &&Value)| {
        let shown = row
            .get("blocks")
            .and_then(Value::as_array)
            .map_or(0, |blocks| blocks.iter().filter(|block| !SlideType::is_blank_item(fields, block)).count());
        let arrow = row.get("arrow").and_then(Value::as_str).is_some_and(|arrow| matches!(arrow, "down" | "up"));
        shown + usize::from(has_text(row, "title")) + usize::from(arrow && index + 1 < rows.len())
    };
    rows.iter().enumerate().map(in_row).sum()
}

/// The groups of a list such as `1-3 | 5, 7`: the lines of each, counted from 1. What is no line or range is left out,
/// and so is a group without any.
pub fn line_groups(list: &str) -> Vec<Vec<RangeInclusive<usize>>> {
    list.split('|').map(line_ranges).filter(|group| !group.is_empty()).collect()
}

/// The ranges of a list such as `2,5-8`. What is neither a number nor two numbers with a hyphen is left out.
pub fn line_ranges(list: &str) -> Vec<RangeInclusive<usize>> {
    let line = |end: &str| end.trim().parse::<usize>().ok();
    let range = |part: &str| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        Some(line(first)?..=line(last)?)
    };
    list.split(',').filter_map(range).collect()
}

/// The stops of a picture slide's zoom tour, in order.
pub fn zoom_stops(content: &Content) -> Vec<ZoomStop> {
    let word = |key: &str| content.get(key).and_then(Value::as_str).unwrap_or_default();
    let at = |stops: &[(f64, f64)]| stops.iter().map(|(x, y)| ZoomStop { x: *x, y: *y }).collect();
    match word("zoomSteps") {
        "corners" | "quadrants" => at(&[(25.0, 25.0), (75.0, 25.0), (25.0, 75.0), (75.0, 75.0)]),
        "horizontal" => at(&[(25.0, 50.0), (75.0, 50.0)]),
        "vertical" => at(&[(50.0, 25.0), (50.0, 75.0)]),
        "custom" => {
            let stops: Vec<Value> = serde_json::from_str(word("zoomPositions")).unwrap_or_default();
            let percent = |stop: &Value, key: &str| Some(stop.get(key)?.as_f64()?.clamp(0.0, 100.0));
            stops.iter().filter_map(|stop| Some(ZoomStop { x: percent(stop, "x")?, y: percent(stop, "y")? })).collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn check(kind: &str, content: &Value, steps: usize) {
        let slide_type = Registry::core().resolve(kind).expect("a core type");
        let content = content.as_object().cloned().expect("an object");
        assert_eq!(content_steps(slide_type, &content), steps, "{kind} {content:?}");
    }

    #[test]
    fn a_body_steps_by_paragraphs_and_list_items() {
        check("content", &json!({"body": "One\n\n- two\n- three\n\n  still three\n\nFour"}), 4);
        check("content", &json!({"title": "t"}), 0);
        check("image-text", &json!({"body": "- a\n  - b\n- c"}), 3);
    }

    #[test]
    fn entries_step_one_by_one_and_blank_ones_are_not_counted() {
        check("list", &json!({"items": [{"title": "a"}, {"title": " "}, {"title": "b", "text": "x"}]}), 2);
        check("kpi-metrics", &json!({"metrics": [{"value": "1"}, {"label": "x"}]}), 2);
        check("timeline", &json!({"items": []}), 0);
    }

    #[test]
    fn tables_step_by_row_or_by_cell_below_their_header() {
        let rows = json!([{"c1": "h"}, {"c1": "a"}, {"c1": "b"}]);
        check("table", &json!({"rows": rows}), 2);
        check("table", &json!({"rows": rows, "headerRow": "off"}), 3);
        check("table", &json!({"rows": rows, "animateByCell": "on", "colCount": "4"}), 8);
    }

    #[test]
    fn block_rows_step_through_titles_blocks_and_arrows() {
        let rows = json!([
            {"title": "Now", "arrow": "down", "blocks": [{"title": "a"}, {"title": "b"}, {"title": ""}]},
            {"arrow": "up", "blocks": [{"body": "c"}]},
        ]);
        check("text-blocks", &json!({"rows": rows}), 5);
    }

    #[test]
    fn charts_step_by_bars_points_or_series() {
        check("chart", &json!({"chartType": "bar", "data": "A,1\nB,2\nC,3"}), 3);
        check("chart", &json!({"chartType": "line", "data": "x,one,two\n1,2,3\n2,3,4"}), 2);
        check("chart", &json!({"chartType": "pie", "data": "nonsense"}), 0);
    }

    #[test]
    fn a_zoom_tour_steps_by_its_stops() {
        check("image", &json!({"zoomSteps": "corners"}), 4);
        check("image", &json!({"zoomSteps": "vertical"}), 2);
        check("image", &json!({"zoomSteps": ""}), 0);
        check("image", &json!({"zoomSteps": "custom", "zoomPositions": r#"[{"x": 10, "y": 120}, {"x": 1}, 5]"#}), 1);
        check("image", &json!({"zoomSteps": "custom", "zoomPositions": "not json"}), 0);
    }

    #[test]
    fn code_steps_by_groups_of_lines() {
        check("code", &json!({"code": "a\nb", "highlightSteps": "1 | 2-3, 5 |"}), 2);
        check("code", &json!({"code": "a\nb", "highlightLines": "1"}), 0);
        check("code", &json!({"highlightSteps": "1"}), 0);
        assert_eq!(line_groups("1-3 | 5, 7-9 | x"), [vec![1..=3], vec![5..=5, 7..=9]]);
        assert_eq!(line_groups("5-x | -3 | 1-2-3, 4-, 6"), [[6..=6]]);
    }

    #[test]
    fn other_types_show_whole() {
        check("quote", &json!({"quote": "q"}), 0);
        check("poll", &json!({"question": "q"}), 0);
    }
}
