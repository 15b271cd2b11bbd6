//! Where clicks lead: to an address, or to a slide of the same file.

use std::collections::HashMap;
use std::fmt::Write;

use scene::{Document, Target};

use super::package::{Relationships, kind};
use super::xml::Xml;

/// The slides of a file by what links call them.
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

/// The links of one part.
pub(super) struct Links<'a> {
    pub(super) slides: &'a Slides,
    pub(super) relationships: &'a mut Relationships,
}

impl Links<'_> {
    /// What happens on a click; nothing for a slide that is not in the file, or an address no office program takes.
    pub(super) fn click(&mut self, target: &Target) -> Option<String> {
        let (id, action) = match target {
            Target::Address(address) => (self.relationships.outside(safe_address(address)?), ""),
            Target::Slide(id) => (self.slide(*self.slides.by_id.get(id)?), "ppaction://hlinksldjump"),
            Target::Page(number) => (self.slide(*self.slides.by_number.get(number)?), "ppaction://hlinksldjump"),
        };
        let mut xml = Xml::default();
        if action.is_empty() {
            xml.open("a:hlinkClick", &[("r:id", &id)]);
        } else {
            xml.open("a:hlinkClick", &[("r:id", &id), ("action", &action)]);
        }
        // Without this the theme's link colour would stand on every backdrop alike.
        let space = "http://schemas.microsoft.com/office/drawing/2018/hyperlinkcolor";
        xml.open("a:extLst", &[]);
        xml.open("a:ext", &[("uri", &"{A12FA001-AC4F-418D-AE19-62706E023703}")]);
        xml.empty("ahyp:hlinkClr", &[("xmlns:ahyp", &space), ("val", &"tx")]);
        (0..3).for_each(|_| xml.close());
        Some(xml.finish())
    }

    fn slide(&mut self, place: usize) -> String {
        self.relationships.part(kind::SLIDE, format!("ppt/slides/slide{place}.xml"))
    }
}

/// An address that may stand in a relationship: http, https or mailto, every other letter written out in percent.
/// Office programs call a file broken over an address they cannot parse.
pub(super) fn safe_address(address: &str) -> Option<String> {
    let address = address.trim();
    let (scheme, rest) = address.split_once(':')?;
    let has_place = match scheme.to_ascii_lowercase().as_str() {
        "http" | "https" => {
            let host = rest.strip_prefix("//")?.split(['/', '?', '#']).next().unwrap_or_default();
            host.chars().next().is_some_and(char::is_alphanumeric)
                && host.chars().all(|letter| letter.is_alphanumeric() || ".-:@_~%[]".contains(letter))
        }
        "mailto" => rest.contains('@'),
        _ => false,
    };
    if !has_place {
        return None;
    }
    let mut safe = String::with_capacity(address.len());
    let mut fragments = 0;
    for (index, byte) in address.bytes().enumerate() {
        let is_escape = byte == b'%'
            && address.as_bytes().get(index + 1..index + 3).is_some_and(|two| two.iter().all(u8::is_ascii_hexdigit));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_made_fit_for_a_relationship_or_dropped() {
        let safe = |address: &str| safe_address(address).unwrap_or_default();
        assert_eq!(safe("https://example.org/a b?q=<ü>#x#y"), "https://example.org/a%20b?q=%3C%C3%BC%3E#x%23y");
        assert_eq!(safe("https://example.org/50%25/100%"), "https://example.org/50%25/100%25");
        assert_eq!(safe("mailto:harbour@example.org"), "mailto:harbour@example.org");
        for refused in ["javascript:alert(1)", "/uploads/a.png", "https://", "https:// a", "file:///etc/passwd", ""] {
            assert_eq!(safe_address(refused), None, "{refused}");
        }
    }
}
