//! The arguments of a tool call. Methods that return a value fail when the argument is of another kind. The error names
//! the argument and the expected value.

use std::borrow::Cow;

use deck::Content;
use serde_json::Value;
use service::{DeckId, Error, refuse_nul, refuse_nul_in};

/// The arguments of a call. `null` counts as absent; unknown arguments are ignored.
#[derive(Debug)]
pub(super) struct Arguments(Content);

type Result<T> = std::result::Result<T, Error>;

impl Arguments {
    /// The arguments of a call. If the tool takes a deck, `id` counts as `presentationId` when the latter is absent.
    pub(super) fn new(mut given: Content, takes_deck: bool) -> Self {
        given.retain(|_, value| !value.is_null());
        if takes_deck
            && !given.contains_key("presentationId")
            && let Some(id) = given.shift_remove("id")
        {
            given.insert("presentationId".to_owned(), id);
        }
        Self(given)
    }

    /// Checks that no text contains the character NUL.
    pub(super) fn refuse_nul(&self) -> Result<()> {
        refuse_nul_in(&self.0)
    }

    /// All arguments.
    pub(super) fn all(&self) -> &Content {
        &self.0
    }

    /// The id of the deck.
    pub(super) fn deck(&self) -> Result<DeckId> {
        match self.text("presentationId")?.map(str::trim) {
            Some(id) if !id.is_empty() => Ok(id.into()),
            _ => {
                Err(Error::invalid("A presentation id is required: pass presentationId (list_presentations gives ids)"))
            }
        }
    }

    /// A text; none when it is absent.
    pub(super) fn text(&self, name: &str) -> Result<Option<&str>> {
        match self.0.get(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => Err(type_error(name, "a text", other)),
        }
    }

    /// A required text.
    pub(super) fn required_text(&self, name: &str) -> Result<&str> {
        self.text(name)?.ok_or_else(|| Error::invalid(format!("{name}: expected a text, got nothing")))
    }

    /// A number or a text, as a text; none when it is absent.
    pub(super) fn number_or_text(&self, name: &str) -> Result<Option<Cow<'_, str>>> {
        match self.0.get(name) {
            Some(Value::Number(number)) => Ok(Some(number.to_string().into())),
            _ => Ok(self.nonblank_text(name)?.map(Cow::Borrowed)),
        }
    }

    /// A text without white space around it; a blank one counts as absent.
    pub(super) fn nonblank_text(&self, name: &str) -> Result<Option<&str>> {
        Ok(self.text(name)?.map(str::trim).filter(|text| !text.is_empty()))
    }

    /// A language tag; none when it is absent or blank.
    pub(super) fn language(&self, name: &str) -> Result<Option<&str>> {
        match self.nonblank_text(name)? {
            Some(tag) if !service::is_language_tag(tag) => {
                Err(Error::invalid(format!("{name}: expected a language code such as nl or en-GB, got `{tag}`")))
            }
            tag => Ok(tag),
        }
    }

    /// One of `choices`; `default` when it is absent.
    pub(super) fn choice<'a>(&self, name: &str, choices: &[&'a str], default: &'a str) -> Result<&'a str> {
        let Some(given) = self.0.get(name) else { return Ok(default) };
        let choice = given.as_str().and_then(|given| choices.iter().find(|choice| **choice == given));
        choice.copied().ok_or_else(|| type_error(name, &format!("one of {}", choices.join(", ")), given))
    }

    /// A whole number; none when it is absent. An integral float and a text of digits are accepted.
    pub(super) fn integer(&self, name: &str) -> Result<Option<i64>> {
        let Some(given) = self.0.get(name) else { return Ok(None) };
        let number = match given {
            Value::Number(number) => number.as_i64().or_else(|| {
                let float = number.as_f64()?;
                #[expect(clippy::cast_possible_truncation, reason = "integral and small")]
                (float.fract() == 0.0 && float.abs() < 1e15).then_some(float as i64)
            }),
            Value::String(text) => text.trim().parse().ok(),
            _ => None,
        };
        number.map(Some).ok_or_else(|| type_error(name, "a whole number", given))
    }

    /// A required whole number, accepted as in [`Self::integer`].
    pub(super) fn required_integer(&self, name: &str) -> Result<i64> {
        self.integer(name)?.ok_or_else(|| Error::invalid(format!("{name}: expected a whole number, got nothing")))
    }

    /// A number within bounds; `default` when it is absent.
    pub(super) fn count(&self, name: &str, bounds: std::ops::RangeInclusive<i64>, default: usize) -> Result<usize> {
        let Some(number) = self.integer(name)? else { return Ok(default) };
        let (least, most) = (bounds.start(), bounds.end());
        match usize::try_from(number) {
            Ok(count) if bounds.contains(&number) => Ok(count),
            _ => Err(Error::invalid(format!("{name}: expected {least} to {most}, got {number}"))),
        }
    }

    /// A boolean; `default` when it is absent.
    pub(super) fn flag(&self, name: &str, default: bool) -> Result<bool> {
        match self.0.get(name) {
            None => Ok(default),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(other) => Err(type_error(name, "true or false", other)),
        }
    }

    /// A required object. A text with its JSON is accepted.
    pub(super) fn object(&self, name: &str) -> Result<Cow<'_, Content>> {
        match self.0.get(name) {
            Some(Value::Object(object)) => Ok(Cow::Borrowed(object)),
            Some(other) => match parsed_json(other) {
                Some(Value::Object(object)) => Ok(Cow::Owned(object)),
                _ => Err(type_error(name, "an object", other)),
            },
            None => Err(Error::invalid(format!("{name}: expected an object, got nothing"))),
        }
    }

    /// A required list. A text with its JSON is accepted.
    pub(super) fn list(&self, name: &str) -> Result<Cow<'_, [Value]>> {
        match self.0.get(name) {
            Some(Value::Array(list)) => Ok(Cow::Borrowed(list)),
            Some(other) => match parsed_json(other) {
                Some(Value::Array(list)) => Ok(Cow::Owned(list)),
                _ => Err(type_error(name, "a list", other)),
            },
            None => Err(Error::invalid(format!("{name}: expected a list, got nothing"))),
        }
    }

    /// Whether an argument is the boolean `true`.
    pub(super) fn is_true(&self, name: &str) -> bool {
        self.0.get(name) == Some(&Value::Bool(true))
    }
}

/// The value in a text that is JSON. Some clients send objects and lists as texts.
fn parsed_json(given: &Value) -> Option<Value> {
    let value = serde_json::from_str(given.as_str()?).ok()?;
    refuse_nul(&value).ok().map(|()| value)
}

fn type_error(name: &str, expected: &str, given: &Value) -> Error {
    let mut received = given.to_string();
    if received.chars().count() > 60 {
        received = received.chars().take(60).collect::<String>() + "…";
    }
    Error::invalid(format!("{name}: expected {expected}, got {received}"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn arguments(given: &Value) -> Arguments {
        Arguments::new(given.as_object().cloned().unwrap(), true)
    }

    #[test]
    fn id_counts_as_presentation_id_only_when_that_is_missing() {
        assert_eq!(arguments(&json!({"id": "a"})).deck().unwrap(), "a");
        assert_eq!(arguments(&json!({"id": "a", "presentationId": "b"})).deck().unwrap(), "b");
        assert_eq!(arguments(&json!({"id": "a", "presentationId": null})).deck().unwrap(), "a");
        assert!(arguments(&json!({"id": " "})).deck().unwrap_err().to_string().contains("presentation id is required"));
    }

    #[test]
    fn whole_numbers_are_read_from_three_forms() {
        let read = |given: Value| arguments(&json!({ "n": given })).integer("n").map_err(|error| error.to_string());
        for given in [json!(3), json!(3.0), json!("3")] {
            assert_eq!(read(given), Ok(Some(3)));
        }
        assert_eq!(read(json!(null)), Ok(None));
        for given in [json!(1.5), json!("one"), json!(true), json!([]), json!(1e300)] {
            assert!(read(given.clone()).unwrap_err().starts_with("n: expected a whole number"), "{given}");
        }
    }

    #[test]
    fn objects_and_lists_are_also_read_from_texts_with_json() {
        let given = arguments(&json!({"o": "{\"a\": 1}", "l": " [1, 2]", "t": "text", "nul": "{\"a\": \"\\u0000\"}"}));
        assert_eq!(given.object("o").unwrap()["a"], 1);
        assert_eq!(given.list("l").unwrap().len(), 2);
        for name in ["l", "t", "nul"] {
            assert!(given.object(name).unwrap_err().to_string().starts_with(&format!("{name}: expected an object")));
        }
        assert!(given.list("o").unwrap_err().to_string().starts_with("o: expected a list"));
    }

    #[test]
    fn errors_name_bounds_and_choices() {
        let given = arguments(&json!({"limit": 101, "status": "lost"}));
        assert_eq!(given.count("limit", 1..=100, 50).unwrap_err().to_string(), "limit: expected 1 to 100, got 101");
        let refusal = given.choice("status", &["open", "all"], "all").unwrap_err().to_string();
        assert_eq!(refusal, "status: expected one of open, all, got \"lost\"");
    }
}
