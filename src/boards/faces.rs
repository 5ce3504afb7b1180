//! People's pictures: avatars, decoded with limits because anybody may upload anything, and generated ones for everybody else.

use std::collections::BTreeMap;
use std::fmt;
use std::io::Cursor;
use std::sync::{Arc, Mutex, PoisonError};

use fast_image_resize::images::{Image, ImageRef};
use fast_image_resize::{FilterType, PixelType, ResizeAlg, ResizeOptions, Resizer};
use image::{DynamicImage, ImageFormat, ImageReader, Limits, RgbaImage};

use super::kit::Bitmap;
use crate::games::CastId;

/// The most bytes that an avatar's file may have.
pub const MOST_BYTES: usize = 4 << 20;
/// The most pixels that an avatar may have on a side: far more than is asked for.
pub const MOST_SIDE: u32 = 1024;
/// The most memory that decoding an avatar may take.
const MOST_MEMORY_BYTES: u64 = 16 << 20;
/// The largest size in which an avatar is kept, in pixels.
const SIDE: u32 = 192;
/// In how many other sizes it is kept: a board has tokens of few sizes.
const MOST_SIZES: usize = 6;

/// People's pictures by their place in the cast. Whoever has none here gets a generated one.
#[derive(Clone, Default)]
pub struct Faces {
    avatars: BTreeMap<CastId, Avatar>,
}

/// Somebody's picture, ready to be drawn in every size; a clone is the same picture again and costs nothing.
#[derive(Clone)]
pub struct Avatar(Arc<Kept>);

struct Kept {
    /// Opaque.
    square: RgbaImage,
    /// As it was drawn before, by the size.
    sizes: Mutex<BTreeMap<u32, Arc<Bitmap>>>,
}

/// Why a file is not taken as an avatar.
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
    /// It says that it is a picture, but cannot be read as one.
    Broken(String),
}

impl fmt::Display for AvatarError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AvatarError::TooManyBytes { found } => {
                write!(
                    f,
                    "the avatar has {found} bytes; at most {MOST_BYTES} are read"
                )
            }
            AvatarError::NotPng => f.write_str("the avatar is not a PNG"),
            AvatarError::TooLarge { width, height } => write!(
                f,
                "the avatar is {width}x{height} pixels large; at most {MOST_SIDE} a side are read"
            ),
            AvatarError::Broken(why) => write!(f, "the avatar cannot be read: {why}"),
        }
    }
}

impl std::error::Error for AvatarError {}

impl Faces {
    /// Nobody has an avatar yet.
    pub fn new() -> Faces {
        Faces::default()
    }

    /// Gives somebody an avatar.
    pub fn set(&mut self, who: CastId, avatar: Avatar) {
        self.avatars.insert(who, avatar);
    }

    /// Somebody's avatar, so many pixels wide.
    pub(super) fn avatar(&self, who: CastId, side: u32) -> Option<Arc<Bitmap>> {
        Some(self.avatars.get(&who)?.sized(side))
    }
}

impl Avatar {
    /// Reads a PNG, which Discord makes of whatever was uploaded (Discord documentation, "Image Formatting"). The middle square is shown. Takes some milliseconds of
    /// computing: in async code it belongs on a blocking thread.
    ///
    /// # Errors
    /// A file that is too large or no PNG. A generated face is drawn for whoever it is.
    pub fn read(avatar_bytes: &[u8]) -> Result<Avatar, AvatarError> {
        let picture = decode(avatar_bytes)?;
        Ok(Avatar(Arc::new(Kept {
            square: square(&picture),
            sizes: Mutex::default(),
        })))
    }

    fn sized(&self, side: u32) -> Arc<Bitmap> {
        let Avatar(kept) = self;
        // A cache, which is never half changed in a way that matters.
        let lock = || kept.sizes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bitmap) = lock().get(&side) {
            return bitmap.clone();
        }
        let small = resized(&kept.square, side);
        let tints = small.pixels().map(|pixel| [pixel[0], pixel[1], pixel[2]]);
        let bitmap = Arc::new(Bitmap::photograph(side as usize, tints.collect()));
        let mut sizes = lock();
        if sizes.len() == MOST_SIZES {
            sizes.clear();
        }
        sizes.insert(side, bitmap.clone());
        bitmap
    }
}

fn decode(bytes: &[u8]) -> Result<DynamicImage, AvatarError> {
    if bytes.len() > MOST_BYTES {
        return Err(AvatarError::TooManyBytes { found: bytes.len() });
    }
    if image::guess_format(bytes).ok() != Some(ImageFormat::Png) {
        return Err(AvatarError::NotPng);
    }
    let broken = |error: image::ImageError| AvatarError::Broken(error.to_string());
    // The size stands at the beginning of the file: it is judged before anything is unpacked.
    let (width, height) = ImageReader::with_format(Cursor::new(bytes), ImageFormat::Png)
        .into_dimensions()
        .map_err(broken)?;
    if width > MOST_SIDE || height > MOST_SIDE {
        return Err(AvatarError::TooLarge { width, height });
    }
    let mut limits = Limits::default();
    limits.max_image_width = Some(MOST_SIDE);
    limits.max_image_height = Some(MOST_SIDE);
    limits.max_alloc = Some(MOST_MEMORY_BYTES);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), ImageFormat::Png);
    reader.limits(limits);
    reader.decode().map_err(broken)
}

/// The middle square of a picture, no larger than is drawn, on a grey ground where it is transparent.
fn square(picture: &DynamicImage) -> RgbaImage {
    let (width, height) = (picture.width(), picture.height());
    let short = width.min(height);
    let (x, y) = ((width - short) / 2, (height - short) / 2);
    let mut middle = picture.crop_imm(x, y, short, short).into_rgba8();
    for pixel in middle.pixels_mut() {
        let alpha = u32::from(pixel[3]);
        for channel in &mut pixel.0[..3] {
            *channel = ((u32::from(*channel) * alpha + 0x5c * (255 - alpha)) / 255) as u8;
        }
        pixel[3] = 255;
    }
    if short > SIDE {
        resized(&middle, SIDE)
    } else {
        middle
    }
}

/// A square picture in another size.
fn resized(square: &RgbaImage, side: u32) -> RgbaImage {
    let mut small = RgbaImage::new(side, side);
    let averaging = ResizeAlg::Convolution(FilterType::Bilinear);
    let options = ResizeOptions::new().resize_alg(averaging).use_alpha(false);
    let from = ImageRef::new(square.width(), square.height(), square, PixelType::U8x4);
    let into = Image::from_slice_u8(side, side, &mut small, PixelType::U8x4);
    // Both have as many bytes as pixels take, pixels of one kind, and nothing is cropped: all that could be wrong.
    if let (Ok(from), Ok(mut into)) = (from, into)
        && let Err(error) = Resizer::new().resize(&from, &mut into, &options)
    {
        tracing::error!("an avatar could not be drawn in another size: {error}");
    }
    small
}
