//! The few addresses a picture may hold.

/// Pictures that may stand inside another. SVG is not among them: it would need this whole treatment again.
const MEDIA: [&str; 6] = ["image/png", "image/jpeg", "image/jpg", "image/gif", "image/webp", "image/avif"];

/// A reference to an element of the same picture: `#id`.
pub(super) fn reference(text: &str) -> Option<String> {
    let id = text.trim().strip_prefix('#')?;
    let plain = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-' | '.' | ':');
    (!id.is_empty() && id.chars().all(plain)).then(|| format!("#{id}"))
}

/// A picture held in its own address: `data:image/png;base64,...`, without the blanks that programs put into it.
pub(super) fn picture(text: &str) -> Option<String> {
    let (head, body) = text.trim().split_once(',')?;
    let head = head.to_ascii_lowercase();
    let mut parts = head.strip_prefix("data:")?.split(';').map(str::trim);
    let media = parts.next().filter(|media| MEDIA.contains(media))?;
    (parts.next_back()? == "base64").then_some(())?;
    let mut address = format!("data:{media};base64,");
    address.reserve(body.len());
    for letter in body.chars().filter(|letter| !letter.is_ascii_whitespace()) {
        if !letter.is_ascii_alphanumeric() && !matches!(letter, '+' | '/' | '=') {
            return None;
        }
        address.push(letter);
    }
    Some(address)
}

/// A link a reader may follow: `https:`, `mailto:` or a place in the picture.
pub(super) fn link(text: &str) -> Option<String> {
    if text.trim_start().starts_with('#') {
        return reference(text);
    }
    // Browsers drop these before they look for the scheme.
    let address: String = text.trim_matches(|letter: char| letter <= ' ').replace(['\t', '\n', '\r'], "");
    let scheme = address.split(':').next()?.to_ascii_lowercase();
    let rest = address.get(scheme.len()..)?;
    let good = match scheme.as_str() {
        "https" => rest.starts_with("://") && rest.len() > 3,
        "mailto" => rest.len() > 1,
        _ => false,
    };
    (good && !address.chars().any(char::is_control)).then_some(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_plain_names() {
        assert_eq!(reference(" #quay-1 ").as_deref(), Some("#quay-1"));
        for text in ["", "#", "quay", "other.svg#quay", "#xpointer(id('a'))", "#a b", "#a\"", "//host#a"] {
            assert_eq!(reference(text), None, "{text}");
        }
    }

    #[test]
    fn only_raster_pictures_are_held() {
        assert_eq!(picture("data:image/PNG;base64,iVBO\n Rw0=").as_deref(), Some("data:image/png;base64,iVBORw0="));
        for text in [
            "data:image/svg+xml;base64,PHN2Zz4=",
            "data:text/html;base64,PHA+",
            "data:image/png,abc",
            "data:;base64,AA==",
            "data:image/png;base64,AA\"><script>",
            "https://example.com/quay.png",
        ] {
            assert_eq!(picture(text), None, "{text}");
        }
    }

    #[test]
    fn links_lead_to_safe_places() {
        for text in ["https://example.com/a?b=1#c", "mailto:ada@example.com", "#quay", " HTTPS://example.com"] {
            assert!(link(text).is_some(), "{text}");
        }
        for text in [
            "javascript:alert(1)",
            "java\nscript:alert(1)",
            "\u{1}javascript:alert(1)",
            "data:text/html,hi",
            "http://example.com",
            "//example.com",
            "quay.svg",
            "https:",
            "vbscript:x",
            "file:///etc/passwd",
        ] {
            assert_eq!(link(text), None, "{text}");
        }
    }
}
