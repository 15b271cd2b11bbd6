//! Previews for agents: slides as self-contained HTML documents.

use std::sync::Arc;

use export::{ExportInput, html};

use crate::Drawing;
use crate::decks::SlideRef;
use crate::error::{Error, Result};
use crate::rights::Readable;

impl Drawing {
    /// One slide as an HTML document.
    ///
    /// # Errors
    /// Fails when there is no such slide.
    pub async fn preview_slide(self: &Arc<Self>, deck: &Readable, slide: &SlideRef) -> Result<String> {
        let stored = deck.deck();
        let index = slide.position(&stored.deck)?;
        let drawable = self.drawable(stored, None).await?;
        let service = Arc::clone(self);
        let document = self.renderer.run(move |task| {
            let output = service.renderer.page(&drawable.drawing(), index).ok_or(Error::NotFound("slide"))?;
            let is_awaited = |_| task.is_awaited();
            let input = ExportInput { document: &output.document, pictures: &drawable.files, on_page: &is_awaited };
            Ok(html::print(input, &service.renderer.fonts)?)
        });
        document.await?
    }

    /// Slides one below the other, each under its number and type: all of them, or a range such as `0-4` or `2`.
    ///
    /// # Errors
    /// Fails when the range is not within the deck.
    pub async fn preview_deck(self: &Arc<Self>, deck: &Readable, range: Option<&str>) -> Result<String> {
        let stored = deck.deck();
        let (from, until) = slide_range(range, stored.deck.slides.len())?;
        let drawable = self.drawable(stored, None).await?;
        let service = Arc::clone(self);
        let sheet = self.renderer.run(move |task| {
            let mut output = service.renderer.document(&drawable.drawing());
            output.document.pages = output.document.pages.drain(..).skip(from).take(until - from).collect();
            let label = |position: usize| {
                let key = &drawable.deck.slides[position].key;
                format!("{} · {}", position + 1, drawable.registry.canonical(key))
            };
            let labels: Vec<String> = (from..until).map(label).collect();
            let count = drawable.deck.slides.len();
            let summary = if count == 1 { "1 slide".to_owned() } else { format!("{count} slides") };
            let is_awaited = |_| task.is_awaited();
            let input = ExportInput { document: &output.document, pictures: &drawable.files, on_page: &is_awaited };
            Ok(html::contact_sheet(input, &service.renderer.fonts, &summary, &labels)?)
        });
        sheet.await?
    }
}

/// The first position of a range and the position after its last one; those of all slides without a range.
pub(super) fn slide_range(range: Option<&str>, count: usize) -> Result<(usize, usize)> {
    let Some(range) = range else { return Ok((0, count)) };
    let wrong = || {
        let last = count.saturating_sub(1);
        Error::invalid(format!("slideRange: expected a-b or a within 0 to {last}, got `{range}`"))
    };
    let number = |text: &str| {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| text.parse::<usize>().ok()).flatten().ok_or_else(wrong)
    };
    let (from, to) = match range.trim().split_once('-') {
        Some((from, to)) => (number(from.trim())?, number(to.trim())?),
        None => (number(range.trim())?, number(range.trim())?),
    };
    if from > to || to >= count { Err(wrong()) } else { Ok((from, to + 1)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_lies_within_the_deck() {
        assert_eq!(slide_range(None, 3).unwrap(), (0, 3));
        assert_eq!(slide_range(Some("1-2"), 3).unwrap(), (1, 3));
        assert_eq!(slide_range(Some("2"), 3).unwrap(), (2, 3));
        for wrong in ["0-3", "2-1", "3", "first", "0-", "-1", "0-1-2", "0,1", "+1"] {
            let error = slide_range(Some(wrong), 3).unwrap_err().to_string();
            assert_eq!(error, format!("slideRange: expected a-b or a within 0 to 2, got `{wrong}`"));
        }
    }
}
