//! Rulings: what a host confirms, and what was ruled as a sentence.

use super::past::{deed, past, told};
use super::people::mention;
use super::standing::{match_name, named_match};
use super::{Price, clock_time, countdown, date, escape_markdown, list, names, party, stretch};
use crate::referee::{ActRefusal, Effect, Past, Preview, Ruled, Ruling, RulingRefusal, Snapshot};
use games::{Cast, GameId, Refusal, Role, Seat};
use matches::Stage;

/// How many of the entries that a rewind takes back are named one by one.
const NAMED: usize = 8;

/// In front of somebody's panel.
pub fn panel_taken_back() -> String {
    "The host rewound the match, so that button no longer works. Here's where the match stands \
     now:"
        .to_owned()
}

/// What a ruling was, as a sentence for the audit log: without a secret, in plain text.
pub fn ruled(ruled: &Ruled, game: GameId, cast: &Cast) -> String {
    super::without_bold(|name| ruled_as(ruled, game, &cast.shown_as(name), name))
}

fn ruled_as(ruled: &Ruled, game: GameId, cast: &Cast, shown: &dyn Fn(&str) -> String) -> String {
    let ruling = &ruled.ruling;
    let said = match (ruling, &ruled.point) {
        (Ruling::Rewind { .. }, Some(point)) if point.is_rewind() => {
            format!("undid entry {}: {}", point.entry, deed(&point.deed, cast))
        }
        (Ruling::Rewind { .. }, Some(point)) => format!(
            "rewound the match to just before entry {}: {}",
            point.entry,
            deed(&point.deed, cast)
        ),
        (Ruling::Act { whose, .. }, _) => {
            let told = told(&ruled.told, cast);
            let whose = party(*whose, cast);
            match told.is_empty() {
                true => format!("acted for {whose} in secret."),
                false => format!("acted for {whose}: {told}"),
            }
        }
        (ruling, _) => headline(ruling, cast) + ".",
    };
    let effects: Vec<String> = ruled
        .effects
        .iter()
        .filter(|effect| !says_end(ruling, effect))
        .map(|effect| effect_line(effect, game, cast, shown))
        .collect();
    let mut said = vec![said];
    said.extend(effects);
    said.join(" ")
}

/// Whether it is worth saying: less than a second is not.
fn shows(effect: &Effect) -> bool {
    match effect {
        Effect::BaseTime {
            from_ms: Some(from_ms),
            to_ms,
            ..
        }
        | Effect::Reserve { from_ms, to_ms, .. }
        | Effect::NextPrice { from_ms, to_ms, .. } => stretch(*from_ms) != stretch(*to_ms),
        _ => true,
    }
}

/// Whether the ruling itself is how the match ends.
fn says_end(ruling: &Ruling, effect: &Effect) -> bool {
    let ends = matches!(
        ruling,
        Ruling::Void | Ruling::VoidUnpunished | Ruling::Settle { .. } | Ruling::Forfeit { .. }
    );
    ends && matches!(effect, Effect::Ends { .. })
}

/// What a host does by a ruling, without who: `gave Teo 1:00`.
fn headline(ruling: &Ruling, cast: &Cast) -> String {
    let seated = |seat: &Seat| cast.seat_name(*seat);
    match ruling {
        Ruling::Rewind { before } => format!("rewound the match to just before entry {before}"),
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
            match *delta_ms < 0 {
                true => format!("took {time} from {}", seated(seat)),
                false => format!("gave {} {time}", seated(seat)),
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

/// To a host who would act for somebody whose hand has to be opened for that.
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

/// Above a hand that a host has opened; `more`: the menu has no room for everything.
pub fn hand_opened(name: &str, more: bool) -> String {
    let more = match more {
        true => " The menu has no room for everything: find the rest with `/ruling act`.",
        false => "",
    };
    format!(
        "**{name}'s hand is open to you** until someone acts for {name}. Everyone was told.{more}"
    )
}

/// Above the menu of what may be done for somebody.
pub fn choose_for(name: &str) -> String {
    format!("Choose what to do for {name}")
}

/// What a ruling would do, to the host who is about to confirm it. `cast` is the match's under
/// names that are safe in a post, `reason` is safe too.
pub fn ruling_preview(preview: &Preview, cast: &Cast, reason: &str) -> String {
    let Ruled {
        ruling,
        point,
        effects,
        ..
    } = &preview.ruled;
    let ask = match ruling {
        Ruling::Rewind { .. } => match point {
            Some(point) if point.is_rewind() => {
                let before = past(point, cast, escape_markdown, clock_time);
                format!("Undo this: {}?", before.trim_end_matches('.'))
            }
            Some(point) => {
                let before = past(point, cast, escape_markdown, clock_time);
                format!("Go back to just before {}?", before.trim_end_matches('.'))
            }
            None => "Rewind the match?".to_owned(),
        },
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
        Ruling::Time { seat, delta_ms } if *delta_ms < 0 => format!(
            "Take {} from {}?",
            stretch(delta_ms.unsigned_abs()),
            cast.seat_name(*seat)
        ),
        Ruling::Time { seat, delta_ms } => format!(
            "Give {} {}?",
            cast.seat_name(*seat),
            stretch(delta_ms.unsigned_abs())
        ),
        Ruling::Forfeit { seat } => {
            format!("Rule that {} forfeits the match?", cast.seat_name(*seat))
        }
        Ruling::Settle { seat } => format!("Award the match to {}?", cast.seat_name(*seat)),
        Ruling::Void => "Declare the match void? Nobody wins it.".to_owned(),
        Ruling::VoidUnpunished => {
            "Declare the match void and take its strikes back? Nobody wins it.".to_owned()
        }
    };
    // The channel may have had several matches, so the preview says which one it is.
    let of = named_match(preview.game, preview.match_id, cast);
    let mut lines = vec![of, format!("**{ask}**")];
    let effects = effects.iter().filter(|effect| shows(effect));
    let said = effects.map(|effect| effect_line(effect, preview.game, cast, &escape_markdown));
    lines.extend(said.map(|said| format!("• {said}")));
    if preview.sealed {
        lines.push(
            "• It's legal. You'll see its effect afterwards: showing it now could give away \
             someone else's choice."
                .to_owned(),
        );
    }
    if matches!(ruling, Ruling::Rewind { .. }) {
        lines.push(
            "• No time is lost: the player to move gets the full base time. Random draws are made \
             again."
                .to_owned(),
        );
        let marks = match point.as_ref().is_some_and(Past::is_rewind) {
            true => "Posts that are taken back get a mark, and posts that count again lose it",
            false => "Posts that are taken back get a mark",
        };
        lines.push(format!("• {marks}. Substitutes stay."));
    }
    if !reason.is_empty() {
        lines.push(format!("Reason: {reason}"));
    }
    lines.push("Nothing happens until you confirm.".to_owned());
    lines.join("\n")
}

/// `cast` has the names to say; `shown` writes the names of a season's people.
fn effect_line(
    effect: &Effect,
    game: GameId,
    cast: &Cast,
    shown: &dyn Fn(&str) -> String,
) -> String {
    match effect {
        Effect::TakenBack { what } => match what.is_empty() {
            true => "No moves or choices are taken back.".to_owned(),
            false => entries("Taken back", what, cast),
        },
        Effect::Restored { what } => entries("Counts again", what, cast),
        Effect::Reopens => "The match is open again; its result no longer counts.".to_owned(),
        Effect::Ends { outcome } => super::outcome(*outcome, cast) + ".",
        Effect::Reveals { game } => {
            format!("The result shows everyone {}.", game.secrets())
        }
        Effect::StaysSecret => {
            "It hasn't begun: any choices stay secret, and there's no record.".to_owned()
        }
        Effect::Revealed { game } => format!(
            "The result has shown everyone {}. That can't be undone.",
            game.secrets()
        ),
        Effect::Stage {
            stage: Stage::Preparing,
        } => "The match is waiting for the choices before it.".to_owned(),
        Effect::Stage {
            stage: Stage::Standing,
        } => "The match is waiting to start.".to_owned(),
        Effect::Stage { .. } => "The match is live.".to_owned(),
        Effect::Start { to_ms: Some(to_ms) } => {
            format!("The start is {} ({}).", date(*to_ms), countdown(*to_ms))
        }
        Effect::Start { to_ms: None } => {
            "The match has no start time. It starts once both players are ready, or when a host \
             starts it."
                .to_owned()
        }
        Effect::ChoicesDue { to_ms } => super::extended(*to_ms),
        Effect::WaitsFor { seats } => {
            let who: Vec<_> = seats.iter().map(|seat| cast.seated(*seat)).collect();
            format!("Waiting for {}.", names(&who, cast))
        }
        Effect::BaseTime {
            seat,
            from_ms,
            to_ms,
        } => {
            let instead = from_ms.map(|from_ms| format!(" instead of {}", stretch(from_ms)));
            format!(
                "{} has {} base time{}.",
                cast.seat_name(*seat),
                stretch(*to_ms),
                instead.unwrap_or_default()
            )
        }
        Effect::Reserve {
            seat,
            from_ms,
            to_ms,
        } => format!(
            "{} has {} reserve instead of {}.",
            cast.seat_name(*seat),
            stretch(*to_ms),
            stretch(*from_ms)
        ),
        Effect::ClockGoesOn {
            seat,
            base_ms,
            reserve_ms,
            paused,
        } => {
            let left = super::when_it_goes_on(*base_ms, *reserve_ms);
            let name = cast.seat_name(*seat);
            match paused {
                true => format!("The match is paused. {name} has {left} when it resumes."),
                false => format!("{name}'s clock keeps running, with {left} left."),
            }
        }
        Effect::NextPrice {
            seat,
            from_ms,
            to_ms,
        } => format!(
            "{} is late and loses the next {} in {} instead of {}.",
            cast.seat_name(*seat),
            super::price_of(game).one,
            stretch(*to_ms),
            stretch(*from_ms)
        ),
        Effect::Paused => {
            "The match is paused: both clocks are stopped until it resumes.".to_owned()
        }
        Effect::Resumed => "The clocks run again.".to_owned(),
        Effect::NobodyActs { who } => super::nobody_acts(who, cast),
        Effect::Account { who, account } => format!("<@{account}> plays for {}.", cast.name(*who)),
        Effect::Garnets { name, from, to } => {
            let garnets = if *to == 1 { "garnet" } else { "garnets" };
            format!("{} has {to} {garnets} instead of {from}.", shown(name))
        }
        Effect::Strikes { name, from, to } => {
            let strikes = if *to == 1 { "strike" } else { "strikes" };
            format!("{} has {to} {strikes} instead of {from}.", shown(name))
        }
        Effect::Role { name, became } => {
            let name = shown(name);
            match became {
                Role::Player => format!("{name} is a player in the season."),
                Role::Eliminated => format!("{name} is eliminated."),
                Role::Dealer => format!("{name} is a dealer."),
            }
        }
        Effect::StrikesTold { count } => format!(
            "Everyone is told about the strikes for missing choices ({count}). Take one back with \
             `/season strike back`."
        ),
        Effect::StrikesStayBack { count } => format!(
            "This match's strikes stay taken back ({count}). Give one again with `/season strike \
             add`."
        ),
    }
}

fn entries(what_of_them: &str, what: &[Past], cast: &Cast) -> String {
    let count = what.len();
    let mut said = match count {
        1 => format!("{what_of_them}:"),
        count => format!("{what_of_them} ({count}):"),
    };
    for one in what.iter().take(NAMED) {
        said.push_str(&format!(
            "\n  – {}",
            super::cut(&past(one, cast, escape_markdown, clock_time), 150)
        ));
    }
    if count > NAMED {
        said.push_str(&format!("\n  – and {} more", count - NAMED));
    }
    said
}

/// Everybody is told that a seat has more time, or less.
pub fn time_changed(
    seat: Seat,
    delta_ms: i64,
    (reserve_ms, deadline_ms, price_ms): (u64, Option<u64>, Option<u64>),
    price: Price,
    cast: &Cast,
) -> String {
    let name = cast.seat_name(seat);
    let time = stretch(delta_ms.unsigned_abs());
    let changed = match delta_ms < 0 {
        true => format!("⏱️ The host takes {time} from {name}."),
        false => format!("⏱️ The host gives {name} {time}."),
    };
    if let Some(next) = price_ms {
        return format!(
            "{changed} The next {} is lost at {}; lost {} don't come back.",
            price.one,
            clock_time(next),
            price.many
        );
    }
    match deadline_ms {
        Some(deadline) => format!("{changed} Time runs out at {}.", clock_time(deadline)),
        None => format!("{changed} The reserve is {}.", stretch(reserve_ms)),
    }
}

/// In front of a post that a ruling has taken back.
pub const TAKEN_BACK: &str = "↩️ *Taken back by the host.*";

/// The button with which a host confirms a ruling.
pub fn confirm_ruling(preview: &Preview) -> &'static str {
    let Ruled { ruling, point, .. } = &preview.ruled;
    match ruling {
        Ruling::Rewind { .. } if point.as_ref().is_some_and(Past::is_rewind) => "Yes, undo it",
        Ruling::Rewind { .. } => "Yes, go back",
        Ruling::Act { .. } => "Yes, act for them",
        Ruling::Substitute { .. } => "Yes, substitute",
        Ruling::Time { .. } => "Yes, change the time",
        Ruling::Forfeit { .. } => "Yes, forfeit",
        Ruling::Settle { .. } => "Yes, award it",
        Ruling::Void => super::void_button(),
        Ruling::VoidUnpunished => "Yes, void without strikes",
    }
}

/// Beside the confirmation of a void match that has given strikes; None where it has given none.
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

/// The button under a ruling that is done and that a rewind takes back.
pub const UNDO_RULING: &str = "Undo this";
pub const DROP_RULING: &str = "No, leave it";
/// The button that stops a running match while its host thinks, and what is said then.
pub const PAUSE_FIRST: &str = "Pause first";
pub const IS_PAUSED_FIRST: &str = "⏸️ The match is paused. Take your time.";
pub const CHOOSE_ENTRY: &str = "Go back to just before…";

/// Above a menu of entries. `passed_over`: rehearsals or practices in the channel since then are
/// not meant. `cast` is the match's under names that are safe in a post.
/// `zone` is that of the times in the menu.
pub fn choose_entry(
    shown: usize,
    passed_over: bool,
    zone: &str,
    look: &Snapshot,
    cast: &Cast,
) -> String {
    let of = match_name(look, cast);
    let is_over = match look.status.stage {
        Stage::Over if passed_over => {
            ", which is over. Rehearsals and practices here since then aren't affected."
        }
        Stage::Over if look.setup().rehearsal => {
            ", a rehearsal that is over. It comes back paused."
        }
        Stage::Over => ", which is over",
        _ => "",
    };
    match shown {
        0 => format!("{of}{is_over}\nThere's nothing to undo yet."),
        _ => format!(
            "{of}{is_over}\n**Go back to just before which move?** Here are the last {shown}; for \
             an earlier one, give its number in `/ruling rewind entry:`. Times are in {zone}. \
             You'll see what changes before anything happens."
        ),
    }
}

pub fn ruling_moved() -> String {
    "**The match has moved on** since you looked. Here's what the ruling would do now:".to_owned()
}

pub fn ruling_done(ruled: &Ruled, cast: &Cast) -> String {
    match &ruled.point {
        Some(point) if point.is_rewind() => {
            let undone = deed(&point.deed, cast);
            format!("Done: you undid entry {}: {undone}", point.entry)
        }
        _ => format!("Done: you {}.", headline(&ruled.ruling, cast)),
    }
}

pub fn ruling_dropped() -> String {
    "OK, everything stays as it is.".to_owned()
}

/// A ruling that somebody else asked about, or that was dropped already.
pub fn ruling_gone() -> String {
    "There's nothing to confirm here any more. Type the `/ruling` command again.".to_owned()
}

/// Why a ruling is not done.
pub fn ruling_refusal(why: &RulingRefusal, cast: &Cast) -> String {
    match why {
        RulingRefusal::Conduct(why) => super::conduct_refusal(why, cast),
        RulingRefusal::Act(ActRefusal::Rules {
            refusal: Refusal::NotWaitedFor { waiting },
            ..
        }) => {
            let waiting = waiting.iter().map(|who| party(*who, cast));
            match waiting.collect::<Vec<_>>().as_slice() {
                [] => "There's nothing for them to do right now.".to_owned(),
                waiting => format!(
                    "It isn't their turn: the match is waiting for {}.",
                    list(waiting, "and")
                ),
            }
        }
        RulingRefusal::Act(why) => super::act_refusal(why),
        RulingRefusal::NoSuchEntry => {
            "This match has no entry with that number. Plain `/ruling rewind` lists the newest \
             ones."
                .to_owned()
        }
        RulingRefusal::Undone { by } => format!(
            "This was already undone, by entry {by}. To go further back, pick from the list of \
             `/ruling rewind`."
        ),
        RulingRefusal::ChannelBusy(other) => format!(
            "Match {} is now open in this channel, and a channel can only have one. End that one \
             first.",
            other.0
        ),
        RulingRefusal::GarnetsSpent(missing) => {
            let missing: Vec<String> = missing
                .iter()
                .map(|missing| {
                    let whose = missing.whose.as_deref().map(escape_markdown);
                    let whose = whose.unwrap_or_else(|| "the bank".to_owned());
                    format!("{whose} ({} missing)", missing.garnets)
                })
                .collect();
            format!(
                "This would move garnets back, but some have been spent: {}. Give them the missing \
                 ones with `/season garnets`, then rule again.",
                list(&missing, "and")
            )
        }
        RulingRefusal::ActsAlready => "That account already plays for them.".to_owned(),
        RulingRefusal::HasPart { who } if cast.seat_of(*who).is_some() => format!(
            "That account already plays in this match, as {}. Choose someone else.",
            cast.name(*who)
        ),
        RulingRefusal::HasPart { who } => format!(
            "That account is {}'s, who has a choice to make before this match. Choose someone who \
             has no part in it: an eliminated player, a dealer, or anyone outside the cast.",
            cast.name(*who)
        ),
        RulingRefusal::HasActedFor { who } => format!(
            "That account has played for {} in this match and knows their secrets, so it can't \
             play for anyone else. Choose someone who has had no part in the match.",
            cast.name(*who)
        ),
        RulingRefusal::HasOpened { who } => format!(
            "That account opened {}'s hand in this match as a host and knows their secrets, \
             so it can't play for anyone else. Choose someone who has had no part in the match.",
            cast.name(*who)
        ),
        RulingRefusal::InSeasonAlready { name } => format!(
            "That account is {}'s in the season. Substitute in this match only, or change the cast \
             first.",
            escape_markdown(name)
        ),
        RulingRefusal::NotInSeason => {
            "They aren't in the season's cast, so you can only substitute them in this match."
                .to_owned()
        }
        RulingRefusal::NoTime => "There's no time left to take.".to_owned(),
        RulingRefusal::TooMuchTime => "You can give or take up to four weeks at once.".to_owned(),
        RulingRefusal::Yourself => {
            "You can't take someone's place in a match you're ruling on, since you'd learn their \
             secrets. Another host can give you the place."
                .to_owned()
        }
        RulingRefusal::LaterOfSeries(later) => format!(
            "Match {later} came later in the same best of three and depends on this result. Rewind \
             match {later} first, then this one."
        ),
        RulingRefusal::SeasonArchived { season } => {
            super::season::is_archived(&escape_markdown(season))
        }
        RulingRefusal::Moved => ruling_moved(),
    }
}

/// What somebody typed is no length of time.
pub fn stretch_unreadable(typed: &str) -> String {
    format!(
        "“{typed}” isn't a length of time. Try `90s`, `2m`, `1m30`, `1h`, or `-1m` to take time \
         away."
    )
}

pub fn nobody_called(name: &str) -> String {
    format!("Nobody in this match is called “{name}”. Use a name from the cast, or `dmo` or `ec`.")
}

pub fn no_seat_of(name: &str) -> String {
    format!("“{name}” doesn't play in this match. Name one of its two players, or `dmo` or `ec`.")
}

/// The form that asks a host who has pressed a button for it: at most 45 characters each.
pub const REASON_TITLE: &str = "Reason for this ruling";
pub const REASON_LABEL: &str = "Everyone will see this";

pub fn reason_missing() -> String {
    "A ruling needs a reason, for the audit log. Please give one.".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::EntryKind;
    use games::{Author, BySeat, Member, Party};
    use matches::Event;

    #[test]
    fn a_host_is_told_whose_turn_it_is_and_not_that_it_is_not_theirs() {
        let cast = crate::words::tests::cast();
        for (waiting, expected) in [
            (
                vec![Party::Seat(Seat::Dmo)],
                "It isn't their turn: the match is waiting for Teo.",
            ),
            (vec![], "There's nothing for them to do right now."),
        ] {
            let refusal = RulingRefusal::Act(ActRefusal::Rules {
                refusal: Refusal::NotWaitedFor { waiting },
                cast: cast.clone().into(),
            });
            assert_eq!(ruling_refusal(&refusal, &cast), expected);
        }
    }

    #[test]
    fn names_are_whole_in_menus_and_escaped_in_previews() {
        let member = |name: &str| Member {
            name: name.to_owned(),
            role: Role::Player,
        };
        let members = vec![member("*Star* **bold**"), member("_x_")];
        let seats = BySeat {
            dmo: members[0].name.clone(),
            ec: members[1].name.clone(),
        };
        let cast = Cast::new(members, seats, &Default::default()).expect("two names");
        let one = Past {
            entry: 7,
            at_ms: 1000,
            deed: EntryKind::Event(Event::Ready { seat: Seat::Dmo }),
            act: None,
        };
        assert_eq!(
            past(&one, &cast, str::to_owned, clock_time),
            "7 · <t:1:T> · *Star* **bold** was ready."
        );
        let (shown, star) = (cast.shown_as(escape_markdown), r"\*Star\* \*\*bold\*\*");
        assert_eq!(
            past(&one, &shown, escape_markdown, clock_time),
            format!("7 · <t:1:T> · {star} was ready.")
        );
        let typed = Past {
            deed: EntryKind::Act {
                by: Author::Seat(Seat::Ec),
                whose: None,
                told: Vec::new(),
            },
            act: Some("place _x_ 3".to_owned()),
            ..one
        };
        assert_eq!(
            past(&typed, &shown, escape_markdown, clock_time),
            r"7 · <t:1:T> · \_x\_: place \_x\_ 3"
        );
        let out = Effect::Role {
            name: "*Star* **bold**".to_owned(),
            became: Role::Eliminated,
        };
        assert_eq!(
            effect_line(&out, GameId::ALL[0], &shown, &escape_markdown),
            format!("{star} is eliminated.")
        );
    }
}
