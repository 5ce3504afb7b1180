//! A match that is over, once more, entry by entry: a panel for one person, with controls to go through it. Which entry it shows is in its
//! controls; nothing of it is kept.

use serenity::all::{ButtonStyle, CreateActionRow};

use super::letter::button;
use super::panel::{self, Drawn, Panel};
use super::press::Press;
use super::{Data, Fault, text};
use crate::games::Audience;
use crate::matches::Stage;
use crate::store::{MatchId, StoreError};
use crate::words;

/// Who asks for a match, and where.
pub struct Asker {
    pub guild: u64,
    pub channel: u64,
    pub account: u64,
}

/// The panel of a match after its first `step` entries, at most all of them. What is open, or over with a result that waits, is not shown.
///
/// Matches of other servers than `asker`'s are not shown, and one of no season, which may be held where not everybody looks on, is shown in its own
/// channel or to its own people alone.
pub async fn show(data: &Data, asker: Asker, id: MatchId, step: u32) -> Result<Panel, Fault> {
    let account = asker.account;
    let found = data.referee.read(move |core, _| {
        let look = core.look(id, account, false)?;
        Ok::<_, StoreError>((look, core.record(id)?))
    });
    let (Some(look), Some(record)) = found.await?? else {
        return Ok(panel::note(words::nothing_to_replay()));
    };
    if look.row.guild != asker.guild || look.standing.stage != Stage::Over {
        return Ok(panel::note(words::nothing_to_replay()));
    }
    let is_theirs = look.party.is_some() || look.row.host == account;
    if look.row.season.is_none() && look.row.channel != asker.channel && !is_theirs {
        return Ok(panel::note(words::replayed_elsewhere()));
    }
    if look.standing.held {
        return Ok(panel::note(words::held()));
    }
    let last = u32::try_from(record.log.len()).unwrap_or(u32::MAX);
    let step = step.min(last);
    let replayed = tokio::task::spawn_blocking(move || {
        let mut view = record.open().map(|game| game.view(Audience::All));
        let played = record.replay(|seq, game| {
            if seq == u64::from(step) {
                view = Ok(game.view(Audience::All));
            }
        });
        let entry = record.log.into_iter().nth((step as usize).wrapping_sub(1));
        played.and(view).map(|view| (view, entry))
    });
    let (view, entry) = replayed
        .await?
        .map_err(|error| words::record_error(&error, None))?;
    let cast = text::shown(look.cast());
    let entry = entry.map(|entry| {
        let name = |word: &str| words::entry_party(word, &cast, text::plain);
        let whose = entry.whose.as_deref().map(name);
        words::replay_entry(&name(&entry.by), whose.as_deref(), &text::plain(&entry.act))
    });
    let title = words::match_line(&look, &cast);
    let picture = panel::draw(data, &look, view, format!("replay-{id}-{step}.png")).await?;
    Ok(Panel {
        content: words::replay(&title, step, last, entry.as_deref()),
        // `/board` shows where a match stands, not what it went through.
        picture: Some(Drawn {
            rest: "",
            ..picture
        }),
        rows: rows(id, step, last),
    })
}

/// To the beginning, back, on and to the end, as far as there is something; each leads elsewhere.
fn rows(match_id: MatchId, step: u32, last: u32) -> Vec<CreateActionRow> {
    let mut steps = Vec::new();
    if step > 1 {
        steps.push(("⏮", 0));
    }
    if step > 0 {
        steps.push(("◀", step - 1));
    }
    if step < last {
        steps.push(("▶", step + 1));
    }
    if step + 1 < last {
        steps.push(("⏭", last));
    }
    let buttons: Vec<_> = steps
        .into_iter()
        .map(|(label, step)| {
            let press = Press::Replay { match_id, step };
            button(press, label, ButtonStyle::Secondary)
        })
        .collect();
    match buttons.is_empty() {
        true => Vec::new(),
        false => vec![CreateActionRow::Buttons(buttons)],
    }
}
