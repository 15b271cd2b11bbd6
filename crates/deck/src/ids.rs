//! Sources of ids.
//!
//! This crate has no random source: a caller passes one in. The service passes random ids, tests and the command line
//! pass counted ones.

/// A source of new ids. It never returns the same id twice.
pub trait Ids {
    /// Returns a new UUID in its usual text form.
    fn next_id(&mut self) -> String;
}

impl<F: FnMut() -> String> Ids for F {
    fn next_id(&mut self) -> String {
        self()
    }
}

/// Ids that count up from one, in the form of a version 4 UUID. They make output reproducible.
#[derive(Debug, Default, Clone)]
pub struct CountedIds(u64);

impl Ids for CountedIds {
    fn next_id(&mut self) -> String {
        self.0 += 1;
        format!("00000000-0000-4000-8000-{:012x}", self.0)
    }
}
