//! Videos that are made on another node: every node returns their state and their file, and can stop them.
//!
//! The node that makes a video stores its record in the state that nodes share, and its MP4 in the asset store. In one
//! process nothing is shared.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use store::{DeckId, JobId, UserId};

use super::{RETENTION, VideoJob, VideoState, Videos};
use crate::error::{Error, Result};
use crate::rights::Readable;
use crate::running_marks::RunningMarks;

/// The shared records of videos, by id.
const VIDEOS: &str = "videos";
pub(super) const RUNNING: RunningMarks = RunningMarks::new("videos at work");
/// The shared ids of videos whose owner stopped them at another node.
const STOPPED: &str = "videos to stop";
/// How often the progress of a video is shared.
pub(super) const SHARE_INTERVAL: Duration = Duration::from_secs(1);

/// A video, as nodes share it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct VideoRecord {
    pub(super) job: VideoJob,
    pub(super) owner: UserId,
    pub(super) deck: DeckId,
    /// The title of the deck.
    pub(super) title: String,
    /// The captions of a finished video.
    pub(super) captions: Option<String>,
    /// The hash of the MP4 in the asset store.
    pub(super) stored: Option<String>,
}

impl VideoRecord {
    pub(super) fn is_of(&self, deck: &Readable) -> bool {
        self.owner == deck.caller().user.id && self.deck == *deck.id()
    }
}

impl Videos {
    /// Shares a video of this node with the others. What cannot be shared now is shared with the next attempt.
    pub(super) async fn share(&self, id: &JobId) {
        let record = self.jobs().get(id).map(|local| VideoRecord { job: local.job(), ..local.record.clone() });
        let Some(record) = record.filter(|_| self.shared.has_other_nodes()) else { return };
        let now = self.clock.now();
        let is_running = record.job.state == VideoState::Running;
        let shared = async {
            // The mark is set before the record, so that a running video is never seen without one.
            if is_running {
                RUNNING.renew(&self.shared, id, &record.owner, now).await?;
            }
            let text = serde_json::to_string(&record).map_err(|fault| Error::Internal(fault.into()))?;
            self.shared.put_text(VIDEOS, id, &text, RETENTION, now).await?;
            if !is_running {
                RUNNING.remove(&self.shared, id).await?;
            }
            Result::Ok(())
        };
        if let Err(fault) = shared.await {
            tracing::warn!("other nodes do not see a video yet: {fault:#}");
        }
    }

    /// Removes a video of this node from the state that nodes share. Its file is deleted when its time is over.
    pub(super) async fn unshare(&self, id: &JobId) -> Result<()> {
        if self.shared.has_other_nodes() {
            self.shared.remove_text(VIDEOS, id).await?;
            self.shared.remove_text(STOPPED, id).await?;
            RUNNING.remove(&self.shared, id).await?;
        }
        Ok(())
    }

    /// A video of the caller on another node.
    pub(super) async fn remote(&self, deck: &Readable, id: &JobId) -> Result<Option<VideoRecord>> {
        if !self.shared.has_other_nodes() {
            return Ok(None);
        }
        let now = self.clock.now();
        let has_node = RUNNING.contains(&self.shared, id, now).await?;
        let Some(text) = self.shared.text(VIDEOS, id, now).await? else { return Ok(None) };
        let mut record: VideoRecord = serde_json::from_str(&text).map_err(|fault| Error::Internal(fault.into()))?;
        if record.job.state == VideoState::Running && !has_node {
            record.job.state = VideoState::Failed("the server that made the video was stopped; start again".to_owned());
        }
        Ok(Some(record).filter(|record| record.is_of(deck)))
    }

    /// Stops a video of another node within seconds, and hides it at once.
    pub(super) async fn request_removal(&self, id: &JobId) -> Result<()> {
        self.shared.put_text(STOPPED, id, "", RETENTION, self.clock.now()).await?;
        self.shared.remove_text(VIDEOS, id).await?;
        Ok(())
    }

    /// Whether the owner of a video of this node stopped it at another.
    pub(super) async fn must_stop(&self, id: &JobId) -> bool {
        self.shared.has_other_nodes()
            && self.shared.text(STOPPED, id, self.clock.now()).await.is_ok_and(|stopped| stopped.is_some())
    }
}
