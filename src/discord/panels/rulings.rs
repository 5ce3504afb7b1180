//! Panels for rulings: each ruling is previewed, and carried out when the host confirms. The
//! question is kept as a draft, so that its buttons outlive a restart.

use serde::{Deserialize, Serialize};

use super::conducting::shown_cast;
use super::panel::{self, PanelParts};
use crate::discord::data::refused;
use crate::discord::drawing;
use crate::discord::message::{Panel, note};
use crate::discord::press::{HostStep, Press, RulingStep};
use crate::discord::press_context::PressContext;
use crate::discord::{Data, Result, text};
use crate::referee::{
    ActRefusal, ConductRefusal, Core, Past, Ruled, Ruling, RulingOrder, RulingRefusal, Snapshot,
    Viewer,
};
use crate::store::{AccountId, DraftId, MatchId};
use crate::words;
use games::Party;
use games::screen::{Button, Field, Form, Item, Menu, Row};
use matches::Stage;

/// How many entries the menu of a rewind offers: as many as fit (Discord documentation, "Select
/// Menu").
const OFFERED: usize = 25;

/// The longest reason, in characters; the options of `/ruling` have the same limit.
const MAX_REASON: u16 = 300;

/// A ruling that waits for the host's confirmation.
#[derive(Serialize, Deserialize)]
struct PendingRuling {
    match_id: MatchId,
    /// None until the host has chosen the entry to go back to.
    ruling: Option<Ruling>,
    reason: String,
    /// Whether confirming it asks for the reason first, because there is none yet.
    #[serde(default)]
    asks_reason: bool,
    /// The state of the match in the preview that the host saw.
    seen: i64,
    /// The outcome, once there is one: a second press gets the same answer, and nothing else
    /// happens.
    #[serde(default)]
    said: Option<Answered>,
    /// The entry of the ruling, once it is carried out, if a rewind to before it undoes it.
    #[serde(default)]
    undo: Option<i64>,
}

impl PendingRuling {
    fn new(match_id: MatchId, reason: Option<&str>) -> PendingRuling {
        PendingRuling {
            match_id,
            ruling: None,
            reason: reason.unwrap_or_default().to_owned(),
            asks_reason: reason.is_none(),
            seen: 0,
            said: None,
            undo: None,
        }
    }

    fn order(&self, host: AccountId, ruling: Ruling) -> RulingOrder {
        RulingOrder {
            match_id: self.match_id,
            host,
            ruling,
            reason: self.reason.clone(),
        }
    }
}

/// The outcome of a host's answer.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Answered {
    Ruled(Box<Ruled>),
    Dropped,
    /// A sentence, from before this was stored as facts.
    #[serde(untagged)]
    Text(String),
}

/// What a ruling's panel says once it is answered. `undo`: see [`PendingRuling`].
async fn outcome(
    data: &Data,
    match_id: MatchId,
    answered: &Answered,
    undo: Option<i64>,
) -> Result<Panel> {
    let ruled = match answered {
        Answered::Ruled(ruled) => ruled,
        Answered::Dropped => return Ok(note(words::rulings::RULING_DROPPED)),
        Answered::Text(said) => return Ok(note(said.clone())),
    };
    let mut panel = note(words::rulings::ruling_done(
        ruled,
        &shown_cast(data, match_id).await?,
    ));
    if let Some(step) = undo.map(HostStep::Rewind) {
        let undo = Button::secondary(Press::Host { match_id, step }, words::rulings::UNDO_RULING);
        // A second tap on what was confirmed undoes nothing.
        let confirmed = Button::off(words::rulings::confirm_ruling(ruled));
        panel = panel.buttons([confirmed, undo]);
    }
    Ok(panel)
}

/// Shows a host what a ruling would change, and asks for confirmation. If `reason` is None, the
/// host is asked for one last: a clock may run, and the preview can pause the match.
pub async fn ask(
    data: &Data,
    host: AccountId,
    match_id: MatchId,
    ruling: Ruling,
    reason: Option<&str>,
) -> Result<Panel> {
    let asked = PendingRuling::new(match_id, reason);
    let id = data.keep_draft(None, host, &asked).await?;
    let draft = RulingDraft { data, host, id };
    draft.preview(asked, ruling, "").await
}

/// The entries to which a host may rewind, newest first, each in words with its number. Empty for a
/// host who plays in the match.
pub async fn entries(
    data: &Data,
    host: AccountId,
    match_id: MatchId,
) -> Result<Vec<(String, i64)>> {
    let read = data.read(move |core| {
        let snapshot = core.snapshot(match_id, Viewer::Host(host))?;
        let snapshot = snapshot.filter(|snapshot| !snapshot.plays());
        let past = core.past(match_id, OFFERED)?;
        Ok(snapshot.map(|snapshot| (snapshot, past)))
    });
    let Some((snapshot, past)) = read.await? else {
        return Ok(Vec::new());
    };
    let now_ms = data.referee.clock.now();
    let when = |at_ms| words::rulings::ago(now_ms.since(at_ms));
    // Menus show names as they are, so these are not escaped.
    let said = |past: &Past| words::entries::past(past, snapshot.cast(), str::to_owned, when);
    Ok(past.iter().map(|past| (said(past), past.entry)).collect())
}

/// Offers a host the newest entries to go back to.
pub async fn choose_entry(
    data: &Data,
    host: AccountId,
    match_id: MatchId,
    reason: &str,
) -> Result<Panel> {
    offer_entries(data, host, None, match_id, reason).await
}

async fn offer_entries(
    data: &Data,
    host: AccountId,
    draft: Option<DraftId>,
    match_id: MatchId,
    reason: &str,
) -> Result<Panel> {
    let looked = data
        .read(move |core| {
            let snapshot = core.snapshot(match_id, Viewer::Host(host))?;
            let past = core.past(match_id, OFFERED + 1)?;
            let store = core.store();
            let last = snapshot.as_ref().map_or(Ok(None), |snapshot| {
                store.read(|tx| tx.last_match_over_in(snapshot.row.channel))
            })?;
            Ok(snapshot.map(|snapshot| (snapshot, past, last != Some(match_id))))
        })
        .await?;
    let (snapshot, mut past, passed_over) = looked.ok_or(words::which_match::NO_SUCH_MATCH)?;
    let more = past.len() > OFFERED;
    past.truncate(OFFERED);
    let cast = text::shown(snapshot.cast());
    // A host who plays in the match may not rule on it.
    if snapshot.plays() && !snapshot.setup().rehearsal {
        let refusal = RulingRefusal::Conduct(ConductRefusal::HostInSeat);
        return Ok(note(words::ruling_refusals::ruling_refusal(
            &refusal, &cast,
        )));
    }
    let content = words::rulings::choose_entry(past.len(), more, passed_over, &snapshot, &cast);
    if past.is_empty() {
        return Ok(note(content));
    }
    let now_ms = data.referee.clock.now();
    let asked = PendingRuling::new(match_id, Some(reason));
    let draft = data.keep_draft(draft, host, &asked).await?;
    let items = past.iter().map(|past| {
        let when = |at_ms| words::rulings::ago(now_ms.since(at_ms));
        let label = words::entries::past(past, snapshot.cast(), str::to_owned, when);
        Item::new(label, past.entry.to_string())
    });
    let step = RulingStep::Entry;
    let press = Press::Ruling { draft, step };
    let menu = Menu::new(press, words::rulings::CHOOSE_ENTRY, items.collect());
    Ok(with_clocks(note(content), &snapshot)
        .menus([menu])
        .buttons(buttons_of(
            &snapshot,
            draft,
            Button::off(words::rulings::GO_BACK),
            None,
        )))
}

/// Adds whose clock runs while the host thinks.
fn with_clocks(panel: Panel, snapshot: &Snapshot) -> Panel {
    let clocks = words::rulings::clocks_meanwhile(snapshot, &text::shown(snapshot.cast()));
    panel.ending(&clocks.unwrap_or_default())
}

/// The button that pauses a live match while its host thinks; off if it is paused.
fn pause_first(snapshot: &Snapshot, draft: DraftId) -> Option<Button<Press>> {
    let step = RulingStep::Pause;
    let pause = if snapshot.status.pause.is_some() {
        Button::off(words::rulings::PAUSE_FIRST)
    } else {
        Button::primary(Press::Ruling { draft, step }, words::rulings::PAUSE_FIRST)
    };
    (snapshot.status.stage == Stage::Live).then_some(pause)
}

/// Below a question: the button that leads `on`, the pause, *Cancel*, and `last`. The button that
/// leads on is there before it can be pressed: *Pause first* never stands in its place.
fn buttons_of(
    snapshot: &Snapshot,
    draft: DraftId,
    on: Button<Press>,
    last: Option<Button<Press>>,
) -> Vec<Button<Press>> {
    let step = RulingStep::Drop;
    let drop = Button::secondary(
        Press::Ruling { draft, step },
        words::controls::CANCEL_BUTTON,
    );
    let before = [on].into_iter().chain(pause_first(snapshot, draft));
    before.chain([drop]).chain(last).collect()
}

fn leads_on(draft: DraftId, step: RulingStep, label: &str) -> Button<Press> {
    Button::danger(Press::Ruling { draft, step }, label)
}

/// The match of a ruling's draft; None if the draft is gone.
pub async fn match_of(data: &Data, id: DraftId) -> Result<Option<MatchId>> {
    let stored = data.stored(move |tx| tx.draft(id)).await?;
    let asked = stored.and_then(|stored| serde_json::from_str::<PendingRuling>(&stored.body).ok());
    Ok(asked.map(|asked| asked.match_id))
}

/// Handles a pressed control of a ruling. Confirming one without a reason opens the form for it.
pub async fn pressed(by: &PressContext<'_>, id: DraftId, step: RulingStep) -> Result<()> {
    let host = by.account();
    let read = || by.data.stored(move |tx| tx.own_draft(id, host));
    if step == RulingStep::Confirm
        && by.fields.is_empty()
        && let Some(PendingRuling {
            match_id,
            ruling: Some(ruling),
            asks_reason: true,
            said: None,
            ..
        }) = read().await?
        && let Some(snapshot) = by.data.snapshot(match_id, Viewer::Account(host)).await?
    {
        let reason = Field {
            most: Some(MAX_REASON),
            ..Field::new("reason", words::rulings::REASON_LABEL)
        };
        let (press, title) = (
            Press::Ruling { draft: id, step },
            words::rulings::reason_title(&ruling, snapshot.cast()),
        );
        return Ok(by
            .responder
            .open(Form::new(press, title, vec![reason]))
            .await?);
    }
    // Of two presses at the same moment, the second finds the outcome of the first.
    by.responder.wait_turn().await;
    let panel = answered(by, id, step, read().await?).await?;
    Ok(by.responder.show(panel, true).await?)
}

async fn answered(
    by: &PressContext<'_>,
    id: DraftId,
    step: RulingStep,
    asked: Option<PendingRuling>,
) -> Result<Panel> {
    let Some(mut asked) = asked else {
        return Ok(note(words::rulings::RULING_GONE));
    };
    if let Some(answered) = &asked.said {
        return outcome(by.data, asked.match_id, answered, asked.undo).await;
    }
    if let Some((_, reason)) = by.fields.first() {
        asked.reason = reason.trim().to_owned();
    }
    let draft = RulingDraft {
        data: by.data,
        host: by.account(),
        id,
    };
    match (step, asked.ruling.clone()) {
        (RulingStep::Entry, _) => {
            let chosen = by.values.first().and_then(|entry| entry.parse().ok());
            let Some(before) = chosen else {
                return Ok(note(words::answers::UNKNOWN_CONTROL));
            };
            let ruling = Ruling::Rewind { before };
            draft.preview(asked, ruling, "").await
        }
        (RulingStep::Pause, _) => draft.pause_and_ask(asked).await,
        (RulingStep::Drop, _) => {
            let dropped = PendingRuling {
                said: Some(Answered::Dropped),
                ..asked
            };
            draft.keep(&dropped).await?;
            Ok(note(words::rulings::RULING_DROPPED))
        }
        (RulingStep::OpenHand, Some(Ruling::Act { whose, text })) => {
            draft.open_hand(asked, whose, text).await
        }
        (RulingStep::Choose, Some(Ruling::Act { whose, .. })) => {
            let Some(text) = by.values.first().cloned() else {
                return Ok(note(words::answers::UNKNOWN_CONTROL));
            };
            let ruling = Ruling::Act { whose, text };
            draft.preview(asked, ruling, "").await
        }
        (RulingStep::Confirm, Some(ruling)) if asked.asks_reason && asked.reason.is_empty() => {
            let missing = words::rulings::REASON_MISSING.to_owned() + "\n";
            draft.preview(asked, ruling, &missing).await
        }
        (RulingStep::Confirm, Some(ruling)) => draft.confirm(asked, ruling).await,
        (RulingStep::Unpunished, Some(Ruling::Void)) => {
            draft.preview(asked, Ruling::VoidUnpunished, "").await
        }
        (
            RulingStep::Confirm
            | RulingStep::OpenHand
            | RulingStep::Choose
            | RulingStep::Unpunished,
            _,
        ) => Ok(note(words::rulings::RULING_GONE)),
    }
}

/// Says why a ruling isn't possible.
async fn refused_ruling(data: &Data, match_id: MatchId, why: &RulingRefusal) -> Result<Panel> {
    let cast = shown_cast(data, match_id).await?;
    Ok(note(words::ruling_refusals::ruling_refusal(why, &cast)))
}

/// What a host has begun to rule, kept as a draft.
struct RulingDraft<'a> {
    data: &'a Data,
    host: AccountId,
    id: DraftId,
}

impl RulingDraft<'_> {
    /// Pauses the match that a ruling is about, and previews the ruling again.
    async fn pause_and_ask(&self, asked: PendingRuling) -> Result<Panel> {
        let (data, host) = (self.data, self.host);
        let match_id = asked.match_id;
        let paused = data.run(move |core, now| core.pause(match_id, host, now));
        let before = match paused.await? {
            Ok(()) => String::new(),
            Err(why) => {
                words::refusals::conduct_refusal(&why, &shown_cast(data, match_id).await?) + "\n"
            }
        };
        match asked.ruling.clone() {
            Some(ruling) => self.preview(asked, ruling, &before).await,
            None => {
                let chosen =
                    offer_entries(data, host, Some(self.id), match_id, &asked.reason).await?;
                Ok(Panel {
                    content: before + &chosen.content,
                    ..chosen
                })
            }
        }
    }

    async fn confirm(&self, asked: PendingRuling, ruling: Ruling) -> Result<Panel> {
        let data = self.data;
        let order = asked.order(self.host, ruling.clone());
        let seen = Some(asked.seen);
        let done = data.run(move |core, now| core.rule(&order, seen, now));
        match done.await? {
            Ok(done) => {
                let said = Answered::Ruled(Box::new(done.ruled.kept()));
                let panel = outcome(data, asked.match_id, &said, done.undo).await?;
                let done = PendingRuling {
                    ruling: Some(ruling),
                    said: Some(said),
                    undo: done.undo,
                    ..asked
                };
                self.keep(&done).await?;
                Ok(panel)
            }
            Err(RulingRefusal::Moved) => {
                let moved = words::rulings::RULING_MOVED.to_owned() + "\n";
                self.preview(asked, ruling, &moved).await
            }
            Err(refusal) => refused_ruling(data, asked.match_id, &refusal).await,
        }
    }

    /// The preview of a ruling: what it would change now, with buttons to do it or not; or why it
    /// is not possible.
    async fn preview(&self, asked: PendingRuling, ruling: Ruling, before: &str) -> Result<Panel> {
        let data = self.data;
        let order = asked.order(self.host, ruling.clone());
        let shown = data
            .referee
            .write(move |core, now| core.preview(&order, now));
        let shown = refused(shown.await?)?;
        let cast = shown_cast(data, asked.match_id).await?;
        let preview = match shown {
            Ok(preview) => preview,
            Err(RulingRefusal::Act(ActRefusal::HandShut { whose, .. })) => {
                let asked = PendingRuling {
                    ruling: Some(ruling),
                    ..asked
                };
                return self.ask_to_open(asked, whose).await;
            }
            Err(refusal) => {
                let said = words::ruling_refusals::ruling_refusal(&refusal, &cast);
                // The pause before it may have been refused for the same reason.
                let before = Some(before).filter(|before| before.trim_end() != said);
                return Ok(note(before.unwrap_or_default().to_owned() + &said));
            }
        };
        let reason = text::escape_markdown(&asked.reason);
        let said = words::rulings::ruling_preview(&preview, &cast, &reason);
        let confirm = words::rulings::confirm_ruling(&preview.ruled);
        let has_none = asked.asks_reason && asked.reason.is_empty();
        let asks_reason = has_none && !preview.ruled.undoes_ruling();
        let unpunished = words::rulings::unpunished_button(&preview);
        let match_id = asked.match_id;
        let snapshot = data.snapshot(match_id, Viewer::Public).await?;
        let snapshot = snapshot.ok_or(words::which_match::NO_SUCH_MATCH)?;
        let picture = match preview.board {
            Some(view) => {
                Some(drawing::draw(data, &snapshot, view, format!("back-{match_id}.png")).await?)
            }
            None => None,
        };
        let asked = PendingRuling {
            ruling: Some(preview.ruled.ruling),
            seen: preview.seen,
            asks_reason,
            ..asked
        };
        let draft = self.keep(&asked).await?;
        let step = RulingStep::Unpunished;
        let unpunished =
            unpunished.map(|label| Button::secondary(Press::Ruling { draft, step }, label));
        let confirm = leads_on(draft, RulingStep::Confirm, confirm);
        let panel = Panel {
            picture,
            ..with_clocks(note(format!("{before}{said}")), &snapshot)
        };
        Ok(panel.buttons(buttons_of(&snapshot, draft, confirm, unpunished)))
    }

    /// Asks a host whether to open the hand of the person they want to act for. What they typed is
    /// kept.
    async fn ask_to_open(&self, asked: PendingRuling, whose: Party) -> Result<Panel> {
        let snapshot = self.data.snapshot(asked.match_id, Viewer::Public).await?;
        let snapshot = snapshot.ok_or(words::which_match::NO_SUCH_MATCH)?;
        let draft = self.keep(&asked).await?;
        let open = leads_on(
            draft,
            RulingStep::OpenHand,
            &open_hand_label(whose, &snapshot),
        );
        let said =
            words::rulings::hand_shut(&words::english::party(whose, &text::shown(snapshot.cast())));
        Ok(with_clocks(note(said), &snapshot).buttons(buttons_of(&snapshot, draft, open, None)))
    }

    /// Opens somebody's hand to a host, and shows it with the person's offers. Below it, what the
    /// host has typed already is previewed.
    async fn open_hand(&self, asked: PendingRuling, whose: Party, typed: String) -> Result<Panel> {
        let (data, host) = (self.data, self.host);
        let (match_id, reason) = (asked.match_id, asked.reason.clone());
        let open = move |core: &mut Core, now| core.open_hand(match_id, host, whose, &reason, now);
        if let Err(refusal) = data.run(open).await? {
            return refused_ruling(data, match_id, &refusal).await;
        }
        let found = data.read(move |core| {
            let hand = core.hand(match_id, host, whose)?;
            Ok(hand.zip(core.snapshot(match_id, Viewer::Public)?))
        });
        let (hand, snapshot) = found.await?.ok_or(words::which_match::NO_SUCH_MATCH)?;
        let asked_about = if typed == words::rulings::OPEN_HAND {
            note(String::new())
        } else {
            let text = typed;
            self.preview(asked, Ruling::Act { whose, text }, "").await?
        };
        let offers = hand.offers.iter().take(OFFERED);
        let offers = offers.filter(|offer| offer.act.chars().count() <= 100);
        let items: Vec<Item> = offers
            .map(|offer| Item::new(&offer.label, &offer.act))
            .collect();
        let name = words::english::party(whose, &text::shown(snapshot.cast()));
        let more = items.len() < hand.offers.len();
        let mut rows = asked_about.rows;
        // A second tap on the button that opened the hand does not act yet.
        if let Some(Row::Buttons(buttons)) = rows.last_mut() {
            buttons.insert(0, Button::off(open_hand_label(whose, &snapshot)));
        }
        let (draft, step) = (self.id, RulingStep::Choose);
        let named = words::rulings::choose_for(&words::english::party(whose, snapshot.cast()));
        rows.insert(
            0,
            Row::Menu(Menu::new(Press::Ruling { draft, step }, named, items)),
        );
        let picture = drawing::draw(
            data,
            &snapshot,
            hand.view.clone(),
            format!("hand-{match_id}.png"),
        );
        let picture = Some(picture.await?);
        let snapshot = Snapshot {
            view: hand.view,
            ..snapshot
        };
        let mut prompts = snapshot.status.prompts.iter();
        let prompt = prompts.find(|open| open.who == whose).cloned();
        // As in the person's own panel.
        let cast = text::shown(snapshot.cast());
        let (asked_of, so_far) = match &prompt {
            Some(prompt) => (
                words::panel::ask_alone(&snapshot.view, whose, prompt.ask, &cast),
                words::panel::current_choice(&snapshot, whose, prompt, false, &cast),
            ),
            None => Default::default(),
        };
        let parts = PanelParts {
            head: format!("{}\n{asked_of}", words::rulings::hand_opened(&name, more)),
            so_far,
            rows,
        };
        let panel = Panel {
            picture,
            ..panel::with_words(data, &snapshot, host, parts).await?
        };
        Ok(panel.ending(&asked_about.content))
    }

    async fn keep(&self, asked: &PendingRuling) -> Result<DraftId> {
        let kept = self.data.keep_draft(Some(self.id), self.host, asked);
        kept.await
    }
}

/// Buttons show names as they are, so these are not escaped.
fn open_hand_label(whose: Party, snapshot: &Snapshot) -> String {
    words::rulings::open_hand_button(&words::english::party(whose, snapshot.cast()))
}
