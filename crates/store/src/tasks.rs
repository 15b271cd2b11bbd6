//! Starts tasks and blocking work, boxed so that each is one type to the runtime.
//!
//! The runtime has some sixty generic functions for a task, which would otherwise be compiled for every type of future.

use std::pin::Pin;

use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// Work ended without a result: it panicked, or the process is ending.
#[derive(Debug, thiserror::Error)]
#[error("the work panicked")]
pub struct WorkPanicked;

/// Starts a task. Dropping the handle does not end it.
pub fn spawn<T: Send + 'static>(task: impl Future<Output = T> + Send + 'static) -> JoinHandle<T> {
    let task: Pin<Box<dyn Future<Output = T> + Send>> = Box::pin(task);
    tokio::spawn(task)
}

/// Starts work that blocks, and returns its result. It is finished even when the caller stops waiting.
///
/// # Errors
/// Fails when the work panicked.
pub fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> impl Future<Output = Result<T, WorkPanicked>> + Send {
    let (reply, result) = oneshot::channel();
    let work: Box<dyn FnOnce() + Send> = Box::new(move || {
        // Sending fails when the caller no longer waits, which is not an error.
        let _ = reply.send(work());
    });
    tokio::task::spawn_blocking(work);
    async { result.await.map_err(|_| WorkPanicked) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn blocking_work_returns_its_result_or_an_error_when_it_panics() {
        assert_eq!(blocking(|| 7).await.expect("a result"), 7);
        let failure = blocking(|| panic!("a hole in the hull")).await.expect_err("no result");
        assert_eq!(failure.to_string(), "the work panicked");
    }
}
