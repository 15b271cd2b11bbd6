//! Many decks from one: a deck for each row of a table, drawn and named.
//!
//! Slides that are the same in all decks are laid out once.

use std::collections::HashSet;
use std::io::{Read as _, Seek as _};
use std::sync::{Arc, OnceLock};

use deck::{BindingContext, Deck, Record, Registry, Table, Theme, WithValues};
use export::{ExportInput, PictureSource};
use layout::LayoutOutput;

use super::renderer::{DrawInput, Renderer};
use super::{ExportFormat, PdfPages, SlideChoice, write_file};
use crate::error::{Error, Result};

/// Maximum length of the name of a file, in characters.
const MAX_NAME: usize = 120;
/// Names that Windows does not accept.
const RESERVED: [&str; 6] = ["con", "prn", "aux", "nul", "com1", "lpt1"];

/// A format of merged decks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MergeFormat {
    /// PDF.
    Pdf,
    /// PowerPoint.
    Pptx,
    /// One HTML file with a viewer.
    Html,
}

impl MergeFormat {
    /// The format with an extension.
    pub fn named(extension: &str) -> Option<Self> {
        [Self::Pdf, Self::Pptx, Self::Html].into_iter().find(|format| format.extension() == extension)
    }

    /// The extension of its files.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Pdf => "pdf",
            Self::Pptx => "pptx",
            Self::Html => "html",
        }
    }

    fn export_format(self) -> ExportFormat {
        match self {
            Self::Pdf => ExportFormat::Pdf(PdfPages::Slides),
            Self::Pptx => ExportFormat::Pptx { scale: 2, builds: false, template: false },
            Self::Html => ExportFormat::Html,
        }
    }
}

/// A file of one of the decks.
#[derive(Debug)]
pub(crate) struct MergedFile {
    /// Its name, unique among the files.
    pub(crate) name: String,
    /// Its bytes.
    pub(crate) bytes: Vec<u8>,
}

/// A deck, the rows that it is filled in with, and everything that drawing needs.
pub(crate) struct MergePlan {
    /// The deck in one language, with its bindings.
    pub(crate) deck: Deck,
    pub(crate) registry: Arc<Registry>,
    pub(crate) theme: Theme,
    pub(crate) facts: layout::Pictures,
    pub(crate) table: Table,
    pub(crate) formats: Vec<MergeFormat>,
    /// The name of each deck, without an extension.
    names: Vec<String>,
    /// The deck of the first row that was drawn, with its pages.
    first: OnceLock<(Deck, LayoutOutput)>,
}

impl MergePlan {
    pub(crate) fn new(
        (deck, registry, theme, facts): (Deck, Arc<Registry>, Theme, layout::Pictures),
        table: Table,
        formats: Vec<MergeFormat>,
        pattern: Option<&str>,
    ) -> Result<Self> {
        if table.rows.is_empty() {
            return Err(Error::invalid("there is no row: a deck is made for each row below the names of the columns"));
        }
        if formats.is_empty() {
            return Err(Error::invalid("`to` names no format"));
        }
        let names = file_names(&table, pattern, &deck.lang)?;
        let (deck, _) = SlideChoice::default().apply(&registry, deck);
        Ok(Self { deck, registry, theme, facts, table, formats, names, first: OnceLock::new() })
    }

    /// The number of decks that the plan makes.
    pub(crate) fn count(&self) -> usize {
        self.table.rows.len()
    }

    /// The bindings that have no value in the deck of the first row, each with the number of its slide.
    pub(crate) fn remarks(&self) -> Vec<String> {
        let findings = self.filled_in(0).findings;
        let slide = |finding: &deck::BindingFinding| match &finding.slide {
            Some(slide) => format!("slide {}", self.deck.position(slide).map_or(0, |position| position + 1)),
            None => "deck".to_owned(),
        };
        findings.iter().map(|finding| format!("{}: {finding}", slide(finding))).collect()
    }

    /// The files of the deck of a row, counted from 0.
    pub(crate) fn files(
        &self,
        renderer: &Renderer,
        pictures: &dyn PictureSource,
        row: usize,
    ) -> std::result::Result<Vec<MergedFile>, export::Error> {
        let deck = self.filled_in(row).deck;
        let drawing = DrawInput {
            deck: &deck,
            registry: &self.registry,
            theme: &self.theme,
            pictures: &self.facts,
            invite: None,
        };
        let (first, output) = self.first.get_or_init(|| (deck.clone(), renderer.document(&drawing)));
        let mut document = output.document.clone();
        // Slides show the title of the deck, so a slide is the same only in a deck with the same title.
        let has_same_title = first.title == deck.title;
        for (index, slide) in deck.slides.iter().enumerate() {
            if has_same_title && first.slides[index] == *slide {
                continue;
            }
            let Some(mut drawn) = renderer.page(&drawing, index) else { continue };
            // If the texts of a row need other fonts, no page of the first deck can be reused.
            if drawn.document.faces.len() != document.faces.len() {
                document = renderer.document(&drawing).document;
                break;
            }
            if let Some(page) = drawn.document.pages.pop() {
                document.pages[index] = page;
            }
        }
        document.title.clone_from(&deck.title);
        document.properties.description = super::file_description(&deck.description, &self.deck);
        let input = ExportInput { document: &document, pictures, on_page: &|_| true };
        let mut files = Vec::with_capacity(self.formats.len());
        for format in &self.formats {
            let mut file = tempfile::tempfile()?;
            write_file(renderer, &drawing, input, (format.export_format(), None), &mut file)?;
            file.rewind()?;
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes)?;
            files.push(MergedFile { name: format!("{}.{}", self.names[row], format.extension()), bytes });
        }
        Ok(files)
    }

    fn filled_in(&self, row: usize) -> WithValues {
        let record = Some(Record { table: &self.table, row });
        self.deck.clone().into_values(&self.registry, BindingContext { record, stale: None })
    }
}

/// The name of the deck of each row by a pattern; without one, the number of the row and its first cell.
fn file_names(table: &Table, pattern: Option<&str>, lang: &str) -> Result<Vec<String>> {
    let width = table.rows.len().to_string().len();
    let mut taken = HashSet::new();
    let mut names = Vec::with_capacity(table.rows.len());
    for row in 0..table.rows.len() {
        let name = match pattern {
            Some(pattern) => Record { table, row }
                .filled_in(pattern, lang)
                .map_err(|fault| Error::invalid(format!("`name`: {fault}")))?,
            None => format!("{:0width$}-{}", row + 1, table.rows[row][0]),
        };
        let name = safe_name(&name);
        let mut unique = name.clone();
        let mut number = 2;
        while !taken.insert(unique.to_lowercase()) {
            unique = format!("{name} ({number})");
            number += 1;
        }
        names.push(unique);
    }
    Ok(names)
}

/// A name that file systems accept and that leads into no other folder.
fn safe_name(name: &str) -> String {
    let is_wrong = |letter: char| letter.is_control() || r#""\/:*?<>|"#.contains(letter);
    let allowed: String = name.chars().map(|letter| if is_wrong(letter) { '-' } else { letter }).collect();
    let is_bare = |letter: char| letter == '.' || letter.is_whitespace();
    let cut: String = allowed.trim_matches(is_bare).chars().take(MAX_NAME).collect();
    let cut = cut.trim_end_matches(is_bare);
    match cut {
        "" => "deck".to_owned(),
        reserved if RESERVED.contains(&reserved.to_lowercase().as_str()) => format!("{reserved}_"),
        name => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use deck::TableLimits;

    use super::*;

    #[test]
    fn files_are_named_by_pattern_and_never_twice() {
        let table = Table::from_csv("name,city\nAda,A/B\nada,..\nBo,\n", TableLimits::MERGE).expect("a table");
        let names = |pattern| file_names(&table, pattern, "en").map_err(|fault| fault.to_string());
        assert_eq!(names(None).expect("names"), ["1-Ada", "2-ada", "3-Bo"]);
        assert_eq!(names(Some("{{name}}")).expect("names"), ["Ada", "ada (2)", "Bo"]);
        assert_eq!(names(Some("{{city}}")).expect("names"), ["A-B", "deck", "deck (2)"]);
        assert_eq!(names(Some("{{row}} {{name}}")).expect("names")[2], "3 Bo");
        assert!(names(Some("{{nme}}")).expect_err("no column").contains("no column `nme`; columns are name, city"));
    }

    #[test]
    fn names_are_safe() {
        for (name, safe) in [("../../etc/passwd", "-..-etc-passwd"), ("a\0b", "a-b"), ("CON", "CON_"), (" . ", "deck")]
        {
            assert_eq!(safe_name(name), safe);
        }
        assert_eq!(safe_name(&"é".repeat(500)).chars().count(), MAX_NAME);
    }
}
