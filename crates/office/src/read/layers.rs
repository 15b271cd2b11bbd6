//! Reads the layouts and masters that slides inherit from: their placeholders and text styles.

use std::collections::HashMap;
use std::rc::Rc;

use super::archive::Parts;
use super::error::ReadError;
use super::frame::Placement;
use super::style::ListStyle;
use super::xml::{self, Element};
use crate::model;

/// Maximum number of placeholders of a layout or master.
const MAX_PLACEHOLDERS: usize = 200;

/// A layout, with what it inherits from its master.
#[derive(Debug, Default)]
pub(super) struct Layout {
    pub(super) kind: Option<String>,
    pub(super) name: String,
    placeholders: Vec<Placeholder>,
    styles: TextStyles,
}

/// The text styles of a master.
#[derive(Debug, Clone, Default)]
struct TextStyles {
    title: ListStyle,
    body: ListStyle,
}

impl TextStyles {
    /// The style of a placeholder. Dates, footers and numbers have none, as if they were text boxes.
    fn style_of(&self, role: &Role) -> ListStyle {
        match role.base() {
            "title" => self.title.clone(),
            "body" => self.body.clone(),
            _ => ListStyle::default(),
        }
    }
}

/// A placeholder of a layout or master.
#[derive(Debug, Clone)]
struct Placeholder {
    role: Role,
    placement: Option<Placement>,
    style: ListStyle,
}

/// The kind and the number of a placeholder in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Role {
    kind: Option<String>,
    index: Option<u32>,
}

/// What a placeholder of a slide inherits.
#[derive(Debug)]
pub(super) struct Inherited {
    pub(super) role: model::Placeholder,
    pub(super) placement: Option<Placement>,
    pub(super) style: ListStyle,
}

impl Role {
    /// The role of a shape, from its non-visual properties (`nvSpPr`, `nvPicPr`, ...).
    pub(super) fn read(nonvisual: &Element<'_>) -> Option<Self> {
        let placeholder = nonvisual.at(&["nvPr", "ph"])?;
        let kind = placeholder.word("type");
        Some(Self { kind, index: placeholder.number("idx") })
    }

    fn kind(&self) -> &str {
        self.kind.as_deref().unwrap_or("obj")
    }

    /// The kind of placeholder of a master that this one inherits from.
    fn base(&self) -> &str {
        match self.kind() {
            "title" | "ctrTitle" => "title",
            furniture @ ("dt" | "ftr" | "sldNum" | "hdr") => furniture,
            _ => "body",
        }
    }
}

impl Layout {
    /// What a placeholder of a slide with this layout inherits.
    pub(super) fn inherited(&self, role: &Role) -> Inherited {
        let found = self.matching(role);
        let kind = role.kind.as_deref().or(found.and_then(|found| found.role.kind.as_deref()));
        Inherited {
            role: model_role(kind.unwrap_or("obj")),
            placement: found.and_then(|found| found.placement),
            style: found.map_or_else(|| self.styles.style_of(role), |found| found.style.clone()),
        }
    }

    /// The placeholder of the layout that a placeholder of a slide inherits from: the one with the same number,
    /// otherwise one of the same kind.
    fn matching(&self, role: &Role) -> Option<&Placeholder> {
        let of_base = || self.placeholders.iter().filter(|known| known.role.base() == role.base());
        if role.base() != "body" {
            return of_base().next();
        }
        let index = role.index.unwrap_or(0);
        of_base()
            .find(|known| known.role.index.unwrap_or(0) == index)
            .or_else(|| of_base().find(|known| known.role.kind() == role.kind()))
    }
}

/// The role in the model for a kind of placeholder.
fn model_role(kind: &str) -> model::Placeholder {
    match kind {
        "title" | "ctrTitle" => model::Placeholder::Title,
        "subTitle" => model::Placeholder::Subtitle,
        "pic" | "clipArt" => model::Placeholder::Picture,
        "chart" | "tbl" | "dgm" | "media" => model::Placeholder::Object,
        "dt" | "ftr" | "sldNum" | "hdr" => model::Placeholder::Furniture,
        _ => model::Placeholder::Body,
    }
}

/// The layouts and masters of a presentation, each read once.
#[derive(Debug, Default)]
pub(super) struct Layers {
    layouts: HashMap<String, Rc<Layout>>,
    masters: HashMap<String, Rc<Master>>,
}

#[derive(Debug, Default)]
struct Master {
    placeholders: Vec<Placeholder>,
    styles: TextStyles,
}

impl Layers {
    /// The layout of a part, or an empty one if there is no such part.
    pub(super) fn layout(&mut self, parts: &mut dyn Parts, part: &str) -> Result<Rc<Layout>, ReadError> {
        if let Some(layout) = self.layouts.get(part) {
            return Ok(layout.clone());
        }
        let master = match parts.relationships(part)?.part_of_kind("slideMaster") {
            Some(master) => self.master(parts, master)?,
            None => Rc::default(),
        };
        let text = parts.text(part)?.unwrap_or_else(|| "<sldLayout/>".to_owned());
        let root = xml::parse(part, &text)?;
        let mut placeholders = placeholders(part, &root)?;
        for own in &mut placeholders {
            let inherited = master.placeholders.iter().find(|other| other.role.base() == own.role.base());
            own.placement = own.placement.or_else(|| inherited?.placement);
            if let Some(inherited) = inherited {
                own.style = own.style.over(&inherited.style);
            }
            own.style = own.style.over(&master.styles.style_of(&own.role)).without_emphasis();
        }
        // A title or footer that the layout leaves out is inherited from the master.
        let missing = master.placeholders.iter().filter(|inherited| {
            inherited.role.base() != "body" && placeholders.iter().all(|own| own.role.base() != inherited.role.base())
        });
        let missing: Vec<Placeholder> = missing.cloned().collect();
        placeholders.extend(missing);
        let layout = Rc::new(Layout {
            kind: root.word("type"),
            name: root.child("cSld").and_then(|slide| slide.word("name")).unwrap_or_default(),
            placeholders,
            styles: TextStyles {
                title: master.styles.title.clone().without_emphasis(),
                body: master.styles.body.clone().without_emphasis(),
            },
        });
        self.layouts.insert(part.to_owned(), layout.clone());
        Ok(layout)
    }

    /// The master of a part. Fails when there is no such part.
    fn master(&mut self, parts: &mut dyn Parts, part: &str) -> Result<Rc<Master>, ReadError> {
        if let Some(master) = self.masters.get(part) {
            return Ok(master.clone());
        }
        let text = parts.required_text(part)?;
        let root = xml::parse(part, &text)?;
        let style = |name: &str| root.at(&["txStyles", name]).map(ListStyle::read).unwrap_or_default();
        let master = Rc::new(Master {
            placeholders: placeholders(part, &root)?,
            styles: TextStyles { title: style("titleStyle"), body: style("bodyStyle") },
        });
        self.masters.insert(part.to_owned(), master.clone());
        Ok(master)
    }
}

/// The placeholders of a layout or master.
fn placeholders(part: &str, root: &Element<'_>) -> Result<Vec<Placeholder>, ReadError> {
    let mut placeholders = Vec::new();
    for shape in root.at(&["cSld", "spTree"]).iter().flat_map(|tree| &tree.children) {
        let nonvisual = shape.children.iter().find(|child| child.name.starts_with("nv"));
        let Some(role) = nonvisual.and_then(Role::read) else { continue };
        if placeholders.len() >= MAX_PLACEHOLDERS {
            return Err(ReadError::too_many(part, "placeholders", MAX_PLACEHOLDERS));
        }
        let style = shape.at(&["txBody", "lstStyle"]).map(ListStyle::read).unwrap_or_default();
        let placement = shape.at(&["spPr", "xfrm"]).and_then(Placement::read);
        placeholders.push(Placeholder { role, placement, style });
    }
    Ok(placeholders)
}
