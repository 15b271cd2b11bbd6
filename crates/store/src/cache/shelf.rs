//! Values of one kind in memory, bounded by weight.
//!
//! What was not asked for since the last round goes first (second chance, a cheap stand-in for least recently used).

use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Drops are counted in so many groups of keys, so that a drop spoils few of the reads under way.
const GROUPS: usize = 256;

/// Values of one kind.
#[derive(Debug)]
pub(crate) struct Shelf<V> {
    most: usize,
    hasher: RandomState,
    inside: Mutex<Inside<V>>,
    hits: AtomicU64,
    misses: AtomicU64,
}

/// The state of a key before it was read from storage: a value read then is not put in after a later drop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ticket(u64);

#[derive(Debug)]
struct Inside<V> {
    values: HashMap<String, Entry<V>>,
    /// Keys in the order in which they are looked at for leaving, each with the number of the entry it is about.
    queue: VecDeque<(String, u64)>,
    weight: usize,
    numbered: u64,
    drops: Vec<u64>,
}

#[derive(Debug)]
struct Entry<V> {
    value: Arc<V>,
    weight: usize,
    number: u64,
    used: bool,
}

impl<V> Shelf<V> {
    /// An empty shelf that holds at most so much weight.
    pub(crate) fn new(most: usize) -> Self {
        Self {
            most,
            hasher: RandomState::new(),
            inside: Mutex::new(Inside {
                values: HashMap::new(),
                queue: VecDeque::new(),
                weight: 0,
                numbered: 0,
                drops: vec![0; GROUPS],
            }),
            hits: AtomicU64::new(0),
            misses: AtomicU64::new(0),
        }
    }

    /// A value, if it is held; else the ticket to put it in with.
    pub(crate) fn get(&self, key: &str) -> Result<Arc<V>, Ticket> {
        let mut inside = self.inside();
        if let Some(entry) = inside.values.get_mut(key) {
            entry.used = true;
            self.hits.fetch_add(1, Ordering::Relaxed);
            return Ok(Arc::clone(&entry.value));
        }
        self.misses.fetch_add(1, Ordering::Relaxed);
        Err(Ticket(inside.drops[self.group(key)]))
    }

    /// How often a value was held when it was asked for, and how often not.
    pub(crate) fn hits_and_misses(&self) -> (u64, u64) {
        (self.hits.load(Ordering::Relaxed), self.misses.load(Ordering::Relaxed))
    }

    /// Holds a value read with a ticket, unless its key was dropped since.
    pub(crate) fn put(&self, key: &str, value: Arc<V>, weight: usize, ticket: Ticket) {
        let group = self.group(key);
        let mut inside = self.inside();
        if inside.drops[group] == ticket.0 && weight <= self.most / 4 {
            inside.insert(key, value, weight);
            inside.shrink(self.most);
        }
    }

    /// Puts another value in the place of one that is held, when the function makes one of it; otherwise drops it.
    pub(crate) fn replace(&self, key: &str, make: impl FnOnce(&V) -> Option<(Arc<V>, usize)>) -> bool {
        let group = self.group(key);
        let mut inside = self.inside();
        inside.drops[group] += 1;
        let made = inside.values.get(key).and_then(|entry| make(&entry.value));
        inside.take(key);
        let Some((value, weight)) = made else { return false };
        inside.insert(key, value, weight);
        inside.shrink(self.most);
        true
    }

    /// Drops a value.
    pub(crate) fn remove(&self, key: &str) {
        let group = self.group(key);
        let mut inside = self.inside();
        inside.drops[group] += 1;
        inside.take(key);
    }

    /// Drops all values.
    pub(crate) fn clear(&self) {
        let mut inside = self.inside();
        for drops in &mut inside.drops {
            *drops += 1;
        }
        inside.values.clear();
        inside.queue.clear();
        inside.weight = 0;
    }

    fn group(&self, key: &str) -> usize {
        usize::try_from(self.hasher.hash_one(key) % GROUPS as u64).unwrap_or_default()
    }

    fn inside(&self) -> MutexGuard<'_, Inside<V>> {
        // Nothing panics while it is held; were it so, dropping values would still be right.
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<V> Inside<V> {
    fn insert(&mut self, key: &str, value: Arc<V>, weight: usize) {
        self.take(key);
        self.numbered += 1;
        let entry = Entry { value, weight, number: self.numbered, used: false };
        self.queue.push_back((key.to_owned(), entry.number));
        self.values.insert(key.to_owned(), entry);
        self.weight += weight;
        if self.queue.len() > 2 * self.values.len() + 64 {
            let values = &self.values;
            self.queue.retain(|(key, number)| values.get(key).is_some_and(|entry| entry.number == *number));
        }
    }

    fn take(&mut self, key: &str) {
        if let Some(entry) = self.values.remove(key) {
            self.weight -= entry.weight;
        }
    }

    fn shrink(&mut self, most: usize) {
        while self.weight > most {
            let Some((key, number)) = self.queue.pop_front() else {
                return;
            };
            match self.values.get_mut(&key) {
                Some(entry) if entry.number == number && entry.used => {
                    entry.used = false;
                    self.queue.push_back((key, number));
                }
                Some(entry) if entry.number == number => self.take(&key),
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(most: usize, keys: &[&str]) -> Shelf<String> {
        let shelf = Shelf::new(most);
        for key in keys {
            put(&shelf, key);
        }
        shelf
    }

    fn put(shelf: &Shelf<String>, key: &str) {
        if let Err(ticket) = shelf.get(key) {
            shelf.put(key, Arc::new(key.to_owned()), 1, ticket);
        }
    }

    fn held(shelf: &Shelf<String>, keys: &[&str]) -> String {
        keys.iter().filter(|key| shelf.get(key).is_ok()).copied().collect()
    }

    #[test]
    fn what_was_not_asked_for_leaves_first() {
        let shelf = filled(4, &["a", "b", "c", "d"]);
        assert!(shelf.get("a").is_ok());
        put(&shelf, "e");
        assert_eq!(held(&shelf, &["a", "b", "c", "d", "e"]), "acde");
    }

    #[test]
    fn a_value_read_before_a_drop_is_not_put_in_after_it() {
        let shelf = filled(4, &[]);
        let ticket = shelf.get("a").expect_err("it is empty");
        shelf.remove("a");
        shelf.put("a", Arc::new("stale".to_owned()), 1, ticket);
        assert!(shelf.get("a").is_err());
    }

    #[test]
    fn the_queue_does_not_grow_with_drops() {
        let shelf = filled(4, &[]);
        for _ in 0..10_000 {
            put(&shelf, "a");
            shelf.remove("a");
        }
        assert!(shelf.inside().queue.len() < 200);
    }

    #[test]
    fn a_value_too_heavy_for_the_shelf_is_not_held() {
        let shelf = filled(100, &["a"]);
        let ticket = shelf.get("b").expect_err("not there yet");
        shelf.put("b", Arc::new("b".to_owned()), 50, ticket);
        assert_eq!(held(&shelf, &["a", "b"]), "a");
    }
}
