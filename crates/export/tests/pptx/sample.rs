//! Documents made by hand, with every kind of node.

use std::collections::HashMap;
use std::sync::Arc;

use export::{Error, ExportInput, PictureCache, PictureSource, pptx};
use scene::{
    Align, AltText, BulletForm, CellBorders, Chart, ChartKind, ChartLabels, ChartSeries, CodeBlock, Color, Crop,
    Direction, Document, DocumentOrigin, DocumentProperties, Fill, FontName, FontNames, FontRole, Gradient,
    GradientStop, Group, Layer, Line, LinkTarget, Marker, MarkerSign, Node, NodeKind, NodeRole, Page, Palette,
    PaletteRole, Paragraph, ParagraphKind, Path, Picture, PictureId, Point, PollResults, Px, Rect, Rgb, Run, RunStyle,
    Shadow, Shape, ShapeForm, Stroke, Table, TableCell, TableRow, Text, VerticalAlign, Widget, WidgetKind,
};

/// Pictures by id.
pub(crate) struct Album(pub(crate) HashMap<String, Arc<[u8]>>);

impl PictureSource for Album {
    fn bytes(&self, picture: &PictureId) -> Option<Arc<[u8]>> {
        self.0.get(&picture.0).cloned()
    }
}

/// A document as a PowerPoint file.
pub(crate) fn written(document: &Document, options: pptx::Options<'_>) -> Vec<u8> {
    let mut out = std::io::Cursor::new(Vec::new());
    let work = ExportInput { document, pictures: &album(), on_page: &|_| true };
    pptx::pptx(work, &PictureCache::new(1 << 24), options, &mut out).expect("a file");
    out.into_inner()
}

/// The result of an export that is stopped after some pages.
pub(crate) fn stopped(document: &Document, after: usize) -> Result<(), Error> {
    let mut out = std::io::Cursor::new(Vec::new());
    let work = ExportInput { document, pictures: &album(), on_page: &|pages| pages < after };
    pptx::pptx(work, &PictureCache::new(0), pptx::Options::default(), &mut out)
}

pub(crate) fn album() -> Album {
    let ramp = |width: u32, height: u32| {
        let byte = |share: u32, of: u32| u8::try_from(share * 255 / of).expect("a byte");
        let pixels = (0..width * height).flat_map(|at| [byte(at % width, width), 110, byte(at / width, height), 255]);
        imaging::Pixels::new(width, height, pixels.collect()).expect("pixels")
    };
    let jpeg = imaging::encode_jpeg(&ramp(800, 600), 85).expect("a JPEG");
    let png = imaging::encode_png(&ramp(64, 64), imaging::PngLevel::Fast).expect("a PNG");
    let svg = br##"<svg xmlns="http://www.w3.org/2000/svg" width="120" height="120"><circle cx="60" cy="60" r="54"
        fill="#0B6B75"/><path d="M30 60 L54 84 L92 40" fill="none" stroke="#fff" stroke-width="12"/></svg>"##;
    let pictures = [("quay", jpeg), ("grain", png), ("tick", svg.to_vec()), ("broken", b"not a picture".to_vec())];
    Album(pictures.into_iter().map(|(id, bytes)| (id.to_owned(), bytes.into())).collect())
}

pub(crate) fn palette() -> Palette {
    Palette {
        base: Rgb::hex(0xFF_FF_FF),
        tint: Rgb::hex(0xEE_F4_F5),
        deep: Rgb::hex(0x0B_2A_33),
        surface: Rgb::hex(0xF7_FA_FB),
        line: Rgb::hex(0xD3_E0_E3),
        text: Rgb::hex(0x10_26_2D),
        muted: Rgb::hex(0x4A_62_6B),
        on_deep: Rgb::hex(0xF4_FA_FB),
        muted_on_deep: Rgb::hex(0xA9_C4_CB),
        accent: Rgb::hex(0x0B_6B_75),
        on_accent: Rgb::hex(0xFF_FF_FF),
        accent_on_deep: Rgb::hex(0x5F_D0_CF),
        accent2: Rgb::hex(0xC2_41_0C),
        chart: [0x0B_6B_75, 0xC2_41_0C, 0x3B_6F_B6, 0x7A_51_95, 0x5E_7F_2E, 0xA8_6A_00].map(Rgb::hex).to_vec(),
    }
}

pub(crate) fn document(pages: Vec<Page>) -> Document {
    let font = |family: &str, office: &str| FontName { family: family.to_owned(), office: office.to_owned() };
    Document {
        title: "Harbour & quay".to_owned(),
        language: "en".to_owned(),
        direction: Direction::LeftToRight,
        properties: DocumentProperties {
            description: "After the storm".to_owned(),
            author: "A. Pilot".to_owned(),
            created: "2026-03-01T09:00:00Z".to_owned(),
            modified: "2026-03-02T10:30:00Z".to_owned(),
            origin: Some(DocumentOrigin { deck: "harbour".to_owned(), revision: 7 }),
        },
        palette: palette(),
        fonts: FontNames {
            heading: font("Schibsted Grotesk", "Arial"),
            body: font("Source Sans 3", "Segoe UI"),
            mono: font("JetBrains Mono", "Consolas"),
        },
        faces: Arc::new([]),
        is_stepped: false,
        transition: scene::Transition::None,
        pages: pages.into_iter().map(Arc::new).collect(),
    }
}

/// A page of nodes on the default backdrop, with footer and page number.
pub(crate) fn page(number: usize, name: &str, mut nodes: Vec<Node>) -> Page {
    nodes.push(node(112.0, 1016.0, 1400.0, 36.0, NodeRole::Footer, text("Harbour & quay", 20.0, PaletteRole::Muted)));
    let mut page_number = words(&number.to_string(), 20.0, PaletteRole::Muted);
    page_number.align = Align::Right;
    nodes.push(node(1608.0, 1016.0, 200.0, 36.0, NodeRole::PageNumber, text_of(vec![page_number], 200.0)));
    Page {
        slide: format!("s{number}"),
        number,
        name: name.to_owned(),
        summary: String::new(),
        section: None,
        opens_section: false,
        notes: String::new(),
        source: String::new(),
        content: scene::PageContent::Drawn,
        is_skipped: false,
        master: Arc::default(),
        layout: Arc::new(Layer { name: "content-slide base".to_owned(), nodes: vec![backdrop_of(PaletteRole::Base)] }),
        nodes,
        steps: 0,
        transition: None,
        part_names: scene::PartNames::default(),
    }
}

pub(crate) fn backdrop_of(color: PaletteRole) -> Node {
    Node { role: NodeRole::Backdrop, ..Node::decoration(Rect::CANVAS, NodeKind::Shape(Shape::filled(color, Px::ZERO))) }
}

pub(crate) fn node(x: f32, y: f32, width: f32, height: f32, role: NodeRole, kind: NodeKind) -> Node {
    Node { frame: Rect::new(x, y, width, height), kind, role, origin: None, step: None, alt: AltText::Own }
}

pub(crate) fn style(size: f32, color: impl Into<Color>) -> RunStyle {
    RunStyle::plain(FontRole::Body, 400, Px(size), color)
}

/// A paragraph of one style.
pub(crate) fn words(text: &str, size: f32, color: impl Into<Color>) -> Paragraph {
    runs(&[(text, style(size, color), None)])
}

/// A paragraph of several styles.
pub(crate) fn runs(pieces: &[(&str, RunStyle, Option<LinkTarget>)]) -> Paragraph {
    let mut paragraph = Paragraph {
        text: String::new(),
        runs: Vec::new(),
        kind: ParagraphKind::Plain,
        level: 0,
        marker: None,
        indent: Px::ZERO,
        align: Align::Left,
        line_height: pieces[0].1.size * 1.3,
        space_before: Px(16.0),
        language: Arc::from("en"),
        direction: Direction::LeftToRight,
        step: None,
        source: None,
    };
    for (text, style, link) in pieces {
        let start = paragraph.text.len();
        paragraph.text.push_str(text);
        paragraph.runs.push(Run { link: link.clone(), ..Run::new(start..paragraph.text.len(), *style) });
    }
    paragraph
}

/// A paragraph as an item of a list.
pub(crate) fn item(paragraph: Paragraph, level: u8, sign: MarkerSign) -> Paragraph {
    let marker = Marker { sign, form: BulletForm::Disc, color: PaletteRole::Accent.into(), hang: Px(40.0) };
    let indent = Px(40.0 * f32::from(level));
    Paragraph { kind: ParagraphKind::Item, level, marker: Some(marker), indent, ..paragraph }
}

/// A text with lines of about the right number and length.
pub(crate) fn text_of(paragraphs: Vec<Paragraph>, width: f32) -> NodeKind {
    NodeKind::Text(lines(paragraphs, width))
}

pub(crate) fn lines(paragraphs: Vec<Paragraph>, width: f32) -> Text {
    let mut lines = Vec::new();
    let mut top = Px::ZERO;
    for (index, paragraph) in paragraphs.iter().enumerate() {
        let size = paragraph.runs.first().map_or(28.0, |run| run.style.size.0);
        #[expect(clippy::cast_precision_loss, reason = "a few letters")]
        let long = paragraph.text.chars().count() as f32 * size * 0.48;
        let mut left = long;
        while left > 0.0 {
            lines.push(Line {
                paragraph: index,
                range: 0..paragraph.text.len(),
                top,
                height: paragraph.line_height,
                baseline: top + paragraph.line_height * 0.8,
                x: paragraph.indent,
                width: Px(left.min(width)),
                marks: Vec::new(),
                runs: Vec::new(),
            });
            top += paragraph.line_height;
            left -= width;
        }
    }
    Text { paragraphs, lines, anchor: VerticalAlign::Top, truncated: false }
}

/// One plain paragraph.
pub(crate) fn text(content: &str, size: f32, color: impl Into<Color>) -> NodeKind {
    text_of(vec![words(content, size, color)], 10_000.0)
}

pub(crate) fn title(content: &str) -> Node {
    let heading = RunStyle { font: FontRole::Heading, weight: 700, ..style(56.0, PaletteRole::Text) };
    let paragraph = Paragraph { line_height: Px(63.0), ..runs(&[(content, heading, None)]) };
    node(112.0, 88.0, 1696.0, 63.0, NodeRole::Title, text_of(vec![paragraph], 1696.0))
}

pub(crate) fn subtitle(content: &str) -> Node {
    node(112.0, 167.0, 1696.0, 41.0, NodeRole::Subtitle, text(content, 30.0, PaletteRole::Muted))
}

/// A document with one kind of node on each page.
pub(crate) fn everything() -> Document {
    let mut pages = vec![opener(), bullets(), table(), columns(), other_charts(), code(), pictures(), shapes(), live()];
    pages.push(arabic());
    for (index, page) in pages.iter_mut().enumerate() {
        page.number = index + 1;
        page.slide = format!("s{}", index + 1);
    }
    document(pages)
}

/// A title page on a gradient with a spot of light and waves.
pub(crate) fn opener() -> Page {
    let stop = |at: f32, color: u32, alpha: f32| GradientStop { at, color: Color::from(Rgb::hex(color)).at(alpha) };
    let point = |x: f32, y: f32| Point { x: Px(x), y: Px(y) };
    let wash = Gradient::Linear {
        from: point(210.0, -210.0),
        to: point(1710.0, 1290.0),
        stops: vec![stop(0.0, 0x0B_2A_33, 1.0), stop(1.0, 0x0B_6B_75, 1.0)],
    };
    let light = Gradient::Radial {
        center: point(1900.0, 1060.0),
        radius_x: Px(700.0),
        radius_y: Px(700.0),
        stops: vec![stop(0.0, 0x5F_D0_CF, 0.4), stop(1.0, 0x5F_D0_CF, 0.0)],
    };
    let backdrop = |fill: Gradient| {
        let form = ShapeForm::Rect { radius: Px::ZERO };
        let shape = Shape { form, fill: Some(Fill::Gradient(fill)), stroke: None, shadow: None };
        Node { role: NodeRole::Backdrop, ..Node::decoration(Rect::CANVAS, NodeKind::Shape(shape)) }
    };
    let wave = Path::default()
        .to(0.0, 200.0)
        .line(0.0, 100.0)
        .curve((480.0, -60.0), (1440.0, 260.0), (1920.0, 60.0))
        .line(1920.0, 200.0)
        .close();
    let wave = Shape {
        form: ShapeForm::Path(wave),
        fill: Some(Fill::Solid(Color::from(PaletteRole::AccentOnDeep).at(0.12))),
        stroke: None,
        shadow: None,
    };
    let heading = RunStyle { font: FontRole::Heading, weight: 700, ..style(104.0, PaletteRole::OnDeep) };
    let head = Paragraph { line_height: Px(108.0), ..runs(&[("The harbour after the storm", heading, None)]) };
    let label = RunStyle { letter_spacing: Px(1.44), ..style(24.0, PaletteRole::MutedOnDeep) };
    let nodes = vec![
        node(112.0, 520.0, 1408.0, 216.0, NodeRole::Title, text_of(vec![head], 1408.0)),
        node(112.0, 760.0, 1408.0, 50.0, NodeRole::Subtitle, text("What we rebuilt & why", 38.0, PaletteRole::OnDeep)),
        Node::decoration(
            Rect::new(112.0, 850.0, 96.0, 6.0),
            NodeKind::Shape(Shape::filled(PaletteRole::AccentOnDeep, Px::ZERO)),
        ),
        node(
            112.0,
            888.0,
            1408.0,
            34.0,
            NodeRole::Label,
            text_of(vec![runs(&[("A. Pilot, March 2026", label, None)])], 1408.0),
        ),
    ];
    let layout = Layer {
        name: "title-slide gradient".to_owned(),
        nodes: vec![
            backdrop(wash),
            backdrop(light),
            Node::decoration(Rect::new(0.0, 880.0, 1920.0, 200.0), NodeKind::Shape(wave)),
        ],
    };
    let mut page = page(1, "The harbour after the storm", Vec::new());
    page.nodes = nodes;
    page.layout = Arc::new(layout);
    Page { notes: "Pause here.\n\nThen name the **keepers** <one by one>.".to_owned(), ..page }
}

/// A body with everything that Markdown has.
pub(crate) fn bullets() -> Page {
    let plain = style(34.0, PaletteRole::Text);
    let strong = RunStyle { weight: 600, strong: true, ..plain };
    let slanted = RunStyle { italic: true, ..plain };
    let mono = RunStyle { font: FontRole::Mono, code: true, plate: Some(PaletteRole::Tint.into()), ..plain };
    let linked = RunStyle { underline: true, color: PaletteRole::Accent.into(), ..plain };
    let struck = RunStyle { strike: true, ..plain };
    let one = |text: &str| words(text, 34.0, PaletteRole::Text);
    let address = LinkTarget::Address("https://example.org/charter?a=1&b=ü".to_owned());
    let body = vec![
        runs(&[
            ("The quay is ", plain, None),
            ("public space", strong, None),
            (" first and a ", plain, None),
            ("workplace", slanted, None),
            (" second: see ", plain, None),
            ("the charter", linked, Some(address)),
            (" or ", plain, None),
            ("the table", linked, Some(LinkTarget::Slide("s3".to_owned()))),
            (".\nA second line.", plain, None),
        ]),
        item(one("Every crane has a name"), 1, MarkerSign::Bullet),
        item(
            runs(&[
                ("Repairs before ", plain, None),
                ("paint", mono, None),
                (", not ", plain, None),
                ("after", struck, None),
            ]),
            1,
            MarkerSign::Bullet,
        ),
        item(one("Red lead for the hulls"), 2, MarkerSign::Bullet),
        item(one("White for the lamps"), 2, MarkerSign::Bullet),
        item(one("Third in a list of its own"), 1, MarkerSign::Number(3)),
        item(one("Fourth"), 1, MarkerSign::Number(4)),
        item(one("Sound the horn"), 1, MarkerSign::Task(true)),
        item(one("Count the boats"), 1, MarkerSign::Task(false)),
    ];
    let body = node(112.0, 256.0, 1408.0, 560.0, NodeRole::Body, text_of(body, 1408.0));
    page(2, "Four rules", vec![title("Four rules"), subtitle("Kept for two winters"), body, button()])
}

fn button() -> Node {
    let frame = Rect::new(112.0, 880.0, 260.0, 72.0);
    let strong = RunStyle { weight: 600, ..style(28.0, PaletteRole::OnAccent) };
    let label = Paragraph { align: Align::Center, ..runs(&[("Read more", strong, None)]) };
    let mut label = lines(vec![label], 188.0);
    label.anchor = VerticalAlign::Middle;
    let nodes = vec![
        Node::decoration(frame, NodeKind::Shape(Shape::filled(PaletteRole::Accent, Px(18.0)))),
        node(148.0, 898.0, 188.0, 36.0, NodeRole::Button, NodeKind::Text(label)),
        Node {
            alt: AltText::Text("Read more".to_owned()),
            ..node(112.0, 880.0, 260.0, 72.0, NodeRole::Button, NodeKind::Link(LinkTarget::Page(3)))
        },
    ];
    Node { frame, ..node(0.0, 0.0, 0.0, 0.0, NodeRole::Button, NodeKind::Group(Group { nodes, clip: false })) }
}

pub(crate) fn table() -> Page {
    let hairline = Stroke { color: PaletteRole::Line.into(), width: Px(2.0), dash: None, round: false };
    let rows = [["Quay", "Boats", "Depth"], ["North", "42", "7.5 m"], ["South & west", "17", "4.0 m"]];
    let widths = [800.0, 448.0, 448.0];
    let rows = rows.iter().enumerate().map(|(row, cells)| {
        #[expect(clippy::cast_precision_loss, reason = "three rows")]
        let y = row as f32 * 64.0;
        let mut x = 0.0;
        let cells = cells.iter().zip(widths).enumerate().map(|(column, (content, width))| {
            let weight = if row == 0 { 600 } else { 400 };
            let color = if row == 0 { PaletteRole::OnAccent } else { PaletteRole::Text };
            let mut paragraph = runs(&[(content, RunStyle { weight, ..style(28.0, color) }, None)]);
            paragraph.align = if column == 0 { Align::Left } else { Align::Right };
            let frame = Rect::new(x, y, width, 64.0);
            x += width;
            TableCell {
                frame,
                text_frame: Rect::new(frame.x.0 + 20.0, y + 14.0, width - 40.0, 36.0),
                text: lines(vec![paragraph], width - 40.0),
                fill: (row == 0).then(|| PaletteRole::Accent.into()),
                borders: CellBorders { bottom: Some(hairline), ..CellBorders::default() },
                step: None,
            }
        });
        TableRow { height: Px(64.0), cells: cells.collect(), step: None }
    });
    let table = Table { columns: widths.map(Px).to_vec(), rows: rows.collect(), header_rows: 1, header_columns: 0 };
    let mut table = node(112.0, 232.0, 1696.0, 192.0, NodeRole::Content, NodeKind::Table(table));
    table.alt = AltText::Text("Boats and depth by quay".to_owned());
    let mut page = page(3, "Quays", vec![title("Quays"), table]);
    page.section = Some("Figures".to_owned());
    page.opens_section = true;
    page
}

fn chart(frame: Rect, kind: ChartKind, series: Vec<ChartSeries>, labels: ChartLabels, unit: &str) -> Node {
    let chart = Chart {
        kind,
        categories: ["North", "South", "West"].map(str::to_owned).to_vec(),
        series,
        unit: unit.to_owned(),
        category_title: String::new(),
        labels,
        direction: Direction::LeftToRight,
        area: None,
        bar: 0.7,
        look: None,
        nodes: vec![node(0.0, 0.0, 1.0, 1.0, NodeRole::Label, text("North", 24.0, PaletteRole::Muted))],
    };
    let alt = AltText::Text("Boats by quay".to_owned());
    Node { frame, alt, ..node(0.0, 0.0, 1.0, 1.0, NodeRole::Content, NodeKind::Chart(chart)) }
}

fn series(name: &str, values: [Option<f64>; 3], colors: Vec<Color>) -> ChartSeries {
    ChartSeries { name: name.to_owned(), values: values.to_vec(), colors, hatches: Vec::new() }
}

pub(crate) fn columns() -> Page {
    let colors = vec![PaletteRole::Chart(0).into(), PaletteRole::Accent2.into(), PaletteRole::Chart(0).into()];
    let boats = series("Boats", [Some(42.0), Some(1234.5), None], colors);
    let frame = Rect::new(112.0, 232.0, 1696.0, 736.0);
    let labels = ChartLabels { values: true, ..ChartLabels::default() };
    let chart = chart(frame, ChartKind::Columns, vec![boats], labels, "Tonnes a day");
    page(4, "Boats", vec![title("Boats"), chart])
}

pub(crate) fn other_charts() -> Page {
    let two = || {
        vec![
            series("2025", [Some(3.0), Some(5.0), Some(4.0)], vec![PaletteRole::Chart(0).into()]),
            series("2026", [Some(4.0), Some(-2.0), Some(6.0)], vec![PaletteRole::Chart(1).into()]),
        ]
    };
    let slices = (0..3).map(|index| PaletteRole::Chart(index).into()).collect();
    let ring = series("", [Some(50.0), Some(30.0), Some(20.0)], slices);
    let on_slices = vec![Some(PaletteRole::Base.into()); 3];
    let place = |x: f32| Rect::new(x, 232.0, 544.0, 700.0);
    let named = || ChartLabels { names: true, ..ChartLabels::default() };
    let charts = vec![
        title("Three more"),
        chart(place(112.0), ChartKind::Bars, two(), named(), ""),
        chart(place(688.0), ChartKind::Line, two(), named(), ""),
        chart(place(1264.0), ChartKind::Ring, vec![ring], ChartLabels { shares: true, on_slices, ..named() }, ""),
    ];
    page(5, "Three more", charts)
}

/// One line over a filled area, with a label at its end.
pub(crate) fn trend() -> Page {
    let boats = series("Boats", [Some(3.0), Some(5.0), Some(4.0)], vec![PaletteRole::Chart(0).into()]);
    let labels = ChartLabels { last: true, ..ChartLabels::default() };
    let mut node = chart(Rect::new(112.0, 232.0, 1696.0, 736.0), ChartKind::Line, vec![boats], labels, "");
    if let NodeKind::Chart(chart) = &mut node.kind {
        chart.area = Some(Color::from(PaletteRole::Chart(0)).at(0.12));
    }
    page(1, "Trend", vec![title("Trend"), node])
}

pub(crate) fn code() -> Page {
    let token = |color: u32| RunStyle { font: FontRole::Mono, ..style(28.0, Rgb::hex(color)) };
    let (plain, keyword, string) = (token(0x10_26_2D), token(0x0B_6B_75), token(0xC2_41_0C));
    let line = |pieces: &[(&str, RunStyle, Option<LinkTarget>)]| Paragraph { space_before: Px::ZERO, ..runs(pieces) };
    let lines_of = vec![
        line(&[("fn", keyword, None), (" main() {", plain, None)]),
        line(&[("    let quay = ", plain, None), ("\"north\"", string, None), (";", plain, None)]),
        line(&[(
            "    println!(\"{quay}\"); // a long line that is never broken, whatever the width of the box",
            plain,
            None,
        )]),
        Paragraph { text: String::new(), runs: Vec::new(), ..line(&[("", plain, None)]) },
        line(&[("}", plain, None)]),
    ];
    let code = CodeBlock {
        text: lines(lines_of, 10_000.0),
        language: "rust".to_owned(),
        first_line: None,
        marked: vec![1],
        steps: Vec::new(),
    };
    let mut plate = Shape::filled(PaletteRole::Tint, Px(18.0)).lined(PaletteRole::Line, Px(1.0));
    plate.shadow = Some(Shadow { color: Color::from(Rgb::BLACK).at(0.2), down: Px(8.0), blur: Px(12.0) });
    let plate = Node {
        role: NodeRole::Plate,
        ..Node::decoration(Rect::new(112.0, 232.0, 1696.0, 736.0), NodeKind::Shape(plate))
    };
    page(
        6,
        "Code",
        vec![title("Code"), plate, node(152.0, 272.0, 1616.0, 162.0, NodeRole::Content, NodeKind::Code(code))],
    )
}

fn picture(id: &str, frame: Rect, crop: Crop, radius: f32, alt: AltText) -> Node {
    let picture = Picture {
        source: PictureId(id.to_owned()),
        width: 800,
        height: 600,
        crop,
        radius: Px(radius),
        is_arched: false,
        outline: None,
    };
    Node { frame, alt, ..node(0.0, 0.0, 0.0, 0.0, NodeRole::Content, NodeKind::Picture(picture)) }
}

pub(crate) fn pictures() -> Page {
    let alt = |text: &str| AltText::Text(text.to_owned());
    let half = Crop { left: 0.25, right: 0.75, ..Crop::WHOLE };
    let clip = Group {
        nodes: vec![picture("quay", Rect::new(1300.0, 600.0, 800.0, 600.0), Crop::WHOLE, 0.0, alt("A part"))],
        clip: true,
    };
    let nodes = vec![
        title("Pictures"),
        picture("quay", Rect::new(112.0, 232.0, 400.0, 600.0), half, 24.0, alt("The \"north\" quay")),
        picture("quay", Rect::new(560.0, 232.0, 400.0, 300.0), Crop::WHOLE, 0.0, AltText::Decorative),
        picture("tick", Rect::new(1000.0, 232.0, 300.0, 300.0), Crop::WHOLE, 150.0, alt("A tick")),
        picture("grain", Rect::new(1340.0, 232.0, 300.0, 300.0), Crop::WHOLE, 150.0, AltText::Missing),
        picture(
            "https://example.org/far.png",
            Rect::new(560.0, 600.0, 400.0, 232.0),
            Crop::WHOLE,
            18.0,
            alt("Far away"),
        ),
        picture("broken", Rect::new(1000.0, 600.0, 260.0, 232.0), Crop::WHOLE, 0.0, AltText::Missing),
        node(1320.0, 620.0, 400.0, 300.0, NodeRole::Content, NodeKind::Group(clip)),
    ];
    page(7, "Pictures", nodes)
}

pub(crate) fn shapes() -> Page {
    let stroke =
        |dash: Option<(Px, Px)>| Stroke { color: PaletteRole::Accent2.into(), width: Px(6.0), dash, round: true };
    let point = |x: f32, y: f32| Point { x: Px(x), y: Px(y) };
    let shape = |x: f32, y: f32, shape: Shape| Node::decoration(Rect::new(x, y, 300.0, 200.0), NodeKind::Shape(shape));
    let stops = || {
        let stop = |at: f32, role: PaletteRole, alpha: f32| GradientStop { at, color: Color::from(role).at(alpha) };
        vec![stop(0.0, PaletteRole::Accent, 1.0), stop(1.0, PaletteRole::Accent2, 0.4)]
    };
    let linear = Gradient::Linear { from: point(0.0, 0.0), to: point(300.0, 0.0), stops: stops() };
    let radial =
        Gradient::Radial { center: point(150.0, 100.0), radius_x: Px(150.0), radius_y: Px(150.0), stops: stops() };
    let form = ShapeForm::Rect { radius: Px(0.0) };
    let filled =
        |fill: Gradient| Shape { form: form.clone(), fill: Some(Fill::Gradient(fill)), stroke: None, shadow: None };
    let line = |path: Path, dash: Option<(Px, Px)>| Shape {
        form: ShapeForm::Path(path),
        fill: None,
        stroke: Some(stroke(dash)),
        shadow: None,
    };
    let star = Path {
        even_odd: true,
        ..Path::default()
            .to(0.0, 0.0)
            .line(300.0, 0.0)
            .line(300.0, 200.0)
            .line(0.0, 200.0)
            .close()
            .to(100.0, 50.0)
            .line(200.0, 50.0)
            .line(200.0, 150.0)
            .line(100.0, 150.0)
            .close()
    };
    let star = Shape {
        form: ShapeForm::Path(star),
        fill: Some(Fill::Solid(PaletteRole::Chart(3).into())),
        stroke: None,
        shadow: None,
    };
    let mut lifted = Shape::filled(PaletteRole::Surface, Px(18.0));
    lifted.shadow = Some(Shadow { color: Color::from(Rgb::BLACK).at(0.3), down: Px(8.0), blur: Px(12.0) });
    let disc_with_number = {
        let number = Paragraph { align: Align::Center, ..words("7", 48.0, PaletteRole::OnAccent) };
        let mut number = lines(vec![number], 120.0);
        number.anchor = VerticalAlign::Middle;
        let nodes = vec![
            Node::decoration(Rect::new(112.0, 740.0, 120.0, 120.0), NodeKind::Shape(Shape::disc(PaletteRole::Accent))),
            node(112.0, 769.0, 120.0, 62.0, NodeRole::Label, NodeKind::Text(number)),
        ];
        node(112.0, 740.0, 120.0, 120.0, NodeRole::Content, NodeKind::Group(Group { nodes, clip: false }))
    };
    let card = {
        let nodes = vec![
            Node {
                role: NodeRole::Plate,
                ..Node::decoration(
                    Rect::new(300.0, 740.0, 500.0, 200.0),
                    NodeKind::Shape(Shape::filled(PaletteRole::Tint, Px(18.0))),
                )
            },
            node(340.0, 780.0, 420.0, 50.0, NodeRole::Label, text("A card", 36.0, PaletteRole::Accent)),
            node(340.0, 840.0, 420.0, 40.0, NodeRole::Body, text("With a line of words", 28.0, PaletteRole::Text)),
        ];
        node(300.0, 740.0, 500.0, 200.0, NodeRole::Content, NodeKind::Group(Group { nodes, clip: false }))
    };
    let nodes = vec![
        title("Shapes"),
        shape(112.0, 232.0, Shape::filled(PaletteRole::Accent, Px(0.0))),
        shape(462.0, 232.0, Shape::filled(PaletteRole::Chart(2), Px(40.0)).lined(PaletteRole::Deep, Px(4.0))),
        shape(812.0, 232.0, Shape::disc(Color::from(PaletteRole::Accent2).at(0.5))),
        shape(1162.0, 232.0, star),
        shape(1512.0, 232.0, filled(linear)),
        shape(112.0, 482.0, filled(radial)),
        shape(462.0, 482.0, lifted),
        shape(812.0, 482.0, line(Path::default().to(300.0, 0.0).line(0.0, 200.0), Some((Px(18.0), Px(12.0))))),
        shape(
            1162.0,
            482.0,
            line(Path::default().to(0.0, 200.0).curve((100.0, -100.0), (200.0, 300.0), (300.0, 0.0)), None),
        ),
        disc_with_number,
        card,
    ];
    page(8, "Shapes", nodes)
}

pub(crate) fn live() -> Page {
    let alt = |text: &str| AltText::Text(text.to_owned());
    let plate = |x: f32| Node {
        role: NodeRole::Plate,
        ..Node::decoration(
            Rect::new(x, 232.0, 500.0, 400.0),
            NodeKind::Shape(Shape::filled(PaletteRole::Tint, Px(18.0))),
        )
    };
    let label =
        |x: f32, words: &str| node(x + 40.0, 272.0, 420.0, 47.0, NodeRole::Label, text(words, 36.0, PaletteRole::Text));
    let widget = |x: f32, kind: WidgetKind, words: &str| Node {
        alt: alt(words),
        ..node(
            x,
            232.0,
            500.0,
            400.0,
            NodeRole::Content,
            NodeKind::Widget(Widget { kind, static_nodes: vec![plate(x), label(x, words)] }),
        )
    };
    let poll = WidgetKind::Poll {
        form: "poll".to_owned(),
        options: Vec::new(),
        outcome: Rect::CANVAS,
        results: PollResults::default(),
    };
    let film = WidgetKind::Video { address: "https://example.org/film".to_owned(), autoplay: false };
    let clock = WidgetKind::Countdown { seconds: 60, starts: false, flashes: false, sounds: false, end: String::new() };
    let nodes = vec![
        title("Alive"),
        widget(112.0, poll, "Will it hold?"),
        widget(710.0, film, "A film"),
        widget(1308.0, clock, "01:00"),
        Node {
            alt: alt("Back"),
            ..node(112.0, 700.0, 400.0, 60.0, NodeRole::Button, NodeKind::Link(LinkTarget::Page(1)))
        },
    ];
    let mut page = page(9, "Alive", nodes);
    page.section = Some("Figures".to_owned());
    page
}

/// A page from right to left without a title.
pub(crate) fn arabic() -> Page {
    let right = |paragraph: Paragraph| Paragraph {
        align: Align::Right,
        direction: Direction::RightToLeft,
        language: Arc::from("ar"),
        ..paragraph
    };
    let body = vec![
        right(words("ميناء بعد العاصفة", 40.0, PaletteRole::Text)),
        right(item(words("لكل رافعة اسم", 34.0, PaletteRole::Text), 1, MarkerSign::Bullet)),
    ];
    page(10, "الميناء", vec![node(112.0, 112.0, 1696.0, 200.0, NodeRole::Body, text_of(body, 1696.0))])
}

/// A page with builds.
pub(crate) fn steps() -> Page {
    let step = |paragraph: Paragraph, step: usize| Paragraph { step: Some(step), ..paragraph };
    let one = |content: &str, at: usize| step(item(words(content, 34.0, PaletteRole::Text), 1, MarkerSign::Bullet), at);
    let body =
        node(112.0, 232.0, 800.0, 200.0, NodeRole::Body, text_of(vec![one("First", 0), one("Second", 1)], 800.0));
    let card = |x: f32, label: &str, at: usize| {
        let nodes = vec![
            Node::decoration(
                Rect::new(x, 500.0, 300.0, 200.0),
                NodeKind::Shape(Shape::filled(PaletteRole::Tint, Px(18.0))),
            ),
            node(x + 40.0, 540.0, 220.0, 50.0, NodeRole::Label, text(label, 36.0, PaletteRole::Text)),
        ];
        Node {
            step: Some(at),
            ..node(x, 500.0, 300.0, 200.0, NodeRole::Content, NodeKind::Group(Group { nodes, clip: false }))
        }
    };
    let mut page = page(1, "Steps", vec![title("Steps"), body, card(112.0, "Third", 2), card(500.0, "Fourth", 3)]);
    page.steps = 4;
    page
}
