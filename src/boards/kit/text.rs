//! Text: shaped by cosmic-text with the bundled fonts, which have the Latin, Greek, Cyrillic and Korean scripts; others and emoji with what
//! the system has.
//! Fonts, shaped lines and drawn letters are kept for the whole process behind one lock, held while a line is drawn.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use cosmic_text::{
    Attrs, Buffer, CacheKeyFlags, Ellipsize, EllipsizeHeightLimit, Family, FontSystem, LayoutGlyph,
    Metrics, Shaping, SwashCache, SwashContent, SwashImage, Weight, Wrap, fontdb,
};
use tiny_skia::{Pixmap, PremultipliedColorU8};

use super::{Colour, Spot};

/// How text looks.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    pub size: f32,
    /// Down to this size it shrinks before it is cut.
    pub least: f32,
    pub bold: bool,
    pub colour: Colour,
}

/// On which side of its spot text lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// It starts at the spot.
    Left,
    Centre,
    /// It ends at the spot.
    Right,
}

impl Look {
    pub const fn plain(size: f32, colour: Colour) -> Look {
        Look {
            size,
            least: size,
            bold: false,
            colour,
        }
    }

    pub const fn bold(size: f32, colour: Colour) -> Look {
        Look {
            bold: true,
            ..Look::plain(size, colour)
        }
    }

    /// The same, but it may shrink to this size to fit.
    pub const fn down_to(self, least: f32) -> Look {
        Look { least, ..self }
    }
}

static BUNDLED_ONLY: AtomicBool = AtomicBool::new(false);

/// Leaves the system's fonts out, so that pictures are the same on every machine. To be called before anything is drawn: later it does nothing.
pub fn bundled_fonts_only() {
    BUNDLED_ONLY.store(true, Ordering::Relaxed);
}

/// How wide text would be if it had all the room it wants.
pub fn text_width(text: &str, look: &Look) -> f32 {
    lettering(|lettering| {
        let text = lettering.writable(text, look.bold);
        lettering.line(&text, look.size, look.bold, None).width
    })
}

const FAMILY: &str = "Inter";
/// The height of its capitals, of its size.
const CAPITALS: f32 = 0.727;
/// What is kept before it is thrown away and begun anew.
const MOST_LINES: usize = 4_000;
const MOST_LETTERS: usize = 8_000;
/// The size at which it is seen whether a font has a letter: any would do.
const USUAL: f32 = 20.0;

struct Lettering {
    fonts: FontSystem,
    letters: SwashCache,
    lines: HashMap<LineKey, Arc<TextLine>>,
}

#[derive(PartialEq, Eq, Hash)]
struct LineKey {
    text: String,
    size_bits: u32,
    bold: bool,
    most_width_bits: Option<u32>,
}

struct TextLine {
    glyphs: Vec<LayoutGlyph>,
    width: f32,
}

fn lettering<T>(work: impl FnOnce(&mut Lettering) -> T) -> T {
    static LETTERING: OnceLock<Mutex<Lettering>> = OnceLock::new();
    let lettering = LETTERING.get_or_init(|| Mutex::new(Lettering::new()));
    // What it holds is a cache: it is never half changed in a way that matters.
    work(&mut lettering.lock().unwrap_or_else(PoisonError::into_inner))
}

impl Lettering {
    fn new() -> Lettering {
        let mut fonts = fontdb::Database::new();
        for font in [
            include_bytes!("../../../assets/fonts/Inter-Regular.otf").as_slice(),
            include_bytes!("../../../assets/fonts/Inter-Bold.otf").as_slice(),
            include_bytes!("../../../assets/fonts/NotoSansKR-Bold.ttf").as_slice(),
        ] {
            fonts.load_font_source(fontdb::Source::Binary(Arc::new(font)));
        }
        if !BUNDLED_ONLY.load(Ordering::Relaxed) {
            fonts.load_system_fonts();
        }
        Lettering {
            // The locale is fixed: it picks among fonts for Chinese characters, and pictures must not depend on the machine's.
            fonts: FontSystem::new_with_locale_and_db("en-US".to_owned(), fonts),
            letters: SwashCache::new(),
            lines: HashMap::new(),
        }
    }

    /// A shaped line, cut with an ellipsis where it would be wider than it may.
    fn line(
        &mut self,
        text: &str,
        size: f32,
        bold: bool,
        most_width: Option<f32>,
    ) -> Arc<TextLine> {
        let key = LineKey {
            text: text.to_owned(),
            size_bits: size.to_bits(),
            bold,
            most_width_bits: most_width.map(f32::to_bits),
        };
        if let Some(line) = self.lines.get(&key) {
            return line.clone();
        }
        if self.lines.len() >= MOST_LINES {
            self.lines.clear();
        }
        let weight = if bold { Weight::BOLD } else { Weight::NORMAL };
        let attributes = Attrs::new()
            .family(Family::Name(FAMILY))
            .weight(weight)
            .cache_key_flags(CacheKeyFlags::DISABLE_HINTING);
        let mut buffer = Buffer::new(&mut self.fonts, Metrics::new(size, size * 1.2));
        buffer.set_wrap(Wrap::None);
        if most_width.is_some() {
            buffer.set_ellipsize(Ellipsize::End(EllipsizeHeightLimit::Lines(1)));
        }
        buffer.set_size(most_width, None);
        buffer.set_text(text, &attributes, Shaping::Advanced, None);
        buffer.shape_until_scroll(&mut self.fonts, false);
        let line = buffer.layout_runs().next().map_or(
            TextLine {
                glyphs: Vec::new(),
                width: 0.0,
            },
            |run| TextLine {
                glyphs: run.glyphs.to_vec(),
                width: run.line_w,
            },
        );
        let line = Arc::new(line);
        self.lines.insert(key, line.clone());
        line
    }

    /// A text without what no font has, such as emoji on a bare server, as long as anything is left of it: boxes tell nobody's name.
    fn writable<'a>(&mut self, text: &'a str, bold: bool) -> Cow<'a, str> {
        let line = self.line(text, USUAL, bold, None);
        let missing = |at: usize| {
            let mut glyphs = line.glyphs.iter().filter(|glyph| glyph.glyph_id == 0);
            glyphs.any(|glyph| (glyph.start..glyph.end).contains(&at))
        };
        if line.glyphs.iter().all(|glyph| glyph.glyph_id != 0) {
            return Cow::Borrowed(text);
        }
        let kept = text.char_indices().filter(|(at, _)| !missing(*at));
        let kept: String = kept.map(|(_, c)| c).collect();
        if kept.chars().any(char::is_alphanumeric) {
            Cow::Owned(kept.trim().to_owned())
        } else {
            Cow::Borrowed(text)
        }
    }

    /// The line that fits, and its size.
    fn fitted(&mut self, text: &str, most_width: f32, look: &Look) -> (Arc<TextLine>, f32) {
        let text = &self.writable(text, look.bold);
        let full = self.line(text, look.size, look.bold, None);
        if full.width <= most_width {
            return (full, look.size);
        }
        // Half pixels, so that few sizes are ever drawn.
        let smaller = (look.size * most_width / full.width * 2.0).floor() / 2.0;
        if smaller >= look.least {
            let line = self.line(text, smaller, look.bold, None);
            if line.width <= most_width {
                return (line, smaller);
            }
        }
        (
            self.line(text, look.least, look.bold, Some(most_width)),
            look.least,
        )
    }
}

/// See [`super::Canvas::write`].
pub(super) fn draw(
    pixmap: &mut Pixmap,
    text: &str,
    at: Spot,
    most_width: f32,
    align: Align,
    look: &Look,
) -> f32 {
    lettering(|lettering| {
        let (line, size) = lettering.fitted(text, most_width, look);
        let left = match align {
            Align::Left => at.0,
            Align::Centre => at.0 - line.width / 2.0,
            Align::Right => at.0 - line.width,
        };
        let baseline = (at.1 + size * CAPITALS / 2.0).round();
        if lettering.letters.image_cache.len() >= MOST_LETTERS {
            lettering.letters.image_cache.clear();
        }
        for glyph in &line.glyphs {
            let placed = glyph.physical((left, baseline), 1.0);
            let image = lettering
                .letters
                .get_image(&mut lettering.fonts, placed.cache_key);
            if let Some(image) = image {
                stamp(pixmap, image, placed.x, placed.y, look.colour);
            }
        }
        line.width
    })
}

/// Lays a drawn letter over the picture.
fn stamp(pixmap: &mut Pixmap, image: &SwashImage, x: i32, y: i32, colour: Colour) {
    let (left, top) = (x + image.placement.left, y - image.placement.top);
    let (width, height) = (pixmap.width() as i32, pixmap.height() as i32);
    let across = image.placement.width as i32;
    // What of the letter lies within the picture.
    let columns = (-left).clamp(0, across)..(width - left).clamp(0, across);
    let rows = (-top).max(0)..(height - top).min(image.placement.height as i32);
    if columns.is_empty() {
        return;
    }
    for row in rows {
        let start = ((top + row) * width + left + columns.start) as usize;
        let line = &mut pixmap.pixels_mut()[start..start + columns.len()];
        let from = (row * across + columns.start) as usize;
        match image.content {
            SwashContent::Mask => {
                let masks = &image.data[from..from + columns.len()];
                for (pixel, mask) in line.iter_mut().zip(masks).filter(|(_, mask)| **mask > 0) {
                    let alpha = u16::from(*mask) * u16::from(colour.alpha) / 255;
                    let source = [colour.red, colour.green, colour.blue, alpha as u8];
                    *pixel = over(source, *pixel);
                }
            }
            SwashContent::Color | SwashContent::SubpixelMask => {
                let (letter, _) = image.data[from * 4..].as_chunks();
                for (pixel, source) in line.iter_mut().zip(letter) {
                    *pixel = over(*source, *pixel);
                }
            }
        }
    }
}

/// A colour that is not premultiplied, laid over one that is.
fn over([red, green, blue, alpha]: [u8; 4], below: PremultipliedColorU8) -> PremultipliedColorU8 {
    let part = |above: u8, below: u8| {
        let (above, below, alpha) = (u32::from(above), u32::from(below), u32::from(alpha));
        ((above * alpha + below * (255 - alpha) + 127) / 255) as u8
    };
    let alpha = part(255, below.alpha());
    let channel = |above, below| part(above, below).min(alpha);
    PremultipliedColorU8::from_rgba(
        channel(red, below.red()),
        channel(green, below.green()),
        channel(blue, below.blue()),
        alpha,
    )
    // Each channel is at most alpha, which is all that is asked of one.
    .unwrap_or(below)
}
