//! Private letters about a season.

use crate::discord::press::Press;
use crate::referee::Post;
use crate::words;
use games::screen::{Button, Row};

/// The buttons below a letter: that a greeting was found.
pub(super) fn answers(post: &Post) -> Vec<Row<Press>> {
    let Post::Hello { guild, .. } = post else {
        return Vec::new();
    };
    let press = Press::Hello { guild: *guild };
    vec![Row::Buttons(vec![Button::success(
        press,
        words::preflight::HELLO_BUTTON,
    )])]
}
