//! `/circuit`: what is done in Short Circuit, with named parameters.

use serenity::all::CreateAutocompleteResponse;

use super::play::{complete_first, take};
use super::{choices, defer, look_here, say_none_meant, show, whisper};
use crate::discord::rights::Deed;
use crate::discord::{Context, Fault, panel};
use crate::games::GameId;
use crate::games::short_circuit::{Table, Tile, read_pieces};
use crate::words;

/// Short Circuit: place tiles, try them out, call it impossible, or answer that
#[poise::command(
    slash_command,
    custom_data = "Deed::Play",
    interaction_context = "Guild|BotDm",
    subcommands("first", "place", "sketch", "impossible", "solve", "concede"),
    subcommand_required
)]
pub async fn circuit(_ctx: Context<'_>) -> Result<(), Fault> {
    Ok(())
}

/// Decide who goes first
#[poise::command(slash_command)]
async fn first(
    ctx: Context<'_>,
    #[description = "Who goes first"]
    #[autocomplete = "complete_first"]
    who: String,
) -> Result<(), Fault> {
    take(ctx, Some(GameId::ShortCircuit), format!("first {who}")).await
}

async fn complete_tiles(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Ok(Some(look)) = look_here(&ctx).await else {
        return CreateAutocompleteResponse::new();
    };
    match look
        .view
        .short_circuit()
        .and_then(|view| view.table.as_ref())
    {
        Some(table) => {
            let lines = completed(table, typed);
            choices(lines.into_iter().map(|line| (line.clone(), line)), "")
        }
        None => CreateAutocompleteResponse::new(),
    }
}

/// What a line of tiles may go on with: any tile that is left, on any empty cell. Only what the
/// person typed is in it: nothing is told.
fn completed(table: &Table, typed: &str) -> Vec<String> {
    let typed = typed.trim_start();
    let (whole, begun) = typed.rsplit_once(' ').unwrap_or(("", typed));
    let Some(pieces) = read_pieces(whole) else {
        return Vec::new();
    };
    let mut supply = table.supply;
    let mut board = table.board();
    for piece in &pieces {
        let free = board.contains(piece.cell) && board.is_empty(piece.cell);
        let (Some(rest), true) = (supply.without(piece.tile.kind()), free) else {
            return Vec::new();
        };
        supply = rest;
        board.lay(&[*piece]);
    }
    let before: String = pieces.iter().map(|piece| format!("{piece} ")).collect();
    let begun = begun.to_ascii_uppercase();
    let free = board.cells().filter(|cell| board.is_empty(*cell));
    let beside = |cell: &crate::games::Cell| !board.touches(*cell);
    let mut cells: Vec<_> = free.collect();
    // Those beside a tile first: more does not fit into the list.
    cells.sort_by_key(beside);
    let words = cells.iter().flat_map(|cell| {
        let left = Tile::ALL
            .into_iter()
            .filter(|tile| supply.count(tile.kind()) > 0);
        left.map(move |tile| format!("{cell}={}", tile.code()))
    });
    words
        .filter(|word| word.starts_with(&begun))
        .map(|word| format!("{before}{word}"))
        .take(25)
        .collect()
}

/// Place one to three tiles
#[poise::command(slash_command)]
async fn place(
    ctx: Context<'_>,
    #[description = "Cells and tiles, like C4=SE C3=V"]
    #[autocomplete = "complete_tiles"]
    tiles: String,
) -> Result<(), Fault> {
    take(ctx, Some(GameId::ShortCircuit), verb("place", &tiles)).await
}

/// Show that it is possible, after it was called impossible
#[poise::command(slash_command)]
async fn solve(
    ctx: Context<'_>,
    #[description = "Cells and tiles, like C4=SE F4=SW; any of the loose tiles, on any empty cells"]
    #[autocomplete = "complete_tiles"]
    tiles: String,
) -> Result<(), Fault> {
    take(ctx, Some(GameId::ShortCircuit), verb("solve", &tiles)).await
}

/// The tiles as notation with this verb; what cannot be read stays as it was typed.
fn verb(verb: &str, tiles: &str) -> String {
    match read_pieces(tiles) {
        Some(pieces) => {
            let pieces: Vec<String> = pieces.iter().map(ToString::to_string).collect();
            format!("{verb} {}", pieces.join(" "))
        }
        None => format!("{verb} {tiles}"),
    }
}

/// Open your private copy of the board, with a pen
#[poise::command(slash_command)]
async fn sketch(ctx: Context<'_>) -> Result<(), Fault> {
    // A picture may take longer than Discord waits.
    defer(ctx, true).await?;
    match look_here(&ctx).await? {
        Some(look) if look.setup().game == GameId::ShortCircuit => {
            let account = ctx.author().id.get();
            let panel = panel::build(ctx.data(), look.row.id, account).await?;
            show(ctx, panel).await
        }
        Some(look) => whisper(ctx, &words::other_game(look.setup().game, look.row.channel)).await,
        None => say_none_meant(ctx).await,
    }
}

/// Say that the circuit has become impossible; you are asked back
#[poise::command(slash_command)]
async fn impossible(ctx: Context<'_>) -> Result<(), Fault> {
    take(ctx, Some(GameId::ShortCircuit), "impossible".to_owned()).await
}

/// Concede that it is impossible; you are asked back
#[poise::command(slash_command)]
async fn concede(ctx: Context<'_>) -> Result<(), Fault> {
    take(ctx, Some(GameId::ShortCircuit), "concede".to_owned()).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::short_circuit::Supply;

    #[test]
    fn tiles_are_completed_with_what_is_left() {
        let mut tiles = vec![None; 25];
        tiles[12] = Some(Tile::H);
        let table = Table {
            columns: 5,
            rows: 5,
            tiles,
            battery: Vec::new(),
            supply: Supply {
                straight: 1,
                turn: 1,
                crossroad: 0,
                thunder: 0,
            },
            last: Vec::new(),
        };
        for (typed, least, first) in [
            ("", 25, "C2=H"),
            ("d3", 6, "D3=H"),
            ("D3=S", 2, "D3=SE"),
            ("d3=se ", 25, "D3=SE C2=H"),
            ("d3=se d4=v", 1, "D3=SE D4=V"),
            ("d3=se d4=n", 0, ""),
            ("c3", 0, ""),
            ("d3=x", 0, ""),
            ("d3=x a1", 0, ""),
            ("hello ", 0, ""),
        ] {
            let found = completed(&table, typed);
            assert_eq!(found.len(), least, "{typed:?}: {found:?}");
            assert_eq!(found.first().map_or("", String::as_str), first, "{typed:?}");
        }
    }
}
