//! The system prompts, compiled in from `prompts/`. Each begins with the common rules.

macro_rules! prompt {
    ($name:literal) => {
        concat!(
            include_str!("../../prompts/v1/rules.md"),
            "\n",
            include_str!(concat!("../../prompts/v1/", $name, ".md"))
        )
    };
}

pub(super) const OUTLINE: &str = prompt!("outline");
pub(super) const MORE: &str = prompt!("more");
pub(super) const SLIDES: &str = prompt!("slides");
pub(super) const REPAIR: &str = prompt!("repair");
pub(super) const CONVERT: &str = prompt!("convert");
pub(super) const ITERATE: &str = prompt!("iterate");
pub(super) const COMPRESS: &str = prompt!("compress");
pub(super) const ANALYZE: &str = prompt!("analyze");
