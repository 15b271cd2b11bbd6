//! The use cases: who may do what to which deck, and what happens then.
//!
//! Knows neither HTTP nor MCP nor a terminal.
