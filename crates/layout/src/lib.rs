//! Lays out slides as pages of positioned nodes. Lengths and font sizes are in pixels of a page of 1920 by 1080, unless
//! a comment states another unit.
//!
//! The input is a deck, the look of its theme and fonts; the output is pages of the scene, the same for every exporter,
//! and findings. Layout never fails: text that does not fit and pictures that cannot be drawn become findings. The
//! crate knows no file format and decodes no picture.
//!
//! Words used throughout the crate: The voice of a theme ([`deck::voice`]) defines how heads, plates, charts and other
//! parts of a page are drawn. A ground is a background, a surface is a ground with its text colours, and a plate is a
//! panel behind content. A step of sizes is a text size, or a pair of them, that is tried; a build step shows nodes
//! during the presentation. A leading entry is the highlighted one. A number named `place` is the index of an entry,
//! from 0, which may select its colour and shape.

mod backdrop;
mod background_picture;
mod body;
mod buttons;
mod diagram;
mod document;
mod entry;
mod field_text;
mod finding;
mod fit;
mod fonts;
mod foot;
mod formula;
mod frame;
mod glyph_outline;
mod grid;
mod head;
mod html;
mod html_tree;
mod icons;
mod join;
mod logo;
mod look;
mod marker;
mod ornament;
mod page_form;
mod pen;
mod photo;
mod picture;
mod picture_frame;
mod plate;
mod qr;
mod question;
mod random;
mod review;
mod script;
mod sheet;
mod short_text;
mod split;
mod statement;
mod surface;
mod syntax;
mod text;
mod text_page;
mod types;
mod waves;

pub use self::document::{Invite, LayoutInput, LayoutOutput, document, notes, page, slide_document};
pub use self::finding::{Finding, FindingKind};
pub use self::fonts::{CheckedFont, FontBook, FontFileError, MAX_FONT_BYTES, check_font};
pub use self::html_tree::html_tree;
pub use self::icons::{icon_drawing, icon_names, icon_path};
pub use self::look::{GradientBackdrop, GradientSpot, Look, Typeface};
pub use self::picture::{PictureFacts, Pictures};
pub use self::qr::qr_svg;
pub use self::review::{PageFigures, review};
pub use self::text::Typesetter;
