//! Builds: parts of a slide that appear on clicks.

use super::xml::Xml;

/// The timing of a slide: the parts that appear, and the sounds and videos.
#[derive(Debug, Default)]
pub(super) struct Builds {
    /// The parts that appear, each with its step.
    parts: Vec<(usize, BuildTarget)>,
    players: Vec<Player>,
}

/// A sound or a video, by the id of its shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Player {
    pub(super) shape: u32,
    pub(super) is_sound: bool,
}

/// A part that appears, by the id of its shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BuildTarget {
    /// A shape with text.
    TextShape(u32),
    /// One paragraph of a shape, counted from 0.
    Paragraph(u32, usize),
    /// Any other shape.
    OtherShape(u32),
}

impl BuildTarget {
    fn shape(self) -> u32 {
        let (BuildTarget::TextShape(id) | BuildTarget::Paragraph(id, _) | BuildTarget::OtherShape(id)) = self;
        id
    }
}

impl Builds {
    pub(super) fn add(&mut self, step: usize, part: BuildTarget) {
        self.parts.push((step, part));
    }

    pub(super) fn add_player(&mut self, player: Player) {
        self.players.push(player);
    }

    /// Writes the clicks in the order of the steps, and the players.
    pub(super) fn write(mut self, xml: &mut Xml) {
        if self.parts.is_empty() && self.players.is_empty() {
            return;
        }
        self.parts.sort_by_key(|(step, _)| *step);
        let mut timing = TimingWriter { xml, next_id: 1 };
        timing.xml.open("p:timing", &[]);
        timing.xml.open("p:tnLst", &[]);
        timing.xml.open("p:par", &[]);
        timing.open_node(&[("dur", &"indefinite"), ("restart", &"never"), ("nodeType", &"tmRoot")]);
        timing.xml.open("p:childTnLst", &[]);
        if !self.parts.is_empty() {
            timing.clicks(&self.parts);
        }
        for player in &self.players {
            timing.player(*player);
        }
        timing.close(4);
        self.write_build_list(xml);
        xml.close();
    }

    /// Writes the list of shapes with builds, which the format requires for shapes with text.
    fn write_build_list(&self, xml: &mut Xml) {
        let mut lists: Vec<(u32, bool)> = Vec::new();
        for (_, part) in &self.parts {
            let entry = match part {
                BuildTarget::TextShape(id) => (*id, false),
                BuildTarget::Paragraph(id, _) => (*id, true),
                BuildTarget::OtherShape(_) => continue,
            };
            if !lists.contains(&entry) {
                lists.push(entry);
            }
        }
        if lists.is_empty() {
            return;
        }
        xml.open("p:bldLst", &[]);
        for (id, by_paragraph) in lists {
            if by_paragraph {
                xml.empty("p:bldP", &[("spid", &id), ("grpId", &0), ("build", &"p")]);
            } else {
                xml.empty("p:bldP", &[("spid", &id), ("grpId", &0), ("animBg", &1)]);
            }
        }
        xml.close();
    }
}

/// Writes time nodes, which have consecutive ids.
struct TimingWriter<'x> {
    xml: &'x mut Xml,
    next_id: u32,
}

impl TimingWriter<'_> {
    /// Opens a time node.
    fn open_node(&mut self, attributes: super::xml::Attributes<'_>) {
        let id = self.next_id;
        self.next_id += 1;
        let mut all: Vec<(&str, &dyn std::fmt::Display)> = vec![("id", &id)];
        all.extend(attributes);
        self.xml.open("p:cTn", &all);
    }

    /// Closes a number of elements.
    fn close(&mut self, count: usize) {
        (0..count).for_each(|_| self.xml.close());
    }

    fn write_start(&mut self, delay: &str) {
        self.xml.open("p:stCondLst", &[]);
        self.xml.empty("p:cond", &[("delay", &delay)]);
        self.xml.close();
    }

    /// Writes all clicks.
    fn clicks(&mut self, parts: &[(usize, BuildTarget)]) {
        self.xml.open("p:seq", &[("concurrent", &1), ("nextAc", &"seek")]);
        self.open_node(&[("dur", &"indefinite"), ("nodeType", &"mainSeq")]);
        self.xml.open("p:childTnLst", &[]);
        for click in parts.chunk_by(|one, other| one.0 == other.0) {
            self.click(click);
        }
        self.close(2);
        for (list, event) in [("p:prevCondLst", "onPrev"), ("p:nextCondLst", "onNext")] {
            self.xml.open(list, &[]);
            self.xml.open("p:cond", &[("evt", &event), ("delay", &0)]);
            self.xml.open("p:tgtEl", &[]);
            self.xml.empty("p:sldTgt", &[]);
            self.close(3);
        }
        self.close(1);
    }

    /// Writes a sound or a video, which plays when it is clicked.
    fn player(&mut self, player: Player) {
        self.xml.open(if player.is_sound { "p:audio" } else { "p:video" }, &[]);
        self.xml.open("p:cMediaNode", &[("vol", &80_000)]);
        self.open_node(&[("fill", &"hold"), ("display", &0)]);
        self.write_start("indefinite");
        self.close(1);
        self.xml.open("p:tgtEl", &[]);
        self.xml.empty("p:spTgt", &[("spid", &player.shape)]);
        self.close(3);
    }

    /// Writes the parts that appear on one click.
    fn click(&mut self, parts: &[(usize, BuildTarget)]) {
        for delay in ["indefinite", "0"] {
            self.xml.open("p:par", &[]);
            self.open_node(&[("fill", &"hold")]);
            self.write_start(delay);
            self.xml.open("p:childTnLst", &[]);
        }
        for (index, (_, part)) in parts.iter().enumerate() {
            self.appear(*part, if index == 0 { "clickEffect" } else { "withEffect" });
        }
        self.close(6);
    }

    /// Writes the effect with which a part appears.
    fn appear(&mut self, part: BuildTarget, trigger: &str) {
        self.xml.open("p:par", &[]);
        // Preset 1 is the effect "Appear".
        let mut attributes: Vec<(&str, &dyn std::fmt::Display)> =
            vec![("presetID", &1), ("presetClass", &"entr"), ("presetSubtype", &0), ("fill", &"hold")];
        if !matches!(part, BuildTarget::OtherShape(_)) {
            attributes.push(("grpId", &0));
        }
        attributes.push(("nodeType", &trigger));
        self.open_node(&attributes);
        self.write_start("0");
        self.xml.open("p:childTnLst", &[]);
        self.xml.open("p:set", &[]);
        self.xml.open("p:cBhvr", &[]);
        self.open_node(&[("dur", &1), ("fill", &"hold")]);
        self.write_start("0");
        self.xml.close();
        self.xml.open("p:tgtEl", &[]);
        match part {
            BuildTarget::Paragraph(id, index) => {
                self.xml.open("p:spTgt", &[("spid", &id)]);
                self.xml.open("p:txEl", &[]);
                self.xml.empty("p:pRg", &[("st", &index), ("end", &index)]);
                self.close(2);
            }
            _ => self.xml.empty("p:spTgt", &[("spid", &part.shape())]),
        }
        self.xml.close();
        self.xml.open("p:attrNameLst", &[]);
        self.xml.text("p:attrName", &[], "style.visibility");
        self.close(2);
        self.xml.open("p:to", &[]);
        self.xml.empty("p:strVal", &[("val", &"visible")]);
        self.close(5);
    }
}
