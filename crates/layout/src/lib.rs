//! Slides, themes and fonts to pages of positioned boxes.
//!
//! A deck, a look and fonts go in; pages of the scene and findings come out, once, for every output. Layout never
//! fails: what does not fit or cannot be drawn is a finding. Knows no file format and decodes no picture.

mod backdrop;
mod body;
mod buttons;
mod document;
mod finding;
mod fit;
mod fonts;
mod frame;
mod look;
mod pen;
mod picture;
mod script;
mod sheet;
mod surface;
mod text;
mod types;

pub use self::document::{Laid, Order, document, page};
pub use self::finding::{Finding, FindingKind};
pub use self::fonts::FontBook;
pub use self::look::{Figures, Look, Ornament, Spot, Syntax, TitleLayout, Voice, Wash};
pub use self::picture::{PictureFacts, Pictures};
pub use self::text::Typesetter;
