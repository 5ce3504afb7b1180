//! Why a ruling is not done.

use super::rulings::RULING_MOVED;
use crate::referee::{ActRefusal, RulingRefusal};
use games::english::{escape_markdown, list, party};
use games::{Cast, Refusal};

/// Why a ruling is not done.
pub fn ruling_refusal(why: &RulingRefusal, cast: &Cast) -> String {
    match why {
        RulingRefusal::Conduct(why) => super::refusals::conduct_refusal(why, cast),
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
        RulingRefusal::Act(why) => super::refusals::act_refusal(why),
        RulingRefusal::NoSuchEntry => {
            "This match has no entry with that number. Plain `/ruling rewind` lists the newest \
             ones."
                .to_owned()
        }
        RulingRefusal::Undone { .. } => "This was already undone. To go further back, pick from \
                                         the list of `/ruling rewind`."
            .to_owned(),
        RulingRefusal::ChannelBusy => {
            "Another match is open in this channel now, and a channel can only have one. End that \
             one first."
                .to_owned()
        }
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
        RulingRefusal::LaterOfSeries(later) => {
            let later = super::status::match_number(*later);
            format!(
                "Rewind {later} first, then this one: {later} came later in the same best of \
                 three and depends on this result."
            )
        }
        RulingRefusal::SeasonArchived { season } => {
            super::season::is_archived(&escape_markdown(season))
        }
        RulingRefusal::Moved => RULING_MOVED.to_owned(),
    }
}

/// Says that what somebody typed isn't a length of time.
pub fn stretch_unreadable(typed: &str) -> String {
    let typed = escape_markdown(typed);
    format!(
        "“{typed}” isn't a length of time. Try `1:30`, `90s`, `2m`, `1h`, or `-1m` to take time \
         away."
    )
}

pub fn nobody_called(name: &str) -> String {
    let name = escape_markdown(name);
    format!("Nobody in this match is called “{name}”. Use a name from the cast, or `dmo` or `ec`.")
}

pub fn no_seat_of(name: &str) -> String {
    let name = escape_markdown(name);
    format!("“{name}” doesn't play in this match. Name one of its two players, or `dmo` or `ec`.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{Party, Seat};

    #[test]
    fn a_host_reads_whose_turn_it_is() {
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
}
