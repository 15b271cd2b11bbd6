//! `lectern merge`: a deck for each row of a table, with no server and no data folder.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use service::{DeckFile, FileError, MergeFormat};

use super::{failed, note};

/// Arguments of `lectern merge`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The deck with texts such as `{{name}}`: a `.deck` package, a JSON envelope, Markdown or PowerPoint.
    #[arg(value_name = "DECK")]
    deck: PathBuf,
    /// The rows: CSV with the names of the columns in its first row, or a `.json` list of objects.
    #[arg(value_name = "ROWS")]
    rows: PathBuf,
    /// The folder to write to.
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
    /// The formats, separated by commas: pdf, pptx, html.
    #[arg(long, value_delimiter = ',', default_value = "pdf", value_parser = format)]
    to: Vec<MergeFormat>,
    /// The name of each file, such as `{{name}}-{{row}}`; without it, the number of the row and its first cell.
    #[arg(long, value_name = "PATTERN")]
    name: Option<String>,
    /// Write one language of the deck.
    #[arg(long)]
    lang: Option<String>,
    /// Folder with further fonts [SVC_FONTS_DIR].
    #[arg(long, value_name = "DIR")]
    fonts_dir: Option<PathBuf>,
}

fn format(extension: &str) -> Result<MergeFormat, String> {
    MergeFormat::named(extension).ok_or_else(|| "expected pdf, pptx or html".to_owned())
}

/// Makes a deck for each row.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    match merge(arguments) {
        Ok(count) => {
            note(&format!("{count} decks in {}", arguments.out.display()));
            ExitCode::SUCCESS
        }
        Err(error) => failed(error),
    }
}

fn merge(arguments: &Arguments) -> Result<usize, FileError> {
    let deck = DeckFile::open(&arguments.deck)?.with_fonts(super::export::fonts_dir(arguments.fonts_dir.as_ref()));
    let rows = (arguments.rows.as_path(), arguments.name.as_deref());
    let out = (arguments.out.as_path(), arguments.lang.as_deref());
    let (count, remarks) = deck.merge(rows, out, arguments.to.clone())?;
    for remark in remarks {
        note(&remark);
    }
    Ok(count)
}
