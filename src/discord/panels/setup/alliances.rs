//! The menu of alliance channels in the set-up panel. A game in which the two players may not talk
//! to the others closes these channels to them while it is live. It is the season's setting,
//! offered where it matters.

use crate::discord::Result;
use crate::discord::press::Press;
use crate::discord::press_context::PressContext;
use crate::store::{ChannelId, Season, SeasonId};
use crate::words;
use games::screen::{Choices, Menu};

/// The menu of the channels.
pub fn menu(season: &Season, press: Press) -> Menu<Press> {
    let chosen = season.settings.alliance_channels.iter();
    let chosen = chosen.map(|channel| channel.0).collect();
    Menu::of(
        press,
        words::setup::CLOSE_ALLIANCES,
        Choices::TextChannels(chosen),
    )
    .taking(0..=25)
}

/// Sets the chosen channels. Returns why not, in words.
pub async fn set(by: &PressContext<'_>, season: SeasonId) -> Result<Option<String>> {
    let asker = by.asker(Some(season)).await?;
    let chosen = by.values.iter().filter_map(|id| id.parse().ok());
    let channels: Vec<ChannelId> = chosen.collect();
    let change = |season: &mut Season| season.settings.alliance_channels = channels;
    let set = by
        .data
        .edit_season(season, asker, |edit| edit.set_season(change));
    Ok(set.await?.err())
}
