//! Files that belong to a process for as long as it lives: a lock on each tells them from what a dead process left.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

/// Makes a file and locks it. One that somebody took for a dead process's before it was locked is his; another is made.
pub(crate) fn make<T>(new: impl Fn() -> io::Result<T>, parts: impl Fn(&T) -> (&File, &Path)) -> io::Result<T> {
    loop {
        let made = new()?;
        let (file, path) = parts(&made);
        match file.try_lock() {
            Ok(()) if path.try_exists()? => return Ok(made),
            Ok(()) | Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
}

/// A file that a dead process left, locked; none when its process lives or somebody else has cleared it away.
pub(crate) fn left(path: &Path) -> io::Result<Option<File>> {
    let file = match File::options().read(true).write(true).open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        opened => opened?,
    };
    let ours = file.try_lock().is_ok() && path.try_exists()?;
    Ok(ours.then_some(file))
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    #[test]
    fn what_a_dead_process_left_goes_to_one_alone() {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("left");
        std::fs::write(&path, "half").expect("a leftover");
        let taken = left(&path).expect("an answer");
        assert!(taken.is_some());
        assert!(left(&path).expect("an answer").is_none());
        std::fs::remove_file(&path).expect("it is removed");
        assert!(left(&path).expect("an answer").is_none());
    }
}
