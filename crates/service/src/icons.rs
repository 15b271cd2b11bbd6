//! The icons that slides can show.

use crate::Catalogue;

/// An icon: its name, and the `d` of its SVG path on a grid of 2400 by 2400.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Icon {
    /// The name in a field of a slide.
    pub name: &'static str,
    /// The lines of the icon as the `d` of an SVG path, to be drawn 200 units wide with round ends and corners.
    pub path: &'static str,
}

impl Catalogue {
    /// A page of the icons whose names contain all words of a text, and the number of all such icons. Names that begin
    /// with the first word come first.
    pub fn icons(&self, text: &str, (limit, offset): (usize, usize)) -> (Vec<Icon>, usize) {
        let words: Vec<String> = text.to_lowercase().split([' ', '-']).map(str::to_owned).collect();
        let mut names: Vec<&'static str> =
            layout::icon_names().filter(|name| words.iter().all(|word| name.contains(word.as_str()))).collect();
        let first = words.first().map(String::as_str).unwrap_or_default();
        names.sort_by_key(|name| (!name.starts_with(first), *name));
        let icon = |name| Some(Icon { name, path: layout::icon_drawing(name)? });
        let shown = names.iter().copied().skip(offset).take(limit).filter_map(icon).collect();
        (shown, names.len())
    }
}
