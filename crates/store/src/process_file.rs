//! Files that belong to one process. The process holds a lock on such a file while it lives, so that other processes
//! recognize the files of a dead process.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

/// Creates a file with `create` and locks it. When another process took the file for a leftover before it was locked,
/// that process removes it and another file is created.
pub(crate) fn create_locked<T>(
    create: impl Fn() -> io::Result<T>,
    file_and_path: impl Fn(&T) -> (&File, &Path),
) -> io::Result<T> {
    loop {
        let created = create()?;
        let (file, path) = file_and_path(&created);
        match file.try_lock() {
            Ok(()) if path.try_exists()? => return Ok(created),
            Ok(()) | Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
}

/// Locks a file that a dead process left. None when its process lives, or when another process removed it.
pub(crate) fn lock_leftover(path: &Path) -> io::Result<Option<File>> {
    let file = match File::options().read(true).write(true).open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        opened => opened?,
    };
    let is_locked = file.try_lock().is_ok() && path.try_exists()?;
    Ok(is_locked.then_some(file))
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    #[test]
    fn a_leftover_is_locked_by_one_process_only() {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("left");
        std::fs::write(&path, "half").expect("a leftover");
        let locked = lock_leftover(&path).expect("an answer");
        assert!(locked.is_some());
        assert!(lock_leftover(&path).expect("an answer").is_none());
        std::fs::remove_file(&path).expect("it is removed");
        assert!(lock_leftover(&path).expect("an answer").is_none());
    }
}
