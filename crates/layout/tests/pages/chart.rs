//! `chart-slide`.

use crate::assert_outline;
use crate::common::{book, deck, lay_out, lay_out_in};
use layout::Typesetter;
use scene::{Chart, Fill, Hatch, NodeKind, Rect, Shape, ShapeForm};
use serde_json::{Value, json};

#[test]
fn two_lines_are_labelled_at_their_ends() {
    assert_outline!(r#"{"type": "chart-slide", "content": {"title": "Leaks per month",
        "subheading": "The north falls by two thirds after the first renewed mains",
        "bottomSubheading": "Source: leak register, first half of 2026", "chartType": "line",
        "data": "Month,North,Harbour\nJan,42,18\nFeb,39,17\nMar,33,17\nApr,24,15\nMay,18,15\nJun,14,14",
        "showLegend": "yes", "xLabel": "2026", "yLabel": "Leaks", "series1Label": "North",
        "series2Label": "Harbour", "background": "base", "headerAlign": "left"}}"#, @r#"
    page 1 chart-slide base 2 steps
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x63 56px title "Leaks per month"
      text 112,167 1696x41 30px subtitle "The north falls by two thirds after the first renewed mains"
      chart 112,256 1696x640 content alt "North: Jan 42; Feb 39; Mar 33; Apr 24; May 18; Jun 14; Harbour: Jan 18; Feb 17; Mar 17; Apr 15; May 15; Jun 14" Line of Jan, Feb, Mar, Apr, May, Jun
        text 112,256 1696x32 24px label "Leaks"
        shape 153,797 1489x2 decoration muted
        text 112,782 25x32 24px label "0"
        shape 153,702 1489x1 decoration line
        text 112,686 25x32 24px label "10"
        shape 153,606 1489x1 decoration line
        text 112,591 25x32 24px label "20"
        shape 153,511 1489x1 decoration line
        text 112,495 25x32 24px label "30"
        shape 153,415 1489x1 decoration line
        text 112,400 25x32 24px label "40"
        shape 153,320 1489x1 decoration line
        text 112,304 25x32 24px label "50"
        text 153,864 1489x32 24px label "2026"
        text 162,816 38x32 24px label "Jan"
        text 449,816 38x32 24px label "Feb"
        text 735,816 39x32 24px label "Mar"
        text 1023,816 36x32 24px label "Apr"
        text 1306,816 42x32 24px label "May"
        text 1594,816 39x32 24px label "Jun"
        shape 181,396 1433x268 decoration step 1 line chart-1
        shape 174,389 14x14 decoration step 1 chart-1
        shape 460,418 14x14 decoration step 1 chart-1
        shape 747,476 14x14 decoration step 1 chart-1
        shape 1034,562 14x14 decoration step 1 chart-1
        shape 1320,619 14x14 decoration step 1 chart-1
        shape 1607,657 14x14 decoration step 1 chart-1
        shape 181,626 1433x38 decoration step 2 line chart-2
        shape 174,619 14x14 decoration step 2 chart-2
        shape 460,628 14x14 decoration step 2 chart-2
        shape 747,628 14x14 decoration step 2 chart-2
        shape 1034,648 14x14 decoration step 2 chart-2
        shape 1320,648 14x14 decoration step 2 chart-2
        shape 1607,657 14x14 decoration step 2 chart-2
        shape 1638,636 16x16 decoration step 1 chart-1
        text 1666,628 142x32 26px label step 1 "North 14"
        shape 1638,676 16x16 decoration step 2 chart-2
        text 1666,668 142x32 26px label step 2 "Harbour 14"
      text 112,920 1696x48 28px caption "Source: leak register, first half of 2026"
    "#);
}

#[test]
fn a_few_bars_are_vertical() {
    assert_outline!(r#"{"type": "chart-slide", "content": {"title": "T", "chartType": "bar",
        "data": "Quay,Ships\nNorth,42\nSouth,-18", "showValues": "yes", "yLabel": "Ships"}}"#, @r#"
    page 1 chart-slide base 2 steps
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x63 56px title "T"
      chart 112,232 1696x736 content alt "Ships: North 42; South -18" Columns of North, South
        text 112,232 1696x32 24px label "Ships"
        shape 165,884 1643x1 decoration line
        text 112,868 37x32 24px label "−20"
        shape 165,736 1643x2 decoration muted
        text 112,721 37x32 24px label "0"
        shape 165,590 1643x1 decoration line
        text 112,574 37x32 24px label "20"
        shape 165,443 1643x1 decoration line
        text 112,427 37x32 24px label "40"
        shape 165,296 1643x1 decoration line
        text 112,280 37x32 24px label "60"
        shape 476,428 200x309 decoration step 1 chart-1
        text 165,392 822x34 26px label step 1 "42"
        text 173,936 806x32 24px label "North"
        shape 1297,737 200x132 decoration step 2 chart-1
        text 986,871 822x34 26px label step 2 "−18"
        text 994,936 806x32 24px label "South"
    "#);
}

#[test]
fn bars_with_long_names_are_horizontal() {
    assert_outline!(r#"{"type": "chart-slide", "content": {"title": "T", "chartType": "bar",
        "data": "Neighbourhood-development-association,4\nB,2\nC,1\nD,1\nE,1\nF,1"}}"#, @r#"
    page 1 chart-slide base 6 steps
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x63 56px title "T"
      chart 112,232 1696x736 content alt "Neighbourhood-development-association 4; B 2; C 1; D 1; E 1; F 1" Bars of Neighbourhood-development-association, B, C, D, E, F
        shape 553,232 2x686 decoration muted
        text 547,936 13x32 24px label "0"
        shape 861,232 1x686 decoration line
        text 855,936 13x32 24px label "1"
        shape 1168,232 1x686 decoration line
        text 1162,936 13x32 24px label "2"
        shape 1476,232 1x686 decoration line
        text 1470,936 13x32 24px label "3"
        shape 1784,232 1x686 decoration line
        text 1778,936 13x32 24px label "4"
        text 112,274 422x31 24px label "Neighbourhood-development-association"
        shape 554,253 1230x72 decoration step 1 chart-1
        text 112,388 422x31 24px label "B"
        shape 554,368 615x72 decoration step 2 chart-1
        text 112,502 422x31 24px label "C"
        shape 554,482 308x72 decoration step 3 chart-1
        text 112,617 422x31 24px label "D"
        shape 554,596 308x72 decoration step 4 chart-1
        text 112,731 422x31 24px label "E"
        shape 554,711 308x72 decoration step 5 chart-1
        text 112,845 422x31 24px label "F"
        shape 554,825 308x72 decoration step 6 chart-1
    "#);
}

#[test]
fn a_ring_has_a_legend() {
    assert_outline!(r#"{"type": "chart-slide", "content": {"title": "T", "chartType": "pie",
        "data": "Repair;60\nReplace;35\nSurvey;5", "pieLabelMode": "both"}}"#, @r#"
    page 1 chart-slide base 3 steps
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x63 56px title "T"
      chart 112,232 1696x736 content alt "Repair 60; Replace 35; Survey 5" Ring of Repair, Replace, Survey
        shape 444,300 478x604 decoration step 1 chart-1 line #FFFFFF
        text 820,644 46x58 24px label step 1 "60\n60%" 2 lines
        shape 315,315 253x528 decoration step 2 chart-2 line #FFFFFF
        text 366,535 46x58 24px label step 2 "35\n35%" 2 lines
        shape 527,300 93x140 decoration step 3 chart-3 line #FFFFFF
        shape 1120,525 22x22 decoration step 1 chart-1
        text 1158,518 93x36 28px label step 1 "Repair"
        text 1284,518 106x36 28px label step 1 "60 (60%)"
        shape 1120,589 22x22 decoration step 2 chart-2
        text 1158,582 93x36 28px label step 2 "Replace"
        text 1284,582 106x36 28px label step 2 "35 (35%)"
        shape 1120,653 22x22 decoration step 3 chart-3
        text 1158,646 93x36 28px label step 3 "Survey"
        text 1284,646 106x36 28px label step 3 "5 (5%)"
    "#);
}

#[test]
fn a_line_with_a_gap_is_broken() {
    assert_outline!(r#"{"type": "chart-slide", "content": {"title": "T", "chartType": "line",
        "data": "1,4\n2,5\n3,\n4,2"}}"#, @r#"
    page 1 chart-slide base 3 steps
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x63 56px title "T"
      chart 112,232 1696x736 content alt "1 4; 2 5; 4 2" Line of 1, 2, 3, 4
        shape 141,917 1613x2 decoration muted
        text 112,902 13x32 24px label "0"
        shape 141,784 1613x1 decoration line
        text 112,768 13x32 24px label "1"
        shape 141,650 1613x1 decoration line
        text 112,634 13x32 24px label "2"
        shape 141,516 1613x1 decoration line
        text 112,500 13x32 24px label "3"
        shape 141,382 1613x1 decoration line
        text 112,366 13x32 24px label "4"
        shape 141,248 1613x1 decoration line
        text 112,232 13x32 24px label "5"
        text 162,936 13x32 24px label "1"
        text 681,936 13x32 24px label "2"
        text 1200,936 13x32 24px label "3"
        text 1719,936 13x32 24px label "4"
        shape 169,248 519x670 decoration step 3 chart-1/12%
        shape 169,248 519x134 decoration step 2 line chart-1
        shape 162,375 14x14 decoration step 1 chart-1
        shape 681,241 14x14 decoration step 2 chart-1
        shape 1719,643 14x14 decoration step 3 chart-1
        text 1766,634 42x32 26px label step 3 "2"
    "#);
}

#[test]
fn invalid_chart_data_is_shown_as_a_table() {
    assert_outline!(r#"{"type": "chart-slide", "content": {"title": "T", "chartType": "pie",
        "data": "North,4\nSouth,-2"}}"#, @r#"
    page 1 chart-slide base
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x63 56px title "T"
      table 112,232 1696x129 content
        row 64 North | 4
        row 64 South | -2
    "#);
}

#[test]
fn on_a_dark_page_a_chart_is_on_a_plate() {
    assert_outline!(r#"{"type": "chart-slide", "content": {"title": "T", "chartType": "pie", "background": "deep",
        "showLegend": "no", "data": "A,1\nB,1"}}"#, @r#"
    page 1 chart-slide deep 2 steps
      shape 0,0 1920x1080 backdrop deep
      text 112,88 1696x63 56px title "T"
      shape 112,232 1696x736 plate surface
      chart 152,272 1616x656 content alt "A 1; B 1" Ring of A, B
        shape 960,300 300x600 decoration step 1 chart-1 line #F7FAFB
        text 1171,586 46x29 24px label step 1 "50%"
        shape 660,300 300x600 decoration step 2 chart-2 line #F7FAFB
        text 703,586 46x29 24px label step 2 "50%"
    "#);
}

fn chart(content: &Value) -> Chart {
    let output = lay_out("en", &[json!({"type": "chart-slide", "content": content})]);
    let chart = output.document.pages[0].nodes.iter().find_map(|node| match &node.kind {
        NodeKind::Chart(chart) => Some(chart.clone()),
        _ => None,
    });
    chart.expect("a chart")
}

#[test]
fn a_chart_keeps_its_values_for_native_charts() {
    let data = "Month,North,Harbour\nJan,42,18\nFeb,,17";
    let chart =
        chart(&json!({"title": "T", "chartType": "line", "data": data, "series2Label": "Basin", "yLabel": "Leaks"}));
    assert_eq!((chart.categories.join(" "), chart.unit.as_str()), ("Jan Feb".to_owned(), "Leaks"));
    let series: Vec<_> = chart.series.iter().map(|series| (series.name.as_str(), series.values.clone())).collect();
    assert_eq!(series, [("North", vec![Some(42.0), None]), ("Basin", vec![Some(18.0), Some(17.0)])]);
}

#[test]
fn parts_have_the_build_steps_of_the_deck() {
    let last = |kind: &str, data: &str| {
        let chart = chart(&json!({"title": "T", "chartType": kind, "data": data}));
        chart.nodes.iter().filter_map(|node| node.step).max()
    };
    assert_eq!(last("bar", "A,1\nB,2\nC,3"), Some(3));
    assert_eq!(last("pie", "A,1\nB,2\nC,3"), Some(3));
    assert_eq!(last("line", "A,1\nB,2\nC,3"), Some(3));
    assert_eq!(last("line", "A,1,2\nB,2,3\nC,3,4"), Some(2));
}

#[test]
fn labels_never_overlap() {
    let names = ["Q", "Mill Quarter", "Donaudampfschifffahrtsgesellschaft"];
    for kind in ["bar", "line", "pie"] {
        for count in [2, 3, 8, 9, 26, 60, 300] {
            for name in names {
                let rows: Vec<String> =
                    (0..count).map(|row| format!("{name} {row};{}", (row * 37) % 101 + 1)).collect();
                let data = rows.join("\n");
                assert_labels_apart(&json!({"title": "T", "chartType": kind, "data": data, "showValues": "yes",
                    "pieLabelMode": "both", "xLabel": "Districts", "yLabel": "Leaks", "background": "deep"}));
            }
        }
    }
    let signed = "A;-900000000\nB;1200000000\nC;0\nD;-1";
    for extra in ["", "\nE;5\nF;-6\nG;7\nH;8\nI;-9"] {
        assert_labels_apart(
            &json!({"title": "T", "chartType": "bar", "data": format!("{signed}{extra}"), "showValues": "yes"}),
        );
    }
    let close = "x;First line of all;Second\n1;5;5\n2;9;9";
    assert_labels_apart(&json!({"title": "T", "chartType": "line", "data": close}));
}

fn assert_labels_apart(content: &Value) {
    let chart = chart(content);
    let texts: Vec<_> = chart.nodes.iter().filter(|node| matches!(node.kind, NodeKind::Text(_))).collect();
    for (index, node) in texts.iter().enumerate() {
        assert!(Rect::CANVAS.contains(&node.frame), "{} leaves the page: {content}", node.frame);
        for other in &texts[index + 1..] {
            assert!(!node.frame.overlaps(&other.frame), "{} and {} meet: {content}", node.frame, other.frame);
        }
    }
}

/// The chart of a slide in a theme.
fn chart_in(theme: &str, content: &Value) -> Chart {
    let look = layout::Look::from(::deck::Themes::core().get(theme));
    let deck = deck("en-GB", &[json!({"type": "chart-slide", "content": content})]);
    let output = lay_out_in(&look, &deck, &mut Typesetter::new(book()));
    let mut charts = output.document.pages[0].nodes.iter().filter_map(|node| match &node.kind {
        NodeKind::Chart(chart) => Some(chart.clone()),
        _ => None,
    });
    charts.next_back().expect("a chart")
}

fn fills(chart: &Chart) -> Vec<Fill> {
    let fill = |node: &scene::Node| match &node.kind {
        NodeKind::Shape(Shape { fill: Some(fill), form: ShapeForm::Path(_), .. }) => Some(fill.clone()),
        _ => None,
    };
    chart.nodes.iter().filter_map(fill).collect()
}

#[test]
fn slices_have_patterns_in_a_theme_with_patterns() {
    let data: Vec<String> = (1..=8).map(|slice| format!("Slice {slice},{}", 10 + slice)).collect();
    let content = json!({"title": "T", "chartType": "pie", "data": data.join("\n")});
    let chart = chart_in("clarity", &content);
    let hatch = |fill: &Fill| match fill {
        Fill::Hatched { hatch, .. } => Some(*hatch),
        _ => None,
    };
    let hatches: Vec<Option<Hatch>> = fills(&chart).iter().map(hatch).collect();
    assert_eq!(hatches, [&[None][..], &Hatch::ALL.map(Some)].concat());
    assert_eq!(chart.series[0].hatches, hatches, "and so they have in a chart that a program draws");
    let legend = chart.nodes.iter().filter(|node| match &node.kind {
        NodeKind::Shape(Shape { fill: Some(fill), form: ShapeForm::Rect { .. }, .. }) => hatch(fill).is_some(),
        _ => false,
    });
    assert_eq!(legend.count(), 7);

    let plain = chart_in("default", &content);
    assert!(fills(&plain).iter().all(|fill| hatch(fill).is_none()) && plain.series[0].hatches.is_empty());
}

#[test]
fn the_second_line_is_dashed_in_a_theme_with_patterns() {
    let content = json!({"title": "T", "chartType": "line", "data": "M,A,B\n1,1,4\n2,2,3\n3,3,2"});
    let dashes = |chart: &Chart| -> Vec<bool> {
        let dash = |node: &scene::Node| match &node.kind {
            NodeKind::Shape(Shape { stroke: Some(stroke), fill: None, .. }) => Some(stroke.dash.is_some()),
            _ => None,
        };
        chart.nodes.iter().filter_map(dash).collect()
    };
    let squares = |chart: &Chart| {
        let square = |node: &&scene::Node| matches!(&node.kind, NodeKind::Shape(Shape { form: ShapeForm::Rect { radius }, .. }) if *radius == scene::px(2.0));
        chart.nodes.iter().filter(square).count()
    };
    let clarity = chart_in("clarity", &content);
    assert!(dashes(&clarity).contains(&true) && dashes(&clarity).contains(&false), "{:?}", dashes(&clarity));
    assert_eq!((squares(&clarity), clarity.series[0].hatches[0].is_none()), (4, true), "three points and the legend");
    assert!(clarity.series[1].hatches[0].is_some());
    let plain = chart_in("default", &content);
    assert!(!dashes(&plain).contains(&true) && squares(&plain) == 0);
}

#[test]
fn a_long_closing_line_wraps_to_two_lines() {
    let long = "The source of these figures is the register of leaks that the works department keeps. ".repeat(2);
    let long = long + "It is open to everyone on weekdays.";
    let content = json!({"title": "Leaks", "chartType": "pie", "data": "A,1\nB,2", "bottomSubheading": long});
    let output = lay_out("en", &[json!({"type": "chart-slide", "content": content})]);
    let outline = output.document.pages[0].outline();
    let closing = outline.lines().find(|line| line.contains("The source")).expect("a closing line");
    assert!(closing.contains("112,912 1696x60 24px caption") && closing.ends_with("2 lines"), "{closing}");
    assert!(output.findings.is_empty(), "{:?}", output.findings);
}

#[test]
fn bars_have_a_maximum_width() {
    let share = |rows: usize| {
        let data: Vec<String> = (1..=rows).map(|row| format!("{row},{row}")).collect();
        chart(&json!({"title": "Bars", "chartType": "bar", "data": data.join("\n")})).bar
    };
    assert!(share(2) < 0.3 && (share(8) - 1.0 / 1.4).abs() < 0.01 && share(20) > 0.7);
}

#[test]
fn slices_beyond_the_chart_colours_get_mixed_colours() {
    let data: Vec<String> = (1..=20).map(|row| format!("Slice {row},{row}")).collect();
    let chart = chart(&json!({"title": "Slices", "chartType": "pie", "data": data.join("\n")}));
    let colors: std::collections::BTreeSet<String> =
        chart.series[0].colors.iter().map(|color| format!("{color:?}")).collect();
    assert_eq!(colors.len(), 20);
}

#[test]
fn a_legend_shows_all_percentages_or_none() {
    let legend = |data: &str| {
        let chart = chart(&json!({"title": "Shares", "chartType": "pie", "data": data}));
        let words = chart.nodes.iter().filter_map(|node| match &node.kind {
            NodeKind::Text(text) => Some(text.words()),
            _ => None,
        });
        words.filter(|words| words.contains('(')).count()
    };
    assert_eq!(legend("A,98\nB,1\nC,1"), 3);
    assert_eq!(legend("A,40\nB,30\nC,30"), 0);
}

#[test]
fn a_chart_records_its_labels() {
    let labels = |content: &Value| {
        let labels = chart(content).labels;
        (labels.values, labels.shares, labels.names)
    };
    let bars = json!({"title": "t", "chartType": "bar", "data": "A,1\nB,2"});
    assert_eq!(labels(&bars), (false, false, false), "ticks that say the same are no labels");
    assert!(labels(&json!({"title": "t", "chartType": "bar", "data": "A,1\nB,2", "showValues": "yes"})).0);
    let ring = json!({"title": "t", "chartType": "pie", "data": "A,1\nB,2", "pieLabelMode": "both"});
    assert_eq!(labels(&ring), (true, true, true));
    let lines = json!({"title": "t", "chartType": "line", "data": "x,a,b\n1,2,3\n2,3,4", "showLegend": "no"});
    assert_eq!(labels(&lines), (false, false, false));
    let unit = chart(&json!({"title": "t", "chartType": "bar", "data": "A;€ 1\nB;€ 2"})).labels.affixes;
    assert_eq!(unit, ("€".to_owned(), String::new()));
}

#[test]
fn four_digit_numbers_are_grouped_if_longer_ones_occur() {
    let labels = |data: &str| {
        let chart = chart(&json!({"title": "T", "chartType": "bar", "data": data, "showValues": "yes"}));
        let words = chart.nodes.iter().filter_map(|node| match &node.kind {
            NodeKind::Text(text) => Some(text.words()),
            _ => None,
        });
        (words.filter(|words| words.ends_with('9')).collect::<Vec<_>>().join(" "), chart.labels.grouped)
    };
    assert_eq!(labels("A,1009\nB,16839"), ("1,009 16,839".to_owned(), true));
    assert_eq!(labels("A,1009\nB,2009"), ("1009 2009".to_owned(), false));
    assert_eq!(labels("A,1009\nB,9009"), ("1,009 9,009".to_owned(), true), "the axis ends at 10,000");
}

#[test]
fn a_chart_on_a_plate_keeps_the_padding_of_the_plate() {
    let content = json!({"title": "T", "chartType": "bar", "data": "A,1\nB,2", "background": "deep"});
    let output = lay_out("en", &[json!({"type": "chart-slide", "content": content})]);
    let nodes = &output.document.pages[0].nodes;
    let frame = |wanted: fn(&&scene::Node) -> bool| nodes.iter().find(wanted).expect("a node").frame;
    let plate = frame(|node| node.role == scene::NodeRole::Plate);
    let chart = frame(|node| matches!(node.kind, NodeKind::Chart(_)));
    assert_eq!(chart, plate.inset(scene::px(40.0)));
}

#[test]
fn the_area_is_filled_under_one_line_but_not_under_two() {
    let area = |data: &str| chart(&json!({"title": "T", "chartType": "line", "data": data})).area;
    assert!(area("M,A\n1,1\n2,2").is_some() && area("M,A,B\n1,1,4\n2,2,3").is_none());
}

#[test]
fn labels_on_slices_are_not_truncated_with_larger_text() {
    let content = json!({"title": "T", "chartType": "pie", "data": "A,60\nB,36\nC,4", "pieLabelMode": "both"});
    let chart = chart_in("clarity", &content);
    let is_cut = |node: &scene::Node| matches!(&node.kind, NodeKind::Text(text) if text.truncated);
    assert!(!chart.nodes.iter().any(is_cut));
    let held: Vec<bool> = chart.labels.on_slices.iter().map(Option::is_some).collect();
    assert_eq!(held, [true, true, false], "and a thin slice holds none");
}

#[test]
fn long_names_at_the_ends_of_lines_wrap_in_every_script() {
    let name = "شبكة المياه في المدينة القديمة خطة عام";
    let content = json!({"title": "T", "chartType": "line", "data": "M,A,B\n1,1,4\n2,2,3", "series1Label": name});
    let output = lay_out("ar", &[json!({"type": "chart-slide", "content": content})]);
    assert!(output.findings.is_empty(), "{:?}", output.findings);
}
