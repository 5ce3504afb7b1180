//! The current state of a match, in the words of the scenarios.

use dealer::referee::{Letter, Line, Post, Recipient};
use dealer::store::AccountId;
use dealer::words;
use games::{CastId, Seat, WallMs};
use matches::{Due, TimeLeft};

use super::{Stage, name, name_in_game};
use crate::house::{HOST, OPENED, account};

impl Stage {
    /// Checks the current state.
    pub(super) fn check(&mut self, word: &str, rest: &str, at: &str) {
        let play = self.house().play();
        let found = match word {
            // Reserves in seconds, as if no clock ran.
            "reserve" => {
                let left = play.clock.reserve_ms;
                let seconds = |ms: u64| ms as f64 / 1000.0;
                format!("dmo {} ec {}", seconds(left.dmo), seconds(left.ec))
            }
            "due" => match play.next_due() {
                None => "never".to_owned(),
                Some((due, what)) => format!("{} {}", written(due), due_words(what)),
            },
            "deadlines" => {
                let of = |seat| play.deadline(seat).map_or("none".to_owned(), written);
                format!("dmo {} ec {}", of(Seat::Dmo), of(Seat::Ec))
            }
            // Until when the base time and all time last; for stopped clocks, the seconds left.
            // Then when lateness begins to cost, and how long after resuming.
            "left" => {
                let of = |seat| match play.time_left(seat) {
                    None => "none".to_owned(),
                    Some(TimeLeft::Until { base_ms, all_ms }) => {
                        format!("until {} {}", written(base_ms), written(all_ms))
                    }
                    Some(TimeLeft::Standing(left)) => {
                        format!("stands {}+{}", left.base_ms / 1000, left.reserve_ms / 1000)
                    }
                    Some(TimeLeft::Late { next_ms }) => format!("late {}", written(next_ms)),
                    Some(TimeLeft::LateStanding { next_in_ms }) => {
                        format!("late in {}", next_in_ms / 1000)
                    }
                };
                format!("dmo {} ec {}", of(Seat::Dmo), of(Seat::Ec))
            }
            "stage" => {
                let paused = if play.paused.is_some() { " paused" } else { "" };
                name(&play.stage()).to_lowercase() + paused
            }
            "prompt" => play
                .open_prompt()
                .map_or("none".into(), |id| id.to_string()),
            "waits" => play.game.state()["to_act"].to_string(),
            "result" => serde_json::to_string(&play.game.outcome()).unwrap(),
            "posts" => {
                let posts = self.house().posts();
                let brief = posts.iter().map(|(letter, _)| self.brief(letter));
                brief.collect::<Vec<_>>().join(" | ")
            }
            // Sent public posts whose controls are still on.
            "open" => {
                let id = self.house().id;
                let open = self.house().core().store().read(|tx| tx.open_posts(id));
                let open = open.unwrap().into_iter();
                let letters = open.map(|row| serde_json::from_str(&row.body).unwrap());
                let open = letters.filter(|letter: &Letter| {
                    matches!(letter.to, Recipient::Channel(_)) && letter.has_controls()
                });
                let open: Vec<String> = open.map(|letter| name(&letter.post)).collect();
                open.join(" | ")
            }
            // The public sentences contain this.
            "says" => {
                let said = self.said();
                if said.contains(rest) {
                    rest.to_owned()
                } else {
                    said
                }
            }
            // The record's log: `at_ms` and the action.
            "log" => {
                let record = self.house().record();
                record.replay(|_, _| {}).unwrap();
                let last = record.log.last().map(|entry| {
                    let whose = entry.whose.as_ref().map(|whose| format!(" for {whose}"));
                    let whose = whose.unwrap_or_default();
                    let act = if entry.by == "clock" {
                        // Chance picked one of the legal actions.
                        entry.act.split(' ').next().unwrap_or_default()
                    } else {
                        &entry.act
                    };
                    let clock = written(OPENED + entry.at_ms.0);
                    format!("{} {clock} {}{whose}: {act}", entry.seq, entry.by)
                });
                last.unwrap_or_default()
            }
            _ => panic!("{at}: unknown check: {word}"),
        };
        assert_eq!(found, rest, "{at}");
    }

    /// The public sentences of posts, except those inside a picture's card, result or letter.
    fn said(&mut self) -> String {
        let posts = self.house().posts();
        let setup = self.house().play().setup.clone();
        let lines = posts.iter().filter_map(|(letter, _)| match &letter.post {
            Post::News { lines } | Post::Prompt { lines, .. }
                if matches!(letter.to, Recipient::Channel(_)) =>
            {
                Some(words::lines::lines(lines, setup.game, &setup.cast))
            }
            _ => None,
        });
        lines.collect::<String>().trim().replace('\n', " ")
    }

    fn brief(&self, letter: &Letter) -> String {
        let post = match &letter.post {
            Post::Sealed => "Sealed".to_owned(),
            Post::Prompt { lines, asks, .. } | Post::Board { lines, asks, .. } => {
                let asked = asks.iter().map(|asked| {
                    let seconds = |ms: u64| ms / 1000;
                    let (base, reserve) = (seconds(asked.base_ms), seconds(asked.reserve_ms));
                    format!("{} {base}+{reserve}", asked.seat)
                });
                let asked: Vec<String> = asked.collect();
                let kind = match &letter.post {
                    Post::Prompt { prompt, .. } => format!("Prompt {prompt}"),
                    other => name(other),
                };
                format!("{kind} {}{}", asked.join(" "), self.lines_brief(lines))
            }
            Post::News { lines } => format!("News{}", self.lines_brief(lines)),
            Post::Result { lines, .. } => format!("Result{}", self.lines_brief(lines)),
            Post::CalledOff { lines } => format!("CalledOff{}", self.lines_brief(lines)),
            Post::Submission { prompt, .. } => format!("Submission {prompt}"),
            Post::Reminder { prompt, .. } => format!("Reminder {prompt}"),
            other => name(other),
        };
        match letter.to {
            Recipient::Channel(_) => post,
            Recipient::Person { who, account: to } => {
                // Jweizy and Pixie have nothing to do, so they may replace somebody.
                let substitutes = [AccountId(77), account(CastId(4)), account(CastId(5))];
                assert!(to == account(who) || substitutes.contains(&to), "{to}");
                format!("{}: {post}", self.names(&[who]))
            }
            Recipient::Account(_) | Recipient::Member { .. } => format!("gone: {post}"),
            Recipient::Host(to) => {
                assert_eq!(to, HOST);
                format!("host: {post}")
            }
        }
    }

    fn lines_brief(&self, lines: &[Line]) -> String {
        let brief = lines.iter().map(|line| match line {
            Line::Happened(happening) => name_in_game(happening),
            Line::TimedOut { seat }
            | Line::HostActed { seat }
            | Line::ReserveRuns { seat, .. }
            | Line::LastMinute { seat, .. } => format!("{} {seat}", name(line)),
            Line::PreparationOver { missing } => format!("PreparationOver {missing}"),
            Line::Struck { who }
            | Line::Missed { who }
            | Line::Missing { who }
            | Line::DealtFor { who }
            | Line::NoShow { who, .. } => format!("{} {}", name(line), self.names(who))
                .trim_end()
                .to_owned(),
            Line::ChoicesOpen { to_ms } => match to_ms {
                Some(to) => format!("ChoicesOpen {}", written(*to)),
                None => "ChoicesOpen".to_owned(),
            },
            Line::Dealt { count } => format!("Dealt {count}"),
            Line::Credited { ms, waits } => {
                let called: String = waits.iter().map(|(seat, _)| format!(" {seat}")).collect();
                format!("Credited {}{called}", ms / 1000)
            }
            Line::Paused { until_ms, .. } => match until_ms {
                Some(until) => format!("Paused until {}", written(*until)),
                None => "Paused".to_owned(),
            },
            Line::HasThen {
                seat,
                base_ms,
                reserve_ms,
                late,
                ..
            } => match late {
                true => format!("HasThen {seat} late"),
                false => format!("HasThen {seat} {}+{}", base_ms / 1000, reserve_ms / 1000),
            },
            Line::PracticePaused { until_ms, .. } => match until_ms {
                Some(until) => format!("PracticePaused until {}", written(*until)),
                None => "PracticePaused".to_owned(),
            },
            line => name(line),
        });
        let brief: Vec<String> = brief.collect();
        if brief.is_empty() {
            String::new()
        } else {
            format!(" ({})", brief.join(", "))
        }
    }
}

fn due_words(due: Due) -> String {
    match due {
        Due::Timeout(seat) | Due::ReserveRuns(seat) | Due::LastMinute(seat) => {
            format!("{} {seat}", name(&due))
        }
        Due::Reminder(note) => format!("Reminder {note:?}"),
        due => name(&due),
    }
}

/// A time in the scenarios' form.
pub(super) fn written(at_ms: WallMs) -> String {
    let ms = at_ms.since(OPENED);
    let (minutes, seconds, rest) = (ms / 60_000, ms / 1000 % 60, ms % 1000);
    let rest = match rest {
        0 => String::new(),
        rest => format!(".{rest:03}").trim_end_matches('0').to_owned(),
    };
    if minutes < 60 {
        format!("{minutes}:{seconds:02}{rest}")
    } else {
        format!("{}:{:02}:{seconds:02}{rest}", minutes / 60, minutes % 60)
    }
}
