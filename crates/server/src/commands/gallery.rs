//! `lectern gallery`: every slide type in every theme, as pages to look at.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::failed;

/// Arguments of `lectern gallery`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The folder to write to.
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
}

/// Writes the gallery.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    match service::gallery(&arguments.out) {
        Ok(written) => {
            eprintln!("lectern: {} files in {}", written.len(), arguments.out.display());
            ExitCode::SUCCESS
        }
        Err(error) => failed(error),
    }
}
