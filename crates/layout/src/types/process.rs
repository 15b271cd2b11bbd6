//! Process: three to seven steps in order, as arrows across or down the slide, or in an arrangement of the theme's
//! voice.

mod arrows;
mod boxes;
mod line;
mod path;

use deck::voice::{PlateForm, PreferProcess};
use scene::Align;

use crate::diagram::{diagram_steps, entry_text_pen, entry_title_pen};
use crate::entry::EntryText;
use crate::fit::{Chosen, Composition, Step, choose};
use crate::head::{BodyArea, PageOptions};
use crate::sheet::{Sheet, text_of};

/// Text sizes of the arrangements that voices prefer.
const VOICED: [Step; 7] = [
    Step::pair(68.0, 48.0),
    Step::pair(64.0, 48.0),
    Step::pair(60.0, 44.0),
    Step::pair(56.0, 44.0),
    Step::pair(52.0, 40.0),
    Step::pair(48.0, 40.0),
    Step::pair(44.0, 36.0),
];
/// Text sizes of stairs.
const STAIRS: [Step; 5] = [
    Step::pair(80.0, 44.0),
    Step::pair(72.0, 44.0),
    Step::pair(64.0, 40.0),
    Step::pair(56.0, 40.0),
    Step::pair(48.0, 36.0),
];

/// How the steps are arranged.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Arrangement {
    /// Arrows side by side, in one or two rows.
    Across { rows: usize },
    /// One below the other beside arrows that point down, in one or two columns.
    Down { columns: usize },
    /// Numbers over a line, in one or two rows.
    Line { rows: usize },
    /// One below the other, each further indented.
    Stairs,
    /// Rings on a shallow arc.
    Arc,
    /// A band of arrows from edge to edge, with the texts below.
    Chevrons,
    /// Shapes up and down along a dotted line.
    Zigzag,
    /// Plates joined by arrows.
    Boxes,
}

/// A step of the process.
struct ProcessStep {
    index: usize,
    text: EntryText,
}

/// Heights of title and text that all steps of a row share, and whether all texts fit.
#[derive(Debug, Clone, Copy)]
struct SharedHeights {
    title: f32,
    text: f32,
    fits: bool,
}

impl SharedHeights {
    fn new(sheet: &mut Sheet<'_>, steps: &mut [ProcessStep], width: f32, step: Step, lines: usize) -> SharedHeights {
        let mut shared = SharedHeights { title: 0.0, text: 0.0, fits: true };
        for entry in steps {
            let (title_fits, title) = entry.text.measure_title(sheet, width, step.title, lines);
            let (text_fits, text) = entry.text.measure_text(sheet, width, step.text);
            shared.fits &= title_fits && text_fits;
            shared.title = shared.title.max(title);
            shared.text = shared.text.max(text);
        }
        shared
    }

    /// Height of title and text with a gap between them.
    fn total(&self, gap: f32) -> f32 {
        let gap = if self.title > 0.0 && self.text > 0.0 { gap } else { 0.0 };
        self.title + gap + self.text
    }
}

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let body = sheet.open_page(PageOptions { closing: "bottomSubheading", ..PageOptions::default() });
    let align = sheet.start_align();
    let mut steps = steps(sheet, align);
    if !steps.is_empty() {
        let chosen = choose_arrangement(sheet, &mut steps, &body);
        draw_steps(sheet, steps, &body, chosen);
    }
    sheet.close_page(body);
}

fn steps(sheet: &mut Sheet<'_>, align: Align) -> Vec<ProcessStep> {
    let title = entry_title_pen(sheet).align(align);
    let text = entry_text_pen(sheet).align(align);
    let entries = sheet.filled_entries("items", &["title", "text"]);
    let mut steps = Vec::with_capacity(entries.len());
    for (index, entry) in entries {
        let field = |name: &str| format!("items.{index}.{name}");
        let words = (field("title"), text_of(entry, "title"), &title);
        let detail = (field("text"), text_of(entry, "text"), &text);
        steps.push(ProcessStep { index, text: EntryText::new(sheet, words, detail, 12.0).with_even_lines() });
    }
    steps
}

fn choose_arrangement(sheet: &mut Sheet<'_>, steps: &mut [ProcessStep], body: &BodyArea) -> Chosen<Arrangement> {
    let count = steps.len();
    let is_vertical = sheet.text("direction") == "vertical";
    let few = if count <= 4 { diagram_steps((64.0, 36.0), 56.0) } else { diagram_steps((52.0, 36.0), 48.0) };
    let two_rows = diagram_steps((48.0, 36.0), 44.0);
    let down = if count <= 3 { diagram_steps((72.0, 40.0), 56.0) } else { diagram_steps((56.0, 40.0), 56.0) };
    let two_columns = diagram_steps((56.0, 40.0), 44.0);
    let compositions = [
        Composition::new(Arrangement::Across { rows: 1 }, &few).when(count <= 5).unless(is_vertical),
        Composition::new(Arrangement::Across { rows: 2 }, &two_rows).when(count > 5).unless(is_vertical),
        Composition::new(Arrangement::Down { columns: 1 }, &down).when(count <= 5).unless(!is_vertical),
        Composition::new(Arrangement::Down { columns: 2 }, &two_columns).when(count > 5).unless(!is_vertical),
    ];
    let wanted = if is_vertical { None } else { preferred(sheet, count) };
    let wanted = wanted.as_ref().map(|(arrangement, steps)| Composition::new(*arrangement, steps));
    let limits = sheet.step_limits(body);
    choose(limits, &compositions, wanted, |arrangement, step, gap| {
        fits(sheet, steps, body, Chosen { arrangement, step, gap })
    })
}

/// The arrangement that the voice prefers for a number of steps, with its text sizes.
fn preferred(sheet: &Sheet<'_>, count: usize) -> Option<(Arrangement, Vec<Step>)> {
    let is_open = matches!(sheet.look.voice.plate.form, PlateForm::Hairlines | PlateForm::None | PlateForm::RuleTop);
    let is_few = (3..=5).contains(&count);
    let steps = |title: f32, text: f32| {
        let steps = VOICED.iter().filter(|step| step.title <= title);
        steps.map(|step| Step::pair(step.title, step.text.min(text))).collect::<Vec<_>>()
    };
    match sheet.look.voice.prefer.process {
        PreferProcess::Row if is_open && is_few => Some((Arrangement::Line { rows: 1 }, steps(68.0, 48.0))),
        PreferProcess::Row if is_open && count > 5 => {
            Some((Arrangement::Line { rows: 2 }, diagram_steps((52.0, 36.0), 44.0)))
        }
        PreferProcess::Rows if is_few => Some((Arrangement::Stairs, STAIRS.to_vec())),
        PreferProcess::Arc if is_few => Some((Arrangement::Arc, steps(68.0, 48.0))),
        PreferProcess::Chevrons if is_few => Some((Arrangement::Chevrons, steps(68.0, 44.0))),
        PreferProcess::Zigzag if is_few => Some((Arrangement::Zigzag, steps(64.0, 48.0))),
        PreferProcess::Boxes if matches!(count, 3 | 4) => Some((Arrangement::Boxes, steps(64.0, 46.0))),
        _ => None,
    }
}

fn fits(sheet: &mut Sheet<'_>, steps: &mut [ProcessStep], body: &BodyArea, chosen: Chosen<Arrangement>) -> bool {
    let Chosen { arrangement, step, .. } = chosen;
    match arrangement {
        Arrangement::Across { rows } => arrows::Across::new(sheet, steps, body, step, rows).fits,
        Arrangement::Down { columns } => arrows::Down::new(sheet, steps, body, step, columns).fits,
        Arrangement::Line { rows } => line::Line::new(sheet, steps, body, step, rows).fits,
        Arrangement::Stairs => line::Stairs::new(sheet, steps, body, step).fits,
        Arrangement::Arc => path::Arc::new(sheet, steps, body, step).fits,
        Arrangement::Zigzag => path::Zigzag::new(sheet, steps, body, step).fits,
        Arrangement::Chevrons => boxes::Chevrons::new(sheet, steps, body, step).fits,
        Arrangement::Boxes => boxes::Boxes::new(sheet, steps, body, step).fits,
    }
}

fn draw_steps(sheet: &mut Sheet<'_>, entries: Vec<ProcessStep>, body: &BodyArea, chosen: Chosen<Arrangement>) {
    let Chosen { arrangement, step, .. } = chosen;
    let mut entries = match arrangement {
        Arrangement::Arc | Arrangement::Zigzag => steps(sheet, Align::Center),
        _ => entries,
    };
    match arrangement {
        Arrangement::Across { rows } => {
            arrows::Across::new(sheet, &mut entries, body, step, rows).draw(sheet, entries);
        }
        Arrangement::Down { columns } => {
            arrows::Down::new(sheet, &mut entries, body, step, columns).draw(sheet, entries);
        }
        Arrangement::Line { rows } => line::Line::new(sheet, &mut entries, body, step, rows).draw(sheet, entries),
        Arrangement::Stairs => line::Stairs::new(sheet, &mut entries, body, step).draw(sheet, entries),
        Arrangement::Arc => path::Arc::new(sheet, &mut entries, body, step).draw(sheet, entries),
        Arrangement::Zigzag => path::Zigzag::new(sheet, &mut entries, body, step).draw(sheet, entries),
        Arrangement::Chevrons => boxes::Chevrons::new(sheet, &mut entries, body, step).draw(sheet, entries),
        Arrangement::Boxes => boxes::Boxes::new(sheet, &mut entries, body, step).draw(sheet, entries),
    }
}
