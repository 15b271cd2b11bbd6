//! Work off the threads that answer, at so many places and no more.

use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::error::{Error, Result};

/// Does a piece of work once there is a place for it. The place is free again when the work is done, not when whoever
/// asked for it leaves: people who come and go must not make it more than the machine can bear.
pub(crate) async fn at_a_place<T: Send + 'static>(
    places: &Arc<Semaphore>,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T> {
    let place = Arc::clone(places).acquire_owned().await.map_err(|fault| Error::Internal(fault.into()))?;
    holding(place, work).await
}

/// Does a piece of work whose place was taken before.
pub(crate) async fn holding<T: Send + 'static>(
    place: impl Send + 'static,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T> {
    let done = tokio::task::spawn_blocking(move || {
        let done = work();
        drop(place);
        done
    });
    done.await.map_err(|fault| Error::Internal(fault.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_place_stays_taken_until_the_work_is_done_though_nobody_waits_for_it() {
        let places = Arc::new(Semaphore::new(1));
        let (begun, begins) = tokio::sync::oneshot::channel();
        let (done, ends) = std::sync::mpsc::channel::<()>();
        let asked = tokio::spawn({
            let places = Arc::clone(&places);
            async move {
                let work = move || {
                    begun.send(()).expect("somebody listens");
                    let _ = ends.recv();
                };
                at_a_place(&places, work).await
            }
        });
        begins.await.expect("it begins");
        asked.abort();
        assert!(asked.await.is_err(), "nobody waits any more");
        assert_eq!(places.available_permits(), 0);
        drop(done);
        assert_eq!(at_a_place(&places, || 7).await.expect("a place"), 7);
    }
}
