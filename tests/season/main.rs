//! Seasons in virtual time: who may change what, what a match's end brings about, and the laws of
//! the ledger.

mod random;
mod scenario;
mod stage;
