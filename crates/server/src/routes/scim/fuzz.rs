//! Fuzz target: parses arbitrary bytes as a filter and as the body of a PATCH.

use deck::Content;
use serde_json::{Value, json};

use super::filter::Filter;
use super::patch::apply;
use super::{groups, users};

/// Parses the first line as a filter and the rest as changes of a person and of a group. Panics when a filter that is
/// written and parsed again differs, when a filter and its negation agree, or when a change modifies a read-only
/// attribute.
pub fn check_scim(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (filter, body) = text.split_once('\n').unwrap_or((&text, ""));
    let person = json!({
        "schemas": ["urn:ietf:params:scim:schemas:core:2.0:User"], "id": "1", "userName": "ann@x.test",
        "externalId": "e1", "name": { "givenName": "Ann" }, "active": true,
        "emails": [{ "value": "ann@x.test", "type": "work", "primary": true }], "meta": { "resourceType": "User" },
    });
    let group = json!({
        "schemas": ["urn:ietf:params:scim:schemas:core:2.0:Group"], "id": "2", "displayName": "Editors",
        "members": [{ "value": "1", "type": "User" }], "meta": { "resourceType": "Group" },
    });
    if let Ok(filter) = Filter::parse(filter) {
        assert_eq!(Filter::parse(&filter.to_string()), Ok(filter.clone()), "{filter}");
        for resource in [&person, &group].into_iter().filter_map(Value::as_object) {
            let negated = Filter::Not(Box::new(filter.clone()));
            assert_ne!(filter.matches(resource), negated.matches(resource));
        }
    }
    let Ok(Value::Object(body)) = serde_json::from_str(body) else { return };
    let changed = |resource: &Value, attributes| {
        let mut changed = resource.as_object().cloned().unwrap_or_default();
        let is_applied = apply(&mut changed, &body, attributes).is_ok();
        for name in ["schemas", "id", "meta"] {
            assert_eq!(changed.get(name), resource.get(name));
        }
        is_applied.then_some(changed)
    };
    let person: Option<Content> = changed(&person, users::ATTRIBUTES);
    if let Some(Ok(fields)) = person.as_ref().map(users::fields) {
        assert!(!fields.user_name.is_empty());
    }
    let group: Option<Content> = changed(&group, groups::ATTRIBUTES);
    if let Some(Ok(fields)) = group.as_ref().map(groups::fields) {
        assert!(fields.members.is_sorted() && !fields.name.is_empty());
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Texts that are nearly filters.
    fn filters() -> impl Strategy<Value = String> {
        let part = prop_oneof![
            Just("userName".to_owned()),
            Just("emails[type".to_owned()),
            Just("]".to_owned()),
            Just("(".to_owned()),
            Just(")".to_owned()),
            Just("not".to_owned()),
            Just("and".to_owned()),
            Just("or".to_owned()),
            Just("eq".to_owned()),
            Just("pr".to_owned()),
            Just("\"x\"".to_owned()),
            Just("urn:a:2.0:b".to_owned()),
            "[a-z.$:]{1,4}",
            "\\PC{0,3}",
        ];
        prop::collection::vec(part, 0..12).prop_map(|parts| parts.join(" "))
    }

    /// Bodies that are nearly operations.
    fn bodies() -> impl Strategy<Value = Value> {
        let op = prop::sample::select(vec!["add", "Replace", "REMOVE", "move"]);
        let path = prop_oneof![
            Just(Value::Null),
            prop::sample::select(vec![
                "userName",
                "active",
                "name",
                "name.givenName",
                "emails",
                "emails.value",
                "emails[type eq \"work\"].value",
                "emails[type eq \"home\"].value",
                "members",
                "members[value eq \"1\"]",
                "id",
                "meta",
                "x",
                "a[b",
                "",
            ])
            .prop_map(Value::from),
        ];
        let value = prop_oneof![
            Just(json!(null)),
            Just(json!("False")),
            Just(json!(["1", {"value": "3"}, 4])),
            Just(json!({"value": "9", "type": "work", "userName": "", "id": "7", "members": [1]})),
            Just(json!({"active": "maybe", "name.familyName": "Lee", "emails[type eq \"x\"].value": 3})),
        ];
        let operation =
            (op, path, value).prop_map(|(op, path, value)| json!({ "op": op, "path": path, "value": value }));
        prop::collection::vec(operation, 0..4).prop_map(|operations| json!({ "Operations": operations }))
    }

    proptest! {
        #[test]
        fn no_filter_or_change_violates_an_invariant(filter in filters(), body in bodies()) {
            check_scim(format!("{filter}\n{body}").as_bytes());
        }

        #[test]
        fn no_bytes_violate_an_invariant(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
            check_scim(&bytes);
        }
    }
}
