//! The sign-in page: signing in by password, by passkey or by one-time link, requesting such a link by e-mail, and
//! setting a first password after a link. Single sign-on, if it is configured, has a button here and its own routes in
//! [`super::oidc`].
//!
//! Its forms work without script: they are posted here, and the response is a page or a redirect. With script they call
//! the routes of [`super::auth`] instead.

use axum::extract::State;
use axum::http::header::{CONTENT_LENGTH, HeaderMap, LOCATION};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::json;
use service::{Error, LinkRequest, OwnChange};

use super::auth::begin_session;
use super::page::{Escaped, local_path, page_in};
use super::passkeys::passkey_site;
use super::translations::Translations;
use crate::http::{ApiError, App, Body, ClientAddress, Query, Result, SameOrigin, Session};

const PASSWORD: &str = include_str!("page/signin-password.html");
const LINK: &str = include_str!("page/signin-link.html");
const MAIL: &str = include_str!("page/signin-mail.html");
const MAILED: &str = include_str!("page/signin-mailed.html");
const CHOOSE: &str = include_str!("page/signin-choose.html");

/// The content of the page's card.
enum Card<'a> {
    /// The form for e-mail and password.
    Password { email: &'a str },
    /// The button to redeem a one-time link. Opening the page does not redeem it.
    Link { token: &'a str },
    /// The form for the e-mail to send a one-time link to.
    Mail { request: LinkRequest, email: &'a str },
    /// The text after a link was requested.
    Mailed { email: &'a str },
    /// The form for a first password of the account with this e-mail.
    Choose { email: &'a str, name: &'a str },
}

/// The text for people about what went wrong; empty when nothing did.
#[derive(Default)]
pub(super) struct FaultText {
    text: String,
    /// Seconds until the next attempt; none when there is no need to wait.
    wait: Option<u64>,
}

/// The context of every form of the page.
pub(super) struct SignInPage<'a> {
    app: &'a App,
    words: &'static Translations,
    /// The path to redirect to after the sign-in.
    pub(super) next: &'a str,
    /// The domain that passkeys belong to; none where the address of the site cannot have passkeys.
    passkey_site: Option<String>,
    /// Whether the first administrator has not signed in yet. Then the page says where to find out how they sign in,
    /// rather than whom to ask for an account.
    is_new: bool,
}

/// Returns the page. A person who is signed in is redirected at once, unless the address contains the token of a link,
/// or the step in which they set a first password.
pub(crate) async fn read(
    State(app): State<App>,
    session: std::result::Result<Session, ApiError>,
    query: Query,
    headers: HeaderMap,
) -> Result<Response> {
    let next = query.text("next");
    let mut page = SignInPage::new(&app, &headers, local_path(next.as_deref()));
    if let Some(token) = query.text("token") {
        return Ok(page.card(&Card::Link { token: &token }, &FaultText::default()));
    }
    let Ok(caller) = session else {
        let step = query.text("step").unwrap_or_default();
        if let Some(request) = link_request(&step).filter(|_| app.service.accounts.sends_mail()) {
            return Ok(page.card(&Card::Mail { request, email: "" }, &FaultText::default()));
        }
        page.is_new = app.service.accounts.awaits_first_sign_in().await.unwrap_or_default();
        return Ok(page.card(&Card::Password { email: "" }, &FaultText::default()));
    };
    let profile = app.service.accounts.profile(&caller).await?;
    if query.text("step").as_deref() == Some("password") && profile.may_choose_password {
        let card = Card::Choose { email: &caller.user.email, name: &caller.user.name };
        return Ok(page.card(&card, &FaultText::default()));
    }
    Ok(see_other(page.next))
}

/// Handles the forms of the page, sent without script.
pub(crate) async fn submit(
    State(app): State<App>,
    _: SameOrigin,
    session: std::result::Result<Session, ApiError>,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    body: Body,
) -> Result<Response> {
    let body = body.bytes().await?;
    let field = |name: &str| {
        let found = form_urlencoded::parse(&body).find(|(key, _)| key == name);
        found.map(|(_, value)| value.into_owned()).unwrap_or_default()
    };
    let (next, address) = (field("next"), address.to_string());
    let page = SignInPage::new(&app, &headers, local_path(Some(&next)));
    let step = field("step");
    let by_link = step == "link";
    if step == "password" {
        let (name, password) = (field("name"), field("password"));
        let caller = session?;
        return match set_first_password(&app, &caller, &name, &password).await {
            Ok(()) => Ok(see_other(page.next)),
            Err(error) => {
                Ok(page.card_with_error(error, by_link, &Card::Choose { email: &caller.user.email, name: &name }))
            }
        };
    }
    if let Some(request) = link_request(&step) {
        let (email, lang) = (field("email"), page.words.lang);
        return match app.service.accounts.request_link(&address, &email, request, lang).await {
            Ok(()) => Ok(page.card(&Card::Mailed { email: email.trim() }, &FaultText::default())),
            Err(error) => Ok(page.card_with_error(error, by_link, &Card::Mail { request, email: &email })),
        };
    }
    let (email, target) =
        (field("email"), if by_link { first_password_address(page.next) } else { page.next.to_owned() });
    let signed_in = if by_link {
        app.service.accounts.sign_in_by_link(&address, &field("token")).await
    } else {
        app.service.accounts.sign_in(&address, &email, &field("password")).await
    };
    match signed_in {
        Ok(signed_in) => begin_session(&app, &headers, &signed_in, see_other(&target)).await,
        Err(error) => Ok(page.card_with_error(error, by_link, &Card::Password { email: &email })),
    }
}

/// Stores a first password, and a name if one is given.
async fn set_first_password(app: &App, caller: &Session, name: &str, password: &str) -> std::result::Result<(), Error> {
    app.service.maintenance.check()?;
    app.service.accounts.change_password(caller, None, password).await?;
    if !name.trim().is_empty() {
        let change = OwnChange { name: Some(name.to_owned()), ..OwnChange::default() };
        app.service.accounts.change_own(caller, change).await?;
    }
    Ok(())
}

impl FaultText {
    fn of(text: &str) -> Self {
        Self { text: text.to_owned(), wait: None }
    }
}

/// The purpose of the link that is requested in a step of the page; none when the step requests no link.
fn link_request(step: &str) -> Option<LinkRequest> {
    [LinkRequest::Password, LinkRequest::SignIn].into_iter().find(|request| step_of(*request) == step)
}

/// The step of the page in which such a link is requested.
fn step_of(request: LinkRequest) -> &'static str {
    match request {
        LinkRequest::Password => "forgot",
        LinkRequest::SignIn => "mail",
    }
}

/// The address of the step in which a first password is set.
fn first_password_address(next: &str) -> String {
    format!("/signin?step=password&next={}", utf8_percent_encode(next, NON_ALPHANUMERIC))
}

/// A redirect with 303: the browser requests the address by GET, even after a POST.
pub(crate) fn see_other(to: &str) -> Response {
    let mut answer = StatusCode::SEE_OTHER.into_response();
    let to = HeaderValue::from_str(to).unwrap_or(HeaderValue::from_static("/app"));
    answer.headers_mut().insert(LOCATION, to);
    answer
}

impl<'a> SignInPage<'a> {
    /// The page for a request, with `next` as the path to redirect to after the sign-in.
    pub(super) fn new(app: &'a App, headers: &HeaderMap, next: &'a str) -> Self {
        let (words, passkey_site) = (Translations::for_sign_in(headers), passkey_site(app, headers));
        Self { app, words, next, passkey_site, is_new: false }
    }

    /// The form for e-mail and password, to be embedded in another page.
    pub(super) fn password_form(&self) -> String {
        self.filled(PASSWORD, &[("email", "")], &FaultText::default())
    }

    /// The sign-in form, with a text about what went wrong in single sign-on.
    pub(super) fn sign_on_failure(&self, status: StatusCode, key: &str) -> Response {
        let fault = FaultText::of(self.words.text(key));
        (status, self.card(&Card::Password { email: "" }, &fault)).into_response()
    }

    /// The sign-in form with an error, under the status that the API would return.
    pub(super) fn failure(&self, error: Error) -> Response {
        self.card_with_error(error, false, &Card::Password { email: "" })
    }

    /// The page with an error, under the status that the API would return.
    fn card_with_error(&self, error: Error, by_link: bool, card: &Card<'_>) -> Response {
        let say = |key| FaultText::of(self.words.text(key));
        let fault = match &error {
            Error::Unauthorized(_) => say(if by_link { self.spent_link_key() } else { "signin.wrong" }),
            Error::Throttled { retry_after } => FaultText {
                text: self.words.text("signin.wait").replace("{n}", &retry_after.to_string()),
                wait: Some(*retry_after),
            },
            Error::Invalid(_) if matches!(card, Card::Mail { .. }) => say("signin.mail.unfit"),
            Error::Invalid(_) => say("signin.unfit"),
            _ => say("signin.failed"),
        };
        // The headers and the log entry of the API's error response are kept; only the body is replaced, by a page for
        // people.
        let (mut parts, _) = ApiError::from(error).into_response().into_parts();
        let (head, body) = self.card(card, &fault).into_parts();
        parts.headers.remove(CONTENT_LENGTH);
        parts.headers.extend(head.headers);
        Response::from_parts(parts, body)
    }

    /// The page with a card, and a text about what went wrong.
    fn card(&self, card: &Card<'_>, fault: &FaultText) -> Response {
        let (title, main) = match card {
            Card::Password { email } => {
                let form = self.filled(PASSWORD, &[("email", email)], fault);
                ("signin.title", format!("<h1>{}</h1>\n{form}", Escaped(self.words.text("signin.title"))))
            }
            Card::Link { token } => {
                let after = first_password_address(self.next);
                let spent = self.words.text(self.spent_link_key());
                let texts = [("token", *token), ("after", &after), ("spent", spent)];
                ("signin.link.title", self.filled(LINK, &texts, fault))
            }
            Card::Mail { request, email } => {
                let (title, text) = match request {
                    LinkRequest::Password => ("signin.forgot.title", "signin.forgot.text"),
                    LinkRequest::SignIn => ("signin.mail.title", "signin.mail.text"),
                };
                let texts = [
                    ("heading", self.words.text(title)),
                    ("explanation", self.words.text(text)),
                    ("step", step_of(*request)),
                    ("email", email),
                    ("back", &self.address("")),
                ];
                (title, self.filled(MAIL, &texts, fault))
            }
            Card::Mailed { email } => {
                let text = self.words.text("signin.mailed.text").replace("{email}", email);
                let texts = [("explanation", text.as_str()), ("back", &self.address(""))];
                ("signin.mailed.title", self.filled(MAILED, &texts, fault))
            }
            Card::Choose { email, name } => {
                ("signin.choose.title", self.filled(CHOOSE, &[("email", email), ("name", name)], fault))
            }
        };
        page_in(self.words.lang, &format!("{} · Lectern", self.words.text(title)), &main)
    }

    /// A form with its placeholders replaced. `texts` are escaped.
    fn filled(&self, form: &str, texts: &[(&str, &str)], fault: &FaultText) -> String {
        let wait = fault.wait.map(|seconds| format!(" data-wait=\"{seconds}\"")).unwrap_or_default();
        let fault_line = format!("<p class=\"fault\" id=\"fault\" role=\"alert\"{wait}>{}</p>", Escaped(&fault.text));
        let invalid = (!fault.text.is_empty() && fault.wait.is_none()).to_string();
        let escaped: Vec<(&str, String)> =
            texts.iter().map(|(name, text)| (*name, Escaped(text).to_string())).collect();
        let is_known = texts.iter().any(|(name, text)| *name == "email" && !text.is_empty());
        let [focus_email, focus_password] = if is_known { ["", "autofocus"] } else { ["autofocus", ""] };
        let (next, sign_on, words) = (Escaped(self.next).to_string(), self.sign_on(), self.script_words());
        let (by_mail, by_passkey) = (self.by_mail(), self.by_passkey());
        let no_account = Escaped(self.words.text(if self.is_new { "signin.new" } else { "signin.none" })).to_string();
        let mut parts = vec![
            ("next", next.as_str()),
            ("fault", &fault_line),
            ("invalid", &invalid),
            ("focus-email", focus_email),
            ("focus-password", focus_password),
            ("by-mail", &by_mail),
            ("by-passkey", &by_passkey),
            ("sign-on", &sign_on),
            ("no-account", &no_account),
            ("words", &words),
        ];
        parts.extend(escaped.iter().map(|(name, text)| (*name, text.as_str())));
        self.words.filled(form, &parts)
    }

    /// The address of this page in a step, with the path to redirect to after the sign-in.
    fn address(&self, step: &str) -> String {
        let step = if step.is_empty() { String::new() } else { format!("step={step}&") };
        format!("/signin?{step}next={}", utf8_percent_encode(self.next, NON_ALPHANUMERIC))
    }

    /// The key of the text about a one-time link that is used or expired.
    fn spent_link_key(&self) -> &'static str {
        if self.app.service.accounts.sends_mail() { "signin.link.spent.mail" } else { "signin.link.spent" }
    }

    /// The links for signing in by e-mail; empty unless the instance sends mail.
    fn by_mail(&self) -> String {
        if !self.app.service.accounts.sends_mail() {
            return String::new();
        }
        let link = |request, key| {
            let address = self.address(step_of(request));
            format!("<a href=\"{}\">{}</a>", Escaped(&address), Escaped(self.words.text(key)))
        };
        let forgot = link(LinkRequest::Password, "signin.mail.forgot");
        format!(
            "<p class=\"note\">{forgot}</p>\n<p class=\"note\">{}</p>",
            link(LinkRequest::SignIn, "signin.mail.instead")
        )
    }

    /// The button for signing in by passkey, hidden until the script shows it; empty where the site cannot have
    /// passkeys.
    fn by_passkey(&self) -> String {
        let Some(site) = &self.passkey_site else { return String::new() };
        format!(
            "<div class=\"passkey\" data-site=\"{}\" hidden><p class=\"or\">{}</p>\n\
             <button type=\"button\" class=\"other\">{}</button></div>",
            Escaped(site),
            Escaped(self.words.text("signin.or")),
            Escaped(self.words.text("signin.passkey")),
        )
    }

    /// The button of single sign-on; empty when it is not configured.
    fn sign_on(&self) -> String {
        let Some(sign_on) = &self.app.sign_on else { return String::new() };
        let label = match &sign_on.name {
            Some(name) => self.words.text("signin.on").replace("{name}", name),
            None => self.words.text("signin.on.plain").to_owned(),
        };
        format!(
            "<p class=\"or\">{}</p>\n<a class=\"button other\" href=\"/signin/oidc?next={}\">{}</a>",
            Escaped(self.words.text("signin.or")),
            utf8_percent_encode(self.next, NON_ALPHANUMERIC),
            Escaped(&label),
        )
    }

    /// The texts that the script of the page uses, as JSON.
    fn script_words(&self) -> String {
        let say = |key| self.words.text(key);
        json!({
            "show": say("signin.show"), "hide": say("signin.hide"),
            "showLabel": say("signin.show.label"), "hideLabel": say("signin.hide.label"),
            "wait": say("signin.wait"), "waitOne": say("signin.wait.one"),
            "failed": say("signin.failed"), "silent": say("signin.silent"),
            "passkeyRefused": say("signin.passkey.refused"), "passkeyUnused": say("signin.passkey.unused"),
        })
        .to_string()
    }
}
