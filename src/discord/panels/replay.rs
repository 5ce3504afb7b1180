//! Replays a finished match step by step, in a private panel. The shown step is in the panel's
//! controls; nothing is stored.

use serenity::all::{ButtonStyle, CreateActionRow, CreateSelectMenuOption};

use super::buttons::button;
use super::panel::{self, Drawn, Panel};
use super::screen::menu;
use crate::discord::press::Press;
use crate::discord::{Data, Fault, text};
use crate::store::{MatchId, StoreError};
use crate::words;
use games::decided::Turning;
use games::{Audience, Placement};
use matches::Stage;
use matches::record::RecordEntry;

/// The longest label of a menu's item (Discord documentation, "Select Option Structure").
const MOST_LABEL: usize = 100;

/// Who asks, and where.
pub struct ReplayRequest {
    /// None in a direct message.
    pub guild: Option<u64>,
    pub channel: u64,
    pub account: u64,
}

/// The panel of a match after its first `step` steps, at most all of them. Open matches, and
/// matches whose result waits, are not shown.
///
/// In a server, only that server's matches are shown; in a direct message, only the asker's own. A
/// match without a season, which may be private, is only shown in its own channel or to its own
/// people.
pub async fn show(
    data: &Data,
    asker: ReplayRequest,
    id: MatchId,
    step: u32,
) -> Result<Panel, Fault> {
    let account = asker.account;
    let found = data.referee.read(move |core, _| {
        let look = core.look(id, account, false)?;
        Ok::<_, StoreError>((look, core.record(id)?))
    });
    let (Some(look), Some(record)) = found.await?? else {
        return Ok(panel::note(words::nothing_to_replay()));
    };
    let is_theirs = look.party.is_some() || look.row.host == account;
    let (is_here, nothing) = match asker.guild {
        Some(guild) => (look.row.guild == Some(guild), words::nothing_to_replay()),
        None => (is_theirs, words::nothing_of_yours_to_replay()),
    };
    if !is_here || look.status.stage != Stage::Over {
        return Ok(panel::note(nothing));
    }
    if look.status.called_off {
        return Ok(panel::note(words::called_off_unseen()));
    }
    if look.row.season.is_none() && look.row.channel != asker.channel && !is_theirs {
        return Ok(panel::note(words::replayed_elsewhere()));
    }
    if look.status.held {
        return Ok(panel::note(words::held()));
    }
    let ends = ends(&record.log);
    let last = u32::try_from(ends.len()).unwrap_or(u32::MAX);
    let step = step.min(last);
    // How many log entries there are after so many steps.
    let entries = |steps: u32| match steps {
        0 => 0,
        steps => ends[steps as usize - 1],
    };
    let (before, until) = (entries(step.saturating_sub(1)), entries(step));
    let (kept, plain) = (record.clone(), look.cast().clone());
    let replayed = tokio::task::spawn_blocking(move || {
        let mut view = kept.open().map(|game| game.view(Audience::All));
        let (mut told, mut begins) = (Vec::new(), None);
        let played = kept.follow(|seq, game, happened| {
            let at = seq as usize;
            if before < at && at <= until {
                told.extend_from_slice(happened);
            }
            if happened
                .iter()
                .any(|one| one.placement() == Placement::News)
            {
                begins.get_or_insert(at);
            }
            if at == until {
                view = Ok(game.view(Audience::All));
            }
        });
        let views = kept.views();
        let decided = views.last().map(|end| end.decided(&views, &plain));
        let jumps = jumps(&ends, begins, &decided.unwrap_or_default());
        let entry = kept.log.into_iter().take(until).next_back();
        played.and(view).map(|view| (view, entry, told, jumps))
    });
    let (view, entry, told, jumps) = replayed.await?.map_err(|error| error.say(None))?;
    let cast = text::shown(look.cast());
    let entry = entry.map(|entry| {
        let name = |word: &str| words::entry_party(word, &cast, text::escape_markdown);
        let (by, whose) = (name(&entry.by), entry.whose.as_deref().map(name));
        let game = look.setup().game;
        words::replay_entry(game, (&by, whose.as_deref()), &told, &entry.act, &cast)
    });
    let title = words::match_line(&look, &cast);
    let name = format!("replay-{id}-{step}.png");
    let picture = if step == last {
        panel::draw_end(data, &look, view, record, name).await?.0
    } else {
        panel::draw(data, &look, view, name).await?
    };
    let mut rows = rows(id, step, last);
    if last > 1 {
        let press = Press::Replay { match_id: id, step };
        rows.push(menu(press, jumps, words::jump().to_owned()));
    }
    Ok(Panel {
        content: words::replay(&title, step, last, entry.as_deref()),
        // `/board` only shows the current board, so there is no place for the rest.
        picture: Some(Drawn {
            rest: "",
            ..picture
        }),
        rows,
    })
}

/// Where a record's steps end, as counts of entries. Repeated costs of lateness are one step.
fn ends(log: &[RecordEntry]) -> Vec<usize> {
    let drains = |entry: &RecordEntry| entry.by == "clock" && entry.act.starts_with("drain ");
    let goes_on = |at: usize| drains(&log[at]) && log.get(at + 1).is_some_and(drains);
    let ends = (0..log.len()).filter(|at| !goes_on(*at));
    ends.map(|at| at + 1).collect()
}

/// The steps to jump to: the first move, turning points, the end. `ends`: the count of entries
/// after each step; `begins`: after which entry something was first told.
fn jumps(
    ends: &[usize],
    begins: Option<usize>,
    decided: &[Turning],
) -> Vec<CreateSelectMenuOption> {
    let step = |entry: usize| 1 + ends.partition_point(|end| *end < entry);
    let first = step(begins.unwrap_or(1));
    let mut jumps = vec![(first, words::first_move().to_owned())];
    for fact in decided {
        let step = step(fact.entry);
        if step < ends.len() && jumps.iter().all(|(other, _)| *other != step) {
            jumps.push((step, fact.said.clone()));
        }
    }
    if first < ends.len() {
        jumps.push((ends.len(), words::the_end().to_owned()));
    }
    let option = |(step, said): (usize, String)| {
        let label = text::cut(&format!("{step} · {said}"), MOST_LABEL);
        CreateSelectMenuOption::new(label, step.to_string())
    };
    jumps.into_iter().map(option).collect()
}

/// Buttons for the beginning, back, on and the end. Those that lead nowhere are left out, and no
/// two lead to the same step.
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
    if buttons.is_empty() {
        Vec::new()
    } else {
        vec![CreateActionRow::Buttons(buttons)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replay_jumps_to_what_decided_the_match() {
        let fact = |entry| Turning::new(entry, format!("It was so after {entry}."));
        // Entries 4 and 5 share a step, and the last step is the end.
        let facts = [2, 4, 5, 6].map(fact);
        let said: Vec<String> = jumps(&[1, 2, 3, 5, 6], Some(2), &facts)
            .into_iter()
            .map(|jump| serde_json::to_value(jump).unwrap())
            .map(|jump| format!("{} = {}", jump["value"], jump["label"]).replace('"', ""))
            .collect();
        let expected = [
            "2 = 2 · The first move",
            "4 = 4 · It was so after 4.",
            "5 = 5 · The end",
        ];
        assert_eq!(said, expected);
    }

    #[test]
    fn repeated_costs_of_lateness_are_one_step() {
        let entry = |(by, whose, act): (&'static str, Option<&str>, &str)| RecordEntry {
            seq: 0,
            at_ms: 0,
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
        assert_eq!(ends(&log), [1, 3, 4, 5, 6, 8]);
        assert!(ends(&[]).is_empty());
    }
}
