//! Changes that go to the disk together.

use super::core::Core;
use super::{RefereeGone, Unstored};
use crate::store::StoreError;

/// Does some work on the referee's state, then commits all its changes together. Returns the work's
/// value, and beside it whether the commit went well. Nobody may be told of the work before that is
/// known: if the commit fails, nothing of it has happened.
pub fn in_group<S: AsMut<Core>, T>(
    of: &mut S,
    work: impl FnOnce(&mut S) -> T,
) -> (T, Result<(), RefereeGone>) {
    let was_failing = of.as_mut().is_failing();
    of.as_mut().begin_group();
    let value = work(of);
    let stored = of.as_mut().end_group().map_err(|error| {
        if !was_failing {
            tracing::error!("nothing can be stored: {error}");
        }
        let why = if of.as_mut().store().is_full() {
            Unstored::DiskFull
        } else {
            Unstored::Failed(error.to_string())
        };
        match error {
            StoreError::Unknown(_) => RefereeGone::Unknown(why),
            _ => RefereeGone::NotStored(why),
        }
    });
    (value, stored)
}
