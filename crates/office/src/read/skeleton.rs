//! Reads the masters, layouts, themes and pictures of a file, without everything else.
//!
//! Only parts that the presentation reaches through its masters are read. Parts get new paths. Relationships to
//! other parts are left out, and the elements that refer to these are removed from the XML.

use std::collections::{HashMap, HashSet};
use std::io::{Read, Seek};

use super::Limits;
use super::archive::{Archive, Parts};
use super::error::ReadError;
use super::frame::Placement;
use super::kind::Main;
use super::masters::{self, Masters, OPENING};
use super::paint::{ColorMap, ColorResolver, Scheme};
use super::presentation::size;
use super::prompts;
use super::prune::pruned;
use super::relationships::Relationships;
use super::xml::{self, Element};
use crate::skeleton::{Skeleton, SkeletonLayout, SkeletonPart, SkeletonPlaceholder};

/// Maximum size of all parts of a skeleton, in bytes: they are in memory while a deck is exported.
const MAX_BYTES: usize = 48 << 20;
/// Maximum number of masters, and of layouts of all masters.
const MAX_MASTERS: usize = 20;
const MAX_LAYOUTS: usize = 200;
/// Maximum number of placeholders of a master or layout that are listed. Further ones stay in its XML.
const MAX_PLACEHOLDERS: usize = 200;
/// The lowest id that the format allows for masters and layouts.
const FIRST_ID: u32 = 2_147_483_648;

const PRESENTATION: &str = "application/vnd.openxmlformats-officedocument.presentationml";
const THEME: &str = "application/vnd.openxmlformats-officedocument.theme+xml";
const THEME_OVERRIDE: &str = "application/vnd.openxmlformats-officedocument.themeOverride+xml";

/// The names of theme colours as shapes use them.
const COLORS: [&str; 12] =
    ["bg1", "tx1", "bg2", "tx2", "accent1", "accent2", "accent3", "accent4", "accent5", "accent6", "hlink", "folHlink"];

/// Reads the skeleton of a file.
pub(super) fn read<R: Read + Seek>(
    archive: &mut Archive<R>,
    limits: &Limits,
    main: &Main,
) -> Result<Skeleton, ReadError> {
    let parts: &mut dyn Parts = archive;
    let relationships = parts.relationships(&main.part)?;
    let source = parts.required_text(&main.part)?;
    if source.contains("http://purl.oclc.org/ooxml/") {
        let reason = "it is in the strict form of the format: save it as PowerPoint presentation (.pptx)";
        return Err(ReadError::damaged(&main.part, &reason));
    }
    let root = xml::parse(&main.part, &source)?;
    let Masters { parts: masters, opening } = masters::read(parts, &root, &relationships)?;
    if masters.is_empty() {
        return Err(ReadError::Missing { part: "ppt/slideMasters/slideMaster1.xml".to_owned() });
    }
    if masters.len() > MAX_MASTERS {
        return Err(ReadError::too_many(&main.part, "slide masters", MAX_MASTERS));
    }
    let skeleton = Skeleton { size: size(&root), ..Skeleton::default() };
    let mut collector = Collector { archive, limits, skeleton, paths: HashMap::new(), layouts: 0, bytes: 0 };
    for (part, id) in masters {
        if !collector.paths.contains_key(&part) {
            let is_opening = opening.as_ref() == Some(&part);
            collector.master(&part, id, is_opening)?;
        }
    }
    Ok(collector.skeleton)
}

/// The properties of a master that its layouts need.
struct MasterLook {
    /// Its placeholders; `None` if slides are not put on its layouts.
    placeholders: Option<Vec<SkeletonPlaceholder>>,
    lacks_styles: bool,
    is_opening: bool,
}

/// Collects parts under new paths.
struct Collector<'a, R> {
    archive: &'a mut Archive<R>,
    limits: &'a Limits,
    skeleton: Skeleton,
    /// The new path of each part that is collected, by its name in the file.
    paths: HashMap<String, String>,
    layouts: usize,
    bytes: usize,
}

impl<R: Read + Seek> Collector<'_, R> {
    fn parts(&mut self) -> &mut dyn Parts {
        self.archive
    }

    /// Adds a master with its theme, pictures and layouts.
    fn master(&mut self, part: &str, id: Option<u32>, is_opening: bool) -> Result<(), ReadError> {
        let is_first = self.skeleton.masters.is_empty();
        let number = self.skeleton.masters.len() + 1;
        let path = if is_opening { OPENING.to_owned() } else { format!("ppt/slideMasters/slideMaster{number}.xml") };
        self.paths.insert(part.to_owned(), path.clone());
        let links = self.parts().relationships(part)?;
        let source = self.parts().required_text(part)?;
        let (source, lacks_styles) = prompts::master(part, source)?;
        let root = xml::parse(part, &source)?;
        let listed = root.child("sldLayoutIdLst");
        let listed = listed.into_iter().flat_map(|list| list.children_named("sldLayoutId"));
        let layouts: Vec<(String, String)> = listed
            .filter_map(|entry| {
                let id = entry.relationship("id")?.into_owned();
                let part = links.get(&id).filter(|link| link.kind == "slideLayout")?.part()?.to_owned();
                Some((id, part))
            })
            .collect();
        let last_id = root.all().filter(|element| element.name == "sldLayoutId").filter_map(|id| id.number("id")).max();
        let id = id.unwrap_or_else(|| last_id.unwrap_or(FIRST_ID).saturating_add(1));
        self.skeleton.masters.push((path.clone(), id));

        let mut relationships = Vec::new();
        let theme = links.part_of_kind("theme").map(str::to_owned);
        let Some(theme) = theme else { return Err(ReadError::Missing { part: "ppt/theme/theme1.xml".to_owned() }) };
        let theme_path = self.part_with_pictures(&theme, format!("ppt/theme/theme{number}.xml"), THEME)?;
        relationships.extend(links.ids_of(&theme).map(|id| (id, "theme", theme_path.clone())));
        self.add_pictures(&links, &mut relationships)?;
        let is_used = is_first || is_opening;
        let placeholders = if is_used { Some(self.master_placeholders(&root, &theme, is_first)?) } else { None };
        let look = MasterLook { placeholders, lacks_styles, is_opening };
        for (id, layout) in layouts {
            self.layouts += 1;
            if self.layouts > MAX_LAYOUTS {
                return Err(ReadError::TooMany {
                    place: "the file".to_owned(),
                    what: "slide layouts",
                    limit: MAX_LAYOUTS,
                });
            }
            if !self.paths.contains_key(&layout) {
                let path = self.layout(&layout, (part, &path), &look)?;
                relationships.push((id, "slideLayout", path));
            }
        }
        self.push_pruned(part, &source, path, format!("{PRESENTATION}.slideMaster+xml"), relationships)
    }

    /// Adds a layout of a master. Returns its path.
    fn layout(
        &mut self,
        part: &str,
        (master, master_path): (&str, &str),
        look: &MasterLook,
    ) -> Result<String, ReadError> {
        let path = format!("ppt/slideLayouts/slideLayout{}.xml", self.layouts);
        self.paths.insert(part.to_owned(), path.clone());
        let links = self.parts().relationships(part)?;
        let mut source = self.parts().required_text(part)?;
        if look.lacks_styles {
            source = prompts::styled(part, &source, true)?;
        }
        let mut relationships: Vec<_> =
            links.ids_of(master).map(|id| (id, "slideMaster", master_path.to_owned())).take(1).collect();
        if let Some(theme) = links.part_of_kind("themeOverride").map(str::to_owned) {
            let path = format!("ppt/theme/themeOverride{}.xml", self.layouts);
            let path = self.part_with_pictures(&theme, path, THEME_OVERRIDE)?;
            relationships.extend(links.ids_of(&theme).map(|id| (id, "themeOverride", path.clone())));
        }
        self.add_pictures(&links, &mut relationships)?;
        if let Some(master_placeholders) = &look.placeholders {
            let root = xml::parse(part, &source)?;
            let content = root.child("cSld");
            let placeholders =
                placeholders(&root).map(|(kind, shape)| inherited(&kind, shape, master_placeholders)).collect();
            self.skeleton.layouts.push(SkeletonLayout {
                path: path.clone(),
                name: content.and_then(|content| content.word("name")).unwrap_or_default(),
                kind: root.word("type").unwrap_or_default(),
                placeholders,
                is_opening: look.is_opening,
            });
        }
        self.push_pruned(part, &source, path.clone(), format!("{PRESENTATION}.slideLayout+xml"), relationships)?;
        Ok(path)
    }

    /// Adds a part whose relationships are pictures, such as a theme. Returns its path.
    fn part_with_pictures(&mut self, part: &str, path: String, content_type: &str) -> Result<String, ReadError> {
        if let Some(known) = self.paths.get(part) {
            return Ok(known.clone());
        }
        self.paths.insert(part.to_owned(), path.clone());
        let links = self.parts().relationships(part)?;
        let source = self.parts().required_text(part)?;
        xml::parse(part, &source)?;
        let mut relationships = Vec::new();
        self.add_pictures(&links, &mut relationships)?;
        self.push_pruned(part, &source, path.clone(), content_type.to_owned(), relationships)?;
        Ok(path)
    }

    /// Adds the pictures that `links` lead to, and the relationships to these pictures to `relationships`.
    fn add_pictures(
        &mut self,
        links: &Relationships,
        relationships: &mut Vec<(String, &'static str, String)>,
    ) -> Result<(), ReadError> {
        for part in links.parts_of_kind("image") {
            let Some((extension, content_type)) = picture_type(part) else { continue };
            let path = if let Some(path) = self.paths.get(part) {
                path.clone()
            } else {
                let mut bytes = Vec::new();
                self.archive.unpack(part, self.limits.picture, &mut bytes)?;
                let path = format!("ppt/media/template{}.{extension}", self.paths.len());
                self.paths.insert(part.to_owned(), path.clone());
                self.push(path.clone(), content_type.to_owned(), bytes, Vec::new())?;
                path
            };
            relationships.extend(links.ids_of(part).map(|id| (id, "image", path.clone())));
        }
        Ok(())
    }

    /// Adds an XML part, without references to parts that the skeleton does not have.
    fn push_pruned(
        &mut self,
        part: &str,
        source: &str,
        path: String,
        content_type: String,
        mut relationships: Vec<(String, &'static str, String)>,
    ) -> Result<(), ReadError> {
        relationships.sort();
        let text = {
            let kept_ids: HashSet<&str> = relationships.iter().map(|(id, _, _)| id.as_str()).collect();
            pruned(part, source, |id| kept_ids.contains(id))?
        };
        self.push(path, content_type, text.into_bytes(), relationships)
    }

    /// Adds a part. Fails when the skeleton becomes too large.
    fn push(
        &mut self,
        path: String,
        content_type: String,
        bytes: Vec<u8>,
        relationships: Vec<(String, &'static str, String)>,
    ) -> Result<(), ReadError> {
        self.bytes += bytes.len();
        if self.bytes > MAX_BYTES {
            return Err(ReadError::TooLarge { limit: MAX_BYTES as u64 });
        }
        self.skeleton.parts.push(SkeletonPart { path, content_type, bytes, relationships });
        Ok(())
    }

    /// The placeholders of a master, with the sizes of its text styles. Adds the colours of the first master to the
    /// skeleton.
    fn master_placeholders(
        &mut self,
        root: &Element<'_>,
        theme: &str,
        is_first: bool,
    ) -> Result<Vec<SkeletonPlaceholder>, ReadError> {
        let source = self.parts().required_text(theme)?;
        let theme = xml::parse(theme, &source)?;
        let scheme = theme.at(&["themeElements", "clrScheme"]).map(Scheme::read).unwrap_or_default();
        let map = root.child("clrMap").map(ColorMap::read).unwrap_or_default();
        let resolver = ColorResolver { scheme: Some(&scheme), map: Some(&map), placeholder: None };
        if is_first {
            self.skeleton.colors = COLORS.into_iter().filter_map(|name| Some((name, resolver.named(name)?))).collect();
        }
        let placeholder_of = |style: &str, kind: &str| SkeletonPlaceholder {
            kind: kind.to_owned(),
            sizes: sizes(root.at(&["txStyles", style]), [1800; 5]),
            ..SkeletonPlaceholder::default()
        };
        let bases = [
            placeholder_of("titleStyle", "title"),
            placeholder_of("bodyStyle", "body"),
            placeholder_of("otherStyle", ""),
        ];
        let placeholders = placeholders(root).map(|(kind, shape)| {
            let base = match &*kind {
                "title" => &bases[0],
                "body" => &bases[1],
                _ => &bases[2],
            };
            with_base(base, &kind, shape)
        });
        Ok(placeholders.collect())
    }
}

/// The placeholders of a master or layout, each with its type.
fn placeholders<'r>(root: &'r Element<'r>) -> impl Iterator<Item = (String, &'r Element<'r>)> {
    let tree = root.at(&["cSld", "spTree"]);
    let shapes = tree.into_iter().flat_map(Element::all).filter(|element| matches!(element.name, "sp" | "pic"));
    let placeholders = shapes.filter_map(|shape| {
        let properties = shape.child("nvSpPr").or_else(|| shape.child("nvPicPr"))?;
        let placeholder = properties.at(&["nvPr", "ph"])?;
        Some((placeholder.word("type").unwrap_or_default(), shape))
    });
    placeholders.take(MAX_PLACEHOLDERS)
}

/// A placeholder of a layout, with the position and sizes of the master's placeholder if it has none of its own.
fn inherited(kind: &str, shape: &Element<'_>, master: &[SkeletonPlaceholder]) -> SkeletonPlaceholder {
    let base_kind = match kind {
        "title" | "ctrTitle" => "title",
        "dt" | "ftr" | "sldNum" => kind,
        _ => "body",
    };
    let default = SkeletonPlaceholder { sizes: [1800; 5], ..SkeletonPlaceholder::default() };
    with_base(master.iter().find(|placeholder| placeholder.kind == base_kind).unwrap_or(&default), kind, shape)
}

/// A placeholder with the properties of a shape, and those of `base` where the shape has none.
fn with_base(base: &SkeletonPlaceholder, kind: &str, shape: &Element<'_>) -> SkeletonPlaceholder {
    let properties = shape.child("nvSpPr").or_else(|| shape.child("nvPicPr"));
    let placeholder = properties.and_then(|properties| properties.at(&["nvPr", "ph"]));
    let placement = shape.at(&["spPr", "xfrm"]).and_then(Placement::read);
    let body = shape.at(&["txBody", "bodyPr"]);
    let direction = body.and_then(|body| body.attribute("vert"));
    SkeletonPlaceholder {
        kind: kind.to_owned(),
        index: placeholder.and_then(|placeholder| placeholder.number("idx")),
        frame: placement.map_or(base.frame, |placement| placement.frame(&[])),
        sizes: sizes(shape.at(&["txBody", "lstStyle"]), base.sizes),
        is_vertical: direction.map_or(base.is_vertical, |direction| direction != "horz")
            || placeholder.and_then(|placeholder| placeholder.attribute("orient")).is_some_and(|turn| turn == "vert"),
        words: if kind == "ftr" { footer_words(shape) } else { String::new() },
    }
}

/// The words of a footer, at most 200 characters; empty if they are only the prompt "footer".
fn footer_words(shape: &Element<'_>) -> String {
    let texts = shape.child("txBody").into_iter().flat_map(Element::all).filter(|element| element.name == "t");
    let words: String = texts.map(|text| text.text.as_ref()).collect();
    let is_prompt = words.trim_matches(['<', '>', ' ']).eq_ignore_ascii_case("footer");
    if is_prompt {
        return String::new();
    }
    words.trim().chars().filter(|letter| !letter.is_control()).take(200).collect()
}

/// The text sizes of the first five levels of a style, or those of `base` for levels without a size.
fn sizes(style: Option<&Element<'_>>, base: [u32; 5]) -> [u32; 5] {
    let mut sizes = base;
    for (size, level) in sizes.iter_mut().zip(["lvl1pPr", "lvl2pPr", "lvl3pPr", "lvl4pPr", "lvl5pPr"]) {
        let own = style.and_then(|style| style.at(&[level, "defRPr"])).and_then(super::style::size);
        *size = own.unwrap_or(*size).clamp(100, 40_000);
    }
    sizes
}

/// The extension and content type of a picture part, by the extension of its name. `None` for other files.
fn picture_type(part: &str) -> Option<(&'static str, &'static str)> {
    let (_, extension) = part.rsplit_once('.')?;
    Some(match extension.to_ascii_lowercase().as_str() {
        "png" => ("png", "image/png"),
        "jpg" | "jpeg" | "jpe" => ("jpg", "image/jpeg"),
        "gif" => ("gif", "image/gif"),
        "bmp" => ("bmp", "image/bmp"),
        "tif" | "tiff" => ("tiff", "image/tiff"),
        "emf" => ("emf", "image/x-emf"),
        "wmf" => ("wmf", "image/x-wmf"),
        _ => return None,
    })
}
