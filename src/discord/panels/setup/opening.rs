//! Turns a draft into an open match, or says why that is not possible.

use super::{SetupDraft, naming};
use crate::discord::message::{Panel, note};
use crate::discord::panels::{host_acts, poll};
use crate::discord::press::Press;
use crate::discord::server::people::{held_results, made_up, season_with_cast};
use crate::discord::{Data, Result, Tried, text};
use crate::referee::{NewMatch, NewPerson, OpenRefusal, Practice, Snapshot, Viewer};
use crate::store::{AccountId, CastMember, Season, Stakes};
use crate::words;
use games::screen::Button;
use games::{BySeat, CastId, Dice, Role, Seat, SetupRefusal, WallMs};
use matches::Setup;

/// Why a draft cannot be opened, in words.
#[derive(Default)]
pub struct CannotOpen {
    pub said: String,
    /// The seats whose players cannot play. They can be changed on the page of players.
    seats: Vec<Seat>,
    /// The match that it would be if only its start, deadline or host is wrong. It can be
    /// rehearsed.
    pub setup: Option<Box<Setup>>,
}

impl CannotOpen {
    fn because(said: String) -> CannotOpen {
        CannotOpen {
            said,
            ..CannotOpen::default()
        }
    }

    /// The reason as said on any other page.
    pub fn elsewhere(self) -> String {
        match self.seats.as_slice() {
            [] => self.said,
            _ => self.said + &words::setup::other_players(),
        }
    }

    /// The label of the button that cannot open the match yet.
    pub fn button(&self) -> String {
        words::setup::open_after(words::setup::other_players_first(&self.seats))
    }
}

/// The names of the two players (empty in a game without seats), and of everybody in the cast, in
/// order; or why there is no cast yet.
pub async fn seats_and_cast(
    data: &Data,
    host: AccountId,
    draft: &SetupDraft,
) -> Tried<(BySeat<String>, Vec<String>)> {
    let new = new_match(data, host, draft).await?;
    let people = |new: NewMatch| {
        let cast = new.cast.into_iter().map(|person| person.name);
        (new.seats.unwrap_or_default(), cast.collect())
    };
    Ok(new.map(people).map_err(CannotOpen::elsewhere))
}

/// Opens the match. Returns the host's panel, with the button to offer times if no start is set; or
/// why it is not opened.
pub async fn open(data: &Data, host: AccountId, draft: &SetupDraft) -> Tried<Panel> {
    let new = match new_match(data, host, draft).await? {
        Ok(new) => new,
        Err(refused) => return Ok(Err(refused.elsewhere())),
    };
    let (channel, by_hand) = (draft.channel, new.season.is_none());
    let opened = data.run(move |core, now| core.open_match(new, now));
    Ok(match opened.await? {
        Ok(_) if draft.has_practice_round() => {
            Ok(note(words::setup::practice_round_opened(channel)))
        }
        Ok(id) => {
            let is_offered = draft.game.catalogue().seats && ![draft.dmo, draft.ec].contains(&host);
            // The pressed button stays in its place and does nothing.
            let opened = Button::secondary(Press::Dismiss, words::setup::OPEN_BUTTON).off_if(true);
            let snapshot = data.snapshot(id, Viewer::Host(host)).await?;
            let snapshot = snapshot.ok_or(words::which_match::NO_SUCH_MATCH)?;
            let mut buttons = Vec::new();
            if !snapshot.plays() {
                buttons = host_acts::buttons(id, &snapshot.view, snapshot.cast());
            }
            if draft.start_at_ms.is_none() && is_offered {
                buttons.push(poll::offer(id, false));
            }
            if !buttons.is_empty() {
                buttons.insert(0, opened);
            }
            Ok(note(told_of_opened(&snapshot)).buttons(buttons))
        }
        Err(refusal) => Err(refused(&refusal, by_hand)),
    })
}

/// The words of a refusal to open a match. `by_hand`: its cast was named in the panel.
pub fn refused(refusal: &OpenRefusal, by_hand: bool) -> String {
    match refusal {
        OpenRefusal::Setup(SetupRefusal::NoDealer) if by_hand => {
            words::refusals::no_dealer_by_hand()
        }
        refusal => words::refusals::open_refusal(refusal),
    }
}

/// What the host is told after opening a match: whether people are asked for choices, and for whom
/// the host has to choose.
fn told_of_opened(snapshot: &Snapshot) -> String {
    let before = snapshot.status.prompts.iter().filter(|prompt| !prompt.live);
    let choosing = before.filter_map(|prompt| snapshot.cast().of_party(prompt.who));
    let choosing: Vec<CastId> = choosing.collect();
    let mut said = words::setup::opened(snapshot.row.channel, !choosing.is_empty());
    let has_account = |who: &CastId| snapshot.people.iter().any(|person| person.who == *who);
    let guests: Vec<CastId> = choosing
        .into_iter()
        .filter(|who| !has_account(who))
        .collect();
    if !guests.is_empty() {
        let plays = snapshot.plays();
        let cast = text::shown(snapshot.cast());
        said.push_str(&words::setup::nobody_chooses_for(
            &guests, plays, snapshot, &cast,
        ));
    }
    said
}

/// The draft as a match that can be opened, or why not.
pub async fn new_match(
    data: &Data,
    host: AccountId,
    draft: &SetupDraft,
) -> Tried<NewMatch, CannotOpen> {
    let current = season_with_cast(data, draft.guild).await?;
    // The season's cast would show who is out.
    let held = match &current {
        Some((season, _)) if draft.from_season => held_results(data, season.id).await?,
        _ => Vec::new(),
    };
    Ok(new_match_in(current, &held, host, draft))
}

/// The match of a draft in the current season with its cast, if there is one. `held`: the season's
/// matches whose results wait.
fn new_match_in(
    current: Option<(Season, Vec<CastMember>)>,
    held: &[String],
    host: AccountId,
    draft: &SetupDraft,
) -> Result<NewMatch, CannotOpen> {
    let now = current.as_ref().map(|(season, _)| season);
    if let Some(said) = draft.season_switched(now, true) {
        return Err(CannotOpen::because(said));
    }
    if !held.is_empty() {
        return Err(CannotOpen::because(words::setup::cast_waits(held)));
    }
    let (season, cast) = match current.filter(|_| draft.from_season) {
        Some((season, cast)) => {
            let cast = cast.into_iter().map(NewPerson::from);
            (Some(season.id), Some(cast.collect()))
        }
        None => (None, naming::cast(host, draft)),
    };
    let unknown = || CannotOpen::because(words::setup::NAMES_UNKNOWN.to_owned());
    let cast = cast.ok_or_else(unknown)?;
    let seats = seats(draft, &cast)?;
    Ok(NewMatch {
        guild: Some(draft.guild),
        channel: draft.channel,
        stakes: match season.and(seats.as_ref()) {
            Some(_) => draft.stakes,
            None => Stakes::Nothing,
        },
        season,
        host,
        game: draft.game,
        options: draft.options.clone(),
        times: draft.times.clone(),
        lateness: draft.lateness,
        cast,
        seats,
        start_at_ms: draft.start_at_ms,
        choices_due_ms: draft.choices_due_ms,
        practice: if draft.has_practice_round() {
            Practice::RoundFirst
        } else {
            Practice::No
        },
    })
}

/// The two players' names in the cast, None in a game without seats; or which of them cannot play.
fn seats(draft: &SetupDraft, cast: &[NewPerson]) -> Result<Option<BySeat<String>>, CannotOpen> {
    if !draft.game.catalogue().seats {
        return Ok(None);
    }
    if draft.dmo == draft.ec {
        let said = words::english::same_seats(&format!("<@{}>", draft.ec));
        return Err(CannotOpen {
            seats: Seat::BOTH.into(),
            ..CannotOpen::because(said)
        });
    }
    let accounts = BySeat {
        dmo: draft.dmo,
        ec: draft.ec,
    };
    let people = accounts.map(|account| cast.iter().find(|one| one.account == Some(*account)));
    let role = |seat: Seat| people[seat].map(|person| person.role);
    let mut wrong = Seat::BOTH.to_vec();
    wrong.retain(|seat| role(*seat) != Some(Role::Player));
    if wrong.is_empty() {
        let name = |seat: Seat| people[seat].map(|person| person.name.clone());
        return Ok(Some(BySeat::new(|seat| name(seat).unwrap_or_default())));
    }
    let names_of = |role: Role| -> Vec<String> {
        let seated = Seat::BOTH.iter().filter_map(|seat| people[*seat]);
        let unfit = seated.filter(|person| person.role == role);
        unfit
            .map(|person| text::escape_markdown(&person.name))
            .collect()
    };
    let strangers = wrong.iter().filter(|seat| role(**seat).is_none());
    let strangers: Vec<AccountId> = strangers.map(|seat| accounts[*seat]).collect();
    let (dealers, eliminated) = (names_of(Role::Dealer), names_of(Role::Eliminated));
    let mut reasons = Vec::new();
    if !strangers.is_empty() {
        reasons.push(words::people::not_in_cast(&strangers));
    }
    if !dealers.is_empty() {
        reasons.push(words::english::not_players(&dealers, false));
    }
    if !eliminated.is_empty() {
        reasons.push(words::english::not_players(&eliminated, true));
    }
    Err(CannotOpen {
        seats: wrong,
        ..CannotOpen::because(reasons.join(" "))
    })
}

/// The match as it would be opened, or why not. It uses its own dice: the real draws are made when
/// the match is opened, and shown to nobody before.
pub async fn preview(data: &Data, host: AccountId, draft: &SetupDraft) -> Tried<Setup, CannotOpen> {
    let new = new_match(data, host, draft).await?;
    let now = data.referee.clock.now();
    Ok(new.and_then(|new| {
        let setup = new.set_up(&mut Dice::new(0)).ok();
        let is_in_time = new.check_appointments(now).is_ok();
        setup
            .clone()
            .filter(|setup| is_in_time && new.check_host(setup).is_ok())
            .ok_or_else(|| CannotOpen {
                setup: setup.map(Box::new),
                ..CannotOpen::because(all_refused(new, now).join("\n⚠️ "))
            })
    }))
}

/// The match as it would be opened or rehearsed.
pub fn setup_of(preview: &Result<Setup, CannotOpen>) -> Option<&Setup> {
    match preview {
        Ok(setup) => Some(setup),
        Err(blocker) => blocker.setup.as_deref(),
    }
}

/// All reasons why a match cannot be opened, in words. To find the next one, the refused option is
/// left out each time, and a cast that is too small is filled up.
fn all_refused(mut new: NewMatch, now: WallMs) -> Vec<String> {
    let by_hand = new.season.is_none();
    let appointed = new.check_appointments(now).err();
    let mut wrong: Vec<String> = appointed.iter().map(|why| refused(why, by_hand)).collect();
    let tried = |new: &NewMatch| {
        let setup = new.set_up(&mut Dice::new(0));
        setup.and_then(|setup| new.check_host(&setup)).err()
    };
    while let Some(why) = tried(&new) {
        wrong.push(refused(&why, by_hand));
        if let OpenRefusal::Setup(SetupRefusal::CastSize { least, .. }) = why
            && new.cast.len() < least
        {
            for number in new.cast.len()..least {
                new.cast.push(made_up(number, Role::Player, &new.cast));
            }
            continue;
        }
        let without = |key: &String| {
            let mut without = new.clone();
            without.options.remove(key);
            tried(&without)
        };
        // Without another option, it might only be refused in another way.
        let mut keys = new.options.keys();
        let last = keys.clone().find(|key| without(key).is_none());
        let cause = last.or_else(|| keys.find(|key| without(key).as_ref() != Some(&why)));
        match cause.cloned() {
            Some(key) => new.options.remove(&key),
            None => break,
        };
    }
    wrong
}
