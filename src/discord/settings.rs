//! The panel in which a host sets what a season does: a page at a time, each change at once. All of its state is in the controls and the season.

use serenity::all::{
    ButtonStyle, ChannelId, ChannelType, CreateActionRow, CreateInputText,
    CreateInteractionResponse, CreateModal, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption, InputTextStyle, RoleId,
};

use super::answer::Asking;
use super::buttons::{button, toggle};
use super::controls::menu;
use super::panel::Panel;
use super::press::{Press, SettingField};
use super::pressed::By;
use super::{Data, Fault as Problem, text};
use crate::discord::server::hosts;
use crate::referee::{Asker, Fault};
use crate::store::{AtStrikeLimit, LoserGarnets, Season, SeasonId};
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
    id: SeasonId,
    field: SettingField,
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
        && let Some(form) = form(&season, field)
    {
        return Ok(asking.respond(form).await?);
    }
    let Some(page) = field.page() else {
        let chosen = by.values.first().map(String::as_str);
        let mut pages = Page::ALL.iter();
        let found = pages.find(|(_, word, _)| Some(*word) == chosen);
        let page = found.map_or(Page::Garnets, |(page, ..)| *page);
        return Ok(asking.show(panel(&season, page, None), true).await?);
    };
    let change = match Change::read(field, by) {
        Ok(change) => change,
        Err(problem) => {
            let panel = panel(&season, page, Some(problem));
            return Ok(asking.show(panel, true).await?);
        }
    };
    let done = data
        .referee
        .run(move |core, now| core.set_season(id, asker, |season| change.make(season), now))
        .await?;
    let panel = match done {
        Ok(after) => {
            let mut panel = panel(&after, page, None);
            if let Some(note) = at_limit_already(data, &season, &after).await? {
                panel.content = format!("{note}\n{}", panel.content);
            }
            panel
        }
        Err(Fault::Refused(refusal)) => {
            let problem = said::refusal(&refusal.shown_as(text::plain));
            panel(&season, page, Some(problem))
        }
        Err(Fault::Store(error)) => return Err(error.into()),
    };
    Ok(asking.show(panel, true).await?)
}

/// What a host is told who has set a limit of strikes, or a lower one, that somebody has reached before.
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
    /// What was chosen or typed; or what is not right about it.
    fn read(field: SettingField, by: &By<'_>) -> Result<Change, String> {
        let (values, fields) = (&by.values, &by.fields);
        if let (SettingField::PlayerRole | SettingField::EliminatedRole, [role, ..]) =
            (field, &by.managed[..])
        {
            return Err(said::managed_role(*role) + ".");
        }
        let chosen = values.first().map(String::as_str).unwrap_or_default();
        let typed = |name: &str| {
            let found = fields.iter().find(|(field, _)| field == name);
            found.map(|(_, typed)| typed.trim()).unwrap_or_default()
        };
        let number = |name: &str| {
            let typed = typed(name);
            let not = || said::not_a_number(&text::plain(typed));
            typed.parse::<u32>().map_err(|_| not())
        };
        let number_or_none = |name: &str| match typed(name) {
            "" => Ok(None),
            _ => number(name).map(Some),
        };
        Ok(match field {
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
                bonus: number_or_none("bonus")?,
                limit: number_or_none("limit")?,
            },
            SettingField::Times => Change::Times {
                pauses: number("pauses")?,
                minutes: number("minutes")?,
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
        })
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

/// The panel at one of its pages, with what is not right about what was typed.
pub fn panel(season: &Season, page: Page, problem: Option<String>) -> Panel {
    let mut content = said::settings_panel(season, &text::plain(&season.name));
    if matches!(page, Page::Garnets | Page::Matches) {
        content.push_str(&format!("\n{}", words::TOGGLES));
    }
    if let Some(problem) = problem {
        content = format!("{}{content}", words::problem(&problem));
    }
    let press = |field| Press::Setting {
        season: season.id,
        field,
    };
    let pages = Page::ALL.iter().map(|(own, word, label)| {
        CreateSelectMenuOption::new(*label, *word).default_selection(*own == page)
    });
    let mut rows = vec![menu(
        press(SettingField::Page),
        pages.collect(),
        labels::PAGE.to_owned(),
    )];
    let settings = &season.settings;
    let toggle = |field: fn(bool) -> SettingField, label: &str, is_on: bool| {
        toggle(|on| press(field(on)), label, is_on)
    };
    let form = |field, label: &str| button(press(field), label, ButtonStyle::Primary);
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
            let role = |field, label: &str, is: Option<u64>| {
                let default_roles = is.map(|role| vec![RoleId::new(role)]);
                let kind = CreateSelectMenuKind::Role { default_roles };
                select(press(field), kind, label, 1)
            };
            rows.extend([
                role(SettingField::HostRole, labels::HOST_ROLE, season.host_role),
                role(
                    SettingField::PlayerRole,
                    labels::PLAYER_ROLE,
                    settings.player_role,
                ),
                role(
                    SettingField::EliminatedRole,
                    labels::ELIMINATED_ROLE,
                    settings.eliminated_role,
                ),
            ]);
        }
        Page::Channels => {
            let channels = |field, label: &str, are: &[u64], most: u8| {
                let chosen = are.iter().map(|id| ChannelId::new(*id)).collect();
                let mut types = vec![ChannelType::Text];
                if field == SettingField::Announcements {
                    // A community's own channel for announcements.
                    types.push(ChannelType::News);
                }
                let kind = CreateSelectMenuKind::Channel {
                    channel_types: Some(types),
                    default_channels: Some(chosen),
                };
                select(press(field), kind, label, most)
            };
            let one = |field, label, is: Option<u64>| channels(field, label, is.as_slice(), 1);
            rows.extend([
                one(
                    SettingField::Announcements,
                    labels::ANNOUNCEMENTS,
                    settings.announcement_channel,
                ),
                one(
                    SettingField::MatchChannel,
                    labels::MATCH_CHANNEL,
                    settings.match_channel,
                ),
                one(SettingField::Audit, labels::AUDIT, settings.audit_channel),
                channels(
                    SettingField::Alliances,
                    labels::ALLIANCES,
                    &settings.alliance_channels,
                    25,
                ),
            ]);
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

fn select(press: Press, kind: CreateSelectMenuKind, label: &str, most: u8) -> CreateActionRow {
    CreateActionRow::SelectMenu(
        CreateSelectMenu::new(press.to_string(), kind)
            .placeholder(label)
            .min_values(0)
            .max_values(most),
    )
}

/// The form behind a button; None for a control without one.
fn form(season: &Season, field: SettingField) -> Option<CreateInteractionResponse> {
    let settings = &season.settings;
    let optional = |number: Option<u32>| number.map(|n| n.to_string()).unwrap_or_default();
    let quiet = settings
        .quiet_hours
        .map(|(from, to)| format!("{from}-{to}"));
    let inputs = match field {
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
    };
    let rows = inputs.into_iter().map(|(name, label, value)| {
        let input = CreateInputText::new(InputTextStyle::Short, label, name);
        let may_be_empty = matches!(name, "bonus" | "limit" | "quiet");
        CreateActionRow::InputText(input.value(value).required(!may_be_empty))
    });
    let press = Press::Setting {
        season: season.id,
        field,
    };
    let title = match field {
        SettingField::Numbers => labels::GARNETS,
        _ => labels::MATCHES,
    };
    let form = CreateModal::new(press.to_string(), title).components(rows.collect());
    Some(CreateInteractionResponse::Modal(form))
}
