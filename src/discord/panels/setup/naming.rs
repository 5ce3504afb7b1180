//! A cast that the host names by hand: the two players, the safe players, and the host as the
//! dealer. Discord is asked for their names once.

use crate::store::AccountId;

use super::SetupDraft;
use crate::discord::Data;
use crate::discord::server::people::{free_name, shown_name};
use crate::referee::NewPerson;
use crate::words;
use games::Role;

/// Asks Discord for the names that the draft lacks, and adds them. Returns what is wrong, in words:
/// somebody cannot be in a cast, or Discord does not say. Names that were learned before that are
/// kept.
pub async fn learn_names(data: &Data, host: AccountId, draft: &mut SetupDraft) -> Option<String> {
    for (account, _) in accounts(host, draft) {
        if draft.names.contains_key(&account) {
            continue;
        }
        match shown_name(data, draft.guild, account).await {
            Ok(Ok(name)) => {
                draft.names.insert(account, name);
            }
            Ok(Err(refused)) => return Some(refused),
            Err(error) => {
                tracing::warn!("can't find someone's name: {error}");
                return Some(words::setup::NAMES_UNKNOWN.to_owned());
            }
        }
    }
    None
}

/// The cast; None while a name is unknown.
pub fn cast(host: AccountId, draft: &SetupDraft) -> Option<Vec<NewPerson>> {
    let mut cast: Vec<NewPerson> = Vec::new();
    for (account, role) in accounts(host, draft) {
        let name = free_name(draft.names.get(&account)?, &cast);
        cast.push(NewPerson::new(name, role, Some(account)));
    }
    Some(cast)
}

/// The accounts and roles, in the order of the cast.
fn accounts(host: AccountId, draft: &SetupDraft) -> Vec<(AccountId, Role)> {
    let seats = draft.seated();
    let safe = draft.safe.iter().copied();
    let safe = safe.filter(|safe| *safe != host && !seats.contains(safe));
    let players = seats.iter().copied().chain(safe);
    let mut accounts: Vec<(AccountId, Role)> =
        players.map(|account| (account, Role::Player)).collect();
    if !seats.contains(&host) {
        accounts.push((host, Role::Dealer));
    }
    accounts
}
