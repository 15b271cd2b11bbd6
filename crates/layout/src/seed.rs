//! Numbers that look random and are the same for the same words, whatever the compiler or machine.

/// A source of such numbers.
pub(crate) struct Seed(u64);

impl Seed {
    pub(crate) fn new(words: &[&str]) -> Seed {
        // FNV-1a here, splitmix64 below.
        let mut hash = 0xCBF2_9CE4_8422_2325_u64;
        for byte in words.iter().flat_map(|word| word.bytes().chain([0])) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
        Seed(hash)
    }

    /// From 0 up to 1.
    pub(crate) fn share(&mut self) -> f32 {
        #[expect(clippy::cast_precision_loss, reason = "24 bits fit a float")]
        let share = (self.next() >> 40) as f32 / (1_u64 << 24) as f32;
        share
    }

    /// From one number up to another.
    pub(crate) fn between(&mut self, from: f32, to: f32) -> f32 {
        from + self.share() * (to - from)
    }

    /// One of a list that is not empty.
    pub(crate) fn one<T: Copy>(&mut self, of: &[T]) -> T {
        #[expect(clippy::cast_possible_truncation, reason = "less than the length of a list")]
        let index = (self.next() % of.len() as u64) as usize;
        of[index]
    }

    /// Numbers of their own, so that taking more of them changes no others.
    pub(crate) fn branch(&mut self) -> Seed {
        Seed(self.next())
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
    fn the_same_words_give_the_same_numbers() {
        let mut one = Seed::new(&["default", "title-slide", "0"]);
        let mut other = Seed::new(&["default", "title-slide", "0"]);
        let first: Vec<f32> = (0..4).map(|_| one.share()).collect();
        assert_eq!(first, (0..4).map(|_| other.share()).collect::<Vec<_>>());
        assert!(first.iter().all(|share| (0.0..1.0).contains(share)));
        let next = Seed::new(&["default", "title-slide", "1"]).share();
        assert!((first[0] - next).abs() > 0.001);
    }
}
