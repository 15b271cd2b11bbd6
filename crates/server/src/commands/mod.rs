//! One file per command.

pub(crate) mod audit;
pub(crate) mod backup;
pub(crate) mod check;
pub(crate) mod export;
pub(crate) mod gallery;
pub(crate) mod key;
pub(crate) mod mcp;
pub(crate) mod migrate;
pub(crate) mod serve;
pub(crate) mod storage;
pub(crate) mod user;

use std::fmt::Display;
use std::io::Write;
use std::process::ExitCode;

/// Ends a command that failed, with the reason.
pub(crate) fn failed(reason: impl Display) -> ExitCode {
    note(&format!("{reason:#}"));
    ExitCode::FAILURE
}

/// Prints a line of what was asked for. A reader who has had enough, as `head` has, is no fault.
pub(crate) fn print(line: &str) {
    let _ = writeln!(std::io::stdout().lock(), "{line}");
}

/// Prints a line beside what was asked for.
pub(crate) fn note(line: &str) {
    let _ = writeln!(std::io::stderr().lock(), "lectern: {}", spelled(line));
}

/// A line of text by others, such as a name or what is in a deck, with what would steer a terminal spelled out.
pub(crate) fn spelled(line: &str) -> String {
    let mut spelled = String::with_capacity(line.len());
    for sign in line.chars() {
        if sign.is_control() {
            spelled.extend(sign.escape_default());
        } else {
            spelled.push(sign);
        }
    }
    spelled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_cannot_steer_a_terminal_or_become_two() {
        assert_eq!(spelled("Ada Größe"), "Ada Größe");
        assert_eq!(spelled("a\u{1b}[2Jb\nc\r\u{9b}d"), r"a\u{1b}[2Jb\nc\r\u{9b}d");
    }
}
