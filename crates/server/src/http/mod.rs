//! Code that all routes share: authentication, reading requests, writing responses, connections.
//!
//! A handler has extractors as arguments, in the order in which they are checked: the caller ([`By`], [`Session`],
//! [`AnyKey`]), the [`Path`], the [`Query`], and last the body ([`Request`], [`RequestWithNulls`], or [`Body`] when
//! rights are checked before it is read). A handler without a body extractor ignores the body. This module checks no
//! right on a deck and uses no storage.

mod access;
mod address;
mod answer;
mod body;
mod challenge;
mod connection;
mod error;
mod event_connection;
mod gate;
mod path;
mod policy;
mod query;
mod read;
mod routes;
mod scim;
mod spooling;
mod stream;
mod wire;

use std::sync::Arc;

use service::Service;

use crate::mcp::Dispatcher;
use crate::settings::Settings;
use crate::sign_on::SignOn;

pub(crate) use self::access::{
    Ai, AiCall, AnyKey, By, CommentsRead, CommentsWrite, Export, OptionalCaller, Read, SameOrigin, Session, Write,
    bearer, cookie, session_token,
};
pub(crate) use self::address::{ClientAddress, is_https, requested_origin, site_address};
pub(crate) use self::answer::{
    Created, Json, attachment, chunked, chunks_answer, file_answer, json_answer, ranged, written_json,
};
pub(crate) use self::body::{Body, Request, RequestWithNulls};
pub(crate) use self::connection::{ConnectionLimit, serve};
#[cfg(test)]
pub(crate) use self::error::ErrorBody;
pub(crate) use self::error::{ApiError, insert_rate_headers};
#[cfg(any(test, feature = "fuzz"))]
pub use self::event_connection::check_event_stream_head;
pub(crate) use self::gate::{Framable, gate, gate_unknown, no_such_method};
pub(crate) use self::path::Path;
pub(crate) use self::policy::{Group, Policy, joined};
pub(crate) use self::query::Query;
pub(crate) use self::read::{read, read_with_nulls};
pub(crate) use self::routes::{Routes, any, delete, get, patch, post, put};
pub(crate) use self::scim::ScimType;
pub(crate) use self::spooling::spooled;
pub(crate) use self::stream::{Source, StreamItem, event_frame, event_stream, event_stream_for, json_frame};
pub(crate) use self::wire::{Deleted, Done, Fixed, Iso, Pagination, nullable, optional_text_list, text_list};

/// The result of a handler.
pub(crate) type Result<T> = std::result::Result<T, ApiError>;

/// The state that all handlers share. It is cheap to clone.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) service: Arc<Service>,
    pub(crate) settings: Arc<Settings>,
    pub(crate) agents: Arc<Dispatcher>,
    pub(crate) sign_on: Option<Arc<SignOn>>,
}
