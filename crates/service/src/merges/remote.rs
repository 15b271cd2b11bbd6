//! Merges that run on another node: every node returns their state and their file.
//!
//! The node that runs a merge stores its record in the state that nodes share, and its ZIP in the asset store. In one process
//! nothing is shared.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use store::{DeckId, JobId, UserId};

use super::{MergeJob, MergeState, Merges, RETENTION};
use crate::error::{Error, Result};
use crate::rights::Readable;
use crate::running_marks::RunningMarks;

/// The shared records of merges, by id.
const MERGES: &str = "merges";
pub(super) const RUNNING: RunningMarks = RunningMarks::new("merges at work");
/// How often the progress of a merge is shared.
pub(super) const SHARE_INTERVAL: Duration = Duration::from_secs(1);

/// A merge, as nodes share it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct MergeRecord {
    pub(super) job: MergeJob,
    pub(super) owner: UserId,
    pub(super) deck: DeckId,
    /// The title of the deck.
    pub(super) title: String,
    /// The hash of the ZIP in the asset store.
    pub(super) stored: Option<String>,
}

impl MergeRecord {
    pub(super) fn is_of(&self, deck: &Readable) -> bool {
        self.owner == deck.caller().user.id && self.deck == *deck.id()
    }
}

impl Merges {
    /// Shares a merge of this node with the others. What cannot be shared now is shared with the next attempt.
    pub(super) async fn share(&self, id: &JobId) {
        let record = self.jobs().get(id).map(|local| local.record.clone());
        let Some(record) = record.filter(|_| self.shared.has_other_nodes()) else { return };
        let now = self.clock.now();
        let is_running = record.job.state == MergeState::Running;
        let shared = async {
            // The mark is set before the record, so that a running merge is never seen without one.
            if is_running {
                RUNNING.renew(&self.shared, id, &record.owner, now).await?;
            }
            let text = serde_json::to_string(&record).map_err(|fault| Error::Internal(fault.into()))?;
            self.shared.put_text(MERGES, id, &text, RETENTION, now).await?;
            if !is_running {
                RUNNING.remove(&self.shared, id).await?;
            }
            Result::Ok(())
        };
        if let Err(fault) = shared.await {
            tracing::warn!("other nodes do not see a merge yet: {fault:#}");
        }
    }

    /// A merge of the caller on another node.
    pub(super) async fn remote(&self, deck: &Readable, id: &JobId) -> Result<Option<MergeRecord>> {
        if !self.shared.has_other_nodes() {
            return Ok(None);
        }
        let now = self.clock.now();
        let has_node = RUNNING.contains(&self.shared, id, now).await?;
        let Some(text) = self.shared.text(MERGES, id, now).await? else { return Ok(None) };
        let mut record: MergeRecord = serde_json::from_str(&text).map_err(|fault| Error::Internal(fault.into()))?;
        if record.job.state == MergeState::Running && !has_node {
            record.job.state = MergeState::Failed("the server that made the decks was stopped; start again".to_owned());
        }
        Ok(Some(record).filter(|record| record.is_of(deck)))
    }
}
