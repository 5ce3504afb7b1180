//! A match as a GIF, which Discord plays in the message. A frame only holds what changed since the
//! one before. Source: CompuServe, Graphics Interchange Format, Version 89a.

use std::ops::Range;

use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};

use super::{Canvas, Palette, Tint};

/// How long a frame is shown, and the last one, in hundredths of a second.
const SHOWN: u16 = 90;
const LAST_SHOWN: u16 = 500;
/// The index that leaves a pixel unchanged. Those below it are colours.
const AS_IT_IS: u8 = 255;
/// The bytes of a GIF with its height, and with the colours of all its frames.
const HEIGHT_AT: Range<usize> = 8..10;
const COLOURS_AT: usize = 13;

/// An unfinished animation.
pub struct Animation {
    encoder: Option<Encoder<Vec<u8>>>,
    width: usize,
    height: usize,
    /// The current picture, as indices of the palette.
    shown: Vec<u8>,
    palette: Palette,
    /// The last frame, not written yet: how long it is shown depends on what follows.
    waiting: Option<Frame<'static>>,
}

impl Animation {
    /// An animation of boards with avatars of these colours.
    pub fn new(portraits: &[Tint]) -> Animation {
        Animation {
            encoder: None,
            width: 0,
            height: 0,
            shown: Vec::new(),
            palette: Palette::of_frames(portraits),
            waiting: None,
        }
    }

    /// Adds a frame, whose avatars are in few colours.
    pub fn add(&mut self, canvas: &Canvas) {
        // Writing to memory cannot fail, and the frame has the size that it says.
        self.add_frame(canvas).expect("a frame that fits");
    }

    /// How many bytes are written so far, without the last frame, which is not written yet.
    pub fn bytes(&self) -> usize {
        self.encoder
            .as_ref()
            .map_or(0, |encoder| encoder.get_ref().len())
    }

    /// The finished file; None if nothing was added.
    pub fn finish(mut self) -> Option<Vec<u8>> {
        let mut encoder = self.encoder.take()?;
        if let Some(mut last) = self.waiting.take() {
            last.delay = LAST_SHOWN;
            // Writing to memory cannot fail, and the frame has the size that it says.
            encoder.write_frame(&last).expect("a frame that fits");
        }
        let mut file = encoder.into_inner().ok()?;
        file[HEIGHT_AT].copy_from_slice(&(self.height as u16).to_le_bytes());
        let colours = self.palette.tints().as_flattened();
        file[COLOURS_AT..COLOURS_AT + colours.len()].copy_from_slice(colours);
        Some(file)
    }

    fn add_frame(&mut self, canvas: &Canvas) -> Result<(), EncodingError> {
        let (width, pixels, tints) = canvas.numbered();
        let mut next = self.palette.indices(pixels, tints);
        if self.encoder.is_none() {
            // The colours and the height are only known at the end.
            let mut encoder = Encoder::new(Vec::new(), width as u16, 0, &[0; 256 * 3])?;
            encoder.set_repeat(Repeat::Infinite)?;
            self.encoder = Some(encoder);
            self.width = width;
        }
        // A picture that is lower than those before gets its own ground below, the colour of its
        // corner.
        if next.len() < self.shown.len() {
            next.resize(self.shown.len(), next[0]);
        }
        self.height = next.len() / self.width;
        let frame = self.changed(&next);
        if let (Some(waiting), Some(encoder)) = (self.waiting.replace(frame), &mut self.encoder) {
            encoder.write_frame(&waiting)?;
        }
        self.shown = next;
        Ok(())
    }

    /// The rectangle that has changed.
    fn changed(&self, next: &[u8]) -> Frame<'static> {
        let width = self.width;
        let rows = || {
            let before = self.shown.chunks_exact(width).map(Some);
            next.chunks_exact(width)
                .zip(before.chain(std::iter::repeat(None)))
        };
        let (mut left, mut right, mut top, mut bottom) = (width, 0, self.height, 0);
        for (index, (row, before)) in rows().enumerate() {
            let is_same =
                |column: &usize| before.is_some_and(|before| before[*column] == row[*column]);
            if before == Some(row) {
                continue;
            }
            (top, bottom) = (top.min(index), index + 1);
            let first = (0..width).take_while(is_same).count();
            let last = (0..width).rev().take_while(is_same).count();
            (left, right) = (left.min(first), right.max(width - last));
        }
        if bottom == 0 {
            // Nothing has changed, but every turn needs a frame.
            (left, right, top, bottom) = (0, 1, 0, 1);
        }
        let mut buffer = Vec::with_capacity((right - left) * (bottom - top));
        for (row, before) in rows().take(bottom).skip(top) {
            match before {
                Some(before) => buffer.extend((left..right).map(|column| {
                    if row[column] == before[column] {
                        AS_IT_IS
                    } else {
                        row[column]
                    }
                })),
                None => buffer.extend(&row[left..right]),
            }
        }
        Frame {
            delay: SHOWN,
            dispose: DisposalMethod::Keep,
            transparent: Some(AS_IT_IS),
            left: left as u16,
            top: top as u16,
            width: (right - left) as u16,
            height: (bottom - top) as u16,
            buffer: buffer.into(),
            ..Frame::default()
        }
    }
}
