//! The rules for content: validation, repairs and warnings.

mod advice;
mod fix;
mod misuse;
mod problem;
mod sent;
pub(crate) mod validate;
mod warning_text;

pub use self::advice::{Concern, Warning, warnings};
pub use self::fix::{Fix, RepairedSlide, repaired_slide, shortened};
pub use self::problem::{
    Problem, SlideInput, check_changes, merged_content, merged_content_or_problems, problems, sent_problems,
    validated_slide,
};
pub use self::sent::{SentSlide, sent_content, sent_slide};
pub use self::validate::{Breach, Fault, is_address, is_link, is_picture};
pub(crate) use self::warning_text::WarningText;
