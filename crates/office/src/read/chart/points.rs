//! Reads the cached points of a chart, with a limit on their number.

use crate::read::Limits;
use crate::read::error::ReadError;
use crate::read::xml::Element;

/// Counts the points of a chart while they are read.
pub(super) struct Points<'p> {
    part: &'p str,
    limits: &'p Limits,
    count: usize,
}

impl<'p> Points<'p> {
    pub(super) fn new(part: &'p str, limits: &'p Limits) -> Self {
        Self { part, limits, count: 0 }
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Adds to the count of points. Fails when it exceeds the limit.
    pub(super) fn add(&mut self, count: usize) -> Result<(), ReadError> {
        self.count = self.count.saturating_add(count);
        if self.count > self.limits.points {
            return Err(ReadError::too_many(self.part, "figures and categories", self.limits.points));
        }
        Ok(())
    }

    /// Fails if a list of names has more bytes of text than a presentation may have.
    pub(super) fn check_text(&self, bytes: usize) -> Result<(), ReadError> {
        let limit = self.limits.text;
        if bytes > limit { Err(ReadError::too_many(self.part, "bytes of text", limit)) } else { Ok(()) }
    }

    /// The numbers of a source (`val`, `xVal`), by position; `None` for a cell that is empty or has no number.
    pub(super) fn numbers(&mut self, source: &Element<'_>) -> Result<Vec<Option<f64>>, ReadError> {
        Ok(self.texts(source)?.into_iter().map(|text| number(text?)).collect())
    }

    /// The texts of a source, by position; `None` for an empty cell.
    pub(super) fn texts<'e>(&mut self, source: &'e Element<'_>) -> Result<Vec<Option<&'e str>>, ReadError> {
        let cache = source
            .all()
            .find(|element| element.children.iter().any(|child| child.name == "pt" || child.name == "ptCount"));
        cache.map_or(Ok(Vec::new()), |cache| self.list(cache))
    }

    /// The texts of a list of points (`numCache`, `lvl`), by position.
    pub(super) fn list<'e>(&mut self, cache: &'e Element<'_>) -> Result<Vec<Option<&'e str>>, ReadError> {
        let declared = cache.child("ptCount").and_then(|count| count.number("val")).unwrap_or(0);
        let declared = cache.number("ptCount").unwrap_or(declared);
        let indexed = |point: &'e Element<'_>| (point.number::<usize>("idx").unwrap_or(usize::MAX), point);
        let last = cache.children_named("pt").map(|point| indexed(point).0.saturating_add(1)).max().unwrap_or(0);
        let length = declared.max(last);
        self.add(length)?;
        let mut texts = vec![None; length];
        for (index, point) in cache.children_named("pt").map(indexed) {
            let text = point.child("v").map_or(&point.text, |value| &value.text);
            if let Some(slot) = texts.get_mut(index) {
                *slot = Some(text.trim()).filter(|text| !text.is_empty());
            }
        }
        Ok(texts)
    }
}

/// A number of a cache; `None` for an error such as `#N/A`.
pub(super) fn number(text: &str) -> Option<f64> {
    text.parse::<f64>().ok().filter(|number| number.is_finite())
}
