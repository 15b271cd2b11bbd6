//! The template of a theme that was made from a PowerPoint file, for exports onto its own layouts.

use std::io::Cursor;

use deck::Theme;
use export::pptx::{Template, TemplateLayout, TemplatePart, TemplatePlaceholder};
use office::{Skeleton, SkeletonLayout, SkeletonPart, SkeletonPlaceholder};

use crate::Drawing;
use crate::error::{Error, Result};
use crate::powerpoint::limits;

impl Drawing {
    /// The bytes of the template that a theme was made from.
    ///
    /// # Errors
    /// Fails when the theme was not made from a template, or storage does not respond.
    pub(super) async fn template_file(&self, theme: &Theme) -> Result<bytes::Bytes> {
        let hash = theme.custom.as_ref().and_then(|custom| custom.template.as_deref());
        let Some(hash) = hash else {
            let label = &theme.label;
            return Err(Error::invalid(format!(
                "the theme `{label}` has no PowerPoint template: only themes made from a PowerPoint file have one"
            )));
        };
        let file = self.assets.get(hash).await?;
        file.ok_or_else(|| Error::Internal(anyhow::anyhow!("the template `{hash}` of theme `{}` is missing", theme.id)))
    }
}

/// Reads a stored template.
pub(super) fn template(file: &[u8]) -> Result<Template> {
    let skeleton = office::File::open(Cursor::new(file), limits(0))?.skeleton()?;
    Ok(from_skeleton(skeleton))
}

/// The masters and layouts of a file as the export needs them.
pub(crate) fn from_skeleton(skeleton: Skeleton) -> Template {
    let Skeleton { size, parts, masters, layouts, colors } = skeleton;
    let part = |part: SkeletonPart| {
        let SkeletonPart { path, content_type, bytes, relationships } = part;
        TemplatePart { path, content_type, bytes, relationships }
    };
    let layout = |layout: SkeletonLayout| {
        let SkeletonLayout { path, name, kind, placeholders, is_opening } = layout;
        let placeholders = placeholders.into_iter().map(placeholder).collect();
        TemplateLayout { path, kind, name, placeholders, is_opening }
    };
    Template {
        size,
        parts: parts.into_iter().map(part).collect(),
        masters,
        layouts: layouts.into_iter().map(layout).collect(),
        colors,
    }
}

fn placeholder(placeholder: SkeletonPlaceholder) -> TemplatePlaceholder {
    let SkeletonPlaceholder { kind, index, frame, sizes, is_vertical, words } = placeholder;
    let frame = [frame.x, frame.y, frame.width, frame.height];
    TemplatePlaceholder { kind, index, frame, sizes, is_vertical, words }
}
