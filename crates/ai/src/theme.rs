//! Suggests a theme for a text by how many code blocks, figures, pictures and questions it has.

use crate::DeckSource;

/// A theme that suits a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SuggestedTheme {
    /// Id of a built-in theme.
    pub id: &'static str,
    /// Why it suits the source.
    pub reason: ThemeReason,
}

/// Why a theme suits a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThemeReason {
    /// The source shows code.
    Code,
    /// The source has many figures or tables.
    Figures,
    /// The source has many pictures.
    Pictures,
    /// The source asks many questions, as lessons do.
    Questions,
    /// The source has nothing that stands out.
    General,
}

impl ThemeReason {
    /// The reason in a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Code => "The document shows code: this theme draws it like a technical plan.",
            Self::Figures => "The document has many figures: this theme is made for numbers and tables.",
            Self::Pictures => "The document has many pictures: this theme gives them room.",
            Self::Questions => "The document asks many questions: this theme suits lessons and workshops.",
            Self::General => "The default theme suits texts of every kind.",
        }
    }
}

/// The theme that suits a source.
pub fn suggested_theme(source: &DeckSource) -> SuggestedTheme {
    let text = &source.text;
    let words = text.split_whitespace().count().max(1);
    let fences = text.lines().filter(|line| line.starts_with("```") || line.starts_with("~~~")).count();
    let rows = text.lines().filter(|line| line.starts_with('|') && !line.contains("---")).count();
    let is_figure = |word: &&str| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '%');
        word.starts_with(|c: char| c.is_ascii_digit()) && !is_year(word)
    };
    let figures = text.split_whitespace().filter(is_figure).count();
    let questions = text.matches("? ").count() + text.matches("?\n").count();
    let pictures = source.pictures.iter().filter(|picture| !picture.url.is_empty()).count();
    let (id, reason) = if fences >= 4 {
        ("blueprint", ThemeReason::Code)
    } else if rows >= 6 || figures >= 8 && figures * 25 >= words {
        ("ledger", ThemeReason::Figures)
    } else if pictures >= 4 && pictures * 250 >= words {
        ("atelier", ThemeReason::Pictures)
    } else if questions >= 5 && questions * 80 >= words {
        ("confetti", ThemeReason::Questions)
    } else {
        (deck::DEFAULT_THEME, ThemeReason::General)
    };
    SuggestedTheme { id, reason }
}

fn is_year(word: &str) -> bool {
    word.len() == 4 && (word.starts_with("19") || word.starts_with("20"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SourcePicture;

    #[test]
    fn a_theme_is_suggested_by_the_form_of_the_text() {
        let check = |text: &str| suggested_theme(&DeckSource::new(text)).id;
        assert_eq!(check("The harbour is quiet in the morning, and busy at noon."), "default");
        assert_eq!(check("# Use\n\n```sh\nmake\n```\n\nThen\n\n```sh\nmake test\n```\n"), "blueprint");
        assert_eq!(check(&"| a | 1 |\n".repeat(7)), "ledger");
        assert_eq!(check(&"Sales were 14 million and costs 12%.\n".repeat(5)), "ledger");
        assert_eq!(check(&"It was founded in 1984 and moved in 2001.\n".repeat(9)), "default");
        assert_eq!(check(&"What is a tide? Why does it turn?\n".repeat(4)), "confetti");
        let picture = SourcePicture { url: "/uploads/a.png".to_owned(), ..SourcePicture::default() };
        let source = DeckSource { pictures: vec![picture; 4], ..DeckSource::new("Quay and cranes.") };
        assert_eq!(suggested_theme(&source).id, "atelier");
    }

    #[test]
    fn every_suggested_theme_exists() {
        for id in ["blueprint", "ledger", "atelier", "confetti", deck::DEFAULT_THEME] {
            assert_eq!(deck::Themes::core().get(id).id, id);
        }
    }
}
