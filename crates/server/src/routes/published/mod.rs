//! The pages of published decks: the slides, the deck as an article, the slides for a frame, the downloads, and the
//! preview picture.
//!
//! The server renders them as HTML, in the language of the deck, and they are readable without script. A client that
//! has the current page gets 304.

mod discovery;
mod document;
mod password;
mod reading;

use std::net::IpAddr;
use std::sync::Arc;

use axum::body::Body as ResponseBody;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use service::{PublishedDocument, PublishedFile, PublishedPage, PublishedSlides, ViewedLink};
use sha2::{Digest, Sha256};

pub(crate) use self::discovery::{oembed, robots, sitemap};
use self::document::{Document, PublishedForm};
use self::password::{password_page, ticket};
pub(crate) use self::password::{unlock_embed, unlock_page};
pub(super) use self::reading::{read_report, reader};
pub(crate) use self::reading::{seen, seen_in_embed};
use super::page::narrow_page;
use super::translations::Translations;
use crate::http::{ApiError, App, ClientAddress, Framable, Path, Query, Result, attachment, site_address};

const X_ROBOTS_TAG: HeaderName = HeaderName::from_static("x-robots-tag");
const PPTX: &str = "application/vnd.openxmlformats-officedocument.presentationml.presentation";

/// Returns the slides.
pub(crate) async fn read(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    Path(slug): Path<String>,
    query: Query,
    headers: HeaderMap,
) -> Result<Response> {
    view_page(&app, address, &slug, &query, &headers, PublishedForm::Slides).await
}

/// Returns the deck as an article.
pub(crate) async fn article(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    Path(slug): Path<String>,
    query: Query,
    headers: HeaderMap,
) -> Result<Response> {
    view_page(&app, address, &slug, &query, &headers, PublishedForm::Article).await
}

/// Returns the slides for a frame on another site.
pub(crate) async fn embed(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    Path(slug): Path<String>,
    query: Query,
    headers: HeaderMap,
) -> Result<Response> {
    view_page(&app, address, &slug, &query, &headers, PublishedForm::Embed).await
}

/// Returns the preview picture: the first slide.
pub(crate) async fn card(
    State(app): State<App>,
    Path(slug): Path<String>,
    query: Query,
    headers: HeaderMap,
) -> Result<Response> {
    let (page, slides) = open_page(&app, &slug, &query, &headers).await?;
    let tag = entity_tag(&[&slides.state, "card", &slides.deck().lang]);
    if has_current(&headers, &tag) {
        return Ok(not_modified(&page, tag));
    }
    let picture = app.service.publications.card(&slides).await?;
    Ok(cacheable(&page, tag, "image/png", ResponseBody::from(picture.to_vec())))
}

/// Returns a file of the deck: `deck.pdf`, `deck.pptx` or `deck.html`.
pub(crate) async fn download(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    Path((slug, file)): Path<(String, String)>,
    query: Query,
    headers: HeaderMap,
) -> Result<Response> {
    let (form, mime, ending) = match file.as_str() {
        "deck.pdf" => (PublishedFile::Pdf, "application/pdf", ".pdf"),
        "deck.pptx" => (PublishedFile::Pptx, PPTX, ".pptx"),
        "deck.html" => (PublishedFile::Html, "text/html; charset=utf-8", ".html"),
        _ => return Err(ApiError::NoSuchPath),
    };
    let (page, slides) = open_page(&app, &slug, &query, &headers).await?;
    let file = app.service.publications.file(&page, &slides, form).await?;
    app.service.analytics.count_download(&ViewedLink::page(&page.publication().deck), reader(&headers, address));
    let mut answer = cacheable(&page, entity_tag(&[&slides.state, ending]), mime, ResponseBody::from(file.to_vec()));
    answer.headers_mut().insert(axum::http::header::CONTENT_DISPOSITION, attachment(&slides.deck().title, ending));
    Ok(answer)
}

/// Counts a view of a page and returns the page in one of its forms. When the client may not see it, returns a page
/// that says why.
async fn view_page(
    app: &App,
    address: IpAddr,
    slug: &str,
    query: &Query,
    headers: &HeaderMap,
    kind: PublishedForm,
) -> Result<Response> {
    let page = match find_page(app, slug, headers, kind).await? {
        Ok(page) => page,
        Err(other) => return Ok(other),
    };
    let deck = &page.publication().deck;
    let link = if kind == PublishedForm::Embed { ViewedLink::embed(deck) } else { ViewedLink::page(deck) };
    app.service.analytics.count_view(&link, reader(headers, address));
    page_response(app, &page, query, headers, kind).await
}

/// Finds the page with a slug. When it does not exist, has ended or is locked, returns a page that says so.
async fn find_page(
    app: &App,
    slug: &str,
    headers: &HeaderMap,
    kind: PublishedForm,
) -> Result<std::result::Result<PublishedPage, Response>> {
    let words = Translations::for_audience(headers);
    let page = match app.service.publications.page(slug).await? {
        Some(page) if page.is_ended => return Ok(Err(gone(words, "hall.published.ended", StatusCode::GONE))),
        Some(page) => page,
        None => return Ok(Err(gone(words, "hall.published.gone", StatusCode::NOT_FOUND))),
    };
    if !app.service.publications.admits(&page, ticket(headers)) {
        return Ok(Err(password_page(&page, words, kind, None)));
    }
    Ok(Ok(page))
}

/// Finds the page with a slug and its slides, for downloads, pictures and reports. Fails as for an unknown path when
/// the client may not see the page.
async fn open_page(
    app: &App,
    slug: &str,
    query: &Query,
    headers: &HeaderMap,
) -> Result<(PublishedPage, Arc<PublishedSlides>)> {
    let page = app.service.publications.page(slug).await?.filter(|page| !page.is_ended);
    let page = page.ok_or(ApiError::NoSuchPath)?;
    if !app.service.publications.admits(&page, ticket(headers)) {
        return Err(ApiError::NoSuchPath);
    }
    let slides = app.service.publications.slides(&page, query.text("lang").as_deref()).await?;
    Ok((page, slides))
}

/// A page in one of its forms, or 304 when the client has the current state.
async fn page_response(
    app: &App,
    page: &PublishedPage,
    query: &Query,
    headers: &HeaderMap,
    kind: PublishedForm,
) -> Result<Response> {
    let publications = &app.service.publications;
    let slides = publications.slides(page, query.text("lang").as_deref()).await?;
    let document = Document::new(page, &slides, kind, site_address(headers, &app.settings));
    let (lang, sites) = (slides.deck().lang.as_str(), document.sites());
    let tag = entity_tag(&[&slides.state, lang, &document.base, document.script(), kind.name(), &sites]);
    let mut answer = if has_current(headers, &tag) {
        not_modified(page, tag)
    } else {
        let write = Box::pin(async {
            let html = match kind {
                PublishedForm::Article => document.article(&publications.article(&slides).await?),
                PublishedForm::Slides | PublishedForm::Embed => document.slides(&*publications.draw(&slides).await?),
            };
            Ok(PublishedDocument {
                policy: document.policy(&html).to_str().unwrap_or_default().to_owned(),
                html: html.into(),
            })
        });
        let state = tag.to_str().unwrap_or_default().to_owned();
        let written = publications.document(&slides, kind.name(), state, write).await?;
        let body = ResponseBody::from(written.html.clone());
        let mut answer = cacheable(page, tag, "text/html; charset=utf-8", body);
        let policy = HeaderValue::from_str(&written.policy).unwrap_or(HeaderValue::from_static("default-src 'none'"));
        answer.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
        answer
    };
    if kind == PublishedForm::Embed {
        answer.extensions_mut().insert(Framable);
    }
    if !page.is_indexable() || kind == PublishedForm::Embed {
        set_noindex(&mut answer);
    }
    Ok(answer)
}

/// A page that says that the published deck does not exist or has ended.
fn gone(words: &'static Translations, area: &str, status: StatusCode) -> Response {
    let (title, lead) = (format!("{area}.title"), format!("{area}.lead"));
    let main = words.filled(&format!("<h1>{{{title}}}</h1>\n<p>{{{lead}}}</p>"), &[]);
    let mut answer = (status, narrow_page(words.lang, words.text(&title), &main)).into_response();
    set_noindex(&mut answer);
    answer
}

/// Asks search engines not to list a response.
fn set_noindex(answer: &mut Response) {
    answer.headers_mut().insert(X_ROBOTS_TAG, HeaderValue::from_static("noindex"));
}

/// The entity tag of a response that depends only on these parts and the version of Lectern.
fn entity_tag(parts: &[&str]) -> HeaderValue {
    let mut hasher = Sha256::new();
    hasher.update(env!("CARGO_PKG_VERSION"));
    for part in parts {
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    let tag = format!("\"{}\"", URL_SAFE_NO_PAD.encode(&hasher.finalize()[..16]));
    HeaderValue::from_str(&tag).unwrap_or(HeaderValue::from_static("\"\""))
}

/// Whether `If-None-Match` contains this tag. Weak tags match, too, since a proxy that compresses a response weakens
/// its tag.
fn has_current(headers: &HeaderMap, tag: &HeaderValue) -> bool {
    let known = headers.get(IF_NONE_MATCH).and_then(|known| known.to_str().ok()).unwrap_or_default();
    known.split(',').any(|known| known.trim().trim_start_matches("W/").as_bytes() == tag.as_bytes())
}

/// Clients and proxies may store a response, and must revalidate it each time. With a password, only clients may store
/// it.
fn cache_control(page: &PublishedPage) -> HeaderValue {
    HeaderValue::from_static(match page.publication().password {
        None => "public, no-cache",
        Some(_) => "private, no-cache",
    })
}

fn not_modified(page: &PublishedPage, tag: HeaderValue) -> Response {
    (StatusCode::NOT_MODIFIED, [(ETAG, tag), (CACHE_CONTROL, cache_control(page))]).into_response()
}

/// A response with its entity tag, which clients may cache and must revalidate.
fn cacheable(page: &PublishedPage, tag: HeaderValue, mime: &'static str, body: ResponseBody) -> Response {
    let headers = [(CONTENT_TYPE, HeaderValue::from_static(mime)), (ETAG, tag), (CACHE_CONTROL, cache_control(page))];
    let mut answer = (headers, body).into_response();
    // A search engine that may not list the page must not list its files instead.
    if !page.is_indexable() {
        set_noindex(&mut answer);
    }
    answer
}
