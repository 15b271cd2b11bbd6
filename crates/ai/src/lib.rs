//! Makes slides from text and improves existing slides.
//!
//! [`Writer`] is the entry point. It uses either the rule-based author in [`builtin`], which works offline, or a
//! vendor's language model, whose answers are validated as untrusted input. Input and output are plain values: the
//! crate never touches storage. The caller passes in a function that returns how well a slide fits its page.

pub mod builtin;
mod changes;
mod deck_outline;
mod draft;
mod error;
mod figures;
mod model;
mod page_fit;
mod slide_types;
mod theme;
mod trace;
mod vendors;
mod writer;

pub use self::builtin::{detected_language, document_language, remark_codes};
pub use self::changes::{
    Compression, DeckEdit, Intensity, Iteration, Merge, Modification, ProposedSlide, Refusal, Removal, SlideAction,
    Suggestion, SuggestionCategory,
};
pub use self::deck_outline::{DeckOutline, OutlineSlide};
pub use self::draft::{DeckDraft, DeckSource, SlideDraft, SourcePicture};
pub use self::error::Error;
pub use self::figures::{UnknownFigure, unknown_figures};
#[cfg(any(test, feature = "fuzz"))]
pub use self::model::check_vendor_response;
pub use self::model::try_vendor;
pub use self::page_fit::PageFit;
pub use self::theme::{SuggestedTheme, ThemeReason, suggested_theme};
pub use self::trace::{SourceIndex, SourceSentence};
pub use self::vendors::{
    SettingNames, TokenCounter, TokenPrice, Tokens, Vendor, VendorAccess, VendorKey, VendorUnavailable, Vendors,
};
pub use self::writer::{Progress, Writer};
