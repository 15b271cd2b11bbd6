//! The sign-in page: by password, by one-time link, and a first password after a link.
//!
//! Its forms work without script: they are posted here and answered with a page or a redirect. With script they call
//! the routes of [`super::auth`] instead.

use axum::extract::State;
use axum::http::header::{CONTENT_LENGTH, HeaderMap, LOCATION};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use service::{Error, SESSION_SECONDS};

use super::auth::{MOST_BYTES, set_cookie};
use super::page::{Escaped, local, page};
use crate::http::{ApiError, App, Body, ClientAddress, Query, Result, Session, is_https};

const WRONG_PAIR: &str = "That e-mail and password do not match.";
const NOTHING_WRONG: &str = "<p class=\"fault\" id=\"fault\" role=\"alert\"></p>";
const SPENT_LINK: &str = "This link has been used or has expired. Ask your administrator for a new one.";

/// What the card holds.
enum Card<'a> {
    /// E-mail and password.
    Password { email: &'a str },
    /// A one-time link that is not spent by looking at it.
    Link { token: &'a str },
    /// A first password.
    Choose { name: &'a str },
}

/// What went wrong, in words for people.
#[derive(Default)]
struct Fault {
    text: String,
    /// Seconds to wait.
    wait: Option<u64>,
}

/// The page. Whoever is signed in goes on at once.
pub(crate) async fn read(
    State(app): State<App>,
    session: std::result::Result<Session, ApiError>,
    query: Query,
) -> Result<Response> {
    let next = query.text("next");
    let next = local(next.as_deref());
    if let Some(token) = query.text("token") {
        return Ok(shown(&Card::Link { token: &token }, next, &Fault::default()));
    }
    let Ok(caller) = session else {
        return Ok(shown(&Card::Password { email: "" }, next, &Fault::default()));
    };
    let me = app.service.me(&caller).await?;
    if query.text("step").as_deref() == Some("password") && me["mayChoosePassword"] == true {
        return Ok(shown(&Card::Choose { name: &caller.user.name }, next, &Fault::default()));
    }
    Ok(see_other(next))
}

/// The forms of the page, sent without script.
pub(crate) async fn submit(
    State(app): State<App>,
    session: std::result::Result<Session, ApiError>,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    body: Body,
) -> Result<Response> {
    let body = body.capped(MOST_BYTES).bytes().await?;
    let field = |name: &str| {
        let found = form_urlencoded::parse(&body).find(|(key, _)| key == name);
        found.map(|(_, value)| value.into_owned()).unwrap_or_default()
    };
    let (next, address) = (field("next"), address.to_string());
    let next = local(Some(&next));
    let step = field("step");
    let by_link = step == "link";
    if step == "password" {
        let (name, password) = (field("name"), field("password"));
        return match choose(&app, &session?, &name, &password).await {
            Ok(()) => Ok(see_other(next)),
            Err(error) => Ok(refused(error, by_link, &Card::Choose { name: &name }, next)),
        };
    }
    let (email, to) = (field("email"), if by_link { choose_address(next) } else { next.to_owned() });
    let signed_in = if by_link {
        app.service.sign_in_by_link(&address, &field("token")).await
    } else {
        app.service.sign_in(&address, &email, &field("password")).await
    };
    match signed_in {
        Ok(signed_in) => {
            let mut answer = see_other(&to);
            set_cookie(&mut answer, &signed_in.token, SESSION_SECONDS, is_https(&headers, &app.settings));
            Ok(answer)
        }
        Err(error) => Ok(refused(error, by_link, &Card::Password { email: &email }, next)),
    }
}

/// Keeps a first password, and a name where one is given.
async fn choose(app: &App, caller: &Session, name: &str, password: &str) -> std::result::Result<(), Error> {
    app.service.not_in_maintenance()?;
    app.service.change_password(caller, None, password).await?;
    if !name.trim().is_empty() {
        app.service.rename_me(caller, name).await?;
    }
    Ok(())
}

/// The page again, with what went wrong, under the status that the API would answer.
fn refused(error: Error, by_link: bool, card: &Card<'_>, next: &str) -> Response {
    let fault = match &error {
        Error::Unauthorized(_) => Fault::of(if by_link { SPENT_LINK } else { WRONG_PAIR }),
        Error::Throttled { retry_after } => Fault {
            text: format!("Too many tries. You can try again in {retry_after} seconds."),
            wait: Some(*retry_after),
        },
        Error::Invalid(_) => Fault::of("A password has 8 to 1024 characters, a name 200 at most."),
        _ => Fault::of("That did not work. Nothing was changed. Try again."),
    };
    // The answer of the API keeps its headers and what the log is told; only the body is for people.
    let (mut parts, _) = ApiError::from(error).into_response().into_parts();
    let (shown, body) = shown(card, next, &fault).into_parts();
    parts.headers.remove(CONTENT_LENGTH);
    parts.headers.extend(shown.headers);
    Response::from_parts(parts, body)
}

impl Fault {
    fn of(text: &str) -> Self {
        Self { text: text.to_owned(), wait: None }
    }
}

fn choose_address(next: &str) -> String {
    format!("/signin?step=password&next={}", utf8_percent_encode(next, NON_ALPHANUMERIC))
}

/// A redirect that turns into a plain reading.
pub(crate) fn see_other(to: &str) -> Response {
    let mut answer = StatusCode::SEE_OTHER.into_response();
    let to = HeaderValue::from_str(to).unwrap_or(HeaderValue::from_static("/app"));
    answer.headers_mut().insert(LOCATION, to);
    answer
}

/// The sign-in form for another page, which is gone on to.
pub(crate) fn password_form(next: &str) -> String {
    password_fields("", next, NOTHING_WRONG, false)
}

fn password_fields(email: &str, next: &str, said: &str, invalid: bool) -> String {
    let focus = if email.is_empty() { ["autofocus", ""] } else { ["", "autofocus"] };
    let (email, next) = (Escaped(email), Escaped(next));
    format!(
        r#"<form method="post" action="/signin" data-call="/api/auth/login" data-then="{next}" data-refused="{WRONG_PAIR}">
<input type="hidden" name="step" value="signin"><input type="hidden" name="next" value="{next}">
<div class="field"><label for="email">E-mail</label>
<input id="email" name="email" type="text" inputmode="email" autocapitalize="none" spellcheck="false" autocomplete="username" required value="{email}" {first}></div>
<div class="field"><label for="password">Password</label>
<button type="button" class="plain show" aria-label="Show password" hidden>Show</button>
<input id="password" name="password" type="password" autocomplete="current-password" required aria-invalid="{invalid}" aria-describedby="fault" {second}></div>
{said}
<button type="submit">Sign in</button>
</form>
<p class="note">No account? Ask your administrator for a link.</p>"#,
        first = focus[0],
        second = focus[1],
    )
}

fn shown(card: &Card<'_>, next: &str, fault: &Fault) -> Response {
    let wait = fault.wait.map(|seconds| format!(" data-wait=\"{seconds}\"")).unwrap_or_default();
    let said = format!("<p class=\"fault\" id=\"fault\" role=\"alert\"{wait}>{}</p>", Escaped(&fault.text));
    let invalid = !fault.text.is_empty() && fault.wait.is_none();
    match card {
        Card::Password { email } => {
            let main = format!("<h1>Sign in</h1>\n{}", password_fields(email, next, &said, invalid));
            page("Sign in · Lectern", &main)
        }
        Card::Link { token } => {
            let (token, after) = (Escaped(token), choose_address(next));
            let (next, after) = (Escaped(next), Escaped(&after));
            let main = format!(
                r#"<h1>Welcome to Lectern</h1>
<p>This link lets you in, once.</p>
<form method="post" action="/signin" data-call="/api/auth/link" data-then="{after}" data-refused="{SPENT_LINK}">
<input type="hidden" name="step" value="link"><input type="hidden" name="next" value="{next}">
<input type="hidden" name="token" value="{token}">
{said}
<button type="submit" autofocus>Come in</button>
</form>
<p class="note"><a href="/signin">Sign in with a password instead</a></p>"#
            );
            page("Welcome · Lectern", &main)
        }
        Card::Choose { name } => {
            let (name, next) = (Escaped(name), Escaped(next));
            let main = format!(
                r#"<h1>Choose a password</h1>
<p>You are in. With a password you can come back without a link.</p>
<form method="post" action="/signin">
<input type="hidden" name="step" value="password"><input type="hidden" name="next" value="{next}">
<div class="field"><label for="name">Your name</label>
<input id="name" name="name" type="text" autocomplete="name" maxlength="200" value="{name}"></div>
<div class="field"><label for="password">Password, at least 8 characters</label>
<button type="button" class="plain show" aria-label="Show password" hidden>Show</button>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="8" required aria-invalid="{invalid}" aria-describedby="fault" autofocus></div>
{said}
<button type="submit">Save and continue</button>
<a class="button plain" href="{next}">Later</a>
</form>"#
            );
            page("Choose a password · Lectern", &main)
        }
    }
}
