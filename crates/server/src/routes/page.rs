//! The frame of simple pages: one style, one small script, and a content security policy that allows nothing else.

use std::fmt;
use std::sync::LazyLock;

use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use super::translations::Translations;
use super::web;

const FRAME: &str = include_str!("page/frame.html");
const STYLE: &str = include_str!("page/style.css");
const SCRIPT: &str = include_str!("page/script.js");

/// The CSS rules of the font faces of the app.
static FACES: LazyLock<String> = LazyLock::new(web::faces);

/// The content security policy of the pages.
static POLICY: LazyLock<HeaderValue> = LazyLock::new(|| {
    let hash = |text: &str| STANDARD.encode(Sha256::digest(text.as_bytes()));
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{}' 'sha256-{}'; script-src 'sha256-{}'; connect-src 'self'; \
         font-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        hash(&FACES),
        hash(STYLE),
        hash(SCRIPT)
    );
    HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static("default-src 'none'"))
});

/// A page in English, with a title as text and the HTML of its card.
pub(crate) fn page(title: &str, main: &str) -> Response {
    framed("en", "wide", title, main)
}

/// A page in a language.
pub(crate) fn page_in(lang: &str, title: &str, main: &str) -> Response {
    framed(lang, "wide", title, main)
}

/// A page with one narrow column, for the audience.
pub(crate) fn narrow_page(lang: &str, title: &str, main: &str) -> Response {
    framed(lang, "narrow", title, main)
}

/// A page whose card has the width `shape`: `wide` or `narrow`.
fn framed(lang: &str, shape: &str, title: &str, main: &str) -> Response {
    let mut html = String::with_capacity(FRAME.len() + STYLE.len() + SCRIPT.len() + main.len());
    let mut rest = FRAME;
    let title = Escaped(title).to_string();
    for (placeholder, text) in [
        ("{lang}", lang),
        ("{title}", title.as_str()),
        ("{faces}", FACES.as_str()),
        ("{style}", STYLE),
        ("{shape}", shape),
        ("{about}", Translations::for_sign_in_in(lang).text("signin.about")),
        ("{main}", main),
        ("{script}", SCRIPT),
    ] {
        let (before, after) = rest.split_once(placeholder).unwrap_or((rest, ""));
        html.push_str(before);
        html.push_str(text);
        rest = after;
    }
    html.push_str(rest);
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (CONTENT_SECURITY_POLICY, POLICY.clone()),
    ];
    (headers, html).into_response()
}

/// Text escaped for HTML, in an element or in a quoted attribute.
pub(crate) struct Escaped<'a>(pub(crate) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '&' => out.write_str("&amp;")?,
                '<' => out.write_str("&lt;")?,
                '>' => out.write_str("&gt;")?,
                '"' => out.write_str("&quot;")?,
                '\'' => out.write_str("&#39;")?,
                character => fmt::Write::write_char(out, character)?,
            }
        }
        Ok(())
    }
}

/// The maximum length of a path to redirect to, in bytes. It may be the authorization request of an OAuth client, with
/// all its parameters.
const MAX_NEXT: usize = 8 * 1024;

/// The path to redirect to after a sign-in: `next` if it is a path of this site but not of the sign-in page, else
/// `/app`, the list of decks.
pub(crate) fn local_path(next: Option<&str>) -> &str {
    let next = next.unwrap_or_default();
    let is_forbidden = |character: char| character.is_control() || character == '\\' || !character.is_ascii();
    let is_path = next.starts_with('/') && !next.starts_with("//");
    let is_sign_in = next == "/signin" || next.starts_with("/signin?") || next.starts_with("/signin/");
    if is_path && !is_sign_in && !next.contains(is_forbidden) && next.len() <= MAX_NEXT { next } else { "/app" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn redirects_go_to_local_paths_only() {
        for (next, expected) in [
            (None, "/app"),
            (Some("/app/7?slideId=2"), "/app/7?slideId=2"),
            (Some("/"), "/"),
            (Some(""), "/app"),
            (Some("https://evil.test"), "/app"),
            (Some("//evil.test"), "/app"),
            (Some("/\\evil.test"), "/app"),
            (Some("/\t/evil.test"), "/app"),
            (Some("javascript:alert(1)"), "/app"),
            (Some("/signin?next=/signin"), "/app"),
        ] {
            assert_eq!(local_path(next), expected, "{next:?}");
        }
        let request = |length: usize| format!("/oauth/authorize?state={}", "a".repeat(length - 23));
        assert_eq!(local_path(Some(&request(MAX_NEXT))), request(MAX_NEXT));
        assert_eq!(local_path(Some(&request(MAX_NEXT + 1))), "/app");
    }

    #[test]
    fn text_in_a_page_is_escaped() {
        assert_eq!(Escaped("<b a=\"1\" c='2'>&").to_string(), "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;");
    }
}
