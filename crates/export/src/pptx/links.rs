//! Links to an address or to a slide of the same file.

use std::collections::HashMap;
use std::fmt::Write;

use scene::{Document, LinkTarget};

use super::package::{Relationships, relationship};
use super::xml::Xml;

/// The numbers of the slides by id and by page number.
pub(super) struct Slides {
    by_id: HashMap<String, usize>,
    by_number: HashMap<usize, usize>,
}

impl Slides {
    pub(super) fn new(document: &Document) -> Slides {
        let pages = || document.pages.iter().enumerate();
        Slides {
            by_id: pages().map(|(index, page)| (page.slide.clone(), index + 1)).collect(),
            by_number: pages().map(|(index, page)| (page.number, index + 1)).collect(),
        }
    }
}

/// Writes the links of one part.
pub(super) struct Links<'a> {
    pub(super) slides: &'a Slides,
    pub(super) relationships: &'a mut Relationships,
}

impl Links<'_> {
    /// The XML of a click action. `None` for a slide that is not in the file and for an address that is not safe.
    pub(super) fn click(&mut self, target: &LinkTarget) -> Option<String> {
        let (id, action) = match target {
            LinkTarget::Address(address) => (self.relationships.hyperlink(safe_address(address)?), ""),
            LinkTarget::Slide(id) => (self.slide(*self.slides.by_id.get(id)?), "ppaction://hlinksldjump"),
            LinkTarget::Page(number) => (self.slide(*self.slides.by_number.get(number)?), "ppaction://hlinksldjump"),
        };
        let mut xml = Xml::default();
        if action.is_empty() {
            xml.open("a:hlinkClick", &[("r:id", &id)]);
        } else {
            xml.open("a:hlinkClick", &[("r:id", &id), ("action", &action)]);
        }
        // The link has the colour of the text: the link colour of the theme is not legible on every backdrop.
        let namespace = "http://schemas.microsoft.com/office/drawing/2018/hyperlinkcolor";
        xml.open("a:extLst", &[]);
        xml.open("a:ext", &[("uri", &"{A12FA001-AC4F-418D-AE19-62706E023703}")]);
        xml.empty("ahyp:hlinkClr", &[("xmlns:ahyp", &namespace), ("val", &"tx")]);
        (0..3).for_each(|_| xml.close());
        Some(xml.finish())
    }

    fn slide(&mut self, number: usize) -> String {
        self.relationships.part(relationship::SLIDE, format!("ppt/slides/slide{number}.xml"))
    }
}

/// The address of a link, percent-encoded. `None` unless it is a valid http, https or mailto address: office programs
/// report a file with an address they cannot parse as damaged.
pub(super) fn safe_address(address: &str) -> Option<String> {
    let address = address.trim();
    let (scheme, after_scheme) = address.split_once(':')?;
    let is_valid = match scheme.to_ascii_lowercase().as_str() {
        "http" | "https" => {
            is_valid_authority(after_scheme.strip_prefix("//")?.split(['/', '?', '#']).next().unwrap_or_default())
        }
        "mailto" => after_scheme.contains('@'),
        _ => false,
    };
    if !is_valid {
        return None;
    }
    let mut safe = String::with_capacity(address.len());
    let mut fragments = 0;
    for (index, byte) in address.bytes().enumerate() {
        let is_escape = byte == b'%'
            && address
                .as_bytes()
                .get(index + 1..index + 3)
                .is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit));
        fragments += u8::from(byte == b'#' && fragments < 2);
        let is_plain = byte.is_ascii_alphanumeric() || b"-._~:/?@!$&'()*+,;=[]".contains(&byte);
        if is_plain || is_escape || (byte == b'#' && fragments == 1) {
            safe.push(char::from(byte));
        } else {
            let _ = write!(safe, "%{byte:02X}");
        }
    }
    Some(safe)
}

/// Whether a host can be parsed, with the user before it and the port after it if there are any.
fn is_valid_authority(authority: &str) -> bool {
    let (user, host) = authority.split_once('@').unwrap_or(("", authority));
    let (host, port) = host.split_once(':').unwrap_or((host, ""));
    let is_plain = |letter: char| letter.is_alphanumeric() || ".-_~%".contains(letter);
    let is_port = port.bytes().all(|byte| byte.is_ascii_digit()) && (port.is_empty() || port.parse::<u16>().is_ok());
    authority.starts_with(char::is_alphanumeric)
        && user.chars().all(|letter| is_plain(letter) || letter == ':')
        && host.starts_with(char::is_alphanumeric)
        && host.chars().all(is_plain)
        && is_port
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_percent_encoded_or_refused() {
        let safe = |address: &str| safe_address(address).unwrap_or_default();
        assert_eq!(safe("https://example.org/a b?q=<ü>#x#y"), "https://example.org/a%20b?q=%3C%C3%BC%3E#x%23y");
        assert_eq!(safe("https://example.org/50%25/100%"), "https://example.org/50%25/100%25");
        assert_eq!(safe("mailto:harbour@example.org"), "mailto:harbour@example.org");
        assert_eq!(safe("https://ada:key@example.org:8443/a"), "https://ada:key@example.org:8443/a");
        for refused in ["javascript:alert(1)", "/uploads/a.png", "https://", "https:// a", "file:///etc/passwd", ""] {
            assert_eq!(safe_address(refused), None, "{refused}");
        }
    }

    #[test]
    fn a_host_that_cannot_be_parsed_is_no_link() {
        for refused in ["example.org:quay", "example.org:70000", "example.org:80:90", "a@b@example.org", "example[1]"] {
            assert_eq!(safe_address(&format!("https://{refused}/a")), None, "{refused}");
        }
    }
}
