//! Slides, themes and fonts to pages of positioned boxes.
//!
//! A deck, a look and fonts go in; pages of the scene and findings come out, once, for every output. Layout never
//! fails: what does not fit or cannot be drawn is a finding. Knows no file format and decodes no picture.

mod backdrop;
mod background;
mod body;
mod buttons;
mod diagram;
mod document;
mod finding;
mod fit;
mod fonts;
mod frame;
mod grid;
mod html;
mod icons;
mod join;
mod logo;
mod look;
mod ornament;
mod pen;
mod photo;
mod picture;
mod plate;
mod qr;
mod question;
mod script;
mod seed;
mod sheet;
mod small;
mod surface;
mod syntax;
mod text;
mod types;
mod words;

pub use self::document::{Invite, Laid, Order, document, notes, page, single};
pub use self::finding::{Finding, FindingKind};
pub use self::fonts::FontBook;
pub use self::icons::{icon_drawing, icon_names, icon_path};
pub use self::look::{Look, Over, Spot, Syntax, Voice, Wash};
pub use self::picture::{PictureFacts, Pictures};
pub use self::qr::qr_svg;
pub use self::text::Typesetter;
