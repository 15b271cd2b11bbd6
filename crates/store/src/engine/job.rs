//! A write as a value: its input, and the function that carries it out.

use std::pin::Pin;

use tokio::sync::oneshot;

use super::Transaction;
use crate::StoreError;
use crate::error::Result;

/// The function of a write. A plain function of its input, so that it can be run again.
pub(crate) type WriteFn<A, T> =
    for<'t> fn(&'t mut Transaction, &'t A) -> Pin<Box<dyn Future<Output = Result<T>> + Send + 't>>;

/// A queued write, whose caller waits for the result.
#[derive(Debug)]
pub(crate) struct WriteJob<A, T> {
    input: A,
    run: WriteFn<A, T>,
    result: Option<Result<T>>,
    reply: oneshot::Sender<Result<T>>,
}

/// A queued write of any type.
pub(crate) trait Job: Send {
    /// Runs the write and returns whether it succeeded. The result stays in the job until [`Self::finish`].
    fn perform<'t>(&'t mut self, transaction: &'t mut Transaction) -> Pin<Box<dyn Future<Output = bool> + Send + 't>>;
    /// Takes the error of a run that failed out of the job.
    fn take_error(&mut self) -> Option<StoreError>;
    /// Sends the caller the result, or the reason why the commit failed.
    fn finish(self: Box<Self>, failure: Option<StoreError>);
}

impl<A, T> WriteJob<A, T> {
    /// A write, and the receiver of its result.
    pub(crate) fn new(input: A, run: WriteFn<A, T>) -> (Self, oneshot::Receiver<Result<T>>) {
        let (reply, result) = oneshot::channel();
        (Self { input, run, result: None, reply }, result)
    }
}

impl<A: Send + Sync, T: Send> Job for WriteJob<A, T> {
    fn perform<'t>(&'t mut self, transaction: &'t mut Transaction) -> Pin<Box<dyn Future<Output = bool> + Send + 't>> {
        Box::pin(async move {
            let result = (self.run)(transaction, &self.input).await;
            let succeeded = result.is_ok();
            self.result = Some(result);
            succeeded
        })
    }

    fn take_error(&mut self) -> Option<StoreError> {
        self.result.take()?.err()
    }

    fn finish(self: Box<Self>, failure: Option<StoreError>) {
        let result = match (failure, self.result) {
            // The write itself failed, whether or not the others of its group were committed.
            (_, Some(Err(error))) => Err(error),
            (Some(failure), _) => Err(failure),
            (None, Some(result)) => result,
            (None, None) => Err(StoreError::closed()),
        };
        // Sending fails when the caller no longer waits, which is not an error.
        let _ = self.reply.send(result);
    }
}
