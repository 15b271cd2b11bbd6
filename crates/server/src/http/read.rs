//! Reads a JSON object into a request struct, with readable errors.
//!
//! A request is a serde struct in the file of its route. Problems name the field by its path and say what it must be:
//! "`email` is required", "`tags[2]` is a text". `null` counts as absent, and unknown fields are ignored.

use std::fmt;

use deck::Content;
use serde::de::value::MapAccessDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error as _, Expected, IntoDeserializer, MapAccess,
    SeqAccess, Unexpected, VariantAccess, Visitor,
};
use serde_json::Value;

use super::{ApiError, Result};

/// Reads an object into a request.
///
/// # Errors
/// Fails when a field is missing or of the wrong kind.
pub(crate) fn read<T: DeserializeOwned>(object: Content) -> Result<T> {
    T::deserialize(Reader(Value::Object(object))).map_err(|problem| ApiError::invalid(problem.to_string()))
}

/// Reads an object into a request whose fields distinguish `null` from absent. A field of type `Option` is none for
/// both; use [`super::nullable`] to keep them apart.
///
/// # Errors
/// Fails when a field is missing or of the wrong kind.
pub(crate) fn read_with_nulls<T: DeserializeOwned>(object: Content) -> Result<T> {
    let fields = Fields { entries: object.into_iter(), keeps_nulls: true, value: None };
    T::deserialize(MapAccessDeserializer::new(fields)).map_err(|problem| ApiError::invalid(problem.to_string()))
}

/// A problem with a field. Its path is built from the last step to the first, while the error is returned.
#[derive(Debug)]
struct Problem {
    path: String,
    text: ProblemText,
}

/// The text of a problem, without the path of its field.
#[derive(Debug)]
enum ProblemText {
    /// The field is absent.
    Required,
    /// The field must be of this kind, such as `a text`.
    Is(String),
    /// Any other problem, as a sentence.
    Other(String),
}

impl Problem {
    /// The same problem, with `step` prepended to its path.
    fn prefixed(mut self, step: &str) -> Self {
        self.path = match self.path.as_str() {
            "" => step.to_owned(),
            rest if rest.starts_with('[') => format!("{step}{rest}"),
            rest => format!("{step}.{rest}"),
        };
        self
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.text, self.path.as_str()) {
            (ProblemText::Required, path) => write!(out, "`{path}` is required"),
            (ProblemText::Is(what), "") => write!(out, "the body is {what}"),
            (ProblemText::Is(what), path) => write!(out, "`{path}` is {what}"),
            (ProblemText::Other(text), "") => out.write_str(text),
            (ProblemText::Other(text), path) => write!(out, "`{path}`: {text}"),
        }
    }
}

impl std::error::Error for Problem {}

impl serde::de::Error for Problem {
    fn custom<T: fmt::Display>(text: T) -> Self {
        Self { path: String::new(), text: ProblemText::Other(text.to_string()) }
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self { path: String::new(), text: ProblemText::Is(kind_name(&expected.to_string())) }
    }

    fn invalid_value(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::invalid_type(unexpected, expected)
    }

    fn missing_field(field: &'static str) -> Self {
        Self { path: field.to_owned(), text: ProblemText::Required }
    }

    fn unknown_variant(_: &str, expected: &'static [&'static str]) -> Self {
        Self { path: String::new(), text: ProblemText::Is(choices(expected)) }
    }
}

/// A readable name for a kind of value, from the text by which serde names it.
fn kind_name(expected: &str) -> String {
    match expected {
        "a string" => "a text",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        "u64" | "u32" | "u16" | "u8" | "usize" => "a whole number, 0 or more",
        "i64" | "i32" => "a whole number",
        "f64" | "f32" => "a number",
        other if other.starts_with("struct ") || other == "a map" => "an object",
        other => other,
    }
    .to_owned()
}

/// The names in backticks, as a list: `a`, `b` or `c`.
fn choices(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// Deserializes a struct from a JSON value.
struct Reader(Value);

impl<'de> Deserializer<'de> for Reader {
    type Error = Problem;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> std::result::Result<V::Value, Problem> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(flag) => visitor.visit_bool(flag),
            Value::Number(number) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
                (Some(number), ..) => visitor.visit_u64(number),
                (None, Some(number), _) => visitor.visit_i64(number),
                (None, None, Some(number)) => visitor.visit_f64(number),
                (None, None, None) => Err(Problem::invalid_type(Unexpected::Other("a number"), &visitor)),
            },
            Value::String(text) => visitor.visit_string(text),
            Value::Array(entries) => visitor.visit_seq(Entries { entries: entries.into_iter(), at: 0 }),
            Value::Object(object) => {
                visitor.visit_map(Fields { entries: object.into_iter(), keeps_nulls: true, value: None })
            }
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> std::result::Result<V::Value, Problem> {
        match self.0 {
            Value::Object(object) => {
                visitor.visit_map(Fields { entries: object.into_iter(), keeps_nulls: false, value: None })
            }
            _ => Err(Problem::invalid_type(Unexpected::Other("no object"), &visitor)),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> std::result::Result<V::Value, Problem> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> std::result::Result<V::Value, Problem> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> std::result::Result<V::Value, Problem> {
        match self.0 {
            Value::String(name) => visitor.visit_enum(Choice { name, variants }),
            _ => Err(Problem::unknown_variant("", variants)),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map identifier ignored_any
    }
}

/// The fields of an object.
struct Fields {
    entries: serde_json::map::IntoIter,
    /// Whether fields that are `null` are returned rather than skipped. They are skipped in structs, and returned in
    /// maps with arbitrary keys.
    keeps_nulls: bool,
    value: Option<(String, Value)>,
}

impl<'de> MapAccess<'de> for Fields {
    type Error = Problem;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> std::result::Result<Option<K::Value>, Problem> {
        let keeps_nulls = self.keeps_nulls;
        let next = self.entries.by_ref().find(|(_, value)| keeps_nulls || !value.is_null());
        let Some((name, value)) = next else { return Ok(None) };
        let key = seed.deserialize(name.clone().into_deserializer())?;
        self.value = Some((name, value));
        Ok(Some(key))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> std::result::Result<V::Value, Problem> {
        let (name, value) = self.value.take().ok_or_else(|| Problem::custom("a value without a field"))?;
        seed.deserialize(Reader(value)).map_err(|problem| problem.prefixed(&name))
    }
}

/// The entries of a list.
struct Entries {
    entries: std::vec::IntoIter<Value>,
    at: usize,
}

impl<'de> SeqAccess<'de> for Entries {
    type Error = Problem;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> std::result::Result<Option<T::Value>, Problem> {
        let Some(value) = self.entries.next() else { return Ok(None) };
        let at = self.at;
        self.at += 1;
        seed.deserialize(Reader(value)).map(Some).map_err(|problem| problem.prefixed(&format!("[{at}]")))
    }
}

/// A value of an enum whose variants are names.
struct Choice {
    name: String,
    variants: &'static [&'static str],
}

impl<'de> EnumAccess<'de> for Choice {
    type Error = Problem;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> std::result::Result<(V::Value, Self), Problem> {
        let name: serde::de::value::StringDeserializer<Problem> = self.name.clone().into_deserializer();
        Ok((seed.deserialize(name)?, self))
    }
}

impl<'de> VariantAccess<'de> for Choice {
    type Error = Problem;

    fn unit_variant(self) -> std::result::Result<(), Problem> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, _: T) -> std::result::Result<T::Value, Problem> {
        Err(Problem::unknown_variant(&self.name, self.variants))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> std::result::Result<V::Value, Problem> {
        Err(Problem::unknown_variant(&self.name, self.variants))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        _: V,
    ) -> std::result::Result<V::Value, Problem> {
        Err(Problem::unknown_variant(&self.name, self.variants))
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "camelCase")]
    #[expect(dead_code, reason = "only whether it can be read matters")]
    struct Request {
        email: String,
        retry_after: Option<u64>,
        role: Option<Role>,
        #[serde(default)]
        tags: Vec<String>,
        place: Option<SlidePlace>,
        open: Option<Value>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Role {
        Admin,
        Member,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "camelCase")]
    #[expect(dead_code, reason = "only whether it can be read matters")]
    struct SlidePlace {
        slide_id: String,
    }

    #[test]
    fn a_wrong_field_is_named_by_its_path() {
        let check = |body: Value| {
            let Value::Object(object) = body else { unreachable!("tests send objects") };
            match read::<Request>(object) {
                Ok(_) => "fine".to_owned(),
                Err(problem) => problem.to_string(),
            }
        };
        assert_eq!(check(json!({"email": "a", "unknown": 1, "role": null, "open": [1, {"a": null}]})), "fine");
        let Value::Object(open) = json!({"email": "a", "open": {"a": null}}) else { unreachable!("an object") };
        assert_eq!(read::<Request>(open).unwrap().open, Some(json!({"a": null})));
        assert_eq!(check(json!({})), "`email` is required");
        assert_eq!(check(json!({"email": null})), "`email` is required");
        assert_eq!(check(json!({"email": 1})), "`email` is a text");
        assert_eq!(check(json!({"email": "a", "retryAfter": -1})), "`retryAfter` is a whole number, 0 or more");
        assert_eq!(check(json!({"email": "a", "retryAfter": 1.5})), "`retryAfter` is a whole number, 0 or more");
        assert_eq!(check(json!({"email": "a", "role": "owner"})), "`role` is `admin` or `member`");
        assert_eq!(check(json!({"email": "a", "role": 3})), "`role` is `admin` or `member`");
        assert_eq!(check(json!({"email": "a", "tags": "x"})), "`tags` is a list");
        assert_eq!(check(json!({"email": "a", "tags": ["x", 2]})), "`tags[1]` is a text");
        assert_eq!(check(json!({"email": "a", "place": []})), "`place` is an object");
        assert_eq!(check(json!({"email": "a", "place": {}})), "`place.slideId` is required");
        assert_eq!(check(json!({"email": "a", "place": {"slideId": true}})), "`place.slideId` is a text");
    }
}
