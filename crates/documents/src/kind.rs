//! Finds out what a file is, by its bytes first, and by its name where several formats are possible.

use crate::archive::Archive;
use crate::{Limits, ReadError, text};

/// A format that can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FileKind {
    Pdf,
    Word,
    OpenDocument,
    PowerPoint,
    Epub,
    Html,
    Markdown,
    Plain,
}

/// MS-CFB 2.2: the signature of a compound file.
const COMPOUND: &[u8] = &[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
/// Signatures of files that are not documents.
const FOREIGN: &[(&[u8], &str)] = &[
    (b"{\\rtf", "a file in Rich Text Format"),
    (b"%!PS", "a PostScript file"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"RIFF", "a picture or a sound"),
    (b"\x1f\x8b", "a compressed file"),
    (b"7z\xbc\xaf", "an archive"),
    (b"Rar!", "an archive"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program"),
    (b"AT&TFORM", "a DjVu file"),
];

/// The format of a file.
///
/// # Errors
/// Fails when the file is empty, of a kind that is not read, protected, or an archive that cannot be opened.
pub(crate) fn of(bytes: &[u8], name: &str, limits: &Limits) -> Result<FileKind, ReadError> {
    if bytes.is_empty() {
        return Err(ReadError::Foreign { found: "an empty file" });
    }
    let start = &bytes[..bytes.len().min(1024)];
    // There may be other bytes before the header of a PDF, but a text may also contain the words of the header.
    let has_header = contains(start, b"%PDF-") && !start.starts_with(b"PK");
    if start.starts_with(b"%PDF-") || has_header && contains(bytes, b" obj") {
        return Ok(FileKind::Pdf);
    }
    if bytes.starts_with(b"PK") {
        return of_archive(bytes, limits);
    }
    if bytes.starts_with(COMPOUND) {
        return Err(compound_error(bytes));
    }
    for (signature, found) in FOREIGN {
        // Text may begin with the letters of a short signature.
        if bytes.starts_with(signature) && (signature.len() > 2 || contains(start, &[0])) {
            return Err(ReadError::Foreign { found });
        }
    }
    let is_utf16 = start.starts_with(&[0xff, 0xfe]) || start.starts_with(&[0xfe, 0xff]);
    if contains(start, &[0]) && !is_utf16 {
        return Err(ReadError::Foreign { found: "a file of another kind" });
    }
    Ok(of_text(&text::decoded(start), name))
}

/// The format of a text, by its name or its first bytes.
fn of_text(start: &str, name: &str) -> FileKind {
    let name = name.to_lowercase();
    let name = name.split(';').next().unwrap_or_default().trim_end();
    let ends = |ends: &[&str]| ends.iter().any(|end| name.ends_with(end));
    if ends(&[".html", ".htm", ".xhtml", "text/html", "xhtml+xml"]) {
        return FileKind::Html;
    }
    if ends(&[".md", ".markdown", ".mdown", "text/markdown", "text/x-markdown"]) {
        return FileKind::Markdown;
    }
    let start = start.trim_start().to_lowercase();
    if ["<!doctype html", "<html", "<?xml"].iter().any(|tag| start.starts_with(tag)) && start.contains("<html") {
        return FileKind::Html;
    }
    // Unless the file name says that it is plain text, a heading or a code fence is enough for Markdown.
    let is_heading = |line: &str| line.starts_with("# ") || line.starts_with("## ") || line.starts_with("```");
    // A file of plain text is Markdown if it begins with a heading and has another one below it.
    let mut lines = start.lines().filter(|line| !line.trim().is_empty());
    let has_headings = lines.next().is_some_and(|line| line.starts_with("# "))
        && start.contains("\n\n## ")
        && lines.filter(|line| line.starts_with("# ")).count() == 0;
    let is_plain = ends(&[".txt", ".text"]) && !has_headings;
    if !is_plain && start.lines().any(is_heading) { FileKind::Markdown } else { FileKind::Plain }
}

/// The format of an archive, by its parts.
fn of_archive(bytes: &[u8], limits: &Limits) -> Result<FileKind, ReadError> {
    let mut archive = Archive::open(bytes, limits)?;
    if archive.has("mimetype") {
        let kind = archive.required_text("mimetype")?;
        return match kind.trim() {
            "application/epub+zip" => Ok(FileKind::Epub),
            kind if kind.starts_with("application/vnd.oasis.opendocument.text") => Ok(FileKind::OpenDocument),
            kind if kind.starts_with("application/vnd.oasis.opendocument.presentation") => {
                Err(ReadError::Foreign { found: "an OpenDocument presentation" })
            }
            kind if kind.starts_with("application/vnd.oasis.opendocument") => {
                Err(ReadError::Foreign { found: "an OpenDocument file without text" })
            }
            deck::package::MIMETYPE => Err(ReadError::Foreign { found: "a .deck package" }),
            _ => Err(ReadError::Foreign { found: "an archive" }),
        };
    }
    if archive.has("META-INF/container.xml") {
        return Ok(FileKind::Epub);
    }
    if !archive.has("[Content_Types].xml") {
        return Err(ReadError::Foreign { found: "an archive" });
    }
    let types = archive.required_text("[Content_Types].xml")?;
    if types.contains("wordprocessingml.document.main") || types.contains("ms-word.document.macroEnabled.main") {
        Ok(FileKind::Word)
    } else if types.contains("presentationml") || types.contains("ms-powerpoint") {
        Ok(FileKind::PowerPoint)
    } else if types.contains("wordprocessingml.template.main") {
        Ok(FileKind::Word)
    } else if types.contains("spreadsheetml") || types.contains("ms-excel") {
        Err(ReadError::Foreign { found: "an Excel workbook" })
    } else {
        Err(ReadError::Foreign { found: "a package of another kind" })
    }
}

/// The error of a compound file: an old format of Office, or a new one that is encrypted.
fn compound_error(bytes: &[u8]) -> ReadError {
    let has = |name: &str| {
        let name: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
        contains(bytes, &name)
    };
    if has("EncryptedPackage") {
        ReadError::Protected
    } else if has("WordDocument") {
        ReadError::Legacy { found: "a Word file", save_as: ".docx" }
    } else if has("PowerPoint Document") {
        ReadError::Legacy { found: "a PowerPoint file", save_as: ".pptx" }
    } else {
        ReadError::Foreign { found: "an older file of another program" }
    }
}

/// Whether some bytes occur in others.
pub(crate) fn contains(bytes: &[u8], wanted: &[u8]) -> bool {
    bytes.windows(wanted.len()).any(|window| window == wanted)
}
