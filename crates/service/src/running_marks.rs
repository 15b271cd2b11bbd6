//! Marks of jobs that run on some node. A node renews the mark of its job every few seconds. A job whose mark expired
//! has lost its node.

use store::{JobId, Shared, StoreError, Time, UserId};

/// Milliseconds after which a mark expires.
const LIFETIME: Time = 20_000;

/// The marks of one kind of jobs.
#[derive(Debug)]
pub(crate) struct RunningMarks {
    /// The family of shared texts that has the marks: the owner of each job, by its id.
    family: &'static str,
}

impl RunningMarks {
    pub(crate) const fn new(family: &'static str) -> Self {
        Self { family }
    }

    /// Sets or renews the mark of a job.
    pub(crate) async fn renew(
        &self,
        shared: &Shared,
        job: &JobId,
        owner: &UserId,
        now: Time,
    ) -> Result<(), StoreError> {
        shared.put_text(self.family, job, owner, LIFETIME, now).await
    }

    /// Removes the mark of a job that has ended.
    pub(crate) async fn remove(&self, shared: &Shared, job: &JobId) -> Result<(), StoreError> {
        shared.remove_text(self.family, job).await.map(|_| ())
    }

    /// Whether a job has a mark.
    pub(crate) async fn contains(&self, shared: &Shared, job: &JobId, now: Time) -> Result<bool, StoreError> {
        // `Shared::text` would renew the mark.
        Ok(shared.texts(self.family, now).await?.iter().any(|(id, _)| job == id.as_str()))
    }

    /// The jobs of an owner that run on any node; none when nothing is shared with other nodes.
    pub(crate) async fn jobs_of(&self, shared: &Shared, owner: &UserId, now: Time) -> Vec<JobId> {
        if !shared.has_other_nodes() {
            return Vec::new();
        }
        let marks = shared.texts(self.family, now).await.unwrap_or_default();
        marks.into_iter().filter(|(_, marked)| owner == marked.as_str()).map(|(id, _)| id.into()).collect()
    }
}
