//! Reads the content of a graphic frame: tables, charts, SmartArt, objects of other programs.

use super::error::ReadError;
use super::scope::Scope;
use super::xml::Element;
use super::{chart, diagram, picture, table};
use crate::model::Content;

/// Reads the content of a `graphicFrame`.
pub(super) fn read(scope: &mut Scope<'_, '_>, frame: &Element<'_>) -> Result<Content, ReadError> {
    let Some(content) = frame.at(&["graphic", "graphicData"]) else {
        return Ok(Content::Other("an empty frame".to_owned()));
    };
    for element in &content.children {
        return Ok(match element.name {
            "tbl" => Content::Table(table::read(scope, element)?),
            "chart" => match chart::read(scope, element)? {
                Some(chart) => Content::Chart(chart),
                None => Content::Other("a chart without figures".to_owned()),
            },
            "relIds" => match diagram::read(scope, element)? {
                Some(diagram) => Content::Diagram(diagram),
                None => Content::Other("SmartArt without texts".to_owned()),
            },
            "oleObj" => read_embedded(scope, element)?,
            _ => continue,
        });
    }
    Ok(Content::Other("an object of another program".to_owned()))
}

/// Reads an object of another program: its picture, if it has one that can be shown.
fn read_embedded(scope: &mut Scope<'_, '_>, object: &Element<'_>) -> Result<Content, ReadError> {
    let program = object.attribute("progId").unwrap_or_default();
    let what = match program.split('.').next().unwrap_or_default() {
        "Excel" => "an embedded Excel sheet",
        "Word" => "an embedded Word document",
        "PowerPoint" => "an embedded presentation",
        "Equation" => "an equation of an older editor",
        "Visio" => "an embedded Visio drawing",
        "AcroExch" | "Acrobat" => "an embedded PDF file",
        "Package" => "an embedded file",
        _ => "an embedded object",
    };
    let is_icon = object.flag("showAsIcon").unwrap_or(false);
    let preview = object.at(&["pic", "blipFill"]).filter(|_| !is_icon);
    let preview = preview.map(|fill| picture::filling(scope, fill)).transpose()?;
    Ok(match preview {
        Some(preview) if preview.part.is_some() && !preview.is_metafile => {
            scope.note(&format!("{what}, of which only the picture is left"));
            Content::Picture(preview)
        }
        _ => Content::Other(what.to_owned()),
    })
}
