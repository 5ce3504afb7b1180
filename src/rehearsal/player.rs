//! A computer player: a person who reads what the bot writes to them, thinks a little, and presses
//! a control. It only remembers what it can see again, so it continues after a restart.

use crate::store::AccountId;
use std::collections::{HashMap, HashSet};
use std::time::Duration;

use tokio::time::Instant;

use super::hand::{Control, Message, asked, offered};
use super::person::{Answer, Channel, Person, PersonError};
use crate::discord::{Pool, press::Press};
use crate::referee::{Referee, Viewer};
use games::{Effort, Level, Party};
use local_discord::Id;

/// One computer player.
pub struct Player {
    person: Person,
    /// Asked how the match stands; None plays at random.
    referee: Option<Referee>,
    thoughts: Pool,
    /// The channel in which this person hosts matches; None for people who don't host.
    hosts_in: Option<Id>,
    pause: Duration,
    /// Answered messages, and when.
    answered: HashMap<Id, Instant>,
    /// For each finished channel, its last message.
    done_with: HashMap<Id, Option<Id>>,
}

/// The most steps through a panel.
const MAX_STEPS: usize = 80;
/// After this many pauses, a prompt that is still there is answered again: the answer may not have
/// counted.
const PATIENCE: u32 = 10;
/// And never sooner than this, since a busy machine may take that long to show what follows.
const MIN_PATIENCE: Duration = Duration::from_secs(5);
/// A safe player waits up to this many pauses before choosing.
const LEISURE: u32 = 6;
/// One in this many moves is random, although it would know a better one.
const FOLLY: u32 = 25;
/// One in this many changes their choice.
const FICKLE: u32 = 4;
/// One in this many steps may lead to an action that can't be undone.
const DARING: u32 = 12;

impl Player {
    pub fn new(
        person: Person,
        referee: Option<Referee>,
        thoughts: Pool,
        hosts_in: Option<Id>,
        pause: Duration,
    ) -> Player {
        Player {
            person,
            referee,
            thoughts,
            hosts_in,
            pause,
            answered: HashMap::new(),
            done_with: HashMap::new(),
        }
    }

    /// Plays for ever.
    pub async fn play(mut self) {
        loop {
            if let Err(error) = self.look_around().await {
                tracing::debug!(person = %self.person.id, "a computer player could not act: {error}");
            }
            self.think().await;
        }
    }

    /// Waits about as long as a person would. It always waits a little, so that others get their
    /// turn.
    async fn think(&self) {
        let share = 0.5 + fastrand::f64();
        let least = Duration::from_millis(5);
        tokio::time::sleep(self.pause.mul_f64(share).max(least)).await;
    }

    async fn look_around(&mut self) -> Result<(), PersonError> {
        for channel in self.person.channels().await? {
            let hosts = self.hosts_in == Some(channel.id);
            let is_done = self.done_with.get(&channel.id) == Some(&channel.last_message);
            if is_done && !channel.is_unread && !hosts {
                continue;
            }
            let messages = self.person.messages(channel.id).await?;
            if channel.is_unread {
                self.person.read(channel.id).await?;
            }
            if hosts {
                self.host(&messages).await?;
            }
            self.get_ready(&messages, &channel).await?;
            if self.answer_newest(&messages, &channel).await? {
                self.done_with.insert(channel.id, channel.last_message);
            }
        }
        Ok(())
    }

    /// As a host: resumes a paused match.
    async fn host(&mut self, messages: &[Message]) -> Result<(), PersonError> {
        let resumes = |press: &Press| matches!(press, Press::Resume { .. });
        match offered(messages, resumes) {
            Some((message, control)) => self.press_open(message, control).await,
            None => Ok(()),
        }
    }

    /// Presses *Ready* if a message asks for it.
    async fn get_ready(
        &mut self,
        messages: &[Message],
        channel: &Channel,
    ) -> Result<(), PersonError> {
        let ready = |press: &Press| matches!(press, Press::Ready { .. });
        if let Some((message, control)) = offered(messages, ready)
            && message.is_for(self.person.id, channel.is_direct)
        {
            self.press_open(message, control).await?;
        }
        Ok(())
    }

    /// Presses a control if its message still asks for that.
    async fn press_open(
        &mut self,
        message: &Message,
        control: &Control,
    ) -> Result<(), PersonError> {
        if self.is_open(message, true) {
            self.think().await;
            let answer = self.person.press(message, &control.custom_id, &[]).await?;
            self.note(message, &answer);
            self.clear(answer.message).await;
        }
        Ok(())
    }

    /// Whether a message has not been answered yet. With `again`, also whether it was answered a
    /// while ago and still asks.
    fn is_open(&self, message: &Message, again: bool) -> bool {
        let patience = (self.pause * PATIENCE).max(MIN_PATIENCE);
        match self.answered.get(&message.id) {
            None => true,
            Some(at) => again && at.elapsed() > patience,
        }
    }

    fn note(&mut self, message: &Message, answer: &Answer) {
        if !answer.failed {
            self.answered.insert(message.id, Instant::now());
        }
    }

    /// Does what the newest message asks for. Returns true if nothing is left to do in this channel
    /// until there is something new.
    async fn answer_newest(
        &mut self,
        messages: &[Message],
        channel: &Channel,
    ) -> Result<bool, PersonError> {
        let Some(message) = asked(messages, self.person.id, channel.is_direct) else {
            return Ok(true);
        };
        // A choice in a direct message stays open to changes. A prompt for everybody disappears
        // when it is answered.
        if channel.is_direct && message.shows_choice() {
            return Ok(true);
        }
        if !self.is_open(message, !channel.is_direct) {
            return Ok(channel.is_direct);
        }
        if channel.is_direct {
            for _ in 0..fastrand::u32(..LEISURE) {
                self.think().await;
            }
        }
        let mut done = self.go_through(message.clone()).await?;
        if channel.is_direct && done && fastrand::u32(..FICKLE) == 0 {
            self.think().await;
            done = self.go_through(message.clone()).await?;
        }
        if done {
            self.answered.insert(message.id, Instant::now());
        }
        Ok(channel.is_direct && done)
    }

    /// Goes from control to control until an action is taken and nothing new is offered. Returns
    /// false if the bot did not answer.
    async fn go_through(&mut self, first: Message) -> Result<bool, PersonError> {
        let mut message = first;
        let mut offers_seen = HashSet::new();
        let mut shown = Vec::new();
        let (mut went_well, mut acted) = (true, false);
        for _ in 0..MAX_STEPS {
            let controls = message.plays();
            let offers: Vec<(String, Vec<String>)> = controls
                .map(|control| (control.custom_id.clone(), control.values.clone()))
                .collect();
            // Steps may lead back. After an action, the same offers with the same text are nothing
            // new.
            if !offers_seen.insert((message.content.clone(), offers)) && acted {
                break;
            }
            self.think().await;
            let panel = message.find(|press| matches!(press, Press::Panel { .. }));
            let wanted = self.wanted().await;
            let sensible = wanted.and_then(|act| {
                let (control, value) = message.way_to(&act)?;
                Some((control.clone(), value.map(str::to_owned)))
            });
            let daring = fastrand::u32(..DARING) == 0;
            let chance = || {
                fastrand::choice(message.moves(daring))
                    .map(|(control, value)| (control.clone(), value.map(str::to_owned)))
            };
            let answer = match (sensible.or_else(chance), panel) {
                (Some((control, value)), _) => {
                    acted = !control.is_step();
                    let values: Vec<&str> = value.as_deref().into_iter().collect();
                    let person = &self.person;
                    person.press(&message, &control.custom_id, &values).await?
                }
                (None, Some(panel)) => self.person.press(&message, &panel.custom_id, &[]).await?,
                (None, None) => self.type_act(message.channel).await?,
            };
            went_well = !answer.failed;
            let Some(next) = answer.message else {
                // What a form asks for can be typed, too.
                if !acted {
                    went_well = !self.type_act(message.channel).await?.failed;
                }
                break;
            };
            if next.is_private {
                shown.push(next.clone());
            }
            if next.plays().next().is_none() {
                break;
            }
            message = next;
        }
        self.clear(shown).await;
        Ok(went_well)
    }

    /// What a computer would do here, at the level fair. None if it would play at random, and now
    /// and then at random: nobody is perfect, and two players who block each other must get out of
    /// it.
    async fn wanted(&self) -> Option<String> {
        if fastrand::u32(..FOLLY) == 0 {
            return None;
        }
        let account = AccountId(self.person.id.0);
        let asked = self.referee.as_ref()?.read(move |core, _| {
            let open = core.store().read(|tx| tx.open_matches_of(account)).ok()?;
            open.into_iter().find_map(|id| {
                let Party::Seat(seat) =
                    core.snapshot(id, Viewer::Account(account)).ok()??.mine?.who
                else {
                    return None;
                };
                Some((core.table(id).ok()??.play.game.clone(), seat))
            })
        });
        let (game, seat) = asked.await.ok().flatten()?;
        let playouts = game.id().playouts(Level::default());
        let think = move || game.think(seat, Effort::of(playouts, account.0));
        let thought = self.thoughts.run(think).await;
        thought.ok().flatten().map(|thought| thought.act)
    }

    /// Dismisses ephemeral messages.
    async fn clear(&self, shown: impl IntoIterator<Item = Message>) {
        let private = shown.into_iter().filter(|message| message.is_private);
        let messages: HashMap<Id, Message> = private.map(|message| (message.id, message)).collect();
        for message in messages.values() {
            // A message that is already gone needs no dismissal.
            let _ = self.person.dismiss(message).await;
        }
    }

    /// Types an action from the completion, if no control leads to one.
    async fn type_act(&self, channel: Id) -> Result<Answer, PersonError> {
        let mut text = String::new();
        for _ in 0..MAX_STEPS {
            let choices = self.person.complete(channel, "act", "text", &text).await?;
            match fastrand::choice(choices) {
                // A completion that stays the same is complete.
                Some(choice) if choice != text => text = choice,
                _ => break,
            }
        }
        self.think().await;
        let option = Some(("text", text.as_str()));
        self.person.command(channel, "act", option).await
    }
}
