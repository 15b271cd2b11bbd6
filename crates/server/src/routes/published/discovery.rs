//! Lets other programs find published decks: oEmbed, the sitemap for search engines, and `robots.txt`.

use std::fmt::Write;

use axum::extract::State;
use axum::http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::http::{ApiError, App, Json, Query, Result, site_address};
use crate::routes::page::Escaped;

/// The default size of an embedded frame in pixels, which is also the maximum.
const WIDTH: usize = 960;
const HEIGHT: usize = 588;
/// The height of the bar below the slide, in pixels.
const BAR_HEIGHT: usize = 48;

/// The oEmbed 1.0 response: how other sites can embed a published deck.
#[derive(Serialize)]
struct Oembed {
    version: &'static str,
    #[serde(rename = "type")]
    kind: &'static str,
    provider_name: &'static str,
    provider_url: String,
    title: String,
    html: String,
    width: usize,
    height: usize,
    thumbnail_url: String,
    thumbnail_width: usize,
    thumbnail_height: usize,
    cache_age: u32,
}

/// Returns the oEmbed description of the published deck whose address is `url`.
pub(crate) async fn oembed(State(app): State<App>, query: Query, headers: HeaderMap) -> Result<Response> {
    if query.text("format").is_some_and(|format| format != "json") {
        return Err(ApiError::NoSuchPath);
    }
    let base = site_address(&headers, &app.settings);
    let url = query.text("url").unwrap_or_default().into_owned();
    let slug = slug_of(&url, &base).ok_or(ApiError::NoSuchPath)?;
    let page = app.service.publications.page(slug).await?;
    let page = page.filter(|page| !page.is_ended && page.publication().password.is_none());
    let page = page.ok_or(ApiError::NoSuchPath)?;
    let slides = app.service.publications.slides(&page, None).await?;
    let max_slide_height = query.number("maxheight", 1..=10_000, 10_000)?.saturating_sub(BAR_HEIGHT).max(1);
    let width = query.number("maxwidth", 1..=10_000, WIDTH)?.min(WIDTH).min(max_slide_height * 16 / 9).max(1);
    let height = (width * 9 / 16 + BAR_HEIGHT).min(HEIGHT);
    let title = &slides.deck().title;
    let html = format!(
        "<iframe src=\"{base}/embed/{slug}\" title=\"{}\" width=\"{width}\" height=\"{height}\" \
         style=\"border:0;max-width:100%\" loading=\"lazy\" allow=\"fullscreen\"></iframe>",
        Escaped(title)
    );
    let description = Oembed {
        version: "1.0",
        kind: "rich",
        provider_name: "Lectern",
        provider_url: base.clone(),
        title: title.clone(),
        html,
        width,
        height,
        thumbnail_url: format!("{base}/p/{slug}/card.png"),
        thumbnail_width: 1200,
        thumbnail_height: 675,
        cache_age: 3600,
    };
    let mut answer = Json(description).into_response();
    answer.headers_mut().insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    Ok(answer)
}

/// The last part of the address of a published deck; none unless the address is that of a published deck on this site.
fn slug_of<'a>(url: &'a str, base: &str) -> Option<&'a str> {
    let host = |address: &'a str| address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"));
    let (own, rest) = (base.strip_prefix("https://").or_else(|| base.strip_prefix("http://"))?, host(url)?);
    let path = rest.strip_prefix(own)?;
    let path = path.strip_prefix("/p/").or_else(|| path.strip_prefix("/embed/"))?;
    let slug = path.split(['/', '?', '#']).next()?;
    let is_slug = !slug.is_empty() && slug.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    is_slug.then_some(slug)
}

/// Returns the sitemap: the published decks that search engines may list.
pub(crate) async fn sitemap(State(app): State<App>, headers: HeaderMap) -> Result<Response> {
    let base = site_address(&headers, &app.settings);
    let base = Escaped(&base).to_string();
    let mut list = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for publication in app.service.publications.listed_pages().await? {
        let changed = service::iso(publication.published_at);
        let _ = writeln!(list, "<url><loc>{base}/p/{}</loc><lastmod>{changed}</lastmod></url>", publication.slug);
    }
    list.push_str("</urlset>\n");
    Ok(file("application/xml; charset=utf-8", list))
}

/// Returns `robots.txt`, which lets robots read published decks and the files that their pages load.
pub(crate) async fn robots(State(app): State<App>, headers: HeaderMap) -> Response {
    let allowed: String = ["/p/", "/embed/", "/oembed", "/assets/", "/fonts/", "/uploads/", "/sitemap.xml"]
        .iter()
        .fold(String::new(), |list, path| list + "Allow: " + path + "\n");
    let base = site_address(&headers, &app.settings);
    let text = format!("User-agent: *\n{allowed}Disallow: /\n\nSitemap: {base}/sitemap.xml\n");
    file("text/plain; charset=utf-8", text)
}

fn file(mime: &'static str, text: String) -> Response {
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static(mime)),
        (CACHE_CONTROL, HeaderValue::from_static("public, max-age=300")),
    ];
    (headers, text).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_published_decks_of_this_site_are_described() {
        let base = "https://decks.test";
        for (url, slug) in [
            ("https://decks.test/p/harbour-plan", Some("harbour-plan")),
            ("http://decks.test/p/harbour-plan#3", Some("harbour-plan")),
            ("https://decks.test/p/harbour-plan/read?lang=nl", Some("harbour-plan")),
            ("https://decks.test/embed/a", Some("a")),
            ("https://decks.test/p/", None),
            ("https://decks.test.evil.test/p/a", None),
            ("https://evil.test/p/a", None),
            ("https://decks.test/view/a", None),
            ("/p/a", None),
            ("", None),
        ] {
            assert_eq!(slug_of(url, base), slug, "{url}");
        }
    }
}
