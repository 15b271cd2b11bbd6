//! The type of a picture, judged by its bytes alone.

use crate::svg;

/// A type of picture that is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PictureKind {
    /// Portable Network Graphics.
    Png,
    /// JPEG, baseline or progressive.
    Jpeg,
    /// GIF; an animation counts as its first frame.
    Gif,
    /// WebP, lossy or lossless; an animation counts as its first frame.
    Webp,
    /// SVG as plain XML.
    Svg,
    /// AVIF: measured, never decoded.
    Avif,
}

impl PictureKind {
    /// The media type it is served with.
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

    /// The extension of its file name, without a dot.
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

/// The type of a picture, or nothing where the bytes are none that is taken.
pub fn kind_of(bytes: &[u8]) -> Option<PictureKind> {
    match bytes {
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Some(PictureKind::Png),
        [0xff, 0xd8, 0xff, ..] => Some(PictureKind::Jpeg),
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some(PictureKind::Gif),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(PictureKind::Webp),
        _ if crate::avif::is_avif(bytes) => Some(PictureKind::Avif),
        _ if svg::is_svg(bytes) => Some(PictureKind::Svg),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: &[u8], mime: Option<&str>) {
        assert_eq!(kind_of(bytes).map(PictureKind::mime), mime, "{:?}", String::from_utf8_lossy(bytes));
    }

    #[test]
    fn the_first_bytes_tell_the_type() {
        check(b"\x89PNG\r\n\x1a\n", Some("image/png"));
        check(b"\xff\xd8\xff\xe0", Some("image/jpeg"));
        check(b"GIF87a", Some("image/gif"));
        check(b"GIF89a", Some("image/gif"));
        check(b"RIFF\0\0\0\0WEBPVP8 ", Some("image/webp"));
        check(b"\0\0\0\x18ftypavif\0\0\0\0mif1avif", Some("image/avif"));
        check(b"\0\0\0\x18ftypmif1\0\0\0\0avifmiaf", Some("image/avif"));
        check(b"<svg xmlns='http://www.w3.org/2000/svg'/>", Some("image/svg+xml"));
        check(b"\xef\xbb\xbf<?xml version='1.0'?><!-- A quay --><!DOCTYPE svg><svg/>", Some("image/svg+xml"));
        check(b"<s:svg xmlns:s='http://www.w3.org/2000/svg'>", Some("image/svg+xml"));
        check(b"\xff\xfe<\0s\0v\0g\0/\0>\0", Some("image/svg+xml"));
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
            b"<!-- <svg> -->",
            b"RIFF\0\0\0\0WAVE",
            b"\0\0\0\x18ftypisom\0\0\0\0mp41avc1",
            b"\x1f\x8b\x08 gzipped",
            b"BM\0\0",
        ] {
            check(bytes, None);
        }
    }
}
