//! Filters of RFC 7644, section 3.4.2.2: parsed from text, and matched against a resource as JSON.
//!
//! Attributes that a resource does not have match nothing, so that a filter for another schema finds no resource.

use std::fmt;

use deck::Content;
use serde_json::Value;

/// The maximum nesting of brackets.
const MAX_DEPTH: usize = 20;
/// The schema prefixes that names of attributes may have, in lower case.
const SCHEMAS: [&str; 2] =
    ["urn:ietf:params:scim:schemas:core:2.0:user:", "urn:ietf:params:scim:schemas:core:2.0:group:"];
/// Attributes whose values are compared with regard to case, in lower case.
const CASE_EXACT: [&str; 2] = ["id", "externalid"];

/// A filter.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Filter {
    /// An attribute compared with a value.
    Compare { path: AttributePath, operator: Operator, value: Value },
    /// An attribute has a value (`pr`).
    Present(AttributePath),
    /// At least one value of an attribute matches a filter.
    Within { attribute: String, filter: Box<Filter> },
    /// All filters match.
    And(Vec<Filter>),
    /// At least one filter matches.
    Or(Vec<Filter>),
    /// The filter does not match.
    Not(Box<Filter>),
}

/// The name of an attribute, and optionally of a sub-attribute, both in lower case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct AttributePath {
    pub(super) attribute: String,
    pub(super) sub: Option<String>,
}

/// A comparison operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operator {
    Equal,
    NotEqual,
    Contains,
    StartsWith,
    EndsWith,
    Greater,
    GreaterOrEqual,
    Less,
    LessOrEqual,
}

/// Why a text is not a filter.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why} at character {}", .at + 1)]
pub(super) struct FilterError {
    why: &'static str,
    /// The number of characters before the fault.
    at: usize,
}

impl Operator {
    const ALL: [(&'static str, Self); 9] = [
        ("eq", Self::Equal),
        ("ne", Self::NotEqual),
        ("co", Self::Contains),
        ("sw", Self::StartsWith),
        ("ew", Self::EndsWith),
        ("gt", Self::Greater),
        ("ge", Self::GreaterOrEqual),
        ("lt", Self::Less),
        ("le", Self::LessOrEqual),
    ];

    fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(known, _)| name.eq_ignore_ascii_case(known)).map(|(_, operator)| operator)
    }

    fn name(self) -> &'static str {
        Self::ALL.into_iter().find(|(_, operator)| *operator == self).map_or("eq", |(name, _)| name)
    }

    /// Whether the comparison of an actual value with a wanted one holds. `NotEqual` counts as `Equal`: the caller
    /// negates the result.
    fn holds(self, actual: &str, wanted: &str) -> bool {
        match self {
            Self::Equal | Self::NotEqual => actual == wanted,
            Self::Contains => actual.contains(wanted),
            Self::StartsWith => actual.starts_with(wanted),
            Self::EndsWith => actual.ends_with(wanted),
            Self::Greater => actual > wanted,
            Self::GreaterOrEqual => actual >= wanted,
            Self::Less => actual < wanted,
            Self::LessOrEqual => actual <= wanted,
        }
    }
}

impl Filter {
    /// Parses a filter.
    ///
    /// # Errors
    /// The text is not a filter.
    pub(super) fn parse(text: &str) -> Result<Self, FilterError> {
        let mut parser = Parser { text, at: 0, depth: 0 };
        let filter = parser.alternatives()?;
        parser.end()?;
        Ok(filter)
    }

    /// Whether a resource, or a value of an attribute, matches.
    pub(super) fn matches(&self, resource: &Content) -> bool {
        match self {
            Self::Compare { path, operator: Operator::NotEqual, value } => {
                !compare(resource, path, Operator::Equal, value)
            }
            Self::Compare { path, operator, value } => compare(resource, path, *operator, value),
            Self::Present(path) => values(resource, path).any(|value| !is_empty(value)),
            Self::Within { attribute, filter } => {
                elements(field(resource, attribute)).filter_map(Value::as_object).any(|value| filter.matches(value))
            }
            Self::And(filters) => filters.iter().all(|filter| filter.matches(resource)),
            Self::Or(filters) => filters.iter().any(|filter| filter.matches(resource)),
            Self::Not(filter) => !filter.matches(resource),
        }
    }

    /// The attribute and the value of a filter of the form `attribute eq value`; none for other filters.
    pub(super) fn equality(&self) -> Option<(&str, &Value)> {
        match self {
            Self::Compare { path: AttributePath { attribute, sub: None }, operator: Operator::Equal, value } => {
                Some((attribute, value))
            }
            _ => None,
        }
    }
}

/// The value of an attribute. The case of its name does not matter.
pub(super) fn field<'a>(resource: &'a Content, name: &str) -> Option<&'a Value> {
    resource.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value)
}

/// The values of an attribute: the elements of a list, or the one value.
fn elements(value: Option<&Value>) -> std::slice::Iter<'_, Value> {
    match value {
        Some(Value::Array(values)) => values.iter(),
        Some(value) => std::slice::from_ref(value).iter(),
        None => std::slice::Iter::default(),
    }
}

/// The values at a path. Without a sub-attribute, a complex value counts as its `value`.
fn values<'a>(resource: &'a Content, path: &'a AttributePath) -> impl Iterator<Item = &'a Value> {
    elements(field(resource, &path.attribute)).filter_map(|value| match (value, &path.sub) {
        (Value::Object(complex), Some(sub)) => field(complex, sub),
        (Value::Object(complex), None) => field(complex, "value").or(Some(value)),
        (_, Some(_)) => None,
        (value, None) => Some(value),
    })
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(values) => values.is_empty(),
        Value::Object(members) => members.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Whether a value at a path compares to the wanted value as the operator says.
fn compare(resource: &Content, path: &AttributePath, operator: Operator, wanted: &Value) -> bool {
    let mut values = values(resource, path).filter(|value| !value.is_null());
    if wanted.is_null() {
        return operator == Operator::Equal && values.next().is_none();
    }
    let is_exact = path.sub.is_none() && CASE_EXACT.contains(&path.attribute.as_str());
    values.any(|value| match (value, wanted) {
        (Value::String(actual), Value::String(wanted)) if is_exact => operator.holds(actual, wanted),
        (Value::String(actual), Value::String(wanted)) => {
            operator.holds(&actual.to_lowercase(), &wanted.to_lowercase())
        }
        (Value::Bool(actual), Value::Bool(wanted)) => operator == Operator::Equal && actual == wanted,
        // Some identity providers write booleans as texts.
        (Value::Bool(actual), Value::String(wanted)) => {
            operator == Operator::Equal && wanted.eq_ignore_ascii_case(if *actual { "true" } else { "false" })
        }
        _ => operator == Operator::Equal && value == wanted,
    })
}

impl AttributePath {
    /// Parses a path such as `name.givenName`; none when it is invalid. A path of an unknown schema becomes one
    /// attribute, which no resource has.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let lower = text.to_ascii_lowercase();
        let known = SCHEMAS.iter().find_map(|schema| lower.strip_prefix(schema));
        if known.is_none() && lower.starts_with("urn:") {
            return Some(Self { attribute: lower, sub: None });
        }
        let path = known.unwrap_or(&lower);
        let (attribute, sub) = match path.split_once('.') {
            Some((attribute, sub)) => (attribute, Some(sub)),
            None => (path, None),
        };
        let is_valid = is_name(attribute) && sub.is_none_or(is_name);
        is_valid.then(|| Self { attribute: attribute.to_owned(), sub: sub.map(str::to_owned) })
    }
}

fn is_name(text: &str) -> bool {
    let rest = text.strip_prefix('$').unwrap_or(text);
    rest.starts_with(|first: char| first.is_ascii_alphabetic())
        && rest.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}

struct Parser<'a> {
    text: &'a str,
    /// The offset of the next character, in bytes.
    at: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    /// The text that is not parsed yet.
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn fail<T>(&self, why: &'static str) -> Result<T, FilterError> {
        Err(FilterError { why, at: self.text[..self.at].chars().count() })
    }

    fn skip_spaces(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// Consumes the next character if it is this one. Returns whether it was.
    fn take(&mut self, character: char) -> bool {
        self.skip_spaces();
        let found = self.rest().starts_with(character);
        self.at += if found { character.len_utf8() } else { 0 };
        found
    }

    /// The next word, without consuming it.
    fn word(&mut self) -> &'a str {
        self.skip_spaces();
        let rest = self.rest();
        let is_part = |character: char| character.is_ascii_alphanumeric() || "-_$:.".contains(character);
        &rest[..rest.find(|character| !is_part(character)).unwrap_or(rest.len())]
    }

    /// Consumes the next word if it is this one. Returns whether it was.
    fn take_word(&mut self, name: &str) -> bool {
        let word = self.word();
        let found = word.eq_ignore_ascii_case(name);
        self.at += if found { word.len() } else { 0 };
        found
    }

    /// Fails unless the whole text is parsed.
    fn end(&mut self) -> Result<(), FilterError> {
        self.skip_spaces();
        if self.rest().is_empty() { Ok(()) } else { self.fail("there is more than a filter") }
    }

    /// Parses filters that are joined by `or`.
    fn alternatives(&mut self) -> Result<Filter, FilterError> {
        let mut filters = vec![self.conjunction()?];
        while self.take_word("or") {
            filters.push(self.conjunction()?);
        }
        Ok(combined(filters, Filter::Or))
    }

    /// Parses filters that are joined by `and`.
    fn conjunction(&mut self) -> Result<Filter, FilterError> {
        let mut filters = vec![self.single()?];
        while self.take_word("and") {
            filters.push(self.single()?);
        }
        Ok(combined(filters, Filter::And))
    }

    /// Parses one comparison, one negation, or a filter in brackets.
    fn single(&mut self) -> Result<Filter, FilterError> {
        if self.take('(') {
            return self.up_to_bracket(')');
        }
        let begin = self.at;
        if self.take_word("not") {
            if self.take('(') {
                return Ok(Filter::Not(Box::new(self.up_to_bracket(')')?)));
            }
            self.at = begin;
        }
        let word = self.word();
        let Some(path) = AttributePath::parse(word) else { return self.fail("an attribute is missing") };
        self.at += word.len();
        if path.sub.is_none() && self.rest().starts_with('[') {
            self.at += 1;
            return Ok(Filter::Within { attribute: path.attribute, filter: Box::new(self.up_to_bracket(']')?) });
        }
        if self.take_word("pr") {
            return Ok(Filter::Present(path));
        }
        let word = self.word();
        let Some(operator) = Operator::named(word) else { return self.fail("an operator is missing") };
        self.at += word.len();
        Ok(Filter::Compare { path, operator, value: self.value()? })
    }

    /// Parses a filter and the closing bracket after it. Fails when brackets are nested deeper than [`MAX_DEPTH`].
    fn up_to_bracket(&mut self, bracket: char) -> Result<Filter, FilterError> {
        if self.depth == MAX_DEPTH {
            return self.fail("there are too many brackets within brackets");
        }
        self.depth += 1;
        let filter = self.alternatives()?;
        self.depth -= 1;
        if self.take(bracket) { Ok(filter) } else { self.fail("a closing bracket is missing") }
    }

    /// Parses a text, a number, `true`, `false` or `null` in JSON's notation.
    fn value(&mut self) -> Result<Value, FilterError> {
        self.skip_spaces();
        let rest = self.rest();
        if rest.starts_with(['[', '{']) {
            return self.fail("a text, a number, `true`, `false` or `null` is missing");
        }
        // A text ends with its closing quote. Any other value ends before a space or a closing bracket, which
        // `serde_json` would otherwise reject as part of the value.
        let is_end = |character: char| character.is_whitespace() || matches!(character, ')' | ']');
        let end = if rest.starts_with('"') { None } else { rest.find(is_end) };
        let value = &rest[..end.unwrap_or(rest.len())];
        let mut values = serde_json::Deserializer::from_str(value).into_iter::<Value>();
        let Some(Ok(value)) = values.next() else {
            return self.fail("a text in quotes, a number, `true`, `false` or `null` is missing");
        };
        self.at += values.byte_offset();
        Ok(value)
    }
}

/// The only filter of a list, or a filter that `combine` makes of several.
fn combined(mut filters: Vec<Filter>, combine: fn(Vec<Filter>) -> Filter) -> Filter {
    match filters.pop() {
        Some(last) if filters.is_empty() => last,
        Some(last) => {
            filters.push(last);
            combine(filters)
        }
        None => combine(filters),
    }
}

impl fmt::Display for AttributePath {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.attribute)?;
        self.sub.as_ref().map_or(Ok(()), |sub| write!(out, ".{sub}"))
    }
}

/// Writes the filter so that parsing it gives the same filter.
impl fmt::Display for Filter {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (filters, word) = match self {
            Self::Compare { path, operator, value } => return write!(out, "{path} {} {value}", operator.name()),
            Self::Present(path) => return write!(out, "{path} pr"),
            Self::Within { attribute, filter } => return write!(out, "{attribute}[{filter}]"),
            Self::Not(filter) => return write!(out, "not ({filter})"),
            Self::And(filters) => (filters, " and "),
            Self::Or(filters) => (filters, " or "),
        };
        for (position, filter) in filters.iter().enumerate() {
            if position > 0 {
                out.write_str(word)?;
            }
            match (self, filter) {
                (Self::And(_), Self::And(_) | Self::Or(_)) | (Self::Or(_), Self::Or(_)) => write!(out, "({filter})")?,
                _ => write!(out, "{filter}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Whether a filter finds the example of RFC 7643, section 8.2, as far as Lectern stores it.
    fn check(filter: &str) -> bool {
        let resource = json!({
            "schemas": ["urn:ietf:params:scim:schemas:core:2.0:User"],
            "id": "2819c223", "externalId": "701984", "userName": "bjensen@example.com",
            "name": { "familyName": "Jensen", "givenName": "Barbara" },
            "displayName": "Babs Jensen",
            "emails": [
                { "value": "bjensen@example.com", "type": "work", "primary": true },
                { "value": "babs@jensen.org", "type": "home" }
            ],
            "active": true,
            "meta": { "lastModified": "2011-05-13T04:42:34.000Z" }
        });
        Filter::parse(filter).unwrap_or_else(|error| panic!("{filter}: {error}")).matches(resource.as_object().unwrap())
    }

    #[test]
    fn the_filters_of_the_standard_match_its_example() {
        for filter in [
            r#"userName eq "bjensen@example.com""#,
            r#"USERNAME Eq "BJensen@Example.com""#,
            r#"name.familyName co "ENSE""#,
            r#"urn:ietf:params:scim:schemas:core:2.0:User:userName sw "b""#,
            "displayName pr",
            r#"meta.lastModified gt "2011-05-13T04:42:33Z""#,
            r#"meta.lastModified le "2011-05-13T04:42:35Z""#,
            r#"displayName pr and emails[type eq "work"]"#,
            r#"userName ew "@example.com" or userName eq "x""#,
            r#"userName eq "bjensen@example.com" and (emails co "jensen.org" or emails.value co "example.org")"#,
            r#"userName ne "x" and not (emails co "example.org")"#,
            r#"emails[type eq "work" and value co "@example.com"] or ims[type eq "xmpp" and value co "@foo.com"]"#,
            r#"emails eq "babs@jensen.org""#,
            r#"externalId eq "701984""#,
            "active eq true",
            "(active eq true)",
            r#"userName sw "b" and not (active eq false)"#,
            "emails[primary eq true]",
            r#"active eq "True""#,
            "title eq null",
            "not (title pr)",
        ] {
            assert!(check(filter), "{filter}");
        }
        for filter in [
            r#"userName eq "bjensen""#,
            r#"id eq "2819C223""#,
            "title pr",
            r#"title pr and userType eq "Employee""#,
            r#"emails[type eq "work" and value co "jensen.org"]"#,
            r#"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department eq "Tours""#,
            "active eq false",
            r#"meta.lastModified lt "2011""#,
            "userName gt 3",
        ] {
            assert!(!check(filter), "{filter}");
        }
    }

    #[test]
    fn or_binds_less_than_and() {
        let filter = Filter::parse("a pr and b pr or c eq 1 and not (d pr or e pr)").unwrap();
        assert_eq!(filter.to_string(), "a pr and b pr or c eq 1 and not (d pr or e pr)");
        assert!(matches!(&filter, Filter::Or(filters) if filters.len() == 2));
        assert_eq!(Filter::parse(&filter.to_string()), Ok(filter));
    }

    #[test]
    fn what_is_no_filter_is_refused_with_its_position() {
        let deep = format!("{}a pr{}", "(".repeat(21), ")".repeat(21));
        for (text, error) in [
            ("", "an attribute is missing at character 1"),
            ("userName", "an operator is missing at character 9"),
            ("userName is \"x\"", "an operator is missing at character 10"),
            ("userName eq x", "a text in quotes, a number, `true`, `false` or `null` is missing at character 13"),
            ("userName eq \"x", "a text in quotes, a number, `true`, `false` or `null` is missing at character 13"),
            ("userName eq [1]", "a text, a number, `true`, `false` or `null` is missing at character 13"),
            ("(userName pr", "a closing bracket is missing at character 13"),
            ("userName pr pr", "there is more than a filter at character 13"),
            ("userName eq \"Zoë\" pr", "there is more than a filter at character 19"),
            ("userName pr and", "an attribute is missing at character 16"),
            ("a.b.c pr", "an attribute is missing at character 1"),
            (&deep, "there are too many brackets within brackets at character 22"),
        ] {
            assert_eq!(Filter::parse(text).unwrap_err().to_string(), error, "{text}");
        }
    }
}
