//! Ids, and where they come from.
//!
//! Nothing here makes an id by itself: whoever needs one is handed a source. The service brings random ones, tests
//! and the command line bring counted ones.

/// A source of new ids. Each call answers an id that this source never gave before.
pub trait Ids {
    /// A new UUID in its usual text form.
    fn next_id(&mut self) -> String;
}

impl<F: FnMut() -> String> Ids for F {
    fn next_id(&mut self) -> String {
        self()
    }
}

/// Ids that count up from one, in the form of a version 4 UUID: the same input gives the same output.
#[derive(Debug, Default, Clone)]
pub struct CountedIds(u64);

impl Ids for CountedIds {
    fn next_id(&mut self) -> String {
        self.0 += 1;
        format!("00000000-0000-4000-8000-{:012x}", self.0)
    }
}
