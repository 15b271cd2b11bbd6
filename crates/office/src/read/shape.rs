//! Reads the shapes of a slide, those in groups included.

use super::error::ReadError;
use super::frame::{Group, Placement};
use super::layers::{Inherited, Layout, Role};
use super::scope::Scope;
use super::xml::Element;
use super::{graphic, picture, table, text};
use crate::model::{Connector, Content, Frame, Link, Placeholder, Shape, Text};

/// Reads the shapes of a tree (`spTree`) in the order of drawing.
pub(super) fn shapes(scope: &mut Scope<'_, '_>, layout: &Layout, tree: &Element<'_>) -> Result<Vec<Shape>, ReadError> {
    let mut walk = ShapeWalk { scope, layout, groups: Vec::new(), outermost: None, shapes: Vec::new(), count: 0 };
    walk.children(tree)?;
    Ok(walk.shapes)
}

/// Reads the shapes of a tree and of the groups in it.
struct ShapeWalk<'w, 'a, 'l> {
    scope: &'w mut Scope<'a, 'l>,
    layout: &'w Layout,
    /// The groups around the current shape, from the outermost.
    groups: Vec<Group>,
    /// The id of the outermost group.
    outermost: Option<u32>,
    shapes: Vec<Shape>,
    /// The number of shapes and groups so far.
    count: usize,
}

impl ShapeWalk<'_, '_, '_> {
    /// Reads the shapes and groups in a tree or group.
    fn children(&mut self, tree: &Element<'_>) -> Result<(), ReadError> {
        for element in &tree.children {
            if matches!(element.name, "nvGrpSpPr" | "grpSpPr" | "extLst") {
                continue;
            }
            self.count += 1;
            let limit = self.scope.tally.limits().shapes;
            if self.count > limit {
                return Err(ReadError::too_many(self.scope.part, "shapes", limit));
            }
            self.scope.tally.add_pieces(1)?;
            if element.name == "grpSp" { self.group(element)? } else { self.shape(element)? }
        }
        Ok(())
    }

    fn group(&mut self, element: &Element<'_>) -> Result<(), ReadError> {
        let properties = element.at(&["nvGrpSpPr", "cNvPr"]);
        if self.is_hidden(properties) {
            return Ok(());
        }
        if let Some(properties) = properties
            && self.scope.link(properties)?.is_some()
        {
            self.scope.note("a link of a group");
        }
        let is_outermost = self.outermost.is_none();
        if is_outermost {
            self.outermost = Some(properties.and_then(|properties| properties.number("id")).unwrap_or(0));
        }
        let group = element.at(&["grpSpPr", "xfrm"]).and_then(Group::read);
        self.groups.extend(group);
        self.children(element)?;
        if group.is_some() {
            self.groups.pop();
        }
        if is_outermost {
            self.outermost = None;
        }
        Ok(())
    }

    fn shape(&mut self, element: &Element<'_>) -> Result<(), ReadError> {
        let nonvisual = element.children.iter().find(|child| child.name.starts_with("nv"));
        let properties = nonvisual.and_then(|nonvisual| nonvisual.child("cNvPr"));
        if self.is_hidden(properties) {
            return Ok(());
        }
        let inherited = nonvisual.and_then(Role::read).map(|role| self.layout.inherited(&role));
        let content = self.content(element, inherited.as_ref())?;
        let text = |name: &str| properties.and_then(|properties| properties.attribute(name)).unwrap_or_default();
        let alt = [text("descr"), text("title")].into_iter().find(|alt| !alt.trim().is_empty());
        let alt = alt.map(|alt| alt.trim().to_owned());
        let name = text("name").into_owned();
        for text in [&name, alt.as_deref().unwrap_or_default()] {
            self.scope.tally.add_text(text)?;
        }
        let link = properties.map_or(Ok(None), |properties| self.scope.link(properties))?;
        if let (Some(Link::Address(address)), Content::Text(text)) = (&link, &content) {
            // Each run gets the link of its shape.
            for _ in text.paragraphs.iter().flat_map(|paragraph| &paragraph.runs) {
                self.scope.tally.add_text(address)?;
            }
        }
        let placement = element.at(&["spPr", "xfrm"]).and_then(Placement::read);
        if matches!(content, Content::Picture(_)) && placement.is_some_and(|placement| placement.is_turned()) {
            self.scope.note("the rotation or flip of a picture");
        }
        let decorative = properties.and_then(|properties| properties.descendant("decorative"));
        let mut frame = self.frame(element, inherited.as_ref());
        if frame.width == 0
            && let Some(width) = element.at(&["graphic", "graphicData", "tbl"]).map(table::width)
        {
            frame.width = width;
        }
        let shape = Shape {
            id: properties.and_then(|properties| properties.number("id")).unwrap_or(0),
            name,
            alt,
            morph_name: None,
            is_decorative: decorative.and_then(|decorative| decorative.flag("val")).unwrap_or(false),
            frame,
            placeholder: inherited.map(|inherited| inherited.role).or_else(|| furniture(element)),
            group: self.outermost,
            link,
            content,
        };
        self.push(shape, element)
    }

    /// Adds a shape. A shape that is filled with a picture is added as that picture, and if it has text also as text.
    fn push(&mut self, shape: Shape, element: &Element<'_>) -> Result<(), ReadError> {
        let fill = element.at(&["spPr", "blipFill"]).filter(|_| element.name == "sp");
        let Some(fill) = fill else {
            self.shapes.push(shape);
            return Ok(());
        };
        let content = Content::Picture(picture::filling(self.scope, fill)?);
        let has_text = matches!(&shape.content, Content::Text(text) if !text.paragraphs.is_empty());
        if has_text {
            self.shapes.push(Shape { content, link: None, ..shape.clone() });
            self.shapes.push(shape);
        } else {
            self.shapes.push(Shape { content, ..shape });
        }
        Ok(())
    }

    /// Whether a shape is hidden. If so, this is noted in `unread` of the slide.
    fn is_hidden(&mut self, properties: Option<&Element<'_>>) -> bool {
        let is_hidden = properties.and_then(|properties| properties.flag("hidden")).unwrap_or(false);
        if is_hidden {
            self.scope.note("a hidden shape");
        }
        is_hidden
    }

    /// The frame of a shape on the slide: its own, or the one it inherits from the layout.
    fn frame(&self, element: &Element<'_>, inherited: Option<&Inherited>) -> Frame {
        let own = element.at(&["spPr", "xfrm"]).or_else(|| element.child("xfrm")).and_then(Placement::read);
        let inherited = inherited.and_then(|inherited| inherited.placement);
        // Some programs write a position without a size when they mean the position in the layout.
        let placement = own.filter(|own| !own.is_empty()).or(inherited).or(own);
        placement.map(|placement| placement.frame(&self.groups)).unwrap_or_default()
    }

    fn content(&mut self, element: &Element<'_>, inherited: Option<&Inherited>) -> Result<Content, ReadError> {
        Ok(match element.name {
            "sp" => self.drawn(element, inherited)?,
            "pic" => picture::read(self.scope, element)?,
            "cxnSp" => Content::Connector(connector(element)),
            "graphicFrame" => graphic::read(self.scope, element)?,
            "contentPart" => Content::Other("ink".to_owned()),
            other => Content::Other(format!("an object of the kind {}", super::error::shown(other))),
        })
    }

    /// A drawn shape: text, or a line.
    fn drawn(&mut self, element: &Element<'_>, inherited: Option<&Inherited>) -> Result<Content, ReadError> {
        let properties = element.child("spPr");
        let preset = properties.and_then(|properties| properties.child("prstGeom")).and_then(|form| form.word("prst"));
        let is_custom = properties.is_some_and(|properties| properties.child("custGeom").is_some());
        let geometry = match preset {
            Some(preset) => preset,
            None if is_custom => "custom".to_owned(),
            None => "rect".to_owned(),
        };
        let paragraphs = match element.child("txBody") {
            Some(body) => {
                let style = inherited.map_or(&self.scope.slides.default_style, |inherited| &inherited.style);
                text::paragraphs(self.scope, body, style)?
            }
            None => Vec::new(),
        };
        // `flowChartConnector` is a circle.
        let lines = ["line", "straightConnector", "bentConnector", "curvedConnector"];
        let is_line = lines.iter().any(|line| geometry.starts_with(line));
        if paragraphs.is_empty() && is_line {
            return Ok(Content::Connector(connector(element)));
        }
        Ok(Content::Text(Text { geometry, is_drawn: is_drawn(element), paragraphs }))
    }
}

/// The role of a text box that only shows the number of the slide or the date. `None` for other shapes.
fn furniture(element: &Element<'_>) -> Option<Placeholder> {
    let body = element.child("txBody")?;
    let mut pieces = body
        .children_named("p")
        .flat_map(|paragraph| &paragraph.children)
        .filter(|piece| matches!(piece.name, "r" | "fld" | "br" | "m"))
        .peekable();
    pieces.peek()?;
    let is_field = |piece: &Element<'_>| {
        let kind = piece.attribute("type").unwrap_or_default();
        piece.name == "fld" && (kind == "slidenum" || kind.starts_with("datetime"))
    };
    pieces.all(is_field).then_some(Placeholder::Furniture)
}

/// Whether a shape has a fill or an outline of its own.
fn is_drawn(element: &Element<'_>) -> bool {
    const FILLS: &[&str] = &["solidFill", "gradFill", "pattFill", "blipFill", "grpFill"];
    let properties = element.child("spPr");
    let has = |owner: Option<&Element<'_>>, names: &[&str]| {
        owner.is_some_and(|owner| owner.children.iter().any(|child| names.contains(&child.name)))
    };
    let line = properties.and_then(|properties| properties.child("ln"));
    let is_styled = |reference: &str| {
        let reference = element.at(&["style", reference]).and_then(|reference| reference.number::<u32>("idx"));
        reference.is_some_and(|index| index > 0)
    };
    let is_filled = has(properties, FILLS) || (!has(properties, &["noFill"]) && is_styled("fillRef"));
    let is_outlined = has(line, FILLS) || (!has(line, &["noFill"]) && is_styled("lnRef"));
    is_filled || is_outlined
}

/// The connector of a line: the ids of the shapes at its ends, and whether it has an arrow.
fn connector(element: &Element<'_>) -> Connector {
    let ends = element.at(&["nvCxnSpPr", "cNvCxnSpPr"]);
    let end = |name: &str| ends?.child(name)?.number("id");
    let line = element.at(&["spPr", "ln"]);
    let has_arrow = ["headEnd", "tailEnd"].iter().any(|end| {
        let arrow = line.and_then(|line| line.child(end)).and_then(|end| end.attribute("type"));
        arrow.is_some_and(|arrow| arrow != "none")
    });
    Connector { from: end("stCxn"), to: end("endCxn"), has_arrow }
}
