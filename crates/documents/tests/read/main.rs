//! Reads documents that the tests write themselves, and compares the tree as text.

mod formats;
mod hostile;
mod pdf;

use std::io::{Cursor, Write as _};

use documents::{Content, Document, Limits, read};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// The tree of a document, a line or more for each block.
fn outline(document: &Document) -> String {
    let mut lines = vec![format!(
        "{} | {} | {}",
        document.title.as_deref().unwrap_or("-"),
        document.authors.join(", "),
        document.language.as_deref().unwrap_or("-")
    )];
    for block in &document.blocks {
        let text = match &block.content {
            Content::Heading { level, text } => format!("h{level} {text}"),
            Content::Paragraph(text) => format!("p {text}"),
            Content::List(list) => {
                let mark = if list.is_ordered { "1." } else { "-" };
                let items =
                    list.items.iter().map(|item| format!("{}{mark} {}", "  ".repeat(item.level.into()), item.text));
                format!("list\n{}", items.collect::<Vec<_>>().join("\n"))
            }
            Content::Table(table) => {
                let rows: Vec<String> = table.rows.iter().map(|row| row.join(" | ")).collect();
                let header = if table.has_header { " with header" } else { "" };
                format!("table{header} {}\n{}", table.caption.as_deref().unwrap_or_default(), rows.join("\n"))
            }
            Content::Picture(own) => {
                let part = |text: &Option<String>| text.clone().unwrap_or_default();
                format!("picture {} ({}) {}", part(&own.caption), part(&own.alt), own.has_bytes())
            }
            Content::Quote { text, attribution } => {
                format!("quote {text} / {}", attribution.as_deref().unwrap_or_default())
            }
            Content::Code { text, .. } => format!("code\n{text}"),
            Content::Formula { text, notation } => format!("formula {notation:?} {text}"),
            Content::Footnote { mark, text } => format!("note {mark}: {text}"),
        };
        let furniture = block.furniture.map(|own| format!("[{own:?}] ")).unwrap_or_default();
        lines.push(format!("{furniture}{text}"));
    }
    lines.join("\n")
}

/// The outline of a file, or why it cannot be read.
fn check(bytes: &[u8], name: &str) -> String {
    match read(bytes, name, &Limits::default()) {
        Ok(document) => outline(&document),
        Err(error) => format!("error: {error}"),
    }
}

/// An archive of parts.
fn archive(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in parts {
        zip.start_file(*name, SimpleFileOptions::default()).expect("an entry");
        zip.write_all(text.as_bytes()).expect("its bytes");
    }
    zip.finish().expect("an archive").into_inner()
}

/// A Word document with a body.
fn word(body: &str) -> Vec<u8> {
    let types = r#"<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>"#;
    let styles = r#"<w:styles xmlns:w="w"><w:style w:styleId="Titel"><w:name w:val="Title"/></w:style><w:style w:styleId="Kop1"><w:name w:val="heading 1"/></w:style><w:style w:styleId="Kop2"><w:name w:val="heading 2"/></w:style></w:styles>"#;
    let numbering = r#"<w:numbering xmlns:w="w"><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum><w:num w:numId="4"><w:abstractNumId w:val="0"/></w:num></w:numbering>"#;
    let notes = r#"<w:footnotes xmlns:w="w"><w:footnote w:type="separator" w:id="0"><w:p/></w:footnote><w:footnote w:id="2"><w:p><w:r><w:t>Prices of 2023.</w:t></w:r></w:p></w:footnote></w:footnotes>"#;
    let core = r#"<cp:coreProperties xmlns:dc="d"><dc:creator>Anna Moor; Piet Visser</dc:creator><dc:language>nl-NL</dc:language></cp:coreProperties>"#;
    let body = format!(r#"<w:document xmlns:w="w"><w:body>{body}</w:body></w:document>"#);
    archive(&[
        ("[Content_Types].xml", types),
        ("word/styles.xml", styles),
        ("word/numbering.xml", numbering),
        ("word/footnotes.xml", notes),
        ("docProps/core.xml", core),
        ("word/document.xml", &body),
    ])
}
