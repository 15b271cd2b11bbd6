//! `lectern export`: a deck file in another form.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use service::{DeckFile, FileError};

use super::failed;

/// What is exported, and into what.
#[derive(Args)]
pub(crate) struct Arguments {
    /// A deck: a `.deck` package or a JSON envelope.
    file: PathBuf,
    /// The form to write.
    #[arg(long, value_enum)]
    to: Form,
    /// The file to write.
    #[arg(short, long, value_name = "OUT")]
    out: PathBuf,
    /// Write one language of the deck.
    #[arg(long)]
    lang: Option<String>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Form {
    /// The open JSON envelope.
    Json,
    /// A package with the pictures of the deck.
    Deck,
}

/// Exports one deck.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    match export(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(error),
    }
}

fn export(arguments: &Arguments) -> Result<(), FileError> {
    let Arguments { file, to, out, lang } = arguments;
    let mut deck = DeckFile::open(file)?;
    match to {
        Form::Json => deck.write_json(out, lang.as_deref())?,
        Form::Deck => {
            for missing in deck.write_package(out, lang.as_deref())? {
                eprintln!("lectern: `{missing}` is not part of `{}` and stays a reference", file.display());
            }
        }
    }
    Ok(())
}
