//! Text to slides, slides to better slides.
//!
//! [`Writer`] asks one of two: [`builtin`], which works offline and by rules, or a model of a vendor, whose answers are
//! taken as untrusted input and held to the same rules. Everything comes and goes as values: nothing here touches
//! storage. Whether a slide fits its page is a function handed in.

pub mod builtin;
mod changes;
mod draft;
mod fault;
mod model;
mod vendors;
mod writer;

pub use self::builtin::detected_language;
pub use self::changes::{
    Action, Category, Compression, Intensity, Iteration, Merge, Modification, Proposal, Refusal, Removal, Suggestion,
};
pub use self::draft::{Draft, SlideDraft, Source};
pub use self::fault::Fault;
pub use self::model::try_vendor;
pub use self::vendors::{Access, Key, NoVendor, SettingNames, Vendor, Vendors};
pub use self::writer::{Step, Writer};
