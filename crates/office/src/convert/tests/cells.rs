//! The types of slides made of similar shapes, of diagrams, and of other content that identifies its type.

use super::build::{body, chart, drawn, outline, paragraphs, picture, shape, sized, slide, table, text, title};
use crate::model::{Connector, Content, Diagram, DiagramNode, Link, Media, Shape, Slide};

/// Boxes of equal size in a row.
fn row(geometry: &str, texts: &[&str]) -> Vec<Shape> {
    let width = 90 / i64::try_from(texts.len()).expect("a small number");
    let boxed =
        |(text, at): (&&str, i64)| drawn(&format!("Box {at}"), [5 + at * width, 35, width - 2, 30], geometry, text);
    texts.iter().zip(0..).map(boxed).collect()
}

fn with_title(words: &str, shapes: Vec<Shape>) -> Slide {
    slide([vec![title(words)], shapes].concat())
}

/// Texts in three columns.
fn columns(name: &str, y: i64, height: i64, words: [&str; 3]) -> Vec<Shape> {
    [5, 37, 69].iter().zip(words).map(|(x, words)| text(name, [*x, y, 26, height], words)).collect()
}

#[test]
fn arrows_in_a_row_are_a_process() {
    let shapes = row("homePlate", &["Plan\nAsk people", "Build", "Check"]);
    insta::assert_snapshot!(outline(with_title("How", shapes)), @r#"
    process-slide
      title: "How"
      items: [{"title":"Plan","text":"Ask people"},{"title":"Build"},{"title":"Check"}]
    Title: Field("title")
    Box 0: Field("items[0].title")
    Box 1: Field("items[1].title")
    Box 2: Field("items[2].title")
    "#);
}

#[test]
fn boxes_joined_by_arrows_are_a_process() {
    let line = Connector { has_arrow: true, ..Connector::default() };
    let arrow = |name| shape(name, [30, 48, 4, 2], Content::Connector(line));
    let boxes = row("rect", &["Plan", "Build", "Check"]);
    insta::assert_snapshot!(outline(with_title("How", [boxes, vec![arrow("Arrow 1"), arrow("Arrow 2")]].concat())), @r#"
    process-slide
      title: "How"
      items: [{"title":"Plan"},{"title":"Build"},{"title":"Check"}]
    Title: Field("title")
    Box 0: Field("items[0].title")
    Box 1: Field("items[1].title")
    Box 2: Field("items[2].title")
    Arrow 1: Dropped("a line")
    Arrow 2: Dropped("a line")
    "#);
}

#[test]
fn boxes_with_heading_and_text_are_cards() {
    let shapes = row("roundRect", &["Fast\nIn a second", "Safe\nNothing is lost", "Small\nOne file"]);
    insta::assert_snapshot!(outline(with_title("Why", shapes)), @r#"
    icon-card-grid-slide
      title: "Why"
      items: [{"title":"Fast","body":"In a second"},{"title":"Safe","body":"Nothing is lost"},{"title":"Small","body":"One file"}]
    Title: Field("title")
    Box 0: Field("items[0].title")
    Box 1: Field("items[1].title")
    Box 2: Field("items[2].title")
    "#);
}

#[test]
fn the_link_of_a_shape_without_text_goes_to_the_notes() {
    let link = Some(Link::Address("https://example.com/more".to_owned()));
    let spot = Shape { link, ..drawn("Spot", [5, 80, 20, 5], "rect", "") };
    let found = outline(with_title("Pumps", vec![body([5, 25, 90, 50], "A paragraph."), spot]));
    assert!(found.contains(r#"notes: "[Spot](https://example.com/more)""#), "{found}");
    assert!(found.contains(r#"Spot: Changed("only its link is kept")"#), "{found}");
}

#[test]
fn texts_on_plates_of_their_own_belong_together() {
    let plates = [5, 37, 69].map(|x| drawn("Plate", [x, 30, 26, 50], "rect", "")).to_vec();
    let heads = columns("Head", 32, 8, ["Fast", "Safe", "Small"]);
    let texts = columns("Body", 42, 30, ["In a second", "Nothing lost", "One file"]);
    insta::assert_snapshot!(outline(with_title("Why", [plates, heads, texts].concat())), @r#"
    icon-card-grid-slide
      title: "Why"
      items: [{"title":"Fast","body":"In a second"},{"title":"Safe","body":"Nothing lost"},{"title":"Small","body":"One file"}]
    Title: Field("title")
    Plate: Dropped("a shape without text")
    Plate: Dropped("a shape without text")
    Plate: Dropped("a shape without text")
    Head: Field("items[0].title")
    Head: Field("items[1].title")
    Head: Field("items[2].title")
    Body: Field("items[0].body")
    Body: Field("items[1].body")
    Body: Field("items[2].body")
    "#);
}

#[test]
fn dates_in_a_row_are_a_timeline() {
    let dates = columns("Date", 30, 8, ["2019", "2021", "2024"]);
    let texts = columns("Event", 45, 20, ["Founded", "First office", "Sold"]);
    insta::assert_snapshot!(outline(with_title("History", [dates, texts].concat())), @r#"
    timeline-slide
      title: "History"
      items: [{"date":"2019","title":"Founded"},{"date":"2021","title":"First office"},{"date":"2024","title":"Sold"}]
    Title: Field("title")
    Date: Field("items[0].date")
    Date: Field("items[1].date")
    Date: Field("items[2].date")
    Event: Field("items[0].title")
    Event: Field("items[1].title")
    Event: Field("items[2].title")
    "#);
}

#[test]
fn lines_with_dates_are_a_timeline() {
    let lines = body([5, 25, 90, 60], "- 2019: founded\n- 2021: first office\n- March 2024: sold");
    insta::assert_snapshot!(outline(with_title("History", vec![lines])), @r#"
    timeline-slide
      title: "History"
      items: [{"date":"2019","title":"founded"},{"date":"2021","title":"first office"},{"date":"March 2024","title":"sold"}]
    Title: Field("title")
    Content: Field("items")
    "#);
}

#[test]
fn large_numbers_with_labels_are_key_figures() {
    let places = [5, 37, 69];
    let figures =
        places.iter().zip(["45%", "€1.2bn", "3,200"]).map(|(x, words)| sized("Figure", [*x, 30, 26, 20], words, 54));
    let labels = places
        .iter()
        .zip(["less waste", "saved", "streets"])
        .map(|(x, words)| sized("Label", [*x, 52, 26, 8], words, 16));
    insta::assert_snapshot!(outline(with_title("Results", figures.chain(labels).collect())), @r#"
    kpi-metrics-slide
      title: "Results"
      metrics: [{"value":"45","unit":"%","label":"less waste"},{"value":"€1.2","unit":"bn","label":"saved"},{"value":"3,200","label":"streets"}]
    Title: Field("title")
    Figure: Field("metrics[0].value")
    Figure: Field("metrics[1].value")
    Figure: Field("metrics[2].value")
    Label: Field("metrics[0].label")
    Label: Field("metrics[1].label")
    Label: Field("metrics[2].label")
    "#);
}

#[test]
fn pictures_with_names_are_people() {
    let pictures: Vec<Shape> =
        [5, 37, 69].iter().zip(["ama", "ben", "eva"]).map(|(x, name)| picture(name, [*x, 25, 20, 35])).collect();
    let names = columns("Name", 62, 12, ["Ama Serwaa\nSite lead", "Ben Okri\nWriter", "Eva Jansen\nEngineer"]);
    insta::assert_snapshot!(outline(with_title("Who we are", [pictures, names].concat())), @r#"
    team-cards-slide
      title: "Who we are"
      members: [{"name":"Ama Serwaa","byline":"Site lead","image":"/uploads/picture-1.png","alt":"Alt of ama"},{"name":"Ben Okri","byline":"Writer","image":"/uploads/picture-2.png","alt":"Alt of ben"},{"name":"Eva Jansen","byline":"Engineer","image":"/uploads/picture-3.png","alt":"Alt of eva"}]
    Title: Field("title")
    ama: Field("members[0].image")
    ben: Field("members[1].image")
    eva: Field("members[2].image")
    Name: Field("members[0].name")
    Name: Field("members[1].name")
    Name: Field("members[2].name")
    "#);
}

#[test]
fn two_columns_with_headings_are_a_comparison() {
    let shapes = vec![
        body([5, 25, 42, 8], "Repair"),
        body([5, 35, 42, 50], "- Cheap today\n- Again next year"),
        body([53, 25, 42, 8], "Replace"),
        body([53, 35, 42, 50], "- Costs more once\n- Quiet for long"),
    ];
    insta::assert_snapshot!(outline(with_title("Repair or replace", shapes)), @r#"
    comparison-slide
      title: "Repair or replace"
      leftTitle: "Repair"
      leftBody: "- Cheap today\n- Again next year"
      rightTitle: "Replace"
      rightBody: "- Costs more once\n- Quiet for long"
    Title: Field("title")
    Content: Field("leftTitle")
    Content: Field("leftBody")
    Content: Field("rightTitle")
    Content: Field("rightBody")
    "#);
}

#[test]
fn two_columns_without_headings_are_text_in_two_columns() {
    let shapes = vec![body([5, 25, 42, 60], "- a\n- b"), body([53, 25, 42, 60], "- c\n- d")];
    insta::assert_snapshot!(outline(with_title("Both", shapes)), @r#"
    content-slide
      title: "Both"
      body: "- a\n- b\n\n- c\n- d"
      layout: "two-column"
    Title: Field("title")
    Content: Field("body")
    Content: Field("body")
    "#);
}

#[test]
fn four_quadrants_are_a_matrix() {
    let places = [[5, 25], [52, 25], [5, 60], [52, 60]];
    let words = ["Strong\n- Crew", "Weak\n- Maps", "Chance\n- Grant", "Risk\n- Rain"];
    let shapes =
        places.iter().zip(words).map(|([x, y], words)| drawn("Box", [*x, *y, 43, 30], "rect", words)).collect();
    insta::assert_snapshot!(outline(with_title("SWOT", shapes)), @r#"
    matrix-slide
      title: "SWOT"
      cells: [{"title":"Strong","body":"- Crew"},{"title":"Weak","body":"- Maps"},{"title":"Chance","body":"- Grant"},{"title":"Risk","body":"- Rain"}]
    Title: Field("title")
    Box: Field("cells[0].title")
    Box: Field("cells[1].title")
    Box: Field("cells[2].title")
    Box: Field("cells[3].title")
    "#);
}

#[test]
fn narrowing_bands_are_a_funnel() {
    let bands = [(10, 25, "Visits"), (20, 45, "Sign-ups"), (30, 65, "Orders")];
    let shapes = bands.map(|(x, y, words)| drawn("Band", [x, y, 100 - 2 * x, 18], "trapezoid", words)).to_vec();
    insta::assert_snapshot!(outline(with_title("Sales", shapes)), @r#"
    funnel-slide
      title: "Sales"
      items: [{"label":"Visits"},{"label":"Sign-ups"},{"label":"Orders"}]
    Title: Field("title")
    Band: Field("items[0].label")
    Band: Field("items[1].label")
    Band: Field("items[2].label")
    "#);
}

fn node(words: &str, children: &[&str]) -> DiagramNode {
    let child = |words: &&str| DiagramNode { paragraphs: paragraphs(words), children: Vec::new() };
    DiagramNode { paragraphs: paragraphs(words), children: children.iter().map(child).collect() }
}

fn diagram(layout: &str, nodes: Vec<DiagramNode>) -> Vec<Shape> {
    vec![shape("Diagram", [5, 25, 90, 60], Content::Diagram(Diagram { layout: layout.to_owned(), nodes }))]
}

fn steps() -> Vec<DiagramNode> {
    vec![node("Plan", &["Ask"]), node("Build", &[]), node("Check", &[])]
}

#[test]
fn a_process_diagram_is_a_process() {
    insta::assert_snapshot!(outline(with_title("How", diagram("process1", steps()))), @r#"
    process-slide
      title: "How"
      items: [{"title":"Plan","text":"Ask"},{"title":"Build"},{"title":"Check"}]
    Title: Field("title")
    Diagram: Field("items")
    "#);
}

#[test]
fn shapes_around_a_middle_are_a_cycle_from_the_top() {
    let places = [[40, 72, 20, 18], [14, 48, 20, 18], [40, 24, 20, 18], [66, 48, 20, 18]];
    let texts = ["Use", "Report", "Inspect", "Mark"];
    let ring = |geometry: &str| {
        let shapes = places.iter().zip(texts).map(|(at, text)| drawn(text, *at, geometry, text));
        outline(with_title("Ladders", shapes.collect()))
    };
    let found = ring("ellipse");
    let items = r#"items: [{"title":"Inspect"},{"title":"Mark"},{"title":"Use"},{"title":"Report"}]"#;
    assert!(found.starts_with("cycle-slide") && found.contains(items), "{found}");
    assert!(!ring("rect").starts_with("cycle-slide"));
}

#[test]
fn numbers_of_boxes_are_not_key_figures() {
    let numbers =
        [5, 29, 53, 77].iter().zip(1..).map(|(x, number)| sized("No", [*x, 30, 17, 8], &format!("{number}"), 28));
    let texts = [5, 29, 53, 77].iter().zip(["Fill", "Collect", "Brew", "Sell"]);
    let texts = texts.map(|(x, words)| sized("Text", [*x, 40, 17, 16], words, 16));
    let found = outline(with_title("How", numbers.chain(texts).collect()));
    assert!(found.starts_with("process-slide"), "{found}");
}

#[test]
fn dates_above_events_are_a_timeline_at_any_height() {
    let dates = [5, 37, 69].iter().zip(["April 2026", "May 2027", "June 2028"]);
    let dates = dates.map(|(x, words)| text("Date", [*x, 38, 26, 5], words));
    let events = [5, 37, 69].iter().zip(["Decision", "Work begins", "Opening"]);
    let events = events.map(|(x, words)| text("Event", [*x, 54, 26, 5], words));
    let found = outline(with_title("Plan", dates.chain(events).collect()));
    assert!(found.starts_with("timeline-slide"), "{found}");
}

#[test]
fn a_cycle_diagram_is_a_cycle() {
    insta::assert_snapshot!(outline(with_title("How", diagram("cycle5", steps()))), @r#"
    cycle-slide
      title: "How"
      items: [{"label":"Plan","text":"Ask"},{"label":"Build"},{"label":"Check"}]
    Title: Field("title")
    Diagram: Field("items")
    "#);
}

#[test]
fn a_hierarchy_is_a_list_with_levels() {
    let tree = vec![DiagramNode { children: vec![node("Head of sales", &["Seller"])], ..node("Board", &[]) }];
    insta::assert_snapshot!(outline(with_title("Who", diagram("hierarchy1", tree))), @r#"
    content-slide
      title: "Who"
      body: "- Board\n  - Head of sales\n    - Seller"
    Title: Field("title")
    Diagram: Changed("the diagram became a list")
    "#);
}

#[test]
fn a_quotation_keeps_its_source() {
    let quote = text("Quote", [10, 30, 80, 30], "“We fixed the pipe once.”");
    insta::assert_snapshot!(outline(slide(vec![quote, text("By", [10, 62, 80, 8], "— Ama Serwaa, site lead")])), @r#"
    quote-slide
      quote: "We fixed the pipe once."
      attribution: "Ama Serwaa, site lead"
    Quote: Field("quote")
    By: Field("attribution")
    "#);
}

#[test]
fn text_in_a_monospaced_font_is_code() {
    let mut code = body([5, 25, 90, 60], "fn main() {\nrun();\n}");
    if let Content::Text(text) = &mut code.content {
        text.paragraphs.iter_mut().flat_map(|paragraph| &mut paragraph.runs).for_each(|run| run.is_code = true);
    }
    insta::assert_snapshot!(outline(with_title("Main", vec![code])), @r#"
    code-slide
      title: "Main"
      code: "fn main() {\nrun();\n}"
    Title: Field("title")
    Content: Field("code")
    "#);
}

#[test]
fn a_video_keeps_its_address() {
    let media = Media { address: Some("https://youtu.be/abc".to_owned()), ..Media::default() };
    insta::assert_snapshot!(outline(with_title("Film", vec![shape("Video", [5, 25, 90, 60], Content::Media(media))])), @r#"
    video-slide
      title: "Film"
      source: "https://youtu.be/abc"
    Title: Field("title")
    Video: Field("source")
    "#);
}

#[test]
fn a_sound_or_video_of_the_file_is_kept() {
    let media = |part: &str| Media { part: Some(part.to_owned()), ..Media::default() };
    let film = Content::Media(media("ppt/media/media1.mp4"));
    insta::assert_snapshot!(outline(with_title("Film", vec![shape("Video", [5, 25, 90, 60], film)])), @r#"
    video-slide
      title: "Film"
      source: "/uploads/picture-1.mp4"
    Title: Field("title")
    Video: Field("source")
    "#);
    let sound = || Content::Media(Media { is_sound: true, ..media("ppt/media/media1.mp3") });
    insta::assert_snapshot!(outline(with_title("Waves", vec![shape("Sound", [5, 25, 10, 10], sound())])), @r#"
    video-slide
      title: "Waves"
      source: "/uploads/picture-1.mp3"
    Title: Field("title")
    Sound: Field("source")
    "#);
    let beside = vec![text("Body", [5, 25, 90, 40], "The tide turns."), shape("Sound", [5, 80, 5, 5], sound())];
    let beside = outline(with_title("Waves", beside));
    assert!(beside.contains(r#"Sound: Lost("a sound has no place beside other content")"#), "{beside}");
    // No browser plays it.
    let film = Content::Media(media("ppt/media/media1.wmv"));
    assert!(!outline(with_title("Film", vec![shape("Video", [5, 25, 90, 60], film)])).contains("video-slide"));
}

#[test]
fn a_long_table_continues_on_further_slides() {
    let rows: Vec<String> = (0..60).map(|row| format!("r{row} | {row}")).collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let slides = outline(with_title("Long", vec![table("Table", &rows)]));
    assert!(slides.contains("Long (2)") && slides.contains("the table goes on for 2 slides"), "{slides}");
    assert!(slides.contains("\"c1\":\"r59\""), "{slides}");
}

#[test]
fn a_chart_beside_much_text_stands_on_a_slide_of_its_own() {
    let bars = chart("lineChart", &["Q1", "Q2"], &[("Sales", &[1.0, 2.5])]);
    let bars = shape("Chart", [50, 25, 45, 60], Content::Chart(bars));
    insta::assert_snapshot!(outline(with_title("Sales", vec![bars, body([5, 25, 40, 60], "- One\n- Two\n- Three")])), @r#"
    chart-slide
      title: "Sales"
      chartType: "line"
      data: ",Sales\nQ1,1\nQ2,2.5"
    content-slide
      title: "Sales (2)"
      body: "- One\n- Two\n- Three"
    Title: Field("title")
    Chart: Field("data")
    Content: Changed("stands on a slide of its own after this one")
    "#);
}
