//! The files of a folder, and the private database that mirrors them.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Map, Value};

use super::disk::{Disk, FileBatch, ignore_missing};
use super::log::{Log, LogEntry, NewEntries, RowKey};
use crate::engine::{Transaction, schema};
use crate::error::Result;
use crate::feed::{ChangeFeed, WriteEffect};
use crate::ids::DeckId;
use crate::store::readers;
use crate::tables::{TABLES, Table, table};

const CREATE_TOUCHED: &str = "CREATE TEMP TABLE touched (name TEXT NOT NULL, key TEXT NOT NULL)";
const SELECT_TOUCHED: &str = "SELECT DISTINCT name, key FROM touched";
const CLEAR_TOUCHED: &str = "DELETE FROM touched";
const DEFER_FOREIGN_KEYS: &str = "PRAGMA defer_foreign_keys = ON";
const DELETE_BODY: &str = "DELETE FROM deck_bodies WHERE deck = $1";
const CLEAR_DERIVED: [&str; 3] = ["DELETE FROM deck_bodies", "DELETE FROM readers", "DELETE FROM reader_counts"];

/// The files of a folder, for the task that writes to the private database.
#[derive(Debug)]
pub(crate) struct Mirror {
    disk: Disk,
    lock: Arc<File>,
    log: Arc<Log>,
    private: PrivateFolder,
    /// Whether the database may differ from the files and has to be rebuilt.
    needs_reload: bool,
}

/// The folder of the private database.
#[derive(Debug)]
struct PrivateFolder {
    folder: PathBuf,
    /// A file in the folder, locked while this process lives.
    _alive: File,
}

impl Mirror {
    /// Opens the files of a data folder. The database has to be filled with [`Self::lock`] before it is queried.
    pub(crate) async fn open(folder: &Path) -> Result<Self> {
        let root = folder.join("store");
        let folders: Vec<&str> = TABLES.iter().map(|table| table.name).collect();
        let disk = Disk::open(root.clone(), &folders)?;
        let lock = File::options().create(true).truncate(false).write(true).open(root.join("lock"))?;
        let lock = wait_for_lock(Arc::new(lock)).await?;
        let version = disk.set_version(schema::version());
        let log = Log::open(&root);
        let private = PrivateFolder::create(&root.join("private"));
        lock.unlock()?;
        version?;
        Ok(Self { disk, lock, log: Arc::new(log?), private: private?, needs_reload: true })
    }

    /// The path of the private database.
    pub(crate) fn database(&self) -> PathBuf {
        self.private.folder.join("lectern.db")
    }

    /// The log, by which writes of other processes are noticed.
    pub(crate) fn log(&self) -> Arc<Log> {
        Arc::clone(&self.log)
    }

    /// Creates triggers that record the key of every row that is inserted, updated or deleted.
    pub(crate) async fn record_touched_rows(transaction: &mut Transaction) -> Result<()> {
        transaction.run(CREATE_TOUCHED, Vec::new()).await?;
        for trigger in TABLES.iter().flat_map(|table| &table.statements().triggers) {
            transaction.run(trigger, Vec::new()).await?;
        }
        Ok(())
    }

    /// Locks the folder for this process, and applies to the database what other processes wrote.
    pub(crate) async fn lock(&mut self, transaction: &mut Transaction, feed: &ChangeFeed) -> Result<()> {
        wait_for_lock(Arc::clone(&self.lock)).await?;
        let caught_up = self.catch_up(transaction, feed).await;
        if caught_up.is_ok() {
            self.log.mark_applied();
        } else {
            self.needs_reload = true;
            let _ = transaction.run("ROLLBACK", Vec::new()).await;
            self.unlock();
        }
        caught_up
    }

    /// Unlocks the folder for other processes.
    pub(crate) fn unlock(&self) {
        if let Err(error) = self.lock.unlock() {
            tracing::error!("the folder stays locked: {error}");
        }
    }

    /// Writes the rows that were touched since the transaction began to files. When this returns, the files are on the
    /// disk.
    pub(crate) async fn write(
        &mut self,
        transaction: &mut Transaction,
        feed: &ChangeFeed,
        effects: Vec<WriteEffect>,
    ) -> Result<()> {
        let mut rows = Vec::new();
        for mut row in transaction.rows(SELECT_TOUCHED, Vec::new()).await? {
            let (table, key) = (row.text()?, row.json()?);
            rows.push(RowKey { table, key });
        }
        transaction.run(CLEAR_TOUCHED, Vec::new()).await?;
        if rows.is_empty() {
            return Ok(());
        }
        let mut files = BTreeMap::new();
        for row in &rows {
            files.insert(row_path(row), row_json(transaction, row).await?.map(Value::Object));
        }
        let entry = LogEntry::Written { origin: feed.origin.clone(), rows, effects };
        let (disk, log) = (self.disk.clone(), Arc::clone(&self.log));
        // When this fails half-way, `pending.json` stays and the write is completed at the next lock.
        self.needs_reload = true;
        blocking(move || {
            let batch = FileBatch { entry, files };
            disk.write(&batch)?;
            log.append(&batch.entry)?;
            disk.conclude()
        })
        .await
    }

    /// Marks the rows that were written to files as committed to the database.
    pub(crate) fn mark_committed(&mut self) {
        self.needs_reload = false;
    }

    /// Removes the private database.
    pub(crate) fn close(&self) {
        let _ = fs::remove_dir_all(&self.private.folder);
    }

    /// Applies what other processes wrote: the new entries of the log, or all files when entries were lost.
    async fn catch_up(&mut self, transaction: &mut Transaction, feed: &ChangeFeed) -> Result<()> {
        let new = self.log.read_new()?;
        let recovered = self.disk.recover()?;
        if let Some(batch) = &recovered {
            self.log.append(&batch.entry)?;
            self.disk.conclude()?;
        }
        let mut entries = match new {
            NewEntries::Entries(entries) => entries,
            NewEntries::Lost => {
                self.needs_reload = true;
                Vec::new()
            }
        };
        entries.extend(recovered.map(|batch| batch.entry));
        if entries.is_empty() && !self.needs_reload {
            return Ok(());
        }
        transaction.run("BEGIN IMMEDIATE", Vec::new()).await?;
        transaction.run(DEFER_FOREIGN_KEYS, Vec::new()).await?;
        if self.needs_reload {
            self.reload(transaction).await?;
        } else {
            let rows = entries.iter().filter_map(LogEntry::rows).flatten();
            let mut distinct: Vec<&RowKey> = Vec::new();
            for row in rows {
                if !distinct.contains(&row) {
                    distinct.push(row);
                }
            }
            self.apply(transaction, &distinct).await?;
        }
        transaction.run(CLEAR_TOUCHED, Vec::new()).await?;
        transaction.run("COMMIT", Vec::new()).await?;
        if self.needs_reload {
            feed.publish_missed();
        }
        self.needs_reload = false;
        for entry in entries {
            if let LogEntry::Written { effects, .. } = entry {
                feed.caches.evict(&effects);
                feed.publish(effects);
            }
        }
        Ok(())
    }

    /// Rebuilds the database from the files.
    async fn reload(&self, transaction: &mut Transaction) -> Result<()> {
        for statement in CLEAR_DERIVED {
            transaction.run(statement, Vec::new()).await?;
        }
        for table in TABLES.iter().rev() {
            transaction.run(table.statements().clear, Vec::new()).await?;
        }
        for table in TABLES {
            for path in self.disk.list(table.name)? {
                if let Some(Value::Object(members)) = self.disk.read(&path)? {
                    table.upsert(transaction, &members).await?;
                }
            }
        }
        for path in self.disk.list("decks")? {
            if let Some(id) = self.disk.read(&path)?.as_ref().and_then(|deck| deck["id"].as_str()) {
                readers::update(transaction, &DeckId::from(id)).await?;
            }
        }
        Ok(())
    }

    /// Updates rows of the database from their files.
    async fn apply(&self, transaction: &mut Transaction, rows: &[&RowKey]) -> Result<()> {
        for row in rows {
            let Some(table) = table(&row.table) else {
                continue;
            };
            if let Some(Value::Object(members)) = self.disk.read(&row_path(row))? {
                table.upsert(transaction, &members).await?;
                continue;
            }
            if table.name == "decks" {
                transaction.run(DELETE_BODY, table.key_params(&row.key)).await?;
            }
            transaction.run(table.statements().delete, table.key_params(&row.key)).await?;
        }
        for row in rows {
            if let ("decks" | "grants", Some(id)) = (row.table.as_str(), row.key.first().and_then(Value::as_str)) {
                readers::update(transaction, &DeckId::from(id)).await?;
            }
        }
        Ok(())
    }
}

impl PrivateFolder {
    /// Creates a folder, and removes those that dead processes left. Expects that the caller has locked the files.
    fn create(folder: &Path) -> Result<Self> {
        fs::create_dir_all(folder)?;
        for entry in fs::read_dir(folder)? {
            let other = entry?.path();
            let alive = File::open(other.join("alive"));
            if alive.is_ok_and(|alive| alive.try_lock().is_err()) {
                continue;
            }
            // A process that ends removes its folder without a lock, maybe at this moment.
            ignore_missing(fs::remove_dir_all(other))?;
        }
        let folder = tempfile::Builder::new().prefix("p").tempdir_in(folder)?.keep();
        let alive = File::create(folder.join("alive"))?;
        alive.lock()?;
        Ok(Self { folder, _alive: alive })
    }
}

/// Waits for a lock on the blocking pool.
async fn wait_for_lock(lock: Arc<File>) -> Result<Arc<File>> {
    blocking(move || {
        lock.lock()?;
        Ok(lock)
    })
    .await
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| anyhow::anyhow!("a write of files panicked: {error}"))?
}

fn row_path(row: &RowKey) -> String {
    format!("{}/{}", row.table, Table::file_name(&row.key))
}

/// A row of the database as it is written to its file; none when it was deleted.
async fn row_json(transaction: &mut Transaction, row: &RowKey) -> Result<Option<Map<String, Value>>> {
    match table(&row.table) {
        Some(table) => table.row(transaction, &row.key).await,
        None => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use tempfile::TempDir;

    use super::*;

    #[test]
    fn processes_start_while_others_end() {
        let (folder, lock) = (TempDir::new().expect("a folder"), Mutex::new(()));
        let start_and_end = || {
            for _ in 0..2000 {
                let private = {
                    let _guard = lock.lock().expect("nothing panicked");
                    PrivateFolder::create(folder.path()).expect("a private folder")
                };
                assert!(private.folder.join("alive").exists());
                let _ = fs::remove_dir_all(&private.folder);
            }
        };
        std::thread::scope(|threads| {
            for _ in 0..3 {
                threads.spawn(start_and_end);
            }
        });
    }
}
