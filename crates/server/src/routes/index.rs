//! `/api/v1` itself: an index of the routes that a key can call.

use axum::http::header::{CACHE_CONTROL, HeaderName};
use serde::Serialize;

use crate::http::Json;

/// Method, path and scope of each route that a key can call.
const ENDPOINTS: &[(&str, &str, &str)] = &[
    ("GET", "/api/v1/presentations", "read"),
    ("POST", "/api/v1/presentations", "write"),
    ("POST", "/api/v1/presentations/import/markdown", "write"),
    ("POST", "/api/v1/presentations/import/pptx", "write"),
    ("GET", "/api/v1/presentations/{id}", "read"),
    ("PUT", "/api/v1/presentations/{id}", "write"),
    ("DELETE", "/api/v1/presentations/{id}", "write"),
    ("GET", "/api/v1/presentations/{id}/publication", "read"),
    ("PUT", "/api/v1/presentations/{id}/publication", "write"),
    ("PATCH", "/api/v1/presentations/{id}/publication", "write"),
    ("DELETE", "/api/v1/presentations/{id}/publication", "write"),
    ("GET", "/api/v1/presentations/{id}/analytics", "read"),
    ("POST", "/api/v1/presentations/{id}/duplicate", "write"),
    ("GET", "/api/v1/presentations/{id}/data", "read"),
    ("GET", "/api/v1/presentations/{id}/data/{name}", "read"),
    ("PUT", "/api/v1/presentations/{id}/data/{name}", "write"),
    ("DELETE", "/api/v1/presentations/{id}/data/{name}", "write"),
    ("POST", "/api/v1/presentations/{id}/merge", "export"),
    ("GET", "/api/v1/presentations/{id}/merge/{job}", "export"),
    ("GET", "/api/v1/presentations/{id}/merge/{job}/decks.zip", "export"),
    ("POST", "/api/v1/presentations/{id}/video", "export"),
    ("GET", "/api/v1/presentations/{id}/video/{job}", "export"),
    ("DELETE", "/api/v1/presentations/{id}/video/{job}", "export"),
    ("GET", "/api/v1/presentations/{id}/video/{job}/video.mp4", "export"),
    ("GET", "/api/v1/presentations/{id}/video/{job}/captions.vtt", "export"),
    ("POST", "/api/v1/presentations/{id}/import/pptx", "write"),
    ("GET", "/api/v1/presentations/{id}/export/json", "export"),
    ("GET", "/api/v1/presentations/{id}/export/html", "export"),
    ("GET", "/api/v1/presentations/{id}/export/pdf", "export"),
    ("GET", "/api/v1/presentations/{id}/export/pptx", "export"),
    ("GET", "/api/v1/ai/vendors", "ai"),
    ("POST", "/api/v1/ai/wizard", "ai"),
    ("POST", "/api/v1/ai/outline", "ai"),
    ("POST", "/api/v1/ai/append-slides", "ai"),
    ("GET", "/api/v1/themes", "read"),
    ("GET", "/api/v1/slide-types", "read"),
    ("GET", "/api/v1/image-library", ""),
    ("GET", "/api/v1/schema/deck.json", ""),
    ("GET", "/api/v1/schema/slide-types/{name}.json", ""),
];

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Index {
    name: &'static str,
    version: &'static str,
    documentation: &'static str,
    openapi: &'static str,
    endpoints: Vec<Endpoint>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Endpoint {
    method: &'static str,
    path: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    scope: &'static str,
}

/// Returns the index.
pub(crate) async fn read() -> ([(HeaderName, &'static str); 1], Json<Index>) {
    let endpoints = ENDPOINTS.iter().map(|&(method, path, scope)| Endpoint { method, path, scope });
    let index = Index {
        name: "Lectern",
        version: env!("CARGO_PKG_VERSION"),
        documentation: "/api/v1/docs",
        openapi: "/api/v1/openapi.yaml",
        endpoints: endpoints.collect(),
    };
    ([(CACHE_CONTROL, "public, max-age=3600")], Json(index))
}
