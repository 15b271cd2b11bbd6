//! The page on which a person connects an agent.
//!
//! A request with an unknown client or a wrong redirect address ends on an error page here. Every other result is sent
//! to the redirect address, with `iss`, so that the client can detect a response of another server (RFC 9207).

use std::fmt::Write;

use axum::extract::State;
use axum::http::header::{HeaderMap, REFRESH};
use axum::http::{HeaderValue, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use service::{
    AuthorizationRequest, Caller, Client, Error, OauthClientId, OauthCode, OauthError, OrganizationId, RequestedAccess,
    Scope, is_loopback,
};

use super::parameters::Parameters;
use super::{PublicAddress, client_document};
use crate::http::{ApiError, App, Body, Result, Session};
use crate::routes::page::{Escaped, page_in};
use crate::routes::signin::see_other;
use crate::routes::start::Visitor;
use crate::routes::translations::Translations;

const CONSENT: &str = include_str!("../page/oauth-consent.html");
const MESSAGE: &str = include_str!("../page/oauth-message.html");
/// The parameters of the request that the form contains as hidden fields.
const REPEATED: [&str; 8] = [
    "response_type",
    "client_id",
    "redirect_uri",
    "scope",
    "state",
    "code_challenge",
    "code_challenge_method",
    "resource",
];

/// A request whose client and redirect address are valid.
struct CheckedRequest {
    client: Client,
    redirect: String,
    state: Option<String>,
}

/// The context of every page of this module.
struct PageContext<'a> {
    app: &'a App,
    base: &'a str,
    words: &'static Translations,
}

/// Returns the page.
pub(crate) async fn read(
    PublicAddress(base): PublicAddress,
    Visitor(caller): Visitor,
    State(app): State<App>,
    headers: HeaderMap,
    uri: Uri,
) -> Result<Response> {
    let context = PageContext { app: &app, base: &base, words: Translations::for_oauth(&headers) };
    let parameters = Parameters::read(uri.query().unwrap_or_default().as_bytes());
    let (request, access) = match context.checked_request(&caller, &parameters).await? {
        Ok(checked) => checked,
        Err(page) => return Ok(page),
    };
    match access {
        Ok(access) => context.consent_page(&caller, &parameters, &request, &access, None).await,
        Err(OauthError::Refused { code, text }) => Ok(context.refusal(&request, code, &text)),
        Err(OauthError::Service(error)) => Err(error.into()),
    }
}

/// Handles the decision of the person. A person who was signed out meanwhile is redirected to the sign-in page and
/// decides again.
pub(crate) async fn decide(
    PublicAddress(base): PublicAddress,
    session: std::result::Result<Session, ApiError>,
    State(app): State<App>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response> {
    let context = PageContext { app: &app, base: &base, words: Translations::for_oauth(&headers) };
    let parameters = Parameters::read(&body.bytes().await?);
    let caller = match session {
        Ok(caller) => caller,
        Err(ApiError::Service(Error::Unauthorized(_))) => return Ok(see_other(&sign_in_address(&parameters))),
        Err(error) => return Err(error),
    };
    let (request, access) = match context.checked_request(&caller, &parameters).await? {
        Ok(checked) => checked,
        Err(page) => return Ok(page),
    };
    let access = match access {
        Ok(access) => access,
        Err(OauthError::Refused { code, text }) => return Ok(context.refusal(&request, code, &text)),
        Err(OauthError::Service(error)) => return Err(error.into()),
    };
    if parameters.all("decision").next() != Some("connect") {
        let address = request.redirect_address(&base, &[("error", OauthCode::AccessDenied.name())]);
        return Ok(context.redirect_page("oauth.cancelled", &request, &address));
    }
    let organization = OrganizationId::from(parameters.all("organization").next().unwrap_or_default());
    let chosen: Vec<Scope> = parameters.all("allow").filter_map(Scope::named).collect();
    let connected =
        app.service.oauth.connect(&caller, &request.client, &request.redirect, &access, &organization, &chosen).await;
    match connected {
        Ok(code) => {
            let address = request.redirect_address(&base, &[("code", &code)]);
            Ok(context.redirect_page("oauth.connected", &request, &address))
        }
        Err(Error::Invalid(_)) => {
            context.consent_page(&caller, &parameters, &request, &access, Some("oauth.fault.scopes")).await
        }
        Err(error) => Err(error.into()),
    }
}

/// The address of the sign-in page, which redirects to the page of the request again.
fn sign_in_address(parameters: &Parameters) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    for name in REPEATED {
        query.extend_pairs(parameters.all(name).map(|value| (name, value)));
    }
    let next = format!("/oauth/authorize?{}", query.finish());
    format!("/signin?next={}", utf8_percent_encode(&next, NON_ALPHANUMERIC))
}

impl CheckedRequest {
    /// The redirect address with a result, the `state` of the request and `iss`.
    fn redirect_address(&self, base: &str, answer: &[(&str, &str)]) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(answer);
        if let Some(state) = &self.state {
            query.append_pair("state", state);
        }
        query.append_pair("iss", base);
        let separator = if self.redirect.contains('?') { '&' } else { '?' };
        format!("{}{separator}{}", self.redirect, query.finish())
    }
}

impl PageContext<'_> {
    /// Checks a request. Returns its client and redirect address, and the requested access or why it is refused; or an
    /// error page when client or redirect address are invalid.
    async fn checked_request(
        &self,
        caller: &Caller,
        parameters: &Parameters,
    ) -> Result<std::result::Result<(CheckedRequest, std::result::Result<RequestedAccess, OauthError>), Response>> {
        let oauth = &self.app.service.oauth;
        oauth.check_rate(caller).await?;
        let Ok(Some(id)) = parameters.optional("client_id") else {
            return Ok(Err(self.error_page("oauth.fault.client")));
        };
        let id = OauthClientId::from(id);
        let client = match oauth.registered_client(&id).await? {
            Some(client) => client,
            None if id.starts_with("https://") && self.app.settings.oauth_client_documents => {
                match client_document::fetch(&id).await {
                    Ok(client) => client,
                    Err(fault) => {
                        tracing::info!("the client document `{id}` cannot be used: {fault}");
                        return Ok(Err(self.error_page("oauth.fault.document")));
                    }
                }
            }
            None => return Ok(Err(self.error_page("oauth.fault.client"))),
        };
        let redirect = match parameters.optional("redirect_uri") {
            Ok(Some(redirect)) if client.may_redirect_to(redirect) => redirect.to_owned(),
            _ => return Ok(Err(self.error_page("oauth.fault.redirect"))),
        };
        let state = parameters.all("state").next().map(str::to_owned);
        Ok(Ok((CheckedRequest { client, redirect, state }, self.access(parameters))))
    }

    /// The requested access. Fails when the request is refused.
    fn access(&self, parameters: &Parameters) -> std::result::Result<RequestedAccess, OauthError> {
        parameters.optional("state")?;
        let text = |name: &str| Ok::<_, OauthError>(parameters.optional(name)?.map(str::to_owned));
        self.app.service.oauth.requested(&AuthorizationRequest {
            response_type: text("response_type")?,
            scope: text("scope")?,
            challenge: text("code_challenge")?,
            challenge_method: text("code_challenge_method")?,
            resources: parameters.all("resource").map(str::to_owned).collect(),
        })
    }

    /// The page that asks the person whether to connect the client.
    async fn consent_page(
        &self,
        caller: &Caller,
        parameters: &Parameters,
        request: &CheckedRequest,
        access: &RequestedAccess,
        fault: Option<&str>,
    ) -> Result<Response> {
        let profile = self.app.service.accounts.profile(caller).await?;
        let mut hidden = String::new();
        for name in REPEATED {
            for value in parameters.all(name) {
                let _ = write!(hidden, "<input type=\"hidden\" name=\"{name}\" value=\"{}\">", Escaped(value));
            }
        }
        let mut scopes = String::new();
        for scope in &access.scopes {
            let _ = writeln!(
                scopes,
                "<label class=\"check\"><input type=\"checkbox\" name=\"allow\" value=\"{scope}\" checked><span>{}</span></label>",
                Escaped(self.words.text(&format!("oauth.scope.{scope}"))),
            );
        }
        let organizations: Vec<_> = profile.organizations.iter().map(|(organization, _)| &**organization).collect();
        let organization = match organizations.as_slice() {
            [only] => format!(
                "{}<input type=\"hidden\" name=\"organization\" value=\"{}\">",
                Escaped(&only.name),
                Escaped(&only.id)
            ),
            several => {
                let mut options = String::new();
                for organization in several {
                    let selected = if organization.id == caller.organization.id { " selected" } else { "" };
                    let _ = write!(
                        options,
                        "<option value=\"{}\"{selected}>{}</option>",
                        Escaped(&organization.id),
                        Escaped(&organization.name)
                    );
                }
                let label = Escaped(self.words.text("oauth.organization"));
                format!("<select name=\"organization\" aria-label=\"{label}\">{options}</select>")
            }
        };
        let publisher = match &request.client.registered_at {
            Some(_) => String::new(),
            None => format!(
                "<div><dt>{}</dt><dd>{}</dd></div>\n",
                Escaped(self.words.text("oauth.publisher")),
                Escaped(&Client::host_of(&request.client.id))
            ),
        };
        let fault_line =
            fault.map(|key| format!("<p class=\"fault\" role=\"alert\">{}</p>", Escaped(self.words.text(key))));
        let title = self.text_for_client("oauth.title", request);
        let main = self.words.filled(
            CONSENT,
            &[
                ("title", &Escaped(&title).to_string()),
                ("hidden", &hidden),
                ("account", &Escaped(caller.email()).to_string()),
                ("organization", &organization),
                ("host", &Escaped(&self.receiver(&request.redirect)).to_string()),
                ("publisher", &publisher),
                ("scopes", &scopes),
                ("fault", &fault_line.unwrap_or_default()),
            ],
        );
        let status = if fault.is_some() { StatusCode::BAD_REQUEST } else { StatusCode::OK };
        Ok((status, page_in(self.words.lang, &format!("{title} · Lectern"), &main)).into_response())
    }

    /// A page that takes the browser to the client by the header `Refresh`. A redirect in response to a form would need
    /// the client's address in the `form-action` of the content security policy, which cannot name every address.
    fn redirect_page(&self, key: &str, request: &CheckedRequest, address: &str) -> Response {
        let mut page = self.message_page(
            &self.text_for_client(key, request),
            &self.text_for_client(&format!("{key}.text"), request),
            Some(address),
        );
        if let Ok(refresh) = HeaderValue::from_str(&format!("0; url={address}")) {
            page.headers_mut().insert(REFRESH, refresh);
        }
        page
    }

    /// Sends an error to the client. Only an address on the person's own machine is redirected to at once; others need
    /// a click on a page. Anybody can register a client, and a link to Lectern must not redirect to any site (RFC 9700,
    /// section 4.11.2).
    fn refusal(&self, request: &CheckedRequest, code: OauthCode, text: &str) -> Response {
        let address = request.redirect_address(self.base, &[("error", code.name()), ("error_description", text)]);
        if is_loopback(&request.redirect) {
            return see_other(&address);
        }
        let title = self.text_for_client("oauth.refused", request);
        let page = self.message_page(&title, self.words.text("oauth.refused.text"), Some(&address));
        (StatusCode::BAD_REQUEST, page).into_response()
    }

    /// An error page, for a request whose redirect address cannot be used.
    fn error_page(&self, key: &str) -> Response {
        let page = self.message_page(self.words.text("oauth.fault"), self.words.text(key), None);
        (StatusCode::BAD_REQUEST, page).into_response()
    }

    /// A page with a text, and a link if there is an address.
    fn message_page(&self, title: &str, text: &str, address: Option<&str>) -> Response {
        let link = address.map(|address| {
            let words = self.words.text("oauth.continue");
            format!("<p><a class=\"button\" href=\"{}\">{}</a></p>", Escaped(address), Escaped(words))
        });
        let parts = [
            ("title", Escaped(title).to_string()),
            ("text", Escaped(text).to_string()),
            ("link", link.unwrap_or_default()),
        ];
        let parts: Vec<(&str, &str)> = parts.iter().map(|(name, html)| (*name, html.as_str())).collect();
        page_in(self.words.lang, &format!("{title} · Lectern"), &self.words.filled(MESSAGE, &parts))
    }

    /// The text of a key, with the name of the client filled in.
    fn text_for_client(&self, key: &str, request: &CheckedRequest) -> String {
        self.words.text(key).replace("{client}", &request.client.name)
    }

    /// The name of the host that receives the code, or a text that it is the person's own machine.
    fn receiver(&self, redirect: &str) -> String {
        let host = Client::host_of(redirect);
        if is_loopback(redirect) { self.words.text("oauth.here").replace("{host}", &host) } else { host }
    }
}
