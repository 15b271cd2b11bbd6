//! The metadata of a file.

use krilla::metadata::{DateTime, Metadata, TextDirection};
use scene::Document;

/// The metadata of a document.
pub(super) fn metadata(document: &Document) -> Metadata {
    let properties = &document.properties;
    // PDF/UA requires a title.
    let title = if document.title.trim().is_empty() { "Lectern".to_owned() } else { document.title.clone() };
    let direction =
        if document.direction.is_right_to_left() { TextDirection::RightToLeft } else { TextDirection::LeftToRight };
    let mut metadata = Metadata::new()
        .title(title)
        .language(document.language.clone())
        .creator("Lectern".to_owned())
        .text_direction(direction);
    if !properties.description.is_empty() {
        metadata = metadata.description(properties.description.clone());
    }
    if !properties.author.is_empty() {
        metadata = metadata.authors(vec![properties.author.clone()]);
    }
    match date(&properties.created) {
        Some(created) => metadata.creation_date(created),
        None => metadata,
    }
}

/// The date of an RFC 3339 time, to the second; `None` for any other text.
fn date(text: &str) -> Option<DateTime> {
    let number = |range: std::ops::Range<usize>| text.get(range)?.parse::<u16>().ok();
    let small = |range| u8::try_from(number(range)?).ok();
    let date = DateTime::new(number(0..4)?).month(small(5..7)?).day(small(8..10)?);
    let date = date.hour(small(11..13)?).minute(small(14..16)?).second(small(17..19)?);
    Some(if text.ends_with('Z') { date.utc_offset_hour(0).utc_offset_minute(0) } else { date })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_rfc_3339_times_are_dates() {
        assert!(date("2026-01-31T09:30:00.000Z").is_some());
        assert!(date("").is_none());
        assert!(date("yesterday, after lunch").is_none());
        assert!(date("2026-01-31").is_none());
    }
}
