//! Keeps a private database and the files alike.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Map, Value};

use super::disk::{Batch, Disk, unless_gone};
use super::log::{Entry, Log, News, RowName};
use crate::engine::{Transaction, schema};
use crate::error::Result;
use crate::feed::{Feed, Touch};
use crate::ids::DeckId;
use crate::store::readers;
use crate::tables::{TABLES, Table, table};

const NOTES: &str = "CREATE TEMP TABLE touched (name TEXT NOT NULL, key TEXT NOT NULL)";
const NOTED: &str = "SELECT DISTINCT name, key FROM touched";
const FORGET: &str = "DELETE FROM touched";
const IN_ANY_ORDER: &str = "PRAGMA defer_foreign_keys = ON";
const DELETE_BODY: &str = "DELETE FROM deck_bodies WHERE deck = $1";
const CLEAR: [&str; 3] = ["DELETE FROM deck_bodies", "DELETE FROM readers", "DELETE FROM reader_counts"];

/// The files of a folder, for the task that writes to the private database.
#[derive(Debug)]
pub(crate) struct Mirror {
    disk: Disk,
    lock: Arc<File>,
    log: Arc<Log>,
    private: Private,
    /// The database may differ from the files and has to be made anew.
    differs: bool,
}

/// A folder for the private database, locked as long as its process lives.
#[derive(Debug)]
struct Private {
    folder: PathBuf,
    _alive: File,
}

impl Mirror {
    /// Opens the files below a data folder. The database has to be filled with [`Self::enter`] before it is asked.
    pub(crate) async fn open(folder: &Path) -> Result<Self> {
        let root = folder.join("store");
        let folders: Vec<&str> = TABLES.iter().map(|table| table.name).collect();
        let disk = Disk::open(root.clone(), &folders)?;
        let lock = File::options().create(true).truncate(false).write(true).open(root.join("lock"))?;
        let lock = hold(Arc::new(lock)).await?;
        let claimed = disk.claim(schema::version());
        let log = Log::open(&root);
        let private = Private::make(&root.join("private"));
        lock.unlock()?;
        claimed?;
        Ok(Self { disk, lock, log: Arc::new(log?), private: private?, differs: true })
    }

    /// Where the private database lives.
    pub(crate) fn database(&self) -> PathBuf {
        self.private.folder.join("lectern.db")
    }

    /// What tells whether another process wrote.
    pub(crate) fn log(&self) -> Arc<Log> {
        Arc::clone(&self.log)
    }

    /// Has every touched row of the database noted from now on.
    pub(crate) async fn watch(transaction: &mut Transaction) -> Result<()> {
        transaction.run(NOTES, Vec::new()).await?;
        for trigger in TABLES.iter().flat_map(|table| &table.statements().triggers) {
            transaction.run(trigger, Vec::new()).await?;
        }
        Ok(())
    }

    /// Takes the folder for this process alone, and brings the database up to what others wrote.
    pub(crate) async fn enter(&mut self, transaction: &mut Transaction, feed: &Feed) -> Result<()> {
        hold(Arc::clone(&self.lock)).await?;
        let entered = self.catch_up(transaction, feed).await;
        if entered.is_ok() {
            self.log.acted();
        } else {
            self.differs = true;
            let _ = transaction.run("ROLLBACK", Vec::new()).await;
            self.leave();
        }
        entered
    }

    /// Lets others have the folder.
    pub(crate) fn leave(&self) {
        if let Err(error) = self.lock.unlock() {
            tracing::error!("the folder stays locked: {error}");
        }
    }

    /// Writes out the rows that were touched since the transaction began. Once it answers, they are on the disk.
    pub(crate) async fn write(
        &mut self,
        transaction: &mut Transaction,
        feed: &Feed,
        touches: Vec<Touch>,
    ) -> Result<()> {
        let mut rows = Vec::new();
        for mut row in transaction.rows(NOTED, Vec::new()).await? {
            let (table, key) = (row.text()?, row.json()?);
            rows.push(RowName { table, key });
        }
        transaction.run(FORGET, Vec::new()).await?;
        if rows.is_empty() {
            return Ok(());
        }
        let mut files = BTreeMap::new();
        for row in &rows {
            files.insert(path(row), json(transaction, row).await?.map(Value::Object));
        }
        let entry = Entry::Written { origin: feed.origin.clone(), rows, touches };
        let (disk, log) = (self.disk.clone(), Arc::clone(&self.log));
        // Should this fail half-way, the announcement stays and the write is carried out at the next turn.
        self.differs = true;
        blocking(move || {
            let batch = Batch { entry, files };
            disk.write(&batch)?;
            log.add(&batch.entry)?;
            disk.conclude()
        })
        .await
    }

    /// Notes that the database has what was written out.
    pub(crate) fn committed(&mut self) {
        self.differs = false;
    }

    /// Removes the private database.
    pub(crate) fn close(&self) {
        let _ = fs::remove_dir_all(&self.private.folder);
    }

    async fn catch_up(&mut self, transaction: &mut Transaction, feed: &Feed) -> Result<()> {
        let news = self.log.news()?;
        let recovered = self.disk.recover()?;
        if let Some(batch) = &recovered {
            self.log.add(&batch.entry)?;
            self.disk.conclude()?;
        }
        let mut entries = match news {
            News::Entries(entries) => entries,
            News::Lost => {
                self.differs = true;
                Vec::new()
            }
        };
        entries.extend(recovered.map(|batch| batch.entry));
        if entries.is_empty() && !self.differs {
            return Ok(());
        }
        transaction.run("BEGIN IMMEDIATE", Vec::new()).await?;
        transaction.run(IN_ANY_ORDER, Vec::new()).await?;
        if self.differs {
            self.load(transaction).await?;
        } else {
            let rows = entries.iter().filter_map(Entry::rows).flatten();
            let mut distinct: Vec<&RowName> = Vec::new();
            for row in rows {
                if !distinct.contains(&row) {
                    distinct.push(row);
                }
            }
            self.take_over(transaction, &distinct).await?;
        }
        transaction.run(FORGET, Vec::new()).await?;
        transaction.run("COMMIT", Vec::new()).await?;
        if self.differs {
            feed.missed();
        }
        self.differs = false;
        for entry in entries {
            if let Entry::Written { touches, .. } = entry {
                feed.caches.drop_touched(&touches);
                feed.tell(touches);
            }
        }
        Ok(())
    }

    /// Makes the database anew from the files.
    async fn load(&self, transaction: &mut Transaction) -> Result<()> {
        for statement in CLEAR {
            transaction.run(statement, Vec::new()).await?;
        }
        for table in TABLES.iter().rev() {
            transaction.run(table.statements().clear, Vec::new()).await?;
        }
        for table in TABLES {
            for path in self.disk.list(table.name)? {
                if let Some(Value::Object(members)) = self.disk.read(&path)? {
                    table.put(transaction, &members).await?;
                }
            }
        }
        for path in self.disk.list("decks")? {
            if let Some(id) = self.disk.read(&path)?.as_ref().and_then(|deck| deck["id"].as_str()) {
                readers::place(transaction, &DeckId::from(id)).await?;
            }
        }
        Ok(())
    }

    /// Takes rows over into the database as the files have them now.
    async fn take_over(&self, transaction: &mut Transaction, rows: &[&RowName]) -> Result<()> {
        for row in rows {
            let Some(table) = table(&row.table) else {
                continue;
            };
            if let Some(Value::Object(members)) = self.disk.read(&path(row))? {
                table.put(transaction, &members).await?;
                continue;
            }
            if table.name == "decks" {
                transaction.run(DELETE_BODY, table.key_cells(&row.key)).await?;
            }
            transaction.run(table.statements().delete, table.key_cells(&row.key)).await?;
        }
        for row in rows {
            if let ("decks" | "grants", Some(id)) = (row.table.as_str(), row.key.first().and_then(Value::as_str)) {
                readers::place(transaction, &DeckId::from(id)).await?;
            }
        }
        Ok(())
    }
}

impl Private {
    /// Makes a folder, and removes those that dead processes left. Expects the files' lock to be held.
    fn make(folder: &Path) -> Result<Self> {
        fs::create_dir_all(folder)?;
        for entry in fs::read_dir(folder)? {
            let left = entry?.path();
            let alive = File::open(left.join("alive"));
            if alive.is_ok_and(|alive| alive.try_lock().is_err()) {
                continue;
            }
            // Its process may have lived and removed it just now, which takes no lock.
            unless_gone(fs::remove_dir_all(left))?;
        }
        let folder = tempfile::Builder::new().prefix("p").tempdir_in(folder)?.keep();
        let alive = File::create(folder.join("alive"))?;
        alive.lock()?;
        Ok(Self { folder, _alive: alive })
    }
}

/// Waits for a lock without holding up other tasks.
async fn hold(lock: Arc<File>) -> Result<Arc<File>> {
    blocking(move || {
        lock.lock()?;
        Ok(lock)
    })
    .await
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| anyhow::anyhow!("work on files broke off: {error}"))?
}

fn path(row: &RowName) -> String {
    format!("{}/{}", row.table, Table::file_name(&row.key))
}

/// A row of the database as it is written out; none when it is gone.
async fn json(transaction: &mut Transaction, row: &RowName) -> Result<Option<Map<String, Value>>> {
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
    fn a_process_begins_while_others_end() {
        let (folder, lock) = (TempDir::new().expect("a folder"), Mutex::new(()));
        let come_and_go = || {
            for _ in 0..2000 {
                let private = {
                    let _held = lock.lock().expect("nobody panicked");
                    Private::make(folder.path()).expect("a folder of its own")
                };
                assert!(private.folder.join("alive").exists());
                let _ = fs::remove_dir_all(&private.folder);
            }
        };
        std::thread::scope(|threads| {
            for _ in 0..3 {
                threads.spawn(come_and_go);
            }
        });
    }
}
