//! The element of each kind of node, from nodes made by hand.

use scene::{
    AltText, CellBorders, Chart, ChartKind, ChartLabels, ChartSeries, Crop, Direction, Fill, Gradient, GradientStop,
    Group, Hatch, LinkTarget, Node, NodeKind, NodeRole, PaletteRole, Path, Picture, PictureId, Point, PollOption,
    PollResults, Rect, Rgb, Shadow, Shape, ShapeForm, Stroke, Table, TableCell, TableRow, Turned, Widget, WidgetKind,
    px,
};

use super::sample::{file, fragments, node, outline, page_of, paper, slides, words};

fn canvas(nodes: Vec<Node>) -> String {
    let html = file(&page_of(nodes));
    let slides = slides(&html);
    let from = slides.find("<div class=\"canvas\">").expect("a canvas") + 20;
    slides[from..slides.find("</div></section>").expect("its end")].to_owned()
}

#[test]
fn plain_shapes_are_boxes_and_others_are_svg() {
    let mut plate = Shape::filled(PaletteRole::Accent, px(12.0));
    plate.shadow = Some(Shadow { color: Rgb::BLACK.into(), down: px(4.0), blur: px(8.0) });
    insta::assert_snapshot!(canvas(vec![node(NodeKind::Shape(plate))]), @r#"<i class="b" style="left:10px;top:20px;width:300px;height:100px;background:var(--accent);border-radius:12px;box-shadow:0 4px 16px #000000;"></i>"#);
    insta::assert_snapshot!(canvas(vec![node(NodeKind::Shape(Shape::disc(Rgb::hex(0x12_34_56)).lined(PaletteRole::Chart(1), px(2.0))))]), @r#"<svg class="s" style="left:10px;top:20px;width:300px;height:100px;" aria-hidden="true"><ellipse cx="150" cy="50" rx="150" ry="50" style="fill:#123456;stroke:var(--chart-2);stroke-width:2px"/></svg>"#);
    let stops = vec![
        GradientStop { at: 0.0, color: PaletteRole::Deep.into() },
        GradientStop { at: 1.0, color: scene::Color::from(PaletteRole::Accent).at(0.5) },
    ];
    let center = Point { x: px(5.0), y: px(6.0) };
    let wash = Shape {
        form: ShapeForm::Path(Path {
            even_odd: true,
            ..Path::default().to(0.0, 0.0).curve((1.0, 2.0), (3.0, 4.0), (5.5, 6.25)).close()
        }),
        fill: Some(Fill::Gradient(Gradient::Radial { center, radius_x: px(7.0), radius_y: px(8.0), stops })),
        stroke: Some(Stroke {
            color: PaletteRole::Line.into(),
            width: px(1.0),
            dash: Some((px(4.0), px(2.0))),
            round: true,
        }),
        shadow: None,
    };
    insta::assert_snapshot!(canvas(vec![node(NodeKind::Shape(wash))]), @r#"<svg class="s" style="left:10px;top:20px;width:300px;height:100px;" aria-hidden="true"><radialGradient id="g1-1" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="1" gradientTransform="translate(5 6) scale(7 8)"><stop offset="0" style="stop-color:var(--deep)"/><stop offset="1" style="stop-color:rgb(11 107 117/0.5)"/></radialGradient><path d="M0 0C1 2 3 4 5.5 6.25Z" style="fill:url(#g1-1);stroke:var(--line);stroke-width:1px;stroke-dasharray:4 2;stroke-linecap:round;stroke-linejoin:round;fill-rule:evenodd"/></svg>"#);
}

#[test]
fn a_hatched_shape_is_filled_with_a_pattern() {
    let fill = Fill::Hatched {
        hatch: Hatch::Rising,
        marks: PaletteRole::Surface.into(),
        ground: PaletteRole::Chart(1).into(),
    };
    let shape = Shape { form: ShapeForm::Rect { radius: px(4.0) }, fill: Some(fill), stroke: None, shadow: None };
    insta::assert_snapshot!(canvas(vec![node(NodeKind::Shape(shape))]), @r#"<svg class="s" style="left:10px;top:20px;width:300px;height:100px;" aria-hidden="true"><pattern id="h1-1" patternUnits="userSpaceOnUse" width="16" height="16" patternTransform="rotate(-45)"><rect width="16" height="16" style="fill:var(--chart-2)"/><path d="M0 6L16 6L16 10L0 10Z" style="fill:var(--surface)"/></pattern><rect width="300" height="100" rx="4" style="fill:url(#h1-1)"/></svg>"#);
}

#[test]
fn a_picture_has_its_alternative_text() {
    let picture = Picture {
        source: PictureId("/uploads/quay.png".to_owned()),
        width: 400,
        height: 300,
        crop: Crop { left: 0.0, top: 0.25, right: 1.0, bottom: 0.75 },
        radius: px(12.0),
        is_arched: false,
        outline: None,
    };
    let described =
        Node { alt: AltText::Text("The quay".to_owned()), step: Some(2), ..node(NodeKind::Picture(picture.clone())) };
    insta::assert_snapshot!(canvas(vec![described]), @r#"<div class="n pic p0" style="left:10px;top:20px;width:300px;height:100px;background-size:100% 200%;background-position:0% 50%;border-radius:12px;" data-step="2" role="img" aria-label="The quay"></div>"#);
    for alt in [AltText::Decorative, AltText::Missing] {
        assert!(
            canvas(vec![Node { alt, ..node(NodeKind::Picture(picture.clone())) }]).contains("aria-hidden=\"true\"")
        );
    }
}

#[test]
fn a_picture_that_is_not_available_is_a_plate() {
    let source = PictureId("/elsewhere/quay.png".to_owned());
    let picture =
        Picture { source, width: 4, height: 3, crop: Crop::WHOLE, radius: px(0.0), is_arched: false, outline: None };
    let html = canvas(vec![Node { alt: AltText::Text("The quay".to_owned()), ..node(NodeKind::Picture(picture)) }]);
    assert!(
        html.contains("class=\"n pic\"") && html.contains("aria-label=\"The quay\"") && !html.contains("elsewhere")
    );
}

#[test]
fn a_table_has_the_roles_of_its_cells() {
    let cell = |text: &str, x: f32, y: f32| TableCell {
        frame: Rect::new(x, y, 100.0, 50.0),
        text_frame: Rect::new(x + 8.0, y + 4.0, 84.0, 42.0),
        text: words(text),
        fill: Some(PaletteRole::Tint.into()),
        borders: CellBorders {
            bottom: Some(Stroke { color: PaletteRole::Line.into(), width: px(2.0), dash: None, round: false }),
            ..CellBorders::default()
        },
        step: None,
    };
    let row = |y: f32, step, cells: [&str; 2]| TableRow {
        height: px(50.0),
        cells: vec![cell(cells[0], 0.0, y), cell(cells[1], 100.0, y)],
        step,
    };
    let table = Table {
        columns: vec![px(100.0), px(100.0)],
        rows: vec![row(0.0, None, ["Quay", "Depth"]), row(50.0, Some(1), ["North", "9 m"])],
        header_rows: 1,
        header_columns: 1,
    };
    let html = canvas(vec![node(NodeKind::Table(table))]);
    assert!(html.contains("box-shadow:inset 0px -2px var(--line);"), "{html}");
    insta::assert_snapshot!(outline(&html, &["role", "data-step"]), @r#"
    table role="table"
      tr role="row"
        th role="columnheader"
          div
            p data-step="1"
              "Quay"
        th role="columnheader"
          div
            p data-step="1"
              "Depth"
      tr role="row" data-step="1"
        th role="rowheader"
          div
            p data-step="1"
              "North"
        td role="cell"
          div
            p data-step="1"
              "9 m"
    "#);
}

#[test]
fn the_table_of_a_chart_has_the_currency_of_its_values() {
    let values = vec![Some(1200.0), Some(-5.5)];
    let mut chart = Chart {
        kind: ChartKind::Columns,
        categories: vec!["2025".to_owned(), "2026".to_owned()],
        series: vec![ChartSeries { name: String::new(), values, colors: Vec::new(), hatches: Vec::new() }],
        unit: String::new(),
        category_title: String::new(),
        labels: ChartLabels { affixes: ("€".to_owned(), " m".to_owned()), ..ChartLabels::default() },
        direction: Direction::LeftToRight,
        area: None,
        bar: 0.0,
        look: None,
        nodes: Vec::new(),
    };
    let html = canvas(vec![node(NodeKind::Chart(chart.clone()))]);
    assert!(html.contains(">€1200 m</td>") && html.contains(">-€5.5 m</td>"), "{html}");
    chart.unit = "m".to_owned();
    assert!(canvas(vec![node(NodeKind::Chart(chart))]).contains(">€1200 m</td>"), "the unit is said once");
}

#[test]
fn a_chart_has_a_table_for_screen_readers() {
    let series = |name: &str, values: [Option<f64>; 2]| ChartSeries {
        name: name.to_owned(),
        values: values.to_vec(),
        colors: vec![PaletteRole::Chart(0).into()],
        hatches: Vec::new(),
    };
    let chart = Chart {
        kind: ChartKind::Columns,
        categories: vec!["2025".to_owned(), "2026 <b>".to_owned()],
        series: vec![series("Ships", [Some(12.5), None]), series("Tugs", [Some(3.0), Some(4.0)])],
        unit: "a day".to_owned(),
        category_title: String::new(),
        labels: ChartLabels::default(),
        direction: Direction::LeftToRight,
        area: None,
        bar: 0.0,
        look: None,
        nodes: vec![Node { step: Some(1), ..node(NodeKind::Shape(Shape::filled(PaletteRole::Chart(0), px(0.0)))) }],
    };
    let html = canvas(vec![Node { alt: AltText::Text("Ships and tugs".to_owned()), ..node(NodeKind::Chart(chart)) }]);
    insta::assert_snapshot!(outline(&html, &["role", "aria-hidden", "data-step"]), @r#"
    figure
      div aria-hidden="true"
        i data-step="1"
      div
        table role="table"
          caption
            "Ships and tugs"
          tr role="row"
            td role="cell"
            th role="columnheader"
              "Ships"
            th role="columnheader"
              "Tugs"
          tr role="row"
            th role="rowheader"
              "2025"
            td role="cell"
              "12.5 a day"
            td role="cell"
              "3 a day"
          tr role="row"
            th role="rowheader"
              "2026 &lt;b&gt;"
            td role="cell"
            td role="cell"
              "4 a day"
    "#);
}

#[test]
fn positions_in_a_clipping_group_are_relative_to_it() {
    let disc = || node(NodeKind::Shape(Shape::disc(PaletteRole::Accent)));
    let group = |clip| {
        let kind = NodeKind::Group(Group { nodes: vec![disc()], clip });
        canvas(vec![Node { frame: Rect::new(4.0, 5.0, 100.0, 100.0), ..node(kind) }])
    };
    assert!(group(false).contains("<i class=\"b\" style=\"left:10px;top:20px;"));
    assert!(group(true).starts_with("<div class=\"n c\" style=\"left:4px;top:5px;width:100px;height:100px;\">"));
    assert!(group(true).contains("<i class=\"b\" style=\"left:6px;top:15px;"));
}

#[test]
fn a_qr_code_is_a_picture_with_its_address() {
    let address = "https://example.test/quay".to_owned();
    let widget = Widget { kind: WidgetKind::Qr { address: address.clone() }, static_nodes: Vec::new() };
    let html = canvas(vec![Node { alt: AltText::Text(address), ..node(NodeKind::Widget(widget)) }]);
    assert!(html.contains(" role=\"img\" aria-label=\"https://example.test/quay\">"), "{html}");
}

#[test]
fn turned_nodes_are_in_a_box_that_is_turned() {
    let disc = node(NodeKind::Shape(Shape::disc(PaletteRole::Accent)));
    let kind = NodeKind::Turned(Turned { nodes: vec![disc], degrees: 2.5 });
    let html = canvas(vec![Node { frame: Rect::new(4.0, 5.0, 100.0, 100.0), ..node(kind) }]);
    let style = "left:4px;top:5px;width:100px;height:100px;transform:rotate(2.5deg)";
    assert!(html.starts_with(&format!("<div class=\"n\" style=\"{style}\">")), "{html}");
    assert!(html.contains("<i class=\"b\" style=\"left:6px;top:15px;"), "{html}");
}

#[test]
fn a_picture_may_have_an_arch_and_an_outline() {
    let stroke = Stroke { color: PaletteRole::Text.into(), width: px(6.0), dash: None, round: false };
    let picture = Picture {
        source: PictureId("/uploads/quay.png".to_owned()),
        width: 400,
        height: 300,
        crop: Crop::WHOLE,
        radius: px(12.0),
        is_arched: true,
        outline: Some(stroke),
    };
    let html = canvas(vec![node(NodeKind::Picture(picture))]);
    assert!(html.contains("border-radius:100px 100px 0 0;"), "{html}");
    assert!(html.contains("box-shadow:0 0 0 3px var(--text),inset 0 0 0 3px var(--text);"), "{html}");
}

#[test]
fn screen_readers_read_the_label_of_a_button_once() {
    let link = Node {
        alt: AltText::Text("Open".to_owned()),
        ..node(NodeKind::Link(LinkTarget::Address("https://example.test".to_owned())))
    };
    let label = Node { role: NodeRole::Button, ..node(NodeKind::Text(words("Open"))) };
    let group = NodeKind::Group(Group { nodes: vec![label, link], clip: false });
    let html = canvas(vec![Node { role: NodeRole::Button, ..node(group) }]);
    assert!(html.starts_with("<div><div aria-hidden=\"true\">"), "{html}");
    assert!(html.contains("aria-label=\"Open\"></a>"));
}

#[test]
fn links_to_slides_have_their_pages_as_targets() {
    let link = |target| node(NodeKind::Link(target));
    let document = page_of(vec![
        link(LinkTarget::Slide("s1".to_owned())),
        link(LinkTarget::Page(7)),
        link(LinkTarget::Slide("gone".to_owned())),
    ]);
    let html = file(&document);
    assert!(html.contains("href=\"#1\"") && html.contains("href=\"#7\"") && !html.contains("gone"));
    assert!(fragments(&document).contains("href=\"#slide:gone\""), "the page around a fragment may know it");
}

#[test]
fn an_embedded_page_is_sandboxed_and_loads_with_its_slide() {
    let still = vec![node(NodeKind::Shape(Shape::filled(PaletteRole::Tint, px(0.0))))];
    let widget = |kind: WidgetKind| page_of(vec![node(NodeKind::Widget(Widget { kind, static_nodes: still.clone() }))]);
    let embed = widget(WidgetKind::Embed { address: "https://example.test/\"x".to_owned(), permissive: false });
    for html in [file(&embed), fragments(&embed)] {
        assert!(html.contains(
            "data-src=\"https://example.test/&quot;x\" sandbox=\"allow-scripts\" referrerpolicy=\"no-referrer\""
        ));
        assert!(!html.contains("<iframe src") && !html.contains(" src=\"https"));
        assert!(html.contains("background:var(--tint)"), "the still form is below");
    }
    assert!(!paper(&embed).contains("<iframe"));
    let stub = widget(WidgetKind::Embed { address: "https://".to_owned(), permissive: false });
    assert!(!file(&stub).contains("<iframe"));
    let script = widget(WidgetKind::Embed { address: "javascript:alert(1)".to_owned(), permissive: false });
    assert!(!file(&script).contains("javascript:"));
    let open = widget(WidgetKind::Embed { address: "https://example.test/form".to_owned(), permissive: true });
    assert!(file(&open).contains("sandbox=\"allow-scripts allow-popups allow-forms\""));
    let film = widget(WidgetKind::Video { address: "https://example.test/a.mp4".to_owned(), autoplay: true });
    assert!(file(&film).contains("<video") && file(&film).contains("data-autoplay muted"));
    let player = widget(WidgetKind::Video { address: "https://youtu.be/abc".to_owned(), autoplay: false });
    assert!(file(&player).contains("data-src=\"https://www.youtube-nocookie.com/embed/abc\""));
}

#[test]
fn only_a_fragment_says_where_the_results_of_a_question_appear() {
    let option = PollOption {
        field: "option1".to_owned(),
        text: "Yes".to_owned(),
        frame: Rect::new(96.0, 206.0, 1282.0, 180.0),
        bar: Rect::new(96.0, 206.0, 1282.0, 180.0),
        fill: Rgb::hex(0xD8_E8_E9),
        leading_fill: Rgb::hex(0xB6_D3_D6),
        leading_ink: Rgb::hex(0x0B_6B_75),
    };
    let kind = WidgetKind::Poll {
        form: "poll".to_owned(),
        options: vec![option],
        outcome: Rect::new(1442.0, 892.0, 350.0, 84.0),
        results: PollResults { average: "Average".to_owned(), ..PollResults::default() },
    };
    let poll = page_of(vec![node(NodeKind::Widget(Widget { kind, static_nodes: Vec::new() }))]);
    let html = fragments(&poll);
    assert!(html.contains("data-bars=\"96,206,1282,180\" data-outcome=\"1442,892,350,84\""), "{html}");
    assert!(html.contains("data-fills=\"#D8E8E9,#B6D3D6,#0B6B75\"") && html.contains("data-average=\"Average\""));
    assert!(!file(&poll).contains("data-bars") && !file(&poll).contains("data-fills"));
}

#[test]
fn a_picture_on_the_web_stays_there() {
    let picture = |address: &str| {
        let kind = WidgetKind::Picture {
            address: address.to_owned(),
            cover: true,
            focus: (0.25, 0.5),
            radius: scene::Px(8.0),
        };
        page_of(vec![node(NodeKind::Widget(Widget { kind, static_nodes: Vec::new() }))])
    };
    let shown = file(&picture("https://example.test/quay.png?a=1&b=\"2\""));
    assert!(shown.contains("src=\"https://example.test/quay.png?a=1&amp;b=&quot;2&quot;\""), "{shown}");
    assert!(shown.contains("object-position:25% 50%"));
    assert!(!file(&picture("http://example.test/quay.png")).contains("<img"));
}
