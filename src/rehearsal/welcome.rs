//! What a newcomer sees first: the page opens where something is to do, beside a note of what one
//! can try.

use std::time::Duration;

use super::seed::Stage;
use crate::referee::Referee;
use local_discord::world::{Application, MessageDraft};
use local_discord::{Id, Sandbox};

/// The shortest time between two looks for the match's card.
const LOOK: Duration = Duration::from_millis(100);

/// Dealer posts and pins the note below the first match's card.
pub async fn welcome(sandbox: &Sandbox, stage: &Stage, referee: &Referee) {
    let players = stage.players(referee).await;
    let (Some(dmo), Some(ec)) = (players.dmo, players.ec) else {
        return;
    };
    let has_card = || {
        let world = sandbox.world();
        let place = world.channels.get(&stage.death_match);
        place.is_none_or(|place| !place.messages.is_empty())
    };
    while !has_card() {
        tokio::time::sleep(LOOK).await;
    }
    let mut world = sandbox.world();
    let Some(bot) = world.application_with_token(&stage.bot_token) else {
        return;
    };
    let (bot, words) = (bot.bot, note(bot, dmo, ec));
    let sent = world.send(bot, stage.death_match, MessageDraft::text(&words));
    let pinned = sent.and_then(|note| world.set_pinned(bot, stage.death_match, note.id, true));
    if let Err(refusal) = pinned {
        tracing::warn!("the note of what one can try was not posted: {refusal}");
    }
}

fn note(bot: &Application, dmo: Id, ec: Id) -> String {
    let command = |name: &str| {
        let first = name.split(' ').next();
        let known = bot
            .commands
            .iter()
            .find(|known| known["name"].as_str() == first);
        match known.and_then(|known| known["id"].as_str()) {
            Some(id) => format!("</{name}:{id}>"),
            None => format!("`/{name}`"),
        }
    };
    format!(
        "**Try it: you can be everyone here.** Nobody outside sees it. Press a name on the right \
         (on a phone: your name at the top) to become that person.\n\
         - <@{dmo}> and <@{ec}> play: as each of them, press *Ready* above, then the buttons.\n\
         - **Vesper** hosts: {} starts the match at once, {} shows the rest.\n\
         - A red number beside a name: Dealer has asked them something.\n\
         - Press the clock at the top to put it forward.\n\
         - {}: a game against the computer.",
        command("match begin"),
        command("help"),
        command("practice"),
    )
}
