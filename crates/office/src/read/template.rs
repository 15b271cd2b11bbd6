//! Reads the look of a file: theme, master and layouts, without its slides.
//!
//! Only what a theme of a deck can have is read: colours, faces, backgrounds, the style of titles and text, and the
//! shapes on the master and its layouts. When there are several masters, only the one that most slides use is read.

use super::Limits;
use super::archive::Parts;
use super::error::ReadError;
use super::frame::{Group, Placement};
use super::kind::Main;
use super::masters;
use super::paint::{ColorMap, ColorResolver, Paint, Scheme};
use super::presentation::size;
use super::prompts;
use super::relationships::Relationships;
use super::xml::{self, Element};
use crate::model::{Frame, PartName};

/// Maximum number of layouts that are read.
const MAX_LAYOUTS: usize = 200;

/// The look of a file.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct TemplateParts {
    /// Name of the theme.
    pub(crate) name: String,
    /// Width and height of slides in EMU.
    pub(crate) size: (i64, i64),
    /// The number of masters of the file.
    pub(crate) masters: usize,
    pub(crate) scheme: Scheme,
    /// Colours of the scheme by their role on the master: background and text, the first and the second.
    pub(crate) roles: Roles,
    pub(crate) heading: FaceName,
    pub(crate) body: FaceName,
    pub(crate) master: Layer,
    pub(crate) layouts: Vec<Layer>,
    pub(crate) has_macros: bool,
    pub(crate) has_embedded_fonts: bool,
}

/// The colours of a scheme by their role on the master.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Roles {
    pub(crate) background: Option<deck::Rgb>,
    pub(crate) second_background: Option<deck::Rgb>,
    pub(crate) text: Option<deck::Rgb>,
    pub(crate) second_text: Option<deck::Rgb>,
}

/// The name of a face and its PANOSE classification.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct FaceName {
    pub(crate) name: String,
    /// The ten digits of its classification, if it is given.
    pub(crate) panose: Option<[u8; 10]>,
}

/// A master or a layout.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Layer {
    /// The kind of a layout (`title`, `secHead`, `obj`, ...).
    pub(crate) kind: String,
    /// The background, if it has one of its own.
    pub(crate) background: Option<Paint>,
    pub(crate) title: TextLook,
    pub(crate) text: TextLook,
    pub(crate) has_date: bool,
    pub(crate) footer: Option<Frame>,
    pub(crate) number: Option<Frame>,
    pub(crate) pictures: Vec<PlacedPicture>,
    pub(crate) shapes: Vec<PlacedShape>,
    /// Whether it hides the shapes of the master.
    pub(crate) hides_master: bool,
}

/// The look of titles or texts. A field without a value is inherited.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct TextLook {
    pub(crate) frame: Option<Frame>,
    pub(crate) color: Option<deck::Rgb>,
    /// In hundredths of a point.
    pub(crate) size: Option<u32>,
    /// `l`, `ctr`, `r` or `just`.
    pub(crate) align: Option<String>,
    pub(crate) is_bold: Option<bool>,
    pub(crate) is_capitals: Option<bool>,
    /// A face other than that of the theme.
    pub(crate) face: Option<FaceName>,
    /// The bullet character; an empty text when bullets are switched off.
    pub(crate) bullet: Option<String>,
    /// The fill behind the text.
    pub(crate) fill: Option<Paint>,
}

/// A picture on a master or layout that is not a placeholder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PlacedPicture {
    /// Its part; `None` for a picture outside the file.
    pub(crate) part: Option<PartName>,
    pub(crate) frame: Frame,
    /// Its name and alternative text.
    pub(crate) words: String,
}

/// A drawn shape on a master or layout that is not a placeholder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PlacedShape {
    pub(crate) frame: Frame,
    pub(crate) fill: Option<Paint>,
    pub(crate) has_text: bool,
}

/// Reads the look of a file.
pub(super) fn read(parts: &mut dyn Parts, limits: &Limits, main: &Main) -> Result<TemplateParts, ReadError> {
    let mut template = TemplateParts { has_macros: main.has_macros, ..TemplateParts::default() };
    let relationships = parts.relationships(&main.part)?;
    let master_part = {
        let source = parts.required_text(&main.part)?;
        let root = xml::parse(&main.part, &source)?;
        template.size = size(&root);
        template.has_embedded_fonts = root.child("embeddedFontLst").is_some();
        let masters = masters::read(parts, &root, &relationships)?.parts;
        template.masters = masters.len().max(relationships.parts_of_kind("slideMaster").len());
        masters.into_iter().next().map(|(part, _)| part)
    };
    let Some(master_part) = master_part else {
        return Err(ReadError::Missing { part: "ppt/slideMasters/slideMaster1.xml".to_owned() });
    };
    let links = parts.relationships(&master_part)?;
    let theme_part = links.part_of_kind("theme").map(str::to_owned);
    let theme_links = match &theme_part {
        Some(part) => parts.relationships(part)?,
        None => Relationships::default(),
    };
    let theme_source = match &theme_part {
        Some(part) => parts.required_text(part)?,
        None => "<theme/>".to_owned(),
    };
    let theme = xml::parse(theme_part.as_deref().unwrap_or_default(), &theme_source)?;
    let elements = theme.child("themeElements");
    template.name = theme.word("name").map(|name| name.trim().to_owned()).unwrap_or_default();
    template.scheme = elements.and_then(|elements| elements.child("clrScheme")).map(Scheme::read).unwrap_or_default();
    let face =
        |name: &str| elements.and_then(|elements| elements.at(&["fontScheme", name, "latin"])).map(FaceName::read);
    template.heading = face("majorFont").unwrap_or_default();
    template.body = face("minorFont").unwrap_or_default();
    let styles = elements.and_then(|elements| elements.at(&["fmtScheme", "bgFillStyleLst"]));

    let source = parts.required_text(&master_part)?;
    let (source, lacks_styles) = prompts::master(&master_part, source)?;
    let root = xml::parse(&master_part, &source)?;
    let map = root.child("clrMap").map(ColorMap::read).unwrap_or_default();
    let resolver = ColorResolver { scheme: Some(&template.scheme), map: Some(&map), placeholder: None };
    template.roles = Roles {
        background: resolver.named("bg1"),
        second_background: resolver.named("bg2"),
        text: resolver.named("tx1"),
        second_text: resolver.named("tx2"),
    };
    let theme_fills = ThemeFills { styles, relationships: &theme_links };
    let scope = LayerScope { part: &master_part, resolver, relationships: &links, theme: &theme_fills, limits };
    template.master = scope.layer(&root)?;
    let style = |name: &str| root.at(&["txStyles", name, "lvl1pPr"]).map(|level| text_look(level, resolver));
    template.master.title.inherit(style("titleStyle"));
    template.master.text.inherit(style("bodyStyle"));

    let ids = root.child("sldLayoutIdLst");
    let listed = ids.into_iter().flat_map(|list| list.children_named("sldLayoutId"));
    let mut layouts: Vec<String> =
        listed.filter_map(|id| Some(links.part(&id.relationship("id")?)?.to_owned())).collect();
    if layouts.is_empty() {
        layouts = links.parts_of_kind("slideLayout").into_iter().map(str::to_owned).collect();
    }
    for part in layouts.iter().take(MAX_LAYOUTS) {
        let relationships = parts.relationships(part)?;
        let mut source = parts.required_text(part)?;
        if lacks_styles {
            source = prompts::styled(part, &source, true)?;
        }
        let root = xml::parse(part, &source)?;
        let own = root.at(&["clrMapOvr", "overrideClrMapping"]).map(ColorMap::read);
        let resolver = ColorResolver { map: own.as_ref().or(Some(&map)), ..resolver };
        let scope = LayerScope { part, resolver, relationships: &relationships, theme: &theme_fills, limits };
        template.layouts.push(scope.layer(&root)?);
    }
    Ok(template)
}

/// The background fills of the theme, which backgrounds refer to by number.
struct ThemeFills<'a> {
    styles: Option<&'a Element<'a>>,
    relationships: &'a Relationships,
}

/// The context in which a master or layout is read.
struct LayerScope<'a> {
    part: &'a str,
    resolver: ColorResolver<'a>,
    relationships: &'a Relationships,
    theme: &'a ThemeFills<'a>,
    limits: &'a Limits,
}

impl LayerScope<'_> {
    /// Reads a master or layout.
    fn layer(&self, root: &Element<'_>) -> Result<Layer, ReadError> {
        let content = root.child("cSld");
        let mut layer = Layer {
            kind: root.word("type").unwrap_or_default(),
            background: content
                .and_then(|content| content.child("bg"))
                .and_then(|background| self.background(background)),
            hides_master: root.flag("showMasterSp") == Some(false),
            ..Layer::default()
        };
        if let Some(tree) = content.and_then(|content| content.child("spTree")) {
            let mut count = 0;
            self.read_shapes(&mut layer, tree, &mut Vec::new(), &mut count)?;
        }
        Ok(layer)
    }

    /// The paint of a background: its own, or a fill of the theme.
    fn background(&self, background: &Element<'_>) -> Option<Paint> {
        if let Some(own) = background.child("bgPr") {
            return self.resolver.fill(own, self.relationships);
        }
        let reference = background.child("bgRef")?;
        let color = self.resolver.color(reference);
        // From 1001 on, numbers name the fills for backgrounds.
        let index = reference.number::<usize>("idx")?.checked_sub(1001);
        let style = index.and_then(|index| self.theme.styles?.children.get(index));
        let resolver = ColorResolver { placeholder: color, ..self.resolver };
        style.and_then(|style| resolver.paint(style, self.theme.relationships)).or(color.map(Paint::Color))
    }

    /// Reads the shapes of a tree or group. `count` is their number so far.
    fn read_shapes(
        &self,
        layer: &mut Layer,
        tree: &Element<'_>,
        groups: &mut Vec<Group>,
        count: &mut usize,
    ) -> Result<(), ReadError> {
        for element in &tree.children {
            let nonvisual = element.children.iter().find(|child| child.name.starts_with("nv"));
            let Some(nonvisual) = nonvisual else { continue };
            *count += 1;
            if *count > self.limits.shapes {
                return Err(ReadError::too_many(self.part, "shapes", self.limits.shapes));
            }
            let properties = nonvisual.child("cNvPr");
            if properties.and_then(|properties| properties.flag("hidden")) == Some(true) {
                continue;
            }
            if element.name == "grpSp" {
                let group = element.at(&["grpSpPr", "xfrm"]).and_then(Group::read);
                groups.extend(group);
                self.read_shapes(layer, element, groups, count)?;
                if group.is_some() {
                    groups.pop();
                }
                continue;
            }
            let placement = element.at(&["spPr", "xfrm"]).and_then(Placement::read);
            let frame = placement.map(|placement| placement.frame(groups));
            match nonvisual.at(&["nvPr", "ph"]) {
                Some(placeholder) => self.placeholder(layer, placeholder, element, frame),
                None => self.decoration(layer, element, properties, frame.unwrap_or_default()),
            }
        }
        Ok(())
    }

    /// Reads a placeholder of a layer.
    fn placeholder(&self, layer: &mut Layer, placeholder: &Element<'_>, element: &Element<'_>, frame: Option<Frame>) {
        let kind = placeholder.word("type");
        let look = || {
            let level = element.at(&["txBody", "lstStyle", "lvl1pPr"]);
            TextLook {
                frame,
                fill: element.child("spPr").and_then(|properties| self.resolver.fill(properties, self.relationships)),
                ..level.map(|level| text_look(level, self.resolver)).unwrap_or_default()
            }
        };
        match kind.as_deref() {
            Some("title" | "ctrTitle") => layer.title = look(),
            Some("body") | None if layer.text.frame.is_none() => layer.text = look(),
            Some("dt") => layer.has_date = true,
            Some("ftr") => layer.footer = Some(frame.unwrap_or_default()),
            Some("sldNum") => layer.number = Some(frame.unwrap_or_default()),
            _ => {}
        }
    }

    /// Reads a picture or shape that is not a placeholder.
    fn decoration(&self, layer: &mut Layer, element: &Element<'_>, properties: Option<&Element<'_>>, frame: Frame) {
        let words = |name: &str| properties.and_then(|properties| properties.word(name)).unwrap_or_default();
        let words = format!("{} {} {}", words("name"), words("descr"), words("title"));
        let filling = match element.name {
            "pic" => self.resolver.fill(element, self.relationships),
            "sp" | "cxnSp" => {
                let own =
                    element.child("spPr").and_then(|properties| self.resolver.fill(properties, self.relationships));
                let line = element.at(&["spPr", "ln"]).and_then(|line| self.resolver.fill(line, self.relationships));
                let style = |name: &str| element.at(&["style", name]).and_then(|style| self.resolver.color(style));
                let is_empty = element.at(&["spPr", "noFill"]).is_some();
                let style_fill = if is_empty { None } else { style("fillRef").map(Paint::Color) };
                own.or(style_fill).or(line).or_else(|| style("lnRef").map(Paint::Color))
            }
            _ => return,
        };
        match filling {
            Some(Paint::Picture(part)) => layer.pictures.push(PlacedPicture { part, frame, words }),
            fill => {
                let has_text = element
                    .child("txBody")
                    .is_some_and(|body| body.all().any(|piece| piece.name == "t" && !piece.text.trim().is_empty()));
                if fill.is_some() || has_text {
                    layer.shapes.push(PlacedShape { frame, fill, has_text });
                }
            }
        }
    }
}

/// The look of the first level of a list.
fn text_look(level: &Element<'_>, resolver: ColorResolver<'_>) -> TextLook {
    let run = level.child("defRPr");
    let face = run.and_then(|run| run.child("latin")).map(FaceName::read);
    let bullet = level.children.iter().find_map(|child| match child.name {
        "buNone" => Some(String::new()),
        "buChar" => child.word("char"),
        "buAutoNum" => Some("1".to_owned()),
        "buBlip" => Some("picture".to_owned()),
        _ => None,
    });
    TextLook {
        frame: None,
        color: run.and_then(|run| run.child("solidFill")).and_then(|fill| resolver.color(fill)),
        size: run.and_then(super::style::size),
        align: level.word("algn"),
        is_bold: run.and_then(|run| run.flag("b")),
        is_capitals: run.and_then(|run| run.attribute("cap")).map(|cap| cap == "all"),
        face: face.filter(|face| !face.name.starts_with('+') && !face.name.is_empty()),
        bullet,
        fill: None,
    }
}

impl TextLook {
    /// Fills fields without a value from a style.
    fn inherit(&mut self, style: Option<TextLook>) {
        let Some(style) = style else { return };
        let own = std::mem::take(self);
        *self = TextLook {
            frame: own.frame,
            fill: own.fill,
            color: own.color.or(style.color),
            size: own.size.or(style.size),
            align: own.align.or(style.align),
            is_bold: own.is_bold.or(style.is_bold),
            is_capitals: own.is_capitals.or(style.is_capitals),
            face: own.face.or(style.face),
            bullet: own.bullet.or(style.bullet),
        };
    }
}

impl FaceName {
    fn read(latin: &Element<'_>) -> Self {
        let digits = latin.attribute("panose");
        let byte = |index: usize| u8::from_str_radix(digits.as_ref()?.get(index * 2..index * 2 + 2)?, 16).ok();
        let mut panose = [0; 10];
        let is_known =
            panose.iter_mut().enumerate().all(|(index, digit)| byte(index).map(|byte| *digit = byte).is_some());
        let name = latin.word("typeface").unwrap_or_default().trim().to_owned();
        Self { name, panose: is_known.then_some(panose) }
    }
}
