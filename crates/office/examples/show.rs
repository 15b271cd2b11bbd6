//! Prints a PowerPoint file as an outline of the model: `cargo run -p office --example show -- FILE`.

use std::io::BufReader;

use office::model::{Bullet, Content, DiagramNode, Link, Paragraph, Presentation, Run, Shape};
use office::{File, Limits};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut failed = 0;
    for path in std::env::args().skip(1) {
        let presentation = std::fs::File::open(&path).map_err(Into::into).and_then(|file| {
            let mut file = File::open(BufReader::new(file), Limits::default())?;
            file.presentation()
        });
        match presentation {
            Ok(presentation) => show(&path, &presentation),
            Err(error) => {
                println!("{path}: {error}");
                failed += 1;
            }
        }
    }
    if failed > 0 { Err(format!("{failed} files could not be read").into()) } else { Ok(()) }
}

fn show(path: &str, presentation: &Presentation) {
    let Presentation { size, title, language, slides, origin, unread, .. } = presentation;
    println!("{path}: {} slides of {}x{}, title {title:?}, language {language:?}", slides.len(), size.0, size.1);
    if let Some(origin) = origin {
        println!("exported from deck {} at revision {}", origin.deck, origin.revision);
    }
    for unread in unread {
        println!("unread: {unread}");
    }
    for (number, slide) in (1..).zip(slides) {
        let hidden = if slide.is_hidden { " (hidden)" } else { "" };
        println!("\nslide {number}{hidden}: layout {:?} {:?}", slide.layout_kind, slide.layout_name);
        if let Some(section) = &slide.section {
            println!("  section {section}");
        }
        if let Some(background) = &slide.background {
            println!("  background {background}");
        }
        slide.shapes.iter().for_each(show_shape);
        if !slide.notes.is_empty() {
            println!("  notes");
            show_paragraphs(&slide.notes, 4);
        }
        for comment in &slide.comments {
            println!("  comment of {} at {:?}: {:?}", comment.author, comment.time, comment.text);
        }
        for unread in &slide.unread {
            println!("  unread: {unread}");
        }
    }
}

fn show_shape(shape: &Shape) {
    const EMU: i64 = 12_700;
    let frame = shape.frame;
    print!("  #{} {:?} {},{}", shape.id, shape.name, frame.x / EMU, frame.y / EMU);
    print!(" {}x{}pt", frame.width / EMU, frame.height / EMU);
    if let Some(placeholder) = shape.placeholder {
        print!(" {placeholder:?}");
    }
    if let Some(group) = shape.group {
        print!(" in group {group}");
    }
    if let Some(alt) = &shape.alt {
        print!(" alt {alt:?}");
    }
    if shape.is_decorative {
        print!(" decorative");
    }
    if let Some(link) = &shape.link {
        print!(" to {link:?}");
    }
    match &shape.content {
        Content::Text(text) => {
            println!(": {}{}", text.geometry, if text.is_drawn { " drawn" } else { "" });
            show_paragraphs(&text.paragraphs, 4);
        }
        Content::Table(table) => {
            println!(": table{}", if table.has_header { " with header" } else { "" });
            for row in &table.rows {
                let cells: Vec<String> = row.iter().map(|cell| plain(&cell.paragraphs)).collect();
                println!("    | {}", cells.join(" | "));
            }
        }
        Content::Chart(chart) => {
            println!(": {} {:?} {:?} format {:?}", chart.kind, chart.stacking, chart.title, chart.number_format);
            println!("    categories {:?}", chart.categories);
            for series in &chart.series {
                println!("    {:?} {:?}", series.name, series.values);
                if !series.positions.is_empty() {
                    println!("      at {:?} of {:?}", series.positions, series.sizes);
                }
            }
        }
        Content::Diagram(diagram) => {
            println!(": SmartArt {}", diagram.layout);
            diagram.nodes.iter().for_each(|node| show_node(node, 4));
        }
        other => println!(": {other:?}"),
    }
}

fn show_node(node: &DiagramNode, indent: usize) {
    println!("{:indent$}- {}", "", plain(&node.paragraphs));
    node.children.iter().for_each(|child| show_node(child, indent + 2));
}

fn show_paragraphs(paragraphs: &[Paragraph], indent: usize) {
    for paragraph in paragraphs {
        let indent = indent + 2 * usize::from(paragraph.level);
        let bullet = match paragraph.bullet {
            Bullet::None => "",
            Bullet::Sign => "- ",
            Bullet::Number => "1. ",
        };
        let runs: String = paragraph.runs.iter().map(marked).collect();
        println!("{:indent$}{bullet}{runs}  [{}]", "", paragraph.size.unwrap_or(0));
    }
}

/// A run with its style as in Markdown.
fn marked(run: &Run) -> String {
    let mut text = run.text.replace('\n', "⏎");
    for (has_style, mark) in [(run.is_bold, "**"), (run.is_italic, "*"), (run.is_struck, "~~"), (run.is_code, "`")] {
        if has_style {
            text = format!("{mark}{text}{mark}");
        }
    }
    match &run.link {
        Some(Link::Address(address)) => format!("[{text}]({address})"),
        Some(Link::Slide(slide)) => format!("[{text}](slide {})", slide + 1),
        None => text,
    }
}

fn plain(paragraphs: &[Paragraph]) -> String {
    let lines: Vec<String> = paragraphs.iter().map(|paragraph| paragraph.runs.iter().map(marked).collect()).collect();
    lines.join("⏎")
}
