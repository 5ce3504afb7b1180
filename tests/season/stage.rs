//! A referee over a database in memory, with a season and its people.

use dealer::referee::{
    Act, Asker, Core, Letter, Line, NewMatch, NewPerson, Newcomer, Post, Recipient, RefereeError,
    SeasonRefusal,
};
use dealer::store::{
    AccountId, CastMember, ChannelId, EDITS, MatchId, MessageId, Purse, SeasonId, SeasonSettings,
    Sent, ServerId, Stakes, Store, StoreError,
};
use games::{BySeat, GameId, GivenOptions, Role, WallMs};
use matches::Times;

pub const GUILD: ServerId = ServerId(1);
pub const HOST: AccountId = AccountId(900);
pub const NOW: WallMs = WallMs(1_700_000_000_000);

/// What people are told.
#[derive(Default)]
pub struct Told {
    /// The consequences of a match's end, as its result gives them.
    pub result: Vec<Line>,
    pub host: Vec<Line>,
    /// In another channel than the match's.
    pub elsewhere: Vec<Line>,
    /// What a person is told in private about being out.
    pub alone: Vec<String>,
    /// About a ruling, in the match's channel.
    pub news: Vec<Line>,
    /// The kinds of posts in the match's channel about its end or a ruling.
    pub posted: Vec<&'static str>,
}

pub struct Stage {
    pub core: Core,
    pub season: SeasonId,
    pub now: WallMs,
    interaction: u64,
    /// The channel of the newest match. Each match gets the next one.
    pub channels: u64,
    /// The account that opens matches.
    pub host: AccountId,
}

/// A person's account, derived from their name.
pub fn account(name: &str) -> AccountId {
    let letters = name.to_lowercase();
    let bytes = letters.bytes();
    let number = bytes.fold(7, |sum: u64, byte| sum * 31 % 999_983 + u64::from(byte));
    AccountId(1_000 + number)
}

pub fn role(word: &str) -> Option<Role> {
    match word {
        "player" => Some(Role::Player),
        "eliminated" => Some(Role::Eliminated),
        "dealer" => Some(Role::Dealer),
        _ => None,
    }
}

/// Reads `Ann`, `Bo (dealer)`, `Cleo (guest 3)`: a name, and in parentheses the role, whether they
/// have an account, and their garnets.
pub fn newcomer(text: &str) -> Newcomer {
    let (name, words) = text.trim().split_once(" (").unwrap_or((text.trim(), ""));
    let mut new = Newcomer {
        name: name.to_owned(),
        account: Some(account(name)),
        role: Role::Player,
        garnets: 0,
    };
    for word in words.trim_end_matches(')').split_whitespace() {
        match (role(word), word.strip_prefix('@'), word.parse()) {
            (Some(role), _, _) => new.role = role,
            (_, Some(of), _) => new.account = Some(account(of)),
            (_, _, Ok(garnets)) => new.garnets = garnets,
            _ if word == "guest" => new.account = None,
            _ => panic!("{text}: what is {word}?"),
        }
    }
    new
}

impl Stage {
    pub fn new() -> Stage {
        let mut core = Core::new(Store::in_memory().unwrap(), 1);
        let settings = SeasonSettings::default();
        let season = core
            .store_mut()
            .write(|tx| tx.add_season(GUILD, "First", None, &settings))
            .unwrap();
        Stage {
            core,
            season,
            now: NOW,
            interaction: 0,
            channels: 500,
            host: HOST,
        }
    }

    /// A person with their own interaction: `host`, `stranger` or one of the cast.
    pub fn asker(&mut self, who: &str) -> Asker {
        self.interaction += 1;
        self.now += 1_000;
        Asker {
            account: match who {
                "host" => HOST,
                who => account(who.trim_end_matches('*')),
            },
            // `Ann*` is Ann as a host too.
            is_host: who == "host" || who.ends_with('*'),
            interaction: Some(self.interaction),
        }
    }

    pub fn member(&mut self, name: &str) -> CastMember {
        let season = self.season;
        let all = self.core.store().read(|tx| tx.everybody(season)).unwrap();
        let found = all.into_iter().find(|(member, _)| member.name == name);
        found.unwrap_or_else(|| panic!("nobody is called {name}")).0
    }

    pub fn purse(&mut self, whose: &str) -> u32 {
        let purse = match whose {
            "bank" => Purse::Bank,
            name => Purse::Member(self.member(name).position),
        };
        let season = self.season;
        self.core
            .store()
            .read(|tx| tx.purse(season, purse))
            .unwrap()
    }

    /// Everything stored of the season that a refusal must not change.
    pub fn picture(&mut self) -> String {
        let season = self.season;
        let read = self.core.store().read(|tx| {
            Ok::<_, StoreError>(format!(
                "{:?}\n{:?}\n{:?}\n{:?}\n{:?}\n{:?}",
                tx.seasons(GUILD)?,
                tx.everybody(season)?,
                tx.ledger(season, u32::MAX)?,
                tx.strikes(season)?,
                tx.audit(GUILD, None, u32::MAX)?,
                tx.role_duties()?,
            ))
        });
        read.unwrap()
    }

    /// Checks that everybody has what the ledger's lines add up to, and that no count is ever
    /// negative.
    pub fn check_ledger(&mut self) {
        let season = self.season;
        let (mut lines, everybody, bank) = self
            .core
            .store()
            .read(|tx| {
                let bank = tx.purse(season, Purse::Bank)?;
                Ok::<_, StoreError>((tx.ledger(season, u32::MAX)?, tx.everybody(season)?, bank))
            })
            .unwrap();
        lines.reverse();
        let mut held = std::collections::BTreeMap::<Option<u32>, i64>::new();
        let mut move_by = |purse: Purse, by: i64| {
            let key = match purse {
                Purse::Member(position) => Some(position),
                Purse::Bank => None,
                Purse::Nobody => return,
            };
            let count = held.entry(key).or_default();
            *count += by;
            assert!(*count >= 0, "{purse:?} went below nothing");
        };
        for line in &lines {
            assert!(line.movement.amount > 0);
            move_by(line.movement.from, -i64::from(line.movement.amount));
            move_by(line.movement.to, i64::from(line.movement.amount));
        }
        assert_eq!(held.get(&None).copied().unwrap_or(0), i64::from(bank));
        for (member, _) in everybody {
            let sum = held.get(&Some(member.position)).copied().unwrap_or(0);
            assert_eq!(sum, i64::from(member.garnets), "{}", member.name);
        }
    }

    /// Opens a match of the season between two of its people, in its own channel.
    pub fn open(&mut self, game: &str, options: &str, stakes: Stakes, seats: [&str; 2]) -> MatchId {
        let new = self.new_match(game, options, stakes, seats);
        self.open_new(new).unwrap_or_else(|why| panic!("{why}"))
    }

    /// Opens a match, or gives the refusal.
    pub fn open_new(&mut self, new: NewMatch) -> Result<MatchId, String> {
        match self.core.open_match(new, self.now) {
            Ok(id) => Ok(id),
            Err(RefereeError::Refused(why)) => Err(dealer::words::refusals::open_refusal(&why)),
            Err(RefereeError::Store(error)) => panic!("{error}"),
        }
    }

    /// A match for [`Stage::open`].
    pub fn new_match(
        &mut self,
        game: &str,
        options: &str,
        stakes: Stakes,
        seats: [&str; 2],
    ) -> NewMatch {
        let game = GameId::read(game).unwrap();
        let season = self.season;
        let cast = self.core.store().read(|tx| tx.season_cast(season)).unwrap();
        self.channels += 1;
        let options: GivenOptions = serde_json::from_str(options).unwrap();
        let [dmo, ec] = seats.map(str::to_owned);
        NewMatch {
            guild: Some(GUILD),
            channel: ChannelId(self.channels),
            season: Some(season),
            host: self.host,
            game,
            options,
            times: Times::defaults(game),
            lateness: Default::default(),
            cast: cast.into_iter().map(NewPerson::from).collect(),
            seats: game.catalogue().seats.then_some(BySeat { dmo, ec }),
            start_at_ms: None,
            choices_due_ms: None,
            stakes,
            practice: dealer::referee::Practice::No,
        }
    }

    /// A person's action in a match. They are the `host` or one of the cast.
    pub fn act(&mut self, id: MatchId, who: &str, text: &str) {
        if let Err(why) = self.try_act(id, who, text) {
            panic!("{who}: {text}: {why}");
        }
    }

    /// The same, or why it is refused.
    pub fn try_act(&mut self, id: MatchId, who: &str, text: &str) -> Result<(), String> {
        self.now += 1_000;
        let is_host = who == "host";
        let (by, now) = (if is_host { HOST } else { account(who) }, self.now);
        let act = Act {
            for_party: is_host.then_some(games::Party::Host),
            is_host,
            ..Act::new(id, by, text, now)
        };
        match self.core.act(&act, now) {
            Ok(_) => Ok(()),
            Err(RefereeError::Refused(why)) => Err(dealer::words::refusals::act_refusal(&why)),
            Err(RefereeError::Store(error)) => panic!("{error}"),
        }
    }

    /// Takes the posts that haven't been taken yet.
    pub fn told(&mut self) -> Told {
        let mut told = Told::default();
        let letters = self.core.store_mut().write(|tx| {
            let mut rows = Vec::new();
            for queue in tx.busy_queues()? {
                while let Some(row) = tx.next_post(queue)? {
                    let letter: Letter = serde_json::from_str(&row.body)?;
                    let sent = Sent {
                        channel: ChannelId(queue & !EDITS),
                        message: MessageId(100_000 + row.id.0 as u64),
                    };
                    tx.set_post_sent(row.id, sent, letter.has_controls())?;
                    rows.push(letter);
                }
            }
            Ok::<_, StoreError>(rows)
        });
        for letter in letters.unwrap() {
            told.posted.extend(match (letter.to, &letter.post) {
                (Recipient::Channel(ChannelId(500..600)), Post::Held) => Some("Held"),
                (Recipient::Channel(ChannelId(500..600)), Post::Result { .. }) => Some("Result"),
                (Recipient::Channel(ChannelId(500..600)), Post::CalledOff { .. }) => {
                    Some("CalledOff")
                }
                (Recipient::Channel(ChannelId(500..600)), Post::News { .. }) => Some("News"),
                _ => None,
            });
            match (letter.to, letter.post) {
                (_, Post::Result { consequences, .. }) => told.result.extend(consequences),
                (Recipient::Host(_), Post::News { lines }) => told.host.extend(lines),
                (Recipient::Member { account, .. }, out @ Post::Out { .. }) => {
                    let said = dealer::words::season::letter(&out).unwrap();
                    told.alone.push(format!("{account}: {said}"));
                }
                (Recipient::Channel(ChannelId(500..600)), Post::News { lines }) => {
                    told.news.extend(lines)
                }
                (Recipient::Channel(ChannelId(600..)), Post::News { lines }) => {
                    told.elsewhere.extend(lines)
                }
                _ => {}
            }
        }
        told
    }
}

/// The sentence that a person reads.
pub fn words<T>(
    done: Result<T, RefereeError<SeasonRefusal>>,
    said: impl FnOnce(T) -> String,
) -> Result<String, String> {
    match done {
        Ok(value) => Ok(said(value)),
        Err(RefereeError::Refused(refusal)) => Err(dealer::words::season::refusal(&refusal)),
        Err(RefereeError::Store(error)) => panic!("{error}"),
    }
}
