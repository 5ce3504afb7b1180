//! A person's own panel: what they may do now, with controls, seen by them alone. It is built from the match alone, so that it can be
//! built again at any time.

use serenity::all::CreateActionRow;

use super::panels::{self, Wanted};
use super::{Data, Fault, text};
use crate::boards;
use crate::games::{Audience, Party, View};
use crate::matches::Stage;
use crate::referee::Look;
use crate::store::MatchId;
use crate::words;

/// A message to one person: text, a picture and controls.
pub struct Panel {
    pub content: String,
    pub picture: Option<Drawn>,
    pub rows: Vec<CreateActionRow>,
}

/// A picture and what it is called.
#[derive(Clone)]
pub struct Drawn {
    pub name: String,
    pub png: Vec<u8>,
    /// The board in words, for people who do not see it.
    pub description: String,
}

/// Draws a view away from the async threads.
pub async fn draw(data: &Data, look: &Look, view: View, name: String) -> Result<Drawn, Fault> {
    let faces = data.faces.faces(&look.people).await;
    let row = look.row.clone();
    let drawn = tokio::task::spawn_blocking(move || {
        let cast = &row.setup.cast;
        let description = words::description(&view, cast);
        let png = boards::draw(&view, cast, &faces).png;
        Drawn {
            name,
            png,
            description,
        }
    });
    Ok(drawn.await?)
}

/// What somebody may do in a match now. `account` is theirs; nothing of anybody else's is in it.
pub async fn build(data: &Data, id: MatchId, account: u64) -> Result<Panel, Fault> {
    let (mut panel, look) = without_picture(data, id, account, "").await?;
    if let Some(look) = look {
        let drawn = draw(data, &look, look.view.clone(), format!("panel-{id}.png"));
        panel.picture = Some(drawn.await?);
    }
    Ok(panel)
}

/// As [`build`] for a panel whose picture is there already. Where the beginning of an action was chosen (a car to be placed, say; without the
/// blank after it), it goes on from there.
pub async fn narrowed(
    data: &Data,
    id: MatchId,
    account: u64,
    beginning: &str,
) -> Result<Panel, Fault> {
    Ok(without_picture(data, id, account, beginning).await?.0)
}

/// The panel, and what its picture is of; none where nothing is awaited.
async fn without_picture(
    data: &Data,
    id: MatchId,
    account: u64,
    beginning: &str,
) -> Result<(Panel, Option<Look>), Fault> {
    // A host's own rights do not belong in a panel: whoever sits in a match sees as what they are in it.
    let look = data
        .referee
        .read(move |core, _| core.look(id, account, false))
        .await??;
    let Some(look) = look else {
        return Ok((note(words::no_such_match()), None));
    };
    let Some(party) = look.party else {
        return Ok((note(words::not_in_match()), None));
    };
    let cast = text::shown(look.cast());
    if look.standing.stage == Stage::Over {
        return Ok((note(words::match_over()), None));
    }
    let Some(prompt) = &look.mine else {
        let waiting = look
            .standing
            .prompts
            .iter()
            .filter(|prompt| !prompt.answered);
        let waiting: Vec<Party> = waiting.map(|prompt| prompt.who).collect();
        let said = words::nothing_for_you(&waiting, &cast, look.standing.stage);
        return Ok((note(said), None));
    };
    let whose = prompt.who;
    let prefix = format!("{beginning} ");
    let offers = data.referee.read(move |core, _| {
        let narrowed = match prefix.as_str() {
            " " => Vec::new(),
            prefix => core.offers(id, whose, prefix)?,
        };
        Ok::<_, crate::store::StoreError>((core.offers(id, whose, "")?, narrowed))
    });
    let (offers, narrowed) = offers.await??;
    let mut content = format!(
        "**{}** · {}\n",
        words::title(look.setup().game),
        words::pairing(&cast)
    );
    content.push_str(&words::ask(&look.view, party, prompt.ask));
    content.push('\n');
    match (prompt.live, look.standing.preparation_deadline_ms) {
        (false, Some(deadline)) => content.push_str(&words::until(deadline)),
        (true, _) => {
            if let Party::Seat(seat) = party
                && let Some(deadline) = look.standing.deadline_ms[seat]
            {
                content.push_str(&words::until(deadline));
            }
        }
        _ => {}
    }
    content.push('\n');
    content.push_str(&words::counts_now(&look.view, party, prompt, &cast));
    let wanted = Wanted {
        match_id: id,
        prompt: prompt.id,
        whose,
        control: &prompt.control,
        offers: &offers,
        cast: look.cast(),
        beginning,
        narrowed: &narrowed,
    };
    let panel = Panel {
        content,
        picture: None,
        rows: panels::rows(&look.view, &wanted),
    };
    Ok((panel, Some(look)))
}

/// A panel of words alone.
pub fn note(content: String) -> Panel {
    Panel {
        content,
        picture: None,
        rows: Vec::new(),
    }
}

/// The view that everybody may have of a match: the public one while it is open, all of it afterwards.
pub fn public_audience(stage: Stage) -> Audience {
    match stage {
        Stage::Over => Audience::All,
        Stage::Preparing | Stage::Standing | Stage::Live => Audience::Public,
    }
}
