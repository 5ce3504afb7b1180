//! Looking at a match, as somebody may see it.

use std::sync::Arc;

use super::core::Core;
use super::post::{PromptedSeat, Recipient, is_own, letter_of};
use super::table::{Table, has_no_host, plays};
use crate::store::{
    AccountId, Face, MatchId, MatchRow, MessageId, OutboxRow, Person, Prize, Result, Sent, Stakes,
};
use games::{Audience, BySeat, Cast, CastId, Outcome, Party, Prompt, Seat, View, WallMs};
use matches::{Pauser, Setup, Stage, TimeLeft};

/// A match as one account sees it.
#[derive(Clone, Debug)]
pub struct Snapshot {
    pub row: Arc<MatchRow>,
    pub people: Arc<Vec<Person>>,
    /// What the cast looks like; empty until it is noted.
    pub faces: Arc<Vec<Face>>,
    pub status: MatchStatus,
    /// What the winner gets, if the match eliminates its loser.
    pub prize: Option<Prize>,
    /// The account's part in the match; None for a spectator or a host.
    pub party: Option<Party>,
    pub view: View,
    /// Whether the account failed a duty in it.
    pub failed: bool,
    /// Whether it got a strike for that.
    pub struck: bool,
    /// The safe player for whom the account stands in, in this match only.
    pub stands_in_for: Option<CastId>,
    /// Which seats are played by a stand-in: not by the account that has the place in the season.
    /// In a match without a season, not by the one that played first.
    pub stand_ins: BySeat<bool>,
    /// What the match waits for from this account now, answered or not.
    pub mine: Option<Prompt>,
}

/// Who looks at a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// Anybody: what the channel shows.
    Public,
    /// An account, as part of the match or as a spectator.
    Account(AccountId),
    /// An account that may conduct the match.
    Host(AccountId),
}

impl Viewer {
    pub fn account(self) -> Option<AccountId> {
        match self {
            Viewer::Public => None,
            Viewer::Account(account) | Viewer::Host(account) => Some(account),
        }
    }
}

/// The state of a match, as everybody may know it.
#[derive(Clone, Debug)]
pub struct MatchStatus {
    pub stage: Stage,
    pub outcome: Option<Outcome>,
    /// Whose pause it is, and until when at most.
    pub pause: Option<(Pauser, Option<WallMs>)>,
    /// When that pause began.
    pub paused_at_ms: WallMs,
    /// Whether the two players end it themselves.
    pub players_end_pause: bool,
    /// The scheduled start.
    pub start_at_ms: Option<WallMs>,
    /// Until when a host waits, or waited, for people who were not there at the start.
    pub waits_until_ms: Option<WallMs>,
    pub ready: BySeat<bool>,
    /// When the choices before the match are due.
    pub preparation_deadline_ms: Option<WallMs>,
    /// Whether nobody gets a message for this round, because it is short.
    pub is_live_round: bool,
    /// When each seat's time is up, if its clock runs.
    pub deadline_ms: BySeat<Option<WallMs>>,
    /// When each seat's base time is up, after which its reserve runs.
    pub base_deadline_ms: BySeat<Option<WallMs>>,
    /// Until when a seat may change what it has answered to the prompt that is open.
    pub changes_until_ms: BySeat<Option<WallMs>>,
    pub reserve_ms: BySeat<u64>,
    /// How much time each waited-for seat has.
    pub time_left: BySeat<Option<TimeLeft>>,
    pub prompts: Vec<Prompt>,
    /// The match is over, and its result waits for a host: nobody sees more than before.
    pub held: bool,
    /// The match is over without having begun: nobody ever sees more than before.
    pub called_off: bool,
    /// What is secret in the match stays so once it is over.
    pub stays_secret: bool,
}

/// A board that was posted for everybody.
#[derive(Clone, Debug)]
pub struct PostedBoard {
    pub match_id: MatchId,
    /// The journal entry that led to it; 0 if there is none.
    pub entry: i64,
    /// Whether the message shows it, and not one before it.
    pub is_its_own: bool,
    pub view: View,
}

impl MatchStatus {
    /// Whether everybody is shown what was secret in the match.
    pub fn shows_all(&self) -> bool {
        let hides = self.held || self.called_off || self.stays_secret;
        self.stage == Stage::Over && !hides
    }
}

impl Snapshot {
    pub fn setup(&self) -> &Setup {
        &self.row.setup
    }

    pub fn person(&self, who: CastId) -> Option<&Person> {
        self.people.iter().find(|person| person.who == who)
    }

    /// Who acts for the player in a seat.
    pub fn player(&self, seat: Seat) -> Option<&Person> {
        self.person(self.cast().seated(seat)?)
    }

    /// Whether the match ended in a tie that a host still has to settle, and everybody knows that.
    pub fn is_tied(&self) -> bool {
        let outcome = self.status.outcome.filter(|_| !self.has_no_host());
        !self.status.held && outcome.is_some_and(|outcome| outcome.is_tie())
    }

    /// Whether the match has no host: a practice match that one of its players opened.
    pub fn has_no_host(&self) -> bool {
        has_no_host(&self.row, &self.people)
    }

    /// Whether the match is paused because its channel was deleted, until a host moves it.
    pub fn is_without_channel(&self) -> bool {
        let is_over = self.status.stage == Stage::Over;
        !is_over && matches!(self.status.pause, Some((Pauser::ChannelGone, _)))
    }

    /// Whether people who choose nothing before the match get a strike.
    pub fn strikes_missing(&self) -> bool {
        self.row.season.is_some() && self.view.strikes_missing()
    }

    /// Whether a match without seats waits for what its host does next.
    pub fn is_between_rounds(&self) -> bool {
        self.status.stage == Stage::Standing && !self.setup().has_seats()
    }

    /// Whether the account plays in the match, and so may not act as its host.
    pub fn plays(&self) -> bool {
        self.party.is_some_and(|party| plays(self.setup(), party))
    }

    /// Whether it has begun in a direct message, where its posts have the controls of its player's
    /// panel.
    pub fn is_played_alone(&self) -> bool {
        self.row.is_direct() && matches!(self.status.stage, Stage::Live | Stage::Over)
    }

    /// Whether somebody whose turn it is can't be asked yet: their clock starts with the post.
    pub fn waits_for_post(&self) -> bool {
        let status = &self.status;
        let is_unasked = |seat: &Seat| {
            status.time_left[*seat].is_some() && status.base_deadline_ms[*seat].is_none()
        };
        status.stage == Stage::Live && status.pause.is_none() && Seat::BOTH.iter().any(is_unasked)
    }

    pub fn cast(&self) -> &Cast {
        &self.row.setup.cast
    }
}

impl Core {
    /// A match as somebody may see it. A host sees who is missing, but no secret. A player sees
    /// what a player sees, even if they are a host too.
    ///
    /// # Errors
    /// What the store says; None for a number that no match has.
    pub fn snapshot(&self, id: MatchId, viewer: Viewer) -> Result<Option<Snapshot>> {
        let Some(table) = self.table(id)? else {
            return Ok(None);
        };
        let play = &table.play;
        let held = play.stage() == Stage::Over && self.is_held(id)?;
        let called_off = table.is_called_off();
        let party = viewer.account().and_then(|account| table.party(account));
        let over = play.stage() == Stage::Over;
        let stays_secret = !table.row.setup.game.catalogue().shows_all_at_end;
        let is_host = matches!(viewer, Viewer::Host(_));
        let audience = match party {
            _ if over && !held && !called_off && !stays_secret => Audience::All,
            Some(Party::Seat(seat)) => Audience::Seat(seat),
            Some(Party::Cast(id)) if !is_host || plays(&table.row.setup, Party::Cast(id)) => {
                Audience::Cast(id)
            }
            _ if is_host => Audience::Host,
            _ => Audience::Public,
        };
        let safe = match party {
            Some(Party::Cast(who)) => viewer.account().map(|account| (who, account)),
            _ => None,
        };
        let failed = safe.filter(|(who, _)| play.game.strikes().contains(who));
        let struck = match failed {
            Some((who, _)) => self.was_struck(&table.row, who)?,
            None => false,
        };
        let stands_in = match safe {
            Some((who, account)) => self.is_place_of(&table.row, who, account)? == Some(false),
            None => false,
        };
        let prompts = play.game.prompts();
        let mine = prompts
            .iter()
            .find(|prompt| Some(prompt.who) == party && (!prompt.live || play.started));
        Ok(Some(Snapshot {
            row: table.row.clone(),
            people: table.people.clone(),
            faces: table.faces.clone(),
            prize: self.prize(&table.row)?,
            party,
            failed: failed.is_some(),
            struck,
            view: table.shown().view(audience),
            stands_in_for: safe.map(|(who, _)| who).filter(|_| stands_in),
            stand_ins: self.stand_ins(&table)?,
            mine: mine.cloned(),
            status: MatchStatus {
                stage: play.stage(),
                outcome: play.game.outcome(),
                pause: play.pause(),
                paused_at_ms: play.paused_at_ms,
                players_end_pause: table.players_end_pause(),
                start_at_ms: play.start_at_ms,
                waits_until_ms: play.waits_until.filter(|_| !play.started),
                ready: play.ready,
                preparation_deadline_ms: play.preparation_deadline(),
                is_live_round: play.is_live_round(),
                deadline_ms: BySeat::new(|seat| play.deadline(seat)),
                base_deadline_ms: BySeat::new(|seat| play.base_deadline(seat)),
                changes_until_ms: BySeat::new(|seat| play.changes_until(seat)),
                reserve_ms: play.clock.reserve_ms,
                time_left: BySeat::new(|seat| play.time_left(seat)),
                prompts,
                held,
                called_off,
                stays_secret,
            },
        }))
    }

    /// Several matches as somebody sees them. Matches that cannot be read are left out.
    ///
    /// # Errors
    /// What the store says of more than one match.
    pub fn snapshots(
        &self,
        ids: impl IntoIterator<Item = MatchId>,
        viewer: Viewer,
    ) -> Result<Vec<Snapshot>> {
        let mut snapshots = Vec::new();
        for id in ids {
            if self.readable(id)?.is_some() {
                snapshots.extend(self.snapshot(id, viewer)?);
            }
        }
        Ok(snapshots)
    }

    /// Whether the match gave a strike to somebody of its cast.
    fn was_struck(&self, row: &MatchRow, who: CastId) -> Result<bool> {
        let Some((season, position)) = row.season.zip(row.position(who)) else {
            return Ok(false);
        };
        let strikes = self.store.read(|tx| tx.strikes(season))?;
        let mut theirs = strikes.iter().filter(|strike| strike.position == position);
        Ok(theirs.any(|strike| strike.is_of(row.id)))
    }

    fn stand_ins(&self, table: &Table) -> Result<BySeat<bool>> {
        let mut stand_ins = BySeat::default();
        for seat in Seat::BOTH {
            if let Some(person) = table.player(seat) {
                let is_own = self.is_place_of(&table.row, person.who, person.account)?;
                stand_ins[seat] = is_own.map_or(person.stands_in, |is_own| !is_own);
            }
        }
        Ok(stand_ins)
    }

    /// Whether somebody's place in the season is an account's; None if they have none.
    fn is_place_of(&self, row: &MatchRow, who: CastId, account: AccountId) -> Result<Option<bool>> {
        let Some((season, position)) = row.season.zip(row.position(who)) else {
            return Ok(None);
        };
        let place = self.store().read(|tx| tx.member_at(season, position))?;
        let of = place.and_then(|(member, _)| member.account);
        Ok(Some(of == Some(account)))
    }

    fn prize(&self, row: &MatchRow) -> Result<Option<Prize>> {
        let season = row.season.filter(|_| row.stakes != Stakes::Nothing);
        let Some(season) = season else {
            return Ok(None);
        };
        let season = self.store().read(|tx| tx.season(season))?;
        Ok(season.map(|season| season.settings.prize(row.setup.game)))
    }

    /// The view of one party of a match, whatever other rights they have.
    pub fn view_for(&self, id: MatchId, audience: Audience) -> Result<Option<View>> {
        Ok(self.table(id)?.map(|table| table.shown().view(audience)))
    }

    /// The board that everybody saw last when a message about a match was posted: its own, or that
    /// of a post before it. None for any other message.
    pub fn posted_board(&self, message: MessageId) -> Result<Option<PostedBoard>> {
        self.store.read(|tx| {
            let Some(post) = tx.post_of_message(message)? else {
                return Ok(None);
            };
            let shown = tx.newest_of(post.match_id, post.id, |row| {
                let letter = letter_of(&row)?;
                let view = letter.post.into_view()?;
                matches!(letter.to, Recipient::Channel(_)).then_some((row.id, view))
            });
            let Some((id, view)) = shown? else {
                return Ok(None);
            };
            Ok(Some(PostedBoard {
                match_id: post.match_id,
                entry: tx.entry_of_post(id)?,
                is_its_own: id == post.id,
                view,
            }))
        })
    }

    /// Where somebody's own post is, the one that always shows their choice before a match; None if
    /// there is none.
    pub fn own_post(&self, id: MatchId, account: AccountId) -> Result<Option<Sent>> {
        let open = self.store().read(|tx| tx.open_posts(id))?;
        let mut own = open.iter().rev().filter(|row| row.queue == account.0);
        Ok(own.find(|row| is_own(row)).and_then(|row| row.sent))
    }

    /// The accounts that may have typed something for a match in a direct message: people with
    /// their own post in a match that has not begun, and the player of a practice there.
    pub fn choosing_alone(&self, id: MatchId) -> Result<Vec<AccountId>> {
        let row = self.store().read(|tx| tx.match_row(id))?;
        if let Some(row) = row.filter(MatchRow::is_direct) {
            return Ok(vec![row.host]);
        }
        let open = self.store().read(|tx| tx.open_posts(id))?;
        let own: Vec<AccountId> = open
            .iter()
            .filter(|row| is_own(row))
            .map(|row| AccountId(row.queue))
            .collect();
        // Most matches have no such post, and need not be read.
        if own.is_empty() || self.readable(id)?.is_none_or(|table| table.play.started) {
            return Ok(Vec::new());
        }
        Ok(own)
    }

    /// Whether a post is somebody's own and can lose its buttons: they cannot make or change a
    /// choice before the match any more.
    pub(super) fn is_settled(&self, row: &OutboxRow) -> Result<bool> {
        let own = letter_of(row).filter(|letter| letter.post.is_own());
        let (Some(letter), Some(table)) = (own, self.readable(row.match_id)?) else {
            return Ok(false);
        };
        let account = letter.to.viewer().account();
        let whose = account.and_then(|account| table.party(account));
        let prompts = table.play.game.prompts();
        let is_open = |open: &Prompt| Some(open.who) == whose && !open.live;
        Ok(!prompts.iter().any(is_open))
    }

    /// The live prompt that is open, by its id, and what it asks of the seats that have not
    /// answered. None if no live prompt is open.
    pub fn asks(&self, id: MatchId, now: WallMs) -> Result<Option<(u32, Vec<PromptedSeat>)>> {
        let table = self.table(id)?;
        let asked = table.and_then(|table| Some((table.play.open_prompt()?, table.asks(now))));
        Ok(asked)
    }

    /// What a party may do now, for menus and completion.
    pub fn offers(&self, id: MatchId, party: Party, prefix: &str) -> Result<Vec<games::Offer>> {
        let table = self.table(id)?;
        Ok(table
            .map(|table| table.play.game.offers(party, prefix))
            .unwrap_or_default())
    }
}
