//! Compares pictures with reference PNG files. `DEALER_BLESS=1` writes these; look at them before
//! you commit them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use canvas::Picture;
use image::{Rgb, RgbImage};

/// A channel may differ by this much before its pixel counts as different, and this many different
/// pixels count as rounding.
const CHANNEL_TOLERANCE: u8 = 12;
const PIXEL_TOLERANCE: usize = 40;

/// The files of a folder with this extension (`*` for all).
pub fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|_| panic!("{} is missing", folder.display()));
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| extension == "*" || path.extension().is_some_and(|found| found == extension))
        .collect();
    files.sort();
    files
}

/// Compares the picture that a script's line draws with its reference.
pub fn compare_to_reference(
    picture: &Picture,
    script: &Path,
    what: &str,
    at: &str,
    drawn: &mut BTreeSet<PathBuf>,
    faults: &mut Vec<String>,
) {
    let name = format!(
        "{}-{what}.png",
        script.file_stem().unwrap().to_str().unwrap()
    );
    let reference = script.with_file_name(&name);
    if let Err(fault) = compare(picture, &reference, &name) {
        faults.push(format!("{at}: {fault}"));
    }
    drawn.insert(reference);
}

pub fn pixels(png: &[u8]) -> RgbImage {
    image::load_from_memory(png).unwrap().into_rgb8()
}

fn compare(picture: &Picture, reference: &Path, name: &str) -> Result<(), String> {
    if std::env::var_os("DEALER_BLESS").is_some() {
        fs::write(reference, &picture.png).unwrap();
        return Ok(());
    }
    let Ok(file) = fs::read(reference) else {
        return Err(format!("{name} is missing; DEALER_BLESS=1 writes it"));
    };
    if file == picture.png {
        return Ok(());
    }
    let (expected, actual) = (pixels(&file), pixels(&picture.png));
    let off = |a: &Rgb<u8>, b: &Rgb<u8>| {
        a.0.iter()
            .zip(b.0)
            .any(|(a, b)| a.abs_diff(b) > CHANNEL_TOLERANCE)
    };
    let different = if expected.dimensions() == actual.dimensions() {
        expected
            .pixels()
            .zip(actual.pixels())
            .filter(|(a, b)| off(a, b))
            .count()
    } else {
        usize::MAX
    };
    if different <= PIXEL_TOLERANCE {
        return Ok(());
    }
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pictures");
    fs::create_dir_all(&out).unwrap();
    let stem = name.trim_end_matches(".png");
    fs::write(out.join(format!("{stem}.expected.png")), &file).unwrap();
    fs::write(out.join(format!("{stem}.actual.png")), &picture.png).unwrap();
    let difference = RgbImage::from_fn(actual.width(), actual.height(), |x, y| {
        let (found, wanted) = (actual.get_pixel(x, y), expected.get_pixel_checked(x, y));
        match wanted {
            Some(wanted) if !off(found, wanted) => Rgb(found.0.map(|channel| channel / 4)),
            _ => Rgb([255, 0, 255]),
        }
    });
    difference
        .save(out.join(format!("{stem}.difference.png")))
        .unwrap();
    Err(format!(
        "{name} differs; expected, actual and difference are in {}",
        out.display()
    ))
}
