//! What a refusal of Discord means, by its code, in one place (Discord documentation, "JSON Error
//! Codes"). A code that none of these knows, and an answer without one, means nothing for sure: it
//! may be otherwise in a moment.

pub const UNKNOWN_CHANNEL: i64 = 10003;
const UNKNOWN_GUILD: i64 = 10004;
const UNKNOWN_MEMBER: i64 = 10007;
pub const UNKNOWN_MESSAGE: i64 = 10008;
const UNKNOWN_OVERWRITE: i64 = 10009;
pub const UNKNOWN_ROLE: i64 = 10011;
const UNKNOWN_USER: i64 = 10013;
/// Messages older than an hour were edited too often. The status is 429, and the limit lasts
/// minutes.
pub const OLD_EDITS: i64 = 30046;
/// Direct messages were opened too fast; there is no word on how long to wait.
pub const OPENED_TOO_FAST: i64 = 40003;
pub const MISSING_ACCESS: i64 = 50001;
const CANNOT_MESSAGE: i64 = 50007;
const MISSING_PERMISSIONS: i64 = 50013;
/// What was asked for is not there in channels of that kind: a thread inside of a thread, say.
pub const WRONG_KIND: i64 = 50024;
pub const THREAD_ARCHIVED: i64 = 50083;
const NO_SERVER_IN_COMMON: i64 = 50278;
/// An interaction was answered before.
pub const ANSWERED_BEFORE: i64 = 40060;
const THREAD_LOCKED: i64 = 160005;

/// Whether somebody is not in the server that was asked, which Dealer can see.
pub fn is_absent(code: i64) -> bool {
    matches!(code, UNKNOWN_MEMBER | UNKNOWN_USER)
}

/// Whether there is nobody, or nothing any more, for whom a channel's exception would be.
pub fn is_without_target(code: i64) -> bool {
    is_absent(code) || matches!(code, UNKNOWN_OVERWRITE | UNKNOWN_ROLE)
}

/// Whether Dealer is not in a server any more, or it is gone.
pub fn is_outside(code: i64) -> bool {
    matches!(code, UNKNOWN_GUILD | MISSING_ACCESS)
}

/// Whether a channel is gone, or Dealer cannot see it.
pub fn is_unseen(code: i64) -> bool {
    matches!(code, UNKNOWN_CHANNEL | MISSING_ACCESS)
}

/// Whether Dealer lacks a permission, which can be given back.
pub fn is_forbidden(code: i64) -> bool {
    matches!(code, MISSING_ACCESS | MISSING_PERMISSIONS)
}

/// Whether a moderator has put a thread away, which can be opened again: who may only write in it
/// brings back none that is locked.
pub fn is_put_away(code: i64) -> bool {
    matches!(code, THREAD_ARCHIVED | THREAD_LOCKED)
}

/// Whether a way to somebody is closed: no direct messages wanted, who has left the server, or a
/// channel that is gone, not ours or of another kind.
pub fn is_closed(code: i64) -> bool {
    is_absent(code)
        || is_unseen(code)
        || is_forbidden(code)
        || is_put_away(code)
        || matches!(code, CANNOT_MESSAGE | NO_SERVER_IN_COMMON | WRONG_KIND)
}
