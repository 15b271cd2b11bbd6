//! Judges pictures by their first bytes.
//!
//! It names the type a file claims to be by its own signature, never by its name, and decodes nothing.

/// A type of picture that may be uploaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PictureType {
    /// Portable Network Graphics.
    Png,
    /// JPEG.
    Jpeg,
    /// Graphics Interchange Format.
    Gif,
    /// WebP.
    Webp,
    /// Scalable Vector Graphics.
    Svg,
    /// AV1 Image File Format.
    Avif,
}

impl PictureType {
    /// The media type.
    pub const fn mime(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Gif => "image/gif",
            Self::Webp => "image/webp",
            Self::Svg => "image/svg+xml",
            Self::Avif => "image/avif",
        }
    }

    /// The file extension, without a dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpeg => "jpg",
            Self::Gif => "gif",
            Self::Webp => "webp",
            Self::Svg => "svg",
            Self::Avif => "avif",
        }
    }

    /// The type that a lower-case file extension stands for.
    pub(super) fn of_extension(extension: &str) -> Option<Self> {
        Some(match extension {
            "png" => Self::Png,
            "jpg" | "jpeg" => Self::Jpeg,
            "gif" => Self::Gif,
            "webp" => Self::Webp,
            "svg" => Self::Svg,
            "avif" => Self::Avif,
            _ => return None,
        })
    }

    /// Whether deflating such a file again is wasted effort.
    pub(super) const fn is_compressed(self) -> bool {
        !matches!(self, Self::Svg)
    }
}

/// The type of picture these bytes are, or begin.
pub fn picture_type(bytes: &[u8]) -> Option<PictureType> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        Some(PictureType::Png)
    } else if bytes.starts_with(b"\xff\xd8\xff") {
        Some(PictureType::Jpeg)
    } else if bytes.starts_with(b"GIF87a") || bytes.starts_with(b"GIF89a") {
        Some(PictureType::Gif)
    } else if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        Some(PictureType::Webp)
    } else if is_avif(bytes) {
        Some(PictureType::Avif)
    } else {
        is_svg(bytes).then_some(PictureType::Svg)
    }
}

/// ISO 14496-12, 4.3: a file type box is its size, `ftyp`, the major brand, a version and the compatible brands.
fn is_avif(bytes: &[u8]) -> bool {
    let Some((size, rest)) = bytes.split_first_chunk::<4>() else {
        return false;
    };
    let Some(brands) = rest.strip_prefix(b"ftyp") else {
        return false;
    };
    let size = usize::try_from(u32::from_be_bytes(*size)).unwrap_or(usize::MAX);
    let brands = &brands[..brands.len().min(size.saturating_sub(8))];
    brands.chunks_exact(4).enumerate().any(|(index, brand)| index != 1 && matches!(brand, b"avif" | b"avis"))
}

/// Whether the first element is `<svg`, after blanks, comments, a declaration and a document type.
fn is_svg(bytes: &[u8]) -> bool {
    let mut rest = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    loop {
        rest = rest.trim_ascii_start();
        let after = if rest.starts_with(b"<!--") {
            after(&rest[4..], b"-->")
        } else if rest.starts_with(b"<?") {
            after(rest, b"?>")
        } else if rest.get(..9).is_some_and(|start| start.eq_ignore_ascii_case(b"<!doctype")) {
            let subset = rest.iter().find(|byte| b"[>".contains(byte)) == Some(&b'[');
            let rest = if subset { after(rest, b"]") } else { Some(rest) };
            rest.and_then(|rest| after(rest, b">"))
        } else {
            return rest.strip_prefix(b"<svg").is_some_and(|rest| {
                rest.first().is_some_and(|byte| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'/'))
            });
        };
        match after {
            Some(after) => rest = after,
            None => return false,
        }
    }
}

fn after<'a>(bytes: &'a [u8], mark: &[u8]) -> Option<&'a [u8]> {
    let start = bytes.windows(mark.len()).position(|window| window == mark)?;
    Some(&bytes[start + mark.len()..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bytes: &[u8], expected: Option<PictureType>) {
        assert_eq!(picture_type(bytes), expected, "{}", bytes.escape_ascii());
    }

    #[test]
    fn pictures_are_judged_by_their_signature() {
        check(b"\x89PNG\r\n\x1a\n....", Some(PictureType::Png));
        check(b"\xff\xd8\xff\xe0....", Some(PictureType::Jpeg));
        check(b"GIF87a....", Some(PictureType::Gif));
        check(b"GIF89a....", Some(PictureType::Gif));
        check(b"RIFF\x10\0\0\0WEBPVP8 ", Some(PictureType::Webp));
        check(b"\0\0\0\x1cftypavif\0\0\0\0mif1miaf", Some(PictureType::Avif));
        check(b"\0\0\0\x1cftypmif1\0\0\0\0miafavif", Some(PictureType::Avif));
    }

    #[test]
    fn an_svg_may_begin_with_a_preamble() {
        check(b"<svg xmlns='http://www.w3.org/2000/svg'/>", Some(PictureType::Svg));
        check(b"\xef\xbb\xbf\n<svg>", Some(PictureType::Svg));
        check(b"<?xml version='1.0'?><!-- <html> --><!DOCTYPE svg PUBLIC 'x' 'y'><svg\n>", Some(PictureType::Svg));
        check(b"<!DOCTYPE svg [ <!ENTITY a 'b'> <!ENTITY c 'd'> ]>\n<svg/>", Some(PictureType::Svg));
    }

    #[test]
    fn anything_else_is_no_picture() {
        for bytes in [
            &b""[..],
            b"just some words",
            b"RIFF\x10\0\0\0WAVE",
            b"\0\0\0\x18ftypheic\0\0\0\0mif1heic",
            b"\0\0\0\x10ftypheic\0\0\0\0avif",
            b"\0\0\0\x14ftypheicavifmif1",
            b"<html><svg/></html>",
            b"<svgx>",
            b"<svg",
            b"<!-- <svg>",
            b"<?xml",
            b"<!doctype svg [",
            b"%PDF-1.7",
        ] {
            check(bytes, None);
        }
    }

    #[test]
    fn a_type_knows_its_mime_and_extension() {
        for (picture, mime, extension) in [
            (PictureType::Png, "image/png", "png"),
            (PictureType::Jpeg, "image/jpeg", "jpg"),
            (PictureType::Gif, "image/gif", "gif"),
            (PictureType::Webp, "image/webp", "webp"),
            (PictureType::Svg, "image/svg+xml", "svg"),
            (PictureType::Avif, "image/avif", "avif"),
        ] {
            assert_eq!((picture.mime(), picture.extension()), (mime, extension));
            assert_eq!(PictureType::of_extension(extension), Some(picture));
        }
    }
}
