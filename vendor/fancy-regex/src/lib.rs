//! What syntect takes of fancy-regex, with a bound on what one search may cost.
//!
//! Grammars of code search with patterns that backtrack, and people paste anything into a slide. fancy-regex gives a
//! search up after a million steps back, which on some lines is a quarter of a second for each pattern of a grammar;
//! syntect offers no way to say less. Here a search is given up after [`STEPS`], and counts as one that found nothing:
//! the line keeps its words and loses some colour. Counting steps and not time, the same code always looks the same.

pub use newer::{Error, Match, Regex, Result};

/// What the groups of a pattern found in a text.
pub type Captures<'t> = newer::Captures<'t, str>;

/// Steps back after which a search is given up. Lines that people write need a few hundred.
const STEPS: usize = 10_000;

/// Makes a bounded [`Regex`].
#[derive(Debug)]
pub struct RegexBuilder(newer::RegexBuilder);

impl RegexBuilder {
    /// A pattern to be compiled.
    pub fn new(pattern: &str) -> Self {
        let mut builder = newer::RegexBuilder::new(pattern);
        builder.backtrack_limit(STEPS);
        Self(builder)
    }

    /// Whether the pattern is written as Oniguruma reads it.
    pub fn oniguruma_mode(&mut self, yes: bool) -> &mut Self {
        self.0.oniguruma_mode(yes);
        self
    }

    /// The compiled pattern.
    ///
    /// # Errors
    /// It is no pattern.
    pub fn build(&self) -> Result<Regex> {
        self.0.build()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_goes_back_too_often_is_given_up() {
        let regex = RegexBuilder::new(r"(?=(a+)+b)x").oniguruma_mode(true).build().expect("a pattern");
        assert!(regex.is_match(&"a".repeat(60)).is_err());
        assert!(!regex.is_match("aaa").expect("a short search"));
    }
}
