//! A chart of how many times faster something is than its baseline, as an SVG.

use std::fmt::Write;

/// A row: what was measured, and how many times faster it is cold and warm.
pub struct Row {
    pub name: String,
    pub cold: f64,
    pub warm: f64,
}

const WIDTH: f64 = 760.0;
const LEFT: f64 = 250.0;
const ROW: f64 = 40.0;
const TOP: f64 = 44.0;
const COLD: &str = "#2f7bf0";
const WARM: &str = "#f2b632";

/// Draws rows of two bars each, with a line for each goal.
pub fn draw(title: &str, rows: &[Row], goals: (f64, f64)) -> String {
    let most = rows
        .iter()
        .flat_map(|row| [row.cold, row.warm])
        .fold(goals.1, f64::max);
    let along = |times: f64| LEFT + times / most * (WIDTH - LEFT - 60.0);
    let foot = TOP + rows.len() as f64 * ROW;
    let mut bars = String::new();
    let mut bar = |top: f64, times: f64, colour: &str| {
        let (width, end) = (along(times) - LEFT, along(times) + 6.0);
        // Writing to memory can't fail.
        let _ = writeln!(
            bars,
            r#"<rect x="{LEFT}" y="{top}" width="{width:.1}" height="14" fill="{colour}"/><text x="{end:.1}" y="{:.1}">{times:.1}</text>"#,
            top + 11.5,
        );
    };
    for (index, row) in rows.iter().enumerate() {
        let top = TOP + index as f64 * ROW;
        bar(top + 4.0, row.cold, COLD);
        bar(top + 20.0, row.warm, WARM);
    }
    for (index, row) in rows.iter().enumerate() {
        let middle = TOP + index as f64 * ROW + 24.0;
        let end = LEFT - 10.0;
        let _ = writeln!(
            bars,
            r#"<text x="{end}" y="{middle}" text-anchor="end">{}</text>"#,
            row.name
        );
    }
    for (goal, colour, what) in [(goals.0, COLD, "cold"), (goals.1, WARM, "warm")] {
        let x = along(goal);
        let _ = writeln!(
            bars,
            r#"<line x1="{x:.1}" x2="{x:.1}" y1="{TOP}" y2="{foot}" stroke="{colour}" stroke-dasharray="4 3"/><text x="{x:.1}" y="{:.1}" text-anchor="middle">{what}: {goal}</text>"#,
            foot + 16.0,
        );
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{}\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#1b2130\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\
         <text x=\"12\" y=\"26\" font-size=\"15\" font-weight=\"bold\">{title}</text>\n{bars}</svg>\n",
        foot + 28.0,
    )
}
