//! Sound and video files: their kind, recognised by their first bytes. Nothing is decoded.

/// A kind of sound or video file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MediaKind {
    /// MPEG-4 with pictures.
    Mp4,
    /// MPEG-4 with sound alone.
    M4a,
    /// WebM, with pictures or with sound alone.
    Webm,
    /// MPEG layer 3.
    Mp3,
    /// Ogg, with Vorbis or Opus.
    Ogg,
    /// Uncompressed sound.
    Wav,
}

/// Whether a file is a video or contains sound alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MediaForm {
    /// Pictures, with or without sound.
    Video,
    /// Sound alone.
    Sound,
}

impl MediaKind {
    /// All kinds.
    pub const ALL: [Self; 6] = [Self::Mp4, Self::M4a, Self::Webm, Self::Mp3, Self::Ogg, Self::Wav];

    /// The file extension, without a dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Mp4 => "mp4",
            Self::M4a => "m4a",
            Self::Webm => "webm",
            Self::Mp3 => "mp3",
            Self::Ogg => "ogg",
            Self::Wav => "wav",
        }
    }

    /// The kind of an uploaded file by the extension of its address. `None` if the address is not below `/uploads/` or
    /// the extension is not one of a sound or video.
    pub fn of_upload(address: &str) -> Option<Self> {
        let (_, extension) = address.strip_prefix("/uploads/")?.rsplit_once('.')?;
        Self::ALL.into_iter().find(|kind| kind.extension().eq_ignore_ascii_case(extension))
    }

    /// The usual form of files of this kind.
    pub fn form(self) -> MediaForm {
        match self {
            Self::Mp4 | Self::Webm => MediaForm::Video,
            Self::M4a | Self::Mp3 | Self::Ogg | Self::Wav => MediaForm::Sound,
        }
    }

    /// The media type of a file that is played in this form.
    pub fn mime(self, form: MediaForm) -> &'static str {
        match (self, form) {
            (Self::Mp4, MediaForm::Video) => "video/mp4",
            (Self::Mp4 | Self::M4a, _) => "audio/mp4",
            (Self::Webm, MediaForm::Video) => "video/webm",
            (Self::Webm, MediaForm::Sound) => "audio/webm",
            (Self::Mp3, _) => "audio/mpeg",
            (Self::Ogg, _) => "audio/ogg",
            (Self::Wav, _) => "audio/wav",
        }
    }
}

/// The kind of sound or video that a file contains, or `None` when it is not supported. `bytes` is the whole file or
/// its first few kilobytes.
pub fn media_kind_of(bytes: &[u8]) -> Option<MediaKind> {
    match bytes {
        [0x1a, 0x45, 0xdf, 0xa3, ..] => is_webm(bytes).then_some(MediaKind::Webm),
        [_, _, _, _, b'f', b't', b'y', b'p', brand @ ..] => match brand.get(..4)? {
            b"M4A " | b"M4B " => Some(MediaKind::M4a),
            b"isom" | b"iso2" | b"iso4" | b"iso5" | b"iso6" | b"mp41" | b"mp42" | b"avc1" | b"dash" | b"M4V "
            | b"M4VP" | b"MSNV" | b"qt  " => Some(MediaKind::Mp4),
            _ => None,
        },
        [b'O', b'g', b'g', b'S', 0, ..] => Some(MediaKind::Ogg),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'A', b'V', b'E', ..] => Some(MediaKind::Wav),
        [b'I', b'D', b'3', version, _, _, ..] if (2..=4).contains(version) => Some(MediaKind::Mp3),
        // A frame of layer 3: eleven bits set, then the version and the layer, and no bit rate or sample rate that is
        // reserved.
        [0xff, second, third, ..]
            if second & 0xe6 == 0xe2
                && second & 0x18 != 0x08
                && third >> 4 != 0xf
                && third >> 4 != 0
                && third & 0xc != 0xc =>
        {
            Some(MediaKind::Mp3)
        }
        _ => None,
    }
}

/// Whether the header of a Matroska file (RFC 9559) declares WebM in its `DocType` element.
fn is_webm(bytes: &[u8]) -> bool {
    const DOC_TYPE: &[u8] = &[0x42, 0x82];
    let head = &bytes[..bytes.len().min(64)];
    let Some(at) = head.windows(2).position(|pair| pair == DOC_TYPE) else { return false };
    matches!(
        &head[at + 2..],
        [0x84, b'w', b'e', b'b', b'm', ..] | [0x01, 0, 0, 0, 0, 0, 0, 4, b'w', b'e', b'b', b'm', ..]
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bytes: &[u8], expected: Option<MediaKind>) {
        assert_eq!(media_kind_of(bytes), expected, "{}", bytes.escape_ascii());
    }

    #[test]
    fn files_have_a_signature() {
        check(b"\0\0\0\x20ftypisom\0\0\x02\0", Some(MediaKind::Mp4));
        check(b"\0\0\0\x1cftypM4A \0\0\x02\0", Some(MediaKind::M4a));
        check(b"OggS\0\x02", Some(MediaKind::Ogg));
        check(b"RIFF\0\0\0\0WAVEfmt ", Some(MediaKind::Wav));
        check(b"ID3\x04\0\0\0\0\0\0", Some(MediaKind::Mp3));
        check(b"\xff\xfb\x90\x64", Some(MediaKind::Mp3));
        check(b"\xff\xf3\x44\xc4", Some(MediaKind::Mp3));
    }

    #[test]
    fn the_kind_of_an_uploaded_file_is_that_of_its_extension() {
        let check = |address: &str| MediaKind::of_upload(address).map(|kind| kind.mime(kind.form()));
        assert_eq!(check("/uploads/quay-1.mp4"), Some("video/mp4"));
        assert_eq!(check("/uploads/waves-1.MP3"), Some("audio/mpeg"));
        for other in ["/uploads/quay-1.png", "https://a.test/uploads/a.mp4", "/uploads/mp4", ""] {
            assert_eq!(check(other), None, "{other}");
        }
    }

    #[test]
    fn webm_is_a_document_type_of_matroska() {
        check(b"\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\xf7\x81\x01\x42\x82\x84webm", Some(MediaKind::Webm));
        check(b"\x1a\x45\xdf\xa3\x01\0\0\0\0\0\0\x1f\x42\x82\x01\0\0\0\0\0\0\x04webm\x42\x87", Some(MediaKind::Webm));
        check(b"\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x88matroska", None);
        check(b"\x1a\x45\xdf\xa3", None);
    }

    #[test]
    fn other_files_are_neither_sound_nor_video() {
        for bytes in [
            &b""[..],
            b"#EXTM3U\n#EXT-X-VERSION:3\n",
            b"ffconcat version 1.0\nfile '/etc/passwd'\n",
            b"\0\0\0\x18ftypavif\0\0\0\0mif1avif",
            b"\0\0\0\x18ftypheic",
            b"\0\0\0\x18ftyp",
            b"RIFF\0\0\0\0WEBPVP8 ",
            b"RIFF\0\0\0\0AVI LIST",
            b"\xff\xd8\xff\xe0",
            b"\xff\xfe<\0s\0v\0g\0",
            b"\xff\xf1\x50\x80",
            b"\x89PNG\r\n\x1a\n",
            b"<!doctype html>",
        ] {
            check(bytes, None);
        }
    }
}
