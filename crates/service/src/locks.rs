//! One writer per deck in this process. Between processes the revision decides.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard};

/// Locks by name, each with what its holders leave for the next; a lock that nobody keeps takes no room for long.
#[derive(Debug)]
pub(crate) struct Locks<T = ()>(Mutex<HashMap<String, Weak<AsyncMutex<T>>>>);

impl<T> Default for Locks<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: Default> Locks<T> {
    /// Waits for one's turn.
    pub(crate) async fn lock(&self, name: &str) -> OwnedMutexGuard<T> {
        self.named(name).lock_owned().await
    }

    /// The lock itself. What was left in it stays there for as long as somebody keeps it.
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
    async fn one_name_is_held_once_and_other_names_do_not_wait() {
        let (locks, inside) = (Arc::new(Locks::<()>::default()), Arc::new(AtomicU32::new(0)));
        let held = locks.lock("other").await;
        let tasks: Vec<_> = (0..50)
            .map(|_| {
                let (locks, inside) = (Arc::clone(&locks), Arc::clone(&inside));
                tokio::spawn(async move {
                    let _turn = locks.lock("deck").await;
                    assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                    tokio::task::yield_now().await;
                    inside.fetch_sub(1, Ordering::SeqCst);
                })
            })
            .collect();
        for task in tasks {
            task.await.expect("nobody was inside at the same time");
        }
        drop(held);
    }
}
