//! What people need before the bot runs: whether the token is good and whose it is, how a server
//! invites Dealer, and which servers have.

use serde::Deserialize;
use serde::de::IgnoredAny;
use serenity::all::{ApplicationId, Route};

use super::connection::{Connection, DiscordError, refused, requests};
use crate::discord::rest::{Call, Rest};
use crate::discord::server::permissions::{
    ATTACH, CREATE_EVENTS, EMBED, HISTORY, IN_THREADS, NamedPermission, PIN, PRIVATE_THREADS, SEND,
    VIEW,
};
use crate::referee::Referee;

/// The permissions that an invitation asks for, and what Dealer does with each.
pub const INVITED: [(NamedPermission, &str); 9] = [
    (VIEW, "to see the channels in which it posts"),
    (SEND, "to post"),
    (EMBED, "for pictures in the middle of a post"),
    (ATTACH, "for boards, records and GIFs"),
    (HISTORY, "to find its own posts again after an outage"),
    (
        PRIVATE_THREADS,
        "for secret choices of people who take no direct messages",
    ),
    (IN_THREADS, "to post there, and in matches in a thread"),
    (PIN, "to pin the board of a match"),
    (CREATE_EVENTS, "for an event at a match's start"),
];

/// What hosts give Dealer's role themselves, if they use what needs it.
pub const FOR_MORE: [(&str, &str); 2] = [
    (
        "Manage Roles",
        "to give players the season's roles, and to close channels during a match",
    ),
    ("Manage Channels", "to create channels in /setup"),
];

/// The link with which people invite Dealer's application. It asks for [`INVITED`].
pub fn link(application: ApplicationId) -> String {
    let bits = permissions();
    format!(
        "https://discord.com/oauth2/authorize?client_id={application}\
         &scope=bot+applications.commands&permissions={bits}"
    )
}

/// The bits of [`INVITED`].
pub fn permissions() -> u64 {
    INVITED.iter().fold(0, |all, ((bit, _), _)| all | bit)
}

/// Dealer's application (Discord documentation, "Application Object").
#[derive(Deserialize)]
pub struct Application {
    id: ApplicationId,
    pub name: String,
    /// None: it has no bot, as some old applications don't.
    pub bot: Option<IgnoredAny>,
    /// Whether people who don't own it can invite it.
    pub bot_public: bool,
    /// Whether an invitation needs a code that nobody gives, so that it fails.
    pub bot_require_code_grant: bool,
    /// Where Discord sends interactions in place of the gateway, where Dealer listens.
    pub interactions_endpoint_url: Option<String>,
    #[serde(default)]
    flags: u64,
}

/// The flags of the privileged intent for members: of a verified application, and of any other
/// (Discord documentation, "Application Flags").
const READS_MEMBERS: u64 = 1 << 14 | 1 << 15;

impl Application {
    /// See [`link`].
    pub fn invitation(&self) -> String {
        link(self.id)
    }

    /// Whether *Server Members Intent* is switched on.
    pub fn reads_members(&self) -> bool {
        self.flags & READS_MEMBERS != 0
    }
}

/// Discord before the bot runs. Nothing is stored.
pub struct Introduction {
    rest: Rest,
    pub application: Application,
}

impl Introduction {
    /// Asks Discord whose token it is. `referee`: one whose store is in memory; its clock is
    /// corrected by Discord's.
    ///
    /// # Errors
    /// What is wrong with the token, or that Discord can't be reached.
    pub async fn ask(
        connection: Connection,
        referee: Referee,
    ) -> Result<Introduction, DiscordError> {
        let client = requests(&connection)?;
        let token = format!("Bot {}", connection.token);
        let rest = Rest::new(client, &token, connection.local, referee);
        let asked = rest.once(&Call::get(Route::Oauth2ApplicationCurrent)).await;
        Ok(Introduction {
            application: asked.map_err(refused)?.value,
            rest,
        })
    }

    /// The names of the servers that the bot is in; the first 200.
    ///
    /// # Errors
    /// What Discord says.
    pub async fn servers(&self) -> Result<Vec<String>, DiscordError> {
        #[derive(Deserialize)]
        struct Server {
            name: String,
        }
        let asked = self.rest.once(&Call::get(Route::UserMeGuilds)).await;
        let servers: Vec<Server> = asked.map_err(refused)?.value;
        Ok(servers.into_iter().map(|server| server.name).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::server::permissions::IN_MATCHES;

    #[test]
    fn an_invitation_asks_for_what_matches_need() {
        for needed in IN_MATCHES {
            assert!(
                INVITED.iter().any(|(invited, _)| *invited == needed),
                "{}",
                needed.1
            );
        }
    }
}
