//! Changes by PATCH, RFC 7644, section 3.5.2. They are applied to a resource as JSON, which is then parsed as a whole.
//!
//! The case of names of operations and attributes does not matter. Attributes that Lectern does not store are ignored,
//! since identity providers send all attributes that they have.

use deck::Content;
use serde_json::Value;

use super::error::ScimError;
use super::filter::{AttributePath, Filter, field};

/// The kind of an attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// One value.
    Simple,
    /// One value with sub-attributes.
    Complex,
    /// A list of values with sub-attributes.
    Many,
    /// Set by Lectern; clients cannot change it.
    ReadOnly,
}

/// The attributes of a resource that Lectern stores.
pub(super) type Attributes = &'static [(&'static str, Shape)];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operation {
    Add,
    Replace,
    Remove,
}

/// The target of an operation: an attribute, optionally a filter for its values, and optionally a sub-attribute.
#[derive(Debug)]
struct Target {
    attribute: String,
    filter: Option<Filter>,
    sub: Option<String>,
}

/// Applies the operations of a request to a resource.
///
/// # Errors
/// The request is not a list of operations, or one of them cannot be applied. Then some operations may already have
/// changed the resource.
pub(super) fn apply(resource: &mut Content, request: &Content, attributes: Attributes) -> Result<(), ScimError> {
    let Some(Value::Array(operations)) = field(request, "Operations") else {
        return Err(ScimError::syntax("`Operations` is a list"));
    };
    for operation in operations {
        let Value::Object(operation) = operation else {
            return Err(ScimError::syntax("each of `Operations` is an object"));
        };
        apply_one(resource, operation, attributes)?;
    }
    Ok(())
}

/// Applies one operation.
fn apply_one(resource: &mut Content, request: &Content, attributes: Attributes) -> Result<(), ScimError> {
    let operation = match field(request, "op").and_then(Value::as_str).map(str::to_ascii_lowercase).as_deref() {
        Some("add") => Operation::Add,
        Some("replace") => Operation::Replace,
        Some("remove") => Operation::Remove,
        _ => return Err(ScimError::syntax("`op` is `add`, `replace` or `remove`")),
    };
    let value = field(request, "value");
    if operation != Operation::Remove && value.is_none() {
        return Err(ScimError::value("`value` is missing"));
    }
    match field(request, "path") {
        None | Some(Value::Null) if operation == Operation::Remove => Err(ScimError::no_target("`path` is missing")),
        None | Some(Value::Null) => {
            let Some(Value::Object(values)) = value else {
                return Err(ScimError::value("without `path`, `value` is an object"));
            };
            for (path, value) in values {
                // Providers send whole resources, including attributes that they cannot change. Those are ignored.
                let target = Target::parse(path).ok().filter(|target| target.shape(attributes).is_some_and(can_change));
                if let Some(target) = target {
                    target.apply(operation, resource, Some(value), attributes)?;
                }
            }
            Ok(())
        }
        Some(Value::String(path)) => Target::parse(path)?.apply(operation, resource, value, attributes),
        Some(_) => Err(ScimError::path("`path` is a text")),
    }
}

fn can_change((_, shape): (&str, Shape)) -> bool {
    shape != Shape::ReadOnly
}

impl Target {
    /// Parses a path: an attribute, optionally with a filter for its values in brackets, and optionally a
    /// sub-attribute.
    fn parse(path: &str) -> Result<Self, ScimError> {
        let fault = || ScimError::path(format!("`{path}` is not a path"));
        let Some((attribute, rest)) = path.trim().split_once('[') else {
            let AttributePath { attribute, sub } = AttributePath::parse(path.trim()).ok_or_else(fault)?;
            return Ok(Self { attribute, filter: None, sub });
        };
        // The bracket that ends the filter is the last one, since no name has one.
        let (filter, sub) = rest.rsplit_once(']').ok_or_else(fault)?;
        let path = AttributePath::parse(attribute).filter(|path| path.sub.is_none()).ok_or_else(fault)?;
        let filter =
            Filter::parse(filter).map_err(|error| ScimError::path(format!("the filter of the path: {error}")))?;
        let sub = match sub.strip_prefix('.') {
            Some(sub) => Some(AttributePath::parse(sub).filter(|path| path.sub.is_none()).ok_or_else(fault)?.attribute),
            None if sub.is_empty() => None,
            None => return Err(fault()),
        };
        Ok(Self { attribute: path.attribute, filter: Some(filter), sub })
    }

    /// The name and the kind of the attribute; none when Lectern does not store it.
    fn shape(&self, attributes: Attributes) -> Option<(&'static str, Shape)> {
        attributes.iter().copied().find(|(name, _)| name.eq_ignore_ascii_case(&self.attribute))
    }

    /// Applies an operation to the target.
    fn apply(
        &self,
        operation: Operation,
        resource: &mut Content,
        value: Option<&Value>,
        attributes: Attributes,
    ) -> Result<(), ScimError> {
        let Some((name, shape)) = self.shape(attributes) else { return Ok(()) };
        match shape {
            Shape::ReadOnly => Err(ScimError::mutability(format!("`{name}` cannot be changed"))),
            Shape::Simple | Shape::Complex if self.filter.is_some() => {
                Err(ScimError::path(format!("`{name}` has one value, which needs no filter")))
            }
            Shape::Simple if self.sub.is_some() => Err(ScimError::path(format!("`{name}` has no attributes"))),
            Shape::Simple => {
                set(resource, name, value.filter(|_| operation != Operation::Remove));
                Ok(())
            }
            Shape::Complex => self.change_complex(operation, resource, name, value),
            Shape::Many => {
                let mut values = match resource.remove(name) {
                    Some(Value::Array(values)) => values,
                    _ => Vec::new(),
                };
                self.change_many(operation, &mut values, value)?;
                if !values.is_empty() {
                    resource.insert(name.to_owned(), Value::Array(values));
                }
                Ok(())
            }
        }
    }

    /// Applies an operation to an attribute with sub-attributes.
    fn change_complex(
        &self,
        operation: Operation,
        resource: &mut Content,
        name: &str,
        value: Option<&Value>,
    ) -> Result<(), ScimError> {
        let mut complex = match resource.remove(name) {
            Some(Value::Object(complex)) => complex,
            _ => Content::new(),
        };
        match (&self.sub, operation) {
            (None, Operation::Remove) => complex.clear(),
            (None, _) => {
                let Some(Value::Object(changes)) = value else {
                    return Err(ScimError::value(format!("`{name}` is an object")));
                };
                merge(&mut complex, changes);
            }
            (Some(sub), _) => set(&mut complex, sub, value.filter(|_| operation != Operation::Remove)),
        }
        if !complex.is_empty() {
            resource.insert(name.to_owned(), Value::Object(complex));
        }
        Ok(())
    }

    /// Applies an operation to the values of a list.
    fn change_many(
        &self,
        operation: Operation,
        values: &mut Vec<Value>,
        value: Option<&Value>,
    ) -> Result<(), ScimError> {
        if self.filter.is_none() && self.sub.is_none() {
            change_all(operation, values, value);
            return Ok(());
        }
        let is_targeted = |element: &Value| match (&self.filter, element) {
            (None, _) => true,
            (Some(filter), Value::Object(element)) => filter.matches(element),
            (Some(_), _) => false,
        };
        if operation == Operation::Remove && self.sub.is_none() {
            values.retain(|element| !is_targeted(element));
            return Ok(());
        }
        let mut found = false;
        for element in values.iter_mut().filter(|element| is_targeted(element)) {
            found = true;
            self.change_element(operation, element, value);
        }
        if found || operation == Operation::Remove {
            return Ok(());
        }
        // Some identity providers set a value that does not exist yet, such as the first e-mail of a type.
        let mut new = Content::new();
        match self.filter.as_ref().map(Filter::equality) {
            None => {}
            Some(Some((name, wanted))) => set(&mut new, name, Some(wanted)),
            Some(None) => return Err(ScimError::no_target("no value matches the filter of the path")),
        }
        let mut new = Value::Object(new);
        self.change_element(operation, &mut new, value);
        values.push(new);
        Ok(())
    }

    /// Applies an operation to one value of a list.
    fn change_element(&self, operation: Operation, element: &mut Value, value: Option<&Value>) {
        let Value::Object(element) = element else { return };
        match (&self.sub, value) {
            (Some(sub), value) => set(element, sub, value.filter(|_| operation != Operation::Remove)),
            (None, Some(Value::Object(changes))) => merge(element, changes),
            (None, value) => set(element, "value", value),
        }
    }
}

/// Applies an operation without a filter to a list of values.
fn change_all(operation: Operation, values: &mut Vec<Value>, value: Option<&Value>) {
    let given: Vec<Value> = match value {
        Some(Value::Array(given)) => given.clone(),
        Some(Value::Null) | None => Vec::new(),
        Some(single) => vec![single.clone()],
    };
    let key = |value: &Value| match value {
        Value::Object(complex) => field(complex, "value").cloned(),
        value => Some(value.clone()),
    };
    match operation {
        Operation::Replace => *values = given,
        Operation::Add => {
            let mut known: std::collections::HashSet<String> =
                values.iter().filter_map(key).map(|key| key.to_string()).collect();
            values.extend(given.into_iter().filter(|value| key(value).is_none_or(|key| known.insert(key.to_string()))));
        }
        // Some identity providers name the values to remove in `value`. An empty list names none.
        Operation::Remove if value.is_some_and(|value| !value.is_null()) => {
            let removed_keys: std::collections::HashSet<String> =
                given.iter().filter_map(key).map(|key| key.to_string()).collect();
            values.retain(|value| key(value).is_none_or(|key| !removed_keys.contains(&key.to_string())));
        }
        Operation::Remove => values.clear(),
    }
}

/// Sets an attribute, or removes it.
fn set(complex: &mut Content, name: &str, value: Option<&Value>) {
    let stored_name = complex.keys().find(|stored| stored.eq_ignore_ascii_case(name)).cloned();
    match value.filter(|value| !value.is_null()) {
        Some(value) => {
            complex.insert(stored_name.unwrap_or_else(|| name.to_owned()), value.clone());
        }
        None => {
            complex.remove(&stored_name.unwrap_or_default());
        }
    }
}

/// Sets several sub-attributes.
fn merge(complex: &mut Content, changes: &Content) {
    for (name, value) in changes {
        set(complex, name, Some(value));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const USER: Attributes = &[
        ("id", Shape::ReadOnly),
        ("userName", Shape::Simple),
        ("active", Shape::Simple),
        ("name", Shape::Complex),
        ("emails", Shape::Many),
        ("members", Shape::Many),
    ];

    /// The resource after operations, or why they cannot be applied.
    fn check(operations: &Value) -> String {
        let mut resource = json!({
            "id": "1", "userName": "ann", "active": true, "name": { "givenName": "Ann", "familyName": "Lee" },
            "emails": [{ "type": "work", "value": "a@x.test" }],
            "members": [{ "value": "1" }, { "value": "2" }],
        });
        let request = json!({ "Operations": operations });
        match apply(resource.as_object_mut().unwrap(), request.as_object().unwrap(), USER) {
            Ok(()) => resource.to_string(),
            Err(error) => error.to_string(),
        }
    }

    /// What an operation changes: the resource after it, without what it had before.
    fn changed(operation: &Value) -> Value {
        let after: Value = serde_json::from_str(&check(&json!([operation]))).unwrap();
        let before: Value = serde_json::from_str(&check(&json!([]))).unwrap();
        let mut difference = Content::new();
        for (name, value) in before.as_object().unwrap() {
            if after.get(name) != Some(value) {
                difference.insert(name.clone(), after.get(name).cloned().unwrap_or_default());
            }
        }
        Value::Object(difference)
    }

    #[test]
    fn operations_change_what_their_path_names() {
        for (operation, expected) in [
            (json!({"op": "replace", "path": "userName", "value": "bo"}), json!({"userName": "bo"})),
            (json!({"op": "Replace", "path": "active", "value": "False"}), json!({"active": "False"})),
            (json!({"op": "replace", "value": {"active": false, "id": "9"}}), json!({"active": false})),
            (
                json!({"op": "add", "value": {"name.givenName": "Bo", "title": "x"}}),
                json!({"name": {"givenName": "Bo", "familyName": "Lee"}}),
            ),
            (
                json!({"op": "replace", "path": "NAME.FAMILYNAME", "value": "Loo"}),
                json!({"name": {"givenName": "Ann", "familyName": "Loo"}}),
            ),
            (
                json!({"op": "replace", "path": "name", "value": {"familyName": "Loo"}}),
                json!({"name": {"givenName": "Ann", "familyName": "Loo"}}),
            ),
            (json!({"op": "remove", "path": "name.familyName"}), json!({"name": {"givenName": "Ann"}})),
            (
                json!({"op": "replace", "path": "emails[type eq \"work\"].value", "value": "b@x.test"}),
                json!({"emails": [{"type": "work", "value": "b@x.test"}]}),
            ),
            (
                json!({"op": "add", "path": "emails[type eq \"home\"].value", "value": "b@x.test"}),
                json!({"emails": [{"type": "work", "value": "a@x.test"}, {"type": "home", "value": "b@x.test"}]}),
            ),
            (
                json!({"op": "add", "path": "members", "value": [{"value": "2"}, {"value": "3"}]}),
                json!({"members": [{"value": "1"}, {"value": "2"}, {"value": "3"}]}),
            ),
            (
                json!({"op": "replace", "path": "members", "value": [{"value": "3"}]}),
                json!({"members": [{"value": "3"}]}),
            ),
            (json!({"op": "remove", "path": "members[value eq \"1\"]"}), json!({"members": [{"value": "2"}]})),
            (json!({"op": "remove", "path": "members[value eq \"9\"]"}), json!({})),
            (
                json!({"op": "Remove", "path": "members", "value": [{"value": "2"}]}),
                json!({"members": [{"value": "1"}]}),
            ),
            (json!({"op": "remove", "path": "members", "value": []}), json!({})),
            (json!({"op": "remove", "path": "members", "value": null}), json!({"members": null})),
            (json!({"op": "remove", "path": "members"}), json!({"members": null})),
            (
                json!({"op": "replace", "path": "urn:ietf:params:scim:schemas:core:2.0:User:userName", "value": "bo"}),
                json!({"userName": "bo"}),
            ),
            (
                json!({"op": "add", "path": "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department",
                "value": "x"}),
                json!({}),
            ),
            (json!({"op": "add", "path": "addresses[type eq \"work\"].locality", "value": "x"}), json!({})),
        ] {
            assert_eq!(changed(&operation), expected, "{operation}");
        }
    }

    #[test]
    fn operations_that_cannot_be_applied_are_refused() {
        for (operation, expected) in [
            (json!(3), "invalidSyntax: each of `Operations` is an object"),
            (json!({"op": "move"}), "invalidSyntax: `op` is `add`, `replace` or `remove`"),
            (json!({"op": "add", "path": "userName"}), "invalidValue: `value` is missing"),
            (json!({"op": "remove"}), "noTarget: `path` is missing"),
            (json!({"op": "add", "value": "x"}), "invalidValue: without `path`, `value` is an object"),
            (json!({"op": "replace", "path": "id", "value": "2"}), "mutability: `id` cannot be changed"),
            (json!({"op": "replace", "path": "a b", "value": "2"}), "invalidPath: `a b` is not a path"),
            (json!({"op": "replace", "path": 3, "value": "2"}), "invalidPath: `path` is a text"),
            (
                json!({"op": "replace", "path": "members[value", "value": "2"}),
                "invalidPath: `members[value` is not a path",
            ),
            (
                json!({"op": "replace", "path": "emails[type co \"x\"].value", "value": "2"}),
                "noTarget: no value matches the filter of the path",
            ),
            (json!({"op": "replace", "path": "userName.x", "value": "2"}), "invalidPath: `userName` has no attributes"),
            (json!({"op": "replace", "path": "name", "value": "2"}), "invalidValue: `name` is an object"),
        ] {
            assert_eq!(check(&json!([operation])), expected);
        }
    }
}
