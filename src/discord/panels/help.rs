//! `/help`, and what the answer to a mention of Dealer in a server says.

use serenity::all::Member;

use super::host_panel::go_on_here;
use super::screen::panel_button;
use crate::discord::meant;
use crate::discord::message::{Panel, note};
use crate::discord::press::Press;
use crate::discord::server::hosts;
use crate::discord::{Data, Fault, text};
use crate::referee::{Snapshot, Viewer};
use crate::store::{AccountId, ChannelId, ServerId, StoreError};
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
///
/// # Errors
/// What the store says.
pub async fn panel(
    data: &Data,
    place: HelpRequest<'_>,
    account: AccountId,
) -> Result<Panel, Fault> {
    let is_host = hosts::is_host(data, place.member, None).await?;
    let homeless = match place.guild.filter(|_| is_host) {
        Some(guild) => match_without_channel(data, guild).await?,
        None => None,
    };
    let look = match homeless {
        Some(homeless) => Some(homeless),
        None => likeliest_match(data, &place, Some(account)).await?,
    };
    let needed = needed_as_host(data, account, look.as_ref()).await?;
    let mut content = help_text(data, &place, look.as_ref(), &needed, words::help::help).await?;
    if place.guild.is_some()
        && let Some(practice) = practice_awaiting_move(data, account).await?
    {
        content.push_str(&words::help::asked_in_direct(&practice));
    }
    let free_channel = match place.channels.first() {
        Some(channel) if is_host && place.may_play => {
            let in_the_way = meant::in_the_way(data, *channel).await?;
            in_the_way.is_none().then_some(*channel)
        }
        _ => None,
    };
    let button = look.and_then(|look| {
        let match_id = look.row.id;
        if let (true, Some(channel)) = (look.is_without_channel(), free_channel) {
            return Some(go_on_here(&look, channel));
        }
        match (look.party, look.mine) {
            (Some(_), Some(mine)) if !mine.live => {
                let press = Press::Panel { match_id };
                Some(Button::primary(press, words::help::MY_CHOICE))
            }
            // Before the match begins a panel has nothing but the advice to press this.
            (Some(Party::Seat(seat)), _)
                if look.status.stage == Stage::Standing && !look.status.ready[seat] =>
            {
                let press = Press::Ready { match_id };
                Some(Button::primary(press, words::start::READY_BUTTON))
            }
            (Some(Party::Seat(_)), _) => Some(panel_button(match_id, Style::Primary)),
            _ => None,
        }
    });
    Ok(note(content).buttons(button))
}

/// The help for somebody who asks in a place.
pub async fn help_text(
    data: &Data,
    place: &HelpRequest<'_>,
    look: Option<&Snapshot>,
    needed: &[Snapshot],
    help: fn(&HelpFor, WallMs) -> String,
) -> Result<String, Fault> {
    let is_host = match look {
        Some(look) if look.row.guild != place.guild => false,
        Some(look) => hosts::is_host(data, place.member, look.row.season).await?,
        None => hosts::is_host(data, place.member, None).await?,
    };
    let mut open = Vec::new();
    let is_practice = look.is_some_and(|look| look.setup().practice);
    if let Some(guild) = place.guild.filter(|_| look.is_none() || is_practice) {
        if is_host {
            open = data.held_in(guild).await?;
        }
        open.extend(data.open_in(guild).await?);
    }
    // Matches outside a season may be played where not everybody may look. Those that need the
    // asker are named already.
    let is_named = |look: &Snapshot| needed.iter().any(|named| named.row.id == look.row.id);
    open.retain(|look| look.row.season.is_some() && !look.setup().rehearsal && !is_named(look));
    let open: Vec<String> = open
        .iter()
        .map(|look| words::status::match_place(look, &text::shown(look.cast())))
        .collect();
    // Other people's practice matters less.
    let is_alone = open.is_empty() && needed.is_empty();
    let look = look.filter(|look| is_alone || look.party.is_some());
    let now_ms = data.referee.clock.now();
    let needed: Vec<String> = needed
        .iter()
        .filter_map(|look| words::status::host_is_needed(look, &text::shown(look.cast()), now_ms))
        .collect();
    let season = match place.guild {
        Some(guild) => Some(data.current_season(guild).await?.is_some()),
        None => None,
    };
    let cast = look.map(|look| text::shown(look.cast()));
    let asks = HelpFor {
        meant: look.zip(cast.as_ref()),
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
) -> Result<Vec<Snapshot>, Fault> {
    let hosted = data.referee.read(move |core, _| {
        let hosted = core.store().read(|tx| tx.open_matches_hosted_by(account))?;
        core.looks(hosted, Viewer::Public)
    });
    let mut hosted = hosted.await??;
    let about = about.map(|look| look.row.id);
    // Help says itself that its match is paused.
    let is_said = |look: &Snapshot| Some(look.row.id) == about && look.status.pause.is_some();
    let now_ms = data.referee.clock.now();
    let needed =
        |look: &Snapshot| words::status::host_is_needed(look, look.cast(), now_ms).is_some();
    hosted.retain(|look| !look.has_no_host() && !is_said(look) && needed(look));
    Ok(hosted)
}

/// The practice in a direct message in which somebody's clock runs.
async fn practice_awaiting_move(
    data: &Data,
    account: AccountId,
) -> Result<Option<Snapshot>, Fault> {
    let looks = data.referee.read(move |core, _| {
        let own = core.store().read(|tx| tx.open_matches_of(account))?;
        core.looks(own, Viewer::Account(account))
    });
    let is_asked = |look: &Snapshot| {
        look.mine
            .as_ref()
            .is_some_and(|mine| mine.live && !mine.answered)
    };
    let runs = |look: &Snapshot| look.row.is_direct() && look.status.pause.is_none();
    Ok(looks
        .await??
        .into_iter()
        .find(|look| runs(look) && is_asked(look)))
}

/// A match of a server that waits for a host to move it: what help is about first.
async fn match_without_channel(data: &Data, guild: ServerId) -> Result<Option<Snapshot>, Fault> {
    let open = data.open_in(guild).await?;
    Ok(open.into_iter().find(Snapshot::is_without_channel))
}

/// The open match that help is most likely about: one that waits for the account, this channel's,
/// or another of theirs. For everybody (None): this channel's. In a server, never a practice in a
/// direct message: it may stay open for ever, and hosts would have no other help.
pub async fn likeliest_match(
    data: &Data,
    place: &HelpRequest<'_>,
    account: Option<AccountId>,
) -> Result<Option<Snapshot>, Fault> {
    let viewer = account.map_or(Viewer::Public, Viewer::Account);
    let (channels, in_server) = (place.channels.clone(), place.guild.is_some());
    let found = data.referee.read(move |core, _| {
        let here = core.store().read(|tx| meant::open_in(tx, &channels))?;
        let id = match account {
            Some(account) => {
                let ids = core.store().read(|tx| tx.open_matches_of(account))?;
                let mut own = core.looks(ids, viewer)?;
                let acts = |look: &Snapshot| meant::has_seat(look) || look.mine.is_some();
                // A server's help names its open matches anyway.
                own.retain(|look| !in_server || acts(look) && look.row.guild.is_some());
                own.sort_by_key(|look| (Some(look.row.id) != here, !acts(look)));
                let is_asked =
                    |look: &&Snapshot| look.mine.as_ref().is_some_and(|mine| !mine.answered);
                let id = |look: &Snapshot| look.row.id;
                own.iter()
                    .find(is_asked)
                    .map(id)
                    .or(here)
                    .or(own.first().map(id))
            }
            None => here,
        };
        let look = id.map(|id| core.look(id, viewer));
        Ok::<_, StoreError>(look.transpose()?.flatten())
    });
    Ok(found.await??)
}
