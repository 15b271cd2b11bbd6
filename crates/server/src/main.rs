//! The binary `lectern`: reads the command line, calls one use case, prints its answer.
//!
//! It knows no rule about decks and opens no store.

use clap::{Parser, Subcommand};

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
}

fn main() {
    match Arguments::parse().command {
        Command::Serve => println!("The service is not written yet. See `lectern help` for what there is."),
    }
}
