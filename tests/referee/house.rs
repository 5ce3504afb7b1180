//! A referee with its own database and one match.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use dealer::referee::{
    Act, ActReceipt, ActRefusal, Core, Letter, Line, NewMatch, NewPerson, Post, Practice, Preview,
    Recipient, RefereeError, Ruling, RulingOrder, RulingRefusal,
};
use dealer::store::{
    AccountId, CastMember, ChannelId, MatchId, PostState, SeasonSettings, ServerId, Shard, Stakes,
    Store, StoreError,
};
use games::{BySeat, CastId, GameId, GivenOptions, Party, Role, Seat, WallMs};
use matches::record::Record;
use matches::{Entry, Match, Times};

/// When every match of these tests opens, in milliseconds since the Unix epoch.
pub const OPENED: WallMs = WallMs(1_700_000_000_000);
pub const CHANNEL: ChannelId = ChannelId(500);
/// The channel for the audit log, in seasons that have one.
pub const AUDIT: ChannelId = ChannelId(501);
/// The host's account. The host is not in the cast.
pub const HOST: AccountId = AccountId(900);

/// The cast of these tests: two players in the seats, two safe ones, one eliminated player and a
/// dealer.
const CAST: [(&str, Role); 6] = [
    ("Zac", Role::Player),
    ("Tiac", Role::Player),
    ("UMG", Role::Player),
    ("Myth", Role::Player),
    ("Jweizy", Role::Eliminated),
    ("Pixie", Role::Dealer),
];

pub struct House {
    path: PathBuf,
    /// None only during a restart.
    core: Option<Core>,
    pub id: MatchId,
}

/// The account of a person, by their place in the cast.
pub fn account(who: CastId) -> AccountId {
    AccountId(1000 + u64::from(who.0))
}

/// The cast, with extra guests if a game needs more people.
fn cast_of(game: GameId) -> Vec<NewPerson> {
    let person = |index: usize| match CAST.get(index) {
        Some((name, role)) => NewPerson {
            name: (*name).to_owned(),
            role: *role,
            account: Some(account(CastId(index as u8))),
            garnets: 2,
            bound: None,
            position: None,
        },
        None => NewPerson::new(format!("Guest {index}"), Role::Player, None),
    };
    let size = CAST.len().max(*game.catalogue().cast_sizes.start());
    (0..size).map(person).collect()
}

/// A match as a host opens it. Tiac sits as DMO, Zac as EC.
pub fn new_match(game: &str) -> NewMatch {
    let game = GameId::read(game).unwrap();
    NewMatch {
        guild: Some(ServerId(1)),
        channel: CHANNEL,
        season: None,
        host: HOST,
        game,
        options: GivenOptions::new(),
        times: Times::defaults(game),
        lateness: Default::default(),
        cast: cast_of(game),
        seats: game.catalogue().seats.then(|| BySeat {
            dmo: "Tiac".to_owned(),
            ec: "Zac".to_owned(),
        }),
        start_at_ms: None,
        choices_due_ms: None,
        stakes: Stakes::Nothing,
        practice: Practice::No,
    }
}

impl House {
    /// Opens a match in a new database. The same seed gives the same random draws.
    pub fn open(new: NewMatch, seed: u64) -> House {
        House::open_after(new, seed, |_, _| {})
    }

    /// Like [`House::open`], in a season with these settings and the match's cast.
    pub fn open_in_season(new: NewMatch, seed: u64, settings: &SeasonSettings) -> House {
        House::open_after(new, seed, |core, new| {
            let season = core.store_mut().write(|tx| {
                let season = tx.add_season(new.guild.unwrap(), "First", None, settings)?;
                for (index, person) in new.cast.iter_mut().enumerate() {
                    let member = CastMember {
                        position: 0,
                        name: person.name.clone(),
                        role: person.role,
                        account: person.account,
                        channel: person.bound,
                        garnets: person.garnets,
                    };
                    let position = tx.add_cast_member(season, &member, None, OPENED)?;
                    assert_eq!(position, index as u32);
                    person.position = Some(position);
                }
                Ok::<_, StoreError>(season)
            });
            new.season = Some(season.unwrap());
        })
    }

    fn open_after(
        mut new: NewMatch,
        seed: u64,
        prepare: impl FnOnce(&mut Core, &mut NewMatch),
    ) -> House {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = format!("dealer-referee-{}-{count}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        // An earlier process of this number may have been killed.
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir(&folder).unwrap();
        let mut house = House {
            core: None,
            id: MatchId(0),
            path: folder.join("dealer.db"),
        };
        house.core = Some(Core::new(Store::open(&house.path).unwrap(), seed));
        house.core().beat(OPENED).unwrap();
        prepare(house.core(), &mut new);
        house.id = house.core().open_match(new, OPENED).unwrap();
        house
    }

    pub fn core(&mut self) -> &mut Core {
        self.core.as_mut().unwrap()
    }

    pub fn play(&mut self) -> Match {
        let id = self.id;
        self.core().table(id).unwrap().unwrap().play.clone()
    }

    /// Everything there is to know about the match and its deadlines.
    pub fn picture(&mut self) -> String {
        let id = self.id;
        let due = self.core().first_due(Shard::ONLY).unwrap();
        let table = self.core().table(id).unwrap().unwrap();
        let next = table.play.next_due();
        // Another match may be due earlier.
        if due.is_none_or(|(first, _)| first == id) {
            let (stored, told) = (due.map(|(_, at)| at), next.map(|(at, _)| at));
            // Looking too early is fine, but not too late.
            let early = told.is_none_or(|told| stored.is_some_and(|stored| stored <= told));
            assert!(
                early,
                "the store says due {stored:?}, but it is due {told:?}"
            );
        }
        format!(
            "{:#?} {:#?} {next:?}",
            table.play,
            (&table.row.setup, &table.people)
        )
    }

    /// Restarts the process on the same file, without giving back the time between. The match must
    /// be the same.
    pub fn reopen(&mut self) {
        let before = self.picture();
        self.core = None;
        self.core = Some(Core::new(Store::open(&self.path).unwrap(), 77));
        let after = self.picture();
        if before != after {
            let differ = before
                .lines()
                .zip(after.lines())
                .find(|(one, two)| one != two);
            panic!("the journal gives a different match: {differ:?}");
        }
    }

    /// Restores a copy of the database that is made now.
    pub fn restore_copy(&mut self) {
        self.core = None;
        let copy = self.path.with_extension("copy");
        dealer::store::backup(&self.path, &copy).unwrap();
        dealer::store::restore(&self.path, &copy).unwrap();
        std::fs::remove_file(copy).unwrap();
        self.core = Some(Core::new(Store::open(&self.path).unwrap(), 77));
    }

    /// Folds the journal again. The match must be the same.
    pub fn refold(&mut self) {
        let play = self.play();
        let folded = Match::fold(play.setup.clone(), OPENED, &self.journal()).unwrap();
        assert_eq!(format!("{folded:?}"), format!("{play:?}"));
        assert_eq!(folded.next_due(), play.next_due());
    }

    /// Gives back the time of outages in every open match, as the referee does before other work.
    pub fn give_back(&mut self) {
        while self.core().give_back_some().unwrap() > 0 {}
    }

    /// Judges everything that is due.
    pub fn judge(&mut self, now: WallMs) {
        while let Some((id, at)) = self.core().first_due(Shard::ONLY).unwrap()
            && at <= now
        {
            let before = self.journal().len();
            self.core().judge(id, now).unwrap();
            let after = self.journal().len();
            let later = self.core().first_due(Shard::ONLY).unwrap() != Some((id, at));
            assert!(
                after > before || later,
                "a judged match has a new entry or a new deadline"
            );
        }
    }

    pub fn act(&mut self, act: &Act, now: WallMs) -> Result<ActReceipt, ActRefusal> {
        match self.core().act(act, now) {
            Ok(acted) => Ok(acted),
            Err(RefereeError::Refused(refusal)) => Err(refusal),
            Err(RefereeError::Store(error)) => panic!("{error}"),
        }
    }

    /// The account that plays for a party.
    pub fn account_of(&mut self, party: Party) -> AccountId {
        match party {
            Party::Seat(seat) => self.seat_account(seat),
            Party::Cast(who) => account(who),
            Party::Host | Party::Dealer => HOST,
        }
    }

    /// A person acts for themselves, and it is accepted.
    pub fn acts(&mut self, who: Party, text: &str, now: WallMs) {
        let act = Act::new(self.id, self.account_of(who), text, now);
        self.act(&act, now)
            .unwrap_or_else(|refusal| panic!("{text}: {refusal:?}"));
    }

    /// The host opens a person's hand where an act for them needs it.
    pub fn open_hand(&mut self, whose: Party, now: WallMs) {
        let id = self.id;
        if self.core().hand(id, HOST, whose).unwrap().is_none() {
            let opened = self.core().open_hand(id, HOST, whose, "because", now);
            assert!(opened.is_ok(), "{whose:?}");
        }
    }

    /// What a ruling would change. The preview itself changes nothing.
    pub fn preview(
        &mut self,
        by: AccountId,
        ruling: &Ruling,
        now: WallMs,
    ) -> Result<Preview, RulingRefusal> {
        let before = (self.picture(), self.journal().len());
        let order = self.order(by, ruling);
        let preview = ruled(self.core().preview(&order, now));
        let after = (self.picture(), self.journal().len());
        assert!(
            before == after,
            "the preview of {ruling:?} changed something"
        );
        preview
    }

    /// Makes a ruling right after its preview, as a host does. If it is refused, the preview was
    /// too.
    pub fn rule(
        &mut self,
        by: AccountId,
        ruling: &Ruling,
        now: WallMs,
    ) -> Result<Preview, RulingRefusal> {
        let looked = self.preview(by, ruling, now);
        let order = self.order(by, ruling);
        let seen = looked.as_ref().map_or(0, |preview| preview.seen);
        let done = ruled(self.core().rule(&order, Some(seen), now));
        assert_eq!(looked.is_ok(), done.is_ok(), "{looked:?} {done:?}");
        done
    }

    fn order(&self, host: AccountId, ruling: &Ruling) -> RulingOrder {
        RulingOrder {
            match_id: self.id,
            host,
            ruling: ruling.clone(),
            reason: "because".to_owned(),
        }
    }

    pub fn journal(&mut self) -> Vec<Entry> {
        let id = self.id;
        self.core().store().read(|tx| tx.journal(id)).unwrap()
    }

    pub fn record(&mut self) -> Record {
        let id = self.id;
        self.core().record(id).unwrap().unwrap()
    }

    /// Takes the posts that haven't been taken yet, in the order of writing, each with its stored
    /// text.
    pub fn posts(&mut self) -> Vec<(Letter, String)> {
        let taken = self.core().store_mut().write(|tx| {
            let mut rows = Vec::new();
            for queue in tx.busy_queues()? {
                while let Some(row) = tx.next_post(queue)? {
                    if tx.is_taken_back(row.id)? {
                        tx.set_post_state(row.id, PostState::Void)?;
                        continue;
                    }
                    tx.set_post_state(row.id, PostState::Sent)?;
                    rows.push(row);
                }
            }
            Ok::<_, dealer::store::StoreError>(rows)
        });
        let mut rows = taken.unwrap();
        rows.sort_by_key(|row| row.id);
        let id = self.id;
        let place = self.core().table(id).unwrap().unwrap().row.channel;
        let letter = |row: dealer::store::OutboxRow| {
            let letter: Letter = serde_json::from_str(&row.body).unwrap();
            assert_eq!(row.queue, letter.queue());
            if let Recipient::Channel(channel) = letter.to {
                match &letter.post {
                    Post::Audit { .. } => assert_eq!(channel, AUDIT),
                    // This is the only post in the match's former channel.
                    Post::News { lines } if matches!(lines[..], [Line::GoesOnIn { .. }]) => {
                        assert_ne!(channel, place);
                    }
                    _ => assert_eq!(channel, place),
                }
            }
            (letter, row.body)
        };
        rows.into_iter().map(letter).collect()
    }

    pub fn seat_account(&mut self, seat: Seat) -> AccountId {
        account(self.play().setup.cast.seated(seat).unwrap())
    }
}

fn ruled(done: Result<Preview, RefereeError<RulingRefusal>>) -> Result<Preview, RulingRefusal> {
    match done {
        Ok(preview) => Ok(preview),
        Err(RefereeError::Refused(refusal)) => Err(refusal),
        Err(RefereeError::Store(error)) => panic!("{error}"),
    }
}

impl Drop for House {
    fn drop(&mut self) {
        self.core = None;
        // What can't be removed hinders no test.
        let _ = std::fs::remove_dir_all(self.path.with_file_name(""));
    }
}
