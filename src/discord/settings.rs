//! The panel in which a host sets what a season does: a page at a time, each change at once. All of
//! its state is in the controls and the season.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use serenity::all::{
    ButtonStyle, ChannelId, ChannelType, CreateActionRow, CreateInputText,
    CreateInteractionResponse, CreateModal, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption, InputTextStyle,
};

use super::answer::Asking;
use super::buttons::{button, toggle};
use super::panel::Panel;
use super::press::part::{read, written};
use super::press::{Press, SettingField};
use super::pressed::By;
use super::screen::menu;
use super::{Data, Fault as Problem, text};
use crate::discord::server::hosts;
use crate::referee::{Asker, Core, Fault};
use crate::store::{AtStrikeLimit, DraftId, LoserGarnets, Season, SeasonId, StoreError};
use crate::words::season::panel as labels;
use crate::words::{self, season as said};

/// A page of the panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    Garnets,
    Roles,
    Channels,
    Matches,
}

impl Page {
    const ALL: [(Page, &'static str, &'static str); 4] = [
        (Page::Garnets, "garnets", labels::GARNETS),
        (Page::Roles, "roles", labels::ROLES),
        (Page::Channels, "channels", labels::CHANNELS),
        (Page::Matches, "matches", labels::MATCHES),
    ];
}

impl SettingField {
    /// The page on which it stands; None for the menu of pages.
    fn page(self) -> Option<Page> {
        Some(match self {
            SettingField::Page => return None,
            SettingField::Loser
            | SettingField::AtLimit
            | SettingField::Public(_)
            | SettingField::Give(_)
            | SettingField::Numbers => Page::Garnets,
            SettingField::HostRole | SettingField::PlayerRole | SettingField::EliminatedRole => {
                Page::Roles
            }
            SettingField::Announcements
            | SettingField::MatchChannel
            | SettingField::Audit
            | SettingField::Alliances => Page::Channels,
            SettingField::Lock(_)
            | SettingField::Hold(_)
            | SettingField::See(_)
            | SettingField::Times => Page::Matches,
        })
    }
}

/// Something in the panel was pressed, or one of its forms was handed in.
pub async fn pressed(
    data: &Data,
    asking: &Asking<'_>,
    by: &By<'_>,
    (id, field, typed): (SeasonId, SettingField, Option<DraftId>),
) -> Result<(), Problem> {
    let asker = Asker {
        account: by.account,
        is_host: hosts::is_host(data, by.member, None).await?,
        interaction: Some(by.interaction.get()),
    };
    if !asker.is_host {
        return Ok(asking.whisper(&words::host_only()).await?);
    }
    let season = data
        .referee
        .read(move |core, _| core.store().read(|tx| tx.season(id)))
        .await??;
    let guild = by.member.map(|member| member.guild_id.get());
    let Some(season) = season.filter(|season| Some(season.guild) == guild) else {
        return Ok(asking.whisper(&said::no_season()).await?);
    };
    if by.fields.is_empty()
        && let Some(inputs) = inputs(&season, field)
    {
        let kept = kept(data, typed, by.account).await?;
        let form = form((id, field, typed), inputs, &kept.unwrap_or_default());
        return Ok(asking.respond(form).await?);
    }
    let cleared = by.values.first().and_then(|value| cleared(value));
    let (field, values) = match cleared.filter(|_| field == SettingField::Page) {
        Some(field) => (field, &[][..]),
        None => (field, &by.values[..]),
    };
    let Some(page) = field.page() else {
        let chosen = by.values.first().map(String::as_str);
        let mut pages = Page::ALL.iter();
        let found = pages.find(|(_, word, _)| Some(*word) == chosen);
        let page = found.map_or(Page::Garnets, |(page, ..)| *page);
        return Ok(asking.show(panel(&season, page, None), true).await?);
    };
    if let (SettingField::PlayerRole | SettingField::EliminatedRole, [role, ..]) =
        (field, &by.managed[..])
    {
        let problem = said::managed_role(*role) + ".";
        let panel = panel(&season, page, None).with_problem(Some(&problem));
        return Ok(asking.show(panel, true).await?);
    }
    let change = Change::read(field, values, &by.fields);
    let done = data
        .referee
        .run(move |core, now| core.set_season(id, asker, |season| change.make(season), now));
    let problem = match done.await? {
        Ok(after) => {
            let note = at_limit_already(data, &season, &after).await?;
            let panel = panel(&after, page, None).ending(&note.unwrap_or_default());
            return Ok(asking.show(panel, true).await?);
        }
        Err(Fault::Refused(refusal)) => said::refusal(&refusal.shown_as(text::plain)),
        Err(Fault::Store(error)) => return Err(error.into()),
    };
    // Nothing typed is lost: the form shows it again.
    let typed = match by.fields.is_empty() {
        true => None,
        false => Some(keep(data, typed, by).await?),
    };
    let panel = panel(&season, page, typed).with_problem(Some(&problem));
    Ok(asking.show(panel, true).await?)
}

/// What was typed into a form and not taken, by the names of its fields.
#[derive(Default, Serialize, Deserialize)]
struct Typed(BTreeMap<String, String>);

/// What somebody typed last, if it was not taken.
async fn kept(data: &Data, typed: Option<DraftId>, account: u64) -> Result<Option<Typed>, Problem> {
    let Some(id) = typed else {
        return Ok(None);
    };
    let draft = data
        .referee
        .read(move |core, _| core.store().read(|tx| tx.draft(id)));
    let own = draft.await??.filter(|draft| draft.owner == account);
    Ok(own.and_then(|draft| serde_json::from_str(&draft.body).ok()))
}

/// Keeps what somebody has typed, in place of what they typed before.
async fn keep(data: &Data, typed: Option<DraftId>, by: &By<'_>) -> Result<DraftId, Problem> {
    let body = serde_json::to_string(&Typed(by.fields.iter().cloned().collect()))?;
    let account = by.account;
    let kept = data.referee.read(move |core: &mut Core, now| {
        core.store().write(|tx| {
            if let Some(id) = typed
                && let Some(draft) = tx.draft(id)?
                && draft.owner == account
                && serde_json::from_str::<Typed>(&draft.body).is_ok()
            {
                tx.set_draft(id, &body, now)?;
                return Ok::<_, StoreError>(id);
            }
            tx.add_draft(account, &body, now)
        })
    });
    Ok(kept.await??)
}

/// The setting that an item of the menu of pages has nothing chosen for.
fn cleared(value: &str) -> Option<SettingField> {
    let word = value.strip_prefix(CLEAR)?;
    read(word)
}

/// The menus in which roles and channels are chosen.
const MENUS: [SettingField; 7] = [
    SettingField::HostRole,
    SettingField::PlayerRole,
    SettingField::EliminatedRole,
    SettingField::Announcements,
    SettingField::MatchChannel,
    SettingField::Audit,
    SettingField::Alliances,
];

/// Before a setting's word in the menu of pages: nothing is chosen for it any more.
const CLEAR: &str = "none ";

/// What a host is told who has set a limit of strikes, or a lower one, that somebody has reached
/// before.
async fn at_limit_already(
    data: &Data,
    before: &Season,
    after: &Season,
) -> Result<Option<String>, Problem> {
    let limits = [before, after].map(|season| season.settings.strike_limit.unwrap_or(u32::MAX));
    if limits[1] >= limits[0] {
        return Ok(None);
    }
    let id = after.id;
    let who = data.referee.read(move |core, _| core.at_strike_limit(id));
    let who = who.await??.into_iter();
    let who: Vec<(String, u32)> = who
        .map(|(name, count)| (text::plain(&name), count))
        .collect();
    let said = || said::at_limit_already(&who, after.settings.at_strike_limit);
    Ok((!who.is_empty()).then(said))
}

/// What a control makes of the settings.
enum Change {
    /// None: as the game has it.
    Loser(Option<LoserGarnets>),
    AtLimit(AtStrikeLimit),
    /// A setting that is on or off.
    Switch(SettingField),
    Numbers {
        bonus: Option<u32>,
        limit: Option<u32>,
    },
    /// A role or a channel; None for none.
    One(SettingField, Option<u64>),
    Alliances(Vec<u64>),
    Times {
        pauses: u32,
        minutes: u32,
        zone: String,
        quiet: Option<(u8, u8)>,
    },
}

impl Change {
    /// What was chosen or typed.
    fn read(field: SettingField, values: &[String], fields: &[(String, String)]) -> Change {
        let chosen = values.first().map(String::as_str).unwrap_or_default();
        let typed = |name: &str| {
            let found = fields.iter().find(|(field, _)| field == name);
            found.map(|(_, typed)| typed.trim()).unwrap_or_default()
        };
        // What cannot be read is a number that no setting may have, so that it is refused with all
        // else.
        let number = |name: &str| typed(name).parse::<u32>().unwrap_or(u32::MAX);
        let number_or_none = |name: &str| (!typed(name).is_empty()).then(|| number(name));
        match field {
            SettingField::Loser => Change::Loser(match chosen {
                "winner" => Some(LoserGarnets::Winner),
                "nobody" => Some(LoserGarnets::Nobody),
                "bank" => Some(LoserGarnets::Bank),
                _ => None,
            }),
            SettingField::AtLimit => Change::AtLimit(match chosen {
                "eliminate" => AtStrikeLimit::Eliminate,
                _ => AtStrikeLimit::TellHosts,
            }),
            SettingField::Numbers => Change::Numbers {
                bonus: number_or_none("bonus"),
                limit: number_or_none("limit"),
            },
            SettingField::Times => Change::Times {
                pauses: number("pauses"),
                minutes: number("minutes"),
                zone: typed("zone").to_owned(),
                quiet: match typed("quiet") {
                    "" => None,
                    // What cannot be read is refused as hours that there are not.
                    hours => Some(quiet_hours(hours).unwrap_or((u8::MAX, u8::MAX))),
                },
            },
            SettingField::Alliances => {
                Change::Alliances(values.iter().filter_map(|id| id.parse().ok()).collect())
            }
            SettingField::HostRole
            | SettingField::PlayerRole
            | SettingField::EliminatedRole
            | SettingField::Announcements
            | SettingField::MatchChannel
            | SettingField::Audit => Change::One(field, chosen.parse().ok()),
            SettingField::Page
            | SettingField::Public(_)
            | SettingField::Give(_)
            | SettingField::Lock(_)
            | SettingField::Hold(_)
            | SettingField::See(_) => Change::Switch(field),
        }
    }

    fn make(self, season: &mut Season) {
        let settings = &mut season.settings;
        match self {
            Change::Loser(to) => settings.loser_garnets = to,
            Change::AtLimit(then) => settings.at_strike_limit = then,
            Change::Numbers { bonus, limit } => {
                settings.winner_bonus = bonus;
                settings.strike_limit = limit;
            }
            Change::Times {
                pauses,
                minutes,
                zone,
                quiet,
            } => {
                settings.player_pauses = pauses;
                settings.player_pause_minutes = minutes;
                settings.time_zone = zone;
                settings.quiet_hours = quiet;
            }
            Change::Alliances(channels) => settings.alliance_channels = channels,
            Change::One(field, id) => match field {
                SettingField::HostRole => season.host_role = id,
                SettingField::PlayerRole => settings.player_role = id,
                SettingField::EliminatedRole => settings.eliminated_role = id,
                SettingField::Announcements => settings.announcement_channel = id,
                SettingField::MatchChannel => settings.match_channel = id,
                SettingField::Audit => settings.audit_channel = id,
                _ => {}
            },
            Change::Switch(field) => match field {
                SettingField::Public(on) => settings.garnets_public = on,
                SettingField::Give(on) => settings.players_may_give = on,
                SettingField::Lock(on) => settings.lock_match_channel = on,
                SettingField::Hold(on) => settings.hold_results = on,
                SettingField::See(on) => settings.hosts_see_submissions = on,
                _ => {}
            },
        }
    }
}

/// `22-8`: two hours.
fn quiet_hours(text: &str) -> Option<(u8, u8)> {
    let (from, to) = text.split_once(['-', '–'])?;
    let hour = |text: &str| text.trim().trim_end_matches(":00").parse().ok();
    Some((hour(from)?, hour(to)?))
}

/// The panel at one of its pages. `typed`: what was typed into its form and not taken.
pub fn panel(season: &Season, page: Page, typed: Option<DraftId>) -> Panel {
    let mut content = said::settings_panel(season, &text::plain(&season.name));
    if matches!(page, Page::Garnets | Page::Matches) {
        content.push_str(&format!("\n{}", words::TOGGLES));
    }
    let press = |field| Press::Setting {
        season: season.id,
        field,
        typed: None,
    };
    let settings = &season.settings;
    let one = |field| match field {
        SettingField::HostRole => season.host_role,
        SettingField::PlayerRole => settings.player_role,
        SettingField::EliminatedRole => settings.eliminated_role,
        SettingField::Announcements => settings.announcement_channel,
        SettingField::MatchChannel => settings.match_channel,
        SettingField::Audit => settings.audit_channel,
        _ => None,
    };
    let pages = Page::ALL.iter().map(|(own, word, label)| {
        let label = format!("{}: {label}", labels::PAGE);
        CreateSelectMenuOption::new(label, *word).default_selection(*own == page)
    });
    // A menu that shows what is chosen does not show what it is for: so these show that, and what
    // is chosen is taken away here.
    let chosen = MENUS.iter().filter(|field| {
        let is_some = one(**field).is_some()
            || **field == SettingField::Alliances && !settings.alliance_channels.is_empty();
        field.page() == Some(page) && is_some
    });
    let chosen = chosen.map(|field| {
        let label = labels::nothing_for(menu_label(*field));
        CreateSelectMenuOption::new(label, format!("{CLEAR}{}", written(field)))
    });
    let mut rows = vec![menu(
        press(SettingField::Page),
        pages.chain(chosen).collect(),
        labels::PAGE.to_owned(),
    )];
    let toggle = |field: fn(bool) -> SettingField, label: &str, is_on: bool| {
        toggle(|on| press(field(on)), label, is_on)
    };
    let form = |field, label: &str| {
        let season = season.id;
        let press = Press::Setting {
            season,
            field,
            typed,
        };
        button(press, label, ButtonStyle::Primary)
    };
    match page {
        Page::Garnets => {
            let loser = [
                (None, "game"),
                (Some(LoserGarnets::Winner), "winner"),
                (Some(LoserGarnets::Bank), "bank"),
                (Some(LoserGarnets::Nobody), "nobody"),
            ];
            let loser = loser.map(|(to, word)| {
                CreateSelectMenuOption::new(said::loser_garnets_choice(to), word)
                    .default_selection(settings.loser_garnets == to)
            });
            rows.push(menu(
                press(SettingField::Loser),
                loser.to_vec(),
                labels::LOSER.to_owned(),
            ));
            let then = [
                (AtStrikeLimit::TellHosts, "tell"),
                (AtStrikeLimit::Eliminate, "eliminate"),
            ];
            let then = then.map(|(then, word)| {
                let label = format!("{} {}", labels::AT_LIMIT, said::at_strike_limit(then));
                CreateSelectMenuOption::new(label, word)
                    .default_selection(settings.at_strike_limit == then)
            });
            rows.push(menu(
                press(SettingField::AtLimit),
                then.to_vec(),
                labels::AT_LIMIT.to_owned(),
            ));
            rows.push(CreateActionRow::Buttons(vec![
                form(SettingField::Numbers, labels::NUMBERS),
                toggle(
                    SettingField::Public,
                    labels::PUBLIC,
                    settings.garnets_public,
                ),
                toggle(SettingField::Give, labels::GIVE, settings.players_may_give),
            ]));
        }
        Page::Roles => {
            let role = |field| {
                let kind = CreateSelectMenuKind::Role {
                    default_roles: None,
                };
                let label = labels::choose(menu_label(field), one(field).is_some());
                select(press(field), kind, &label, 1..=1)
            };
            let fields = [
                SettingField::HostRole,
                SettingField::PlayerRole,
                SettingField::EliminatedRole,
            ];
            rows.extend(fields.map(role));
        }
        Page::Channels => {
            let kind = |types: Vec<ChannelType>, chosen| CreateSelectMenuKind::Channel {
                channel_types: Some(types),
                default_channels: chosen,
            };
            let channel = |field| {
                let mut types = vec![ChannelType::Text];
                if field == SettingField::Announcements {
                    // A community's own channel for announcements.
                    types.push(ChannelType::News);
                }
                let label = labels::choose(menu_label(field), one(field).is_some());
                select(press(field), kind(types, None), &label, 1..=1)
            };
            let fields = [
                SettingField::Announcements,
                SettingField::MatchChannel,
                SettingField::Audit,
            ];
            rows.extend(fields.map(channel));
            // Of several some are added and taken away: those that are chosen have to be there.
            let alliances = settings.alliance_channels.iter();
            let chosen: Vec<ChannelId> = alliances.map(|id| ChannelId::new(*id)).collect();
            if !chosen.is_empty() {
                content.push_str(labels::LAST_MENU);
            }
            let press = press(SettingField::Alliances);
            let kind = kind(vec![ChannelType::Text], Some(chosen));
            rows.push(select(press, kind, labels::ALLIANCES, 0..=25));
        }
        Page::Matches => rows.push(CreateActionRow::Buttons(vec![
            form(SettingField::Times, labels::TIMES),
            toggle(
                SettingField::Lock,
                labels::LOCK,
                settings.lock_match_channel,
            ),
            toggle(SettingField::Hold, labels::HOLD, settings.hold_results),
            toggle(
                SettingField::See,
                labels::SEE,
                settings.hosts_see_submissions,
            ),
        ])),
    }
    Panel {
        content,
        picture: None,
        rows,
    }
}

/// What a menu of the panel is for.
fn menu_label(field: SettingField) -> &'static str {
    match field {
        SettingField::HostRole => labels::HOST_ROLE,
        SettingField::PlayerRole => labels::PLAYER_ROLE,
        SettingField::EliminatedRole => labels::ELIMINATED_ROLE,
        SettingField::Announcements => labels::ANNOUNCEMENTS,
        SettingField::MatchChannel => labels::MATCH_CHANNEL,
        SettingField::Audit => labels::AUDIT,
        SettingField::Alliances => labels::ALLIANCES,
        // The others have no menu of roles or channels.
        _ => labels::PAGE,
    }
}

fn select(
    press: Press,
    kind: CreateSelectMenuKind,
    label: &str,
    count: RangeInclusive<u8>,
) -> CreateActionRow {
    CreateActionRow::SelectMenu(
        CreateSelectMenu::new(press.to_string(), kind)
            .placeholder(label)
            .min_values(*count.start())
            .max_values(*count.end()),
    )
}

/// A field of a form: its name, its label and what is set.
type Input = (&'static str, &'static str, String);

/// The fields of the form behind a button; None for a control without one.
fn inputs(season: &Season, field: SettingField) -> Option<Vec<Input>> {
    let settings = &season.settings;
    let optional = |number: Option<u32>| number.map(|n| n.to_string()).unwrap_or_default();
    let quiet = settings
        .quiet_hours
        .map(|(from, to)| format!("{from}-{to}"));
    Some(match field {
        SettingField::Numbers => vec![
            ("bonus", labels::BONUS, optional(settings.winner_bonus)),
            ("limit", labels::LIMIT, optional(settings.strike_limit)),
        ],
        SettingField::Times => vec![
            ("pauses", labels::PAUSES, settings.player_pauses.to_string()),
            (
                "minutes",
                labels::MINUTES,
                settings.player_pause_minutes.to_string(),
            ),
            ("zone", labels::ZONE, settings.time_zone.clone()),
            ("quiet", labels::QUIET, quiet.unwrap_or_default()),
        ],
        _ => return None,
    })
}

/// A form with these fields; what was typed last and not taken stands in them.
fn form(
    (season, field, typed): (SeasonId, SettingField, Option<DraftId>),
    inputs: Vec<Input>,
    kept: &Typed,
) -> CreateInteractionResponse {
    let rows = inputs.into_iter().map(|(name, label, value)| {
        let value = kept.0.get(name).cloned().unwrap_or(value);
        let input = CreateInputText::new(InputTextStyle::Short, label, name);
        let may_be_empty = matches!(name, "bonus" | "limit" | "quiet");
        CreateActionRow::InputText(input.value(value).required(!may_be_empty))
    });
    let press = Press::Setting {
        season,
        field,
        typed,
    };
    let title = match field {
        SettingField::Numbers => labels::GARNETS,
        _ => labels::MATCHES,
    };
    let form = CreateModal::new(press.to_string(), title).components(rows.collect());
    CreateInteractionResponse::Modal(form)
}
