//! What administrators did, and what was done in their name. Entries are added and age; none is ever changed.

use super::Store;
use crate::engine::{Row, Transaction, cells};
use crate::error::Result;
use crate::records::{AuditEntry, Time};

/// Days for which an entry is kept.
const DAYS: Time = 365;
/// Days for which an entry is kept that a stranger can cause.
const LOCKOUT_DAYS: Time = 30;
/// Entries that are kept at most, the newest.
const MOST: usize = 100_000;
const DAY: Time = 86_400_000;

const PAGE: &str = "SELECT id, at, act, actor, door, address, subject, details FROM audit \
    ORDER BY at DESC, id LIMIT $1 OFFSET $2";
const COUNT: &str = "SELECT COUNT(*) FROM audit";
const INSERT: &str = "INSERT INTO audit (id, at, act, actor, door, address, subject, details) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
const SWEEP: &str = "DELETE FROM audit WHERE at < $1 OR (act = 'sign-in-locked' AND at < $2)";
const SWEEP_MANY: &str = "DELETE FROM audit WHERE at <= (SELECT at FROM audit ORDER BY at DESC, id LIMIT 1 OFFSET $1)";

impl Store {
    /// Entries, newest first, and how many there are in all.
    pub async fn audit(&self, limit: usize, offset: usize) -> Result<(Vec<AuditEntry>, usize)> {
        self.inside.freshen().await?;
        let entries = self.rows(PAGE, cells![limit, offset]).await?.iter_mut().map(entry).collect::<Result<_>>()?;
        let total = self.row(COUNT, Vec::new()).await?.map_or(Ok(0), |mut row| row.count())?;
        Ok((entries, total))
    }

    /// Adds an entry.
    pub async fn add_audit(&self, entry: AuditEntry) -> Result<()> {
        self.write(entry, |transaction, entry| {
            Box::pin(async move {
                let AuditEntry { id, at, act, actor, door, address, subject, details } = entry;
                let cells = cells![id, *at, act, actor, door, address, subject, details.to_string()];
                transaction.run(INSERT, cells).await?;
                Ok(())
            })
        })
        .await
    }
}

/// Removes entries that are old or too many.
pub(super) async fn sweep(transaction: &mut Transaction, now: Time) -> Result<()> {
    transaction.run(SWEEP, cells![now - DAYS * DAY, now - LOCKOUT_DAYS * DAY]).await?;
    transaction.run(SWEEP_MANY, cells![MOST]).await?;
    Ok(())
}

fn entry(row: &mut Row) -> Result<AuditEntry> {
    Ok(AuditEntry {
        id: row.id()?,
        at: row.int()?,
        act: row.text()?,
        actor: row.text()?,
        door: row.text()?,
        address: row.text()?,
        subject: row.text()?,
        details: row.json()?,
    })
}
