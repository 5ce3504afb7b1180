//! What a match's host is told when something fails that is not the match: a channel of the season, a journal that cannot be read.

use dealer::games::{Author, GameId};
use dealer::matches::Event;
use dealer::referee::postal::{Answer, Errand, Outcome, Postal, Standing};
use dealer::referee::{Core, Line, Post, To};
use dealer::store::{SeasonSettings, Store};

use crate::house::{AUDIT, HOST, House, OPENED, new_match};

/// What the host is told when Discord answers every post of the audit channel with this code; and whether one waits there in the end.
fn told_of_audit_channel(status: u16, code: i64) -> (Vec<String>, bool) {
    let settings = SeasonSettings {
        audit_channel: Some(AUDIT),
        ..SeasonSettings::default()
    };
    let mut house = House::open_in_season(new_match(GameId::Gridlock), 3, &settings);
    let (id, now) = (house.id, OPENED + 1_000);
    let core = house.core();
    core.begin(id, HOST, true, now).unwrap();
    core.pause(id, HOST, now).unwrap();
    core.resume(id, HOST, now).unwrap();
    let mut postal = Postal::new(core, 77, None).unwrap();
    let (mut tick, mut told) = (0, Vec::new());
    while tick < 60_000 {
        let errands = postal.next(core, OPENED + tick, tick).unwrap();
        if errands.is_empty() {
            let Some(at) = postal.again_at(tick) else {
                break;
            };
            tick = at;
        }
        for (lane, errand) in errands {
            tick += 1;
            let outcome = match &errand {
                Errand::Look { .. } => Outcome::Looked {
                    alike: Vec::new(),
                    page_end: None,
                },
                Errand::Create { channel: AUDIT, .. } => Outcome::Refused { status, code },
                Errand::Create { letter, channel } => {
                    if let (To::Host(_), Post::News { lines }) =
                        (letter.letter.to, &letter.letter.post)
                    {
                        told.extend(lines.iter().filter_map(|line| match line {
                            Line::Trouble { sentence } => Some(sentence.clone()),
                            _ => None,
                        }));
                    }
                    Outcome::Created(Standing {
                        channel: *channel,
                        message: 10_000 + tick,
                        created_at_ms: OPENED + tick,
                    })
                }
                Errand::OpenDirect { account } => Outcome::Opened { channel: *account },
                _ => Outcome::Done,
            };
            let answers = vec![(
                lane,
                Answer {
                    outcome,
                    rest_ms: 0,
                },
            )];
            postal.came(core, answers, OPENED + tick, tick).unwrap();
        }
    }
    let busy = core.store().read(|tx| tx.busy_queues()).unwrap();
    (told, busy.contains(&AUDIT))
}

#[test]
fn trouble_in_the_audit_channel_is_not_the_match_s() {
    for (status, code, waits, says) in [
        (403, 50013, true, "may not post in <#501>"),
        (404, 10003, false, "<#501> is gone"),
    ] {
        let (told, waiting) = told_of_audit_channel(status, code);
        let [said] = &told[..] else {
            panic!("{code}: {told:?}");
        };
        assert_eq!(waiting, waits, "{code}");
        assert!(
            said.contains(says) && said.contains("the match goes on"),
            "{said}"
        );
        for untrue in ["no clock runs", "/match move"] {
            assert!(!said.contains(untrue), "{said}");
        }
    }
}

/// It is no match that is gone, and its deadline stays for when it can be read again.
#[test]
fn a_journal_that_cannot_be_read_is_a_fault() {
    let mut core = Core::new(Store::in_memory().unwrap(), 1);
    let id = core
        .open_match(new_match(GameId::Gridlock), OPENED)
        .unwrap();
    let nonsense = Event::Act {
        by: Author::Host,
        whose: None,
        act: "nonsense".to_owned(),
        made_at_ms: OPENED,
    };
    let written = core.store().write(|tx| tx.append(id, OPENED, 0, &nonsense));
    written.unwrap();
    let mut core = Core::new(core.into_store(), 1);
    let due = core.first_due().unwrap();
    assert!(due.is_some());
    assert!(core.table(id).is_err());
    assert!(core.judge(id, OPENED + 1).is_err());
    assert_eq!(core.first_due().unwrap(), due);
}
