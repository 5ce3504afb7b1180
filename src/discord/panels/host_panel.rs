//! Buttons for a host when a match needs one: players missing at the start, a pause, a result that
//! waits. All state is in the buttons.

use super::conducting::{change_match, refusal_words};
use super::host_acts;
use super::rulings;
use super::setup::{self, SetupDraft};
use crate::discord::data::refused;
use crate::discord::message::{Panel, cancel, note, question};
use crate::discord::press::{BeginStep, HostStep, Press};
use crate::discord::press_context::PressContext;
use crate::discord::{Data, Result, text, when};
use crate::referee::{Core, Line, Ruling, Snapshot, Viewer};
use crate::store::{AccountId, ChannelId, MatchId, Season};
use crate::words;
use games::screen::{Button, Item, Menu, Row, Style};
use games::{BySeat, Cast, GameId, Seat, WallMs};
use matches::{Pauser, Stage};

/// How many buttons a message holds (Discord documentation, "Action Row").
const MAX_IN_MESSAGE: usize = 25;

/// The controls below lines that call a host; none for other lines. `cast`: with unescaped names,
/// since buttons show them as they are.
pub fn rows(match_id: MatchId, lines: &[Line], cast: &Cast) -> Vec<Row<Press>> {
    let press = |step| Press::Host { match_id, step };
    let forfeit = |seat: Seat| {
        let label = words::rulings::forfeit_button(cast.seat_name(seat));
        Button::secondary(press(HostStep::Forfeit(seat)), label)
    };
    let settle = |seat: Seat| {
        let label = words::rulings::settle_button(cast.seat_name(seat));
        Button::primary(press(HostStep::Settle(seat)), label)
    };
    let void = || Button::danger(press(HostStep::Void), words::rulings::END_VOID_BUTTON);
    let buttons = lines.iter().find_map(|line| match line {
        Line::NoShow { who, missing } | Line::Waits { who, missing, .. } => {
            // *Begin* asks for confirmation first.
            let sure = BeginStep::Ask;
            let begin = Press::Begin { match_id, sure };
            let mut buttons = vec![Button::secondary(begin, words::start::BEGIN_BUTTON)];
            // If no player is missing, choices are.
            if *missing > 0 || who.is_empty() {
                let remind = Press::Remind { match_id };
                buttons.push(Button::secondary(remind, words::start::REMIND_BUTTON));
            }
            // Pressing it again would not make the wait longer.
            if let Line::NoShow { .. } = line {
                let wait = press(HostStep::Wait);
                buttons.push(Button::primary(wait, words::start::WAIT_BUTTON_5));
            }
            let to_move = press(HostStep::Move);
            buttons.push(Button::secondary(to_move, words::start::MOVE_START_BUTTON));
            buttons.push(void());
            // If only one is missing, they can lose by it. If both are, nobody could win. It comes
            // last: when it goes, no other button takes its place.
            if let [one] = who.as_slice() {
                buttons.extend(cast.seat_of(*one).map(forfeit));
            }
            Some(buttons)
        }
        Line::Held => Some(vec![release_button(match_id)]),
        // Moving the match to the channel where it is already posts it again.
        Line::Unposted { channel, .. } => {
            let here = press(HostStep::Here(*channel));
            Some(vec![Button::primary(
                here,
                words::trouble::POST_AGAIN_BUTTON,
            )])
        }
        Line::Tied => Some(Seat::BOTH.map(settle).to_vec()),
        Line::NextOfSeries => {
            let next = press(HostStep::Next);
            Some(vec![Button::primary(next, words::season::NEXT_OF_SERIES)])
        }
        Line::Paused { by, until_ms, .. } => {
            let resume = Press::Resume { match_id };
            let mut buttons = vec![Button::success(resume, words::pauses::RESUME_BUTTON)];
            // Only a pause that would end by itself needs *Keep it paused*.
            if until_ms.is_some() {
                let hold = press(HostStep::Hold);
                buttons.push(Button::secondary(hold, words::pauses::HOLD_BUTTON));
            }
            if let Pauser::Timeouts(seat) | Pauser::LastPrice(seat) = by {
                buttons.push(forfeit(*seat));
            }
            buttons.push(void());
            Some(buttons)
        }
        // Only a pause stops the costs, and the player's phone may be dead.
        Line::Overtime { .. } => {
            let pause = press(HostStep::Pause);
            Some(vec![Button::primary(pause, words::pauses::PAUSE_BUTTON)])
        }
        Line::ForHosts { view } => Some(host_acts::buttons(match_id, view, cast)),
        _ => None,
    });
    let named = |line: &Line| matches!(line, Line::DeathMatch { .. });
    let games = lines
        .iter()
        .any(named)
        .then(|| Row::Menu(games_of_two(match_id)));
    let buttons = Row::of_buttons(buttons.unwrap_or_default());
    buttons.into_iter().chain(games).collect()
}

/// A menu of the games that two play.
fn games_of_two(match_id: MatchId) -> Menu<Press> {
    let games = GameId::ALL.iter().filter(|game| game.catalogue().seats);
    let items = games.map(|game| Item::new(words::catalogue::title(*game), game.word()));
    let step = HostStep::DeathMatch;
    let press = Press::Host { match_id, step };
    Menu::new(press, words::season::CHOOSE_DEATH_MATCH, items.collect())
}

/// The button that releases a result.
pub fn release_button(match_id: MatchId) -> Button<Press> {
    let step = HostStep::Release;
    Button::success(
        Press::Host { match_id, step },
        words::result::RELEASE_BUTTON,
    )
}

/// Shows what a host asked for, with a button that confirms it.
pub fn confirm(match_id: MatchId, step: HostStep, content: String, label: &str) -> Panel {
    question(
        content,
        Button::success(Press::Host { match_id, step }, label),
    )
}

/// When choices are due, if that is later than a new start.
async fn due_after(
    data: &Data,
    match_id: MatchId,
    to_ms: Option<WallMs>,
) -> Result<Option<WallMs>> {
    let snapshot = data.snapshot(match_id, Viewer::Public).await?;
    let status = snapshot.map(|snapshot| snapshot.status);
    let status = status.filter(|status| status.stage == Stage::Preparing);
    let deadline = status.and_then(|status| status.preparation_deadline_ms);
    Ok(deadline.filter(|deadline| to_ms.is_some_and(|start| start < *deadline)))
}

/// Shows a new start for confirmation, and asks whether choices close then if they are due later;
/// or why it is not possible.
async fn ask_start(
    data: &Data,
    match_id: MatchId,
    host: AccountId,
    to_ms: Option<WallMs>,
) -> Result<Panel> {
    let may = data
        .referee
        .read(move |core, now| core.may_move_start(match_id, host, to_ms, now));
    if let Err(refusal) = refused(may.await?)? {
        return Ok(note(refusal_words(data, match_id, refusal).await?));
    }
    let asked = words::start::confirm_start(to_ms);
    let later = due_after(data, match_id, to_ms).await?;
    Ok(match to_ms.zip(later) {
        None => confirm(
            match_id,
            HostStep::MoveTo(to_ms),
            asked,
            words::start::MOVE_START_BUTTON,
        ),
        Some((start_ms, due_ms)) => {
            let press = |step| Press::Host { match_id, step };
            note(asked + &words::start::due_after_start(due_ms)).buttons([
                Button::primary(
                    press(HostStep::StartDue(start_ms)),
                    words::start::CHOICES_UNTIL_START,
                ),
                Button::secondary(
                    press(HostStep::StartAlone(start_ms)),
                    words::start::KEEP_DEADLINE,
                ),
                cancel(),
            ])
        }
    })
}

async fn set_start(
    data: &Data,
    match_id: MatchId,
    host: AccountId,
    to_ms: Option<WallMs>,
    due_then: bool,
) -> Result<Panel> {
    let due_ms = due_after(data, match_id, to_ms).await?;
    let due_ms = due_ms.filter(|_| !due_then);
    let start =
        move |core: &mut Core, id, host, now| core.move_start(id, host, to_ms, due_then, now);
    let done = move |()| words::start::start_moved(to_ms, due_ms);
    Ok(note(change_match(data, match_id, host, start, done).await?))
}

/// Shows a typed start for confirmation; or why it is not possible.
pub async fn typed_start(
    data: &Data,
    match_id: MatchId,
    host: AccountId,
    typed: &str,
) -> Result<Panel> {
    let now = data.referee.clock.now();
    let zone = when::zone_of_match(data, match_id).await?;
    match when::start(typed, now, &zone) {
        Ok(start) => ask_start(data, match_id, host, start).await,
        Err(why) => Ok(note(why)),
    }
}

/// Shows another deadline of the choices for confirmation; or why it is not possible.
pub async fn ask_to_extend(
    data: &Data,
    match_id: MatchId,
    host: AccountId,
    to_ms: WallMs,
) -> Result<Panel> {
    let may = data
        .referee
        .read(move |core, now| core.may_extend(match_id, host, to_ms, now));
    if let Err(refusal) = refused(may.await?)? {
        return Ok(note(refusal_words(data, match_id, refusal).await?));
    }
    let snapshot = data.snapshot(match_id, Viewer::Account(host)).await?;
    let status = snapshot.as_ref().map(|snapshot| &snapshot.status);
    let start_ms = status.and_then(|status| status.start_at_ms);
    let due_ms = status.and_then(|status| status.preparation_deadline_ms);
    let now_ms = data.referee.clock.now();
    let content = words::start::confirm_extension(to_ms, due_ms, start_ms, now_ms);
    let label = words::start::EXTEND_BUTTON;
    Ok(confirm(match_id, HostStep::Extend(to_ms), content, label))
}

/// Opens the next match of a best of three, set up like this one.
async fn open_next_of_series(data: &Data, match_id: MatchId, host: AccountId) -> Result<Panel> {
    let snapshot = data.snapshot(match_id, Viewer::Public).await?;
    let Some((snapshot, guild)) =
        snapshot.and_then(|snapshot| snapshot.row.guild.map(|guild| (snapshot, guild)))
    else {
        return Ok(note(words::which_match::NO_SUCH_MATCH));
    };
    let row = &snapshot.row;
    let account = |seat| snapshot.player(seat).map(|person| person.account);
    let seats = Seat::BOTH.map(|seat| account(seat).unwrap_or_default());
    let mut draft = SetupDraft::new((guild, row.channel), row.setup.game, seats, row.season);
    draft.go_on_from(row);
    Ok(setup::open(data, host, &draft).await?.unwrap_or_else(note))
}

/// Opens the set-up panel of a game for the two whom a match has named.
async fn set_up_death_match(
    data: &Data,
    match_id: MatchId,
    host: AccountId,
    game: Option<&String>,
) -> Result<Panel> {
    let snapshot = data.snapshot(match_id, Viewer::Host(host)).await?;
    let setup = snapshot.and_then(|snapshot| {
        let game = GameId::read(game?)?;
        let BySeat { dmo, ec } = snapshot.view.death_match()?;
        let account = |who| Some(snapshot.person(who)?.account);
        let both = [
            account(dmo).unwrap_or_default(),
            account(ec).unwrap_or_default(),
        ];
        let place = (snapshot.row.guild?, snapshot.row.channel);
        Some(SetupDraft::new(place, game, both, snapshot.row.season))
    });
    match setup {
        Some(draft) => setup::open_panel(data, host, draft).await,
        None => Ok(note(words::which_match::NO_SUCH_MATCH)),
    }
}

/// The button that moves a match to a channel. One that counts stands out.
pub fn go_on_here(snapshot: &Snapshot, channel: ChannelId) -> Button<Press> {
    let step = HostStep::Here(channel);
    let press = Press::Host {
        match_id: snapshot.row.id,
        step,
    };
    let setup = snapshot.setup();
    let style = if setup.practice || setup.rehearsal {
        Style::Secondary
    } else {
        Style::Primary
    };
    // Buttons show names as they are, so these are not escaped.
    Button::new(press, words::which_match::go_on_here_button(setup), style)
}

/// Asks which of a server's open matches to move to a channel.
pub fn ask_where_to_go_on(channel: ChannelId, open: &[Snapshot], season: Option<&Season>) -> Panel {
    // If there is no room for all, matches without a channel come first.
    let (without, with): (Vec<_>, Vec<_>) = open
        .iter()
        .partition(|snapshot| snapshot.is_without_channel());
    let all = without.into_iter().chain(with);
    let elsewhere: Vec<_> = all
        .filter(|snapshot| snapshot.row.channel != channel)
        .collect();
    let is_here = elsewhere.len() < open.len();
    let more = elsewhere.len().saturating_sub(MAX_IN_MESSAGE);
    let mut places = Vec::new();
    let mut buttons = Vec::new();
    for snapshot in elsewhere.into_iter().take(MAX_IN_MESSAGE) {
        places.push(words::status::match_place(
            snapshot,
            &text::shown(snapshot.cast()),
        ));
        buttons.push(go_on_here(snapshot, channel));
    }
    let content = words::which_match::ask_where_to_go_on(&places, more, is_here)
        + &words::which_match::kept_for_other_posts(season.filter(|_| !places.is_empty()), channel);
    note(content).buttons(buttons)
}

/// Handles a press of one of these buttons.
pub async fn pressed(by: &PressContext<'_>, match_id: MatchId, step: HostStep) -> Result<()> {
    let (data, responder) = (by.data, &by.responder);
    let host = by.account();
    let paused = |()| words::pauses::PAUSED;
    let panel = match step {
        HostStep::Move => match by.fields.first() {
            None => {
                let zone = when::zone_of_match(data, match_id).await?;
                let press = Press::Host { match_id, step };
                let form = when::time_form(press, words::setup::START_TITLE, &zone, None);
                return Ok(responder.open(form).await?);
            }
            Some((_, typed)) => typed_start(data, match_id, host, typed).await?,
        },
        HostStep::Void | HostStep::Forfeit(_) | HostStep::Settle(_) | HostStep::Rewind(_) => {
            let ruling = match step {
                HostStep::Forfeit(seat) => Ruling::Forfeit { seat },
                HostStep::Settle(seat) => Ruling::Settle { seat },
                HostStep::Rewind(before) => Ruling::Rewind { before },
                _ => Ruling::Void,
            };
            // Earlier versions asked for the reason first.
            let reason = by.fields.first().map(|(_, reason)| reason.trim());
            let reason = reason.filter(|reason| !reason.is_empty());
            rulings::ask(data, host, match_id, ruling, reason).await?
        }
        HostStep::Wait => {
            note(change_match(data, match_id, host, Core::wait, words::start::waits).await?)
        }
        HostStep::Pause => note(change_match(data, match_id, host, Core::pause, paused).await?),
        HostStep::Hold => note(change_match(data, match_id, host, Core::hold, paused).await?),
        // `pressed.rs` asks about it, since the question shows posts.
        HostStep::Release => return Ok(()),
        HostStep::ReleaseNow(entry) => {
            let release = move |core: &mut Core, id, host, now| core.release(id, host, entry, now);
            note(change_match(data, match_id, host, release, |()| words::result::RELEASED).await?)
        }
        // A start that a poll offers. Its times stay where they are, so the question is a new
        // message.
        HostStep::MoveTo(to_ms) if due_after(data, match_id, to_ms).await?.is_some() => {
            let asked = ask_start(data, match_id, host, to_ms).await?;
            return Ok(responder.show(asked, false).await?);
        }
        HostStep::MoveTo(to_ms) => set_start(data, match_id, host, to_ms, false).await?,
        HostStep::StartAlone(to_ms) => set_start(data, match_id, host, Some(to_ms), false).await?,
        HostStep::StartDue(to_ms) => set_start(data, match_id, host, Some(to_ms), true).await?,
        HostStep::Here(channel) => {
            let go = move |core: &mut Core, id, host, now| core.move_to(id, host, channel, now);
            let said = move |paused| words::hosting::match_moved(channel, paused);
            note(change_match(data, match_id, host, go, said).await?)
        }
        HostStep::Next => {
            let ask = words::season::CONFIRM_NEXT_OF_SERIES.to_owned();
            let label = words::season::NEXT_OF_SERIES;
            confirm(match_id, HostStep::NextNow, ask, label)
        }
        HostStep::NextNow => {
            let opened = open_next_of_series(data, match_id, host);
            return responder.show_later(responder.is_private(), opened).await;
        }
        HostStep::DeathMatch => {
            let panel = set_up_death_match(data, match_id, host, by.values.first());
            return responder.show_later(false, panel).await;
        }
        HostStep::Extend(to_ms) => {
            let extend = move |core: &mut Core, id, host, now| core.extend(id, host, to_ms, now);
            let said = move |()| words::start::extended(to_ms);
            note(change_match(data, match_id, host, extend, said).await?)
        }
    };
    // A question is shown next to the buttons; its answer replaces the question.
    let in_place = matches!(
        step,
        HostStep::MoveTo(_)
            | HostStep::StartDue(_)
            | HostStep::StartAlone(_)
            | HostStep::Extend(_)
            | HostStep::Here(_)
            | HostStep::ReleaseNow(_)
    );
    // What was undone already needs no button any more.
    let is_undone = matches!(step, HostStep::Rewind(_)) && panel.rows.is_empty();
    Ok(responder
        .show(panel, (in_place || is_undone) && responder.is_private())
        .await?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{BySeat, Member, Role};

    #[test]
    fn a_hosts_possible_actions_are_below_the_text() {
        let member = |name: &str| Member {
            name: name.to_owned(),
            role: Role::Player,
        };
        let seats = BySeat {
            dmo: "Teo".to_owned(),
            ec: "Mika".to_owned(),
        };
        let members = vec![member("Teo"), member("Mika")];
        let cast = Cast::new(members, seats, &Default::default()).unwrap();
        for (line, expected) in [
            (
                Line::Tied,
                Seat::BOTH
                    .map(|seat| words::rulings::settle_button(cast.seat_name(seat)))
                    .to_vec(),
            ),
            (Line::Held, vec![words::result::RELEASE_BUTTON.to_owned()]),
            (Line::Resumed, vec![]),
        ] {
            let rows = rows(MatchId(1), &[line], &cast);
            let labels = rows.into_iter().flat_map(|row| match row {
                Row::Buttons(buttons) => buttons,
                Row::Menu(_) => Vec::new(),
            });
            let labels: Vec<String> = labels.map(|button| button.label).collect();
            assert_eq!(labels, expected);
        }
    }
}
