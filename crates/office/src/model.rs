//! The content of a presentation file: slides of shapes, each with its position, its text and its role.
//!
//! What a slide inherits from its layout and its master (positions, levels of lists, languages) is filled in, and
//! groups are resolved: every frame is in the coordinates of the slide. What the layout itself draws is not part of a
//! slide.

use std::collections::BTreeMap;

/// A presentation.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Presentation {
    /// Width and height of the slides, in EMU (914,400 to the inch).
    pub size: (i64, i64),
    /// The title of the document's properties.
    pub title: Option<String>,
    /// The language that most of its text is marked with.
    pub language: Option<String>,
    /// The slides, in order; hidden ones are among them.
    pub slides: Vec<Slide>,
    /// The exported deck and revision, for files that Lectern wrote.
    pub origin: Option<Origin>,
    /// The slides as Lectern exported them, in order, for files that Lectern wrote.
    pub exported: Vec<ExportedSlide>,
    /// The checksums of pictures, sounds and videos, by part.
    pub checksums: BTreeMap<PartName, String>,
    /// Content that this model cannot represent and that belongs to no slide, in words (`macros`).
    pub unread: Vec<String>,
}

/// The deck and revision that a file was exported from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// Id of the deck.
    pub deck: String,
    /// The exported revision.
    pub revision: u64,
    /// The language that was exported.
    pub language: Option<String>,
    /// The scale of its pictures, an option of the export.
    pub scale: Option<u8>,
    /// Whether the slides were put on the layouts of the file that the theme of the deck was made from.
    pub on_template: bool,
}

/// A slide that was exported. The file may no longer have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportedSlide {
    /// Its id in the deck.
    pub id: String,
    /// The checksum of the slide as the deck had it.
    pub checksum: String,
}

/// A slide.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Slide {
    /// The kind of its layout, as the file names it (`title`, `secHead`, `twoObj`, ...).
    pub layout_kind: Option<String>,
    /// The name of its layout.
    pub layout_name: String,
    /// The name of the section it belongs to.
    pub section: Option<String>,
    /// Whether it is left out when presenting.
    pub is_hidden: bool,
    /// Its shapes in the order of drawing, groups resolved.
    pub shapes: Vec<Shape>,
    /// The background picture of the slide itself; that of its layout is not read.
    pub background: Option<PartName>,
    /// The speaker notes.
    pub notes: Vec<Paragraph>,
    /// The comments.
    pub comments: Vec<Comment>,
    /// The transition into it, if decks have one like it.
    pub transition: Option<deck::Transition>,
    /// Content that the model cannot represent, in words (`an animation`, `a transition`, `ink`).
    pub unread: Vec<String>,
    /// The slide as Lectern exported it, as JSON, for files that Lectern wrote.
    pub origin: Option<String>,
}

/// A comment on a slide.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment {
    /// Who wrote it.
    pub author: String,
    /// The time of writing, in the notation of the file (ISO 8601).
    pub time: Option<String>,
    /// Its text.
    pub text: String,
    /// Whether it is a reply to the previous comment.
    pub is_reply: bool,
    /// Whether it is marked as done.
    pub is_resolved: bool,
}

/// The name of a part in the archive, such as `ppt/media/image1.png`.
pub type PartName = String;

/// A shape on a slide.
#[derive(Debug, Clone, PartialEq)]
pub struct Shape {
    /// Its id on the slide.
    pub id: u32,
    /// Its name.
    pub name: String,
    /// The name by which PowerPoint's morph finds it again on another slide, for names that begin with `!!`.
    pub morph_name: Option<String>,
    /// Its alternative text.
    pub alt: Option<String>,
    /// Whether it is marked as decoration, which needs no alternative text.
    pub is_decorative: bool,
    /// Its position and size.
    pub frame: Frame,
    /// Its role on the layout.
    pub placeholder: Option<Placeholder>,
    /// The id of the outermost group that it is in.
    pub group: Option<u32>,
    /// Where a click on it leads.
    pub link: Option<Link>,
    /// Its content.
    pub content: Content,
}

/// A rectangle on a slide, in EMU.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Frame {
    /// Distance from the left edge.
    pub x: i64,
    /// Distance from the upper edge.
    pub y: i64,
    /// Width.
    pub width: i64,
    /// Height.
    pub height: i64,
}

/// The role of a shape on its layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Placeholder {
    /// The title, centred or not.
    Title,
    /// The line below the title of a title slide.
    Subtitle,
    /// Text, or any other content.
    Body,
    /// A picture.
    Picture,
    /// A table, chart, diagram or media.
    Object,
    /// The date, the footer or the slide number.
    Furniture,
}

/// The content of a shape.
#[derive(Debug, Clone, PartialEq)]
pub enum Content {
    /// Text in a box or on a drawn shape, or a drawn shape without paragraphs.
    Text(Text),
    /// A picture.
    Picture(Picture),
    /// A table.
    Table(Table),
    /// A chart.
    Chart(Chart),
    /// SmartArt, as its tree of texts.
    Diagram(Diagram),
    /// A line between two shapes.
    Connector(Connector),
    /// A video or a sound.
    Media(Media),
    /// Anything else, in words (`an embedded Excel sheet`, `ink`).
    Other(String),
}

/// Text with the shape that contains it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Text {
    /// The preset geometry (`rect`, `roundRect`, `rightArrow`, `ellipse`, ...); `custom` for one of its own.
    pub geometry: String,
    /// Whether it has a fill or an outline of its own, so that it is visible without text.
    pub is_drawn: bool,
    /// Its paragraphs.
    pub paragraphs: Vec<Paragraph>,
}

/// A paragraph.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Paragraph {
    /// The level of the list, from 0.
    pub level: u8,
    /// The mark before it.
    pub bullet: Bullet,
    /// The number of the first entry of its list, if the list is numbered and does not begin with 1.
    pub start: Option<u32>,
    /// Its pieces.
    pub runs: Vec<Run>,
    /// The size of most of its text in hundredths of a point, or the inherited size if it has none.
    pub size: Option<u32>,
}

/// The mark before a paragraph.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Bullet {
    /// None.
    #[default]
    None,
    /// A sign.
    Sign,
    /// A number or letter.
    Number,
}

/// A piece of text in one style.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Run {
    /// The text; `\n` is a line break inside the paragraph.
    pub text: String,
    /// Whether it is bold by its own style or that of its shape. Text that is bold by its layout is not emphasised.
    pub is_bold: bool,
    /// Whether it is italic by its own style or that of its shape.
    pub is_italic: bool,
    /// Whether it is struck through.
    pub is_struck: bool,
    /// Whether it is in a monospaced font.
    pub is_code: bool,
    /// Where a click leads.
    pub link: Option<Link>,
}

/// Where a click leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Link {
    /// An address, which was not opened.
    Address(String),
    /// A slide of the presentation, by its index.
    Slide(usize),
}

/// A picture.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Picture {
    /// The part with its bytes; `None` if the file only refers to an address outside of it.
    pub part: Option<PartName>,
    /// The same picture in pixels, if `part` is an SVG.
    pub raster: Option<PartName>,
    /// What is cut off at the left, top, right and bottom, in thousandths of a percent.
    pub crop: [i32; 4],
    /// Whether it is a drawing of Office (EMF, WMF) that cannot be shown.
    pub is_metafile: bool,
}

/// A table.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Table {
    /// Whether its first row is a header.
    pub has_header: bool,
    /// Its rows; a cell that another covers is empty.
    pub rows: Vec<Vec<Cell>>,
}

/// A cell.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Cell {
    /// Its text.
    pub paragraphs: Vec<Paragraph>,
    /// Rows and columns that it covers, 1 each unless merged.
    pub spans: (u32, u32),
}

/// A chart.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Chart {
    /// Its kind as in the file (`barChart`, `lineChart`, `pieChart`, ...); the first one if several are combined.
    pub kind: String,
    /// Whether bars are horizontal.
    pub is_horizontal: bool,
    /// Whether series are stacked, and whether to 100%.
    pub stacking: Stacking,
    /// Whether several kinds share one chart.
    pub is_combined: bool,
    /// Its title.
    pub title: Option<String>,
    /// The names of the categories.
    pub categories: Vec<String>,
    /// The series.
    pub series: Vec<Series>,
    /// How its values are written (`0%`, `#,##0`).
    pub number_format: Option<String>,
}

/// How the series of a chart are arranged.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Stacking {
    /// Side by side.
    #[default]
    None,
    /// Stacked on one another.
    Stacked,
    /// Stacked on one another, each stack scaled to 100%.
    Full,
}

/// A series of a chart.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Series {
    /// Its name.
    pub name: String,
    /// The kind of chart that draws it, which may differ from that of a combined chart.
    pub kind: String,
    /// Its values by category; `None` for an empty cell.
    pub values: Vec<Option<f64>>,
    /// Its horizontal values, in a scatter or bubble chart.
    pub positions: Vec<Option<f64>>,
    /// The sizes of its bubbles, in a bubble chart.
    pub sizes: Vec<Option<f64>>,
}

/// SmartArt.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Diagram {
    /// Its layout as the file names it (the last part of its id, such as `process1`, `hierarchy2`, `cycle5`).
    pub layout: String,
    /// Its entries.
    pub nodes: Vec<DiagramNode>,
}

/// An entry of a diagram.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DiagramNode {
    /// Its text.
    pub paragraphs: Vec<Paragraph>,
    /// Entries below it.
    pub children: Vec<DiagramNode>,
}

/// A line between two shapes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Connector {
    /// The id of the shape that it begins at.
    pub from: Option<u32>,
    /// The id of the shape that it ends at.
    pub to: Option<u32>,
    /// Whether it has an arrow at its end or beginning.
    pub has_arrow: bool,
}

/// A video or a sound.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Media {
    /// Whether it is a sound, and not a video.
    pub is_sound: bool,
    /// Its part in the archive.
    pub part: Option<PartName>,
    /// The address it plays from.
    pub address: Option<String>,
    /// The picture that is shown until it plays.
    pub poster: Option<PartName>,
}
