//! Seasons in virtual time: who may change what, what a match's end does, and the laws of the
//! ledger.

mod random;
mod scenario;
mod stage;
