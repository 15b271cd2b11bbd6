//! Writing HTML: elements, attributes and escapes.
//!
//! Text of an author gets into a page only through [`Markup::text`] and [`Markup::attribute`], which escape it.

use std::fmt::{self, Write};

/// HTML that is being written.
#[derive(Default)]
pub(super) struct Markup(String);

impl Markup {
    /// Writes text that is HTML already, without escaping it.
    pub(super) fn raw(&mut self, html: &str) -> &mut Markup {
        self.0.push_str(html);
        self
    }

    /// Begins a start tag. Attributes may follow, then [`Markup::end_attributes`].
    pub(super) fn open(&mut self, element: &str) -> &mut Markup {
        self.raw("<").raw(element)
    }

    /// Ends a start tag.
    pub(super) fn end_attributes(&mut self) -> &mut Markup {
        self.raw(">")
    }

    /// Writes the end tag of an element.
    pub(super) fn close(&mut self, element: &str) -> &mut Markup {
        self.raw("</").raw(element).raw(">")
    }

    /// Writes an attribute into the open start tag.
    pub(super) fn attribute(&mut self, name: &str, value: impl fmt::Display) -> &mut Markup {
        self.raw(" ").raw(name).raw("=\"");
        let _ = write!(Escaped(&mut self.0), "{value}");
        self.raw("\"")
    }

    /// Writes text, escaped.
    pub(super) fn text(&mut self, words: &str) -> &mut Markup {
        let _ = Escaped(&mut self.0).write_str(words);
        self
    }

    /// The written HTML.
    pub(super) fn finish(self) -> String {
        self.0
    }
}

/// Escapes what is written to it, both for text and for attributes in double quotes.
struct Escaped<'a>(&'a mut String);

impl Write for Escaped<'_> {
    fn write_str(&mut self, words: &str) -> fmt::Result {
        let mut remaining = words;
        while let Some(at) =
            remaining.find(|letter: char| matches!(letter, '&' | '<' | '>' | '"' | '\'') || is_forbidden(letter))
        {
            self.0.push_str(&remaining[..at]);
            let letter = remaining[at..].chars().next().unwrap_or_default();
            self.0.push_str(match letter {
                '&' => "&amp;",
                '<' => "&lt;",
                '>' => "&gt;",
                '"' => "&quot;",
                '\'' => "&#39;",
                _ => "",
            });
            remaining = &remaining[at + letter.len_utf8()..];
        }
        self.0.push_str(remaining);
        Ok(())
    }
}

/// Whether HTML forbids a character: control characters other than tab and line feed.
fn is_forbidden(letter: char) -> bool {
    letter.is_control() && !matches!(letter, '\t' | '\n')
}

/// A number in CSS and SVG, rounded to hundredths.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Number(pub(super) f32);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        #[expect(clippy::cast_possible_truncation, reason = "saturates far beyond the size of any page")]
        let hundredths = (f64::from(self.0) * 100.0).round() as i64;
        if hundredths < 0 {
            f.write_char('-')?;
        }
        let (whole, part) = (hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100);
        match part {
            0 => write!(f, "{whole}"),
            tenths if tenths % 10 == 0 => write!(f, "{whole}.{}", tenths / 10),
            _ => write!(f, "{whole}.{part:02}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_attributes_are_escaped() {
        let mut out = Markup::default();
        out.open("p").attribute("title", "\" onclick='x'>").end_attributes().text("</p><script>&\0\u{2028}").close("p");
        assert_eq!(
            out.finish(),
            "<p title=\"&quot; onclick=&#39;x&#39;&gt;\">&lt;/p&gt;&lt;script&gt;&amp;\u{2028}</p>"
        );
    }

    #[test]
    fn numbers_are_as_short_as_possible() {
        let written = [0.0, 112.0, 0.5, -0.004, -3.25, 1080.999, 7.05].map(|value| Number(value).to_string());
        assert_eq!(written, ["0", "112", "0.5", "0", "-3.25", "1081", "7.05"]);
    }
}
