//! `chart-slide`.

use crate::common::{book, deck, lay_out, lay_out_in};
use layout::Typesetter;
use scene::{Chart, Fill, Hatch, NodeKind, Rect, Shape, ShapeForm};
use serde_json::{Value, json};

/// The words of all texts of a chart.
fn words(chart: &Chart) -> Vec<String> {
    let words = chart.nodes.iter().filter_map(|node| match &node.kind {
        NodeKind::Text(text) => Some(text.words()),
        _ => None,
    });
    words.collect()
}

#[test]
fn lines_are_named_at_their_ends() {
    let chart = chart(&json!({"title": "Leaks per month", "subheading": "The north falls by two thirds",
        "chartType": "line", "data": "Month,North,Harbour\nJan,42,18\nFeb,39,17\nMar,14,14", "yLabel": "Leaks"}));
    let words = words(&chart);
    for expected in ["Leaks", "Jan", "42", "39", "North", "Harbour", "14"] {
        assert!(words.iter().any(|text| text == expected), "{expected}: {words:?}");
    }
    assert!(!words.iter().any(|text| text == "17"), "only the series that leads has values: {words:?}");
}

#[test]
fn each_kind_has_a_native_form() {
    use scene::ChartKind as Native;
    let two = "x,One,Two\nA,3,2\nB,2,1\nC,4,3";
    for (kind, data, native) in [
        ("bar", "A,1\nB,2", Native::Columns),
        ("bar", two, Native::Columns),
        ("bar-horizontal", "A,1\nB,2", Native::Bars),
        ("bar-grouped", two, Native::Columns),
        ("bar-stacked", two, Native::StackedColumns),
        ("bar-stacked-100", two, Native::FullBars),
        ("line", two, Native::Line),
        ("area", "A,1\nB,2", Native::Area),
        ("area-stacked", two, Native::StackedArea),
        ("combo", two, Native::Combo),
        ("scatter", two, Native::Scatter),
        ("waterfall", "A,4\nB,2\nC,6", Native::Waterfall),
        ("pie", "A,1\nB,2", Native::Pie),
        ("doughnut", "A,1\nB,2", Native::Ring),
    ] {
        assert_eq!(chart(&json!({"title": "T", "chartType": kind, "data": data})).kind, native, "{kind}");
    }
}

#[test]
fn bars_with_long_names_are_horizontal() {
    let data = "Neighbourhood-development-association,4\nB,2\nC,1\nD,1\nE,1\nF,1";
    assert_eq!(chart(&json!({"title": "T", "chartType": "bar", "data": data})).kind, scene::ChartKind::Bars);
    let content = json!({"title": "T", "chartType": "bar", "data": data, "orientation": "columns"});
    assert_eq!(chart(&content).kind, scene::ChartKind::Columns);
    let content = json!({"title": "T", "chartType": "bar", "data": "A,1\nB,2", "orientation": "rows"});
    assert_eq!(chart(&content).kind, scene::ChartKind::Bars);
}

#[test]
fn values_replace_the_axis_as_long_as_they_fit() {
    let content = |rows: usize| {
        let data: Vec<String> = (1..=rows).map(|row| format!("W{row},{row}")).collect();
        json!({"title": "T", "chartType": "bar", "data": data.join("\n")})
    };
    assert!(chart(&content(12)).labels.hides_axis && !chart(&content(40)).labels.hides_axis);
}

#[test]
fn what_leads_has_the_accent_and_the_rest_is_quiet() {
    let chart = chart(&json!({"title": "T", "subheading": "The hill leads", "chartType": "bar",
        "data": "North,3\nHill,9\nHarbour,4"}));
    let colors = &chart.series[0].colors;
    assert!(colors[0] == colors[2] && colors[0] != colors[1], "{colors:?}");
}

#[test]
fn a_line_with_a_gap_has_a_dotted_bridge() {
    let chart = chart(&json!({"title": "T", "chartType": "line", "data": "1,4\n2,5\n3,\n4,2"}));
    let is_dotted = |node: &&scene::Node| matches!(&node.kind, NodeKind::Shape(Shape { stroke: Some(stroke), fill: None, .. }) if stroke.dash.is_some());
    assert_eq!(chart.nodes.iter().filter(is_dotted).count(), 1);
}

#[test]
fn data_that_cannot_be_drawn_as_asked_is_a_finding() {
    let output = |data: &str| {
        lay_out("en", &[json!({"type": "chart-slide", "content": {"title": "T", "chartType": "pie", "data": data}})])
    };
    let drawn = output("North,4\nSouth,-2");
    let kind = drawn.document.pages[0].nodes.iter().find_map(|node| match &node.kind {
        NodeKind::Chart(chart) => Some(chart.kind),
        _ => None,
    });
    assert_eq!(kind, Some(scene::ChartKind::Columns));
    assert!(matches!(drawn.findings[0].kind, layout::FindingKind::ChartFault(_)), "{:?}", drawn.findings);
    let table = output("nonsense");
    assert!(table.document.pages[0].nodes.iter().any(|node| matches!(node.kind, NodeKind::Table(_))));
    assert!(matches!(table.findings[0].kind, layout::FindingKind::ChartFault(_)), "{:?}", table.findings);
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
fn formulas_are_words_in_native_charts_and_for_screen_readers() {
    let content = json!({"title": "T", "chartType": "bar", "data": "x,$T(n)$\n$O(n^2)$,4\nfrom $5 to $9,2",
        "xLabel": "$f(n)$", "yLabel": "$\\mu$s"});
    let output = lay_out("en", &[json!({"type": "chart-slide", "content": content})]);
    let found = output.document.pages[0].nodes.iter().find_map(|node| match (&node.kind, &node.alt) {
        (NodeKind::Chart(chart), scene::AltText::Text(alt)) => Some((chart, alt)),
        _ => None,
    });
    let (chart, alt) = found.expect("a chart");
    assert_eq!(chart.categories, ["O(n²)", "from $5 to $9"]);
    assert_eq!(chart.series[0].name, "T(n)");
    assert_eq!((chart.unit.as_str(), chart.category_title.as_str()), ("μs", "f(n)"));
    assert_eq!(alt, "T(n): O(n²) 4; from $5 to $9 2");
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
    assert_eq!(hatches, [&[None][..], &Hatch::ALL.map(Some)[..5]].concat(), "five slices and the rest");
    assert_eq!(chart.series[0].hatches, hatches, "and so they have in a chart that a program draws");

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
    let clarity = chart_in("clarity", &content);
    assert!(dashes(&clarity).contains(&true) && dashes(&clarity).contains(&false), "{:?}", dashes(&clarity));
    assert!(clarity.series[0].hatches[0].is_none() && clarity.series[1].hatches[0].is_some());
    let plain = chart_in("default", &content);
    assert!(!dashes(&plain).contains(&true));
}

#[test]
fn a_long_closing_line_wraps_to_two_lines() {
    let long = "The source of these figures is the register of leaks that the works department keeps. ".repeat(2);
    let long = long + "It is open to everyone on weekdays.";
    let content = json!({"title": "Leaks", "chartType": "pie", "data": "A,1\nB,2", "bottomSubheading": long});
    let output = lay_out("en", &[json!({"type": "chart-slide", "content": content})]);
    let outline = output.document.pages[0].outline();
    let closing = outline.lines().find(|line| line.contains("The source")).expect("a closing line");
    assert!(closing.contains("px caption") && closing.ends_with("2 lines"), "{closing}");
    assert!(output.findings.is_empty(), "{:?}", output.findings);
}

#[test]
fn bars_have_a_maximum_width() {
    let share = |rows: usize| {
        let data: Vec<String> = (1..=rows).map(|row| format!("{row},{row}")).collect();
        chart(&json!({"title": "Bars", "chartType": "bar", "data": data.join("\n")})).bar
    };
    assert!(share(2) < 0.5 && (share(8) - 0.62).abs() < 0.01 && share(20) > 0.69);
}

#[test]
fn from_seven_slices_on_the_smallest_are_joined() {
    let data: Vec<String> = (1..=20).map(|row| format!("Slice {row},{row}")).collect();
    let chart = chart(&json!({"title": "Slices", "chartType": "pie", "data": data.join("\n")}));
    assert_eq!(chart.categories.len(), 6);
    assert_eq!(chart.categories[5], "15 others");
    assert_eq!(chart.series[0].values[5], Some(120.0));
}

#[test]
fn a_chart_records_its_labels() {
    let labels = |content: &Value| {
        let labels = chart(content).labels;
        (labels.values, labels.shares, labels.names)
    };
    let bars = json!({"title": "t", "chartType": "bar", "data": "A,1\nB,2"});
    assert_eq!(labels(&bars), (true, false, false));
    let axis = json!({"title": "t", "chartType": "bar", "data": "A,1\nB,2", "showValues": "no"});
    assert_eq!(labels(&axis), (false, false, false), "ticks that say the same are no labels");
    assert!(labels(&json!({"title": "t", "chartType": "bar", "data": "A,1\nB,2", "showValues": "yes"})).0);
    let ring = json!({"title": "t", "chartType": "pie", "data": "A,1\nB,2", "pieLabelMode": "both"});
    assert_eq!(labels(&ring), (true, true, false), "names stand beside the slices");
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
    let content = json!({"title": "T", "chartType": "bar", "data": "A,1\nB,2", "background": "accent"});
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
    let content = json!({"title": "T", "chartType": "doughnut", "data": "A,60\nB,36\nC,4", "pieLabelMode": "both"});
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
