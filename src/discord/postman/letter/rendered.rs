//! A letter as a message: words, picture, controls, and whom it pings.

use serenity::all::{CreateAllowedMentions, CreateAttachment, CreateMessage, EditMessage, Nonce};

use crate::discord::message::Drawn;
use crate::discord::postman::nonce;
use crate::discord::press::Press;
use crate::discord::{components, interaction, text};
use crate::referee::Recipient;
use crate::store::{AccountId, OutboxRow};
use games::screen::Row;

/// A message that is ready to be sent.
pub struct RenderedPost {
    pub content: String,
    pub picture: Option<Drawn>,
    pub(super) files: Vec<CreateAttachment>,
    pub rows: Vec<Row<Press>>,
    /// Whom the words may ping; set together with them.
    called: CreateAllowedMentions,
    nonce: String,
}

impl RenderedPost {
    /// The message without its files. Its nonce keeps it unique for some minutes (Discord
    /// documentation, "Create Message").
    pub fn message(&self) -> CreateMessage {
        let content = text::cut(&self.content, text::MAX_POSTED);
        CreateMessage::new()
            .content(content)
            .allowed_mentions(self.called.clone())
            .nonce(Nonce::String(self.nonce.clone()))
            .enforce_nonce(true)
            .components(components::rows(self.rows.clone()))
    }

    /// The message as an edit. An edit pings nobody, but it decides for whom the message stays
    /// highlighted (Discord documentation, "Edit Message").
    pub fn change(&self) -> EditMessage {
        EditMessage::new()
            .content(text::cut(&self.content, text::MAX_POSTED))
            .allowed_mentions(self.called.clone())
            .components(components::rows(self.rows.clone()))
    }

    /// The message's files.
    pub fn into_files(self) -> Vec<CreateAttachment> {
        let picture = self.picture.map(interaction::attachment);
        self.files.into_iter().chain(picture).collect()
    }

    pub(super) fn new(row: &OutboxRow, content: String) -> RenderedPost {
        RenderedPost {
            content,
            picture: None,
            files: Vec::new(),
            rows: Vec::new(),
            called: CreateAllowedMentions::new(),
            nonce: nonce::nonce(row),
        }
    }

    /// Pings these accounts and nobody else.
    pub(super) fn call(&mut self, accounts: &[AccountId]) {
        (self.content, self.called) = text::calling(&self.content, accounts);
    }

    /// Pings a letter's reader: otherwise they would not notice it in their channel or thread.
    pub(super) fn call_reader(mut self, to: Recipient) -> RenderedPost {
        if let Recipient::Host(account)
        | Recipient::Account(account)
        | Recipient::Person { account, .. }
        | Recipient::Member { account, .. } = to
        {
            self.call(&[account]);
        }
        self
    }
}
