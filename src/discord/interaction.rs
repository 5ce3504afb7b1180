//! The answers to an interaction, as requests.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serenity::all::{
    ApplicationId, CreateAllowedMentions, CreateAttachment, CreateInteractionResponse,
    CreateInteractionResponseMessage, EditInteractionResponse, InteractionId, LightMethod,
    MessageId, Route,
};

use super::message::{Drawn, Panel};
use super::rest::{Call, Failure, Rest, list_files};
use super::{components, text};
use crate::words;

/// What is needed to answer an interaction.
#[derive(Clone, Copy)]
pub struct InteractionToken<'a> {
    pub id: InteractionId,
    pub application: ApplicationId,
    pub token: &'a str,
}

/// The message of an answer.
#[derive(Deserialize)]
struct AnswerMessage {
    id: MessageId,
}

impl InteractionToken<'_> {
    /// Sends the first answer.
    ///
    /// # Errors
    /// Why Discord did not take it within its three seconds.
    pub async fn respond(
        self,
        rest: &Rest,
        response: &CreateInteractionResponse,
        files: Vec<CreateAttachment>,
    ) -> Result<(), Failure> {
        let mut body = json(response)?;
        if let Some(message) = body.get_mut("data") {
            list_files(message, &files);
        }
        self.respond_json(rest, body, files).await
    }

    pub async fn respond_json(
        self,
        rest: &Rest,
        body: Value,
        files: Vec<CreateAttachment>,
    ) -> Result<(), Failure> {
        let route = Route::InteractionResponse {
            interaction_id: self.id,
            token: self.token,
        };
        let call = Call::of(LightMethod::Post, route).json(body).files(files);
        rest.answer(self.id.get(), &call).await
    }

    /// Sends a further message. Returns its id.
    ///
    /// # Errors
    /// Why Discord did not take it.
    pub async fn follow_up(
        self,
        rest: &Rest,
        message: &CreateInteractionResponseMessage,
        files: Vec<CreateAttachment>,
    ) -> Result<MessageId, Failure> {
        let route = Route::WebhookFollowupMessages {
            application_id: self.application,
            token: self.token,
        };
        let call = Call::of(LightMethod::Post, route).sending(json(message)?, files);
        let sent: AnswerMessage = rest.ask(&call).await?;
        Ok(sent.id)
    }

    /// The message of the first answer; or the pressed one, if there is no other.
    pub fn original(&self) -> Route<'_> {
        Route::WebhookOriginalInteractionResponse {
            application_id: self.application,
            token: self.token,
        }
    }

    /// The id of that message.
    ///
    /// # Errors
    /// What Discord says.
    pub async fn message(self, rest: &Rest) -> Result<MessageId, Failure> {
        let found: AnswerMessage = rest.ask(&Call::get(self.original())).await?;
        Ok(found.id)
    }

    /// Replaces the answer, or the pressed message, by a panel.
    ///
    /// # Errors
    /// Why Discord did not take it.
    pub async fn edit(self, rest: &Rest, panel: Panel) -> Result<(), Failure> {
        let (edit, files) = panel_edit(panel);
        self.edit_json(rest, json(&edit)?, files).await
    }

    /// As [`InteractionToken::edit`], for a further message.
    ///
    /// # Errors
    /// Why Discord did not take it.
    pub async fn edit_further(
        self,
        rest: &Rest,
        message_id: MessageId,
        panel: Panel,
    ) -> Result<(), Failure> {
        let (edit, files) = panel_edit(panel);
        let route = Route::WebhookFollowupMessage {
            application_id: self.application,
            token: self.token,
            message_id,
        };
        let call = Call::of(LightMethod::Patch, route);
        rest.tell(&call.sending(json(&edit)?, files)).await
    }

    pub async fn edit_json(
        self,
        rest: &Rest,
        message: Value,
        files: Vec<CreateAttachment>,
    ) -> Result<(), Failure> {
        let call = Call::of(LightMethod::Patch, self.original());
        rest.tell(&call.sending(message, files)).await
    }
}

pub fn json(message: &impl Serialize) -> Result<Value, Failure> {
    serde_json::to_value(message).map_err(|error| Failure::NoAnswer(error.to_string()))
}

/// A refusal together with the refused text, for copying: below the words, or as a file if there is
/// no room.
pub fn given_back(said: &str, typed: &str) -> (String, Vec<CreateAttachment>) {
    const MAX: usize = 1_400;
    if typed.trim().is_empty() {
        return (said.to_owned(), Vec::new());
    }
    if typed.chars().count() <= MAX {
        return (
            said.to_owned() + &words::answers::typed_back(typed),
            Vec::new(),
        );
    }
    let file = CreateAttachment::bytes(typed, "what-you-typed.txt");
    (said.to_owned() + words::answers::TYPED_IN_FILE, vec![file])
}

/// A message that only the asker sees.
pub fn whispered(text: &str) -> CreateInteractionResponseMessage {
    CreateInteractionResponseMessage::new()
        .content(text::cut(text, 2000))
        .allowed_mentions(CreateAllowedMentions::new())
        .ephemeral(true)
}

/// A panel as an answer's message, and its picture as a file. It replaces everything that was
/// there.
pub fn panel_message(panel: Panel) -> (CreateInteractionResponseMessage, Vec<CreateAttachment>) {
    let message = CreateInteractionResponseMessage::new()
        .content(text::cut(&panel.content, 2000))
        .allowed_mentions(CreateAllowedMentions::new())
        .components(components::rows(panel.rows));
    (message, panel.picture.into_iter().map(attachment).collect())
}

/// A panel as the edit of an answer that was put off, and its picture as a file.
fn panel_edit(panel: Panel) -> (EditInteractionResponse, Vec<CreateAttachment>) {
    let edit = EditInteractionResponse::new()
        .content(text::cut(&panel.content, 2000))
        .allowed_mentions(CreateAllowedMentions::new())
        .components(components::rows(panel.rows))
        .clear_attachments();
    (edit, panel.picture.into_iter().map(attachment).collect())
}

/// An edit that replaces the words and keeps the controls, so that they can be pressed again.
pub fn words_edit(words: &str) -> EditInteractionResponse {
    EditInteractionResponse::new()
        .content(text::cut(words, 2000))
        .allowed_mentions(CreateAllowedMentions::new())
}

/// A picture as a file with its description, cut to Discord's limit (Discord documentation,
/// "Attachment Object").
pub fn attachment(picture: Drawn) -> CreateAttachment {
    let description = text::described(&picture.description, 1024, picture.rest);
    CreateAttachment::bytes(picture.file, picture.name).description(description)
}
