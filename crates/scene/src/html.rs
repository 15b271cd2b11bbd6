//! HTML of an author as a tree, the way a browser reads it.
//!
//! Only data: `layout` parses it, and each output decides which elements it shows.

/// A node of HTML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HtmlNode {
    /// Text, without escapes.
    Text(String),
    /// An element.
    Element(HtmlElement),
}

/// An element of HTML. Elements of SVG and MathML are not among them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HtmlElement {
    /// Its name in lower case.
    pub name: String,
    /// Names in lower case, and values without escapes.
    pub attributes: Vec<(String, String)>,
    /// What it contains.
    pub children: Vec<HtmlNode>,
}

impl HtmlElement {
    /// The value of an attribute without white space around it; empty if the element does not have it.
    pub fn attribute(&self, name: &str) -> &str {
        let attribute = self.attributes.iter().find(|(key, _)| key == name);
        attribute.map_or("", |(_, value)| value.trim())
    }
}
