//! Scenarios as text, `tests/season/scenarios/*.txt`. `cast` gives the season its people (as in
//! `stage::newcomer`). `WHO: WHAT -> SENTENCE` is a deed and the sentence that WHO (`host`,
//! `stranger`, or a name) then reads. `! WHO: WHAT -> SENTENCE` is a deed that is refused and
//! changes nothing. The other lines are deeds in a match and checks, as [`Scenario::line`] reads
//! them. `DEALER_BLESS=1` writes the current sentences into the scenarios.

mod deeds;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use dealer::referee::{
    AuditEntry, BeginOutcome, Letter, Line, Post, Practice, PurseOwner, Recipient, RefereeError,
    RolesDue, Ruling, RulingOrder, SeasonViewer, Trouble,
};
use dealer::store::{
    MatchId, PostState, RoleDuty, RoleId, RolesOf, Season, Stakes, StoreError, Tx,
};
use dealer::words::{self, season as said};
use matches::record::Record;
use matches::{Entry, Event, Match};
use serde_json::Value;

use crate::stage::{GUILD, HOST, Stage, account, newcomer, role};

#[test]
fn every_scenario_ends_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/season/scenarios");
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    files.sort();
    assert!(files.len() >= 5, "{files:?}");
    let mut wrong = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let mut scenario = Scenario::new();
        let mut blessed = Vec::new();
        for (index, line) in text.lines().enumerate() {
            scenario.reads.clear();
            let at = format!("{}:{}", file.file_name().unwrap().display(), index + 1);
            match line.trim() {
                "" => {}
                line if line.starts_with('#') => {}
                line if line.starts_with("==") => scenario = Scenario::new(),
                line => {
                    // The other lines run all the same, so that one run shows everything that is
                    // wrong.
                    let tried = catch_unwind(AssertUnwindSafe(|| scenario.line(line, &at)));
                    wrong.extend(tried.is_err().then_some(at));
                }
            }
            scenario.stage.check_ledger();
            let reads = scenario.reads.iter();
            blessed.push(reads.fold(line.to_owned(), |line, (old, new)| line.replace(old, new)));
        }
        if std::env::var_os("DEALER_BLESS").is_some() {
            fs::write(&file, blessed.join("\n") + "\n").unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

struct Scenario {
    stage: Stage,
    open: Option<MatchId>,
    result: Vec<Line>,
    host: Vec<Line>,
    elsewhere: Vec<Line>,
    alone: Vec<String>,
    news: Vec<Line>,
    /// The kinds of posts in the match's channel.
    posted: Vec<&'static str>,
    /// What the current line says that somebody reads, and what they really read.
    reads: Vec<(String, String)>,
}

fn split<'a>(text: &'a str, by: &str, at: &str) -> (&'a str, &'a str) {
    let parts = text.split_once(by);
    parts.unwrap_or_else(|| panic!("{at}: “{by}” is missing"))
}

/// Splits a deed from its reason: `NAME: reason`.
fn reasoned(text: &str) -> (&str, &str) {
    text.split_once(": ").unwrap_or((text, ""))
}

fn side(word: &str) -> PurseOwner {
    match word {
        "bank" => PurseOwner::Bank,
        "outside" => PurseOwner::Nobody,
        name => PurseOwner::Somebody(name.to_owned()),
    }
}

/// A sentence with names instead of mentioned accounts.
fn named(sentence: &str) -> String {
    let named = ["Ann", "Bo", "Cleo"].into_iter();
    named.fold(sentence.to_owned(), |said, name| {
        said.replace(&format!("<@{}>", account(name)), &format!("@{name}"))
    })
}

/// Sets the season's setting `key`, or its host role.
fn set(season: &mut Season, key: &str, value: Value, at: &str) {
    if key == "host_role" {
        season.host_role = value.as_u64().map(RoleId);
        return;
    }
    let mut settings = serde_json::to_value(&season.settings).unwrap();
    assert!(settings.get(key).is_some(), "{at}: no setting {key}");
    settings[key] = value;
    season.settings = serde_json::from_value(settings).unwrap();
}

impl Scenario {
    fn new() -> Scenario {
        Scenario {
            stage: Stage::new(),
            open: None,
            result: Vec::new(),
            host: Vec::new(),
            elsewhere: Vec::new(),
            alone: Vec::new(),
            news: Vec::new(),
            posted: Vec::new(),
            reads: Vec::new(),
        }
    }

    /// Checks that somebody reads what the scenario says, or blesses it.
    fn reads(&mut self, found: &str, expected: &str, at: &str) {
        let may_bless = !expected.is_empty() && std::env::var_os("DEALER_BLESS").is_some();
        if may_bless {
            self.reads.push((expected.to_owned(), found.to_owned()))
        } else {
            assert_eq!(found, expected, "{at}")
        }
    }

    fn line(&mut self, line: &str, at: &str) {
        if let Some(deed) = line.strip_prefix("! ") {
            let (deed, sentence) = split(deed, " -> ", at);
            let before = self.stage.picture();
            let refused = self.deed(deed, at).map_err(|refused| named(&refused));
            self.reads(&refused.expect_err(at), sentence, at);
            assert_eq!(
                self.stage.picture(),
                before,
                "{at}: a refusal changed something"
            );
            return;
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if self.happens(word, rest, at) {
            return;
        }
        if let Some(found) = self.fact(word, rest, at) {
            assert_eq!(found, rest, "{at}");
            return;
        }
        let (found, expected) = self.sentence(word, rest, at).unwrap_or_else(|| {
            let (deed, sentence) = split(line, " -> ", at);
            (self.deed(deed, at).expect(at), sentence)
        });
        self.reads(&found, expected, at);
    }

    /// Does what a line says in a match, or sets the stage; whether it is such a line.
    fn happens(&mut self, word: &str, rest: &str, at: &str) -> bool {
        let (season, now) = (self.stage.season, self.stage.now);
        match word {
            "cast" => {
                let new = rest.split(", ").map(newcomer).collect();
                let host = self.stage.asker("host");
                let now = self.stage.now;
                self.stage
                    .core
                    .edit_season(season, host, now, |edit| edit.add_to_cast(new))
                    .unwrap();
            }
            // before player_role 1: set before settings were checked
            "before" => {
                let (key, value) = split(rest, " ", at);
                let set = self.stage.core.store_mut().write(|tx| {
                    let mut season = tx.season(season)?.unwrap();
                    set(&mut season, key, value.parse().unwrap(), at);
                    tx.set_season(&season)
                });
                set.unwrap();
            }
            // match elimination Ann Bo
            // round elimination Ann Bo: the same with a practice round before it
            // game invitational elimination Ann Bo {…}
            "match" | "round" | "game" => {
                let (game, rest) = match word {
                    "game" => split(rest, " ", at),
                    _ => ("crossfire", rest),
                };
                let words: Vec<&str> = rest.splitn(4, ' ').collect();
                let [stakes, dmo, ec] = words[..3] else {
                    panic!("{at}: STAKES DMO EC")
                };
                let options = words.get(3).unwrap_or(&"{}");
                let stakes: Stakes = serde_json::from_value(Value::from(stakes)).unwrap();
                let mut new = self.stage.new_match(game, options, stakes, [dmo, ec]);
                if word == "round" {
                    new.practice = Practice::RoundFirst;
                }
                self.open = Some(self.stage.open_new(new).unwrap());
            }
            // The next match opens in this channel.
            "channel" => self.stage.channels = rest.parse::<u64>().unwrap() - 1,
            // at 2 #501: from now on the match with this number is meant, which is open there
            "at" => {
                let (number, channel) = split(rest, " #", at);
                let (id, channel) = (number.parse().unwrap(), channel.parse().unwrap());
                let open = self.read(|tx| tx.open_match_in(channel));
                assert_eq!(open, Some(MatchId(id)), "{at}");
                self.open = open;
            }
            // From now on the match with this number is meant. It may be over.
            "meant" => self.open = Some(MatchId(rest.parse().unwrap())),
            "moved" => {
                let (id, to) = (self.open.unwrap(), rest.parse().unwrap());
                self.stage.core.move_to(id, HOST, to, now).unwrap();
            }
            // substitute Ann @Zoe: only in the open match
            "substitute" => {
                let (name, of) = split(rest, " @", at);
                let substitute = Ruling::Substitute {
                    who: self.play().setup.cast.find(name).expect(at),
                    account: account(of),
                    in_season: false,
                };
                assert_eq!(self.rule(substitute), "done", "{at}");
            }
            // void, void unpunished: a host calls the open match off, with or without its strikes
            "void" => {
                let void = match rest {
                    "unpunished" => Ruling::VoidUnpunished,
                    _ => Ruling::Void,
                };
                assert_eq!(self.rule(void), "done", "{at}");
                self.hear();
            }
            // unplay close: a host rewinds to before the newest act of this verb
            // unplay rewound: or to before the newest rewind, which undoes it
            "unplay" => {
                let journal = self.read(|tx| tx.journal(self.open.unwrap()));
                let is_it = |entry: &&Entry| match &entry.event {
                    Event::Act { act, .. } => act.starts_with(rest),
                    Event::Rewound { .. } => rest == "rewound",
                    _ => false,
                };
                let before = journal.iter().rev().find(is_it).expect(at).id;
                self.stage.now += 60_000;
                assert_eq!(self.rule(Ruling::Rewind { before }), "done", "{at}");
            }
            // trouble 1: the host is told of some trouble in the match with this number
            "trouble" => {
                self.stage.now += 60_000;
                let (id, now) = (MatchId(rest.parse().unwrap()), self.stage.now);
                let told = Line::Trouble(Trouble::Text("A post cannot be made.".to_owned()));
                self.stage.core.tell_host(id, told, now).unwrap();
            }
            // The time for choices before the match is up.
            "late" => self.stage.now += 24 * 60 * 60_000,
            "begin" => {
                let id = self.open.unwrap();
                self.stage.core.begin(id, HOST, true, now).unwrap();
            }
            // does Ann: resign
            "does" => {
                let (who, text) = split(rest, ": ", at);
                self.stage.act(self.open.unwrap(), who, text);
                self.hear();
            }
            // Tiac and Zac play a match of DM Invitational that only garnets can decide.
            "tie" => {
                for line in include_str!("tie.txt").lines() {
                    self.line(line, at);
                }
            }
            // hosted by Ann: who hosts matches that open from now on
            "hosted" => {
                let name = rest.strip_prefix("by ").expect(at);
                self.stage.host = account(name);
            }
            "release" => {
                let id = self.open.unwrap();
                let (entry, _) = self.stage.core.held_posts(id, HOST).unwrap();
                self.stage.core.release(id, HOST, entry, now).unwrap();
                self.hear();
            }
            // A host rewinds to before the newest entry.
            "undo" => {
                let id = self.open.unwrap();
                let undone = self.stage.core.store_mut().write(|tx| {
                    let entry = tx.journal(id)?.last().map_or(0, |entry| entry.id);
                    for line in tx.lines_since(id, entry)? {
                        let back =
                            tx.undo_line(season, &line, Some(HOST), "taken back".into(), now)?;
                        assert!(back.is_some(), "{at}");
                    }
                    tx.set_strikes_by_course(id, |cause| cause < entry)?;
                    tx.void_fates_since(season, id, entry)
                });
                undone.unwrap();
            }
            _ => return false,
        }
        true
    }

    /// What is true where a check stands, in the form of its line; None for other lines.
    fn fact(&mut self, word: &str, rest: &str, at: &str) -> Option<String> {
        let season = self.stage.season;
        let yes = |is| if is { "yes" } else { "no" }.to_owned();
        let (head, _) = rest.split_once(": ").unwrap_or((rest, ""));
        Some(match word {
            // has Ann 3, bank 1
            "has" => counts(rest, |whose| self.stage.purse(whose)),
            // is Ann eliminated
            "is" => {
                let (name, is) = rest.rsplit_once(' ').unwrap();
                assert_eq!(Some(self.stage.member(name).role), role(is), "{at}");
                rest.to_owned()
            }
            // strikes Ann 1
            "strikes" => {
                let standings = self.stage.core.standings(season, SeasonViewer::Everybody);
                let people = standings.unwrap().unwrap();
                let of = |name: &str| people.iter().find(|person| person.name == name).unwrap();
                counts(rest, |name| of(name).strikes)
            }
            // due Ann, Bo, former Cleo: whose Discord roles must change. `former` means the account
            // of a person who has left.
            "due" => {
                let due = self.stage.core.store_mut().write(|tx| {
                    let (duties, people) = (tx.role_duties()?, tx.everybody(season)?);
                    for duty in &duties {
                        tx.roles_done(duty)?;
                    }
                    let name = |duty: &RoleDuty| match duty.whose {
                        RolesOf::Member(position) => {
                            let mut people = people.iter();
                            let found = people.find(|(one, _)| one.position == position);
                            found.map(|(one, _)| one.name.clone())
                        }
                        RolesOf::Former(former) => {
                            let mut names = ["Ann", "Bo", "Cleo"].into_iter();
                            let found = names.find(|name| account(name) == former);
                            found.map(|name| format!("former {name}"))
                        }
                    };
                    Ok::<_, StoreError>(duties.iter().filter_map(name).collect::<Vec<_>>())
                });
                due.unwrap().join(", ")
            }
            // roles Ann: 71 yes, 72 no; roles former Bo: nothing: how their Discord roles must
            // change. `former` means the account that Bo no longer has.
            "roles" => {
                let whose = match head.strip_prefix("former ") {
                    Some(name) => RolesOf::Former(account(name)),
                    None => RolesOf::Member(self.stage.member(head).position),
                };
                let due = match self.stage.core.roles_due(season, whose).unwrap() {
                    RolesDue::Nothing => "nothing".to_owned(),
                    RolesDue::Later => "later".to_owned(),
                    RolesDue::Change { roles, .. } => {
                        let roles = roles.iter();
                        listed(roles.map(|(role, has)| format!("{role} {}", yes(*has))))
                    }
                };
                format!("{head}: {due}")
            }
            // sees Ann: Ann 3, Bo ?
            "sees" => {
                let seen_by = match head {
                    "host" => SeasonViewer::Host,
                    "everybody" => SeasonViewer::Everybody,
                    name => SeasonViewer::Account(account(name)),
                };
                let standings = self.stage.core.standings(season, seen_by).unwrap().unwrap();
                let seen = standings.into_iter().map(|person| {
                    let count = person.garnets.map(|count| count.to_string());
                    format!("{} {}", person.name, count.as_deref().unwrap_or("?"))
                });
                format!("{head}: {}", listed(seen))
            }
            // No match is open.
            "closed" => {
                assert_eq!(self.read(|tx| tx.open_matches(None)), [], "{at}");
                String::new()
            }
            // acts Ann @Cleo, acts Ann @none: whose account plays for a person in the open match
            "acts" => {
                let (name, of) = split(rest, " @", at);
                let (id, who) = (self.open.unwrap(), self.play().setup.cast.find(name));
                let people = self.read(|tx| tx.people(id));
                let acts = people.iter().find(|person| Some(person.who) == who);
                let acts = acts.map(|person| person.account);
                assert_eq!(acts, (of != "none").then(|| account(of)), "{at}");
                rest.to_owned()
            }
            // may-settle yes: whether the host has the buttons to settle the open match
            "may-settle" => {
                let id = self.open.unwrap();
                let asks = self.read(|tx| tx.open_posts(id)).iter().any(|row| {
                    let letter: Letter = serde_json::from_str(&row.body).unwrap();
                    matches!(letter.post, Post::News { lines } if lines.contains(&Line::Tied))
                });
                yes(asks)
            }
            // history 1, 2: the finished matches, in the order in which they ended
            "history" => {
                let past = self.read(|tx| tx.past_matches(season));
                listed(past.iter().map(|past| past.row.id.to_string()))
            }
            // asked-out Cleo: a host who begins now is told that this eliminates her
            "asked-out" => {
                let (id, now) = (self.open.unwrap(), self.stage.now);
                let asked = self.stage.core.begin(id, HOST, false, now).unwrap();
                let BeginOutcome::Confirm { out, .. } = asked else {
                    panic!("{at}: {asked:?}")
                };
                let cast = &self.play().setup.cast;
                listed(out.iter().map(|who| cast.name(*who).to_owned()))
            }
            // posted Held, Result: the posts in the match's channel about its end or a ruling
            "posted" => self.posted.join(", "),
            // holds Ann 3, Bo 1: the garnets that the open match's record shows
            "holds" => {
                let garnets = self.record().garnets;
                counts(rest, |name| garnets.get(name).copied().unwrap_or_default())
            }
            // recorded Ann 1: every count of garnets in the open match's record
            "recorded" => {
                let garnets = self.record().garnets.into_iter();
                listed(garnets.map(|(name, count)| format!("{name} {count}")))
            }
            // ended garnets: why the open match is over
            "ended" => {
                let reason = self.play().game.outcome().map(|end| end.reason);
                let reason = serde_json::to_value(reason).unwrap();
                reason.as_str().unwrap_or_default().to_owned()
            }
            // chooses dmo: who decides the first player in Short Circuit
            "chooses" => {
                let state = self.play().game.state();
                state["chooser"].as_str().unwrap_or_default().to_owned()
            }
            // Whether a result waits. Nobody is shown anything that would tell it.
            "waits" => yes(self.read(|tx| tx.holds_results(season))),
            // series Ann Bo: 1: which match of a series the next one between the two would be
            "series" => {
                let (one, other) = split(head, " ", at);
                let both = [account(one), account(other)];
                let last = self.stage.core.last_of_series(season, both).unwrap();
                let last = last.map_or("none".to_owned(), |(row, _)| row.id.to_string());
                format!("{head}: {last}")
            }
            _ => return None,
        })
    }

    /// What somebody reads, and what the line expects; None for other lines.
    fn sentence<'a>(&mut self, word: &str, rest: &'a str, at: &str) -> Option<(String, &'a str)> {
        Some(match word {
            // audit the newest line | the reason
            "audit" => {
                let audit = self.read(|tx| tx.audit(GUILD, None, 1));
                let newest = audit.first();
                let newest = newest.unwrap_or_else(|| panic!("{at}: nothing was written"));
                let (expected, reason) = rest.split_once(" | ").unwrap_or((rest, ""));
                assert_eq!(newest.reason, reason, "{at}");
                let said = words::audit::audit_entry(&AuditEntry::read(&newest.said), None);
                let said = said.replace('\\', "");
                (named(said.trim_end_matches('.')), expected)
            }
            // rewind 1: done. A host rewinds the match with this number to before its last entry.
            // unrewind 1 rewinds to before it was first rewound.
            "rewind" | "unrewind" => {
                let (number, expected) = split(rest, ": ", at);
                let id = MatchId(number.parse().unwrap());
                self.open = Some(id);
                let journal = self.read(|tx| tx.journal(id));
                let is_rewind = |entry: &&Entry| matches!(entry.event, Event::Rewound { .. });
                let entry = match word {
                    "rewind" => journal.last(),
                    _ => journal.iter().find(is_rewind),
                };
                let before = entry.unwrap().id;
                let done = self.rule(Ruling::Rewind { before });
                self.hear();
                (done, expected)
            }
            // newest a | b: the entries that can be taken back, newest first
            "newest" => {
                let (id, count) = (self.open.unwrap(), rest.split(" | ").count());
                let past = self.stage.core.past(id, count).unwrap();
                let cast = &self.play().setup.cast;
                let said = past.iter().map(|one| {
                    words::entries::past(one, cast, str::to_owned, words::english::clock_time)
                });
                // The number and the time are left out.
                let said = said.map(|said| said.splitn(3, " · ").last().unwrap().to_owned());
                (said.collect::<Vec<_>>().join(" | "), rest)
            }
            // to-come host …: what a host is told about strikes that count later
            "to-come" => {
                let (who, expected) = split(rest, " ", at);
                let host = if who == "host" { HOST } else { account(who) };
                let season = self.stage.season;
                let to_come = self.stage.core.strikes_to_come(season, host).unwrap();
                let said = match to_come[..] {
                    [] => "nothing".to_owned(),
                    [(of, count)] => said::strikes_to_come(of, count, false),
                    _ => panic!("{at}: {to_come:?}"),
                };
                (said, expected)
            }
            // written Bo #601: the season's first letter to this person alone, in their own channel
            "written" => {
                let (to, expected) = split(rest, ": ", at);
                let who = to.split(' ').next().unwrap();
                let store = self.stage.core.store_mut();
                let row = store.write(|tx| {
                    let row = tx.next_post(account(who).0)?.expect(at);
                    tx.set_post_state(row.id, PostState::Sent)?;
                    Ok::<_, StoreError>(row)
                });
                let letter: Letter = serde_json::from_str(&row.unwrap().body).unwrap();
                let way = match letter.to {
                    Recipient::Member {
                        bound: Some(channel),
                        ..
                    } => format!(" #{channel}"),
                    _ => String::new(),
                };
                assert_eq!(format!("{who}{way}"), to, "{at}");
                let post = letter.post;
                let said = said::letter(&post).unwrap_or_else(|| format!("{post:?}"));
                (said, expected)
            }
            "told" => (self.said(&self.result), rest),
            "host-told" => (self.said(&self.host), rest),
            "announced" => (self.said(&self.elsewhere), rest),
            // news …: what the match's channel reads about a ruling
            "news" => (self.said(&self.news), rest),
            "alone" => {
                let said = self.alone.join(" ");
                let said = match rest.split_once(": ") {
                    Some((name, _)) => said.replace(&account(name).to_string(), name),
                    None => said,
                };
                (said, rest)
            }
            _ => return None,
        })
    }

    fn read<T>(&self, read: impl FnOnce(&Tx) -> Result<T, StoreError>) -> T {
        self.stage.core.store().read(read).unwrap()
    }

    /// The match that is meant.
    fn play(&self) -> Match {
        let table = self.stage.core.table(self.open.unwrap()).unwrap();
        table.unwrap().play.clone()
    }

    /// Its record, which leads to the same state.
    fn record(&self) -> Record {
        let record = self.stage.core.record(self.open.unwrap());
        let record = record.unwrap().unwrap();
        let replayed = record.replay(|_, _| {}).unwrap();
        assert_eq!(replayed.state(), self.play().game.state());
        record
    }

    /// A host's ruling: `done`, or what the host reads.
    fn rule(&mut self, ruling: Ruling) -> String {
        let order = RulingOrder {
            match_id: self.open.unwrap(),
            host: HOST,
            ruling,
            reason: String::new(),
        };
        match self.stage.core.rule(&order, None, self.stage.now) {
            Ok(_) => "done".to_owned(),
            Err(RefereeError::Refused(why)) => {
                words::ruling_refusals::ruling_refusal(&why, &self.play().setup.cast)
            }
            Err(RefereeError::Store(error)) => panic!("{error}"),
        }
    }

    fn hear(&mut self) {
        let told = self.stage.told();
        (self.result, self.host, self.elsewhere) = (told.result, told.host, told.elsewhere);
        self.alone = told.alone;
        (self.news, self.posted) = (told.news, told.posted);
    }

    fn said(&self, lines: &[Line]) -> String {
        let setup = self.play().setup;
        let said = words::lines::lines(lines, setup.game, &setup.cast);
        said.trim().replace('\n', " ")
    }
}

fn listed(all: impl Iterator<Item = String>) -> String {
    all.collect::<Vec<_>>().join(", ")
}

/// `NAME 3, NAME 1` with the counts of those who are named.
fn counts(names: &str, mut count: impl FnMut(&str) -> u32) -> String {
    listed(names.split(", ").map(|pair| {
        let (name, _) = pair.rsplit_once(' ').unwrap();
        format!("{name} {}", count(name))
    }))
}
