//! The password of a published page: a form that works without script, throttled like a sign-in.

use axum::extract::State;
use axum::http::header::{LOCATION, RETRY_AFTER, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use service::{Error, PublishedPage};

use super::document::{PublishedForm, frame_policy};
use super::{gone, set_noindex};
use crate::http::{ApiError, App, Body, ClientAddress, Framable, Path, Result, cookie, is_https};
use crate::routes::page::{Escaped, narrow_page};
use crate::routes::translations::Translations;

/// The cookie with the ticket, which proves that the client gave the password. Its path is that of the page.
const COOKIE: &str = "lectern_page";
/// The lifetime of the cookie in seconds, after which the client has to give the password again: a day.
const COOKIE_SECONDS: u32 = 86_400;

/// The ticket in the cookie of a request.
pub(super) fn ticket(headers: &HeaderMap) -> Option<&str> {
    cookie(headers, COOKIE)
}

/// Checks the password of a page, sets the cookie and redirects to the page.
pub(crate) async fn unlock_page(
    State(app): State<App>,
    client: ClientAddress,
    Path(slug): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response> {
    unlock(&app, client, &slug, &headers, body, PublishedForm::Slides).await
}

/// Checks the password of an embed, sets the cookie and redirects to the embed.
pub(crate) async fn unlock_embed(
    State(app): State<App>,
    client: ClientAddress,
    Path(slug): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response> {
    unlock(&app, client, &slug, &headers, body, PublishedForm::Embed).await
}

/// Checks the password that a form sends. Sets the cookie and redirects, or returns the form with an error.
async fn unlock(
    app: &App,
    ClientAddress(address): ClientAddress,
    slug: &str,
    headers: &HeaderMap,
    body: Body,
    kind: PublishedForm,
) -> Result<Response> {
    let words = Translations::for_audience(headers);
    let body = body.bytes().await?;
    let field = |name: &str| {
        let found = form_urlencoded::parse(&body).find(|(key, _)| key == name);
        found.map(|(_, value)| value.into_owned()).unwrap_or_default()
    };
    let page = app.service.publications.page(slug).await?.filter(|page| !page.is_ended);
    let Some(page) = page else { return Ok(gone(words, "hall.published.gone", StatusCode::NOT_FOUND)) };
    let kind = if kind == PublishedForm::Slides && field("then") == "read" { PublishedForm::Article } else { kind };
    match app.service.publications.unlock(&page, &address.to_string(), &field("password")).await {
        Ok(ticket) => {
            let mut answer = StatusCode::SEE_OTHER.into_response();
            let path = kind.path(&page.publication().slug);
            let cookie_path = if kind == PublishedForm::Embed {
                path.clone()
            } else {
                PublishedForm::Slides.path(&page.publication().slug)
            };
            // In a frame on another site, browsers send only partitioned cookies.
            let attributes = match (is_https(headers, &app.settings), kind) {
                (true, PublishedForm::Embed) => "; SameSite=None; Secure; Partitioned",
                (true, _) => "; SameSite=Lax; Secure",
                (false, _) => "; SameSite=Lax",
            };
            let cookie =
                format!("{COOKIE}={ticket}; Path={cookie_path}; HttpOnly; Max-Age={COOKIE_SECONDS}{attributes}");
            for (name, value) in [(SET_COOKIE, cookie), (LOCATION, path)] {
                let value = HeaderValue::from_str(&value).map_err(|fault| Error::Internal(fault.into()))?;
                answer.headers_mut().insert(name, value);
            }
            Ok(answer)
        }
        Err(error @ (Error::Unauthorized(_) | Error::Throttled { .. })) => {
            Ok(password_page(&page, words, kind, Some(&error)))
        }
        Err(fault) => Err(ApiError::from(fault)),
    }
}

/// The form for the password: 401, or 429 when throttled. `error` is why the last attempt failed.
pub(super) fn password_page(
    page: &PublishedPage,
    words: &'static Translations,
    kind: PublishedForm,
    error: Option<&Error>,
) -> Response {
    let (status, fault, wait) = match error {
        Some(Error::Throttled { retry_after }) => {
            let text = words.text("hall.published.locked.wait").replace("{n}", &retry_after.to_string());
            (StatusCode::TOO_MANY_REQUESTS, text, Some(*retry_after))
        }
        Some(_) => (StatusCode::UNAUTHORIZED, words.text("hall.published.locked.wrong").to_owned(), None),
        None => (StatusCode::UNAUTHORIZED, String::new(), None),
    };
    let action =
        if kind == PublishedForm::Article { PublishedForm::Slides } else { kind }.path(&page.publication().slug);
    let then = if kind == PublishedForm::Article { "<input type=\"hidden\" name=\"then\" value=\"read\">" } else { "" };
    let invalid = (!fault.is_empty()).to_string();
    let main = words.filled(
        r#"<h1>{hall.published.locked.title}</h1>
<p id="lead">{hall.published.locked.lead}</p>
<form method="post" action="{action}">{then}
<label for="password">{hall.published.locked.password}</label>
<input id="password" name="password" type="password" autocomplete="off" aria-describedby="lead fault" aria-invalid="{invalid}" required autofocus>
<p class="fault" id="fault" role="alert">{fault}</p>
<button type="submit">{hall.published.locked.open}</button>
</form>"#,
        &[("action", &action), ("then", then), ("invalid", &invalid), ("fault", &Escaped(&fault).to_string())],
    );
    let mut answer =
        (status, narrow_page(words.lang, words.text("hall.published.locked.title"), &main)).into_response();
    set_noindex(&mut answer);
    if let Some(wait) = wait {
        answer.headers_mut().insert(RETRY_AFTER, wait.into());
    }
    if kind == PublishedForm::Embed {
        frame_policy(&mut answer, page.sites());
        answer.extensions_mut().insert(Framable);
    }
    answer
}
