//! Scenarios as lines of text (`scenarios/*.txt`). A line that begins with a time is done at that
//! time, counted from the match's opening. `->` gives the outcome; without it the step must
//! succeed. Other lines check the current state. Before the first time come the settings: another
//! game than Gridlock, options, times, a guest, another name, practice, whose match it is, a
//! scheduled start. After every line the process restarts on the same file.

mod checks;

use dealer::store::AccountId;
use std::fmt::Debug;

use dealer::referee::{
    Act, ActRefusal, BeginOutcome, ConductRefusal, NewMatch, OpenRefusal, Practice, RefereeError,
    Ruling, RulingRefusal,
};
use games::{CastId, Party, Seat, WallMs};
use matches::Event;

use crate::house::{HOST, House, OPENED, account, new_match};
use checks::written;

#[test]
fn start() {
    run("start.txt", include_str!("scenarios/start.txt"));
}

#[test]
fn appointments() {
    run(
        "appointments.txt",
        include_str!("scenarios/appointments.txt"),
    );
}

#[test]
fn clocks() {
    run("clocks.txt", include_str!("scenarios/clocks.txt"));
}

#[test]
fn timeouts() {
    run("timeouts.txt", include_str!("scenarios/timeouts.txt"));
}

#[test]
fn stopped_clocks() {
    run(
        "stopped_clocks.txt",
        include_str!("scenarios/stopped_clocks.txt"),
    );
}

#[test]
fn who_may_do_what() {
    run(
        "who_may_do_what.txt",
        include_str!("scenarios/who_may_do_what.txt"),
    );
}

#[test]
fn both_at_once() {
    run(
        "both_at_once.txt",
        include_str!("scenarios/both_at_once.txt"),
    );
}

#[test]
fn rulings() {
    run("rulings.txt", include_str!("scenarios/rulings.txt"));
}

#[test]
fn restored() {
    run("restored.txt", include_str!("scenarios/restored.txt"));
}

#[test]
#[should_panic(expected = "wrong.txt:2")]
fn a_wrong_scenario_fails() {
    run(
        "wrong.txt",
        "== Nobody has paid yet\nreserve dmo 299 ec 300\n",
    );
}

fn run(file: &str, text: &str) {
    let mut stage = Stage::new(new_match("gridlock"));
    let mut scenarios = 0;
    for (index, line) in text.lines().enumerate() {
        let line = line.split(" #").next().unwrap_or_default().trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if line.starts_with("==") {
            stage = Stage::new(new_match("gridlock"));
            scenarios += 1;
            continue;
        }
        let at = format!("{file}:{}: {line}", index + 1);
        stage.line(line, &at);
    }
    assert!(scenarios > 0);
}

/// A scenario in progress.
struct Stage {
    given: NewMatch,
    house: Option<House>,
    /// The line's time, in milliseconds since the Unix epoch.
    now: WallMs,
}

/// Reads `1:30` or `1:02:03.5`: minutes and seconds, or hours, minutes and seconds.
fn time(text: &str) -> Option<WallMs> {
    let mut parts = text.rsplit(':');
    let (whole, part) = match parts.next()?.split_once('.') {
        Some((whole, part)) => (whole, format!("{part:0<3}").parse::<u64>().ok()?),
        None => (text.rsplit(':').next()?, 0),
    };
    let minutes: u64 = parts.next()?.parse().ok()?;
    let hours: u64 = parts.next().map_or(Some(0), |hours| hours.parse().ok())?;
    let seconds: u64 = whole.parse().ok()?;
    Some(OPENED + ((hours * 60 + minutes) * 60 + seconds) * 1000 + part)
}

/// The name of a variant: the first word of its debug form.
fn name(value: &impl Debug) -> String {
    let text = format!("{value:?}");
    let end = text.find(|c: char| !c.is_alphanumeric());
    text[..end.unwrap_or(text.len())].to_owned()
}

/// Like [`name`], for a variant of any match or of one game.
fn name_in_game(value: &impl Debug) -> String {
    let text = format!("{value:?}");
    // `OfGame(GameRefusal(Gridlock(RedTile(…))))`
    match text.strip_prefix("OfGame(") {
        Some(of_game) => {
            let inner = of_game.splitn(3, '(').last();
            let inner = inner.unwrap_or_default();
            let end = inner.find(|c: char| !c.is_alphanumeric());
            inner[..end.unwrap_or(inner.len())].to_owned()
        }
        None => name(value),
    }
}

impl Stage {
    fn new(given: NewMatch) -> Stage {
        Stage {
            given,
            house: None,
            now: OPENED,
        }
    }

    fn house(&mut self) -> &mut House {
        let given = &self.given;
        self.house
            .get_or_insert_with(|| House::open(given.clone(), 1))
    }

    fn line(&mut self, line: &str, at: &str) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let Some(now) = time(word) else {
            if !self.give(word, rest) {
                self.check(word, rest, at);
            }
            return;
        };
        self.now = now;
        let (what, expected) = match rest.split_once(" -> ") {
            Some((what, expected)) => (what.trim(), Some(expected.trim())),
            None => (rest.trim(), None),
        };
        let before = (self.house().picture(), self.house().journal().len());
        let came = self.perform(what);
        match (&came, expected) {
            (Ok(_), None) => {}
            (Ok(came) | Err(came), Some(expected)) => assert_eq!(came, expected, "{at}"),
            (Err(refusal), None) => panic!("{at}: refused, {refusal}"),
        }
        if came.is_err() {
            let after = (self.house().picture(), self.house().journal().len());
            assert!(before == after, "{at}: a refusal changed something");
        }
        self.house().reopen();
    }

    /// Sets something before the match opens.
    fn give(&mut self, word: &str, rest: &str) -> bool {
        match word {
            "game" => self.given = new_match(rest),
            "options" => self.given.options = serde_json::from_str(rest).unwrap(),
            "times" => {
                for one in rest.split(", ") {
                    let (key, seconds) = one.split_once(' ').unwrap();
                    self.given.times.set(key, seconds.parse().unwrap()).unwrap();
                }
            }
            "guest" => self.person(rest).account = None,
            "start" => self.given.start_at_ms = time(rest),
            "called" => {
                let (name, other) = rest.split_once(" = ").unwrap();
                self.person(name).name = other.to_owned();
            }
            "hosted" => self.given.host = account(self.cast_id(rest)),
            "practice" => self.given.practice = Practice::Itself,
            _ => return false,
        }
        assert!(
            self.house.is_none(),
            "{word} must come before the first time"
        );
        true
    }

    fn person(&mut self, name: &str) -> &mut dealer::referee::NewPerson {
        let mut cast = self.given.cast.iter_mut();
        cast.find(|person| person.name == name).unwrap()
    }

    fn cast_id(&self, name: &str) -> CastId {
        let index = self
            .given
            .cast
            .iter()
            .position(|person| person.name == name);
        CastId(index.unwrap_or_else(|| panic!("{name} is nobody")) as u8)
    }

    fn party(&self, who: &str) -> Party {
        match Seat::read(who) {
            Some(seat) => Party::Seat(seat),
            None if who == "host" => Party::Host,
            None => Party::Cast(self.cast_id(who)),
        }
    }

    fn account(&mut self, who: &str) -> AccountId {
        match (Seat::read(who), who) {
            (Some(seat), _) => {
                let house = self.house();
                let who = house.play().setup.cast.seated(seat).unwrap();
                let id = house.id;
                let table = house.core().table(id).unwrap().unwrap();
                table.person(who).unwrap().account
            }
            (_, "host") => HOST,
            (_, "stranger") => AccountId(1),
            (_, "newcomer") => AccountId(77),
            (_, name) => account(self.cast_id(name)),
        }
    }

    /// Does what a line says, and gives the outcome in the scenarios' words. Err if it was refused.
    fn perform(&mut self, what: &str) -> Result<String, String> {
        if let Some((head, text)) = what.split_once(": ") {
            return self.act(head, text);
        }
        let words: Vec<&str> = what.split(' ').collect();
        let (id, now) = (self.house().id, self.now);
        let by = match words.as_slice() {
            [.., "by", who] => self.account(who),
            ["ready" | "unready", who, ..] => self.account(who),
            _ => HOST,
        };
        let core = self.house().core();
        match words[0] {
            "live" => {
                if self.given.game.word() == "gridlock" {
                    self.act("UMG", "hide B1")?;
                    self.act("Myth", "hide A5")?;
                }
                self.perform("begin confirmed")?;
                self.perform("shown")
            }
            "begin" => {
                let confirmed = words.contains(&"confirmed");
                self.begun(|house| house.core().begin(id, by, confirmed, now))
            }
            "ready" => self.begun(|house| house.core().ready(id, by, now)),
            "unready" => conducted(core.not_ready(id, by, now)),
            "pause" => conducted(core.pause(id, by, now)),
            "resume" => conducted(core.resume(id, by, now)),
            "rule" => self.ruled(&words[1..], by),
            "gone" => {
                let channel = core.table(id).unwrap().unwrap().row.channel;
                core.channel_gone(channel, now).unwrap();
                Ok(String::new())
            }
            "move" => {
                let to = words[1].parse().unwrap();
                conducted(core.move_to(id, by, to, now).map(drop))
            }
            "wish" => {
                let account = self.account(words[2]);
                let core = self.house().core();
                let wished = match words[1] {
                    "pause" => core.wish_pause(id, account, now),
                    _ => core.wish_resume(id, account, now),
                };
                wished.map(|wish| name(&wish)).map_err(conduct)
            }
            "remind" => core
                .remind(id, by, now)
                .map(|count| count.to_string())
                .map_err(conduct),
            "start" => {
                let to = time(words[1]);
                conducted(core.move_start(id, by, to, false, now))
            }
            "wait" => {
                let waits = core.wait(id, by, now).map(|(until_ms, _)| until_ms);
                waits.map(written).map_err(conduct)
            }
            "hold" => conducted(core.hold(id, by, now)),
            "extend" => {
                let to = time(words[1]).unwrap();
                conducted(core.extend(id, by, to, now))
            }
            "clarify" => conducted(core.clarify(id, by, words[1].to_owned(), now)),
            "repost" => conducted(core.repost(id, now)),
            // The open prompt's post was created, now or earlier.
            "shown" => {
                let at = words.get(1).map_or(now, |at| time(at).unwrap());
                let prompt = match words.get(2) {
                    Some(prompt) => prompt.parse().unwrap(),
                    None => self.house().play().open_prompt().expect("an open prompt"),
                };
                self.house().core().shown(id, prompt, at, now).unwrap();
                Ok(String::new())
            }
            // The connection gives a sign of life, and due things are judged.
            "clock" => {
                self.house().judge(now);
                Ok(String::new())
            }
            // The connection gives a sign of life after a silence.
            "silent" => {
                core.owe(time(words[1]).unwrap(), now);
                core.judge(id, now).unwrap();
                self.house().give_back();
                Ok(String::new())
            }
            "beat" => {
                core.beat(now).unwrap();
                Ok(String::new())
            }
            "boot" => {
                core.boot(now).unwrap();
                self.house().give_back();
                Ok(String::new())
            }
            // A copy made now is restored.
            "restore" => {
                let house = self.house();
                house.restore_copy();
                house.core().boot(now).unwrap();
                Ok(String::new())
            }
            "open" => {
                let again = NewMatch {
                    channel: match words.get(1) {
                        Some(channel) => channel.parse().unwrap(),
                        None => self.given.channel,
                    },
                    start_at_ms: None,
                    ..self.given.clone()
                };
                match self.house().core().open_match(again, now) {
                    Ok(_) => Ok(String::new()),
                    Err(RefereeError::Refused(refusal)) => {
                        if let OpenRefusal::ChannelBusy(busy) = &refusal {
                            assert_eq!(busy.id, id);
                        }
                        Err(name(&refusal))
                    }
                    Err(RefereeError::Store(error)) => panic!("{error}"),
                }
            }
            _ => panic!("unknown step: {what}"),
        }
    }

    /// `rewind ENTRY`, `rewind last ACT`, `rewind last timeout`, `act WHO TEXT`, `substitute WHO
    /// ACCOUNT`, `time SEAT SECONDS`, `forfeit SEAT`, `settle SEAT`, `void`. `by WHO` if it isn't
    /// the host.
    fn ruled(&mut self, words: &[&str], by: AccountId) -> Result<String, String> {
        let words = match words {
            [rest @ .., "by", _] => rest,
            words => words,
        };
        let ruling = match words {
            ["rewind", "last", text @ ..] => Ruling::Rewind {
                before: self.last_entry(&text.join(" ")),
            },
            ["rewind", entry] => Ruling::Rewind {
                before: entry.parse().unwrap(),
            },
            ["act", whose, text @ ..] => Ruling::Act {
                whose: self.party(whose),
                text: text.join(" "),
            },
            ["substitute", who, account] => Ruling::Substitute {
                who: match self.party(who) {
                    Party::Seat(seat) => self.house().play().setup.cast.seated(seat).unwrap(),
                    Party::Cast(who) => who,
                    Party::Host | Party::Dealer => panic!("nobody acts for the {who}"),
                },
                account: match account.parse() {
                    Ok(account) => account,
                    Err(_) => self.account(account),
                },
                in_season: false,
            },
            ["time", seat, seconds] => Ruling::Time {
                seat: Seat::read(seat).unwrap(),
                delta_ms: seconds.parse::<i64>().unwrap() * 1000,
            },
            ["forfeit", seat] => Ruling::Forfeit {
                seat: Seat::read(seat).unwrap(),
            },
            ["settle", seat] => Ruling::Settle {
                seat: Seat::read(seat).unwrap(),
            },
            ["void"] => Ruling::Void,
            _ => panic!("{words:?} isn't a ruling"),
        };
        let now = self.now;
        match self.house().rule(by, &ruling, now) {
            Ok(_) => Ok(String::new()),
            Err(RulingRefusal::Conduct(ConductRefusal::Rules(refusal))) => {
                Err(name_in_game(&refusal))
            }
            Err(RulingRefusal::Conduct(refusal)) => Err(name(&refusal)),
            Err(RulingRefusal::Act(ActRefusal::Rules { refusal, .. })) => {
                Err(name_in_game(&refusal))
            }
            Err(RulingRefusal::Act(ActRefusal::Time(refusal))) => Err(name(&refusal)),
            Err(refusal) => Err(name(&refusal)),
        }
    }

    /// The journal's newest entry that is this act, a `timeout`, a `pause`, a `rewind`, or the
    /// `over` of the time for choices.
    fn last_entry(&mut self, text: &str) -> i64 {
        let journal = self.house().journal();
        let is_it = |event: &Event| match event {
            Event::Act { act, .. } => act == text,
            Event::TimeUp { .. } => text == "timeout",
            Event::PreparationOver => text == "over",
            Event::Paused { .. } => text == "pause",
            Event::Rewound { .. } => text == "rewind",
            _ => false,
        };
        let mut newest = journal.iter().rev();
        let found = newest.find(|entry| is_it(&entry.event));
        found.unwrap_or_else(|| panic!("no entry is {text}")).id
    }

    fn begun(
        &mut self,
        begin: impl FnOnce(&mut House) -> Result<BeginOutcome, RefereeError<ConductRefusal>>,
    ) -> Result<String, String> {
        match begin(self.house()).map_err(conduct)? {
            BeginOutcome::Begun => Ok("begun".to_owned()),
            BeginOutcome::Confirm {
                missing,
                start_at_ms,
                ..
            } => {
                let early = start_at_ms.map_or("", |_| "early ");
                let confirm = format!("confirm {early}{}", self.names(&missing));
                Ok(confirm.trim_end().to_owned())
            }
            BeginOutcome::Noted { other_ready, .. } => {
                let other = if other_ready { "both" } else { "one" };
                Ok(format!("noted {other}"))
            }
        }
    }

    fn names(&self, who: &[CastId]) -> String {
        let name = |id: &CastId| self.given.cast[usize::from(id.0)].name.as_str();
        who.iter().map(name).collect::<Vec<_>>().join(", ")
    }

    /// `WHO [for WHOM] [made TIME] [prompt N] [press N]`.
    fn act(&mut self, head: &str, text: &str) -> Result<String, String> {
        let words: Vec<&str> = head.split(' ').collect();
        let (id, account) = (self.house().id, self.account(words[0]));
        let mut act = Act {
            for_party: (words[0] == "host").then_some(Party::Host),
            is_host: words[0] == "host",
            ..Act::new(id, account, text, self.now)
        };
        for pair in words[1..].chunks(2) {
            match pair {
                ["for", whom] => {
                    act.for_party = Some(self.party(whom));
                    // The referee decides who may act. In these lines everybody who acts for
                    // another person claims to be a host, except strangers.
                    act.is_host = words[0] != "stranger";
                }
                ["made", at] => act.made_at_ms = time(at).unwrap(),
                ["prompt", prompt] => act.prompt = Some(prompt.parse().unwrap()),
                ["press", press] => act.interaction = Some(press.parse().unwrap()),
                _ => panic!("{head}"),
            }
        }
        let now = self.now;
        match self.house().act(&act, now) {
            Ok(acted) => {
                let mut said = acted.acts.join(", ");
                if acted.stopped.is_some() {
                    said.push_str(", stopped");
                }
                Ok(said)
            }
            Err(ActRefusal::Time(refusal)) => Err(name(&refusal)),
            Err(ActRefusal::Rules { refusal, .. }) => Err(name_in_game(&refusal)),
            Err(refusal) => Err(name(&refusal)),
        }
    }
}

fn conducted(done: Result<(), RefereeError<ConductRefusal>>) -> Result<String, String> {
    done.map(|()| String::new()).map_err(conduct)
}

fn conduct(fault: RefereeError<ConductRefusal>) -> String {
    match fault {
        RefereeError::Refused(ConductRefusal::Rules(refusal)) => name_in_game(&refusal),
        RefereeError::Refused(refusal) => name(&refusal),
        RefereeError::Store(error) => panic!("{error}"),
    }
}
