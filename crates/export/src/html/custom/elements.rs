//! The elements and attributes of custom HTML that pass the allow-list.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use ammonia::{Builder, UrlRelative};
use scene::PictureId;

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

/// Elements that are replaced by another: the page around the slide has the one `h1`, a `section` for each slide, and the
/// landmarks.
const RENAMED: &[(&str, &str)] =
    &[("h1", "h2"), ("section", "div"), ("main", "div"), ("header", "div"), ("footer", "div"), ("aside", "div")];

/// Custom HTML without whatever is not on the lists. Ids get the scope as a prefix: they match the rules of the slide and
/// differ from the ids of every other slide. `picture` returns the address of a picture, or `None` when there is none.
pub(in crate::html) fn sanitised(html: &str, scope: &str, picture: &dyn Fn(&PictureId) -> Option<String>) -> String {
    // The attribute filter must be `'static` and `picture` is not, so the filter writes numbers and the addresses replace
    // them afterwards.
    let prefix = format!("{scope}-");
    let sources = Arc::new(Mutex::new(Vec::<String>::new()));
    let found = Arc::clone(&sources);
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
                ("a", "href") => (is_safe_link(value) || value.starts_with('#')).then_some(Cow::Borrowed(value)),
                ("img", "src") => {
                    let mut found = found.lock().ok()?;
                    found.push(value.to_owned());
                    Some(Cow::Owned(format!("#picture-{}", found.len() - 1)))
                }
                (_, "style") => {
                    let declarations = style::declarations(value);
                    (!declarations.is_empty()).then_some(Cow::Owned(declarations))
                }
                _ => Some(Cow::Borrowed(value)),
            });
        builder.clean(html).to_string()
    };
    let mut clean = renamed(clean);
    let sources = std::mem::take(&mut *sources.lock().unwrap_or_else(PoisonError::into_inner));
    for (index, source) in sources.into_iter().enumerate() {
        let address = is_web_or_upload(&source).then(|| picture(&PictureId(source))).flatten();
        let mut attribute = Markup::default();
        if let Some(address) = address {
            attribute.attribute("src", address);
        }
        clean = clean.replacen(&format!(" src=\"#picture-{index}\""), &attribute.finish(), 1);
    }
    clean
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

/// Replaces the elements of [`RENAMED`]. In text `<` is escaped already, so only tags match.
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
