//! Rulings: what a host confirms, and what was ruled as a sentence.

use super::clocks::running_clock;
use super::effects::{effect_line, says_already, shows};
use super::entries::{deed, told, what_happened};
use super::people::mention;
use super::status::{match_name, named_match};
use crate::referee::{Effect, Past, Preview, Ruled, Ruling, Snapshot};
use crate::store::AccountId;
use games::english::{countdown, escape_markdown, party, stretch};
use games::{Cast, GameId, Seat, english};
use matches::Stage;

/// Its form asks for a reason first.
pub const END_VOID_BUTTON: &str = "Declare it void";

/// A button that ends a match against somebody.
pub fn forfeit_button(name: &str) -> String {
    let name: String = name.chars().take(40).collect();
    format!("{name} forfeits")
}

/// A button that settles a tie for somebody.
pub fn settle_button(name: &str) -> String {
    let name: String = name.chars().take(40).collect();
    format!("{name} wins")
}

/// A note of a host, which is pinned.
pub fn clarification(text: &str, host: AccountId) -> String {
    format!("📌 **A note by <@{host}>**\n{text}")
}

pub const CLARIFIED: &str = "I'm posting and pinning your note.";

pub const VOID_BUTTON: &str = "Yes, declare it void";

/// Above somebody's panel.
pub const PANEL_TAKEN_BACK: &str = "The host rewound the match, so that button no longer works. \
     Here's where the match stands now:";

/// A ruling as a sentence for the audit log, without secrets and bold; names are escaped.
pub fn ruled(ruled: &Ruled, game: GameId, cast: &Cast) -> String {
    let cast = cast.shown_as(escape_markdown);
    english::without_bold(|_| ruled_as(ruled, game, &cast, &escape_markdown))
}

fn ruled_as(ruled: &Ruled, game: GameId, cast: &Cast, shown: &dyn Fn(&str) -> String) -> String {
    let ruling = &ruled.ruling;
    let said = match (ruling, &ruled.point) {
        (Ruling::Rewind { .. }, Some(point)) if point.is_rewind() => {
            "undid the last rewind.".to_owned()
        }
        (Ruling::Rewind { .. }, Some(point)) => {
            format!("rewound the match to just before {}.", before(point, cast))
        }
        (Ruling::Act { whose, .. }, _) => {
            let told = told(&ruled.told, cast);
            let whose = party(*whose, cast);
            if told.is_empty() {
                format!("acted for {whose} in secret.")
            } else {
                format!("acted for {whose}: {told}")
            }
        }
        (ruling, _) => headline(ruling, cast) + ".",
    };
    let effects: Vec<String> = ruled
        .effects
        .iter()
        .filter(|effect| !says_already(ruling, effect))
        .map(|effect| effect_line(effect, game, cast, shown))
        .collect();
    let mut said = vec![said];
    said.extend(effects);
    said.join(" ")
}

/// The entry that a rewind went back to before, in quotes. Nobody has seen its number.
fn before(point: &Past, cast: &Cast) -> String {
    format!("“{}”", deed(&point.deed, cast).trim_end_matches('.'))
}

/// A ruling without its subject: `gave Teo 1:00`.
fn headline(ruling: &Ruling, cast: &Cast) -> String {
    let seated = |seat: &Seat| cast.seat_name(*seat);
    match ruling {
        Ruling::Rewind { .. } => "rewound the match".to_owned(),
        Ruling::Act { whose, .. } => format!("acted for {}", party(*whose, cast)),
        Ruling::Substitute {
            who,
            account,
            in_season: false,
        } => format!("let {} play for {}", mention(*account), cast.name(*who)),
        Ruling::Substitute { who, account, .. } => format!(
            "let {} play for {}, here and in the season",
            mention(*account),
            cast.name(*who)
        ),
        Ruling::Time { seat, delta_ms } => {
            let time = stretch(delta_ms.unsigned_abs());
            if *delta_ms < 0 {
                format!("took {time} from {}", seated(seat))
            } else {
                format!("gave {} {time}", seated(seat))
            }
        }
        Ruling::Forfeit { seat } => format!("ruled that {} forfeits the match", seated(seat)),
        Ruling::Settle { seat } => format!("awarded the match to {}", seated(seat)),
        Ruling::Void => "declared the match void".to_owned(),
        Ruling::VoidUnpunished => "declared the match void and took its strikes back".to_owned(),
    }
}

/// What a host types, or chooses, to open somebody's hand before choosing an act for them.
pub const OPEN_HAND: &str = "open hand";

/// What completion offers a host who has not opened somebody's hand.
pub fn open_hand_first(name: &str) -> String {
    format!("Open {name}'s hand first (everyone is told)")
}

/// To a host who wants to act for somebody, but must open their hand first.
pub fn hand_shut(name: &str) -> String {
    format!(
        "**Open {name}'s hand?**\n\
         • Only {name} may see what {name} can do now, so nothing was done.\n\
         • Open the hand to see it and to act for {name} once.\n\
         • Everyone is told at once that you opened it, with your reason, even if you don't act."
    )
}

/// The button that opens somebody's hand.
pub fn open_hand_button(name: &str) -> String {
    format!("Open {name}'s hand")
}

/// Above a hand that a host has opened. `more`: not everything fits into the menu.
pub fn hand_opened(name: &str, more: bool) -> String {
    let more = if more {
        " The menu has no room for everything: find the rest with `/ruling act`."
    } else {
        ""
    };
    format!(
        "**{name}'s hand is open to you** until someone acts for {name}. Everyone was told.{more}"
    )
}

/// Above the menu of what may be done for somebody.
pub fn choose_for(name: &str) -> String {
    format!("Choose what to do for {name}")
}

/// What a host is asked before a ruling is carried out.
fn confirmation(ruled: &Ruled, cast: &Cast) -> String {
    match &ruled.ruling {
        Ruling::Rewind { .. } if ruled.undoes_ruling() => "Undo this?".to_owned(),
        Ruling::Rewind { .. } => "Go back to just before this?".to_owned(),
        Ruling::Act { whose, text } => format!(
            "Act for {}: `{}`?",
            party(*whose, cast),
            text.replace('`', "'")
        ),
        Ruling::Substitute {
            who,
            account,
            in_season: true,
        } => format!(
            "Let <@{account}> play for {name} here and in the season? They learn what {name} knows \
             in this match. The season's cast changes too, and {name}'s private channel is \
             unbound. The previous account loses both.",
            name = cast.name(*who)
        ),
        Ruling::Substitute { who, account, .. } => format!(
            "Let <@{account}> play for {name}? They learn what {name} knows in this match, and the \
             previous account's buttons stop working.",
            name = cast.name(*who)
        ),
        Ruling::Time { seat, delta_ms } => {
            let (name, time) = (cast.seat_name(*seat), stretch(delta_ms.unsigned_abs()));
            if *delta_ms < 0 {
                format!("Take {time} from {name}?")
            } else {
                format!("Give {name} {time}?")
            }
        }
        Ruling::Forfeit { seat } => {
            format!("Rule that {} forfeits the match?", cast.seat_name(*seat))
        }
        Ruling::Settle { seat } => format!("Award the match to {}?", cast.seat_name(*seat)),
        Ruling::Void => "Declare the match void? Nobody wins it.".to_owned(),
        Ruling::VoidUnpunished => {
            "Declare the match void and take its strikes back? Nobody wins it.".to_owned()
        }
    }
}

/// The preview of a ruling, for the host who confirms it. The names in `cast` and the `reason` must
/// be safe in a post.
pub fn ruling_preview(preview: &Preview, cast: &Cast, reason: &str) -> String {
    let ruled = &preview.ruled;
    let is_undo = ruled.undoes_ruling();
    // The channel may have had several matches, so the preview says which one it is.
    let of = named_match(preview.game, preview.name, cast);
    let mut lines = vec![of, format!("**{}**", confirmation(ruled, cast))];
    // What is quoted isn't listed again.
    lines.extend(ruled.point.as_ref().map(|point| {
        let said = what_happened(point, cast, escape_markdown, countdown);
        format!("> {said}")
    }));
    let is_quoted = |effect: &Effect| matches!(effect, Effect::TakenBack { what } if is_undo && what.len() == 1);
    let is_new = |effect: &&Effect| {
        shows(effect) && !says_already(&ruled.ruling, effect) && !is_quoted(effect)
    };
    let said = ruled
        .effects
        .iter()
        .filter(is_new)
        .map(|effect| effect_line(effect, preview.game, cast, &escape_markdown));
    lines.extend(said.map(|said| format!("• {said}")));
    if preview.sealed {
        lines.push(
            "• It's legal. You'll see its effect afterwards: showing it now could give away \
             someone else's choice."
                .to_owned(),
        );
    }
    if preview.board.is_some() && preview.cast.seats().is_some() {
        lines.push("• No time is lost: the player to move gets the full base time.".to_owned());
        let draws = preview.draws.then_some("• Random draws are made again.");
        let substitutes = preview.substitutes.then_some("• Substitutes stay.");
        lines.extend(draws.into_iter().chain(substitutes).map(str::to_owned));
    }
    if !reason.is_empty() {
        lines.push(format!("Reason: {reason}"));
    }
    lines.push("Nothing happens until you confirm.".to_owned());
    lines.join("\n")
}

/// Above a post that a rewind took back.
pub const TAKEN_BACK: &str = "↩️ *Taken back by the host.*";

/// The button with which a host confirms a ruling.
pub fn confirm_ruling(ruled: &Ruled) -> &'static str {
    match &ruled.ruling {
        Ruling::Rewind { .. } if ruled.undoes_ruling() => "Yes, undo it",
        Ruling::Rewind { .. } => GO_BACK,
        Ruling::Act { .. } => "Yes, act for them",
        Ruling::Substitute { .. } => "Yes, substitute",
        Ruling::Time { .. } => "Yes, change the time",
        Ruling::Forfeit { .. } => "Yes, forfeit",
        Ruling::Settle { .. } => "Yes, award it",
        Ruling::Void => VOID_BUTTON,
        Ruling::VoidUnpunished => "Yes, void without strikes",
    }
}

/// The second button when a void match is confirmed and people have strikes from it; None without
/// strikes.
pub fn unpunished_button(preview: &Preview) -> Option<String> {
    let given = preview
        .ruled
        .effects
        .iter()
        .find_map(|effect| match effect {
            Effect::StrikesTold { count } => Some(*count),
            _ => None,
        });
    let given = given.filter(|_| preview.ruled.ruling == Ruling::Void)?;
    Some(match given {
        1 => "Take back its strike too".to_owned(),
        given => format!("Take back its {given} strikes too"),
    })
}

/// The button under a ruling that a rewind can undo.
pub const UNDO_RULING: &str = "Undo this";

/// The button that pauses a running match while its host thinks, and the answer to it.
pub const PAUSE_FIRST: &str = "Pause first";

const IS_PAUSED: &str = "⏸️ The match is paused. Take your time.";

/// For a host who thinks about a ruling: whose clock runs meanwhile, or that the match is paused.
/// None if no clock runs anyway.
pub fn clocks_meanwhile(snapshot: &Snapshot, cast: &Cast) -> Option<String> {
    if snapshot.status.stage != Stage::Live {
        return None;
    }
    if snapshot.status.pause.is_some() {
        return Some(IS_PAUSED.to_owned());
    }
    let running = Seat::BOTH.into_iter().filter_map(|seat| {
        let left = running_clock(snapshot, seat)?;
        Some(format!("{} {left}", cast.seat_name(seat)))
    });
    let running: Vec<String> = running.collect();
    (!running.is_empty()).then(|| {
        format!(
            "⏱️ **The clock is running**: {}. *{PAUSE_FIRST}* stops it.",
            running.join("; ")
        )
    })
}

/// How long ago something was, in a menu, which can't show the reader's time.
pub fn ago(ms: u64) -> String {
    match ms / 1000 {
        seconds @ ..60 => format!("{seconds} s ago"),
        seconds @ ..3_600 => format!("{} min ago", seconds / 60),
        seconds @ ..172_800 => format!("{} h ago", seconds / 3_600),
        seconds => format!("{} days ago", seconds / 86_400),
    }
}

/// The button that confirms a rewind.
pub const GO_BACK: &str = "Yes, go back";

pub const CHOOSE_ENTRY: &str = "Go back to just before…";

/// Above a menu of entries. `passed_over`: later rehearsals or practices in the channel, which are
/// not meant. The names in `cast` must be safe in a post. `more`: there are older ones.
pub fn choose_entry(
    shown: usize,
    more: bool,
    passed_over: bool,
    snapshot: &Snapshot,
    cast: &Cast,
) -> String {
    let of = match_name(snapshot, cast);
    let is_over = match snapshot.status.stage {
        Stage::Over if passed_over => {
            ", which is over. Rehearsals and practices here since then aren't affected."
        }
        Stage::Over if snapshot.setup().rehearsal => {
            ", a rehearsal that is over. It comes back paused."
        }
        Stage::Over => ", which is over",
        _ => "",
    };
    if shown == 0 {
        return format!("{of}{is_over}\nThere's nothing to undo yet.");
    }
    let earlier = if more {
        format!(
            " Here are the last {shown}; for an earlier one, give its number in `/ruling rewind \
             entry:`."
        )
    } else {
        String::new()
    };
    format!(
        "{of}{is_over}\n**Go back to just before which move?**{earlier} You'll see what changes \
         before anything happens."
    )
}

pub const RULING_MOVED: &str =
    "**The match has moved on** since you looked. Here's what the ruling would do now:";

pub fn ruling_done(ruled: &Ruled, cast: &Cast) -> String {
    match &ruled.point {
        Some(point) if point.is_rewind() => {
            let again = ruled.effects.iter().find_map(|effect| match effect {
                Effect::Restored { what } => what.first(),
                _ => None,
            });
            let again = again.map_or(String::new(), |first| {
                format!(
                    " {} counts again, and what came after it.",
                    before(first, cast)
                )
            });
            format!("Done: the rewind is undone.{again}")
        }
        Some(point) if ruled.undoes_ruling() => {
            format!("Done: {} is undone.", before(point, cast))
        }
        Some(point) => format!("Done: back to just before {}.", before(point, cast)),
        None => format!("Done: you {}.", headline(&ruled.ruling, cast)),
    }
}

pub const RULING_DROPPED: &str = "OK, everything stays as it is.";

/// About a preview of somebody else, or one that was already dropped.
pub const RULING_GONE: &str =
    "There's nothing to confirm here any more. Type the `/ruling` command again.";

/// The title of the form that asks a host for the reason of this ruling. `cast`: with unescaped
/// names.
pub fn reason_title(ruling: &Ruling, cast: &Cast) -> String {
    match ruling {
        Ruling::Forfeit { seat } => forfeit_button(cast.seat_name(*seat)),
        Ruling::Settle { seat } => settle_button(cast.seat_name(*seat)),
        Ruling::Void | Ruling::VoidUnpunished => END_VOID_BUTTON.to_owned(),
        Ruling::Act { whose, .. } => format!("Act for {}", party(*whose, cast)),
        Ruling::Substitute { who, .. } => format!("Substitute for {}", cast.name(*who)),
        Ruling::Time { seat, .. } => format!("Change {}'s time", cast.seat_name(*seat)),
        Ruling::Rewind { .. } => "Rewind the match".to_owned(),
    }
}

pub const REASON_LABEL: &str = "Why? Everyone will see it";

pub const REASON_MISSING: &str = "⚠️ A ruling needs a reason. Please give one.";
