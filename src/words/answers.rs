//! What one person is told in private when they act, press or ask.

use super::{clock_time, countdown, cut, date, list, names, plain, title};
use crate::games::{BySeat, Cast, CastId, GameId, Party, Seat, View};
use crate::referee::{Begin, Busy, ExportRefusal, Look};
use crate::store::{MatchId, Prize};

pub fn no_such_match() -> String {
    "There is no such match any more.".to_owned()
}

pub fn no_match_numbered(number: i64) -> String {
    format!(
        "This server has had no match with the number {number}. `/match status` and `/match list` say a match's number."
    )
}

pub fn no_match_here() -> String {
    "There is no match in this channel. A host opens one with `/match new`.".to_owned()
}

/// To somebody whose command is about no match of the channel; `places` are those of their own that are open, as [`super::match_place`] says them.
pub fn none_meant(places: &[String]) -> String {
    match places {
        [] => no_match_here(),
        places => format!(
            "Which of your matches do you mean? {}. Type it in that channel.",
            places.join("; ")
        ),
    }
}

pub fn match_over() -> String {
    "This match is over. Its result is the last post in its channel.".to_owned()
}

/// To a player of a match that is a tie, who would resign.
pub fn tied() -> String {
    "This match is a tie already, so there is nothing to resign. It waits for a host to settle it, with `/ruling settle`.".to_owned()
}

pub fn not_in_match() -> String {
    "You are not part of this match, so there is nothing for you to do in it. Watch and enjoy."
        .to_owned()
}

pub fn unknown_control() -> String {
    "This control is too old to do anything. The newest post in the match's channel has the current ones.".to_owned()
}

/// Of what was posted, or called for, before a copy of the database was put back.
pub fn control_lost() -> String {
    "What you pressed is from before a copy of Dealer's database was put back, so nothing was done. Use the newest posts, or type the command for it once more.".to_owned()
}

/// As [`control_lost`], in front of somebody's panel.
pub fn panel_lost() -> String {
    "What you pressed is from before a copy of Dealer's database was put back, so nothing was done. This is where the match stands now.".to_owned()
}

pub fn fault() -> String {
    "Something went wrong on Dealer's side, not on yours. Nothing was changed; please try once more.".to_owned()
}

/// As [`fault`], where it is not certain that nothing was changed.
pub fn unknown_fault() -> String {
    "Something went wrong on Dealer's side, not on yours, and this may have been done all the same. Please look how things stand before you try \
     again; a move never counts twice."
        .to_owned()
}

pub fn too_fast() -> String {
    "That was a lot at once, and Dealer can't keep up. Nothing of this was done; please wait a few seconds and try again.".to_owned()
}

pub fn host_only() -> String {
    "Only a host can do that: somebody who manages the server or has the season's host role."
        .to_owned()
}

pub fn host_in_seat() -> String {
    "You sit in this match yourself, so another host has to do that.".to_owned()
}

pub fn seat_only() -> String {
    "Only the two players of the match can do that.".to_owned()
}

pub fn guild_only() -> String {
    "That works in a server's channel only.".to_owned()
}

/// To whoever typed the command of another game than that of the match they are taken to mean, which is played in this channel.
pub fn other_game(played: GameId, channel: u64) -> String {
    format!(
        "The match in <#{channel}> is one of {}; use its own command or `/act`.",
        title(played)
    )
}

pub fn no_such_game(typed: &str) -> String {
    let known: Vec<String> = GameId::ALL.iter().map(|id| title(*id).to_owned()).collect();
    format!(
        "There is no game called “{}”. There are {}.",
        plain(&cut(typed.trim(), 40)),
        list(&known, "and")
    )
}

pub fn bots_do_not_play() -> String {
    "A bot cannot take a seat; choose two people.".to_owned()
}

pub fn is_bot(account: u64) -> String {
    format!("<@{account}> is a bot and cannot be in a cast.")
}

pub fn not_in_server(account: u64) -> String {
    format!("<@{account}> is not in this server any more; choose somebody else.")
}

pub fn may_not_write() -> String {
    "You may not write in this channel, so you cannot open a practice match in it.".to_owned()
}

pub fn practice_alone() -> String {
    "You cannot practise against yourself. Name somebody else, or nobody for the computer."
        .to_owned()
}

/// To somebody who would practise once more, where one of the two had their account forgotten since.
pub fn practice_forgotten() -> String {
    "One of the two does not play here any more. Open another practice with `/practice`.".to_owned()
}

/// `alone`: against the computer, which is always ready.
pub fn practice_opened(channel: u64, alone: bool) -> String {
    let when = match alone {
        true => "you have",
        false => "both have",
    };
    format!(
        "A practice match is open in <#{channel}>. It begins when {when} pressed Ready; `/resign` ends it."
    )
}

/// The name under which the computer plays.
pub fn computer() -> &'static str {
    "Computer"
}

/// The name of somebody who is made up for practice, by their number from 0.
pub fn made_up(number: usize) -> String {
    const NAMES: [&str; 13] = [
        "Ada", "Boris", "Cora", "Dino", "Elke", "Faro", "Gus", "Hilda", "Ivo", "Jana", "Kofi",
        "Lena", "Milo",
    ];
    match NAMES.get(number) {
        Some(name) => (*name).to_owned(),
        None => format!("Guest {number}"),
    }
}

/// A channel has one open match, and this is it.
pub fn channel_busy(busy: &Busy) -> String {
    let kind = match (busy.practice, busy.rehearsal) {
        (true, _) => "A practice",
        (_, true) => "A rehearsal",
        (false, false) => "A match",
    };
    format!(
        "{kind} is open in this channel already: {}. A host ends it with `/match void`; until then another one needs another channel.",
        named_match(busy.game, busy.id, &busy.cast.shown_as(plain))
    )
}

/// To somebody of no cast who would practise where the season's matches are played.
pub fn practice_elsewhere() -> String {
    "The season's matches are played in this channel, so only its cast and hosts open a practice here. Type `/practice` in another channel."
        .to_owned()
}

pub fn unreadable_argument(input: Option<&str>, problem: &str) -> String {
    match input {
        Some(input) => {
            let input: String = input.chars().filter(|c| *c != '`').take(80).collect();
            format!("`{input}` cannot be read there: {problem}.")
        }
        None => format!("Something in that command cannot be read: {problem}."),
    }
}

/// A command that is not as Dealer has it now.
pub fn old_command() -> String {
    "Your Discord still has an older form of that command. Restart Discord, or reload it with Ctrl+R, and type it again."
        .to_owned()
}

/// What is asked back before an action that may be one's own end, or one in the place of more than it says; None for any other. `typed`: what somebody
/// typed for it.
pub fn caution(view: &View, whose: Party, act: &str, typed: &str, cast: &Cast) -> Option<String> {
    match (view, whose) {
        (View::ShortCircuit(view), Party::Seat(seat)) => {
            super::short_circuit::caution(view, seat, act, cast)
        }
        (View::Crossfire(view), Party::Seat(seat)) => super::crossfire::caution(view, seat, act),
        (View::Invitational(view), Party::Seat(seat)) => {
            super::invitational::caution(view, seat, act, typed)
        }
        _ => None,
    }
}

/// An action was taken.
pub fn taken(acts: &[String], stopped: Option<&str>) -> String {
    let acts: Vec<String> = acts
        .iter()
        .map(|act| format!("`{}`", act.replace('`', "'")))
        .collect();
    let mut said = format!("Taken: {}.", acts.join(", "));
    if let Some(stopped) = stopped {
        said.push_str(&format!(" Then it stopped: {stopped}"));
    }
    said
}

/// As [`taken`], of a choice before a match: the message behind the link goes on saying what counts of it.
pub fn taken_in(acts: &[String], stopped: Option<&str>, link: &str) -> String {
    format!("{} {}", taken(acts, stopped), always_in(link))
}

/// Behind why a typed choice before a match is not taken: whether one of theirs is in, where one may be, and the message that goes on saying what counts.
pub fn not_taken(refused: &str, is_in: Option<bool>, link: Option<&str>) -> String {
    let stands = match is_in {
        None => return refused.to_owned(),
        Some(true) => "Nothing was changed: what was in from you still counts.",
        Some(false) => "Nothing is in from you yet.",
    };
    let where_it_stands = link.map(|link| format!(" {}", always_in(link)));
    format!("{refused} {stands}{}", where_it_stands.unwrap_or_default())
}

fn always_in(link: &str) -> String {
    format!("What counts, and the controls, are always in this message: {link}")
}

/// What came of Ready or of beginning.
pub fn begin(begin: &Begin, look: &Look, cast: &Cast) -> String {
    match begin {
        Begin::Begun => "The match begins.".to_owned(),
        Begin::Confirm {
            missing,
            out,
            start_at_ms,
        } => confirm_begin((missing, out), *start_at_ms, look, cast),
        Begin::Noted {
            other_ready,
            start_at_ms,
            paused,
        } => {
            let other = if *other_ready {
                "Both of you are ready"
            } else {
                "You are ready, the other is not yet"
            };
            let start = start_at_ms
                .map(|at| format!(" The start is at {} ({}).", clock_time(at), countdown(at)));
            let paused = match paused {
                true => " The match is paused, and begins no sooner than it goes on.",
                false => "",
            };
            format!("{other}.{}{paused}", start.unwrap_or_default())
        }
    }
}

/// To a host who would begin while these are missing, some of whom are `out` by their strike, or before an appointed start.
pub fn confirm_begin(
    (missing, out): (&[CastId], &[CastId]),
    start_at_ms: Option<u64>,
    look: &Look,
    cast: &Cast,
) -> String {
    let mut said = String::new();
    if let Some(start) = start_at_ms {
        let absent = Seat::BOTH
            .into_iter()
            .filter(|seat| !look.standing.ready[*seat]);
        let absent: Vec<CastId> = absent.map(|seat| cast.seated(seat)).collect();
        let ready = match absent.as_slice() {
            [] => String::new(),
            absent => format!(", and not ready: {}", names(absent, cast)),
        };
        said = format!(
            "The start is appointed for {} ({}){ready}. Once the match has begun, the clocks run. ",
            date(start),
            countdown(start)
        );
    }
    if missing.is_empty() {
        return said + "Begin now all the same?";
    }
    let guests = missing.iter().copied();
    let guests = guests.filter(|who| !look.people.iter().any(|person| person.who == *who));
    let guests: Vec<CastId> = guests.collect();
    let fate = match guests.len() == missing.len() {
        true => super::fate_of_guest(look, "they", "them"),
        false => super::fate(look, cast, "they", "them"),
    };
    let guests = match guests.as_slice() {
        [] => String::new(),
        guests => format!(
            " Nobody acts for {}: that is no strike, and you can choose for them with `/ruling act`.",
            names(guests, cast)
        ),
    };
    let out = match out {
        [] => String::new(),
        out => format!(
            " **Out of the season by that strike, when the match is over: {}.**",
            names(out, cast)
        ),
    };
    format!(
        "{said}Not in yet: {}. If the match begins now, {fate}.{guests}{out} Begin without them?",
        names(missing, cast)
    )
}

/// `won`: of the best of three that the match is one of, the matches before it. `prize`: what the match brings, where who loses it is out of a season.
/// `stands_in`: whoever resigns is not who would be out.
pub fn confirm_resign(
    seat: Seat,
    won: Option<BySeat<u32>>,
    prize: Option<Prize>,
    stands_in: bool,
    cast: &Cast,
) -> String {
    let out = match (prize, stands_in) {
        (Some(_), false) => ", **you are out of the season**".to_owned(),
        (Some(_), true) => format!(", **{} is out of the season**", cast.seat_name(seat)),
        (None, _) => String::new(),
    };
    match won {
        Some(won) => {
            let then = super::season::series_given_up(seat, won, cast);
            format!("Resign? {then} It cannot be taken back.")
        }
        None => format!(
            "Resign? {} wins the match at once{out}, and it cannot be taken back.",
            cast.seat_name(seat.other())
        ),
    }
}

pub fn resigned() -> String {
    "You have resigned.".to_owned()
}

pub fn paused() -> String {
    "The match is paused: both clocks stand still until `/match resume`.".to_owned()
}

pub fn resumed() -> String {
    "The match goes on.".to_owned()
}

pub fn never_mind() -> String {
    "Nothing was changed.".to_owned()
}

pub fn reminded(count: u32) -> String {
    match count {
        0 => "Nobody is missing.".to_owned(),
        1 => "One person is being reminded.".to_owned(),
        count => format!("{count} people are being reminded."),
    }
}

pub fn start_moved(to_ms: Option<u64>) -> String {
    match to_ms {
        Some(at) => format!("The start is now {} ({}).", date(at), countdown(at)),
        None => "The match has no appointed start any more.".to_owned(),
    }
}

pub fn time_unreadable(typed: &str) -> String {
    let typed: String = typed.chars().filter(|c| *c != '`').take(60).collect();
    format!(
        "`{typed}` is not a time that is to come. What would be right: `in 20m`, `in 1h30`, `20:30`, `8pm`, `tomorrow 20:00`, `monday 20:00` or `2026-11-30 19:00`."
    )
}

/// A date with a slip in its year, most likely.
pub fn time_too_far(typed: &str) -> String {
    let typed: String = typed.chars().filter(|c| *c != '`').take(60).collect();
    format!("`{typed}` is more than a year away. Name one within a year from now.")
}

/// What was typed is a time of day as well as a stretch; `time`: as the time of day.
pub fn time_or_stretch(typed: &str, time: &str) -> String {
    format!(
        "`{typed}` may be a time of day or a stretch of time. Type `{time}` for that time of day, or `in {typed}` for so long from now."
    )
}

/// An hour of a day that was typed may be of the one half of it or the other, which are written like this.
pub fn morning_or_evening(typed: &str, morning: &str, evening: &str) -> String {
    format!(
        "`{typed}` may be in the first half of the day or in the second. Type `{morning}` or `{evening}`."
    )
}

/// The two players of a match that is being set up are others than when who goes with them was chosen.
pub fn players_changed() -> String {
    "The two players were changed meanwhile; choose who goes with them once more.".to_owned()
}

pub fn draft_gone() -> String {
    "This panel is not yours or was finished; start anew with `/match new`.".to_owned()
}

/// Discord does not tell who has a role; `meanwhile`: what can be done without that.
pub fn role_unreadable(meanwhile: &str) -> String {
    format!(
        "Discord does not tell Dealer who has that role: it does once whoever runs Dealer turns on its Server Members Intent (Discord's developer portal, under Bot). Without it, {meanwhile}."
    )
}

/// The role of everybody was chosen.
pub fn role_of_everybody() -> String {
    "@everyone is everybody in the server. Choose the role that those have who are meant, or name them.".to_owned()
}

/// In the set-up panel: how there are safe players without the members of a role.
pub const SAFE_WITHOUT_ROLE: &str = "choose the safe players by name, or everybody of the season";

/// In `/season cast many`: how many are added without the members of a role.
pub const ADD_WITHOUT_ROLE: &str = "name everybody in `people:`, such as `@Ann, @Bo`, or add them one by one with `/season cast add`";

/// A match has been opened; `asks`: somebody has to choose something before it.
pub fn opened(channel: u64, asks: bool) -> String {
    let then = if asks {
        "Those who have to choose something are being written to."
    } else {
        "Nobody has anything to choose before it: it starts when both players have pressed Ready, no sooner than an appointed start, or with `/match begin`."
    };
    format!("The match is open in <#{channel}>. {then}")
}

pub fn practice_round_opened(channel: u64) -> String {
    format!(
        "The practice round is open in <#{channel}>. When it is over, the match itself is opened there."
    )
}

/// Behind what is wrong with a player of the match that is being set up.
pub fn other_players() -> String {
    format!(" Others are chosen with “{}”.", super::players_button())
}

pub fn not_in_cast(account: u64) -> String {
    format!(
        "<@{account}> is not in the season's cast. `/season cast add` puts them there; somebody who is in it by another account gets this one with `/season cast account`. A match whose safe players you name here instead is of no season, and counts for nothing."
    )
}

pub fn not_seconds(key: &str, value: &str) -> String {
    format!(
        "“{key}” needs a whole number of seconds, or a time such as `90s` or `1m30`, not “{value}”."
    )
}

pub fn not_yes_or_no(key: &str, value: &str) -> String {
    format!("“{key}” is yes or no, not “{value}”.")
}

pub fn grace_too_long(key: &str, most: u32) -> String {
    format!("“{key}” is at most {most} seconds: so long is waited for what was made in time.")
}

pub fn yes_or_no(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}

pub fn read_yes_or_no(typed: &str) -> Option<bool> {
    match typed.to_ascii_lowercase().as_str() {
        "yes" | "true" | "on" => Some(true),
        "no" | "false" | "off" => Some(false),
        _ => None,
    }
}

pub fn not_a_pair(line: &str) -> String {
    format!("“{line}” cannot be read; each line is `name = value`.")
}

/// To somebody who chooses while no match waits for a choice of theirs. `ranked`: both have ranked in a match of theirs. `plays`: in one that is live.
pub fn nothing_typed_for(ranked: bool, plays: bool) -> String {
    let mut said =
        "No match waits for a choice of yours, so nothing was done with that.".to_owned();
    if ranked {
        said.push_str(" Your ranking counts as it was when both were in.");
    }
    if plays {
        said.push_str(
            " If it is your turn in a match, press its buttons or type `/act` in its channel.",
        );
    }
    said
}

/// In front of what came of something typed by somebody for whom several matches wait, of which it fits this one alone.
pub fn typed_for(name: &str) -> String {
    format!("This fits one of the matches that wait for you, **{name}**.\n")
}

/// To a safe player who types a choice when the matches they were asked in have begun: what became of it in each, as [`super::settled`] says it.
pub fn typed_too_late(settled: &[String]) -> String {
    format!(
        "That came too late, so nothing was done with it. {}",
        settled.join("\n")
    )
}

/// To somebody who changed a message that Dealer had read.
pub fn edited_after() -> String {
    "You edited this message after Dealer had read it as it was at first. To choose otherwise, type it in a new message."
        .to_owned()
}

/// To somebody who changed what they had typed to Dealer before Dealer, which was away at first, had read it.
pub fn typed_was_edited() -> String {
    "You edited this message before Dealer had read it, so it is not known what it said at first, and nothing was done with it. Type your choice once more."
        .to_owned()
}

/// To somebody who typed a direct message to Dealer while several matches wait for a choice of theirs.
pub fn typed_for_which(names: &[String]) -> String {
    format!(
        "Several matches wait for you: {}. Press a control in the message of the one that you mean, or type `/submit`. Nothing was submitted.",
        list(names, "and")
    )
}

pub fn nothing_to_submit() -> String {
    "No match waits for a choice of yours.".to_owned()
}

pub fn which_match(names: &[String]) -> String {
    format!(
        "Several matches wait for you: {}. Say which with its number in `match`, such as `match: 3`. Nothing was submitted.",
        list(names, "and")
    )
}

/// What was typed for `match` names none of the matches that wait; they are listed.
pub fn no_waiting_match_called(typed: &str, names: &[String]) -> String {
    let typed: String = typed.chars().filter(|c| *c != '`').take(60).collect();
    format!(
        "`{typed}` names none of the matches that wait for you: {}. Say which with its number, such as `match: 3`. Nothing was submitted.",
        list(names, "and")
    )
}

/// A match as a choice in a list: with the names of `cast`, which in a post are such as are safe there.
pub fn match_name(look: &Look, cast: &Cast) -> String {
    named_match(look.setup().game, look.row.id, cast)
}

/// As [`match_name`], of a match that is not looked at.
pub(super) fn named_match(game: GameId, id: MatchId, cast: &Cast) -> String {
    format!(
        "{}: {} against {} (match {id})",
        title(game),
        cast.seat_name(Seat::Dmo),
        cast.seat_name(Seat::Ec),
    )
}

/// Why a host does not get the record of an open match.
pub fn export_refusal(refusal: ExportRefusal) -> String {
    match refusal {
        ExportRefusal::NotOver => {
            "The record holds secrets as long as the match is open; it is attached to the result when it ends."
        }
        ExportRefusal::CalledOff => return super::called_off_unseen(),
        ExportRefusal::NotNow(GameId::ShortCircuit) => {
            "The board and the loose tiles, which are in the record, are secret from hosts too until it is decided who goes first. Type `/match export` again then."
        }
        ExportRefusal::NotNow(GameId::Roundabout) => {
            "The moves of the turn in progress, which are in the record, are its player's alone until the turn ends. Type `/match export` again then."
        }
        ExportRefusal::NotNow(_) => {
            "The record has something that nobody is shown yet. Type `/match export` again a little later."
        }
    }
    .to_owned()
}

pub fn which_rules() -> String {
    "There is no match in this channel; say which game's rules you want.".to_owned()
}

/// The rules of a match with its own numbers.
pub fn rules_here(look: &Look) -> String {
    super::rules(look.setup().game, &look.view, &look.setup().options)
}
