//! Replays a finished match step by step, in a private panel. The shown step is in the panel's
//! controls; nothing is stored. It begins where the choices before the match are made.

use crate::discord::drawing;
use crate::discord::message::{Drawn, Panel, note};
use crate::discord::press::Press;
use crate::discord::{Data, Result, text};
use crate::referee::{Snapshot, Viewer};
use crate::store::{AccountId, ChannelId, MatchId, ServerId};
use crate::words;
use games::decided::Turning;
use games::screen::{Button, Item, Menu};
use games::{Audience, Cast, Happening, Placement, View};
use matches::Stage;
use matches::record::{Record, RecordEntry, RecordError};

/// Who asks, and where.
pub struct ReplayRequest {
    /// None in a direct message.
    pub guild: Option<ServerId>,
    pub channel: ChannelId,
    pub account: AccountId,
}

/// The panel of a match after its first `step` steps, at most all of them. Open matches, and
/// matches whose result waits, are not shown.
///
/// In a server, only that server's matches are shown; in a direct message, only the asker's own. A
/// match without a season, which may be private, is only shown in its own channel or to its own
/// people.
pub async fn show(data: &Data, asker: ReplayRequest, id: MatchId, step: u32) -> Result<Panel> {
    let account = asker.account;
    let found = data.read(move |core| {
        let snapshot = core.snapshot(id, Viewer::Account(account))?;
        Ok((snapshot, core.record(id)?))
    });
    let (Some(snapshot), Some(record)) = found.await? else {
        return Ok(note(words::replay::NOTHING_TO_REPLAY));
    };
    if let Some(why) = why_not_shown(&snapshot, &asker) {
        return Ok(note(why));
    }
    let (kept, plain) = (record.clone(), snapshot.cast().clone());
    let replayed = tokio::task::spawn_blocking(move || ShownStep::of(&kept, &plain, step));
    let shown = replayed.await?.map_err(|error| error.say(None))?;
    let (step, last) = (shown.step, shown.last);
    let cast = text::shown(snapshot.cast());
    let entry = shown.entry.map(|entry| {
        let name = |word: &str| words::replay::entry_party(word, &cast, text::escape_markdown);
        let (by, whose) = (name(&entry.by), entry.whose.as_deref().map(name));
        let (game, told) = (snapshot.setup().game, &shown.told);
        words::replay::replay_entry(game, &by, whose.as_deref(), told, &entry.act, &cast)
    });
    let title = words::status::match_line(&snapshot, &cast);
    let name = format!("replay-{id}-{step}.png");
    let picture = if step == last {
        drawing::draw_end(data, &snapshot, shown.view, record, name)
            .await?
            .0
    } else {
        drawing::draw(data, &snapshot, shown.view, name).await?
    };
    let panel = Panel {
        // `/board` only shows the current board, so there is no place for the rest.
        picture: Some(Drawn {
            rest: "",
            ..picture
        }),
        ..note(words::replay::replay(&title, step, last, entry.as_deref()))
    };
    let (step, last) = (step as u32, last as u32);
    let press = Press::Replay { match_id: id, step };
    let menu = (last > 1).then(|| Menu::new(press, words::replay::JUMP, shown.jumps));
    Ok(panel.buttons(arrows(id, step, last)).menus(menu))
}

/// Why somebody may not see the replay of a match here.
fn why_not_shown(snapshot: &Snapshot, asker: &ReplayRequest) -> Option<String> {
    let row = &snapshot.row;
    let is_theirs = snapshot.party.is_some() || row.host == asker.account;
    let (is_here, nothing) = match asker.guild {
        Some(guild) => (row.guild == Some(guild), words::replay::NOTHING_TO_REPLAY),
        None => (is_theirs, words::replay::NOTHING_OF_YOURS_TO_REPLAY),
    };
    if !is_here || snapshot.status.stage != Stage::Over {
        return Some(nothing.to_owned());
    }
    if let Some(why) = words::result::unseen(&snapshot.status) {
        return Some(why.to_owned());
    }
    if row.season.is_none() && row.channel != asker.channel && !is_theirs {
        return Some(words::replay::REPLAYED_ELSEWHERE.to_owned());
    }
    snapshot.status.held.then(|| words::result::HELD.to_owned())
}

/// The match after a step, and what happened in it.
struct ShownStep {
    step: usize,
    last: usize,
    view: View,
    entry: Option<RecordEntry>,
    told: Vec<Happening>,
    jumps: Vec<Item>,
}

impl ShownStep {
    fn of(record: &Record, cast: &Cast, step: u32) -> Result<ShownStep, RecordError> {
        let (mut told, mut begins) = (Vec::new(), None);
        record.follow(|_, _, happened| {
            if !happened.iter().all(is_on_card) {
                begins.get_or_insert(told.len());
            }
            told.push(happened.to_vec());
        })?;
        let (views, begins) = (record.views(), begins.unwrap_or_default());
        let ends = ends(&record.log, begins);
        let step = (step as usize).min(ends.len());
        let until = if step == 0 { begins } else { ends[step - 1] };
        let before = if step > 1 { ends[step - 2] } else { begins };
        let view = match until.checked_sub(1) {
            Some(at) => views[at].clone(),
            None => record.open()?.view(Audience::All),
        };
        let decided = views.last().map(|end| end.decided(&views, cast));
        Ok(ShownStep {
            step,
            last: ends.len(),
            view,
            entry: record.log[before..until].last().cloned(),
            told: told.drain(before..until).flatten().collect(),
            jumps: jumps(&ends, &decided.unwrap_or_default()),
        })
    }
}

/// Whether something is only told on the match's card, before the match.
fn is_on_card(happened: &Happening) -> bool {
    happened.manner().placement == Placement::Card
}

/// Where a record's steps end, as counts of entries. What comes before the first `begins` entries
/// is no step. Repeated costs of lateness are one step.
fn ends(log: &[RecordEntry], begins: usize) -> Vec<usize> {
    let drains = |entry: &RecordEntry| entry.by == "clock" && entry.act.starts_with("drain ");
    let goes_on = |at: usize| drains(&log[at]) && log.get(at + 1).is_some_and(drains);
    let ends = (begins..log.len()).filter(|at| !goes_on(*at));
    ends.map(|at| at + 1).collect()
}

/// The steps to jump to: the first move, turning points, the end. `ends`: the count of entries
/// after each step. Games count their moves in their own way, so the steps aren't numbered.
fn jumps(ends: &[usize], decided: &[Turning]) -> Vec<Item> {
    let mut jumps = vec![(1, words::replay::FIRST_MOVE.to_owned())];
    for fact in decided {
        let step = 1 + ends.partition_point(|end| *end < fact.entry);
        if step < ends.len() && jumps.iter().all(|(other, _)| *other != step) {
            jumps.push((step, fact.said.clone()));
        }
    }
    if ends.len() > 1 {
        jumps.push((ends.len(), words::replay::THE_END.to_owned()));
    }
    let item = |(step, said): (usize, String)| Item::new(said, step.to_string());
    jumps.into_iter().map(item).collect()
}

/// Buttons for the beginning, back, on and the end, always in the same places, so that the same
/// place can be tapped again. Those that lead nowhere are off, and no two lead to the same step.
fn arrows(match_id: MatchId, step: u32, last: u32) -> [Button<Press>; 4] {
    let steps = [
        ("⏮", (step > 1).then_some(0)),
        ("◀", step.checked_sub(1)),
        ("▶", (step < last).then_some(step + 1)),
        ("⏭", (step + 1 < last).then_some(last)),
    ];
    steps.map(|(label, step)| match step {
        Some(step) => Button::secondary(Press::Replay { match_id, step }, label),
        None => Button::off(label),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replay_jumps_to_what_decided_the_match() {
        let fact = |entry| Turning::new(entry, format!("It was so after {entry}."));
        // Entries 4 and 5 share a step, and the last step is the end.
        let facts = [2, 4, 5, 6].map(fact);
        let said: Vec<String> = jumps(&[2, 3, 5, 6], &facts)
            .into_iter()
            .map(|jump| format!("{} = {}", jump.value, jump.label))
            .collect();
        let expected = [
            "1 = The first move",
            "3 = It was so after 4.",
            "4 = The end",
        ];
        assert_eq!(said, expected);
    }

    #[test]
    fn repeated_costs_of_lateness_are_one_step() {
        let entry = |(by, whose, act): (&'static str, Option<&str>, &str)| RecordEntry {
            seq: 0,
            at_ms: matches::MatchMs(0),
            by: by.into(),
            whose: whose.map(str::to_owned),
            act: act.to_owned(),
        };
        let (dmo, ec) = (Some("dmo"), Some("ec"));
        let log = [
            ("dmo", None, "bid 3"),
            ("clock", ec, "drain 1"),
            ("clock", ec, "drain 1"),
            ("ec", None, "bid 1"),
            ("clock", dmo, "bid 0"),
            ("clock", ec, "bid 0"),
            ("clock", dmo, "drain 1"),
            ("clock", ec, "drain 1"),
        ];
        let log: Vec<RecordEntry> = log.into_iter().map(entry).collect();
        assert_eq!(ends(&log, 0), [1, 3, 4, 5, 6, 8]);
        assert_eq!(ends(&log, 3), [4, 5, 6, 8]);
        assert!(ends(&[], 0).is_empty());
    }
}
