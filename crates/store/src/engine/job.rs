//! A write as a value: what it is given, and what it does with it.

use std::pin::Pin;

use tokio::sync::oneshot;

use super::Transaction;
use crate::StoreError;
use crate::error::Result;

/// What a write does. A plain function over what it is given, so that it can be run again.
pub(crate) type Act<A, T> =
    for<'t> fn(&'t mut Transaction, &'t A) -> Pin<Box<dyn Future<Output = Result<T>> + Send + 't>>;

/// A write that waits for its turn, with somebody who waits for its answer.
#[derive(Debug)]
pub(crate) struct Work<A, T> {
    given: A,
    act: Act<A, T>,
    answer: Option<Result<T>>,
    caller: oneshot::Sender<Result<T>>,
}

/// A write of whatever kind.
pub(crate) trait Job: Send {
    /// Does the work and answers whether it succeeded; the result is kept until it may be told.
    fn perform<'t>(&'t mut self, transaction: &'t mut Transaction) -> Pin<Box<dyn Future<Output = bool> + Send + 't>>;
    /// Tells the caller the result, or why the commit failed.
    fn finish(self: Box<Self>, failure: Option<&StoreError>);
}

impl<A, T> Work<A, T> {
    /// A write and where its answer will appear.
    pub(crate) fn new(given: A, act: Act<A, T>) -> (Self, oneshot::Receiver<Result<T>>) {
        let (caller, answer) = oneshot::channel();
        let work = Self { given, act, answer: None, caller };
        (work, answer)
    }
}

impl<A: Send + Sync, T: Send> Job for Work<A, T> {
    fn perform<'t>(&'t mut self, transaction: &'t mut Transaction) -> Pin<Box<dyn Future<Output = bool> + Send + 't>> {
        Box::pin(async move {
            let answer = (self.act)(transaction, &self.given).await;
            let succeeded = answer.is_ok();
            self.answer = Some(answer);
            succeeded
        })
    }

    fn finish(self: Box<Self>, failure: Option<&StoreError>) {
        let answer = match (failure, self.answer) {
            // A refusal stands whether or not the others of its group were committed.
            (_, Some(Err(refusal))) => Err(refusal),
            (Some(StoreError::Full), _) => Err(StoreError::Full),
            (Some(reason), _) => Err(StoreError::Unavailable(reason.to_string())),
            (None, Some(answer)) => answer,
            (None, None) => Err(StoreError::Unavailable("closed".to_owned())),
        };
        // A caller that went away needs no answer.
        let _ = self.caller.send(answer);
    }
}
