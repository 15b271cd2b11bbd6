//! The policy of a group of routes.
//!
//! Routes are added in groups, and a group is created with a policy. A route without a policy does not compile.

use axum::Router;
use axum::middleware::from_fn_with_state;

use super::{App, Routes, gate, no_such_method};

/// What the gate does with requests to a group of routes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Policy {
    /// The credentials that the gate checks and counts before anything else.
    pub(crate) credentials: Credentials,
    /// What happens to writes during maintenance.
    pub(crate) maintenance: DuringMaintenance,
    /// What happens to a write when its client disconnects.
    pub(crate) hang_up: OnHangUp,
    /// The maximum size of a body, in bytes.
    pub(crate) body: BodyLimit,
    /// Whether pages may embed a response.
    pub(crate) in_pages: InPages,
}

/// The credentials that the gate checks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Credentials {
    /// None: the handler checks what it requires.
    ByHandler,
    /// An API key.
    Key,
    /// The provisioning token of an organization. Responses have the form of SCIM.
    Provisioning,
}

/// Whether pages may embed a response, as a picture, a video or a frame.
///
/// A deck may show a picture from any https address, including one of this site. Browsers would request it with the
/// cookies of the viewers, and so make exports or use up limits in their name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InPages {
    /// They may: it is a picture, or a file that pages load.
    Shown,
    /// They may not: the request is rejected with 403.
    Refused,
}

/// The maximum size of a body, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BodyLimit {
    /// The operator's limit for JSON, `SVC_MAX_BODY_BYTES`.
    Json,
    /// The operator's limit for packages, `SVC_MAX_DECK_BYTES`.
    Package,
    /// This many bytes.
    Bytes(u64),
}

/// What happens to writes during maintenance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DuringMaintenance {
    /// They are rejected with 503.
    Refused,
    /// They reach the handler, which may reject them itself.
    Open,
}

/// What happens to a write when its client disconnects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OnHangUp {
    /// It runs to its end, including side effects such as the entry in the audit log.
    Finish,
    /// It is cancelled, since nobody would receive the drawing or the text that it produces.
    Cancel,
}

impl Policy {
    /// Routes authenticated by session or key, as the handler requires.
    pub(crate) const API: Self = Self {
        credentials: Credentials::ByHandler,
        maintenance: DuringMaintenance::Refused,
        hang_up: OnHangUp::Finish,
        body: BodyLimit::Json,
        in_pages: InPages::Refused,
    };
    /// Pictures, authenticated as [`Policy::API`].
    pub(crate) const PICTURES: Self = Self { in_pages: InPages::Shown, ..Self::API };
    /// Routes authenticated by key alone: `/api/v1`.
    pub(crate) const KEY: Self = Self { credentials: Credentials::Key, ..Self::API };
    /// SCIM, by the provisioning token of an organization alone: `/scim/v2`.
    pub(crate) const PROVISIONING: Self = Self { credentials: Credentials::Provisioning, ..Self::API };
    /// Calls that wait for the author, by sign-in or key.
    pub(crate) const AUTHOR: Self = Self { hang_up: OnHangUp::Cancel, ..Self::API };
    /// Calls that wait for the author, by key alone.
    pub(crate) const AUTHOR_BY_KEY: Self = Self { credentials: Credentials::Key, ..Self::AUTHOR };
    /// Calls that wait for the author, with a document of up to 50 MB.
    pub(crate) const DOCUMENT: Self = Self { body: BodyLimit::Bytes(52 << 20), ..Self::AUTHOR };
    /// Calls that wait for the author, with a document, by key alone.
    pub(crate) const DOCUMENT_BY_KEY: Self = Self { credentials: Credentials::Key, ..Self::DOCUMENT };
    /// A picture to upload, as a form or as base64 with its fields.
    pub(crate) const UPLOAD: Self = Self { body: BodyLimit::Bytes(32 << 20), ..Self::API };
    /// A sound or a video for slides, of up to 100 MB.
    pub(crate) const MEDIA: Self = Self { body: BodyLimit::Bytes(101 << 20), ..Self::API };
    /// A recorded rehearsal, of up to 200 MB, with its moments.
    pub(crate) const RECORDING: Self = Self { body: BodyLimit::Bytes(202 << 20), ..Self::API };
    /// A `.deck` package or a PowerPoint file to import.
    pub(crate) const PACKAGE: Self = Self { body: BodyLimit::Package, ..Self::API };
    /// A file to import, by key alone.
    pub(crate) const PACKAGE_BY_KEY: Self = Self { credentials: Credentials::Key, ..Self::PACKAGE };
    /// Writes that are accepted during maintenance: the switch itself, signing in and out, presence, live sessions that
    /// already run.
    pub(crate) const OPEN: Self = Self { maintenance: DuringMaintenance::Open, ..Self::API };
    /// Signing in, without authentication.
    pub(crate) const SIGN_IN: Self = Self { body: BodyLimit::Bytes(16 << 10), ..Self::OPEN };
    /// Requests of the presenter and the audience of a live session. Some bodies are read before the caller is known.
    pub(crate) const LIVE: Self = Self { body: BodyLimit::Bytes(64 << 10), ..Self::OPEN };
    /// Requests to draw by POST, which store nothing.
    pub(crate) const DRAW: Self = Self { hang_up: OnHangUp::Cancel, ..Self::OPEN };
    /// Pages and files, and the form to sign in.
    pub(crate) const PUBLIC: Self = Self { body: BodyLimit::Bytes(16 << 10), ..Self::DRAW };
    /// Files that pages load, without authentication.
    pub(crate) const FILES: Self = Self { in_pages: InPages::Shown, ..Self::PUBLIC };
    /// The endpoint for agents, whose messages have a megabyte at most.
    pub(crate) const AGENTS: Self = Self { body: BodyLimit::Bytes(1 << 20), ..Self::DRAW };

    /// The policy of a path without a route: that of the routes with the same prefix.
    pub(crate) fn of_unknown(path: &str) -> Self {
        let is_below =
            |base: &str| path.strip_prefix(base).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        let policy = if is_below("/api/v1/docs") || is_below("/api/v1/schema") {
            Self::API
        } else if is_below("/api/v1") {
            Self::KEY
        } else if is_below("/api") {
            Self::API
        } else {
            Self::PUBLIC
        };
        // No handler runs, so an embedded request can neither use up a limit nor create anything.
        Self { in_pages: InPages::Shown, ..policy }
    }
}

/// Routes under one policy.
pub(crate) struct Group(Router<App>);

impl Group {
    /// Puts routes under a policy.
    pub(crate) fn new(app: &App, policy: Policy, routes: Routes) -> Self {
        let gate = from_fn_with_state((app.clone(), policy), gate);
        Self(routes.into_router().method_not_allowed_fallback(no_such_method).layer(gate))
    }
}

/// All groups as one router.
pub(crate) fn joined(groups: impl IntoIterator<Item = Group>) -> Router<App> {
    groups.into_iter().fold(Router::new(), |all, Group(routes)| all.merge(routes))
}
