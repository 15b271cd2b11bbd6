//! The names by which the morph transition pairs parts of two pages.

use std::collections::BTreeMap;

use crate::{Node, NodeKind};

/// Names that the author gave to parts of a page. The key is the path of the field that the part shows (`image`), of an
/// entry of a list (`items.2`), or of a field of an entry (`items.2.title`).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PartNames(BTreeMap<String, String>);

/// The name of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PartName<'a> {
    /// The name that the author gave.
    pub name: &'a str,
    /// If the name is that of an entry, the path of the part inside the entry, such as `title`. Empty if the part
    /// itself has the name.
    pub place: &'a str,
}

impl FromIterator<(String, String)> for PartNames {
    fn from_iter<I: IntoIterator<Item = (String, String)>>(names: I) -> PartNames {
        PartNames(names.into_iter().collect())
    }
}

impl PartNames {
    /// The name of the field that a node shows, or of the entry that the field belongs to. `None` when neither has a
    /// name.
    pub fn of<'a>(&'a self, node: &'a Node) -> Option<PartName<'a>> {
        let field = node.origin.as_ref().filter(|_| !self.0.is_empty())?.field.as_str();
        let ends = field.rmatch_indices('.').map(|(end, _)| end);
        let named = std::iter::once(field.len()).chain(ends).find_map(|end| {
            let name = self.0.get(&field[..end])?;
            Some(PartName { name, place: field[end..].trim_start_matches('.') })
        });
        named.or_else(|| self.of_picture(node, field))
    }

    /// The name of the picture of an entry, such as `images.0.src`. Its node shows the entry.
    fn of_picture(&self, node: &Node, entry: &str) -> Option<PartName<'_>> {
        let is_entry = entry.contains('.') && matches!(node.kind, NodeKind::Picture(_));
        let is_within = |path: &str| path.strip_prefix(entry).is_some_and(|rest| rest.starts_with('.'));
        let (_, name) = self.0.iter().find(|(path, _)| is_entry && is_within(path))?;
        Some(PartName { name, place: "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Crop, Group, LinkTarget, NodeRole, Origin, Picture, PictureId, Px, Rect};

    fn check(names: &[(&str, &str)], field: &str, kind: NodeKind) -> String {
        let names: PartNames = names.iter().map(|(path, name)| ((*path).to_owned(), (*name).to_owned())).collect();
        let origin = Origin { slide: "a".to_owned(), field: field.to_owned(), part: None };
        let node = Node { origin: Some(origin), role: NodeRole::Content, ..Node::decoration(Rect::CANVAS, kind) };
        names.of(&node).map_or_else(String::new, |part| format!("{}/{}", part.name, part.place))
    }

    fn picture() -> NodeKind {
        NodeKind::Picture(Picture {
            source: PictureId("/uploads/a".to_owned()),
            width: 8,
            height: 8,
            crop: Crop { left: 0.0, top: 0.0, right: 1.0, bottom: 1.0 },
            radius: Px(0.0),
            is_arched: false,
            outline: None,
        })
    }

    fn group() -> NodeKind {
        NodeKind::Group(Group::default())
    }

    #[test]
    fn a_part_has_its_own_name_or_that_of_its_entry() {
        let names = [("items.1", "pump"), ("items.1.title", "word"), ("image", "photo")];
        assert_eq!(check(&names, "image", group()), "photo/");
        assert_eq!(check(&names, "items.1", group()), "pump/");
        assert_eq!(check(&names, "items.1.text", group()), "pump/text");
        assert_eq!(check(&names, "items.1.title", group()), "word/");
        assert_eq!(check(&names, "items.10.title", group()), "");
        assert_eq!(check(&names, "items", group()), "");
        assert_eq!(check(&[], "image", group()), "");
    }

    #[test]
    fn the_picture_of_an_entry_has_the_name_of_its_field() {
        let names = [("images.0.src", "photo")];
        assert_eq!(check(&names, "images.0", picture()), "photo/");
        assert_eq!(check(&names, "images.0", NodeKind::Link(LinkTarget::Page(1))), "");
        assert_eq!(check(&names, "images", picture()), "");
    }
}
