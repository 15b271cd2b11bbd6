//! The commands of the program, one file each, and functions that they share.

pub(crate) mod audit;
pub(crate) mod author;
pub(crate) mod backup;
pub(crate) mod check;
pub(crate) mod export;
pub(crate) mod gallery;
pub(crate) mod key;
pub(crate) mod mcp;
pub(crate) mod merge;
pub(crate) mod migrate;
pub(crate) mod serve;
pub(crate) mod storage;
pub(crate) mod user;

use std::fmt::Display;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use service::is_stream;

/// Prints the reason of a failure to the standard error stream and returns exit code 1.
pub(crate) fn failed(reason: impl Display) -> ExitCode {
    note(&format!("{reason:#}"));
    ExitCode::FAILURE
}

/// Prints a line to the standard output. A closed output, as by `head`, is ignored.
pub(crate) fn print(line: &str) {
    let _ = writeln!(std::io::stdout().lock(), "{line}");
}

/// Prints a remark to the standard error stream.
pub(crate) fn note(line: &str) {
    let _ = writeln!(std::io::stderr().lock(), "lectern: {}", escaped(line));
}

/// The line with its control characters escaped. It may contain untrusted text, such as a name or the content of a
/// deck.
pub(crate) fn escaped(line: &str) -> String {
    let mut escaped = String::with_capacity(line.len());
    for character in line.chars() {
        if character.is_control() {
            escaped.extend(character.escape_default());
        } else {
            escaped.push(character);
        }
    }
    escaped
}

/// Whether two paths name the same existing file. `-` is never a file.
pub(crate) fn is_same_file(first: &Path, second: &Path) -> bool {
    let canonical = |path: &Path| if is_stream(path) { None } else { path.canonicalize().ok() };
    canonical(first).is_some_and(|path| canonical(second) == Some(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_cannot_control_a_terminal_or_become_two() {
        assert_eq!(escaped("Ada Größe"), "Ada Größe");
        assert_eq!(escaped("a\u{1b}[2Jb\nc\r\u{9b}d"), r"a\u{1b}[2Jb\nc\r\u{9b}d");
    }
}
