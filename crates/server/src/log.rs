//! The log, on the standard error stream, filtered by `RUST_LOG`.
//!
//! One line per event: time, level, module, and fields as `name=value`. Events contain no secrets: paths have no query,
//! and headers and bodies are not logged. An event may contain text from outside, such as an error of an issuer of
//! single sign-on, so line breaks are escaped.

use std::io::{self, IsTerminal, Write};

use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// The filter when `RUST_LOG` is not set.
const DEFAULT_FILTER: &str = "warn,lectern=info,service=info,store=info";

/// Starts the log of this process. A second call has no effect.
pub(crate) fn start() {
    let filter = std::env::var("RUST_LOG").unwrap_or_default();
    let filter = if filter.trim().is_empty() { DEFAULT_FILTER } else { filter.trim() };
    // A line that cannot be written, as on a full disk, is lost: reporting the failure on the same stream would panic.
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(|| OneLine(io::stderr()))
        .with_ansi(io::stderr().is_terminal())
        .log_internal_errors(false);
    let targets = filter.parse::<Targets>().unwrap_or_else(|fault| {
        eprintln!("lectern: RUST_LOG: {fault}; the usual lines are logged");
        DEFAULT_FILTER.parse().unwrap_or_default()
    });
    // Fails when a test in the same process has started the log already.
    let _ = tracing_subscriber::registry().with(lines).with(targets).try_init();
}

/// Writes each event as one line: line breaks in it are escaped, except the last.
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
    struct Buffer(Arc<Mutex<Vec<u8>>>);

    impl Write for Buffer {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn an_event_is_one_line_whatever_text_is_in_it() {
        let buffer = Buffer::default();
        let lines = buffer.clone();
        let layer = tracing_subscriber::fmt::layer().with_ansi(false).with_writer(move || OneLine(lines.clone()));
        tracing::subscriber::with_default(tracing_subscriber::registry().with(layer), || {
            tracing::warn!("the issuer refuses: {}", "no\r\n2026-01-31T09:30:00Z  INFO lectern: all is well");
            tracing::warn!(fault = %"a\nb", "response");
        });
        let text = String::from_utf8(buffer.0.lock().unwrap().clone()).unwrap();
        assert_eq!(text.lines().count(), 2, "{text}");
        assert!(text.contains(r"refuses: no\r\n2026-01-31T09:30:00Z  INFO lectern: all is well"), "{text}");
        assert!(text.ends_with("fault=a\\nb\n"), "{text}");
    }
}
