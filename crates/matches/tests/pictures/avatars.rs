//! Which files are accepted as avatars.

use std::fs;

use canvas::{Avatar, AvatarError};
use games::tokens::Faces;
use games::{Audience, GameId, Seat};

use crate::reference::files;
use crate::{faces_folder, play};

#[test]
fn every_kind_of_png_works_as_an_avatar() {
    for file in files(&faces_folder(), "*") {
        let read = Avatar::read(&fs::read(&file).unwrap());
        assert_eq!(read.err(), None, "{}", file.display());
    }
}

#[test]
fn hostile_avatars_are_refused() {
    canvas::bundled_fonts_only();
    let game = play(&matches::selfplay::play(GameId::EXAMPLE, 3)).unwrap();
    let view = game.view(Audience::Public);
    let who = game.cast().seated(Seat::Dmo).unwrap();
    let avatar = fs::read(faces_folder().join("square.png")).unwrap();
    let generated = games::draw(&view, game.cast(), &Faces::new());
    let mut cut = avatar.clone();
    cut.truncate(avatar.len() / 2);
    // A PNG that claims this size but has almost no data.
    let claims = |width: u32, height: u32| {
        let mut file = Vec::new();
        let header = png::Encoder::new(&mut file, width, height).write_header();
        header.unwrap().write_chunk(png::chunk::IDAT, &[]).unwrap();
        file
    };
    type Expected = fn(&AvatarError) -> bool;
    let cases: [(&str, Vec<u8>, Expected); 10] = [
        ("nothing", Vec::new(), |e| *e == AvatarError::NotPng),
        ("words", b"a picture of me".to_vec(), |e| {
            *e == AvatarError::NotPng
        }),
        (
            "a script",
            b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec(),
            |e| *e == AvatarError::NotPng,
        ),
        ("another kind of picture", b"BM\x36\0\0\0".to_vec(), |e| {
            *e == AvatarError::NotPng
        }),
        (
            "a file that is too large",
            vec![0; canvas::MAX_BYTES + 1],
            |e| matches!(e, AvatarError::TooManyBytes { .. }),
        ),
        ("a picture that is cut off", cut, |e| {
            matches!(e, AvatarError::Broken(_))
        }),
        ("a signature only", b"\x89PNG\r\n\x1a\n".to_vec(), |e| {
            matches!(e, AvatarError::Broken(_))
        }),
        ("a picture said to be huge", claims(60_000, 60_000), |e| {
            matches!(e, AvatarError::TooLarge { width: 60_000, .. })
        }),
        (
            "a picture that claims to be large, without data",
            claims(1024, 1024),
            |e| matches!(e, AvatarError::Broken(_)),
        ),
        ("an animation", b"GIF89a\x40\0\x40\0\0\0\0".to_vec(), |e| {
            *e == AvatarError::NotPng
        }),
    ];
    let mut faces = Faces::new();
    faces.set(who, Avatar::read(&avatar).unwrap());
    let shown = games::draw(&view, game.cast(), &faces);
    assert_ne!(shown.png, generated.png, "the avatar is shown");
    for (what, bytes, expected) in cases {
        let error = Avatar::read(&bytes).err().expect(what);
        assert!(expected(&error), "{what}: {error:?}");
    }
}
