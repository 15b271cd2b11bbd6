//! Remarks in JSON: the code and the values, beside the English text that the answer has as a field of its own.

use std::collections::BTreeMap;

use serde::Serialize;
use service::{Remark, RemarkValue};

/// What a text of the service says: an app writes it in its own language.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct RemarkJson {
    code: &'static str,
    /// Numbers, texts, names of things, paths of fields, and numbers of slides, none for the whole deck.
    values: BTreeMap<&'static str, RemarkValue>,
}

/// The codes that a remark can have, for the app.
#[cfg(test)]
pub(super) struct RemarkCodeJson;

impl RemarkJson {
    /// The code and values of a remark; `None` for text that a model wrote.
    pub(super) fn new(remark: &Remark) -> Option<Self> {
        let values = remark.values().iter().cloned().collect();
        Some(Self { code: remark.code()?, values })
    }
}

#[cfg(test)]
impl schemars::JsonSchema for RemarkCodeJson {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "RemarkCodeJson".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let codes: Vec<&str> = service::remark_codes().collect();
        schemars::json_schema!({ "type": "string", "enum": codes, "description": "The code of a remark." })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use deck::{Concern, Registry};
    use serde_json::json;

    use super::*;

    #[test]
    fn a_code_has_one_meaning() {
        let mut seen = BTreeSet::new();
        let twice: Vec<&str> = service::remark_codes().filter(|code| !seen.insert(*code)).collect();
        assert_eq!(twice, Vec::<&str>::new());
    }

    #[test]
    fn a_remark_has_its_code_and_values_and_the_text_of_a_model_has_none() {
        let mut deck = deck::Deck::new("Deck", "en-GB");
        let items = vec![json!({ "title": "a" }); 7];
        let content = json!({ "title": "t", "items": items });
        deck.slides = vec![deck::Slide::new("1", "list-slide", content.as_object().cloned().expect("an object"))];
        let found = deck::warnings(Registry::core(), &deck);
        let density = found.iter().find(|warning| warning.concern == Concern::Density).expect("a warning");
        assert_eq!(
            json!(RemarkJson::new(&density.text)),
            json!({ "code": "many", "values": { "field": "items", "n": 7, "most": 6 } })
        );
        assert!(RemarkJson::new(&"Shorter.".to_owned().into()).is_none());
    }
}
