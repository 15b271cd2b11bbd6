//! Tests what is read from Markdown files: the slides with their notes, and the remarks.

use proptest::prelude::*;

use super::*;
use crate::{CountedIds, Deck, EnvelopeContext, Registry, sent_problems};

/// The slides of a file, one in a line, and its remarks.
fn check(text: &str) -> String {
    let read = from_markdown(text, "en-GB").expect("a deck");
    let slides = read.envelope["slides"].as_array().expect("slides");
    for (index, slide) in slides.iter().enumerate() {
        assert_eq!(sent_problems(Registry::core(), index, slide), [], "{slide}");
    }
    let mut lines: Vec<String> = slides
        .iter()
        .map(|slide| {
            let notes = slide["notes"].as_str().map(|notes| format!(" // {notes}")).unwrap_or_default();
            format!(
                "{} {}{notes}",
                slide["type"].as_str().expect("a type").trim_end_matches("-slide"),
                slide["content"]
            )
        })
        .collect();
    lines.extend(read.remarks.iter().map(|remark| format!("{}: {}", remark.slide, remark.text)));
    lines.join("\n")
}

#[test]
fn headings_choose_title_section_and_content() {
    assert_eq!(
        check(
            "# Water\n\nFor every street\n\n---\n\n# Part one\n\n---\n\n## Why\n\nBecause **it** leaks.\n\nEvery day."
        ),
        r#"title {"title":"Water","subheading":"For every street"}
chapter-title {"title":"Part one"}
content {"title":"Why","body":"Because **it** leaks.\n\nEvery day."}"#
    );
}

#[test]
fn front_matter_names_the_deck() {
    let text = "---\ntitle: \"Water\"\ntheme: ledger\nlang: nl\nauthor: Anna\ndate: 2026-03-12\ntags:\n  - a\n---\n\n## Why\n\nSo.\nAnd so.";
    let read = from_markdown(text, "en-GB").expect("a deck").envelope;
    assert_eq!((&read["title"], &read["theme"], &read["lang"]), (&json!("Water"), &json!("ledger"), &json!("nl")));
    assert_eq!(
        check(text),
        r#"title {"title":"Water","meta":"Anna · 2026-03-12"}
content {"title":"Why","body":"So.\nAnd so."}"#
    );
    let none = from_markdown("---\n\n# Only a rule\n\n---\n\nText", "de").expect("a deck").envelope;
    assert_eq!((&none["title"], &none["lang"]), (&json!("Only a rule"), &json!("de")));
}

#[test]
fn lists_tables_code_and_quotes_become_their_types() {
    assert_eq!(
        check(
            "## Rules\n\n- **Keep** one lane open\n- Tell people: a week ahead\n- Clean up\n\n---\n\n## Steps\n\n1. Dig\n2. Lay\n\n---\n\n\
             ## Costs\n\n| What | Sum |\n|---|---|\n| Pipes | 12 |\n\nIn thousands.\n\n---\n\n## Code\n\n```rust\nlet a = 1;\n---\n```\n\n---\n\n\
             > Build for the tide.\n>\n> — A pilot"
        ),
        r#"list {"title":"Rules","variant":"bullets","items":[{"title":"Keep","text":"one lane open"},{"title":"Tell people: a week ahead"},{"title":"Clean up"}]}
list {"title":"Steps","variant":"numbers","items":[{"title":"Dig"},{"title":"Lay"}]}
table {"title":"Costs","rows":[{"c1":"What","c2":"Sum"},{"c1":"Pipes","c2":"12"}],"colCount":"2","headerRow":"on","caption":"In thousands."}
code {"title":"Code","code":"let a = 1;\n---","language":"rust"}
quote {"quote":"Build for the tide.","attribution":"A pilot"}"#
    );
}

#[test]
fn lines_in_braces_after_the_language_of_code_are_marked() {
    let code = |fence: &str| check(&format!("## Code\n\n```{fence}\nlet a = 1;\n```"));
    let slide = |rest: &str| format!(r#"code {{"title":"Code","code":"let a = 1;"{rest}}}"#);
    let rust = r#","language":"rust""#;
    assert_eq!(code("rust {1-3|5, 7}"), slide(&format!(r#"{rust},"highlightSteps":"1-3|5, 7""#)));
    assert_eq!(code("rust{all|2|4-5|all}"), slide(&format!(r#"{rust},"highlightSteps":"2|4-5""#)));
    assert_eq!(code("rust {2,4-5}"), slide(&format!(r#"{rust},"highlightLines":"2,4-5""#)));
    for other in ["rust {all}", "rust {}"] {
        assert_eq!(code(other), slide(rust), "{other}");
    }
    for other in ["rust {numberLines=1}", "rust {0|x}", "rust {1"] {
        let attributes = other.trim_start_matches("rust {").trim_end_matches('}');
        let remark = format!(
            "`{{{attributes}}}` was left out: braces after the language can only name lines, such as {{1-3|5}}"
        );
        assert_eq!(code(other), format!("{}\n1: {remark}", slide(rust)), "{other}");
    }
    let long = (1..=40).map(|line| line.to_string()).collect::<Vec<_>>().join(",");
    let remark = "the marked lines were left out: they have more than 80 characters";
    assert_eq!(code(&format!("rust {{{long}}}")), format!("{}\n1: {remark}", slide(rust)));
}

#[test]
fn a_formula_and_its_symbols_are_a_formula_slide() {
    assert_eq!(
        check(
            "## Energy\n\n$$E = mc^2$$\n\n- $m$: mass\n- $c$ is the speed of light\n\n---\n\n## Alone\n\n$$a$$\n\n---\n\n\
             ## In a text\n\nSo $a$ is $$b$$\n\n---\n\n## With points\n\n$$a$$\n\n- one\n- two"
        ),
        r#"formula {"title":"Energy","formula":"E = mc^2","parts":[{"symbol":"m","text":"mass"},{"symbol":"c","text":"is the speed of light"}]}
formula {"title":"Alone","formula":"a","parts":[]}
content {"title":"In a text","body":"So $a$ is $$b$$"}
content {"title":"With points","body":"$$a$$\n\n- one\n- two"}"#
    );
}

#[test]
fn a_block_in_the_language_of_diagrams_is_a_diagram_slide() {
    let long = "A --> B\n".repeat(600);
    let source = format!(
        "## Flow\n\n```mermaid\nflowchart LR\n  A --> B\n```\n\nFrom the *manual*\n\n---\n\n## Other\n\n\
         ```mermaid\npie\n  \"a\" : 1\n```\n\n---\n\n## Code\n\n```rust\nfn main() {{}}\n```\n\n---\n\n\
         ## Long\n\n```mermaid\n{long}```"
    );
    let slides = check(&source);
    let lines: Vec<&str> = slides.lines().collect();
    assert_eq!(lines[0], r#"diagram {"title":"Flow","diagram":"flowchart LR\n  A --> B","caption":"From the manual"}"#);
    assert_eq!(lines[1], r#"diagram {"title":"Other","diagram":"pie\n  \"a\" : 1"}"#);
    assert!(lines[2].starts_with("code ") && lines[3].starts_with("code "), "{slides}");
}

#[test]
fn a_diagram_beside_text_is_still_drawn() {
    assert_eq!(
        check("## Flow\n\nThe way of a *job*.\n\n```mermaid\nflowchart LR\n  A --> B\n```"),
        r#"diagram {"title":"Flow","diagram":"flowchart LR\n  A --> B","subheading":"The way of a job."}"#
    );
    assert_eq!(
        check("## Flow\n\nAbove.\n\n``` mermaid\npie\n  \"a\" : 1\n```\n\nBelow $x$.\n"),
        r#"diagram {"title":"Flow","diagram":"pie\n  \"a\" : 1","subheading":"Above.","caption":"Below $x$."}"#
    );
    assert_eq!(
        check(
            "## Flow\n\n- one\n- two\n\n~~~mermaid\nflowchart LR\n  A --> B\n~~~\n\nBetween.\n\n```mermaid\n\
             mindmap\n  a\n```\n\nOne more.\n\nThe last paragraph."
        ),
        r#"list {"title":"Flow","variant":"bullets","items":[{"title":"one"},{"title":"two"}]}
diagram {"title":"Flow","diagram":"flowchart LR\n  A --> B","caption":"Between."}
diagram {"title":"Flow","diagram":"mindmap\n  a"}
content {"title":"Flow","body":"One more.\n\nThe last paragraph."}
1: a diagram has a slide of its own, so the text goes on for 4 slides"#
    );
    // Code that is shown, not drawn.
    assert_eq!(
        check("## Code\n\nWrite\n\n````markdown\n```mermaid\nflowchart LR\n```\n````\n\nto draw."),
        r#"content {"title":"Code","body":"Write\n\n````markdown\n```mermaid\nflowchart LR\n```\n````\n\nto draw."}"#
    );
}

#[test]
fn lists_that_are_more_than_short_points_stay_text() {
    assert_eq!(
        check(
            "## A\n\n- one\n  - nested\n- two\n\n---\n\n## B\n\n- [one](https://a.test)\n- two\n\n---\n\n## C\n\n- [x] done\n- [ ] open\n\n---\n\n## D\n\n- alone"
        ),
        r#"content {"title":"A","body":"- one\n  - nested\n- two"}
content {"title":"B","body":"- [one](https://a.test)\n- two"}
content {"title":"C","body":"- [x] done\n- [ ] open"}
content {"title":"D","body":"- alone"}"#
    );
}

#[test]
fn pictures_stand_alone_beside_text_or_in_a_gallery() {
    assert_eq!(
        check(
            "![Pump](https://a.test/p.png \"The pump\")\n\n---\n\n## Beside\n\n![Pump](https://a.test/p.png)\n\nIt pumps.\n\n---\n\n\
             ## Many\n\n![A](https://a.test/a.png)\n![B](https://a.test/b.png)\n\n---\n\n## Local\n\n![Quay](img/quay.png)\n\nText\n\nMore"
        ),
        r#"image {"image":"https://a.test/p.png","alt":"Pump","caption":"The pump"}
image-text {"title":"Beside","body":"It pumps.","images":[{"src":"https://a.test/p.png","alt":"Pump"}]}
gallery {"title":"Many","images":[{"src":"https://a.test/a.png","alt":"A","caption":""},{"src":"https://a.test/b.png","alt":"B","caption":""}]}
content {"title":"Local","body":"Quay\n\nText\n\nMore"}
4: the picture `img/quay.png` was left out: only https addresses and uploads are shown"#
    );
}

#[test]
fn second_headings_and_captions_are_kept_beside_tables_code_and_pictures() {
    assert_eq!(
        check(
            "## Costs\n\n### In euros\n\n| a |\n|---|\n| 1 |\n\n---\n\n## Code\n\n### Short\n\n```rust\nx\n```\n\nBelow.\n\n---\n\n\
             ## Pump\n\n### At the quay\n\n![P](https://a.test/p.png)\n\n---\n\n\
             ## Beside\n\n### Of *both*\n\n![P](https://a.test/p.png \"The pump\")\n\nIt pumps.\n\n---\n\n\
             ## Many\n\n### Two\n\n![A](https://a.test/a.png)\n![B](https://a.test/b.png)"
        ),
        r####"table {"title":"Costs","rows":[{"c1":"a"},{"c1":"1"}],"colCount":"1","headerRow":"on","caption":"In euros"}
code {"title":"Code","code":"x","language":"rust","caption":"Short · Below."}
image {"image":"https://a.test/p.png","alt":"P","title":"Pump","subheading":"At the quay"}
image-text {"title":"Beside","body":"### Of *both*\n\n\nIt pumps.","images":[{"src":"https://a.test/p.png","alt":"P"}],"caption":"The pump"}
gallery {"title":"Many","images":[{"src":"https://a.test/a.png","alt":"A","caption":""},{"src":"https://a.test/b.png","alt":"B","caption":""}],"subheading":"Two"}"####
    );
}

#[test]
fn formulas_in_headings_and_cells_keep_their_notation() {
    assert_eq!(
        check(
            "## The case $n^2$\n\n| *a* | $x_1$ |\n|---|---|\n| from \\$5 | \\$y\\$ |\n\n---\n\n## Links\n\n| a |\n|---|\n| [b](https://a.test) |"
        ),
        r#"table {"title":"The case $n^2$","rows":[{"c1":"a","c2":"$x_1$"},{"c1":"from $5","c2":"\\$y\\$"}],"colCount":"2","headerRow":"on"}
content {"title":"Links","body":"| a |\n|---|\n| [b](https://a.test) |"}"#
    );
    let read = from_markdown("## The case $n^2$\n\nSo.\n\nAnd so.", "en-GB").expect("a deck").envelope;
    assert_eq!(read["title"], "The case n²");
}

#[test]
fn comments_are_notes_and_settings_of_other_programs_are_not() {
    assert_eq!(
        check(
            "# A <!-- Slowly. -->\n\n<!--\nPause.\n\n---\n\nThen on.\n-->\n\n---\n<!-- _class: lead -->\n# B\n\n```html\n<!-- shown -->\n```\n\n---\nlayout: cover\nclass: x\n---\n\n# C"
        ),
        "title {\"title\":\"A\"} // Slowly.\n\nPause.\n\n---\n\nThen on.\n\
         code {\"title\":\"B\",\"code\":\"<!-- shown -->\",\"language\":\"html\"}\n\
         chapter-title {\"title\":\"C\"}"
    );
}

#[test]
fn a_file_without_rules_is_cut_at_its_headings() {
    assert_eq!(
        check("# Water\n\n## Why\n\nOne.\n\nTwo.\n\n## How\n\n### Slowly\n\nThree."),
        r#"title {"title":"Water"}
content {"title":"Why","body":"One.\n\nTwo."}
content {"title":"How","body":"Three.","subheading":"Slowly"}"#
    );
}

#[test]
fn a_rule_does_not_switch_off_cutting_at_headings() {
    assert_eq!(
        check("# Water\n\n## Why\n\nOne.\n\n## How\n\nTwo.\n\n---\n\n# Part\n\n## Below it\n\nThree."),
        r#"title {"title":"Water"}
content {"title":"Why","body":"One."}
content {"title":"How","body":"Two."}
content {"title":"Part","body":"Three.","subheading":"Below it"}"#
    );
}

#[test]
fn a_long_text_is_split_and_a_long_title_is_cut_with_a_remark() {
    let paragraph = format!("{}.", "word ".repeat(300).trim());
    let text = format!("## {}\n\n{}", "Long ".repeat(40), [paragraph.as_str(); 3].join("\n\n"));
    let read = from_markdown(&text, "en-GB").expect("a deck");
    let slides = read.envelope["slides"].as_array().expect("slides");
    assert_eq!(slides.len(), 3);
    assert!(slides[1]["content"]["title"].as_str().expect("a title").ends_with("… (2)"), "{}", slides[1]);
    let remarks: Vec<&str> = read.remarks.iter().map(|remark| remark.text.text()).collect();
    assert_eq!(
        remarks,
        [
            "the text was longer than 3000 characters and goes on for 3 slides",
            "the title was longer than 120 characters and was cut",
        ]
    );
}

#[test]
fn long_lists_tables_and_code_are_split_between_lines() {
    let bodies = |text: &str| -> Vec<String> {
        let read = from_markdown(&format!("## A\n\n{text}"), "en-GB").expect("a deck").envelope;
        let slides = read["slides"].as_array().expect("slides");
        slides.iter().map(|slide| slide["content"]["body"].as_str().expect("a body").to_owned()).collect()
    };
    let words = ["word"; 14].join(" ");
    let list = bodies(&vec![format!("- {words}"); 60].join("\n"));
    assert_eq!(list.len(), 2);
    assert!(list.iter().flat_map(|body| body.lines()).all(|line| *line == format!("- {words}")), "{list:?}");
    let table = bodies(&format!("| a |\n|---|\n{}", vec![format!("| {words} |"); 60].join("\n")));
    assert_eq!(table.len(), 2);
    let is_table = |body: &String| body.starts_with("| a |\n|---|\n| word") && body.ends_with("word |");
    assert!(table.iter().all(is_table), "{table:?}");
    let code = bodies(&format!("So:\n\n```rust\n{}\n```", vec![format!("    {words}"); 60].join("\n")));
    assert_eq!(code.len(), 2);
    assert!(code[0].starts_with("So:\n\n```rust\n    word") && code[0].ends_with("word\n```"), "{code:?}");
    assert!(code[1].starts_with("```rust\n    word") && code[1].ends_with("word\n```"), "{code:?}");
}

#[test]
fn an_empty_file_has_no_deck() {
    for empty in ["", "\n\n", "---\n---\n---", "<!-- only a note -->"] {
        assert_eq!(from_markdown(empty, "en-GB"), None, "{empty:?}");
    }
}

proptest! {
    #[test]
    fn any_text_becomes_a_valid_deck(
        lines in prop::collection::vec(prop_oneof![
            Just("---".to_owned()), Just("# H".to_owned()), Just("## H".to_owned()), Just("```".to_owned()),
            Just("- a".to_owned()), Just("> q".to_owned()), Just("| a | b |".to_owned()), Just("|---|---|".to_owned()),
            Just("<!-- n".to_owned()), Just("-->".to_owned()), Just("![a](https://a.test/b.png)".to_owned()),
            Just(String::new()), "\\PC{0,40}",
        ], 0..40),
    ) {
        let Some(read) = from_markdown(&lines.join("\n"), "en-GB") else { return Ok(()) };
        for (index, slide) in read.envelope["slides"].as_array().expect("slides").iter().enumerate() {
            let problems = sent_problems(Registry::core(), index, slide);
            prop_assert!(problems.is_empty(), "{slide} {problems:?}");
        }
        let mut ids = CountedIds::default();
        let reading = EnvelopeContext { registry: Registry::core(), deck_id: "d", ids: &mut ids, max_slides: 1000 };
        prop_assert!(Deck::from_envelope(read.envelope, reading).is_ok());
    }
}
