//! Reads PowerPoint files and converts their slides into slides of a deck.
//!
//! [`File::open`] checks an archive and finds its parts, [`File::presentation`] reads them into a [`model`] that is
//! independent of decks, and [`convert()`] chooses a slide type for each slide and reports what became of each shape.
//! Pictures stay in the archive until [`File::picture`] reads one.
//!
//! [`File::template`] makes a theme of the colours, fonts, master and layouts of a file, and [`File::skeleton`] returns
//! the masters and layouts, for exports that use them.
//!
//! A file that Lectern exported can go back to its deck: [`returned`] reads its slides, [`merge()`] compares them with
//! the deck, and [`restore`] restores the tags and names that this needs if another program dropped them.
//!
//! Apart from reading the archive, the crate has no side effects. It uses no clock, network or random source.

mod convert;
mod merge;
pub mod model;
mod number_format;
mod read;
mod report;
mod report_text;
mod restore;
mod skeleton;
mod template;

pub use convert::{Comment, Context, Converted, Returned, ReturnedSlide, UsedPicture, convert, returned};
pub use merge::{Change, ChangeKind, Merge, MergeInput, merge, slide_checksum};
pub use read::{File, Limits, ReadError};
pub use report::{Fate, Report, ShapeReport, SlideReport};
pub use report_text::remark_codes;
pub use restore::restore;
pub use skeleton::{Skeleton, SkeletonLayout, SkeletonPart, SkeletonPlaceholder};
pub use template::{Template, TemplateLogo, TemplateRemarks};
