//! The status of a match, in lines.

use super::catalogue::title;
use super::choices::{missing, preparations};
use super::pauses::pause;
use super::start::{absent, once_ready, readiness, start_line};
use crate::referee::Snapshot;
use crate::store::{ChannelId, MatchName, MatchRow, ServerId, Stakes};
use games::english::{countdown, date, list, names};
use games::{BySeat, Cast, CastId, GameId, Seat, WallMs, english};
use matches::{Setup, Stage};

/// `Zac vs Tiac`; `14 players` without seats.
pub(super) fn versus(cast: &Cast) -> String {
    if cast.seats().is_none() {
        return english::count_of(cast.safe_players().count(), "player", "players");
    }
    let [dmo, ec] = Seat::BOTH.map(|seat| cast.seat_name(seat));
    format!("{dmo} vs {ec}")
}

/// `Zac (DMO) vs Tiac (EC)`; in a practice match and without seats [`versus`].
pub fn pairing(setup: &Setup, cast: &Cast) -> String {
    if setup.practice || !setup.has_seats() {
        return versus(cast);
    }
    format!(
        "{} (DMO) vs {} (EC)",
        cast.seat_name(Seat::Dmo),
        cast.seat_name(Seat::Ec)
    )
}

fn stage(snapshot: &Snapshot) -> &'static str {
    match snapshot.status.stage {
        Stage::Over if snapshot.status.held => "over; a host still has to release the result",
        Stage::Over if snapshot.status.called_off => "over, called off",
        Stage::Over if snapshot.is_tied() => "a tie; a host decides",
        // A match that ended during a pause is over.
        Stage::Over => "over",
        _ if snapshot.is_without_channel() => "paused: its channel is gone",
        _ if snapshot.status.pause.is_some() => "paused",
        Stage::Preparing if !snapshot.setup().has_seats() => "open for choices",
        Stage::Preparing => "choices before the match",
        Stage::Standing if !snapshot.setup().has_seats() => "between two rounds",
        Stage::Standing => "waiting to start",
        Stage::Live => "live",
    }
}

/// Where a match is played, after "in": a direct message has no name there.
pub(super) fn place(row: &MatchRow) -> String {
    match row.guild {
        Some(_) => format!("<#{}>", row.channel),
        None => "our DMs".to_owned(),
    }
}

/// A match in one line.
pub fn match_line(snapshot: &Snapshot, cast: &Cast) -> String {
    let kind = super::posts::for_nothing(snapshot.setup());
    let kind = kind.map(|kind| format!(" ({})", kind.to_lowercase()));
    let mut line = format!(
        "**{}**{} · {} · {}",
        title(snapshot.setup().game),
        kind.unwrap_or_default(),
        pairing(snapshot.setup(), cast),
        stage(snapshot),
    );
    // A match that was imported from a record has no channel.
    if !snapshot.is_without_channel() && snapshot.row.channel.0 != 0 {
        line.push_str(&format!(" · {}", place(&snapshot.row)));
    }
    match snapshot.row.name() {
        MatchName::Practice | MatchName::Rehearsal => line,
        name => format!("{line} · {}", match_number(name)),
    }
}

/// What a match waits for a host to do, in a line: it's paused, or late to begin. None if nothing.
/// The names in `cast` must be safe in a post.
pub fn host_is_needed(snapshot: &Snapshot, cast: &Cast, now_ms: WallMs) -> Option<String> {
    let status = &snapshot.status;
    let price = super::clocks::price_of(snapshot.setup().game);
    let waits = matches!(status.stage, Stage::Preparing | Stage::Standing);
    let late = status.start_at_ms.filter(|start| waits && *start <= now_ms);
    let why = match (status.pause, late) {
        (Some((by, until)), _) => {
            let why = pause(by, until, status.players_end_pause, price, cast);
            if snapshot.is_without_channel() {
                why
            } else {
                why + " Type `/match resume` there."
            }
        }
        (None, Some(start)) => format!(
            "It should have started {}. `/match begin` there says what is missing.",
            countdown(start)
        ),
        (None, None) => return None,
    };
    Some(format!("⚠️ {}: {why}", match_title(snapshot, cast)))
}

/// A match and its place: `Teo vs Mika (Gridlock) is open in <#1>`. The names in `cast` must
/// be safe in a post.
pub fn match_place(snapshot: &Snapshot, cast: &Cast) -> String {
    let (paired, place) = (paired(snapshot, cast), place(&snapshot.row));
    match (snapshot.is_without_channel(), snapshot.status.stage) {
        (true, _) => format!("{paired} is open, but its channel is gone"),
        (_, Stage::Over) => {
            format!("{paired} is over. Press *Release the result* in {place} to show how")
        }
        _ if snapshot.status.pause.is_some() => format!("{paired} is paused in {place}"),
        _ => format!("{paired} is open in {place}"),
    }
}

/// A match and its channel: `Teo vs Mika (Gridlock) in <#1>`.
pub fn match_title(snapshot: &Snapshot, cast: &Cast) -> String {
    format!("{} in {}", paired(snapshot, cast), place(&snapshot.row))
}

/// A match as a choice in a list. For a post, the names in `cast` must be safe.
pub fn match_name(snapshot: &Snapshot, cast: &Cast) -> String {
    named_match(snapshot.setup().game, snapshot.row.name(), cast)
}

/// Above a board as it was when it was posted.
pub fn board_then(snapshot: &Snapshot, at_ms: WallMs, cast: &Cast) -> String {
    format!("**{}** at {}", match_name(snapshot, cast), date(at_ms))
}

/// To somebody who wants the board of a message without one, or a rewind to it.
pub const NO_BOARD_THERE: &str = "That message doesn't show a board. Use this on a post that does.";

pub const NOTHING_BEFORE_IT: &str =
    "Nothing has happened in the match before that post. To call it off, use `/match void`.";

/// A match as a choice in a list, by its game, its number and its players.
pub(super) fn named_match(game: GameId, name: MatchName, cast: &Cast) -> String {
    format!("{}: {} ({})", title(game), versus(cast), match_number(name))
}

/// A finished match as a choice in a list; `season`: the name of its season if that is over.
pub fn past_match(row: &MatchRow, season: Option<&str>) -> String {
    let named = named_match(row.setup.game, row.name(), &row.setup.cast);
    season.map_or(named.clone(), |season| format!("{named} · {season}"))
}

/// How a match is told from others.
pub fn match_number(name: MatchName) -> String {
    match name {
        MatchName::Numbered(number) => format!("match {number}"),
        MatchName::Practice => "a practice".to_owned(),
        MatchName::Rehearsal => "a rehearsal".to_owned(),
    }
}

/// The address of a channel of a server, or of a direct message (None). In a direct message
/// Discord shows it with its server.
pub fn channel_link(guild: Option<ServerId>, channel: ChannelId) -> String {
    let place = guild.map_or("@me".to_owned(), |guild| guild.to_string());
    format!("https://discord.com/channels/{place}/{channel}")
}

/// The name of the scheduled event of a match: `Gridlock: Teo vs Mika`.
pub fn event_name(game: GameId, cast: &Cast) -> String {
    english::cut(&format!("{}: {}", title(game), versus(cast)), 100)
}

/// The description of that event: what is at stake, in which season, and where. `season`: a name
/// that is safe in a post.
pub fn about_event(season: Option<&str>, stakes: Stakes, channel: ChannelId) -> String {
    let stakes = super::season::stakes(stakes, None);
    let season = season.map_or(String::new(), |season| format!("{season}, "));
    format!("{stakes}.\n{season}in <#{channel}>")
}

fn paired(snapshot: &Snapshot, cast: &Cast) -> String {
    let (setup, game) = (snapshot.setup(), title(snapshot.setup().game));
    if !setup.has_seats() {
        return format!("{game} ({})", versus(cast));
    }
    match super::posts::for_nothing(setup) {
        Some(kind) => format!("{} ({game}, {})", versus(cast), kind.to_lowercase()),
        None => format!("{} ({game})", versus(cast)),
    }
}

/// The status of a match. Only hosts who don't play in it see who is missing. `won`: the earlier
/// matches of its best of three.
pub fn status(
    snapshot: &Snapshot,
    is_host: bool,
    cast: &Cast,
    won: Option<BySeat<u32>>,
    now_ms: WallMs,
) -> String {
    let status = &snapshot.status;
    let is_over = status.stage == Stage::Over;
    let mut lines = vec![match_line(snapshot, cast)];
    // Once the match is over, its result has the score of the best of three.
    let won = won.filter(|_| !is_over);
    lines.extend(won.and_then(|won| super::season::series_stands(won, cast)));
    let outcome = status.outcome.filter(|_| !status.held);
    lines.extend(outcome.map(|outcome| format!("**{}.**", english::outcome(outcome, cast))));
    lines.extend(choices_before(snapshot, is_host, cast, now_ms));
    lines.extend(for_host(snapshot, cast).filter(|_| is_host));
    lines.extend(start_and_readiness(snapshot, cast, now_ms));
    if let Some((by, until_ms)) = status.pause.filter(|_| !is_over) {
        let price = super::clocks::price_of(snapshot.setup().game);
        lines.push(pause(by, until_ms, status.players_end_pause, price, cast));
    }
    if status.stage == Stage::Live {
        if status.pause.is_none() {
            lines.extend(waits_for(snapshot, cast));
        }
        lines.extend(not_posted_yet(snapshot, is_host));
        lines.push(super::clocks::clocks(snapshot, cast));
    }
    lines.join("\n")
}

/// How a match without seats stands, for a host who doesn't play.
pub fn for_host(snapshot: &Snapshot, cast: &Cast) -> Option<String> {
    let is_open = snapshot.status.stage != Stage::Over && !snapshot.setup().has_seats();
    let said = (is_open && !snapshot.plays()).then(|| snapshot.view.for_hosts(cast));
    said.filter(|said| !said.is_empty())
}

/// How many choices before the match are in, whose are missing, and until when they are taken.
fn choices_before(
    snapshot: &Snapshot,
    is_host: bool,
    cast: &Cast,
    now_ms: WallMs,
) -> impl Iterator<Item = String> {
    let ((sealed, of), missing) = (preparations(snapshot), missing(snapshot));
    let sees_missing = is_host && !snapshot.plays() && !missing.is_empty();
    let status = &snapshot.status;
    let until = status
        .preparation_deadline_ms
        .map(|due_ms| super::clocks::choices_until(due_ms, status.start_at_ms, now_ms));
    let count = (of > 0).then(|| format!("{sealed} of {of} choices in."));
    let missing = sees_missing.then(|| {
        let missing = names(&missing, cast);
        format!("Still missing (only hosts see this): {missing}.")
    });
    [count, missing, until].into_iter().flatten()
}

/// When a match that has not begun starts, who is ready, and for whom a host waits.
fn start_and_readiness(snapshot: &Snapshot, cast: &Cast, now_ms: WallMs) -> Vec<String> {
    let (status, absent) = (&snapshot.status, absent(snapshot));
    let mut lines = Vec::new();
    if !snapshot.setup().has_seats() {
        return lines;
    }
    if matches!(status.stage, Stage::Preparing | Stage::Standing) {
        let once = once_ready(snapshot, None, cast);
        let hostless = snapshot.has_no_host();
        lines.push(start_line(status.start_at_ms, &once, hostless, now_ms));
    }
    if status.stage == Stage::Standing {
        let nobody = || "Neither player is ready yet.".to_owned();
        let mut ready = readiness(snapshot, cast).unwrap_or_else(nobody);
        if let [one] = absent.as_slice() {
            ready.push_str(&format!(" {} isn't ready yet.", cast.name(*one)));
        }
        lines.push(ready);
    }
    if let Some(until) = status.waits_until_ms.filter(|until| *until > now_ms) {
        let safe = |who: &&CastId| cast.seat_of(**who).is_none();
        let not_in = missing(snapshot).iter().filter(safe).count() as u32;
        let due = status.stage == Stage::Preparing;
        lines.push(super::start::host_waits(until, &absent, not_in, due, cast));
    }
    lines
}

/// That the post with the turn isn't there, if it isn't.
pub(super) fn not_posted_yet(snapshot: &Snapshot, is_host: bool) -> Option<String> {
    let more = if is_host {
        " `/preflight` there says what to fix."
    } else {
        ""
    };
    let said = "⚠️ The newest post isn't in the channel yet. No clock runs until it is.";
    snapshot.waits_for_post().then(|| format!("{said}{more}"))
}

/// The people for whom a live match waits, and for what, a line each; what is the same for both is
/// said once.
pub(super) fn waits_for(snapshot: &Snapshot, cast: &Cast) -> Vec<String> {
    let mut asks: Vec<(String, Vec<String>)> = Vec::new();
    let prompts = snapshot.status.prompts.iter();
    for prompt in prompts.filter(|prompt| prompt.live && !prompt.answered) {
        let who = if snapshot.party == Some(prompt.who) {
            "**you**".to_owned()
        } else {
            format!("**{}**", english::party(prompt.who, cast))
        };
        let ask = snapshot.view.ask(prompt.who, prompt.ask, cast);
        match asks.iter_mut().find(|(same, _)| *same == ask) {
            Some((_, all)) => all.push(who),
            None => asks.push((ask, vec![who])),
        }
    }
    let line =
        |(ask, who): &(String, Vec<String>)| format!("Waiting for {}: {ask}", list(who, "and"));
    asks.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::{Core, Viewer, import};
    use crate::store::{AccountId, Store};
    use matches::selfplay;

    #[test]
    fn a_match_from_a_record_has_no_channel() {
        let record = selfplay::play(GameId::ALL[0], 1);
        let mut store = Store::in_memory().unwrap();
        import(&mut store, ServerId(1), "First", &[record], WallMs(1_000)).unwrap();
        let core = Core::new(store, 1);
        let snapshot = core
            .snapshot(crate::store::MatchId(1), Viewer::Account(AccountId(5)))
            .unwrap()
            .unwrap();
        let said = match_line(&snapshot, snapshot.cast());
        assert!(said.ends_with("· over · match 1"), "{said}");
    }
}
