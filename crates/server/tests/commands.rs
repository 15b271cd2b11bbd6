//! The commands over deck files, through the real binary.

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Output, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::command;

fn lectern(folder: &Path, arguments: &[&str]) -> Output {
    command(folder).args(arguments).output().expect("the binary runs")
}

fn folder_with(name: &str, deck: &Value) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join(name), deck.to_string()).expect("a file");
    folder
}

fn good() -> Value {
    json!({
        "title": "Harbour plan", "translations": {"de": {"slides": {"0": {"content": {"title": "Hafenplan"}}}}},
        "slides": [
            {"type": "title", "content": {"title": "Harbour plan"}},
            {"type": "eu.svc.slide.content", "content": {"title": "Why now", "body": "- Traffic grew by a third\n- The quay is full\n- Both locks are due"},
             "notes": "Pause."},
        ],
    })
}

fn code(output: &Output) -> Option<i32> {
    output.status.code()
}

fn words(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_deck_is_the_same_after_export_to_a_package() {
    let folder = folder_with("plan.json", &good());
    for arguments in [
        ["export", "plan.json", "--to", "json", "-o", "once.json"],
        ["export", "once.json", "--to", "json", "-o", "twice.json"],
        ["export", "plan.json", "--to", "deck", "-o", "plan.deck"],
        ["export", "plan.deck", "--to", "json", "-o", "back.json"],
    ] {
        let done = lectern(folder.path(), &arguments);
        assert_eq!((code(&done), words(&done.stderr)), (Some(0), String::new()), "{arguments:?}");
    }
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a file");
    assert!(read("once.json").starts_with("{\n  \"format\": \"svc.deck\",\n"));
    assert_eq!(read("once.json"), read("twice.json"));
    assert_eq!(read("once.json"), read("back.json"));
}

#[test]
fn a_file_may_begin_with_a_byte_order_mark() {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("plan.json"), format!("\u{feff}{}", good())).expect("a file");
    let done = lectern(folder.path(), &["check", "plan.json"]);
    assert_eq!(code(&done), Some(0), "{}", words(&done.stderr));
}

#[test]
fn pictures_are_copied_from_package_to_package() {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("seed.deck"), include_bytes!("../../../fuzz/seeds/package/picture.deck"))
        .expect("a file");
    let done = lectern(folder.path(), &["export", "seed.deck", "--to", "deck", "-o", "again.deck"]);
    assert_eq!((code(&done), words(&done.stderr)), (Some(0), String::new()));
    let names = |name: &str| -> Vec<String> {
        let bytes = fs::read(folder.path().join(name)).expect("a file");
        let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).expect("an archive");
        let entries: Vec<String> = (0..archive.len())
            .map(|at| archive.by_index(at).expect("an entry").name().expect("a name").to_string())
            .collect();
        entries.into_iter().filter(|name| name.starts_with("assets/")).collect()
    };
    assert_eq!(names("again.deck"), names("seed.deck"));
    assert_eq!(names("again.deck").len(), 1);
}

#[test]
fn one_language_is_exported() {
    let folder = folder_with("plan.json", &good());
    lectern(folder.path(), &["export", "plan.json", "--to", "json", "-o", "de.json", "--lang", "de-AT"]);
    let made: Value = serde_json::from_slice(&fs::read(folder.path().join("de.json")).expect("a file")).expect("JSON");
    assert_eq!((&made["slides"][0]["content"]["title"], &made["lang"]), (&json!("Hafenplan"), &json!("de")));
    assert_eq!(made.get("translations"), None);
}

#[test]
fn a_picture_without_bytes_stays_a_reference_and_is_reported() {
    let slide = json!({"type": "image", "content": {"image": "/uploads/quay.png", "alt": "Quay"}});
    let folder = folder_with("plan.json", &json!({"title": "T", "slides": [slide]}));
    let done = lectern(folder.path(), &["export", "plan.json", "--to", "deck", "-o", "plan.deck"]);
    assert_eq!(code(&done), Some(0));
    assert!(words(&done.stderr).contains("`/uploads/quay.png` is not part of `plan.json`"));
}

#[test]
fn a_file_that_is_no_deck_exits_1_and_writes_nothing() {
    for (text, reason) in [
        ("not json", "is no deck: it is neither a `.deck` package, JSON, Markdown"),
        ("{", "is no deck: not JSON"),
        (r#"{"format": "other", "slides": []}"#, "`format` is `other`"),
        (r#"{"version": 2, "slides": []}"#, "the supported version is 1"),
        ("PK not really", "is no deck"),
        ("", "is no deck: there is nothing in it"),
    ] {
        let folder = TempDir::new().expect("a folder");
        fs::write(folder.path().join("plan.json"), text).expect("a file");
        let done = lectern(folder.path(), &["export", "plan.json", "--to", "json", "-o", "out.json"]);
        assert_eq!(code(&done), Some(1), "{text}");
        assert!(words(&done.stderr).contains(reason), "{text}: {}", words(&done.stderr));
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "{text}");
    }
    let folder = TempDir::new().expect("a folder");
    let done = lectern(folder.path(), &["export", "absent.json", "--to", "json", "-o", "out.json"]);
    assert!(code(&done) == Some(1) && words(&done.stderr).contains("`absent.json` cannot be read"));
}

#[test]
fn an_output_that_cannot_be_written_exits_1() {
    let folder = folder_with("plan.json", &good());
    let done = lectern(folder.path(), &["export", "plan.json", "--to", "json", "-o", "no/such/folder/out.json"]);
    assert!(code(&done) == Some(1) && words(&done.stderr).contains("cannot be written"));
}

#[test]
fn the_author_takes_as_few_slides_as_the_service_does() {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("talk.md"), "# Tides\n\n## Ebb\n\nLow water is at noon.\n").expect("a file");
    for (slides, exit) in [("2", 2), ("3", 0)] {
        let done = lectern(folder.path(), &["author", "talk.md", "-o", "talk.deck", "--slides", slides]);
        assert_eq!(code(&done), Some(exit), "{slides}: {}", words(&done.stderr));
    }
}

#[test]
fn a_deck_is_not_replaced_by_what_is_made_from_it() {
    let folder = folder_with("plan.json", &good());
    let plan = folder.path().join("plan.json");
    let before = fs::read(&plan).expect("a file");
    for arguments in [
        &["export", "plan.json", "--to", "html", "-o", "./plan.json"][..],
        &["export", "plan.json", "--to", "deck", "-o", "plan.json"],
        &["export", "plan.json", "--to", "json", "--lang", "de", "-o", "plan.json"],
        &["author", "plan.json", "-o", "plan.json"],
    ] {
        let done = lectern(folder.path(), arguments);
        assert_eq!(code(&done), Some(1), "{arguments:?}");
        assert!(words(&done.stderr).contains("choose another name"), "{}", words(&done.stderr));
        assert_eq!(fs::read(&plan).expect("a file"), before, "{arguments:?}");
    }
    let whole = lectern(folder.path(), &["export", "plan.json", "--to", "json", "-o", "plan.json"]);
    assert_eq!(code(&whole), Some(0), "{}", words(&whole.stderr));
}

#[test]
fn a_dash_means_the_standard_streams() {
    let folder = folder_with("plan.json", &good());
    let piped = |arguments: &[&str], given: &[u8]| {
        let mut command = command(folder.path());
        command.args(arguments);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the binary runs");
        child.stdin.take().expect("a pipe").write_all(given).expect("it reads");
        let done = child.wait_with_output().expect("it ends");
        assert!(done.status.success(), "{arguments:?}");
        done.stdout
    };
    let package = piped(&["export", "plan.json", "--to", "deck", "-o", "-"], b"");
    let json = piped(&["export", "-", "--to", "json", "-o", "-"], &package);
    assert!(words(&json).starts_with("{\n  \"format\": \"svc.deck\",\n"));
    assert_eq!(words(&piped(&["export", "-", "--to", "json", "-o", "/dev/stdout"], &json)), words(&json));
    let markdown = piped(&["export", "/dev/stdin", "--to", "json", "-o", "-"], b"# Tides\n\n## Ebb\n\nLow water.\n");
    assert!(words(&markdown).contains("\"title\": \"Tides\""));
    assert!(piped(&["export", "-", "--to", "png", "-o", "-"], &json).starts_with(b"PK"));
    piped(&["check", "-"], &json);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "no file was made");
    let several = lectern(folder.path(), &["export", "plan.json", "plan.json", "--to", "json", "-o", "-"]);
    assert!(code(&several) == Some(1) && words(&several.stderr).contains("several decks need a folder"));
}

#[test]
fn exported_files_have_the_permissions_of_other_new_files() {
    let folder = folder_with("plan.json", &good());
    let mode = |name: &str| fs::metadata(folder.path().join(name)).expect("a file").permissions().mode() & 0o777;
    lectern(folder.path(), &["export", "plan.json", "--to", "json", "-o", "out.json"]);
    assert_eq!(mode("out.json"), mode("plan.json"));
}

#[test]
fn wrong_usage_exits_2() {
    let folder = folder_with("plan.json", &good());
    for arguments in
        [&["fly"][..], &["export", "plan.json"], &["export", "plan.json", "--to", "gif", "-o", "x"], &["check"]]
    {
        let done = lectern(folder.path(), arguments);
        assert!(code(&done) == Some(2) && !done.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn check_prints_nothing_for_a_valid_deck() {
    let folder = folder_with("plan.json", &good());
    let done = lectern(folder.path(), &["check", "plan.json"]);
    assert_eq!((code(&done), words(&done.stdout)), (Some(0), String::new()));
    assert_eq!(words(&done.stderr), "plan.json: 2 slides, 0 problems, 0 pieces of advice, 0 findings\n");
}

#[test]
fn check_prints_problems_and_advice_and_exits_1_for_problems() {
    let slides = json!([
        {"type": "quote", "content": {"quote": "", "colour": "blue"}},
        {"type": "image", "content": {"image": "https://x.test/quay.png"}},
    ]);
    let folder = folder_with("plan.json", &json!({"title": "T", "slides": slides}));
    let done = lectern(folder.path(), &["check", "plan.json"]);
    assert_eq!(code(&done), Some(1));
    assert_eq!(
        words(&done.stdout),
        "slide 1 (quote), colour: expected one of quoteAlign, quote, attribution, authorImage1, authorImage1Alt, quotes, \
         background, got an unknown field\n\
         slide 1 (quote), quote: expected a text of at most 400 characters that is not blank, got a blank text\n\
         slide 2: image: the picture has no alternative text\n"
    );
    let advice_only = folder_with("plan.json", &json!({"title": "T", "slides": [slides[1]]}));
    assert_eq!(code(&lectern(advice_only.path(), &["check", "plan.json"])), Some(0), "advice is no problem");
}

#[test]
fn a_merge_writes_a_deck_for_each_row() {
    let deck = json!({"title": "For {{name}}", "slides": [
        {"type": "title", "content": {"title": "Dear {{name}} of {{city}}"}},
        {"type": "content", "content": {"title": "Why", "body": "- Same for {{all}}"}},
    ]});
    let folder = folder_with("letter.json", &deck);
    fs::write(folder.path().join("people.csv"), "name;all\nAda;us\nBo;you\n").expect("a file");
    let done = lectern(
        folder.path(),
        &["merge", "letter.json", "people.csv", "-o", "out", "--to", "html,pptx", "--name", "{{name}} {{row}}"],
    );
    assert_eq!(code(&done), Some(0), "{}", words(&done.stderr));
    assert!(words(&done.stderr).contains("slide 1: title: `{{city}}` has no value"), "{}", words(&done.stderr));
    let mut names: Vec<String> = fs::read_dir(folder.path().join("out"))
        .expect("a folder")
        .map(|file| file.expect("a file").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, ["Ada 1.html", "Ada 1.pptx", "Bo 2.html", "Bo 2.pptx"]);
    let html = fs::read_to_string(folder.path().join("out/Bo 2.html")).expect("text");
    assert!(html.contains("<title>For Bo</title>") && html.contains("you") && !html.contains("Ada"));
    let wrong = lectern(folder.path(), &["merge", "letter.json", "people.csv", "-o", "out", "--name", "{{nme}}"]);
    assert_eq!(code(&wrong), Some(1));
    assert!(words(&wrong.stderr).contains("no column `nme`; columns are name, all"), "{}", words(&wrong.stderr));
}

#[test]
fn a_bound_deck_is_checked_and_exported_with_its_values() {
    let deck = json!({"title": "Sales", "settings": {"data": {"sales": {"csv": "region,total\nNorth,12\nSouth,9\n", "pushedAt": "2026-11-17T16:00:00Z"}}},
    "slides": [
        {"type": "chart", "content": {"title": "{{sales.region}} leads by {{sales.lead}}", "chartType": "bar", "data": "Region,Total\n{{sales[*].region}},{{sales[*].total}}"}},
        {"type": "list", "content": {"title": "Regions", "items": [{"title": "{{sales[*].region}}"}]}},
    ]});
    let folder = folder_with("sales.json", &deck);
    let checked = lectern(folder.path(), &["check", "sales.json"]);
    assert_eq!(code(&checked), Some(0), "{}", words(&checked.stdout));
    assert!(
        words(&checked.stdout).contains("slide 1: title: `{{sales.lead}}` has no value: `sales` has no column `lead`")
    );
    let done = lectern(folder.path(), &["export", "sales.json", "--to", "html", "-o", "sales.html"]);
    assert_eq!(code(&done), Some(0), "{}", words(&done.stderr));
    let html = fs::read_to_string(folder.path().join("sales.html")).expect("text");
    assert!(html.contains("North leads by {{sales.lead}}") && html.contains("South"));
    assert!(html.contains("Data: sales (2026-11-17T16:00:00Z)"), "the file names the state of its data");
    let again = lectern(folder.path(), &["export", "sales.json", "--to", "json", "-o", "again.json"]);
    assert_eq!(code(&again), Some(0));
    let again: Value =
        serde_json::from_slice(&fs::read(folder.path().join("again.json")).expect("a file")).expect("JSON");
    assert_eq!(
        (&again["settings"], &again["slides"][1]["content"]["items"]),
        (&deck["settings"], &deck["slides"][1]["content"]["items"])
    );
}

#[test]
fn data_are_taken_from_files_for_an_export() {
    let deck = json!({"title": "Sales", "settings": {"data": {"sales": {"csv": "region,total\nNorth,12\n", "staleAfterHours": 9}}},
    "slides": [{"type": "title", "content": {"title": "{{sales.region}} has {{sales.total}}, led by {{team.name}}"}}]});
    let folder = folder_with("sales.json", &deck);
    fs::write(folder.path().join("new.csv"), "region;total\nSouth;9\n").expect("a file");
    fs::write(folder.path().join("team.json"), r#"[{"name": "Ada"}]"#).expect("a file");
    let export = |out: &[&str]| {
        let data = ["export", "sales.json", "--data", "sales=new.csv", "--data", "team=team.json"];
        lectern(folder.path(), &[&data, out].concat())
    };
    let done = export(&["--to", "html", "-o", "sales.html"]);
    assert_eq!(code(&done), Some(0), "{}", words(&done.stderr));
    let html = fs::read_to_string(folder.path().join("sales.html")).expect("text");
    assert!(html.contains("South has 9, led by Ada") && html.contains("Data: sales (20"), "{html}");
    assert_eq!(code(&export(&["--to", "json", "-o", "new.json"])), Some(0));
    let new: Value = serde_json::from_slice(&fs::read(folder.path().join("new.json")).expect("a file")).expect("JSON");
    let sales = &new["settings"]["data"]["sales"];
    assert_eq!((&sales["csv"], &sales["staleAfterHours"]), (&json!("region,total\nSouth,9\n"), &json!(9)));
    for (data, reason) in [
        ("sales", "expected the name of the data and its file"),
        ("Sales=new.csv", "is no name of a data source"),
        ("sales=missing.csv", "`missing.csv` cannot be read"),
    ] {
        let refused = lectern(folder.path(), &["export", "sales.json", "--data", data, "--to", "pdf", "-o", "x.pdf"]);
        assert_ne!(code(&refused), Some(0), "{data}");
        assert!(words(&refused.stderr).contains(reason), "{data}: {}", words(&refused.stderr));
        assert!(!folder.path().join("x.pdf").exists());
    }
}

#[test]
fn a_choice_that_a_form_does_not_have_is_refused() {
    let folder = folder_with(
        "plan.json",
        &json!({"title": "Tide", "slides": [{"type": "title", "content": {"title": "Tide"}}]}),
    );
    for (choice, form, why) in [
        (["--slides", "1"].as_slice(), "json", "need a format that draws slides"),
        (&["--hidden"], "deck", "need a format that draws slides"),
        (&["--handout", "3"], "pptx", "`--handout` needs `--to pdf`"),
    ] {
        let arguments = [&["export", "plan.json", "--to", form, "-o", "out"], choice].concat();
        let refused = lectern(folder.path(), &arguments);
        assert_eq!(code(&refused), Some(1), "{arguments:?}");
        assert!(words(&refused.stderr).contains(why), "{}", words(&refused.stderr));
        assert!(!folder.path().join("out").exists());
    }
}

#[test]
fn a_formula_that_is_not_understood_is_a_finding_of_check() {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("talk.md"), "# Sums\n\n---\n\n## Two\n\n$x^2$ is known, $\\foo$ is not.\n")
        .expect("a file");
    let checked = lectern(folder.path(), &["check", "talk.md"]);
    let printed = words(&checked.stdout);
    assert!(printed.contains("slide 2: body: a formula is not drawn: the command `\\foo` is not known"), "{printed}");
}

#[test]
fn a_character_that_no_font_has_is_a_finding_of_check() {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("talk.md"), "# Scripts\n\n---\n\n## Linear A\n\nA sign: \u{10600}.\n")
        .expect("a file");
    let checked = lectern(folder.path(), &["check", "talk.md"]);
    let printed = words(&checked.stdout);
    assert!(printed.contains("slide 2: body: no font has `\u{10600}`"), "{printed}");
}

#[test]
fn a_markdown_file_is_a_deck_too() {
    let folder = TempDir::new().expect("a folder");
    let text = "# Water\n\n---\n\n## Why\n\n- One\n- Two\n\n![x](quay.png)\n\n<!-- Slowly. -->\n";
    std::fs::write(folder.path().join("talk.md"), text).expect("it is written");
    let done = lectern(folder.path(), &["export", "talk.md", "--to", "json", "-o", "talk.json"]);
    assert_eq!(code(&done), Some(0), "{}", words(&done.stderr));
    assert!(words(&done.stderr).contains("slide 2: the picture `quay.png` was left out"), "{}", words(&done.stderr));
    let deck: Value =
        serde_json::from_slice(&std::fs::read(folder.path().join("talk.json")).expect("a file")).expect("JSON");
    assert_eq!((&deck["title"], &deck["slides"][1]["notes"]), (&json!("Water"), &json!("Slowly.")));
    let checked = lectern(folder.path(), &["check", "talk.md"]);
    assert_eq!(code(&checked), Some(0), "{}", words(&checked.stdout));
    std::fs::write(folder.path().join("empty.md"), "\n").expect("it is written");
    let empty = lectern(folder.path(), &["check", "empty.md"]);
    assert_eq!(code(&empty), Some(1));
    assert!(words(&empty.stderr).contains("there is nothing in it"));
}
