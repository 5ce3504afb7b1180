//! Servers with channels in which two people play Gridlock.

use dealer::referee::{Core, WallClock};
use dealer::store::{AccountId, ServerId};
use games::WallMs;
use local_discord::{Id, World};

use super::gridlock;

/// A match's channel and its two players.
#[derive(Clone, Copy)]
pub struct Table {
    pub guild: Id,
    pub channel: Id,
    pub seats: [Id; 2],
}

/// A world with this many servers and tables in each, and the bot's token.
pub fn world(clock: &WallClock, servers: usize, each: usize) -> (World, String, Vec<Table>) {
    let mut world = World::new(clock.now().0);
    let (bot, token) = world.add_bot("Dealer");
    let mut tables = Vec::new();
    for server in 0..servers {
        let owner = world.add_person(&format!("host{server}"), &format!("Host {server}"));
        let guild = world.add_guild(&format!("Server {server}"), owner);
        world.add_member(guild, bot, &[]).unwrap();
        for table in 0..each {
            let seats = ["dmo", "ec"].map(|seat| {
                let name = format!("{seat}{server}x{table}");
                let person = world.add_person(&name, &name);
                world.add_member(guild, person, &[]).unwrap();
                person
            });
            let name = format!("match-{table}");
            let channel = world
                .add_text_channel(guild, &name, None, Vec::new())
                .unwrap();
            tables.push(Table {
                guild,
                channel,
                seats,
            });
        }
    }
    (world, token, tables)
}

impl Table {
    /// Opens and begins a match with three idle guests.
    pub fn begin(&self, core: &mut Core, now: WallMs) {
        let [dmo, ec] = self.seats.map(|id| Some(AccountId(id.0)));
        let accounts = [dmo, ec, None, None, None];
        let new = gridlock::opening(
            ServerId(self.guild.0),
            self.channel.0,
            AccountId(1),
            accounts,
        );
        let id = core.open_match(new, now).unwrap();
        core.begin(id, AccountId(1), true, now).unwrap();
    }
}
