//! Colours.

/// A colour, not premultiplied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour {
    pub red: u8,
    pub green: u8,
    pub blue: u8,
    pub alpha: u8,
}

impl Colour {
    /// An opaque colour from `0xRRGGBB`.
    pub const fn hex(rgb: u32) -> Colour {
        Colour {
            red: (rgb >> 16) as u8,
            green: (rgb >> 8) as u8,
            blue: rgb as u8,
            alpha: 255,
        }
    }

    /// This colour with another opacity: 0 to 255.
    pub const fn with_alpha(self, alpha: u8) -> Colour {
        Colour { alpha, ..self }
    }

    /// This colour with a share (0 to 1) of another one mixed in. The opacity stays.
    pub fn mix(self, other: Colour, share: f32) -> Colour {
        let between = |from: u8, to: u8| {
            (f32::from(from) + (f32::from(to) - f32::from(from)) * share).round() as u8
        };
        Colour {
            red: between(self.red, other.red),
            green: between(self.green, other.green),
            blue: between(self.blue, other.blue),
            alpha: self.alpha,
        }
    }

    pub(super) fn tint(self) -> super::Tint {
        [self.red, self.green, self.blue]
    }
}
