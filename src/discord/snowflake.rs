//! Discord's ids, and the times in them (Discord documentation, "Snowflakes").

use serenity::all::UserId;

use crate::store::AccountId;

impl From<UserId> for AccountId {
    fn from(user: UserId) -> AccountId {
        AccountId(user.get())
    }
}

impl From<AccountId> for UserId {
    fn from(account: AccountId) -> UserId {
        UserId::new(account.0)
    }
}

/// When the thing with this id was created, in milliseconds since the Unix epoch (Discord
/// documentation, "Snowflakes").
pub fn created_ms(snowflake: u64) -> u64 {
    (snowflake >> 22) + DISCORD_EPOCH_MS
}

/// The lowest possible id of something created at a time, in milliseconds since the Unix epoch; 1
/// for times before Discord's.
pub fn first_id_at(ms: u64) -> u64 {
    (ms.saturating_sub(DISCORD_EPOCH_MS) << 22).max(1)
}

const DISCORD_EPOCH_MS: u64 = 1_420_070_400_000;
