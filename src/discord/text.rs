//! Text as Discord shows it: names that cannot break a post, and lengths.

use serenity::all::{CreateAllowedMentions, UserId};

use crate::store::{AccountId, MatchName, MatchRow, Sent, ServerId};
use crate::words;
pub use crate::words::{english::cut, english::escape_markdown, status::channel_link};
use games::Cast;

/// The address of a message of a server; in a direct message (None) it works for its two people.
pub fn message_link(guild: Option<ServerId>, Sent { channel, message }: Sent) -> String {
    format!("{}/{message}", channel_link(guild, channel))
}

/// The most characters of a message (Discord documentation, "Create Message").
pub const MAX: usize = 2_000;
/// The longest post. It leaves room for the mark "taken back", so that no words are lost when the
/// mark goes.
pub const MAX_POSTED: usize = MAX - 40;

/// The file name of a match's record. A rehearsal's differs, so that nobody takes it for a real
/// one.
pub fn record_name(row: &MatchRow) -> String {
    let game = row.setup.game.word();
    match row.name() {
        MatchName::Numbered(number) => format!("{game}-{number}.json"),
        MatchName::Practice => format!("practice-{game}.json"),
        MatchName::Rehearsal => format!("rehearsal-{game}-{}.json", row.id),
    }
}

/// The cast with names that are safe in a post.
pub fn shown(cast: &Cast) -> Cast {
    cast.shown_as(escape_markdown)
}

/// The words of a post that pings these accounts, and the matching permission. Discord only pings
/// people who are mentioned and also permitted (Discord documentation, "Allowed Mentions Object").
/// So accounts that the words don't mention are added at the end.
pub fn calling(content: &str, accounts: &[AccountId]) -> (String, CreateAllowedMentions) {
    let mention = |account: &AccountId| format!("<@{account}>");
    let mut those: Vec<AccountId> = Vec::new();
    for account in accounts {
        // Discord refuses the same account twice.
        if !those.contains(account) {
            those.push(*account);
        }
    }
    let unnamed = |content: &str| -> Vec<String> {
        let mentions = those.iter().map(mention);
        mentions.filter(|one| !content.contains(one)).collect()
    };
    let mut words = cut(content, MAX_POSTED);
    if !unnamed(&words).is_empty() {
        let all: usize = those.iter().map(|one| mention(one).len() + 1).sum();
        words = cut(content, MAX_POSTED - all.min(MAX_POSTED));
        words = format!("{}\n{}", words.trim_end(), unnamed(&words).join(" "));
    }
    let users = those.into_iter().map(UserId::from);
    (words, CreateAllowedMentions::new().users(users))
}

/// A picture's description, cut to `most` characters: by lines, or else by words. Then follows
/// `rest`, the sentence that says where the rest is.
pub fn described(description: &str, most: usize, rest: &str) -> String {
    let description = &words::english::unturned(description);
    let Some((end, _)) = description.char_indices().nth(most) else {
        return description.clone();
    };
    let room = most.saturating_sub(rest.chars().count() + 1);
    let (room, _) = description.char_indices().nth(room).unwrap_or((end, ' '));
    let kept = &description[..room];
    let at = kept.rfind('\n').filter(|at| *at > room / 2);
    let kept = &kept[..at.or_else(|| kept.rfind(' ')).unwrap_or(room)];
    format!("{}\n{rest}", kept.trim_end_matches([' ', ',', ';', '·']))
        .trim()
        .to_owned()
}

/// Splits a text into parts of at most `most` characters, between lines if possible.
pub fn parts(text: &str, most: usize) -> Vec<String> {
    let mut parts = vec![String::new()];
    for line in text.lines().flat_map(|line| pieces(line, most)) {
        match parts.last_mut() {
            Some(part) if part.is_empty() => part.push_str(line),
            Some(part) if part.chars().count() + 1 + line.chars().count() <= most => {
                part.push('\n');
                part.push_str(line);
            }
            _ => parts.push(line.to_owned()),
        }
    }
    parts
}

/// Splits a line into pieces of at most `most` characters, at spaces if possible.
fn pieces(line: &str, most: usize) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = line;
    while let Some((end, next)) = rest.char_indices().nth(most.max(1)) {
        let blank = rest[..end + next.len_utf8()].rfind(' ');
        let blank = blank.filter(|at| *at > 0);
        let (piece, after) = rest.split_at(blank.unwrap_or(end));
        pieces.push(piece);
        rest = after.trim_start();
    }
    pieces.push(rest);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Dice;

    #[test]
    fn a_long_description_ends_at_a_line_or_a_word() {
        let rest = words::posts::REST_IN_WORDS;
        let line = "Zoë: 12 letters, roads to Anna.";
        let whole = [line; 32].join("\n");
        assert_eq!(described(&whole, 1024, rest), whole);
        for (text, last) in [
            ([line; 33].join("\n"), line),
            (["Zoë"; 400].join(", "), "Zoë"),
            ("ë".repeat(2_000), "ë"),
        ] {
            let shown = described(&text, 1024, rest);
            assert!((900..=1024).contains(&shown.chars().count()), "{shown}");
            let kept = shown.strip_suffix(rest).unwrap();
            assert!(text.starts_with(kept.trim_end()), "{shown}");
            assert!(kept.ends_with(&format!("{last}\n")), "{shown}");
        }
        // Characters that would turn the text around are removed.
        assert_eq!(described("Zoë\u{202e}: 12", 1024, rest), "Zoë: 12");
        // The note about the rest appears even if no text fits.
        assert_eq!(described(&whole, 0, rest), rest);
        assert_eq!(described(&whole, 70, ""), [line; 2].join("\n"));
    }

    #[test]
    fn names_cannot_break_a_post() {
        for (name, expected) in [
            ("Zac", "Zac"),
            ("*Zac*", "\\*Zac\\*"),
            ("@everyone", "@\u{200b}everyone"),
            ("<@123>", "\\<@\u{200b}123\\>"),
            ("a\u{202e}b\nc", "abc"),
            ("김경란", "김경란"),
        ] {
            assert_eq!(escape_markdown(name), expected, "{name:?}");
        }
    }

    #[test]
    fn every_pinged_person_is_named_and_allowed() {
        let long = "x".repeat(2500);
        let named_late = format!("{}<@7> your turn", "x".repeat(MAX_POSTED - 2));
        for (content, accounts, expected) in [
            ("Ready?", vec![], "Ready?"),
            ("Ready?\n", vec![7, 8, 7], "Ready?\n<@7> <@8>"),
            ("<@7>, it is your turn.", vec![7], "<@7>, it is your turn."),
            ("<@77> hosts it.", vec![7], "<@77> hosts it.\n<@7>"),
            (&long, vec![7], &(cut(&long, MAX_POSTED - 5) + "\n<@7>")),
            (
                &named_late,
                vec![7],
                &(cut(&named_late, MAX_POSTED - 5) + "\n<@7>"),
            ),
        ] {
            let accounts: Vec<AccountId> = accounts.into_iter().map(AccountId).collect();
            let (words, called) = calling(content, &accounts);
            assert_eq!(words, expected);
            let marked = format!("{}\n{words}", crate::words::rulings::TAKEN_BACK);
            assert!(marked.chars().count() <= MAX);
            let called = serde_json::to_value(called).unwrap();
            let mut users: Vec<String> = accounts.iter().map(AccountId::to_string).collect();
            users.dedup();
            users.truncate(2);
            assert_eq!(called["users"], serde_json::json!(users), "{content}");
        }
    }

    #[test]
    fn no_name_can_turn_text_ping_or_format() {
        let mut dice = Dice::new(1);
        let pieces = [
            "@",
            "everyone",
            "<@1>",
            "<@&1>",
            "<#1>",
            "*",
            "__",
            "~~",
            "`",
            "```",
            "||",
            "> ",
            "# ",
            "[x](http://y)",
            "- ",
            "\\",
            "\n",
            "\r",
            "\u{202e}",
            "\u{2066}",
            "\u{200b}",
            "\u{feff}",
            "é",
            "김",
            "𝔘",
            ":smile:",
            "<t:1>",
            " ",
        ];
        for _ in 0..20_000 {
            let name: String = (0..dice.below(8))
                .filter_map(|_| dice.pick(&pieces).copied())
                .collect();
            let shown = escape_markdown(&name);
            let mut signs = shown.chars().peekable();
            while let Some(sign) = signs.next() {
                match sign {
                    '\\' => assert!(signs.next().is_some(), "{name:?}"),
                    '@' => assert_eq!(signs.peek(), Some(&'\u{200b}'), "{name:?}"),
                    _ => assert!(
                        !"*_~`|><#[]()-:\n\r\u{202e}\u{2066}".contains(sign),
                        "{name:?} is shown as {shown:?}"
                    ),
                }
            }
        }
    }

    #[test]
    fn long_texts_are_split_between_lines() {
        for (text, most, expected) in [
            ("", 5, vec![""]),
            ("ab\ncd", 5, vec!["ab\ncd"]),
            ("ab\ncde", 5, vec!["ab", "cde"]),
            ("abcdefg\nh", 5, vec!["abcde", "fg\nh"]),
            ("a cdefg\n h", 5, vec!["a", "cdefg", " h"]),
            ("äöüß äöüß äö", 9, vec!["äöüß äöüß", "äö"]),
        ] {
            assert_eq!(parts(text, most), expected, "{text:?}");
        }
    }
}
