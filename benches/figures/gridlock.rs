//! Matches of Gridlock for the measurements.

use dealer::referee::{Act, NewMatch, NewPerson, Practice};
use dealer::store::{AccountId, ChannelId, MatchId, ServerId, Stakes};
use games::{BySeat, GameId, GivenOptions, Role, WallMs};
use matches::Times;

/// A match in a channel that begins on a white tile. The first two accounts play, DMO first. The
/// others are safe players, and None is a guest without an account.
pub fn opening(
    guild: ServerId,
    channel: u64,
    host: AccountId,
    accounts: [Option<AccountId>; 5],
) -> NewMatch {
    let names = ["Tiac", "Zac", "UMG", "Myth", "Shane"];
    let cast = names.iter().zip(accounts).map(|(name, account)| NewPerson {
        name: (*name).to_owned(),
        role: Role::Player,
        account,
        garnets: 0,
        bound: None,
        position: None,
    });
    let game = GameId::read("gridlock").unwrap();
    NewMatch {
        guild: Some(guild),
        channel: ChannelId(channel),
        season: None,
        host,
        game,
        options: [("start_tile".to_owned(), "white".into())]
            .into_iter()
            .collect::<GivenOptions>(),
        times: Times::defaults(game),
        lateness: Default::default(),
        cast: cast.collect(),
        seats: Some(BySeat {
            dmo: names[0].to_owned(),
            ec: names[1].to_owned(),
        }),
        start_at_ms: None,
        choices_due_ms: None,
        stakes: Stakes::Nothing,
        practice: Practice::No,
    }
}

/// An account's typed action in a match, with an `interaction` if it comes from Discord.
pub fn act(
    match_id: MatchId,
    account: AccountId,
    text: String,
    interaction: Option<u64>,
    made_at_ms: WallMs,
) -> Act {
    Act {
        interaction,
        ..Act::new(match_id, account, text, made_at_ms)
    }
}
