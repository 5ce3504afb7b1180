//! Names and typed text as they stand in what Discord shows.

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
            // A mention needs its sign: with an invisible character behind it, it is none.
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

/// A text without what turns or hides the text around it, where nothing else can break anything.
pub fn unturned(text: &str) -> String {
    text.chars().filter(|c| !turns(*c)).collect()
}

/// The most characters that a terminal shows of a sentence in which others' words are.
const MOST_ON_TERMINAL: usize = 1_000;

/// A sentence for a terminal, which takes some characters for orders: those are written out, and
/// what has no end is cut.
pub fn on_terminal(sentence: &str) -> String {
    let mut shown = String::new();
    for c in sentence.chars().take(MOST_ON_TERMINAL) {
        match c.is_control() || turns(c) {
            true => shown.extend(c.escape_default()),
            false => shown.push(c),
        }
    }
    if sentence.chars().nth(MOST_ON_TERMINAL).is_some() {
        shown.push('…');
    }
    shown
}

/// A name as it is typed, of one that may have been made [`escape_markdown`]: for an example in
/// backticks, where Discord shows signs as they are.
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

/// What `say` says, without Dealer's own bold marks; the stars in what it writes with the function
/// that it gets are kept, as they are a name's.
pub fn without_bold(say: impl FnOnce(&dyn Fn(&str) -> String) -> String) -> String {
    // A sign for private use, which stands for nothing anywhere.
    const STAR: &str = "\u{e000}";
    let said = say(&|name| name.replace('*', STAR));
    said.replace("**", "").replace(STAR, "*")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_made_plain_can_be_typed_again() {
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
        let said =
            without_bold(|name| format!("**{}** wins, says **the host**.", name("*S* **b**")));
        assert_eq!(said, "*S* **b** wins, says the host.");
    }
}
