//! The audit log. Entries are appended and expire; they are never changed.

use super::Store;
use crate::engine::{Row, Transaction, or_empty, params};
use crate::error::Result;
use crate::records::{AuditEntry, Time};

/// Days after which an entry is deleted.
const DAYS: Time = 365;
/// Days after which a lockout entry is deleted. Fewer, because anybody can cause such an entry.
const LOCKOUT_DAYS: Time = 30;
/// Maximum number of entries about signing in, and of all others; the oldest are deleted. Counted separately, so that
/// sign-ins, which are many, do not displace other entries.
const MAX_ENTRIES: usize = 100_000;
/// Milliseconds of a day.
const DAY: Time = 86_400_000;

const PAGE: &str = "SELECT id, at, act, actor, door, address, subject, details FROM audit \
    ORDER BY at DESC, id LIMIT $1 OFFSET $2";
const COUNT: &str = "SELECT COUNT(*) FROM audit";
const INSERT: &str = "INSERT INTO audit (id, at, act, actor, door, address, subject, details) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
const SWEEP: &str = "DELETE FROM audit WHERE at < $1 OR (act = 'sign-in-locked' AND at < $2)";
macro_rules! sweep_many {
    ($about_signing_in:literal) => {
        concat!(
            "DELETE FROM audit WHERE act ",
            $about_signing_in,
            " ('signed-in', 'sign-in-locked') AND at <= (SELECT at FROM audit WHERE act ",
            $about_signing_in,
            " ('signed-in', 'sign-in-locked') ORDER BY at DESC, id LIMIT 1 OFFSET $1)"
        )
    };
}
const SWEEP_SIGN_INS: &str = sweep_many!("IN");
const SWEEP_OTHERS: &str = sweep_many!("NOT IN");

impl Store {
    /// A page of entries, newest first, and the number of all entries.
    pub async fn audit(&self, limit: usize, offset: usize) -> Result<(Vec<AuditEntry>, usize)> {
        self.inner.refresh().await?;
        let entries = self.rows(PAGE, params![limit, offset]).await?.iter_mut().map(entry).collect::<Result<_>>()?;
        let total = self.row(COUNT, Vec::new()).await?.map_or(Ok(0), |mut row| row.count())?;
        Ok((entries, total))
    }

    /// Appends an entry.
    pub async fn add_audit(&self, entry: AuditEntry) -> Result<()> {
        self.write(entry, |transaction, entry| {
            Box::pin(async move {
                let AuditEntry { id, at, act, actor, entry_point, address, subject, details } = entry;
                let params = params![
                    id,
                    *at,
                    act,
                    or_empty(actor),
                    entry_point,
                    or_empty(address),
                    or_empty(subject),
                    details.to_string(),
                ];
                transaction.run(INSERT, params).await?;
                Ok(())
            })
        })
        .await
    }
}

/// Deletes entries that are too old or too many.
pub(super) async fn sweep(transaction: &mut Transaction, now: Time) -> Result<()> {
    transaction.run(SWEEP, params![now - DAYS * DAY, now - LOCKOUT_DAYS * DAY]).await?;
    transaction.run(SWEEP_SIGN_INS, params![MAX_ENTRIES]).await?;
    transaction.run(SWEEP_OTHERS, params![MAX_ENTRIES]).await?;
    Ok(())
}

fn entry(row: &mut Row) -> Result<AuditEntry> {
    Ok(AuditEntry {
        id: row.id()?,
        at: row.int()?,
        act: row.text()?,
        actor: row.text_unless_empty()?,
        entry_point: row.text()?,
        address: row.text_unless_empty()?,
        subject: row.text_unless_empty()?,
        details: row.json()?,
    })
}
