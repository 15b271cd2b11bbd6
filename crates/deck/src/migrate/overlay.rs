//! Moves the translations of a slide when the keys of its content change.

use serde_json::Value;

use crate::Content;

/// Returns translated texts under their paths after `change` turned the content from `before` into `after`.
///
/// The texts are put into a copy of `before`, which is then changed and compared with `after`. A text that
/// belongs to no text of the content keeps its path.
pub(super) fn carried(texts: &Content, before: &Content, after: &Content, change: impl Fn(&mut Content)) -> Content {
    let mut translated = Value::Object(before.clone());
    let mut moved = Content::new();
    for (path, text) in texts {
        match translated.pointer_mut(&pointer(path)) {
            Some(value) if value.is_string() && text.is_string() => value.clone_from(text),
            _ => {
                moved.insert(path.clone(), text.clone());
            }
        }
    }
    if let Value::Object(translated) = &mut translated {
        change(translated);
    }
    let main = Value::Object(after.clone());
    each_text(&translated, "", &mut |path, text| {
        let is_main_text = main.pointer(&pointer(path)).and_then(Value::as_str) == Some(text);
        let is_translated = texts.get(path).and_then(Value::as_str) == Some(text);
        if !is_main_text || is_translated {
            moved.insert(path.to_owned(), Value::String(text.to_owned()));
        }
    });
    moved
}

/// `items.2.title` as a JSON pointer.
fn pointer(path: &str) -> String {
    let escaped = path.replace('~', "~0").replace('/', "~1");
    format!("/{}", escaped.replace('.', "/"))
}

/// Calls `visit` with the path of each text and the text.
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
