//! Tracks: the positions of the segments of lines that run across, between two layers.

/// The segment of a line that runs across between two layers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Crossing {
    /// Position at the upper layer.
    pub(super) upper: f32,
    /// Position at the lower layer.
    pub(super) lower: f32,
    /// Keys of its upper and its lower end. Lines that share an end may share a track.
    pub(super) ends: (usize, usize),
}

impl Crossing {
    fn is_straight(&self) -> bool {
        (self.upper - self.lower).abs() < 0.5
    }

    fn span(&self) -> (f32, f32) {
        (self.upper.min(self.lower), self.upper.max(self.lower))
    }

    fn can_share(&self, other: &Crossing, room: f32) -> bool {
        let (one, two) = (self.span(), other.span());
        let is_apart = one.1 + room < two.0 || two.1 + room < one.0;
        is_apart || self.ends.0 == other.ends.0 || self.ends.1 == other.ends.1
    }
}

/// The index of the track of each line, and the number of tracks. Straight lines need no track and get index 0. Lines
/// on a track are more than `room` apart unless they share an end.
pub(super) fn tracks(lines: &[Crossing], room: f32) -> (Vec<usize>, usize) {
    let mut order: Vec<usize> = (0..lines.len()).filter(|index| !lines[*index].is_straight()).collect();
    // Of the lines that run to the right, those that start further right get a higher track, so that lines from the left
    // pass below them.
    order.sort_by(|one, other| {
        let key = |line: &Crossing| if line.lower > line.upper { (0, -line.upper) } else { (1, line.upper) };
        let (one, other) = (key(&lines[*one]), key(&lines[*other]));
        one.0.cmp(&other.0).then(one.1.total_cmp(&other.1))
    });
    let mut track = vec![0; lines.len()];
    let mut lines_on_tracks: Vec<Vec<usize>> = Vec::new();
    for index in order {
        let fits = |on_track: &Vec<usize>| on_track.iter().all(|other| lines[index].can_share(&lines[*other], room));
        let place = lines_on_tracks.iter().position(fits).unwrap_or_else(|| {
            lines_on_tracks.push(Vec::new());
            lines_on_tracks.len() - 1
        });
        lines_on_tracks[place].push(index);
        track[index] = place;
    }
    (track, lines_on_tracks.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_share_a_track_if_they_share_an_end_or_are_apart() {
        let line = |upper, lower, ends| Crossing { upper, lower, ends };
        let count = |lines: &[Crossing]| tracks(lines, 10.0).1;
        assert_eq!(count(&[line(0.0, 0.0, (0, 1))]), 0);
        assert_eq!(count(&[line(50.0, 0.0, (0, 1)), line(50.0, 100.0, (0, 2))]), 1);
        assert_eq!(count(&[line(0.0, 100.0, (0, 1)), line(50.0, 0.0, (2, 3))]), 2);
        assert_eq!(count(&[line(0.0, 40.0, (0, 1)), line(60.0, 100.0, (2, 3))]), 1);
    }
}
