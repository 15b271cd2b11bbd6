//! The mean colour of each block of a JPEG, which is given by its first coefficient (DC).
//!
//! "Details" are the other 63 coefficients of a block (AC). Of a baseline picture, their Huffman codes are skipped; of
//! a progressive picture, only the first scans are read. Rare or broken files are left to the decoders of whole
//! pictures: CMYK colours, arithmetic coding, truncated data.

use image::metadata::Orientation;

/// Pixels along the side of a block.
pub(crate) const BLOCK: u32 = 8;

/// Number of bits by which Huffman codes are looked up in a table; longer codes are rare.
const LOOKUP_BITS: u32 = 12;

/// The mean colour of each block of 8 x 8 pixels of a JPEG, in its stored orientation.
pub(crate) struct Blocks {
    /// Width of the stored picture in pixels.
    pub(crate) width: u32,
    /// Height of the stored picture in pixels.
    pub(crate) height: u32,
    /// Blocks in a row.
    pub(crate) columns: u32,
    /// Red, green and blue of each block, or one grey.
    pub(crate) samples: Vec<u8>,
    /// 1 for grey, 3 for colours.
    pub(crate) channels: usize,
    /// How to turn the picture upright.
    pub(crate) orientation: Orientation,
}

/// The size of a JPEG and how it is coded.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Frame {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) channels: usize,
    pub(crate) is_progressive: bool,
}

impl Frame {
    /// Parses a frame header. `None` unless it has 8 bits per sample and one or three colour components.
    fn new(segment: &[u8], is_progressive: bool) -> Option<Frame> {
        let [8, height_high, height_low, width_high, width_low, count @ (1 | 3), components @ ..] = segment else {
            return None;
        };
        let width = u16::from_be_bytes([*width_high, *width_low]).into();
        let height = u16::from_be_bytes([*height_high, *height_low]).into();
        let channels = usize::from(*count);
        let is_known = width > 0 && height > 0 && components.len() == channels * 3;
        is_known.then_some(Frame { width, height, channels, is_progressive })
    }
}

/// The blocks of a JPEG, or `None` when only a decoder of whole pictures supports it. `is_wanted` is called with the
/// frame header before anything is decoded; if it returns `false`, the result is `None`.
pub(crate) fn jpeg_blocks(bytes: &[u8], is_wanted: impl Fn(Frame) -> bool) -> Option<Blocks> {
    let mut picture = Picture::default();
    let mut at = 2;
    bytes.strip_prefix(&[0xff, 0xd8])?;
    loop {
        let (marker, start) = next_marker(bytes, at)?;
        if marker == 0xd9 {
            return picture.into_blocks();
        }
        let length = usize::from(u16::from_be_bytes([*bytes.get(start)?, *bytes.get(start + 1)?]));
        let segment = bytes.get(start + 2..start + length)?;
        at = start + length;
        match marker {
            0xc0..=0xc2 => {
                let frame = Frame::new(segment, marker == 0xc2)?;
                if !is_wanted(frame) {
                    return None;
                }
                picture.start_frame(frame, &segment[6..])?;
            }
            0xc4 => picture.add_codes(segment)?,
            0xdb => picture.add_quantization(segment)?,
            0xdd => picture.restart_interval = usize::from(u16::from_be_bytes([*segment.first()?, *segment.get(1)?])),
            0xda => at = picture.read_scan(segment, bytes, at)?,
            0xe0 => picture.is_jfif |= segment.starts_with(b"JFIF\0"),
            0xe1 => {
                if let Some(exif) = segment.strip_prefix(b"Exif\0\0") {
                    picture.orientation = Orientation::from_exif_chunk(exif);
                }
            }
            0xee if segment.starts_with(b"Adobe") => picture.adobe_transform = segment.get(11).copied(),
            0xe2..=0xef | 0xfe => {}
            _ => return None,
        }
    }
}

/// The marker that begins at `at`, and the offset of the byte after it. `None` if no marker begins there.
fn next_marker(bytes: &[u8], mut at: usize) -> Option<(u8, usize)> {
    if *bytes.get(at)? != 0xff {
        return None;
    }
    while *bytes.get(at)? == 0xff {
        at += 1;
    }
    Some((bytes[at], at + 1))
}

/// The content of the segments of a JPEG that have been read so far.
#[derive(Default)]
struct Picture {
    frame: Option<Frame>,
    components: Vec<Component>,
    /// The first value of each quantization table, which applies to means.
    quantization: [Option<u16>; 4],
    dc_codes: [Option<DcCodes>; 4],
    ac_codes: [Option<AcCodes>; 4],
    restart_interval: usize,
    is_jfif: bool,
    adobe_transform: Option<u8>,
    orientation: Option<Orientation>,
}

/// A colour component.
struct Component {
    id: u8,
    /// Number of its blocks in a row and in a column of a unit (MCU).
    horizontal: usize,
    vertical: usize,
    /// The number of its quantization table.
    quantization: usize,
    /// Number of blocks of a row, including those that fill up the last unit.
    columns: usize,
    /// Number of visible blocks in a row and in a column.
    visible: (usize, usize),
    /// The first coefficient of each block, which gives its mean.
    means: Vec<i16>,
    /// The factor of the coefficients from the quantization table, once it is known.
    factor: Option<u16>,
}

impl Picture {
    /// Reads the components of a frame header: id, number of blocks in a unit, and quantization table of each. `None`
    /// if they are not supported.
    fn start_frame(&mut self, frame: Frame, components: &[u8]) -> Option<()> {
        if self.frame.is_some() {
            return None;
        }
        let (width, height) = (frame.width as usize, frame.height as usize);
        let sampling = |component: &[u8]| (usize::from(component[1] >> 4), usize::from(component[1] & 15));
        let samplings: Vec<(usize, usize)> = components.chunks_exact(3).map(sampling).collect();
        if samplings.iter().any(|(across, down)| !(1..=4).contains(across) || !(1..=4).contains(down)) {
            return None;
        }
        // The only component of a picture has one block in a unit.
        let samplings = if frame.channels == 1 { vec![(1, 1)] } else { samplings };
        let max_across = samplings.iter().map(|sampling| sampling.0).max()?;
        let max_down = samplings.iter().map(|sampling| sampling.1).max()?;
        let units = (width.div_ceil(8 * max_across), height.div_ceil(8 * max_down));
        for (component, (horizontal, vertical)) in components.chunks_exact(3).zip(samplings) {
            let columns = units.0 * horizontal;
            self.components.push(Component {
                id: component[0],
                horizontal,
                vertical,
                quantization: usize::from(component[2]),
                columns,
                visible: ((width * horizontal).div_ceil(8 * max_across), (height * vertical).div_ceil(8 * max_down)),
                means: vec![0; columns * units.1 * vertical],
                factor: None,
            });
        }
        self.frame = Some(frame);
        Some(())
    }

    /// Reads the segment of quantization tables. `None` if it is broken.
    fn add_quantization(&mut self, mut segment: &[u8]) -> Option<()> {
        while let [head, rest @ ..] = segment {
            let is_wide = head >> 4 == 1;
            let first =
                if is_wide { u16::from_be_bytes([*rest.first()?, *rest.get(1)?]) } else { (*rest.first()?).into() };
            *self.quantization.get_mut(usize::from(head & 15))? = Some(first);
            segment = rest.get(if is_wide { 128 } else { 64 }..)?;
        }
        Some(())
    }

    /// Reads the segment of Huffman codes. `None` if it is broken.
    fn add_codes(&mut self, mut segment: &[u8]) -> Option<()> {
        while let [head, rest @ ..] = segment {
            let counts: &[u8; 16] = rest.first_chunk()?;
            let total = counts.iter().map(|count| usize::from(*count)).sum::<usize>();
            let values = rest.get(16..16 + total)?;
            segment = &rest[16 + total..];
            // The details of a progressive picture are in scans that are not read.
            let needs_no_details = self.frame.is_some_and(|frame| frame.is_progressive);
            if head >> 4 == 1 && needs_no_details {
                continue;
            }
            let codes = Codes::new(counts, values)?;
            let table = usize::from(head & 15);
            match head >> 4 {
                0 => *self.dc_codes.get_mut(table)? = Some(DcCodes(codes)),
                1 => *self.ac_codes.get_mut(table)? = Some(AcCodes::new(codes)),
                _ => return None,
            }
        }
        Some(())
    }

    /// Reads the coded data of a scan that begins at the offset `at`. Returns the offset of its end, or `None` if it is
    /// broken or not supported.
    fn read_scan(&mut self, header: &[u8], bytes: &[u8], at: usize) -> Option<usize> {
        let is_progressive = self.frame?.is_progressive;
        let [count, rest @ ..] = header else { return None };
        let (choices, [first, last, approximation]) = rest.split_at_checked(usize::from(*count) * 2)? else {
            return None;
        };
        if is_progressive && *first > 0 {
            return Some(end_of_scan(bytes, at));
        }
        if !is_progressive && (*first, *last, *approximation) != (0, 63, 0) {
            return None;
        }
        let mut chosen = Vec::with_capacity(choices.len() / 2);
        for choice in choices.chunks_exact(2) {
            let index = self.components.iter().position(|component| component.id == choice[0])?;
            let tables = (usize::from(choice[1] >> 4), usize::from(choice[1] & 15));
            let component = &mut self.components[index];
            if component.factor.is_none() {
                component.factor = Some((*self.quantization.get(component.quantization)?)?);
            }
            chosen.push((index, tables));
        }
        if chosen.is_empty() {
            return None;
        }
        let kind = match (is_progressive, approximation >> 4) {
            (false, _) => ScanKind::Baseline,
            (true, 0) => ScanKind::First { shift: u32::from(approximation & 15) },
            (true, _) => ScanKind::Refinement { shift: u32::from(approximation & 15) },
        };
        self.read_blocks(&chosen, kind, Bits::new(bytes, at))
    }

    /// Reads the means of the blocks of a scan. `chosen` has the index of each of its components, with the numbers of
    /// the tables of Huffman codes for means and for details. Returns the offset of the end of the scan.
    fn read_blocks(&mut self, chosen: &[(usize, (usize, usize))], kind: ScanKind, mut bits: Bits<'_>) -> Option<usize> {
        let is_interleaved = chosen.len() > 1;
        let Picture { components, dc_codes, ac_codes, restart_interval, .. } = self;
        let first = &components[chosen[0].0];
        let units = if is_interleaved {
            (first.columns / first.horizontal, first.means.len() / first.columns / first.vertical)
        } else {
            first.visible
        };
        let mut predictions = [0_i16; 4];
        let mut until_restart = *restart_interval;
        for unit_y in 0..units.1 {
            if bits.is_overrun() {
                return None;
            }
            for unit_x in 0..units.0 {
                if *restart_interval > 0 {
                    if until_restart == 0 {
                        bits.restart()?;
                        predictions = [0; 4];
                        until_restart = *restart_interval;
                    }
                    until_restart -= 1;
                }
                for ((index, (dc, ac)), prediction) in chosen.iter().zip(&mut predictions) {
                    let component = &mut components[*index];
                    let (across, down) =
                        if is_interleaved { (component.horizontal, component.vertical) } else { (1, 1) };
                    for y in 0..down {
                        for x in 0..across {
                            let block = (unit_y * down + y) * component.columns + unit_x * across + x;
                            let mean = component.means.get_mut(block)?;
                            if let ScanKind::Refinement { shift } = kind {
                                *mean |= bits.take(1)? << shift;
                                continue;
                            }
                            *prediction = prediction.wrapping_add(dc_codes.get(*dc)?.as_ref()?.difference(&mut bits)?);
                            if let ScanKind::First { shift } = kind {
                                *mean = prediction.checked_shl(shift)?;
                            } else {
                                *mean = *prediction;
                                ac_codes.get(*ac)?.as_ref()?.skip_details(&mut bits)?;
                            }
                        }
                    }
                }
            }
        }
        bits.end()
    }

    /// The colours of the blocks. `None` when the picture is incomplete or its colours are not supported.
    fn into_blocks(self) -> Option<Blocks> {
        let Frame { width, height, channels, .. } = self.frame?;
        let is_rgb = match self.components.as_slice() {
            [_] => false,
            [first, second, third] => match ([first.id, second.id, third.id], self.is_jfif, self.adobe_transform) {
                ([1, 34, 35] | [b'r', b'g', b'b'], ..) => return None,
                ([b'R', b'G', b'B'], ..) => true,
                ([1, 2, 3], ..) | (_, true, _) | (_, _, None | Some(1)) => false,
                (_, _, Some(transform)) if transform > 0 => return None,
                _ => true,
            },
            _ => return None,
        };
        let max_of = |side: fn(&Component) -> usize| self.components.iter().map(side).max();
        let max_across = max_of(|component| component.horizontal)?;
        let max_down = max_of(|component| component.vertical)?;
        let (columns, rows) = (width.div_ceil(BLOCK) as usize, height.div_ceil(BLOCK) as usize);
        let mut samples = Vec::with_capacity(columns * rows * channels);
        let factors: Option<Vec<f32>> =
            self.components.iter().map(|component| Some(f32::from(component.factor?) / 8.0)).collect();
        let factors = factors?;
        for y in 0..rows {
            let mut starts = [0; 3];
            for (start, component) in starts.iter_mut().zip(&self.components) {
                *start = y * component.vertical / max_down * component.columns;
            }
            for x in 0..columns {
                let mut colors = [0.0_f32; 3];
                for (index, component) in self.components.iter().enumerate() {
                    let mean = *component.means.get(starts[index] + x * component.horizontal / max_across)?;
                    colors[index] = f32::from(mean) * factors[index] + 128.0;
                }
                let [luma, blue, red] = colors;
                match (channels, is_rgb) {
                    (1, _) => samples.push(sample(luma)),
                    (_, true) => samples.extend(colors.map(sample)),
                    (_, false) => {
                        let (blue, red) = (blue - 128.0, red - 128.0);
                        samples.push(sample(luma + 1.402 * red));
                        samples.push(sample(luma - 0.344_136 * blue - 0.714_136 * red));
                        samples.push(sample(luma + 1.772 * blue));
                    }
                }
            }
        }
        let orientation = self.orientation.unwrap_or(Orientation::NoTransforms);
        let columns = width.div_ceil(BLOCK);
        Some(Blocks { width, height, columns, samples, channels, orientation })
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast saturates")]
fn sample(value: f32) -> u8 {
    (value + 0.5) as u8
}

/// Which bits of the block means a scan contains.
#[derive(Clone, Copy)]
enum ScanKind {
    /// All bits, and the details of the blocks.
    Baseline,
    /// The upper bits of the means.
    First { shift: u32 },
    /// One more bit of the means.
    Refinement { shift: u32 },
}

/// The offset of the end of the coded data: the next marker that is not a restart marker.
fn end_of_scan(bytes: &[u8], mut at: usize) -> usize {
    while let Some(found) = bytes[at..].iter().position(|byte| *byte == 0xff) {
        at += found;
        match bytes.get(at + 1) {
            Some(0x00 | 0xd0..=0xd7) => at += 2,
            Some(0xff) => at += 1,
            _ => return at,
        }
    }
    bytes.len()
}

/// Huffman codes with their values.
struct Codes {
    /// For each possible value of the next [`LOOKUP_BITS`] bits: length and value of the code with which they begin. A
    /// length of 0 stands for a longer code.
    lookup: Vec<(u8, u8)>,
    /// For each length: the first code after those of this length, padded to 16 bits, and the number to add to a code
    /// to get the index of its value.
    ends: [(u32, i32); 17],
    values: Vec<u8>,
}

impl Codes {
    fn new(counts: &[u8; 16], values: &[u8]) -> Option<Codes> {
        let mut lookup = vec![(0, 0); 1 << LOOKUP_BITS];
        let mut ends = [(0, 0); 17];
        let (mut code, mut index) = (0_u32, 0_usize);
        for (length, count) in (1_u8..).zip(counts) {
            let bits = u32::from(length);
            ends[usize::from(length)].1 = i32::try_from(index).ok()? - i32::try_from(code).ok()?;
            for _ in 0..*count {
                if code >= 1 << bits {
                    return None;
                }
                if bits <= LOOKUP_BITS {
                    let start = (code << (LOOKUP_BITS - bits)) as usize;
                    lookup[start..start + (1 << (LOOKUP_BITS - bits))].fill((length, *values.get(index)?));
                }
                code += 1;
                index += 1;
            }
            ends[usize::from(length)].0 = code << (16 - bits);
            code <<= 1;
        }
        Some(Codes { lookup, ends, values: values.to_vec() })
    }

    /// The length and the value of the next code; `None` if the bits are not a code.
    fn decoded(&self, bits: &Bits<'_>) -> Option<(u8, u8)> {
        let (length, value) = self.lookup[bits.peek(LOOKUP_BITS)];
        if length > 0 {
            return Some((length, value));
        }
        let next = u32::try_from(bits.peek(16)).ok()?;
        let (length, (_, offset)) =
            (1_u8..).zip(&self.ends[1..]).skip(LOOKUP_BITS as usize).find(|(_, (end, _))| next < *end)?;
        let index = i32::try_from(next >> (16 - u32::from(length))).ok()? + offset;
        Some((length, *self.values.get(usize::try_from(index).ok()?)?))
    }
}

/// Huffman codes of the differences between means.
struct DcCodes(Codes);

impl DcCodes {
    /// Reads the difference of a mean from the previous one. `None` if the bits are not a code.
    fn difference(&self, bits: &mut Bits<'_>) -> Option<i16> {
        bits.fill();
        let (length, size) = self.0.decoded(bits)?;
        bits.skip(u32::from(length))?;
        if size > 11 {
            return None;
        }
        let value = bits.take(u32::from(size))?;
        // A first bit of 0 means a negative number.
        let is_negative = size > 0 && value >> (size - 1) == 0;
        Some(if is_negative { value - (1 << size) + 1 } else { value })
    }
}

/// Huffman codes of details.
struct AcCodes {
    codes: Codes,
    /// For each possible value of the next bits: the details with which they begin.
    steps: Vec<Steps>,
}

/// The details with which some bits begin: the first one, and all whose codes are completely within the bits. A length
/// of 0 stands for a longer code.
#[derive(Clone, Copy, Default)]
struct Steps {
    first: Step,
    all: Step,
}

/// The number of bits of codes and of the numbers after them, and the number of details that they describe.
#[derive(Clone, Copy, Default)]
struct Step {
    bits: u8,
    details: u8,
}

impl Step {
    fn new(length: u8, value: u8) -> Step {
        match (value >> 4, value & 15) {
            (15, 0) => Step { bits: length, details: 16 },
            (_, 0) => Step { bits: length, details: END },
            (run, size) => Step { bits: length + size, details: run + 1 },
        }
    }
}

/// Number of details of a block.
const DETAILS: u8 = 63;

/// Marks the end of a block in a number of details.
const END: u8 = 128;

impl AcCodes {
    fn new(codes: Codes) -> AcCodes {
        let steps = (0..codes.lookup.len()).map(|bits| Steps::new(bits, &codes)).collect();
        AcCodes { codes, steps }
    }

    /// Skips the details of a block.
    fn skip_details(&self, bits: &mut Bits<'_>) -> Option<()> {
        let mut taken = 0_u8;
        while taken < DETAILS {
            // A code has up to 16 bits, the number after it up to 15.
            if bits.count < 31 {
                bits.fill();
            }
            let Steps { first, all } = self.steps[bits.peek(LOOKUP_BITS)];
            // The last details of a block are skipped one by one, because codes of the next block follow them.
            let step = if taken + (all.details & !END) < DETAILS { all } else { first };
            let step = if step.bits > 0 {
                step
            } else {
                let (length, value) = self.codes.decoded(bits)?;
                Step::new(length, value)
            };
            bits.skip(u32::from(step.bits))?;
            taken += step.details;
        }
        // It is an error if the details do not fill the block exactly, unless an end of the block was read.
        (taken == DETAILS || taken >= END).then_some(())
    }
}

impl Steps {
    fn new(bits: usize, codes: &Codes) -> Steps {
        let step_after = |used: u8| {
            let unused = (bits << used) & (codes.lookup.len() - 1);
            let (length, value) = codes.lookup[unused];
            (length > 0 && u32::from(used + length) <= LOOKUP_BITS).then(|| Step::new(length, value))
        };
        let Some(first) = step_after(0) else { return Steps::default() };
        let mut all = first;
        while all.details < DETAILS
            && u32::from(all.bits) < LOOKUP_BITS
            && let Some(next) = step_after(all.bits)
        {
            all = Step { bits: all.bits + next.bits, details: all.details + next.details };
        }
        Steps { first, all }
    }
}

/// A reader of the bits of coded data. After the end of the data it returns zeros.
struct Bits<'a> {
    bytes: &'a [u8],
    /// The offset of the next byte to be read.
    at: usize,
    /// The bits that were read and not used yet, from the highest bit on.
    buffer: u64,
    /// Number of bits in the buffer.
    count: u32,
    /// Number of zero bits that were added after the end of the data.
    added: u32,
}

impl<'a> Bits<'a> {
    fn new(bytes: &'a [u8], at: usize) -> Bits<'a> {
        Bits { bytes, at, buffer: 0, count: 0, added: 0 }
    }

    /// Fills the buffer with at least 56 bits.
    fn fill(&mut self) {
        if self.count > 55 {
            return;
        }
        if let Some(next) = self.bytes.get(self.at..).and_then(|rest| rest.first_chunk::<8>()) {
            let next = u64::from_be_bytes(*next);
            // No byte is 0xff, so there is no marker.
            if (!next).wrapping_sub(0x0101_0101_0101_0101) & next & 0x8080_8080_8080_8080 == 0 {
                self.buffer |= next >> self.count;
                let whole = (63 - self.count) / 8;
                self.at += whole as usize;
                self.count += whole * 8;
                // Clear the bits of a byte that does not fit completely: it is read again later.
                self.buffer &= !(u64::MAX.checked_shr(self.count).unwrap_or(0));
                return;
            }
        }
        while self.count <= 56 {
            let byte = match (self.bytes.get(self.at), self.bytes.get(self.at + 1)) {
                (Some(0xff), Some(0x00)) => {
                    self.at += 2;
                    0xff
                }
                (Some(0xff) | None, _) => {
                    self.added += 8;
                    0
                }
                (Some(byte), _) => {
                    self.at += 1;
                    *byte
                }
            };
            self.buffer |= u64::from(byte) << (56 - self.count);
            self.count += 8;
        }
    }

    /// The next bits as a number, at most 16.
    #[expect(clippy::cast_possible_truncation, reason = "a few bits are a small number")]
    fn peek(&self, bits: u32) -> usize {
        (self.buffer >> (64 - bits)) as usize
    }

    /// Skips bits. `None` when the buffer has fewer.
    fn skip(&mut self, bits: u32) -> Option<()> {
        self.count = self.count.checked_sub(bits)?;
        self.buffer <<= bits;
        Some(())
    }

    /// Takes the next bits as a number, at most 15.
    fn take(&mut self, bits: u32) -> Option<i16> {
        if bits == 0 {
            return Some(0);
        }
        if self.count < bits {
            self.fill();
        }
        let value = i16::try_from(self.peek(bits)).ok()?;
        self.skip(bits)?;
        Some(value)
    }

    /// Whether bits after the end of the data have been used.
    fn is_overrun(&self) -> bool {
        self.added > self.count
    }

    /// The offset at which the data of the scan ends; `None` if bits after it have been used.
    fn end(&self) -> Option<usize> {
        (!self.is_overrun()).then(|| end_of_scan(self.bytes, self.at))
    }

    /// Continues after a restart marker. `None` if no restart marker follows.
    fn restart(&mut self) -> Option<()> {
        match (self.bytes.get(self.at), self.bytes.get(self.at + 1)) {
            (Some(0xff), Some(0xd0..=0xd7)) if !self.is_overrun() => {
                *self = Bits::new(self.bytes, self.at + 2);
                Some(())
            }
            _ => None,
        }
    }
}
