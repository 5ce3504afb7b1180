//! The standings of a season: a picture or words, and the button that shows them to everyone.

use std::cmp::Reverse;

use crate::boards::{self, Standings};
use crate::discord::drawing;
use crate::discord::message::{Drawn, Panel, note};
use crate::discord::press::Press;
use crate::discord::press_context::PressContext;
use crate::discord::server::people::held_results;
use crate::discord::{Data, Result, text};
use crate::referee::{Pictured, SeasonViewer, StandingsEntry};
use crate::store::{AccountId, Person, Season, SeasonId};
use crate::words::season;
use games::screen::Button;
use games::tokens::Faces;
use games::{CastId, Role};

/// The standings, for everyone or (not `public`) for this account alone.
pub async fn panel(
    data: &Data,
    season: &Season,
    account: AccountId,
    words_only: bool,
    public: bool,
) -> Result<Panel> {
    let id = season.id;
    let read = data.read(move |core| {
        let all = core.standings(id, SeasonViewer::Everybody)?;
        Ok((all, core.standings(id, SeasonViewer::Account(account))?))
    });
    let (Some(mut all), own) = read.await? else {
        return Ok(note(season::NO_SEASON));
    };
    by_garnets(&mut all);
    let mut content = in_words(&all, true);
    let picture = if words_only {
        None
    } else {
        let drawn = draw(data, season, &all).await?;
        content = format!("**{}**", text::escape_markdown(&season.name));
        Some(drawn)
    };
    let own = own.into_iter().flatten();
    let mut own = own.filter(|person| person.account == Some(account));
    if let (false, false, Some(own)) = (public, season.settings.garnets_public, own.next())
        && let Some(count) = own.garnets
    {
        content = format!("{content}\n{}", season::own_count(count));
    }
    let show = Button::secondary(Press::Standings { season: id }, season::SHOW_EVERYONE);
    let panel = Panel {
        picture,
        ..note(content)
    };
    Ok(panel.buttons((!public).then_some(show)))
}

/// Shows the standings to everyone in the channel where somebody has read them.
pub async fn show_everyone(by: &PressContext<'_>, season: SeasonId) -> Result<()> {
    let found = by.data.stored(move |tx| tx.season(season)).await?;
    let Some(season) = found.filter(|season| Some(season.guild) == by.server) else {
        return Ok(by.responder.whisper(season::NO_SEASON).await?);
    };
    let held = held_results(by.data, season.id).await?;
    if !held.is_empty() {
        return Ok(by.responder.whisper(&season::results_held(&held)).await?);
    }
    let panel = panel(by.data, &season, by.account(), false, true).await?;
    Ok(by.responder.show_to_all(panel).await?)
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
            (person.role, season::standee(person, &name))
        })
        .collect();
    season::standings(&people, marked)
}

fn pictured(person: &StandingsEntry) -> Pictured {
    Pictured {
        name: person.name.clone(),
        account: person.account,
    }
}

/// Draws the standings away from the async threads.
async fn draw(data: &Data, season: &Season, people: &[StandingsEntry]) -> Result<Drawn> {
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
    let hidden = data.read(move |core| core.hides_faces(Some(guild), None, &pictured));
    let faces = match hidden.await? {
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
    let description = drawing::with_why(in_words(people, false), &faces);
    let drawn = data.draw_pool.run(move || Drawn {
        name: "standings.png".to_owned(),
        file: boards::draw_standings(&standings, &faces).png,
        description: description.clone(),
        rest: season::REST_OF_STANDINGS,
    });
    Ok(drawn.await?)
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
