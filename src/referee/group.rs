//! Changes that go to the disk together.

use super::Gone;
use super::core::Core;
use crate::store::StoreError;

/// Does some work on the referee's state, and then puts all that it has changed on the disk at
/// once. Nobody may be told of any of it before it is known, by what comes back beside the work's
/// own value, that it is there: else nothing of it has happened.
pub fn in_group<S: AsMut<Core>, T>(
    of: &mut S,
    work: impl FnOnce(&mut S) -> T,
) -> (T, Result<(), Gone>) {
    of.as_mut().begin_group();
    let value = work(of);
    let stored = of.as_mut().end_group().map_err(|error| {
        tracing::error!("nothing could be stored: {error}");
        match error {
            StoreError::Unknown(_) => Gone::Unknown(error.to_string()),
            _ => Gone::NotStored(error.to_string()),
        }
    });
    (value, stored)
}
