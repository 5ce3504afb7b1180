//! Answers to hosts and to everybody else who asks: what was done, standings, ledger. Names are
//! escaped here, where they are put into a sentence.

use super::{booked_reason, garnets, gone_to, role, role_heading, spoils_of, strikes};
use crate::referee::{
    CastAdditions, GarnetsMoved, Ledger, PurseBalance, PurseOwner, StandingsEntry, StrikeOutcome,
    Transfer,
};
use crate::store::{AccountId, ChannelId, MatchName, RoleId, Season, Strike};
use crate::words::status::match_number;
use games::Role;
use games::english::{count_of, date, escape_markdown, list};

pub fn begun(name: &str) -> String {
    let name = escape_markdown(name);
    format!(
        "The season **{name}** has started, and new matches belong to it. Next, add people with \
         `/season cast many` or `/season cast add`, then open `/season settings`."
    )
}

/// About the season that was current until now, after another one has begun.
pub fn roles_go_on(before: &str) -> String {
    let before = escape_markdown(before);
    format!(
        " **{before}** is still open: its players keep their roles. To close it, type `/season \
         archive`, then `/season roles of:` with its name."
    )
}

/// About an archived season. `people`: how many in its cast have an account.
pub fn roles_kept(people: usize) -> String {
    let people = match people {
        1 => "One of its people".to_owned(),
        count => format!("{count} of its people"),
    };
    format!(
        " {people} may still have its Discord roles. `/season roles of:` removes them, except \
         those that the current season gives."
    )
}

/// In the settings' panel, after a role was set. `what`: why Dealer can't give it.
pub fn cannot_give(what: &str) -> String {
    format!("⚠️ Set, but {what}.")
}

pub fn renamed_season(name: &str) -> String {
    format!("The season is now called **{}**.", escape_markdown(name))
}

pub fn switched(name: &str) -> String {
    let name = escape_markdown(name);
    format!("**{name}** is now the current season: new matches belong to it.")
}

/// What to do if a server has seasons but no current one.
pub const NONE_CURRENT: &str = "Pick one with `/season switch`, bring one back from the archive \
     with `/season archive back:`, or start one with `/season new`.";

/// `current`: the server has a current season now.
pub fn archived(name: &str, archived: bool, current: bool) -> String {
    let name = escape_markdown(name);
    if archived {
        let none = if current {
            String::new()
        } else {
            format!(" This server now has no current season. {NONE_CURRENT}")
        };
        format!(
            "**{name}** is archived. You can still look at it. To bring it back, use `/season \
             archive back:`.{none}"
        )
    } else {
        format!("**{name}** is back from the archive.")
    }
}

/// A season in a list.
pub fn season_line(season: &Season, cast: usize) -> String {
    let name = escape_markdown(&season.name);
    let state = match (season.current, season.archived) {
        (true, _) => " · **current**",
        (false, true) => " · archived",
        (false, false) => "",
    };
    format!("**{name}** · {}{state}", count_of(cast, "person", "people"))
}

pub fn season_list(lines: &[String]) -> String {
    match lines {
        [] => super::NO_SEASON.to_owned(),
        lines => lines.join("\n"),
    }
}

pub fn added(added: &CastAdditions) -> String {
    let shown = |names: &[String]| -> Vec<String> {
        names.iter().map(|name| escape_markdown(name)).collect()
    };
    let mut said = match shown(&added.added).as_slice() {
        [] if !added.given.is_empty() => String::new(),
        [] => super::many::NOBODY_WAS_ADDED.to_owned(),
        [one] => format!("{one} is now in the cast."),
        names => format!("{} are now in the cast.", list(names, "and")),
    };
    for given in &added.given {
        said.push(' ');
        said.push_str(&account_set(
            &given.name,
            Some(given.account),
            given.unbound,
        ));
    }
    match shown(&added.already).as_slice() {
        [] => {}
        [one] => said.push_str(&format!(" {one} was already in it.")),
        names => said.push_str(&format!(" {} were already in it.", list(names, "and"))),
    }
    match shown(&added.guests).as_slice() {
        [] => {}
        [one] => said.push_str(&format!(
            " {one} has no account, so nobody can play for them. Give them one with `/season cast \
             account`."
        )),
        names => said.push_str(&format!(
            " {} have no account, so nobody can play for them. Give them one with `/season cast \
             account`.",
            list(names, "and")
        )),
    }
    said.trim_start().to_owned()
}

/// A pasted name with a handle in it that is only text.
pub fn handle_is_text(typed: &str) -> String {
    let typed = escape_markdown(typed);
    format!(
        "“{typed}” is only text, so I can't tell whose account it is, and nobody was added. Type @ \
         here and pick from Discord's list. For a guest without an account, leave out the @."
    )
}

pub fn nobody_has_role(role: RoleId) -> String {
    format!("Nobody in this server has <@&{role}>, so nobody was added.")
}

/// Several mentions in one piece of a pasted list, with a name somewhere among them.
pub fn unclear_whose(typed: &str) -> String {
    format!(
        "“{typed}” has several mentions, so I can't tell whose name it is, and nobody was added. \
         Put commas between people: Ann, Bo @bo, @cleo."
    )
}

/// About open matches, after a change in the cast.
pub const OPEN_MATCH_NOTE: &str = " Open matches keep the cast they were opened with.";

pub fn removed(name: &str) -> String {
    let name = escape_markdown(name);
    format!(
        "{name} is out of the cast. Their history stays; their season roles are removed. To bring \
         them back, use `/season cast back`."
    )
}

pub fn brought_back(name: &str, is: Role) -> String {
    let name = escape_markdown(name);
    format!("{name} is back in the cast, as {}.", with_article(is))
}

pub fn renamed(name: &str) -> String {
    let name = escape_markdown(name);
    format!("They're now called {name}. Past matches keep the old name.")
}

/// `unbound`: the private channel that was bound to the previous account.
pub fn account_set(name: &str, account: Option<AccountId>, unbound: Option<ChannelId>) -> String {
    let name = escape_markdown(name);
    let said = match account {
        Some(account) => format!("From the next match on, <@{account}> is {name}."),
        None => format!("From the next match on, {name} is a guest without an account."),
    };
    match unbound {
        Some(channel) => format!(
            "{said} <#{channel}> is no longer {name}'s, since the previous account can read it. \
             Bind a channel again with `/season cast bind`."
        ),
        None => said,
    }
}

pub fn bound(name: &str, channel: Option<ChannelId>) -> String {
    let name = escape_markdown(name);
    match channel {
        Some(channel) => {
            format!(
                "From the next match on, Dealer messages {name} in <#{channel}>. Only they should \
                 see it."
            )
        }
        None => format!("{name} no longer has a private channel. Dealer sends them DMs."),
    }
}

pub fn role_set(name: &str, is: Role) -> String {
    format!("{} is now {}.", escape_markdown(name), with_article(is))
}

fn with_article(is: Role) -> &'static str {
    match is {
        Role::Player => "a player",
        Role::Eliminated => "eliminated",
        Role::Dealer => "a dealer",
    }
}

fn whose(held: Option<&PurseBalance>) -> String {
    match held.map(|held| &held.whose) {
        None => "outside".to_owned(),
        Some(None) => "the bank".to_owned(),
        Some(Some(name)) => escape_markdown(name),
    }
}

/// Garnets that a host moved.
pub fn moved(moved: &GarnetsMoved) -> String {
    let amount = garnets(moved.amount);
    let (from, to) = (whose(moved.from.as_ref()), whose(moved.to.as_ref()));
    let now = |side: &Option<PurseBalance>| garnets(side.as_ref().map_or(0, |held| held.count));
    let (of_from, of_to) = (now(&moved.from), now(&moved.to));
    let first = capital(&from);
    match (&moved.from, &moved.to) {
        (None, _) => format!("{} gets {amount} and now has {of_to}.", capital(&to)),
        (_, None) => format!("{first} loses {amount} and now has {of_from}."),
        _ => format!("{first} gives {to} {amount}. {first} now has {of_from} and {to} {of_to}."),
    }
}

/// Says what several people got, the same each, and what each has now.
pub fn given_to_several(given: &[GarnetsMoved]) -> String {
    let held = |one: &GarnetsMoved| {
        let count = one.to.as_ref().map_or(0, |held| held.count);
        format!("{} {count}", whose(one.to.as_ref()))
    };
    let held: Vec<String> = given.iter().map(held).collect();
    let amount = garnets(given.first().map_or(0, |one| one.amount));
    format!("They each get {amount} and now have: {}.", held.join(", "))
}

/// The beginning of a sentence.
fn capital(who: &str) -> &str {
    match who {
        "the bank" => "The bank",
        who => who,
    }
}

/// Says how many garnets somebody gave, but not how many the other person has now.
pub fn gave(moved: &GarnetsMoved) -> String {
    let left = moved.from.as_ref().map_or(0, |held| held.count);
    format!(
        "You gave {} to {}. You have {} left.",
        garnets(moved.amount),
        whose(moved.to.as_ref()),
        garnets(left)
    )
}

/// A strike that was given.
pub fn struck(struck: &StrikeOutcome) -> String {
    let name = escape_markdown(&struck.name);
    let so_far = format!("{name} now has {}", strikes(struck.count));
    match struck.limit {
        Some(limit) if struck.eliminated => {
            let spoils = struck.spoils.map(|spoils| {
                let (whose, go) = (spoils_of(spoils), gone_to(spoils.0));
                format!(", and {whose} {go}")
            });
            format!(
                "{so_far}. That's the season's limit of {limit}: {name} is eliminated{}. It isn't \
                 announced anywhere.",
                spoils.unwrap_or_default()
            )
        }
        Some(limit) if struck.at_limit() => format!(
            "{so_far}. **That's the season's limit of {limit}.** You decide what happens (`/season \
             cast role`)."
        ),
        Some(limit) => format!("{so_far}; the limit is {limit}."),
        None => format!("{so_far}."),
    }
}

pub fn strike_taken_back(struck: &StrikeOutcome) -> String {
    let name = escape_markdown(&struck.name);
    let now = format!(
        "The strike is taken back. {name} now has {}.",
        strikes(struck.count)
    );
    if struck.eliminated {
        format!(
            "{now} {name} is still eliminated. To bring them back, use `/season cast role`; for \
         garnets that went to the bank, `/season garnets bank` (`/season garnets list` shows \
         how many)."
        )
    } else {
        now
    }
}

/// A strike in the list; see [`super::past`] for the form of its number.
pub fn strike_line(name: &str, strike: &Strike) -> String {
    let by = strike
        .by
        .map_or("Dealer".to_owned(), |by| format!("<@{by}>"));
    let line = format!(
        "**#{}** {}: {} · {by} · {}",
        strike.id,
        escape_markdown(name),
        escape_markdown(&booked_reason(&strike.reason)),
        date(strike.at_ms)
    );
    if strike.void {
        format!("~~{line}~~ taken back")
    } else {
        line
    }
}

/// Below the list: strikes from a match count when it is over. `more`: there are others above.
pub fn strikes_to_come(of: MatchName, count: u32, more: bool) -> String {
    let more = if more { " more" } else { "" };
    let count = match count {
        1 => format!("One strike{more} counts"),
        count => format!("{count} strikes{more} count"),
    };
    let of = match_number(of);
    format!("{count} once {of} is over. Until then only hosts know.")
}

pub const NO_STRIKES: &str = "Nobody has a strike in this season.";

pub fn roles_applied(count: u32, archived: bool) -> String {
    let of = count_of(count as usize, "person", "people");
    let doing = if archived {
        format!(
            "I'm removing that season's Discord roles from {of}, except those that the current \
         season gives"
        )
    } else {
        format!("I'm updating the Discord roles of {of}")
    };
    format!("{doing}. You'll get a message about any that I can't change.")
}

/// A person of a season in words. The name must be safe to show.
pub fn standee(person: &StandingsEntry, name: &str) -> String {
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

/// The standings in words: each group of people on a line, its heading in bold if `marked`.
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
pub const REST_OF_STANDINGS: &str = "The rest: `/season standings` with `words_only`.";

/// A player's own count, in a season that hides counts.
pub fn own_count(count: u32) -> String {
    format!("You have {} (only you see this).", garnets(count))
}

/// Somebody of the cast in its list, for hosts.
pub fn cast_line(person: &StandingsEntry, name: &str) -> String {
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

/// The people who have left the cast.
pub fn gone(names: &[String]) -> String {
    let names = names.iter().map(|name| escape_markdown(name));
    format!("Left the season: {}.", list(names, "and"))
}

/// How much everybody has, and the lines of the ledger.
pub fn ledger(ledger: &Ledger) -> String {
    let held: Vec<String> = ledger
        .held
        .iter()
        .filter(|(_, count)| *count > 0)
        .map(|(name, count)| format!("{} {count}", escape_markdown(name)))
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
    let side = |side: &PurseOwner, nobody: &str| match side {
        PurseOwner::Somebody(name) => escape_markdown(name),
        PurseOwner::Bank => "the bank".to_owned(),
        PurseOwner::Nobody => nobody.to_owned(),
    };
    let by = match (line.by, line.of_match) {
        (_, Some(of)) => match_number(of),
        (Some(by), None) => format!("<@{by}>"),
        // Garnets from one person to another without a match are a gift.
        (None, None) => match (&line.from, &line.to) {
            (PurseOwner::Somebody(_), PurseOwner::Somebody(_)) => "a forgotten account".to_owned(),
            _ => "Dealer".to_owned(),
        },
    };
    let back = if line.takes_back { "↩️ " } else { "" };
    let reason = escape_markdown(&booked_reason(&line.reason));
    let reason = if reason.is_empty() {
        String::new()
    } else {
        format!(" · {reason}")
    };
    format!(
        "{back}{} · {} → {}{reason} · {by} · {}",
        line.amount,
        side(&line.from, "new"),
        side(&line.to, "removed"),
        date(line.at_ms)
    )
}

/// Why somebody's Discord roles cannot be changed now, to a host.
pub fn roles_trouble(name: &str, roles: &[RoleId]) -> String {
    format!(
        "Dealer can't change {name}'s roles ({}). Give Dealer's role Manage Roles and drag it \
         above these in Server Settings → Roles. Dealer tries again every minute; `/season roles` \
         tries at once.",
        crate::words::people::roles_listed(roles)
    )
}

pub const ROLE_IS_GONE: &str = "One of the season's roles no longer exists. Choose another in \
     `/season settings`, then type `/season roles`.";
