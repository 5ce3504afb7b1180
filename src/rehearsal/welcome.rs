//! What a newcomer sees first: the page opens where something is to do, beside a note of what one
//! can try.

use std::time::Duration;

use super::seed::Stage;
use crate::referee::Referee;
use crate::store::ChannelId;
use local_discord::world::{Application, MessageDraft};
use local_discord::{Id, Sandbox};

/// The shortest time between two looks for posts that are not sent yet.
const LOOK: Duration = Duration::from_millis(100);

/// Once the first match's posts are there, Dealer pins a note in its channel and one in the lobby.
/// Everybody has read what they were asked, since they have answered: a badge means something new.
pub async fn welcome(sandbox: &Sandbox, stage: &Stage, referee: &Referee) {
    let players = stage.players(referee).await;
    let (Some(dmo), Some(ec)) = (players.dmo, players.ec) else {
        return;
    };
    while !is_posted(referee, stage).await {
        tokio::time::sleep(LOOK).await;
    }
    let mut world = sandbox.world();
    let Some(bot) = world.application_with_token(&stage.bot_token) else {
        return;
    };
    let notes = [
        (stage.death_match, start_here(bot, stage, dmo, ec)),
        (stage.lobby, practise_here(bot)),
    ];
    let bot = bot.bot;
    for (channel, words) in notes {
        let sent = world.send(bot, channel, MessageDraft::text(&words));
        let pinned = sent.and_then(|note| world.set_pinned(bot, channel, note.id, true));
        if let Err(refusal) = pinned {
            tracing::warn!("a note of what one can try was not posted: {refusal}");
        }
    }
    for (_, account) in stage.people().filter(|(_, account)| *account != dmo) {
        let channels: Vec<Id> = world.channels.keys().copied().collect();
        for channel in channels {
            // A channel that they can't see has nothing for them.
            let _ = world.mark_read(account, channel);
        }
    }
}

/// Whether all posts of the first match are sent.
async fn is_posted(referee: &Referee, stage: &Stage) -> bool {
    let channel = ChannelId(stage.death_match.0);
    let pending = referee.read(move |core, _| {
        core.store().read(|tx| match tx.open_match_in(channel)? {
            Some(id) => tx.pending_posts(id),
            None => Ok(Vec::new()),
        })
    });
    pending
        .await
        .is_ok_and(|pending| pending.is_ok_and(|pending| pending.is_empty()))
}

fn start_here(bot: &Application, stage: &Stage, dmo: Id, ec: Id) -> String {
    format!(
        "**<@{dmo}>: press *Ready* above, and play.** Nobody outside sees this.\n\
         - You can be everyone here: press a name. <@{ec}> plays too, <@{}> hosts.\n\
         - {} shows what each of them can do.\n\
         - Play the computer: <#{}>.\n\
         - The clock at the top can be put forward.",
        stage.host,
        mention(bot, "help"),
        stage.lobby,
    )
}

fn practise_here(bot: &Application) -> String {
    let practice = mention(bot, "practice");
    format!("{practice} here plays a game against the computer.")
}

fn mention(bot: &Application, name: &str) -> String {
    let mut commands = bot.commands.iter();
    let known = commands.find(|known| known["name"] == name);
    match known.and_then(|known| known["id"].as_str()) {
        Some(id) => format!("</{name}:{id}>"),
        None => format!("`/{name}`"),
    }
}
