//! The commands in a post's *Apps* menu: its board, and rewinding to before it.

use crate::store::AccountId;
use serenity::all::Message;

use super::match_lookup::posted_board;
use super::reply::{defer, show, whisper};
use crate::discord::drawing;
use crate::discord::panels::panel::{self, PanelParts};
use crate::discord::panels::rulings;
use crate::discord::rights::Right;
use crate::discord::{Context, Result, created_ms, text};
use crate::referee::{Ruling, Snapshot, Viewer};
use crate::words;

/// Shows the board as everybody saw it when the post was made.
#[poise::command(
    context_menu_command = "Board at this moment",
    custom_data = "Right::Look",
    interaction_context = "Guild|BotDm"
)]
pub async fn board_then(ctx: Context<'_>, post: Message) -> Result<()> {
    let Some(board) = posted_board(&ctx).await? else {
        return whisper(ctx, words::status::NO_BOARD_THERE).await;
    };
    // A picture may take longer than Discord waits.
    defer(ctx, true).await?;
    let (id, view) = (board.match_id, board.view);
    let Some(snapshot) = ctx.data().snapshot(id, Viewer::Public).await? else {
        return whisper(ctx, words::which_match::NO_SUCH_MATCH).await;
    };
    let name = format!("board-of-{id}-then.png");
    let picture = drawing::draw(ctx.data(), &snapshot, view.clone(), name).await?;
    let cast = text::shown(snapshot.cast());
    let parts = PanelParts {
        head: words::status::board_then(&snapshot, created_ms(post.id.get()), &cast),
        so_far: String::new(),
        rows: Vec::new(),
    };
    let snapshot = Snapshot { view, ..snapshot };
    let mut panel = panel::with_words(
        ctx.data(),
        &snapshot,
        AccountId::from(ctx.author().id),
        parts,
    )
    .await?;
    panel.picture = Some(picture);
    show(ctx, panel).await
}

/// Shows a host what a rewind to before a post would change, like any ruling.
#[poise::command(
    context_menu_command = "Rewind to before this",
    custom_data = "Right::Rule",
    interaction_context = "Guild",
    default_member_permissions = "MANAGE_GUILD"
)]
pub async fn rewind_to(ctx: Context<'_>, _post: Message) -> Result<()> {
    let own = posted_board(&ctx).await?.filter(|board| board.is_its_own);
    let Some(board) = own else {
        return whisper(ctx, words::status::NO_BOARD_THERE).await;
    };
    if board.entry == 0 {
        return whisper(ctx, words::status::NOTHING_BEFORE_IT).await;
    }
    // A picture may take longer than Discord waits.
    defer(ctx, true).await?;
    let (host, before) = (AccountId::from(ctx.author().id), board.entry);
    let ruling = Ruling::Rewind { before };
    let panel = rulings::ask(ctx.data(), host, board.match_id, ruling, None).await?;
    show(ctx, panel).await
}
