//! System themes and custom themes.

use deck::voice::{FootMark, HeadPlace, Ornament, PlateForm, TokenKind};
use deck::{
    Backdrop, Figures, FontStyle, GradientFill, GradientOverlay, OverlayForm, Palette, Rgb, Theme, Themes, Voice,
};
use serde_json::{Value, json};

fn catalogue() -> Value {
    serde_json::from_str(include_str!("../catalogue/themes.json")).expect("JSON")
}

fn ids(themes: &Themes) -> Vec<&str> {
    themes.iter().map(|theme| theme.id.as_str()).collect()
}

fn harbour() -> Value {
    let colors = json!({"accent": "#B0123A", "deep": "#101010"});
    json!({"id": "7d0f", "label": "Harbour", "slug": "harbour", "colors": colors, "fonts": {}})
}

fn with(declaration: &Value) -> Themes {
    Themes::core().clone().with_custom("organization", declaration).expect("a good theme")
}

#[test]
fn the_catalogue_has_eight_themes_by_label() {
    let expected = ["atelier", "blueprint", "clarity", "confetti", "ledger", "observatory", "signal", "default"];
    assert_eq!(ids(Themes::core()), expected);
    assert_eq!(Themes::core().default().label, "Tideline");
}

#[test]
fn a_theme_is_read_as_it_is_declared() {
    let theme = Themes::core().get("default");
    assert_eq!((theme.default_title_type.as_str(), theme.has_background_images), ("title-slide", true));
    assert_eq!((theme.palette.accent, theme.palette.on_deep), (Rgb::hex(0x0B_6B_75), Rgb::hex(0xF4_FA_FB)));
    assert_eq!((theme.chart.len(), theme.syntax.string), (8, theme.palette.accent2));
    assert_eq!((theme.fonts.heading.family.as_str(), theme.fonts.heading.weight), ("Schibsted Grotesk", 700));
    let body = &theme.fonts.body;
    assert_eq!((body.family.as_str(), body.weight, body.strong, body.italic), ("Source Sans 3", 400, 600, true));
    assert_eq!(theme.office_fonts.mono, "Consolas");
    assert_eq!((theme.voice.other.ornament, theme.voice.foot.mark), (Ornament::Waves, FootMark::Wave));
    assert_eq!(theme.voice.backdrops["title-slide"], Backdrop::Deep);
    assert!(!theme.locks.background && !theme.locks.logo);
}

#[test]
fn the_page_on_themes_names_every_token_and_word() {
    let page = include_str!("../../../docs/themes.md");
    for token in Voice::tokens() {
        let name = [token.group, token.name].join(".");
        assert!(page.contains(&format!("`{}`", name.trim_start_matches('.'))), "{name}");
        if let TokenKind::Word(words) = token.kind {
            for word in words {
                assert!(page.contains(&format!("`{word}`")), "{name}: {word}");
            }
        }
    }
}

#[test]
fn a_custom_theme_without_a_voice_has_that_of_the_default_theme() {
    for declared in [json!({"id": "a", "label": "A"}), json!({"id": "a", "label": "A", "voice": null})] {
        let themes = with(&declared);
        assert_eq!(themes.get("a").voice, themes.get("default").voice);
        assert_eq!(json!(themes.listed())["themes"][0].get("voice"), None);
    }
}

#[test]
fn a_custom_theme_with_a_voice_has_the_defaults_for_absent_tokens() {
    let voice = json!({"head": {"place": "rail"}, "backdrop": {"quote-slide": "tint"}});
    let themes = with(&json!({"id": "a", "label": "A", "voice": voice}));
    let own = &themes.get("a").voice;
    assert_eq!((own.head.place, own.plate.form), (HeadPlace::Rail, PlateForm::Filled));
    // Not those of the default theme, which has a waterline, a wave and backdrops of its own.
    assert_eq!((&own.emphasis, &own.foot), (&Voice::default().emphasis, &Voice::default().foot));
    assert_eq!((own.backdrops.len(), own.backdrops["quote-slide"]), (1, Backdrop::Tint));
    assert_eq!(json!(themes.listed())["themes"][0]["voice"], voice);
    let themes = with(&json!({"id": "a", "label": "A", "voice": {}}));
    assert_eq!(themes.get("a").voice, Voice::default());
}

#[test]
fn every_palette_key_is_read() {
    for declared in catalogue()["themes"].as_array().expect("themes") {
        let theme = Themes::core().get(declared["id"].as_str().expect("an id"));
        assert_eq!(declared["palette"].as_object().map(serde_json::Map::len), Some(Palette::KEYS.len()));
        for key in Palette::KEYS {
            let color = theme.palette.get(key).expect("a colour").to_string();
            assert_eq!(declared["palette"][key], color, "{} {key}", theme.id);
        }
    }
}

#[test]
fn gradients_are_read() {
    let gradient = |id: &str| &Themes::core().get(id).gradient;
    let GradientFill::Radial { spots, base } = &gradient("observatory").fill else { panic!("observatory is radial") };
    assert_eq!(*base, Rgb::hex(0x0C_11_22));
    let spots: Vec<String> =
        spots.iter().map(|spot| format!("{} {}% {} {}", spot.color, spot.percent, spot.x, spot.y)).collect();
    assert_eq!(spots, ["#243A7A 60% 70 10", "#5B2A7A 35% 10 95"]);
    let linear = GradientFill::Linear { angle: 160, from: Rgb::hex(0x0A_2A_55), to: Rgb::hex(0x13_56_B4) };
    assert_eq!(gradient("blueprint").fill, linear);
    let grid = GradientOverlay { form: OverlayForm::Grid, color: Rgb::hex(0xFF_FF_FF), percent: 7 };
    assert_eq!(gradient("blueprint").over, Some(grid));
    assert_eq!(gradient("signal").fill, GradientFill::Flat(Rgb::hex(0xC8_1E_06)));
    assert_eq!(gradient("signal").over, None);
}

#[test]
fn every_face_of_a_theme_has_its_file_and_licence() {
    let themes = Themes::core();
    assert_eq!((themes.fonts().len(), themes.fallback_fonts().len()), (14, 3));
    assert_eq!(themes.fonts().iter().map(|family| family.files.len()).sum::<usize>(), 30);
    assert!(themes.fonts().iter().all(|family| family.licence == "OFL-1.1" && family.licence_file == "LICENSE_FONT"));
    for theme in themes.iter() {
        let fonts = &theme.fonts;
        for (family, weight) in [
            (&fonts.heading.family, fonts.heading.weight),
            (&fonts.body.family, fonts.body.weight),
            (&fonts.body.family, fonts.body.strong),
            (&fonts.mono.family, fonts.mono.weight),
        ] {
            let family = themes.font(family).expect("a bundled family");
            assert!(family.has(weight, FontStyle::Normal), "{} {}", theme.id, family.family);
        }
    }
    let figures = |family: &str| themes.font(family).expect("bundled").figures;
    assert_eq!(figures("Inter"), Figures::Tabular);
    assert_eq!(figures("DM Sans"), Figures::Mono);
    assert_eq!(figures("Instrument Serif"), Figures::Body);
    assert_eq!(figures("Newsreader"), Figures::Equal);
}

/// The two sides of a pair such as `chartMin/base`: every colour on the left, one on the right.
fn pair(theme: &Theme, name: &str) -> (Vec<Rgb>, Rgb) {
    let (front, back) = name.split_once('/').expect("a pair");
    let syntax = theme.syntax;
    let front = match front {
        "chartMin" => theme.chart.clone(),
        "syntaxMin" => vec![syntax.plain, syntax.keyword, syntax.string, syntax.comment, syntax.name, syntax.number],
        key => vec![theme.palette.get(key).expect("a palette key")],
    };
    let back =
        if back == "gradient" { theme.gradient.lightest } else { theme.palette.get(back).expect("a palette key") };
    (front, back)
}

fn contrast(theme: &Theme, name: &str) -> f32 {
    let (front, back) = pair(theme, name);
    front.into_iter().map(|color| color.contrast(back)).fold(f32::INFINITY, f32::min)
}

#[test]
fn the_declared_contrast_is_that_of_the_colours() {
    let mut measured = 0;
    for declared in catalogue()["themes"].as_array().expect("themes") {
        let theme = Themes::core().get(declared["id"].as_str().expect("an id"));
        for (name, figure) in declared["contrast"].as_object().expect("figures") {
            let (figure, found) = (figure.as_f64().expect("a number"), f64::from(contrast(theme, name)));
            assert!((figure - found).abs() < 0.1, "{} {name}: {figure} declared, {found:.2} measured", theme.id);
            measured += 1;
        }
    }
    assert_eq!(measured, 8 * 22);
}

#[test]
fn text_is_readable_on_every_surface() {
    let text = [
        "text/base",
        "text/tint",
        "text/surface",
        "muted/base",
        "muted/tint",
        "muted/surface",
        "onDeep/deep",
        "mutedOnDeep/deep",
        "onAccent/accent",
        "onDeep/gradient",
        "syntaxMin/tint",
        "syntaxMin/base",
        "syntaxMin/surface",
    ];
    for theme in Themes::core().iter() {
        for name in text {
            let least = if theme.id == "clarity" { 7.0 } else { 4.5 };
            let found = contrast(theme, name);
            assert!(found >= least, "{} {name}: {found:.2}", theme.id);
        }
        for name in ["chartMin/base", "chartMin/tint", "chartMin/surface"] {
            let found = contrast(theme, name);
            assert!(found >= 3.0, "{} {name}: {found:.2}", theme.id);
        }
    }
}

#[test]
fn an_unknown_theme_is_shown_in_the_default_one() {
    let themes = Themes::core();
    assert!(themes.find("lost").is_none());
    assert_eq!(themes.get("lost").id, "default");
    let themes = with(&harbour()).with_default("7d0f");
    assert_eq!(themes.get("lost").id, "7d0f");
    assert_eq!(themes.with_default("lost").get("nowhere").id, "7d0f");
}

#[test]
fn a_custom_theme_is_found_by_id_and_slug() {
    let themes = with(&harbour());
    assert_eq!((themes.get("7d0f").label.as_str(), themes.get("harbour").id.as_str()), ("Harbour", "7d0f"));
    assert_eq!(themes.get("ledger").id, "ledger");
}

#[test]
fn absent_values_of_a_custom_theme_come_from_the_default_theme() {
    let themes = with(&json!({"id": "a", "label": "Plain"}));
    let (own, base) = (themes.get("a"), themes.get("default"));
    assert_eq!((own.palette, &own.chart, &own.fonts), (base.palette, &base.chart, &base.fonts));
    assert_eq!((own.syntax, &own.gradient, &own.voice), (base.syntax, &base.gradient, &base.voice));
    assert_eq!((&own.brand_colors, &own.office_fonts), (&base.brand_colors, &base.office_fonts));
}

#[test]
fn a_custom_theme_uses_its_colours_for_brand_charts_code_and_gradient() {
    let themes = with(&harbour());
    let theme = themes.get("harbour");
    let (accent, deep) = (Rgb::hex(0xB0_12_3A), Rgb::hex(0x10_10_10));
    assert_eq!((theme.palette.accent, theme.palette.deep), (accent, deep));
    assert_eq!(theme.palette.base, themes.get("default").palette.base);
    assert_eq!(&theme.brand_colors[..2], [accent, deep]);
    assert_eq!((theme.chart[0], theme.syntax.keyword), (accent, accent));
    let linear = GradientFill::Linear { angle: 135, from: deep, to: accent };
    assert_eq!(theme.gradient.fill, linear);
    assert_eq!(theme.gradient.lightest, theme.palette.accent_on_deep.over(accent, 0.14));
    let mut charts = harbour();
    charts["chart"] = json!(["#111111", "#222222"]);
    assert_eq!(with(&charts).get("harbour").chart, [Rgb::hex(0x11_11_11), Rgb::hex(0x22_22_22)]);
    let pale = with(&json!({"id": "b", "label": "Pale", "colors": {"accentOnDeep": "#ABCDEF"}}));
    let ring = GradientOverlay { form: OverlayForm::Ring, color: Rgb::hex(0xAB_CD_EF), percent: 14 };
    assert_eq!(pale.get("b").gradient.over, Some(ring));
}

#[test]
fn the_fonts_of_a_custom_theme_have_bundled_weights() {
    let mono = json!({"family": "IBM Plex Mono", "weight": 400});
    let fonts = json!({"heading": "Newsreader", "body": {"family": "Inter"}, "mono": mono});
    let themes = with(&json!({"id": "a", "label": "Serif", "fonts": fonts}));
    let theme = themes.get("a");
    assert_eq!((theme.fonts.heading.family.as_str(), theme.fonts.heading.weight), ("Newsreader", 600));
    let body = &theme.fonts.body;
    assert_eq!((body.family.as_str(), body.weight, body.strong, body.italic), ("Inter", 400, 600, true));
    assert_eq!(theme.fonts.mono.family, "IBM Plex Mono");
    let office = &theme.office_fonts;
    assert_eq!([&office.heading, &office.body, &office.mono], ["Georgia", "Segoe UI", "Consolas"]);
    let themes = with(&json!({"id": "b", "label": "One weight", "fonts": {"body": "Newsreader"}}));
    let body = &themes.get("b").fonts.body;
    assert_eq!((body.weight, body.strong, body.italic), (600, 600, false));
}

#[test]
fn a_custom_theme_may_lock_backdrop_and_logo() {
    let themes = with(&json!({"id": "a", "label": "Firm", "locks": ["logo"]}));
    let locks = themes.get("a").locks;
    assert!(locks.logo && !locks.background);
}

#[test]
fn custom_themes_are_listed_first_each_group_by_label() {
    let themes = with(&json!({"id": "1", "label": "Zeal"}))
        .with_custom("organization", &json!({"id": "2", "label": "Amber"}))
        .expect("good")
        .with_unreadable("3", "Mist");
    assert_eq!(&ids(&themes)[..5], ["2", "3", "1", "atelier", "blueprint"]);
}

#[test]
fn the_api_lists_the_declared_values_of_custom_themes() {
    let mut declaration = harbour();
    declaration["logoUrl"] = json!("/uploads/logo.svg");
    declaration["fonts"] = json!({"heading": "Sora"});
    let view = json!(with(&declaration).listed());
    assert_eq!(view["count"], 9);
    let expected = json!({
        "id": "7d0f", "label": "Harbour", "brandColors": ["#B0123A", "#101010", "#C2410C", "#5FD0CF"],
        "hasBackgroundImages": true, "type": "custom", "isDefault": false, "slug": "harbour",
        "logoUrl": "/uploads/logo.svg", "colors": {"accent": "#B0123A", "deep": "#101010"},
        "fonts": {"heading": "Sora"},
    });
    assert_eq!(view["themes"][0], expected);
    let expected = json!({
        "id": "default", "label": "Tideline", "brandColors": ["#0B6B75", "#0B2A33", "#C2410C", "#5FD0CF"],
        "hasBackgroundImages": true, "type": "system", "isDefault": true,
    });
    assert_eq!(view["themes"][8], expected);
}

#[test]
fn exactly_one_theme_is_the_default() {
    let view = json!(with(&harbour()).with_default("harbour").listed());
    let defaults: Vec<&Value> = view["themes"]
        .as_array()
        .expect("a list")
        .iter()
        .filter(|theme| theme["isDefault"] == true)
        .map(|theme| &theme["id"])
        .collect();
    assert_eq!(defaults, ["7d0f"]);
}

#[test]
fn agents_get_four_values_of_each_theme() {
    let view = Themes::core().clone().with_unreadable("9", "Broken").agent_themes();
    let expected = json!({"id": "9", "label": "Broken", "brandColors": [], "hasBackgroundImages": false});
    assert_eq!(view["themes"][0], expected);
    let expected = json!({
        "id": "atelier", "label": "Atelier", "brandColors": ["#A63A1B", "#2A1B16", "#3C5A4A", "#D9A441"],
        "hasBackgroundImages": true,
    });
    assert_eq!(view["themes"][1], expected);
}

#[test]
fn an_unreadable_theme_looks_like_the_default() {
    let themes = Themes::core().clone().with_unreadable("9", "Broken");
    assert_eq!(themes.get("9").palette, themes.get("default").palette);
    assert_eq!(ids(&themes.with_unreadable("ledger", "Other")).len(), 9);
}
