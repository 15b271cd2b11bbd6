//! Signing in and out, and the caller's own account.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{HeaderMap, HeaderValue, SET_COOKIE};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use service::{Caller, LinkRequest, Organization, OwnChange, Profile, Role, SESSION_SECONDS, SignedIn};

use super::organizations::OrganizationJson;
use super::translations::Translations;
use super::users::{UserAnswer, UserJson};
use crate::http::{
    ApiError, App, ClientAddress, Done, Json, Request, Result, SameOrigin, Session, is_https, session_token,
};

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Login {
    email: String,
    password: String,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct RedeemLink {
    token: String,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChangeMe {
    name: Option<String>,
    /// The language of mail to the caller.
    lang: Option<String>,
    /// Whether the caller gets a mail when a comment mentions them.
    mention_mails: Option<bool>,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct RequestLink {
    email: String,
    purpose: LinkPurposeJson,
}

/// What a requested link is for.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
enum LinkPurposeJson {
    /// To sign in without the password.
    SignIn,
    /// To choose a new password.
    Password,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ChangePassword {
    current: Option<String>,
    password: String,
}

/// The account that signed in, and its organization.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct SignedInJson {
    user: UserJson,
    organization: OrganizationJson,
}

/// The account that is signed in, and its organizations.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProfileJson {
    user: UserJson,
    /// The organization that the session acts in.
    organization: OrganizationJson,
    organizations: Vec<OwnOrganizationJson>,
    /// Whether the session began with a one-time link, so that a first password needs no current one.
    may_choose_password: bool,
    /// Whether this instance sends mail, invitations among others.
    sends_mail: bool,
    /// Whether this instance can make videos, for which it needs `ffmpeg`.
    makes_videos: bool,
    /// The language of mail to the caller; none until the app or the caller has chosen it.
    mail_lang: Option<String>,
    /// Whether the caller gets a mail when a comment mentions them.
    mention_mails: bool,
}

/// An organization with the caller's role in it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct OwnOrganizationJson {
    #[serde(flatten)]
    organization: OrganizationJson,
    role: Role,
}

/// Signs in by password.
pub(crate) async fn login(
    State(app): State<App>,
    _: SameOrigin,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    Request(Login { email, password }): Request<Login>,
) -> Result<Response> {
    let signed_in = app.service.accounts.sign_in(&address.to_string(), &email, &password).await?;
    let answer = Json(SignedInJson::from(&signed_in)).into_response();
    begin_session(&app, &headers, &signed_in, answer).await
}

/// Signs in by a one-time link.
pub(crate) async fn link(
    State(app): State<App>,
    _: SameOrigin,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    Request(RedeemLink { token }): Request<RedeemLink>,
) -> Result<Response> {
    let signed_in = app.service.accounts.sign_in_by_link(&address.to_string(), &token).await?;
    let answer = Json(SignedInJson::from(&signed_in)).into_response();
    begin_session(&app, &headers, &signed_in, answer).await
}

/// Mails a one-time link. The response does not reveal whether such an account exists.
pub(crate) async fn request_link(
    State(app): State<App>,
    _: SameOrigin,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    Request(RequestLink { email, purpose }): Request<RequestLink>,
) -> Result<Json<Done>> {
    let request = match purpose {
        LinkPurposeJson::SignIn => LinkRequest::SignIn,
        LinkPurposeJson::Password => LinkRequest::Password,
    };
    let lang = Translations::for_sign_in(&headers).lang;
    app.service.accounts.request_link(&address.to_string(), &email, request, lang).await?;
    Ok(Json(Done::OK))
}

/// Sets the cookie of a new session in a response, and ends the previous session of the browser.
pub(crate) async fn begin_session(
    app: &App,
    headers: &HeaderMap,
    signed_in: &SignedIn,
    mut answer: Response,
) -> Result<Response> {
    app.service.accounts.sign_out(session_token(headers)).await?;
    set_cookie(&mut answer, &signed_in.token, SESSION_SECONDS, is_https(headers, &app.settings));
    Ok(answer)
}

/// Signs out. Without a session this does nothing.
pub(crate) async fn logout(
    State(app): State<App>,
    session: std::result::Result<Session, ApiError>,
    headers: HeaderMap,
) -> Result<Response> {
    if let Err(ApiError::ForeignOrigin) = session {
        return Err(ApiError::ForeignOrigin);
    }
    app.service.accounts.sign_out(session_token(&headers)).await?;
    let mut answer = Json(Done::OK).into_response();
    set_cookie(&mut answer, "", 0, is_https(&headers, &app.settings));
    Ok(answer)
}

/// Returns the caller's profile.
pub(crate) async fn me(State(app): State<App>, caller: Session) -> Result<Json<ProfileJson>> {
    let profile = app.service.accounts.profile(&caller).await?;
    Ok(Json(ProfileJson::new(&app, &caller, &profile)))
}

/// Changes the caller's own name and mail settings.
pub(crate) async fn change_me(
    State(app): State<App>,
    caller: Session,
    Request(ChangeMe { name, lang, mention_mails }): Request<ChangeMe>,
) -> Result<Json<UserAnswer>> {
    let change = OwnChange { name, lang, mention_mails };
    Ok(Json(UserAnswer::from(&app.service.accounts.change_own(&caller, change).await?)))
}

/// Changes the caller's own password, or sets their first one.
pub(crate) async fn change_password(
    State(app): State<App>,
    caller: Session,
    Request(ChangePassword { current, password }): Request<ChangePassword>,
) -> Result<Json<Done>> {
    app.service.accounts.change_password(&caller, current.as_deref(), &password).await?;
    Ok(Json(Done::OK))
}

impl ProfileJson {
    /// The profile of a caller.
    pub(crate) fn new(app: &App, caller: &Caller, profile: &Profile) -> Self {
        let own_organization = |(organization, role): &(Arc<Organization>, Role)| OwnOrganizationJson {
            organization: OrganizationJson::from(&**organization),
            role: *role,
        };
        Self {
            user: UserJson::from(&*caller.user),
            organization: OrganizationJson::from(&*caller.organization),
            organizations: profile.organizations.iter().map(own_organization).collect(),
            may_choose_password: profile.may_choose_password,
            sends_mail: app.service.accounts.sends_mail(),
            makes_videos: service::has_video_encoder(),
            mail_lang: caller.user.mail.lang.clone(),
            mention_mails: caller.user.mail.mentions,
        }
    }
}

impl From<&SignedIn> for SignedInJson {
    fn from(signed_in: &SignedIn) -> Self {
        Self { user: UserJson::from(&*signed_in.user), organization: OrganizationJson::from(&*signed_in.organization) }
    }
}

/// Sets the session cookie with a lifetime in seconds; 0 removes it.
fn set_cookie(answer: &mut Response, token: &str, seconds: i64, https: bool) {
    let secure = if https { "; Secure" } else { "" };
    let cookie = format!("svc_session={token}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}");
    if let Ok(mut cookie) = HeaderValue::from_str(&cookie) {
        cookie.set_sensitive(true);
        answer.headers_mut().insert(SET_COOKIE, cookie);
    }
}
