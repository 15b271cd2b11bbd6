//! Documents from public sources: `documents.tsv` lists them, `scripts/author-documents` downloads them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::measure::{Measure, measure_file};

/// An entry of `documents.tsv`.
pub(crate) struct Listed {
    /// The half of the evaluation that the document belongs to: `tuning` or `unseen`.
    pub(crate) half: String,
    /// Path of the file, relative to the folder with all documents.
    pub(crate) path: PathBuf,
    /// The expected title, or several accepted ones separated by `|`.
    pub(crate) titles: String,
}

/// All documents of `documents.tsv`. Panics when the file cannot be read or a line does not have four cells.
pub(crate) fn listed() -> Vec<Listed> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("eval/documents.tsv");
    let list = fs::read_to_string(file).expect("the list of documents");
    list.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).map(Listed::new).collect()
}

impl Listed {
    fn new(line: &str) -> Self {
        let cells: Vec<&str> = line.split('\t').collect();
        let [half, package, path, titles] = cells[..] else { panic!("expected four cells: {line}") };
        let name = path.rsplit('/').next().unwrap_or(path);
        let name = name.strip_suffix(".gz").unwrap_or(name);
        Self { half: half.to_owned(), path: [half, package, name].iter().collect(), titles: titles.to_owned() }
    }
}

/// Measures the documents of one half. Returns the measures, and a message for each document that cannot be read.
pub(crate) fn measured_half(folder: &Path, half: &str) -> (Vec<Measure>, Vec<String>) {
    let all: Vec<Listed> = listed().into_iter().filter(|document| document.half == half).collect();
    in_parallel(&all, |document| {
        let path = folder.join(&document.path);
        let measure = measure_file(&path).map_err(|error| format!("{}: {error}", document.path.display()))?;
        Ok(measure.with_title(&document.titles))
    })
}

/// Measures all files of a folder, sorted by name. Returns the measures, and a message for each file that cannot be
/// read.
pub(crate) fn measured_folder(folder: &Path) -> (Vec<Measure>, Vec<String>) {
    let Ok(entries) = fs::read_dir(folder) else { return (Vec::new(), Vec::new()) };
    let mut files: Vec<PathBuf> =
        entries.filter_map(Result::ok).map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    files.sort();
    in_parallel(&files, |path| measure_file(path).map_err(|error| format!("{}: {error}", path.display())))
}

/// Calls `measure` on every input, in parallel. Returns the results and the error messages, both in the order of the
/// inputs.
fn in_parallel<I: Sync, T: Send>(
    inputs: &[I],
    measure: impl Fn(&I) -> Result<T, String> + Sync,
) -> (Vec<T>, Vec<String>) {
    let (next, results) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let worker = || {
        while let Some((at, input)) =
            Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|at| Some((at, inputs.get(at)?)))
        {
            let result = measure(input);
            results.lock().unwrap_or_else(PoisonError::into_inner).push((at, result));
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, Into::into) {
            scope.spawn(worker);
        }
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(at, _)| *at);
    let (mut found, mut faults) = (Vec::new(), Vec::new());
    for (_, result) in results {
        match result {
            Ok(measured) => found.push(measured),
            Err(fault) => faults.push(fault),
        }
    }
    (found, faults)
}
