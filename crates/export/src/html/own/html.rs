//! The elements of custom HTML, by an allow-list.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use ammonia::{Builder, UrlRelative};
use scene::PictureId;

use super::style;
use crate::html::markup::Markup;
use crate::html::writer::is_followed;

/// Elements that say or arrange something, and do nothing.
const ELEMENTS: &[&str] = &[
    "a",
    "abbr",
    "address",
    "article",
    "aside",
    "b",
    "bdi",
    "bdo",
    "blockquote",
    "br",
    "caption",
    "cite",
    "code",
    "col",
    "colgroup",
    "dd",
    "del",
    "dfn",
    "div",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "footer",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "i",
    "img",
    "ins",
    "kbd",
    "li",
    "main",
    "mark",
    "ol",
    "p",
    "pre",
    "q",
    "rp",
    "rt",
    "ruby",
    "s",
    "samp",
    "section",
    "small",
    "span",
    "strong",
    "sub",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "time",
    "tr",
    "u",
    "ul",
    "var",
    "wbr",
];

/// Attributes that any element may have.
const ATTRIBUTES: &[&str] = &["class", "dir", "id", "lang", "style", "title"];

/// Elements that become another: a page has one `h1` and a slide is one `section`, both ours, and landmarks belong to
/// the page around.
const RENAMED: &[(&str, &str)] =
    &[("h1", "h2"), ("section", "div"), ("main", "div"), ("header", "div"), ("footer", "div"), ("aside", "div")];

/// What is left of custom HTML. Ids begin with the scope, so that they are those of its rules and of no other slide.
pub(in crate::html) fn cleaned(html: &str, scope: &str, picture: &dyn Fn(&PictureId) -> Option<String>) -> String {
    // The filter outlives this call, and the pictures need not: their addresses are put in afterwards.
    let prefix = format!("{scope}-");
    let sources = Arc::new(Mutex::new(Vec::<String>::new()));
    let met = Arc::clone(&sources);
    let clean = {
        let mut builder = Builder::empty();
        builder
            .tags(ELEMENTS.iter().copied().collect())
            .clean_content_tags(HashSet::from([
                "script", "style", "noscript", "template", "title", "textarea", "iframe", "xmp", "noembed", "noframes",
            ]))
            .generic_attributes(ATTRIBUTES.iter().copied().collect())
            .tag_attributes(HashMap::from([
                ("a", HashSet::from(["href"])),
                ("img", HashSet::from(["src", "alt", "width", "height"])),
                ("td", HashSet::from(["colspan", "rowspan"])),
                ("th", HashSet::from(["colspan", "rowspan", "scope"])),
                ("ol", HashSet::from(["start", "reversed", "type"])),
                ("li", HashSet::from(["value"])),
                ("col", HashSet::from(["span"])),
                ("colgroup", HashSet::from(["span"])),
                ("time", HashSet::from(["datetime"])),
            ]))
            .url_schemes(HashSet::from(["http", "https", "mailto"]))
            .url_relative(UrlRelative::PassThrough)
            .link_rel(Some("noopener noreferrer"))
            .id_prefix(Some(&prefix))
            .attribute_filter(move |element, attribute, value| match (element, attribute) {
                ("a", "href") => (is_followed(value) || value.starts_with('#')).then_some(Cow::Borrowed(value)),
                ("img", "src") => {
                    let mut met = met.lock().ok()?;
                    met.push(value.to_owned());
                    Some(Cow::Owned(format!("#picture-{}", met.len() - 1)))
                }
                (_, "style") => {
                    let kept = style::declarations(value);
                    (!kept.is_empty()).then_some(Cow::Owned(kept))
                }
                _ => Some(Cow::Borrowed(value)),
            });
        builder.clean(html).to_string()
    };
    let mut clean = renamed(clean);
    let sources = std::mem::take(&mut *sources.lock().unwrap_or_else(PoisonError::into_inner));
    for (index, source) in sources.into_iter().enumerate() {
        let address = Some(PictureId(source)).filter(is_shown).and_then(|source| picture(&source));
        let mut quoted = Markup::default();
        if let Some(address) = address {
            quoted.attribute("src", address);
        }
        clean = clean.replacen(&format!(" src=\"#picture-{index}\""), &quoted.finish(), 1);
    }
    clean
}

/// Whether an address is that of a picture on the web, or of one that was uploaded.
fn is_shown(source: &PictureId) -> bool {
    let address = source.0.as_str();
    address.starts_with("https://") || (address.starts_with('/') && !address.starts_with("//"))
}

/// Gives elements their other names. In text `<` is escaped by now, so a tag is a tag.
fn renamed(mut html: String) -> String {
    for (from, to) in RENAMED {
        for (before, after) in [("<", ">"), ("<", " "), ("</", ">")] {
            let tag = format!("{before}{from}{after}");
            if html.contains(&tag) {
                html = html.replace(&tag, &format!("{before}{to}{after}"));
            }
        }
    }
    html
}
