//! Media types of pictures, sounds and videos, as far as a package needs them.
//!
//! Recognising a picture by its bytes is the task of the caller: see [`AssetSource::media_type`](super::AssetSource).

const SVG: &str = "image/svg+xml";

/// The media type of the file that a lower-case file extension stands for.
pub(super) fn of_extension(extension: &str) -> Option<&'static str> {
    Some(match extension {
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "svg" => SVG,
        "avif" => "image/avif",
        "mp4" => "video/mp4",
        "webm" => "video/webm",
        "m4a" => "audio/mp4",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        "wav" => "audio/wav",
        _ => return None,
    })
}

/// Whether files of a media type are compressed, so that deflating them is wasted effort.
pub(super) fn is_compressed(media_type: &str) -> bool {
    let is_packed = ["image/", "audio/", "video/"].iter().any(|kind| media_type.starts_with(kind));
    is_packed && media_type != SVG && media_type != "audio/wav"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_picture_has_an_extension_and_only_svg_is_deflated() {
        for (extension, media_type, compressed) in [
            ("png", "image/png", true),
            ("jpg", "image/jpeg", true),
            ("jpeg", "image/jpeg", true),
            ("gif", "image/gif", true),
            ("webp", "image/webp", true),
            ("svg", "image/svg+xml", false),
            ("avif", "image/avif", true),
            ("mp4", "video/mp4", true),
            ("mp3", "audio/mpeg", true),
            ("wav", "audio/wav", false),
        ] {
            assert_eq!(of_extension(extension), Some(media_type));
            assert_eq!(is_compressed(media_type), compressed, "{media_type}");
        }
        assert_eq!(of_extension("bin"), None);
        assert!(!is_compressed(crate::package::UNKNOWN_MIME));
    }
}
