//! `lectern check`: prints the problems of a deck file, and advice.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use service::DeckFile;

use super::{escaped, failed, print};

/// Arguments of `lectern check`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// A deck: a `.deck` package, a JSON envelope, a Markdown (`.md`) or a PowerPoint file (`.pptx`); `-` is the standard
    /// input.
    file: PathBuf,
}

/// Prints problems, advice and design findings. Slides are counted from 1. Returns failure when there are problems.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let file = match DeckFile::open(&arguments.file) {
        Ok(file) => file,
        Err(error) => return failed(error),
    };
    for remark in file.remarks() {
        print(&escaped(&remark));
    }
    let report = file.check();
    for problem in &report.problems {
        let number = problem.slide + 1;
        let name = if problem.type_name.is_empty() { "no type" } else { &problem.type_name };
        let (path, expected, got) = (&problem.path, &problem.expected, &problem.got);
        print(&escaped(&format!("slide {number} ({name}), {path}: expected {expected}, got {got}")));
    }
    for advice in &report.advice {
        print(&escaped(&format!("slide {}: {}", advice.slide + 1, advice.text)));
    }
    for finding in &report.findings {
        print(&escaped(finding));
    }
    let counted =
        |count: usize, singular: &str, plural: &str| format!("{count} {}", if count == 1 { singular } else { plural });
    eprintln!(
        "{}: {}, {}, {}, {}",
        arguments.file.display(),
        counted(report.slides, "slide", "slides"),
        counted(report.problems.len(), "problem", "problems"),
        counted(report.advice.len(), "piece of advice", "pieces of advice"),
        counted(report.findings.len(), "finding", "findings"),
    );
    if report.problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
