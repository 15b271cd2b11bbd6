//! Jobs that run on another node: any node can read, watch and stop them.
//!
//! The node that runs a job stores its events in the state that nodes share, and renews a mark every few seconds to
//! show that it still works on the job. A job whose mark expired has failed. Nothing here is persisted, and a single
//! process shares nothing.

use std::sync::{Arc, Weak};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use store::{JobId, StoreError, Subscription, UserId};
use tokio::time::{sleep, timeout};

use super::job_event::{JobEvent, JobFailure};
use super::jobs::{Job, JobKind, JobState, LocalJob, NumberedJobEvent, RETENTION};
use crate::Author;
use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::running_marks::RunningMarks;

/// The shared records of jobs, by id.
const JOBS: &str = "jobs";
const RUNNING: RunningMarks = RunningMarks::new("jobs at work");
/// How often the mark of a running job is renewed.
const MARK_INTERVAL: Duration = Duration::from_secs(5);
/// How often a watching node polls, in case a message was lost.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// How long to wait for a job to stop.
const STOP_TIMEOUT: Duration = Duration::from_secs(3);
/// The message that asks a node to stop a job.
const STOP_MESSAGE: &str = "stop";
/// The message that there are more events.
const MORE_MESSAGE: &str = "more";

const NO_JOB: Error = Error::NotFound("job");

/// What nodes share about a job.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct JobRecord {
    pub(super) owner: UserId,
    pub(super) kind: JobKind,
    pub(super) vendor: String,
    pub(super) state: JobState,
}

impl JobRecord {
    pub(super) fn into_job(self, id: &JobId) -> Job {
        Job { id: id.clone(), kind: self.kind, vendor: self.vendor, state: self.state }
    }
}

/// The events of a job on another node.
#[derive(Debug)]
pub(super) struct RemoteJobEvents {
    service: Arc<Author>,
    id: JobId,
    read: usize,
    messages: Subscription,
    is_over: bool,
}

impl Author {
    /// Ids of a user's jobs that run on any node.
    pub(super) async fn remote_jobs_of(&self, owner: &UserId) -> Vec<JobId> {
        RUNNING.jobs_of(&self.shared, owner, self.clock.now()).await
    }

    /// Shares a job with other nodes from its start to its end.
    pub(super) async fn publish_job(self: &Arc<Self>, job: &Arc<LocalJob>) {
        if !self.shared.has_other_nodes() {
            return;
        }
        let mut shared = 0;
        self.publish_progress(job, &mut shared).await;
        if let Ok(messages) = self.shared.subscribe(&topic(&job.id)).await {
            store::spawn(share_progress(Arc::downgrade(self), Arc::clone(job), messages, shared));
        }
    }

    /// Shares the events of a job that are not shared yet. Returns whether the job has ended and all its events are
    /// shared.
    async fn publish_progress(&self, job: &LocalJob, shared: &mut usize) -> bool {
        let (events, record) = {
            let progress = job.progress();
            (progress.events[*shared..].to_vec(), job.record(progress.state))
        };
        let (now, family) = (self.clock.now(), events_family(&job.id));
        let published = async {
            for event in &events {
                let text = event.to_stored().map_err(internal)?;
                self.shared.put_text(&family, &(*shared + 1).to_string(), &text, RETENTION, now).await?;
                *shared += 1;
            }
            // The mark is set before the record, so that a running job is never seen without one.
            if record.state == JobState::Running {
                RUNNING.renew(&self.shared, &job.id, &record.owner, now).await?;
            }
            let text = serde_json::to_string(&record).map_err(internal)?;
            self.shared.put_text(JOBS, &job.id, &text, RETENTION, now).await?;
            if record.state != JobState::Running {
                RUNNING.remove(&self.shared, &job.id).await?;
            }
            if !events.is_empty() {
                self.shared.publish(&topic(&job.id), MORE_MESSAGE.into()).await?;
            }
            Ok::<_, StoreError>(())
        };
        // What could not be shared now is shared with the next attempt.
        published.await.is_ok() && record.state != JobState::Running
    }

    /// Removes a job of this node from the state that nodes share. Values that cannot be removed expire.
    pub(super) async fn unpublish_job(&self, job: &LocalJob) {
        if !self.shared.has_other_nodes() {
            return;
        }
        let _ = self.shared.remove_text(JOBS, &job.id).await;
        let (count, family) = (job.progress().events.len(), events_family(&job.id));
        for number in 1..=count {
            let _ = self.shared.remove_text(&family, &number.to_string()).await;
        }
    }

    /// The record of a job of the caller on another node.
    async fn own_record(&self, caller: &Caller, id: &JobId) -> Result<JobRecord> {
        let (record, _) = self.record_of(id).await?.ok_or(NO_JOB)?;
        if record.owner == caller.user.id { Ok(record) } else { Err(NO_JOB) }
    }

    /// The record of a job, and whether it failed because its node is gone.
    async fn record_of(&self, id: &JobId) -> Result<Option<(JobRecord, bool)>> {
        if !self.shared.has_other_nodes() {
            return Ok(None);
        }
        let now = self.clock.now();
        let is_marked = RUNNING.contains(&self.shared, id, now).await?;
        let Some(text) = self.shared.text(JOBS, id, now).await? else { return Ok(None) };
        let mut record: JobRecord = serde_json::from_str(&text).map_err(|fault| Error::Internal(fault.into()))?;
        let is_lost = record.state == JobState::Running && !is_marked;
        if is_lost {
            record.state = JobState::Failed;
        }
        Ok(Some((record, is_lost)))
    }

    pub(super) async fn remote_job(&self, caller: &Caller, id: &JobId) -> Result<Job> {
        Ok(self.own_record(caller, id).await?.into_job(id))
    }

    pub(super) async fn remote_events(self: &Arc<Self>, caller: &Caller, id: &JobId) -> Result<RemoteJobEvents> {
        self.own_record(caller, id).await?;
        let messages = self.shared.subscribe(&topic(id)).await?;
        Ok(RemoteJobEvents { service: Arc::clone(self), id: id.clone(), read: 0, messages, is_over: false })
    }

    /// Asks the node that runs a job to stop it. Returns whether it did.
    pub(super) async fn stop_remote_job(&self, caller: &Caller, id: &JobId) -> Result<bool> {
        if self.own_record(caller, id).await?.state != JobState::Running {
            return Ok(false);
        }
        let mut messages = self.shared.subscribe(&topic(id)).await?;
        self.shared.publish(&topic(id), STOP_MESSAGE.into()).await?;
        let stopped = async {
            loop {
                let state = self.own_record(caller, id).await?.state;
                if state != JobState::Running {
                    return Ok(state == JobState::Stopped);
                }
                let _ = timeout(POLL_INTERVAL, messages.next()).await;
            }
        };
        timeout(STOP_TIMEOUT, stopped).await.unwrap_or(Ok(false))
    }
}

/// Shares the progress of a job until it ends, and stops it when another node asks for that.
async fn share_progress(service: Weak<Author>, job: Arc<LocalJob>, mut messages: Subscription, mut shared: usize) {
    let mut event_count = job.event_count.subscribe();
    loop {
        let Some(service) = service.upgrade() else { return };
        if service.publish_progress(&job, &mut shared).await {
            return;
        }
        tokio::select! {
            _ = event_count.changed() => {}
            () = sleep(MARK_INTERVAL) => {}
            message = messages.next() => {
                if matches!(message, store::Received::Event(message) if &*message == STOP_MESSAGE) {
                    job.stop(service.clock.now());
                }
            }
        }
    }
}

impl RemoteJobEvents {
    /// Waits for the next event; `None` after the last. Cancelling it loses nothing.
    pub(super) async fn next(&mut self) -> Option<NumberedJobEvent> {
        loop {
            if self.is_over {
                return None;
            }
            let record = self.service.record_of(&self.id).await;
            let (family, now) = (events_family(&self.id), self.service.clock.now());
            let stored = self.service.shared.text(&family, &(self.read + 1).to_string(), now).await;
            if let Ok(Some(text)) = stored {
                self.read += 1;
                match JobEvent::from_stored(&text) {
                    Some(event) => {
                        return Some(NumberedJobEvent { number: Some(self.read), event: Arc::new(event) });
                    }
                    // A newer version may share events that this one does not know.
                    None => continue,
                }
            }
            match record {
                Ok(Some((_, true))) => {
                    self.is_over = true;
                    let event = Arc::new(JobEvent::Failed(JobFailure::node_lost()));
                    return Some(NumberedJobEvent { number: None, event });
                }
                Ok(Some((JobRecord { state: JobState::Running, .. }, _))) | Err(_) => {}
                Ok(_) => return None,
            }
            let _ = timeout(POLL_INTERVAL, self.messages.next()).await;
        }
    }
}

fn internal(fault: serde_json::Error) -> StoreError {
    StoreError::Internal(fault.into())
}

fn topic(job: &JobId) -> String {
    format!("job {job}")
}

/// The family of shared values with the events of a job, by number.
fn events_family(job: &JobId) -> String {
    format!("job {job}")
}
