//! The ciphers and the digest of encrypted PDF files: RC4, AES and MD5.
//!
//! They open files that need no password, so nothing secret depends on them.

use std::sync::OnceLock;

/// Bytes encrypted or decrypted with RC4.
pub(super) fn rc4(key: &[u8], bytes: &[u8]) -> Vec<u8> {
    let mut state: [u8; 256] = std::array::from_fn(|at| at as u8);
    let mut other = 0_u8;
    for at in 0..256 {
        other = other.wrapping_add(state[at]).wrapping_add(key[at % key.len().max(1)]);
        state.swap(at, usize::from(other));
    }
    let (mut first, mut second) = (0_u8, 0_u8);
    let crypted = bytes.iter().map(|byte| {
        first = first.wrapping_add(1);
        second = second.wrapping_add(state[usize::from(first)]);
        state.swap(usize::from(first), usize::from(second));
        let sum = state[usize::from(first)].wrapping_add(state[usize::from(second)]);
        byte ^ state[usize::from(sum)]
    });
    crypted.collect()
}

/// The MD5 digest of some bytes (RFC 1321).
pub(super) fn md5(bytes: &[u8]) -> [u8; 16] {
    const SHIFTS: [[u32; 4]; 4] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];
    let mut message = bytes.to_vec();
    message.push(0x80);
    while message.len() % 64 != 56 {
        message.push(0);
    }
    message.extend((bytes.len() as u64).wrapping_mul(8).to_le_bytes());
    let mut state = [0x6745_2301_u32, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];
    for block in message.chunks_exact(64) {
        let words: Vec<u32> =
            block.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect();
        let [mut a, mut b, mut c, mut d] = state;
        for step in 0..64_usize {
            let (mixed, word) = match step / 16 {
                0 => ((b & c) | (!b & d), step),
                1 => ((d & b) | (!d & c), (5 * step + 1) % 16),
                2 => (b ^ c ^ d, (3 * step + 5) % 16),
                _ => (c ^ (b | !d), 7 * step % 16),
            };
            let constant = (((step + 1) as f64).sin().abs() * 4_294_967_296.0) as u32;
            let sum = a.wrapping_add(mixed).wrapping_add(constant).wrapping_add(words[word]);
            let next = b.wrapping_add(sum.rotate_left(SHIFTS[step / 16][step % 4]));
            (a, d, c, b) = (d, c, b, next);
        }
        for (word, new) in state.iter_mut().zip([a, b, c, d]) {
            *word = word.wrapping_add(new);
        }
    }
    let mut digest = [0; 16];
    for (bytes, word) in digest.chunks_exact_mut(4).zip(state) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
    digest
}

/// A product in the field of AES (FIPS 197, 4.2).
fn times(mut left: u8, mut right: u8) -> u8 {
    let mut product = 0;
    while right > 0 {
        if right & 1 == 1 {
            product ^= left;
        }
        left = (left << 1) ^ if left & 0x80 == 0 { 0 } else { 0x1b };
        right >>= 1;
    }
    product
}

/// The products of all bytes with each factor below 16, since each byte of a file is multiplied some fifty times.
fn products() -> &'static [[u8; 256]; 16] {
    static PRODUCTS: OnceLock<[[u8; 256]; 16]> = OnceLock::new();
    PRODUCTS.get_or_init(|| std::array::from_fn(|factor| std::array::from_fn(|byte| times(byte as u8, factor as u8))))
}

/// AES with a key of 128 or 256 bits (FIPS 197), in the mode CBC.
pub(super) struct Aes {
    /// The keys of the rounds.
    rounds: Vec<[u8; 16]>,
    substitutes: [u8; 256],
    inverse: [u8; 256],
}

impl Aes {
    /// The cipher for a key.
    pub(super) fn new(key: &[u8]) -> Self {
        let mut substitutes = [0; 256];
        let mut inverse = [0; 256];
        let (mut power, mut reciprocal) = (1_u8, 1_u8);
        // Powers of 3 run through the field; those of its reciprocal, 0xf6, through the inverses.
        loop {
            let rotations = (1..=4).fold(0_u8, |sum, count| sum ^ reciprocal.rotate_left(count));
            substitutes[usize::from(power)] = reciprocal ^ rotations ^ 0x63;
            power = times(power, 3);
            reciprocal = times(reciprocal, 0xf6);
            if power == 1 {
                break;
            }
        }
        substitutes[0] = 0x63;
        for (at, substitute) in substitutes.iter().enumerate() {
            inverse[usize::from(*substitute)] = at as u8;
        }
        let count = key.len() / 4;
        let mut words: Vec<[u8; 4]> = key.chunks_exact(4).map(|word| [word[0], word[1], word[2], word[3]]).collect();
        let mut constant = 1;
        for at in count..4 * (count + 7) {
            let mut word = words[at - 1];
            if at % count == 0 {
                word.rotate_left(1);
                word = word.map(|byte| substitutes[usize::from(byte)]);
                word[0] ^= constant;
                constant = times(constant, 2);
            } else if count > 6 && at % count == 4 {
                word = word.map(|byte| substitutes[usize::from(byte)]);
            }
            let before = words[at - count];
            words.push(std::array::from_fn(|at| word[at] ^ before[at]));
        }
        let rounds = words.chunks_exact(4).map(|four| std::array::from_fn(|at| four[at / 4][at % 4])).collect();
        Self { rounds, substitutes, inverse }
    }

    fn decrypt_block(&self, block: &mut [u8; 16]) {
        let last = self.rounds.len() - 1;
        add(block, &self.rounds[last]);
        for round in (0..last).rev() {
            let old = *block;
            for (at, byte) in old.into_iter().enumerate() {
                block[(at + 4 * (at % 4)) % 16] = self.inverse[usize::from(byte)];
            }
            add(block, &self.rounds[round]);
            if round > 0 {
                mix(block, [14, 11, 13, 9]);
            }
        }
    }

    fn encrypt_block(&self, block: &mut [u8; 16]) {
        let last = self.rounds.len() - 1;
        add(block, &self.rounds[0]);
        for round in 1..=last {
            let old = *block;
            for (at, byte) in old.into_iter().enumerate() {
                block[(at + 16 - 4 * (at % 4)) % 16] = self.substitutes[usize::from(byte)];
            }
            if round < last {
                mix(block, [2, 3, 1, 1]);
            }
            add(block, &self.rounds[round]);
        }
    }

    /// Decrypts whole blocks. Bytes after the last whole block are dropped.
    pub(super) fn decrypt(&self, vector: &[u8; 16], bytes: &[u8]) -> Vec<u8> {
        let mut before = *vector;
        let mut plain = Vec::with_capacity(bytes.len());
        for chunk in bytes.chunks_exact(16) {
            let encrypted: [u8; 16] = std::array::from_fn(|at| chunk[at]);
            let mut block = encrypted;
            self.decrypt_block(&mut block);
            add(&mut block, &before);
            plain.extend(block);
            before = encrypted;
        }
        plain
    }

    /// Encrypts whole blocks. Bytes after the last whole block are dropped.
    pub(super) fn encrypt(&self, vector: &[u8; 16], bytes: &[u8]) -> Vec<u8> {
        let mut block = *vector;
        let mut crypted = Vec::with_capacity(bytes.len());
        for chunk in bytes.chunks_exact(16) {
            add(&mut block, &std::array::from_fn(|at| chunk[at]));
            self.encrypt_block(&mut block);
            crypted.extend(block);
        }
        crypted
    }
}

/// Adds the bytes of another block, in the field of AES: an exclusive or.
fn add(block: &mut [u8; 16], other: &[u8; 16]) {
    for (byte, other) in block.iter_mut().zip(other) {
        *byte ^= other;
    }
}

/// Multiplies each column with a matrix whose first row is given; its factors are below 16.
fn mix(block: &mut [u8; 16], row: [u8; 4]) {
    let products = products();
    for column in block.chunks_exact_mut(4) {
        let old = [column[0], column[1], column[2], column[3]];
        for (at, byte) in column.iter_mut().enumerate() {
            let product = |index: usize| products[usize::from(row[(index + 4 - at) % 4])][usize::from(old[index])];
            *byte = (0..4).map(product).fold(0, |sum, part| sum ^ part);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat()
    }

    #[test]
    fn digests_and_ciphers_are_those_of_the_standards() {
        assert_eq!(hex(&md5(b"")), "d41d8cd98f00b204e9800998ecf8427e");
        assert_eq!(hex(&md5(b"message digest")), "f96b697d7cb7938d525a2f31aaf161d0");
        assert_eq!(hex(&rc4(b"Key", b"Plaintext")), "bbf316e8d940af0ad3");
        // FIPS 197, appendix C.
        let text: Vec<u8> = (0..16).map(|at| at * 0x11).collect();
        for (length, crypted) in [(16, "69c4e0d86a7b0430d8cdb78070b4c55a"), (32, "8ea2b7ca516745bfeafc49904b496089")] {
            let cipher = Aes::new(&(0..length).collect::<Vec<u8>>());
            let sent = cipher.encrypt(&[0; 16], &text);
            assert_eq!(hex(&sent), crypted);
            assert_eq!(cipher.decrypt(&[0; 16], &sent), text);
        }
    }
}
