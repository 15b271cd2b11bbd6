//! Draws the pages of a deck as SVG, to look at layout without an exporter:
//! `cargo run -p layout --example paint DECK.json FOLDER [FONT...]`.
//!
//! The deck is an object with `title`, `lang`, `theme` and `slides` (`type`, `content`). Optional: `pictures` (address
//! to width and height), `invite` (`address`, `link`, `code`) and `draft`. Simplified on purpose: a tool for developers
//! only.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use deck::{Deck, Registry, Slide, Themes};
use layout::{FontBook, Invite, LayoutInput, Look, PictureFacts, Pictures, Typesetter, document, review};
use scene::{
    Color, Document, Fill, GlyphRun, Gradient, GradientStop, Hatch, LineMark, Node, NodeKind, Page, Palette,
    PathSegment, Point, Rect, Shape, ShapeForm, Text,
};
use serde_json::Value;
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider};

fn main() {
    let mut arguments = env::args().skip(1);
    let (Some(input), Some(folder)) = (arguments.next(), arguments.next()) else {
        eprintln!("usage: paint DECK.json FOLDER [FONT...]");
        return;
    };
    let json = fs::read_to_string(input).expect("a deck file");
    let json: Value = serde_json::from_str(&json).expect("JSON");
    let deck = deck(&json);
    let more_fonts = arguments.map(|file| fs::read(file).expect("a font file").into());
    let book = FontBook::with(more_fonts.collect());
    let mut typesetter = Typesetter::new(&book);
    let mut pictures = Pictures::default();
    let facts = PictureFacts { width: 1600, height: 900, light: [[80; 16]; 9] };
    pictures.0.insert("/uploads/photo.jpg".to_owned(), facts);
    for (source, size) in json["pictures"].as_object().into_iter().flatten() {
        let side = |index: usize| size[index].as_u64().and_then(|side| u32::try_from(side).ok()).unwrap_or(900);
        let facts = PictureFacts { width: side(0), height: side(1), light: [[80; 16]; 9] };
        pictures.0.insert(source.clone(), facts);
    }
    let look = Look::from(Themes::core().get(json["theme"].as_str().unwrap_or_default()));
    let word = |key: &str| json["invite"][key].as_str().unwrap_or_default().to_owned();
    let invite = Invite { address: word("address"), link: word("link"), code: word("code") };
    let input = LayoutInput {
        invite: json["invite"].is_object().then_some(&invite),
        draft: json["draft"].as_bool().unwrap_or(false),
        ..LayoutInput::new(&deck, Registry::core(), &look, &pictures)
    };
    let output = document(input, &mut typesetter);
    let reviewed = review(input, &output.document, &mut typesetter);
    for finding in output.findings.iter().chain(&reviewed) {
        println!("slide {} {finding}", finding.slide);
    }
    fs::create_dir_all(&folder).expect("a folder");
    for page in &output.document.pages {
        print!("{}", page.outline());
        let file = Path::new(&folder).join(format!("{:03}.svg", page.number));
        fs::write(file, svg(&output.document, page)).expect("a file");
    }
}

fn deck(json: &Value) -> Deck {
    let text = |key: &str, unset: &str| json[key].as_str().unwrap_or(unset).to_owned();
    let mut deck = Deck::new(text("title", "Deck"), text("lang", "en-GB"));
    let slides = json["slides"].as_array().into_iter().flatten().enumerate();
    deck.slides = slides
        .map(|(index, slide)| {
            Slide::new(
                (index + 1).to_string(),
                slide["type"].as_str().unwrap_or("content-slide"),
                slide["content"].as_object().cloned().unwrap_or_default(),
            )
        })
        .collect();
    deck
}

struct Painter<'a> {
    document: &'a Document,
    out: String,
    gradients: usize,
}

fn svg(document: &Document, page: &Page) -> String {
    let mut painter = Painter { document, out: String::new(), gradients: 0 };
    for node in page.painted() {
        painter.node(node);
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1920\" height=\"1080\" viewBox=\"0 0 1920 1080\">{}</svg>",
        painter.out
    )
}

impl Painter<'_> {
    fn palette(&self) -> &Palette {
        &self.document.palette
    }

    fn node(&mut self, node: &Node) {
        match &node.kind {
            NodeKind::Group(group) => group.nodes.iter().for_each(|node| self.node(node)),
            NodeKind::Connector(connector) => connector.nodes.iter().for_each(|node| self.node(node)),
            NodeKind::Turned(turned) => {
                let Point { x, y } = node.frame.center();
                let _ = write!(self.out, "<g transform=\"rotate({} {} {})\">", turned.degrees, x.0, y.0);
                turned.nodes.iter().for_each(|node| self.node(node));
                self.out.push_str("</g>");
            }
            NodeKind::Text(text) => self.text(text, node.frame),
            NodeKind::Code(code) => self.text(&code.text, node.frame),
            NodeKind::Shape(shape) => self.shape(shape, node.frame),
            NodeKind::Picture(picture) => {
                self.picture(picture, node.frame);
            }
            NodeKind::Table(table) => {
                let corner = node.frame;
                for cell in table.rows.iter().flat_map(|row| &row.cells) {
                    let frame = cell.frame.moved(corner.x, corner.y);
                    if let Some(fill) = cell.fill {
                        self.shape(&Shape::filled(fill, scene::px(0.0)), frame);
                    }
                    if let Some(stroke) = cell.borders.bottom {
                        let line = Rect { y: frame.bottom() - stroke.width, height: stroke.width, ..frame };
                        self.shape(&Shape::filled(stroke.color, scene::px(0.0)), line);
                    }
                    self.text(&cell.text, cell.text_frame.moved(corner.x, corner.y));
                }
            }
            NodeKind::Chart(chart) => chart.nodes.iter().for_each(|node| self.node(node)),
            NodeKind::Widget(widget) => widget.static_nodes.iter().for_each(|node| self.node(node)),
            NodeKind::Link(_) => {}
        }
    }

    /// A landscape in place of the picture, cropped as the picture would be.
    fn picture(&mut self, picture: &scene::Picture, frame: Rect) {
        self.gradients += 1;
        let (id, Rect { x, y, width, height }) = (self.gradients, frame);
        let (wide, high) = (f64::from(picture.width), f64::from(picture.height));
        let crop = picture.crop;
        let _ = write!(
            self.out,
            "<clipPath id=\"c{id}\"><rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{clipped}\" rx=\"{radius}\"/></clipPath>\
             <g clip-path=\"url(#c{id})\"><svg x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"{} {} {} {}\" preserveAspectRatio=\"none\"><rect width=\"{wide}\" height=\"{high}\" fill=\"#bcd3dc\"/>\
             <circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"#f3dfae\"/>\
             <path d=\"M0 {} L{} {} L{wide} {} V{high} H0Z\" fill=\"#5d8a86\"/></svg></g>",
            f64::from(crop.left) * wide,
            f64::from(crop.top) * high,
            f64::from(crop.right - crop.left) * wide,
            f64::from(crop.bottom - crop.top) * high,
            wide * 0.65,
            high * 0.3,
            wide.min(high) * 0.12,
            high * 0.7,
            wide * 0.35,
            high * 0.45,
            high * 0.8,
            x = x.0,
            y = y.0,
            width = width.0,
            height = height.0,
            // The lower corners of an arch are square: its rounded box ends below the picture.
            clipped = if picture.is_arched { height.0 + width.0 } else { height.0 },
            radius = if picture.is_arched { width.0 / 2.0 } else { picture.radius.0 },
        );
        if let Some(stroke) = picture.outline {
            let edge = Shape {
                form: ShapeForm::Rect { radius: picture.radius },
                fill: None,
                stroke: Some(stroke),
                shadow: None,
            };
            self.shape(&edge, frame);
        }
    }

    fn color(&self, color: Color) -> String {
        format!("fill=\"{}\" fill-opacity=\"{}\"", self.palette().rgb(color), color.alpha)
    }

    fn shape(&mut self, shape: &Shape, frame: Rect) {
        let fill = match &shape.fill {
            None => "fill=\"none\"".to_owned(),
            Some(Fill::Solid(color)) => self.color(*color),
            Some(Fill::Hatched { hatch, marks, ground }) => {
                self.gradients += 1;
                let id = format!("h{}", self.gradients);
                let path = hatch.tile();
                let tile = path.segments.iter().map(|segment| match segment {
                    PathSegment::Move(to) => format!("M{} {}", to.x.0, to.y.0),
                    PathSegment::Line(to) => format!("L{} {}", to.x.0, to.y.0),
                    PathSegment::Curve(..) => String::new(),
                    PathSegment::Close => "Z".to_owned(),
                });
                let tile = tile.collect::<String>();
                let (pitch, turn) = (Hatch::PITCH.0, hatch.turn());
                let (marks, ground) = (self.color(*marks), self.color(*ground));
                let _ = write!(
                    self.out,
                    "<pattern id=\"{id}\" patternUnits=\"userSpaceOnUse\" width=\"{pitch}\" height=\"{pitch}\" \
                     patternTransform=\"translate({} {}) rotate({turn})\"><rect width=\"{pitch}\" height=\"{pitch}\" \
                     {ground}/><path d=\"{tile}\" {marks}/></pattern>",
                    frame.x.0, frame.y.0
                );
                format!("fill=\"url(#{id})\"")
            }
            Some(Fill::Gradient(gradient)) => self.gradient(gradient, frame),
        };
        let stroke = shape.stroke.map_or(String::new(), |stroke| {
            let color = self.palette().rgb(stroke.color);
            let ends = if stroke.round { " stroke-linecap=\"round\" stroke-linejoin=\"round\"" } else { "" };
            let dash =
                stroke.dash.map_or(String::new(), |(dash, gap)| format!(" stroke-dasharray=\"{} {}\"", dash.0, gap.0));
            let (alpha, width) = (stroke.color.alpha, stroke.width.0);
            format!(" stroke=\"{color}\" stroke-opacity=\"{alpha}\" stroke-width=\"{width}\"{ends}{dash}")
        });
        let Rect { x, y, width, height } = frame;
        let _ = match &shape.form {
            ShapeForm::Rect { radius } => write!(
                self.out,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" {fill}{stroke}/>",
                x.0, y.0, width.0, height.0, radius.0
            ),
            ShapeForm::Ellipse => write!(
                self.out,
                "<ellipse cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\" {fill}{stroke}/>",
                frame.center().x.0,
                frame.center().y.0,
                width.0 / 2.0,
                height.0 / 2.0
            ),
            ShapeForm::Path(path) => {
                let at = |point: &Point| format!("{} {}", x.0 + point.x.0, y.0 + point.y.0);
                let steps = path.segments.iter().map(|segment| match segment {
                    PathSegment::Move(to) => format!("M{}", at(to)),
                    PathSegment::Line(to) => format!("L{}", at(to)),
                    PathSegment::Curve(one, two, to) => format!("C{} {} {}", at(one), at(two), at(to)),
                    PathSegment::Close => "Z".to_owned(),
                });
                write!(self.out, "<path d=\"{}\" {fill}{stroke}/>", steps.collect::<String>())
            }
        };
    }

    fn gradient(&mut self, gradient: &Gradient, frame: Rect) -> String {
        self.gradients += 1;
        let id = format!("g{}", self.gradients);
        let stops = |stops: &[GradientStop]| -> String {
            let stop = |stop: &GradientStop| {
                let color = self.palette().rgb(stop.color);
                format!("<stop offset=\"{}\" stop-color=\"{color}\" stop-opacity=\"{}\"/>", stop.at, stop.color.alpha)
            };
            stops.iter().map(stop).collect()
        };
        let (x, y) = (frame.x.0, frame.y.0);
        let element = match gradient {
            Gradient::Linear { from, to, stops: all } => format!(
                "<linearGradient id=\"{id}\" gradientUnits=\"userSpaceOnUse\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\">{}</linearGradient>",
                x + from.x.0,
                y + from.y.0,
                x + to.x.0,
                y + to.y.0,
                stops(all)
            ),
            Gradient::Radial { center, radius_x, stops: all, .. } => format!(
                "<radialGradient id=\"{id}\" gradientUnits=\"userSpaceOnUse\" cx=\"{}\" cy=\"{}\" r=\"{}\">{}</radialGradient>",
                x + center.x.0,
                y + center.y.0,
                radius_x.0,
                stops(all)
            ),
        };
        self.out.push_str(&element);
        format!("fill=\"url(#{id})\"")
    }

    fn text(&mut self, text: &Text, frame: Rect) {
        for line in &text.lines {
            for mark in &line.marks {
                match mark {
                    LineMark::Shape(place, shape) => self.shape(shape, place.moved(frame.x, frame.y)),
                    LineMark::Glyphs(run) => self.run(run, frame, line.baseline.0),
                }
            }
            for run in &line.runs {
                self.run(run, frame, line.baseline.0);
            }
        }
    }

    fn run(&mut self, run: &GlyphRun, frame: Rect, baseline: f32) {
        let Some(face) = self.document.face(run.font) else {
            return;
        };
        let Ok(font) = FontRef::from_index((*face.bytes).as_ref(), face.index) else {
            return;
        };
        let outlines = font.outline_glyphs();
        let (mut x, y) = (frame.x.0 + run.x.0, frame.y.0 + baseline);
        let mut path = Outline::default();
        for glyph in &run.glyphs {
            path.at = (x + glyph.x, y + glyph.y);
            if let Some(outline) = outlines.get(GlyphId::new(glyph.id)) {
                let settings = DrawSettings::unhinted(Size::new(run.size.0), LocationRef::default());
                let _ = outline.draw(settings, &mut path);
            }
            x += glyph.advance;
        }
        let fill = self.color(run.color);
        let _ = write!(self.out, "<path d=\"{}\" {fill}/>", path.text);
        for decoration in &run.decorations {
            let _ = write!(
                self.out,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" {fill}/>",
                frame.x.0 + run.x.0,
                y + decoration.y.0 - decoration.thickness.0 / 2.0,
                run.advance().0,
                decoration.thickness.0
            );
        }
    }
}

#[derive(Default)]
struct Outline {
    text: String,
    at: (f32, f32),
}

impl Outline {
    fn add(&mut self, letter: char, points: &[(f32, f32)]) {
        self.text.push(letter);
        for (x, y) in points {
            let _ = write!(self.text, "{:.2} {:.2} ", self.at.0 + x, self.at.1 - y);
        }
    }
}

impl OutlinePen for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.add('M', &[(x, y)]);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.add('L', &[(x, y)]);
    }
    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.add('Q', &[(cx, cy), (x, y)]);
    }
    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        self.add('C', &[(cx0, cy0), (cx1, cy1), (x, y)]);
    }
    fn close(&mut self) {
        self.text.push('Z');
    }
}
