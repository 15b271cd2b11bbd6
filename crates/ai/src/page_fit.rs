//! How well the content of a slide suits its page.

/// How well the content of a slide suits its page, best first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum PageFit {
    /// There is nothing to change.
    #[default]
    Good,
    /// Another type may suit the content better: the page is nearly empty or its columns are uneven.
    Awkward,
    /// The page has too much text to read, or the text is too small.
    Crowded,
    /// Text does not fit the page.
    Overflow,
}

impl PageFit {
    /// The worst fit that any finding about a page gives, by the codes of the findings.
    pub fn of<'a>(codes: impl IntoIterator<Item = &'a str>) -> Self {
        let fit = |code: &str| match code {
            "overflow" => Self::Overflow,
            "small-type" | "crowded-page" => Self::Crowded,
            "empty-page" | "uneven-columns" => Self::Awkward,
            _ => Self::Good,
        };
        codes.into_iter().map(fit).max().unwrap_or_default()
    }
}
