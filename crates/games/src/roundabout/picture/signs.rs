//! Stop signs, yield signs and houses, each within an area.

use canvas::{Align, Area, Canvas, Colour, Line, Shape, Spot, TextStyle, theme};

/// A red octagon with a bar across.
pub fn stop_sign(canvas: &mut Canvas, area: Area) {
    let corner = |index: u8| {
        let angle = std::f32::consts::TAU * (f32::from(index) + 0.5) / 8.0;
        let (x, y) = area.centre();
        let reach = area.width * 0.5;
        (x + reach * angle.cos(), y + reach * angle.sin())
    };
    let corners: Vec<Spot> = (0..8).map(corner).collect();
    let octagon = Shape::polygon(&corners);
    canvas.fill(&octagon, theme::RED);
    canvas.stroke(&octagon, Line::new(Colour::hex(0xffffff), 3.0));
    let (x, y) = area.centre();
    let bar = Area::new(x - area.width * 0.28, y - 4.0, area.width * 0.56, 8.0);
    canvas.fill(&Shape::rectangle(bar), Colour::hex(0xffffff));
}

/// A triangle on its point, white with a red border and a word in it.
pub fn yield_sign(canvas: &mut Canvas, area: Area, word: &str) {
    let (x, y) = area.centre();
    let (wide, high) = (area.width * 0.5, area.width * 0.44);
    let triangle = Shape::polygon(&[(x - wide, y - high), (x + wide, y - high), (x, y + high)]);
    canvas.fill(&triangle, Colour::hex(0xffffff));
    canvas.stroke(&triangle, Line::new(theme::RED, area.width * 0.12));
    let style = TextStyle::bold(area.width * 0.46, theme::INK);
    let at = (x, y - high * 0.36);
    canvas.write(word, at, area.width, Align::Centre, &style);
}

/// A house: with a tick if somebody is in it, else an outline.
pub fn house(canvas: &mut Canvas, centre: Spot, side: f32, full: bool) {
    let at = |x: f32, y: f32| (centre.0 + x * side, centre.1 + y * side);
    let outline = Shape::polygon(&[
        at(-0.34, 0.38),
        at(-0.34, -0.04),
        at(-0.46, -0.04),
        at(0.0, -0.44),
        at(0.46, -0.04),
        at(0.34, -0.04),
        at(0.34, 0.38),
    ]);
    if !full {
        canvas.stroke(&outline, Line::new(theme::TEXT_DIM, 3.0));
        return;
    }
    canvas.fill(&outline, theme::GOLD);
    let tick = [at(-0.2, 0.1), at(-0.04, 0.25), at(0.22, -0.08)];
    canvas.stroke(&Shape::polyline(&tick), Line::new(theme::INK, side * 0.11));
}
