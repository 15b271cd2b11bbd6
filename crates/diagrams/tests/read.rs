//! Reading the text of a diagram: names, lines and texts, and the line of an error.

use diagrams::{Diagram, Direction, EdgeEnd, Graph, LineStyle, NodeShape, SequenceStep, Tip};

fn graph(source: &str) -> Graph {
    match Diagram::parse(source) {
        Ok(Diagram::Graph(graph)) => graph,
        other => panic!("{source}: {other:?}"),
    }
}

/// The boxes and lines of a graph, such as `A[Box]` and `A -> B: text`.
fn outline(source: &str) -> String {
    let graph = graph(source);
    let name = |end: EdgeEnd| match end {
        EdgeEnd::Node(index) => match graph.nodes[index].label.as_str() {
            "" => format!("{:?}", graph.nodes[index].form),
            label => label.to_owned(),
        },
        EdgeEnd::Group(index) => format!("({})", graph.groups[index].label),
    };
    let mut lines: Vec<String> = Vec::new();
    for node in &graph.nodes {
        let place = node.group.map(|group| format!(" in {}", graph.groups[group].label)).unwrap_or_default();
        lines.push(format!("{:?} {}{place}", node.form, node.label));
    }
    for edge in &graph.edges {
        let line = match edge.style {
            LineStyle::Solid => "-",
            LineStyle::Dotted => ".",
            LineStyle::Thick => "=",
            LineStyle::Invisible => "~",
        };
        let tip = |tip: Tip| if tip == Tip::None { String::new() } else { format!("{tip:?}") };
        let (start, end) = (tip(edge.tips.0), tip(edge.tips.1));
        lines.push(
            format!("{} {start}{line}{end} {} {}", name(edge.from), name(edge.to), edge.label).trim_end().to_owned(),
        );
    }
    lines.join("\n")
}

fn fault(source: &str) -> String {
    Diagram::parse(source).expect_err(source).to_string()
}

#[test]
fn flowcharts_are_read() {
    assert_eq!(
        outline("flowchart LR\n A[One] --> B{Two?}\n B -->|Yes| C([Three])\n B -- No --> D((Four))"),
        "Box One\nDiamond Two?\nStadium Three\nCircle Four\nOne -Arrow Two?\nTwo? -Arrow Three Yes\nTwo? -Arrow Four No"
    );
    assert_eq!(
        outline("graph TD; A-.->B; B==>C; C---D; D~~~E; E<-->F; F--oG; G--xH; A-. maybe .->C; A == sure ==> D"),
        "Box A\nBox B\nBox C\nBox D\nBox E\nBox F\nBox G\nBox H\nA .Arrow B\nB =Arrow C\nC - D\nD ~ E\nE Arrow-Arrow F\n\
         F -Dot G\nG -Cross H\nA .Arrow C maybe\nA =Arrow D sure"
    );
    assert_eq!(outline("graph TD\n A & B --> C & D").matches("Arrow").count(), 4);
    assert_eq!(graph("graph RL\n A").direction, Some(Direction::Left));
    assert_eq!(graph("graph\n A").direction, None);
}

#[test]
fn outlines_and_texts_of_boxes_are_read() {
    let source = "flowchart TD\n a(Round) --> b[(Store)] --> c{{Hex}} --> d[/Lean/] --> e[\\Back\\] --> f[[Sub]]\n\
                  g[\"Text (with) [brackets]\"]\n h@{ shape: cyl, label: \"A, b\" }\n i:::big --> j(\"`one **two**`\")";
    let graph = graph(source);
    let forms: Vec<NodeShape> = graph.nodes.iter().map(|node| node.form).collect();
    assert_eq!(
        forms,
        [
            NodeShape::Round,
            NodeShape::Cylinder,
            NodeShape::Hexagon,
            NodeShape::LeanRight,
            NodeShape::LeanLeft,
            NodeShape::Box,
            NodeShape::Box,
            NodeShape::Cylinder,
            NodeShape::Box,
            NodeShape::Round
        ]
    );
    assert_eq!(graph.nodes[6].label, "Text (with) [brackets]");
    assert_eq!(graph.nodes[7].label, "A, b");
    assert_eq!(graph.nodes[9].label, "one two");
}

#[test]
fn subgraphs_contain_the_boxes_that_are_named_in_them() {
    assert_eq!(
        outline(
            "flowchart TB\n A --> B\n subgraph one [First part]\n B --> C\n subgraph two\n D\n end\n end\n two --> A\n style A fill:#f00"
        ),
        "Box A\nBox B in First part\nBox C in First part\nBox D in two\nA -Arrow B\nB -Arrow C\n(two) -Arrow A"
    );
}

#[test]
fn states_are_read() {
    assert_eq!(
        outline(
            "stateDiagram-v2\n [*] --> Idle\n Idle --> Busy : start\n state Busy {\n [*] --> Deep\n }\n Busy --> [*]\n\
             state c <<choice>>\n Idle --> c\n note right of Idle : Quiet"
        ),
        "Start\nRound Idle\nStart in Busy\nRound Deep in Busy\nEnd\nDiamond\nNote Quiet\nStart -Arrow Idle\n\
         Idle -Arrow (Busy) start\nStart -Arrow Deep\n(Busy) -Arrow End\nIdle -Arrow Diamond\nIdle . Quiet"
            .replace("Start\nRound Idle", "Start \nRound Idle")
            .replace("Start in Busy", "Start  in Busy")
            .replace("End\nDiamond\n", "End \nDiamond \n")
    );
}

#[test]
fn classes_and_entities_are_read() {
    let source = "classDiagram\n class Deck {\n +String title\n +slides() List~Slide~\n }\n Deck \"1\" *-- \"many\" Slide : has\n\
                  Slide <|-- Chart\n Chart ..> Data\n <<interface>> Slide";
    let classes = graph(source);
    assert_eq!(classes.nodes[0].compartments, [vec!["+String title"], vec!["+slides(): List<Slide>"]]);
    assert!(outline(source).contains("Deck Diamond- «interface»\nSlide 1 has many"), "{}", outline(source));
    assert!(outline(source).contains("Chart .Open Data"), "{}", outline(source));
    let source = "erDiagram\n CUSTOMER ||--o{ ORDER : places\n ORDER }|..|| LINE : has\n CUSTOMER {\n string name PK \"the name\"\n }";
    assert_eq!(graph(source).nodes[0].compartments, [vec!["name: string (PK)"]]);
    assert!(outline(source).contains("CUSTOMER One-ZeroOrMany ORDER places"), "{}", outline(source));
    assert!(outline(source).contains("ORDER Many.One LINE has"), "{}", outline(source));
}

#[test]
fn marks_of_static_and_abstract_members_are_not_drawn() {
    let classes = graph(
        "classDiagram\n class A {\n int count$\n +find(String title)$ T\n #check()* void\n +end()*\n run() : bool\n }",
    );
    assert_eq!(
        classes.nodes[0].compartments,
        [vec!["int count"], vec!["+find(String title): T", "#check(): void", "+end()", "run(): bool"]]
    );
}

#[test]
fn cardinalities_may_be_words() {
    let source = "erDiagram\n CAR only one to zero or more WHEEL : has\n TOWN one or more optionally to 0+ ROAD : has";
    assert!(outline(source).contains("CAR One-ZeroOrMany WHEEL has"), "{}", outline(source));
    assert!(outline(source).contains("TOWN Many.ZeroOrMany ROAD has"), "{}", outline(source));
    assert!(fault("erDiagram\n CAR has many to WHEEL").contains("is not understood"));
}

#[test]
fn settings_of_lines_make_no_boxes() {
    assert_eq!(
        outline("flowchart LR\n A e1@--> B\n e1@{ animate: true }\n e1@{ curve: linear, animation: fast }"),
        "Box A\nBox B\nA -Arrow B"
    );
}

#[test]
fn a_task_may_last_until_a_later_one() {
    let source = "gantt\n One :2026-01-05, until go\n Two :a, 2026-01-06, 1d\n Go :milestone, go, 2026-01-12, 0d\n Three :2026-01-05, until a";
    let Ok(Diagram::Gantt(gantt)) = Diagram::parse(source) else { panic!("{:?}", Diagram::parse(source)) };
    let days: Vec<i64> = gantt.tasks.iter().map(|task| (task.end - task.start) / (24 * 60)).collect();
    assert_eq!(days, [7, 1, 0, 1]);
    assert!(!gantt.tasks[0].is_milestone && gantt.tasks[2].is_milestone);
    assert_eq!(fault("gantt\n One :2026-01-05, until gone"), "line 2: `gone` is not the name of a task");
}

#[test]
fn names_of_boxes_may_be_words_of_other_kinds() {
    assert_eq!(
        outline("flowchart LR\n details --> hide\n scale --> links"),
        "Box details\nBox hide\nBox scale\nBox links\ndetails -Arrow hide\nscale -Arrow links"
    );
    assert!(outline("erDiagram\n details }o--|| properties : of").contains("details ZeroOrMany-One properties of"));
    assert_eq!(
        outline("stateDiagram-v2\n hide empty description\n scale 350 width\n scale --> hide"),
        "Round scale\nRound hide\nscale -Arrow hide"
    );
}

#[test]
fn semicolons_in_texts_separate_no_statements() {
    assert_eq!(
        outline("flowchart LR\n A -- #quot;yes#quot; --> B; B -->|one; two| C;\n style A fill:#333; C --> A"),
        "Box A\nBox B\nBox C\nA -Arrow B \"yes\"\nB -Arrow C one; two\nC -Arrow A"
    );
    assert_eq!(
        outline("flowchart LR\n A -- yes|no --> B; B --x|one; two| C"),
        "Box A\nBox B\nBox C\nA -Arrow B yes|no\nB -Cross C one; two"
    );
    assert!(outline("stateDiagram\n A --> B : #quot;go#quot;").ends_with("A -Arrow B \"go\""));
    let Ok(Diagram::Sequence(sequence)) = Diagram::parse("sequenceDiagram\n A->>B: say #quot;hi#quot;\n B->>A: ok;")
    else {
        panic!("a sequence")
    };
    let labels = sequence.steps.iter().map(|step| match step {
        SequenceStep::Message(message) => message.label.as_str(),
        other => panic!("{other:?}"),
    });
    assert_eq!(labels.collect::<Vec<_>>(), ["say \"hi\"", "ok"]);
}

#[test]
fn styles_of_boxes_have_dashes_in_their_names() {
    assert_eq!(
        outline("flowchart LR\n A[One]:::very-big --> B:::x-1\n B --> C"),
        "Box One\nBox B\nBox C\nOne -Arrow B\nB -Arrow C"
    );
}

#[test]
fn messages_are_numbered_from_a_number_in_steps() {
    let numbered = |setting: &str| {
        let source = format!("sequenceDiagram\n {setting}\n A->>B: one\n B->>A: two");
        let Ok(Diagram::Sequence(sequence)) = Diagram::parse(&source) else { panic!("{source}") };
        let label = |step: &SequenceStep| match step {
            SequenceStep::Message(message) => message.label.clone(),
            other => panic!("{other:?}"),
        };
        sequence.steps.iter().map(label).collect::<Vec<_>>()
    };
    assert_eq!(numbered("autonumber"), ["1. one", "2. two"]);
    assert_eq!(numbered("autonumber 10 5"), ["10. one", "15. two"]);
    assert_eq!(numbered("autonumber 18446744073709551615")[1], "18446744073709551615. two");
    assert_eq!(numbered("autonumber off"), ["one", "two"]);
}

#[test]
fn signs_of_inches_join_no_lines() {
    let source = "sequenceDiagram\n A->>B: a 5\" pipe\n B->>A: yes\n A->>B: a 3\" pipe";
    let Ok(Diagram::Sequence(sequence)) = Diagram::parse(source) else { panic!("a sequence") };
    assert_eq!(sequence.steps.len(), 3);
    assert_eq!(outline("flowchart LR\n A[\"`one\n two`\"] --> B"), "Box one\ntwo\nBox B\none\ntwo -Arrow B");
}

#[test]
fn dashes_stand_in_texts_of_boxes() {
    assert_eq!(
        outline("flowchart LR\n A[Sign up -- free] --> B"),
        "Box Sign up -- free\nBox B\nSign up -- free -Arrow B"
    );
}

#[test]
fn descriptions_for_screen_readers_take_several_lines() {
    let source = "flowchart LR\n accTitle: Way\n accDescr {\n From here\n to there --> end\n }\n A --> B";
    assert_eq!(outline(source), "Box A\nBox B\nA -Arrow B");
}

#[test]
fn classes_with_type_parameters_are_one_with_their_name() {
    let source = "classDiagram\n class Square~Shape~ {\n +setPoints(List~int~ points) Map~K, List~V~~\n ~hidden() List~int~\n }\n \
                  Square : -List~string~ messages\n Square --> Shape";
    let classes = graph(source);
    let labels: Vec<&str> = classes.nodes.iter().map(|node| node.label.as_str()).collect();
    assert_eq!(labels, ["Square<Shape>", "Shape"]);
    assert_eq!(
        classes.nodes[0].compartments,
        [vec!["-List<string> messages"], vec!["+setPoints(List<int> points): Map<K, List<V>>", "~hidden(): List<int>"]]
    );
}

#[test]
fn tasks_may_begin_with_the_words_of_settings() {
    let days = |weekend: &str| {
        let source = format!(
            "gantt\n {weekend}\n weekday monday\n excludes weekends\n weekend work :2026-01-01, 2d\n style guide :1d"
        );
        let Ok(Diagram::Gantt(gantt)) = Diagram::parse(&source) else { panic!("{source}") };
        gantt.tasks.iter().map(|task| (task.end - task.start) / (24 * 60)).collect::<Vec<_>>()
    };
    // 1 January 2026 is a Thursday.
    assert_eq!(days("weekend saturday"), [2, 3]);
    assert_eq!(days("weekend friday"), [4, 1]);
}

#[test]
fn inclusive_dates_end_a_task_with_their_day() {
    let days = |settings: &str, end: &str| {
        let source = format!("gantt\n dateFormat YYYY-MM-DD\n {settings}\n One :2026-01-05, {end}");
        let Ok(Diagram::Gantt(gantt)) = Diagram::parse(&source) else { panic!("{source}") };
        (gantt.tasks[0].end - gantt.tasks[0].start) / (24 * 60)
    };
    assert_eq!(days("axisFormat %d", "2026-01-07"), 2);
    assert_eq!(days("inclusiveEndDates", "2026-01-07"), 3);
    assert_eq!(days("inclusiveEndDates", "2d"), 2);
}

#[test]
fn sequences_are_read() {
    let source = "sequenceDiagram\n actor A as Ann\n A->>+B: Hello\n B-->>-A: Hi\n loop Every day\n A-xB: Lost\n else never\n end\n Note over A,B: Done";
    let Ok(Diagram::Sequence(sequence)) = Diagram::parse(source) else { panic!("a sequence") };
    assert_eq!(sequence.participants[0].label, "Ann");
    assert!(sequence.participants[0].is_person && !sequence.participants[1].is_person);
    let kinds: Vec<&str> = sequence
        .steps
        .iter()
        .map(|step| match step {
            SequenceStep::Message(message) => message.label.as_str(),
            SequenceStep::Note(note) => note.label.as_str(),
            SequenceStep::Open(frame) => frame.kind.as_str(),
            SequenceStep::Part(label) => label.as_str(),
            SequenceStep::Close => "close",
            SequenceStep::Activate(_) => "+",
            SequenceStep::Deactivate(_) => "-",
        })
        .collect();
    assert_eq!(kinds, ["Hello", "+", "Hi", "-", "loop", "Lost", "never", "close", "Done"]);
}

#[test]
fn mind_maps_pies_and_plans_are_read() {
    let Ok(Diagram::Mindmap(map)) = Diagram::parse("mindmap\n  root((Root))\n    One\n      Deep\n    [Two]") else {
        panic!("a mind map")
    };
    let parents: Vec<Option<usize>> = map.nodes.iter().map(|node| node.parent).collect();
    assert_eq!(parents, [None, Some(0), Some(1), Some(0)]);
    assert_eq!(map.nodes[0].form, Some(NodeShape::Circle));
    let Ok(Diagram::Pie(pie)) = Diagram::parse("pie showData title Pets\n \"Dogs\" : 42.5\n \"Cats\" : 8") else {
        panic!("a pie")
    };
    assert_eq!((pie.title.as_str(), pie.slices.len(), pie.shows_values), ("Pets", 2, true));
    let source = "gantt\n dateFormat YYYY-MM-DD\n section A\n One :done, a, 2026-01-01, 2d\n Two :after a, 12h\n Ready :milestone, 2026-02-01, 0d";
    let Ok(Diagram::Gantt(gantt)) = Diagram::parse(source) else { panic!("a plan: {:?}", Diagram::parse(source)) };
    assert_eq!(gantt.tasks[1].start, gantt.tasks[0].end);
    assert_eq!(gantt.tasks[1].end - gantt.tasks[1].start, 12 * 60);
    assert!(gantt.tasks[2].is_milestone);
}

#[test]
fn faults_name_the_line_and_what_is_understood() {
    assert_eq!(fault(""), "the diagram is empty: begin with a kind, such as `flowchart LR`");
    assert!(
        fault("\n\njourney\n a").starts_with("line 3: `journey` is not a kind of diagram that is drawn; these are")
    );
    assert_eq!(fault("flowchart XY\n A"), "line 1: `XY` is not a direction: write TD, LR, BT or RL");
    assert_eq!(fault("flowchart LR\n A -->\n B"), "line 2: the line leads nowhere: name a box after it");
    assert_eq!(
        fault("flowchart LR\n A --> B\n A ? B"),
        "line 3: `B` is not understood: join boxes with a line such as A --> B".replace("`B`", "`? B`")
    );
    assert_eq!(fault("flowchart LR\n A[open --> B"), "line 2: the bracket after `A` is not closed");
    assert_eq!(fault("flowchart LR\n end"), "line 2: `end` closes no subgraph");
    assert!(fault("flowchart LR\n subgraph x\n A").contains("is not closed"));
    assert!(fault("sequenceDiagram\n A B").starts_with("line 2: `A B` is not understood"));
    assert!(fault("gantt\n One :2026-13-01, 2d").contains("no start"));
    assert!(fault("mindmap\n a\n b").contains("one root"));
    assert!(fault("pie\n \"a\" : -1").contains("above zero"));
    let many: Vec<String> = (0..130).map(|index| format!("n{index}")).collect();
    assert_eq!(
        fault(&format!("flowchart LR\n{}", many.join("\n"))),
        "130 boxes are more than a page can show: at most 120"
    );
}

#[test]
fn the_description_of_a_plan_has_the_days_of_its_tasks() {
    let source = "gantt\n dateFormat YYYY-MM-DD\n Sketch :a, 2026-01-05, 5d\n Build :b, after a, 1d\n Open :milestone, after b, 0d";
    let description = Diagram::parse(source).expect("a plan").description();
    assert_eq!(description, "Sketch: 2026-01-05 – 2026-01-09; Build: 2026-01-10; Open: 2026-01-11");
}

#[test]
fn the_description_of_a_graph_says_where_its_lines_lead() {
    let description = |source: &str| Diagram::parse(source).expect(source).description();
    assert_eq!(description("flowchart LR\n A --> B\n B ~~~ C\n C <--> A"), "A → B; C ↔ A");
    assert_eq!(description("flowchart LR\n A ~~~ B"), "A; B");
    assert_eq!(
        description("classDiagram\n Slide <|-- Chart\n Deck *-- Slide : has"),
        "Chart → Slide; Deck → Slide: has"
    );
}
