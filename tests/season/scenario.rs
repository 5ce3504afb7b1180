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
use dealer::store::{MatchId, PostState, RoleDuty, RolesOf, Season, Stakes, StoreError};
use dealer::words::{self, season as said};
use matches::{Entry, Event};
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
        season.host_role = value.as_u64();
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
        let season = self.stage.season;
        match word {
            "cast" => {
                let new = rest.split(", ").map(newcomer).collect();
                let host = self.stage.asker("host");
                let now = self.stage.now;
                self.stage.core.add_to_cast(season, host, new, now).unwrap();
            }
            // has Ann 3, bank 1
            "has" => {
                for pair in rest.split(", ") {
                    let (whose, count) = pair.rsplit_once(' ').unwrap();
                    assert_eq!(self.stage.purse(whose).to_string(), count, "{at}: {whose}");
                }
            }
            // is Ann eliminated
            "is" => {
                let (name, is) = rest.rsplit_once(' ').unwrap();
                let found = self.stage.member(name).role;
                assert_eq!(Some(found), role(is), "{at}");
            }
            // strikes Ann 1
            "strikes" => {
                let (name, count) = rest.rsplit_once(' ').unwrap();
                let standings = self.stage.core.standings(season, SeasonViewer::Everybody);
                let people = standings.unwrap().unwrap();
                let person = people.iter().find(|person| person.name == name).unwrap();
                assert_eq!(person.strikes.to_string(), count, "{at}");
            }
            // audit the newest line | the reason
            "audit" => {
                let audit = self
                    .stage
                    .core
                    .store()
                    .read(|tx| tx.audit(GUILD, None, 1))
                    .unwrap();
                let newest = audit
                    .first()
                    .unwrap_or_else(|| panic!("{at}: nothing was written"));
                let (said, reason) = rest.split_once(" | ").unwrap_or((rest, ""));
                let entry = AuditEntry::read(&newest.said);
                let newest_said = words::audit_entry(&entry, None).replace('\\', "");
                assert_eq!(newest.reason, reason, "{at}");
                self.reads(&named(newest_said.trim_end_matches('.')), said, at);
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
                assert_eq!(due.unwrap().join(", "), rest, "{at}");
            }
            // roles Ann: 71 yes, 72 no; roles former Bo: nothing: how their Discord roles must
            // change. `former` means the account that Bo no longer has.
            "roles" => {
                let (who, expected) = split(rest, ": ", at);
                let whose = match who.strip_prefix("former ") {
                    Some(name) => RolesOf::Former(account(name)),
                    None => RolesOf::Member(self.stage.member(who).position),
                };
                let due = match self.stage.core.roles_due(season, whose).unwrap() {
                    RolesDue::Nothing => "nothing".to_owned(),
                    RolesDue::Later => "later".to_owned(),
                    RolesDue::Change { roles, .. } => {
                        let yes = |has| if has { "yes" } else { "no" };
                        let roles = roles.iter();
                        let said = roles.map(|(role, has)| format!("{role} {}", yes(*has)));
                        said.collect::<Vec<_>>().join(", ")
                    }
                };
                assert_eq!(due, expected, "{at}");
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
            // sees Ann: Ann 3, Bo ?
            "sees" => {
                let (who, expected) = split(rest, ": ", at);
                let seen_by = match who {
                    "host" => SeasonViewer::Host,
                    "everybody" => SeasonViewer::Everybody,
                    name => SeasonViewer::Account(account(name)),
                };
                let standings = self.stage.core.standings(season, seen_by).unwrap().unwrap();
                let seen = standings.into_iter().map(|person| {
                    let count = person
                        .garnets
                        .map_or("?".to_owned(), |count| count.to_string());
                    format!("{} {count}", person.name)
                });
                assert_eq!(seen.collect::<Vec<_>>().join(", "), expected, "{at}");
            }
            // match elimination Ann Bo
            "match" => {
                let words: Vec<&str> = rest.split(' ').collect();
                let [stakes, dmo, ec] = words[..] else {
                    panic!("{at}: match STAKES DMO EC")
                };
                let stakes: Stakes = serde_json::from_value(Value::from(stakes)).unwrap();
                let id = self.stage.open("crossfire", "{}", stakes, [dmo, ec]);
                self.open = Some(id);
            }
            // round elimination Ann Bo: the same with a practice round before it
            "round" => {
                let words: Vec<&str> = rest.split(' ').collect();
                let [stakes, dmo, ec] = words[..] else {
                    panic!("{at}: round STAKES DMO EC")
                };
                let stakes: Stakes = serde_json::from_value(Value::from(stakes)).unwrap();
                let seats = [dmo, ec];
                let mut new = self.stage.new_match("crossfire", "{}", stakes, seats);
                new.practice = Practice::RoundFirst;
                self.open = Some(self.stage.open_new(new).unwrap());
            }
            // The next match opens in this channel.
            "channel" => self.stage.channels = rest.parse::<u64>().unwrap() - 1,
            // at 2 #501: from now on the match with this number is meant, which is open there
            "at" => {
                let (number, channel) = split(rest, " #", at);
                let (id, channel) = (number.parse().unwrap(), channel.parse().unwrap());
                let store = self.stage.core.store();
                let open = store.read(|tx| tx.open_match_in(channel)).unwrap();
                assert_eq!(open, Some(MatchId(id)), "{at}");
                self.open = open;
            }
            // From now on the match with this number is meant. It may be over.
            "meant" => self.open = Some(MatchId(rest.parse().unwrap())),
            // No match is open.
            "closed" => {
                let store = self.stage.core.store();
                let open = store.read(|tx| tx.open_matches(None)).unwrap();
                assert_eq!(open, [], "{at}");
            }
            "moved" => {
                let (id, now) = (self.open.unwrap(), self.stage.now);
                let to = rest.parse().unwrap();
                self.stage.core.move_to(id, HOST, to, now).unwrap();
            }
            // acts Ann @Cleo, acts Ann @none: whose account plays for a person in the open match
            "acts" => {
                let (name, of) = split(rest, " @", at);
                let table = self.stage.core.table(self.open.unwrap()).unwrap().unwrap();
                let who = table.row.setup.cast.find(name).expect(at);
                let acts = table.person(who).map(|person| person.account);
                assert_eq!(acts, (of != "none").then(|| account(of)), "{at}");
            }
            // substitute Ann @Zoe: only in the open match
            "substitute" => {
                let (name, of) = split(rest, " @", at);
                let (id, now) = (self.open.unwrap(), self.stage.now);
                let core = &mut self.stage.core;
                let table = core.table(id).unwrap().unwrap();
                let ruling = Ruling::Substitute {
                    who: table.row.setup.cast.find(name).expect(at),
                    account: account(of),
                    in_season: false,
                };
                let order = RulingOrder {
                    match_id: id,
                    host: HOST,
                    ruling,
                    reason: String::new(),
                };
                core.rule(&order, None, now).unwrap();
            }
            // trouble 1: the host is told of some trouble in the match with this number
            "trouble" => {
                self.stage.now += 60_000;
                let (id, now) = (MatchId(rest.parse().unwrap()), self.stage.now);
                let told = Line::Trouble(Trouble::Text("A post cannot be made.".to_owned()));
                self.stage.core.tell_host(id, told, now).unwrap();
            }
            // may-settle yes: whether the host has the buttons to settle the open match
            "may-settle" => {
                let id = self.open.unwrap();
                let store = self.stage.core.store();
                let open = store.read(|tx| tx.open_posts(id)).unwrap();
                let asks = open.iter().any(|row| {
                    let letter: Letter = serde_json::from_str(&row.body).unwrap();
                    matches!(letter.post, Post::News { lines } if lines.contains(&Line::Tied))
                });
                assert_eq!(if asks { "yes" } else { "no" }, rest, "{at}");
            }
            // history 1, 2: the finished matches, in the order in which they ended
            "history" => {
                let store = self.stage.core.store();
                let past = store.read(|tx| tx.past_matches(season)).unwrap();
                let past: Vec<String> = past.iter().map(|past| past.row.id.to_string()).collect();
                assert_eq!(past.join(", "), rest, "{at}");
            }
            // game invitational elimination Ann Bo {…}
            "game" => {
                let words: Vec<&str> = rest.splitn(5, ' ').collect();
                let [game, stakes, dmo, ec, options] = words[..] else {
                    panic!("{at}: game …")
                };
                let stakes: Stakes = serde_json::from_value(Value::from(stakes)).unwrap();
                self.open = Some(self.stage.open(game, options, stakes, [dmo, ec]));
            }
            // The time for choices before the match is up.
            "late" => self.stage.now += 24 * 60 * 60_000,
            "begin" => {
                let (id, now) = (self.open.unwrap(), self.stage.now);
                self.stage.core.begin(id, HOST, true, now).unwrap();
            }
            // asked-out Cleo: a host who begins now is told that this eliminates her
            "asked-out" => {
                let (id, now) = (self.open.unwrap(), self.stage.now);
                let asked = self.stage.core.begin(id, HOST, false, now).unwrap();
                let BeginOutcome::Confirm { out, .. } = asked else {
                    panic!("{at}: {asked:?}")
                };
                let table = self.stage.core.table(id).unwrap().unwrap();
                let cast = &table.row.setup.cast;
                let out: Vec<&str> = out.iter().map(|who| cast.name(*who)).collect();
                assert_eq!(out.join(", "), rest, "{at}");
            }
            // does Ann: resign
            "does" => {
                let (who, text) = split(rest, ": ", at);
                self.stage.act(self.open.unwrap(), who, text);
                self.hear();
            }
            // rewind 1: done. A host rewinds the match with this number to before its last entry.
            // unrewind 1 rewinds to before it was first rewound.
            "rewind" | "unrewind" => {
                let (number, expected) = split(rest, ": ", at);
                let id = MatchId(number.parse().unwrap());
                self.open = Some(id);
                let core = &mut self.stage.core;
                let journal = core.store().read(|tx| tx.journal(id)).unwrap();
                let is_meant = |entry: &&Entry| {
                    word == "rewind" || matches!(entry.event, Event::Rewound { .. })
                };
                let entry = match word {
                    "rewind" => journal.iter().rfind(is_meant),
                    _ => journal.iter().find(is_meant),
                };
                let entry = entry.unwrap().id;
                let order = RulingOrder {
                    match_id: id,
                    host: HOST,
                    ruling: Ruling::Rewind { before: entry },
                    reason: String::new(),
                };
                let cast = core.table(id).unwrap().unwrap().row.setup.cast.clone();
                let done = match core.rule(&order, None, self.stage.now) {
                    Ok(_) => "done".to_owned(),
                    Err(RefereeError::Refused(why)) => dealer::words::ruling_refusal(&why, &cast),
                    Err(RefereeError::Store(error)) => panic!("{at}: {error}"),
                };
                self.reads(&done, expected, at);
                self.hear();
            }
            // void, void unpunished: a host calls the open match off, with or without its strikes
            "void" => {
                let ruling = match rest {
                    "unpunished" => Ruling::VoidUnpunished,
                    _ => Ruling::Void,
                };
                let order = RulingOrder {
                    match_id: self.open.unwrap(),
                    host: HOST,
                    ruling,
                    reason: String::new(),
                };
                self.stage.core.rule(&order, None, self.stage.now).unwrap();
                self.hear();
            }
            // newest a | b: the entries that can be taken back, newest first
            "newest" => {
                let id = self.open.unwrap();
                let count = rest.split(" | ").count();
                let past = self.stage.core.past(id, count).unwrap();
                let table = self.stage.core.table(id).unwrap().unwrap();
                let cast = &table.row.setup.cast;
                let said = past
                    .iter()
                    .map(|one| words::past(one, cast, str::to_owned, words::clock_time));
                // The number and the time are left out.
                let said = said.map(|said| said.splitn(3, " · ").last().unwrap().to_owned());
                let said = said.collect::<Vec<_>>().join(" | ");
                self.reads(&said, rest, at);
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
            // posted Held, Result: the posts in the match's channel about its end or a ruling
            "posted" => assert_eq!(self.posted.join(", "), rest, "{at}"),
            // news …: what the match's channel reads about a ruling
            "news" => self.told(&self.news.clone(), rest, at),
            // holds Ann 3, Bo 1: the garnets that the open match's record shows
            "holds" => {
                let id = self.open.unwrap();
                let record = self.stage.core.record(id).unwrap().unwrap();
                record.replay(|_, _| {}).unwrap();
                for pair in rest.split(", ") {
                    let (name, count) = pair.rsplit_once(' ').unwrap();
                    let held = record.garnets.get(name).copied().unwrap_or_default();
                    assert_eq!(held.to_string(), count, "{at}: {name}");
                }
            }
            // recorded Ann 1: every count of garnets in the open match's record
            "recorded" => {
                let id = self.open.unwrap();
                let record = self.stage.core.record(id).unwrap().unwrap();
                let table = self.stage.core.table(id).unwrap().unwrap();
                let replayed = record.replay(|_, _| {}).unwrap();
                assert_eq!(replayed.state(), table.play.game.state(), "{at}");
                let garnets = record.garnets.iter();
                let written = garnets.map(|(name, count)| format!("{name} {count}"));
                assert_eq!(written.collect::<Vec<_>>().join(", "), rest, "{at}");
            }
            // ended garnets: why the open match is over
            "ended" => {
                let id = self.open.unwrap();
                let table = self.stage.core.table(id).unwrap().unwrap();
                let reason = table.play.game.outcome().map(|end| end.reason);
                assert_eq!(serde_json::to_value(reason).unwrap(), rest, "{at}");
            }
            // chooses dmo: who decides the first player in Short Circuit
            "chooses" => {
                let id = self.open.unwrap();
                let table = self.stage.core.table(id).unwrap().unwrap();
                assert_eq!(table.play.game.state()["chooser"], rest, "{at}");
            }
            "release" => {
                let (id, now) = (self.open.unwrap(), self.stage.now);
                let (entry, _) = self.stage.core.held_posts(id, HOST).unwrap();
                self.stage.core.release(id, HOST, entry, now).unwrap();
                self.hear();
            }
            // Whether a result waits. Nobody is shown anything that would tell it.
            "waits" => {
                let store = self.stage.core.store();
                let waits = store.read(|tx| tx.holds_results(season)).unwrap();
                assert_eq!(if waits { "yes" } else { "no" }, rest, "{at}");
            }
            // series Ann Bo: 1: which match of a series the next one between the two would be
            "series" => {
                let (both, expected) = split(rest, ": ", at);
                let (one, other) = split(both, " ", at);
                let both = [account(one), account(other)];
                let last = self.stage.core.last_of_series(season, both).unwrap();
                let last = last.map_or("none".to_owned(), |(row, _)| row.id.to_string());
                assert_eq!(last, expected, "{at}");
            }
            // to-come host …: what a host is told about strikes that count later
            "to-come" => {
                let (who, expected) = split(rest, " ", at);
                let host = if who == "host" { HOST } else { account(who) };
                let to_come = self.stage.core.strikes_to_come(season, host).unwrap();
                let said = match to_come[..] {
                    [] => "nothing".to_owned(),
                    [(id, count)] => said::strikes_to_come(id, count, false),
                    _ => panic!("{at}: {to_come:?}"),
                };
                self.reads(&said, expected, at);
            }
            // written Bo #601: the season's first letter to this person alone, in their own channel
            "written" => {
                let (to, expected) = split(rest, ": ", at);
                let who = to.split(' ').next().unwrap();
                let store = self.stage.core.store_mut();
                let row = store.write(|tx| {
                    let row = tx.next_post(account(who))?.expect(at);
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
                let said = match letter.post {
                    Post::Gift {
                        season,
                        from,
                        amount,
                        reason,
                        held,
                    } => said::given(&season, &from, amount, &reason, held),
                    Post::Garnets {
                        season,
                        given,
                        amount,
                        reason,
                        held,
                    } => said::your_garnets(&season, given, amount, &reason, held),
                    Post::Strike {
                        season,
                        back,
                        reason,
                        count,
                        limit,
                        eliminated,
                    } => {
                        let reason = said::booked_reason(&reason);
                        said::your_strike(&season, back, &reason, (count, limit, eliminated))
                    }
                    other => format!("{other:?}"),
                };
                self.reads(&said, expected, at);
            }
            "told" => self.told(&self.result.clone(), rest, at),
            "host-told" => self.told(&self.host.clone(), rest, at),
            "alone" => {
                let said = self.alone.join(" ");
                let said = match rest.split_once(": ") {
                    Some((name, _)) => said.replace(&account(name).to_string(), name),
                    None => said,
                };
                self.reads(&said, rest, at);
            }
            "announced" => self.told(&self.elsewhere.clone(), rest, at),
            // A host rewinds to before the newest entry.
            "undo" => {
                let (id, now) = (self.open.unwrap(), self.stage.now);
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
            _ => {
                let (deed, sentence) = split(line, " -> ", at);
                let said = self.deed(deed, at).expect(at);
                self.reads(&said, sentence, at);
            }
        }
    }

    fn hear(&mut self) {
        let told = self.stage.told();
        (self.result, self.host, self.elsewhere) = (told.result, told.host, told.elsewhere);
        self.alone = told.alone;
        (self.news, self.posted) = (told.news, told.posted);
    }

    fn told(&mut self, lines: &[Line], expected: &str, at: &str) {
        let id = self.open.unwrap();
        let table = self.stage.core.table(id).unwrap().unwrap();
        let setup = table.row.setup.clone();
        let told = words::lines(lines, setup.game, &setup.cast)
            .trim()
            .replace('\n', " ");
        self.reads(&told, expected, at);
    }
}
