//! Answers to interactions: short, and only the asker sees them.

use std::pin::Pin;

use serenity::all::{
    ActionRowComponent, Button, ButtonKind, ComponentInteraction, CreateAttachment,
    CreateInteractionResponse, CreateInteractionResponseMessage, MessageFlags, MessageId,
    ModalInteraction,
};
use tokio::sync::{Mutex, OnceCell, OwnedMutexGuard};

use super::components;
use super::data::{Data, Result};
use super::interaction::{
    InteractionToken, given_back, json, panel_message, whispered, words_edit,
};
use super::message::{Panel, ShownPanel, note};
use super::open_panels::{OpenPanels, Place};
use super::press::Press;
use super::queues::{Queues, Ticket};
use super::rest::{Failure, Rest, SLOW, request_deferral};
use crate::referee::postal::codes;
use crate::store::ChannelId;
use games::screen::Form;

/// A panel that is still being built. It is boxed, so that the code that shows it is compiled only
/// once.
pub type PanelFuture<'a> = Pin<Box<dyn Future<Output = Result<Panel>> + Send + 'a>>;

/// An interaction to answer: a pressed control, or a form that was handed in.
pub struct Responder<'a> {
    of: PressedOrForm<'a>,
    rest: &'a Rest,
    open_panels: &'a OpenPanels,
    state: Mutex<State>,
    /// Its place in the queue of edits of the pressed message, if only one person sees that.
    place: Option<Ticket<()>>,
    /// Held from its turn on.
    held: OnceCell<OwnedMutexGuard<()>>,
}

/// How far the answer is.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum State {
    #[default]
    Open,
    /// Discord was told that the answer takes a while. The pressed message does not change.
    Deferred,
    Answered,
}

enum PressedOrForm<'a> {
    Component(&'a ComponentInteraction),
    Modal(&'a ModalInteraction),
}

/// Which message a panel that is built later goes into.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    /// The pressed message, or the one that says "thinking".
    There,
    /// A new message below, since the place was not known before.
    Below,
}

impl<'a> Responder<'a> {
    pub fn component(data: &'a Data, pressed: &'a ComponentInteraction) -> Responder<'a> {
        Responder::new(data, PressedOrForm::Component(pressed))
    }

    pub fn modal(data: &'a Data, form: &'a ModalInteraction) -> Responder<'a> {
        Responder::new(data, PressedOrForm::Modal(form))
    }

    fn new(data: &'a Data, of: PressedOrForm<'a>) -> Responder<'a> {
        Responder {
            of,
            rest: &data.rest,
            open_panels: &data.open_panels,
            state: Mutex::default(),
            place: None,
            held: OnceCell::new(),
        }
    }

    /// Takes its place in the queue of edits of the pressed message, if only one person sees that.
    /// Call this before anything else.
    pub fn in_order(self, edits: &Queues<()>) -> Responder<'a> {
        let message = self.message().filter(|_| self.is_private());
        let id = self.token().id.get();
        let place = message.map(|message| edits.ticket(message.get(), id));
        Responder { place, ..self }
    }

    /// Waits until all earlier edits of the pressed message are done, by earlier presses and by the
    /// postman. Otherwise an older edit could overwrite this one, or this press would not know of
    /// it. From then on nothing else edits the message until this is answered.
    pub async fn wait_turn(&self) {
        let Some(place) = &self.place else {
            return;
        };
        let turn = async || {
            let mut turn = std::pin::pin!(place.wait_turn());
            // An earlier edit mostly ends in a moment: then this answers like any other.
            if let Ok(turn) = tokio::time::timeout(SLOW, &mut turn).await {
                return turn;
            }
            request_deferral();
            turn.await
        };
        self.held.get_or_init(turn).await;
    }

    fn token(&self) -> InteractionToken<'_> {
        match &self.of {
            PressedOrForm::Component(pressed) => InteractionToken {
                id: pressed.id,
                application: pressed.application_id,
                token: &pressed.token,
            },
            PressedOrForm::Modal(form) => InteractionToken {
                id: form.id,
                application: form.application_id,
                token: &form.token,
            },
        }
    }

    /// Tells Discord that the answer takes a while, unless the answer has been given. The pressed
    /// message does not change.
    pub async fn defer(&self) {
        let mut state = self.state.lock().await;
        let nod = CreateInteractionResponse::Acknowledge;
        // A form that comes from no message could only be put off by a new message.
        if self.message().is_none() || *state != State::Open {
            return;
        }
        let nodded = self.token().respond(self.rest, &nod, Vec::new());
        if nodded.await.is_ok() {
            *state = State::Deferred;
        }
    }

    /// Gives the first answer. If it was put off, gives it in the way that is still possible.
    async fn respond(&self, response: CreateInteractionResponse) -> Result<(), Failure> {
        self.respond_with(response, Vec::new()).await.map(drop)
    }

    async fn respond_with(
        &self,
        response: CreateInteractionResponse,
        files: Vec<CreateAttachment>,
    ) -> Result<Target, Failure> {
        if matches!(response, CreateInteractionResponse::UpdateMessage(_)) {
            self.wait_turn().await;
        }
        let mut state = self.state.lock().await;
        let (token, rest) = (self.token(), self.rest);
        if *state == State::Open {
            token.respond(rest, &response, files).await?;
            *state = State::Answered;
            return Ok(Target::There);
        }
        match response {
            CreateInteractionResponse::Acknowledge => return Ok(Target::There),
            CreateInteractionResponse::Defer(_) => {}
            CreateInteractionResponse::Message(message) => {
                token.follow_up(rest, &message, files).await?;
            }
            CreateInteractionResponse::UpdateMessage(message) => {
                token.edit_json(rest, json(&message)?, files).await?;
            }
            // It is a form, which can only be a first answer. The press that opens it can be
            // repeated.
            _ => {
                let said = whispered(crate::words::answers::FORM_TOO_LATE);
                token.follow_up(rest, &said, files).await?;
            }
        }
        Ok(Target::Below)
    }

    /// The message whose control was pressed, or from whose control the form came.
    pub fn message(&self) -> Option<MessageId> {
        match &self.of {
            PressedOrForm::Component(pressed) => Some(pressed.message.id),
            PressedOrForm::Modal(form) => form.message.as_ref().map(|message| message.id),
        }
    }

    /// In which place of its row the pressed button is; None for a menu or a form.
    pub fn pressed_column(&self) -> Option<usize> {
        let PressedOrForm::Component(pressed) = &self.of else {
            return None;
        };
        let own = |custom_id: &str| custom_id == pressed.data.custom_id;
        let mut rows = pressed.message.components.iter();
        rows.find_map(|row| row.components.iter().position(|part| is_button(part, own)))
    }

    /// Whether the pressed message asks for the confirmation of an action.
    pub fn is_question(&self) -> bool {
        let PressedOrForm::Component(pressed) = &self.of else {
            return false;
        };
        let sure = |custom_id: &str| matches!(Press::read(custom_id), Some(Press::Sure { .. }));
        let parts = pressed.message.components.iter();
        let mut parts = parts.flat_map(|row| &row.components);
        parts.any(|part| is_button(part, sure))
    }

    /// The channel of the interaction.
    pub fn channel(&self) -> ChannelId {
        match &self.of {
            PressedOrForm::Component(pressed) => pressed.channel_id.into(),
            PressedOrForm::Modal(form) => form.channel_id.into(),
        }
    }

    /// Opens a form.
    pub async fn open(&self, form: Form<Press>) -> Result<(), Failure> {
        self.respond(components::form(form)).await
    }

    /// Says something that only the asker sees.
    pub async fn whisper(&self, text: &str) -> Result<(), Failure> {
        let response = CreateInteractionResponse::Message(whispered(text));
        self.respond(response).await
    }

    /// As [`Responder::whisper`], and returns what they typed, for copying.
    pub async fn give_back(&self, text: &str, typed: &str) -> Result<(), Failure> {
        let (text, files) = given_back(text, typed);
        let response = CreateInteractionResponse::Message(whispered(&text));
        self.respond_with(response, files).await.map(drop)
    }

    /// As [`Responder::show`], for a panel that is still being built: Discord waits three seconds
    /// for an answer, and a picture may take longer on a busy machine.
    pub async fn show_later(
        &self,
        in_place: bool,
        panel: impl Future<Output = Result<Panel>> + Send,
    ) -> Result<()> {
        let shown = self.try_show_later(in_place, Box::pin(panel));
        shown.await.map(drop)
    }

    /// As [`Responder::show_later`]. Returns whether the panel was shown, and not an apology.
    pub async fn try_show_later(&self, in_place: bool, panel: PanelFuture<'_>) -> Result<bool> {
        let defer = if in_place {
            CreateInteractionResponse::Acknowledge
        } else {
            let message = CreateInteractionResponseMessage::new().ephemeral(true);
            CreateInteractionResponse::Defer(message)
        };
        let target = self.respond_with(defer, Vec::new()).await?;
        self.wait_turn().await;
        let panel = match panel.await {
            Ok(panel) => panel,
            Err(error) => {
                tracing::error!("can't build a panel: {error}");
                let said = super::went_wrong(&error);
                self.say_instead(target, &said).await?;
                return Ok(false);
            }
        };
        if let Err(error) = self.edit(target, panel, in_place).await {
            // The person dismissed the message before the answer came.
            if error.code() == codes::UNKNOWN_MESSAGE {
                return Ok(true);
            }
            tracing::warn!("can't show a panel: {error}");
            // An apology without a picture may go through. Otherwise the person would wait for
            // ever.
            let said = super::went_wrong(&error.into());
            self.say_instead(target, &said).await?;
            return Ok(false);
        }
        Ok(true)
    }

    async fn edit(&self, target: Target, panel: Panel, in_place: bool) -> Result<(), Failure> {
        if target == Target::Below {
            return self.show_below(panel).await;
        }
        let shown = panel.shown;
        self.token().edit(self.rest, panel).await?;
        self.keep_open(shown, in_place);
        Ok(())
    }

    /// Notes what this answer shows, to bring it up to date later. Posts are the postman's.
    fn keep_open(&self, shown: Option<ShownPanel>, in_place: bool) {
        if let Some(shown) = shown.filter(|_| !in_place || self.is_answer()) {
            let message = self.message().filter(|_| in_place);
            let place = Place::First(message);
            self.open_panels.keep(shown, self.token(), place);
        }
    }

    /// Says, in the place of a panel, why it cannot be shown.
    async fn say_instead(&self, target: Target, said: &str) -> Result<(), Failure> {
        match target {
            Target::Below => self.show_below(note(said.to_owned())).await,
            Target::There => {
                let edit = json(&words_edit(said))?;
                self.token().edit_json(self.rest, edit, Vec::new()).await
            }
        }
    }

    /// Shows a panel that only the asker sees: in place of the pressed message, or as a new one.
    pub async fn show(&self, panel: Panel, in_place: bool) -> Result<(), Failure> {
        let shown = panel.shown;
        let (message, files) = panel_message(panel);
        let response = if in_place {
            CreateInteractionResponse::UpdateMessage(message)
        } else {
            CreateInteractionResponse::Message(message.ephemeral(true))
        };
        let target = self.respond_with(response, files).await?;
        if in_place || target == Target::There {
            self.keep_open(shown, in_place);
        }
        Ok(())
    }

    /// Shows a panel to everyone in the channel.
    pub async fn show_to_all(&self, panel: Panel) -> Result<(), Failure> {
        let (message, files) = panel_message(panel);
        let response = CreateInteractionResponse::Message(message);
        self.respond_with(response, files).await.map(drop)
    }

    /// Replaces words and controls of the pressed panel, and keeps its picture.
    pub async fn update_keeping_picture(&self, panel: Panel) -> Result<(), Failure> {
        let shown = panel.shown;
        let (message, _) = panel_message(panel);
        let mut body = json(&CreateInteractionResponse::UpdateMessage(message))?;
        // Serenity always sends a list of files. An empty one would remove the existing files.
        if let Some(data) = body["data"].as_object_mut() {
            data.remove("attachments");
        }
        self.wait_turn().await;
        let mut state = self.state.lock().await;
        let (token, rest) = (self.token(), self.rest);
        if *state != State::Open {
            token
                .edit_json(rest, body["data"].take(), Vec::new())
                .await?;
        } else {
            token.respond_json(rest, body, Vec::new()).await?;
            *state = State::Answered;
        }
        self.keep_open(shown, true);
        Ok(())
    }

    /// Shows a new panel, below everything posted meanwhile, that only the asker sees.
    pub async fn show_below(&self, panel: Panel) -> Result<(), Failure> {
        let shown = panel.shown;
        let (message, files) = panel_message(panel);
        let (message, token) = (message.ephemeral(true), self.token());
        let sent = token.follow_up(self.rest, &message, files).await?;
        if let Some(shown) = shown {
            self.open_panels.keep(shown, token, Place::Further(sent));
        }
        Ok(())
    }

    /// Replaces the pressed message by words, and shows a panel below: in place of that message,
    /// its buttons would come under the thumb.
    pub async fn answer_and_show_below(
        &self,
        said: impl Into<String>,
        panel: PanelFuture<'_>,
    ) -> Result<()> {
        self.show(note(said.into()), true).await?;
        Ok(self.show_below(panel.await?).await?)
    }

    /// Acknowledges a press without words: a public post follows.
    pub async fn acknowledge(&self) -> Result<(), Failure> {
        self.respond(CreateInteractionResponse::Acknowledge).await
    }

    /// Whether only one person sees the pressed message: an answer to them, or a direct message.
    pub fn is_private(&self) -> bool {
        let server = match &self.of {
            PressedOrForm::Component(pressed) => pressed.guild_id,
            PressedOrForm::Modal(form) => form.guild_id,
        };
        server.is_none() || self.is_answer()
    }

    /// Whether the answer to an action replaces the pressed message: a private answer, or a
    /// control's own message that only one person sees.
    pub fn is_replaced(&self) -> bool {
        self.is_answer() || self.is_private() && matches!(self.of, PressedOrForm::Component(_))
    }

    /// Whether the pressed message is a private answer, not a post.
    pub fn is_answer(&self) -> bool {
        let flags = match &self.of {
            PressedOrForm::Component(pressed) => pressed.message.flags,
            PressedOrForm::Modal(form) => form.message.as_ref().and_then(|message| message.flags),
        };
        flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL))
    }
}

/// Whether it is a button whose `custom_id` fits.
fn is_button(part: &ActionRowComponent, fits: impl Fn(&str) -> bool) -> bool {
    match part {
        ActionRowComponent::Button(Button { data, .. }) => {
            matches!(data, ButtonKind::NonLink { custom_id, .. } if fits(custom_id))
        }
        _ => false,
    }
}
