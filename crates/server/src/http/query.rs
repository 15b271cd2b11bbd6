//! Query parameters. The first with a name counts, unknown ones are ignored, and a value out of bounds is an error.

use std::borrow::Cow;
use std::convert::Infallible;
use std::ops::RangeInclusive;

use axum::extract::FromRequestParts;
use axum::http::Uri;
use axum::http::request::Parts;

use super::{ApiError, Result};

/// The upper bound of a parameter without a practical bound.
const UNBOUNDED: usize = usize::MAX >> 1;

/// The parameters of a request.
pub(crate) struct Query(Uri);

impl<S: Sync> FromRequestParts<S> for Query {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> std::result::Result<Self, Infallible> {
        Ok(Self(parts.uri.clone()))
    }
}

impl Query {
    /// The value of a parameter, if it is given.
    pub(crate) fn text(&self, name: &str) -> Option<Cow<'_, str>> {
        let query = self.0.query()?;
        let found = form_urlencoded::parse(query.as_bytes()).find(|(key, _)| key == name);
        found.map(|(_, value)| value)
    }

    /// A decimal number; `default` when it is not given. Fails when it is no number or out of bounds.
    pub(crate) fn number(&self, name: &str, bounds: RangeInclusive<usize>, default: usize) -> Result<usize> {
        let Some(text) = self.text(name) else { return Ok(default) };
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = if is_number { text.parse().ok() } else { None };
        number.filter(|number| bounds.contains(number)).ok_or_else(|| {
            let (least, most) = bounds.into_inner();
            let span = if most == UNBOUNDED { format!("{least} or more") } else { format!("from {least} to {most}") };
            ApiError::invalid(format!("`{name}` is a whole number, {span}"))
        })
    }

    /// A flag: `1` or `true` is true, `0` or `false` is false, anything else is an error. False when it is not given.
    pub(crate) fn switch(&self, name: &str) -> Result<bool> {
        match self.text(name).as_deref() {
            None | Some("0" | "false") => Ok(false),
            Some("1" | "true") => Ok(true),
            Some(_) => Err(ApiError::invalid(format!("`{name}` is 1 or 0"))),
        }
    }

    /// The requested page of a list: `limit`, 1 to 100, 50 when not given, and `offset`, 0 when not given.
    pub(crate) fn page(&self) -> Result<(usize, usize)> {
        Ok((self.number("limit", 1..=100, 50)?, self.number("offset", 0..=UNBOUNDED, 0)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_decimal_and_within_their_bounds() {
        let check = |query: &str| {
            let query = Query(format!("/x?{query}").parse().unwrap());
            query.page().map_err(|error| match error {
                ApiError::Service(error) => error.to_string(),
                other => format!("{other:?}"),
            })
        };
        assert_eq!(check(""), Ok((50, 0)));
        assert_eq!(check("limit=3&limit=0&offset=12"), Ok((3, 12)));
        assert_eq!(check("LIMIT=0&offset=9223372036854775807"), Ok((50, UNBOUNDED)));
        for limit in ["0", "101", "", "1.5", "%2B5", "-1", "ten", "1e1", "%201", "99999999999999999999999", "%D9%A3"] {
            assert_eq!(check(&format!("limit={limit}")), Err("`limit` is a whole number, from 1 to 100".to_owned()));
        }
        assert_eq!(check("offset=-1"), Err("`offset` is a whole number, 0 or more".to_owned()));
    }
}
