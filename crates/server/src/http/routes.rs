//! A router builder that erases the types of handlers.
//!
//! All handlers are converted to [`AnyHandler`] before axum gets them. Otherwise the compiler would instantiate axum's
//! code for each of some three hundred handlers.

use std::pin::Pin;
use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::handler::Handler;
use axum::response::Response;
use axum::routing::{self, MethodFilter, MethodRouter};

use super::App;

/// The future of a handler.
type ResponseFuture = Pin<Box<dyn Future<Output = Response> + Send>>;

/// A handler: an async function whose arguments are extractors. `T` is the tuple of their types.
pub(crate) trait RouteHandler<T>: Handler<T, App, Future = ResponseFuture> {}

impl<T, H: Handler<T, App, Future = ResponseFuture>> RouteHandler<T> for H {}

/// A handler of any type.
#[derive(Clone)]
struct AnyHandler(Arc<dyn Fn(Request, App) -> ResponseFuture + Send + Sync>);

impl AnyHandler {
    fn new<T>(handler: impl RouteHandler<T>) -> Self {
        Self(Arc::new(move |request, app| handler.clone().call(request, app)))
    }
}

impl Handler<(), App> for AnyHandler {
    type Future = ResponseFuture;

    fn call(self, request: Request, app: App) -> Self::Future {
        (self.0)(request, app)
    }
}

/// The handlers of a path.
pub(crate) struct Methods(MethodRouter<App>);

impl Methods {
    fn on<T>(self, method: MethodFilter, handler: impl RouteHandler<T>) -> Self {
        Self(self.0.on(method, AnyHandler::new(handler)))
    }

    /// Adds a handler for POST.
    pub(crate) fn post<T>(self, handler: impl RouteHandler<T>) -> Self {
        self.on(MethodFilter::POST, handler)
    }

    /// Adds a handler for PUT.
    pub(crate) fn put<T>(self, handler: impl RouteHandler<T>) -> Self {
        self.on(MethodFilter::PUT, handler)
    }

    /// Adds a handler for PATCH.
    pub(crate) fn patch<T>(self, handler: impl RouteHandler<T>) -> Self {
        self.on(MethodFilter::PATCH, handler)
    }

    /// Adds a handler for DELETE.
    pub(crate) fn delete<T>(self, handler: impl RouteHandler<T>) -> Self {
        self.on(MethodFilter::DELETE, handler)
    }

    /// Adds a handler for OPTIONS.
    pub(crate) fn options<T>(self, handler: impl RouteHandler<T>) -> Self {
        self.on(MethodFilter::OPTIONS, handler)
    }
}

/// A path with a handler for GET.
pub(crate) fn get<T>(handler: impl RouteHandler<T>) -> Methods {
    Methods(MethodRouter::new()).on(MethodFilter::GET, handler)
}

/// A path with a handler for POST.
pub(crate) fn post<T>(handler: impl RouteHandler<T>) -> Methods {
    Methods(MethodRouter::new()).on(MethodFilter::POST, handler)
}

/// A path with a handler for PUT.
pub(crate) fn put<T>(handler: impl RouteHandler<T>) -> Methods {
    Methods(MethodRouter::new()).on(MethodFilter::PUT, handler)
}

/// A path with a handler for PATCH.
pub(crate) fn patch<T>(handler: impl RouteHandler<T>) -> Methods {
    Methods(MethodRouter::new()).on(MethodFilter::PATCH, handler)
}

/// A path with a handler for DELETE.
pub(crate) fn delete<T>(handler: impl RouteHandler<T>) -> Methods {
    Methods(MethodRouter::new()).on(MethodFilter::DELETE, handler)
}

/// A path with one handler for all methods.
pub(crate) fn any<T>(handler: impl RouteHandler<T>) -> Methods {
    Methods(routing::any(AnyHandler::new(handler)))
}

/// Paths with their handlers.
pub(crate) struct Routes(Router<App>);

impl Routes {
    /// No paths.
    pub(crate) fn new() -> Self {
        Self(Router::new())
    }

    /// Adds a path.
    pub(crate) fn route(self, path: &str, methods: Methods) -> Self {
        Self(self.0.route(path, methods.0))
    }

    /// Applies `change` to the router of these paths, such as to add a layer.
    pub(crate) fn map(self, change: impl FnOnce(Router<App>) -> Router<App>) -> Self {
        Self(change(self.0))
    }

    /// The router of these paths.
    pub(crate) fn into_router(self) -> Router<App> {
        self.0
    }
}
