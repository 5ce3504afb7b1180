//! Seasons: what was done, what is refused and what would be right, standings, ledger and history. Names come as they are to be shown.

use super::{Reader, date, list, title};
use crate::games::{Cast, Role, Seat};
use crate::referee::{
    Added, Heir, Held, Ledger, Line, Moved, SeasonRefusal, SettingRefusal, Side, Standee, Struck,
    Transfer,
};
use crate::store::{
    AtStrikeLimit, LoserGarnets, PastMatch, Season, SeasonSettings, Stakes, Strike,
};

/// A count of garnets.
pub fn garnets(count: u32) -> String {
    match count {
        0 => "no garnets".to_owned(),
        1 => "1 garnet".to_owned(),
        count => format!("{count} garnets"),
    }
}

/// A count of strikes.
pub fn strikes(count: u32) -> String {
    match count {
        0 => "no strikes".to_owned(),
        1 => "1 strike".to_owned(),
        count => format!("{count} strikes"),
    }
}

/// What somebody is in a season.
pub fn role(role: Role) -> &'static str {
    match role {
        Role::Player => "player",
        Role::Eliminated => "eliminated",
        Role::Dealer => "dealer",
    }
}

/// The heading of those who are that.
pub fn role_heading(role: Role) -> &'static str {
    match role {
        Role::Player => "Players",
        Role::Eliminated => "Eliminated",
        Role::Dealer => "Dealers",
    }
}

/// What the signs of the standings mean.
pub const GARNETS_SIGN: &str = "garnets";
pub const STRIKE_SIGN: &str = "strike";

/// What a match is for.
pub fn stakes(stakes: Stakes) -> &'static str {
    match stakes {
        Stakes::Nothing => "for nothing",
        Stakes::Elimination => "for the place in the season: who loses is out",
        Stakes::BestOfThree => {
            "one of a best of three: who loses two against the other is out of the season"
        }
    }
}

/// The button that shows a match's stakes and goes to the next: at most 80 characters.
pub fn stakes_button(stakes: Stakes) -> &'static str {
    match stakes {
        Stakes::Nothing => "Stakes: nothing",
        Stakes::Elimination => "Stakes: elimination",
        Stakes::BestOfThree => "Stakes: best of three",
    }
}

// For the audit log: a sentence for what a host did. -----------------------------------------------------------------------------

pub fn did_begin(name: &str) -> String {
    format!("began the season {name}")
}

pub fn did_rename_season(before: &str, after: &str) -> String {
    format!("renamed the season {before} to {after}")
}

pub fn did_switch(name: &str) -> String {
    format!("made {name} the current season")
}

pub fn did_archive(name: &str, archived: bool) -> String {
    if archived {
        format!("archived the season {name}")
    } else {
        format!("took the season {name} out of the archive")
    }
}

pub fn did_add(names: &[String]) -> String {
    format!("added {} to the cast", list(names, "and"))
}

pub fn did_remove(name: &str) -> String {
    format!("took {name} out of the cast")
}

pub fn did_bring_back(name: &str) -> String {
    format!("brought {name} back into the cast")
}

pub fn did_rename(before: &str, after: &str) -> String {
    format!("renamed {before} to {after}")
}

pub fn did_set_account(name: &str, account: Option<u64>) -> String {
    match account {
        Some(account) => format!("gave {name} the account <@{account}>"),
        None => format!("made {name} a guest without an account"),
    }
}

pub fn did_bind(name: &str, channel: Option<u64>) -> String {
    match channel {
        Some(channel) => format!("bound <#{channel}> to {name}"),
        None => format!("took {name}'s private channel away"),
    }
}

pub fn did_set_role(name: &str, became: Role) -> String {
    match became {
        Role::Player => format!("made {name} a player"),
        Role::Eliminated => format!("eliminated {name}"),
        Role::Dealer => format!("made {name} a dealer"),
    }
}

pub fn did_move(moved: &Moved) -> String {
    let (from, to) = (whose(moved.from.as_ref()), whose(moved.to.as_ref()));
    format!("moved {} from {from} to {to}", garnets(moved.amount))
}

fn whose(held: Option<&Held>) -> &str {
    match held {
        None => "outside",
        Some(Held { whose: None, .. }) => "the bank",
        Some(Held {
            whose: Some(name), ..
        }) => name,
    }
}

pub fn did_strike(struck: &Struck) -> String {
    let end = if struck.eliminated {
        ", which eliminates them"
    } else {
        ""
    };
    format!("gave {} a strike{end}", struck.name)
}

pub fn did_take_strike_back(struck: &Struck, strike: i64) -> String {
    format!("took strike {strike} of {} back", struck.name)
}

/// What was changed in the settings.
pub fn did_set(before: &Season, after: &Season) -> String {
    let (before, after) = (settings(before), settings(after));
    let changed: Vec<String> = before
        .into_iter()
        .zip(after)
        .filter(|(before, after)| before != after)
        .map(|((_, before), (label, after))| format!("{label}: {after} (before: {before})"))
        .collect();
    format!("changed settings: {}", changed.join("; "))
}

/// Why garnets of somebody who is out were moved.
pub fn eliminated_reason(name: &str) -> String {
    format!("{name} was eliminated")
}

/// Why the winner of a match got garnets.
pub fn bonus_reason() -> String {
    "won the match".to_owned()
}

// Settings -------------------------------------------------------------------------------------------------------------------------

/// All settings of a season, each with what it is called.
pub fn settings(season: &Season) -> Vec<(&'static str, String)> {
    let SeasonSettings {
        loser_garnets: loser,
        winner_bonus,
        strike_limit,
        at_strike_limit: at_limit,
        players_may_give,
        garnets_public,
        hosts_see_submissions,
        hold_results,
        player_role,
        eliminated_role,
        announcement_channel,
        match_channel,
        audit_channel,
        alliance_channels,
        lock_match_channel,
        time_zone,
        quiet_hours,
        player_pauses,
        player_pause_minutes,
    } = &season.settings;
    let channels: Vec<String> = alliance_channels
        .iter()
        .map(|channel| format!("<#{channel}>"))
        .collect();
    let channels = if channels.is_empty() {
        "none".to_owned()
    } else {
        channels.join(" ")
    };
    vec![
        (
            "Garnets of who is eliminated",
            loser_garnets(*loser).to_owned(),
        ),
        (
            "Besides, the winner gets",
            format!("{} when somebody is eliminated", garnets(*winner_bonus)),
        ),
        (
            "Counts of garnets",
            if *garnets_public {
                "public"
            } else {
                "for hosts, and each player their own"
            }
            .to_owned(),
        ),
        ("Players give garnets of their own", yes(*players_may_give)),
        (
            "Strikes",
            match strike_limit {
                None => "only counted".to_owned(),
                Some(limit) => format!("at {limit}: {}", at_strike_limit(*at_limit)),
            },
        ),
        ("Host role", role_or_none(season.host_role)),
        ("Player role", role_or_none(*player_role)),
        ("Eliminated role", role_or_none(*eliminated_role)),
        ("Announcements", channel_or_none(*announcement_channel)),
        ("Matches", channel_or_none(*match_channel)),
        ("Audit log", channel_or_none(*audit_channel)),
        ("Alliance channels", channels),
        (
            "Only players and hosts write while a match is live",
            yes(*lock_match_channel),
        ),
        ("Results wait for a host", yes(*hold_results)),
        ("Hosts see secret submissions", yes(*hosts_see_submissions)),
        (
            "Pauses by both players together",
            format!("{player_pauses} a match, of {player_pause_minutes} min at most"),
        ),
        ("Time zone of typed times", time_zone.clone()),
        (
            "Quiet hours",
            match quiet_hours {
                None => "none".to_owned(),
                Some((from, to)) => format!("{from}:00 to {to}:00"),
            },
        ),
    ]
}

fn yes(is: bool) -> String {
    if is { "yes" } else { "no" }.to_owned()
}

fn role_or_none(role: Option<u64>) -> String {
    role.map_or("none".to_owned(), |role| format!("<@&{role}>"))
}

fn channel_or_none(channel: Option<u64>) -> String {
    channel.map_or("none".to_owned(), |channel| format!("<#{channel}>"))
}

pub fn loser_garnets(to: LoserGarnets) -> &'static str {
    match to {
        LoserGarnets::Winner => "go to the winner",
        LoserGarnets::Nobody => "are gone",
        LoserGarnets::Bank => "go to the bank",
    }
}

pub fn at_strike_limit(then: AtStrikeLimit) -> &'static str {
    match then {
        AtStrikeLimit::TellHosts => "hosts are told and decide",
        AtStrikeLimit::Eliminate => "eliminated",
    }
}

/// The settings panel.
pub fn settings_panel(season: &Season, name: &str) -> String {
    let lines = settings(season).into_iter();
    let lines: Vec<String> = lines
        .map(|(label, value)| format!("{label}: **{value}**"))
        .collect();
    format!(
        "**Settings of {name}**, changed below a page at a time; what is changed counts at once and for matches that are opened from now on.\n{}\nLanguage: English, the only one there is.",
        lines.join("\n")
    )
}

pub fn setting_refusal(why: &SettingRefusal) -> String {
    match why {
        SettingRefusal::TimeZone(name) => format!(
            "There is no time zone called “{name}”. Zones are written as in `Europe/Berlin`, `America/New_York` or `UTC`."
        ),
        SettingRefusal::QuietHours => {
            "Quiet hours are two different hours from 0 to 23, for example `22-8`; leave them empty for none.".to_owned()
        }
        SettingRefusal::StrikeLimit { most } => {
            format!("The limit of strikes is a number from 1 to {most}, or empty for none.")
        }
        SettingRefusal::WinnerBonus { most } => {
            format!("The winner gets 0 to {most} garnets besides.")
        }
        SettingRefusal::Pauses { most } => format!("The players may pause 0 to {most} times."),
        SettingRefusal::PauseMinutes { most } => {
            format!("A pause of the players takes 1 to {most} minutes.")
        }
        SettingRefusal::SameRoles => {
            "Players and the eliminated need two different roles; else nobody could tell them apart.".to_owned()
        }
    }
}

/// What was typed where a number is needed.
pub fn not_a_number(typed: &str) -> String {
    format!("“{typed}” is not a whole number.")
}

// Refusals -------------------------------------------------------------------------------------------------------------------------

/// Why something is not done to a season, and what would be right.
pub fn refusal(why: &SeasonRefusal) -> String {
    match why {
        SeasonRefusal::HostOnly => super::host_only(),
        SeasonRefusal::Twice => "That was done already.".to_owned(),
        SeasonRefusal::NoSuchSeason => no_season(),
        SeasonRefusal::Archived { season } => format!(
            "The season {season} is archived and does not change any more. `/season archive` with `back` takes it out again."
        ),
        SeasonRefusal::NothingToChange => {
            "It is like that already; nothing was changed.".to_owned()
        }
        SeasonRefusal::MatchOpen { channel } => format!(
            "A match of this season is open in <#{channel}>. End it first, or declare it void."
        ),
        SeasonRefusal::BadSeasonName { most } => {
            format!("A season's name is one line of 1 to {most} characters.")
        }
        SeasonRefusal::SeasonNameTaken(name) => {
            format!("This server has a season called {name} already; choose another name.")
        }
        SeasonRefusal::BadName { name, most } => format!(
            "“{name}” cannot be a name: it needs 1 to {most} characters, no double quote and no control character, and must not be dmo, ec, host, clock or dealer."
        ),
        SeasonRefusal::NameTwice(name) => format!(
            "There would be two called {name}. Give one of them another name, for example {name} 2."
        ),
        SeasonRefusal::NameOfGone(name) => format!(
            "{name} was in this season and has left it. `/season cast back` brings them in again; for somebody else take another name."
        ),
        SeasonRefusal::AccountTwice { name, account } => format!(
            "<@{account}> is in the cast already, as {name}. `/season cast rename` changes the name."
        ),
        SeasonRefusal::AccountOfGone { name, account } => format!(
            "<@{account}> was in this season as {name} and has left it. `/season cast back` brings them in again."
        ),
        SeasonRefusal::CastFull { most } => {
            format!("A cast has at most {most} people, and this one is full.")
        }
        SeasonRefusal::NobodyCalled { typed, perhaps } if perhaps.is_empty() => {
            format!("Nobody in the cast is called “{typed}”. `/season cast list` shows everybody.")
        }
        SeasonRefusal::NobodyCalled { typed, perhaps } => format!(
            "Nobody in the cast is called “{typed}”. Did you mean {}?",
            list(perhaps, "or")
        ),
        SeasonRefusal::Gone(name) => {
            format!("{name} has left the season. `/season cast back` brings them in again.")
        }
        SeasonRefusal::NotGone(name) => {
            format!("{name} is in the cast; nobody has to bring them back.")
        }
        SeasonRefusal::ChannelTaken { channel, name } => format!(
            "<#{channel}> is {name}'s. Two people in one channel would read each other's secrets; choose another channel."
        ),
        SeasonRefusal::NotInCast => {
            "You are not in the cast of this season, so there are no garnets of yours.".to_owned()
        }
        SeasonRefusal::MayNotGive => {
            "Players do not give garnets away in this season. Ask a host to move them.".to_owned()
        }
        SeasonRefusal::ResultWaits => {
            "A result of this season waits for a host to release it; gifts go on after that."
                .to_owned()
        }
        SeasonRefusal::HostPlays(id) => format!(
            "You play in match {id} of this season, so you change no garnets, strikes, roles or settings of it before its result is out. Another host can."
        ),
        SeasonRefusal::NotAPlayer(name) => format!(
            "{name} is not a player of the season now, and gifts are from player to player. Ask a host."
        ),
        SeasonRefusal::Amount { most } => format!("The number of garnets is from 1 to {most}."),
        SeasonRefusal::SamePurse => {
            "Garnets move from one to another; these two are the same.".to_owned()
        }
        SeasonRefusal::TooFew { whose, has, wanted } => format!(
            "{} has {}, not {wanted}; at most that many can be moved.",
            whose.as_deref().unwrap_or("The bank"),
            garnets(*has)
        ),
        SeasonRefusal::TooMany { most } => {
            format!("Nobody can hold more than {most} garnets; move fewer.")
        }
        SeasonRefusal::NoSuchStrike(strike) => format!(
            "There is no strike number {strike} in this season that stands. `/season strike list` has their numbers."
        ),
        SeasonRefusal::Setting(why) => setting_refusal(why),
    }
}

pub fn no_season() -> String {
    "This server has no current season. A host begins one with `/season new`, or takes up an earlier one with `/season switch`.".to_owned()
}

/// Whoever looks at a season while a result waits.
pub fn results_held() -> String {
    "A match of the season is over, and its result waits until a host releases it. Until then nothing is shown that would tell it.".to_owned()
}

pub fn no_such_season(typed: &str) -> String {
    format!("There is no season called “{typed}” in this server. `/season list` shows them all.")
}

/// A channel that is to be somebody's, and that somebody else can read.
pub fn channel_has_readers(channel: u64, reader: Reader) -> String {
    let (who, whom) = match reader {
        Reader::Everybody => (
            "Everybody in this server".to_owned(),
            "@everyone".to_owned(),
        ),
        Reader::Role(role) => (format!("Whoever has <@&{role}>"), format!("<@&{role}>")),
        Reader::Account(account) => (format!("<@{account}>"), "them".to_owned()),
    };
    format!(
        "{who} can read <#{channel}>, and secrets would be written there. Take View Channel away from {whom} in its permissions first, or choose another channel. Only the person and hosts may see it; name the person there rather than a role."
    )
}

pub fn who_to_add() -> String {
    "Say whom: an account with `who`, or the name of a guest with `name`.".to_owned()
}

pub fn nobody_to_add() -> String {
    "There is nobody in what you wrote. Names and mentions are separated by commas: `Ann, Bo @bo, @cleo`.".to_owned()
}

// Answers --------------------------------------------------------------------------------------------------------------------------

pub fn begun(name: &str) -> String {
    format!(
        "The season **{name}** has begun and is the current one: new matches belong to it. Next: `/season cast many` or `/season cast add`, then `/season settings`."
    )
}

pub fn renamed_season(name: &str) -> String {
    format!("The season is called **{name}** now.")
}

pub fn switched(name: &str) -> String {
    format!("**{name}** is the current season now: new matches belong to it.")
}

pub fn archived(name: &str, archived: bool) -> String {
    if archived {
        format!("**{name}** is archived. It can be looked at, and taken out again with `back`.")
    } else {
        format!("**{name}** is out of the archive again.")
    }
}

/// A season in a list.
pub fn season_line(season: &Season, name: &str, cast: usize) -> String {
    let state = match (season.current, season.archived) {
        (true, _) => " · **current**",
        (false, true) => " · archived",
        (false, false) => "",
    };
    format!("**{name}** · {cast} people{state}")
}

pub fn season_list(lines: &[String]) -> String {
    match lines {
        [] => no_season(),
        lines => lines.join("\n"),
    }
}

pub fn added(added: &Added) -> String {
    let mut said = match added.added.as_slice() {
        [] => "Nobody was added.".to_owned(),
        [one] => format!("{one} is in the cast now."),
        names => format!("{} are in the cast now.", list(names, "and")),
    };
    match added.already.as_slice() {
        [] => {}
        [one] => said.push_str(&format!(" {one} was before.")),
        names => said.push_str(&format!(" {} were before.", list(names, "and"))),
    }
    said
}

/// Of a match that is open, after somebody of the cast was changed.
pub fn open_match_note() -> &'static str {
    " A match that is open keeps the cast and the garnets with which it was opened."
}

pub fn removed(name: &str) -> String {
    format!(
        "{name} has left the cast. What is written of them stays; `/season cast back` brings them in again."
    )
}

pub fn brought_back(name: &str, is: Role) -> String {
    format!("{name} is back in the cast, as {}.", with_article(is))
}

pub fn renamed(name: &str) -> String {
    format!("They are called {name} now. Past matches keep the name under which they were played.")
}

pub fn account_set(name: &str, account: Option<u64>) -> String {
    match account {
        Some(account) => format!("<@{account}> is {name} from the next match on."),
        None => format!("{name} is a guest without an account from the next match on."),
    }
}

pub fn bound(name: &str, channel: Option<u64>) -> String {
    match channel {
        Some(channel) => {
            format!(
                "From the next match on {name} is written to in <#{channel}>, which only they should see."
            )
        }
        None => format!("{name} has no private channel any more; Dealer writes direct messages."),
    }
}

pub fn role_set(name: &str, is: Role) -> String {
    format!("{name} is {} now.", with_article(is))
}

fn with_article(is: Role) -> &'static str {
    match is {
        Role::Player => "a player",
        Role::Eliminated => "eliminated",
        Role::Dealer => "a dealer",
    }
}

/// Garnets that a host moved.
pub fn moved(moved: &Moved) -> String {
    let verb = if moved.amount == 1 { "moves" } else { "move" };
    let (from, to) = (whose(moved.from.as_ref()), whose(moved.to.as_ref()));
    let from = if moved.from.is_none() {
        "from outside"
    } else {
        &format!("from {from}")
    };
    let to = if moved.to.is_none() {
        "out of the season"
    } else {
        &format!("to {to}")
    };
    let held = [&moved.from, &moved.to].into_iter().flatten().enumerate();
    let held: Vec<String> = held
        .map(|(place, held)| {
            let who = match (&held.whose, place) {
                (Some(name), _) => name,
                (None, 0) => "The bank",
                (None, _) => "the bank",
            };
            format!("{who} has {} now", garnets(held.count))
        })
        .collect();
    let held = list(&held, "and");
    format!("{} {verb} {from} {to}. {held}.", garnets(moved.amount))
}

/// Garnets that somebody gave: how many the other has now is not said.
pub fn gave(moved: &Moved) -> String {
    let left = moved.from.as_ref().map_or(0, |held| held.count);
    format!(
        "You have given {} to {}. You have {} left.",
        garnets(moved.amount),
        whose(moved.to.as_ref()),
        garnets(left)
    )
}

/// A strike that was given.
pub fn struck(struck: &Struck) -> String {
    let so_far = format!("{} has {} now", struck.name, strikes(struck.count));
    match struck.limit {
        Some(limit) if struck.eliminated => {
            format!(
                "{so_far}. That is the season's limit of {limit}: {} is eliminated.",
                struck.name
            )
        }
        Some(limit) if struck.at_limit() => format!(
            "{so_far}. **That is the season's limit of {limit}**; what becomes of it is yours to decide (`/season cast role`)."
        ),
        Some(limit) => format!("{so_far}; the limit is {limit}."),
        None => format!("{so_far}."),
    }
}

pub fn strike_taken_back(struck: &Struck) -> String {
    format!(
        "The strike is taken back. {} has {} now. Whoever was eliminated by it comes back with `/season cast role`.",
        struck.name,
        strikes(struck.count)
    )
}

/// A strike in the list.
pub fn strike_line(name: &str, strike: &Strike, reason: &str) -> String {
    let by = strike
        .by
        .map_or("Dealer".to_owned(), |by| format!("<@{by}>"));
    let line = format!(
        "{}. {name}: {reason} · {by} · {}",
        strike.id,
        date(strike.at_ms)
    );
    if strike.void {
        format!("~~{line}~~ taken back")
    } else {
        line
    }
}

pub fn no_strikes() -> String {
    "Nobody has a strike in this season.".to_owned()
}

pub fn roles_applied(count: u32) -> String {
    format!(
        "The Discord roles of {count} people are brought in line with the season now. Whatever cannot be changed is told to you in private."
    )
}

/// Somebody of a season in words; their name comes as it is to be shown.
pub fn standee(person: &Standee, name: &str) -> String {
    let mut parts = Vec::new();
    if let (Some(count), true) = (person.garnets, person.role != Role::Dealer) {
        parts.push(garnets(count));
    }
    if person.strikes > 0 {
        parts.push(strikes(person.strikes));
    }
    if parts.is_empty() {
        name.to_owned()
    } else {
        format!("{name} ({})", parts.join(", "))
    }
}

/// Where the season stands, in words: each group of people on a line.
pub fn standings(people: &[(Role, String)]) -> String {
    let groups = [Role::Player, Role::Eliminated, Role::Dealer].map(|group| {
        let names: Vec<&str> = people
            .iter()
            .filter(|(role, _)| *role == group)
            .map(|(_, said)| said.as_str())
            .collect();
        (group, names)
    });
    let lines: Vec<String> = groups
        .into_iter()
        .filter(|(_, names)| !names.is_empty())
        .map(|(group, names)| {
            format!(
                "**{} ({})**: {}",
                role_heading(group),
                names.len(),
                names.join(", ")
            )
        })
        .collect();
    if lines.is_empty() {
        return "Nobody is in the cast yet.".to_owned();
    }
    lines.join("\n")
}

/// What a player has, where counts are not public.
pub fn own_count(count: u32) -> String {
    format!("You have {} (seen by you alone).", garnets(count))
}

/// Somebody of the cast in its list, for hosts.
pub fn cast_line(person: &Standee, name: &str) -> String {
    let account = person
        .account
        .map_or("guest".to_owned(), |account| format!("<@{account}>"));
    let channel = person
        .channel
        .map(|channel| format!(" · <#{channel}>"))
        .unwrap_or_default();
    format!(
        "{} · {} · {account}{channel}",
        standee(person, name),
        role(person.role)
    )
}

/// Those who have left the cast.
pub fn gone(names: &[String]) -> String {
    match names {
        [] => String::new(),
        names => format!("Left the season: {}.", list(names, "and")),
    }
}

/// Who has what, and the lines of the ledger.
pub fn ledger(ledger: &Ledger) -> String {
    let held: Vec<String> = ledger
        .held
        .iter()
        .filter(|(_, count)| *count > 0)
        .map(|(name, count)| format!("{name} {count}"))
        .collect();
    let mut said = if held.is_empty() {
        "Nobody has garnets.".to_owned()
    } else {
        format!("Garnets: {}.", held.join(", "))
    };
    if let Some(bank) = ledger.bank {
        said.push_str(&format!(" In the bank: {bank}."));
    }
    for line in &ledger.lines {
        said.push('\n');
        said.push_str(&transfer(line));
    }
    said
}

fn transfer(line: &Transfer) -> String {
    let side = |side: &Side, outside: &str| match side {
        Side::Somebody(name) => name.clone(),
        Side::Bank => "the bank".to_owned(),
        Side::Nobody => outside.to_owned(),
    };
    let by = match (line.by, line.of_match) {
        (_, Some(id)) => format!("match {id}"),
        (Some(by), None) => format!("<@{by}>"),
        // From one to another without a match is a gift.
        (None, None) => match (&line.from, &line.to) {
            (Side::Somebody(_), Side::Somebody(_)) => "somebody who was forgotten".to_owned(),
            _ => "Dealer".to_owned(),
        },
    };
    let back = if line.takes_back { "↩️ " } else { "" };
    let reason = if line.reason.is_empty() {
        String::new()
    } else {
        format!(" · {}", line.reason)
    };
    format!(
        "{back}{} · {} → {}{reason} · {by} · {}",
        line.amount,
        side(&line.from, "outside"),
        side(&line.to, "outside"),
        date(line.at_ms)
    )
}

// History --------------------------------------------------------------------------------------------------------------------------

/// A match that is over, in one line; `cast` under names as they are to be shown. `link`: its last post.
pub fn past(past: &PastMatch, cast: &Cast, link: Option<&str>) -> String {
    let row = &past.row;
    let result = match past.outcome {
        Some(outcome) => super::outcome(outcome, cast),
        None => "over".to_owned(),
    };
    let [dmo, ec] = Seat::BOTH.map(|seat| cast.seat_name(seat));
    let link = link
        .map(|link| format!(" · [post]({link})"))
        .unwrap_or_default();
    format!(
        "{}. {}: {dmo} against {ec} · **{result}** · {} · {}{link}",
        row.id,
        title(row.setup.game),
        stakes_short(row.stakes),
        date(past.over_at_ms)
    )
}

fn stakes_short(stakes: Stakes) -> &'static str {
    match stakes {
        Stakes::Nothing => "for nothing",
        Stakes::Elimination => "elimination",
        Stakes::BestOfThree => "best of three",
    }
}

pub fn history(season: &str, lines: &[String], of: usize) -> String {
    if lines.is_empty() {
        return format!("No match of {season} is over yet.");
    }
    let more = if of > lines.len() {
        format!(" (the newest {} of {of})", lines.len())
    } else {
        String::new()
    };
    format!(
        "**{season}: {of} {}**{more}\n{}\n`/season history` with a match's number gives its record.",
        if of == 1 { "match" } else { "matches" },
        lines.join("\n")
    )
}

/// With the record of a match: how it is replayed.
pub fn record_of(file: &str) -> String {
    format!(
        "The record of the match. `dealer replay {file}` checks it, and with `--png DIR` draws every move."
    )
}

pub fn no_such_past_match() -> String {
    "No match of this server's seasons that is over has this number. `/season history` alone lists those of one season."
        .to_owned()
}

// A match's end --------------------------------------------------------------------------------------------------------------------

/// What a match has brought about in its season; empty for a line of anything else.
pub fn line(line: &Line, cast: &Cast) -> String {
    match line {
        Line::Eliminated { who } => format!("**{} is out of the season.**", cast.name(*who)),
        Line::Spoils { of, to, amount } => {
            let to = match to {
                Heir::Winner(who) => format!("to {}", cast.name(*who)),
                Heir::Bank => "to the bank".to_owned(),
                Heir::Nobody => "out of the season".to_owned(),
            };
            match amount {
                Some(1) => format!("{}'s 1 garnet goes {to}.", cast.name(*of)),
                Some(count) => format!("{}'s {count} garnets go {to}.", cast.name(*of)),
                None => format!("{}'s garnets go {to}.", cast.name(*of)),
            }
        }
        Line::Bonus { who, amount } => {
            format!("{} gets {} for the win.", cast.name(*who), garnets(*amount))
        }
        Line::Series {
            winner,
            won,
            lost,
            decided,
        } => {
            let name = cast.name(*winner);
            match (decided, won.cmp(lost)) {
                (true, _) => format!("{name} wins the best of three, {won} : {lost}."),
                (false, std::cmp::Ordering::Equal) => {
                    format!("The best of three stands at {won} : {lost}.")
                }
                (false, _) => format!("{name} leads the best of three, {won} : {lost}."),
            }
        }
        Line::AtStrikeLimit {
            who,
            count,
            eliminated: true,
        } => format!(
            "**{} has {} and is out of the season.**",
            cast.name(*who),
            strikes(*count)
        ),
        Line::AtStrikeLimit { who, count, .. } => format!(
            "{} has {} now, the season's limit. What becomes of it is yours to decide (`/season cast role`).",
            cast.name(*who),
            strikes(*count)
        ),
        Line::OutAlready { who } => format!(
            "{} was not a player of the season any more, so the result changes nothing for them.",
            cast.name(*who)
        ),
        Line::Ended { outcome, channel } => format!(
            "A match has ended in <#{channel}>: {}.",
            super::outcome(*outcome, cast)
        ),
        _ => String::new(),
    }
}

// Discord roles --------------------------------------------------------------------------------------------------------------------

/// Why somebody's Discord roles cannot be changed now, to a host.
pub fn roles_trouble(name: &str, roles: &[u64]) -> String {
    let roles: Vec<String> = roles.iter().map(|role| format!("<@&{role}>")).collect();
    format!(
        "Dealer may not change {name}'s roles ({}). Give Dealer's own role Manage Roles and drag it above these in Server Settings → Roles; it tries again every minute, and `/season roles` tries at once.",
        list(&roles, "and")
    )
}

pub fn role_is_gone() -> String {
    "A role that the season gives players or takes from them is not there any more. Choose another one in `/season settings`, then `/season roles`.".to_owned()
}

// Menus and forms ------------------------------------------------------------------------------------------------------------------

pub mod panel {
    //! The labels of the settings panel: at most 80 characters, of a form's fields at most 45.

    pub const PAGE: &str = "What to set";
    pub const GARNETS: &str = "Garnets and strikes";
    pub const ROLES: &str = "Roles";
    pub const CHANNELS: &str = "Channels";
    pub const MATCHES: &str = "Matches and times";
    pub const LOSER: &str = "Garnets of who is eliminated …";
    pub const AT_LIMIT: &str = "At the limit of strikes …";
    pub const PUBLIC: &str = "Counts are public";
    pub const GIVE: &str = "Players may give";
    pub const NUMBERS: &str = "Bonus and limit …";
    pub const BONUS: &str = "Garnets for the winner besides";
    pub const LIMIT: &str = "Limit of strikes; empty for none";
    pub const HOST_ROLE: &str = "The role of hosts";
    pub const PLAYER_ROLE: &str = "The role of players";
    pub const ELIMINATED_ROLE: &str = "The role of the eliminated";
    pub const ANNOUNCEMENTS: &str = "The channel for announcements";
    pub const MATCH_CHANNEL: &str = "The channel of the matches";
    pub const AUDIT: &str = "The channel of the audit log";
    pub const ALLIANCES: &str = "Channels in which alliances talk";
    pub const LOCK: &str = "Lock the channel while live";
    pub const HOLD: &str = "Hold results";
    pub const SEE: &str = "Hosts see submissions";
    pub const TIMES: &str = "Pauses, time zone, quiet hours …";
    pub const PAUSES: &str = "Pauses by both players, a match";
    pub const MINUTES: &str = "Minutes of such a pause at most";
    pub const ZONE: &str = "Time zone, as in Europe/Berlin";
    pub const QUIET: &str = "Quiet hours, as in 22-8; empty for none";
}
