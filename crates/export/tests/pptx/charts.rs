//! Native charts: their position, texts and look are those of the page.

use std::collections::BTreeMap;
use std::process::Command;

use export::pptx::Options;
use serde_json::{Value, json};

use super::office::{output_of, tools};
use super::parts::entries;
use super::sample::written;

/// The parts of a file with one chart slide.
struct ChartFile(BTreeMap<String, Vec<u8>>);

/// Lays out chart slides in a theme and writes them.
fn presentation(theme: &str, contents: &[Value]) -> Vec<u8> {
    let mut deck = deck::Deck::new("Water", "en-GB");
    let slides = (1..).zip(contents).map(|(number, content)| {
        deck::Slide::new(number.to_string(), "chart-slide", content.as_object().cloned().expect("content"))
    });
    deck.slides = slides.collect();
    let look = layout::Look::from(deck::Themes::core().get(theme));
    let pictures = layout::Pictures::default();
    let input = layout::LayoutInput::new(&deck, deck::Registry::core(), &look, &pictures);
    let mut typesetter = layout::Typesetter::new(&layout::FontBook::bundled());
    written(&layout::document(input, &mut typesetter).document, Options::default())
}

impl ChartFile {
    fn new(theme: &str, content: &Value) -> ChartFile {
        ChartFile(entries(&presentation(theme, std::slice::from_ref(content))))
    }

    fn part(&self, path: &str) -> String {
        String::from_utf8(self.0[path].clone()).expect("XML is text")
    }

    fn chart(&self) -> String {
        self.part("ppt/charts/chart1.xml")
    }

    /// The words of all text boxes over the chart and elsewhere.
    fn words(&self) -> Vec<String> {
        let slide = self.part("ppt/slides/slide1.xml");
        slide.split("<a:t>").skip(1).map(|rest| rest.split("</a:t>").next().unwrap_or_default().to_owned()).collect()
    }
}

fn chart(content: &Value) -> String {
    ChartFile::new("default", content).chart()
}

/// The text between two others, after the first.
fn between<'x>(xml: &'x str, start: &str, end: &str) -> &'x str {
    let from = xml.find(start).unwrap_or_else(|| panic!("no `{start}` in {xml}")) + start.len();
    &xml[from..from + xml[from..].find(end).unwrap_or_else(|| panic!("no `{end}`"))]
}

/// The series of a chart in order.
fn series(xml: &str) -> Vec<&str> {
    xml.split("<c:ser>").skip(1).map(|rest| rest.split("</c:ser>").next().unwrap_or_default()).collect()
}

/// The own label of a point.
fn label(series: &str, point: usize) -> &str {
    between(series, &format!("<c:dLbl><c:idx val=\"{point}\"/>"), "</c:dLbl>")
}

/// The XML of the labels of points that have no label of their own.
fn usual(series: &str) -> &str {
    let labels = between(series, "<c:dLbls>", "</c:dLbls>");
    labels.rsplit("</c:dLbl>").next().unwrap_or(labels)
}

fn numbers(xml: &str, element: &str) -> Vec<f64> {
    let start = format!("<c:{element} val=\"");
    xml.split(&start)
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap_or_default().parse().expect("a number"))
        .collect()
}

#[test]
fn values_have_the_size_and_face_of_the_page_and_the_highlight_its_colour() {
    let xml = chart(
        &json!({"title": "Lost", "chartType": "bar", "highlight": "North", "data": "North,31%\nHarbour,18%\nHill,9%"}),
    );
    let series = series(&xml)[0];
    assert!(usual(series).contains("<c:numFmt formatCode=\"0&quot;%&quot;\" sourceLinked=\"0\"/>"), "{series}");
    assert!(usual(series).contains("sz=\"6000\" b=\"1\"") && usual(series).contains("typeface=\"+mj-lt\""), "{series}");
    assert!(usual(series).contains("<c:dLblPos val=\"outEnd\"/>") && usual(series).contains("<c:showVal val=\"1\"/>"));
    assert!(label(series, 0).contains("<a:schemeClr val=\"accent1\"/>"), "{}", label(series, 0));
    assert_eq!(series.matches("<c:dLbl>").count(), 1, "only the highlight differs");
    assert!(xml.contains("<c:delete val=\"1\"/><c:axPos val=\"l\"/>"), "no axis beside values");
}

#[test]
fn the_plot_stands_where_the_page_has_it() {
    let content = json!({"title": "Lost", "chartType": "line", "data": "M,North\nJan,42\nFeb,39\nMar,33"});
    let xml = chart(&content);
    let layout =
        between(&xml, "<c:plotArea><c:layout><c:manualLayout><c:layoutTarget val=\"inner\"/>", "</c:manualLayout>");
    let [x, y, w, h] = ["x", "y", "w", "h"].map(|side| numbers(layout, side)[0]);
    assert!(x > 0.02 && x < 0.1 && y > 0.0 && w > 0.6 && w + x < 0.95 && h > 0.7 && h + y < 0.97, "{layout}");
    assert!(xml.contains("<c:crossBetween val=\"midCat\"/>"), "the first point stands on the edge");
    assert!(
        xml.contains("<c:max val=\"42\"/><c:min val=\"32\"/>") && xml.contains("<c:majorUnit val=\"2\"/>"),
        "{xml}"
    );
}

#[test]
fn a_waterfall_has_signed_values_above_steps_over_an_unfilled_series() {
    let xml = chart(&json!({"title": "Budget", "chartType": "waterfall",
        "data": "2026,4.1m,total\nMains,1.9m\nRepairs,-1.1m\n2027,4.9m,total"}));
    let series = series(&xml);
    assert_eq!(series.len(), 3);
    let fill = |series: &str| between(series, "<c:spPr>", "</c:spPr>").to_owned();
    assert!(fill(series[0]).starts_with("<a:noFill/>") && fill(series[2]).starts_with("<a:noFill/>"));
    assert!(fill(series[1]).starts_with("<a:solidFill>"));
    assert!(xml.contains("<c:grouping val=\"stacked\"/>") && xml.contains("<c:overlap val=\"100\"/>"));
    assert!(series[2].contains("<c:dLblPos val=\"inBase\"/>") && series[2].contains("$D$2:$D$5"), "{}", series[2]);
    assert!(!series[1].contains("<c:dLbls>"), "labels stand above, not inside");
    let formats: Vec<&str> =
        series[2].split("formatCode=\"").skip(1).map(|rest| rest.split("\" ").next().unwrap()).collect();
    assert!(formats.contains(&"&quot;+&quot;0.0&quot;m&quot;".replace("&quot;&quot;", "").as_str()), "{formats:?}");
    assert!(formats.contains(&"&quot;−&quot;0.0&quot;m&quot;") && formats.contains(&"0.0&quot;m&quot;"), "{formats:?}");
    let top = numbers(&xml, "max")[0];
    assert!(top > 6.0, "there is room for the values over the highest step, {top}");
}

#[test]
fn steps_below_zero_hang_from_it_and_those_that_cross_it_have_two_parts() {
    let xml = chart(&json!({"title": "Budget", "chartType": "waterfall", "data": "Start,2\nLoss,-3\nMore,-1\nEnd,-2"}));
    let values = |series: &str| -> Vec<String> {
        let cache = between(series, "<c:val>", "</c:val>");
        cache.split("<c:v>").skip(1).map(|rest| rest.split('<').next().unwrap_or_default().to_owned()).collect()
    };
    let series = series(&xml);
    assert_eq!(values(series[0]), ["0", "0", "-1", "0"]);
    assert_eq!(values(series[1]), ["2", "2", "-1", "-2"]);
    assert_eq!(values(series[2]), ["-1"]);
}

#[test]
fn two_units_stand_on_two_hidden_scales_over_each_other() {
    let xml = chart(&json!({"title": "Renewal", "chartType": "combo",
        "data": "Y,km renewed,Leaks\n2021,1.2,212\n2022,1.4,208\n2023,2.0,197\n2024,4.8,160"}));
    let (bars, line) = xml.split_once("<c:lineChart>").expect("a line");
    let ids = |xml: &str| numbers(xml, "axId");
    assert_ne!(ids(bars)[..2], ids(line)[..2], "each has its own axes");
    let (highs, lows) = (numbers(&xml, "max"), numbers(&xml, "min"));
    assert!(highs[0] > 4.8 / 0.6 && lows[0] == 0.0, "bars fill the lower storey: {highs:?}");
    assert!((160.0 - lows[1]) / (highs[1] - lows[1]) > 0.6, "the line is in the upper storey: {lows:?} {highs:?}");
    let line = series(line)[0];
    assert!(usual(line).contains("<c:dLblPos val=\"t\"/>") && line.contains("<c:symbol val=\"circle\"/>"), "{line}");
    assert!(series(bars)[0].contains("<c:dLblPos val=\"outEnd\"/>"));
}

#[test]
fn one_unit_has_one_scale_and_the_name_of_the_line_at_its_end() {
    let xml = chart(
        &json!({"title": "Metres", "chartType": "combo", "data": "M,Laid,Plan\nMar,310,400\nApr,420,450\nMay,560,500"}),
    );
    assert_eq!(numbers(&xml, "max").len(), 1);
    let all = series(&xml);
    assert!(all[0].contains("<c:dLblPos val=\"inBase\"/>"), "values stand in the feet of bars");
    let end = label(all[1], 2);
    assert!(
        end.contains("type=\"SERIESNAME\"") && end.contains("type=\"VALUE\"") && end.contains("<c:dLblPos val=\"r\"/>")
    );
}

#[test]
fn stacks_have_totals_and_no_plates_behind_values() {
    let file = ChartFile::new(
        "default",
        &json!({"title": "Cost", "chartType": "bar-stacked", "highlight": "Renewal",
        "data": "Year,Repair,Renewal,Power\n2023,3.1m,0.6m,0.8m\n2024,2.9m,0.9m,0.8m\n2025,2.4m,1.7m,0.9m"}),
    );
    let xml = file.chart();
    let all = series(&xml);
    assert_eq!(all.len(), 4);
    assert!(all[0].contains("<c:v>Renewal</c:v>"), "the highlight lies at the base");
    for part in &all[..3] {
        assert!(
            part.contains("<c:dLblPos val=\"ctr\"/>")
                && !between(part, "<c:dLbls>", "</c:dLbls>").contains("<c:spPr><a:solidFill>")
        );
    }
    let totals = all[3];
    assert!(totals.contains("<c:spPr><a:noFill/>") && totals.contains("<c:dLblPos val=\"inBase\"/>"), "{totals}");
    assert!(totals.contains("$E$2:$E$4") && totals.contains("<c:v>4.5</c:v>"), "{totals}");
    assert!(
        !xml.contains("<c:legend>") && file.words().contains(&"Power".to_owned()),
        "series are named beside their parts"
    );
    let book = entries(&file.0["ppt/embeddings/workbook1.xlsx"]);
    let sheet = String::from_utf8_lossy(&book["xl/worksheets/sheet1.xml"]).into_owned();
    assert!(sheet.contains("<c r=\"E2\"><v>4.5</v></c>"), "{sheet}");
}

#[test]
fn shares_have_percent_signs_where_the_page_has_them() {
    let xml = chart(&json!({"title": "Works", "chartType": "bar-stacked-100", "highlight": "Satisfied",
        "data": "Street,Satisfied,Neutral,Dissatisfied\nCanal Street,68,16,16\nMill Lane,58,24,18\nStation Road,1,1,1"}));
    let all = series(&xml);
    assert!(all[0].contains("0&quot;%&quot;"), "{}", all[0]);
    assert!(label(all[1], 0).contains('%') && !label(all[1], 1).contains('%'), "only in the first row");
    assert!(label(all[1], 2).contains("33"), "a share that is not the value is written out");
    assert!(xml.contains("<c:grouping val=\"percentStacked\"/>") && xml.contains("<c:max val=\"1\"/>"));
}

#[test]
fn points_have_their_colours_and_names() {
    let xml = chart(&json!({"title": "Older pipes", "chartType": "scatter", "highlight": "Canal Street",
        "data": "Street,Age,Leaks\nCanal Street,92,64\nMill Lane,40,58\nHarbour Quay,66,17"}));
    let points = series(&xml)[0];
    assert!(label(points, 0).contains("<a:t>Canal Street</a:t>") && label(points, 1).contains("<a:t>Mill Lane</a:t>"));
    let lead = between(points, "<c:dPt><c:idx val=\"0\"/>", "</c:dPt>");
    assert!(lead.contains("<a:schemeClr val=\"accent1\"/>"), "{lead}");
    let marker = between(points, "<c:marker>", "</c:marker>");
    assert!(numbers(lead, "size") > numbers(marker, "size") && !marker.contains("accent1"), "{marker}");
    assert_eq!(numbers(&xml, "max"), [100.0, 80.0]);
}

#[test]
fn lines_beside_the_highlight_are_quiet_and_named_at_their_ends() {
    let xml = chart(&json!({"title": "Leaks", "chartType": "line", "highlight": "North",
        "data": "Month,Hill,North\nJan,25,42\nFeb,26,39\nMar,24,33\nApr,23,9"}));
    let all = series(&xml);
    let stroke = |series: &str| between(series, "<c:spPr><a:ln w=\"", "</a:ln>").to_owned();
    assert!(!stroke(all[0]).contains("accent1") && stroke(all[1]).contains("accent1"), "{}", stroke(all[0]));
    let width = |series: &str| stroke(series).split('"').next().unwrap_or_default().parse::<u32>().expect("a width");
    assert!(width(all[0]) < width(all[1]));
    for line in &all[..2] {
        let end = label(line, 3);
        assert!(
            end.contains("type=\"SERIESNAME\"")
                && end.contains("type=\"VALUE\"")
                && end.contains("<c:dLblPos val=\"r\"/>")
        );
    }
    assert_eq!(all[0].matches("<c:dLbl>").count(), 1, "quiet lines have no values along them");
    assert_eq!(all[1].matches("<c:dLbl>").count(), 4);
    assert!(!xml.contains("<c:legend>"));
}

#[test]
fn names_of_lines_that_end_close_together_are_moved_apart() {
    let xml = chart(&json!({"title": "Leaks", "chartType": "line", "data": "Month,Hill,North\nJan,25,42\nFeb,14,14"}));
    let down: Vec<f64> = series(&xml)[..2].iter().map(|line| numbers(label(line, 1), "y")[0]).collect();
    assert!((down[0] - down[1]).abs() > 0.05, "{down:?}");
}

#[test]
fn only_the_highlighted_series_of_a_crowded_group_has_values() {
    let xml = chart(&json!({"title": "Seasons", "chartType": "bar-grouped", "highlight": "Winter",
        "data": "D,Winter,Spring,Summer,Autumn\nNorth,212,140,66,120\nHarbour,148,100,50,88\nHill,61,44,27,38\nOld town,97,70,33,58\nMill Lane,120,80,46,70\nIslands,44,30,14,25"}));
    let all = series(&xml);
    assert!(usual(all[0]).contains("<c:showVal val=\"1\"/>"));
    assert!(all[1..].iter().all(|series| !series.contains("<c:showVal val=\"1\"/>")));
    assert!(xml.contains("<c:legend>") && xml.contains("<c:legendPos val=\"t\"/>"), "its series are in a key above");
    assert!(numbers(&xml, "overlap")[0] < 0.0);
}

#[test]
fn names_of_many_categories_are_left_out_in_turn_and_never_turned() {
    let rows: Vec<String> = (1..=40).map(|week| format!("W{week},{}", 50 - week)).collect();
    for kind in ["bar", "line"] {
        let xml = chart(&json!({"title": "Weeks", "chartType": kind, "data": rows.join("\n")}));
        assert!(numbers(&xml, "tickLblSkip")[0] >= 3.0, "{xml}");
        let names = between(&xml, "<c:catAx>", "</c:catAx>");
        let turn = between(names, "<a:bodyPr rot=\"", "\"");
        assert!(["0", "1"].contains(&turn), "{turn}");
    }
    let xml = chart(&json!({"title": "Days", "chartType": "bar", "data": "Mon,1\nTue,2"}));
    assert_eq!(numbers(&xml, "tickLblSkip"), [1.0]);
    assert!(between(&xml, "<c:catAx>", "</c:catAx>").contains("<a:bodyPr rot=\"0\""), "few names may be broken");
}

#[test]
fn a_doughnut_has_the_hole_of_the_page_and_its_labels_around_it() {
    let file = ChartFile::new(
        "default",
        &json!({"title": "Why pipes break", "chartType": "doughnut", "highlight": "Frost",
        "data": "Frost,51\nTraffic,19\nRoots,14\nDigging,9\nAge,7"}),
    );
    let xml = file.chart();
    assert_eq!(numbers(&xml, "holeSize"), [60.0]);
    assert!(!xml.contains("<c:legend>") && !xml.contains("dLblPos"));
    let slices = series(&xml)[0];
    for slice in 0..5 {
        let label = label(slices, slice);
        assert!(label.contains("type=\"PERCENTAGE\"") && label.contains("type=\"CATEGORYNAME\""), "{label}");
        assert!(label.contains("<c:manualLayout><c:x val="), "{label}");
    }
    assert!(label(slices, 0).contains("sz=\"8000\""), "the highlight stands in the hole");
}

#[test]
fn negative_rows_have_their_names_at_the_side_and_a_real_minus_sign() {
    let file = ChartFile::new(
        "default",
        &json!({"title": "Change", "chartType": "bar-horizontal",
        "data": "District,Change\nNorth,-28%\nHill,-12%\nIslands,\nHarbour,6%"}),
    );
    let xml = file.chart();
    assert!(between(&xml, "<c:catAx>", "</c:catAx>").contains("<c:tickLblPos val=\"low\"/>"));
    assert!(series(&xml)[0].contains("&quot;−&quot;0&quot;%&quot;"), "{xml}");
    let cache = between(&xml, "<c:val>", "</c:val>");
    assert!(!cache.contains("<c:pt idx=\"2\">") && xml.contains("<c:dispBlanksAs val=\"gap\"/>"));
    assert!(file.words().contains(&"–".to_owned()), "a dash stands where the value is missing");
    assert!(numbers(&xml, "min")[0] < -30.0, "there is room for the values beside the bars");
}

#[test]
fn bars_have_the_fill_of_the_voice() {
    let content =
        json!({"title": "Lost", "chartType": "bar", "highlight": "North", "data": "North,31\nHarbour,18\nHill,9"});
    let fill = |theme: &str| {
        let xml = ChartFile::new(theme, &content).chart();
        between(series(&xml)[0], "<c:dPt><c:idx val=\"1\"/>", "</c:dPt>").to_owned()
    };
    assert!(fill("observatory").contains("<a:gradFill"));
    assert!(fill("blueprint").contains("<a:pattFill"));
    assert!(fill("default").contains("<c:spPr><a:solidFill>"));
}

#[test]
fn what_stands_over_a_chart_appears_with_it() {
    let content =
        json!({"title": "Lost", "chartType": "bar", "stepParagraphs": true, "data": "a,v\nNorth,31\nHarbour,\nHill,9"});
    let slide = ChartFile::new("default", &content).part("ppt/slides/slide1.xml");
    assert!(!slide.contains("clickEffect"), "{slide}");
}

#[test]
fn the_open_xml_validator_accepts_every_kind_with_the_look_of_the_page() {
    let several = "Y,Laid,Plan,Left\n2024,3,4,5\n2025,4,-5,6\n2026,,6,8";
    let positive = "Y,Laid,Plan,Left\n2024,3,4,5\n2025,4,5,6\n2026,5,6,8";
    let kinds = [
        ("bar", "a,3\nb,-4\nc,"),
        ("bar-horizontal", "a,3%\nb,-4%\nc,"),
        ("bar-grouped", several),
        ("bar-stacked", several),
        ("bar-stacked-100", positive),
        ("line", several),
        ("area", "a,3\nb,4\nc,6"),
        ("area-stacked", positive),
        ("combo", positive),
        ("combo", "Y,km,Leaks\n2024,3,400\n2025,4,500"),
        ("scatter", "n,x,y\na,1,2\nb,3,-4\nc,5,6"),
        ("waterfall", "a,3\nb,-4\nc,2\nd,1"),
        ("pie", "a,3\nb,4\nc,2"),
        ("doughnut", "a,3\nb,4\nc,2"),
    ];
    let contents = kinds.map(|(kind, data)| json!({"title": "b", "chartType": kind, "xLabel": "x", "data": data}));
    for theme in ["default", "signal", "observatory", "clarity"] {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("deck.pptx");
        std::fs::write(&path, presentation(theme, &contents)).expect("a file");
        let findings = output_of(Command::new(tools().1).env("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1").arg(path));
        assert!(findings.contains("\"ok\": true"), "{theme}: {findings}");
    }
}
