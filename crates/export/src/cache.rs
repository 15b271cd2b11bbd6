//! A cache with a limit in bytes.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Values by key. When they exceed the limit together, the least recently used ones are evicted.
pub(crate) struct ByteCache<K, V> {
    max_bytes: usize,
    size_of_value: fn(&V) -> usize,
    state: Mutex<CacheState<K, V>>,
}

struct CacheState<K, V> {
    entries: HashMap<K, CacheEntry<V>>,
    bytes: usize,
    /// Counts the lookups: the time of an entry's last use.
    clock: u64,
}

struct CacheEntry<V> {
    value: V,
    bytes: usize,
    last_use: u64,
}

impl<K: Clone + Eq + Hash, V: Clone> ByteCache<K, V> {
    /// An empty cache for at most `max_bytes`, where `size_of_value` returns the heap size of a value.
    pub(crate) fn new(max_bytes: usize, size_of_value: fn(&V) -> usize) -> Self {
        let state = Mutex::new(CacheState { entries: HashMap::new(), bytes: 0, clock: 0 });
        Self { max_bytes, size_of_value, state }
    }

    /// The cached value, or the one that `make` returns. `make` runs without the lock: two callers that need the same
    /// value at once both make it, and no caller waits for another.
    pub(crate) fn get_or_insert(&self, key: K, make: impl FnOnce() -> Option<V>) -> Option<V> {
        if let Some(value) = self.state().get(&key) {
            return Some(value);
        }
        let value = make()?;
        let bytes = (self.size_of_value)(&value) + size_of::<K>() + size_of::<CacheEntry<V>>();
        if bytes <= self.max_bytes {
            self.state().insert(key, value.clone(), bytes, self.max_bytes);
        }
        Some(value)
    }

    fn state(&self) -> MutexGuard<'_, CacheState<K, V>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Clone + Eq + Hash, V: Clone> CacheState<K, V> {
    fn get(&mut self, key: &K) -> Option<V> {
        self.clock += 1;
        let entry = self.entries.get_mut(key)?;
        entry.last_use = self.clock;
        Some(entry.value.clone())
    }

    fn insert(&mut self, key: K, value: V, bytes: usize, max_bytes: usize) {
        if let Some(before) = self.entries.insert(key, CacheEntry { value, bytes, last_use: self.clock }) {
            self.bytes -= before.bytes;
        }
        self.bytes += bytes;
        while self.bytes > max_bytes {
            let oldest = self.entries.iter().min_by_key(|(_, entry)| entry.last_use).map(|(key, _)| key.clone());
            let Some(evicted) = oldest.and_then(|key| self.entries.remove(&key)) else { return };
            self.bytes -= evicted.bytes;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_recently_used_values_are_evicted() {
        let overhead = size_of::<u32>() + size_of::<CacheEntry<Vec<u8>>>();
        let cache = ByteCache::new(2 * (100 + overhead), Vec::len);
        let get = |key: u32, bytes: usize| {
            let mut is_made = false;
            let value = cache.get_or_insert(key, || {
                is_made = true;
                Some(vec![0_u8; bytes])
            });
            assert_eq!(value.map(|value| value.len()), Some(bytes));
            is_made
        };
        assert_eq!([get(1, 100), get(2, 100), get(1, 100)], [true, true, false]);
        assert!(get(3, 100), "evicts the second value");
        assert_eq!([get(1, 100), get(3, 100), get(2, 100)], [false, false, true]);
        assert_eq!([get(4, 1000), get(4, 1000)], [true, true], "too large to be cached");
        assert_eq!(cache.state().bytes, 2 * (100 + overhead));
        assert_eq!(cache.get_or_insert(5, || None), None);
    }
}
