//! `/setup`: what a server needs before its first match, in one panel. Each step sets something
//! that a command or `/season settings` sets, too. All of its state is in the season and its cast.

use serde_json::{Value, json};
use serenity::all::{self, ChannelType, GuildChannel, PermissionOverwriteType, Permissions};

use super::{preflight, settings};
use crate::discord::message::{Panel, note};
use crate::discord::press::Press;
use crate::discord::press_context::PressContext;
use crate::discord::rest::Failure;
use crate::discord::server::permissions::MemberRoles;
use crate::discord::server::{hosts, people};
use crate::discord::{Data, Result, Tried, text};
use crate::referee::{Asker, Core};
use crate::settings::{self as all_settings, Setting};
use crate::store::{AccountId, CastMember, ChannelId, Season, SeasonId, ServerId};
use crate::words;
use games::Role;
use games::screen::{Button, Field, Form};

/// The settings that are steps, in order.
const STEPS: [&str; 4] = ["host-role", "matches", "announcements", "audit"];
/// Those that are channels, which Dealer can create; and whether only hosts may see it.
const CHANNELS: [(&str, bool); 3] = [
    ("matches", false),
    ("announcements", false),
    ("audit", true),
];

/// The form for the season's name.
const NAME: &str = "name";
/// Create the missing channels.
const MAKE: &str = "make";
/// Create a private channel for each player without one.
const PRIVATE: &str = "private";

/// The most characters of a channel's name, and the most channels in a category (Discord
/// documentation, "Channel Object").
const MAX_IN_NAME: usize = 100;
const MAX_IN_CATEGORY: usize = 50;
/// Kinds of channels (Discord documentation, "Channel Types").
const TEXT: u8 = 0;
const CATEGORY: u8 = 4;

fn steps() -> impl Iterator<Item = &'static Setting> {
    let step = |word| all_settings::all().find(move |one| one.word == word);
    STEPS.into_iter().filter_map(step)
}

/// The panel of a server, by its current season.
pub async fn panel(data: &Data, guild: ServerId) -> Result<Panel> {
    let press = |field: &str, season: Option<SeasonId>| Press::Guide {
        field: field.to_owned(),
        season,
    };
    let Some((season, cast)) = people::season_with_cast(data, guild).await? else {
        let name = Button::success(press(NAME, None), words::guide::NAME_SEASON_BUTTON);
        return Ok(note(words::guide::GUIDE_WITHOUT_SEASON).buttons([name]));
    };
    let id = Some(season.id);
    let menu = |step: &Setting| {
        let label = words::guide::guide_menu(step, &season);
        settings::id_menu(press(step.word, id), &step.kind, &label)
    };
    let missing = missing(&season).count();
    let without = without_channel(&cast).count();
    // Each stays in its place when there is nothing more to create.
    let make = [
        Button::success(press(MAKE, id), words::guide::make_channels_button(missing))
            .off_if(missing == 0),
        Button::secondary(
            press(PRIVATE, id),
            words::guide::make_private_button(without),
        )
        .off_if(without == 0),
    ];
    let make = (missing + without > 0).then_some(make);
    let settings = &season.settings;
    let roles = match settings.player_role.or(settings.eliminated_role) {
        Some(_) => Some(preflight::roles_of(data, &season).await?),
        None => None,
    };
    Ok(
        note(words::guide::guide(&season, steps(), &cast, roles.as_ref()))
            .menus(steps().filter_map(menu))
            .buttons(make.into_iter().flatten()),
    )
}

/// The settings without a channel.
fn missing(season: &Season) -> impl Iterator<Item = (&'static Setting, bool)> {
    let is_missing = |(word, hidden)| {
        let setting = all_settings::all().find(move |one| one.word == word)?;
        (!setting.has_chosen(season)).then_some((setting, hidden))
    };
    CHANNELS.into_iter().filter_map(is_missing)
}

/// The players of a cast with an account but without a private channel.
fn without_channel(cast: &[CastMember]) -> impl Iterator<Item = (&CastMember, AccountId)> {
    let players = cast.iter().filter(|member| member.role == Role::Player);
    let without = players.filter(|member| member.channel.is_none());
    without.filter_map(|member| Some((member, member.account?)))
}

/// Something in the panel was pressed, or its form was handed in.
pub async fn pressed(by: &PressContext<'_>, field: String, of: Option<SeasonId>) -> Result<()> {
    let Some(guild) = by.server else {
        return Ok(by.responder.whisper(words::rights::GUILD_ONLY).await?);
    };
    if field == NAME && by.fields.is_empty() {
        return Ok(by.responder.open(form()).await?);
    }
    let makes = [MAKE, PRIVATE].contains(&field.as_str());
    if makes && !by.member.is_some_and(hosts::manages) {
        let panel = panel(by.data, guild).await?;
        let panel = panel.with_problem(Some(words::guide::ONLY_MANAGERS_MAKE));
        return Ok(by.responder.show(panel, true).await?);
    }
    // Presses are handled one after the other, so that none creates something twice.
    let shown = async {
        let done = carry_out(by, guild, &field, of).await?;
        let panel = panel(by.data, guild).await?;
        Ok(match done {
            Ok(said) => panel.ending(&said),
            Err(problem) => panel.with_problem(Some(&problem)),
        })
    };
    by.responder.show_later(true, shown).await
}

/// Carries out a press. Returns what to say about it, or what is wrong.
async fn carry_out(
    by: &PressContext<'_>,
    guild: ServerId,
    field: &str,
    of: Option<SeasonId>,
) -> Tried<String> {
    let data = by.data;
    let asker = by.asker(None).await?;
    let now = people::season_with_cast(data, guild).await?;
    if now.as_ref().map(|(season, _)| season.id) != of {
        return Ok(Err(words::guide::GUIDE_OF_ANOTHER.to_owned()));
    }
    let Some((season, cast)) = now else {
        let typed = by.fields.first().map(|(_, name)| name.clone());
        return create_season(data, asker, guild, typed.unwrap_or_default()).await;
    };
    match field {
        MAKE => make_channels(data, asker, &season).await,
        PRIVATE => make_private(data, asker, &season, &cast).await,
        word => match steps().find(|step| step.word == word) {
            Some(step) => {
                let set = change_setting(data, asker, season.id, step, by.values.clone()).await?;
                Ok(set.map(|()| String::new()))
            }
            None => Ok(Err(words::answers::UNKNOWN_CONTROL.to_owned())),
        },
    }
}

async fn create_season(data: &Data, asker: Asker, guild: ServerId, name: String) -> Tried<String> {
    let typed = name.clone();
    let begin = move |core: &mut Core, now| core.new_season(guild, asker, &name, now);
    Ok(match data.in_season(begin).await? {
        Ok(_) => Ok(String::new()),
        Err(refused) => Err(words::answers::with_typed(&refused, &typed)),
    })
}

/// Sets a setting to what was chosen.
async fn change_setting(
    data: &Data,
    asker: Asker,
    id: SeasonId,
    setting: &'static Setting,
    chosen: Vec<String>,
) -> Tried<()> {
    let change = move |season: &mut Season| setting.choose(season, &chosen);
    let set = data.edit_season(id, asker, |edit| edit.set_season(change));
    Ok(set.await?.map(drop))
}

/// The channels that a press made, and those that could not be made, each with the reason.
#[derive(Default)]
struct Made {
    channels: Vec<ChannelId>,
    refused: Vec<(String, String)>,
}

impl Made {
    /// Notes a channel that was made and then used, or what went wrong with it.
    fn note(&mut self, name: &str, made: Result<ChannelId, String>) {
        match made {
            Ok(channel) => self.channels.push(channel),
            Err(why) => self.refused.push((text::escape_markdown(name), why)),
        }
    }

    fn said(&self) -> Result<String, String> {
        let said = words::guide::channels_made(&self.channels, &self.refused);
        if self.channels.is_empty() && !self.refused.is_empty() {
            Err(said)
        } else {
            Ok(said)
        }
    }
}

/// Creates the missing channels, and sets them.
async fn make_channels(data: &Data, asker: Asker, season: &Season) -> Tried<String> {
    if let Some(refused) = cannot_make(data, season.guild).await? {
        return Ok(Err(refused));
    }
    let mut made = Made::default();
    for (setting, hidden) in missing(season) {
        let name = words::guide::made_channel(setting.word);
        let topic = words::guide::topic_of_made(setting.word, &season.name);
        let mut new = json!({ "name": name, "topic": topic, "type": TEXT });
        if hidden {
            new["permission_overwrites"] = readers(data, season, None);
        }
        let channel = match make(data, season.guild, new, was_made(topic, hidden)).await? {
            Ok(channel) => ChannelId::from(channel.id),
            Err(why) => {
                made.note(name, Err(why));
                continue;
            }
        };
        let chosen = vec![channel.to_string()];
        let set = change_setting(data, again(asker), season.id, setting, chosen).await?;
        made.note(name, set.map(|()| channel));
    }
    Ok(made.said())
}

/// Creates a private channel for each player with an account and without one, in a category of its
/// own, and binds it to them.
async fn make_private(
    data: &Data,
    asker: Asker,
    season: &Season,
    cast: &[CastMember],
) -> Tried<String> {
    if let Some(refused) = cannot_make(data, season.guild).await? {
        return Ok(Err(refused));
    }
    let mut there = data.rest.channels(season.guild).await?;
    let mut made = Made::default();
    for (member, account) in without_channel(cast) {
        let category = match with_room(&there) {
            Some(category) => category,
            None => {
                let readers = readers(data, season, None);
                let name = words::guide::SUBMISSIONS;
                let new =
                    json!({ "name": name, "type": CATEGORY, "permission_overwrites": readers });
                let known: Vec<_> = there.iter().map(|one| one.id).collect();
                let is_it =
                    |one: &GuildChannel| is_for_submissions(one) && !known.contains(&one.id);
                match make(data, season.guild, new, is_it).await? {
                    Ok(category) => {
                        let id = category.id;
                        there.push(category);
                        id
                    }
                    // Without it, there is no place for anybody's channel.
                    Err(why) => {
                        made.note(name, Err(why));
                        break;
                    }
                }
            }
        };
        let name: String = member.name.chars().take(MAX_IN_NAME).collect();
        let topic = words::guide::topic_of_private(account, &season.name);
        let new = json!({
            "name": name,
            "topic": topic,
            "type": TEXT,
            "parent_id": category,
            "permission_overwrites": readers(data, season, Some(account)),
        });
        let channel = match make(data, season.guild, new, was_made(topic, true)).await? {
            Ok(channel) => channel,
            Err(why) => {
                made.note(&member.name, Err(why));
                continue;
            }
        };
        let (id, bound, to) = (season.id, channel.id.into(), member.name.clone());
        there.push(channel);
        let asker = again(asker);
        let bind = data.edit_season(id, asker, move |edit| edit.bind_channel(&to, Some(bound)));
        let bound = bind.await?.map(|()| bound);
        made.note(&member.name, bound);
    }
    Ok(made.said())
}

/// Several changes come from one press, so none must be refused as a repetition.
fn again(asker: Asker) -> Asker {
    Asker {
        interaction: None,
        ..asker
    }
}

fn is_for_submissions(one: &GuildChannel) -> bool {
    one.kind == ChannelType::Category && one.name == words::guide::SUBMISSIONS
}

/// A category for private channels that is not full.
fn with_room(there: &[GuildChannel]) -> Option<all::ChannelId> {
    let in_it = |category| {
        there
            .iter()
            .filter(move |one| one.parent_id == Some(category))
    };
    let categories = there.iter().filter(|one| is_for_submissions(one));
    let mut categories = categories.map(|category| category.id);
    categories.find(|category| in_it(*category).count() < MAX_IN_CATEGORY)
}

/// Finds the channel that an earlier press has made: people may change its name and its place. One
/// that should be `hidden` must still be.
fn was_made(topic: String, hidden: bool) -> impl Fn(&GuildChannel) -> bool {
    move |one| {
        let everybody = PermissionOverwriteType::Role(one.guild_id.everyone_role());
        let mut overwrites = one.permission_overwrites.iter();
        let is_hidden = overwrites.any(|overwrite| {
            overwrite.kind == everybody && overwrite.deny.contains(Permissions::VIEW_CHANNEL)
        });
        one.topic.as_ref() == Some(&topic) && (is_hidden || !hidden)
    }
}

/// Why Dealer cannot create channels, in words; None if it can.
async fn cannot_make(data: &Data, guild: ServerId) -> Result<Option<String>> {
    let may = MemberRoles::of(data, guild).await?.server_bits();
    let lacks = may & Permissions::MANAGE_CHANNELS.bits() == 0;
    Ok(lacks.then(|| words::guide::cannot_make("Manage Channels")))
}

/// The permission overwrites of a channel that only hosts, Dealer and one account read (Discord
/// documentation, "Overwrite Object"). Dealer can only give permissions that it has itself.
fn readers(data: &Data, season: &Season, account: Option<AccountId>) -> Value {
    let reads =
        Permissions::VIEW_CHANNEL | Permissions::SEND_MESSAGES | Permissions::READ_MESSAGE_HISTORY;
    let posts = reads | Permissions::ATTACH_FILES | Permissions::EMBED_LINKS;
    let allow = |id: u64, is_member: bool, bits: Permissions| {
        json!({
            "id": id.to_string(),
            "type": u8::from(is_member),
            "allow": bits.bits().to_string(),
            "deny": "0",
        })
    };
    let everybody = json!({
        "id": season.guild.to_string(),
        "type": 0,
        "allow": "0",
        "deny": Permissions::VIEW_CHANNEL.bits().to_string(),
    });
    let mut all = vec![everybody, allow(data.me.get(), true, posts)];
    all.extend(season.host_role.map(|role| allow(role.0, false, reads)));
    all.extend(account.map(|account| allow(account.0, true, reads)));
    Value::Array(all)
}

/// Creates a channel, or finds the one that `is_it`; or says in words why there is none.
async fn make(
    data: &Data,
    guild: ServerId,
    new: Value,
    is_it: impl Fn(&GuildChannel) -> bool,
) -> Tried<GuildChannel> {
    match data.rest.make_channel(guild, new, is_it).await {
        Ok(channel) => Ok(Ok(channel)),
        Err(failure) if failure.is_passing() => Ok(Err(words::guide::CHANNEL_UNSURE.to_owned())),
        Err(Failure::Refused { said, .. }) => Ok(Err(text::escape_markdown(&said))),
        Err(failure) => Err(failure.into()),
    }
}

fn form() -> Form<Press> {
    let press = Press::Guide {
        field: NAME.to_owned(),
        season: None,
    };
    let name = Field {
        most: Some(80),
        ..Field::new(NAME, words::guide::NAME_SEASON_LABEL)
    };
    Form::new(press, words::guide::NAME_SEASON_TITLE, vec![name])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Messages on servers still have these controls.
    #[test]
    fn every_earlier_control_is_known() {
        let fields = Press::all_there_were().filter_map(|press| match press {
            Press::Guide { field, .. } => Some(field),
            _ => None,
        });
        let mut fields: Vec<String> = fields.collect();
        fields.sort_unstable();
        let mut known = [&STEPS[..], &[NAME, MAKE, PRIVATE]].concat();
        known.sort_unstable();
        assert_eq!(fields, known);
        assert_eq!(steps().count(), STEPS.len());
    }
}
