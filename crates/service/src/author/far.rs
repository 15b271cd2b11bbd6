//! Jobs that another node does: seen, watched and stopped from any.
//!
//! Who does a job keeps what it has told where all nodes find it, and says every few seconds that he is still at it. A job
//! whose node went away has failed. Nothing here lasts; in one process there is nothing to share.

use std::sync::{Arc, Weak};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use store::{Subscription, Time, UserId};
use tokio::time::{sleep, timeout};

use super::jobs::{Job, JobKind, JobState, KEPT, Running};
use crate::Author;
use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::live::Told;

/// Jobs by id.
const JOBS: &str = "jobs";
/// Jobs that somebody is at.
const AT_WORK: &str = "jobs at work";
/// Milliseconds for which somebody is believed to be at a job, and how often he says so.
const BELIEVED: Time = 20_000;
const SAYING: Duration = Duration::from_secs(5);
/// How often the course of a job is looked at by who watches it from afar, should he not be told.
const LOOK: Duration = Duration::from_secs(1);
/// How long the stop of a job is waited for.
const STOPPING: Duration = Duration::from_secs(3);
/// What is told to have a job stopped.
const STOP: &str = "stop";
/// What is told when there is more to read.
const MORE: &str = "more";
/// The last event of a job whose node went away.
const GONE: &str = r#"event: failed
data: {"error":"Service unavailable","details":"who did the work went away; try again","code":"service_unavailable","vendor":""}

"#;

const JOB: Error = Error::NotFound("job");

/// What nodes know of each other's jobs.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Record {
    pub(super) owner: UserId,
    pub(super) kind: JobKind,
    pub(super) vendor: String,
    pub(super) state: JobState,
}

impl Record {
    pub(super) fn seen(self, id: &str) -> Job {
        Job { id: id.to_owned(), kind: self.kind, vendor: self.vendor, state: self.state }
    }
}

/// The ear of somebody who watches a job of another node.
#[derive(Debug)]
pub(super) struct Far {
    service: Arc<Author>,
    id: String,
    heard: usize,
    told: Subscription,
    over: bool,
}

impl Author {
    /// Ids of the jobs of somebody that run on any node.
    pub(super) async fn remote_jobs_of(&self, owner: &str) -> Vec<String> {
        if !self.shared.has_other_nodes() {
            return Vec::new();
        }
        let at_work = self.shared.all_kept(AT_WORK, self.clock.now()).await.unwrap_or_default();
        at_work.into_iter().filter(|(_, of)| of == owner).map(|(id, _)| id).collect()
    }

    /// Lets other nodes see a job from its beginning to its end.
    pub(super) async fn publish_job(self: &Arc<Self>, job: &Arc<Running>) {
        if !self.shared.has_other_nodes() {
            return;
        }
        let mut shared = 0;
        self.publish_progress(job, &mut shared).await;
        if let Ok(wishes) = self.shared.subscribe(&topic(&job.id)).await {
            tokio::spawn(mirror(Arc::downgrade(self), Arc::clone(job), wishes, shared));
        }
    }

    /// Keeps what a job has told since; answers whether that is all it will tell.
    async fn publish_progress(&self, job: &Running, shared: &mut usize) -> bool {
        let (frames, record) = {
            let course = job.course();
            (course.frames[*shared..].to_vec(), job.record(course.state))
        };
        let (now, family) = (self.clock.now(), frames_of(&job.id));
        let told = async {
            for frame in &frames {
                self.shared.keep(&family, &(*shared + 1).to_string(), frame, KEPT, now).await?;
                *shared += 1;
            }
            // One that runs is never seen without somebody at it.
            if record.state == JobState::Running {
                self.shared.keep(AT_WORK, &job.id, &record.owner, BELIEVED, now).await?;
            }
            let text = serde_json::to_string(&record).map_err(|fault| store::StoreError::Internal(fault.into()))?;
            self.shared.keep(JOBS, &job.id, &text, KEPT, now).await?;
            if record.state != JobState::Running {
                self.shared.forget(AT_WORK, &job.id).await?;
            }
            if !frames.is_empty() {
                self.shared.publish(&topic(&job.id), MORE.into()).await?;
            }
            Ok::<_, store::StoreError>(())
        };
        // What could not be kept now is kept when it is tried again.
        told.await.is_ok() && record.state != JobState::Running
    }

    /// What is known of a job of the caller's that another node does.
    async fn own_record(&self, caller: &Caller, id: &str) -> Result<Record> {
        let (record, _) = self.record_of(id).await?.ok_or(JOB)?;
        if record.owner == caller.user.id { Ok(record) } else { Err(JOB) }
    }

    /// What is known of a job, and whether it broke off because its node went away.
    async fn record_of(&self, id: &str) -> Result<Option<(Record, bool)>> {
        if !self.shared.has_other_nodes() {
            return Ok(None);
        }
        let now = self.clock.now();
        let at_work = self.shared.all_kept(AT_WORK, now).await?.iter().any(|(job, _)| job == id);
        let Some(text) = self.shared.kept(JOBS, id, now).await? else { return Ok(None) };
        let mut record: Record = serde_json::from_str(&text).map_err(|fault| Error::Internal(fault.into()))?;
        let broke_off = record.state == JobState::Running && !at_work;
        if broke_off {
            record.state = JobState::Failed;
        }
        Ok(Some((record, broke_off)))
    }

    pub(super) async fn remote_job(&self, caller: &Caller, id: &str) -> Result<Job> {
        Ok(self.own_record(caller, id).await?.seen(id))
    }

    pub(super) async fn remote_events(self: &Arc<Self>, caller: &Caller, id: &str) -> Result<Far> {
        self.own_record(caller, id).await?;
        let told = self.shared.subscribe(&topic(id)).await?;
        Ok(Far { service: Arc::clone(self), id: id.to_owned(), heard: 0, told, over: false })
    }

    /// Asks the node that does a job to stop it; answers whether it did.
    pub(super) async fn stop_remote_job(&self, caller: &Caller, id: &str) -> Result<bool> {
        if self.own_record(caller, id).await?.state != JobState::Running {
            return Ok(false);
        }
        let mut told = self.shared.subscribe(&topic(id)).await?;
        self.shared.publish(&topic(id), STOP.into()).await?;
        let stopped = async {
            loop {
                let state = self.own_record(caller, id).await?.state;
                if state != JobState::Running {
                    return Ok(state == JobState::Stopped);
                }
                let _ = timeout(LOOK, told.next()).await;
            }
        };
        timeout(STOPPING, stopped).await.unwrap_or(Ok(false))
    }
}

/// Keeps the course of a job where other nodes find it, and stops it when one of them wishes so.
async fn mirror(service: Weak<Author>, job: Arc<Running>, mut wishes: Subscription, mut shared: usize) {
    let mut told = job.told.subscribe();
    loop {
        let Some(service) = service.upgrade() else { return };
        if service.publish_progress(&job, &mut shared).await {
            return;
        }
        tokio::select! {
            _ = told.changed() => {}
            () = sleep(SAYING) => {}
            heard = wishes.next() => {
                if matches!(heard, store::Heard::Event(wish) if &*wish == STOP) {
                    job.stop(service.clock.now());
                }
            }
        }
    }
}

impl Far {
    /// The next event. It can be broken off without losing anything.
    pub(super) async fn next(&mut self) -> Told {
        loop {
            if self.over {
                return Told::End;
            }
            let record = self.service.record_of(&self.id).await;
            let (family, now) = (frames_of(&self.id), self.service.clock.now());
            let frame = self.service.shared.kept(&family, &(self.heard + 1).to_string(), now).await;
            if let Ok(Some(frame)) = frame {
                self.heard += 1;
                return Told::Frames(frame.into());
            }
            match record {
                Ok(Some((_, true))) => {
                    self.over = true;
                    return Told::Frames(GONE.into());
                }
                Ok(Some((Record { state: JobState::Running, .. }, _))) | Err(_) => {}
                Ok(_) => return Told::End,
            }
            let _ = timeout(LOOK, self.told.next()).await;
        }
    }
}

fn topic(job: &str) -> String {
    format!("job {job}")
}

fn frames_of(job: &str) -> String {
    format!("job {job}")
}
