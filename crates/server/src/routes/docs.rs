//! The description of the public interface for programs (`openapi.yaml`) and for people (a page with swagger-ui).
//!
//! All files are embedded in the binary, and no sign-in is needed. The page loads nothing from other sites and does not
//! store a key that somebody enters.

use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_FRAME_OPTIONS};
use axum::response::{IntoResponse, Response};

use crate::http::{ApiError, Path, Result};

const AN_HOUR: &str = "public, max-age=3600";
const A_DAY: &str = "public, max-age=86400";
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The description for programs.
pub(crate) async fn openapi() -> impl IntoResponse {
    let headers = [(CONTENT_TYPE, "text/yaml; charset=utf-8"), (CACHE_CONTROL, AN_HOUR)];
    (headers, include_str!("../../openapi.yaml"))
}

/// The description for people.
pub(crate) async fn page() -> impl IntoResponse {
    let headers = [
        (CONTENT_TYPE, "text/html; charset=utf-8"),
        (CACHE_CONTROL, AN_HOUR),
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_FRAME_OPTIONS, "DENY"),
    ];
    (headers, include_str!("docs/page.html"))
}

/// A file that the page loads.
struct File {
    kind: &'static str,
    is_gzip: bool,
    bytes: &'static [u8],
}

/// A file of swagger-ui. It is embedded and sent as gzip, which every browser that can show the page supports.
macro_rules! swagger_ui {
    ($kind:literal, $name:literal) => {
        File { kind: $kind, is_gzip: true, bytes: include_bytes!(concat!(env!("OUT_DIR"), "/", $name)) }
    };
}

/// Returns a file that the page loads.
pub(crate) async fn file(Path(name): Path<String>) -> Result<Response> {
    let file = match name.as_str() {
        "swagger-ui.js" => swagger_ui!("text/javascript; charset=utf-8", "swagger-ui.js.gz"),
        "swagger-ui.css" => swagger_ui!("text/css; charset=utf-8", "swagger-ui.css.gz"),
        "swagger-ui-license.txt" => swagger_ui!("text/plain; charset=utf-8", "swagger-ui-license.txt.gz"),
        "page.js" => own_file("text/javascript; charset=utf-8", include_bytes!("docs/page.js")),
        "page.css" => own_file("text/css; charset=utf-8", include_bytes!("docs/page.css")),
        _ => return Err(ApiError::NoSuchPath),
    };
    let mut answer = ([(CONTENT_TYPE, file.kind), (CACHE_CONTROL, A_DAY)], file.bytes).into_response();
    if file.is_gzip {
        answer.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    Ok(answer)
}

fn own_file(kind: &'static str, bytes: &'static [u8]) -> File {
    File { kind, is_gzip: false, bytes }
}
