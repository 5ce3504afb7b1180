//! Limits of how fast people may make requests: far more than anybody needs, but less than a flood.
//! Somebody over the limit has to wait, without slowing down other people or servers.

use games::WallMs;

use crate::store::{AccountId, ChannelId, ServerId};
use std::collections::HashMap;

/// How many requests a person may make at once, and how many more each second.
const PERSON: Pace = Pace {
    at_once: 150,
    a_second: 5,
};
/// The same for all people of a server together.
const SERVER: Pace = Pace {
    at_once: 400,
    a_second: 40,
};
/// How long no further mention of Dealer is answered in a channel, in milliseconds.
const BETWEEN_ANSWERS_MS: u64 = 10_000;
/// Beyond so many, people who were quiet for a while are forgotten: they have their full allowance
/// anyway.
const MAX_KNOWN: usize = 10_000;

#[derive(Clone, Copy)]
struct Pace {
    at_once: u64,
    a_second: u64,
}

/// Recent requests.
#[derive(Debug, Default)]
pub struct Paces {
    /// Until when recent requests use up the allowance: by server, and by person in it.
    servers: HashMap<ServerId, WallMs>,
    people: HashMap<(ServerId, AccountId), WallMs>,
    /// Until when no mention is answered, by channel.
    mentions: HashMap<ChannelId, WallMs>,
}

impl Pace {
    fn each_ms(self) -> u64 {
        1_000 / self.a_second
    }

    /// How many more requests are allowed now.
    fn left(self, paid_at_ms: Option<&WallMs>, now: WallMs) -> u64 {
        let owed_ms = paid_at_ms.map_or(0, |at| at.since(now));
        self.at_once
            .saturating_sub(owed_ms.div_ceil(self.each_ms()))
    }
}

impl Paces {
    /// Whether somebody may make one more request in a server (0: in a direct message). Counts it.
    /// If a server as a whole is over its limit, people who have made few requests may go on.
    pub fn may(&mut self, server: ServerId, account: AccountId, now: WallMs) -> bool {
        let person = (server, account);
        let own = PERSON.left(self.people.get(&person), now);
        let of_server = SERVER.left(self.servers.get(&server), now);
        // In direct messages nobody is in somebody else's way.
        let crowded = server.0 != 0 && of_server == 0;
        if own == 0 || crowded && own < PERSON.at_once / 2 {
            return false;
        }
        if self.people.len() >= MAX_KNOWN {
            self.people.retain(|_, paid_at| *paid_at > now);
            self.servers.retain(|_, paid_at| *paid_at > now);
        }
        count(self.people.entry(person).or_default(), PERSON, now);
        count(self.servers.entry(server).or_default(), SERVER, now);
        true
    }

    /// Whether a mention in a channel may be answered now. Counts the answer.
    pub fn may_answer_in(&mut self, channel: ChannelId, now: WallMs) -> bool {
        self.mentions
            .retain(|_, until| *until > now && until.since(now) <= BETWEEN_ANSWERS_MS);
        if self.mentions.contains_key(&channel) {
            return false;
        }
        self.mentions.insert(channel, now + BETWEEN_ANSWERS_MS);
        true
    }
}

fn count(paid_at_ms: &mut WallMs, pace: Pace, now: WallMs) {
    // After the clock was set back, nobody has to wait long.
    let most = now + pace.at_once * pace.each_ms();
    *paid_at_ms = ((*paid_at_ms).max(now) + pace.each_ms()).min(most);
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: ServerId = ServerId(1);
    const ELSEWHERE: ServerId = ServerId(2);
    const NOW: WallMs = WallMs(1_700_000_000_000);

    /// How many of `asked` requests at one moment are let through.
    fn through(
        paces: &mut Paces,
        of: ServerId,
        account: AccountId,
        now: WallMs,
        asked: u64,
    ) -> u64 {
        (0..asked).filter(|_| paces.may(of, account, now)).count() as u64
    }

    #[test]
    fn only_people_who_flood_have_to_wait() {
        let mut paces = Paces::default();
        assert_eq!(
            through(&mut paces, HERE, AccountId(7), NOW, 500),
            PERSON.at_once
        );
        assert!(paces.may(HERE, AccountId(8), NOW));
        assert!(paces.may(ELSEWHERE, AccountId(7), NOW));
        // After that, as many as the time since then allows.
        assert_eq!(
            through(&mut paces, HERE, AccountId(7), NOW + 10_000, 500),
            10 * PERSON.a_second
        );
        assert_eq!(
            through(&mut paces, HERE, AccountId(7), NOW + 600_000, 500),
            PERSON.at_once
        );
    }

    #[test]
    fn people_who_ask_for_little_are_heard_in_a_flooding_server() {
        let mut paces = Paces::default();
        let flood: u64 = (0..100)
            .map(|account| through(&mut paces, HERE, AccountId(account), NOW, PERSON.at_once))
            .sum();
        // Each of them gets at most half of their share.
        assert!(
            flood <= SERVER.at_once + 100 * PERSON.at_once / 2,
            "{flood}"
        );
        assert!(!paces.may(HERE, AccountId(0), NOW));
        assert_eq!(through(&mut paces, HERE, AccountId(999), NOW, 20), 20);
        assert_eq!(through(&mut paces, ELSEWHERE, AccountId(0), NOW, 20), 20);
    }

    #[test]
    fn quiet_people_and_servers_are_forgotten() {
        let mut paces = Paces::default();
        for account in 0..3 * MAX_KNOWN as u64 {
            assert!(paces.may(ServerId(account), AccountId(account), NOW + 1_000 * account));
        }
        assert!(paces.people.len() <= MAX_KNOWN);
        assert!(paces.servers.len() <= MAX_KNOWN);
    }
}
