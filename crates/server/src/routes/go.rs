//! The form for the four letters of a follow code. It works without script.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use service::Error;

use super::live::follow_path;
use super::page::{Escaped, narrow_page};
use super::signin::see_other;
use super::translations::Translations;
use crate::http::{ApiError, App, ClientAddress, Path, Query, Result};

/// The maximum number of letters of a code that are looked up and shown in the form again.
const MAX_LETTERS: usize = 12;

/// Returns the form, or with `?code=` redirects to the session.
pub(crate) async fn read(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    query: Query,
    headers: HeaderMap,
) -> Result<Response> {
    let words = Translations::for_audience(&headers);
    match query.text("code") {
        Some(code) if !code.trim().is_empty() => redirect(&app, &address.to_string(), &code, words).await,
        _ => Ok(form(words, "", "", StatusCode::OK)),
    }
}

/// Redirects to the session of the code in the path.
pub(crate) async fn code(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    Path(code): Path<String>,
    headers: HeaderMap,
) -> Result<Response> {
    redirect(&app, &address.to_string(), &code, Translations::for_audience(&headers)).await
}

/// Redirects to the session of a code, or returns the form with an error.
async fn redirect(app: &App, address: &str, code: &str, words: &'static Translations) -> Result<Response> {
    let letters: String = code.chars().filter(|character| !character.is_whitespace()).take(MAX_LETTERS).collect();
    match app.service.live.follow_code(&letters, address).await {
        Ok(target) => Ok(see_other(&follow_path(&target))),
        Err(Error::NotFound(_)) => {
            let code = letters.to_uppercase();
            let message = words.text("hall.go.wrong").replace("{code}", &code);
            Ok(form(words, &code, &message, StatusCode::NOT_FOUND))
        }
        Err(Error::Throttled { .. }) => {
            Ok(form(words, &letters, words.text("hall.go.throttled"), StatusCode::TOO_MANY_REQUESTS))
        }
        Err(fault) => Err(ApiError::from(fault)),
    }
}

/// The page with the form. `fault` is the text of an error; empty when there is none.
fn form(words: &'static Translations, code: &str, fault: &str, status: StatusCode) -> Response {
    let (code, invalid) = (Escaped(code).to_string(), if fault.is_empty() { "false" } else { "true" });
    let main = words.filled(
        r#"<h1>{hall.go.title}</h1>
<p id="lead">{hall.go.lead}</p>
<form method="get" action="/go">
<input class="code" name="code" type="text" aria-label="{hall.go.code}" aria-describedby="lead fault" aria-invalid="{invalid}" value="{code}" maxlength="12" autocapitalize="characters" autocomplete="off" autocorrect="off" spellcheck="false" enterkeyhint="go" required autofocus data-letters="4">
<p class="fault" id="fault" role="alert">{fault}</p>
<button type="submit">{hall.go.join}</button>
</form>"#,
        &[("code", &code), ("invalid", invalid), ("fault", &Escaped(fault).to_string())],
    );
    (status, narrow_page(words.lang, words.text("hall.go.title"), &main)).into_response()
}

/// A page that says that something does not exist, with a link to the form if `with_link` is set.
pub(crate) fn gone(words: &'static Translations, area: &str, with_link: bool) -> Response {
    let (title, lead) = (format!("{area}.title"), format!("{area}.lead"));
    let link = if with_link { "<p><a class=\"button\" href=\"/go\">{hall.gone.other}</a></p>" } else { "" };
    let main = words.filled(&format!("<h1>{{{title}}}</h1>\n<p>{{{lead}}}</p>\n{link}"), &[]);
    (StatusCode::NOT_FOUND, narrow_page(words.lang, words.text(&title), &main)).into_response()
}
