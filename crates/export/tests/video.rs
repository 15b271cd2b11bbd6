//! Pages as a film.

use crate::common::{Album, cache, text_slides, work};
use export::video::{Timeline, stream};

#[test]
fn no_two_pictures_have_the_same_time() {
    // Each picture is a cluster of the stream. Opaque pixels do not contain these bytes.
    const CLUSTER: [u8; 4] = [0x1f, 0x43, 0xb6, 0x75];
    let document = text_slides(1);
    for (frames, pictures) in [(1_u8, 1), (2, 2), (30, 2), (31, 2), (32, 3)] {
        let timeline = Timeline::new(&document, &[f64::from(frames) / 30.0]);
        let mut out = Vec::new();
        stream(work(&document, &Album::default()), &timeline, &[], 16, &cache(), &mut out).expect("a stream");
        let found = out.windows(4).filter(|bytes| *bytes == CLUSTER).count();
        assert_eq!(found, pictures, "{frames} frames");
    }
}
