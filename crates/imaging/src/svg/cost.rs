//! How much work a picture asks of whoever unfolds its references, judged before anything unfolds them.
//!
//! Reads sanitised copies only. Reuse multiplies, so an innocent-looking file can ask for billions of shapes: each
//! element costs itself, its children and everything it refers to, and a reuse costs what it reuses, times the paint it
//! hands down. The sum is an upper bound, never exact.

use std::collections::HashMap;

use base64::Engine;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::{Error, decode, kind_of};

/// Most units of work.
const MAX_COST: u64 = 500_000;
/// Deepest nesting once references are unfolded.
const MAX_DEPTH: usize = 160;
/// Bytes of path data that cost as much as one element.
const BYTES_A_UNIT: usize = 32;
/// Pixels of an embedded picture that cost as much as one element.
const PIXELS_A_UNIT: u64 = 64;

/// Most pairs of an element and a style rule to match.
const MAX_MATCHES: u64 = 50_000_000;

/// What paint is laid on. Gradients and their stops inherit it too, but never use it.
const PAINTED: [&str; 11] =
    ["circle", "ellipse", "line", "path", "polygon", "polyline", "rect", "text", "textPath", "tspan", "use"];

/// Paint that descendants inherit: fill, stroke and four spellings of markers.
const SLOTS: [&str; 6] = ["fill", "stroke", "marker", "marker-start", "marker-mid", "marker-end"];

/// Base64 as browsers read it, padded or not.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// Refuses a picture that unfolds too far, too deep or into itself.
pub(super) fn judge(copy: &str) -> Result<(), Error> {
    let mut graph = Graph::default();
    graph.read(copy)?;
    let mut judged = Judged { graph: &graph, known: vec![Known::Not; graph.elements.len()] };
    let (cost, _) = judged.cost(0, 0)?;
    graph.matches(cost)
}

/// An id as a number: a picture has many references to few ids.
type Name = u32;

#[derive(Default)]
struct Element {
    /// What it costs by itself.
    own: u64,
    reuse: bool,
    painted: bool,
    children: Vec<usize>,
    /// What it refers to, apart from paint.
    refers: Vec<Name>,
    /// Its paint, inherited where it has none of its own.
    paint: [Option<Name>; SLOTS.len()],
}

#[derive(Default)]
struct Graph {
    elements: Vec<Element>,
    names: HashMap<String, Name>,
    /// The element of each name, where there is one.
    named: Vec<Option<usize>>,
    /// How many rules the style sheets have.
    all_rules: u64,
    /// Those of them that refer to something.
    rules: Vec<Rule>,
}

/// A rule of a style sheet that refers to something: to whom it may apply, and its declarations.
struct Rule {
    last: String,
    declarations: String,
}

impl Graph {
    /// Refuses more elements than the style rules can be matched with in good time.
    fn matches(&self, elements: u64) -> Result<(), Error> {
        if elements.saturating_mul(self.all_rules) > MAX_MATCHES {
            return Err(Error::TooComplex("it has too many style rules"));
        }
        Ok(())
    }

    fn name(&mut self, id: &str) -> Name {
        if let Some(&name) = self.names.get(id) {
            return name;
        }
        let name = Name::try_from(self.named.len()).unwrap_or(Name::MAX);
        self.names.insert(id.to_owned(), name);
        self.named.push(None);
        name
    }

    fn target(&self, name: Name) -> Option<usize> {
        *self.named.get(name as usize)?
    }

    fn read(&mut self, copy: &str) -> Result<(), Error> {
        self.read_rules(copy)?;
        let mut reader = Reader::from_str(copy);
        let mut stack: Vec<usize> = Vec::new();
        loop {
            match reader.read_event().map_err(Error::broken)? {
                Event::Start(start) => {
                    let at = self.add(&start, stack.last().copied())?;
                    stack.push(at);
                }
                Event::Empty(start) => {
                    self.add(&start, stack.last().copied())?;
                }
                Event::End(_) => drop(stack.pop()),
                // Every letter is shaped and painted.
                Event::Text(text) => {
                    if let Some(&at) = stack.last() {
                        self.elements[at].own += text.len() as u64;
                    }
                }
                Event::Eof => return Ok(()),
                _ => {}
            }
        }
    }

    fn read_rules(&mut self, copy: &str) -> Result<(), Error> {
        let mut reader = Reader::from_str(copy);
        let mut inside = false;
        loop {
            match reader.read_event().map_err(Error::broken)? {
                Event::Start(start) => inside = start.name().as_ref() == "style",
                Event::End(_) => inside = false,
                Event::Text(text) if inside => {
                    for rule in text.split('}') {
                        self.all_rules += 1;
                        let Some((selectors, declarations)) = rule.rsplit_once('{') else {
                            continue;
                        };
                        if !declarations.contains("url(") {
                            continue;
                        }
                        let selectors = selectors.rsplit('{').next().unwrap_or(selectors);
                        for selector in selectors.split(',') {
                            self.all_rules += 1;
                            // `&gt;` is the child combinator.
                            let last = selector.rsplit([' ', ';', '+', '~']).next().unwrap_or_default();
                            self.rules.push(Rule { last: last.to_owned(), declarations: declarations.to_owned() });
                        }
                    }
                }
                Event::Eof => return Ok(()),
                _ => {}
            }
        }
    }

    fn add(&mut self, start: &BytesStart<'_>, parent: Option<usize>) -> Result<usize, Error> {
        let at = self.elements.len();
        if at as u64 > MAX_COST {
            return Err(Error::TooComplex("it has too many elements"));
        }
        self.matches(at as u64)?;
        let qualified = start.name();
        let name = qualified.as_ref();
        let mut element =
            Element { own: 1, reuse: name == "use", painted: PAINTED.contains(&name), ..Element::default() };
        let (mut id, mut classes) = (String::new(), String::new());
        // Links lead elsewhere and animations point back at what they move: neither is drawn.
        let drawn =
            !matches!(name, "a" | "animate" | "animateColor" | "animateMotion" | "animateTransform" | "set" | "mpath");
        let mut own = Vec::new();
        for attribute in start.attributes().with_checks(false) {
            let attribute = attribute.map_err(Error::broken)?;
            let value = attribute.value.as_ref();
            match attribute.key.as_ref() {
                "id" => value.clone_into(&mut id),
                "class" => value.clone_into(&mut classes),
                "href" | "xlink:href" => match value.strip_prefix('#') {
                    Some(id) if drawn => element.refers.push(self.name(id)),
                    Some(_) => {}
                    None => element.own += embedded(value)?,
                },
                "style" => own.push(value.to_owned()),
                key => {
                    element.own += (value.len() / BYTES_A_UNIT) as u64;
                    if value.contains("url(") {
                        own.push(format!("{key}:{value}"));
                    }
                }
            }
        }
        let ruled = self.rules.iter().filter(|rule| applies(&rule.last, name, &id, &classes));
        let declarations: Vec<String> = ruled.map(|rule| rule.declarations.clone()).chain(own).collect();
        for declarations in declarations {
            self.refer(&mut element, &declarations);
        }
        if let Some(parent) = parent {
            for slot in 0..SLOTS.len() {
                if element.paint[slot].is_none() {
                    element.paint[slot] = self.elements[parent].paint[slot];
                }
            }
            self.elements[parent].children.push(at);
        }
        if !id.is_empty() {
            let name = self.name(&id);
            if let Some(named) = self.named.get_mut(name as usize) {
                named.get_or_insert(at);
            }
        }
        self.elements.push(element);
        Ok(at)
    }

    /// Notes what the declarations of an element refer to.
    fn refer(&mut self, element: &mut Element, declarations: &str) {
        for declaration in declarations.split(';') {
            let Some((property, value)) = declaration.split_once(':') else {
                continue;
            };
            let slot = SLOTS.iter().position(|slot| *slot == property.trim());
            for part in value.split("url(").skip(1) {
                let id = part.split(')').next().unwrap_or_default();
                let name = self.name(id.trim_matches([' ', '"', '\'', '#']));
                match slot {
                    Some(slot) => element.paint[slot] = Some(name),
                    None => element.refers.push(name),
                }
            }
        }
    }
}

/// Whether the last part of a selector may mean the element. Where it is not plain, it may.
fn applies(last: &str, name: &str, id: &str, classes: &str) -> bool {
    let plain = |text: &str| text.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '-' | '_'));
    match last.split_at_checked(1) {
        Some((".", class)) if plain(class) => classes.split_ascii_whitespace().any(|own| own == class),
        Some(("#", wanted)) if plain(wanted) => id == wanted,
        _ if plain(last) => last == name,
        _ => true,
    }
}

/// What an embedded picture costs to decode.
fn embedded(address: &str) -> Result<u64, Error> {
    let Some((_, body)) = address.split_once(',') else {
        return Ok(0);
    };
    let Ok(bytes) = BASE64.decode(body) else { return Ok(0) };
    let Some(kind) = kind_of(&bytes) else { return Ok(0) };
    if decode::has_too_many_scans(&bytes) {
        return Err(Error::TooComplex("a picture inside it has too many scans"));
    }
    let (width, height) = decode::size(&bytes, kind).unwrap_or_default();
    Ok(u64::from(width) * u64::from(height) / PIXELS_A_UNIT)
}

#[derive(Clone, Copy)]
enum Known {
    Not,
    /// Being judged: to meet it again is a circle.
    Open,
    Cost {
        cost: u64,
        height: usize,
    },
}

struct Judged<'a> {
    graph: &'a Graph,
    known: Vec<Known>,
}

impl Judged<'_> {
    /// Cost and height of an element that stands `depth` deep.
    fn cost(&mut self, at: usize, depth: usize) -> Result<(u64, usize), Error> {
        let deep = Error::TooComplex("it nests too deep");
        match self.known[at] {
            Known::Open => return Err(Error::TooComplex("it refers to itself")),
            Known::Cost { height, .. } if depth + height > MAX_DEPTH => return Err(deep),
            Known::Cost { cost, height } => return Ok((cost, height)),
            Known::Not if depth > MAX_DEPTH => return Err(deep),
            Known::Not => self.known[at] = Known::Open,
        }
        let graph = self.graph;
        let element = &graph.elements[at];
        let (mut cost, mut height) = (element.own, 0);
        let mut of = |judged: &mut Self, to: usize| -> Result<u64, Error> {
            let (cost, below) = judged.cost(to, depth + 1)?;
            height = height.max(below);
            Ok(cost)
        };
        for &child in &element.children {
            cost = cost.saturating_add(of(self, child)?);
        }
        let mut paint = 0u64;
        for &name in element.paint.iter().flatten().filter(|_| element.painted) {
            if let Some(to) = graph.target(name) {
                paint = paint.saturating_add(of(self, to)?);
            }
        }
        // A marker stands at each point of a path, and the length of a path is in its own cost.
        cost = cost.saturating_add(paint.saturating_mul(element.own));
        for &name in &element.refers {
            if let Some(to) = graph.target(name) {
                let reused = of(self, to)?;
                let handed = if element.reuse { paint.saturating_add(1) } else { 1 };
                cost = cost.saturating_add(reused.saturating_mul(handed));
            }
        }
        if cost > MAX_COST {
            return Err(Error::TooComplex("it unfolds too far"));
        }
        let height = height + 1;
        self.known[at] = Known::Cost { cost, height };
        Ok((cost, height))
    }
}
