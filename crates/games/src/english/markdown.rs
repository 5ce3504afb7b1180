//! Making names and typed text safe to show.

/// A text in which nothing is markdown, a mention or a link.
pub fn escape_markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | '*' | '_' | '~' | '`' | '|' | '>' | '<' | '#' | '[' | ']' | '(' | ')' | '-'
            | ':' => {
                escaped.push('\\');
                escaped.push(c);
            }
            // An invisible character after the sign prevents a mention.
            '@' => escaped.push_str("@\u{200b}"),
            '\n' | '\r' => {}
            c if turns(c) => {}
            c => escaped.push(c),
        }
    }
    escaped
}

/// Whether a character turns or hides the text around it.
fn turns(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Removes characters that turn or hide the text around them, for places where nothing else can do
/// harm.
pub fn unturned(text: &str) -> String {
    text.chars().filter(|c| !turns(*c)).collect()
}

/// The longest sentence with other people's words for a terminal, in characters.
const MAX_ON_TERMINAL: usize = 1_000;

/// Makes a sentence safe for a terminal: control characters are written out, and a long text is
/// cut.
pub fn on_terminal(sentence: &str) -> String {
    let mut shown = String::new();
    for c in sentence.chars().take(MAX_ON_TERMINAL) {
        if c.is_control() || turns(c) {
            shown.extend(c.escape_default())
        } else {
            shown.push(c)
        }
    }
    if sentence.chars().nth(MAX_ON_TERMINAL).is_some() {
        shown.push('…');
    }
    shown
}

/// Undoes [`escape_markdown`] on a name, for an example in backticks, where Discord shows
/// characters as they are.
pub fn as_typed(name: &str) -> String {
    let mut typed = String::with_capacity(name.len());
    let mut signs = name.chars();
    while let Some(sign) = signs.next() {
        match sign {
            '\\' => typed.extend(signs.next()),
            '\u{200b}' => {}
            sign => typed.push(sign),
        }
    }
    typed
}

/// The words of `say` without Dealer's own bold marks. Stars in texts that `say` passes through the
/// given function are kept: they belong to names.
pub fn without_bold(say: impl FnOnce(&dyn Fn(&str) -> String) -> String) -> String {
    // A private-use character, which nobody's text contains with a meaning.
    const STAR: &str = "\u{e000}";
    let text = say(&|name| name.replace('*', STAR));
    text.replace("**", "").replace(STAR, "*")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_can_be_typed_again() {
        for name in [
            "Zac",
            "*Star* **bold**",
            "_x_",
            "[x](http://e.vil)",
            "a > b",
            "@you",
            "한별",
        ] {
            assert_eq!(as_typed(&escape_markdown(name)), name);
        }
    }

    #[test]
    fn names_keep_their_stars() {
        let plain =
            without_bold(|name| format!("**{}** wins, says **the host**.", name("*S* **b**")));
        assert_eq!(plain, "*S* **b** wins, says the host.");
    }
}
