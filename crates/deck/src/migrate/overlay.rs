//! Carries the translations of a slide along when the keys of its content change.

use serde_json::Value;

use crate::Content;

/// The texts of another language under the paths they have after a change of keys.
///
/// The content is read in that language, changed in the same way, and compared with what became of the main language.
/// A text that stands nowhere in the content stays under its path.
pub(super) fn carried(texts: &Content, before: &Content, after: &Content, change: impl Fn(&mut Content)) -> Content {
    let mut spoken = Value::Object(before.clone());
    let mut kept = Content::new();
    for (path, text) in texts {
        match spoken.pointer_mut(&pointer(path)) {
            Some(place) if place.is_string() && text.is_string() => place.clone_from(text),
            _ => {
                kept.insert(path.clone(), text.clone());
            }
        }
    }
    if let Value::Object(spoken) = &mut spoken {
        change(spoken);
    }
    let main = Value::Object(after.clone());
    each_text(&spoken, "", &mut |path, text| {
        let same = main.pointer(&pointer(path)).and_then(Value::as_str) == Some(text);
        let given = texts.get(path).and_then(Value::as_str) == Some(text);
        if !same || given {
            kept.insert(path.to_owned(), Value::String(text.to_owned()));
        }
    });
    kept
}

/// `items.2.title` as a JSON pointer.
fn pointer(path: &str) -> String {
    let escaped = path.replace('~', "~0").replace('/', "~1");
    format!("/{}", escaped.replace('.', "/"))
}

fn each_text(value: &Value, path: &str, visit: &mut dyn FnMut(&str, &str)) {
    let below = |key: &str| match path {
        "" => key.to_owned(),
        path => format!("{path}.{key}"),
    };
    match value {
        Value::String(text) => visit(path, text),
        Value::Object(members) => {
            for (key, member) in members {
                each_text(member, &below(key), visit);
            }
        }
        Value::Array(entries) => {
            for (index, entry) in entries.iter().enumerate() {
                each_text(entry, &below(&index.to_string()), visit);
            }
        }
        _ => {}
    }
}
