//! A person's avatar, decoded with limits, because people can upload anything.

use std::collections::BTreeMap;
use std::fmt;
use std::io::Cursor;
use std::sync::{Arc, Mutex, PoisonError};

use color_quant::NeuQuant;
use image::imageops::dither;
use image::{DynamicImage, GenericImageView, ImageFormat, ImageReader, Limits, RgbaImage};
use resize::px::RGB;
use resize::{Pixel, Resizer, Type};

use super::{Bitmap, Tint};

/// The most bytes that an avatar's file may have.
pub const MAX_BYTES: usize = 4 << 20;
/// The most pixels per side of an avatar: far more than Dealer asks Discord for.
pub const MAX_SIDE: u32 = 1024;
/// The most memory that decoding an avatar may take.
const MAX_MEMORY_BYTES: u64 = 16 << 20;
/// The largest size in which an avatar is kept, in pixels per side.
const SIDE: u32 = 192;
/// How many other sizes of it are kept: boards have tokens of few sizes.
const MAX_SIZES: usize = 6;
/// How many colours the avatars of a moving picture have together, of its 255.
const FEW: usize = 96;
/// The size in which avatars are compared to choose these colours, in pixels per side, and which
/// share of their pixels is looked at.
const COMPARED: usize = 64;
const ONE_OF: i32 = 3;

/// Somebody's picture, ready to be drawn in every size. A clone is cheap and shares the picture.
#[derive(Clone)]
pub struct Avatar(Arc<Kept>);

struct Kept {
    square: Square,
    /// The only colours it may have; None for all.
    few: Option<Arc<NeuQuant>>,
    /// Earlier drawings, by size.
    sizes: Mutex<BTreeMap<u32, Arc<Bitmap>>>,
}

/// A square picture, row by row.
#[derive(Clone)]
struct Square {
    side: usize,
    pixels: Vec<RGB<u8>>,
}

/// Why a file cannot be an avatar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AvatarError {
    TooManyBytes {
        found: usize,
    },
    NotPng,
    TooLarge {
        width: u32,
        height: u32,
    },
    /// It looks like a picture but cannot be read as one.
    Broken(String),
}

impl fmt::Display for AvatarError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AvatarError::TooManyBytes { found } => {
                write!(
                    f,
                    "the avatar has {found} bytes; at most {MAX_BYTES} are read"
                )
            }
            AvatarError::NotPng => f.write_str("the avatar is not a PNG"),
            AvatarError::TooLarge { width, height } => write!(
                f,
                "the avatar is {width}x{height} pixels large; at most {MAX_SIDE} a side are read"
            ),
            AvatarError::Broken(why) => write!(f, "the avatar cannot be read: {why}"),
        }
    }
}

impl std::error::Error for AvatarError {}

impl Avatar {
    /// Reads a PNG, into which Discord turns every upload (Discord documentation, "Image
    /// Formatting"), and takes its middle square. It takes some milliseconds, so async code must
    /// call it on a blocking thread.
    ///
    /// # Errors
    /// The file is too large or isn't a PNG. Then the generated face is drawn instead.
    pub fn read(avatar_bytes: &[u8]) -> Result<Avatar, AvatarError> {
        let picture = decode(avatar_bytes)?;
        Ok(Avatar(Arc::new(Kept {
            square: square(&picture),
            few: None,
            sizes: Mutex::default(),
        })))
    }

    /// Avatars like these in few colours, which they share, and these colours. Takes some
    /// milliseconds.
    pub fn in_few_colours(avatars: &[Avatar]) -> (Vec<Avatar>, Vec<Tint>) {
        if avatars.is_empty() {
            return (Vec::new(), Vec::new());
        }
        let small = |Avatar(kept): &Avatar| kept.square.resized(COMPARED).opaque();
        let pixels: Vec<u8> = avatars.iter().flat_map(small).collect();
        let few = Arc::new(NeuQuant::new(ONE_OF, FEW, &pixels));
        let reduced = |Avatar(kept): &Avatar| {
            Avatar(Arc::new(Kept {
                square: kept.square.clone(),
                few: Some(few.clone()),
                sizes: Mutex::default(),
            }))
        };
        (avatars.iter().map(reduced).collect(), tints(&few))
    }

    /// The avatar as a bitmap, `side` pixels wide.
    pub fn sized(&self, side: u32) -> Arc<Bitmap> {
        let Avatar(kept) = self;
        // It's a cache, so a panic cannot leave it in a harmful state.
        let lock = || kept.sizes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bitmap) = lock().get(&side) {
            return bitmap.clone();
        }
        let small = kept.square.resized(side as usize);
        let bitmap = Arc::new(match &kept.few {
            None => {
                let tints = small.pixels.iter().map(|pixel| [pixel.r, pixel.g, pixel.b]);
                Bitmap::photograph(small.side, tints.collect())
            }
            Some(few) => small.dithered(few),
        });
        let mut sizes = lock();
        if sizes.len() == MAX_SIZES {
            sizes.clear();
        }
        sizes.insert(side, bitmap.clone());
        bitmap
    }
}

fn decode(bytes: &[u8]) -> Result<DynamicImage, AvatarError> {
    if bytes.len() > MAX_BYTES {
        return Err(AvatarError::TooManyBytes { found: bytes.len() });
    }
    if image::guess_format(bytes).ok() != Some(ImageFormat::Png) {
        return Err(AvatarError::NotPng);
    }
    let broken = |error: image::ImageError| AvatarError::Broken(error.to_string());
    // The size is at the beginning of the file, so it is checked before anything is unpacked.
    let (width, height) = ImageReader::with_format(Cursor::new(bytes), ImageFormat::Png)
        .into_dimensions()
        .map_err(broken)?;
    if width > MAX_SIDE || height > MAX_SIDE {
        return Err(AvatarError::TooLarge { width, height });
    }
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_MEMORY_BYTES);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), ImageFormat::Png);
    reader.limits(limits);
    reader.decode().map_err(broken)
}

/// The middle square of a picture, no larger than needed, on grey where it is transparent.
fn square(picture: &DynamicImage) -> Square {
    let (width, height) = (picture.width(), picture.height());
    let short = width.min(height);
    let (x, y) = ((width - short) / 2, (height - short) / 2);
    let middle = picture.view(x, y, short, short);
    let pixels = middle.pixels().map(|(_, _, pixel)| {
        let [red, green, blue, alpha] = pixel.0.map(u32::from);
        let over = |channel| ((channel * alpha + 0x5c * (255 - alpha)) / 255) as u8;
        RGB::new(over(red), over(green), over(blue))
    });
    let whole = Square {
        side: short as usize,
        pixels: pixels.collect(),
    };
    if short > SIDE {
        whole.resized(SIDE as usize)
    } else {
        whole
    }
}

fn tints(few: &NeuQuant) -> Vec<Tint> {
    few.color_map_rgb().as_chunks().0.to_vec()
}

impl Square {
    /// Its pixels as red, green, blue and how opaque.
    fn opaque(&self) -> Vec<u8> {
        let pixels = self.pixels.iter();
        pixels
            .flat_map(|pixel| [pixel.r, pixel.g, pixel.b, 255])
            .collect()
    }

    /// This picture with no colours but these.
    fn dithered(&self, few: &NeuQuant) -> Bitmap {
        let side = self.side as u32;
        let mut pixels = RgbaImage::from_raw(side, side, self.opaque()).unwrap_or_default();
        // A single row has no neighbours to spread its errors to.
        if side > 1 {
            dither(&mut pixels, few);
        }
        let numbers = pixels.pixels().map(|pixel| few.index_of(&pixel.0) as u16);
        Bitmap::drawn(self.side, numbers.collect(), tints(few))
    }

    fn resized(&self, side: usize) -> Square {
        let mut pixels = vec![RGB::new(0, 0, 0); side * side];
        let resizer = Resizer::new(
            self.side,
            self.side,
            side,
            side,
            Pixel::RGB8,
            Type::Triangle,
        );
        let done = resizer.and_then(|mut resizer| resizer.resize(&self.pixels, &mut pixels));
        if let Err(error) = done {
            // This cannot happen: no side is 0, and both buffers have the right length.
            tracing::error!("an avatar could not be drawn in another size: {error}");
        }
        Square { side, pixels }
    }
}
