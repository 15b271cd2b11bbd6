//! The agents' door: JSON-RPC 2.0 over HTTP and over the standard streams.
//!
//! A message is read ([`rpc`]), dispatched ([`desk`]) and answered. A tool ([`tools`]) parses its arguments, calls one
//! use case and shapes the answer; the rules are those of every other door.

mod arguments;
mod desk;
mod extensions;
mod http;
mod prompts;
mod rpc;
mod stdio;
mod tools;

pub(crate) use self::desk::Desk;
pub(crate) use self::extensions::{Extension, read as read_extensions};
pub(crate) use self::http::any;
#[cfg(any(test, feature = "fuzz"))]
pub use self::rpc::check_message;
pub(crate) use self::stdio::run as run_stdio;
