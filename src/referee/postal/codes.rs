//! What Discord's error codes mean, in one place (Discord documentation, "JSON Error Codes"). A
//! code that is not listed here, or an answer without one, means nothing for sure: the next try may
//! work.

pub const UNKNOWN_CHANNEL: i64 = 10003;
const UNKNOWN_GUILD: i64 = 10004;
const UNKNOWN_MEMBER: i64 = 10007;
pub const UNKNOWN_MESSAGE: i64 = 10008;
const UNKNOWN_OVERWRITE: i64 = 10009;
pub const UNKNOWN_ROLE: i64 = 10011;
const UNKNOWN_USER: i64 = 10013;
const UNKNOWN_EVENT: i64 = 10070;
/// Messages older than an hour were edited too often. The status is 429, and the limit lasts
/// minutes.
pub const OLD_EDITS: i64 = 30046;
/// Direct messages were opened too fast. Discord does not say how long to wait.
pub const OPENED_TOO_FAST: i64 = 40003;
pub const MISSING_ACCESS: i64 = 50001;
const CANNOT_MESSAGE: i64 = 50007;
const MISSING_PERMISSIONS: i64 = 50013;
/// Channels of that kind do not have what was asked for: a thread in a thread, say.
pub const WRONG_KIND: i64 = 50024;
pub const THREAD_ARCHIVED: i64 = 50083;
const NO_SERVER_IN_COMMON: i64 = 50278;
/// An interaction was answered before.
pub const ANSWERED_BEFORE: i64 = 40060;
const THREAD_LOCKED: i64 = 160005;
const FINISHED_EVENT: i64 = 180_000;

/// Whether a scheduled event was deleted or is over.
pub fn is_over(code: i64) -> bool {
    matches!(code, UNKNOWN_EVENT | FINISHED_EVENT)
}

/// Whether somebody is not in the server (which Dealer can see).
pub fn is_absent(code: i64) -> bool {
    matches!(code, UNKNOWN_MEMBER | UNKNOWN_USER)
}

/// Whether the person, role or permission overwrite of a channel does not exist (any more).
pub fn is_without_target(code: i64) -> bool {
    is_absent(code) || matches!(code, UNKNOWN_OVERWRITE | UNKNOWN_ROLE)
}

/// Whether Dealer has left a server, or the server was deleted.
pub fn is_outside(code: i64) -> bool {
    matches!(code, UNKNOWN_GUILD | MISSING_ACCESS)
}

/// Whether a channel was deleted, or Dealer cannot see it.
pub fn is_unseen(code: i64) -> bool {
    matches!(code, UNKNOWN_CHANNEL | MISSING_ACCESS)
}

/// Whether Dealer lacks a permission, which can be given back.
pub fn is_forbidden(code: i64) -> bool {
    matches!(code, MISSING_ACCESS | MISSING_PERMISSIONS)
}

/// Whether a thread is archived or locked, which can be undone: an archived one by everybody who
/// may write in it, a locked one only by moderators.
pub fn is_shut_thread(code: i64) -> bool {
    matches!(code, THREAD_ARCHIVED | THREAD_LOCKED)
}

/// Whether a way to somebody is closed: their direct messages are closed, they have left the
/// server, or the channel is gone, not visible or of another kind.
pub fn is_closed(code: i64) -> bool {
    is_absent(code)
        || is_unseen(code)
        || is_forbidden(code)
        || is_shut_thread(code)
        || matches!(code, CANNOT_MESSAGE | NO_SERVER_IN_COMMON | WRONG_KIND)
}
