//! What people do in a season, and what they then read.

use dealer::referee::SeasonEdit;
use dealer::store::Season;
use dealer::words::season as said;
use games::Role;
use serde_json::Value;

use super::{Scenario, reasoned, set, side, split};
use crate::stage::{GUILD, account, newcomer, role, words as read};

impl Scenario {
    /// What a person does, and the sentence that they then read.
    pub(super) fn deed(&mut self, deed: &str, at: &str) -> Result<String, String> {
        let (who, what) = split(deed, ": ", at);
        let (verb, rest) = what.split_once(' ').unwrap_or((what, ""));
        if verb == "act" {
            let id = self.open.unwrap();
            return self
                .stage
                .try_act(id, who, rest)
                .map(|()| "done".to_owned());
        }
        let asker = match who {
            // Repeats the last interaction.
            "again" => {
                let host = self.stage.asker("host");
                let interaction = host.interaction.map(|last| last - 1);
                dealer::referee::Asker {
                    interaction,
                    ..host
                }
            }
            who => self.stage.asker(who),
        };
        let (core, season, now) = (&mut self.stage.core, self.stage.season, self.stage.now);
        match verb {
            "new" => read(core.new_season(GUILD, asker, rest, now), |id| {
                self.stage.season = id;
                said::begun(rest.trim())
            }),
            "call" => {
                let done = core.edit_season(season, asker, now, |edit| edit.rename_season(rest));
                read(done, |name| said::renamed_season(&name))
            }
            "switch" => {
                let done = core.edit_season(season, asker, now, |edit| edit.switch_season());
                read(done, |()| said::switched("it"))
            }
            "archive" => read(core.archive_season(season, asker, true, now), |()| {
                said::archived("it", true, true)
            }),
            "unarchive" => read(core.archive_season(season, asker, false, now), |()| {
                said::archived("it", false, true)
            }),
            // From now on another season of the server is meant.
            "take" => {
                let seasons = core.store().read(|tx| tx.seasons(GUILD)).unwrap();
                let found = seasons.iter().find(|season| season.name == rest);
                self.stage.season = found.unwrap_or_else(|| panic!("{at}")).id;
                Ok(rest.to_owned())
            }
            "add" => {
                let new = rest.split(", ").map(newcomer).collect();
                let done = core.edit_season(season, asker, now, |edit| edit.add_to_cast(new));
                read(done, |added| said::added(&added))
            }
            "forget" => match core.forget_account(account(rest)) {
                Ok(forgotten) => Ok(forgotten.seasons.to_string()),
                Err(refused) => panic!("{at}: {refused:?}"),
            },
            "remove" => {
                let (name, reason) = reasoned(rest);
                let remove = |edit: &mut SeasonEdit| edit.remove_from_cast(name, reason);
                let done = core.edit_season(season, asker, now, remove);
                read(done, |member| said::removed(&member.name))
            }
            "back" => {
                let done = core.edit_season(season, asker, now, |edit| edit.bring_back(rest));
                read(done, |member| said::brought_back(&member.name, member.role))
            }
            "rename" => {
                let (name, to) = split(rest, " to ", at);
                let rename = |edit: &mut SeasonEdit| edit.rename_in_cast(name, to);
                let done = core.edit_season(season, asker, now, rename);
                read(done, |name| said::renamed(&name))
            }
            "account" => {
                let (name, of) = split(rest, " @", at);
                let account = (of != "none").then(|| account(of));
                let set = |edit: &mut SeasonEdit| edit.set_account(name, account);
                let done = core.edit_season(season, asker, now, set);
                read(done, |unbound| match unbound {
                    None => "done".to_owned(),
                    unbound => said::account_set(name, account, unbound),
                })
            }
            "bind" => {
                let (name, channel) = split(rest, " #", at);
                let channel = channel.parse().ok();
                let bind = |edit: &mut SeasonEdit| edit.bind_channel(name, channel);
                let done = core.edit_season(season, asker, now, bind);
                read(done, |()| said::bound(name, channel))
            }
            "role" => {
                let (rest, reason) = reasoned(rest);
                let (name, is) = rest.rsplit_once(' ').unwrap();
                let is: Role = role(is).unwrap();
                let set = |edit: &mut SeasonEdit| edit.set_cast_role(name, is, reason);
                let done = core.edit_season(season, asker, now, set);
                read(done, |member| said::role_set(&member.name, member.role))
            }
            "move" => {
                let (rest, reason) = reasoned(rest);
                let (amount, rest) = split(rest, " from ", at);
                let (from, to) = split(rest, " to ", at);
                let (sides, amount) = ((side(from), side(to)), amount.parse().unwrap());
                let moves = |edit: &mut SeasonEdit| edit.move_garnets(sides, amount, reason);
                let done = core.edit_season(season, asker, now, moves);
                read(done, |moved| said::moved(&moved))
            }
            "give" => {
                let (amount, to) = split(rest, " to ", at);
                let amount = amount.parse().unwrap();
                let give = |edit: &mut SeasonEdit| edit.give_garnets(to, amount, "");
                let done = core.edit_season(season, asker, now, give);
                let lines = |given: Vec<_>| given.iter().map(said::moved).collect::<Vec<_>>();
                read(done, |given| lines(given).join(" "))
            }
            "gift" => {
                let (rest, reason) = reasoned(rest);
                let (amount, to) = split(rest, " to ", at);
                let amount = amount.parse().unwrap();
                let done = core.gift_garnets(season, asker, to, amount, reason, now);
                read(done, |moved| said::gave(&moved))
            }
            "ledger" => read(core.ledger(season, asker, 5), |ledger| {
                let lines = said::ledger(&ledger);
                lines.lines().next().unwrap_or_default().to_owned()
            }),
            "strike" | "strike-out" => {
                let (name, reason) = reasoned(rest);
                let sure = verb == "strike-out";
                let strike = |edit: &mut SeasonEdit| edit.add_strike(name, sure, reason);
                let done = core.edit_season(season, asker, now, strike);
                read(done, |struck| said::struck(&struck))
            }
            "unstrike" => {
                let (number, reason) = reasoned(rest);
                let number = number.parse().unwrap();
                let back = |edit: &mut SeasonEdit| edit.take_strike_back(number, reason);
                let done = core.edit_season(season, asker, now, back);
                read(done, |struck| said::strike_taken_back(&struck))
            }
            "roles" => read(core.apply_roles(season, asker, now), |count| {
                count.to_string()
            }),
            // A setting, by its name in the store.
            "set" => {
                let (key, value) = split(rest, " ", at);
                let value: Value = serde_json::from_str(value).unwrap_or(Value::from(value));
                let change = |season: &mut Season| set(season, key, value, at);
                let done = core.edit_season(season, asker, now, |edit| edit.set_season(change));
                read(done, |_| "done".to_owned())
            }
            _ => panic!("{at}: what is {verb}?"),
        }
    }
}
