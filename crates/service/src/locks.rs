//! Locks by name in this process, such as one writer per deck. Writers in several processes are kept apart by the
//! revision of a deck.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard};

/// Locks by name, each with a value that is passed from one holder to the next. A lock without references is removed
/// later.
#[derive(Debug)]
pub(crate) struct Locks<T = ()>(Mutex<HashMap<String, Weak<AsyncMutex<T>>>>);

impl<T> Default for Locks<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: Default> Locks<T> {
    /// Waits for a lock.
    pub(crate) async fn lock(&self, name: &str) -> OwnedMutexGuard<T> {
        self.named(name).lock_owned().await
    }

    /// The lock with a name, created if it does not exist. Its value exists as long as the lock has a reference.
    pub(crate) fn named(&self, name: &str) -> Arc<AsyncMutex<T>> {
        let mut locks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if locks.len() > 1024 {
            locks.retain(|_, lock| lock.strong_count() > 0);
        }
        if let Some(lock) = locks.get(name).and_then(Weak::upgrade) {
            return lock;
        }
        let lock = Arc::new(AsyncMutex::default());
        locks.insert(name.to_owned(), Arc::downgrade(&lock));
        lock
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[tokio::test]
    async fn a_lock_is_held_once_and_other_locks_do_not_wait() {
        let (locks, holders) = (Arc::new(Locks::<()>::default()), Arc::new(AtomicU32::new(0)));
        let guard = locks.lock("other").await;
        let tasks: Vec<_> = (0..50)
            .map(|_| {
                let (locks, holders) = (Arc::clone(&locks), Arc::clone(&holders));
                tokio::spawn(async move {
                    let _guard = locks.lock("deck").await;
                    assert_eq!(holders.fetch_add(1, Ordering::SeqCst), 0);
                    tokio::task::yield_now().await;
                    holders.fetch_sub(1, Ordering::SeqCst);
                })
            })
            .collect();
        for task in tasks {
            task.await.expect("one task at a time holds the lock");
        }
        drop(guard);
    }
}
