//! All tests through the real binary, in one program, so that it is linked once.

mod architecture;
mod commands;
#[path = "http/main.rs"]
mod http;
#[path = "openapi/main.rs"]
mod openapi;
#[path = "service/main.rs"]
mod service;
mod support;
mod videos;
