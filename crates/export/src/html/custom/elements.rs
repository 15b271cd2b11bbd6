//! Sanitises custom HTML: only elements and attributes on the allow-lists are written.

use std::borrow::Cow;

use scene::{HtmlElement, HtmlNode, PictureId};

use super::style;
use crate::html::markup::Markup;
use crate::html::writer::is_safe_link;

/// Elements that structure text, without behaviour.
#[rustfmt::skip] // A list reads better than a column.
const ELEMENTS: &[&str] = &[
    "a", "abbr", "address", "article", "aside", "b", "bdi", "bdo", "blockquote", "br", "caption", "cite", "code",
    "col", "colgroup", "dd", "del", "dfn", "div", "dl", "dt", "em", "figcaption", "figure", "footer", "h1", "h2",
    "h3", "h4", "h5", "h6", "header", "hr", "i", "img", "ins", "kbd", "li", "main", "mark", "ol", "p", "pre", "q",
    "rp", "rt", "ruby", "s", "samp", "section", "small", "span", "strong", "sub", "sup", "table", "tbody", "td",
    "tfoot", "th", "thead", "time", "tr", "u", "ul", "var", "wbr",
];

/// Attributes that every element may have.
const ATTRIBUTES: &[&str] = &["class", "dir", "id", "lang", "style", "title"];

/// Elements that are replaced by another: the page around the slide has the one `h1`, a `section` for each slide, and
/// the landmarks.
const RENAMED: &[(&str, &str)] =
    &[("h1", "h2"), ("section", "div"), ("main", "div"), ("header", "div"), ("footer", "div"), ("aside", "div")];

/// Attributes that only one element may have.
const OWN_ATTRIBUTES: &[(&str, &[&str])] = &[
    ("a", &["href"]),
    ("img", &["src", "alt", "width", "height"]),
    ("td", &["colspan", "rowspan"]),
    ("th", &["colspan", "rowspan", "scope"]),
    ("ol", &["start", "reversed", "type"]),
    ("li", &["value"]),
    ("col", &["span"]),
    ("colgroup", &["span"]),
    ("time", &["datetime"]),
];

/// Elements that are dropped with their content. Of other elements that are not on the allow-list, the content stays.
const DROPPED: &[&str] =
    &["script", "style", "noscript", "template", "title", "textarea", "iframe", "xmp", "noembed", "noframes"];

/// Elements without content and without an end tag.
const EMPTY: &[&str] = &["br", "col", "hr", "img", "wbr"];

/// Returns custom HTML with only what the allow-lists contain. Ids get the scope as a prefix: they match the rules
/// of the slide and differ from the ids of every other slide. `picture` returns the address of a picture, or `None`
/// when there is none.
pub(in crate::html) fn sanitised(
    html: &[HtmlNode],
    scope: &str,
    picture: &dyn Fn(&PictureId) -> Option<String>,
) -> String {
    let mut writer = ElementWriter { scope, picture, out: Markup::default() };
    writer.nodes(html);
    writer.out.finish()
}

/// Writes the allowed elements of custom HTML.
struct ElementWriter<'a> {
    scope: &'a str,
    picture: &'a dyn Fn(&PictureId) -> Option<String>,
    out: Markup,
}

impl ElementWriter<'_> {
    fn nodes(&mut self, nodes: &[HtmlNode]) {
        for node in nodes {
            match node {
                HtmlNode::Text(text) => {
                    self.out.text(text);
                }
                HtmlNode::Element(element) => self.element(element),
            }
        }
    }

    fn element(&mut self, element: &HtmlElement) {
        let name = element.name.as_str();
        if DROPPED.contains(&name) {
            return;
        }
        if !ELEMENTS.contains(&name) {
            return self.nodes(&element.children);
        }
        let written = RENAMED.iter().find(|(from, _)| *from == name).map_or(name, |(_, to)| *to);
        self.out.open(written);
        for (attribute, value) in &element.attributes {
            if is_listed(name, attribute)
                && let Some(value) = self.value(name, attribute, value)
            {
                self.out.attribute(attribute, value);
            }
        }
        if name == "a" {
            self.out.attribute("rel", "noopener noreferrer");
        }
        self.out.end_attributes();
        if !EMPTY.contains(&name) {
            self.nodes(&element.children);
            self.out.close(written);
        }
    }

    /// The value with which a listed attribute is written; `None` if it is left out.
    fn value<'v>(&self, element: &str, attribute: &str, value: &'v str) -> Option<Cow<'v, str>> {
        match (element, attribute) {
            ("a", "href") => (is_safe_link(value) || value.starts_with('#')).then_some(Cow::Borrowed(value)),
            ("img", "src") => {
                let source = Some(value).filter(|value| is_web_or_upload(value))?;
                (self.picture)(&PictureId(source.to_owned())).map(Cow::Owned)
            }
            (_, "style") => {
                let declarations = style::declarations(value);
                (!declarations.is_empty()).then_some(Cow::Owned(declarations))
            }
            (_, "id") => {
                let prefix = format!("{}-", self.scope);
                Some(if value.starts_with(&prefix) { Cow::Borrowed(value) } else { Cow::Owned(prefix + value) })
            }
            _ => Some(Cow::Borrowed(value)),
        }
    }
}

/// Whether an element may have an attribute.
fn is_listed(element: &str, attribute: &str) -> bool {
    let own = OWN_ATTRIBUTES.iter().find(|(name, _)| *name == element).map_or(&[][..], |(_, own)| *own);
    ATTRIBUTES.contains(&attribute) || own.contains(&attribute)
}

/// Whether an address is that of a picture on the web or of an upload. Any other path of this site could be one that
/// counts requests, such as `/go/{code}`, and browsers read `/uploads/%2e%2e` and `/uploads/..?x` as such a path.
fn is_web_or_upload(address: &str) -> bool {
    let is_of_upload = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    match address.strip_prefix("/uploads/") {
        Some(name) => name.chars().all(is_of_upload) && name.contains(|letter: char| letter != '.'),
        None => address.starts_with("https://"),
    }
}
