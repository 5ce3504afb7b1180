//! What a host, or whoever asks, is answered: what was done, standings, ledger.

use super::{booked_reason, garnets, gone_to, no_season, role, role_heading, spoils_of, strikes};
use crate::referee::{Added, Held, Ledger, Moved, OutBy, Side, Standee, Struck, Transfer, Untold};
use crate::store::{MatchId, Season, Strike};
use crate::words::{count_of, date, list};
use games::Role;

pub fn begun(name: &str) -> String {
    format!(
        "The season **{name}** has begun and is the current one: new matches belong to it. Next: `/season cast many` or `/season cast add`, then `/season settings`."
    )
}

/// Of the season that was current until now, after another one has begun.
pub fn roles_go_on(before: &str) -> String {
    format!(
        " Whoever has Discord roles of **{before}** keeps them; when that is over, `/season archive` it, and `/season roles` with `of` takes them back."
    )
}

/// Of a season that has been archived, in whose cast so many people have an account.
pub fn roles_kept(people: usize) -> String {
    let people = match people {
        1 => "One of its people".to_owned(),
        count => format!("{count} of its people"),
    };
    format!(
        " {people} may still have its Discord roles: `/season roles` with `of` takes them back, all but those that the current season gives."
    )
}

pub fn renamed_season(name: &str) -> String {
    format!("The season is called **{name}** now.")
}

pub fn switched(name: &str) -> String {
    format!("**{name}** is the current season now: new matches belong to it.")
}

/// What to do where a server has seasons, but no current one.
pub const NONE_CURRENT: &str = "`/season switch` takes up one that is not archived, `/season archive` with `back` takes one out of the archive, and `/season new` begins one.";

/// `current`: the server has a current season now.
pub fn archived(name: &str, archived: bool, current: bool) -> String {
    if archived {
        let none = match current {
            true => String::new(),
            false => format!(" This server has no current season now: {NONE_CURRENT}"),
        };
        format!(
            "**{name}** is archived. It can be looked at, and taken out again with `back`.{none}"
        )
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
    format!("**{name}** · {}{state}", count_of(cast, "person", "people"))
}

pub fn season_list(lines: &[String]) -> String {
    match lines {
        [] => no_season(),
        lines => lines.join("\n"),
    }
}

pub fn added(added: &Added) -> String {
    let mut said = match added.added.as_slice() {
        [] if !added.given.is_empty() => String::new(),
        [] => super::many::nobody_was_added(),
        [one] => format!("{one} is in the cast now."),
        names => format!("{} are in the cast now.", list(names, "and")),
    };
    for given in &added.given {
        said.push(' ');
        said.push_str(&account_set(
            &given.name,
            Some(given.account),
            given.unbound,
        ));
    }
    match added.already.as_slice() {
        [] => {}
        [one] => said.push_str(&format!(" {one} was before.")),
        names => said.push_str(&format!(" {} were before.", list(names, "and"))),
    }
    match added.guests.as_slice() {
        [] => {}
        [one] => said.push_str(&format!(
            " {one} is without an account, so nobody can act for them: `/season cast account` gives them one."
        )),
        names => said.push_str(&format!(
            " {} are without an account, so nobody can act for them: `/season cast account` gives them one.",
            list(names, "and")
        )),
    }
    said.trim_start().to_owned()
}

/// A pasted name with a handle in it that is only text.
pub fn handle_is_text(typed: &str) -> String {
    format!(
        "“{typed}” came as text, which does not say whose account it is, so nobody was added. Type the @ here and choose from the list that Discord shows; a name without an @ is somebody without an account."
    )
}

/// A role is mentioned in a pasted list.
pub fn role_is_nobody(role: u64) -> String {
    format!(
        "<@&{role}> is a role, and in `people:` are people, so nobody was added. Choose the role in `having:`, which adds everybody who has it; both may be given at once."
    )
}

/// Several mentions in one piece of a pasted list, with a name somewhere among them.
pub fn unclear_whose(typed: &str) -> String {
    format!(
        "“{typed}” has several mentions and a name, and whose name it is cannot be told, so nobody was added. Put a comma between people: Ann, Bo @bo, @cleo."
    )
}

/// Of a match that is open, after somebody of the cast was changed.
pub fn open_match_note() -> &'static str {
    " A match that is open keeps the cast with which it was opened; garnets count as they are when it starts."
}

pub fn removed(name: &str) -> String {
    format!(
        "{name} has left the cast. What is written of them stays, the season's Discord roles are taken back; `/season cast back` brings them in again."
    )
}

pub fn brought_back(name: &str, is: Role) -> String {
    format!("{name} is back in the cast, as {}.", with_article(is))
}

pub fn renamed(name: &str) -> String {
    format!("They are called {name} now. Past matches keep the name under which they were played.")
}

/// `unbound`: the private channel that was bound to whoever was there before.
pub fn account_set(name: &str, account: Option<u64>, unbound: Option<u64>) -> String {
    let said = match account {
        Some(account) => format!("<@{account}> is {name} from the next match on."),
        None => format!("{name} is a guest without an account from the next match on."),
    };
    match unbound {
        Some(channel) => format!(
            "{said} <#{channel}> is bound to them no more, since whoever was there before may read it: `/season cast bind` binds a channel to {name} anew."
        ),
        None => said,
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

fn whose(held: Option<&Held>) -> &str {
    match held {
        None => "outside",
        Some(Held { whose: None, .. }) => "the bank",
        Some(Held {
            whose: Some(name), ..
        }) => name,
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
            match place == 0 || moved.from.is_none() {
                true => format!("{who} has {} now", garnets(held.count)),
                false => format!("{who} {}", garnets(held.count)),
            }
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

/// To whom somebody gave garnets of their own.
pub fn given(season: &str, from: &str, amount: u32, reason: &str, held: u32) -> String {
    let why = because(reason);
    format!(
        "🎁 {from} has given you {} in the season {season}{why}. You have {} now.",
        garnets(amount),
        garnets(held)
    )
}

/// What was said as the reason, if anything was.
fn because(reason: &str) -> String {
    match reason {
        "" => String::new(),
        reason => format!(": “{reason}”"),
    }
}

/// To whom a host has `given` garnets, or from whom one has taken them; `held`: how many they have
/// now, where that may be said.
pub fn your_garnets(
    season: &str,
    given: bool,
    amount: u32,
    reason: &str,
    held: Option<u32>,
) -> String {
    let garnets_of = garnets(amount);
    let done = match given {
        true => format!("has given you {garnets_of}"),
        false => format!("has taken {garnets_of} from you"),
    };
    let why = because(reason);
    let now = held.map(|held| format!(" You have {} now.", garnets(held)));
    format!(
        "A host {done} in the season {season}{why}.{}",
        now.unwrap_or_default()
    )
}

/// A strike that was given.
pub fn struck(struck: &Struck) -> String {
    let so_far = format!("{} has {} now", struck.name, strikes(struck.count));
    match struck.limit {
        Some(limit) if struck.eliminated => {
            let spoils = struck.spoils.map(|spoils| {
                let (whose, go) = (spoils_of(spoils), gone_to(spoils.0));
                format!(", and {whose} {go}")
            });
            format!(
                "{so_far}. That is the season's limit of {limit}: {} is eliminated{}. It is announced nowhere.",
                struck.name,
                spoils.unwrap_or_default()
            )
        }
        Some(limit) if struck.at_limit() => format!(
            "{so_far}. **That is the season's limit of {limit}**; what becomes of it is yours to decide (`/season cast role`)."
        ),
        Some(limit) => format!("{so_far}; the limit is {limit}."),
        None => format!("{so_far}."),
    }
}

/// To whoever has got a strike by a host, or has one less; `now`: how many they have, the limit,
/// and whether they are out.
pub fn your_strike(
    season: &str,
    back: bool,
    reason: &str,
    now: (u32, Option<u32>, bool),
) -> String {
    let (count, limit, eliminated) = now;
    let done = match back {
        true => format!("A host has taken back a strike of yours in the season {season}"),
        false => format!("⚠️ A host has given you a strike in the season {season}"),
    };
    let why = because(reason);
    let have = format!("You have {} now", strikes(count));
    let so_far = match limit {
        _ if eliminated && back => format!("{have}. You are out of the season all the same."),
        Some(limit) if eliminated && count >= limit => {
            format!("{have}. That is the season's limit of {limit}: you are out of the season.")
        }
        Some(limit) if count >= limit => format!(
            "{have}. That is the season's limit of {limit}; what becomes of it is the hosts' to decide."
        ),
        Some(limit) => format!("{have}; the limit is {limit}."),
        None => format!("{have}."),
    };
    format!("{done}{why}. {so_far}")
}

/// To somebody who is out of their season, alone.
pub fn you_are_out(season: &str, by: &OutBy) -> String {
    match by {
        OutBy::Match { channel } => {
            format!("You lost your match in <#{channel}>, so you are out of {season}.")
        }
        OutBy::Strikes { count } => format!(
            "You have {}, which is too many: you are out of {season}.",
            strikes(*count)
        ),
        OutBy::Host { reason } => {
            format!("A host has taken you out of {season}{}.", because(reason))
        }
    }
}

pub fn strike_taken_back(struck: &Struck) -> String {
    let name = &struck.name;
    let now = format!(
        "The strike is taken back. {name} has {} now.",
        strikes(struck.count)
    );
    match struck.eliminated {
        true => format!(
            "{now} {name} is eliminated all the same: `/season cast role` makes them a player again, and `/season garnets bank` gives them back what went to the bank (`/season garnets list` shows it)."
        ),
        false => now,
    }
}

/// To who did it, or the hosts: what was to be told to somebody alone did not come to them.
pub fn untold(season: &str, name: Option<&str>, of: Untold) -> String {
    let what = match of {
        Untold::Garnets => "what became of their garnets",
        Untold::Strike => "what became of their strikes",
        Untold::Out => "that they are out",
    };
    let who = name.unwrap_or("Somebody who is not in the cast any more");
    format!(
        "⚠️ {who} could not be told {what} in the season {season}: they have left the server, or closed their direct messages where no private thread \
         could be opened. Tell them yourself; a host can bind them a channel that only they and the hosts read (`/season cast bind`)."
    )
}

/// A strike in the list; see [`super::past`] for the form of its number.
pub fn strike_line(name: &str, strike: &Strike, reason: &str) -> String {
    let by = strike
        .by
        .map_or("Dealer".to_owned(), |by| format!("<@{by}>"));
    let line = format!(
        "**#{}** {name}: {reason} · {by} · {}",
        strike.id,
        date(strike.at_ms)
    );
    if strike.void {
        format!("~~{line}~~ taken back")
    } else {
        line
    }
}

/// Below the list: strikes that a match has given count when it is over. `more`: there are others
/// above.
pub fn strikes_to_come(id: MatchId, count: u32, more: bool) -> String {
    let more = if more { " more" } else { "" };
    let count = match count {
        1 => format!("One strike{more} counts"),
        count => format!("{count} strikes{more} count"),
    };
    format!("{count} when match {id} is over; until then only hosts are told.")
}

pub fn no_strikes() -> String {
    "Nobody has a strike in this season.".to_owned()
}

pub fn roles_applied(count: u32, archived: bool) -> String {
    let of = count_of(count as usize, "person", "people");
    let what = match archived {
        true => "are taken back now, all but those that the current season gives",
        false => "are brought in line with the season now",
    };
    format!(
        "The Discord roles of {of} {what}. Whatever cannot be changed is told to you in private."
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

/// Where the season stands, in words: each group of people on a line; its heading in bold where
/// `marked`.
pub fn standings(people: &[(Role, String)], marked: bool) -> String {
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
            let heading = format!("{} ({})", role_heading(group), names.len());
            let bold = if marked { "**" } else { "" };
            format!("{bold}{heading}{bold}: {}", names.join(", "))
        })
        .collect();
    if lines.is_empty() {
        return "Nobody is in the cast yet.".to_owned();
    }
    lines.join("\n")
}

/// At the end of the description of the standings' picture that is too long for Discord.
pub fn rest_of_standings() -> &'static str {
    "The rest: `/season standings` with `words_only`."
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
    let reason = booked_reason(&line.reason);
    let reason = if reason.is_empty() {
        String::new()
    } else {
        format!(" · {reason}")
    };
    format!(
        "{back}{} · {} → {}{reason} · {by} · {}",
        line.amount,
        side(&line.from, "outside"),
        side(&line.to, "outside"),
        date(line.at_ms)
    )
}

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
