//! The binary `lectern`: reads the command line, calls one use case, prints its answer.
//!
//! Exit 0 is success, 1 is failure, 2 is wrong usage; the reason is on the standard error stream.

mod commands;
mod http;
mod log;
mod mcp;
mod routes;
mod serve;
mod settings;
mod sign_on;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::commands::{audit, backup, check, export, gallery, key, migrate, user};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

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
    /// Write everything that lasts into one file, also while a service runs.
    Backup(backup::BackupArguments),
    /// Fill empty storage from a backup.
    Restore(backup::RestoreArguments),
    /// Write deck files in another form.
    Export(export::Arguments),
    /// Write every slide type in every theme as pages to look at.
    Gallery(gallery::Arguments),
    /// Print the problems of a deck file and advice on it; exit 1 when it has problems.
    Check(check::Arguments),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    log::begin();
    match arguments.command {
        Command::Serve(arguments) => commands::serve::run(arguments),
        Command::Mcp(arguments) => commands::mcp::run(arguments),
        Command::User(command) => user::run(command),
        Command::Key(command) => key::run(command),
        Command::Audit(arguments) => audit::run(arguments),
        Command::Migrate(arguments) => migrate::run(arguments),
        Command::Backup(arguments) => backup::back_up(arguments),
        Command::Restore(arguments) => backup::restore(arguments),
        Command::Export(arguments) => export::run(&arguments),
        Command::Gallery(arguments) => gallery::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
    }
}
