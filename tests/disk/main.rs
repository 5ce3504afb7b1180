//! The power fails at any moment, and writes and syncs fail. Afterwards the database holds
//! everything that anybody was told, and it is sound.

// SQLite calls a VFS by pointers to C functions.
#![allow(unsafe_code)]

mod disk;

use dealer::referee::{Act, Core, NewMatch, NewPerson, Practice, RefereeGone, in_group};
use dealer::store::{AccountId, ChannelId, MatchId, ServerId, Stakes, Store, StoreError};
use disk::{Fault, disk, new_disk};
use games::{BySeat, Dice, GameId, GivenOptions, Role, WallMs};
use matches::{Stage, Times};

const SEEDS: u64 = 40;
const CUTS: u64 = 6;
const HOST: AccountId = AccountId(900);

/// There is only one disk, so one test runs at a time.
static ALONE: std::sync::Mutex<()> = std::sync::Mutex::new(());

/// A match on a disk.
struct Run {
    dice: Dice,
    core: Core,
    id: MatchId,
    now: WallMs,
    /// The part of the journal that somebody was told about.
    told: Vec<String>,
    /// Nobody knows whether the last group was stored.
    unknown: bool,
    /// How many groups were not stored, and how many nobody knew about.
    lost: u64,
    unknowns: u64,
    /// SQLite keeps no page in memory between jobs.
    forgets: bool,
    /// In how many groups a read went wrong.
    misread: u64,
    path: std::path::PathBuf,
}

fn path(seed: u64) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("dealer-disk-{}", std::process::id()));
    folder.join(format!("{seed}.db"))
}

/// Opens the database on the simulated disk. Its lock file is on the machine's own disk, where the
/// missing database would count as lost.
fn open(path: &std::path::Path) -> Result<Store, StoreError> {
    let mut lock = path.as_os_str().to_owned();
    lock.push(".lock");
    // The first time it doesn't exist.
    let _ = std::fs::remove_file(lock);
    Store::open(path)
}

impl Run {
    fn new(seed: u64) -> Run {
        new_disk();
        let mut dice = Dice::new(seed);
        let path = path(seed);
        let mut core = Core::new(open(&path).unwrap(), seed);
        let game = *dice.pick(GameId::ALL).unwrap();
        let size = 6.max(*game.catalogue().cast_sizes.start());
        let person = |index: usize| {
            let role = match index {
                4 => Role::Dealer,
                _ => Role::Player,
            };
            NewPerson::new(
                format!("P{index}"),
                role,
                Some(AccountId(100 + index as u64)),
            )
        };
        let new = NewMatch {
            guild: Some(ServerId(1)),
            channel: ChannelId(5),
            season: None,
            host: HOST,
            game,
            options: GivenOptions::new(),
            times: Times::defaults(game),
            lateness: Default::default(),
            cast: (0..size).map(person).collect(),
            seats: game.catalogue().seats.then(|| BySeat {
                dmo: "P0".to_owned(),
                ec: "P1".to_owned(),
            }),
            start_at_ms: None,
            choices_due_ms: None,
            stakes: Stakes::Nothing,
            practice: Practice::No,
        };
        let now = WallMs(1_700_000_000_000);
        let id = core.open_match(new, now).unwrap();
        let mut run = Run {
            dice,
            core,
            id,
            now,
            told: Vec::new(),
            unknown: false,
            lost: 0,
            unknowns: 0,
            forgets: false,
            misread: 0,
            path,
        };
        run.told = run.journal().unwrap();
        run
    }

    fn journal(&mut self) -> Result<Vec<String>, String> {
        let id = self.id;
        let journal = self.core.store().read(|tx| tx.journal(id));
        let journal = journal.map_err(|error: StoreError| error.to_string())?;
        Ok(journal.iter().map(|entry| format!("{entry:?}")).collect())
    }

    /// Several jobs go to the disk together. People are told about them if the group is reported as
    /// stored.
    fn group(&mut self) {
        self.now += 1_000;
        let jobs = 1 + self.dice.below(3);
        let misread = disk().misread;
        let (_, stored) = in_group(self, |run| {
            for _ in 0..jobs {
                run.job();
            }
        });
        if disk().misread > misread {
            self.misread += 1;
            assert!(stored.is_err(), "a read failed, but the group is stored");
        }
        match stored {
            // If a broken disk can't be read either, nothing has happened.
            Ok(()) => {
                disk().reads_again();
                if let Ok(journal) = self.journal() {
                    (self.told, self.unknown) = (journal, false);
                }
            }
            Err(RefereeGone::Unknown(_)) => {
                self.unknowns += 1;
                self.unknown = true;
            }
            Err(_) => self.lost += 1,
        }
    }

    fn job(&mut self) {
        let (id, now) = (self.id, self.now);
        if self.forgets {
            // SAFETY: this only frees SQLite's own memory, which nothing else uses now.
            unsafe { rusqlite::ffi::sqlite3_release_memory(i32::MAX) };
        }
        let Ok(Some(table)) = self.core.table(id) else {
            return;
        };
        // A refused or unstored job is answered with its error.
        match table.play.stage() {
            Stage::Standing => drop(self.core.begin(id, HOST, true, now)),
            _ => {
                let open = table.play.game.prompts();
                let waiting: Vec<_> = open.iter().filter(|open| !open.answered).collect();
                // Without seats, everybody has answered soon, and changes their mind then.
                let changes = !table.row.setup.has_seats() && self.dice.one_in(2);
                let open = if changes {
                    open.iter().collect()
                } else {
                    waiting
                };
                let Some(open) = self.dice.pick(&open) else {
                    return;
                };
                if let Some(prompt) = table.play.open_prompt()
                    && !table.play.is_shown()
                {
                    drop(self.core.shown(id, prompt, now, now));
                }
                let text = table.play.game.sample(open.who, &mut self.dice);
                let account = table
                    .people
                    .iter()
                    .find(|person| table.party(person.account) == Some(open.who));
                if let (Some(text), Some(person)) = (text, account) {
                    let act = Act::new(id, person.account, text, now);
                    drop(self.core.act(&act, now));
                }
            }
        }
    }

    /// Plays with power cuts on a disk that `prepare` sets up before each group.
    fn play(mut self, prepare: impl Fn(&mut disk::Disk, &mut Dice)) -> Result<Run, String> {
        for _ in 0..CUTS {
            for _ in 0..1 + self.dice.below(12) {
                prepare(&mut disk(), &mut self.dice);
                self.group();
                if disk().stays {
                    self.group();
                    let is_full = disk().fault.0 == Fault::Full;
                    // What was told can be read from a full disk.
                    if is_full && self.journal().as_ref() != Ok(&self.told) {
                        return Err("a full disk can't be read".to_owned());
                    }
                }
                disk().mend();
                self.check()?;
            }
            self = self.cut()?;
        }
        Ok(self)
    }

    /// The power fails at any moment of a group or of shutdown, and returns. Gives what is wrong
    /// afterwards, if anything.
    fn cut(mut self) -> Result<Run, String> {
        let left = 1 + self.dice.below(40);
        disk().dies_in = Some(left);
        self.group();
        drop(self.core);
        disk().dies();
        disk().comes_back(&mut self.dice);
        let opened = open(&self.path).map_err(|error| error.to_string());
        self.core = Core::new(opened?, 1);
        self.check()?;
        if self.dice.one_in(2) {
            drop(self.core);
            sound(&self.path)?;
            self.core = Core::new(open(&self.path).unwrap(), 1);
        }
        self.told = self.journal()?;
        Ok(self)
    }

    /// Checks that everything told is there and nothing refused is, and that the match follows from
    /// its journal.
    fn check(&mut self) -> Result<(), String> {
        let (id, journal) = (self.id, self.journal()?);
        let more = std::mem::take(&mut self.unknown) && journal.starts_with(&self.told);
        if !more && journal != self.told {
            let (told, there) = (self.told.len(), journal.len());
            return Err(format!("{told} entries were told, {there} are there"));
        }
        // Now the unknown group is known.
        self.told = journal;
        match self.core.table(id) {
            Ok(Some(_)) => Ok(()),
            Ok(None) => Err("the match is gone".to_owned()),
            Err(error) => Err(error.to_string()),
        }
    }
}

fn sound(path: &std::path::Path) -> Result<(), String> {
    let check = || {
        let db = rusqlite::Connection::open(path)?;
        db.query_row("PRAGMA integrity_check", [], |row| row.get::<_, String>(0))
    };
    match check() {
        Ok(word) if word == "ok" => Ok(()),
        Ok(what) => Err(what),
        Err(error) => Err(error.to_string()),
    }
}

impl AsMut<Core> for Run {
    fn as_mut(&mut self) -> &mut Core {
        &mut self.core
    }
}

/// Like [`Run::play`], but gives how many groups were not stored and how many nobody knew about, or
/// what was wrong.
fn play(seed: u64, prepare: impl Fn(&mut disk::Disk, &mut Dice)) -> Result<(u64, u64), String> {
    let run = Run::new(seed).play(prepare)?;
    Ok((run.lost, run.unknowns))
}

fn alone() -> std::sync::MutexGuard<'static, ()> {
    ALONE
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

#[test]
fn everything_told_survives_a_power_cut() {
    let _alone = alone();
    for seed in 0..SEEDS {
        let played = play(seed, |_, _| {});
        assert!(played.is_ok(), "seed {seed}: {played:?}");
    }
}

#[test]
fn a_refused_write_is_not_told_and_earlier_writes_stay() {
    let _alone = alone();
    let mut lost = 0;
    for seed in 0..SEEDS {
        let played = play(seed, |disk, dice| {
            let faults = [Fault::None, Fault::Write, Fault::Full, Fault::Sync];
            disk.fault = (*dice.pick(&faults).unwrap(), 1 + dice.below(12));
        });
        lost += played
            .unwrap_or_else(|what| panic!("seed {seed}: {what}"))
            .0;
    }
    assert!(lost > 2 * SEEDS, "only {lost} groups were lost");
}

#[test]
fn a_refused_write_does_not_return_when_the_disk_recovers() {
    let _alone = alone();
    let (mut lost, mut unknown) = (0, 0);
    for seed in 0..SEEDS {
        let played = play(seed, |disk, dice| {
            let faults = [Fault::Write, Fault::Full, Fault::Sync, Fault::Sync];
            disk.fault = (*dice.pick(&faults).unwrap(), 1 + dice.below(12));
            disk.stays = dice.one_in(3);
        });
        let played = played.unwrap_or_else(|what| panic!("seed {seed}: {what}"));
        (lost, unknown) = (lost + played.0, unknown + played.1);
    }
    // More than only the groups during a power cut.
    assert!(unknown > SEEDS * CUTS, "only {unknown} groups were unknown");
    assert!(lost > SEEDS, "only {lost} groups were lost");
}

#[test]
fn a_group_with_a_failed_read_fails_as_a_whole() {
    let _alone = alone();
    let mut misread = 0;
    for seed in 0..SEEDS / 2 {
        let run = Run {
            forgets: true,
            ..Run::new(seed)
        };
        let played = run.play(|disk, dice| {
            disk.fault = (
                *dice.pick(&[Fault::Read, Fault::Garbled]).unwrap(),
                1 + dice.below(30),
            );
            disk.stays = dice.one_in(3);
        });
        misread += played
            .unwrap_or_else(|what| panic!("seed {seed}: {what}"))
            .misread;
    }
    assert!(misread > SEEDS, "reads failed in only {misread} groups");
}

#[test]
fn unsynced_writes_are_found() {
    let _alone = alone();
    let found = |lie: fn(&mut disk::Disk)| {
        (0..SEEDS).find(|seed| play(*seed, |disk, _| lie(disk)).is_err())
    };
    // These are `synchronous=OFF` and `synchronous=NORMAL`.
    assert!(found(|disk| disk.lies = true).is_some());
    assert!(found(|disk| disk.lies_of_log = true).is_some());
}
