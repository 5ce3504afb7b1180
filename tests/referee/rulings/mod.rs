//! Rulings: what hosts rewind, change and decide.

mod confirmed;
mod laws;
mod people;
mod rewind;
mod told;
mod undone;

use dealer::referee::{Letter, Post, Ruling, RulingOrder};
use dealer::store::{
    ChannelId, MessageId, OutboxRow, PostState, SeasonId, SeasonSettings, Sent, ServerId, Stakes,
    StoreError, Tx,
};
use games::{Role, WallMs};

use crate::house::{AUDIT, HOST, House, OPENED, new_match};

/// A live match of Gridlock in a season, and the current time. Myth hasn't hidden.
fn in_season() -> (House, WallMs) {
    let mut new = new_match("gridlock");
    new.stakes = Stakes::Nothing;
    // Before this deadline a match begins without strikes.
    new.choices_due_ms = Some(OPENED + 500);
    let settings = SeasonSettings {
        audit_channel: Some(AUDIT),
        ..SeasonSettings::default()
    };
    let mut house = House::open_in_season(new, 3, &settings);
    let id = house.id;
    house.core().begin(id, HOST, true, OPENED + 1_000).unwrap();
    (house, OPENED + 1_000)
}

fn last(house: &mut House) -> i64 {
    house.journal().last().unwrap().id
}

fn order(house: &House, ruling: Ruling) -> RulingOrder {
    RulingOrder {
        match_id: house.id,
        host: HOST,
        ruling,
        reason: String::new(),
    }
}

fn season<T>(house: &mut House, work: impl FnOnce(&Tx, SeasonId) -> Result<T, StoreError>) -> T {
    let season = house
        .core()
        .store()
        .read(|tx| tx.current_season(ServerId(1)))
        .unwrap();
    let season = season.unwrap().id;
    house
        .core()
        .store_mut()
        .write(|tx| work(tx, season))
        .unwrap()
}

/// Garnets by position, the number of strikes that stand, and who is out.
fn books(house: &mut House) -> (Vec<u32>, usize, Vec<String>) {
    season(house, |tx, season| {
        let cast = tx.season_cast(season)?;
        let out = cast.iter().filter(|one| one.role == Role::Eliminated);
        let strikes = tx.strikes(season)?;
        Ok((
            cast.iter().map(|one| one.garnets).collect(),
            strikes.iter().filter(|strike| !strike.void).count(),
            out.map(|one| one.name.clone()).collect(),
        ))
    })
}

/// Sends pending posts, as the postman does. Gives the prompts and cards among them.
fn send(house: &mut House) -> Vec<OutboxRow> {
    let id = house.id;
    let sent = house.core().store_mut().write(|tx| {
        let mut shown = Vec::new();
        for row in tx.pending_posts(id)? {
            let letter = serde_json::from_str::<Letter>(&row.body)?;
            let post = &letter.post;
            if post.is_edit() {
                tx.set_post_state(row.id, PostState::Void)?;
                continue;
            }
            if post.supersedes() {
                tx.set_posts_stale(id, row.id)?;
            }
            let message = 1_000 + row.id.0 as u64;
            let sent = Sent {
                channel: ChannelId(row.queue),
                message: MessageId(message),
            };
            tx.set_post_sent(row.id, sent, letter.has_controls())?;
            if matches!(post, Post::Prompt { .. } | Post::Card { .. }) {
                shown.extend(tx.post_of_message(MessageId(message))?);
            }
        }
        Ok::<_, StoreError>(shown)
    });
    sent.unwrap()
}
