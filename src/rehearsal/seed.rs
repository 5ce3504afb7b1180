//! The world of a first run: a server with its channels, roles and people, a season of 19, and a
//! match that is ready to begin. Each part is only made if it is missing, so that the next run
//! completes an interrupted one.

use super::RehearsalError;
use super::figures::{FIGURES, Figure, HOST, OWNER};
use crate::referee::{Core, NewMatch, NewPerson, Referee, RefereeError};
use crate::store::{
    AccountId, CastMember, ChannelId, MatchId, RoleId, Season, SeasonId, SeasonSettings, ServerId,
    Stakes, StoreError,
};
use games::{BySeat, GameId, Role, Seat, WallMs};
use local_discord::world::permissions::{
    ATTACH_FILES, EMBED_LINKS, MANAGE_CHANNELS, MANAGE_GUILD, MANAGE_MESSAGES, MANAGE_ROLES,
    MANAGE_THREADS, OF_BOTS, READ_MESSAGE_HISTORY, SEND_MESSAGES, VIEW_CHANNEL,
};
use local_discord::world::{Overwrite, Refusal};
use local_discord::{Id, World};

const GUILD: &str = "The Lantern House";
const SEASON: &str = "Lantern House 1";
const BOT: &str = "Dealer";
const HOST_ROLE: &str = "Host";
const DEATH_MATCH: &str = "death-match";
const LOBBY: &str = "lobby";
const ANNOUNCEMENTS: &str = "announcements";
const AUDIT: &str = "audit";
const PLAYER_ROLE: &str = "Player";
const ELIMINATED_ROLE: &str = "Eliminated";

/// The ids of the things in a seeded world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    pub guild: Id,
    /// The channel of the matches.
    pub death_match: Id,
    /// Where people talk, and practise.
    pub lobby: Id,
    pub host: Id,
    pub host_role: Id,
    pub bot_token: String,
    /// The settings of the new season.
    settings: SeasonSettings,
    /// The accounts of [`FIGURES`], in that order.
    accounts: Vec<Id>,
}

/// The result of opening a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    Opened(MatchId),
    /// Another one is open in #death-match.
    AlreadyOpen,
    /// The season has only one player left.
    TooFewPlayers,
}

/// Makes a new world with everybody in it, at `now_ms`.
///
/// # Errors
/// None that this seed can cause; the type is the world's.
pub fn world(now_ms: WallMs) -> Result<World, Refusal> {
    let mut world = World::new(now_ms.0);
    let mut accounts = Vec::new();
    for figure in &FIGURES {
        accounts.push(world.add_person(figure.username, figure.name));
    }
    let account = |username| {
        FIGURES
            .iter()
            .position(|figure| figure.username == username)
    };
    let owner = account(OWNER).map_or(accounts[0], |index| accounts[index]);
    let guild = world.add_guild(GUILD, owner);
    // The last role becomes the highest.
    let spectator = world.add_role(guild, "Spectator", 0x80_84_8E, 0)?;
    let eliminated = world.add_role(guild, ELIMINATED_ROLE, 0x8C_5A_5A, 0)?;
    let player = world.add_role(guild, PLAYER_ROLE, 0x3B_A5_5D, 0)?;
    let hosting = MANAGE_GUILD | MANAGE_CHANNELS | MANAGE_MESSAGES | MANAGE_THREADS;
    let host = world.add_role(guild, HOST_ROLE, 0xE0_A0_30, hosting)?;
    for (figure, account) in FIGURES.iter().zip(&accounts) {
        let role = match figure.role {
            Some(Role::Player) => player,
            Some(Role::Eliminated) => eliminated,
            Some(Role::Dealer) => host,
            None => spectator,
        };
        world.add_member(guild, *account, &[role])?;
    }
    let (bot, _) = world.add_bot(BOT);
    world.add_member(guild, bot, &[])?;
    // Besides what every bot has: Dealer changes roles when somebody is eliminated.
    world.set_bot_permissions(guild, bot, OF_BOTS | MANAGE_ROLES)?;
    let bot_role = world.guilds[&guild]
        .roles
        .values()
        .find(|role| role.of_bot == Some(bot))
        .map_or(guild, |role| role.id);
    let speaking = VIEW_CHANNEL | SEND_MESSAGES | READ_MESSAGE_HISTORY | EMBED_LINKS | ATTACH_FILES;
    let told = vec![
        Overwrite::role(guild, 0, SEND_MESSAGES),
        Overwrite::role(host, SEND_MESSAGES, 0),
        Overwrite::role(bot_role, speaking, 0),
    ];
    let hidden = vec![
        Overwrite::role(guild, 0, VIEW_CHANNEL),
        Overwrite::role(host, VIEW_CHANNEL, 0),
        Overwrite::role(bot_role, speaking, 0),
    ];
    let topic = "News from the hosts";
    world.add_text_channel(guild, ANNOUNCEMENTS, Some(topic), told)?;
    add_death_match(&mut world, guild)?;
    world.add_text_channel(guild, LOBBY, Some("Talk"), Vec::new())?;
    let topic = "All rulings, for hosts only";
    world.add_text_channel(guild, AUDIT, Some(topic), hidden)?;
    Ok(world)
}

/// Makes #death-match again if somebody deleted it to rehearse that. Returns whether it did.
///
/// # Errors
/// None that a seeded world can cause; the type is the world's.
pub fn complete(world: &mut World) -> Result<bool, Refusal> {
    let guild = world.guilds.values().find(|guild| guild.name == GUILD);
    let Some(guild) = guild.map(|guild| guild.id) else {
        return Ok(false);
    };
    let channels = world.guild_channels(guild);
    if channels.iter().any(|channel| channel.name == DEATH_MATCH) {
        return Ok(false);
    }
    add_death_match(world, guild)?;
    Ok(true)
}

fn add_death_match(world: &mut World, guild: Id) -> Result<Id, Refusal> {
    let topic = "Death Matches are played here, in front of everyone";
    world.add_text_channel(guild, DEATH_MATCH, Some(topic), Vec::new())
}

impl Stage {
    /// Finds the ids in a world that was seeded before.
    ///
    /// # Errors
    /// [`RehearsalError::WorldLacks`] if something of the seed is missing.
    pub fn find(world: &World) -> Result<Stage, RehearsalError> {
        let lacks = |what: &str| RehearsalError::WorldLacks(what.to_owned());
        let guild = world.guilds.values().find(|guild| guild.name == GUILD);
        let guild = guild.ok_or_else(|| lacks(GUILD))?;
        let channels = world.guild_channels(guild.id);
        let death_match = channels
            .iter()
            .find(|channel| channel.name == DEATH_MATCH)
            .ok_or_else(|| lacks("#death-match"))?;
        let channel = |name: &str| {
            let found = channels.iter().find(|channel| channel.name == name);
            found.map(|channel| ChannelId(channel.id.0))
        };
        let role = |name: &str| {
            let found = guild.roles.values().find(|role| role.name == name);
            found.map(|role| RoleId(role.id.0))
        };
        let settings = SeasonSettings {
            player_role: role(PLAYER_ROLE),
            eliminated_role: role(ELIMINATED_ROLE),
            announcement_channel: channel(ANNOUNCEMENTS),
            match_channel: channel(DEATH_MATCH),
            audit_channel: channel(AUDIT),
            ..SeasonSettings::default()
        };
        let host_role = guild.roles.values().find(|role| role.name == HOST_ROLE);
        let bot = world.applications.values().find(|bot| bot.name == BOT);
        let account = |username: &str| {
            let user = world.users.values().find(|user| user.username == username);
            user.map(|user| user.id).ok_or_else(|| lacks(username))
        };
        let accounts: Result<Vec<Id>, _> = FIGURES
            .iter()
            .map(|figure| account(figure.username))
            .collect();
        Ok(Stage {
            guild: guild.id,
            death_match: death_match.id,
            lobby: channel(LOBBY).map_or(death_match.id, |lobby| Id(lobby.0)),
            host: account(HOST)?,
            host_role: host_role.ok_or_else(|| lacks("the Host role"))?.id,
            bot_token: bot.ok_or_else(|| lacks("the bot"))?.token.clone(),
            settings,
            accounts: accounts?,
        })
    }

    /// Everybody in the seed with their account.
    pub fn people(&self) -> impl Iterator<Item = (&'static Figure, Id)> + '_ {
        FIGURES.iter().zip(self.accounts.iter().copied())
    }

    fn cast(&self) -> Vec<CastMember> {
        self.people()
            .filter_map(|(figure, account)| {
                Some(CastMember {
                    position: 0,
                    name: figure.name.to_owned(),
                    role: figure.role?,
                    account: Some(AccountId(account.0)),
                    channel: None,
                    garnets: figure.garnets,
                })
            })
            .collect()
    }

    /// Stores the season if the server never had one. Returns the current season and whether it is
    /// new; None if all seasons are archived.
    ///
    /// # Errors
    /// An error of the store.
    pub fn season(
        &self,
        core: &mut Core,
        now_ms: WallMs,
    ) -> Result<Option<(SeasonId, bool)>, StoreError> {
        let cast = self.cast();
        core.store_mut().write(|tx| {
            if let Some(Season { id, .. }) = tx.current_season(ServerId(self.guild.0))? {
                return Ok(Some((id, false)));
            }
            if !tx.seasons(ServerId(self.guild.0))?.is_empty() {
                return Ok(None);
            }
            let role = Some(RoleId(self.host_role.0));
            let id = tx.add_season(ServerId(self.guild.0), SEASON, role, &self.settings)?;
            for member in &cast {
                tx.add_cast_member(id, member, None, now_ms)?;
            }
            Ok(Some((id, true)))
        })
    }

    /// The accounts of the players of the open match in #death-match.
    pub async fn players(&self, referee: &Referee) -> BySeat<Option<Id>> {
        let channel = ChannelId(self.death_match.0);
        let seated = referee.read(move |core, _| {
            let id = core.store().read(|tx| tx.open_match_in(channel)).ok()??;
            let table = core.table(id).ok()??;
            let cast = &table.row.setup.cast;
            let account = |seat| Some(Id(table.person(cast.seated(seat)?)?.account.0));
            Some(BySeat::new(account))
        });
        let seated = seated.await.ok().flatten();
        seated.unwrap_or(BySeat::new(|_| None))
    }

    /// Does all that a match waits for before it starts, but for one player's Ready: a newcomer
    /// presses that, and plays.
    ///
    /// # Errors
    /// An error of the store.
    pub fn lead_up(&self, core: &mut Core, id: MatchId, now_ms: WallMs) -> Result<(), StoreError> {
        let Some(table) = core.table(id)? else {
            return Ok(());
        };
        let seated = |seat| Some(table.person(table.row.setup.cast.seated(seat)?)?.account);
        let (newcomer, opponent) = (seated(Seat::Dmo), seated(Seat::Ec));
        let others = self.accounts.iter().map(|account| AccountId(account.0));
        let others = others.filter(|account| Some(*account) != newcomer);
        // The opponent is ready once everybody has chosen.
        for account in others.chain(opponent) {
            core.play_for(id, Some(account), None, now_ms)?;
        }
        Ok(())
    }

    /// Opens a match of the season in #death-match for these stakes, between the two players whose
    /// turn it is.
    ///
    /// # Errors
    /// [`RehearsalError::NotOpened`], or an error of the store.
    pub fn open_match(
        &self,
        core: &mut Core,
        season: SeasonId,
        (game, stakes): (GameId, Stakes),
        now_ms: WallMs,
    ) -> Result<Opening, RehearsalError> {
        let channel = ChannelId(self.death_match.0);
        let (open, before, cast) = core.store().read(|tx| {
            let before = tx.last_match_in(channel)?;
            let cast = tx.season_cast(season)?;
            Ok::<_, StoreError>((tx.open_match_in(channel)?, before, cast))
        })?;
        if open.is_some() {
            return Ok(Opening::AlreadyOpen);
        }
        let seats = seats(&cast, before).filter(|_| game.catalogue().seats);
        if seats.is_none() && game.catalogue().seats {
            return Ok(Opening::TooFewPlayers);
        }
        let cast = cast.into_iter().map(NewPerson::from);
        let new = NewMatch {
            guild: Some(ServerId(self.guild.0)),
            channel,
            season: Some(season),
            host: AccountId(self.host.0),
            stakes,
            ..NewMatch::plain(game, cast.collect(), seats)
        };
        match core.open_match(new, now_ms) {
            Ok(id) => Ok(Opening::Opened(id)),
            Err(RefereeError::Store(error)) => Err(error.into()),
            Err(RefereeError::Refused(refusal)) => Err(RehearsalError::NotOpened { game, refusal }),
        }
    }
}

/// The next two players in cast order; after the last, the first again.
fn seats(cast: &[CastMember], before: Option<MatchId>) -> Option<BySeat<String>> {
    let players: Vec<&str> = cast
        .iter()
        .filter(|member| member.role == Role::Player)
        .map(|member| member.name.as_str())
        .collect();
    let done = before.map_or(0, |id| id.0.unsigned_abs() as usize);
    let at = |offset: usize| players.get((2 * done + offset) % players.len().max(1));
    let (ec, dmo) = (at(0)?, at(1)?);
    (ec != dmo).then(|| BySeat {
        dmo: (*dmo).to_owned(),
        ec: (*ec).to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::invitation;
    use crate::referee::{Ruling, RulingOrder};
    use crate::store::Store;

    const NOW: WallMs = WallMs(1_782_907_200_000);

    fn stage() -> (World, Stage) {
        let world = world(NOW).unwrap();
        let stage = Stage::find(&world).unwrap();
        (world, stage)
    }

    #[test]
    fn the_season_has_two_seats_and_eleven_safe_players() {
        let (world, stage) = stage();
        let cast = stage.cast();
        let count = |role| cast.iter().filter(|member| member.role == role).count();
        assert_eq!(cast.len(), 19);
        assert_eq!(count(Role::Dealer), 2);
        assert_eq!(count(Role::Eliminated), 4);
        assert_eq!(count(Role::Player), 2 + 11);
        // And two spectators and the bot.
        assert_eq!(world.guilds[&stage.guild].members.len(), 19 + 2 + 1);
        let host = &world.guilds[&stage.guild].members[&stage.host];
        assert!(host.roles.contains(&stage.host_role));
        let accounts: std::collections::BTreeSet<Id> =
            stage.people().map(|(_, account)| account).collect();
        assert_eq!(accounts.len(), FIGURES.len());
    }

    #[test]
    fn the_bot_has_the_permissions_of_an_invitation() {
        assert_eq!(invitation::permissions(), OF_BOTS);
        let (world, stage) = stage();
        let roles = &world.guilds[&stage.guild].roles;
        let own = roles.values().find(|role| role.of_bot.is_some()).unwrap();
        // The seeded season has roles for players and the eliminated.
        assert_eq!(own.permissions, OF_BOTS | MANAGE_ROLES);
    }

    #[test]
    fn only_hosts_write_announcements_and_read_the_audit_log() {
        let (world, stage) = stage();
        let channel = |name: &str| {
            let channels = world.guild_channels(stage.guild);
            *channels
                .iter()
                .find(|channel| channel.name == name)
                .unwrap()
        };
        for (figure, account) in stage.people() {
            let is_host = figure.role == Some(Role::Dealer);
            let may = |name, bit| world.channel_permissions(channel(name), account) & bit != 0;
            assert_eq!(may("announcements", SEND_MESSAGES), is_host, "{figure:?}");
            assert_eq!(may("audit", VIEW_CHANNEL), is_host, "{figure:?}");
            assert!(may("announcements", VIEW_CHANNEL), "{figure:?}");
            assert!(may(DEATH_MATCH, SEND_MESSAGES), "{figure:?}");
        }
        let bot = world.applications.values().next().unwrap().bot;
        for channel in world.guild_channels(stage.guild) {
            let bits = world.channel_permissions(channel, bot);
            assert_ne!(bits & SEND_MESSAGES, 0, "{}", channel.name);
        }
    }

    #[test]
    fn existing_parts_are_not_seeded_again() {
        let (world, stage) = stage();
        assert_eq!(Stage::find(&world).unwrap(), stage);
        let mut core = Core::new(Store::in_memory().unwrap(), 1);
        let (season, is_new) = stage.season(&mut core, NOW).unwrap().unwrap();
        assert!(is_new);
        let again = stage.season(&mut core, NOW).unwrap();
        assert_eq!(again, Some((season, false)));
        let game = GameId::EXAMPLE;
        let mut open = || {
            let opened = stage.open_match(&mut core, season, (game, Stakes::Elimination), NOW);
            opened.unwrap()
        };
        assert!(matches!(open(), Opening::Opened(_)));
        assert_eq!(open(), Opening::AlreadyOpen);
    }

    #[test]
    fn a_rehearsal_replaces_a_deleted_channel() {
        let (mut world, stage) = stage();
        assert_eq!(complete(&mut world), Ok(false), "nothing is missing");
        world.delete_channel(stage.death_match).unwrap();
        Stage::find(&world).unwrap_err();
        assert_eq!(complete(&mut world), Ok(true));
        let again = Stage::find(&world).unwrap();
        assert_ne!(again.death_match, stage.death_match);
        assert_eq!(again.accounts, stage.accounts);
    }

    #[test]
    fn an_archived_season_stays_the_only_one() {
        let (_, stage) = stage();
        let mut core = Core::new(Store::in_memory().unwrap(), 1);
        let (season, _) = stage.season(&mut core, NOW).unwrap().unwrap();
        core.store_mut()
            .write(|tx| tx.set_current_season(ServerId(stage.guild.0), None))
            .unwrap();
        assert_eq!(stage.season(&mut core, NOW).unwrap(), None);
        let seasons = core
            .store()
            .read(|tx| tx.seasons(ServerId(stage.guild.0)))
            .unwrap();
        let ids: Vec<SeasonId> = seasons.into_iter().map(|season| season.id).collect();
        assert_eq!(ids, [season]);
    }

    #[test]
    fn a_season_with_one_player_left_opens_no_match() {
        let (_, stage) = stage();
        let mut core = Core::new(Store::in_memory().unwrap(), 1);
        let (season, _) = stage.season(&mut core, NOW).unwrap().unwrap();
        core.store_mut()
            .write(|tx| {
                let cast = tx.season_cast(season)?;
                let players = cast.into_iter().filter(|one| one.role == Role::Player);
                for out in players.skip(1) {
                    tx.set_gone(season, out.position, true)?;
                }
                Ok::<_, StoreError>(())
            })
            .unwrap();
        let what = (GameId::EXAMPLE, Stakes::Nothing);
        let opened = stage.open_match(&mut core, season, what, NOW).unwrap();
        assert_eq!(opened, Opening::TooFewPlayers);
    }

    #[test]
    fn every_game_can_be_opened_and_everybody_takes_a_seat() {
        let (_, stage) = stage();
        let mut core = Core::new(Store::in_memory().unwrap(), 1);
        let (season, _) = stage.season(&mut core, NOW).unwrap().unwrap();
        let mut seated = std::collections::BTreeSet::new();
        for game in GameId::ALL {
            let opened = stage.open_match(&mut core, season, (*game, Stakes::Nothing), NOW);
            let Opening::Opened(id) = opened.unwrap() else {
                panic!("the match before it is over");
            };
            let setup = &core.table(id).unwrap().unwrap().row.setup;
            let in_seats: Vec<_> = setup.cast.in_seats().collect();
            assert_eq!(setup.cast.safe_players().count(), 13 - in_seats.len());
            for who in in_seats {
                assert!(seated.insert(setup.cast.name(who).to_owned()));
            }
            let void = RulingOrder {
                match_id: id,
                host: AccountId(stage.host.0),
                ruling: Ruling::Void,
                reason: String::new(),
            };
            core.rule(&void, None, NOW + 1).unwrap();
        }
    }
}
