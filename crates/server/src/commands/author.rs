//! `lectern author`: a deck from a document, written by the built-in author, with no server and no data folder.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use service::{AuthorOptions, DeckFile, FileError};

use super::export::fonts_dir;
use super::{failed, is_same_file, note};

/// Arguments of `lectern author`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// A document: PDF, Word (`.docx`), OpenDocument (`.odt`), PowerPoint (`.pptx`), HTML, EPUB, Markdown or text; `-` is
    /// the standard input.
    file: PathBuf,
    /// The `.deck` package to write, `-` for the standard output.
    #[arg(short, long, value_name = "OUT")]
    out: PathBuf,
    /// Id of the theme.
    #[arg(long)]
    theme: Option<String>,
    /// The maximum number of slides.
    #[arg(long, value_parser = clap::value_parser!(u8).range(3..=40))]
    slides: Option<u8>,
}

/// Writes a deck.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    match author(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(error),
    }
}

fn author(arguments: &Arguments) -> Result<(), FileError> {
    let options = AuthorOptions {
        theme: arguments.theme.clone(),
        slides: arguments.slides.map(usize::from),
        fonts_dir: fonts_dir(None),
    };
    if is_same_file(&arguments.file, &arguments.out) {
        let source = std::io::Error::other("it is the document that the deck is written from; choose another name");
        return Err(FileError::Unwritable { path: arguments.out.clone(), source });
    }
    let mut file = DeckFile::authored(&arguments.file, &options)?;
    note(&format!("{}: {} slides", file.deck().title, file.deck().slides.len()));
    file.write_package(&arguments.out, None).map(drop)
}
