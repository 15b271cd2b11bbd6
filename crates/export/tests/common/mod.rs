//! Documents to export, and programs that inspect the exported files.
#![allow(dead_code, reason = "each test file is a crate of its own and uses some of it")]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    clippy::cast_lossless,
    reason = "small numbers of made-up pages and pictures"
)]

use std::collections::HashMap;
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, OnceLock};

use deck::{Deck, Registry, Slide, Themes};
use export::{ExportInput, PictureCache, PictureSource};
use imaging::{Pixels, PngLevel};
use layout::{FontBook, LayoutInput, Look, Typesetter};
use scene::{
    AltText, CellBorders, Chart, ChartKind, ChartLabels, ChartSeries, CodeBlock, Crop, Direction, Document, Fill,
    Gradient, GradientStop, Group, LinkTarget, Node, NodeKind, NodeRole, Page, PaletteRole, Picture, PictureId, Point,
    PollResults, Px, Rect, Rgb, Shadow, Shape, ShapeForm, Stroke, Table, TableCell, TableRow, Text, Widget, WidgetKind,
    px,
};
use serde_json::{Value, json};

/// Pictures by id.
#[derive(Default)]
pub(crate) struct Album(pub(crate) HashMap<String, Arc<[u8]>>);

impl PictureSource for Album {
    fn bytes(&self, picture: &PictureId) -> Option<Arc<[u8]>> {
        self.0.get(&picture.0).cloned()
    }
}

pub(crate) fn cache() -> PictureCache {
    PictureCache::new(64 << 20)
}

/// Returns the input of an export that is never stopped.
pub(crate) fn work<'a>(document: &'a Document, pictures: &'a Album) -> ExportInput<'a> {
    ExportInput { document, pictures, on_page: &|_| true }
}

/// The document of a deck, laid out with the bundled fonts.
pub(crate) fn document_of(language: &str, slides: &[Value]) -> Document {
    static BOOK: OnceLock<FontBook> = OnceLock::new();
    let mut deck = Deck::new("Harbour plan", language);
    let slide = |(index, written): (usize, &Value)| {
        Slide::new(
            format!("s{}", index + 1),
            written["type"].as_str().expect("a type"),
            written["content"].as_object().cloned().expect("content"),
        )
    };
    deck.slides = slides.iter().enumerate().map(slide).collect();
    let pictures = layout::Pictures::default();
    let look = Look::from(Themes::core().default());
    let order = LayoutInput::new(&deck, Registry::core(), &look, &pictures);
    layout::document(order, &mut Typesetter::new(BOOK.get_or_init(FontBook::bundled))).document
}

pub(crate) const BODY: &str = "The quay is **public space** first and a *workplace* second. Everything below follows \
    from [the charter](https://example.org/charter?a=1&b=2).\n\n- Every crane has a name and a keeper\n- Repairs come \
    before paint, and `paint` comes before speeches\n  - Red lead for the hulls\n  - White for the lamps\n- Few \
    exceptions, written down\n\n1. Measure\n2. Cut\n\nWho breaks a rule buys the ~~tea~~ coffee.";

/// A title slide and slides of text, `count` in all.
pub(crate) fn text_slides(count: usize) -> Document {
    let title = json!({"type": "title-slide", "content":
        {"title": "The harbour after the storm", "subheading": "What we rebuilt"}});
    let text = |number: usize| {
        json!({"type": "content-slide", "content":
            {"title": format!("Rule number {number}"), "subheading": "Kept for two winters", "body": BODY}})
    };
    let slides: Vec<Value> = std::iter::once(title).chain((2..=count).map(text)).take(count).collect();
    document_of("en-GB", &slides)
}

/// The laid out text of a body, 1696 pixels wide.
pub(crate) fn words(body: &str) -> Text {
    let document = document_of("en-GB", &[json!({"type": "content-slide", "content": {"title": "x", "body": body}})]);
    let mut texts = document.pages[0].nodes.iter().filter_map(|node| match (&node.kind, node.role) {
        (NodeKind::Text(text), NodeRole::Body) => Some(text.clone()),
        _ => None,
    });
    texts.next_back().expect("a body")
}

/// A JPEG of soft shapes and some noise, which makes it as large as a photograph.
pub(crate) fn photograph(width: u32, height: u32, seed: u32) -> Arc<[u8]> {
    let mut noise = seed.wrapping_mul(2_654_435_761) | 1;
    let mut rgba = Vec::with_capacity((width * height * 4) as usize);
    for y in 0..height {
        for x in 0..width {
            noise ^= noise << 13;
            noise ^= noise >> 17;
            noise ^= noise << 5;
            let grain = (noise >> 28) as u8;
            let wave = ((x * 160 / width) ^ (y * 90 / height)) as u8;
            rgba.extend([
                wave.wrapping_add(40) | grain,
                (y * 200 / height) as u8 + grain,
                (x * 180 / width) as u8 + grain,
                255,
            ]);
        }
    }
    let pixels = Pixels::new(width, height, rgba).expect("pixels");
    imaging::encode_jpeg(&pixels, 82).expect("encoded").into()
}

pub(crate) fn plain_png(width: u32, height: u32, rgba: [u8; 4]) -> Arc<[u8]> {
    let pixels = Pixels::new(width, height, rgba.repeat((width * height) as usize)).expect("pixels");
    imaging::encode_png(&pixels, PngLevel::Fast).expect("encoded").into()
}

pub(crate) const SVG: &str = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 60'>\
    <rect width='100' height='60' rx='8' fill='#0b6b75'/><circle cx='30' cy='30' r='18' fill='#f2b134'/>\
    <path d='M56 44 L72 16 L88 44 Z' fill='#fff' fill-opacity='.8'/></svg>";

/// The pictures of [`sample`].
pub(crate) fn album() -> Album {
    let mut album = Album::default();
    album.0.insert("photo".to_owned(), photograph(800, 450, 7));
    album.0.insert("mark".to_owned(), SVG.as_bytes().into());
    album.0.insert("broken".to_owned(), b"plain words"[..].into());
    album
}

pub(crate) fn node(frame: Rect, kind: NodeKind, role: NodeRole, alt: AltText) -> Node {
    Node { frame, kind, role, origin: None, step: None, alt }
}

pub(crate) fn shape(frame: Rect, shape: Shape) -> Node {
    node(frame, NodeKind::Shape(shape), NodeRole::Plate, AltText::Own)
}

pub(crate) fn picture(frame: Rect, source: &str, crop: Crop, radius: f32, alt: AltText) -> Node {
    let picture = Picture {
        source: PictureId(source.to_owned()),
        width: 800,
        height: 450,
        crop,
        radius: px(radius),
        is_arched: false,
        outline: None,
    };
    node(frame, NodeKind::Picture(picture), NodeRole::Content, alt)
}

pub(crate) fn text(x: f32, y: f32, body: &str) -> Node {
    let text = words(body);
    let frame = Rect { x: Px(x), y: Px(y), width: px(1696.0), height: text.height() };
    node(frame, NodeKind::Text(text), NodeRole::Body, AltText::Own)
}

/// A page of nodes, with the backdrop and layout of another page.
pub(crate) fn page(like: &Page, number: usize, name: &str, nodes: Vec<Node>) -> Arc<Page> {
    Arc::new(Page {
        slide: format!("hand-{number}"),
        number,
        name: name.to_owned(),
        summary: String::new(),
        section: None,
        opens_section: false,
        nodes,
        ..like.clone()
    })
}

/// Pages made by hand, one for each kind of node: shapes, pictures, a table, a chart, code and a widget.
pub(crate) fn sample() -> Document {
    let mut document = text_slides(2);
    let like = Arc::clone(&document.pages[1]);
    document.pages = [shapes(), pictures(), table(), chart(), code(), widget()]
        .into_iter()
        .enumerate()
        .map(|(index, (name, nodes))| page(&like, index + 1, name, nodes))
        .collect();
    document
}

fn shapes() -> (&'static str, Vec<Node>) {
    let soft = Some(Shadow { color: scene::Color::from(Rgb::BLACK).at(0.3), down: px(8.0), blur: px(18.0) });
    let stop = |at, role: PaletteRole, alpha| GradientStop { at, color: scene::Color::from(role).at(alpha) };
    let point = |x, y| Point { x: Px(x), y: Px(y) };
    let linear = Gradient::Linear {
        from: point(0.0, 0.0),
        to: point(400.0, 300.0),
        stops: vec![stop(0.0, PaletteRole::Accent, 1.0), stop(1.0, PaletteRole::Accent2, 0.0)],
    };
    let radial = Gradient::Radial {
        center: point(200.0, 150.0),
        radius_x: px(200.0),
        radius_y: px(150.0),
        stops: vec![stop(0.0, PaletteRole::Deep, 1.0), stop(1.0, PaletteRole::Accent, 0.0)],
    };
    let frame = |column: f32, row: f32| Rect::new(112.0 + column * 440.0, 88.0 + row * 340.0, 400.0, 300.0);
    let filled =
        |fill| Shape { form: ShapeForm::Rect { radius: px(0.0) }, fill: Some(fill), stroke: None, shadow: None };
    let star = scene::Path {
        even_odd: true,
        ..scene::Path::default()
            .to(200.0, 10.0)
            .line(290.0, 290.0)
            .line(50.0, 110.0)
            .line(350.0, 110.0)
            .line(110.0, 290.0)
            .close()
    };
    let dashed =
        Stroke { color: PaletteRole::Accent.into(), width: px(6.0), dash: Some((px(24.0), px(12.0))), round: false };
    let wave = scene::Path::default().to(10.0, 150.0).curve((120.0, -80.0), (260.0, 380.0), (390.0, 150.0));
    let round = Stroke { color: PaletteRole::Accent2.into(), width: px(20.0), dash: None, round: true };
    let none = |form, stroke| Shape { form, fill: None, stroke: Some(stroke), shadow: None };
    let nodes = vec![
        shape(frame(0.0, 0.0), Shape { shadow: soft, ..Shape::filled(Rgb::WHITE, px(24.0)) }),
        shape(frame(1.0, 0.0), Shape { shadow: soft, ..Shape::disc(PaletteRole::Accent) }),
        shape(frame(2.0, 0.0), filled(Fill::Gradient(linear))),
        shape(frame(3.0, 0.0), filled(Fill::Gradient(radial))),
        shape(frame(0.0, 1.0), Shape { form: ShapeForm::Path(star), ..Shape::filled(PaletteRole::Accent2, px(0.0)) }),
        shape(frame(1.0, 1.0), none(ShapeForm::Rect { radius: px(40.0) }, dashed)),
        shape(frame(2.0, 1.0), none(ShapeForm::Path(wave), round)),
        shape(frame(3.0, 1.0), Shape::filled(scene::Color::from(PaletteRole::Deep).at(0.5), px(150.0))),
        node(
            frame(0.0, 2.0),
            NodeKind::Group(Group {
                clip: true,
                nodes: vec![shape(Rect::new(0.0, 700.0, 400.0, 600.0), Shape::disc(PaletteRole::Accent))],
            }),
            NodeRole::Content,
            AltText::Text("A rising sun".to_owned()),
        ),
    ];
    ("Forms", nodes)
}

fn pictures() -> (&'static str, Vec<Node>) {
    let left = Crop { left: 0.0, top: 0.0, right: 0.5, bottom: 1.0 };
    let nodes = vec![
        picture(
            Rect::new(112.0, 88.0, 800.0, 450.0),
            "photo",
            Crop::WHOLE,
            0.0,
            AltText::Text("The new quay".to_owned()),
        ),
        picture(Rect::new(960.0, 88.0, 400.0, 450.0), "photo", left, 40.0, AltText::Missing),
        picture(Rect::new(112.0, 600.0, 500.0, 300.0), "mark", Crop::WHOLE, 0.0, AltText::Text("The mark".to_owned())),
        picture(Rect::new(700.0, 600.0, 300.0, 300.0), "mark", left, 150.0, AltText::Decorative),
        picture(
            Rect::new(1060.0, 600.0, 300.0, 300.0),
            "broken",
            Crop::WHOLE,
            20.0,
            AltText::Text("A lost picture".to_owned()),
        ),
    ];
    ("Pictures", nodes)
}

fn table() -> (&'static str, Vec<Node>) {
    let line = Some(Stroke { color: PaletteRole::Line.into(), width: px(2.0), dash: None, round: false });
    let cell = |row: usize, column: usize, body: &str| {
        let frame = Rect::new(column as f32 * 400.0, row as f32 * 90.0, 400.0, 90.0);
        let fill = (row == 0).then(|| PaletteRole::Tint.into());
        let borders = CellBorders { bottom: line, ..CellBorders::default() };
        TableCell { frame, text_frame: frame.inset(px(20.0)), text: words(body), fill, borders, step: None }
    };
    let row = |index: usize, words: [&str; 3]| TableRow {
        height: px(90.0),
        cells: words.iter().enumerate().map(|(column, body)| cell(index, column, body)).collect(),
        step: None,
    };
    let rows =
        vec![row(0, ["Quay", "Built", "Ships"]), row(1, ["North", "1931", "12"]), row(2, ["South", "1964", "8"])];
    let table = Table { columns: vec![px(400.0); 3], rows, header_rows: 1, header_columns: 1 };
    (
        "A table",
        vec![node(Rect::new(112.0, 200.0, 1200.0, 270.0), NodeKind::Table(table), NodeRole::Content, AltText::Own)],
    )
}

fn chart() -> (&'static str, Vec<Node>) {
    let bars = [0.4f32, 0.9, 0.65];
    let mut nodes: Vec<Node> = bars
        .iter()
        .enumerate()
        .map(|(index, share)| {
            let height = share * 500.0;
            let frame = Rect::new(200.0 + index as f32 * 260.0, 800.0 - height, 180.0, height);
            shape(frame, Shape::filled(PaletteRole::Chart(index as u8), px(8.0)))
        })
        .collect();
    nodes.push(text(200.0, 820.0, "Ships by quay"));
    let series = ChartSeries {
        name: "Ships".to_owned(),
        values: vec![Some(4.0), Some(9.0), Some(6.5)],
        colors: vec![],
        hatches: vec![],
    };
    let categories = ["North", "South", "West"].map(str::to_owned).to_vec();
    let (unit, category_title, labels) = (String::new(), String::new(), ChartLabels::default());
    let series = vec![series];
    let chart = Chart {
        kind: ChartKind::Columns,
        categories,
        series,
        unit,
        category_title,
        direction: Direction::LeftToRight,
        labels,
        area: None,
        bar: 0.5,
        look: None,
        nodes,
    };
    let alt = AltText::Text("Ships by quay: North 4, South 9, West 6.5".to_owned());
    ("A chart", vec![node(Rect::new(112.0, 200.0, 1696.0, 700.0), NodeKind::Chart(chart), NodeRole::Content, alt)])
}

fn code() -> (&'static str, Vec<Node>) {
    let code = CodeBlock {
        text: words("`let quay = Quay::new();`\n\n`quay.open();`"),
        language: "rust".to_owned(),
        first_line: None,
        marked: vec![],
        steps: vec![],
    };
    ("Code", vec![node(Rect::new(112.0, 200.0, 1696.0, 200.0), NodeKind::Code(code), NodeRole::Content, AltText::Own)])
}

fn widget() -> (&'static str, Vec<Node>) {
    let frame = Rect::new(112.0, 200.0, 600.0, 120.0);
    let still =
        vec![shape(frame, Shape::filled(PaletteRole::Surface, px(20.0))), text(152.0, 230.0, "Which quay first?")];
    let kind =
        WidgetKind::Poll { form: "poll".to_owned(), options: vec![], outcome: frame, results: PollResults::default() };
    let nodes = vec![
        node(frame, NodeKind::Widget(Widget { kind, static_nodes: still }), NodeRole::Content, AltText::Own),
        node(frame, NodeKind::Link(LinkTarget::Page(1)), NodeRole::Button, AltText::Own),
    ];
    ("A widget", nodes)
}

/// The standard output of a program that reads a file. The argument `FILE` is replaced by its path.
#[track_caller]
pub(crate) fn output_of(program: &str, arguments: &[&str], file: &[u8]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("deck.pdf");
    std::fs::write(&path, file).expect("written");
    let path = path.to_str().expect("UTF-8");
    let arguments: Vec<&str> =
        arguments.iter().map(|argument| if *argument == "FILE" { path } else { argument }).collect();
    let output = Command::new(program).args(arguments).output().unwrap_or_else(|fault| {
        panic!("`{program}` does not run ({fault}): `make test` installs it");
    });
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program}: {error}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The pages of a PDF, rendered by poppler 1920 pixels wide.
#[track_caller]
pub(crate) fn drawn_by_poppler(file: &[u8]) -> Vec<Pixels> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("deck.pdf");
    std::fs::write(&path, file).expect("written");
    let status = Command::new("pdftoppm")
        .args(["-png", "-scale-to-x", "1920", "-scale-to-y", "1080"])
        .args([&path, &folder.path().join("page")])
        .status();
    assert!(status.expect("pdftoppm runs: `make test` installs it").success());
    let mut pages: Vec<_> = std::fs::read_dir(folder.path())
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "png"))
        .collect();
    pages.sort();
    pages.iter().map(|page| read_png(&std::fs::read(page).expect("a file"))).collect()
}

pub(crate) fn read_png(bytes: &[u8]) -> Pixels {
    imaging::rgba(bytes, imaging::PictureKind::Png, None).expect("a PNG")
}

/// The difference of two pictures: the mean of all channels, and the fraction of pixels that are very different.
pub(crate) fn difference(one: &Pixels, two: &Pixels) -> (f64, f64) {
    assert_eq!((one.width(), one.height()), (two.width(), two.height()));
    let (mut sum, mut far) = (0u64, 0u64);
    for (one, two) in one.rgba().chunks_exact(4).zip(two.rgba().chunks_exact(4)) {
        let apart: u64 = (0..3).map(|channel| u64::from(one[channel].abs_diff(two[channel]))).sum();
        sum += apart;
        far += u64::from(apart > 120);
    }
    let pixels = f64::from(one.width()) * f64::from(one.height());
    (sum as f64 / pixels / 3.0, far as f64 / pixels)
}

/// Saves a file for a person to look at, when `LECTERN_LOOK` is a folder.
pub(crate) fn save_for_review(name: &str, bytes: &[u8]) {
    if let Some(folder) = std::env::var_os("LECTERN_LOOK") {
        std::fs::write(Path::new(&folder).join(name), bytes).expect("written");
    }
}
