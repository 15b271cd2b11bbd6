//! The marks of a session in memory: pen strokes by slide, and what the streams of this node have not received yet.
//!
//! This module sends nothing. Positions are in ten-thousandths of the slide's width and height, so that they are the
//! same place on every screen.

use std::collections::HashMap;
use std::time::Duration;

use deck::SlideId;
use serde::{Deserialize, Serialize};
use store::{LiveItem, LiveWrite, StrokeId, Time};
use tokio::time::Instant;

/// The highest position on a slide: its right or lower edge.
pub(super) const MAX_POSITION: u16 = 10_000;
/// The maximum number of points of a stroke. A longer line is several strokes.
pub(super) const MAX_POINTS: usize = 500;
/// The maximum number of strokes on a slide, and in a session. All of them have at most 6 MB as stored text.
pub(super) const MAX_OF_SLIDE: usize = 100;
pub(super) const MAX_STROKES: usize = 1000;
/// The time between two messages to a stream: at most 20 a second.
const MESSAGE_INTERVAL: Duration = Duration::from_millis(50);
/// The silence after which clients may have closed their streams, so that the next mark is announced again.
const QUIET_PERIOD: Duration = Duration::from_secs(30);
/// How long after the last mark new clients are asked to open a stream.
const IN_USE: Duration = Duration::from_mins(1);
/// How long captions count as on after the presenter's page last reported that they are.
const CAPTIONS_LIFETIME: Duration = Duration::from_mins(1);
/// The beginning of the item that stores a stroke.
const STROKE_ITEM: &str = "mark ";

/// The colour of a stroke. Pages draw it with a light rim, so that each is seen on light and dark slides.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InkColor {
    /// Red, which strokes without a colour have.
    #[default]
    Red,
    /// Blue.
    Blue,
    /// Green.
    Green,
    /// Black.
    Black,
}

/// A part of a stroke. Parts that overlap replace what was known, so a part may be received twice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StrokePart {
    /// The id of the stroke, unique in its session.
    pub id: StrokeId,
    /// How many points of the stroke come before this part.
    pub from: usize,
    /// Positions in turn: x, y, x, y.
    pub points: Vec<u16>,
    /// The same in all parts of a stroke.
    #[serde(default)]
    pub color: InkColor,
    /// Whether the part is the whole stroke, and the pen was lifted.
    pub is_done: bool,
}

/// What the speaker says, as the browser recognised it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Caption {
    /// The last words; empty when captions were switched off.
    pub text: String,
    /// The language of the text.
    pub lang: String,
}

/// A message to the streams of marks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MarkEvent {
    /// Marks on the current slide.
    Marks(SlideMarks),
    /// What the speaker says.
    Caption(Caption),
}

/// Marks on the current slide.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SlideMarks {
    /// The slide.
    pub slide: Option<SlideId>,
    /// Whether these are all strokes of the slide; otherwise they are added to those that a client has.
    pub is_reset: bool,
    /// The pointer, when it moved: x and y, or nothing when it is gone.
    pub pointer: Option<Vec<u16>>,
    /// Parts of strokes.
    pub strokes: Vec<StrokePart>,
}

/// Which streams of marks clients should open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MarksNotice {
    /// The speaker points or draws, or the current slide has strokes.
    pub marks: bool,
    /// There are captions.
    pub captions: bool,
    /// When it was made.
    pub updated_at: Time,
}

/// Marks that are shown and not stored. Nodes exchange them in their serialised form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct EphemeralMarks {
    pub(super) slide: SlideId,
    pub(super) pointer: Option<Vec<u16>>,
    /// Parts of strokes that are being drawn.
    pub(super) strokes: Vec<StrokePart>,
    /// Whether captions are on, when the presenter's page sent that.
    pub(super) captions: Option<bool>,
    pub(super) caption: Option<Caption>,
}

/// Which strokes of a slide are deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RemovedStrokes {
    /// All of them.
    All,
    /// Those with these ids; none where the list is empty.
    Named(Vec<StrokeId>),
}

impl RemovedStrokes {
    /// Whether a stroke is deleted.
    fn has(&self, id: &StrokeId) -> bool {
        match self {
            Self::All => true,
            Self::Named(ids) => ids.contains(id),
        }
    }

    /// Whether no stroke is deleted.
    pub(super) fn is_nothing(&self) -> bool {
        matches!(self, Self::Named(ids) if ids.is_empty())
    }
}

/// What has to be sent now.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct DueMarks {
    /// To the streams of marks.
    pub(super) event: Option<MarkEvent>,
    /// To the event streams of the session.
    pub(super) notice: Option<MarksNotice>,
}

/// The marks of a session.
#[derive(Debug, Default)]
pub(super) struct MarkBoard {
    /// The slide that is shown.
    current: Option<SlideId>,
    strokes: HashMap<SlideId, Vec<Stroke>>,
    pending: PendingMarks,
    /// The newest caption.
    caption: Option<Caption>,
    captions_until: Option<Instant>,
    marked_at: Option<Instant>,
    captioned_at: Option<Instant>,
    sent_at: Option<Instant>,
    /// Whether the last message had marks; then a pending caption is sent next.
    sent_marks: bool,
    /// Whether a task is sending what is pending.
    pub(super) is_scheduled: bool,
}

#[derive(Debug)]
struct Stroke {
    id: StrokeId,
    points: Vec<u16>,
    color: InkColor,
    is_done: bool,
}

/// What the streams have not received.
#[derive(Debug, Default)]
struct PendingMarks {
    resets: bool,
    /// Whether clients without a stream miss something.
    is_notable: bool,
    pointer: Option<Vec<u16>>,
    strokes: Vec<StrokePart>,
    caption: Option<Caption>,
    /// Whether captions were switched on or off.
    switches_captions: bool,
}

/// A stroke as it is stored.
#[derive(Debug, Serialize, Deserialize)]
struct StoredStroke {
    slide: SlideId,
    points: Vec<u16>,
    #[serde(default)]
    color: InkColor,
}

impl MarkBoard {
    /// The marks of a session that shows a slide, with the strokes among its stored items.
    pub(super) fn new(current: Option<SlideId>, items: &[LiveItem]) -> Self {
        let mut board = Self { current, ..Self::default() };
        for item in items {
            board.apply_item(item);
        }
        board.pending = PendingMarks::default();
        board
    }

    /// Replaces the strokes by stored ones, after changes may have been missed.
    pub(super) fn reload(&mut self, current: Option<SlideId>, items: &[LiveItem]) {
        self.strokes.clear();
        self.current = current;
        for item in items {
            self.apply_item(item);
        }
        self.pending.reset();
    }

    /// Follows a move of the session to a slide. The strokes of the previous slide are not removed.
    pub(super) fn move_to(&mut self, slide: Option<&SlideId>) {
        if self.current.as_ref() == slide {
            return;
        }
        if let Some(strokes) = self.current.as_ref().and_then(|previous| self.strokes.get_mut(previous)) {
            strokes.retain(|stroke| stroke.is_done);
        }
        let had_marks = self.pending.has_marks() || self.current().is_some_and(|strokes| !strokes.is_empty());
        self.current = slide.cloned();
        self.pending.clear_marks();
        let has_strokes = self.current().is_some_and(|strokes| !strokes.is_empty());
        if had_marks || has_strokes {
            self.pending.reset();
            self.pending.is_notable = has_strokes;
        }
    }

    /// Shows marks that are not stored.
    pub(super) fn show(&mut self, marks: EphemeralMarks, now: Instant) {
        let EphemeralMarks { slide, pointer, strokes, captions, caption } = marks;
        let is_current = self.current.as_ref() == Some(&slide);
        if let Some(pointer) = pointer.filter(|_| is_current) {
            self.pending.is_notable |= !pointer.is_empty();
            self.pending.pointer = Some(pointer);
        }
        for part in strokes {
            self.draw(&slide, part, is_current);
        }
        let was_on = self.captions_on(now);
        if let Some(caption) = caption {
            self.captions_until = Some(now + CAPTIONS_LIFETIME);
            self.caption = Some(caption.clone());
            self.pending.caption = Some(caption);
        }
        match captions {
            Some(true) => self.captions_until = Some(now + CAPTIONS_LIFETIME),
            Some(false) => {
                self.captions_until = None;
                let lang = self.caption.take().map(|caption| caption.lang).unwrap_or_default();
                self.pending.caption = Some(Caption { text: String::new(), lang });
            }
            None => {}
        }
        self.pending.switches_captions |= was_on != self.captions_on(now);
    }

    /// Adds a part of a stroke that is being drawn. A part may be ignored, since the finished stroke is sent as a
    /// whole.
    fn draw(&mut self, slide: &SlideId, part: StrokePart, is_current: bool) {
        if self.strokes.values().map(Vec::len).sum::<usize>() >= MAX_STROKES {
            return;
        }
        let strokes = self.strokes.entry(slide.clone()).or_default();
        let is_full = strokes.len() >= MAX_OF_SLIDE;
        match strokes.iter_mut().find(|stroke| stroke.id == part.id) {
            Some(stroke) if stroke.is_done => return,
            Some(stroke) => {
                stroke.points.truncate(part.from * 2);
                stroke.points.extend(&part.points);
                stroke.points.truncate(MAX_POINTS * 2);
            }
            None if is_full => return,
            None => strokes.push(Stroke {
                id: part.id.clone(),
                points: part.points.clone(),
                color: part.color,
                is_done: false,
            }),
        }
        if is_current {
            self.pending.add(part);
        }
    }

    /// Applies writes that were stored.
    pub(super) fn apply(&mut self, writes: &[LiveWrite]) {
        for write in writes {
            match write {
                LiveWrite::Item(item, _) => self.apply_item(item),
                LiveWrite::DeleteItem(item) => {
                    if let Some(id) = item.strip_prefix(STROKE_ITEM) {
                        self.remove(id);
                    }
                }
                _ => {}
            }
        }
    }

    fn apply_item(&mut self, LiveItem { item, entry }: &LiveItem) {
        let Some((id, StoredStroke { slide, points, color })) = stroke_of(item, entry) else { return };
        let strokes = self.strokes.entry(slide.clone()).or_default();
        strokes.retain(|stroke| stroke.id != id);
        strokes.push(Stroke { id: id.into(), points: points.clone(), color, is_done: true });
        if self.current.as_ref() == Some(&slide) {
            self.pending.add(StrokePart { id: id.into(), from: 0, points, color, is_done: true });
        }
    }

    fn remove(&mut self, id: &str) {
        for (slide, strokes) in &mut self.strokes {
            let count = strokes.len();
            strokes.retain(|stroke| stroke.id != id);
            if strokes.len() != count && self.current.as_ref() == Some(slide) {
                self.pending.reset();
                self.pending.is_notable = true;
            }
        }
    }

    /// Removes strokes of a slide that are being drawn.
    pub(super) fn drop_unfinished(&mut self, slide: &SlideId, removed: &RemovedStrokes) {
        let Some(strokes) = self.strokes.get_mut(slide) else { return };
        let count = strokes.len();
        strokes.retain(|stroke| stroke.is_done || !removed.has(&stroke.id));
        if strokes.len() != count && self.current.as_ref() == Some(slide) {
            self.pending.reset();
        }
    }

    /// The writes that delete all strokes.
    pub(super) fn all_deletions(&self) -> Vec<LiveWrite> {
        let done = self.strokes.values().flatten().filter(|stroke| stroke.is_done);
        done.map(|stroke| LiveWrite::DeleteItem(item_of(&stroke.id))).collect()
    }

    /// The writes that delete strokes of a slide.
    pub(super) fn deletions(&self, slide: &SlideId, removed: &RemovedStrokes) -> Vec<LiveWrite> {
        let of_slide = self.strokes.get(slide).into_iter().flatten();
        let done = of_slide.filter(|stroke| stroke.is_done && removed.has(&stroke.id));
        done.map(|stroke| LiveWrite::DeleteItem(item_of(&stroke.id))).collect()
    }

    /// Whether a slide has space for further strokes, once others of it are removed.
    pub(super) fn has_space(&self, slide: &SlideId, new: &[StrokePart], removed: &RemovedStrokes) -> bool {
        let is_new = |stroke: &Stroke| new.iter().any(|part| part.id == stroke.id);
        let remaining = |stroke_slide: &SlideId, strokes: &[Stroke]| {
            let stays = |stroke: &&Stroke| stroke.is_done && !(stroke_slide == slide && removed.has(&stroke.id));
            strokes.iter().filter(stays).filter(|stroke| !is_new(stroke)).count()
        };
        let of_slide = self.strokes.get(slide).map(|strokes| remaining(slide, strokes)).unwrap_or_default();
        let all: usize = self.strokes.iter().map(|(stroke_slide, strokes)| remaining(stroke_slide, strokes)).sum();
        of_slide + new.len() <= MAX_OF_SLIDE && all + new.len() <= MAX_STROKES
    }

    /// The messages that bring a new stream to the state of those that have received everything.
    pub(super) fn snapshot(&self, with_captions: bool, now: Instant) -> Vec<MarkEvent> {
        let mut events = vec![MarkEvent::Marks(self.all_marks())];
        let caption = self.caption.as_ref().filter(|_| with_captions && self.captions_on(now));
        events.extend(caption.cloned().map(MarkEvent::Caption));
        events
    }

    /// What a client that opens the event stream of the session should know.
    pub(super) fn notice(&self, now: Instant, updated_at: Time) -> MarksNotice {
        let is_recent = self.marked_at.is_some_and(|at| now - at < IN_USE);
        let has_strokes = self.current().is_some_and(|strokes| !strokes.is_empty());
        MarksNotice { marks: is_recent || has_strokes, captions: self.captions_on(now), updated_at }
    }

    /// Whether something waits to be sent.
    pub(super) fn is_pending(&self) -> bool {
        let pending = &self.pending;
        pending.has_marks() || pending.caption.is_some() || pending.switches_captions
    }

    /// When the next message may be sent.
    pub(super) fn due_at(&self, now: Instant) -> Instant {
        self.sent_at.map_or(now, |at| at + MESSAGE_INTERVAL)
    }

    /// Removes and returns the next message; `None` when nothing is pending.
    pub(super) fn take_due(&mut self, now: Instant, updated_at: Time) -> Option<DueMarks> {
        if !self.is_pending() {
            return None;
        }
        let is_quiet = |last: Option<Instant>| last.is_none_or(|at| now - at >= QUIET_PERIOD);
        let mut is_noticed = std::mem::take(&mut self.pending.switches_captions);
        let caption_is_next = self.pending.caption.is_some() && (self.sent_marks || !self.pending.has_marks());
        let event = if caption_is_next {
            let caption = self.pending.caption.take();
            if caption.as_ref().is_some_and(|caption| !caption.text.is_empty()) {
                is_noticed |= is_quiet(self.captioned_at.replace(now));
            }
            caption.map(MarkEvent::Caption)
        } else if self.pending.has_marks() {
            let (marks, is_notable) = self.take_marks();
            if is_notable {
                is_noticed |= is_quiet(self.marked_at.replace(now));
            }
            Some(MarkEvent::Marks(marks))
        } else {
            None
        };
        self.sent_marks = matches!(event, Some(MarkEvent::Marks(_)));
        self.sent_at = Some(now);
        Some(DueMarks { event, notice: is_noticed.then(|| self.notice(now, updated_at)) })
    }

    fn take_marks(&mut self) -> (SlideMarks, bool) {
        let pointer = self.pending.pointer.take();
        let strokes = std::mem::take(&mut self.pending.strokes);
        let is_notable = std::mem::take(&mut self.pending.is_notable);
        let marks = if std::mem::take(&mut self.pending.resets) {
            SlideMarks { pointer, ..self.all_marks() }
        } else {
            SlideMarks { slide: self.current.clone(), is_reset: false, pointer, strokes }
        };
        (marks, is_notable)
    }

    fn all_marks(&self) -> SlideMarks {
        let whole = |Stroke { id, points, color, is_done }: &Stroke| StrokePart {
            id: id.clone(),
            from: 0,
            points: points.clone(),
            color: *color,
            is_done: *is_done,
        };
        let strokes = self.current().map(|strokes| strokes.iter().map(whole).collect()).unwrap_or_default();
        SlideMarks { slide: self.current.clone(), is_reset: true, pointer: None, strokes }
    }

    fn current(&self) -> Option<&Vec<Stroke>> {
        self.strokes.get(self.current.as_ref()?)
    }

    fn captions_on(&self, now: Instant) -> bool {
        self.captions_until.is_some_and(|until| now < until)
    }
}

impl PendingMarks {
    fn has_marks(&self) -> bool {
        self.resets || self.pointer.is_some() || !self.strokes.is_empty()
    }

    fn clear_marks(&mut self) {
        (self.resets, self.is_notable, self.pointer) = (false, false, None);
        self.strokes.clear();
    }

    /// Replaces the pending parts: all strokes of the slide are sent next.
    fn reset(&mut self) {
        self.resets = true;
        self.strokes.clear();
    }

    /// Adds a part; if it continues a pending part, it is appended to that one.
    fn add(&mut self, part: StrokePart) {
        self.is_notable = true;
        if self.resets {
            return;
        }
        if part.from == 0 {
            self.strokes.retain(|pending| pending.id != part.id);
        }
        let before = self.strokes.iter_mut().find(|pending| pending.id == part.id);
        match before.filter(|pending| pending.from + pending.points.len() / 2 == part.from) {
            Some(pending) => pending.points.extend(part.points),
            None => self.strokes.push(part),
        }
    }
}

/// The item that stores a finished stroke.
pub(super) fn stored_stroke(slide: &SlideId, part: &StrokePart) -> Result<LiveItem, serde_json::Error> {
    let stored = StoredStroke { slide: slide.clone(), points: part.points.clone(), color: part.color };
    Ok(LiveItem { item: item_of(&part.id), entry: serde_json::to_value(stored)? })
}

/// Whether a stored item is a stroke.
pub(super) fn is_stroke(item: &str, entry: &serde_json::Value) -> bool {
    stroke_of(item, entry).is_some()
}

fn item_of(id: &StrokeId) -> String {
    format!("{STROKE_ITEM}{id}")
}

/// The id and the stored form of a stroke; `None` for another item. The entry is checked too, since the id of a slide
/// may begin as the item of a stroke does.
fn stroke_of<'a>(item: &'a str, entry: &serde_json::Value) -> Option<(&'a str, StoredStroke)> {
    Some((item.strip_prefix(STROKE_ITEM)?, StoredStroke::deserialize(entry).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SLIDE: &str = "a";

    fn board() -> MarkBoard {
        MarkBoard::new(Some(SLIDE.into()), &[])
    }

    fn part(id: &str, from: usize, points: &[u16], is_done: bool) -> StrokePart {
        StrokePart { id: id.into(), from, points: points.to_vec(), color: InkColor::Red, is_done }
    }

    fn passing(pointer: Option<&[u16]>, strokes: Vec<StrokePart>) -> EphemeralMarks {
        EphemeralMarks {
            slide: SLIDE.into(),
            pointer: pointer.map(<[u16]>::to_vec),
            strokes,
            captions: None,
            caption: None,
        }
    }

    fn caption(text: &str) -> EphemeralMarks {
        let caption = Caption { text: text.to_owned(), lang: "en".to_owned() };
        EphemeralMarks { caption: Some(caption), ..passing(None, Vec::new()) }
    }

    fn finished(id: &str, slide: &str) -> LiveWrite {
        let item = stored_stroke(&slide.into(), &part(id, 0, &[1, 2, 3, 4], true)).expect("JSON");
        LiveWrite::Item(item, 1)
    }

    fn marks(due: Option<DueMarks>) -> SlideMarks {
        match due.and_then(|due| due.event) {
            Some(MarkEvent::Marks(marks)) => marks,
            other => panic!("no marks: {other:?}"),
        }
    }

    fn ids(marks: &SlideMarks) -> Vec<&str> {
        marks.strokes.iter().map(|part| part.id.as_str()).collect()
    }

    #[test]
    fn of_several_pointers_the_newest_is_sent_and_no_point_of_a_stroke_is_lost() {
        let (mut board, now) = (board(), Instant::now());
        board.show(passing(Some(&[1, 1]), vec![part("s", 0, &[1, 2], false)]), now);
        board.show(passing(Some(&[9, 9]), vec![part("s", 1, &[3, 4], false)]), now);
        let sent = marks(board.take_due(now, 0));
        assert_eq!((sent.pointer, sent.is_reset), (Some(vec![9, 9]), false));
        assert_eq!(sent.strokes, [part("s", 0, &[1, 2, 3, 4], false)]);
        assert_eq!(board.take_due(now, 0), None);
        board.apply(&[finished("s", SLIDE)]);
        board.show(passing(None, vec![part("s", 2, &[7, 7], false)]), now);
        assert_eq!(
            marks(board.take_due(now, 0)).strokes,
            [part("s", 0, &[1, 2, 3, 4], true)],
            "a late part is ignored"
        );
    }

    #[test]
    fn marks_and_captions_take_turns_so_that_neither_waits_for_long() {
        let (mut board, now) = (board(), Instant::now());
        board.show(caption("Hello"), now);
        board.show(passing(Some(&[1, 1]), Vec::new()), now);
        assert!(matches!(board.take_due(now, 0), Some(DueMarks { event: Some(MarkEvent::Marks(_)), .. })));
        board.show(passing(Some(&[2, 2]), Vec::new()), now);
        board.show(caption("Hello all"), now);
        let Some(DueMarks { event: Some(MarkEvent::Caption(sent)), .. }) = board.take_due(now, 0) else {
            panic!("the caption is next")
        };
        assert_eq!(sent.text, "Hello all");
        assert_eq!(board.due_at(now), now + MESSAGE_INTERVAL);
    }

    #[test]
    fn strokes_stay_with_their_slide_and_are_sent_when_it_is_shown_again() {
        let (mut board, now) = (board(), Instant::now());
        board.apply(&[finished("s", SLIDE), finished("t", "b")]);
        assert_eq!(ids(&marks(board.take_due(now, 0))), ["s"], "of the current slide only");
        board.move_to(Some(&"c".into()));
        let left = marks(board.take_due(now, 0));
        assert_eq!((left.is_reset, left.strokes.len()), (true, 0));
        board.move_to(Some(&SLIDE.into()));
        let back = marks(board.take_due(now, 0));
        assert_eq!((back.is_reset, ids(&back)), (true, vec!["s"]));
        board.apply(&board.deletions(&SLIDE.into(), &RemovedStrokes::All));
        let cleared = marks(board.take_due(now, 0));
        assert_eq!((cleared.is_reset, cleared.strokes.len()), (true, 0));
        assert_eq!(board.all_deletions(), [LiveWrite::DeleteItem("mark t".to_owned())]);
    }

    #[test]
    fn one_stroke_is_deleted_and_the_others_keep_their_colours() {
        let (mut board, now) = (board(), Instant::now());
        let blue = StrokePart { color: InkColor::Blue, ..part("t", 0, &[5, 6], true) };
        let item = stored_stroke(&SLIDE.into(), &blue).expect("JSON");
        board.apply(&[finished("s", SLIDE), LiveWrite::Item(item, 2), finished("s2", "b")]);
        board.take_due(now, 0);
        let last = RemovedStrokes::Named(vec!["s".into(), "s2".into(), "unknown".into()]);
        board.apply(&board.deletions(&SLIDE.into(), &last));
        let left = marks(board.take_due(now, 0));
        assert_eq!((left.is_reset, left.strokes), (true, vec![blue]));
        assert_eq!(board.all_deletions().len(), 2, "a stroke of another slide stays");
        board.show(passing(None, vec![part("open", 0, &[1, 1], false)]), now);
        board.drop_unfinished(&SLIDE.into(), &RemovedStrokes::Named(vec!["open".into()]));
        assert_eq!(ids(&marks(board.take_due(now, 0))), ["t"]);
    }

    #[test]
    fn a_stroke_that_was_stored_without_a_colour_is_red() {
        let entry = serde_json::json!({ "slide": SLIDE, "points": [1, 2] });
        let board = MarkBoard::new(Some(SLIDE.into()), &[LiveItem { item: "mark s".to_owned(), entry }]);
        assert_eq!(board.all_marks().strokes[0].color, InkColor::Red);
    }

    #[test]
    fn a_notice_is_sent_with_the_first_mark_and_again_after_silence() {
        let (mut board, now) = (board(), Instant::now());
        assert_eq!(board.notice(now, 7), MarksNotice { marks: false, captions: false, updated_at: 7 });
        let mut noticed = |seconds: u64| {
            let now = now + Duration::from_secs(seconds);
            board.show(passing(Some(&[1, 1]), Vec::new()), now);
            board.take_due(now, 7).expect("a message").notice
        };
        assert_eq!(noticed(0), Some(MarksNotice { marks: true, captions: false, updated_at: 7 }));
        assert_eq!(noticed(20), None);
        assert_eq!(noticed(40), None);
        assert!(noticed(71).is_some());
        let later = now + Duration::from_secs(200);
        assert!(!board.notice(later, 7).marks);
        board.apply(&[finished("s", SLIDE)]);
        assert!(board.notice(later, 7).marks, "the slide has a stroke");
    }

    #[test]
    fn captions_are_announced_when_they_begin_and_end() {
        let (mut board, now) = (board(), Instant::now());
        let switch = |on| EphemeralMarks { captions: Some(on), ..passing(None, Vec::new()) };
        board.show(switch(true), now);
        let begun = board.take_due(now, 0).expect("a notice");
        assert_eq!((begun.event, begun.notice.map(|notice| notice.captions)), (None, Some(true)));
        board.show(switch(true), now);
        assert_eq!(board.take_due(now, 0), None, "they are on");
        board.show(caption("Good morning"), now);
        assert!(board.take_due(now, 0).is_some());
        assert_eq!(board.snapshot(true, now).len(), 2);
        assert_eq!(board.snapshot(false, now).len(), 1, "for those who did not ask for captions");
        board.show(switch(false), now);
        let ended = board.take_due(now, 0).expect("a notice");
        assert_eq!(ended.notice.map(|notice| notice.captions), Some(false));
        assert!(matches!(ended.event, Some(MarkEvent::Caption(caption)) if caption.text.is_empty()));
    }

    #[test]
    fn strokes_are_bounded() {
        let (mut board, now) = (board(), Instant::now());
        let all: Vec<LiveWrite> = (0..MAX_OF_SLIDE).map(|number| finished(&number.to_string(), SLIDE)).collect();
        board.apply(&all);
        let new = part("new", 0, &[1, 1], true);
        let none = RemovedStrokes::Named(Vec::new());
        let has_space = |slide: &str, new: &StrokePart, removed: &RemovedStrokes| {
            board.has_space(&slide.into(), std::slice::from_ref(new), removed)
        };
        assert!(!has_space(SLIDE, &new, &none));
        assert!(has_space(SLIDE, &new, &RemovedStrokes::All), "after the others are cleared");
        assert!(has_space(SLIDE, &new, &RemovedStrokes::Named(vec!["3".into()])), "after one is taken back");
        assert!(has_space(SLIDE, &part("7", 0, &[1, 1], true), &none), "sent again");
        assert!(has_space("b", &new, &none));
        board.show(passing(None, vec![part("new", 0, &[1, 1], false)]), now);
        assert_eq!(board.strokes[&SlideId::from(SLIDE)].len(), MAX_OF_SLIDE);
        let long = part("long", 0, &[1; MAX_POINTS * 2], false);
        let marks =
            EphemeralMarks { slide: "b".into(), ..passing(None, vec![long, part("long", MAX_POINTS, &[1, 1], false)]) };
        board.show(marks, now);
        assert_eq!(board.strokes[&SlideId::from("b")][0].points.len(), MAX_POINTS * 2);
    }
}
