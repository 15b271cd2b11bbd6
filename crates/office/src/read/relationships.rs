//! The relationships of a part: to other parts of the package, and to addresses outside, which are never opened.

use std::collections::HashMap;

use super::archive::Parts;
use super::error::ReadError;
use super::xml;

/// Maximum number of relationships of a part.
const MAX_RELATIONSHIPS: usize = 20_000;

/// The relationships of a part, by id.
#[derive(Debug, Default)]
pub(super) struct Relationships {
    by_id: HashMap<String, Relationship>,
}

/// A relationship.
#[derive(Debug)]
pub(super) struct Relationship {
    /// The last segment of its type, which is the same in all versions of the format: `slide`, `image`.
    pub(super) kind: String,
    /// Where it leads.
    pub(super) target: Target,
}

/// Where a relationship leads.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// To a part, by its name in the archive.
    Part(String),
    /// To a part that the archive does not have.
    Missing,
    /// Out of the package.
    Address(String),
}

impl Relationships {
    /// Reads the relationships of a part; of the package, if `part` is empty. A part may have none.
    pub(super) fn read(parts: &mut dyn Parts, part: &str) -> Result<Self, ReadError> {
        let (folder, file) = part.rsplit_once('/').unwrap_or(("", part));
        let separator = if folder.is_empty() { "" } else { "/" };
        let name = format!("{folder}{separator}_rels/{file}.rels");
        let Some(text) = parts.text(&name)? else { return Ok(Self::default()) };
        let root = xml::parse(&name, &text)?;
        let mut by_id = HashMap::new();
        for element in root.children_named("Relationship") {
            let (Some(id), Some(kind), Some(target)) =
                (element.attribute("Id"), element.attribute("Type"), element.attribute("Target"))
            else {
                continue;
            };
            if by_id.len() >= MAX_RELATIONSHIPS {
                return Err(ReadError::too_many(&name, "relationships", MAX_RELATIONSHIPS));
            }
            let is_external = element.attribute("TargetMode").is_some_and(|mode| mode == "External");
            let target = if is_external {
                Target::Address(target.trim().to_owned())
            } else {
                let found = parts.find(&resolved(folder, &target)).map(str::to_owned);
                found.map_or(Target::Missing, Target::Part)
            };
            let kind = kind.rsplit('/').next().unwrap_or_default().to_owned();
            by_id.insert(id.into_owned(), Relationship { kind, target });
        }
        Ok(Self { by_id })
    }

    /// The relationship of an id.
    pub(super) fn get(&self, id: &str) -> Option<&Relationship> {
        self.by_id.get(id)
    }

    /// The part that an id leads to.
    pub(super) fn part(&self, id: &str) -> Option<&str> {
        self.get(id).and_then(Relationship::part)
    }

    /// The part of the first relationship of a kind.
    pub(super) fn part_of_kind(&self, kind: &str) -> Option<&str> {
        self.parts_of_kind(kind).into_iter().next()
    }

    /// The parts of all relationships of a kind, each once, by name.
    pub(super) fn parts_of_kind(&self, kind: &str) -> Vec<&str> {
        let of_kind = self.by_id.values().filter(|relationship| relationship.kind == kind);
        let mut parts: Vec<&str> = of_kind.filter_map(Relationship::part).collect();
        parts.sort_unstable();
        parts.dedup();
        parts
    }

    /// The ids of the relationships that lead to a part, sorted.
    pub(super) fn ids_of(&self, part: &str) -> impl Iterator<Item = String> {
        let mut ids: Vec<String> =
            self.by_id.iter().filter(|(_, link)| link.part() == Some(part)).map(|(id, _)| id.clone()).collect();
        ids.sort_unstable();
        ids.into_iter()
    }
}

impl Relationship {
    /// The part that it refers to; `None` if the part is missing or it is an address.
    pub(super) fn part(&self) -> Option<&str> {
        match &self.target {
            Target::Part(part) => Some(part),
            Target::Missing | Target::Address(_) => None,
        }
    }
}

/// The name of a part that is given relative to a folder. It cannot leave the package.
fn resolved(folder: &str, target: &str) -> String {
    let target = target.split('#').next().unwrap_or_default().replace('\\', "/");
    let mut segments: Vec<&str> = Vec::new();
    if !target.starts_with('/') {
        segments.extend(folder.split('/'));
    }
    for segment in target.split('/') {
        match segment {
            "" | "." => {}
            ".." => {
                segments.pop();
            }
            segment => segments.push(segment),
        }
    }
    segments.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_stays_in_the_package() {
        for (folder, target, expected) in [
            ("ppt", "slides/slide1.xml", "ppt/slides/slide1.xml"),
            ("ppt/slides", "../media/image1.png", "ppt/media/image1.png"),
            ("ppt/slides", "/ppt/media/image1.png", "ppt/media/image1.png"),
            ("ppt/slides", "../../../../etc/passwd", "etc/passwd"),
            ("ppt/slides", "..\\media\\a.png", "ppt/media/a.png"),
            ("ppt", "./a//b.xml#part", "ppt/a/b.xml"),
            ("", "ppt/presentation.xml", "ppt/presentation.xml"),
        ] {
            assert_eq!(resolved(folder, target).trim_start_matches('/'), expected, "{folder} {target}");
        }
    }
}
