//! What every route stands on: who calls, what was sent, how it is answered.
//!
//! A handler names what it needs as arguments, in the order in which it is checked: who calls ([`By`], [`Session`],
//! [`AnyKey`]), the [`Path`], the [`Query`], and last the body ([`Request`], or [`Body`] to look at something else
//! first). A handler that takes no body ignores whatever was sent. Decides no right and touches no storage.

mod access;
mod address;
mod answer;
mod body;
mod connection;
mod error;
mod gate;
mod held;
mod path;
mod policy;
mod query;
mod read;
mod spooling;
mod stream;
mod wire;

use std::sync::Arc;

use service::Service;

use crate::mcp::Desk;
use crate::settings::Settings;
use crate::sign_on::SignOn;

pub(crate) use self::access::{
    Ai, AiCall, AnyKey, By, CommentsRead, CommentsWrite, Export, OwnPage, Perhaps, Read, Session, Write, bearer,
    cookie, session_token,
};
pub(crate) use self::address::{ClientAddress, is_https};
pub(crate) use self::answer::{Created, Json, attachment, file_answer, json_answer, written_json};
pub(crate) use self::body::{Body, JsonBody, Request};
pub(crate) use self::connection::serve;
#[cfg(test)]
pub(crate) use self::error::ErrorBody;
pub(crate) use self::error::{ApiError, tell_rate};
pub(crate) use self::gate::{gate, gate_unknown, no_such_method};
#[cfg(any(test, feature = "fuzz"))]
pub use self::held::check_event_stream_head;
pub(crate) use self::path::Path;
pub(crate) use self::policy::{Group, Policy, joined};
pub(crate) use self::query::Query;
pub(crate) use self::read::{read, read_with_nulls};
pub(crate) use self::spooling::spooled;
pub(crate) use self::stream::{Source, StreamItem, event_stream};
pub(crate) use self::wire::{Deleted, Done, Fixed, Iso, Pagination, optional_text_list, text_list};

/// What a handler answers.
pub(crate) type Result<T> = std::result::Result<T, ApiError>;

/// What handlers work with, cheap to clone.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) service: Arc<Service>,
    pub(crate) settings: Arc<Settings>,
    pub(crate) agents: Arc<Desk>,
    pub(crate) sign_on: Option<Arc<SignOn>>,
}
