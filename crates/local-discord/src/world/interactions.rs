//! Interactions from their start to the bot's last follow-up
//! (<https://docs.discord.com/developers/interactions/receiving-and-responding>).

use std::sync::Arc;
use std::time::{Duration, Instant};

use base64::Engine as _;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::commands::check_choice_values;
use super::commands::{OF_MESSAGE, OF_USER};
use super::forms::Form;
use super::message_json::authorizing_owners;
use super::messages::{Answered, EPHEMERAL};
use super::modals;
use super::permissions::SAID_IN_DIRECT_MESSAGES;
use super::stored::numbered_components;
use super::{Happening, Id, Message, MessageDraft, Refusal, Upload, World, id_in};

/// How long a bot may take for its first answer, in real time, because people wait in real time.
pub const FIRST_ANSWER: Duration = Duration::from_secs(3);
/// How long an interaction's token is valid, on the world's clock.
const TOKEN_MS: u64 = 15 * 60 * 1000;

/// What a person did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum InteractionKind {
    Command,
    Component,
    Autocomplete,
    ModalSubmit,
}

impl InteractionKind {
    /// Discord's number for it.
    pub fn number(self) -> u8 {
        match self {
            InteractionKind::Command => 2,
            InteractionKind::Component => 3,
            InteractionKind::Autocomplete => 4,
            InteractionKind::ModalSubmit => 5,
        }
    }
}

/// How a bot answered first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResponseKind {
    Message,
    DeferredMessage,
    DeferredUpdate,
    Update,
    Choices,
    Modal,
}

impl ResponseKind {
    /// Whether the answer itself comes later.
    fn is_deferred(self) -> bool {
        matches!(
            self,
            ResponseKind::DeferredMessage | ResponseKind::DeferredUpdate
        )
    }

    fn from_number(number: u64) -> Option<ResponseKind> {
        Some(match number {
            4 => ResponseKind::Message,
            5 => ResponseKind::DeferredMessage,
            6 => ResponseKind::DeferredUpdate,
            7 => ResponseKind::Update,
            8 => ResponseKind::Choices,
            9 => ResponseKind::Modal,
            _ => return None,
        })
    }
}

/// The person or the message on which a context menu's command is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Target {
    User(Id),
    Message(Id),
}

impl Target {
    /// Reads it from an interaction's data; None if the command has no target.
    fn in_data(data: &Value) -> Option<Target> {
        let id = id_in(&data["target_id"])?;
        match data["type"].as_u64() {
            Some(OF_USER) => Some(Target::User(id)),
            Some(OF_MESSAGE) => Some(Target::Message(id)),
            _ => None,
        }
    }
}

/// One use of a command or a control.
#[derive(Clone, Debug)]
pub struct Interaction {
    pub id: Id,
    pub application: Id,
    pub token: String,
    pub kind: InteractionKind,
    pub user: Id,
    pub channel: Id,
    /// The command's name with its subcommand.
    pub command: Option<String>,
    /// The message with the component that was used, or that opened the form.
    pub source: Option<Id>,
    /// The target of the command, or of the command that opened the form.
    pub target: Option<Target>,
    /// The type of the option that is being completed.
    pub option_type: u64,
    pub started: Instant,
    /// The event for the bot; taken when it is sent.
    pub payload: Value,
    pub response: Option<ResponseKind>,
    /// The message that is the first answer, or that it changes.
    pub original: Option<Id>,
    /// The form or the choices with which the bot answered.
    pub answer: Value,
    /// Whether a deferred answer has come.
    pub settled: bool,
    /// Whether no bot was connected to receive it.
    pub undelivered: bool,
}

/// What the person who started an interaction sees.
#[derive(Clone, Debug)]
pub enum Outcome {
    Pending,
    Answered {
        kind: ResponseKind,
        settled: bool,
        message: Option<Arc<Message>>,
        answer: Value,
    },
    /// The bot did not answer in time.
    Failed,
}

/// The parts of a new interaction.
pub struct NewInteraction {
    pub application: Id,
    pub kind: InteractionKind,
    pub user: Id,
    pub channel: Id,
    pub command: Option<String>,
    pub source: Option<Id>,
    pub option_type: u64,
    pub data: Value,
}

impl NewInteraction {
    pub fn new(
        application: Id,
        kind: InteractionKind,
        user: Id,
        channel: Id,
        data: Value,
    ) -> NewInteraction {
        NewInteraction {
            application,
            kind,
            user,
            channel,
            command: None,
            source: None,
            option_type: 0,
            data,
        }
    }
}

impl World {
    /// Starts an interaction and tells the bot.
    pub(super) fn start_interaction(&mut self, new: NewInteraction) -> Id {
        let id = self.begin_interaction(new);
        self.happened(Happening::InteractionStarted(id));
        id
    }

    /// Starts an interaction with any data, which the bot can answer but is not told. Returns the
    /// event that the bot would get.
    pub fn start_untold(&mut self, new: NewInteraction) -> Value {
        let id = self.begin_interaction(new);
        let begun = self.interactions.get_mut(&id);
        begun.map_or(Value::Null, |begun| std::mem::take(&mut begun.payload))
    }

    fn begin_interaction(&mut self, new: NewInteraction) -> Id {
        let oldest = Id::at(self.now_ms().saturating_sub(TOKEN_MS));
        self.interactions.retain(|id, _| *id >= oldest);
        let id = self.next_id();
        let secret = super::new_secret(48);
        let token = base64::engine::general_purpose::STANDARD_NO_PAD
            .encode(format!("interaction:{id}:{secret}"));
        let interaction = Interaction {
            id,
            application: new.application,
            payload: self.payload(id, &token, &new),
            token,
            kind: new.kind,
            user: new.user,
            channel: new.channel,
            command: new.command,
            source: new.source,
            target: Target::in_data(&new.data),
            option_type: new.option_type,
            started: Instant::now(),
            response: None,
            original: None,
            answer: Value::Null,
            settled: false,
            undelivered: false,
        };
        self.interactions.insert(id, interaction);
        id
    }

    /// The event that tells the bot of an interaction.
    fn payload(&self, id: Id, token: &str, new: &NewInteraction) -> Value {
        let bot = self
            .applications
            .get(&new.application)
            .map(|application| application.bot);
        let channel = self.channels.get(&new.channel);
        let guild = channel.and_then(|channel| channel.guild_id);
        let bits = |user: Id| {
            channel
                .map_or(0, |channel| self.channel_permissions(channel, user))
                .to_string()
        };
        let mut payload = json!({
            "id": id,
            "application_id": new.application,
            "type": new.kind.number(),
            "token": token,
            "version": 1,
            "data": new.data,
            "channel_id": new.channel,
            "locale": "en-US",
            "entitlements": [],
            "app_permissions": bot.map(|bot| match guild {
                Some(_) => bits(bot),
                None => SAID_IN_DIRECT_MESSAGES.to_string(),
            }),
            "attachment_size_limit": 10 * 1024 * 1024,
            "authorizing_integration_owners": authorizing_owners(guild),
            "context": if guild.is_some() { 0 } else { 1 },
        });
        if let Some(channel) = channel {
            payload["channel"] = match guild {
                Some(_) => self.channel_json(channel),
                None => self.dm_json(channel, bot.unwrap_or(new.user)),
            };
            payload["channel"]["permissions"] = json!(bits(new.user));
        }
        match guild {
            Some(guild) => {
                let mut member = self.member_json(guild, new.user).unwrap_or_default();
                member["permissions"] = json!(bits(new.user));
                payload["member"] = member;
                payload["guild_id"] = json!(guild);
                payload["guild_locale"] = json!("en-US");
                payload["guild"] = json!({ "id": guild, "locale": "en-US", "features": [] });
            }
            None => payload["user"] = self.user_json(new.user),
        }
        let source = new.source.and_then(|id| channel?.messages.get(&id));
        if let Some(source) = source {
            payload["message"] = self.message_json(source, super::Viewer::Bot(new.application));
        }
        payload
    }

    /// How long an interaction may wait for its first answer in this world.
    pub fn first_answer(&self) -> Duration {
        Duration::from_millis(self.limits.first_answer_ms)
    }

    /// What the person who started it sees; None if it is unknown or was forgotten.
    pub fn outcome(&self, id: Id) -> Option<Outcome> {
        let interaction = self.interactions.get(&id)?;
        Some(match interaction.response {
            None if interaction.undelivered
                || interaction.started.elapsed() > self.first_answer() =>
            {
                Outcome::Failed
            }
            None => Outcome::Pending,
            Some(kind) => Outcome::Answered {
                kind,
                settled: interaction.settled,
                message: interaction
                    .original
                    .and_then(|id| self.channels.get(&interaction.channel)?.messages.get(&id))
                    .cloned(),
                answer: interaction.answer.clone(),
            },
        })
    }

    /// Takes the bot's first answer to an interaction. Returns the message that it made or changed,
    /// if any.
    pub fn respond(
        &mut self,
        id: Id,
        token: &str,
        body: &Value,
        uploads: Vec<Upload>,
    ) -> Result<Option<Arc<Message>>, Refusal> {
        let Some(interaction) = self.interactions.get(&id).filter(|it| it.token == token) else {
            return Err(Refusal::UnknownInteraction);
        };
        if interaction.response.is_some() {
            return Err(Refusal::AlreadyAcknowledged);
        }
        if interaction.started.elapsed() > self.first_answer() {
            return Err(Refusal::UnknownInteraction);
        }
        let kind = body["type"].as_u64().and_then(ResponseKind::from_number);
        let Some(kind) = kind.filter(|kind| interaction.accepts(*kind)) else {
            let message = "This interaction takes no such response";
            let code = "INTERACTION_RESPONSE_TYPE_INVALID";
            return Err(Refusal::form("type", code, message));
        };
        let (channel, source) = (interaction.channel, interaction.source);
        let data = &body["data"];
        let answer = interaction.form_or_choices(kind, data)?;
        let ephemeral = data["flags"].as_u64().unwrap_or(0) & EPHEMERAL != 0;
        let below = |refusal: Refusal| refusal.below("data");
        let message = match kind {
            ResponseKind::Message => {
                let draft = MessageDraft::parse(data, uploads).map_err(below)?;
                if draft.is_empty() {
                    return Err(Refusal::EmptyMessage);
                }
                Some(self.answer(id, draft, ephemeral)?)
            }
            ResponseKind::DeferredMessage => {
                Some(self.answer(id, MessageDraft::promise(), ephemeral)?)
            }
            ResponseKind::Update => {
                let source = source.ok_or(Refusal::UnknownMessage)?;
                let has_v2 = self.is_v2(channel, source);
                let draft = MessageDraft::parse_edit(data, uploads, has_v2).map_err(below)?;
                Some(self.rewrite(channel, source, draft)?)
            }
            ResponseKind::DeferredUpdate | ResponseKind::Choices | ResponseKind::Modal => None,
        };
        if let Some(interaction) = self.interactions.get_mut(&id) {
            interaction.response = Some(kind);
            interaction.answer = answer;
            interaction.settled = !kind.is_deferred();
            interaction.original = match &message {
                Some(message) => Some(message.id),
                None if kind == ResponseKind::DeferredUpdate => source,
                None => None,
            };
        }
        self.happened(Happening::InteractionChanged(id));
        Ok(message)
    }

    /// Posts an answer to an interaction. Answers need no permissions.
    fn answer(
        &mut self,
        id: Id,
        mut draft: MessageDraft,
        ephemeral: bool,
    ) -> Result<Arc<Message>, Refusal> {
        let Some(interaction) = self.interactions.get(&id) else {
            return Err(Refusal::UnknownInteraction);
        };
        let (channel, user) = (interaction.channel, interaction.user);
        let application = self.applications.get(&interaction.application);
        let bot = application.ok_or(Refusal::UnknownApplication)?.bot;
        let answered = Answered {
            interaction: id,
            kind: interaction.kind,
            name: interaction.command.clone(),
            user,
            application: interaction.application,
            follows: interaction.original,
            target: interaction.target,
            pressed: interaction.source,
        };
        if interaction.kind == InteractionKind::Component {
            draft.reply_to = interaction.source;
        }
        let to = ephemeral.then_some(user);
        self.post(bot, channel, draft, Some(answered), to)
    }

    /// The interaction that a webhook token belongs to: 10015 for a foreign application or before
    /// the first answer, 50027 when the token is wrong or too old.
    pub fn interaction_with_token(
        &self,
        application: Id,
        token: &str,
    ) -> Result<&Interaction, Refusal> {
        if !self.applications.contains_key(&application) {
            return Err(Refusal::UnknownWebhook);
        }
        let bytes = base64::engine::general_purpose::STANDARD_NO_PAD.decode(token);
        let text = bytes.ok().and_then(|bytes| String::from_utf8(bytes).ok());
        let id = text.and_then(|text| text.split(':').nth(1)?.parse().ok());
        let interaction = id.and_then(|id| self.interactions.get(&id));
        let is_it = |it: &&Interaction| it.token == token && it.application == application;
        let Some(interaction) = interaction.filter(is_it) else {
            return Err(Refusal::TokenExpired);
        };
        if interaction.id.made_ms() + TOKEN_MS < self.now_ms() {
            return Err(Refusal::TokenExpired);
        }
        if interaction.response.is_none() {
            return Err(Refusal::UnknownWebhook);
        }
        Ok(interaction)
    }

    /// The first answer (`None`) or one of the follow-ups of an interaction.
    pub fn answer_of(
        &self,
        application: Id,
        token: &str,
        message: Option<Id>,
    ) -> Result<Arc<Message>, Refusal> {
        let interaction = self.interaction_with_token(application, token)?;
        let id = message.or(interaction.original);
        let channel = self.channels.get(&interaction.channel);
        let message = channel.and_then(|channel| channel.messages.get(&id?));
        let belongs = |message: &&Arc<Message>| {
            let answers = message.answers.as_ref();
            Some(message.id) == interaction.original
                || answers.is_some_and(|answers| answers.interaction == interaction.id)
        };
        let answer = message.filter(belongs).cloned();
        answer.ok_or(Refusal::UnknownMessage)
    }

    /// Edits the first answer or a follow-up.
    pub fn edit_answer(
        &mut self,
        application: Id,
        token: &str,
        message: Option<Id>,
        draft: MessageDraft,
    ) -> Result<Arc<Message>, Refusal> {
        let answer = self.answer_of(application, token, message)?;
        let id = self.interaction_with_token(application, token)?.id;
        let edited = self.rewrite(answer.channel_id, answer.id, draft)?;
        self.settle(id);
        Ok(edited)
    }

    /// Deletes the first answer or a follow-up.
    pub fn delete_answer(
        &mut self,
        application: Id,
        token: &str,
        message: Option<Id>,
    ) -> Result<(), Refusal> {
        let answer = self.answer_of(application, token, message)?;
        let id = self.interaction_with_token(application, token)?.id;
        self.remove_message(answer.channel_id, answer.id)?;
        self.happened(Happening::MessageDeleted(answer));
        self.settle(id);
        Ok(())
    }

    /// Sends a follow-up. The first one after a deferred answer becomes that answer, with the
    /// visibility that was promised.
    pub fn follow_up(
        &mut self,
        application: Id,
        token: &str,
        draft: MessageDraft,
    ) -> Result<Arc<Message>, Refusal> {
        let interaction = self.interaction_with_token(application, token)?;
        let (id, ephemeral) = (interaction.id, draft.has_flag(EPHEMERAL));
        if draft.is_empty() {
            return Err(Refusal::EmptyMessage);
        }
        let promised =
            interaction.response == Some(ResponseKind::DeferredMessage) && !interaction.settled;
        if promised {
            return self.edit_answer(application, token, None, draft);
        }
        let message = self.answer(id, draft, ephemeral)?;
        self.settle(id);
        Ok(message)
    }

    fn settle(&mut self, id: Id) {
        if let Some(interaction) = self.interactions.get_mut(&id) {
            interaction.settled = true;
            self.happened(Happening::InteractionChanged(id));
        }
    }
}

impl Interaction {
    /// The form or the choices in an answer, checked; null if it has none.
    fn form_or_choices(&self, kind: ResponseKind, data: &Value) -> Result<Value, Refusal> {
        let form = Form::default();
        let field = form.field("data", data);
        let mut answer = Value::Null;
        if kind == ResponseKind::Choices {
            let choices = field.at("choices").items(0..=25);
            check_choice_values(&choices, self.option_type);
            answer = choices.iter().map(|choice| choice.value.clone()).collect();
        } else if kind == ResponseKind::Modal {
            modals::check(&field);
            answer = data.clone();
            let rows = data["components"].as_array().map_or(&[][..], Vec::as_slice);
            answer["components"] = json!(numbered_components(rows));
        }
        form.finish()?;
        Ok(answer)
    }

    fn accepts(&self, response: ResponseKind) -> bool {
        let from_message = self.source.is_some();
        match (self.kind, response) {
            (InteractionKind::Autocomplete, response) => response == ResponseKind::Choices,
            (_, ResponseKind::Choices) => false,
            (kind, ResponseKind::Modal) => kind != InteractionKind::ModalSubmit,
            (_, ResponseKind::Update | ResponseKind::DeferredUpdate) => from_message,
            (_, ResponseKind::Message | ResponseKind::DeferredMessage) => true,
        }
    }
}
