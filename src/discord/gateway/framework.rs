//! The command framework, protected from events that would make it panic.

use serenity::all::{
    Client, CommandType, Context, CreateInteractionResponse, Framework, FullEvent, Interaction,
};
use serenity::async_trait;

use crate::discord::interaction::{InteractionToken, whispered};
use crate::discord::{Data, Fault};
use crate::words;

/// Poise, without commands of kinds that it does not know: it would panic.
pub struct Commands(pub poise::Framework<Data, Fault>, pub Data);

#[async_trait]
impl Framework for Commands {
    async fn init(&mut self, client: &Client) {
        self.0.init(client).await;
    }

    async fn dispatch(&self, ctx: Context, event: FullEvent) {
        if let FullEvent::InteractionCreate { interaction } = &event
            && let Interaction::Command(typed) | Interaction::Autocomplete(typed) = interaction
            && !matches!(
                typed.data.kind,
                CommandType::ChatInput | CommandType::Message
            )
        {
            tracing::warn!("a command is of a kind that Dealer doesn't have");
            let token = InteractionToken {
                id: typed.id,
                application: typed.application_id,
                token: &typed.token,
            };
            let said = CreateInteractionResponse::Message(whispered(words::answers::OLD_COMMAND));
            // Nothing can be done if this answer fails.
            let _ = token.respond(&self.1.rest, &said, Vec::new()).await;
            return;
        }
        self.0.dispatch(ctx, event).await;
    }
}
