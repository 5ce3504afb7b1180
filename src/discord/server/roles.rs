//! Keeps people's Discord roles in line with the season, for as long as the program runs. The
//! duties are stored, so that they survive a crash, and are tried again once a missing permission
//! is given.

use std::collections::HashMap;
use std::time::Duration;

use serenity::all::{CreateMessage, Nonce, UserId};

use crate::discord::rest::AFTER_REFUSAL;
use crate::discord::rest::Failure;
use crate::discord::{Data, Result, text};
use crate::referee::postal::codes;
use crate::referee::{RefereeGone, RolesDue};
use crate::store::{AccountId, RoleDuty, RoleId};
use crate::words::season as words;

/// How long to wait before duties that failed are tried again.
const PATIENCE: Duration = Duration::from_secs(60);
/// The reason in the server's own audit log, percent-encoded.
const REASON: &str = "The%20season";

pub async fn run(data: Data) {
    loop {
        let news = data.referee.roles.notified();
        let left = match apply_duties(&data).await {
            Ok(left) if left.is_empty() => {
                news.await;
                continue;
            }
            Ok(left) => left,
            Err(error) => {
                tracing::error!("can't change people's roles: {error}");
                Vec::new()
            }
        };
        // Not at every change: a duty that was just refused would be refused again.
        tokio::select! {
            () = tokio::time::sleep(PATIENCE) => {}
            () = changed(&data, &left) => {}
        }
    }
}

/// Waits until there is a duty that was not just tried.
async fn changed(data: &Data, tried: &[RoleDuty]) {
    let is_new = |duty: &RoleDuty| !tried.iter().any(|tried| tried.is_same(duty));
    loop {
        data.referee.roles.notified().await;
        let duties = data
            .referee
            .read(|core, _| core.store().read(|tx| tx.role_duties()))
            .await;
        match duties {
            Ok(Ok(duties)) if duties.iter().any(is_new) => return,
            Ok(_) | Err(RefereeGone::NotStored(_) | RefereeGone::Unknown(_)) => {}
            Err(RefereeGone::Ending) => std::future::pending().await,
        }
    }
}

/// Tries all duties. Returns those that are left.
async fn apply_duties(data: &Data) -> Result<Vec<RoleDuty>> {
    let duties = data.stored(|tx| tx.role_duties()).await?;
    let mut left = Vec::new();
    // Hosts are told about one person's roles, not about everybody's.
    let mut told = HashMap::new();
    for duty in duties {
        let done = match change(data, &duty).await? {
            Outcome::Done => true,
            Outcome::Refused(sentence) => {
                tell(data, &duty, &sentence, &mut told).await?;
                tokio::time::sleep(AFTER_REFUSAL).await;
                false
            }
            Outcome::Never(sentence) => {
                // Nothing else would remind anybody of it.
                tell(data, &duty, &sentence, &mut told).await?
            }
            Outcome::Later => false,
        };
        if done {
            data.write(move |tx, _| tx.roles_done(&duty)).await?;
        } else {
            left.push(duty);
        }
    }
    Ok(left)
}

enum Outcome {
    Done,
    /// A permission is missing; with a sentence for the host.
    Refused(String),
    /// The role does not exist; with a sentence for the host.
    Never(String),
    /// Discord is unreachable, or a result waits that the roles would give away.
    Later,
}

/// Gives and takes roles so that somebody has those that they should have in the season now.
async fn change(data: &Data, duty: &RoleDuty) -> Result<Outcome> {
    let (id, whose) = (duty.season, duty.whose);
    let asked = duty.clone();
    let due = data.read(move |core| {
        // The duty may have been dropped while others were tried.
        let owed = core.store().read(|tx| tx.role_duties())?;
        if owed.iter().any(|owed| owed.is_same(&asked)) {
            core.roles_due(id, whose)
        } else {
            Ok(RolesDue::Nothing)
        }
    });
    let due = due.await?;
    let (guild, account, name, wanted) = match due {
        RolesDue::Change {
            guild,
            account,
            name,
            roles,
        } => (guild, account, name, roles),
        RolesDue::Nothing => return Ok(Outcome::Done),
        RolesDue::Later => return Ok(Outcome::Later),
    };
    let name = name.map_or_else(
        || format!("<@{account}>"),
        |name| text::escape_markdown(&name),
    );
    let roles: Vec<RoleId> = wanted.iter().map(|(role, _)| *role).collect();
    let user = UserId::from(account);
    let now = match data.rest.member(guild, user).await {
        Ok(member) => member.roles,
        // Dealer has left that server. If it comes back, `/season roles` checks everybody.
        Err(error) if codes::is_outside(error.code()) => return Ok(Outcome::Done),
        Err(error) => return Ok(failure_outcome(&error, &name, &roles)),
    };
    for (role, has) in wanted {
        if now.contains(&role.into()) == has {
            continue;
        }
        let done = data.rest.set_role(guild, user, role, has, REASON).await;
        if let Err(error) = done {
            return Ok(failure_outcome(&error, &name, &roles));
        }
    }
    Ok(Outcome::Done)
}

/// What a failure means for a duty. `name`: the person's name, safe in a post.
fn failure_outcome(error: &Failure, name: &str, roles: &[RoleId]) -> Outcome {
    match error.code() {
        // People outside the server have no roles there.
        code if codes::is_absent(code) => Outcome::Done,
        codes::UNKNOWN_ROLE => Outcome::Never(words::ROLE_IS_GONE.to_owned()),
        code if codes::is_forbidden(code) => Outcome::Refused(words::roles_trouble(name, roles)),
        _ => Outcome::Later,
    }
}

/// Tells the host once. Returns whether that is settled: they know, or cannot be told at all.
/// Otherwise it is tried again with the duty. `told`: what was settled this time, by host.
async fn tell(
    data: &Data,
    duty: &RoleDuty,
    sentence: &str,
    told: &mut HashMap<AccountId, bool>,
) -> Result<bool> {
    let Some(account) = duty.tell else {
        return Ok(true);
    };
    let is_told = match told.get(&account) {
        Some(is_told) => *is_told,
        None => {
            let is_told = notify_host(data, duty, account, sentence).await?;
            told.insert(account, is_told);
            is_told
        }
    };
    if is_told {
        let duty = duty.clone();
        data.write(move |tx, _| tx.roles_told(&duty)).await?;
    }
    Ok(is_told)
}

/// Writes to a host by direct message or, if that is closed, in the season's hosts' channel.
/// Returns whether that is settled: they know, or no way is open.
async fn notify_host(
    data: &Data,
    duty: &RoleDuty,
    account: AccountId,
    sentence: &str,
) -> Result<bool> {
    let (content, called) = text::calling(sentence, &[account]);
    let message = CreateMessage::new()
        .content(content)
        .allowed_mentions(called)
        // With a nonce, a repeated request does not post it twice.
        .nonce(Nonce::String(duty.nonce()))
        .enforce_nonce(true);
    let direct = data.rest.direct(UserId::from(account)).await;
    let sent = match direct {
        Ok(direct) => data.rest.post(direct, &message).await,
        Err(error) => Err(error),
    };
    let Err(error) = sent else {
        return Ok(true);
    };
    tracing::warn!("can't tell a host about roles in private: {error}");
    if !codes::is_closed(error.code()) {
        return Ok(false);
    }
    let season = duty.season;
    let season = data.stored(move |tx| tx.season(season)).await?;
    let Some(audit) = season.and_then(|season| season.settings.audit_channel) else {
        return Ok(true);
    };
    let sent = data.rest.post(audit, &message);
    if let Err(error) = sent.await {
        tracing::warn!("can't tell hosts about roles in channel {audit}: {error}");
        return Ok(codes::is_closed(error.code()));
    }
    Ok(true)
}
