//! `/season garnets`: who has how many, and why.

use super::{answer, change, complete_name, complete_names, complete_season, here, to_look_at};
use crate::discord::rights::Right;
use crate::discord::{Context, Result};
use crate::referee::{Core, PurseOwner, SeasonEdit};
use crate::words::season;

/// The season's garnets
#[poise::command(
    slash_command,
    subcommands("give", "take", "r#move", "bank", "gift", "list"),
    subcommand_required
)]
pub async fn garnets(_ctx: Context<'_>) -> Result<()> {
    Ok(())
}

/// Give new garnets to one or several people (hosts)
#[poise::command(slash_command)]
async fn give(
    ctx: Context<'_>,
    #[description = "A name, several names with commas, or everybody (all players)"]
    #[autocomplete = "complete_names"]
    to: String,
    #[description = "How many each gets"]
    #[min = 1]
    count: u32,
    #[description = "Your reason"]
    #[max_length = 300]
    reason: Option<String>,
) -> Result<()> {
    let work =
        move |edit: &mut SeasonEdit| edit.give_garnets(&to, count, &reason.unwrap_or_default());
    change(ctx, work, |given| match &given[..] {
        [one] => season::moved(one),
        several => season::given_to_several(several),
    })
    .await
}

/// Take garnets away from someone (hosts)
#[poise::command(slash_command)]
async fn take(
    ctx: Context<'_>,
    #[description = "Who from"]
    #[autocomplete = "complete_name"]
    from: String,
    #[description = "How many"]
    #[min = 1]
    count: u32,
    #[description = "Your reason"]
    #[max_length = 300]
    reason: Option<String>,
) -> Result<()> {
    transfer(
        ctx,
        (PurseOwner::Somebody(from), PurseOwner::Nobody),
        count,
        reason,
    )
    .await
}

/// Move garnets from one person to another (hosts)
#[poise::command(slash_command, rename = "move")]
async fn r#move(
    ctx: Context<'_>,
    #[description = "Who from"]
    #[autocomplete = "complete_name"]
    from: String,
    #[description = "Who to"]
    #[autocomplete = "complete_name"]
    to: String,
    #[description = "How many"]
    #[min = 1]
    count: u32,
    #[description = "Your reason"]
    #[max_length = 300]
    reason: Option<String>,
) -> Result<()> {
    let sides = (PurseOwner::Somebody(from), PurseOwner::Somebody(to));
    transfer(ctx, sides, count, reason).await
}

/// Which way garnets go.
#[derive(Clone, Copy, poise::ChoiceParameter)]
enum Way {
    #[name = "into the bank"]
    In,
    #[name = "out of the bank"]
    Out,
}

/// Put garnets into the bank, or take them out (hosts)
#[poise::command(slash_command)]
async fn bank(
    ctx: Context<'_>,
    #[description = "Into or out of the bank"] way: Way,
    #[description = "How many"]
    #[min = 1]
    count: u32,
    #[description = "Who gives or gets them; leave out to create or remove garnets"]
    #[autocomplete = "complete_name"]
    name: Option<String>,
    #[description = "Your reason"]
    #[max_length = 300]
    reason: Option<String>,
) -> Result<()> {
    let other = name.map_or(PurseOwner::Nobody, PurseOwner::Somebody);
    let sides = match way {
        Way::In => (other, PurseOwner::Bank),
        Way::Out => (PurseOwner::Bank, other),
    };
    transfer(ctx, sides, count, reason).await
}

async fn transfer(
    ctx: Context<'_>,
    sides: (PurseOwner, PurseOwner),
    count: u32,
    reason: Option<String>,
) -> Result<()> {
    let work =
        move |edit: &mut SeasonEdit| edit.move_garnets(sides, count, &reason.unwrap_or_default());
    change(ctx, work, |moved| season::moved(&moved)).await
}

/// Give some of your garnets to another player, if the season allows it
#[poise::command(slash_command, custom_data = "Right::Look")]
async fn gift(
    ctx: Context<'_>,
    #[description = "Who to"]
    #[autocomplete = "complete_name"]
    to: String,
    #[description = "How many"]
    #[min = 1]
    count: u32,
    #[description = "Your reason"]
    #[max_length = 300]
    reason: Option<String>,
) -> Result<()> {
    let (season, asker) = here(&ctx).await?;
    let work = move |core: &mut Core, now| {
        let reason = reason.unwrap_or_default();
        core.gift_garnets(season.id, asker, &to, count, &reason, now)
    };
    let given = ctx.data().in_season(work).await?;
    answer(ctx, given, |moved| season::gave(&moved)).await
}

/// See who has how many, and every change: who, why and when
#[poise::command(slash_command, custom_data = "Right::Look")]
async fn list(
    ctx: Context<'_>,
    #[description = "How many lines; leave out for 15"]
    #[min = 1]
    #[max = 200]
    lines: Option<usize>,
    #[description = "Which season; leave out for the current one"]
    #[autocomplete = "complete_season"]
    season: Option<String>,
) -> Result<()> {
    let (season, asker) = to_look_at(&ctx, season.as_deref()).await?;
    let work = move |core: &mut Core, _| core.ledger(season.id, asker, lines.unwrap_or(15));
    let ledger = ctx.data().in_season(work).await?;
    answer(ctx, ledger, |ledger| season::ledger(&ledger)).await
}
