//! Text, shaped by cosmic-text with the bundled fonts, which have the Latin, Greek, Cyrillic,
//! Korean, Japanese, Chinese, Thai, Devanagari, Arabic and Hebrew scripts. Other scripts and emoji
//! use the system's fonts. Fonts, shaped lines and drawn letters are cached for the whole process
//! behind one lock, which is held while a line is made.

use std::borrow::Cow;
use std::collections::HashMap;
use std::iter;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::Colour;
use super::coverage::Coverage;
use cosmic_text::{
    Attrs, Buffer, CacheKeyFlags, Ellipsize, EllipsizeHeightLimit, Family, FontSystem, LayoutGlyph,
    Metrics, Shaping, SwashCache, SwashContent, SwashImage, Weight, Wrap, fontdb,
};
use icu_normalizer::ComposingNormalizerBorrowed;

/// How text looks.
#[derive(Clone, Copy, Debug)]
pub struct TextStyle {
    pub size: f32,
    /// It shrinks down to this size before it is cut.
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

impl TextStyle {
    pub const fn plain(size: f32, colour: Colour) -> TextStyle {
        TextStyle {
            size,
            least: size,
            bold: false,
            colour,
        }
    }

    pub const fn bold(size: f32, colour: Colour) -> TextStyle {
        TextStyle {
            bold: true,
            ..TextStyle::plain(size, colour)
        }
    }

    /// This style, if it may shrink to this size to fit.
    pub const fn down_to(self, least: f32) -> TextStyle {
        TextStyle { least, ..self }
    }
}

static BUNDLED_ONLY: AtomicBool = AtomicBool::new(false);

/// Ignores the system's fonts, so that pictures are the same on every machine. Call it before
/// anything is drawn: later it does nothing.
pub fn bundled_fonts_only() {
    BUNDLED_ONLY.store(true, Ordering::Relaxed);
}

/// The width of a text without a limit.
pub fn text_width(text: &str, style: &TextStyle) -> f32 {
    lettering(|lettering| lettering.shape_with_fallbacks(text, style).1.width)
}

/// A text in lines no wider than this, broken between words. A longer word has its own line.
pub fn text_lines(text: &str, most_width: f32, style: &TextStyle) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        if let Some(line) = lines.last_mut() {
            let longer = format!("{line} {word}");
            if text_width(&longer, style) <= most_width {
                *line = longer;
                continue;
            }
        }
        lines.push(word.to_owned());
    }
    lines
}

/// Whether the fonts have enough of a text to tell what it says.
pub fn can_write(text: &str) -> bool {
    let style = TextStyle::bold(20.0, Colour::hex(0));
    lettering(|lettering| lettering.shape_with_fallbacks(text, &style).1.has_all())
}

const FAMILY: &str = "Inter";
/// The height of capitals as a share of the size.
const CAPITALS: f32 = 0.727;
/// How many lines and letters the caches hold before they are emptied.
const MAX_LINES: usize = 2_000;
const MAX_LETTERS: usize = 8_000;

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
    /// Once it was drawn.
    drawn: OnceLock<Arc<DrawnLine>>,
}

/// A drawn line of text, relative to the left end of its base line.
pub(super) struct DrawnLine {
    pub letters: Coverage,
    /// Letters that bring their own colours, and where their top left corners are.
    pub emoji: Vec<(Emoji, (i32, i32))>,
    pub width: f32,
    /// How far its capitals' middle is above the base line.
    pub rise: f32,
}

pub(super) struct Emoji {
    pub width: usize,
    /// Red, green, blue and how opaque.
    pub pixels: Vec<[u8; 4]>,
}

impl TextLine {
    /// Whether fonts have all that is in it.
    fn has_all(&self) -> bool {
        self.glyphs.iter().all(|glyph| glyph.glyph_id != 0)
    }

    /// Whether no font has the character at this byte of the text.
    fn lacks(&self, at: usize) -> bool {
        let mut missing = self.glyphs.iter().filter(|glyph| glyph.glyph_id == 0);
        missing.any(|glyph| (glyph.start..glyph.end).contains(&at))
    }
}

fn lettering<T>(work: impl FnOnce(&mut Lettering) -> T) -> T {
    static LETTERING: OnceLock<Mutex<Lettering>> = OnceLock::new();
    let lettering = LETTERING
        .get_or_init(|| Mutex::new(Lettering::with(!BUNDLED_ONLY.load(Ordering::Relaxed))));
    // It's a cache, so a panic cannot leave it in a harmful state.
    work(&mut lettering.lock().unwrap_or_else(PoisonError::into_inner))
}

impl Lettering {
    /// With the system's fonts behind the bundled ones, or without.
    fn with(system: bool) -> Lettering {
        let mut fonts = fontdb::Database::new();
        for font in [
            include_bytes!("../../../assets/fonts/Inter-Regular.otf").as_slice(),
            include_bytes!("../../../assets/fonts/Inter-Bold.otf").as_slice(),
            include_bytes!("../../../assets/fonts/NotoSansKR-Bold.ttf").as_slice(),
            include_bytes!("../../../assets/fonts/NotoSansJP-Bold.otf").as_slice(),
            include_bytes!("../../../assets/fonts/NotoSansThai-Bold.ttf").as_slice(),
            include_bytes!("../../../assets/fonts/NotoSansDevanagari-Bold.ttf").as_slice(),
            include_bytes!("../../../assets/fonts/NotoSansArabic-Bold.ttf").as_slice(),
            include_bytes!("../../../assets/fonts/NotoSansHebrew-Bold.ttf").as_slice(),
        ] {
            fonts.load_font_source(fontdb::Source::Binary(Arc::new(font)));
        }
        if system {
            fonts.load_system_fonts();
        }
        Lettering {
            // The locale is fixed: it picks among fonts for Chinese characters, and pictures must
            // not depend on the machine's.
            fonts: FontSystem::new_with_locale_and_db("en-US".to_owned(), fonts),
            letters: SwashCache::new(),
            lines: HashMap::new(),
        }
    }

    /// Shapes a line. If it is too wide, cuts it with an ellipsis.
    fn shape_line(
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
        if self.lines.len() >= MAX_LINES {
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
                drawn: OnceLock::new(),
            },
            |run| TextLine {
                glyphs: run.glyphs.to_vec(),
                width: run.line_w,
                drawn: OnceLock::new(),
            },
        );
        let line = Arc::new(line);
        self.lines.insert(key, line.clone());
        line
    }

    /// The text with characters that the fonts have, and its line without a limit of width. Unknown
    /// letters become plain ones (`𝕷` is `L`). Characters without a plain form, such as emoji on a
    /// bare server, are dropped if anything else is left: boxes wouldn't show a name.
    fn shape_with_fallbacks<'a>(
        &mut self,
        text: &'a str,
        style: &TextStyle,
    ) -> (Cow<'a, str>, Arc<TextLine>) {
        let line = self.shape_line(text, style.size, style.bold, None);
        if line.has_all() {
            return (Cow::Borrowed(text), line);
        }
        let nfkc = ComposingNormalizerBorrowed::new_nfkc();
        let mut plain = String::new();
        for (at, letter) in text.char_indices() {
            if line.lacks(at) {
                plain.extend(nfkc.normalize_iter(iter::once(letter)));
            } else {
                plain.push(letter);
            }
        }
        let line = self.shape_line(&plain, style.size, style.bold, None);
        let letters = plain.char_indices().filter(|(at, _)| !line.lacks(*at));
        let writable: String = letters.map(|(_, letter)| letter).collect();
        if line.has_all() || !writable.contains(char::is_alphanumeric) {
            return (Cow::Owned(plain), line);
        }
        let writable = writable.trim().to_owned();
        let line = self.shape_line(&writable, style.size, style.bold, None);
        (Cow::Owned(writable), line)
    }

    /// The line that fits, and its size.
    fn fitted(&mut self, text: &str, most_width: f32, style: &TextStyle) -> (Arc<TextLine>, f32) {
        let (text, full) = self.shape_with_fallbacks(text, style);
        if full.width <= most_width {
            return (full, style.size);
        }
        // In steps of half a pixel, so that there are few sizes.
        let smaller = (style.size * most_width / full.width * 2.0).floor() / 2.0;
        if smaller >= style.least {
            let line = self.shape_line(&text, smaller, style.bold, None);
            if line.width <= most_width {
                return (line, smaller);
            }
        }
        (
            self.shape_line(&text, style.least, style.bold, Some(most_width)),
            style.least,
        )
    }
}

/// Draws a line of text, no wider than `most_width`: see [`super::Canvas::write`].
pub(super) fn draw_line(text: &str, most_width: f32, style: &TextStyle) -> Arc<DrawnLine> {
    lettering(|lettering| {
        let (line, size) = lettering.fitted(text, most_width, style);
        let draw = || Arc::new(lettering.draw(&line, size));
        line.drawn.get_or_init(draw).clone()
    })
}

impl Lettering {
    fn draw(&mut self, line: &TextLine, size: f32) -> DrawnLine {
        if self.letters.image_cache.len() >= MAX_LETTERS {
            self.letters.image_cache.clear();
        }
        let mut emoji = Vec::new();
        let mut mask_keys = Vec::new();
        for glyph in &line.glyphs {
            let placed = glyph.physical((0.0, 0.0), 1.0);
            let image = self.letters.get_image(&mut self.fonts, placed.cache_key);
            let Some(image) = image else { continue };
            let at = (
                placed.x + image.placement.left,
                placed.y - image.placement.top,
            );
            match image.content {
                SwashContent::Mask => mask_keys.push((placed.cache_key, at)),
                SwashContent::Color | SwashContent::SubpixelMask => {
                    let pixels = image.data.as_chunks().0.to_vec();
                    let width = image.placement.width as usize;
                    emoji.push((Emoji { width, pixels }, at));
                }
            }
        }
        let images = &self.letters.image_cache;
        let masks: Vec<(&SwashImage, (i32, i32))> = mask_keys
            .iter()
            .filter_map(|(key, at)| Some((images.get(key)?.as_ref()?, *at)))
            .collect();
        DrawnLine {
            letters: merged(&masks),
            emoji,
            width: line.width,
            rise: size * CAPITALS / 2.0,
        }
    }
}

/// The coverage of several letters, each with its top left corner.
fn merged(letters: &[(&SwashImage, (i32, i32))]) -> Coverage {
    let edges = letters.iter().map(|(image, (x, y))| {
        let (width, height) = (image.placement.width, image.placement.height);
        [*x, *y, x + width as i32, y + height as i32]
    });
    let Some([left, top, right, bottom]) = edges.reduce(|a, b| {
        let least = |index: usize| a[index].min(b[index]);
        let most = |index: usize| a[index].max(b[index]);
        [least(0), least(1), most(2), most(3)]
    }) else {
        return Coverage::default();
    };
    let width = (right - left) as usize;
    let mut mask = vec![0; width * (bottom - top) as usize];
    for (image, (x, y)) in letters {
        let across = image.placement.width as usize;
        for (row, pixels) in image.data.chunks_exact(across.max(1)).enumerate() {
            let start = ((y - top) as usize + row) * width + (x - left) as usize;
            for (to, covered) in mask[start..start + across].iter_mut().zip(pixels) {
                *to = (*covered).max(*to);
            }
        }
    }
    Coverage::of_mask(&mask, width, left, top)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bundled_fonts_have_the_scripts_of_most_names() {
        let style = TextStyle::bold(20.0, Colour::hex(0));
        let mut lettering = Lettering::with(false);
        for (name, can) in [
            ("한별", true),
            ("さくら 凛", true),
            ("王小明", true),
            ("陳怡君", true),
            ("สมชาย", true),
            ("प्रिया", true),
            ("محمد", true),
            ("נועה", true),
            ("ႎႃႈ", false),
            ("🦊", false),
        ] {
            assert_eq!(
                lettering.shape_with_fallbacks(name, &style).1.has_all(),
                can,
                "{name}"
            );
        }
    }

    #[test]
    fn unknown_characters_of_names_are_replaced() {
        let style = TextStyle::bold(20.0, Colour::hex(0));
        let mut lettering = Lettering::with(false);
        for (name, written) in [
            ("Zoë", "Zoë"),
            ("𝕷𝖚𝖓𝖆 한별", "Luna 한별"),
            ("Ｍｉｏ 🦊", "Ｍｉｏ"),
            ("🦊", "🦊"),
        ] {
            assert_eq!(lettering.shape_with_fallbacks(name, &style).0, written);
        }
    }
}
