//! Themes made of the look of a file: colours by role, fonts, logo, voice, and the remarks about them.

use std::io::Cursor;

use deck::{Palette, Rgb, Theme, Themes};
use office::{File, Limits, Template};
use serde_json::{Value, json};

use crate::package::{Package, p, sp, xfrm};

const MASTER: &str = "ppt/slideMasters/slideMaster1.xml";

/// The look of a company, to be varied.
struct Company {
    scheme: [&'static str; 10],
    fonts: (&'static str, &'static str),
    /// `bgPr` or `bgRef` of the master.
    ground: &'static str,
    map: &'static str,
    /// Attributes and children of the first level of titles.
    title: &'static str,
    text: &'static str,
    shapes: String,
    /// The kind of a second layout, its background and its shapes.
    layout: (&'static str, &'static str, String),
}

impl Default for Company {
    fn default() -> Self {
        Self {
            scheme: [
                "222222", "FFFFFF", "08281A", "EEF4F0", "0A5C36", "C2410C", "3B6FB6", "7A5195", "5E7F2E", "A86A00",
            ],
            fonts: ("Georgia", "Inter"),
            ground: r#"<p:bgRef idx="1001"><a:schemeClr val="bg1"/></p:bgRef>"#,
            map: r#"bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2""#,
            title: r#"<a:lvl1pPr algn="l"><a:defRPr sz="4000" b="1"/></a:lvl1pPr>"#,
            text: r#"<a:lvl1pPr><a:buChar char="–"/><a:defRPr sz="2400"/></a:lvl1pPr>"#,
            shapes: String::new(),
            layout: ("title", "", String::new()),
        }
    }
}

impl Company {
    fn package(&self) -> Package {
        let names = ["dk1", "lt1", "dk2", "lt2", "accent1", "accent2", "accent3", "accent4", "accent5", "accent6"];
        let scheme = names.iter().zip(self.scheme).filter(|(_, color)| !color.is_empty());
        let color = |(name, color)| format!(r#"<a:{name}><a:srgbClr val="{color}"/></a:{name}>"#);
        let scheme = scheme.map(color).collect::<Vec<_>>().concat();
        let (heading, body) = self.fonts;
        let theme = format!(
            r#"<a:theme NS name="Harbour Office 2026"><a:themeElements><a:clrScheme name="x">{scheme}</a:clrScheme><a:fontScheme name="x"><a:majorFont><a:latin typeface="{heading}"/></a:majorFont><a:minorFont><a:latin typeface="{body}"/></a:minorFont></a:fontScheme><a:fmtScheme><a:bgFillStyleLst><a:solidFill><a:schemeClr val="phClr"/></a:solidFill><a:gradFill><a:gsLst><a:gs pos="0"><a:schemeClr val="phClr"/></a:gs><a:gs pos="100000"><a:srgbClr val="000000"/></a:gs></a:gsLst></a:gradFill><a:blipFill><a:blip r:embed="g"/></a:blipFill></a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>"#
        );
        let placeholders = [
            sp(2, r#"<p:ph type="title"/>"#, &xfrm(500_000, 300_000, 11_000_000, 900_000), &p("Title")),
            sp(3, r#"<p:ph type="body" idx="1"/>"#, &xfrm(500_000, 1_500_000, 11_000_000, 4_000_000), &p("Text")),
            sp(4, r#"<p:ph type="sldNum" idx="4"/>"#, &xfrm(10_000_000, 6_300_000, 1_000_000, 300_000), &p("1")),
        ];
        let master = format!(
            "<p:sldMaster NS><p:cSld><p:bg>{}</p:bg><p:spTree>{}{}</p:spTree></p:cSld><p:clrMap {}/><p:txStyles><p:titleStyle>{}</p:titleStyle><p:bodyStyle>{}</p:bodyStyle></p:txStyles></p:sldMaster>",
            self.ground,
            placeholders.concat(),
            self.shapes,
            self.map,
            self.title,
            self.text
        );
        let (kind, ground, shapes) = &self.layout;
        let layout = format!(
            r#"<p:sldLayout NS type="{kind}"><p:cSld name="Second">{ground}<p:spTree>{shapes}</p:spTree></p:cSld></p:sldLayout>"#
        );
        let second = "ppt/slideLayouts/slideLayout2.xml";
        let pictures = [("logo", "image", "../media/logo.png"), ("drawing", "image", "../media/logo.emf")];
        let to_master = ("m", "slideMaster", "../slideMasters/slideMaster1.xml");
        Package::new()
            .main_link("m1", "slideMaster", "slideMasters/slideMaster1.xml")
            .part("ppt/theme/theme1.xml", &theme)
            .linked("ppt/theme/theme1.xml", &[("g", "image", "../media/logo.png")])
            .part(MASTER, &master)
            .linked(
                MASTER,
                &[
                    &pictures[..],
                    &[
                        ("t", "theme", "../theme/theme1.xml"),
                        ("l1", "slideLayout", "../slideLayouts/slideLayout1.xml"),
                        ("l2", "slideLayout", "../slideLayouts/slideLayout2.xml"),
                    ],
                ]
                .concat(),
            )
            .part(second, &layout)
            .linked(second, &[&pictures[..], &[to_master]].concat())
            .bytes("ppt/media/logo.png", b"png")
            .bytes("ppt/media/logo.emf", b"emf")
    }

    #[track_caller]
    fn template(&self) -> Template {
        self.package().open().template(deck::Themes::core()).expect("a good template")
    }

    /// The template, and the theme that it declares.
    #[track_caller]
    fn theme(&self) -> (Template, Theme) {
        let template = self.template();
        let theme = resolved(&template);
        (template, theme)
    }
}

/// The theme of a template. Fails if its declaration is wrong.
#[track_caller]
fn resolved(template: &Template) -> Theme {
    let custom = &template.theme;
    let chart: Vec<String> = custom.chart.iter().map(Rgb::to_string).collect();
    let mut declared =
        json!({ "id": "t", "label": "T", "colors": custom.colors, "fonts": custom.fonts, "voice": custom.voice });
    if !chart.is_empty() {
        declared["chart"] = chart.into();
    }
    Themes::core().clone().with_custom("template", &declared).expect("a good declaration").get("t").clone()
}

/// A picture on a master or layout.
fn picture(relationship: &str, name: &str, frame: (i64, i64, i64, i64)) -> String {
    let (x, y, width, height) = frame;
    format!(
        r#"<p:pic><p:nvPicPr><p:cNvPr id="9" name="{name}"/><p:cNvPicPr/><p:nvPr userDrawn="1"/></p:nvPicPr><p:blipFill><a:blip r:embed="{relationship}"/></p:blipFill><p:spPr>{}</p:spPr></p:pic>"#,
        xfrm(x, y, width, height)
    )
}

/// A drawn rectangle.
fn rectangle(color: &str, (x, y, width, height): (i64, i64, i64, i64)) -> String {
    let fill = format!(r#"{}<a:solidFill><a:srgbClr val="{color}"/></a:solidFill>"#, xfrm(x, y, width, height));
    sp(30, "", &fill, "")
}

/// Whether all colours of a theme can be read where they are used.
#[track_caller]
fn assert_contrast(theme: &Theme) {
    let palette: &Palette = &theme.palette;
    let grounds = [palette.base, palette.tint, palette.surface];
    let light = |color: Rgb| grounds.iter().map(|ground| color.contrast(*ground)).fold(21.0, f32::min);
    for (name, ratio, least) in [
        ("text", light(palette.text), 4.5),
        ("muted", light(palette.muted), 4.5),
        ("accent", light(palette.accent), 3.0),
        ("accent2", light(palette.accent2), 3.0),
        ("onDeep", palette.on_deep.contrast(palette.deep), 4.5),
        ("mutedOnDeep", palette.muted_on_deep.contrast(palette.deep), 4.5),
        ("accentOnDeep", palette.accent_on_deep.contrast(palette.deep), 3.0),
        ("onAccent", palette.on_accent.contrast(palette.accent), 4.5),
        ("chart", theme.chart.iter().map(|color| light(*color)).fold(21.0, f32::min), 3.0),
    ] {
        assert!(ratio >= least, "{name}: {ratio} in {palette:?}");
    }
}

#[test]
fn the_colours_fonts_and_voice_of_a_file_become_a_theme() {
    let (template, theme) = Company::default().theme();
    assert_contrast(&theme);
    assert_eq!(template.name.as_deref(), Some("Harbour Office 2026"));
    let palette = &theme.palette;
    let found = [palette.base, palette.tint, palette.deep, palette.text, palette.accent, palette.accent2];
    assert_eq!(
        found.map(|color| color.to_string()),
        ["#FFFFFF", "#EEF4F0", "#08281A", "#222222", "#0A5C36", "#C2410C"]
    );
    assert_eq!(theme.chart.len(), 6);
    assert_eq!((theme.fonts.heading.family.as_str(), theme.fonts.heading.weight), ("Newsreader", 600));
    assert_eq!(theme.fonts.body.family, "Inter");
    let voice = Value::Object(theme.voice.declaration());
    assert_eq!((&voice["marker"]["bullet"], &voice["head"]["align"]), (&json!("dash"), &json!("left")));
    assert_eq!((&voice["head"]["steps"], &voice["title"]["form"]), (&json!([80, 72, 64]), &json!("plain")));
    assert_eq!(template.logo, None);
    insta::assert_debug_snapshot!(template.remarks, @r#"
    TemplateRemarks {
        taken: [
            "The colours: background #FFFFFF, text #222222, accent #0A5C36, second accent #C2410C, dark slides #08281A.",
            "Charts use 6 accents of the file, in their order.",
            "Text: Inter.",
            "Bullets: dashes.",
            "Titles: at the left, 40 points in the file and about as large here.",
            "The footer, with slide numbers when the deck shows them.",
        ],
        changed: [
            "Headings in Georgia: this font is not available, so Newsreader is used.",
        ],
        left_out: [
            "The places on 2 layouts: each slide type places its content itself.",
        ],
    }
    "#);
}

#[test]
fn a_bright_accent_is_mended_for_text_and_stays_on_dark_slides() {
    let mut company = Company::default();
    company.scheme[4] = "7FE7F5";
    let (template, theme) = company.theme();
    assert_contrast(&theme);
    assert_eq!(theme.palette.accent_on_deep.to_string(), "#7FE7F5");
    let accent = theme.palette.accent;
    assert!(template.remarks.changed.contains(&format!(
        "The accent #7FE7F5 is too light for text and lines on #FFFFFF, so they use {accent}. Dark slides keep a shade that \
         is close to #7FE7F5."
    )));
    assert!(
        template.remarks.changed.iter().any(|text| text.starts_with("Colours of charts") && text.contains("#7FE7F5"))
    );
}

#[test]
fn a_yellow_accent_gives_way_to_another_colour_on_light_slides_instead_of_turning_brown() {
    let mut company = Company::default();
    company.scheme[4] = "FFD400";
    company.scheme[5] = "1D4E89";
    let (template, theme) = company.theme();
    assert_contrast(&theme);
    assert_eq!(theme.palette.accent.to_string(), "#1D4E89");
    assert_eq!(theme.palette.accent_on_deep.to_string(), "#FFD400");
    assert!(template.remarks.changed.iter().any(|text| text.starts_with("The accent #FFD400 cannot be read")));
    // Without another accent that can be read, it is the colour of text.
    for accent in &mut company.scheme[5..10] {
        *accent = "FFE680";
    }
    let (_, theme) = company.theme();
    assert_eq!(theme.palette.accent, theme.palette.text);
}

#[test]
fn the_colours_of_shapes_count_where_the_scheme_is_that_of_every_new_file() {
    let shapes = [rectangle("E30613", (0, 0, 12_192_000, 300_000)), rectangle("004B87", (0, 0, 300_000, 300_000))];
    let mut company = Company { shapes: shapes.concat(), ..Company::default() };
    let accent = |company: &Company| company.theme().1.palette.accent.to_string();
    assert_eq!(accent(&company), "#0A5C36", "the company chose its accents");
    company.scheme[4] = "4472C4";
    assert_eq!(accent(&company), "#E30613");
    let (template, theme) = company.theme();
    assert_contrast(&theme);
    assert_eq!(theme.palette.accent2.to_string(), "#004B87");
    assert!(template.remarks.changed[0].contains("its master is painted in #E30613"), "{:?}", template.remarks);
}

#[test]
fn a_dark_master_becomes_a_dark_theme() {
    let mut company = Company { map: r#"bg1="dk1" tx1="lt1" bg2="dk2" tx2="lt2""#, ..Company::default() };
    company.scheme[0] = "101828";
    let (_, theme) = company.theme();
    assert_contrast(&theme);
    let palette = &theme.palette;
    assert_eq!((palette.base.to_string(), palette.text.to_string()), ("#101828".to_owned(), "#FFFFFF".to_owned()));
    assert_ne!(palette.deep, palette.base);
    assert!(palette.deep.luminance() < 0.1);
}

#[test]
fn backgrounds_may_be_colours_gradients_and_pictures() {
    for (ground, expected, said) in [
        (r#"<p:bgPr><a:solidFill><a:srgbClr val="FFF8E7"/></a:solidFill></p:bgPr>"#, "#FFF8E7", ""),
        (r#"<p:bgRef idx="1002"><a:schemeClr val="bg1"/></p:bgRef>"#, "#808080", "passes through 2 colours"),
        (
            r#"<p:bgRef idx="1003"><a:schemeClr val="bg1"/></p:bgRef>"#,
            "#FFFFFF",
            "The background picture of all slides.",
        ),
        (r#"<p:bgRef idx="1009"><a:schemeClr val="bg2"/></p:bgRef>"#, "#EEF4F0", ""),
        (r#"<p:bgRef idx="7"/>"#, "#FFFFFF", ""),
    ] {
        let (template, theme) = Company { ground, ..Company::default() }.theme();
        assert_contrast(&theme);
        assert_eq!(theme.palette.base.to_string(), expected, "{ground}");
        let remarks = [template.remarks.changed, template.remarks.left_out].concat();
        assert!(remarks.iter().any(|text| text.contains(said)), "{remarks:?}");
    }
}

#[test]
fn title_and_section_slides_have_the_backdrop_of_their_layouts() {
    let solid = r#"<p:bg><p:bgPr><a:solidFill><a:schemeClr val="accent1"/></a:solidFill></p:bgPr></p:bg>"#;
    let navy = r#"<p:bg><p:bgPr><a:solidFill><a:srgbClr val="001B3A"/></a:solidFill></p:bgPr></p:bg>"#;
    let photo = r#"<p:bg><p:bgPr><a:blipFill><a:blip r:embed="logo"/></a:blipFill></p:bgPr></p:bg>"#;
    let white_title = sp(
        2,
        r#"<p:ph type="ctrTitle"/>"#,
        "",
        r#"<a:lstStyle><a:lvl1pPr><a:defRPr sz="6000"><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill></a:defRPr></a:lvl1pPr></a:lstStyle>"#,
    );
    for (kind, ground, shapes, title, opener, deep) in [
        ("title", solid, "", "accent", "base", "#08281A"),
        ("title", navy, "", "deep", "base", "#001B3A"),
        ("secHead", navy, "", "base", "deep", "#001B3A"),
        ("title", photo, white_title.as_str(), "deep", "base", "#08281A"),
        ("title", photo, "", "base", "base", "#08281A"),
        ("obj", navy, "", "base", "base", "#08281A"),
    ] {
        let (_, theme) = Company { layout: (kind, ground, shapes.to_owned()), ..Company::default() }.theme();
        let backdrop = |key: &str| theme.voice.backdrops[key].word();
        assert_eq!((backdrop("title-slide"), backdrop("chapter-title-slide")), (title, opener), "{kind} {ground}");
        assert_eq!(theme.palette.deep.to_string(), deep, "{kind} {ground}");
    }
}

#[test]
fn a_small_picture_at_an_edge_is_the_logo() {
    let corner = (10_500_000, 200_000, 1_200_000, 500_000);
    let check = |shapes: String, layout: String| {
        let company = Company { shapes, layout: ("title", "", layout), ..Company::default() };
        let Template { logo, remarks, .. } = company.template();
        let said = [remarks.taken, remarks.changed, remarks.left_out].concat();
        let said = said.into_iter().find(|text| text.contains("logo")).unwrap_or_default();
        (logo.map(|logo| (logo.part, logo.is_everywhere)), said)
    };
    let found = |everywhere: bool| Some(("ppt/media/logo.png".to_owned(), everywhere));
    let none = String::new;
    assert_eq!(
        check(picture("logo", "Picture 7", corner), none()),
        (found(true), "The logo, at the upper right of every slide.".to_owned())
    );
    let (logo, said) = check(picture("logo", "Picture 7", (200_000, 6_300_000, 900_000, 400_000)), none());
    assert_eq!(logo, found(true));
    assert!(said.starts_with("The logo stands at the lower left in the file."), "{said}");
    let group = format!(
        r#"<p:grpSp><p:nvGrpSpPr><p:cNvPr id="8" name="G"/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="10500000" y="200000"/><a:ext cx="1200000" cy="500000"/><a:chOff x="0" y="0"/><a:chExt cx="10" cy="10"/></a:xfrm></p:grpSpPr>{}</p:grpSp>"#,
        picture("logo", "Picture", (0, 0, 10, 10))
    );
    assert_eq!(check(group, none()).0, found(true), "in a group");
    assert_eq!(check(none(), picture("logo", "Logo Acme", corner)).0, found(false), "on one layout, by name");
    assert_eq!(check(none(), picture("logo", "Picture 7", corner)).0, None, "on one layout, without a name");
    assert_eq!(check(picture("logo", "Photo", (0, 0, 12_192_000, 6_858_000)), none()).0, None, "a large one");
    assert_eq!(
        check(picture("logo", "Photo", (5_500_000, 3_200_000, 900_000, 400_000)), none()).0,
        None,
        "in the middle"
    );
    let (logo, said) = check(picture("drawing", "Logo", corner), none());
    assert_eq!(logo, None);
    assert!(said.contains("Windows drawing (EMF or WMF)"), "{said}");
    assert_eq!(
        check(picture("nowhere", "Logo", corner), none()).1,
        "The logo, because the file only refers to it and does not contain it."
    );
}

#[test]
fn titles_bullets_and_lines_become_a_voice() {
    let voice = |company: Company| {
        let (template, theme) = company.theme();
        (Value::Object(theme.voice.declaration()), template.remarks)
    };
    let (centred, _) = voice(Company { title: r#"<a:lvl1pPr algn="ctr"/>"#, ..Company::default() });
    assert_eq!(centred["head"]["align"], "center");
    for (sign, marker) in
        [("•", "disc"), ("–", "dash"), ("■", "square"), ("○", "ring"), ("+", "cross"), ("☺", "disc"), ("", "disc")]
    {
        let text = format!(r#"<a:lvl1pPr><a:buChar char="{sign}"/></a:lvl1pPr>"#);
        let (found, _) = voice(Company { text: Box::leak(text.into_boxed_str()), ..Company::default() });
        assert_eq!(found["marker"]["bullet"], marker, "{sign}");
    }
    let band = rectangle("0B2A33", (0, 0, 12_192_000, 1_400_000));
    let (found, remarks) = voice(Company { shapes: band, ..Company::default() });
    assert_eq!(found["head"]["place"], "band");
    assert!(remarks.taken.contains(&"Titles stand in a dark band, as in the file.".to_owned()));
    assert!(!remarks.left_out.iter().any(|text| text.contains("drawn on the slide master")), "{remarks:?}");
    let lines = [
        rectangle("0B2A33", (500_000, 1_250_000, 11_000_000, 20_000)),
        rectangle("0B2A33", (500_000, 6_200_000, 11_000_000, 20_000)),
        rectangle("0B2A33", (0, 0, 300_000, 6_858_000)),
    ];
    let (found, remarks) = voice(Company { shapes: lines.concat(), ..Company::default() });
    assert_eq!((&found["head"]["rule"], &found["foot"]["rule"]), (&json!("below"), &json!(true)));
    assert!(remarks.left_out.contains(&"1 shape drawn on the slide master.".to_owned()), "{remarks:?}");
}

#[test]
fn the_names_that_programs_give_are_no_names() {
    for (given, expected) in [
        ("Office Theme", None),
        ("Office", None),
        ("Default Design", None),
        ("", None),
        ("Acme 2026", Some("Acme 2026")),
    ] {
        let theme = format!(r#"<a:theme NS name="{given}"/>"#);
        let template =
            Company::default().package().part("ppt/theme/theme1.xml", &theme).open().template(deck::Themes::core());
        assert_eq!(template.expect("a good template").name.as_deref(), expected, "{given}");
    }
}

#[test]
fn a_bare_file_still_gives_a_theme() {
    let bare = Package::new().main_link("m1", "slideMaster", "slideMasters/slideMaster1.xml");
    let template = bare.open().template(deck::Themes::core()).expect("a good template");
    assert_contrast(&resolved(&template));
    let company = Company { scheme: [""; 10], ..Company::default() };
    assert_contrast(&company.theme().1);
}

#[test]
fn files_without_a_master_and_damaged_parts_are_refused() {
    let refused = |package: Package, limits: Limits| {
        let mut file = File::open(Cursor::new(package.zip()), limits).expect("an archive");
        file.template(deck::Themes::core()).expect_err("a file that is refused").to_string()
    };
    assert_eq!(refused(Package::new(), Limits::default()), "part `ppt/slideMasters/slideMaster1.xml` is missing");
    let package = || Company::default().package();
    let damaged =
        refused(package().part("ppt/theme/theme1.xml", "<!DOCTYPE a [<!ENTITY b SYSTEM 'c'>]><a/>"), Limits::default());
    assert_eq!(damaged, "part `ppt/theme/theme1.xml` is damaged: it has a document type declaration");
    let cut = refused(package().part(MASTER, "<p:sldMaster>"), Limits::default());
    assert_eq!(cut, format!("part `{MASTER}` is damaged: it is cut short"));
    let shapes = refused(package(), Limits { shapes: 2, ..Limits::default() });
    assert_eq!(shapes, format!("part `{MASTER}` has more than 2 shapes"));
    let tags = refused(package(), Limits { tags: 40, ..Limits::default() });
    assert_eq!(tags, "the file has more than 40 XML tags");
}
