//! Giving strikes: a strike that would eliminate somebody has to be confirmed. The question is kept
//! as a draft, so that its button outlives a restart.

use serde::{Deserialize, Serialize};

use crate::discord::message::{Panel, note, question};
use crate::discord::press::Press;
use crate::discord::press_context::PressContext;
use crate::discord::{Data, Result, Tried};
use crate::referee::{Asker, RefereeError, SeasonRefusal, StrikeOutcome};
use crate::store::{DraftId, SeasonId, StoreError};
use crate::words::season;
use games::screen::Button;

/// A strike that waits for the host's confirmation.
#[derive(Serialize, Deserialize)]
struct PendingStrike {
    strike_in: i64,
    to: String,
    reason: String,
    /// The outcome, once there is one: a second press gets the same answer, and gives no second
    /// strike.
    #[serde(default)]
    said: Option<Answered>,
}

/// The outcome of a host's answer.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Answered {
    Struck(StrikeOutcome),
    /// A sentence, from before this was stored as facts.
    #[serde(untagged)]
    Text(String),
}

impl Answered {
    fn said(self) -> String {
        match self {
            Answered::Struck(struck) => season::struck(&struck),
            Answered::Text(said) => said,
        }
    }
}

/// Gives somebody a strike, or first asks for confirmation if it would eliminate them. A refusal is
/// in words.
pub async fn give(
    data: &Data,
    season: SeasonId,
    asker: Asker,
    to: String,
    reason: String,
) -> Tried<Panel> {
    let asked = PendingStrike {
        strike_in: season.0,
        to: to.clone(),
        reason: reason.clone(),
        said: None,
    };
    let body = serde_json::to_string(&asked)?;
    let given = data.in_season(move |core, now| {
        let given = core.edit_season(season, asker, now, |edit| {
            edit.add_strike(&to, false, &reason)
        });
        match given {
            Err(RefereeError::Refused(refusal @ SeasonRefusal::WouldEliminate { .. })) => {
                let owner = asker.account;
                let draft = core
                    .store_mut()
                    .write(|tx| tx.add_draft(owner, &body, now))?;
                Ok(Given::Asks(refusal, draft))
            }
            done => done.map(Given::Done),
        }
    });
    Ok(given.await?.map(|given| match given {
        Given::Asks(refusal, draft) => {
            let yes = Button::danger(Press::Strike { draft }, season::STRIKE_ALL_THE_SAME);
            question(season::refused(refusal), yes)
        }
        Given::Done(struck) => note(season::struck(&struck)),
    }))
}

/// Gives the strike that a host has confirmed.
pub async fn pressed(by: &PressContext<'_>, draft: DraftId) -> Result<Panel> {
    let asker = by.asker(None).await?;
    let guild = by.server;
    let given = by.data.in_season(move |core, now| {
        let asked = core.store().read(|tx| tx.own_draft(draft, asker.account))?;
        let Some(asked): Option<PendingStrike> = asked else {
            return Ok(None);
        };
        let id = SeasonId(asked.strike_in);
        let season = core.store().read(|tx| tx.season(id))?;
        if season.is_none_or(|season| Some(season.guild) != guild) {
            return Ok(None);
        }
        if asked.said.is_some() {
            return Ok(asked.said);
        }
        let struck = core.edit_season(id, asker, now, |edit| {
            edit.add_strike(&asked.to, true, &asked.reason)
        })?;
        let said = Some(Answered::Struck(struck));
        let given = PendingStrike {
            said: said.clone(),
            ..asked
        };
        let body = serde_json::to_string(&given).map_err(StoreError::from)?;
        core.store_mut()
            .write(|tx| tx.set_draft(draft, &body, now))?;
        Ok(said)
    });
    Ok(note(match given.await? {
        Ok(Some(answered)) => answered.said(),
        Ok(None) => season::STRIKE_GONE.to_owned(),
        Err(refused) => refused,
    }))
}

enum Given {
    Done(StrikeOutcome),
    /// It would eliminate them; with the draft for the button.
    Asks(SeasonRefusal, DraftId),
}
