//! A cache of values of one kind, bounded by weight.
//!
//! Eviction is second chance, a cheap approximation of least recently used: a value that was not read since the last
//! round is evicted first.

use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Number of groups of keys that share an epoch, so that an eviction invalidates few of the reads in progress.
const GROUPS: usize = 256;

/// A cache of values by key.
#[derive(Debug)]
pub(crate) struct BoundedCache<V> {
    max_weight: usize,
    hasher: RandomState,
    state: Mutex<CacheState<V>>,
    hits: AtomicU64,
    misses: AtomicU64,
}

/// The epoch of a key before its value was read from storage. A put with an outdated epoch is ignored, so that a slow
/// read cannot overwrite a newer value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Epoch(u64);

#[derive(Debug)]
struct CacheState<V> {
    values: HashMap<String, CacheEntry<V>>,
    /// Candidates for eviction in order: the key and the number of its entry.
    queue: VecDeque<(String, u64)>,
    weight: usize,
    last_number: u64,
    epochs: Vec<u64>,
}

#[derive(Debug)]
struct CacheEntry<V> {
    value: Arc<V>,
    weight: usize,
    number: u64,
    /// Whether the value was read since it was last a candidate for eviction.
    used: bool,
}

impl<V> BoundedCache<V> {
    /// An empty cache with a maximum weight.
    pub(crate) fn new(max_weight: usize) -> Self {
        Self {
            max_weight,
            hasher: RandomState::new(),
            state: Mutex::new(CacheState {
                values: HashMap::new(),
                queue: VecDeque::new(),
                weight: 0,
                last_number: 0,
                epochs: vec![0; GROUPS],
            }),
            hits: AtomicU64::new(0),
            misses: AtomicU64::new(0),
        }
    }

    /// The cached value of a key. When there is none, the epoch to pass to [`Self::put`].
    pub(crate) fn get(&self, key: &str) -> Result<Arc<V>, Epoch> {
        self.get_if(true, key)
    }

    /// The same as [`Self::get`]; when `is_valid` is false, a cached value is ignored.
    pub(crate) fn get_if(&self, is_valid: bool, key: &str) -> Result<Arc<V>, Epoch> {
        let mut state = self.state();
        if is_valid && let Some(entry) = state.values.get_mut(key) {
            entry.used = true;
            self.hits.fetch_add(1, Ordering::Relaxed);
            return Ok(Arc::clone(&entry.value));
        }
        self.misses.fetch_add(1, Ordering::Relaxed);
        Err(Epoch(state.epochs[self.group(key)]))
    }

    /// How often a value was cached when it was requested, and how often not.
    pub(crate) fn hits_and_misses(&self) -> (u64, u64) {
        (self.hits.load(Ordering::Relaxed), self.misses.load(Ordering::Relaxed))
    }

    /// Adds a value, unless a key of its group was removed since the epoch, or the value has more than a quarter of the
    /// maximum weight.
    pub(crate) fn put(&self, key: &str, value: Arc<V>, weight: usize, epoch: Epoch) {
        let group = self.group(key);
        let mut state = self.state();
        if state.epochs[group] == epoch.0 && weight <= self.max_weight / 4 {
            state.insert(key, value, weight);
            state.evict(self.max_weight);
        }
    }

    /// Replaces a cached value by the result of `make`; removes it when `make` returns none. Returns whether the
    /// value was replaced. Reads in progress of keys of its group are not cached.
    pub(crate) fn replace(&self, key: &str, make: impl FnOnce(&V) -> Option<(Arc<V>, usize)>) -> bool {
        let group = self.group(key);
        let mut state = self.state();
        state.epochs[group] += 1;
        let replacement = state.values.get(key).and_then(|entry| make(&entry.value));
        state.remove(key);
        let Some((value, weight)) = replacement else { return false };
        state.insert(key, value, weight);
        state.evict(self.max_weight);
        true
    }

    /// Removes a value.
    pub(crate) fn remove(&self, key: &str) {
        let group = self.group(key);
        let mut state = self.state();
        state.epochs[group] += 1;
        state.remove(key);
    }

    /// Removes all values.
    pub(crate) fn clear(&self) {
        let mut state = self.state();
        for epoch in &mut state.epochs {
            *epoch += 1;
        }
        state.values.clear();
        state.queue.clear();
        state.weight = 0;
    }

    fn group(&self, key: &str) -> usize {
        usize::try_from(self.hasher.hash_one(key) % GROUPS as u64).unwrap_or_default()
    }

    fn state(&self) -> MutexGuard<'_, CacheState<V>> {
        // Nothing panics while the state is locked. If something did, the cache would only miss values.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<V> CacheState<V> {
    fn insert(&mut self, key: &str, value: Arc<V>, weight: usize) {
        self.remove(key);
        self.last_number += 1;
        let entry = CacheEntry { value, weight, number: self.last_number, used: false };
        self.queue.push_back((key.to_owned(), entry.number));
        self.values.insert(key.to_owned(), entry);
        self.weight += weight;
        if self.queue.len() > 2 * self.values.len() + 64 {
            let values = &self.values;
            self.queue.retain(|(key, number)| values.get(key).is_some_and(|entry| entry.number == *number));
        }
    }

    fn remove(&mut self, key: &str) {
        if let Some(entry) = self.values.remove(key) {
            self.weight -= entry.weight;
        }
    }

    fn evict(&mut self, max_weight: usize) {
        while self.weight > max_weight {
            let Some((key, number)) = self.queue.pop_front() else {
                return;
            };
            match self.values.get_mut(&key) {
                Some(entry) if entry.number == number && entry.used => {
                    entry.used = false;
                    self.queue.push_back((key, number));
                }
                Some(entry) if entry.number == number => self.remove(&key),
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(max_weight: usize, keys: &[&str]) -> BoundedCache<String> {
        let cache = BoundedCache::new(max_weight);
        for key in keys {
            put(&cache, key);
        }
        cache
    }

    fn put(cache: &BoundedCache<String>, key: &str) {
        if let Err(epoch) = cache.get(key) {
            cache.put(key, Arc::new(key.to_owned()), 1, epoch);
        }
    }

    fn cached(cache: &BoundedCache<String>, keys: &[&str]) -> String {
        keys.iter().filter(|key| cache.get(key).is_ok()).copied().collect()
    }

    #[test]
    fn a_value_that_was_not_read_is_evicted_first() {
        let cache = filled(4, &["a", "b", "c", "d"]);
        assert!(cache.get("a").is_ok());
        put(&cache, "e");
        assert_eq!(cached(&cache, &["a", "b", "c", "d", "e"]), "acde");
    }

    #[test]
    fn a_put_with_an_outdated_epoch_is_ignored() {
        let cache = filled(4, &[]);
        let epoch = cache.get("a").expect_err("it is empty");
        cache.remove("a");
        cache.put("a", Arc::new("stale".to_owned()), 1, epoch);
        assert!(cache.get("a").is_err());
    }

    #[test]
    fn the_queue_does_not_grow_with_removals() {
        let cache = filled(4, &[]);
        for _ in 0..10_000 {
            put(&cache, "a");
            cache.remove("a");
        }
        assert!(cache.state().queue.len() < 200);
    }

    #[test]
    fn a_value_that_is_too_heavy_is_not_cached() {
        let cache = filled(100, &["a"]);
        let epoch = cache.get("b").expect_err("not cached yet");
        cache.put("b", Arc::new("b".to_owned()), 50, epoch);
        assert_eq!(cached(&cache, &["a", "b"]), "a");
    }
}
