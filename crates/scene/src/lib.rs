//! Positioned pages: the output of layout and the input of every exporter.
//!
//! A document is a list of pages, a page is layers of nodes. A node has a frame, a content, a role, the slide and field
//! it came from and the build step at which it appears. Fonts, sizes, line breaks, crops and colours are already
//! decided. The crate depends neither on slide types nor on file formats.

mod chart;
mod color;
mod connector;
mod document;
mod formula;
mod geometry;
mod hatch;
mod html;
mod node;
mod outline;
mod page;
mod part_names;
mod picture;
mod placement;
mod shape;
mod table;
mod text;
mod widget;

pub use colors::Rgb;

pub use self::chart::{
    Chart, ChartKind, ChartLabels, ChartLine, ChartLook, ChartMark, ChartPaint, ChartRange, ChartSeries, LabelPart,
    LabelPlace, LabelText, NumberFormat, PointLabel,
};
pub use self::color::{Color, ColorSource, Palette, PaletteRole};
pub use self::connector::{Connector, ConnectorEnd, ConnectorTip};
pub use self::document::{
    Document, DocumentOrigin, DocumentProperties, FontBytes, FontFace, FontId, FontName, FontNames, FontRole, OwnFont,
    Transition,
};
pub use self::formula::{Formula, RunFormula};
pub use self::geometry::{CANVAS, Direction, Point, Px, Rect, Size, px};
pub use self::hatch::Hatch;
pub use self::html::{HtmlElement, HtmlNode};
pub use self::node::{AltText, Group, LinkTarget, Node, NodeKind, NodeRole, Origin, Turned};
pub use self::page::{Layer, Link, Page, PageContent};
pub use self::part_names::{PartName, PartNames};
pub use self::picture::{Crop, Picture, PictureId};
pub use self::placement::Placement;
pub use self::shape::{Fill, Gradient, GradientStop, Path, PathSegment, Shadow, Shape, ShapeForm, Stroke};
pub use self::table::{CellBorders, Table, TableCell, TableRow};
pub use self::text::{
    Align, BulletForm, CodeBlock, Decoration, DecorationKind, Glyph, GlyphRun, Line, LineMark, Marker, MarkerSign,
    Paragraph, ParagraphKind, Run, RunStyle, Synthesis, Text, VerticalAlign,
};
pub use self::widget::{PollOption, PollResults, Widget, WidgetKind};
