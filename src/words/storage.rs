//! What people and hosts read when Dealer can't save anything, or a backup fails.

use crate::referee::Unstored;

/// To somebody whose action was not taken because nothing can be stored.
pub fn cannot_store(why: &Unstored) -> String {
    format!(
        "{}, so nothing was done. Clocks get this time back. Try again in a few minutes, and tell \
         a host.",
        what_fails(why)
    )
}

/// To hosts, once saving has failed for a while.
pub fn hosts_cannot_store(why: &Unstored) -> String {
    format!(
        "⚠️ {}: no match can go on, and moves aren't accepted. Everyone gets this time back. Make room \
         on the machine that runs Dealer, or tell the person who runs it. `/preflight` says when \
         it works again.",
        what_fails(why)
    )
}

/// To hosts, once, while the disk is almost full.
pub fn hosts_little_space(free_bytes: u64) -> String {
    format!(
        "⚠️ Only {} MB are free on Dealer's disk. Once it's full, no match can go on. Make room on \
         the machine that runs Dealer, or tell the person who runs it.",
        free_bytes / 1_000_000
    )
}

/// To hosts, once, when a backup fails.
pub fn hosts_no_backup(why: &str) -> String {
    format!(
        "⚠️ Dealer couldn't back up its database: {why}. Matches go on. Tell the person who runs \
         Dealer; `/preflight` shows when backups work again."
    )
}

/// A line of `/match status`.
pub fn database_in_status(why: &Unstored) -> String {
    format!(
        "\n⚠️ **Database**: {}. Clocks get this time back.",
        what_fails(why)
    )
}

fn what_fails(why: &Unstored) -> &'static str {
    match why {
        Unstored::DiskFull => "Dealer's disk is full",
        Unstored::Failed(_) => "Dealer can't save anything right now",
    }
}
