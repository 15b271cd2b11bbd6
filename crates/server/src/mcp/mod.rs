//! The entry point for agents: MCP, which is JSON-RPC 2.0, over HTTP and over the standard streams.
//!
//! [`rpc`] parses a message, and [`dispatcher`] handles it and returns the response. A tool ([`tools`]) parses its
//! arguments, calls one use case and returns its result.

mod arguments;
mod dispatcher;
mod extensions;
mod http;
mod prompts;
mod rpc;
mod stdio;
mod tools;

pub(crate) use self::dispatcher::Dispatcher;
pub(crate) use self::extensions::{Extension, read as read_extensions};
pub(crate) use self::http::any;
#[cfg(any(test, feature = "fuzz"))]
pub use self::rpc::check_message;
pub(crate) use self::stdio::run as run_stdio;
