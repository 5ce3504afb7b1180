//! Answers to interactions: brief, and unseen by others.

use std::pin::Pin;

use serenity::all::{
    ChannelId, ComponentInteraction, CreateActionRow, CreateAllowedMentions, CreateAttachment,
    CreateInteractionResponse, CreateInteractionResponseFollowup, CreateInteractionResponseMessage,
    EditInteractionResponse, Http, MessageFlags, MessageId, ModalInteraction,
};

use super::panel::Panel;
use super::{Fault, refused};
use crate::referee::postal::codes;

/// A panel that is yet to be built. It is boxed, so that showing one is compiled once and not for each.
pub type Later<'a> = Pin<Box<dyn Future<Output = Result<Panel, Fault>> + Send + 'a>>;

/// An interaction that can be answered: a pressed control or a form handed in.
pub enum Asking<'a> {
    Component(&'a ComponentInteraction),
    Modal(&'a ModalInteraction),
}

impl Asking<'_> {
    pub async fn respond(
        &self,
        http: &Http,
        response: CreateInteractionResponse,
    ) -> serenity::Result<()> {
        match self {
            Asking::Component(asking) => asking.create_response(http, response).await,
            Asking::Modal(asking) => asking.create_response(http, response).await,
        }
    }

    /// The message whose control was pressed, or from whose control the form came.
    pub fn message(&self) -> Option<MessageId> {
        match self {
            Asking::Component(asking) => Some(asking.message.id),
            Asking::Modal(asking) => asking.message.as_ref().map(|message| message.id),
        }
    }

    /// Where it was pressed or handed in.
    pub fn channel(&self) -> ChannelId {
        match self {
            Asking::Component(asking) => asking.channel_id,
            Asking::Modal(asking) => asking.channel_id,
        }
    }

    /// Says something to the one who asked alone.
    pub async fn whisper(&self, http: &Http, text: &str) -> serenity::Result<()> {
        let message = CreateInteractionResponseMessage::new()
            .content(super::text::cut(text, 2000))
            .allowed_mentions(CreateAllowedMentions::new())
            .ephemeral(true);
        let response = CreateInteractionResponse::Message(message);
        self.respond(http, response).await
    }

    /// As [`Asking::show`], for a panel that is yet to be built: Discord waits three seconds for an answer, and a picture may take longer on a
    /// busy machine.
    pub async fn show_later(
        &self,
        http: &Http,
        in_place: bool,
        panel: impl Future<Output = Result<Panel, Fault>> + Send,
    ) -> Result<(), Fault> {
        let shown = self.try_show_later(http, in_place, Box::pin(panel));
        shown.await.map(drop)
    }

    /// As [`Asking::show_later`]; whether the panel is there, and not an excuse.
    pub async fn try_show_later(
        &self,
        http: &Http,
        in_place: bool,
        panel: Later<'_>,
    ) -> Result<bool, Fault> {
        let defer = if in_place {
            CreateInteractionResponse::Acknowledge
        } else {
            let message = CreateInteractionResponseMessage::new().ephemeral(true);
            CreateInteractionResponse::Defer(message)
        };
        self.respond(http, defer).await?;
        let panel = match panel.await {
            Ok(panel) => panel,
            Err(error) => {
                tracing::error!("a panel could not be built: {error}");
                let said = super::went_wrong(&error);
                self.edit(http, words_edit(&said)).await?;
                return Ok(false);
            }
        };
        if let Err(error) = self.edit(http, panel_edit(panel)).await {
            // The person has taken the message off the screen before the answer came.
            if refused::code(&error) == codes::UNKNOWN_MESSAGE {
                return Ok(true);
            }
            tracing::warn!(
                "a panel could not be shown: {}",
                super::connection::without_address(&error)
            );
            // Without its picture it may go through; else the person would wait for ever.
            let said = crate::words::unknown_fault();
            self.edit(http, words_edit(&said)).await?;
            return Ok(false);
        }
        Ok(true)
    }

    async fn edit(&self, http: &Http, edit: EditInteractionResponse) -> serenity::Result<()> {
        match self {
            Asking::Component(asking) => asking.edit_response(http, edit).await?,
            Asking::Modal(asking) => asking.edit_response(http, edit).await?,
        };
        Ok(())
    }

    /// Shows words and controls to the one who asked alone: in place of what was pressed, or anew.
    pub async fn show(&self, http: &Http, panel: Panel, in_place: bool) -> serenity::Result<()> {
        let message = panel_message(panel);
        let response = if in_place {
            CreateInteractionResponse::UpdateMessage(message)
        } else {
            CreateInteractionResponse::Message(message.ephemeral(true))
        };
        self.respond(http, response).await
    }

    /// Shows new words and controls in place of those of the panel that was pressed; its picture stays.
    pub async fn turn(&self, http: &Http, panel: Panel) -> serenity::Result<()> {
        let response = CreateInteractionResponse::UpdateMessage(panel_message(panel));
        let mut body = serde_json::to_value(response)?;
        // Serenity always sends a list of files, and an empty one would take away those that are there.
        if let Some(data) = body["data"].as_object_mut() {
            data.remove("attachments");
        }
        let (id, token) = match self {
            Asking::Component(asking) => (asking.id, &asking.token),
            Asking::Modal(asking) => (asking.id, &asking.token),
        };
        http.create_interaction_response(id, token, &body, Vec::new())
            .await
    }

    /// Shows another panel below everything that has been posted meanwhile, to the one who asked alone.
    pub async fn show_below(&self, http: &Http, panel: Panel) -> serenity::Result<()> {
        let mut message = CreateInteractionResponseFollowup::new()
            .content(super::text::cut(&panel.content, 2000))
            .allowed_mentions(CreateAllowedMentions::new())
            .components(panel.rows)
            .ephemeral(true);
        if let Some(picture) = panel.picture {
            message = message.add_file(attachment(picture));
        }
        match self {
            Asking::Component(asking) => asking.create_followup(http, message).await?,
            Asking::Modal(asking) => asking.create_followup(http, message).await?,
        };
        Ok(())
    }

    /// Takes note without a word: what follows is posted for everybody.
    pub async fn nod(&self, http: &Http) -> serenity::Result<()> {
        self.respond(http, CreateInteractionResponse::Acknowledge)
            .await
    }

    /// Whether what was pressed is seen by one person alone: an answer to them, or a direct message.
    pub fn is_private(&self) -> bool {
        let server = match self {
            Asking::Component(asking) => asking.guild_id,
            Asking::Modal(asking) => asking.guild_id,
        };
        server.is_none() || self.is_answer()
    }

    /// Whether what answers an action takes the place of what was pressed: of an answer, or of a control's own message that one person alone sees.
    pub fn is_replaced(&self) -> bool {
        self.is_answer() || self.is_private() && matches!(self, Asking::Component(_))
    }

    /// Whether what was pressed is an answer that one person alone sees, and no post.
    pub fn is_answer(&self) -> bool {
        let flags = match self {
            Asking::Component(asking) => asking.message.flags,
            Asking::Modal(asking) => asking.message.as_ref().and_then(|message| message.flags),
        };
        flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL))
    }
}

/// A panel as an answer's message. What it shows takes the place of everything that was there.
pub fn panel_message(panel: Panel) -> CreateInteractionResponseMessage {
    let mut message = CreateInteractionResponseMessage::new()
        .content(super::text::cut(&panel.content, 2000))
        .allowed_mentions(CreateAllowedMentions::new())
        .components(panel.rows);
    if let Some(picture) = panel.picture {
        message = message.add_file(attachment(picture));
    }
    message
}

/// A panel as the edit of an answer that was put off.
fn panel_edit(panel: Panel) -> EditInteractionResponse {
    let edit = EditInteractionResponse::new()
        .content(super::text::cut(&panel.content, 2000))
        .allowed_mentions(CreateAllowedMentions::new())
        .components(panel.rows);
    match panel.picture {
        Some(picture) => edit.new_attachment(attachment(picture)),
        None => edit.clear_attachments(),
    }
}

/// Words in place of those that are there; what was pressed stays below them, to be pressed again.
fn words_edit(words: &str) -> EditInteractionResponse {
    EditInteractionResponse::new()
        .content(super::text::cut(words, 2000))
        .allowed_mentions(CreateAllowedMentions::new())
}

/// A picture as a file with its description, as much of it as Discord takes (Discord documentation, "Attachment Object").
pub fn attachment(picture: super::panel::Drawn) -> CreateAttachment {
    let description = super::text::described(&picture.description, 1024, picture.rest);
    CreateAttachment::bytes(picture.png, picture.name).description(description)
}

/// No controls: what takes the place of those that are off.
pub fn no_rows() -> Vec<CreateActionRow> {
    Vec::new()
}
