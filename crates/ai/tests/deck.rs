//! Decks made from texts: recognised structures, limits, languages, unusual input.

use ai::builtin::BuiltinAuthor;
use ai::{DeckDraft, DeckSource};
use deck::{Deck, Registry};
use serde_json::json;

fn deck_of(text: &str) -> DeckDraft {
    check_deck(&DeckSource::new(text))
}

fn check_deck(source: &DeckSource) -> DeckDraft {
    let draft = BuiltinAuthor::new(Registry::core()).deck(source);
    for (at, slide) in draft.slides.iter().enumerate() {
        let slide = json!({"type": slide.key, "content": slide.content});
        assert!(deck::validated_slide(Registry::core(), at, &slide).is_ok(), "{slide:#}");
    }
    draft
}

/// Types and titles of the slides without the first and the last.
fn check(text: &str) -> String {
    let draft = check_deck(&DeckSource { language: Some("en-GB".to_owned()), ..DeckSource::new(text) });
    let registry = Registry::core();
    let line = |slide: &ai::SlideDraft| {
        let known = registry.by_key(&slide.key).expect("a known type");
        format!("{}: {}", slide.key.trim_end_matches("-slide"), known.title_of(&slide.content))
    };
    let count = draft.slides.len();
    draft.slides[1..count - 1].iter().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn structures_in_the_text_become_matching_slide_types() {
    insta::assert_snapshot!(check("# T\n\n## Steps\n1. Dig\n2. Lay\n3. Close"), @"process: Steps");
    insta::assert_snapshot!(check("# T\n\n## Plan\n- May 2025: dig\n- June 2025: lay\n- July 2025: close"), @"timeline: Plan");
    insta::assert_snapshot!(check("# T\n\n## Sales\n\n| Year | Tons |\n|-|-|\n|2021|4|\n|2022|5|\n|2023|7|\n|2024|9|"), @"chart: Sales");
    insta::assert_snapshot!(check("# T\n\n## People\n\n| Who | Office |\n|-|-|\n|Ada|pilot|\n|Ben|cook|"), @"table: People");
    insta::assert_snapshot!(check("# T\n\n## Pros\n- cheap\n- fast\n\n## Cons\n- loud\n- large"), @"comparison: Pros and cons");
    insta::assert_snapshot!(check("# T\n\n## Call\n\n```sh\nls\n```"), @"code: Call");
    insta::assert_snapshot!(check("# T\n\n## Way\n\n```mermaid\nflowchart LR\n A --> B\n```"), @"diagram: Way");
    insta::assert_snapshot!(check("# T\n\n## View\n\n![The quay](https://example.com/a.jpg)\n\nThe quay was built in stone. It is two hundred metres long."), @"image-text: The quay was built in stone");
    insta::assert_snapshot!(check("# T\n\n## Results\n- Homes connected: 1,240\n- Leaks found: 31%\n- Cost: €4.2 million"), @"kpi-metrics: Results");
    insta::assert_snapshot!(check("# T\n\n## Bus versus tram\n\nThe bus is cheap. It comes soon.\n\nThe tram is fast. It lasts long."), @"comparison: Bus versus tram");
}

#[test]
fn short_lines_directly_above_their_text_are_headings() {
    let notes = "What we propose\n- Close the quay to cars\n- Plant trees along it\n- Ferry every ten minutes\n\n\
        Costs\nTrees: 1.2 million\nFerry: 0.8 million\nSigns: 0.3 million\n\n\
        Next steps\nThe council votes in March. Works begin in May.";
    insta::assert_snapshot!(check(notes), @r"
    list: What we propose
    kpi-metrics: Costs
    content: The council votes in March
    ");
    let wrapped = "# T\n\n## Costs\n\nThe harbour cost\n4 million euros in a year that\nnobody likes to remember. Ships \
        came late.\n\n## Crews\n\nCrews left for other ports. Half of the cranes stood still.";
    insta::assert_snapshot!(check(wrapped), @r"
    content: Costs
    content: Crews left for other ports
    ");
}

#[test]
fn a_given_title_speaker_and_language_are_kept() {
    let source = DeckSource {
        title: Some("A second quay".to_owned()),
        language: Some("en-US".to_owned()),
        speaker: Some("Ada Quay".to_owned()),
        ..DeckSource::new("The harbour is full. Ships wait for days.")
    };
    let draft = BuiltinAuthor::new(Registry::core()).deck(&source);
    assert_eq!((draft.title.as_str(), draft.language.as_str()), ("A second quay", "en-US"));
    assert_eq!(draft.slides[0].content["title"], "A second quay");
    assert_eq!(draft.slides[0].content["meta"], "Ada Quay");
}

#[test]
fn links_beyond_those_of_the_closing_slide_are_kept() {
    let links = ["first", "second", "third", "fourth"];
    let links = links.map(|gate| format!("[Read about the {gate} gate](https://example.com/{gate})"));
    let text = format!("# Gates\n\n## Pages\n\nThe port describes its gates on four pages.\n\n{}", links.join("\n\n"));
    let draft = deck_of(&text);
    let shown = draft.slides.iter().map(|slide| format!("{} {}", json!(slide.content), slide.notes));
    let shown = shown.collect::<Vec<_>>().join(" ");
    assert!(shown.contains("fourth gate"), "{shown}");
}

#[test]
fn no_deck_has_more_slides_than_were_asked_for() {
    let parts = ["north", "harbour", "mill", "canal", "station", "market"];
    let parts = parts.map(|place| {
        format!(
            "## The {place} gate\n\nThe gate at the {place} was renewed in May. Crews worked there for nine nights."
        )
    });
    for most in 3..=5 {
        let draft = check_deck(&DeckSource { slides: Some(most), ..DeckSource::new(parts.join("\n\n")) });
        assert!(draft.slides.len() <= most, "{} slides instead of {most}", draft.slides.len());
    }
}

#[test]
fn a_hundred_pages_give_a_deck_of_at_most_thirty_slides() {
    let mut lines = vec!["# The water works".to_owned()];
    let places = ["north", "harbour", "mill", "canal", "station", "market", "hill", "forest"];
    for chapter in 0..12 {
        let place = places[chapter % 8];
        lines.push(format!("## Chapter on the {place} district {chapter}"));
        for section in 0..6 {
            lines.push(format!("### Section {chapter}.{section} about pumps"));
            for paragraph in 0..14 {
                let (place, more) = (places[(section + paragraph) % 8], paragraph + 3);
                let renewed = format!(
                    "The pump at the {place} was renewed in phase {paragraph}, and the pressure rose by {more} percent."
                );
                let rest =
                    "Crews worked at night so that the street stayed open. Residents had been told two weeks ahead.";
                lines.push(format!("{renewed} {rest}"));
            }
        }
    }
    let text = lines.join("\n\n");
    assert!(text.len() > 180_000, "{}", text.len());
    let draft = deck_of(&text);
    assert!((20..=30).contains(&draft.slides.len()), "{} slides", draft.slides.len());
    let flat = deck_of(
        &"The pump was renewed, and the pressure rose. Crews worked at night. The street stayed open for all.\n\n"
            .repeat(1_000),
    );
    assert!((5..=30).contains(&flat.slides.len()), "{} slides", flat.slides.len());
}

#[test]
fn unusual_texts_give_decks_too() {
    for text in [
        "",
        " ",
        "x",
        "?",
        "#",
        "# Title",
        "- ",
        "1.",
        "```",
        "|",
        "a;b\nc;d",
        "https://example.com",
        "🙂🙂🙂",
        "مرحبا بالعالم. هذا نص قصير.",
        "港は満杯です。船は待っています。",
        "A: b\nC: d",
        &"word ".repeat(5_000),
        &"x".repeat(3_000),
        "> ",
        "Q: a?\nA: b",
        "\u{feff}Title\r\n\r\nText here.",
    ] {
        let draft = deck_of(text);
        assert!(draft.slides.len() >= 2, "{text:?}");
    }
}

#[test]
fn more_slides_are_content_slides_only() {
    let mut deck = Deck::new("Harbour", "en-GB");
    let author = BuiltinAuthor::new(Registry::core());
    let text = "# Quay\n\nThe harbour is full. Ships wait two days.\n\n## Costs\n\n- Dredging: long\n- Walls: strong\n- Cranes: tall";
    let slides = author.more_slides(&deck, text);
    assert!(!slides.is_empty());
    let frame = ["title-slide", "chapter-title-slide", "payoff-slide", "end-slide", "follow-invite-slide"];
    assert!(slides.iter().all(|slide| !frame.contains(&slide.key.as_str())), "{slides:?}");
    deck.lang = "nl".to_owned();
    assert!(author.more_slides(&deck, " ").is_empty());
}

#[test]
fn disabled_types_are_not_used() {
    let registry =
        Registry::core().clone().with_setting("process-slide", false, None).with_setting("list-slide", false, None);
    let draft = BuiltinAuthor::new(&registry).deck(&DeckSource::new("# T\n\n## Steps\n1. Dig\n2. Lay\n3. Close"));
    assert!(draft.slides.iter().all(|slide| slide.key != "process-slide" && slide.key != "list-slide"), "{draft:?}");
}

#[test]
fn text_that_does_not_fit_the_page_goes_to_the_notes() {
    let registry = Registry::core();
    let lines = |content: &deck::Content| {
        let items = content.get("items").and_then(|items| items.as_array()).map_or(0, Vec::len);
        items + content.get("body").and_then(|body| body.as_str()).map_or(0, |body| body.lines().count())
    };
    let fit = |_: &str, content: &deck::Content| {
        if lines(content) <= 2 { ai::PageFit::Good } else { ai::PageFit::Overflow }
    };
    let draft = BuiltinAuthor::with_fit(registry, &fit)
        .deck(&DeckSource::new("# T\n\n## Rules\n- Knock first\n- Wipe your feet\n- Shut the door\n- Be kind"));
    let slide = draft.slides.iter().find(|slide| slide.content["title"] == "Rules").expect("its slide");
    assert_eq!(lines(&slide.content), 2, "{slide:?}");
    assert!(slide.notes.contains("Shut the door") && slide.notes.contains("Be kind"), "{}", slide.notes);
}

#[test]
fn pictures_of_the_document_are_shown_beside_their_text() {
    let picture = |name: &str, width| ai::SourcePicture {
        url: format!("/uploads/{name}.png"),
        alt: format!("A view of the {name}"),
        caption: format!("Figure 1: The {name} in spring"),
        width,
        height: 600,
    };
    let text = "# The lock\n\n## Gates\n\nThe upper gate opens by hand. Two keepers turn the wheel for nine minutes.\n\n\
        ![A view](picture:0)\n\n## Quay\n\nBoats moor here at night.\n\n![](picture:1)\n\n![](picture:2)\n\n![](picture:9)";
    let unstored = ai::SourcePicture { url: String::new(), ..picture("quay", 800) };
    let source =
        DeckSource { pictures: vec![picture("gate", 800), unstored, picture("icon", 16)], ..DeckSource::new(text) };
    let draft = check_deck(&source);
    let all =
        serde_json::to_string(&draft.slides.iter().map(|slide| &slide.content).collect::<Vec<_>>()).expect("JSON");
    assert!(all.contains("/uploads/gate.png") && all.contains("A view of the gate"), "{all}");
    assert!(all.contains("The gate in spring") && !all.contains("Figure 1"), "{all}");
    assert!(!all.contains("icon.png") && !all.contains("picture:"), "{all}");
    // A drawing of which a part is cut off cannot be read.
    assert!(all.contains(r#""fit":"contain""#), "{all}");
}

#[test]
fn figures_inside_an_entry_become_a_chart_of_their_own() {
    let text = "# Port\n\n## Budget\n\n- Income\n  - It will be higher than last year.\n- Expenses\n  - Grants - €50,000\n  - Events - €10,000\n  - Reserve fund for the repair of all of the old gates - €20,000\n  - Servers - €5,000\n";
    let draft = deck_of(text);
    let chart = draft.slides.iter().find(|slide| slide.key == "chart-slide").expect("a chart");
    let data = chart.content["data"].as_str().expect("figures");
    assert!(data.contains("Grants;") && data.contains("the old gates;"), "{data}");
    let others = draft.slides.iter().filter(|slide| slide.key != "chart-slide");
    assert!(!others.map(|slide| json!(slide.content).to_string()).any(|content| content.contains("50,000")));
}

#[test]
fn of_long_entries_a_slide_shows_the_first_sentence_each() {
    let entry = |name: &str| {
        format!("- {name} comes first this year. {}\n", "The rest of this plan is told in many more words. ".repeat(4))
    };
    let entries: String = ["Dredging", "Painting", "Lighting", "Fencing", "Paving"].map(entry).concat();
    let draft = deck_of(&format!("# Port\n\n## Plans\n\n{entries}"));
    let shown = json!(draft.slides[1].content).to_string();
    for name in ["Dredging", "Painting", "Lighting", "Fencing", "Paving"] {
        assert!(shown.contains(&format!("{name} comes first")), "{shown}");
    }
    assert!(!shown.contains("The rest of this plan") && draft.slides[1].notes.contains("The rest of this plan"));
}

#[test]
fn columns_that_stand_side_by_side_several_times_are_stacked() {
    let draft = deck_of(
        "# Band\n\n## Instruments\n\n| No. | Name | No. | Name |\n|---|---|---|---|\n| 1 | Piano | 3 | Bass |\n| 2 | Celesta | 4 | Oboe |\n",
    );
    let table = draft.slides.iter().find(|slide| slide.key == "table-slide").expect("a table");
    let cells: Vec<&str> = (1..5).filter_map(|row| table.content["rows"][row]["c2"].as_str()).collect();
    assert_eq!(cells, ["Piano", "Celesta", "Bass", "Oboe"]);
}

#[test]
fn code_that_fits_no_page_goes_to_the_notes() {
    let fit = |_: &str, content: &deck::Content| {
        if json!(content).to_string().contains("long_line") { ai::PageFit::Overflow } else { ai::PageFit::Good }
    };
    let text = "# Gate\n\n## Start\n\nThe gate starts at dawn. Two keepers turn its wheel.\n\n```sh\nlong_line\n```\n";
    let draft = BuiltinAuthor::with_fit(Registry::core(), &fit).deck(&DeckSource::new(text));
    assert!(draft.slides.iter().all(|slide| slide.key != "code-slide"));
    assert!(draft.slides.iter().any(|slide| slide.notes.contains("long_line")));
}

#[test]
fn a_table_without_names_of_columns_keeps_its_first_row() {
    let draft = deck_of(
        "# Keys\n\n## Shortcuts\n\n|  |  |\n| --- | --- |\n| Control+s | Save |\n| Control+q | Quit |\n| Control+c | Copy |\n",
    );
    let table = draft.slides.iter().find(|slide| slide.key == "table-slide").expect("a table");
    assert_eq!(table.content["rows"][0]["c1"], "Control+s");
    assert_eq!(table.content["headerRow"], "off");
}

#[test]
fn headlines_are_claims_of_the_text() {
    insta::assert_snapshot!(check(
        "# The orchard\n\n## Harvest\n\nThe orchard gave 18 tonnes of apples in 2025, because the spring was mild. Families pick the \
         fruit themselves. The rest becomes juice.\n\n## Overview\n\nIt has 320 trees on two hectares of old pasture near the river and \
         the railway line to the coast. Members pay 35 euro a year. They work two half days each in spring or autumn."
    ), @"
    list: The orchard gave 18 tonnes of apples in 2025
    kpi-metrics: Members pay 35 euro a year
    ");
}

#[test]
fn a_column_of_numbers_with_a_unit_becomes_a_chart() {
    let text = "# Gates\n\n## Times\n\nTable 4.1: 3 gates and their times\n\n| Gate | Time |\n|---|---|\n| North | 9.5 s |\n| South | 4 s |\n| East | 12 s |\n";
    let draft = BuiltinAuthor::new(Registry::core()).deck(&DeckSource::new(text));
    let chart = draft.slides.iter().find(|slide| slide.key == "chart-slide").expect("a chart");
    assert_eq!(chart.content["title"], "3 gates and their times");
    assert_eq!(chart.content["data"], "Gate;Time (s)\nNorth;9.5\nSouth;4\nEast;12");
}

#[test]
fn terms_and_what_they_mean_become_a_table() {
    let text = "# Gate\n\n## Switches\n\n- **--fast**: Closes the gate at once. Nobody can pass.\n- **--slow**: Closes the gate in nine minutes.\n- **--dry**: Prints what would happen.\n";
    let draft = BuiltinAuthor::new(Registry::core()).deck(&DeckSource::new(text));
    let table = draft.slides.iter().find(|slide| slide.key == "table-slide").expect("a table");
    assert_eq!(table.content["rows"][0]["c1"], "--fast");
    assert_eq!(table.content["rows"][0]["c2"], "Closes the gate at once");
    assert!(table.notes.contains("Nobody can pass"), "{}", table.notes);
}

#[test]
fn parameters_become_a_table_of_names_types_and_meanings() {
    let text = "# Gate\n\n## open(options)\n\n- `speed` {number} Metres in a minute. The default is 4.\n- `options` {Object}\n  - `bell` {boolean} Whether the bell rings.\n  - `keeper` {string} The name of the keeper.\n";
    let draft = deck_of(text);
    let table = draft.slides.iter().find(|slide| slide.key == "table-slide").expect("a table");
    let row = &table.content["rows"][0];
    assert_eq!([&row["c1"], &row["c2"], &row["c3"]], ["speed", "number", "Metres in a minute"]);
    assert_eq!(table.content["rows"][2]["c1"], "keeper");
    assert!(table.notes.contains("The default is 4"), "{}", table.notes);
}

#[test]
fn a_third_table_in_a_row_goes_to_the_notes() {
    let table =
        |name: &str| format!("| Gate {name} | Keeper |\n|---|---|\n| North | Ada of {name} |\n| South | Bo |\n\n");
    let draft = deck_of(&format!("# Gates\n\n## Keepers\n\n{}{}{}", table("one"), table("two"), table("three")));
    let keys: Vec<&str> = draft.slides.iter().map(|slide| slide.key.as_str()).collect();
    assert_eq!(keys, ["title-slide", "table-slide", "table-slide", "end-slide"]);
    assert!(draft.slides[2].notes.contains("Ada of three"), "{}", draft.slides[2].notes);
}

#[test]
fn dollars_that_make_no_formula_are_escaped() {
    let draft = deck_of("# Shell\n\n## Names\n\nThe gate reads $\\home/{x$ at every start of the day.");
    let all =
        serde_json::to_string(&draft.slides.iter().map(|slide| &slide.content).collect::<Vec<_>>()).expect("JSON");
    assert!(all.contains(r"\\$\\home/{x\\$"), "{all}");
    let draft = deck_of("# Area\n\n## Circles\n\nThe area of a circle is $\\pi r^2$ in every plane.");
    let all =
        serde_json::to_string(&draft.slides.iter().map(|slide| &slide.content).collect::<Vec<_>>()).expect("JSON");
    assert!(all.contains("is πr² in"), "{all}");
}

#[test]
fn a_list_of_one_entry_before_code_names_the_code() {
    let draft = deck_of(
        "# Gate\n\n## Examples\n\n- Open the gate at noon\n\n```rust\nlet gate = Gate::new();\ngate.open(noon);\n```\n",
    );
    let code = draft.slides.iter().find(|slide| slide.key == "code-slide").expect("code");
    assert_eq!(code.content["title"], "Open the gate at noon");
}

#[test]
fn a_formula_on_lines_of_its_own_becomes_a_slide_with_its_symbols() {
    let text = "# Pipes\n\n## Pressure\n\nThe pressure falls along the pipe\n\n$$\n\\Delta p = f \\frac{L}{d}\n$$\n\n\
        where f is the friction and L the length of the pipe.\n\n## Force\n\n$$F = m a$$\n\nBoats are heavy.\n\n\
        ## Unknown\n\n$$\\unknowncommand{x}$$\n";
    let draft = check_deck(&DeckSource { language: Some("en-GB".to_owned()), ..DeckSource::new(text) });
    let of = |key: &str| draft.slides.iter().filter(|slide| slide.key == key).collect::<Vec<_>>();
    let formulas = of("formula-slide");
    assert_eq!(formulas.len(), 2, "{:#?}", draft.slides);
    assert_eq!(formulas[0].content["formula"], "\\Delta p = f \\frac{L}{d}");
    assert_eq!(
        formulas[0].content["parts"],
        json!([{"symbol": "f", "text": "friction"}, {"symbol": "L", "text": "length of the pipe"}])
    );
    assert_eq!(formulas[1].content["formula"], "F = m a");
    // What the typesetter does not know is shown as it is written.
    assert_eq!(of("code-slide")[0].content["code"], "\\unknowncommand{x}");
}

#[test]
fn marks_of_escaped_text_and_sentences_without_their_end_stay_off_slides() {
    let text = "# Locks\n\nOpen lock\\_one first\n\nThe keepers of lock\\_one open it at six. Boats enter one by one.\n\n\
        A\\_1 A\\_2 ..... A\\_n\n\nThe wheel turns slowly. Two keepers turn it.\n\nUnpack the archive with\n\n\
        ```sh\ntar -x\n```\n\n- Unpack the archive of the gates with\n- Read the notes of the keepers\n- Close the gates again\n";
    let draft = check_deck(&DeckSource { language: Some("en-GB".to_owned()), ..DeckSource::new(text) });
    let shown: Vec<String> = draft.slides.iter().map(|slide| json!(slide.content).to_string()).collect();
    let shown = shown.join("\n");
    assert!(shown.contains("Open lock_one first") && !shown.contains("\\\\_"), "{shown}");
    assert!(!shown.contains("....") && !shown.contains("of the gates with"), "{shown}");
    assert!(shown.contains("Read the notes of the keepers"), "{shown}");
}

#[test]
fn a_list_that_loses_its_long_entries_makes_no_third_slide_of_a_type() {
    let long = "Slussen organiserar ditt bibliotek som en databas så att du kan hitta den bok du vill ha när du vill och kan manipulera metadata som titel och betyg och så vidare utan att vänta på att någon annan gör det åt dig under dagen eller natten, hela året om";
    let prose = "Båtarna väntar vid porten hela morgonen. Portvakten öppnar den klockan sex. Vattnet stiger sakta i slussen. Alla båtar går vidare mot havet. Kvällen är lugn vid kajen. Natten kommer med dimma.";
    let text = format!(
        "# Slussen\n\n## Porten\n\n{prose}\n\n## Vattnet\n\n{prose}\n\n## Vägen\n\n- {long}\n- slussen konverterar mellan flera format\n- {long}\n"
    );
    let draft = check_deck(&DeckSource { language: Some("sv".to_owned()), ..DeckSource::new(&text) });
    let keys: Vec<&str> = draft.slides.iter().map(|slide| slide.key.as_str()).collect();
    assert!(!keys.windows(3).any(|three| three[0] == three[1] && three[1] == three[2]), "{keys:?}");
}

/// All texts of the slides of a deck, as JSON.
fn contents(draft: &DeckDraft) -> String {
    draft.slides.iter().map(|slide| json!(slide.content).to_string()).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_short_label_stays_with_its_text_and_makes_no_headline() {
    let text = "# Tides\n\n## Words\n\nBuoy: a float that marks a channel.\n\nPilot: the person who steers ships into port.\n\n\
        ## Orphans\n\nQuay: a wall in the harbour for ships to lie at.";
    let draft = deck_of(text);
    let all = contents(&draft);
    assert!(all.contains("Quay: a wall in the harbour"), "{all}");
    assert!(!check(text).contains("A float that marks"), "{}", check(text));
}

#[test]
fn paragraphs_that_begin_with_dates_are_a_timeline() {
    let text = "# Quay\n\n## Plan\n\nJune 2026: start works at the east gate\n\nJanuary 2027: opening\n\n\
        March 2027: start works at the west gate\n\n2029: evaluation";
    insta::assert_snapshot!(check(text), @"timeline: Quay: Plan");
    assert!(contents(&deck_of(text)).contains(r#""date":"June 2026""#));
}

#[test]
fn a_sentence_about_the_speaker_goes_to_the_notes_with_the_quotation() {
    let text = "# Roofs\n\n## Bees\n\nMost flat roofs can carry 150 kilograms per square metre. Ask an engineer first.\n\n\
        \"A roof is a meadow that has lost its way,\" says Jonas Feld. He has been stung more often by wasps than by bees.";
    let draft = deck_of(text);
    let all = contents(&draft);
    assert!(all.contains("A roof is a meadow") && !all.contains("stung"), "{all}");
    assert!(draft.slides.iter().any(|slide| slide.notes.contains("He has been stung")));
}

#[test]
fn the_title_slide_names_the_author_once() {
    let source = DeckSource {
        speaker: Some("Hanna Lowe".to_owned()),
        ..DeckSource::new(
            "# Bees\n\nHanna Lowe\n\n## Roofs\n\nA hive weighs 60 kilograms.\n\n## Towns\n\nBees find food.",
        )
    };
    let first = &check_deck(&source).slides[0].content;
    assert_eq!(json!(first), json!({"title": "Bees", "meta": "Hanna Lowe"}));
}

#[test]
fn the_closing_slide_repeats_no_bare_headings() {
    let text = "# The market\n\n## Visitors\n\n- stalls\n- bread\n\n## Prices\n\n- bread\n- fish\n\n## Places\n\n- square\n- quay";
    let draft = deck_of(text);
    let closing = draft.slides.last().map(|slide| json!(slide.content).to_string()).unwrap_or_default();
    assert!(!closing.contains("The market:"), "{closing}");
}

#[test]
fn what_stands_below_the_title_becomes_the_subtitle() {
    let subtitle = |text: &str| json!(deck_of(text).slides[0].content["subheading"]);
    let rest = "## One\n\nA hive weighs 60 kilograms.\n\n## Two\n\nBees find food.\n\n## Three\n\nTrees give honey.";
    assert_eq!(
        subtitle(&format!("# Tide\n\n> A small store for small devices.\n\nIt is fast.\n\n{rest}")),
        "A small store for small devices"
    );
    assert_eq!(
        subtitle(&format!("# Library\n\n## Annual report\n\nFor the council, January 2026\n\n{rest}")),
        "Annual report"
    );
}
