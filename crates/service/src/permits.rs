//! Runs work on the blocking pool. Costly work needs a permit, which bounds how much runs at once.

use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::error::{Error, Result};

/// Runs work on the blocking pool, and returns its result. The work is finished even if the request is cancelled
/// meanwhile.
///
/// # Errors
/// Fails when the work failed or panicked.
pub(crate) async fn run_blocking<T: Send + 'static, E: Into<Error> + Send + 'static>(
    work: impl FnOnce() -> std::result::Result<T, E> + Send + 'static,
) -> Result<T> {
    run_holding((), work).await?.map_err(Into::into)
}

/// Runs work on the blocking pool once a permit is free, and returns its result. The permit is released when the work
/// ends, even if the request was cancelled before: cancelled requests must not lead to more work than there are
/// permits.
///
/// # Errors
/// Fails when the work panicked.
pub(crate) fn run_with_permit<T: Send + 'static>(
    permits: &Arc<Semaphore>,
    work: impl FnOnce() -> T + Send + 'static,
) -> impl Future<Output = Result<T>> + Send {
    run_boxed(Arc::clone(permits), Box::new(work))
}

/// Runs boxed work once a permit is free: this function is compiled once for each type of result, not for each closure.
async fn run_boxed<T: Send + 'static>(permits: Arc<Semaphore>, work: Box<dyn FnOnce() -> T + Send>) -> Result<T> {
    let permit = permits.acquire_owned().await.map_err(|fault| Error::Internal(fault.into()))?;
    run_holding(permit, work).await
}

/// Runs work on the blocking pool while holding a permit, and returns its result.
///
/// # Errors
/// Fails when the work panicked.
pub(crate) async fn run_holding<T: Send + 'static>(
    permit: impl Send + 'static,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T> {
    let result = store::blocking(move || {
        let result = work();
        drop(permit);
        result
    });
    result.await.map_err(|fault| Error::Internal(fault.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_permit_is_held_until_the_work_ends_even_if_the_request_is_cancelled() {
        let permits = Arc::new(Semaphore::new(1));
        let (started, wait_for_start) = tokio::sync::oneshot::channel();
        let (finish, wait_for_finish) = std::sync::mpsc::channel::<()>();
        let request = tokio::spawn({
            let permits = Arc::clone(&permits);
            async move {
                let work = move || {
                    started.send(()).expect("the test waits for the start");
                    let _ = wait_for_finish.recv();
                };
                run_with_permit(&permits, work).await
            }
        });
        wait_for_start.await.expect("the work starts");
        request.abort();
        assert!(request.await.is_err(), "the request is cancelled");
        assert_eq!(permits.available_permits(), 0);
        drop(finish);
        assert_eq!(run_with_permit(&permits, || 7).await.expect("a permit"), 7);
    }
}
