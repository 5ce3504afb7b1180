//! Permissions with all of their bits (Discord documentation, "Permissions"). Serenity drops bits
//! that it does not know: they would be lost when overwrites are restored, and never be found when
//! they are checked.

use games::WallMs;
use serde::Deserialize;
use serde_json::Value;
use serenity::all::{
    self, ChannelType, GuildChannel, PartialChannel, PermissionOverwriteType, Permissions, Route,
    Timestamp, UserId,
};

use crate::discord::rest::{Call, Failure};
use crate::discord::{Data, Result};
use crate::referee::postal::codes;
use crate::store::{AccountId, Bits, ChannelId, RoleId, ServerId};

/// A permission's bit, and Discord's name for it (Discord documentation, "Permissions").
pub type NamedPermission = (u64, &'static str);

pub const VIEW: NamedPermission = (Permissions::VIEW_CHANNEL.bits(), "View Channel");
pub const SEND: NamedPermission = (Permissions::SEND_MESSAGES.bits(), "Send Messages");
pub const ATTACH: NamedPermission = (Permissions::ATTACH_FILES.bits(), "Attach Files");
pub const EMBED: NamedPermission = (Permissions::EMBED_LINKS.bits(), "Embed Links");
pub const IN_THREADS: NamedPermission = (
    Permissions::SEND_MESSAGES_IN_THREADS.bits(),
    "Send Messages in Threads",
);
pub const HISTORY: NamedPermission = (
    Permissions::READ_MESSAGE_HISTORY.bits(),
    "Read Message History",
);
pub const PRIVATE_THREADS: NamedPermission = (
    Permissions::CREATE_PRIVATE_THREADS.bits(),
    "Create Private Threads",
);
/// Serenity does not know it.
pub const PIN: NamedPermission = (1 << 51, "Pin Messages");
/// For a scheduled start's event.
pub const CREATE_EVENTS: NamedPermission = (Permissions::CREATE_EVENTS.bits(), "Create Events");

/// Permissions for everything that Dealer does in a match's channel.
pub const IN_MATCHES: [NamedPermission; 8] = [
    VIEW,
    SEND,
    EMBED,
    ATTACH,
    HISTORY,
    PRIVATE_THREADS,
    IN_THREADS,
    PIN,
];

/// The permissions that Dealer lacks for a match in an interaction's channel, by the interaction's
/// own data (Discord documentation, "Interaction Object", `app_permissions`). Empty if it does not
/// say, and in a direct message, where Discord leaves most permissions out.
pub fn missing_to_play(
    may: Option<Permissions>,
    place: Option<&PartialChannel>,
) -> Vec<&'static str> {
    if place.is_some_and(|place| place.kind == ChannelType::Private) {
        return Vec::new();
    }
    let in_thread = place.is_some_and(|place| is_thread(place.kind));
    let writes = if in_thread { IN_THREADS } else { SEND };
    let needed = [VIEW, writes, EMBED, ATTACH].into_iter();
    let lacks = |bit: u64| may.is_some_and(|may| may.bits() & bit == 0);
    needed
        .filter(|(bit, _)| lacks(*bit))
        .map(|(_, name)| name)
        .collect()
}

/// A channel with its permission overwrites.
pub struct ChannelOverwrites {
    pub channel: GuildChannel,
    pub overwrites: Vec<(PermissionOverwriteType, Bits)>,
}

/// An account's roles in a server: Dealer's, or another's.
pub struct MemberRoles {
    me: UserId,
    owns_server: bool,
    everyone: all::RoleId,
    roles: Vec<RawRole>,
    /// The account's roles, without `@everyone`.
    has: Vec<all::RoleId>,
    timed_out_until: Option<Timestamp>,
}

/// A channel as it is now; None if it is gone, or Dealer cannot see it.
pub async fn read_channel(data: &Data, channel: ChannelId) -> Result<Option<ChannelOverwrites>> {
    match found(data, channel).await? {
        Some(found) => ChannelOverwrites::read(found),
        None => Ok(None),
    }
}

/// As [`read_channel`]; for a thread, its parent channel, whose permissions it has.
pub async fn read_channel_or_parent(
    data: &Data,
    channel: ChannelId,
) -> Result<Option<ChannelOverwrites>> {
    let Some(found) = found(data, channel).await? else {
        return Ok(None);
    };
    let kind = found["type"].as_u64().and_then(|kind| kind.try_into().ok());
    let is_thread = kind.is_some_and(|kind: u8| is_thread(kind.into()));
    let above = found["parent_id"].as_str().and_then(|id| id.parse().ok());
    match above.filter(|_| is_thread) {
        Some(above) => read_channel(data, above).await,
        None => ChannelOverwrites::read(found),
    }
}

/// The permissions of an account in a channel; none for accounts outside the server. None if the
/// channel is gone, or Dealer cannot see it.
pub async fn bits_in_channel(
    data: &Data,
    channel: ChannelId,
    account: AccountId,
) -> Result<Option<u64>> {
    let Some(place) = read_channel_or_parent(data, channel).await? else {
        return Ok(None);
    };
    let guild = place.channel.guild_id;
    match MemberRoles::of_account(data, guild.into(), UserId::from(account)).await {
        Ok(own) => Ok(Some(own.channel_bits(&place))),
        Err(error) if codes::is_absent(error.code()) => Ok(Some(0)),
        Err(error) => Err(error.into()),
    }
}

/// When a member's timeout ends; None if there is none, or if it has ended. `until`: the end as
/// Discord has it (Discord documentation, "Guild Member Object").
pub fn timed_out_until(until: Option<Timestamp>, now: WallMs) -> Option<WallMs> {
    let until_s = u64::try_from(until?.unix_timestamp()).ok()?;
    Some(WallMs(until_s * 1000)).filter(|until_ms| *until_ms > now)
}

/// Whether a channel is a thread that a moderator has locked.
pub async fn is_locked(data: &Data, channel: ChannelId) -> Result<bool> {
    let found = found(data, channel).await?;
    Ok(found.is_some_and(|found| found["thread_metadata"]["locked"] == true))
}

/// Whether this kind of channel is a thread, which has its parent's permissions.
pub fn is_thread(kind: ChannelType) -> bool {
    matches!(
        kind,
        ChannelType::NewsThread | ChannelType::PublicThread | ChannelType::PrivateThread
    )
}

/// Whether a channel is gone. Otherwise Dealer just cannot see it.
pub async fn is_gone(data: &Data, channel: ChannelId) -> Result<bool> {
    match ask(data, channel).await {
        Ok(_) => Ok(false),
        Err(error) if codes::is_unseen(error.code()) => Ok(error.code() == codes::UNKNOWN_CHANNEL),
        Err(error) => Err(error.into()),
    }
}

async fn ask(data: &Data, channel: ChannelId) -> Result<Value, Failure> {
    let route = Route::Channel {
        channel_id: channel.into(),
    };
    data.rest.ask(&Call::get(route)).await
}

async fn found(data: &Data, channel: ChannelId) -> Result<Option<Value>> {
    match ask(data, channel).await {
        Ok(found) => Ok(Some(found)),
        Err(error) if codes::is_unseen(error.code()) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

impl ChannelOverwrites {
    fn read(found: Value) -> Result<Option<ChannelOverwrites>> {
        let overwrites: Vec<RawOverwrite> = match found.get("permission_overwrites") {
            Some(list) => serde_json::from_value(list.clone())?,
            None => return Ok(None),
        };
        Ok(Some(ChannelOverwrites {
            channel: serde_json::from_value(found)?,
            overwrites: overwrites.iter().filter_map(RawOverwrite::read).collect(),
        }))
    }
}

/// A permission overwrite in Discord's JSON (Discord documentation, "Overwrite Object").
#[derive(Deserialize)]
struct RawOverwrite {
    id: String,
    #[serde(rename = "type")]
    kind: u8,
    allow: String,
    deny: String,
}

impl RawOverwrite {
    fn read(&self) -> Option<(PermissionOverwriteType, Bits)> {
        let id: u64 = self.id.parse().ok()?;
        let kind = match self.kind {
            0 => PermissionOverwriteType::Role(id.into()),
            1 => PermissionOverwriteType::Member(UserId::new(id)),
            _ => return None,
        };
        let bits = Bits {
            allow: self.allow.parse().ok()?,
            deny: self.deny.parse().ok()?,
        };
        Some((kind, bits))
    }
}

#[derive(Deserialize)]
struct RawServer {
    owner_id: UserId,
    roles: Vec<RawRole>,
}

/// A role in Discord's JSON (Discord documentation, "Role Object").
#[derive(Deserialize)]
struct RawRole {
    id: all::RoleId,
    permissions: String,
    position: i64,
    #[serde(default)]
    managed: bool,
}

impl RawRole {
    fn bits(&self) -> u64 {
        self.permissions.parse().unwrap_or_default()
    }
}

impl MemberRoles {
    /// Dealer's own roles in a server, as they are now.
    pub async fn of(data: &Data, guild: ServerId) -> Result<MemberRoles> {
        Ok(MemberRoles::of_account(data, guild, data.me).await?)
    }

    pub async fn of_account(
        data: &Data,
        guild: ServerId,
        me: UserId,
    ) -> Result<MemberRoles, Failure> {
        let member = data.rest.member(guild, me).await?;
        let guild_id = guild.into();
        let route = Route::Guild { guild_id };
        let server: RawServer = data.rest.ask(&Call::get(route)).await?;
        Ok(MemberRoles {
            me,
            owns_server: server.owner_id == me,
            everyone: guild.0.into(),
            roles: server.roles,
            has: member.roles,
            timed_out_until: member.communication_disabled_until,
        })
    }

    /// Until when the account has a timeout; None without one.
    pub fn timed_out_until(&self, now: WallMs) -> Option<WallMs> {
        timed_out_until(self.timed_out_until, now)
    }

    /// The permissions in the whole server.
    pub fn server_bits(&self) -> u64 {
        if self.owns_server {
            return u64::MAX;
        }
        let own = self.roles.iter().filter(|role| self.is_own(role.id));
        let bits = own.fold(0, |bits, role| bits | role.bits());
        match bits & Permissions::ADMINISTRATOR.bits() {
            0 => bits,
            _ => u64::MAX,
        }
    }

    /// The permissions in a channel: the overwrites for `@everyone`, for the account's roles
    /// together, and for the account itself change the server's permissions, in this order.
    pub fn channel_bits(&self, place: &ChannelOverwrites) -> u64 {
        let bits = self.server_bits();
        match bits & Permissions::ADMINISTRATOR.bits() {
            0 => self.with_overwrites(place, bits),
            _ => bits,
        }
    }

    /// The permissions that Dealer may set in a channel's overwrites: those that it has in the
    /// category above (`above`), or else in the server, except Manage Permissions. All of them, if
    /// an overwrite of the channel itself gives it Manage Permissions (Discord documentation, "Edit
    /// Channel Permissions"; discord-api-docs, issues 2522 and 3450).
    pub fn settable_bits(&self, place: &ChannelOverwrites, above: u64) -> u64 {
        let manage = Permissions::MANAGE_ROLES.bits();
        let manages = self.with_overwrites(place, 0) & manage != 0;
        if manages || self.server_bits() & Permissions::ADMINISTRATOR.bits() != 0 {
            u64::MAX
        } else {
            above & !manage
        }
    }

    fn with_overwrites(&self, place: &ChannelOverwrites, bits: u64) -> u64 {
        let steps: [&dyn Fn(PermissionOverwriteType) -> bool; 3] = [
            &|kind| kind == PermissionOverwriteType::Role(self.everyone),
            &|kind| matches!(kind, PermissionOverwriteType::Role(role) if role != self.everyone && self.is_own(role)),
            &|kind| kind == PermissionOverwriteType::Member(self.me),
        ];
        steps.into_iter().fold(bits, |bits, concerns| {
            let those = place.overwrites.iter().filter(|(kind, _)| concerns(*kind));
            let (allow, deny) = those.fold((0, 0), |(allow, deny), (_, one)| {
                (allow | one.allow, deny | one.deny)
            });
            bits & !deny | allow
        })
    }

    /// Whether Dealer's highest role is above another role, so that Dealer can give and take it.
    /// None if there is no such role.
    pub fn is_above(&self, role: RoleId) -> Option<bool> {
        // Of two roles at the same position, the older one is higher (Discord documentation,
        // "Permission Hierarchy").
        let height = |role: &RawRole| (role.position, std::cmp::Reverse(role.id));
        let other = self.roles.iter().find(|one| RoleId::from(one.id) == role)?;
        let own = self.roles.iter().filter(|role| self.is_own(role.id));
        Some(own.map(height).max() > Some(height(other)))
    }

    /// Whether a role belongs to a bot or an integration, so that nobody else can give it.
    pub fn is_managed(&self, role: RoleId) -> bool {
        let mut managed = self.roles.iter().filter(|one| one.managed);
        managed.any(|one| RoleId::from(one.id) == role)
    }

    fn is_own(&self, role: all::RoleId) -> bool {
        role == self.everyone || self.has.contains(&role)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn role(id: u64, permissions: u64, position: i64) -> RawRole {
        RawRole {
            id: id.into(),
            permissions: permissions.to_string(),
            position,
            managed: false,
        }
    }

    fn own() -> MemberRoles {
        MemberRoles {
            me: UserId::new(9),
            owns_server: false,
            everyone: 1.into(),
            roles: vec![role(1, 1, 0), role(2, 2, 3), role(3, 4, 3), role(4, 64, 2)],
            has: vec![2.into(), 4.into()],
            timed_out_until: None,
        }
    }

    fn place(overwrites: Vec<(PermissionOverwriteType, Bits)>) -> ChannelOverwrites {
        let channel = serde_json::json!({
            "id": "5", "type": 0, "guild_id": "1", "name": "hall", "position": 0, "permission_overwrites": [],
        });
        ChannelOverwrites {
            channel: serde_json::from_value(channel).unwrap(),
            overwrites,
        }
    }

    #[test]
    fn exceptions_apply_in_discords_order() {
        let (role, me) = (
            |id| PermissionOverwriteType::Role(all::RoleId::new(id)),
            |id| PermissionOverwriteType::Member(UserId::new(id)),
        );
        // A bit that serenity doesn't know works like any other.
        const NEW: u64 = 1 << 51;
        for (overwrites, may) in [
            (vec![], 1 | 2 | 64),
            (vec![(role(1), 0, 1 | 2)], 64),
            (vec![(role(2), 1, 0), (role(1), 0, 1)], 1 | 2 | 64),
            (vec![(role(2), 0, 1), (role(4), 1, 0)], 1 | 2 | 64),
            (vec![(role(3), 0, 1), (me(8), 0, 2)], 1 | 2 | 64),
            (vec![(me(9), NEW, 2), (role(4), 2, 64)], 1 | NEW),
        ] {
            let overwrites = overwrites
                .into_iter()
                .map(|(kind, allow, deny)| (kind, Bits { allow, deny }));
            let place = place(overwrites.collect());
            assert_eq!(own().channel_bits(&place), may, "{:?}", place.overwrites);
        }
    }

    #[test]
    fn possible_exceptions_depend_on_permissions_above_the_channel() {
        const MANAGE: u64 = Permissions::MANAGE_ROLES.bits();
        let me = PermissionOverwriteType::Member(UserId::new(9));
        for (allow, above, may) in [(0, 7, 7), (8 | 16, 7 | MANAGE, 7), (MANAGE, 7, u64::MAX)] {
            let place = place(vec![(me, Bits { allow, deny: 0 })]);
            assert_eq!(own().settable_bits(&place, above), may, "{allow}");
        }
    }

    #[test]
    fn only_roles_below_the_bots_own_can_be_given() {
        let above = [1, 2, 3, 4, 5].map(|role| own().is_above(RoleId(role)));
        // Two roles have the same position: the one with the lower id is higher.
        let expected = [Some(true), Some(false), Some(true), Some(true), None];
        assert_eq!(above, expected);
    }
}
