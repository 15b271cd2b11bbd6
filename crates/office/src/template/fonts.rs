//! Replaces the faces of a file by available families: those with the same name, otherwise those of the same class.

use deck::{Content, FontStyle, Themes};
use serde_json::json;

use super::TemplateRemarks;
use crate::read::template::{FaceName, TemplateParts};

/// The form of a face.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    /// With serifs.
    Serif,
    /// With serifs and strong contrast, for large type.
    Display,
    /// Monospaced.
    Mono,
    /// Built from circles and lines.
    Geometric,
    /// Narrow.
    Narrow,
    /// Wide.
    Wide,
    /// With open forms that follow handwriting.
    Humanist,
    /// With even strokes and closed forms, such as Helvetica.
    Grotesque,
}

/// What a face is used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Use {
    Heading,
    Body,
}

/// Parts of the names of faces by class. The first part that a name contains decides its class.
const KNOWN: &[(Class, &[&str])] = &[
    (Class::Mono, &["courier", "consolas", "menlo", "monaco", "lucida console", "mono", "typewriter", " code"]),
    (
        Class::Narrow,
        &["narrow", "condensed", "compressed", " cond", "impact", "oswald", "bahnschrift", "league gothic", "bebas"],
    ),
    (Class::Display, &["didot", "bodoni", "playfair", "abril", "dm serif", "instrument serif"]),
    (
        Class::Geometric,
        &[
            "century gothic",
            "futura",
            "montserrat",
            "avenir",
            "poppins",
            "gotham",
            "raleway",
            "nunito",
            "outfit",
            "josefin",
            "gilroy",
            "circular",
            "urbanist",
            "tw cen",
            "jost",
            "quicksand",
            "league spartan",
            "comfortaa",
        ],
    ),
    (Class::Wide, &["verdana", "sora", "lexend", "syne", "eurostile", "expanded", "extended", "lucida sans"]),
    (
        Class::Humanist,
        &[
            "calibri",
            "carlito",
            "segoe",
            "myriad",
            "frutiger",
            "open sans",
            "lato",
            "corbel",
            "candara",
            "gill sans",
            "trebuchet",
            "source sans",
            "noto sans",
            "tahoma",
            "fira sans",
            "pt sans",
            "ubuntu",
            "optima",
            "meta",
            "cabin",
        ],
    ),
    (
        Class::Grotesque,
        &[
            "arial",
            "helvetica",
            "liberation sans",
            "roboto",
            "univers",
            "akzidenz",
            "aptos",
            "inter",
            "franklin",
            "news gothic",
            "trade gothic",
            "san francisco",
            "sf pro",
            "work sans",
            "barlow",
            "archivo",
            "gothic",
            "grotesk",
            "sans",
        ],
    ),
    (
        Class::Serif,
        &[
            "times",
            "georgia",
            "cambria",
            "garamond",
            "merriweather",
            "baskerville",
            "palatino",
            "book antiqua",
            "constantia",
            "century",
            "lora",
            "minion",
            "caslon",
            "charter",
            "rockwell",
            "slab",
            "serif",
            "sabon",
            "bembo",
            "perpetua",
            "goudy",
            "bookman",
            "caladea",
            "tinos",
            "crimson",
            "spectral",
            "newsreader",
            "roman",
            "antiqua",
            "libre bask",
        ],
    ),
];

impl Class {
    /// The class of a face: by its name, otherwise by its PANOSE classification.
    fn of(face: &FaceName) -> Self {
        let name = face.name.to_lowercase();
        let known = KNOWN.iter().find(|(_, pieces)| pieces.iter().any(|piece| name.contains(piece)));
        known.map_or_else(|| face.panose.and_then(Self::of_panose).unwrap_or(Self::Grotesque), |(class, _)| *class)
    }

    /// The class according to the digits of a PANOSE classification: the kind, the serifs and the proportion. `None`
    /// for digits without a known meaning.
    fn of_panose(digits: [u8; 10]) -> Option<Self> {
        match (digits[0], digits[1], digits[3]) {
            (2, _, 9) => Some(Self::Mono),
            (2, 2..=10, _) => Some(Self::Serif),
            (2, 11..=15, 6 | 8) => Some(Self::Narrow),
            (2, 11..=15, 5 | 7) => Some(Self::Wide),
            (2, 11..=15, _) => Some(Self::Grotesque),
            _ => None,
        }
    }

    /// The nearest available family.
    fn family(self, usage: Use) -> &'static str {
        match (self, usage) {
            (Self::Serif, Use::Heading) => "Newsreader",
            (Self::Display, Use::Heading) => "Instrument Serif",
            // No available family with serifs has the weights that running text needs.
            (Self::Serif | Self::Display | Self::Humanist | Self::Narrow, Use::Body)
            | (Self::Humanist, Use::Heading) => "Source Sans 3",
            (Self::Mono, _) => "IBM Plex Mono",
            (Self::Geometric, _) => "DM Sans",
            (Self::Narrow, Use::Heading) => "Libre Franklin",
            (Self::Wide, Use::Heading) => "Sora",
            (Self::Wide, Use::Body) => "Atkinson Hyperlegible Next",
            (Self::Grotesque, _) => "Inter",
        }
    }
}

/// The fonts of a theme from the faces of a file.
pub(super) fn fonts(parts: &TemplateParts, themes: &Themes, remarks: &mut TemplateRemarks) -> Content {
    let title = &parts.master.title;
    let heading = title.face.as_ref().unwrap_or(&parts.heading);
    let body = parts.master.text.face.as_ref().unwrap_or(&parts.body);
    let mut fonts = Content::new();
    let is_bold = title.is_bold.unwrap_or(false) || is_heavy(&heading.name);
    for (key, face, usage, weight) in
        [("heading", heading, Use::Heading, if is_bold { 700 } else { 400 }), ("body", body, Use::Body, 400)]
    {
        let Some(family) = choose_family(face, usage, key, themes, remarks) else { continue };
        fonts.insert(key.to_owned(), json!({ "family": family, "weight": nearest_weight(themes, family, weight) }));
    }
    fonts
}

/// Whether the name of a face includes a heavy weight.
fn is_heavy(name: &str) -> bool {
    let name = name.to_lowercase();
    ["bold", "black", "heavy"].iter().any(|word| name.contains(word))
}

/// Chooses the family for a face and adds a remark. `None` if the file names no face.
fn choose_family<'a>(
    face: &FaceName,
    usage: Use,
    key: &str,
    themes: &'a Themes,
    remarks: &mut TemplateRemarks,
) -> Option<&'a str> {
    let name: String = face.name.chars().filter(|letter| !letter.is_control()).collect();
    let what = if key == "heading" { "Headings" } else { "Text" };
    if name.is_empty() {
        return None;
    }
    let families = themes.fonts();
    let plain = |text: &str| text.to_lowercase().replace([' ', '-'], "");
    let same_name = families.iter().find(|known| {
        let (known, name) = (plain(&known.family), plain(&name));
        name == known || name.strip_prefix(&known).is_some_and(is_weight)
    });
    // A family that has only a heavy weight is not for running text.
    let same_name = same_name.filter(|family| usage == Use::Heading || family.has(400, FontStyle::Normal));
    if let Some(same_name) = same_name {
        remarks.taken.push(format!("{what}: {}.", same_name.family));
        return Some(&same_name.family);
    }
    let class = Class::of(face);
    let family = class.family(usage);
    let reason = match (class, usage) {
        (Class::Serif | Class::Display, Use::Body) => "no font with serifs for longer text is at hand",
        _ => "this font is not available",
    };
    remarks.changed.push(format!("{what} in {name}: {reason}, so {family} is used."));
    Some(family)
}

/// Whether a text is the name of a weight, as it follows the name of a family.
fn is_weight(name: &str) -> bool {
    matches!(
        name,
        "light" | "regular" | "book" | "medium" | "semibold" | "demibold" | "bold" | "extrabold" | "black" | "variable"
    )
}

/// The available weight of a family that is nearest to `weight`.
fn nearest_weight(themes: &Themes, family: &str, weight: u16) -> u16 {
    let files = themes.font(family).map(|family| family.files.as_slice()).unwrap_or_default();
    let upright = files.iter().filter(|file| file.style == FontStyle::Normal).map(|file| file.weight);
    upright.min_by_key(|known| known.abs_diff(weight)).unwrap_or(weight)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, panose: Option<[u8; 10]>, usage: Use, expected: (&str, bool)) {
        let (face, mut remarks) = (FaceName { name: name.to_owned(), panose }, TemplateRemarks::default());
        let family = choose_family(&face, usage, "heading", Themes::core(), &mut remarks).expect("a name");
        assert_eq!((family, remarks.changed.is_empty()), expected, "{name}");
        assert!(Themes::core().font(family).is_some(), "{family} is not available");
    }

    #[test]
    fn faces_are_matched_by_name_then_by_class() {
        use Use::{Body, Heading};
        for (name, usage, expected) in [
            ("Inter", Body, ("Inter", true)),
            ("IBM Plex Sans SemiBold", Heading, ("IBM Plex Sans", true)),
            ("Newsreader", Heading, ("Newsreader", true)),
            ("Newsreader", Body, ("Source Sans 3", false)),
            ("Calibri Light", Heading, ("Source Sans 3", false)),
            ("Arial Narrow", Heading, ("Libre Franklin", false)),
            ("Helvetica Neue", Body, ("Inter", false)),
            ("Century Gothic", Body, ("DM Sans", false)),
            ("Century Schoolbook", Heading, ("Newsreader", false)),
            ("Times New Roman", Heading, ("Newsreader", false)),
            ("Playfair Display", Heading, ("Instrument Serif", false)),
            ("Courier New", Body, ("IBM Plex Mono", false)),
            ("Verdana", Heading, ("Sora", false)),
            ("Acme Corporate", Body, ("Inter", false)),
        ] {
            check(name, None, usage, expected);
        }
        check("Acme Corporate", Some([2, 2, 6, 3, 5, 4, 5, 2, 3, 4]), Heading, ("Newsreader", false));
        check("Acme Corporate", Some([2, 11, 6, 9, 2, 2, 4, 3, 2, 4]), Heading, ("IBM Plex Mono", false));
        check("Acme Corporate", Some([2, 11, 6, 6, 2, 2, 2, 3, 2, 4]), Body, ("Source Sans 3", false));
    }
}
