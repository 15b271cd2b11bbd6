//! The parameters of a query or a form.

use service::{OauthCode, OauthError};

/// Parameters, in the order in which they were sent. A parameter without a value counts as omitted (RFC 6749, section
/// 3.1).
pub(super) struct Parameters(Vec<(String, String)>);

impl Parameters {
    /// Reads a query or a form.
    pub(super) fn read(text: &[u8]) -> Self {
        let pairs = form_urlencoded::parse(text).filter(|(_, value)| !value.is_empty());
        Self(pairs.map(|(name, value)| (name.into_owned(), value.into_owned())).collect())
    }

    /// All values of a parameter.
    pub(super) fn all<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The value of a parameter, if it was sent.
    ///
    /// # Errors
    /// It was sent twice.
    pub(super) fn optional(&self, name: &str) -> Result<Option<&str>, OauthError> {
        let mut values = self.all(name);
        match (values.next(), values.next()) {
            (_, Some(_)) => Err(OauthError::new(OauthCode::InvalidRequest, format!("`{name}` was sent twice"))),
            (value, None) => Ok(value),
        }
    }

    /// The value of a parameter that must be sent.
    ///
    /// # Errors
    /// It was not sent, or sent twice.
    pub(super) fn required(&self, name: &str) -> Result<&str, OauthError> {
        self.optional(name)?.ok_or_else(|| OauthError::new(OauthCode::InvalidRequest, format!("`{name}` is missing")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_is_sent_once_or_not_at_all() {
        let parameters = Parameters::read(b"code=a%20b&empty=&resource=1&resource=2");
        assert_eq!(parameters.required("code").ok(), Some("a b"));
        assert!(matches!(parameters.optional("empty"), Ok(None)) && parameters.required("empty").is_err());
        assert!(parameters.optional("resource").is_err());
        assert_eq!(parameters.all("resource").collect::<Vec<_>>(), ["1", "2"]);
    }
}
