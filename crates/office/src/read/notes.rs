//! Speaker notes.

use super::error::ReadError;
use super::scope::Scope;
use super::style::ListStyle;
use super::{text, xml};
use crate::model::Paragraph;

/// Reads the notes in a part: its texts except numbers, dates, headers and footers.
pub(super) fn read(scope: &mut Scope<'_, '_>) -> Result<Vec<Paragraph>, ReadError> {
    let Some(source) = scope.parts.text(scope.part)? else { return Ok(Vec::new()) };
    let root = xml::parse(scope.part, &source)?;
    let mut notes = Vec::new();
    for shape in root.all().filter(|element| element.name == "sp") {
        let kind = shape.at(&["nvSpPr", "nvPr", "ph"]).and_then(|placeholder| placeholder.attribute("type"));
        if matches!(kind.as_deref(), Some("sldImg" | "sldNum" | "dt" | "hdr" | "ftr")) {
            continue;
        }
        if let Some(body) = shape.child("txBody") {
            notes.extend(text::paragraphs(scope, body, &ListStyle::default())?);
        }
    }
    Ok(notes)
}
