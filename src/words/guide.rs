//! The panel in which a server is set up for Dealer, step by step.

use super::preflight::Finding;
use super::season::panel::choose;
use crate::settings::Setting;
use crate::store::{AccountId, CastMember, ChannelId, Season};
use games::Role;
use games::english::{count_of, escape_markdown};
use std::collections::BTreeSet;

/// A step: whether it is done, its name, and its state.
fn step(done: bool, what: &str, how: &str) -> String {
    let sign = if done { "✅" } else { "⬜" };
    format!("\n{sign} **{what}**: {how}")
}

/// To the owner of a server that Dealer has just joined.
pub fn hello_to_server(server: &str) -> String {
    format!(
        "Hi! I'm in **{server}** now. To set me up, type `/setup` there: it takes about two \
         minutes. Everyone who can manage the server can do it. To try a game right here, type \
         `/practice`."
    )
}

/// The panel if the server has no current season.
pub const GUIDE_WITHOUT_SEASON: &str = "**Set up Dealer for this server**\nMatches belong to a \
     season, which has people, channels and settings. Name your first season to start. You can \
     rename it later.";

/// The panel; `steps`: the settings that are steps of it; `roles`: whether Dealer can give the
/// season's roles; None if it has none.
pub fn guide<'a>(
    season: &Season,
    steps: impl Iterator<Item = &'a Setting>,
    cast: &[CastMember],
    roles: Option<&Finding>,
) -> String {
    let mut said = "**Set up Dealer for this server**".to_owned();
    said.push_str(&step(true, "Season", &escape_markdown(&season.name)));
    for setting in steps {
        let done = setting.has_chosen(season);
        let how = if done {
            setting.said(season)
        } else {
            format!("none – {}", without(setting.word))
        };
        said.push_str(&step(done, setting.label, &how));
    }
    let people = match cast.len() {
        0 => "nobody yet. Add people with `/season cast many`".to_owned(),
        count => count_of(count, "person", "people"),
    };
    said.push_str(&step(!cast.is_empty(), "Cast", &people));
    let is_asked = |member: &&CastMember| member.role == Role::Player && member.account.is_some();
    let asked = cast.iter().filter(is_asked);
    let (bound, direct): (Vec<_>, Vec<_>) = asked.partition(|one| one.channel.is_some());
    if !bound.is_empty() || !direct.is_empty() {
        let how = match (bound.len(), direct.len()) {
            (0, _) => "none – players get direct messages".to_owned(),
            (bound, 0) => format!("all {bound}"),
            (bound, direct) => format!("{bound} – {direct} players get direct messages"),
        };
        let what = "Private channels (optional)";
        said.push_str(&step(direct.is_empty(), what, &how));
    }
    said.push_str(&match roles {
        Some(roles) => step(roles.is_well, "Roles", &roles.said),
        None => step(
            false,
            "Roles (optional)",
            "none – set them in `/season settings`",
        ),
    });
    if season.host_role.is_some() {
        said.push_str(
            "\nTo let the host role see `/match`, allow it under *Server Settings → Integrations → \
             Dealer*.",
        );
    }
    said.push_str(
        "\nWhen you're done, type `/preflight` in the match channel to check everything.",
    );
    said
}

/// What happens without a step.
fn without(word: &str) -> &'static str {
    match word {
        "host-role" => "only people who can manage the server can host",
        "matches" => "matches are played where they are opened",
        "announcements" => "matches aren't announced elsewhere",
        _ => "hosts can still use `/ruling log`",
    }
}

/// In a step's menu.
pub fn guide_menu(setting: &Setting, season: &Season) -> String {
    choose(setting.label, setting.has_chosen(season))
}

pub const NAME_SEASON_BUTTON: &str = "Name the season";

pub const NAME_SEASON_TITLE: &str = "A new season";

pub const NAME_SEASON_LABEL: &str = "The season's name";

/// `count`: how many of the channels are missing.
pub fn make_channels_button(count: usize) -> String {
    match count {
        0 => "No channel is missing".to_owned(),
        1 => "Create missing channel".to_owned(),
        count => format!("Create {count} missing channels"),
    }
}

/// `count`: how many players have none.
pub fn make_private_button(count: usize) -> String {
    if count == 0 {
        return "Nobody needs a private channel".to_owned();
    }
    format!(
        "Create {}",
        count_of(count, "private channel", "private channels")
    )
}

/// The category of the private channels.
pub const SUBMISSIONS: &str = "Submissions";

/// The name of a channel that Dealer makes for a setting.
pub fn made_channel(word: &str) -> &'static str {
    match word {
        "matches" => "death-match",
        "announcements" => "announcements",
        _ => "dealer-log",
    }
}

/// What a channel that Dealer makes for a setting is for. Dealer knows its own channels by it.
pub fn topic_of_made(word: &str, season: &str) -> String {
    match word {
        "matches" => format!("The matches of {season}, run by Dealer."),
        "announcements" => format!("Who plays whom in {season}, and who wins: posted by Dealer."),
        _ => format!("What hosts do in {season}: Dealer's audit log, only for hosts."),
    }
}

/// What somebody's private channel is for. Dealer knows its own channels by it.
pub fn topic_of_private(account: AccountId, season: &str) -> String {
    format!("Where Dealer asks <@{account}> in {season}. Only they and the hosts can read it.")
}

/// `channels`: those that were made; `refused`: those that were not, by name, each with the reason.
pub fn channels_made(channels: &[ChannelId], refused: &[(String, String)]) -> String {
    if channels.is_empty() && refused.is_empty() {
        return "✅ Nothing was missing.".to_owned();
    }
    let mut lines = Vec::new();
    if !channels.is_empty() {
        let shown: Vec<String> = channels.iter().map(|one| format!("<#{one}>")).collect();
        lines.push(format!("✅ Created {}.", shown.join(" ")));
    }
    let reasons: BTreeSet<&str> = refused.iter().map(|(_, why)| why.as_str()).collect();
    for reason in reasons {
        let names = refused.iter().filter(|(_, why)| why == reason);
        let names: Vec<&str> = names.map(|(name, _)| name.as_str()).collect();
        lines.push(format!("Not created: {} – {reason}", names.join(", ")));
    }
    lines.join("\n")
}

/// Why a channel may or may not have been made.
pub const CHANNEL_UNSURE: &str =
    "Discord isn't answering. Press the button again in a minute; nothing is created twice.";

/// Dealer lacks this permission to make a channel.
pub fn cannot_make(permission: &str) -> String {
    format!(
        "Dealer needs *{permission}* to create channels. Give it to Dealer's role in Server \
         Settings → Roles and press again, or choose channels in the menus."
    )
}

pub const ONLY_MANAGERS_MAKE: &str =
    "Only people who can manage the server can create channels with this button.";

/// Another season has become the current one in the meantime.
pub const GUIDE_OF_ANOTHER: &str =
    "The current season has changed, so nothing was set. Check again.";
