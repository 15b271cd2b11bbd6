//! Log lines on the standard error stream, as many as `RUST_LOG` asks for.
//!
//! One line per event: time, level, where, and its fields as `name=value`. What is logged never holds a secret: events
//! carry paths without their query, and no headers or bodies. What others said is in it at times, an issuer of single
//! sign-on for one, so a line that somebody would break is held together here.

use std::io::{self, IsTerminal, Write};

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
        .with_writer(|| OneLine(io::stderr()))
        .with_ansi(io::stderr().is_terminal())
        .log_internal_errors(false);
    let targets = asked.parse::<Targets>().unwrap_or_else(|fault| {
        eprintln!("lectern: RUST_LOG: {fault}; the usual lines are logged");
        USUAL.parse().unwrap_or_default()
    });
    // Only one log can begin; a second one is a test in the same process.
    let _ = tracing_subscriber::registry().with(lines).with(targets).try_init();
}

/// Where events are written, each in one piece. Breaks inside of one are spelled out; the last stays.
struct OneLine<W>(W);

impl<W: Write> Write for OneLine<W> {
    fn write(&mut self, event: &[u8]) -> io::Result<usize> {
        let (text, end) = event.strip_suffix(b"\n").map_or((event, &b""[..]), |text| (text, b"\n"));
        if text.iter().any(|byte| matches!(byte, b'\n' | b'\r')) {
            let text = String::from_utf8_lossy(text).replace('\n', "\\n").replace('\r', "\\r");
            self.0.write_all(text.as_bytes())?;
            self.0.write_all(end)?;
        } else {
            self.0.write_all(event)?;
        }
        Ok(event.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    #[derive(Clone, Default)]
    struct Kept(Arc<Mutex<Vec<u8>>>);

    impl Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn an_event_is_one_line_whatever_somebody_said() {
        let kept = Kept::default();
        let lines = kept.clone();
        let layer = tracing_subscriber::fmt::layer().with_ansi(false).with_writer(move || OneLine(lines.clone()));
        tracing::subscriber::with_default(tracing_subscriber::registry().with(layer), || {
            tracing::warn!("the issuer refuses: {}", "no\r\n2026-01-31T09:30:00Z  INFO lectern: all is well");
            tracing::warn!(fault = %"a\nb", "said");
        });
        let text = String::from_utf8(kept.0.lock().unwrap().clone()).unwrap();
        assert_eq!(text.lines().count(), 2, "{text}");
        assert!(text.contains(r"refuses: no\r\n2026-01-31T09:30:00Z  INFO lectern: all is well"), "{text}");
        assert!(text.ends_with("fault=a\\nb\n"), "{text}");
    }
}
