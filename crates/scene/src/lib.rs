//! Positioned pages: the output of layout and the input of every exporter.
//!
//! A document is a list of pages, a page is layers of nodes. A node has a frame, a content, a role, the slide and field
//! it came from and the build step that shows it. Fonts, sizes, line breaks, crops and colours are already decided. The
//! crate knows neither slide types nor file formats.

mod chart;
mod color;
mod document;
mod geometry;
mod hatch;
mod node;
mod outline;
mod page;
mod picture;
mod shape;
mod table;
mod text;
mod widget;

pub use self::chart::{Chart, ChartKind, Labels, Series};
pub use self::color::{Color, Palette, PaletteRole, Rgb, Tone};
pub use self::document::{Document, Face, FontBytes, FontId, FontName, FontNames, FontRole, Properties};
pub use self::geometry::{CANVAS, Direction, Point, Px, Rect, Size, px};
pub use self::hatch::Hatch;
pub use self::node::{Alt, Group, Kind, Node, Origin, Role, Target};
pub use self::page::{Layer, Link, Page};
pub use self::picture::{Crop, Picture, PictureId};
pub use self::shape::{Fill, Gradient, Path, Segment, Shadow, Shape, ShapeForm, Stop, Stroke};
pub use self::table::{Borders, Cell, Row, Table};
pub use self::text::{
    Align, Anchor, Code, Decoration, DecorationKind, Glyph, GlyphRun, Line, Mark, Marker, Paragraph, ParagraphKind,
    Run, RunStyle, Sign, Synthesis, Text,
};
pub use self::widget::{PollOption, Widget, WidgetKind};
