//! Taking an action: who may, in time, and by the rules.

use super::refusals::ActRefusal;

use serde::{Deserialize, Serialize};

use super::change::MatchChange;
use super::core::{Core, RefereeError, refused};
use super::line::Line;
use super::post::Post;
use super::table::Table;
use crate::store::{AccountId, MatchId, Result, StoreError};
use games::notation;
use games::{Author, Control, Party, Refusal, Seat, WallMs, is_common};
use matches::{Event, Stage, TimeRefusal};

/// An action as somebody makes it.
#[derive(Clone, Debug)]
pub struct Act {
    pub match_id: MatchId,
    pub account: AccountId,
    /// Some: a host makes it for this party.
    pub for_party: Option<Party>,
    /// Whether the account may act as a host.
    pub is_host: bool,
    /// The prompt that the pressed control belonged to; None for a typed action.
    pub prompt: Option<u32>,
    /// Notation, or what people usually type for it. May be several actions with commas between
    /// them, in games where commas separate.
    pub text: String,
    /// The interaction that brought it. If the same one comes twice, nothing changes and the answer
    /// is the same.
    pub interaction: Option<u64>,
    /// When the person made it.
    pub made_at_ms: WallMs,
}

impl Act {
    /// What somebody types for themselves.
    pub fn new(
        match_id: MatchId,
        account: AccountId,
        text: impl Into<String>,
        made_at_ms: WallMs,
    ) -> Act {
        Act {
            match_id,
            account,
            for_party: None,
            is_host: false,
            prompt: None,
            text: text.into(),
            interaction: None,
            made_at_ms,
        }
    }
}

/// Who acts, and whose decision it is if that is somebody else.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Actor {
    pub by: Author,
    pub whose: Option<Party>,
}

impl Actor {
    /// Whose decision it is.
    pub fn party(self) -> Party {
        self.whose.or(self.by.own_party()).unwrap_or(Party::Host)
    }
}

impl From<Author> for Actor {
    fn from(by: Author) -> Actor {
        Actor { by, whose: None }
    }
}

/// An action that was taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActReceipt {
    pub match_id: MatchId,
    /// As the record writes them; at least one.
    pub acts: Vec<String>,
    /// Why the rest of a line of several was not taken.
    pub stopped: Option<StoppedLine>,
}

/// Where a line of several actions stopped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoppedLine {
    /// The one that was not taken, as it was typed.
    pub text: String,
    pub why: ActRefusal,
    /// What was not tried after it.
    pub rest: Vec<String>,
}

impl Core {
    /// Examples of what an account may do in a match now, in notation. Empty if it has no part in
    /// it.
    pub fn examples(&self, id: MatchId, account: AccountId) -> Result<Vec<String>> {
        let table = self.table(id)?;
        let examples = table.and_then(|table| Some(table.examples(table.party(account)?)));
        Ok(examples.unwrap_or_default())
    }

    /// Takes an action.
    ///
    /// # Errors
    /// Why it is not taken, or what the store says. Nothing has changed then.
    pub fn act(&mut self, act: &Act, now: WallMs) -> Result<ActReceipt, RefereeError<ActRefusal>> {
        if self.table(act.match_id)?.is_none() {
            return refused(ActRefusal::NoSuchMatch);
        }
        self.change(act.match_id, now, |change| {
            let Some(interaction) = act.interaction else {
                return change.act(act);
            };
            if let Some(answer) = change.tx.answered(interaction)? {
                return Ok(serde_json::from_str(&answer).map_err(StoreError::from)?);
            }
            let acted = change.act(act)?;
            let answer = serde_json::to_string(&acted).map_err(StoreError::from)?;
            change.tx.keep_answer(interaction, &answer, now)?;
            Ok(acted)
        })
    }

    /// Updates a person's own post with their choice before the match. For when the answer that
    /// should have shown it did not get through.
    pub fn show_chosen(&mut self, id: MatchId, account: AccountId, now: WallMs) -> Result<()> {
        let shown = self.change(id, now, |change| {
            let party = change.table.party(account);
            if let Some(who) = party.and_then(|party| change.who(party)) {
                change.last_entry = change.tx.newest_entry(id)?;
                change.post_to(who, Post::Chosen)?;
            }
            Ok::<(), RefereeError<Refusal>>(())
        });
        shown.map_err(|fault| fault.into_store(id))
    }

    /// What an account would do with a text, as the record would write it; None if that would be
    /// refused.
    pub fn would_act(&self, id: MatchId, account: AccountId, text: &str) -> Result<Option<String>> {
        let Some(table) = self.table(id)? else {
            return Ok(None);
        };
        let by = match table.party(account) {
            Some(Party::Seat(seat)) => Author::Seat(seat),
            Some(Party::Cast(who)) => Author::Cast(who),
            _ => return Ok(None),
        };
        Ok(table.first_act(by, text))
    }

    /// The seat that an account would give up with a text, because one of its actions is to resign.
    /// None if there is no such action, or nothing to give up.
    pub fn would_resign(
        &self,
        id: MatchId,
        account: AccountId,
        text: &str,
    ) -> Result<Option<Seat>> {
        let Some(table) = self.table(id)? else {
            return Ok(None);
        };
        let (Some(Party::Seat(seat)), None) = (table.party(account), table.play.game.outcome())
        else {
            return Ok(None);
        };
        let acts = table.parts(Actor::from(Author::Seat(seat)), text);
        let mut acts = acts.iter().map(|act| unmarked(act));
        let resigns = acts.any(|act| act.eq_ignore_ascii_case("resign"));
        Ok(resigns.then_some(seat))
    }
}

impl MatchChange<'_> {
    fn act(&mut self, act: &Act) -> Result<ActReceipt, RefereeError<ActRefusal>> {
        let actor = self.actor(act).map_err(RefereeError::Refused)?;
        let party = actor.party();
        if let Err(refusal) = self.check_prompt(act, party) {
            let again = self.repeats_last(actor, &act.text)?;
            return refused(match (refusal, again) {
                (
                    ActRefusal::Stale {
                        cast,
                        waiting,
                        yours,
                    },
                    Some(act),
                ) => ActRefusal::Twice {
                    game: Some(self.table.play.game.id()),
                    act,
                    cast,
                    waiting,
                    yours,
                },
                (refusal, _) => refusal,
            });
        }
        if self.is_outdated(party, act.made_at_ms) {
            return refused(ActRefusal::Outdated);
        }
        if actor.by == Author::Host {
            self.host = Some(act.account);
            self.tell_host_acts(party);
        }
        self.act_all(actor, &act.text, act.made_at_ms)
    }

    /// The author's last action, in notation, if `text` says the same.
    fn repeats_last(&self, actor: Actor, text: &str) -> Result<Option<String>> {
        let text = self.table.notation(actor, text);
        let journal = self.tx.journal(self.table.row.id)?;
        let acts = journal
            .into_iter()
            .rev()
            .filter_map(|entry| match entry.event {
                Event::Act { by, whose, act, .. } if actor == (Actor { by, whose }) => Some(act),
                _ => None,
            });
        let mut last = acts.take(1);
        Ok(last.find(|act| act.eq_ignore_ascii_case(&text)))
    }

    /// Tells everybody that the host acts for somebody. A choice before the match stays secret:
    /// people only see how many are in.
    pub(super) fn tell_host_acts(&mut self, whose: Party) {
        if let (Party::Seat(seat), true) = (whose, self.table.play.started) {
            self.lines.push(Line::HostActed { seat });
        }
    }

    /// Takes the actions of a line one by one. When one is refused, those before it still count.
    pub(super) fn act_all(
        &mut self,
        actor: Actor,
        line: &str,
        made_at_ms: WallMs,
    ) -> Result<ActReceipt, RefereeError<ActRefusal>> {
        let party = actor.party();
        let mut acts = Vec::new();
        let mut stopped = None;
        let mut asked_by = None;
        let parts = self.table.parts(actor, line);
        // The first act closes the hand, but the host may still finish the line.
        self.hand_open = self
            .host
            .is_some_and(|host| self.table.play.has_opened(host.0, party));
        for (at, text) in parts.iter().enumerate() {
            let mut open = self.table.play.live_prompts().into_iter();
            asked_by = open.find(|open| open.who == party).map(|open| open.id);
            match self.act_one(actor, text, &parts[at + 1..], made_at_ms) {
                Ok(written) => acts.push(written),
                Err(RefereeError::Refused(why)) if acts.is_empty() => {
                    let text = text.trim().to_owned();
                    // Only these two are about one action; all other refusals are about the whole
                    // line.
                    let is_of_text = matches!(
                        why,
                        ActRefusal::Rules { .. } | ActRefusal::Unreadable { .. }
                    );
                    return refused(if parts.len() > 1 && is_of_text {
                        ActRefusal::FirstOfLine {
                            text,
                            why: Box::new(why),
                        }
                    } else {
                        why
                    });
                }
                Err(RefereeError::Refused(why)) => {
                    stopped = Some(StoppedLine {
                        text: text.to_owned(),
                        why,
                        rest: parts[at + 1..].to_vec(),
                    });
                    break;
                }
                Err(fault) => return Err(fault),
            }
        }
        if stopped.is_none()
            && actor.by.own_party() == Some(party)
            && let Some(rest) = asked_by.and_then(|id| self.table.play.game.rest(party, id))
        {
            acts.push(self.act_one(actor, &rest, &[], made_at_ms)?);
        }
        Ok(ActReceipt {
            match_id: self.table.row.id,
            acts,
            stopped,
        })
    }

    /// Takes one action of a line. `rest`, the actions after it, is kept in the suggestion that is
    /// made when `text` is not an action.
    fn act_one(
        &mut self,
        actor: Actor,
        text: &str,
        rest: &[String],
        made_at_ms: WallMs,
    ) -> Result<String, RefereeError<ActRefusal>> {
        let (Actor { by, whose }, party) = (actor, actor.party());
        let made_at_ms = made_at_ms.min(self.now);
        if !is_common(text) {
            let time = self.table.play.in_time(by, party, made_at_ms);
            time.map_err(|time| RefereeError::Refused(self.table.untimely(time, party)))?;
            let is_shut = |host| !self.hand_open && self.table.is_shut(host, party);
            if by == Author::Host && self.host.is_some_and(is_shut) {
                let cast = self.table.row.setup.cast.clone();
                let whose = party;
                return refused(ActRefusal::HandShut { whose, cast });
            }
            if party == Party::Host && self.is_begin(text) {
                return refused(ActRefusal::BeginOtherwise);
            }
        }
        let act = self.table.notation(actor, text);
        if !self.table.row.setup.has_seats() {
            self.check_price(actor, &act)?;
        }
        let event = Event::Act {
            by,
            whose,
            act,
            made_at_ms,
        };
        let taken = self.event(event);
        let why = |refusal: Refusal| {
            // The host's forms come back with what was typed, to be mended there.
            let meant = if refusal.is_of_notation() && party != Party::Host {
                self.table.meant(actor, text, rest)
            } else {
                None
            };
            meant.unwrap_or_else(|| self.table.refused(refusal, party, text, self.now))
        };
        let taking = taken.map_err(|fault| fault.map(why))?;
        Ok(taking.act.unwrap_or_default())
    }

    /// Whether a text is the host's act that begins the match, or closes a round.
    fn is_begin(&self, text: &str) -> bool {
        if self.table.play.stage() == Stage::Standing && !self.table.row.setup.has_seats() {
            return false;
        }
        let offers = self.table.play.game.offers(Party::Host, "");
        offers
            .iter()
            .any(|offer| offer.act.eq_ignore_ascii_case(text.trim()))
    }

    /// Who writes the entry, and for whom.
    fn actor(&self, act: &Act) -> Result<Actor, ActRefusal> {
        let own = self.table.party(act.account);
        if let Some(party) = act.for_party {
            if !act.is_host || self.table.is_player(act.account) {
                return Err(ActRefusal::HostOnly);
            }
            let whose = (party != Party::Host).then_some(party);
            let by = Author::Host;
            return Ok(Actor { by, whose });
        }
        match own {
            Some(Party::Seat(seat)) => Ok(Author::Seat(seat).into()),
            Some(Party::Cast(id)) => Ok(Author::Cast(id).into()),
            _ => Err(ActRefusal::NotInMatch),
        }
    }

    /// Whether a choice before the match is older than the one that counts. This happens when a
    /// message that was typed in an outage is read after a newer choice.
    fn is_outdated(&self, party: Party, made_at_ms: WallMs) -> bool {
        let play = &self.table.play;
        let newer = |newest| newest > made_at_ms;
        let mut choices = play.preparations().into_iter();
        choices.any(|open| open.who == party) && play.chosen_at_ms(party).is_some_and(newer)
    }

    /// A pressed control must belong to a prompt that is open, and to the person who presses it.
    fn check_prompt(&self, act: &Act, party: Party) -> Result<(), ActRefusal> {
        let Some(prompt) = act.prompt else {
            return Ok(());
        };
        let play = &self.table.play;
        let cast = self.table.row.setup.cast.clone();
        let prompts = play.game.prompts();
        // Before the match nobody is told who has not chosen yet. A pause waits for nobody.
        let is_paused = play.paused.is_some();
        let unanswered = prompts.iter().filter(|open| open.live && !open.answered);
        let unanswered = unanswered.filter(|_| !is_paused);
        let waiting: Vec<Party> = unanswered.map(|open| open.who).collect();
        let open: Vec<Party> = prompts
            .iter()
            .filter(|open| open.id == prompt && (!open.live || play.started))
            .map(|open| open.who)
            .collect();
        if open.is_empty() {
            return Err(match play.stage() {
                Stage::Over => ActRefusal::Rules {
                    cast,
                    refusal: Refusal::Over,
                },
                _ => ActRefusal::Stale {
                    yours: waiting.contains(&party),
                    cast,
                    waiting,
                },
            });
        }
        if !open.contains(&party) {
            return Err(ActRefusal::NotYours { cast, waiting });
        }
        Ok(())
    }
}

impl Table {
    /// The first action of what somebody typed or pressed, as the record would write it; None if it
    /// would be refused.
    pub(super) fn first_act(&self, by: Author, text: &str) -> Option<String> {
        let actor = Actor::from(by);
        let first = self.parts(actor, text).into_iter().next()?;
        let text = self.notation(actor, &first);
        let taken = self.play.game.clone().act(by, None, &text);
        taken.ok().map(|taken| taken.act)
    }

    /// Splits a line at its commas into actions. The line stays whole if it is one action as it is
    /// (a control's may have names with commas), or if commas don't separate actions in this game.
    fn parts(&self, actor: Actor, line: &str) -> Vec<String> {
        let parts = notation::split(line);
        let is_one = || {
            !self.play.game.id().catalogue().commas_separate
                || self.is_one_action(actor, line.trim())
        };
        if parts.len() > 1 && is_one() {
            return vec![line.to_owned()];
        }
        parts
    }

    /// The text as notation: unchanged if the game takes it like that, otherwise as people usually
    /// mean it.
    pub(super) fn notation(&self, actor: Actor, text: &str) -> String {
        let typed = text.trim();
        let plain = unmarked(typed);
        let text = if plain == typed || self.is_one_action(actor, typed) {
            typed
        } else {
            &plain
        };
        let expanded = match self.play.game.clone().act(actor.by, actor.whose, text) {
            Err(refusal) if refusal.is_of_game() => self.play.game.expand(actor.party(), text),
            Err(_) | Ok(_) => None,
        };
        expanded.unwrap_or_else(|| text.to_owned())
    }

    /// What to tell somebody whose text the rules refuse. If the text is unreadable, with examples
    /// of what this party may do now.
    fn refused(&self, refusal: Refusal, party: Party, text: &str, now: WallMs) -> ActRefusal {
        let typed = text.trim().to_owned();
        let prompts = self.play.game.prompts();
        let asked = prompts.iter().find(|prompt| prompt.who == party);
        if let (Refusal::Unreadable { .. }, Some(Control::Number { least, most, .. })) =
            (&refusal, asked.map(|prompt| &prompt.control))
        {
            let (least, most) = (*least, *most);
            return ActRefusal::NoNumber { typed, least, most };
        }
        let examples = match refusal {
            Refusal::Unreadable { .. } => self.examples(party),
            _ => Vec::new(),
        };
        if !examples.is_empty() {
            return ActRefusal::Unreadable { typed, examples };
        }
        let cast = self.row.setup.cast.clone();
        let is_seat = |who: &Party| matches!(who, Party::Seat(_));
        let refusal = match refusal {
            // A player who acts too early is told that the match waits for Ready.
            Refusal::NotWaitedFor { .. } if is_seat(&party) && !self.play.started => {
                return self.untimely(self.play.not_started(party, now), party);
            }
            // People who do not play are not told to wait for their turn.
            Refusal::NotWaitedFor { waiting }
                if !(is_seat(&party) || waiting.is_empty()) && waiting.iter().all(is_seat) =>
            {
                Refusal::SeatOnly
            }
            refusal => refusal,
        };
        ActRefusal::Rules { cast, refusal }
    }

    /// Why a party's action comes too early or too late.
    fn untimely(&self, why: TimeRefusal, party: Party) -> ActRefusal {
        match (&why, party) {
            (TimeRefusal::NotStarted { .. }, Party::Seat(seat)) if self.has_no_host() => {
                let ready = self.play.ready[seat];
                ActRefusal::PracticeNotStarted { ready }
            }
            _ => ActRefusal::Time(why),
        }
    }

    /// Examples of what a party may do now: the first and the last offer of each verb.
    fn examples(&self, party: Party) -> Vec<String> {
        /// The beginning of a long ranking is example enough.
        const MAX_CHARS: usize = 40;
        let offers = self.play.game.offers(party, "").into_iter();
        let offers = offers.map(
            |offer| match offer.act.split(" > ").collect::<Vec<_>>()[..] {
                [one, other, _, ..] => format!("{one} > {other} > …"),
                _ => offer.act,
            },
        );
        let verb = |act: &str| act.split(' ').next().unwrap_or_default().to_owned();
        let mut examples: Vec<String> = Vec::new();
        for act in offers.filter(|act| act.chars().count() <= MAX_CHARS) {
            let mut alike = (0..examples.len()).filter(|at| verb(&examples[*at]) == verb(&act));
            match (alike.next(), alike.next()) {
                (Some(_), Some(last)) => examples[last] = act,
                (Some(first), None) => examples.insert(first + 1, act),
                (None, _) => examples.push(act),
            }
        }
        // A single word often ends something (`resign`), so it comes last.
        examples.sort_by_key(|act| !act.contains(' '));
        examples
    }

    /// Whether a text is one action, legal or not: as it stands, or as people usually mean it.
    pub(super) fn is_one_action(&self, actor: Actor, text: &str) -> bool {
        let expanded = || self.play.game.expand(actor.party(), text);
        self.is_notation(actor, text) || expanded().is_some_and(|act| self.is_notation(actor, &act))
    }

    /// Whether a text is notation as it stands, legal or not.
    fn is_notation(&self, actor: Actor, text: &str) -> bool {
        let mut tried = self.play.game.clone();
        let refused = tried.act(actor.by, actor.whose, text).err();
        !refused.is_some_and(|refusal| refusal.is_of_notation())
    }
}

/// A text without marks of code and bold, which come along when people copy one of Dealer's
/// examples. Also without a full stop at its end, and without zeros before a number.
pub(super) fn unmarked(text: &str) -> String {
    let plain = text.replace(['`', '*'], "");
    let plain = plain.trim().trim_end_matches(['.', '!']).trim_end();
    let words: Vec<&str> = plain.split(' ').collect();
    let words = words.into_iter().map(without_zeros);
    words.collect::<Vec<String>>().join(" ")
}

/// `07` as `7`, and the cell `B07` as `B7`.
fn without_zeros(word: &str) -> String {
    let letter = word.len()
        - word
            .trim_start_matches(|c: char| c.is_ascii_alphabetic())
            .len();
    let (before, number) = word.split_at(if letter == 1 { 1 } else { 0 });
    let digits = number.bytes().take_while(u8::is_ascii_digit).count();
    let zeros = number.bytes().take_while(|byte| *byte == b'0').count();
    // The last digit stays, even if it is a zero.
    let spare = zeros.min(digits.saturating_sub(1));
    format!("{before}{}", &number[spare..])
}
