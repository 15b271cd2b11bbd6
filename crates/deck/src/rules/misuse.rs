//! Finds content that conforms to its declaration but cannot be shown as intended.
//!
//! These checks run where slides are written as a whole. An editor accepts such content, since it may be half written.

use serde_json::Value;

use super::validate::{Breach, Fault, expectation};
use crate::Content;
use crate::chart::{ChartKind, chart_data};
use crate::registry::{Field, Kind, SlideType};

/// Calls `report` for every misuse in a slide's content, apart from chart data.
pub(super) fn each_misuse(slide_type: &SlideType, content: &Content, report: &mut dyn FnMut(Fault)) {
    misuse_in(&slide_type.fields, content, "", report);
}

/// Reports the misuse in an object. `prefix` is the path of the object, with a full stop at its end.
fn misuse_in(fields: &[Field], content: &Content, prefix: &str, report: &mut dyn FnMut(Fault)) {
    for field in fields {
        let path = || format!("{prefix}{}", field.key);
        match (&field.kind, content.get(&field.key)) {
            (Kind::String(_), Some(Value::String(text))) if has_code_fence(text) => report(Fault {
                breach: Breach::Kind,
                path: path(),
                expected: "plain text; code goes into a code slide or a Markdown field".to_owned(),
                got: "a code fence".to_owned(),
            }),
            (Kind::Items { min, .. }, Some(Value::Array(entries)))
                if entries.is_empty() && *min > 0 && !field.required =>
            {
                let (expected, got) = (expectation(field), "0 entries".to_owned());
                report(Fault { breach: Breach::TooFew, path: path(), expected, got });
            }
            (Kind::Items { fields, .. }, Some(Value::Array(entries))) => {
                for (index, entry) in entries.iter().enumerate() {
                    if let Value::Object(entry) = entry {
                        misuse_in(fields, entry, &format!("{}[{index}].", path()), report);
                    }
                }
            }
            _ => {}
        }
    }
}

/// Whether a text of several lines has a line that opens or closes a code block. On one line, backticks are quoted
/// code.
pub(super) fn has_code_fence(text: &str) -> bool {
    text.contains('\n') && text.lines().any(|line| line.trim_start().starts_with("```"))
}

/// The fault of chart data that cannot be drawn as requested.
pub(super) fn chart_fault(slide_type: &SlideType, content: &Content) -> Option<Fault> {
    let csv = slide_type.fields.iter().find(|field| matches!(field.kind, Kind::Csv))?;
    let text = |key: &str| content.get(key).and_then(Value::as_str);
    let kind = ChartKind::named(text("chartType")?)?;
    // Bindings have their values only when the slide is drawn.
    let given = text(&csv.key).filter(|given| !given.contains("{{"))?;
    let fault = chart_data(kind, given).err()?;
    let (path, expected) = (csv.key.clone(), format!("data that a {kind} chart can show"));
    Some(Fault { breach: Breach::Kind, path, expected, got: fault.to_string() })
}
