//! PowerPoint files as a source of text: a heading for each slide, its text in reading order, tables, charts as tables.

use std::io::Cursor;

use office::model::{self, Bullet, Placeholder, Shape};
use office::{File, ReadError as OfficeError};

use crate::docx::{add_item, push_table};
use crate::model::{Block, Content, Document, ListItem, Picture, Source, Table};
use crate::text::{collapsed, language};
use crate::{Limits, ReadError};

/// Reads a presentation.
pub(crate) fn read(bytes: &[u8], limits: &Limits) -> Result<Document, ReadError> {
    let office_limits = office::Limits {
        unpacked: limits.unpacked,
        part: limits.part,
        tags: limits.steps,
        slides: limits.pages,
        text: limits.text,
        ..office::Limits::default()
    };
    let mut file = File::open(Cursor::new(bytes), office_limits)?;
    let presentation = file.presentation()?;
    let mut document = Document {
        title: presentation.title.as_deref().map(collapsed).filter(|title| !title.is_empty()),
        language: presentation.language.as_deref().and_then(language),
        pages: presentation.slides.len(),
        ..Document::default()
    };
    for (index, slide) in presentation.slides.iter().enumerate().filter(|(_, slide)| !slide.is_hidden) {
        let mut blocks = Vec::new();
        let (titles, mut others): (Vec<&Shape>, Vec<&Shape>) = slide
            .shapes
            .iter()
            .filter(|shape| shape.placeholder != Some(Placeholder::Furniture))
            .partition(|shape| shape.placeholder == Some(Placeholder::Title));
        others.sort_by_key(|shape| (shape.frame.y / 200_000, shape.frame.x));
        let title = titles.iter().map(|shape| words(&shape.content)).collect::<Vec<_>>().join(" ");
        let title = collapsed(&title);
        if !title.is_empty() {
            let is_opening = index == 0 || matches!(slide.layout_kind.as_deref(), Some("secHead" | "title"));
            blocks.push(Block::new(Content::Heading { level: if is_opening { 1 } else { 2 }, text: title }));
        }
        for shape in others {
            add_shape_blocks(shape, &mut blocks);
        }
        for block in &mut blocks {
            block.page = index + 1;
        }
        document.blocks.append(&mut blocks);
    }
    Ok(document)
}

/// The words of a shape, without line breaks.
fn words(content: &model::Content) -> String {
    match content {
        model::Content::Text(text) => text.paragraphs.iter().map(paragraph_text).collect::<Vec<_>>().join(" "),
        _ => String::new(),
    }
}

fn paragraph_text(paragraph: &model::Paragraph) -> String {
    let text: String = paragraph.runs.iter().map(|run| run.text.as_str()).collect();
    collapsed(&text)
}

/// Adds the content of a shape as blocks.
fn add_shape_blocks(shape: &Shape, blocks: &mut Vec<Block>) {
    match &shape.content {
        model::Content::Text(text) => {
            for paragraph in &text.paragraphs {
                let text = paragraph_text(paragraph);
                if text.is_empty() {
                    continue;
                }
                if paragraph.bullet == Bullet::None && paragraph.level == 0 {
                    blocks.push(Block::new(Content::Paragraph(text)));
                } else {
                    let item = ListItem { level: paragraph.level, text, ..ListItem::default() };
                    add_item(blocks, paragraph.bullet == Bullet::Number, item);
                }
            }
        }
        model::Content::Table(table) => {
            let cell = |cell: &model::Cell| {
                collapsed(&cell.paragraphs.iter().map(paragraph_text).collect::<Vec<_>>().join(" "))
            };
            let rows = table.rows.iter().map(|row| row.iter().map(cell).collect()).collect();
            push_table(blocks, Table { caption: None, has_header: table.has_header, rows });
        }
        model::Content::Chart(chart) => {
            let mut rows = vec![
                std::iter::once(String::new())
                    .chain(chart.series.iter().map(|series| collapsed(&series.name)))
                    .collect(),
            ];
            for (at, category) in chart.categories.iter().enumerate() {
                let value = |series: &model::Series| {
                    series.values.get(at).copied().flatten().map(|value| value.to_string()).unwrap_or_default()
                };
                let values = chart.series.iter().map(value);
                rows.push(std::iter::once(collapsed(category)).chain(values).collect::<Vec<_>>());
            }
            let caption = chart.title.as_deref().map(collapsed).filter(|title| !title.is_empty());
            if rows.len() > 1 {
                push_table(blocks, Table { caption, has_header: true, rows });
            }
        }
        model::Content::Diagram(diagram) => {
            let mut open: Vec<(&model::DiagramNode, u8)> = diagram.nodes.iter().rev().map(|node| (node, 0)).collect();
            while let Some((node, level)) = open.pop() {
                let text = collapsed(&node.paragraphs.iter().map(paragraph_text).collect::<Vec<_>>().join(" "));
                if !text.is_empty() {
                    add_item(blocks, false, ListItem { level, text, ..ListItem::default() });
                }
                open.extend(node.children.iter().rev().map(|child| (child, level.saturating_add(1))));
            }
        }
        model::Content::Picture(picture) if !shape.is_decorative => {
            let part = picture.raster.as_ref().or(picture.part.as_ref()).filter(|_| !picture.is_metafile);
            let source = part.map_or(Source::Nowhere, |part| Source::Part(part.clone()));
            let alt = shape.alt.as_deref().map(collapsed).filter(|alt| !alt.is_empty());
            blocks.push(Block::new(Content::Picture(Picture { alt, source, ..Picture::default() })));
        }
        _ => {}
    }
}

impl From<OfficeError> for ReadError {
    fn from(error: OfficeError) -> Self {
        match error {
            OfficeError::Protected => Self::Protected,
            OfficeError::Legacy => Self::Legacy { found: "a PowerPoint file", save_as: ".pptx" },
            OfficeError::Foreign { found } => Self::Foreign { found },
            OfficeError::TooMany { what, limit, .. } => Self::TooMany { what, limit },
            OfficeError::TooLarge { limit } | OfficeError::PartTooLarge { limit, .. } => Self::TooLarge { limit },
            OfficeError::Missing { part } => Self::Missing { part },
            other => Self::damaged(&other),
        }
    }
}
