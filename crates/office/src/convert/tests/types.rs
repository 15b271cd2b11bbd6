//! The slide type that is chosen for each kind of slide.

use deck::ChartKind;

use super::build::{
    body, chart, outline, outline_of, picture, presentation, shape, sized, slide, subtitle, table, text, title,
};
use crate::convert::figures::{chart_rows, csv};
use crate::model::{Content, Placeholder, Shape, Slide};

#[test]
fn the_first_slide_with_a_title_is_a_title_slide() {
    let first = slide(vec![title("Water"), subtitle("A plan\nJane Doe\n3 May 2026")]);
    insta::assert_snapshot!(outline_of(&presentation(vec![first]), 0), @r#"
    title-slide
      title: "Water"
      subheading: "A plan"
      meta: "Jane Doe · 3 May 2026"
    Title: Field("title")
    Subtitle: Field("subheading")
    "#);
}

#[test]
fn the_largest_text_of_the_first_slide_is_its_title_wherever_it_stands() {
    let first = slide(vec![
        sized("Office", [6, 12, 50, 8], "Ministry of Small Rivers", 14),
        sized("Large", [6, 40, 88, 20], "State of the brooks", 48),
        sized("Below", [6, 62, 88, 8], "Summary for the press", 22),
        picture("brook", [0, 0, 100, 100]),
    ]);
    insta::assert_snapshot!(outline_of(&presentation(vec![first]), 0), @r#"
    title-slide
      title: "State of the brooks"
      subheading: "Summary for the press"
      meta: "Ministry of Small Rivers"
      slideBgImage: "/uploads/picture-1.png"
    Office: Field("meta")
    Large: Field("title")
    Below: Field("subheading")
    brook: Field("slideBgImage")
    "#);
}

#[test]
fn a_large_figure_with_a_label_is_a_key_figure() {
    let shapes = vec![
        sized("Figure", [10, 26, 80, 34], "1 in 5", 96),
        sized("Label", [10, 62, 80, 12], "loaves is thrown away", 24),
    ];
    let found = outline(slide(shapes));
    assert!(found.starts_with("kpi-metrics-slide") && found.contains(r#""value":"1 in 5""#), "{found}");
}

#[test]
fn a_lone_title_opens_a_section() {
    insta::assert_snapshot!(outline(slide(vec![title("Part two")])), @r#"
    chapter-title-slide
      title: "Part two"
    Title: Field("title")
    "#);
}

#[test]
fn the_last_slide_with_thanks_closes_the_deck() {
    let last =
        slide(vec![title("Vielen Dank!"), body([5, 40, 90, 40], "Ama Serwaa\nama@example.org\n+31 20 555 0100")]);
    let slides = vec![slide(vec![title("First")]), last];
    insta::assert_snapshot!(outline_of(&presentation(slides), 1), @r#"
    end-slide
      title: "Vielen Dank!"
      contactName: "Ama Serwaa"
      contactEmail: "ama@example.org"
      contactPhone: "+31 20 555 0100"
    Title: Field("title")
    Content: Field("contactEmail")
    "#);
}

#[test]
fn the_last_slide_with_an_address_closes_the_deck() {
    let last = slide(vec![title("Join us"), body([5, 40, 90, 40], "Ada Vos\nada@example.org")]);
    let found = outline_of(&presentation(vec![slide(vec![title("First")]), last]), 1);
    assert!(found.starts_with("end-slide"), "{found}");
}

#[test]
fn short_points_become_a_list() {
    insta::assert_snapshot!(outline(slide(vec![title("Why"), body([5, 25, 90, 60], "- One\n  - in detail\n- Two")])), @r#"
    list-slide
      title: "Why"
      variant: "bullets"
      items: [{"title":"One","text":"in detail"},{"title":"Two"}]
    Title: Field("title")
    Content: Field("items")
    "#);
}

#[test]
fn text_with_levels_becomes_text() {
    insta::assert_snapshot!(outline(slide(vec![title("Why"), body([5, 25, 90, 60], "- One\n  - a\n  - b\n- Two")])), @r#"
    content-slide
      title: "Why"
      body: "- One\n  - a\n  - b\n- Two"
    Title: Field("title")
    Content: Field("body")
    "#);
}

#[test]
fn a_table_keeps_its_cells() {
    let text = text("Source", [5, 88, 90, 6], "Source: the city");
    insta::assert_snapshot!(outline(slide(vec![title("Figures"), table("Table", &["Ward | Loss", "North | 12"]), text])), @r#"
    table-slide
      title: "Figures"
      headerRow: "on"
      colCount: "2"
      rows: [{"c1":"Ward","c2":"Loss"},{"c1":"North","c2":"12"}]
      caption: "Source: the city"
    Title: Field("title")
    Table: Field("rows")
    Source: Field("caption")
    "#);
}

#[test]
fn a_chart_keeps_its_figures() {
    let bars = chart("barChart", &["Q1", "Q2"], &[("2024", &[1.0, 2.5]), ("2025", &[3.0, 4.0])]);
    insta::assert_snapshot!(outline(slide(vec![title("Sales"), shape("Chart", [5, 25, 90, 60], Content::Chart(bars))])), @r#"
    chart-slide
      title: "Sales"
      chartType: "bar-grouped"
      data: ",2024,2025\nQ1,1,3\nQ2,2.5,4"
    Title: Field("title")
    Chart: Field("data")
    "#);
}

#[test]
fn percentages_are_those_that_the_chart_shows() {
    let text = |format: &str, values: [f64; 2]| {
        let mut shares = chart("barChart", &["Up", "Down 5%"], &[("Share", &values[..])]);
        shares.number_format = Some(format.to_owned());
        csv(ChartKind::Bar, &shares, &chart_rows(&shares)).unwrap_or_default()
    };
    let percent = ",Share\nUp,45%\nDown 5%,30%";
    assert_eq!(text("0%", [0.45, 0.3]), percent);
    assert_eq!(text("General\"%\"", [45.0, 30.0]), percent, "the sign is text, as Lectern writes it");
    assert_eq!(text("0\\%", [45.0, 30.0]), percent);
    assert_eq!(text("#,##0", [45.0, 30.0]), ",Share\nUp,45\nDown 5%,30");
}

#[test]
fn a_chart_that_is_not_drawn_becomes_a_table() {
    let radar = chart("radarChart", &["A", "B"], &[("Now", &[1.0, 2.0])]);
    insta::assert_snapshot!(outline(slide(vec![title("Skills"), shape("Chart", [5, 25, 90, 60], Content::Chart(radar))])), @r#"
    table-slide
      title: "Skills"
      headerRow: "on"
      colCount: "2"
      rows: [{"c1":"","c2":"Now"},{"c1":"A","c2":"1"},{"c1":"B","c2":"2"}]
    Title: Field("title")
    Chart: Changed("a radar chart became a table")
    "#);
}

#[test]
fn one_picture_fills_a_picture_slide() {
    insta::assert_snapshot!(outline(slide(vec![title("Harbour"), picture("harbour", [10, 25, 80, 60])])), @r#"
    image-slide
      title: "Harbour"
      image: "/uploads/picture-1.png"
      alt: "Alt of harbour"
      fit: "contain"
    Title: Field("title")
    harbour: Field("image")
    "#);
}

#[test]
fn a_picture_beside_text_keeps_its_side() {
    let shapes =
        vec![title("Harbour"), body([5, 25, 40, 60], "It is old.\nIt is large."), picture("harbour", [55, 25, 40, 60])];
    insta::assert_snapshot!(outline(slide(shapes)), @r#"
    image-text-slide
      title: "Harbour"
      body: "It is old.\n\nIt is large."
      imageSide: "right"
      imageWidth: "half"
      images: [{"src":"/uploads/picture-1.png","alt":"Alt of harbour","fit":"contain"}]
    Title: Field("title")
    Content: Field("body")
    harbour: Field("images[0].src")
    "#);
}

#[test]
fn several_pictures_become_a_gallery_with_captions() {
    let shapes = vec![
        title("Streets"),
        picture("a", [5, 25, 40, 50]),
        picture("b", [55, 25, 40, 50]),
        text("Text 1", [5, 77, 40, 6], "Before"),
        text("Text 2", [55, 77, 40, 6], "After"),
    ];
    insta::assert_snapshot!(outline(slide(shapes)), @r#"
    gallery-slide
      title: "Streets"
      images: [{"src":"/uploads/picture-1.png","caption":"Before","alt":"Alt of a"},{"src":"/uploads/picture-2.png","caption":"After","alt":"Alt of b"}]
    Title: Field("title")
    a: Field("images[0].src")
    b: Field("images[1].src")
    Text 1: Field("images[0].caption")
    Text 2: Field("images[1].caption")
    "#);
}

#[test]
fn furniture_and_empty_placeholders_are_left_out() {
    let number = Shape { placeholder: Some(Placeholder::Furniture), ..text("Slide Number", [90, 93, 5, 5], "7") };
    insta::assert_snapshot!(outline(slide(vec![title("Alone"), body([5, 25, 90, 60], ""), number])), @r#"
    chapter-title-slide
      title: "Alone"
    Title: Field("title")
    Content: Dropped("an empty placeholder")
    Slide Number: Dropped("date, footer or slide number")
    "#);
}

#[test]
fn an_empty_slide_stays_a_slide() {
    insta::assert_snapshot!(outline(Slide::default()), @"content-slide");
}
