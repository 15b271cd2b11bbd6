//! Writing XML: elements are opened and closed in order, texts are escaped.
//!
//! The module is independent of the elements of the format. Characters that XML forbids are left out.

use std::fmt::{Display, Write};

/// The attributes of an element in order.
pub(super) type Attributes<'a> = &'a [(&'a str, &'a dyn Display)];

/// XML that is being written.
#[derive(Debug, Default)]
pub(super) struct Xml {
    out: String,
    /// The names of the elements that are not closed yet.
    open_elements: Vec<&'static str>,
}

impl Xml {
    /// Starts the XML of a part with the XML declaration.
    pub(super) fn part() -> Xml {
        Xml {
            out: "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n".to_owned(),
            open_elements: Vec::new(),
        }
    }

    /// Opens an element.
    pub(super) fn open(&mut self, name: &'static str, attributes: Attributes<'_>) {
        self.write_start(name, attributes);
        self.out.push('>');
        self.open_elements.push(name);
    }

    /// Closes the innermost element.
    pub(super) fn close(&mut self) {
        let name = self.open_elements.pop().expect("an element is open");
        self.out.push_str("</");
        self.out.push_str(name);
        self.out.push('>');
    }

    /// Writes an element without content.
    pub(super) fn empty(&mut self, name: &str, attributes: Attributes<'_>) {
        self.write_start(name, attributes);
        self.out.push_str("/>");
    }

    /// Writes an element that contains text.
    pub(super) fn text(&mut self, name: &'static str, attributes: Attributes<'_>, text: &str) {
        self.open(name, attributes);
        for letter in text.chars() {
            self.write_escaped(letter, false);
        }
        self.close();
    }

    /// Writes an element that contains a number or another plain value.
    pub(super) fn value(&mut self, name: &'static str, value: &dyn Display) {
        self.text(name, &[], &value.to_string());
    }

    /// Writes text that is XML already, without escaping it.
    pub(super) fn add(&mut self, xml: &str) {
        self.out.push_str(xml);
    }

    /// The written XML. Every element must be closed.
    pub(super) fn finish(self) -> String {
        debug_assert!(self.open_elements.is_empty(), "not closed: {:?}", self.open_elements);
        self.out
    }

    fn write_start(&mut self, name: &str, attributes: Attributes<'_>) {
        self.out.push('<');
        self.out.push_str(name);
        for (key, value) in attributes {
            let _ = write!(self.out, " {key}=\"");
            let _ = write!(AttributeEscaper(self), "{value}");
            self.out.push('"');
        }
    }

    fn write_escaped(&mut self, letter: char, in_attribute: bool) {
        match letter {
            '&' => self.out.push_str("&amp;"),
            '<' => self.out.push_str("&lt;"),
            '>' => self.out.push_str("&gt;"),
            '"' if in_attribute => self.out.push_str("&quot;"),
            '\n' | '\t' if in_attribute => {
                let _ = write!(self.out, "&#{};", letter as u32);
            }
            '\n' | '\t' => self.out.push(letter),
            '\0'..='\u{1F}' | '\u{FFFE}' | '\u{FFFF}' => {}
            _ => self.out.push(letter),
        }
    }
}

/// Escapes what is written to it, for an attribute in double quotes.
struct AttributeEscaper<'a>(&'a mut Xml);

impl Write for AttributeEscaper<'_> {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        for letter in text.chars() {
            self.0.write_escaped(letter, true);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_attributes_are_escaped_and_lose_forbidden_characters() {
        let mut xml = Xml::default();
        xml.open("a", &[("k", &"1 < \"2\" & 3\n")]);
        xml.text("t", &[], "x\u{0}\u{B}\u{FFFF} <&> \"y\"");
        xml.empty("e", &[("n", &5)]);
        xml.close();
        let expected = "<a k=\"1 &lt; &quot;2&quot; &amp; 3&#10;\"><t>x &lt;&amp;&gt; \"y\"</t><e n=\"5\"/></a>";
        assert_eq!(xml.finish(), expected);
    }
}
