//! Writes a match's letters as posts, and the parts that all of them share.

use serenity::all::CreateAttachment;

use super::own::titled;
use super::rendered::RenderedPost;
use crate::discord::drawing;
use crate::discord::message::Drawn;
use crate::discord::panels::host_panel;
use crate::discord::panels::screen::panel_button;
use crate::discord::postman::nonce;
use crate::discord::press::Press;
use crate::discord::{Data, Result, text};
use crate::referee::{Letter, Line, Post, Recipient, Snapshot, computer_name};
use crate::store::{AccountId, OutboxRow, Tx};
use crate::words;
use crate::words::choices::Submission;
use games::screen::{Button, Row, Style};
use games::{Cast, CastId, Outcome, Seat, View, WallMs};
use matches::record::Record;
use matches::{Pauser, Stage};

pub(super) struct Writing<'a> {
    pub(super) data: &'a Data,
    pub(super) row: &'a OutboxRow,
    pub(super) snapshot: &'a Snapshot,
    /// With names that are safe in a post.
    pub(super) cast: Cast,
    /// Whether only its reader sees it; only matters for private posts.
    pub(super) alone: bool,
}

impl<'a> Writing<'a> {
    pub(super) fn of(
        data: &'a Data,
        row: &'a OutboxRow,
        snapshot: &'a Snapshot,
        alone: bool,
    ) -> Writing<'a> {
        Writing {
            data,
            row,
            snapshot,
            cast: text::shown(snapshot.cast()),
            alone,
        }
    }

    /// Writes the letter. `at_ms`: the moment from which its words count time.
    pub(super) async fn write(
        &self,
        letter: &Letter,
        at_ms: WallMs,
    ) -> Result<Option<RenderedPost>> {
        let ready = match &letter.post {
            Post::Card { view, lines, calls } => self.card(view, lines, calls).await?,
            // These only edit earlier posts, or belong to no match.
            Post::Sealed
            | Post::CheckedIn
            | Post::Called
            | Post::Chosen
            | Post::PollChanged
            | Post::Standing { .. }
            | Post::Audit { .. }
            | Post::Gift { .. }
            | Post::Garnets { .. }
            | Post::Strike { .. }
            | Post::Out { .. }
            | Post::Hello { .. }
            | Post::Untold { .. } => {
                return Ok(None);
            }
            Post::Submission { .. } => self.submission(letter, Submission::New).await?,
            Post::ChoiceBack => self.submission(letter, Submission::ChoiceBack).await?,
            Post::Seated => self.seated(letter).await?,
            Post::Reminder { prompt, sooner } => {
                // No reminder for people who have chosen meanwhile.
                let waits = self.snapshot.mine.as_ref();
                if !waits.is_some_and(|mine| mine.id == *prompt && !mine.answered) {
                    return Ok(None);
                }
                let kind = if *sooner {
                    Submission::Sooner
                } else {
                    Submission::Reminder
                };
                self.submission(letter, kind).await?
            }
            Post::CheckIn { start_ms } => self.check_in(*start_ms),
            Post::Poll | Post::PollAnswered => match self.poll(letter).await? {
                Some(ready) => ready,
                None => return Ok(None),
            },
            Post::Prompt {
                lines,
                view,
                asks,
                prompt,
            } => self.prompt(*prompt, lines, view, asks, at_ms).await?,
            Post::Board { lines, view, asks } => self.board(lines, view, asks).await?,
            Post::News { lines } => self.news(letter, lines).await?,
            Post::Clarification { text, by } => {
                self.ready(words::rulings::clarification(text, *by))
            }
            Post::Held => {
                let mut ready = self.ready(words::result::HELD.to_owned());
                let release = host_panel::release_button(self.row.match_id);
                ready.rows = Row::of_buttons([release]);
                ready
            }
            Post::CalledOff { lines } => {
                let content = words::result::called_off(&self.said(lines), self.snapshot.setup());
                let content = words::posts::ending(content, self.snapshot.setup());
                let mut ready = self.ready(self.end_to(letter.to, content));
                ready.rows = self.again_rows();
                ready
            }
            Post::Result {
                lines,
                view,
                outcome,
                consequences,
                record,
            } => {
                let end = (view, *outcome);
                self.result(letter.to, lines, end, consequences, record)
                    .await?
            }
            Post::EndCard { told } => {
                let Some((line, picture)) = self.end_card(told).await? else {
                    return Ok(None);
                };
                // Nothing but the line, so that it can be copied as it is.
                let mut ready = self.ready(line);
                ready.picture = Some(picture);
                ready
            }
            Post::Replay => match self.replay(letter.to).await? {
                Some(ready) => ready,
                None => return Ok(None),
            },
        };
        Ok(Some(ready))
    }

    /// News for one person, or for everybody.
    async fn news(&self, letter: &Letter, lines: &[Line]) -> Result<RenderedPost> {
        let match_id = self.row.match_id;
        // People who are called need their button here. It stays until the post is closed.
        let calls = absent(lines).is_some_and(|who| !who.is_empty());
        let lines = &self.with_current_state(lines);
        let mut ready = self.ready(self.news_to(letter.to, lines, self.said(lines)));
        if let Recipient::Host(_) | Recipient::Account(_) | Recipient::Person { .. } = letter.to {
            ready.rows = host_panel::rows(match_id, lines, self.snapshot.cast());
            let asks_to_look = lines.contains(&Line::ChoicePutBack);
            if asks_to_look || letter.post.about().secret && !self.alone {
                let panel = panel_button(match_id, Style::Primary);
                ready.rows.push(Row::Buttons(vec![panel]));
            }
            return Ok(ready);
        }
        if lines.iter().any(|line| line.about().announces)
            && let Some(link) = self.link_to_match().await?
        {
            ready.content = format!("{}\n{link}", ready.content.trim_end());
        }
        let concerned = words::lines::concerned(lines, self.row.created_at_ms, &self.cast);
        let accounts = concerned.into_iter().filter_map(|who| self.account(who));
        ready.call(&accounts.collect::<Vec<_>>());
        ready.rows = match absent(lines) {
            Some(absent) => {
                let button = || self.ready_button().off_if(absent.is_empty());
                let mut rows = Row::of_buttons(calls.then(button));
                rows.extend(host_panel::rows(match_id, lines, self.snapshot.cast()));
                rows
            }
            None => self.rows_below(lines).await?,
        };
        Ok(ready)
    }

    /// How a match ended, with its last board and its record.
    async fn result(
        &self,
        to: Recipient,
        lines: &[Line],
        (view, outcome): (&View, Outcome),
        consequences: &[Line],
        record: &Record,
    ) -> Result<RenderedPost> {
        let brought = self.said(consequences);
        let (seen, kept) = (view.clone(), record.clone());
        let name = nonce::picture_name(self.row);
        let (picture, facts) =
            drawing::draw_end(self.data, self.snapshot, seen, kept, name).await?;
        let has_record = !self.snapshot.status.stays_secret;
        let end = (outcome, !self.snapshot.has_no_host(), has_record);
        let lines = self.sayable(lines);
        let said = words::result::result(&lines, end, view, &brought, &facts, &self.cast);
        let content =
            words::posts::ending(said, self.snapshot.setup()) + &self.won_so_far().await?;
        let mut ready = self.ready(self.end_to(to, content));
        ready.picture = Some(picture);
        if has_record {
            let json = serde_json::to_vec_pretty(record)?;
            let name = text::record_name(&self.snapshot.row);
            ready.files.push(CreateAttachment::bytes(json, name));
        }
        Ok(ready)
    }

    /// The moving picture of a match; None if there is none, and nothing to press below it.
    async fn replay(&self, to: Recipient) -> Result<Option<RenderedPost>> {
        let id = self.row.match_id;
        let record = self.data.read(move |core| core.record(id));
        // A reopened match has no end to show.
        let Some(record) = record.await?.filter(|record| record.result.is_some()) else {
            return Ok(None);
        };
        let name = nonce::moving_name(self.row);
        let picture = drawing::animate(self.data, self.snapshot, record, name).await?;
        let content = match picture {
            Some(_) if self.snapshot.status.stays_secret => words::result::MOVING_ALONE,
            Some(_) => words::result::MOVING,
            None => words::result::NOTHING_MOVED,
        };
        let mut ready = self.ready(self.end_to(to, content.to_owned()));
        ready.picture = picture;
        ready.rows = self.again_rows();
        Ok((ready.picture.is_some() || !ready.rows.is_empty()).then_some(ready))
    }

    /// The words of lines, with a host's own words made safe for a post.
    pub(super) fn said(&self, lines: &[Line]) -> String {
        words::lines::lines(&self.sayable(lines), self.snapshot.setup().game, &self.cast)
    }

    /// The words of news. In private they name the match's channel, if it still exists.
    pub(super) fn news_to(&self, to: Recipient, lines: &[Line], said: String) -> String {
        let is_gone = |line: &Line| matches!(line, Line::ChannelGone { .. });
        match to {
            Recipient::Channel(_) | Recipient::Member { .. } => said,
            _ if lines.iter().any(is_gone) || self.snapshot.row.guild.is_none() => said,
            _ => {
                let server = self.data.server_name(self.snapshot);
                let server = server.map(|server| format!(" · **{server}**"));
                format!(
                    "{said}\n<#{}> · {}{}",
                    self.snapshot.row.channel,
                    words::status::match_number(self.snapshot.row.name()),
                    server.unwrap_or_default()
                )
            }
        }
    }

    /// Lines made safe for a post, without secrets if others may read it.
    pub(super) fn sayable(&self, lines: &[Line]) -> Vec<Line> {
        let mut lines = safe(lines);
        for line in lines.iter_mut().filter(|_| !self.alone) {
            match line {
                Line::ActedForYou { acts }
                | Line::DealtForYou { acts }
                | Line::DraftTaken { acts } => acts.clear(),
                Line::ToldByHost { text } => text.clear(),
                Line::Paid { amount, .. } | Line::Earned { amount } => *amount = 0,
                _ => {}
            }
        }
        lines
    }

    /// How often the player has won against this computer; empty if nobody plays one.
    async fn won_so_far(&self) -> Result<String> {
        let (computer, setup) = (AccountId::from(self.data.me), self.snapshot.setup());
        let mut people = self.snapshot.people.iter();
        let player = people.find(|person| person.account != computer);
        let Some((player, level)) = player.zip(setup.level) else {
            return Ok(String::new());
        };
        let (game, account) = (setup.game, player.account);
        let won = move |tx: &Tx| tx.practices_won(account, game, level);
        let (won, of) = self.data.stored(won).await?;
        let computer = text::escape_markdown(&computer_name(level));
        let name = self.cast.name(player.who);
        Ok(words::practice::practices_won(name, &computer, won, of))
    }

    /// A result that could not be posted in the match's channel goes to the host, and says which
    /// match it is.
    fn end_to(&self, to: Recipient, said: String) -> String {
        match to {
            Recipient::Channel(_) => said,
            _ => titled(self.snapshot, &said, &self.cast),
        }
    }

    /// A link to the newest post in the match's channel from before this one.
    async fn link_to_match(&self) -> Result<Option<String>> {
        let (before, id, guild) = (self.row.id, self.row.match_id, self.snapshot.row.guild);
        let post = self.data.stored(move |tx| tx.last_post_of(id, before));
        let link = post.await?.map(|post| text::message_link(guild, post));
        Ok(link.map(|link| words::season::to_the_match(&link)))
    }

    /// Below the end of a practice match: the button for another one.
    fn again_rows(&self) -> Vec<Row<Press>> {
        let match_id = self.row.match_id;
        let again = Button::secondary(Press::Again { match_id }, words::result::AGAIN);
        Row::of_buttons(self.snapshot.has_no_host().then_some(again))
    }

    /// The buttons below public news.
    async fn rows_below(&self, lines: &[Line]) -> Result<Vec<Row<Press>>> {
        let mut rows = self.pause_rows(lines);
        // The news pushes the prompt's own controls off a phone's screen, so it repeats them.
        if lines.iter().any(|line| line.about().counts_down.is_some()) {
            let id = self.row.match_id;
            let read = self.data.referee.read(move |core, now| core.asks(id, now));
            let (prompt, asks) = read.await??.unwrap_or_default();
            let own = self.own_panel().await?.rows;
            rows.extend(if own.is_empty() {
                self.controls(prompt, &self.snapshot.view, &asks)
            } else {
                own
            });
        }
        Ok(rows)
    }

    /// The buttons below news of a pause.
    pub(super) fn pause_rows(&self, lines: &[Line]) -> Vec<Row<Press>> {
        let match_id = self.row.match_id;
        let pressed = lines.iter().find_map(|line| match line {
            Line::Paused {
                by: Pauser::Players,
                ..
            }
            | Line::PracticePaused { .. }
            | Line::ResumeWished { .. } => Some((Press::Resume { match_id }, words::pauses::GO_ON)),
            Line::Paused { .. } => Some((Press::Resume { match_id }, words::pauses::RESUME_BUTTON)),
            Line::PauseWished { .. } => {
                Some((Press::WishPause { match_id }, words::pauses::AGREE_TO_PAUSE))
            }
            _ => None,
        });
        Row::of_buttons(pressed.map(|(press, label)| Button::secondary(press, label)))
    }

    pub(super) fn ready(&self, content: String) -> RenderedPost {
        RenderedPost::new(self.row, self.marked(content))
    }

    /// Marks a post of a rehearsal.
    pub(super) fn marked(&self, content: String) -> String {
        words::posts::marked(content, self.snapshot.setup())
    }

    /// The account to mention for somebody; None for guests, and for the computer, which is
    /// Dealer's own account.
    pub(super) fn account(&self, who: CastId) -> Option<AccountId> {
        let account = self.snapshot.person(who).map(|person| person.account);
        account.filter(|account| *account != self.data.me.into())
    }

    /// The accounts of the two players.
    pub(super) fn seated_accounts(&self) -> Vec<AccountId> {
        let seated = self.snapshot.cast().in_seats();
        seated.filter_map(|who| self.account(who)).collect()
    }

    pub(super) async fn draw(&self, view: &View) -> Result<Drawn> {
        drawing::draw(
            self.data,
            self.snapshot,
            view.clone(),
            nonce::picture_name(self.row),
        )
        .await
    }

    /// The same lines with the state of now: who is missing at the start, and whether choices are
    /// due. If only choices are still missing, nobody is named. If nothing is missing, the names
    /// stay as they were.
    fn with_current_state(&self, lines: &[Line]) -> Vec<Line> {
        let status = &self.snapshot.status;
        let is_absent = |seat: &Seat| status.stage == Stage::Standing && !status.ready[*seat];
        let absent: Vec<CastId> = Seat::BOTH
            .into_iter()
            .filter(is_absent)
            .filter_map(|seat| self.snapshot.cast().seated(seat))
            .collect();
        let mut lines = lines.to_vec();
        for line in &mut lines {
            if let Line::NoShow { who, missing } | Line::Waits { who, missing, .. } = line
                && !who.is_empty()
                && (!absent.is_empty() || *missing > 0 && status.stage == Stage::Standing)
            {
                *who = absent.clone();
            }
            if let Line::Waits { due, .. } = line {
                *due = status.stage == Stage::Preparing;
            }
        }
        lines
    }
}

/// Who is missing at the start, if lines say that.
fn absent(lines: &[Line]) -> Option<&[CastId]> {
    lines.iter().find_map(|line| match line {
        Line::NoShow { who, .. } | Line::Waits { who, .. } => Some(who.as_slice()),
        _ => None,
    })
}

/// Whether lines call both players: the match goes on in this channel, or was reopened.
pub(super) fn calls_both(lines: &[Line]) -> bool {
    let calls = |line: &Line| matches!(line, Line::CameFrom { .. } | Line::OpenAgain { .. });
    lines.iter().any(calls)
}

/// Lines whose typed text and names cannot break a post.
pub(super) fn safe(lines: &[Line]) -> Vec<Line> {
    let safe = |line: &Line| match line {
        Line::Reason { reason } => Line::Reason {
            reason: text::escape_markdown(reason),
        },
        line => line.clone(),
    };
    lines.iter().map(safe).collect()
}
