//! Any other type: its title, every other text in the order of its keys, and the name of the type.

use deck::Content;
use scene::{Px, Role};
use serde_json::Value;

use crate::fit::fitted;
use crate::frame::{BODY_BOTTOM, FULL_WIDTH, MARGIN};
use crate::sheet::Sheet;
use crate::text::{Block, Setting};

/// Sizes of the text.
const STEPS: [f32; 4] = [34.0, 30.0, 26.0, 24.0];
/// Keys whose text is a choice or an address.
const SILENT: [&str; 4] = ["title", "subheading", "background", "layout"];

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let top = sheet.head();
    let mut texts = Vec::new();
    add_texts(&sheet.slide.content, "", &mut texts);
    let label = sheet.body().size(20.0).leading(1.4).color(sheet.surface.muted);
    let mut name = Block::new(sheet.set, vec![label.plain(&sheet.slide.key)]);
    let name = name.text(sheet.set, Setting::width(Px(FULL_WIDTH)), Px(f32::MAX), 1);
    let frame = sheet.rect(MARGIN, 940.0, FULL_WIDTH, 28.0);
    sheet.push_text(frame, name, Role::Label, None);
    let pen = sheet.body().size(STEPS[0]).leading(1.4);
    for (field, text) in texts {
        let mut block = Block::new(sheet.set, vec![pen.plain(&text)]);
        let y = sheet
            .nodes
            .last()
            .filter(|node| node.role == Role::Body)
            .map_or(top, |node| node.frame.bottom() + Px(16.0));
        let room = Px(BODY_BOTTOM.1) - y;
        let at = |step: f32| Setting { width: Px(FULL_WIDTH), scale: step / STEPS[0], gap: 1.0 };
        let size = fitted(&STEPS, room, |fitted| block.height(sheet.set, at(fitted.step)));
        if room < Px(48.0) {
            sheet.find(&field, crate::FindingKind::Overflow);
            continue;
        }
        let text = block.text(sheet.set, at(size.step), room, usize::MAX);
        let frame = sheet.rect(MARGIN, y.0, FULL_WIDTH, text.height().0);
        sheet.push_text(frame, text, Role::Body, Some(&field));
    }
}

fn add_texts(content: &Content, path: &str, texts: &mut Vec<(String, String)>) {
    for (key, value) in content {
        let field = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        match value {
            Value::String(text) if is_said(key, text) => texts.push((field, text.trim().to_owned())),
            Value::Array(entries) => {
                for (index, entry) in entries.iter().enumerate() {
                    if let Some(entry) = entry.as_object() {
                        add_texts(entry, &format!("{field}.{index}"), texts);
                    }
                }
            }
            _ => {}
        }
    }
}

/// Whether a text is for people: choices have neither spaces nor capitals, and keys of the slide itself are known.
fn is_said(key: &str, text: &str) -> bool {
    let is_choice = !text.contains(' ') && text.starts_with(|letter: char| letter.is_ascii_lowercase());
    !SILENT.contains(&key)
        && !key.starts_with("slide")
        && !key.starts_with("a11y")
        && !text.trim().is_empty()
        && !is_choice
}
