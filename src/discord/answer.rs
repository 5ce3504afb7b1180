//! Answers to interactions: brief, and unseen by others.

use serenity::all::{
    ComponentInteraction, CreateActionRow, CreateAllowedMentions, CreateAttachment,
    CreateInteractionResponse, CreateInteractionResponseFollowup, CreateInteractionResponseMessage,
    EditInteractionResponse, Http, HttpError, MessageFlags, MessageId, ModalInteraction,
};

use super::Fault;
use super::panel::Panel;

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
        panel: impl Future<Output = Result<Panel, Fault>>,
    ) -> Result<(), Fault> {
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
                super::panel::note(super::went_wrong(&error))
            }
        };
        if let Err(error) = self.edit(http, panel_edit(panel)).await {
            if is_gone(&error) {
                return Ok(());
            }
            tracing::warn!(
                "a panel could not be shown: {}",
                super::connection::without_address(&error)
            );
            // Without its picture it may go through; else the person would wait for ever.
            let note = super::panel::note(crate::words::unknown_fault());
            self.edit(http, panel_edit(note)).await?;
        }
        Ok(())
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

    /// Whether an answer can take the place of what was pressed: a form that a command opened has no message.
    pub fn has_place(&self) -> bool {
        match self {
            Asking::Component(_) => true,
            Asking::Modal(asking) => asking.message.is_some(),
        }
    }

    /// Whether what was pressed is seen by one person alone: an answer to them, or a direct message.
    pub fn is_private(&self) -> bool {
        match self {
            Asking::Component(asking) => {
                asking.guild_id.is_none() || is_ephemeral(asking.message.flags)
            }
            Asking::Modal(asking) => {
                let flags = asking.message.as_ref().and_then(|message| message.flags);
                asking.guild_id.is_none() || is_ephemeral(flags)
            }
        }
    }
}

/// Whether the message is not there any more (Discord documentation, "JSON Error Codes": unknown message): the person has taken it off the
/// screen before the answer came.
fn is_gone(error: &serenity::Error) -> bool {
    const UNKNOWN_MESSAGE: isize = 10008;
    matches!(error, serenity::Error::Http(HttpError::UnsuccessfulRequest(response))
        if response.error.code == UNKNOWN_MESSAGE)
}

fn is_ephemeral(flags: Option<MessageFlags>) -> bool {
    flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL))
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

/// A picture as a file with its description.
pub fn attachment(picture: super::panel::Drawn) -> CreateAttachment {
    let file = CreateAttachment::bytes(picture.png, picture.name);
    file.description(super::text::described(&picture.description))
}

/// No controls: what takes the place of those that are off.
pub fn no_rows() -> Vec<CreateActionRow> {
    Vec::new()
}
