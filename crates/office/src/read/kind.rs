//! Recognises the kind of a document by the content types of its package, not by the name of the file.

use super::archive::Parts;
use super::error::ReadError;
use super::relationships::Relationships;
use super::xml;

const CONTENT_TYPES: &str = "[Content_Types].xml";

/// The main part of a presentation.
#[derive(Debug)]
pub(super) struct Main {
    pub(super) part: String,
    pub(super) has_macros: bool,
}

/// Finds the main part of a package, or fails if it is not a presentation.
pub(super) fn main_part(parts: &mut dyn Parts, package: &Relationships) -> Result<Main, ReadError> {
    let Some(source) = parts.text(CONTENT_TYPES)? else { return Err(error_without_types(parts)?) };
    let Some(part) = package.part_of_kind("officeDocument").map(str::to_owned) else {
        return Err(ReadError::Foreign { found: "a package without a document" });
    };
    let root = xml::parse(CONTENT_TYPES, &source)?;
    let is_part = |name: &str| name.trim_start_matches('/').eq_ignore_ascii_case(&part);
    let of_part =
        root.children_named("Override").find(|entry| entry.attribute("PartName").is_some_and(|name| is_part(&name)));
    let of_extension = || {
        let extension = part.rsplit('.').next().unwrap_or_default();
        let is_extension = |name: &str| name.eq_ignore_ascii_case(extension);
        root.children_named("Default")
            .find(|entry| entry.attribute("Extension").is_some_and(|name| is_extension(&name)))
    };
    let kind = of_part.or_else(of_extension).and_then(|entry| entry.attribute("ContentType")).unwrap_or_default();
    let kind = kind.to_ascii_lowercase();
    let is_main = kind.ends_with(".main+xml");
    let has_macros = kind.contains("macroenabled");
    if is_main && (kind.contains("presentationml") || kind.contains("ms-powerpoint")) {
        return Ok(Main { part, has_macros });
    }
    let found = match &*kind {
        kind if kind.contains("wordprocessingml") || kind.contains("ms-word") => "a Word document",
        kind if kind.contains("spreadsheetml") || kind.contains("ms-excel") => "an Excel workbook",
        kind if kind.contains("visio") => "a Visio drawing",
        _ => "a package of another kind",
    };
    Err(ReadError::Foreign { found })
}

/// Returns the error of an archive without content types, which is not a package of Office.
fn error_without_types(parts: &mut dyn Parts) -> Result<ReadError, ReadError> {
    let mimetype = parts.text("mimetype")?.unwrap_or_default();
    Ok(match mimetype.trim() {
        kind if kind.starts_with("application/vnd.oasis.opendocument.presentation") => ReadError::OpenDocument,
        kind if kind.starts_with("application/vnd.oasis.opendocument") => {
            ReadError::Foreign { found: "an OpenDocument file" }
        }
        deck::package::MIMETYPE => ReadError::Foreign { found: "a .deck package" },
        _ => ReadError::Foreign { found: "an archive" },
    })
}
