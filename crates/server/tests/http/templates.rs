//! Themes from PowerPoint files by the real binary. How the look of a file is converted to a theme is tested in
//! `office`.

use serde_json::{Value, json};

use super::lectern::{Answer, Lectern};
use super::powerpoint::{DRAWING, File, MAIN, RELATIONS, png, relations, titled};

const IMPORT: &str = "/api/themes/custom/import/pptx";

/// A PowerPoint template: a green accent, a logo at the upper right, and no slides.
fn template(logo: Vec<u8>) -> File {
    let heads = format!("xmlns:p=\"{MAIN}\" xmlns:a=\"{DRAWING}\" xmlns:r=\"{RELATIONS}\"");
    let colors = [
        ("dk1", "1A1A1A"),
        ("lt1", "FFFFFF"),
        ("dk2", "08281A"),
        ("lt2", "EEF4F0"),
        ("accent1", "0A5C36"),
        ("accent2", "C2410C"),
    ];
    let color = |(name, color): (&str, &str)| format!("<a:{name}><a:srgbClr val=\"{color}\"/></a:{name}>");
    let colors = colors.map(color).concat();
    let theme = format!(
        "<a:theme {heads} name=\"Harbour\"><a:themeElements><a:clrScheme name=\"x\">{colors}</a:clrScheme><a:fontScheme \
         name=\"x\"><a:majorFont><a:latin typeface=\"Georgia\"/></a:majorFont><a:minorFont><a:latin typeface=\"Inter\"/>\
         </a:minorFont></a:fontScheme></a:themeElements></a:theme>"
    );
    let master = format!(
        "<p:sldMaster {heads}><p:cSld><p:spTree><p:pic><p:nvPicPr><p:cNvPr id=\"3\" name=\"Picture 3\"/><p:cNvPicPr/><p:nvPr/>\
         </p:nvPicPr><p:blipFill><a:blip r:embed=\"rId2\"/></p:blipFill><p:spPr><a:xfrm><a:off x=\"10500000\" y=\"200000\"/>\
         <a:ext cx=\"1200000\" cy=\"500000\"/></a:xfrm></p:spPr></p:pic></p:spTree></p:cSld><p:clrMap bg1=\"lt1\" tx1=\"dk1\" \
         bg2=\"lt2\" tx2=\"dk2\"/></p:sldMaster>"
    );
    let link = |id: &str, kind: &str, target: &str| (id.to_owned(), kind.to_owned(), target.to_owned(), false);
    File::new(&[])
        .with(
            "ppt/_rels/presentation.xml.rels",
            relations([link("rId1", "slideMaster", "slideMasters/slideMaster1.xml")]),
        )
        .with("ppt/slideMasters/slideMaster1.xml", master)
        .with(
            "ppt/slideMasters/_rels/slideMaster1.xml.rels",
            relations([link("rId1", "theme", "../theme/theme1.xml"), link("rId2", "image", "../media/logo.png")]),
        )
        .with("ppt/theme/theme1.xml", theme)
        .with("ppt/media/logo.png", logo)
}

fn import(lectern: &Lectern, cookie: &str, file: Vec<u8>) -> Answer {
    lectern.call("POST", IMPORT).header("Cookie", cookie).body(file).send()
}

fn themes(lectern: &Lectern, cookie: &str) -> Value {
    lectern.call("GET", "/api/themes/custom").header("Cookie", cookie).send().json()["themes"].clone()
}

#[test]
fn a_template_becomes_a_theme_with_its_logo() {
    let lectern = Lectern::start();
    let cookie = lectern.cookie();
    let answer = import(&lectern, &cookie, template(png()).bytes());
    assert_eq!(answer.status, 201, "{}", answer.text());
    let body = answer.json();
    let theme = &body["theme"];
    assert_eq!((&theme["label"], &theme["slug"]), (&json!("Harbour"), &json!("harbour")));
    assert_eq!((&theme["colors"]["accent"], &theme["colors"]["deep"]), (&json!("#0A5C36"), &json!("#08281A")));
    assert_eq!((&theme["chart"], &theme["locks"]), (&json!(["#0A5C36", "#C2410C"]), &json!(["logo"])));
    assert_eq!(theme["fonts"]["heading"]["family"], "Newsreader");
    let logo = theme["logoUrl"].as_str().expect("a logo");
    assert!(logo.starts_with("/uploads/Harbour-logo-"), "{logo}");
    assert_eq!(lectern.call("GET", logo).send().status, 200);
    for part in ["taken", "changed", "leftOut"] {
        assert!(body["report"][part].is_array(), "{part}: {}", body["report"]);
    }
    assert!(body["report"]["taken"].to_string().contains("The logo, at the upper right of every slide."), "{body}");
    assert_eq!(themes(&lectern, &cookie)[0], *theme);
    // All fields of the theme can be sent back, as the editor does.
    let path = format!("/api/themes/custom/{}", theme["id"].as_str().expect("an id"));
    let change = json!({ "label": "Quay", "chart": ["#0A5C36"], "locks": [] });
    let changed = lectern.call("PUT", &path).header("Cookie", &cookie).json(&change).send().json()["theme"].clone();
    assert_eq!(
        (&changed["label"], &changed["chart"], &changed["locks"]),
        (&json!("Quay"), &json!(["#0A5C36"]), &json!([]))
    );
}

#[test]
fn a_template_may_come_in_a_form_and_its_file_names_the_theme() {
    let lectern = Lectern::start();
    let cookie = lectern.cookie();
    let theme = format!("<a:theme xmlns:a=\"{DRAWING}\" name=\"Office Theme\"/>");
    let mut form = b"--cut\r\nContent-Disposition: form-data; name=\"file\"; filename=\"Acme.potx\"\r\n\r\n".to_vec();
    form.extend_from_slice(&template(png()).with("ppt/theme/theme1.xml", theme).bytes());
    form.extend_from_slice(b"\r\n--cut--\r\n");
    let kind = "multipart/form-data; boundary=cut";
    let send = || {
        lectern.call("POST", IMPORT).header("Cookie", &cookie).header("Content-Type", kind).body(form.clone()).send()
    };
    let slugs: Vec<Value> = [send(), send()].iter().map(|answer| answer.json()["theme"]["slug"].clone()).collect();
    assert_eq!(slugs, ["acme", "acme-2"]);
    assert_eq!(themes(&lectern, &cookie)[0]["label"], "Acme");
}

#[test]
fn a_logo_that_is_no_picture_is_left_out() {
    let lectern = Lectern::start();
    let cookie = lectern.cookie();
    let answer = import(&lectern, &cookie, template(b"harbour".to_vec()).bytes());
    assert_eq!(answer.status, 201, "{}", answer.text());
    let body = answer.json();
    assert_eq!((&body["theme"]["logoUrl"], &body["theme"]["locks"]), (&Value::Null, &Value::Null));
    assert!(!body["report"]["taken"].to_string().contains("logo"), "{body}");
    assert!(body["report"]["leftOut"].to_string().contains("The logo could not be stored: "), "{body}");
}

#[test]
fn only_administrators_make_themes_and_refused_files_leave_nothing_behind() {
    let lectern = Lectern::start();
    let (cookie, key) = (lectern.cookie(), lectern.key("read,write"));
    let good = template(png()).bytes();
    assert_eq!(lectern.call("POST", IMPORT).body(good.clone()).send().status, 401);
    assert_eq!(lectern.call("POST", IMPORT).key(&key).body(good.clone()).send().status, 401, "a key is no session");
    let cases: Vec<(&str, Vec<u8>)> = vec![
        ("nothing", Vec::new()),
        ("plain words", b"harbour".to_vec()),
        ("cut short", good[..good.len() / 2].to_vec()),
        ("without a master", File::new(&[titled("Quay")]).bytes()),
        (
            "an entity",
            template(png()).with("ppt/theme/theme1.xml", "<!DOCTYPE a [<!ENTITY b SYSTEM \"c\">]><a>&b;</a>").bytes(),
        ),
        (
            "a part that unpacks to a gigabyte",
            template(png()).with("ppt/theme/theme1.xml", vec![b' '; 200 << 20]).bytes(),
        ),
    ];
    for (name, file) in cases {
        let answer = import(&lectern, &cookie, file);
        assert_eq!(answer.refusal(), "400 invalid_package", "{name}: {}", answer.text());
    }
    assert_eq!(themes(&lectern, &cookie), json!([]));
    let pictures = lectern.call("GET", "/api/v1/image-library").key(&key).send().json();
    assert_eq!(pictures["pagination"]["total"], 0);
}
