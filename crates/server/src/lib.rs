//! The program `lectern`: routes, agent tools, pages, settings and the command line.
//!
//! [`run`] is the only public function: tests and benchmarks start the binary. The feature `fuzz` adds a function for
//! each parser of untrusted input, which panics when the parser violates one of its invariants.

mod commands;
mod http;
mod log;
mod mail;
mod mcp;
mod routes;
mod serve;
mod settings;
mod sign_on;
mod webhooks;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[cfg(any(test, feature = "fuzz"))]
pub use self::http::check_event_stream_head;
#[cfg(any(test, feature = "fuzz"))]
pub use self::mcp::check_message;
#[cfg(any(test, feature = "fuzz"))]
pub use self::routes::{check_oauth_client, check_scim};
#[cfg(any(test, feature = "fuzz"))]
pub use self::sign_on::{check_sealed_cookie, check_token};

use crate::commands::{audit, author, backup, check, export, gallery, key, merge, migrate, user};

/// A presentation service for people and AI agents.
#[derive(Parser)]
#[command(name = "lectern", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run the service.
    Serve(commands::serve::Arguments),
    /// Answer agents over the standard streams.
    Mcp(commands::mcp::Arguments),
    /// Make, list and change accounts.
    #[command(subcommand)]
    User(user::Command),
    /// Make API keys.
    #[command(subcommand)]
    Key(key::Command),
    /// Print what administrators did, newest first.
    Audit(audit::Arguments),
    /// Bring storage up to date.
    Migrate(migrate::Arguments),
    /// Write everything that is stored into one file, also while a service runs.
    Backup(backup::BackupArguments),
    /// Fill empty storage from a backup.
    Restore(backup::RestoreArguments),
    /// Write a deck from a document with the built-in author.
    Author(author::Arguments),
    /// Write deck files in another form.
    Export(export::Arguments),
    /// Make a deck for each row of a table.
    Merge(merge::Arguments),
    /// Write every slide type in every theme as pages to look at.
    Gallery(gallery::Arguments),
    /// Print the problems of a deck file and advice on it; exit 1 when it has problems.
    Check(check::Arguments),
}

/// Runs the command that the arguments name and returns its exit code: 0 on success, 1 on failure. The first argument
/// is the name of the program. The reason of a failure is printed to the standard error stream.
///
/// Wrong usage ends the process with code 2, and `--help` and `--version` end it with 0.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments = Arguments::parse_from(arguments);
    log::start();
    match arguments.command {
        Command::Serve(arguments) => commands::serve::run(arguments),
        Command::Mcp(arguments) => commands::mcp::run(arguments),
        Command::User(command) => user::run(command),
        Command::Key(command) => key::run(command),
        Command::Audit(arguments) => audit::run(arguments),
        Command::Migrate(arguments) => migrate::run(arguments),
        Command::Backup(arguments) => backup::back_up(arguments),
        Command::Restore(arguments) => backup::restore(arguments),
        Command::Author(arguments) => author::run(&arguments),
        Command::Export(arguments) => export::run(&arguments),
        Command::Merge(arguments) => merge::run(&arguments),
        Command::Gallery(arguments) => gallery::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
    }
}
