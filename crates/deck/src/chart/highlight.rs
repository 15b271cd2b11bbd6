//! What a chart highlights: one category or one series.

use super::ChartData;

/// The category or series that a chart highlights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Highlight {
    /// A category, by its index.
    Category(usize),
    /// A series, by its index.
    Series(usize),
}

/// The texts of a slide that may name the highlighted category or series.
#[derive(Debug, Clone, Copy, Default)]
pub struct HighlightTexts<'a> {
    /// The field `highlight`.
    pub highlight: &'a str,
    /// The supporting line.
    pub takeaway: &'a str,
    /// The title.
    pub title: &'a str,
}

/// The minimum number of letters of a name that is looked for in a sentence.
const MIN_LETTERS: usize = 3;

impl ChartData {
    /// The highlighted category or series: the one that the field names, else the first whose name occurs as whole
    /// words in the takeaway or the title. `series` are the names of the series as shown.
    pub fn highlight(&self, series: &[String], texts: HighlightTexts<'_>) -> Option<Highlight> {
        let categories = self.categories.iter().enumerate().map(|(index, name)| (Highlight::Category(index), name));
        let series = series.iter().enumerate().map(|(index, name)| (Highlight::Series(index), name));
        // A single series, or the axes of a scatter chart, cannot be highlighted against others.
        let with_series = self.kind.max_series() >= 3 && self.series.len() > 1;
        let names: Vec<(Highlight, &String)> = series.filter(|_| with_series).chain(categories).collect();
        let wanted = texts.highlight.trim().to_lowercase();
        let named = names.iter().find(|(_, name)| !wanted.is_empty() && name.trim().to_lowercase() == wanted);
        if let Some((highlight, _)) = named {
            return Some(*highlight);
        }
        [texts.takeaway, texts.title].into_iter().find_map(|sentence| {
            let sentence = words(sentence);
            let found = names.iter().find(|(_, name)| {
                let name_words = words(name);
                let is_long = name.chars().filter(|letter| letter.is_alphabetic()).count() >= MIN_LETTERS;
                is_long && sentence.windows(name_words.len()).any(|window| window == name_words)
            });
            found.map(|(highlight, _)| *highlight)
        })
    }
}

/// The words of a text in lower case.
fn words(text: &str) -> Vec<String> {
    let parts = text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    parts.map(str::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{ChartKind, chart_data};
    use super::*;

    fn check(csv: &str, highlight: &str, takeaway: &str) -> Option<Highlight> {
        let data = chart_data(ChartKind::Line, csv).expect("a chart");
        let series: Vec<String> = data.series.iter().map(|series| series.name.clone().unwrap_or_default()).collect();
        data.highlight(&series, HighlightTexts { highlight, takeaway, title: "" })
    }

    #[test]
    fn the_field_names_a_category_or_a_series() {
        assert_eq!(check("x,North,Hill\nJan,1,2\nFeb,2,3", " north ", ""), Some(Highlight::Series(0)));
        assert_eq!(check("x,North,Hill\nJan,1,2\nFeb,2,3", "Feb", "The north falls"), Some(Highlight::Category(1)));
        assert_eq!(check("x,North\nJan,1\nFeb,2", "South", ""), None);
    }

    #[test]
    fn a_sentence_names_a_category_or_a_series_by_a_whole_word() {
        assert_eq!(check("x,North,Hill\nJan,1,2\nFeb,2,3", "", "The hill loses less"), Some(Highlight::Series(1)));
        assert_eq!(check("x,North,Hill\nJan,1,2\nFeb,2,3", "", "The northern part"), None);
        assert_eq!(check("x,y\nMill Lane,1\nHill,2", "", "Mill lane leaks"), Some(Highlight::Category(0)));
        assert_eq!(check("x,y\nA,1\nB,2", "", "A is first"), None);
    }
}
