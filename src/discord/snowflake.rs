//! Discord's ids, and the times in them (Discord documentation, "Snowflakes").

use std::time::Duration;

use games::WallMs;
use serenity::all;

use crate::store::{AccountId, ChannelId, MessageId, RoleId, ServerId};

macro_rules! is_serenitys {
    ($($ours:ident $serenitys:ident)*) => {$(
        impl From<all::$serenitys> for $ours {
            fn from(id: all::$serenitys) -> $ours {
                $ours(id.get())
            }
        }

        impl From<$ours> for all::$serenitys {
            fn from(id: $ours) -> all::$serenitys {
                all::$serenitys::new(id.0)
            }
        }
    )*};
}

is_serenitys! {
    AccountId UserId
    ChannelId ChannelId
    MessageId MessageId
    RoleId RoleId
    ServerId GuildId
}

/// When the thing with this id was created (Discord documentation, "Snowflakes").
pub fn created_ms(snowflake: u64) -> WallMs {
    DISCORD_EPOCH + (snowflake >> 22)
}

/// Whether a message had been there for less than this, in whole milliseconds, when an interaction
/// with it was made.
pub fn is_younger(message: MessageId, interaction: u64, than: Duration) -> bool {
    let age_ms = created_ms(interaction).since(created_ms(message.0));
    u128::from(age_ms) < than.as_millis()
}

/// The lowest possible id of something created at a time; 1 for times before Discord's.
pub fn first_id_at(at: WallMs) -> u64 {
    (at.since(DISCORD_EPOCH) << 22).max(1)
}

const DISCORD_EPOCH: WallMs = WallMs(1_420_070_400_000);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tap_on_what_has_just_appeared_is_told_from_one_that_was_meant() {
        let at = |ms: u64| first_id_at(WallMs(1_700_000_000_000 + ms));
        for (message, press, settles, expected) in [
            (at(0), at(399), 400, true),
            (at(0), at(400), 400, false),
            // A press whose id is from before the message's.
            (at(5), at(0), 400, true),
            (at(0), at(0), 0, false),
        ] {
            let settles = Duration::from_millis(settles);
            assert_eq!(is_younger(MessageId(message), press, settles), expected);
        }
    }
}
