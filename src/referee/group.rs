//! Changes that go to the disk together.

use super::RefereeGone;
use super::core::Core;
use crate::store::StoreError;

/// Does some work on the referee's state, then commits all its changes together. Returns the work's
/// value, and beside it whether the commit went well. Nobody may be told of the work before that is
/// known: if the commit fails, nothing of it has happened.
pub fn in_group<S: AsMut<Core>, T>(
    of: &mut S,
    work: impl FnOnce(&mut S) -> T,
) -> (T, Result<(), RefereeGone>) {
    of.as_mut().begin_group();
    let value = work(of);
    let stored = of.as_mut().end_group().map_err(|error| {
        tracing::error!("nothing could be stored: {error}");
        match error {
            StoreError::Unknown(_) => RefereeGone::Unknown(error.to_string()),
            _ => RefereeGone::NotStored(error.to_string()),
        }
    });
    (value, stored)
}
