//! `/season cast many`: reads the pasted list, finds the accounts of people who are only named, and
//! asks the host to confirm. The question is kept as a draft, so that its buttons outlive a
//! restart.

use serde::{Deserialize, Serialize};

use crate::discord::message::{Panel, note};
use crate::discord::press::{CastStep, Press};
use crate::discord::press_context::PressContext;
use crate::discord::rest::request_deferral;
use crate::discord::server::people;
use crate::discord::{Data, Result, Tried};
use crate::referee::{self, Asker, CastAdditions, Newcomer};
use crate::store::{AccountId, DraftId, RoleId, Season, SeasonId, ServerId, StoreError};
use crate::words::season;
use crate::words::season::many::{self, FoundAccount};
use games::screen::{Button, Choices, Menu};
use games::{Role, names};

/// A pasted list of people.
#[derive(Default)]
pub struct List {
    /// Each person's account, if mentioned, and name, if written.
    pub people: Vec<(Option<AccountId>, Option<String>)>,
    /// A part of the list that cannot be understood.
    pub unclear: Option<String>,
    /// The roles that are mentioned in it.
    pub roles: Vec<RoleId>,
    /// Names in the server that are already known.
    pub known: Vec<(AccountId, String)>,
    typed: String,
}

impl List {
    /// Reads a pasted list. Commas and lines separate people; so do mentions in a row.
    pub fn read(typed: &str) -> List {
        let mut list = List {
            typed: typed.trim().to_owned(),
            ..List::default()
        };
        for part in typed.split([',', ';', '\n']) {
            let (mut accounts, mut name) = (Vec::new(), String::new());
            let mut rest = part;
            while let Some((before, after)) = rest.split_once("<@") {
                let (id, after) = after.split_once('>').unwrap_or((after, ""));
                match id.strip_prefix('&') {
                    Some(role) => list.roles.extend(role.parse::<RoleId>()),
                    None => accounts.extend(id.trim_start_matches('!').parse::<AccountId>()),
                }
                name = format!("{name} {before}");
                rest = after;
            }
            name = format!("{name} {rest}");
            // A list pasted from a table may have tabs between words.
            let words: Vec<&str> = name.split_whitespace().collect();
            let name = Some(words.join(" ")).filter(|name| !name.is_empty());
            match (accounts.as_slice(), name) {
                ([], None) => {}
                ([], name) => list.people.push((None, name)),
                ([one], name) => list.people.push((Some(*one), name)),
                (many, None) => list
                    .people
                    .extend(many.iter().map(|one| (Some(*one), None))),
                // It is not clear whose name it is.
                (_, Some(_)) => {
                    list.unclear.get_or_insert(part.trim().to_owned());
                }
            }
        }
        list
    }

    /// Adds these members, who are known by name.
    pub fn know(&mut self, members: Vec<(AccountId, String)>) {
        for (account, name) in members {
            if !self.people.iter().any(|(one, _)| *one == Some(account)) {
                self.people.push((Some(account), None));
                self.known.push((account, name));
            }
        }
    }

    /// The typed list, for a refusal: Discord does not keep it.
    pub fn kept(&self) -> String {
        typed(&self.typed)
    }
}

/// A menu that waits for the host to choose people.
#[derive(Serialize, Deserialize)]
struct PendingChoice {
    /// The season that they would join, and as what.
    joins: i64,
    role: Role,
    garnets: u32,
}

/// Asks a host who has named nobody for the people to add.
pub async fn choose(
    data: &Data,
    season: &Season,
    asker: Asker,
    role: Role,
    garnets: u32,
) -> Result<Panel> {
    let joins = season.id.0;
    let asked = PendingChoice {
        joins,
        role,
        garnets,
    };
    let draft = data.keep_draft(None, asker.account, &asked).await?;
    let step = CastStep::Pick;
    let people = Choices::People(Vec::new());
    let menu = Menu::of(Press::Cast { draft, step }, many::MENU, people).taking(1..=25);
    Ok(note(many::WHO_SHOULD_JOIN).menus([menu]))
}

/// Asks the host whether to add the people whom they chose in the menu.
async fn chosen(by: &PressContext<'_>, asker: Asker, draft: DraftId) -> Result<Panel> {
    // Discord is asked about each of them, which takes a while.
    request_deferral();
    let account = asker.account;
    let asked = by.data.stored(move |tx| {
        let asked: Option<PendingChoice> = tx.own_draft(draft, account)?;
        let season = match &asked {
            Some(asked) => tx.season(SeasonId(asked.joins))?,
            None => None,
        };
        Ok(asked.zip(season))
    });
    let asked = asked.await?;
    let Some((asked, season)) = asked.filter(|(_, season)| Some(season.guild) == by.server) else {
        return Ok(note(many::LIST_GONE));
    };
    let accounts = by.values.iter().filter_map(|id| id.parse().ok());
    let list = List {
        people: accounts.map(|account| (Some(account), None)).collect(),
        ..List::default()
    };
    ask(by.data, &season, asker, list, asked.role, asked.garnets).await
}

/// A list that waits for the host's confirmation.
#[derive(Serialize, Deserialize)]
struct PendingCastList {
    /// The season that they would join.
    joins: i64,
    people: Vec<Newcomer>,
    typed: String,
    /// The answer, once there is one: a second press gets the same.
    #[serde(default)]
    said: Option<Answered>,
}

/// The outcome of a host's answer.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Answered {
    Added(CastAdditions),
    Dropped,
    /// A sentence, from before this was stored as facts.
    #[serde(untagged)]
    Text(String),
}

impl Answered {
    /// `list`: the list as it was typed.
    fn said(self, list: &str) -> String {
        match self {
            Answered::Added(added) => season::added(&added),
            Answered::Dropped => many::NOBODY_WAS_ADDED.to_owned() + &typed(list),
            Answered::Text(said) => said,
        }
    }
}

/// Finds the accounts of a list's people, and asks the host whether to add them; or says why they
/// cannot be added, and returns the typed list.
///
/// # Errors
/// What the store or Discord says.
pub async fn ask(
    data: &Data,
    season: &Season,
    asker: Asker,
    list: List,
    role: Role,
    garnets: u32,
) -> Result<Panel> {
    let kept = list.kept();
    let mut found = match find_accounts(data, season.guild, &list).await? {
        Ok(found) => found,
        Err(why) => return Ok(note(why + &kept)),
    };
    let newcomer = |(name, found): &(String, FoundAccount)| Newcomer {
        name: name.clone(),
        account: match found {
            FoundAccount::Named(account)
            | FoundAccount::Earlier(account, _)
            | FoundAccount::Member(account) => Some(*account),
            FoundAccount::Nobody | FoundAccount::Several(_) => None,
        },
        role,
        garnets,
    };
    let newcomers: Vec<Newcomer> = found.iter().map(newcomer).collect();
    let (id, would) = (season.id, newcomers.clone());
    let would = data.in_season(move |core, now| core.would_add_to_cast(id, asker, would, now));
    let would = match would.await? {
        Ok(would) => would,
        Err(refused) => return Ok(note(refused + &kept)),
    };
    if would.added.is_empty() && would.given.is_empty() {
        return Ok(note(season::added(&would)));
    }
    let asked = PendingCastList {
        joins: id.0,
        people: newcomers,
        typed: list.typed.clone(),
        said: None,
    };
    let draft = data.keep_draft(None, asker.account, &asked).await?;
    let is_added = |name: &str| would.added.iter().any(|added| added == name.trim());
    found.retain(|(name, _)| is_added(name));
    let content = many::preview(&found, &would.given, &would.already, role, garnets);
    let (all, guests) = (found.len() + would.given.len(), would.guests.len());
    let press = |step| Press::Cast { draft, step };
    let label = many::add_all_button(all);
    let mut buttons = vec![Button::success(press(CastStep::All), label)];
    if guests > 0 && guests < all {
        let label = many::add_with_account_button(all - guests);
        buttons.push(Button::primary(press(CastStep::WithAccounts), label));
    }
    let leave = crate::words::controls::CANCEL_BUTTON;
    buttons.push(Button::secondary(press(CastStep::Drop), leave));
    Ok(note(content).buttons(buttons))
}

/// Finds the accounts of a list's people; or says why that isn't possible.
async fn find_accounts(
    data: &Data,
    guild: ServerId,
    list: &List,
) -> Tried<Vec<(String, FoundAccount)>> {
    let earlier = earlier(data, guild).await?;
    let mut found = Vec::new();
    for person in &list.people {
        found.push(match person {
            (Some(account), name) => {
                let mut known = list.known.iter();
                let shown = match known.find(|(one, _)| one == account) {
                    Some((_, shown)) => Ok(shown.clone()),
                    None => people::shown_name(data, guild, *account).await?,
                };
                let shown = match shown {
                    Ok(shown) => people::writable(&shown),
                    Err(why) => return Ok(Err(why)),
                };
                (name.clone().unwrap_or(shown), FoundAccount::Named(*account))
            }
            (None, Some(name)) => match account_of(data, guild, name, &earlier).await? {
                Some(one) => one,
                None => return Ok(Err(many::SEARCH_FAILED.to_owned())),
            },
            (None, None) => continue,
        });
    }
    Ok(Ok(found))
}

/// Takes a host's answer.
///
/// # Errors
/// What the store or Discord says.
pub async fn pressed(by: &PressContext<'_>, draft: DraftId, step: CastStep) -> Result<Panel> {
    let asker = by.asker(None).await?;
    if step == CastStep::Pick {
        return chosen(by, asker, draft).await;
    }
    let guild = by.server;
    let said = by.data.in_season(move |core, now| {
        let asked = core.store().read(|tx| tx.own_draft(draft, asker.account))?;
        let Some(asked): Option<PendingCastList> = asked else {
            return Ok(many::LIST_GONE.to_owned());
        };
        let id = SeasonId(asked.joins);
        let season = core.store().read(|tx| tx.season(id))?;
        if season.is_none_or(|season| Some(season.guild) != guild) {
            return Ok(many::LIST_GONE.to_owned());
        }
        if let Some(answered) = asked.said {
            return Ok(answered.said(&asked.typed));
        }
        let mut people = asked.people.clone();
        if step == CastStep::WithAccounts {
            people.retain(|one| one.account.is_some());
        }
        let answered = match step {
            CastStep::Drop | CastStep::Pick => Answered::Dropped,
            CastStep::All | CastStep::WithAccounts => {
                match core.edit_season(id, asker, now, |edit| edit.add_to_cast(people)) {
                    Ok(added) => Answered::Added(added),
                    Err(referee::RefereeError::Refused(refusal)) => {
                        return Ok(season::refused(refusal) + &typed(&asked.typed));
                    }
                    Err(fault) => return Err(fault),
                }
            }
        };
        let said = answered.clone().said(&asked.typed);
        let done = PendingCastList {
            said: Some(answered),
            ..asked
        };
        let body = serde_json::to_string(&done).map_err(StoreError::from)?;
        core.store_mut()
            .write(|tx| tx.set_draft(draft, &body, now))?;
        Ok(said)
    });
    Ok(note(said.await?.unwrap_or_else(|refused| refused)))
}

/// The typed list, if nothing was done with it: Discord does not keep it.
fn typed(list: &str) -> String {
    match list {
        "" => String::new(),
        list if list.contains("<@") => {
            crate::words::answers::mentions_back(&crate::words::audit::escape_but_mentions(list))
        }
        list => crate::words::answers::typed_back(list),
    }
}

/// Everybody with an account in a server's seasons, newest season first: name, account and season.
async fn earlier(data: &Data, guild: ServerId) -> Result<Vec<(String, AccountId, String)>> {
    let read = data.stored(move |tx| {
        let mut all = Vec::new();
        for season in tx.seasons(guild)? {
            for (member, _) in tx.everybody(season.id)? {
                let of = season.name.clone();
                all.extend(member.account.map(|account| (member.name, account, of)));
            }
        }
        Ok(all)
    });
    read.await
}

/// The account of somebody with exactly this name: as in an earlier season, if they are still in
/// the server; otherwise of the only member with that name; and the name as it is spelled there, if
/// it was typed without capitals. None if Discord does not say.
async fn account_of(
    data: &Data,
    guild: ServerId,
    name: &str,
    earlier: &[(String, AccountId, String)],
) -> Result<Option<(String, FoundAccount)>> {
    let as_there = |spelled: &str| {
        let is_same = spelled.to_lowercase() == name;
        people::writable(if is_same { spelled } else { name })
    };
    let before = earlier.iter().map(|one| (one, one.0.as_str()));
    for (spelled, account, season) in names::called(name, before) {
        if people::shown_name(data, guild, *account).await?.is_ok() {
            let found = FoundAccount::Earlier(*account, season.clone());
            return Ok(Some((as_there(spelled), found)));
        }
    }
    /// The most members that one search returns (Discord documentation, "Search Guild Members").
    const MAX_FOUND: u64 = 1000;
    let members = data.rest.search_members(guild, name, MAX_FOUND);
    let Ok(members) = members.await else {
        return Ok(None);
    };
    let people = members.iter().filter(|member| !member.user.bot);
    let called = people.flat_map(|member| {
        let names = [
            member.nick.as_deref(),
            member.user.global_name.as_deref(),
            Some(member.user.name.as_str()),
        ];
        let names = names.into_iter().flatten();
        names.map(move |name| ((member.user.id.into(), name), name))
    });
    let called: Vec<((AccountId, &str), &str)> = called.collect();
    let mut found = names::called(name, called.into_iter());
    found.dedup_by_key(|(account, _)| *account);
    Ok(Some(match found[..] {
        [] => (name.to_owned(), FoundAccount::Nobody),
        [(account, spelled)] => (as_there(spelled), FoundAccount::Member(account)),
        _ => {
            let accounts = found.iter().map(|(account, _)| *account).collect();
            (name.to_owned(), FoundAccount::Several(accounts))
        }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pasted_list_has_names_and_mentions() {
        let name = |name: &str| Some(name.to_owned());
        let named = |typed| {
            let list = List::read(typed);
            assert_eq!(list.unclear, None);
            list.people
        };
        assert_eq!(
            named("Ann, Bo\t<@12>\n<@!13>; Lady  Quill,, <@x> ,"),
            [
                (None, name("Ann")),
                (Some(AccountId(12)), name("Bo")),
                (Some(AccountId(13)), None),
                (None, name("Lady Quill")),
            ]
        );
        assert_eq!(named(" , "), []);
        // Mentions need no separator. It isn't certain whose a name between several mentions is.
        let all = [
            (Some(AccountId(12)), None),
            (Some(AccountId(13)), None),
            (None, name("Ann")),
        ];
        assert_eq!(named("<@12> <@!13>,Ann"), all);
        assert_eq!(named("<@12><@13>\nAnn"), all);
        for typed in ["Ann <@12> <@13>", "<@12> Ann <@13>", "<@12> <@13> Ann"] {
            let list = List::read(&format!("Bo, {typed}"));
            assert_eq!(list.unclear, name(typed));
        }
        for (typed, roles) in [
            ("Ann, <@12>", &[][..]),
            ("Ann, <@&14>, <@12>", &[RoleId(14)]),
            ("<@&14>", &[RoleId(14)]),
            ("<@12> <@&15> <@&16>", &[RoleId(15), RoleId(16)]),
        ] {
            assert_eq!(List::read(typed).roles, roles, "{typed}");
        }
    }
}
