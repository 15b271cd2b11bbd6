//! Reads SmartArt: its tree of texts from the data part, or the texts of its drawing if that part has none.

use std::collections::HashMap;

use super::error::ReadError;
use super::scope::Scope;
use super::style::ListStyle;
use super::text;
use super::xml::{self, Element};
use crate::model::{Diagram, DiagramNode, Paragraph};

/// Maximum depth of nested entries.
const MAX_DEPTH: usize = 50;

/// Reads the SmartArt that a frame refers to. `None` if it has no text.
pub(super) fn read(scope: &mut Scope<'_, '_>, reference: &Element<'_>) -> Result<Option<Diagram>, ReadError> {
    let Some(part) = scope.target(reference, "dm").map(str::to_owned) else { return Ok(None) };
    let Some(source) = scope.parts.text(&part)? else { return Ok(None) };
    let root = xml::parse(&part, &source)?;
    let drawing = root.descendant("dataModelExt").and_then(|extension| extension.attribute("relId"));
    let drawing = drawing.and_then(|id| scope.relationships.part(&id)).map(str::to_owned);
    let diagram = in_part(scope, &part, |scope| from_model(scope, &root))?;
    if !diagram.nodes.is_empty() {
        return Ok(Some(diagram));
    }
    let Some(part) = drawing else { return Ok(None) };
    let Some(source) = scope.parts.text(&part)? else { return Ok(None) };
    let root = xml::parse(&part, &source)?;
    let nodes = in_part(scope, &part, |scope| from_drawing(scope, &root))?;
    Ok((!nodes.is_empty()).then_some(Diagram { nodes, ..diagram }))
}

/// Calls `read` in the context of another part of the slide, with the relationships of that part.
fn in_part<T>(
    scope: &mut Scope<'_, '_>,
    part: &str,
    read: impl FnOnce(&mut Scope<'_, '_>) -> Result<T, ReadError>,
) -> Result<T, ReadError> {
    let relationships = &scope.parts.relationships(part)?;
    read(&mut Scope {
        parts: scope.parts,
        tally: scope.tally,
        part,
        relationships,
        slides: scope.slides,
        slide: scope.slide,
        unread: scope.unread,
    })
}

/// Reads the tree of a data model: points, and connections from parents to children.
fn from_model(scope: &mut Scope<'_, '_>, root: &Element<'_>) -> Result<Diagram, ReadError> {
    let mut model = DataModel { texts: HashMap::new(), children: HashMap::new() };
    let mut diagram = Diagram::default();
    let mut root_id = None;
    for point in root.child("ptLst").iter().flat_map(|list| list.children_named("pt")) {
        let Some(id) = point.attribute("modelId") else { continue };
        match point.attribute("type").as_deref() {
            None | Some("node" | "asst") => {
                scope.tally.add_pieces(1)?;
                let paragraphs = match point.child("t") {
                    Some(body) => text::paragraphs(scope, body, &ListStyle::default())?,
                    None => Vec::new(),
                };
                model.texts.insert(id.into_owned(), paragraphs);
            }
            Some("doc") => {
                let layout = point.child("prSet").and_then(|set| set.attribute("loTypeId")).unwrap_or_default();
                diagram.layout = layout.rsplit('/').next().unwrap_or_default().chars().take(100).collect();
                root_id = Some(id.into_owned());
            }
            Some(_) => {}
        }
        if point.descendant("blip").is_some() {
            scope.note("a picture in SmartArt");
        }
    }
    for connection in root.child("cxnLst").iter().flat_map(|list| list.children_named("cxn")) {
        let (Some(from), Some(to)) = (connection.attribute("srcId"), connection.attribute("destId")) else { continue };
        if connection.attribute("type").is_none_or(|kind| kind == "parOf") {
            let order = connection.number("srcOrd").unwrap_or(u32::MAX);
            model.children.entry(from.into_owned()).or_default().push((order, to.into_owned()));
        }
    }
    if let Some(root_id) = root_id {
        diagram.nodes = model.entries(scope.part, &root_id, 0)?;
    }
    Ok(diagram)
}

/// A data model: points, and their children.
struct DataModel {
    /// The texts of the points, by id.
    texts: HashMap<String, Vec<Paragraph>>,
    /// The children of each point, with their order.
    children: HashMap<String, Vec<(u32, String)>>,
}

impl DataModel {
    /// The entries below a point. An entry that has neither text nor children is left out, and none occurs twice.
    fn entries(&mut self, part: &str, parent: &str, depth: usize) -> Result<Vec<DiagramNode>, ReadError> {
        if depth > MAX_DEPTH {
            return Err(ReadError::too_many(part, "entries of SmartArt in one another", MAX_DEPTH));
        }
        let mut children = self.children.remove(parent).unwrap_or_default();
        children.sort_by_key(|(order, _)| *order);
        let mut entries = Vec::new();
        for (_, id) in children {
            let Some(paragraphs) = self.texts.remove(&id) else { continue };
            let children = self.entries(part, &id, depth + 1)?;
            if !paragraphs.is_empty() || !children.is_empty() {
                entries.push(DiagramNode { paragraphs, children });
            }
        }
        Ok(entries)
    }
}

/// The texts of a drawing, in its order.
fn from_drawing(scope: &mut Scope<'_, '_>, root: &Element<'_>) -> Result<Vec<DiagramNode>, ReadError> {
    let mut nodes = Vec::new();
    for shape in root.all().filter(|element| element.name == "sp") {
        scope.tally.add_pieces(1)?;
        let Some(body) = shape.child("txBody") else { continue };
        let paragraphs = text::paragraphs(scope, body, &ListStyle::default())?;
        if !paragraphs.is_empty() {
            nodes.push(DiagramNode { paragraphs, children: Vec::new() });
        }
    }
    Ok(nodes)
}
