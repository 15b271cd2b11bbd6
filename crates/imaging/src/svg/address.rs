//! The addresses that a picture may contain.

/// Media types of pictures that may be embedded. SVG is not among them: it would have to be sanitised as well.
const EMBEDDED_TYPES: [&str; 6] = ["image/png", "image/jpeg", "image/jpg", "image/gif", "image/webp", "image/avif"];

/// The reference to an element of the same picture, `#id`. `None` for any other text.
pub(super) fn reference(text: &str) -> Option<String> {
    let id = text.trim().strip_prefix('#')?;
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ':');
    (!id.is_empty() && id.chars().all(is_plain)).then(|| format!("#{id}"))
}

/// The address of an embedded picture, `data:image/png;base64,...`, without the white space that programs insert.
/// `None` for any other text.
pub(super) fn picture(text: &str) -> Option<String> {
    let (head, body) = text.trim().split_once(',')?;
    let head = head.to_ascii_lowercase();
    let mut parts = head.strip_prefix("data:")?.split(';').map(str::trim);
    let media = parts.next().filter(|media| EMBEDDED_TYPES.contains(media))?;
    (parts.next_back()? == "base64").then_some(())?;
    let mut address = format!("data:{media};base64,");
    address.reserve(body.len());
    for c in body.chars().filter(|c| !c.is_ascii_whitespace()) {
        if !c.is_ascii_alphanumeric() && !matches!(c, '+' | '/' | '=') {
            return None;
        }
        address.push(c);
    }
    Some(address)
}

/// The address of a link: `https:`, `mailto:` or a reference within the picture. `None` for any other text.
pub(super) fn link(text: &str) -> Option<String> {
    if text.trim_start().starts_with('#') {
        return reference(text);
    }
    // Browsers remove these characters before they parse the scheme.
    let address: String = text.trim_matches(|c: char| c <= ' ').replace(['\t', '\n', '\r'], "");
    let scheme = address.split(':').next()?.to_ascii_lowercase();
    let rest = address.get(scheme.len()..)?;
    let is_safe = match scheme.as_str() {
        "https" => rest.starts_with("://") && rest.len() > 3,
        "mailto" => rest.len() > 1,
        _ => false,
    };
    (is_safe && !address.chars().any(char::is_control)).then_some(address)
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
    fn only_raster_pictures_are_embedded() {
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
    fn only_safe_links_pass() {
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
