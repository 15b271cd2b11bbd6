//! The web app: its files, and the HTML page of each of its entries.
//!
//! `npm run build` writes `web/dist`: files under `assets/` with a hash in their names, each also compressed with
//! Brotli, and a manifest. A build without the app serves everything else, and in place of the app's pages one that
//! says that the app is missing.

use std::borrow::Cow;
use std::fmt::Write;
use std::sync::LazyLock;

use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, VARY,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::built;
use super::page::{Escaped, page};
use crate::http::{ApiError, Path, Result};

/// The content security policy of the app. Slides are positioned by style attributes, and a deck may show pictures,
/// videos and pages of other sites; everything else is restricted to this origin.
pub(super) const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; \
                      img-src 'self' https: data: blob:; media-src 'self' https:; font-src 'self'; \
                      connect-src 'self'; worker-src 'self'; frame-src https:; form-action 'self'; base-uri 'none'; \
                      frame-ancestors 'none'";
const FOREVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// The HTML page of an entry of the app. The script of the entry adds its content.
pub(crate) struct Shell<'a> {
    /// Name of the entry, whose file is `src/{entry}/main.ts`.
    pub(crate) entry: &'a str,
    /// Title of the document.
    pub(crate) title: &'a str,
    /// Language of the page.
    pub(crate) lang: &'a str,
    /// Data for the script, in the element `data`.
    pub(crate) data: Option<&'a Value>,
    /// The HTML of the body before the script runs.
    pub(crate) body: &'a str,
    /// CSS rules of the font faces of the body.
    pub(crate) faces: &'a str,
    /// Addresses to preload, since the script requests them at once.
    pub(crate) requests: &'a [&'a str],
}

impl<'a> Shell<'a> {
    /// The empty page of an entry.
    pub(crate) fn of(entry: &'a str, title: &'a str) -> Self {
        Self { entry, title, lang: "en", data: None, body: "", faces: "", requests: &[] }
    }
}

impl IntoResponse for Shell<'_> {
    fn into_response(self) -> Response {
        let Some(Links { script, styles, preloads }) = links(self.entry) else { return no_app() };
        let mut head = String::new();
        for style in &styles {
            let _ = write!(head, "<link rel=\"stylesheet\" href=\"/{}\">", Escaped(style));
        }
        for file in &preloads {
            let _ = write!(head, "<link rel=\"modulepreload\" href=\"/{}\">", Escaped(file));
        }
        for address in self.requests {
            let _ = write!(head, "<link rel=\"preload\" as=\"fetch\" crossorigin href=\"{}\">", Escaped(address));
        }
        if !self.faces.is_empty() {
            let _ = write!(head, "<style id=\"faces\">{}</style>", self.faces);
        }
        let data = self.data.map_or_else(String::new, |data| {
            // `<` is escaped, since a text may contain the end tag of the script element.
            let json = data.to_string().replace('<', "\\u003c");
            format!("<script type=\"application/json\" id=\"data\">{json}</script>")
        });
        let html = format!(
            "<!doctype html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1, viewport-fit=cover\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n\
             <link rel=\"icon\" href=\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E\
             %3Crect width='16' height='16' rx='4' fill='%230B6B75'/%3E%3Cpath d='M2 10c2-3 4-3 6 0s4 3 6 0' fill='none' \
             stroke='%23fff' stroke-width='2'/%3E%3C/svg%3E\">\n\
             {head}\n<script type=\"module\" src=\"/{script}\"></script>\n</head>\n<body>\n{body}{data}\n</body>\n</html>\n",
            lang = Escaped(self.lang),
            title = Escaped(self.title),
            script = Escaped(&script),
            body = self.body,
        );
        let headers = [
            (CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
            (CACHE_CONTROL, HeaderValue::from_static("no-store")),
            (CONTENT_SECURITY_POLICY, policy(styles_within(&html))),
        ];
        (headers, html).into_response()
    }
}

/// The content security policy of the app, which also allows the given style elements.
pub(super) fn policy<'a>(styles: impl Iterator<Item = &'a str>) -> HeaderValue {
    let mut hashes = String::new();
    for text in styles {
        let _ = write!(hashes, " 'sha256-{}'", STANDARD.encode(Sha256::digest(text.as_bytes())));
    }
    let policy = POLICY.replacen("style-src 'self'", &format!("style-src 'self'{hashes}"), 1);
    HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static("default-src 'none'"))
}

/// The contents of the style elements of a page, for hashes in its policy. Style elements in custom HTML have been
/// sanitised before.
pub(super) fn styles_within(html: &str) -> impl Iterator<Item = &str> {
    html.split("<style").skip(1).filter_map(|rest| rest.split_once('>')?.1.split_once("</style>")).map(|(text, _)| text)
}

/// The files that the page of an entry links to.
pub(crate) struct Links {
    /// Script of the entry.
    pub(crate) script: String,
    /// Style sheets of the script and of its imports.
    pub(crate) styles: Vec<String>,
    /// Scripts that the script of the entry imports, also indirectly.
    pub(crate) preloads: Vec<String>,
}

/// The files of an entry, from the manifest; none when the app was not built or has no such entry.
pub(crate) fn links(entry: &str) -> Option<Links> {
    let manifest = manifest()?;
    let mut links = Links { script: String::new(), styles: Vec::new(), preloads: Vec::new() };
    let root = format!("src/{entry}/main.ts");
    let (mut pending, mut seen) = (vec![root.clone()], Vec::new());
    while let Some(name) = pending.pop() {
        if seen.contains(&name) {
            continue;
        }
        let chunk = manifest.get(&name)?;
        let file = chunk.get("file")?.as_str()?;
        if name == root {
            file.clone_into(&mut links.script);
        } else {
            links.preloads.push(file.to_owned());
        }
        let texts =
            |key: &str| chunk.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
        links.styles.extend(texts("css").map(str::to_owned));
        pending.extend(texts("imports").map(str::to_owned));
        seen.push(name);
    }
    Some(links)
}

/// The manifest of the app. A release build parses it once.
fn manifest() -> Option<Cow<'static, Value>> {
    static PARSED: LazyLock<Option<Value>> = LazyLock::new(parsed_manifest);
    if cfg!(debug_assertions) { parsed_manifest().map(Cow::Owned) } else { PARSED.as_ref().map(Cow::Borrowed) }
}

fn parsed_manifest() -> Option<Value> {
    serde_json::from_slice(&built::file(".vite/manifest.json")?).ok()
}

/// The CSS rules of the app's font faces, for pages without its style sheets. Empty when the app was not built.
pub(super) fn faces() -> String {
    const FACES: [(&str, u16, &str); 4] = [
        ("Inter", 400, "inter-400"),
        ("Inter", 600, "inter-600"),
        ("Schibsted Grotesk", 700, "schibsted-grotesk-700"),
        ("JetBrains Mono", 400, "jetbrains-mono-400"),
    ];
    let Some(manifest) = manifest() else { return String::new() };
    let face = |(family, weight, name): &(&str, u16, &str)| {
        let file = manifest.get(format!("src/lib/fonts/{name}.woff2"))?.get("file")?.as_str()?;
        Some(format!(
            "@font-face{{font-family:\"{family}\";font-weight:{weight};font-display:swap;\
             src:url(/{file}) format(\"woff2\")}}"
        ))
    };
    FACES.iter().filter_map(face).collect()
}

/// The text of a built style sheet, for pages that inline it; none when there is no such file.
pub(crate) fn style(file: &str) -> Option<String> {
    String::from_utf8(built::file(file)?.into_owned()).ok()
}

/// Returns a built file. Its name contains a hash of its content, so clients may cache it forever.
pub(crate) async fn asset(Path(file): Path<String>, headers: HeaderMap) -> Result<Response> {
    let name = format!("assets/{file}");
    let file = built::file(&name).ok_or(ApiError::NoSuchPath)?;
    let kind = HeaderValue::from_static(media_type(&name));
    let accepts_brotli = headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).is_some_and(accepts_brotli);
    let compressed = if accepts_brotli { built::file(&format!("{name}.br")) } else { None };
    let is_compressed = compressed.is_some();
    let bytes = match compressed.unwrap_or(file) {
        Cow::Borrowed(bytes) => bytes.into_response(),
        Cow::Owned(bytes) => bytes.into_response(),
    };
    let mut answer = ([(CONTENT_TYPE, kind), (CACHE_CONTROL, FOREVER)], bytes).into_response();
    answer.headers_mut().insert(VARY, HeaderValue::from_static("accept-encoding"));
    if is_compressed {
        answer.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static("br"));
    }
    Ok(answer)
}

/// Returns the service worker that serves the pages of a presentation when the network is down. Its name has no hash,
/// since browsers look for updates at the address where it was registered.
pub(crate) async fn present_worker() -> Result<Response> {
    let worker = built::file("sw.js").ok_or(ApiError::NoSuchPath)?;
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static(media_type("sw.js"))),
        (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
    ];
    Ok((headers, worker.into_owned()).into_response())
}

/// Whether `Accept-Encoding` accepts Brotli.
fn accepts_brotli(accepted: &str) -> bool {
    accepted.split(',').any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        name.trim().eq_ignore_ascii_case("br") && !matches!(weight.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000")
    })
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("woff2") => "font/woff2",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    }
}

/// The page in place of the app, when the app was not built.
fn no_app() -> Response {
    let main = "<h1>You are in</h1>\n\
        <p>This build has no web app. Decks are made and read through the API.</p>\n\
        <p><a href=\"/api/v1/docs\">Read about the API</a></p>";
    (StatusCode::OK, page("Lectern", main)).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_of_a_page_are_found() {
        let html = "<section><div class=\"own\"><style>.a{b:c}</style>x</div><style id=\"faces\">d</style></section>";
        assert_eq!(styles_within(html).collect::<Vec<_>>(), [".a{b:c}", "d"]);
    }

    #[test]
    fn a_policy_allows_the_styles_of_its_page_and_no_others() {
        let policy = policy(["p{}"].into_iter());
        let policy = policy.to_str().expect("ASCII");
        assert!(policy.contains("; style-src 'self' 'sha256-"), "{policy}");
        assert!(!policy.contains("style-src 'self' 'unsafe-inline'"));
    }

    #[test]
    fn brotli_is_sent_to_clients_that_accept_it() {
        for (accepted, expected) in [
            ("gzip, deflate, br, zstd", true),
            ("br;q=0.5", true),
            ("BR", true),
            ("br;q=0", false),
            ("gzip", false),
            ("", false),
            ("brr", false),
        ] {
            assert_eq!(accepts_brotli(accepted), expected, "{accepted}");
        }
    }
}
