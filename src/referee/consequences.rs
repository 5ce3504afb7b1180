//! What a match's end changes in its season: garnets, elimination, too many strikes. All of it is
//! written in the transaction of the match's last entry. That entry is stored as the cause, so that
//! rewinding it takes everything back.

use super::change::MatchChange;
use super::line::{Heir, Line};
use super::post::{EliminationCause, Post, Recipient};
use super::season::{eliminate, is_last_but_one, judge};
use crate::store::{
    BookedReason, CastMember, ChannelId, LoserGarnets, MatchName, MatchRow, Movement, PastMatch,
    Purse, Result, Season, Stakes,
};
use games::{BySeat, CastId, Outcome, Role, Seat};
use matches::of_this_course;

/// A player who has lost this many matches of a best of three has lost it.
const LOST: u32 = 2;

/// The lines about an end's consequences: for everybody, and for the host with every count.
#[derive(Debug, Default)]
pub(super) struct Consequences {
    pub public: Vec<Line>,
    pub host: Vec<Line>,
    /// People who are eliminated, and by what; each is told in private.
    pub out: Vec<(CastMember, EliminationCause)>,
}

impl Consequences {
    fn add(&mut self, line: Line) {
        self.host.push(line.clone());
        self.public.push(line);
    }

    /// Tells where the garnets of an eliminated person go. Everybody learns how many only if the
    /// season makes counts public.
    fn spoils(&mut self, season: &Season, of: CastId, to: Heir, amount: u32) {
        let line = |amount| Line::Spoils { of, to, amount };
        let public = season.settings.garnets_public.then_some(amount);
        self.public.push(line(public));
        self.host.push(line(Some(amount)));
    }
}

/// The score of a best of three: the matches that each of the two has lost, and who has lost it all
/// with the last one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Series {
    lost: [u32; 2],
    decided: bool,
}

impl MatchChange<'_> {
    /// What the end of the match brings about in its season. Void matches and ties bring nothing
    /// about until they are settled; strikes that people got in the match count in any case, once
    /// it is over for the `first` time.
    pub fn bring_about(&self, outcome: Outcome, first: bool) -> Result<Consequences> {
        let mut told = Consequences::default();
        let Some(season) = self.season()? else {
            return Ok(told);
        };
        if let Some(winner) = outcome.winner {
            self.result(&season, winner, &mut told)?;
        }
        if first {
            self.judge_strikes(&season, &mut told)?;
        }
        Ok(told)
    }

    fn result(&self, season: &Season, winner: Seat, told: &mut Consequences) -> Result<()> {
        let cast = &self.table.row.setup.cast;
        let [Some(winner), Some(loser)] = [winner, winner.other()].map(|seat| cast.seated(seat))
        else {
            return Ok(());
        };
        let (Some(won), Some(lost)) = (self.member(season, winner)?, self.member(season, loser)?)
        else {
            return Ok(());
        };
        match self.table.row.stakes {
            Stakes::Nothing => return Ok(()),
            Stakes::Elimination => {}
            Stakes::BestOfThree => {
                let past = self.tx.past_matches(season.id)?;
                let series = series(&past, won.position, lost.position);
                told.add(Line::Series {
                    winner,
                    won: series.lost[1],
                    lost: series.lost[0],
                    decided: series.decided,
                });
                if !series.decided {
                    told.host.push(Line::NextOfSeries);
                    return Ok(());
                }
            }
        }
        if self.lose(season, (winner, &won), (loser, &lost), told)? {
            self.reward(season, winner, &won, told)?;
        }
        Ok(())
    }

    /// Eliminates the loser, and moves their current garnets to where the season says. Not if a
    /// host has put them back since. Returns false if they were out already.
    fn lose(
        &self,
        season: &Season,
        (winner, won): (CastId, &CastMember),
        (loser, lost): (CastId, &CastMember),
        told: &mut Consequences,
    ) -> Result<bool> {
        if lost.role != Role::Player {
            told.host.push(Line::OutAlready { who: loser });
            return Ok(false);
        }
        if self.is_put_back(season, lost)? {
            told.add(Line::StaysIn { who: loser });
            return Ok(true);
        }
        let prize = season.settings.prize(self.table.row.setup.game);
        let to = match prize.loser_garnets {
            LoserGarnets::Winner => Purse::Member(won.position),
            LoserGarnets::Nobody => Purse::Nobody,
            LoserGarnets::Bank => Purse::Bank,
        };
        let cause = self.cause();
        let spoils = eliminate(self.tx, season, lost, to, None, cause, self.now)?;
        told.add(Line::Eliminated { who: loser });
        let channel = self.table.row.channel;
        told.out
            .push((lost.clone(), EliminationCause::Match { channel }));
        if let Some((to, amount)) = spoils {
            let to = match to {
                Purse::Member(_) => Heir::Winner(winner),
                Purse::Bank => Heir::Bank,
                Purse::Nobody => Heir::Nobody,
            };
            told.spoils(season, loser, to, amount);
        }
        Ok(true)
    }

    /// Whether a host has made somebody a player again after this match eliminated them, and the
    /// end is only restored by undoing a rewind.
    fn is_put_back(&self, season: &Season, member: &CastMember) -> Result<bool> {
        let id = self.table.row.id;
        let entries = self
            .tx
            .eliminations_put_right(season.id, member.position, id)?;
        if entries.is_empty() {
            return Ok(false);
        }
        let journal = self.tx.journal(id)?;
        let course = of_this_course(&journal);
        Ok(course.iter().any(|standing| entries.contains(&standing.id)))
    }

    fn reward(
        &self,
        season: &Season,
        winner: CastId,
        won: &CastMember,
        told: &mut Consequences,
    ) -> Result<()> {
        let amount = season.settings.prize(self.table.row.setup.game).bonus;
        if amount == 0 {
            return Ok(());
        }
        let movement = Movement {
            from: Purse::Nobody,
            to: Purse::Member(won.position),
            amount,
            reason: BookedReason::Won {},
            by: None,
            cause: self.cause(),
        };
        self.tx.move_garnets(season.id, &movement, self.now)?;
        told.add(Line::Bonus {
            who: winner,
            amount,
        });
        Ok(())
    }

    fn season(&self) -> Result<Option<Season>> {
        let season = self.table.row.season.map(|id| self.tx.season(id));
        Ok(season.transpose()?.flatten())
    }

    /// Tells each of these in private that they had not chosen when the match began.
    pub(super) fn tell_who_failed(&self, who: &[CastId]) -> Result<()> {
        let season = self.season()?;
        let spared = season.is_some() && self.spares;
        let season = season.filter(|_| !self.spares);
        let struck = season.is_some();
        for who in who {
            let (mut out, mut of) = (false, None);
            if let Some(season) = &season
                && let Some(member) = self.member(season, *who)?
            {
                out = is_last_but_one(self.tx, season, &member)?;
                let acts = self.table.person(*who).map(|person| person.account);
                of = (member.account != acts).then_some(*who);
            }
            let mut lines = vec![Line::FailedYou { struck, out, of }];
            lines.extend(spared.then_some(Line::Spared));
            self.post_to(*who, Post::News { lines })?;
        }
        Ok(())
    }

    /// Which of these people a strike in this match would eliminate when the match ends.
    pub(super) fn out_by_strike(&self, who: &[CastId]) -> Result<Vec<CastId>> {
        let Some(season) = self.season()?.filter(|_| !self.spares) else {
            return Ok(Vec::new());
        };
        let mut out = Vec::new();
        for who in self.with_accounts(who.to_vec()) {
            if let Some(member) = self.member(&season, who)?
                && is_last_but_one(self.tx, &season, &member)?
            {
                out.push(who);
            }
        }
        Ok(out)
    }

    /// Handles people who got a strike in this match and have reached the season's limit.
    fn judge_strikes(&self, season: &Season, told: &mut Consequences) -> Result<()> {
        let strikes = self.tx.strikes(season.id)?;
        let id = self.table.row.id;
        for who in self.table.row.setup.cast.ids() {
            let Some(member) = self.member(season, who)? else {
                continue;
            };
            let of_match = strikes.iter().any(|strike| {
                !strike.void && strike.position == member.position && strike.is_of(id)
            });
            if !of_match {
                continue;
            }
            if member.role == Role::Player && self.is_put_back(season, &member)? {
                told.add(Line::StaysIn { who });
                continue;
            }
            let struck = judge(self.tx, season, &member, None, self.cause(), self.now)?;
            if struck.at_limit() {
                let (count, eliminated) = (struck.count, struck.eliminated);
                let line = Line::AtStrikeLimit {
                    who,
                    count,
                    eliminated,
                };
                told.host.push(line.clone());
                if eliminated {
                    told.public.push(line);
                    told.out
                        .push((member.clone(), EliminationCause::Strikes { count }));
                }
                if let Some((to, amount)) = struck.spoils {
                    let to = match to {
                        Purse::Nobody => Heir::Nobody,
                        // Nobody won, so nobody can get them.
                        Purse::Bank | Purse::Member(_) => Heir::Bank,
                    };
                    told.spoils(season, who, to, amount);
                }
            }
        }
        Ok(())
    }

    /// The season's channel for announcements; None if it has none, or if the match is played in
    /// it.
    fn announces_in(&self) -> Result<Option<ChannelId>> {
        let channel = self
            .season()?
            .and_then(|season| season.settings.announcement_channel);
        Ok(channel.filter(|channel| *channel != self.table.row.channel))
    }

    /// Announces in the season's channel that the match is open, and when it starts.
    pub(super) fn announce_opening(&self) -> Result<()> {
        let Some(channel) = self.announces_in()? else {
            return Ok(());
        };
        let row = &self.table.row;
        let lines = vec![Line::Opened {
            game: row.setup.game,
            channel: row.channel,
            start_at_ms: self.table.play.start_at_ms,
        }];
        self.post(Recipient::Channel(channel), Post::News { lines })
    }

    /// Announces in the season's channel how the match ended, and what that means for the season.
    pub(super) fn announce(&self, outcome: Outcome, told: &[Line]) -> Result<()> {
        let Some(channel) = self.announces_in()? else {
            return Ok(());
        };
        let here = self.table.row.channel;
        let mut lines = vec![Line::Ended {
            game: self.table.row.setup.game,
            outcome,
            channel: here,
        }];
        lines.extend(told.iter().cloned());
        let (to, news) = (Recipient::Channel(channel), Post::News { lines });
        if self.is_told(to, |post, _| *post == news)? {
            Ok(())
        } else {
            self.post_with_result(to, news)
        }
    }

    /// Tells eliminated people so in private, as soon as everybody may know.
    pub(super) fn tell_who_is_out(&self, out: Vec<(CastMember, EliminationCause)>) -> Result<()> {
        let Some(season) = self.season()? else {
            return Ok(());
        };
        for (member, by) in out {
            let Some(account) = member.account else {
                continue;
            };
            let to = Recipient::Member {
                account,
                bound: member.channel,
                season: season.id,
                by: Some(self.table.row.host),
            };
            let season = season.name.clone();
            let post = Post::Out { season, by };
            if !self.is_told(to, |told, _| *told == post)? {
                self.post_with_result(to, post)?;
            }
        }
        Ok(())
    }

    /// A person of the match, as they are in the season now; None if they are not in the season.
    fn member(&self, season: &Season, who: CastId) -> Result<Option<CastMember>> {
        let Some(position) = self.table.row.position(who) else {
            return Ok(None);
        };
        let member = self.tx.member_at(season.id, position)?;
        Ok(member.map(|(member, _)| member))
    }
}

/// The season positions of the two players of a best of three's match, the lower one first; None
/// for another match.
fn pair(row: &MatchRow) -> Option<[u32; 2]> {
    let [one, other] = Seat::BOTH.map(|seat| row.seat_position(seat));
    let (one, other) = one.zip(other)?;
    (row.stakes == Stakes::BestOfThree).then_some([one.min(other), one.max(other)])
}

fn has_winner(past: &PastMatch) -> bool {
    past.outcome.is_some_and(|outcome| outcome.winner.is_some())
}

/// The last match of a best of three between the same two that ended after this one, with a winner.
/// `past` is in the order in which matches ended.
pub(super) fn later_of_series(past: &[PastMatch], row: &MatchRow) -> Option<MatchName> {
    let both = pair(row)?;
    let after = past.iter().skip_while(|past| past.row.id != row.id).skip(1);
    let counts = |past: &&PastMatch| pair(&past.row) == Some(both) && has_winner(past);
    after.filter(counts).last().map(|past| past.row.name())
}

/// The undecided best of three of somebody of a season: its last match, and the position of the
/// other player. They have played no other elimination match since. `past` is in the order in which
/// matches ended.
pub(super) fn open_series(past: &[PastMatch], position: u32) -> Option<(&MatchRow, u32)> {
    let is_for_place = |past: &&PastMatch| {
        let row = &past.row;
        let mut seats = Seat::BOTH.into_iter();
        let sits = seats.any(|seat| row.seat_position(seat) == Some(position));
        sits && row.stakes != Stakes::Nothing && has_winner(past)
    };
    let last = &past.iter().rev().find(is_for_place)?.row;
    let [one, other] = pair(last)?;
    let opponent = if one == position { other } else { one };
    (!series(past, one, other).decided).then_some((last, opponent))
}

/// The last match of an undecided best of three between these two people of a season. `past` is in
/// the order in which matches ended.
pub(super) fn last_of_series(past: &[PastMatch], one: u32, other: u32) -> Option<&MatchRow> {
    let both = [one.min(other), one.max(other)];
    let counts = |past: &&PastMatch| pair(&past.row) == Some(both) && has_winner(past);
    let last = past.iter().rev().find(counts)?;
    (!series(past, one, other).decided).then_some(&last.row)
}

/// How many matches of their best of three the two players of a match have won, the last of these
/// included. None if the match is not part of one. `past` is in the order in which matches ended.
pub fn won_of_series(past: &[PastMatch], row: &MatchRow) -> Option<BySeat<u32>> {
    let [dmo, ec] = Seat::BOTH.map(|seat| row.seat_position(seat));
    let (dmo, ec) = dmo.zip(ec).filter(|_| row.stakes == Stakes::BestOfThree)?;
    let [lost_by_dmo, lost_by_ec] = series(past, dmo, ec).lost;
    Some(BySeat {
        dmo: lost_by_ec,
        ec: lost_by_dmo,
    })
}

/// As [`won_of_series`], before the match. If the last best of three is decided, this one begins
/// another.
pub(super) fn won_before(past: &[PastMatch], row: &MatchRow) -> Option<BySeat<u32>> {
    let before = past.iter().position(|past| past.row.id == row.id);
    let won = won_of_series(&past[..before.unwrap_or(past.len())], row)?;
    Some(if won.dmo.max(won.ec) >= LOST {
        BySeat::default()
    } else {
        won
    })
}

/// The score of the best of three between two people of a season after the last of these matches.
/// After a decided one, the next match begins another.
fn series(past: &[PastMatch], one: u32, other: u32) -> Series {
    let both = [one, other];
    let mut series = Series::default();
    for past in past {
        let row = &past.row;
        let winner = past.outcome.and_then(|outcome| outcome.winner);
        let (Some(winner), Stakes::BestOfThree) = (winner, row.stakes) else {
            continue;
        };
        let position = |seat| row.seat_position(seat);
        let (Some(won), Some(lost)) = (position(winner), position(winner.other())) else {
            continue;
        };
        let Some(loser) = both.iter().position(|who| *who == lost) else {
            continue;
        };
        if !both.contains(&won) {
            continue;
        }
        if series.decided {
            series = Series::default();
        }
        series.lost[loser] += 1;
        series.decided = series.lost[loser] >= LOST;
    }
    series
}
