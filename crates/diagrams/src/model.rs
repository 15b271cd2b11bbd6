//! The model of a diagram: what its text says, without sizes and positions.

/// A diagram.
#[derive(Debug, Clone, PartialEq)]
pub enum Diagram {
    /// Boxes and lines between them: flowcharts, states, classes and entities.
    Graph(Graph),
    /// Messages between participants in the order of time.
    Sequence(Sequence),
    /// A tree of ideas.
    Mindmap(Mindmap),
    /// Shares of a whole.
    Pie(Pie),
    /// Tasks over time.
    Gantt(Gantt),
}

/// What the boxes of a graph are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GraphKind {
    /// Steps of a flowchart.
    Flowchart,
    /// States.
    State,
    /// Classes with their members.
    Class,
    /// Entities with their attributes.
    Entity,
}

/// The direction in which the lines of a graph run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// From top to bottom.
    Down,
    /// From bottom to top.
    Up,
    /// From left to right.
    Right,
    /// From right to left.
    Left,
}

impl Direction {
    /// Whether lines run across the page.
    pub fn is_across(self) -> bool {
        matches!(self, Direction::Right | Direction::Left)
    }
}

/// Boxes and lines between them.
#[derive(Debug, Clone, PartialEq)]
pub struct Graph {
    /// What the boxes are.
    pub kind: GraphKind,
    /// The direction that the author asks for; `None` when the text names none.
    pub direction: Option<Direction>,
    /// The boxes in the order of the text.
    pub nodes: Vec<Node>,
    /// The lines in the order of the text.
    pub edges: Vec<Edge>,
    /// Frames around boxes. A frame comes before the frames inside it.
    pub groups: Vec<Group>,
}

/// A box of a graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Its text; lines are separated by line feeds. Empty for marks such as the start of a state diagram.
    pub label: String,
    /// Its outline.
    pub form: NodeShape,
    /// Further compartments, each with its lines: the members of a class, the attributes of an entity.
    pub compartments: Vec<Vec<String>>,
    /// The innermost frame that contains it, as an index into [`Graph::groups`].
    pub group: Option<usize>,
}

/// The outline of a box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NodeShape {
    /// A rectangle.
    Box,
    /// A rectangle with round corners.
    Round,
    /// A rectangle whose ends are half circles.
    Stadium,
    /// A circle.
    Circle,
    /// A rhombus, for decisions.
    Diamond,
    /// A hexagon.
    Hexagon,
    /// A parallelogram that leans to the right.
    LeanRight,
    /// A parallelogram that leans to the left.
    LeanLeft,
    /// A cylinder, for storage.
    Cylinder,
    /// A rectangle with compartments.
    Table,
    /// A remark.
    Note,
    /// The filled circle where states begin.
    Start,
    /// The ringed circle where states end.
    End,
    /// The bar where states fork or join.
    Bar,
}

impl NodeShape {
    /// Whether it is a mark without text.
    pub fn is_mark(self) -> bool {
        matches!(self, NodeShape::Start | NodeShape::End | NodeShape::Bar)
    }
}

/// A frame around boxes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// Its title.
    pub label: String,
    /// The frame that contains it, as an index into [`Graph::groups`].
    pub parent: Option<usize>,
    /// The direction inside it, if the author gives one.
    pub direction: Option<Direction>,
}

/// What a line is attached to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum EdgeEnd {
    /// A box, as an index into [`Graph::nodes`].
    Node(usize),
    /// A frame, as an index into [`Graph::groups`].
    Group(usize),
}

/// A line between two boxes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edge {
    /// Where it starts.
    pub from: EdgeEnd,
    /// Where it ends.
    pub to: EdgeEnd,
    /// Its text.
    pub label: String,
    /// How it is drawn.
    pub style: LineStyle,
    /// What is drawn at its start and at its end.
    pub tips: (Tip, Tip),
}

/// How a line is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineStyle {
    /// A plain line.
    Solid,
    /// A line of dots or dashes.
    Dotted,
    /// A strong line.
    Thick,
    /// Not drawn: the line only influences the order of the boxes.
    Invisible,
}

/// What is drawn at an end of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tip {
    /// Nothing.
    None,
    /// A filled arrow head.
    Arrow,
    /// An open arrow head, of two strokes.
    Open,
    /// An empty triangle: inheritance.
    Triangle,
    /// A filled diamond: composition.
    Diamond,
    /// An empty diamond: aggregation.
    EmptyDiamond,
    /// A circle.
    Dot,
    /// A cross.
    Cross,
    /// Exactly one.
    One,
    /// None or one.
    ZeroOrOne,
    /// One or more.
    Many,
    /// None or more.
    ZeroOrMany,
}

/// Messages between participants in the order of time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sequence {
    /// The participants from left to right.
    pub participants: Vec<Participant>,
    /// What happens, in order.
    pub steps: Vec<SequenceStep>,
}

/// Someone or something that sends messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Participant {
    /// Its name.
    pub label: String,
    /// Whether it is a person.
    pub is_person: bool,
}

/// Something that happens in a sequence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SequenceStep {
    /// A message.
    Message(Message),
    /// A remark.
    Note(Note),
    /// The start of a frame such as a loop.
    Open(Frame),
    /// The start of a further section of the innermost frame, such as `else`, with its condition.
    Part(String),
    /// The end of the innermost frame.
    Close,
    /// A participant, by index, becomes active.
    Activate(usize),
    /// A participant, by index, becomes inactive.
    Deactivate(usize),
}

/// A message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// The sender, by index.
    pub from: usize,
    /// The receiver, by index.
    pub to: usize,
    /// Its text.
    pub label: String,
    /// How its line is drawn.
    pub style: LineStyle,
    /// What is drawn at its start and at its end.
    pub tips: (Tip, Tip),
}

/// A remark in a sequence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// Where it is placed.
    pub side: NoteSide,
    /// The indexes of the first and the last participant that it belongs to.
    pub span: (usize, usize),
    /// Its text.
    pub label: String,
}

/// Where a remark is placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoteSide {
    /// At the left of a participant.
    Left,
    /// At the right of a participant.
    Right,
    /// Over one or more participants.
    Over,
}

/// A frame around steps of a sequence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// What it is, such as `loop` or `alt`; empty for a plain frame.
    pub kind: String,
    /// Its condition.
    pub label: String,
}

/// A tree of ideas.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mindmap {
    /// The ideas. The first is the root; an idea comes after its parent.
    pub nodes: Vec<MindmapNode>,
}

/// An idea.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MindmapNode {
    /// Its text.
    pub label: String,
    /// Its outline; `None` for text without one.
    pub form: Option<NodeShape>,
    /// The idea above it, by index; `None` for the root.
    pub parent: Option<usize>,
}

/// Shares of a whole.
#[derive(Debug, Clone, PartialEq)]
pub struct Pie {
    /// Its title.
    pub title: String,
    /// Whether the values are shown.
    pub shows_values: bool,
    /// The shares in the order of the text.
    pub slices: Vec<Slice>,
}

/// A share of a whole.
#[derive(Debug, Clone, PartialEq)]
pub struct Slice {
    /// Its name.
    pub label: String,
    /// Its value, greater than zero.
    pub value: f64,
}

/// Tasks over time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gantt {
    /// Its title.
    pub title: String,
    /// The names of the sections.
    pub sections: Vec<String>,
    /// The tasks in the order of the text.
    pub tasks: Vec<Task>,
}

/// A task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    /// Its name.
    pub label: String,
    /// Its section, by index.
    pub section: Option<usize>,
    /// When it starts, in minutes since midnight on 1 January 1970.
    pub start: i64,
    /// When it ends, in the same unit. A milestone ends when it starts.
    pub end: i64,
    /// Its progress.
    pub state: TaskState,
    /// Whether it is critical.
    pub is_critical: bool,
    /// Whether it is a point in time.
    pub is_milestone: bool,
}

/// The progress of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TaskState {
    /// Not begun.
    Planned,
    /// Under way.
    Active,
    /// Finished.
    Done,
}
