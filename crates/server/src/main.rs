//! The binary `lectern`: reads the command line, calls one use case, prints its answer.
//!
//! Exit 0 is success, 1 is failure, 2 is wrong usage; the reason is on the standard error stream.

mod commands;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::commands::{check, export};

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
    Serve,
    /// Write a deck file in another form.
    Export(export::Arguments),
    /// Print the problems of a deck file and advice on it; exit 1 when it has problems.
    Check(check::Arguments),
}

fn main() -> ExitCode {
    match Arguments::parse().command {
        Command::Serve => {
            println!("The service is not written yet. See `lectern help` for what there is.");
            ExitCode::SUCCESS
        }
        Command::Export(arguments) => export::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
    }
}
