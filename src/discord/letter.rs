//! A letter of the outbox becomes a message: words, picture and controls.

use serenity::all::{
    ButtonStyle, CreateActionRow, CreateAllowedMentions, CreateAttachment, CreateButton,
    CreateMessage, Nonce,
};

use super::panel::{self, Drawn, Panel};
use super::panels::{self, Wanted};
use super::press::Press;
use super::{Data, Fault, answer, controls, host_panel, mark, text};
use crate::games::{Cast, CastId, Party, Seat, View};
use crate::matches::{Pauser, Stage, TimeLeft};
use crate::referee::{Asked, Letter, Line, Look, Post, To};
use crate::store::{MatchId, OutboxRow};
use crate::words;

/// A message that is ready to be sent.
pub struct Ready {
    pub content: String,
    pub picture: Option<Drawn>,
    files: Vec<CreateAttachment>,
    pub rows: Vec<CreateActionRow>,
    /// Whom the words call: set with them.
    called: CreateAllowedMentions,
    nonce: String,
}

impl Ready {
    /// The message without its files. Its nonce makes it unique for some minutes (Discord documentation, "Create Message").
    pub fn message(&self) -> CreateMessage {
        let content = text::cut(&self.content, text::MOST_POSTED);
        CreateMessage::new()
            .content(content)
            .allowed_mentions(self.called.clone())
            .nonce(Nonce::String(self.nonce.clone()))
            .enforce_nonce(true)
            .components(self.rows.clone())
    }

    /// What goes with the message.
    pub fn into_files(self) -> Vec<CreateAttachment> {
        let picture = self.picture.map(answer::attachment);
        self.files.into_iter().chain(picture).collect()
    }

    fn new(row: &OutboxRow, content: String) -> Ready {
        Ready {
            content,
            picture: None,
            files: Vec::new(),
            rows: Vec::new(),
            called: CreateAllowedMentions::new(),
            nonce: mark::name(row),
        }
    }

    /// Calls these accounts and nobody else.
    fn call(&mut self, accounts: &[u64]) {
        (self.content, self.called) = text::calling(&self.content, accounts);
    }

    /// Calls whom a letter is for: in a channel or a thread of theirs they would not notice it else.
    fn call_reader(mut self, to: To) -> Ready {
        if let To::Host(account)
        | To::Account(account)
        | To::Person { account, .. }
        | To::Member { account, .. } = to
        {
            self.call(&[account]);
        }
        self
    }
}

/// Writes and draws a letter. None for one that is no message of its own. `alone`: nobody but its reader sees it, so that it may say what they chose.
pub async fn write(
    data: &Data,
    row: &OutboxRow,
    letter: &Letter,
    alone: bool,
) -> Result<Option<Ready>, Fault> {
    let id = row.match_id;
    if let Post::Audit { by, said, reason } = &letter.post {
        return audit(data, row, (*by, said, reason)).await.map(Some);
    }
    if let Some(said) = of_season(&letter.post) {
        return Ok(Some(Ready::new(row, said).call_reader(letter.to)));
    }
    let look = data.look(id, letter.to.person()).await?;
    let Some(look) = look else {
        return Ok(None);
    };
    let ready = Writing::of(data, row, &look, alone).write(letter).await?;
    Ok(ready.map(|ready| ready.call_reader(letter.to)))
}

/// A line of the audit log, with the channel of the match where it is of one.
async fn audit(
    data: &Data,
    row: &OutboxRow,
    (by, said, reason): (u64, &str, &str),
) -> Result<Ready, Fault> {
    let id = row.match_id;
    let of = data
        .referee
        .read(move |core, _| core.store().read(|tx| tx.match_row(id)))
        .await??;
    let line = words::audit_line(by, &text::sentence(said), &text::plain(reason));
    let content = match of {
        Some(of) => format!("{line}\n<#{}>", of.channel),
        None => line,
    };
    Ok(Ready::new(row, content))
}

/// What somebody is told alone of their season; None for another post.
fn of_season(post: &Post) -> Option<String> {
    match post {
        Post::Gift {
            season,
            from,
            amount,
            reason,
            held,
        } => {
            let [season, from, reason] = [season, from, reason].map(|text| text::plain(text));
            let said = words::season::given(&season, &from, *amount, &reason, *held);
            Some(said)
        }
        Post::Garnets {
            season,
            given,
            amount,
            reason,
            held,
        } => {
            let [season, reason] = [season, reason].map(|text| text::plain(text));
            let said = words::season::your_garnets(&season, *given, *amount, &reason, *held);
            Some(said)
        }
        Post::Strike {
            season,
            back,
            reason,
            count,
            limit,
            eliminated,
        } => {
            let [season, reason] = [season, reason].map(|text| text::plain(text));
            let now = (*count, *limit, *eliminated);
            Some(words::season::your_strike(&season, *back, &reason, now))
        }
        Post::Untold { season, name, of } => {
            let name = name.as_deref().map(text::plain);
            let said = words::season::untold(&text::plain(season), name.as_deref(), *of);
            Some(said)
        }
        _ => None,
    }
}

/// Somebody's own post as it is to stand now: what is asked of them, and what counts. None where its match is gone.
pub async fn own_anew(
    data: &Data,
    row: &OutboxRow,
    letter: &Letter,
    alone: bool,
) -> Result<Option<Ready>, Fault> {
    let kind = match letter.post {
        Post::Seated => seated_as(letter),
        // That it was a reminder, or why it came, is past.
        _ => words::Submission::New,
    };
    let id = row.match_id;
    let Some(look) = data.look(id, 0).await? else {
        return Ok(None);
    };
    let writing = Writing::of(data, row, &look, alone);
    let reader = data.look(id, letter.to.person()).await?;
    let all_in = reader.and_then(|look| all_in(&look, alone));
    let ready = match all_in {
        Some(said) => writing.ready(said),
        None => writing.submission(letter, kind).await?,
    };
    Ok(Some(ready.call_reader(letter.to)))
}

/// The post that asks both players to be ready, as it is to stand now: who is.
pub fn check_in_anew(data: &Data, row: &OutboxRow, look: &Look, start_ms: Option<u64>) -> Ready {
    Writing::of(data, row, look, false).check_in(start_ms)
}

/// What somebody's own post says when nothing can be chosen on it any more; what they chose where they alone read it.
pub fn settled(look: &Look, letter: &Letter, alone: bool) -> String {
    let cast = text::shown(look.cast());
    let said = match (&letter.post, letter.to) {
        (Post::Seated, To::Person { who, .. }) => words::settled_as(who, look, &cast, alone),
        _ => words::settled(look, &cast, alone),
    };
    titled(look, &said, &cast)
}

/// What it says when nothing can be changed any more, but the match has not begun; None where that is not so.
fn all_in(look: &Look, alone: bool) -> Option<String> {
    let cast = text::shown(look.cast());
    Some(titled(look, &words::all_in(look, &cast, alone)?, &cast))
}

fn titled(look: &Look, said: &str, cast: &Cast) -> String {
    let title = words::title(look.setup().game);
    format!("**{title}** · {}\n{said}", words::pairing(cast))
}

struct Writing<'a> {
    data: &'a Data,
    row: &'a OutboxRow,
    look: &'a Look,
    /// Under names that are safe in a post.
    cast: Cast,
    /// Whether nobody but its reader sees it; of no moment for what is nobody's own.
    alone: bool,
}

impl<'a> Writing<'a> {
    fn of(data: &'a Data, row: &'a OutboxRow, look: &'a Look, alone: bool) -> Writing<'a> {
        Writing {
            data,
            row,
            look,
            cast: text::shown(look.cast()),
            alone,
        }
    }

    /// The account that is called for somebody; None for a guest, and for the computer, whose account is Dealer's own.
    fn account(&self, who: CastId) -> Option<u64> {
        let account = self.look.person(who).map(|person| person.account);
        account.filter(|account| *account != self.data.me.get())
    }

    async fn write(&self, letter: &Letter) -> Result<Option<Ready>, Fault> {
        let ready = match &letter.post {
            Post::Card { view, lines } => self.card(view, lines).await?,
            // These bring an earlier post up to date, or are nobody's match.
            Post::Sealed
            | Post::CheckedIn
            | Post::Called
            | Post::Chosen
            | Post::Standing { .. }
            | Post::Audit { .. }
            | Post::Gift { .. }
            | Post::Garnets { .. }
            | Post::Strike { .. }
            | Post::Untold { .. } => {
                return Ok(None);
            }
            Post::Submission { .. } => self.submission(letter, words::Submission::New).await?,
            Post::ChoiceBack => {
                self.submission(letter, words::Submission::ChoiceBack)
                    .await?
            }
            Post::Seated => self.seated(letter).await?,
            Post::Reminder { prompt } => {
                // Who has answered meanwhile is not reminded.
                let waits = self.look.mine.as_ref();
                if !waits.is_some_and(|mine| mine.id == *prompt && !mine.answered) {
                    return Ok(None);
                }
                self.submission(letter, words::Submission::Reminder).await?
            }
            Post::CheckIn { start_ms } => self.check_in(*start_ms),
            Post::Prompt {
                lines,
                view,
                asks,
                prompt,
            } => self.prompt(*prompt, &self.said(lines), view, asks).await?,
            Post::Board { lines, view, asks } => self.board(lines, view, asks).await?,
            Post::News { lines } => {
                let lines = &self.by_now(lines);
                let mut ready = self.ready(self.said(lines));
                if let To::Host(_) | To::Account(_) | To::Person { .. } = letter.to {
                    let is_gone = |line: &Line| matches!(line, Line::ChannelGone { .. });
                    if !lines.iter().any(is_gone) {
                        let channel = self.look.row.channel;
                        ready.content = format!("{}\n<#{channel}>", ready.content);
                    }
                    ready.rows = host_panel::rows(self.row.match_id, lines, self.look.cast());
                    let asks_to_look = lines.contains(&Line::ChoicePutBack);
                    if asks_to_look || letter.post.is_secret() && !self.alone {
                        let panel = vec![panel_button(self.row.match_id)];
                        ready.rows.push(CreateActionRow::Buttons(panel));
                    }
                } else {
                    let concerned = words::concerned(lines, &self.cast).into_iter();
                    let accounts: Vec<u64> =
                        concerned.filter_map(|who| self.account(who)).collect();
                    ready.call(&accounts);
                    let absent = lines.iter().find_map(|line| match line {
                        Line::NoShow { who, .. } | Line::Waits { who, .. } => Some(who),
                        _ => None,
                    });
                    ready.rows = match absent {
                        Some(absent) => {
                            // Who is called is to find here what they are called to.
                            let for_them = (!absent.is_empty()).then(|| self.ready_button());
                            let for_them =
                                for_them.map(|ready| CreateActionRow::Buttons(vec![ready]));
                            let for_host =
                                host_panel::rows(self.row.match_id, lines, self.look.cast());
                            for_them.into_iter().chain(for_host).collect()
                        }
                        None => self.pause_rows(lines),
                    };
                }
                ready
            }
            Post::Clarification { text, by } => self.ready(words::clarification(text, *by)),
            Post::Held => {
                let mut ready = self.ready(words::held());
                let release = host_panel::release_button(self.row.match_id);
                ready.rows = vec![CreateActionRow::Buttons(vec![release])];
                ready
            }
            Post::CalledOff { lines } => {
                let mut ready = self.ready(words::called_off(&self.said(lines)));
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
                let said = self.said(lines);
                let brought = self.said(consequences);
                let content = words::result(&said, *outcome, view, &brought, &self.cast);
                let mut ready = self.ready(content);
                ready.picture = Some(self.draw(view).await?);
                let json = serde_json::to_vec_pretty(record)?;
                let name = text::record_name(self.look.setup(), self.row.match_id);
                ready.files.push(CreateAttachment::bytes(json, name));
                ready.rows = self.again_rows();
                ready
            }
        };
        Ok(Some(ready))
    }

    /// Below the end of a practice that the two opened themselves: another one.
    fn again_rows(&self) -> Vec<CreateActionRow> {
        let match_id = self.row.match_id;
        let again = || {
            let press = Press::Again { match_id };
            CreateActionRow::Buttons(vec![button(press, words::AGAIN, ButtonStyle::Secondary)])
        };
        self.look.has_no_host().then(again).into_iter().collect()
    }

    /// What lines say; a host's own words in them are made safe for a post.
    fn said(&self, lines: &[Line]) -> String {
        let mut lines = safe(lines);
        for line in &mut lines {
            if let (
                Line::ActedForYou { acts } | Line::DealtForYou { acts } | Line::DraftTaken { acts },
                false,
            ) = (line, self.alone)
            {
                acts.clear();
            }
        }
        words::lines(&lines, &self.cast)
    }

    /// What can be pressed below news of a pause.
    fn pause_rows(&self, lines: &[Line]) -> Vec<CreateActionRow> {
        let match_id = self.row.match_id;
        let pressed = lines.iter().find_map(|line| match line {
            Line::Paused {
                by: Pauser::Players,
                ..
            }
            | Line::PracticePaused { .. }
            | Line::ResumeWished { .. } => Some((Press::Resume { match_id }, words::GO_ON)),
            Line::Paused { .. } => Some((Press::Resume { match_id }, words::resume_button())),
            Line::PauseWished { .. } => {
                Some((Press::WishPause { match_id }, words::AGREE_TO_PAUSE))
            }
            _ => None,
        });
        let row = |(press, label)| {
            CreateActionRow::Buttons(vec![button(press, label, ButtonStyle::Secondary)])
        };
        pressed.into_iter().map(row).collect()
    }

    fn ready(&self, content: String) -> Ready {
        Ready::new(self.row, self.marked(content))
    }

    /// A post of a rehearsal says so, whatever else it says.
    fn marked(&self, content: String) -> String {
        match self.look.setup().rehearsal {
            true => words::rehearsed(&content),
            false => content,
        }
    }

    /// The accounts of the two players.
    fn seated_accounts(&self) -> Vec<u64> {
        let seats = Seat::BOTH.map(|seat| self.look.cast().seated(seat));
        let accounts = seats.into_iter().filter_map(|who| self.account(who));
        accounts.collect()
    }

    async fn draw(&self, view: &View) -> Result<Drawn, Fault> {
        panel::draw(
            self.data,
            self.look,
            view.clone(),
            mark::picture_name(self.row),
        )
        .await
    }

    async fn card(&self, view: &View, lines: &[Line]) -> Result<Ready, Fault> {
        // It says itself whether it is a rehearsal's.
        let content = card_content(self.data, self.look, view, lines).await?;
        let mut ready = Ready::new(self.row, content);
        ready.picture = Some(self.draw(view).await?);
        if self.look.standing.stage == Stage::Standing {
            // Nothing is awaited before the match: both are called at once.
            ready.call(&self.seated_accounts());
        }
        ready.rows = vec![CreateActionRow::Buttons(vec![
            panel_button(self.row.match_id),
            self.ready_button(),
        ])];
        Ok(ready)
    }

    async fn submission(&self, letter: &Letter, kind: words::Submission) -> Result<Ready, Fault> {
        let To::Person { account, .. } = letter.to else {
            return Ok(self.ready(String::new()));
        };
        let Panel {
            content,
            picture,
            rows,
        } = match self.alone {
            true => panel::build(self.data, self.row.match_id, account).await?,
            false => panel::build_open(self.data, self.row.match_id, account).await?,
        };
        let host = self.look.row.host;
        // Who plays is called no host, though they opened the practice.
        let plays = self.look.setup().practice && self.seated_accounts().contains(&host);
        let host = (!plays).then_some(host);
        let mut ready = self.ready(format!(
            "{}\n{content}",
            words::submission(kind, host, self.alone, self.look, &self.cast)
        ));
        ready.rows = rows;
        ready.picture = picture.map(|picture| Drawn {
            name: mark::picture_name(self.row),
            ..picture
        });
        Ok(ready)
    }

    /// To somebody who acts for another from now on: what that one knows, and their controls.
    async fn seated(&self, letter: &Letter) -> Result<Ready, Fault> {
        let mut ready = self.submission(letter, seated_as(letter)).await?;
        if ready.picture.is_none() && self.look.standing.stage != Stage::Over {
            let known = match self.alone {
                true => Some(self.look.view.clone()),
                false => panel::public(self.data, self.row.match_id).await?,
            };
            if let Some(view) = known {
                ready.picture = Some(self.draw(&view).await?);
            }
            if !self.alone {
                // What they know themselves is behind it, also while nothing is asked of them.
                ready.rows = vec![CreateActionRow::Buttons(vec![panel_button(
                    self.row.match_id,
                )])];
            }
        }
        Ok(ready)
    }

    fn ready_button(&self) -> CreateButton {
        let match_id = self.row.match_id;
        let label = words::ready_button();
        button(Press::Ready { match_id }, label, ButtonStyle::Success)
    }

    /// The same, but who is not there at the appointed start is who is not by now; all of those as before, where nobody is.
    fn by_now(&self, lines: &[Line]) -> Vec<Line> {
        let standing = &self.look.standing;
        let is_absent = |seat: &Seat| standing.stage == Stage::Standing && !standing.ready[*seat];
        let absent: Vec<CastId> = Seat::BOTH
            .into_iter()
            .filter(is_absent)
            .map(|seat| self.look.cast().seated(seat))
            .collect();
        let mut lines = lines.to_vec();
        for line in &mut lines {
            if let Line::NoShow { who, .. } | Line::Waits { who, .. } = line
                && !who.is_empty()
                && !absent.is_empty()
            {
                *who = absent.clone();
            }
        }
        lines
    }

    fn check_in(&self, start_ms: Option<u64>) -> Ready {
        let mut ready = self.ready(words::check_in(start_ms, self.look, &self.cast));
        ready.call(&self.seated_accounts());
        let match_id = self.row.match_id;
        let begin = Press::Begin {
            match_id,
            confirmed: false,
        };
        // Ready would be refused as long as choices are awaited.
        let own = match self.look.standing.stage {
            Stage::Preparing => panel_button(match_id),
            Stage::Standing | Stage::Live | Stage::Over => self.ready_button(),
        };
        ready.rows = vec![CreateActionRow::Buttons(vec![
            own,
            button(begin, words::begin_button(), ButtonStyle::Secondary),
        ])];
        ready
    }

    /// The line that asks a seat, with its times counted from `now`.
    fn asked(&self, asked: &Asked, view: &View, now: u64) -> String {
        let account = self.account(self.look.cast().seated(asked.seat));
        let name = self.cast.seat_name(asked.seat);
        let instead_of = Some(name).filter(|_| self.look.stand_ins[asked.seat]);
        let mention = account
            .map(|account| words::called(account, instead_of))
            .unwrap_or_default();
        words::asked(asked, view, &mention, &self.cast, now)
    }

    /// Where a paused match stands. Both players are called: for either something is not as it was.
    async fn board(&self, lines: &[Line], view: &View, asks: &[Asked]) -> Result<Ready, Fault> {
        let mut content = self.said(lines);
        for asked in asks {
            content.push_str(&words::asked_later(asked, view, &self.cast));
        }
        let mut ready = self.ready(content);
        ready.picture = Some(self.draw(view).await?);
        ready.rows = self.pause_rows(lines);
        ready.call(&self.seated_accounts());
        Ok(ready)
    }

    async fn prompt(
        &self,
        prompt: u32,
        said: &str,
        view: &View,
        asks: &[Asked],
    ) -> Result<Ready, Fault> {
        let now = self.data.referee.clock.now_ms();
        let mut content = String::from(said);
        let mut rows = Vec::new();
        let mut called = Vec::new();
        for asked in asks {
            called.extend(self.account(self.look.cast().seated(asked.seat)));
            content.push_str(&self.asked(asked, view, now));
            if !asked.offers.is_empty() {
                let wanted = Wanted {
                    match_id: self.row.match_id,
                    prompt,
                    whose: Party::Seat(asked.seat),
                    control: &asked.control,
                    offers: &asked.offers,
                };
                rows.extend(panels::rows(view, &wanted));
            }
        }
        // Where nothing is pressed in public everybody opens their own panel.
        let public = asks.iter().all(|asked| !asked.offers.is_empty());
        let mut panel = panel_button(self.row.match_id);
        if public && !rows.is_empty() {
            panel = panel.style(ButtonStyle::Secondary);
        } else {
            rows.truncate(4);
        }
        let rows = controls::with_button(rows, panel);
        let mut ready = self.ready(content);
        ready.picture = Some(self.draw(view).await?);
        ready.rows = rows;
        ready.call(&called);
        Ok(ready)
    }
}

/// A prompt's post as it is to stand now that something has changed while it is open. `lines` and `asks` are what it was made of, `posted_ms` is
/// when, `view` and `waiting` what has become of it.
pub struct Standing<'a> {
    pub lines: &'a [Line],
    pub asks: &'a [Asked],
    pub posted_ms: u64,
    pub view: &'a View,
    pub waiting: &'a [Seat],
}

/// A standing prompt's post.
pub struct Restated {
    pub content: String,
    pub picture: Drawn,
    /// The accounts of those who are still waited for.
    pub awaited: Vec<u64>,
}

/// Writes a standing prompt's words and draws its picture, under the name that the post's picture has.
pub async fn restate(
    data: &Data,
    look: &Look,
    row: &OutboxRow,
    standing: &Standing<'_>,
) -> Result<Restated, Fault> {
    let writing = Writing::of(data, row, look, false);
    let view = standing.view;
    let mut content = writing.marked(writing.said(standing.lines));
    let mut awaited = Vec::new();
    for asked in standing.asks {
        content.push_str(&if standing.waiting.contains(&asked.seat) {
            awaited.extend(writing.account(look.cast().seated(asked.seat)));
            let asked = now_asked(asked, look, standing.posted_ms);
            writing.asked(&asked, view, standing.posted_ms)
        } else {
            words::answered(asked.seat, view, &writing.cast)
        });
        content.push_str(&words::overtime(asked.seat, view, &writing.cast));
    }
    Ok(Restated {
        content: text::cut(&content, text::MOST_POSTED),
        picture: writing.draw(view).await?,
        awaited,
    })
}

/// What a seat is asked, with the times by which its clock runs now: an outage may have been given back since it was posted.
fn now_asked(asked: &Asked, look: &Look, posted_ms: u64) -> Asked {
    let standing = &look.standing;
    let (Some(base_ms), Some(end_ms)) = (
        standing.base_deadline_ms[asked.seat],
        standing.deadline_ms[asked.seat],
    ) else {
        return asked.clone();
    };
    let late = matches!(standing.time_left[asked.seat], Some(TimeLeft::Late { .. }));
    Asked {
        late: asked.late || late,
        base_ms: base_ms.saturating_sub(posted_ms),
        reserve_ms: end_ms.saturating_sub(base_ms),
        ..asked.clone()
    }
}

/// The head of a letter to somebody who acts as a person of the cast from now on.
fn seated_as(letter: &Letter) -> words::Submission {
    match letter.to {
        To::Person { who, .. } => words::Submission::Seated(who),
        _ => words::Submission::New,
    }
}

/// Lines in which a host's own words, and names in what was done for somebody, cannot break a post.
fn safe(lines: &[Line]) -> Vec<Line> {
    let plain = |acts: &[String]| acts.iter().map(|act| text::plain(act)).collect();
    let safe = |line: &Line| match line {
        Line::Reason { reason } => Line::Reason {
            reason: text::plain(reason),
        },
        Line::ActedForYou { acts } => Line::ActedForYou { acts: plain(acts) },
        Line::DealtForYou { acts } => Line::DealtForYou { acts: plain(acts) },
        Line::DraftTaken { acts } => Line::DraftTaken { acts: plain(acts) },
        line => line.clone(),
    };
    lines.iter().map(safe).collect()
}

/// What the card of an opened match says, brought up to date; `lines` are said with it.
pub async fn card_content(
    data: &Data,
    look: &Look,
    view: &View,
    lines: &[Line],
) -> Result<String, Fault> {
    let cast = text::shown(look.cast());
    let now_ms = data.referee.clock.now_ms();
    let won = data.series_before(look).await?;
    let said = words::lines(&safe(lines), &cast);
    let card = words::card(look, view, &cast, won, now_ms);
    Ok(text::cut(&format!("{said}{card}"), text::MOST_POSTED))
}

pub fn panel_button(match_id: MatchId) -> CreateButton {
    button(
        Press::Panel { match_id },
        words::panel_button(),
        ButtonStyle::Primary,
    )
}

pub fn button(press: Press, label: &str, style: ButtonStyle) -> CreateButton {
    CreateButton::new(press.to_string())
        .label(label)
        .style(style)
}
