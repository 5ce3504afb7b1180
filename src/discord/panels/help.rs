//! `/help`, and what the answer to a mention of Dealer in a server says.

use serenity::all::Member;

use super::host_panel::go_on_here;
use super::screen::panel_button;
use crate::discord::meant;
use crate::discord::message::{Panel, note};
use crate::discord::press::Press;
use crate::discord::server::hosts;
use crate::discord::{Data, Result, text};
use crate::referee::{Snapshot, Viewer};
use crate::store::{AccountId, ChannelId, ServerId};
use crate::words::{self, help::HelpFor};
use games::screen::{Button, Style};
use games::{Party, WallMs};
use matches::Stage;

/// Where somebody asks for help.
pub struct HelpRequest<'a> {
    /// None in a direct message.
    pub guild: Option<ServerId>,
    /// The channel, and for a thread the channel above it.
    pub channels: Vec<ChannelId>,
    /// The asker, as a member of the server.
    pub member: Option<&'a Member>,
    /// Whether Dealer has the permissions to run a match there.
    pub may_play: bool,
}

/// What an account can do in a place now.
pub async fn panel(data: &Data, place: HelpRequest<'_>, account: AccountId) -> Result<Panel> {
    let is_host = hosts::is_host(data, place.member, None).await?;
    let homeless = match place.guild.filter(|_| is_host) {
        Some(guild) => match_without_channel(data, guild).await?,
        None => None,
    };
    let snapshot = match homeless {
        Some(homeless) => Some(homeless),
        None => likeliest_match(data, &place, Some(account)).await?,
    };
    let in_server = place.guild.is_some();
    let about = snapshot.as_ref().filter(|_| in_server);
    let needed = needed_as_host(data, account, about).await?;
    // In a direct message, a host reads what their match waits for, not what spectators read.
    let is_needed = |match_id| needed.iter().any(|needed| needed.row.id == match_id);
    let snapshot = snapshot.filter(|snapshot| in_server || !is_needed(snapshot.row.id));
    let mut content =
        help_text(data, &place, snapshot.as_ref(), &needed, words::help::help).await?;
    let awaiting = awaiting_move(data, account, !in_server).await?;
    let elsewhere = awaiting.filter(|elsewhere| {
        snapshot
            .as_ref()
            .is_none_or(|snapshot| snapshot.row.id != elsewhere.row.id)
    });
    if let Some(elsewhere) = elsewhere {
        let cast = text::shown(elsewhere.cast());
        content.push_str(&words::help::asked_elsewhere(&elsewhere, &cast));
    }
    let free_channel = match place.channels.first() {
        Some(channel) if is_host && place.may_play => {
            let in_the_way = meant::in_the_way(data, *channel).await?;
            in_the_way.is_none().then_some(*channel)
        }
        _ => None,
    };
    let button = snapshot.and_then(|snapshot| match free_channel {
        Some(channel) if snapshot.is_without_channel() => Some(go_on_here(&snapshot, channel)),
        _ => own_button(&snapshot),
    });
    Ok(note(content).buttons(button))
}

/// The button for what somebody may have to do in a match.
fn own_button(snapshot: &Snapshot) -> Option<Button<Press>> {
    let match_id = snapshot.row.id;
    match (snapshot.party, &snapshot.mine) {
        (Some(_), Some(mine)) if !mine.live => {
            let press = Press::Panel { match_id };
            Some(Button::primary(press, words::help::MY_CHOICE))
        }
        // Before the match begins a panel has nothing but the advice to press this.
        (Some(Party::Seat(seat)), _)
            if snapshot.status.stage == Stage::Standing && !snapshot.status.ready[seat] =>
        {
            let press = Press::Ready { match_id };
            Some(Button::primary(press, words::start::READY_BUTTON))
        }
        (Some(Party::Seat(_)), _) => Some(panel_button(match_id, Style::Primary)),
        _ => None,
    }
}

/// The help for somebody who asks in a place.
pub async fn help_text(
    data: &Data,
    place: &HelpRequest<'_>,
    snapshot: Option<&Snapshot>,
    needed: &[Snapshot],
    help: fn(&HelpFor, WallMs) -> String,
) -> Result<String> {
    let is_host = match snapshot {
        Some(snapshot) if snapshot.row.guild != place.guild => false,
        Some(snapshot) => hosts::is_host(data, place.member, snapshot.row.season).await?,
        None => hosts::is_host(data, place.member, None).await?,
    };
    let mut open = Vec::new();
    let is_practice = snapshot.is_some_and(|snapshot| snapshot.setup().practice);
    if let Some(guild) = place.guild.filter(|_| snapshot.is_none() || is_practice) {
        if is_host {
            open = data.held_in(guild).await?;
        }
        open.extend(data.open_in(guild).await?);
    }
    // Matches outside a season may be played where not everybody may look. Those that need the
    // asker are named already.
    let is_named = |snapshot: &Snapshot| needed.iter().any(|named| named.row.id == snapshot.row.id);
    open.retain(|snapshot| {
        snapshot.row.season.is_some() && !snapshot.setup().rehearsal && !is_named(snapshot)
    });
    let open: Vec<String> = open
        .iter()
        .map(|snapshot| words::status::match_place(snapshot, &text::shown(snapshot.cast())))
        .collect();
    // Other people's practice matters less.
    let is_alone = open.is_empty() && needed.is_empty();
    let snapshot = snapshot.filter(|snapshot| is_alone || snapshot.party.is_some());
    let now_ms = data.referee.clock.now();
    let needed: Vec<String> = needed
        .iter()
        .filter_map(|snapshot| {
            words::status::host_is_needed(snapshot, &text::shown(snapshot.cast()), now_ms)
        })
        .collect();
    let season = match place.guild {
        Some(guild) => Some(data.current_season(guild).await?.is_some()),
        None => None,
    };
    let cast = snapshot.map(|snapshot| text::shown(snapshot.cast()));
    let asks = HelpFor {
        meant: snapshot.zip(cast.as_ref()),
        is_host,
        season,
        needed: &needed,
        open: &open,
    };
    Ok(help(&asks, now_ms))
}

/// The matches that wait for somebody as their host. `about`: the one that help is about.
async fn needed_as_host(
    data: &Data,
    account: AccountId,
    about: Option<&Snapshot>,
) -> Result<Vec<Snapshot>> {
    let hosted = data.snapshots(Viewer::Public, move |tx| tx.open_matches_hosted_by(account));
    let mut hosted = hosted.await?;
    let about = about.map(|snapshot| snapshot.row.id);
    // Help says itself that its match is paused.
    let is_said =
        |snapshot: &Snapshot| Some(snapshot.row.id) == about && snapshot.status.pause.is_some();
    let now_ms = data.referee.clock.now();
    let needed = |snapshot: &Snapshot| {
        words::status::host_is_needed(snapshot, snapshot.cast(), now_ms).is_some()
    };
    hosted.retain(|snapshot| !snapshot.has_no_host() && !is_said(snapshot) && needed(snapshot));
    Ok(hosted)
}

/// The match in a server, or else the practice in a direct message, in which somebody's clock runs.
async fn awaiting_move(
    data: &Data,
    account: AccountId,
    in_server: bool,
) -> Result<Option<Snapshot>> {
    let is_asked = |snapshot: &Snapshot| {
        snapshot
            .mine
            .as_ref()
            .is_some_and(|mine| mine.live && !mine.answered)
    };
    let runs = |snapshot: &Snapshot| {
        snapshot.row.is_direct() != in_server && snapshot.status.pause.is_none()
    };
    let mut open = data.open_of(account).await?.into_iter();
    Ok(open.find(|snapshot| runs(snapshot) && is_asked(snapshot)))
}

/// A match of a server that waits for a host to move it: what help is about first.
async fn match_without_channel(data: &Data, guild: ServerId) -> Result<Option<Snapshot>> {
    let open = data.open_in(guild).await?;
    Ok(open.into_iter().find(Snapshot::is_without_channel))
}

/// The open match that help is most likely about: one that waits for the account, this channel's
/// (in a direct message first), or another of theirs. For everybody (None): this channel's. In a
/// server, never a practice in a direct message: it may stay open for ever, and hosts would have
/// no other help.
pub async fn likeliest_match(
    data: &Data,
    place: &HelpRequest<'_>,
    account: Option<AccountId>,
) -> Result<Option<Snapshot>> {
    let viewer = account.map_or(Viewer::Public, Viewer::Account);
    let (channels, in_server) = (place.channels.clone(), place.guild.is_some());
    let found = data.read(move |core| {
        let here = core.store().read(|tx| meant::open_in(tx, &channels))?;
        let id = match account {
            Some(account) => {
                let ids = core.store().read(|tx| tx.open_matches_of(account))?;
                let mut own = core.snapshots(ids, viewer)?;
                let acts =
                    |snapshot: &Snapshot| meant::has_seat(snapshot) || snapshot.mine.is_some();
                // A server's help names its open matches anyway.
                own.retain(|snapshot| !in_server || acts(snapshot) && snapshot.row.guild.is_some());
                own.sort_by_key(|snapshot| (Some(snapshot.row.id) != here, !acts(snapshot)));
                let is_asked = |snapshot: &&Snapshot| {
                    snapshot.mine.as_ref().is_some_and(|mine| !mine.answered)
                };
                let id = |snapshot: &Snapshot| snapshot.row.id;
                let asked = own.iter().find(is_asked).map(id);
                // In a direct message, commands mean the practice there.
                let first = if in_server {
                    asked.or(here)
                } else {
                    here.or(asked)
                };
                first.or(own.first().map(id))
            }
            None => here,
        };
        let snapshot = id.map(|id| core.snapshot(id, viewer));
        Ok(snapshot.transpose()?.flatten())
    });
    found.await
}
