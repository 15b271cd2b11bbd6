//! The types of body and response in the signature of a handler.

use std::future::Future;

use axum::extract::State;
use axum::http::header::HeaderMap;
use axum::response::Response;
use schemars::{JsonSchema, Schema, SchemaGenerator};

use super::super::administrator::{Administrator, OrganizationAdministrator};
use super::super::presentations::{Presentation, PresentationAnswer};
use crate::http::{AnyKey, App, Body, By, Created, Json, Path, Query, Request, RequestWithNulls, Result, Session};

/// A handler with these arguments.
pub(super) trait Handler<Arguments> {
    /// How the handler reads its body, by its last argument.
    fn body(requests: &mut SchemaGenerator) -> BodyArgument;
    /// The schema of the response; none when the signature names only `Response`.
    fn answer(answers: &mut SchemaGenerator) -> Option<Schema>;
}

/// How a handler reads its body.
pub(super) enum BodyArgument {
    /// It has no body.
    None,
    /// As JSON of this schema.
    Json(Schema),
    /// By its own code: the signature does not name the type.
    Unread,
}

/// The last argument of a handler, the only one that can be a body.
pub(super) trait LastArgument {
    fn body(_: &mut SchemaGenerator) -> BodyArgument {
        BodyArgument::None
    }
}

impl LastArgument for State<App> {}
impl LastArgument for Session {}
impl LastArgument for Administrator {}
impl LastArgument for OrganizationAdministrator {}
impl LastArgument for AnyKey {}
impl LastArgument for Query {}
impl LastArgument for HeaderMap {}
impl<Scope> LastArgument for By<Scope> {}
impl<T> LastArgument for Path<T> {}

impl LastArgument for Body {
    fn body(_: &mut SchemaGenerator) -> BodyArgument {
        BodyArgument::Unread
    }
}

impl LastArgument for axum::extract::Request {
    fn body(_: &mut SchemaGenerator) -> BodyArgument {
        BodyArgument::Unread
    }
}

impl<T: JsonSchema> LastArgument for Request<T> {
    fn body(requests: &mut SchemaGenerator) -> BodyArgument {
        BodyArgument::Json(requests.subschema_for::<T>())
    }
}

impl<T: JsonSchema> LastArgument for RequestWithNulls<T> {
    fn body(requests: &mut SchemaGenerator) -> BodyArgument {
        BodyArgument::Json(requests.subschema_for::<T>())
    }
}

/// What a handler returns.
pub(super) trait Answer {
    fn schema(answers: &mut SchemaGenerator) -> Option<Schema>;
}

impl<T: JsonSchema> Answer for Json<T> {
    fn schema(answers: &mut SchemaGenerator) -> Option<Schema> {
        Some(answers.subschema_for::<T>())
    }
}

impl<T: JsonSchema> Answer for Created<T> {
    fn schema(answers: &mut SchemaGenerator) -> Option<Schema> {
        Some(answers.subschema_for::<T>())
    }
}

impl Answer for Presentation {
    fn schema(answers: &mut SchemaGenerator) -> Option<Schema> {
        Some(answers.subschema_for::<PresentationAnswer<'static>>())
    }
}

impl Answer for Response {
    fn schema(_: &mut SchemaGenerator) -> Option<Schema> {
        None
    }
}

impl<T: Answer> Answer for Result<T> {
    fn schema(answers: &mut SchemaGenerator) -> Option<Schema> {
        T::schema(answers)
    }
}

/// A response with a status or headers.
impl<Head, T: Answer> Answer for (Head, T) {
    fn schema(answers: &mut SchemaGenerator) -> Option<Schema> {
        T::schema(answers)
    }
}

impl<H, Returned> Handler<()> for H
where
    H: Fn() -> Returned,
    Returned: Future<Output: Answer>,
{
    fn body(_: &mut SchemaGenerator) -> BodyArgument {
        BodyArgument::None
    }

    fn answer(answers: &mut SchemaGenerator) -> Option<Schema> {
        Returned::Output::schema(answers)
    }
}

macro_rules! handlers {
    ($($argument:ident)*) => {
        impl<H, Returned, $($argument,)* Last> Handler<($($argument,)* Last,)> for H
        where
            H: Fn($($argument,)* Last) -> Returned,
            Returned: Future<Output: Answer>,
            Last: LastArgument,
        {
            fn body(requests: &mut SchemaGenerator) -> BodyArgument {
                Last::body(requests)
            }

            fn answer(answers: &mut SchemaGenerator) -> Option<Schema> {
                Returned::Output::schema(answers)
            }
        }
    };
}

handlers!();
handlers!(A);
handlers!(A B);
handlers!(A B C);
handlers!(A B C D);
handlers!(A B C D E);
