//! Charts of the newer kinds, such as waterfalls and tree maps.

use std::borrow::Cow;
use std::collections::HashMap;

use super::category;
use super::points::{Points, number};
use crate::model::{Chart, Series};
use crate::read::error::ReadError;
use crate::read::xml::Element;

/// Reads a chart from a part in the newer format.
pub(super) fn read(root: &Element<'_>, points: &mut Points<'_>) -> Result<Chart, ReadError> {
    let mut chart = Chart::default();
    let sources: Vec<&Element<'_>> =
        root.child("chartData").iter().flat_map(|list| list.children_named("data")).collect();
    let mut by_id = HashMap::new();
    for source in &sources {
        by_id.entry(source.attribute("id")).or_insert(*source);
    }
    let region = root.at(&["chart", "plotArea", "plotAreaRegion"]);
    for element in region.iter().flat_map(|region| region.children_named("series")) {
        points.add(1)?;
        let kind = element.word("layoutId").unwrap_or_default();
        if chart.kind.is_empty() {
            chart.kind.clone_from(&kind);
        } else if chart.kind != kind {
            chart.is_combined = true;
        }
        let referenced = by_id.get(&element.setting("dataId"));
        let Some(source) = referenced.or(sources.first()).copied() else { continue };
        let dimension = |name: &str| source.children_named(name).find(|dimension| dimension.child("lvl").is_some());
        let level = dimension("numDim").and_then(|dimension| dimension.child("lvl"));
        let values = match level {
            Some(level) => points.list(level)?.into_iter().map(|text| number(text?)).collect(),
            None => Vec::new(),
        };
        let format = level.and_then(|level| level.attribute("formatCode")).filter(|format| format != "General");
        chart.number_format = chart.number_format.or(format.map(Cow::into_owned));
        if let Some(categories) = dimension("strDim").filter(|_| chart.categories.is_empty()) {
            chart.categories = category::joined_levels(categories, points)?;
        }
        let name = element.child("tx").map(super::name).unwrap_or_default();
        chart.series.push(Series { name, kind, values, ..Series::default() });
    }
    Ok(chart)
}
