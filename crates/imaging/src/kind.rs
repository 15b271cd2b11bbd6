//! The kind of a picture, recognised by its bytes.

use crate::{avif, svg};

/// A kind of picture that can be uploaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PictureKind {
    /// Portable Network Graphics.
    Png,
    /// JPEG, baseline or progressive.
    Jpeg,
    /// GIF. Only the first frame of an animation is decoded.
    Gif,
    /// WebP, lossy or lossless. Only the first frame of an animation is decoded.
    Webp,
    /// SVG as plain XML.
    Svg,
    /// AVIF. It is measured, but never decoded.
    Avif,
}

impl PictureKind {
    /// All kinds.
    pub const ALL: [Self; 6] = [Self::Png, Self::Jpeg, Self::Gif, Self::Webp, Self::Svg, Self::Avif];

    /// The media type.
    pub fn mime(self) -> &'static str {
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
    pub fn extension(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpeg => "jpg",
            Self::Gif => "gif",
            Self::Webp => "webp",
            Self::Svg => "svg",
            Self::Avif => "avif",
        }
    }
}

/// The kind of picture that a file contains, or `None` when it is not supported. `bytes` is the whole file or its first
/// few kilobytes. Nothing is decoded, so the rest may still be broken.
pub fn kind_of(bytes: &[u8]) -> Option<PictureKind> {
    match bytes {
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Some(PictureKind::Png),
        [0xff, 0xd8, 0xff, ..] => Some(PictureKind::Jpeg),
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some(PictureKind::Gif),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(PictureKind::Webp),
        _ if avif::is_avif(bytes) => Some(PictureKind::Avif),
        _ if svg::is_svg(bytes) => Some(PictureKind::Svg),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bytes: &[u8], expected: Option<PictureKind>) {
        assert_eq!(kind_of(bytes), expected, "{}", bytes.escape_ascii());
    }

    #[test]
    fn raster_pictures_have_a_signature() {
        check(b"\x89PNG\r\n\x1a\n", Some(PictureKind::Png));
        check(b"\xff\xd8\xff\xe0", Some(PictureKind::Jpeg));
        check(b"GIF87a", Some(PictureKind::Gif));
        check(b"GIF89a", Some(PictureKind::Gif));
        check(b"RIFF\0\0\0\0WEBPVP8 ", Some(PictureKind::Webp));
    }

    #[test]
    fn avif_is_a_brand_of_the_first_box() {
        check(b"\0\0\0\x18ftypavif\0\0\0\0mif1avif", Some(PictureKind::Avif));
        check(b"\0\0\0\x18ftypmif1\0\0\0\0avifmiaf", Some(PictureKind::Avif));
        check(b"\0\0\0\x18ftypavis\0\0\0\0mif1miaf", Some(PictureKind::Avif));
        check(b"\0\0\0\x40ftypmif1\0\0\0\0avif", Some(PictureKind::Avif));
        check(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", None);
        check(b"\0\0\0\x10ftypheic\0\0\0\0avif", None);
        check(b"\0\0\0\x14ftypheicavifmif1", None);
        check(b"\0\0\0\x18ftypisom\0\0\0\0mp41avc1", None);
    }

    #[test]
    fn the_first_element_of_an_svg_is_called_svg() {
        check(b"<svg xmlns='http://www.w3.org/2000/svg'/>", Some(PictureKind::Svg));
        check(b"\xef\xbb\xbf\n<svg>", Some(PictureKind::Svg));
        check(b"\xef\xbb\xbf<?xml version='1.0'?><!-- A quay --><!DOCTYPE svg><svg/>", Some(PictureKind::Svg));
        check(b"<?xml version='1.0'?><!-- <html> --><!DOCTYPE svg PUBLIC 'x' 'y'><svg\n>", Some(PictureKind::Svg));
        check(b"<!DOCTYPE svg [ <!ENTITY a 'b'> <!ENTITY c 'd'> ]>\n<svg/>", Some(PictureKind::Svg));
        check(b"<s:svg xmlns:s='http://www.w3.org/2000/svg'>", Some(PictureKind::Svg));
        check(b"\xff\xfe<\0s\0v\0g\0/\0>\0", Some(PictureKind::Svg));
    }

    #[test]
    fn the_start_of_an_svg_is_enough() {
        check(b"<svg width='3' aria-label='Qu", Some(PictureKind::Svg));
        check(
            "<!-- ü --><svg title='ü".as_bytes().strip_suffix(b"\xbc").expect("a cut letter"),
            Some(PictureKind::Svg),
        );
        check(b"<?xml version='1.0' encoding='Shift_JIS'?><svg><text>\x83\x4e", Some(PictureKind::Svg));
        for start in [&b"<svg"[..], b"<svgx", b"<!-- <svg>", b"<?xml", b"<!doctype svg ["] {
            check(start, None);
        }
    }

    #[test]
    fn other_files_are_no_pictures() {
        for bytes in [
            &b""[..],
            b"plain words",
            b"%PDF-1.7\n%",
            b"PK\x03\x04",
            b"<!doctype html><p>Hi",
            b"<html><body><svg/></body></html>",
            b"<svgx>",
            b"<!-- <svg> -->",
            b"RIFF\0\0\0\0WAVE",
            b"\x1f\x8b\x08 gzipped",
            b"BM\0\0",
        ] {
            check(bytes, None);
        }
    }
}
