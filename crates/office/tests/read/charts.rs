//! Charts: kinds, figures, categories and formats.

use office::model::{Chart, Content, Stacking};

use crate::package::{Package, frame};

#[track_caller]
fn content(xml: &str) -> Content {
    let package = Package::new()
        .slide_with(&frame(r#"<c:chart r:id="c"/>"#), &[("c", "chart", "../charts/chart1.xml")])
        .part("ppt/charts/chart1.xml", xml);
    package.first().shapes.swap_remove(0).content
}

#[track_caller]
fn chart(xml: &str) -> Chart {
    match content(xml) {
        Content::Chart(chart) => chart,
        other => panic!("no chart: {other:?}"),
    }
}

/// A chart part with a plot area; `before` is the XML before it.
fn space(before: &str, area: &str) -> String {
    format!("<c:chartSpace NS><c:chart>{before}<c:plotArea>{area}</c:plotArea></c:chart></c:chartSpace>")
}

fn points(texts: &[&str]) -> String {
    let points = texts.iter().enumerate().filter(|(_, text)| !text.is_empty());
    let points: Vec<String> =
        points.map(|(index, text)| format!(r#"<c:pt idx="{index}"><c:v>{text}</c:v></c:pt>"#)).collect();
    format!(r#"<c:ptCount val="{}"/>{}"#, texts.len(), points.concat())
}

fn series(order: usize, name: &str, values: &[&str], categories: &str) -> String {
    format!(
        r#"<c:ser><c:idx val="{order}"/><c:order val="{order}"/><c:tx><c:strRef><c:f>Sheet1!$B$1</c:f><c:strCache>{}</c:strCache></c:strRef></c:tx>{categories}<c:val><c:numRef><c:f>Sheet1!$B$2</c:f><c:numCache><c:formatCode>0.0%</c:formatCode>{}</c:numCache></c:numRef></c:val></c:ser>"#,
        points(&[name]),
        points(values)
    )
}

fn names(texts: &[&str]) -> String {
    format!("<c:cat><c:strRef><c:strCache>{}</c:strCache></c:strRef></c:cat>", points(texts))
}

#[test]
fn a_chart_has_its_series_by_order_with_gaps() {
    let cat = names(&["Jan", "Feb", "Mar"]);
    let title = "<c:title><c:tx><c:rich><a:p><a:r><a:t>Water </a:t></a:r><a:r><a:rPr b='1'/><a:t>lost</a:t></a:r></a:p></c:rich></c:tx></c:title>";
    let chart = chart(&space(
        title,
        &format!(
            r#"<c:layout/><c:barChart><c:barDir val="bar"/><c:grouping val="stacked"/>{}{}</c:barChart>"#,
            series(1, "South", &["4", "5", "#N/A"], &cat),
            series(0, "North", &["1.5", "", "-3E2"], &cat),
        ),
    ));
    assert_eq!((chart.kind.as_str(), chart.is_horizontal, chart.stacking), ("barChart", true, Stacking::Stacked));
    assert!(!chart.is_combined);
    assert_eq!(chart.title.as_deref(), Some("Water lost"));
    assert_eq!(chart.categories, ["Jan", "Feb", "Mar"]);
    assert_eq!(chart.number_format.as_deref(), Some("0.0%"));
    let series: Vec<_> = chart.series.into_iter().map(|series| (series.name, series.values)).collect();
    assert_eq!(
        series,
        [
            ("North".to_owned(), vec![Some(1.5), None, Some(-300.0)]),
            ("South".to_owned(), vec![Some(4.0), Some(5.0), None]),
        ]
    );
}

#[test]
fn several_kinds_in_one_chart_are_noticed() {
    let one = series(0, "A", &["1"], "");
    let chart = chart(&space("", &format!("<c:lineChart>{one}</c:lineChart><c:barChart>{one}</c:barChart>")));
    assert_eq!((chart.kind.as_str(), chart.is_combined, chart.series.len()), ("lineChart", true, 2));
    assert_eq!(chart.series.iter().map(|series| series.kind.as_str()).collect::<Vec<_>>(), ["lineChart", "barChart"]);
}

#[test]
fn the_format_that_shows_comes_before_that_of_the_cells() {
    let one = series(0, "A", &["1"], "");
    let format = |area: &str| chart(&space("", &format!("<c:pieChart>{one}</c:pieChart>{area}"))).number_format;
    assert_eq!(format(r#"<c:valAx><c:numFmt formatCode="0 €" sourceLinked="0"/></c:valAx>"#).as_deref(), Some("0 €"));
    assert_eq!(format(r#"<c:valAx><c:numFmt formatCode="0 €" sourceLinked="1"/></c:valAx>"#).as_deref(), Some("0.0%"));
    let general = one.replace("0.0%", "General");
    assert_eq!(chart(&space("", &format!("<c:pieChart>{general}</c:pieChart>"))).number_format, None);
}

#[test]
fn categories_may_have_levels_or_be_dates_and_numbers() {
    let categories = |xml: &str| {
        let one = series(0, "A", &["1", "2", "3"], &format!("<c:cat>{xml}</c:cat>"));
        chart(&space("", &format!("<c:areaChart>{one}</c:areaChart>"))).categories
    };
    let levels = format!(
        r#"<c:multiLvlStrRef><c:multiLvlStrCache><c:ptCount val="3"/><c:lvl>{}</c:lvl><c:lvl>{}</c:lvl></c:multiLvlStrCache></c:multiLvlStrRef>"#,
        points(&["Q1", "Q2", "Q1"]).replace(r#"<c:ptCount val="3"/>"#, ""),
        points(&["2025", "", "2026"]).replace(r#"<c:ptCount val="3"/>"#, ""),
    );
    assert_eq!(categories(&levels), ["2025 / Q1", "2025 / Q2", "2026 / Q1"]);
    let numbers = |format: &str, texts: &[&str]| {
        format!("<c:numRef><c:numCache><c:formatCode>{format}</c:formatCode>{}</c:numCache></c:numRef>", points(texts))
    };
    assert_eq!(categories(&numbers("mmm\\-yy", &["45292", "45323"])), ["2024-01", "2024-02"]);
    assert_eq!(categories(&numbers("General", &["2024", "2025"])), ["2024", "2025"]);
    assert_eq!(categories(&format!("<c:strLit>{}</c:strLit>", points(&["a", "", "c"]))), ["a", "", "c"]);
}

#[test]
fn scatter_and_bubble_charts_have_positions_and_sizes() {
    let values = |name: &str, texts: &[&str]| format!("<c:{name}><c:numLit>{}</c:numLit></c:{name}>", points(texts));
    let one = format!(
        "<c:ser>{}{}{}</c:ser>",
        values("xVal", &["1", "2"]),
        values("yVal", &["3", "4"]),
        values("bubbleSize", &["5", "6"])
    );
    let chart = chart(&space("", &format!("<c:bubbleChart>{one}</c:bubbleChart>")));
    let series = &chart.series[0];
    assert_eq!(series.values, [Some(3.0), Some(4.0)]);
    assert_eq!(series.positions, [Some(1.0), Some(2.0)]);
    assert_eq!(series.sizes, [Some(5.0), Some(6.0)]);
    assert_eq!(chart.kind, "bubbleChart");
}

#[test]
fn charts_of_the_newer_kinds_are_read() {
    let chart = chart(
        r#"<cx:chartSpace xmlns:cx="http://schemas.microsoft.com/office/drawing/2014/chartex"><cx:chartData><cx:data id="0">
        <cx:strDim type="cat"><cx:f>A</cx:f><cx:lvl ptCount="2"><cx:pt idx="0">Start</cx:pt><cx:pt idx="1">Leaks</cx:pt></cx:lvl></cx:strDim>
        <cx:numDim type="val"><cx:f>B</cx:f><cx:lvl ptCount="2" formatCode="0,000"><cx:pt idx="0">100</cx:pt><cx:pt idx="1">-31</cx:pt></cx:lvl></cx:numDim>
        </cx:data></cx:chartData><cx:chart><cx:title><cx:tx><cx:txData><cx:v>Where it goes</cx:v></cx:txData></cx:tx></cx:title><cx:plotArea><cx:plotAreaRegion>
        <cx:series layoutId="waterfall"><cx:tx><cx:txData><cx:f>B1</cx:f><cx:v>Litres</cx:v></cx:txData></cx:tx><cx:dataId val="0"/></cx:series>
        </cx:plotAreaRegion></cx:plotArea></cx:chart></cx:chartSpace>"#,
    );
    assert_eq!((chart.kind.as_str(), chart.title.as_deref()), ("waterfall", Some("Where it goes")));
    assert_eq!(chart.categories, ["Start", "Leaks"]);
    assert_eq!(chart.series[0].name, "Litres");
    assert_eq!(chart.series[0].values, [Some(100.0), Some(-31.0)]);
    assert_eq!(chart.number_format.as_deref(), Some("0,000"));
}

#[test]
fn a_chart_without_figures_is_no_chart() {
    let nothing = Content::Other("a chart without figures".to_owned());
    assert_eq!(content(&space("", "<c:barChart/>")), nothing);
    assert_eq!(content("<c:chartSpace NS/>"), nothing);
    let missing = Package::new().slide(&frame(r#"<c:chart r:id="c"/>"#)).first();
    assert_eq!(missing.shapes[0].content, nothing);
}
