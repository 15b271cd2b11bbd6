//! Reproducible random numbers: the same seed gives the same numbers on every machine.

/// A random number generator with a text seed.
pub(crate) struct SeededRandom(u64);

impl SeededRandom {
    pub(crate) fn new(seed: &[&str]) -> SeededRandom {
        // The seed is hashed with FNV-1a; `next` is splitmix64.
        let mut hash = 0xCBF2_9CE4_8422_2325_u64;
        for byte in seed.iter().flat_map(|part| part.bytes().chain([0])) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
        SeededRandom(hash)
    }

    /// A number from 0 up to but excluding 1.
    pub(crate) fn share(&mut self) -> f32 {
        #[expect(clippy::cast_precision_loss, reason = "24 bits fit a float")]
        let share = (self.next() >> 40) as f32 / (1_u64 << 24) as f32;
        share
    }

    /// A number from `from` up to but excluding `to`.
    pub(crate) fn between(&mut self, from: f32, to: f32) -> f32 {
        from + self.share() * (to - from)
    }

    /// A random element of a list. Panics when the list is empty.
    pub(crate) fn pick<T: Copy>(&mut self, elements: &[T]) -> T {
        #[expect(clippy::cast_possible_truncation, reason = "less than the length of a list")]
        let index = (self.next() % elements.len() as u64) as usize;
        elements[index]
    }

    /// An independent generator; drawing from it does not affect this one.
    pub(crate) fn branch(&mut self) -> SeededRandom {
        SeededRandom(self.next())
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_numbers() {
        let mut one = SeededRandom::new(&["default", "title-slide", "0"]);
        let mut other = SeededRandom::new(&["default", "title-slide", "0"]);
        let first: Vec<f32> = (0..4).map(|_| one.share()).collect();
        assert_eq!(first, (0..4).map(|_| other.share()).collect::<Vec<_>>());
        assert!(first.iter().all(|share| (0.0..1.0).contains(share)));
        let next = SeededRandom::new(&["default", "title-slide", "1"]).share();
        assert!((first[0] - next).abs() > 0.001);
    }
}
