//! Log lines on the standard error stream, as many as `RUST_LOG` asks for.
//!
//! One line per event: time, level, where, and its fields as `name=value`. What is logged never holds a secret: events
//! carry paths without their query, and no headers or bodies.

use std::io::IsTerminal;

use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// What is logged unless `RUST_LOG` says otherwise.
const USUAL: &str = "warn,lectern=info,service=info,store=info";

/// Begins to log.
pub(crate) fn begin() {
    let asked = std::env::var("RUST_LOG").unwrap_or_default();
    let asked = if asked.trim().is_empty() { USUAL } else { asked.trim() };
    // A line that cannot be written, as on a full disk, is lost; to complain about that on the same stream would panic.
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .log_internal_errors(false);
    let targets = asked.parse::<Targets>().unwrap_or_else(|fault| {
        eprintln!("lectern: RUST_LOG: {fault}; the usual lines are logged");
        USUAL.parse().unwrap_or_default()
    });
    // Only one log can begin; a second one is a test in the same process.
    let _ = tracing_subscriber::registry().with(lines).with(targets).try_init();
}
