//! Checks the rights of each command and each control before anything else, by the table.

use poise::CommandInteractionType;
use serenity::all::{GuildId, Member};

use super::{Relation, Right, may};
use crate::discord::commands::{match_lookup, reply};
use crate::discord::panels::rulings;
use crate::discord::press::{About, Subject};
use crate::discord::press_context::PressContext;
use crate::discord::server::hosts;
use crate::discord::{Context, Data, Fault, text};
use crate::referee::{Snapshot, Viewer};
use crate::store::MatchId;
use crate::words;
use games::{Party, Role};
use matches::Stage;

pub fn right_of(command: &poise::Command<Data, Fault>) -> Option<Right> {
    command.custom_data.downcast_ref().copied()
}

/// Whether a typed command may be carried out. If not, tells only the person who typed it.
///
/// # Errors
/// What the store or Discord says.
pub async fn check(ctx: Context<'_>) -> Result<bool, Fault> {
    let poise::Context::Application(typed) = ctx else {
        return Ok(false);
    };
    let account = ctx.author().id.get();
    let completes = typed.interaction_type == CommandInteractionType::Autocomplete;
    if !ctx.data().may_ask(ctx.guild_id(), account) {
        // A completion has no room for words.
        if !completes {
            reply::whisper(ctx, &crate::words::too_fast()).await?;
        }
        return Ok(false);
    }
    // Completions only offer what their author may see anyway.
    if completes {
        return Ok(true);
    }
    let above = ctx.parent_commands();
    let named_above = || above.iter().rev().copied().find_map(right_of);
    let right = right_of(ctx.command()).or_else(named_above);
    // A test checks that every command has one.
    let right = right.unwrap_or(Right::Conduct);
    let meant = match right {
        Right::Rule => match_lookup::match_to_rule(&ctx).await?.map(|row| row.id),
        Right::Log => match_lookup::match_in_log(&ctx).await?,
        Right::Export => match_lookup::match_to_export(&ctx).await?,
        Right::Look | Right::Host => None,
        Right::Conduct | Right::GoOn => match_lookup::match_to_conduct(&ctx).await?,
        Right::Play => match_lookup::match_to_play(&ctx).await?,
        Right::Seat => match_lookup::match_in_seat(&ctx).await?,
    };
    if meant.is_none() && matches!(right, Right::Play | Right::Seat) {
        // The command itself will say that there is no match.
        return Ok(true);
    }
    let member = typed.interaction.member.as_deref();
    match refusal(ctx.data(), account, member, right, meant).await? {
        None => Ok(true),
        Some(said) => {
            reply::whisper(ctx, &said).await?;
            Ok(false)
        }
    }
}

/// Why somebody may not press this, in words; None if they may.
///
/// # Errors
/// What the store or Discord says.
pub async fn press_refusal(
    data: &Data,
    about: About,
    by: &PressContext<'_>,
) -> Result<Option<String>, Fault> {
    let meant = match about.subject {
        Subject::Match(id) => Some(id),
        Subject::Ruling(draft) => rulings::match_of(data, draft).await?,
        Subject::Draft(_) | Subject::Season(_) | Subject::Nothing => None,
    };
    refusal(data, by.account(), by.member, about.right, meant).await
}

async fn refusal(
    data: &Data,
    account: u64,
    member: Option<&Member>,
    right: Right,
    meant: Option<MatchId>,
) -> Result<Option<String>, Fault> {
    let look = match meant {
        Some(id) => {
            let Some(look) = data.look(id, Viewer::Account(account)).await? else {
                return Ok(Some(words::no_such_match()));
            };
            Some(look)
        }
        None => None,
    };
    let afar = match (&look, member) {
        (Some(look), None) if look.party.is_none() => match look.row.guild.map(GuildId::new) {
            Some(guild) => hosts::member_from_afar(data, guild, account).await?,
            None => None,
        },
        _ => None,
    };
    // A match of another server, in which the person has no part, doesn't exist for them here. In a
    // direct message, "here" is every server that they are in.
    let here = member.or(afar.as_ref()).map(|member| member.guild_id.get());
    let is_elsewhere =
        |look: &Snapshot| look.party.is_none() && (here.is_none() || here != look.row.guild);
    if look.as_ref().is_some_and(is_elsewhere) {
        return Ok(Some(words::no_such_match()));
    }
    let kind = relation(look.as_ref());
    let rehearses = look.as_ref().is_some_and(|look| look.setup().rehearsal);
    if may(kind, right) {
        return Ok(None);
    }
    if may(Relation::Host, right) || may(Relation::HostInSeat, right) {
        let hosts = match (&look, member) {
            (Some(look), _) => {
                let member = member.or(afar.as_ref());
                hosts::hosts(data, (account, member), look).await?
            }
            // The command itself will ask which match is meant.
            (None, Some(member)) if !may(Relation::HostInSeat, right) => {
                hosts::is_host_of_any(data, member).await?
            }
            (None, _) => hosts::is_host(data, member, None).await?,
        };
        let kind = match kind {
            // A rehearsal decides nothing, so a host who tries a seat in it stays its host.
            Relation::Player if !rehearses => Relation::HostInSeat,
            _ => Relation::Host,
        };
        match kind {
            kind if hosts && may(kind, right) => return Ok(None),
            Relation::HostInSeat if hosts => return Ok(Some(words::host_in_seat())),
            // Something that hosts may not do either: refuse it as for anybody.
            _ => {}
        }
    }
    if matches!(right, Right::Play | Right::Seat)
        && let Some(look) = look.as_ref().filter(|look| look.party.is_none())
        && let Some(said) = substitute_refusal(data, look, account).await?
    {
        return Ok(Some(said));
    }
    if matches!(right, Right::Play | Right::Seat) && rehearses {
        return Ok(Some(words::only_a_rehearsal()));
    }
    if matches!(right, Right::Play | Right::Seat)
        && let Some(look) = look.filter(|look| look.status.stage != Stage::Over)
        && !look.has_no_host()
        && member.is_some()
        && hosts::hosts(data, (account, member), &look).await?
    {
        return Ok(Some(words::hosts_do_not_play()));
    }
    Ok(Some(match right {
        Right::Look => words::guild_only(),
        Right::Host | Right::Log | Right::Export | Right::Conduct | Right::Rule | Right::GoOn => {
            words::host_only()
        }
        Right::Play => words::not_in_match(),
        Right::Seat => words::seat_only(),
    }))
}

/// The words for somebody who was replaced in a match; None for others.
async fn substitute_refusal(
    data: &Data,
    look: &Snapshot,
    account: u64,
) -> Result<Option<String>, Fault> {
    let id = look.row.id;
    let read = data
        .referee
        .read(move |core, _| core.replaced(id, account))
        .await??;
    let cast = text::shown(look.cast());
    Ok(read.map(|by| words::replaced(by.who, (by.by, by.since_ms), look, &cast)))
}

/// An account's relation to a match, without its rights as a host.
fn relation(look: Option<&Snapshot>) -> Relation {
    let Some((look, party)) = look.and_then(|look| Some((look, look.party?))) else {
        return Relation::Spectator;
    };
    match party {
        Party::Seat(_) => Relation::Player,
        Party::Cast(who) => match look.cast().members()[usize::from(who.0)].role {
            Role::Player => Relation::SafePlayer,
            Role::Eliminated => Relation::Eliminated,
            Role::Dealer => Relation::Dealer,
        },
        Party::Host | Party::Dealer => Relation::Spectator,
    }
}
