//! Time and memory of the released program for long documents.

use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use std::{env, fs};

use documents::Limits;

use super::documents::listed;

/// The bounds for a document of [`LONG`] pages or more.
const MAX_SECONDS: f64 = 3.0;
const MAX_MEBIBYTES: f64 = 300.0;
const LONG: usize = 300;

/// Makes a deck of each listed document of 300 pages and more with the program that `LECTERN_BIN` names. Returns a line
/// for each document, and the lines of those that exceed a bound.
pub(crate) fn long_documents(folder: &Path) -> Result<(Vec<String>, Vec<String>), String> {
    let program = env::var("LECTERN_BIN").map_err(|_| "`LECTERN_BIN` names no program to time".to_owned())?;
    let (mut lines, mut faults) = (Vec::new(), Vec::new());
    for document in listed() {
        let path = folder.join(&document.path);
        let Ok(bytes) = fs::read(&path) else { continue };
        let pages = documents::read(&bytes, &path.to_string_lossy(), &Limits::default()).map_or(0, |own| own.pages);
        if pages < LONG {
            continue;
        }
        let (seconds, mebibytes) = run(&program, &path)?;
        let line = format!("{pages} pages of `{}`: {seconds:.1} s, {mebibytes:.0} MiB", document.path.display());
        if seconds >= MAX_SECONDS || mebibytes >= MAX_MEBIBYTES {
            faults.push(line.clone());
        }
        lines.push(line);
    }
    if lines.is_empty() {
        faults.push(format!("no document of {LONG} pages"));
    }
    Ok((lines, faults))
}

/// Makes a deck with the program. Returns the time in seconds and the peak memory in MiB.
fn run(program: &str, path: &Path) -> Result<(f64, f64), String> {
    let start = Instant::now();
    let mut child = Command::new(program)
        .args(["author", "--out", "-"])
        .arg(path)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("{program}: {error}"))?;
    let mut most = 0.0_f64;
    loop {
        let ended = child.try_wait().map_err(|error| error.to_string())?;
        match ended {
            Some(status) if status.success() => return Ok((start.elapsed().as_secs_f64(), most)),
            Some(status) => return Err(format!("{program} author {}: {status}", path.display())),
            None => {}
        }
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
        most = most.max(peak.and_then(|kibibytes| kibibytes.parse().ok()).map_or(0.0, |own: f64| own / 1024.0));
        thread::sleep(Duration::from_millis(5));
    }
}
