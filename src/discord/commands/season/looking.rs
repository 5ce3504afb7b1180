//! `/season standings` and `/season history`.

use std::cmp::Reverse;

use serenity::all::{CreateAttachment, CreateAutocompleteResponse};

use super::{complete_season, to_look_at};
use crate::boards::{self, Standings};
use crate::discord::answer::whispered;
use crate::discord::commands::complete::numbers;
use crate::discord::commands::reply::whisper_lines;
use crate::discord::commands::reply::{defer, send, show, show_to_all, whisper};
use crate::discord::panels::panel::{self, Drawn, Panel};
use crate::discord::rights::Right;
use crate::discord::{Context, Data, Fault, text};
use crate::referee::{Pictured, SeasonViewer, StandingsEntry, won_of_series};
use crate::store::{MatchId, OutboxId, PastMatch, Person, Season, Sent, StoreError};
use crate::words::{self, season as said};
use games::tokens::Faces;
use games::{BySeat, CastId, Role, Seat};

/// See where the season stands: everyone's garnets and strikes
#[poise::command(slash_command, custom_data = "Right::Look")]
pub async fn standings(
    ctx: Context<'_>,
    #[description = "Show it to everyone in this channel"] public: Option<bool>,
    #[description = "In words, without the picture"] words_only: Option<bool>,
    #[description = "Which season; leave out for the current one"]
    #[autocomplete = "complete_season"]
    season: Option<String>,
) -> Result<(), Fault> {
    let Some((season, asker)) = to_look_at(&ctx, season.as_deref()).await? else {
        return Ok(());
    };
    let public = public.unwrap_or(false);
    // A picture may take longer than Discord waits.
    if public {
        defer(ctx, false).await?;
    } else {
        defer(ctx, true).await?;
    }
    let (id, account) = (season.id, asker.account);
    let read = ctx.data().referee.read(move |core, _| {
        let all = core.standings(id, SeasonViewer::Everybody)?;
        Ok::<_, StoreError>((all, core.standings(id, SeasonViewer::Account(account))?))
    });
    let (Some(mut all), own) = read.await?? else {
        return whisper(ctx, &said::no_season()).await;
    };
    by_garnets(&mut all);
    let mut content = in_words(&all, true);
    let picture = if words_only.unwrap_or(false) {
        None
    } else {
        let drawn = draw(ctx.data(), &season, &all).await?;
        content = format!("**{}**", text::escape_markdown(&season.name));
        Some(drawn)
    };
    let own = own.into_iter().flatten();
    let mut own = own.filter(|person| person.account == Some(account));
    if let (false, false, Some(own)) = (public, season.settings.garnets_public, own.next())
        && let Some(count) = own.garnets
    {
        content = format!("{content}\n{}", said::own_count(count));
    }
    let panel = Panel {
        content,
        picture,
        ..Panel::default()
    };
    if public {
        return show_to_all(ctx, panel).await;
    }
    show(ctx, panel).await
}

/// Orders people by the garnets that are shown, most first. Picture and words keep that order
/// within players and within eliminated players. Dealers, whose counts are never shown, stay in the
/// cast's order.
fn by_garnets(people: &mut [StandingsEntry]) {
    let shown = |person: &StandingsEntry| person.garnets.filter(|_| person.role != Role::Dealer);
    people.sort_by_key(|person| Reverse(shown(person)));
}

/// The standings in words. `marked`: with markdown, for a message; a picture's description shows
/// every character as it is.
fn in_words(people: &[StandingsEntry], marked: bool) -> String {
    let people: Vec<_> = people
        .iter()
        .map(|person| {
            let name = if marked {
                text::escape_markdown(&person.name)
            } else {
                person.name.clone()
            };
            (person.role, said::standee(person, &name))
        })
        .collect();
    said::standings(&people, marked)
}

fn pictured(person: &StandingsEntry) -> Pictured {
    Pictured {
        name: person.name.clone(),
        account: person.account,
    }
}

/// Draws the standings away from the async threads.
async fn draw(data: &Data, season: &Season, people: &[StandingsEntry]) -> Result<Drawn, Fault> {
    // A cast has at most 255 people, so that the index fits.
    let accounts: Vec<Person> = people
        .iter()
        .enumerate()
        .filter_map(|(index, person)| {
            Some(Person {
                who: CastId(index as u8),
                account: person.account?,
                bound: None,
                way: None,
                stands_in: false,
            })
        })
        .collect();
    let (guild, pictured) = (
        season.guild,
        people.iter().map(pictured).collect::<Vec<_>>(),
    );
    let hidden = data
        .referee
        .read(move |core, _| core.hides_faces(Some(guild), None, &pictured));
    let faces = match hidden.await?? {
        Some(game) => Faces::hidden_for(game),
        None => data.faces.now(accounts).await,
    };
    let standings = Standings {
        title: season.name.clone(),
        people: people
            .iter()
            .map(|person| boards::StandingsRow {
                name: person.name.clone(),
                role: person.role,
                garnets: person.garnets,
                strikes: person.strikes,
            })
            .collect(),
    };
    let description = panel::with_why(in_words(people, false), &faces);
    let drawn = data.draw_pool.draw(move || Drawn {
        name: "standings.png".to_owned(),
        file: boards::draw_standings(&standings, &faces).png,
        description: description.clone(),
        rest: said::rest_of_standings(),
    });
    Ok(drawn.await?)
}

/// See the season's matches, results and records
#[poise::command(slash_command, custom_data = "Right::Look")]
pub async fn history(
    ctx: Context<'_>,
    #[description = "A match's number, to get its record"]
    #[rename = "match"]
    #[autocomplete = "complete_past"]
    number: Option<i64>,
    #[description = "Which season; leave out for the current one"]
    #[autocomplete = "complete_season"]
    season: Option<String>,
) -> Result<(), Fault> {
    let Some((season, _)) = to_look_at(&ctx, season.as_deref()).await? else {
        return Ok(());
    };
    match number {
        Some(number) => record(ctx, season.guild, MatchId(number)).await,
        None => list(ctx, &season).await,
    }
}

/// How many matches are listed at most.
const LISTED: usize = 20;

async fn list(ctx: Context<'_>, season: &Season) -> Result<(), Fault> {
    let id = season.id;
    let (lines, of) = ctx
        .data()
        .stored(move |tx| {
            let past = tx.past_matches(id)?;
            let newest = (0..past.len()).rev().take(LISTED);
            let lines = newest.map(|at| {
                let won = won_of_series(&past[..=at], &past[at].row);
                let last = tx.last_post_of(past[at].row.id, OutboxId(i64::MAX))?;
                Ok(line(&past[at], won, last))
            });
            let lines = lines.collect::<Result<Vec<_>, StoreError>>()?;
            Ok((lines, past.len()))
        })
        .await?;
    let name = text::escape_markdown(&season.name);
    whisper_lines(ctx, &said::history(&name, &lines, of)).await
}

fn line(past: &PastMatch, won: Option<BySeat<u32>>, post: Option<Sent>) -> String {
    let link = post.map(|post| text::message_link(past.row.guild, post));
    let cast = text::shown(&past.row.setup.cast);
    // A match without a winner does not change the score.
    let has_winner = past.outcome.is_some_and(|end| end.winner.is_some());
    said::past(past, &cast, won.filter(|_| has_winner), link.as_deref())
}

async fn record(ctx: Context<'_>, guild: u64, id: MatchId) -> Result<(), Fault> {
    let read = ctx.data().referee.read(move |core, _| {
        let row = core.store().read(|tx| tx.match_row(id))?;
        // Any season of the server will do.
        if !row.is_some_and(|row| row.over && row.guild == Some(guild) && row.season.is_some()) {
            return Ok::<_, StoreError>(None);
        }
        let look = core.look(id, 0, false)?;
        Ok(look.map(|look| look.status).zip(core.record(id)?))
    });
    let record = match read.await?? {
        Some((standing, _)) if standing.called_off => {
            return whisper(ctx, &words::called_off_unseen()).await;
        }
        Some((standing, record)) if !standing.held => record,
        _ => return whisper(ctx, &said::no_such_past_match()).await,
    };
    let name = format!("{}-{id}.json", record.game);
    let file = CreateAttachment::bytes(serde_json::to_vec_pretty(&record)?, name.clone());
    send(ctx, whispered(&said::record_of(&name)), vec![file]).await
}

/// Completes finished matches: of all the server's seasons, newest first; in a direct message,
/// those of the person who types.
pub async fn complete_past(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let (guild, account) = (ctx.guild_id(), ctx.author().id.get());
    let found = ctx.data().stored(move |tx| {
        let mut rows = Vec::new();
        let Some(guild) = guild else {
            for id in tx.matches_over_of(account)? {
                rows.extend(tx.match_row(id)?);
            }
            return Ok(rows);
        };
        for season in tx.seasons(guild.get())? {
            let past = tx.past_matches(season.id)?.into_iter();
            rows.extend(past.map(|past| past.row));
        }
        rows.sort_unstable_by_key(|row| Reverse(row.id));
        Ok(rows)
    });
    let past = found.await.unwrap_or_default();
    let named = past.into_iter().map(|row| {
        let [dmo, ec] = Seat::BOTH.map(|seat| row.setup.cast.seat_name(seat));
        let title = words::title(row.setup.game);
        let label = format!("{}. {title}: {dmo} vs {ec}", row.id);
        (label, row.id.0)
    });
    numbers(named, typed)
}

#[cfg(test)]
mod tests {
    use super::*;
    fn standee(name: &str, garnets: Option<u32>) -> StandingsEntry {
        StandingsEntry {
            name: name.to_owned(),
            role: Role::Player,
            account: None,
            channel: None,
            garnets,
            strikes: 0,
        }
    }

    #[test]
    fn players_are_listed_by_garnets_or_else_in_cast_order() {
        let order = |counts: [Option<u32>; 4]| {
            let names = ["Mika", "Teo", "Ana", "Bo"].into_iter().zip(counts);
            let mut people: Vec<StandingsEntry> =
                names.map(|(name, count)| standee(name, count)).collect();
            by_garnets(&mut people);
            in_words(&people, false)
        };
        assert_eq!(
            order([Some(2), Some(5), Some(0), Some(5)]),
            "Players (4): Teo (5 garnets), Bo (5 garnets), Mika (2 garnets), Ana (no garnets)"
        );
        assert_eq!(order([None; 4]), "Players (4): Mika, Teo, Ana, Bo");
    }

    #[test]
    fn a_description_shows_names_as_they_are() {
        let somebody = standee("*S_l*", Some(2));
        let said = |marked| in_words(std::slice::from_ref(&somebody), marked);
        assert_eq!(said(false), "Players (1): *S_l* (2 garnets)");
        assert_eq!(said(true), "**Players (1)**: \\*S\\_l\\* (2 garnets)");
    }
}
