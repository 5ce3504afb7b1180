//! Discord roles: brings those of people in line with what they are in the season, for as long as
//! the program runs. What is to be done is in the store, so that it is done also after a crash, and
//! again once a permission is given that was missing.

use std::collections::HashMap;
use std::time::Duration;

use serenity::all::{ChannelId, CreateMessage, GuildId, Nonce, RoleId, UserId};

use crate::discord::rest::AFTER_REFUSAL;
use crate::discord::rest::Failure;
use crate::discord::{Data, Fault, text};
use crate::referee::postal::codes;
use crate::referee::{Gone, RolesDue};
use crate::store::RoleDuty;
use crate::words::season as words;

/// How long to wait before what could not be done is tried again.
const PATIENCE: Duration = Duration::from_secs(60);
/// The reason in the server's own audit log, percent-encoded.
const REASON: &str = "The%20season";

pub async fn run(data: Data) {
    loop {
        let news = data.referee.roles.notified();
        let left = match work_off(&data).await {
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
        // Not at every change: what was refused a moment ago is refused again.
        tokio::select! {
            () = tokio::time::sleep(PATIENCE) => {}
            () = changed(&data, &left) => {}
        }
    }
}

/// Until there is a duty that was not among those that have just been tried.
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
            Ok(_) | Err(Gone::NotStored(_) | Gone::Unknown(_)) => {}
            Err(Gone::Ending) => std::future::pending().await,
        }
    }
}

/// Does what is to be done; gives what is left.
async fn work_off(data: &Data) -> Result<Vec<RoleDuty>, Fault> {
    let duties = data.stored(|tx| tx.role_duties()).await?;
    let mut left = Vec::new();
    // Who is told of one person's roles need not be told of everybody's.
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
                // Nothing else would remind of it.
                tell(data, &duty, &sentence, &mut told).await?
            }
            Outcome::Later => false,
        };
        if done {
            let write = move |core: &mut crate::referee::Core, _| {
                core.store().write(|tx| tx.roles_done(&duty))
            };
            data.referee.read(write).await??;
        } else {
            left.push(duty);
        }
    }
    Ok(left)
}

enum Outcome {
    Done,
    /// A permission is missing: with a sentence for a host.
    Refused(String),
    /// A role that there is not.
    Never(String),
    /// Discord is away, or a result waits that the roles would tell.
    Later,
}

/// Gives and takes the roles in which somebody's differ from what they are in the season now.
async fn change(data: &Data, duty: &RoleDuty) -> Result<Outcome, Fault> {
    let (id, whose) = (duty.season, duty.whose);
    let asked = duty.clone();
    let due = data.referee.read(move |core, _| {
        // It may have come to nothing while others' roles were changed.
        let owed = core.store().read(|tx| tx.role_duties())?;
        match owed.iter().any(|owed| owed.is_same(&asked)) {
            true => core.roles_due(id, whose),
            false => Ok(RolesDue::Nothing),
        }
    });
    let due = due.await??;
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
    let roles: Vec<u64> = wanted.iter().map(|(role, _)| *role).collect();
    let wanted = wanted.into_iter();
    let wanted = wanted.map(|(role, has)| (RoleId::new(role), has));
    let (guild, user) = (GuildId::new(guild), UserId::new(account));
    let now = match data.rest.member(guild, user).await {
        Ok(member) => member.roles,
        // Dealer is not in that server any more. Should it be again, `/season roles` looks at
        // everybody's.
        Err(error) if codes::is_outside(error.code()) => return Ok(Outcome::Done),
        Err(error) => return Ok(judge(&error, &name, &roles)),
    };
    for (role, has) in wanted {
        if now.contains(&role) == has {
            continue;
        }
        let done = data.rest.set_role((guild, user), role, has, REASON).await;
        if let Err(error) = done {
            return Ok(judge(&error, &name, &roles));
        }
    }
    Ok(Outcome::Done)
}

/// `name`: whose roles they are, safe in a post.
fn judge(error: &Failure, name: &str, roles: &[u64]) -> Outcome {
    match error.code() {
        // The person who is not in the server has no roles there.
        code if codes::is_absent(code) => Outcome::Done,
        codes::UNKNOWN_ROLE => Outcome::Never(words::role_is_gone()),
        code if codes::is_forbidden(code) => Outcome::Refused(words::roles_trouble(name, roles)),
        _ => Outcome::Later,
    }
}

/// Tells the host, once; says whether they know now, or cannot be told at all. Until then it is
/// tried again with the duty. `told`: what came of it for whom this time.
async fn tell(
    data: &Data,
    duty: &RoleDuty,
    sentence: &str,
    told: &mut HashMap<u64, bool>,
) -> Result<bool, Fault> {
    let Some(account) = duty.tell else {
        return Ok(true);
    };
    let is_told = match told.get(&account) {
        Some(is_told) => *is_told,
        None => {
            let is_told = reach(data, duty, account, sentence).await?;
            told.insert(account, is_told);
            is_told
        }
    };
    if is_told {
        let duty = duty.clone();
        data.referee
            .read(move |core, _| core.store().write(|tx| tx.roles_told(&duty)))
            .await??;
    }
    Ok(is_told)
}

/// Writes to a host: in a direct message, or where they want none in the season's channel that
/// hosts read. Says whether that is settled: they know, or no way to them is open.
async fn reach(data: &Data, duty: &RoleDuty, account: u64, sentence: &str) -> Result<bool, Fault> {
    let (content, called) = text::calling(sentence, &[account]);
    let message = CreateMessage::new()
        .content(content)
        .allowed_mentions(called)
        // One whose answer was lost is not posted again with the next try.
        .nonce(Nonce::String(duty.nonce()))
        .enforce_nonce(true);
    let direct = data.rest.direct(UserId::new(account)).await;
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
    let sent = data.rest.post(ChannelId::new(audit), &message);
    if let Err(error) = sent.await {
        tracing::warn!("can't tell hosts about roles in channel {audit}: {error}");
        return Ok(codes::is_closed(error.code()));
    }
    Ok(true)
}
