//! The end of a match to share: a card with both faces, and a line of text to paste.

use super::post::Writing;
use crate::discord::drawing;
use crate::discord::message::Drawn;
use crate::discord::postman::nonce;
use crate::discord::{Result, text, when};
use crate::referee::Line;
use crate::words;
use games::Cast;
use games::tokens::written;

impl Writing<'_> {
    /// The line and the card; None if nobody has won, or the match was reopened. `told`: what the
    /// end changes in the season.
    pub(super) async fn end_card(&self, told: &[Line]) -> Result<Option<(String, Drawn)>> {
        let id = self.row.match_id;
        let Some(record) = self.data.read(move |core| core.record(id)).await? else {
            return Ok(None);
        };
        let Some((outcome, winner)) = record.result.and_then(|end| Some((end, end.winner?))) else {
            return Ok(None);
        };
        let season = match self.snapshot.row.season {
            Some(id) => self.data.stored(move |tx| tx.season(id)).await?,
            None => None,
        };
        let zone = when::zone_of_match(self.data, id).await?;
        let date = when::date(self.row.created_at_ms, &zone);
        let views = record.views();
        let Some(view) = views.last().cloned() else {
            return Ok(None);
        };
        // The picture shows names as they are.
        let card = |cast: &Cast, shown: fn(&str) -> String| {
            let season = season.as_ref().map(|season| shown(&season.name));
            let place = words::result::end_place(
                season,
                self.snapshot.row.name(),
                &date,
                self.snapshot.setup(),
            );
            let game = self.snapshot.setup().game;
            words::result::end_card(outcome.reason, winner, told, place, game, cast)
        };
        let escaped = card(&self.cast, text::escape_markdown);
        let line = games::end_card::line(&escaped, &view, &views, &self.cast);
        let plain = card(&written(self.snapshot.cast()), str::to_owned);
        let plain_line =
            games::end_card::line(&plain, &view, &views, &written(self.snapshot.cast()));
        let name = nonce::picture_name(self.row);
        let (data, snapshot) = (self.data, self.snapshot);
        let picture = drawing::draw_end_card(data, snapshot, plain, views, name, &plain_line);
        Ok(Some((line.clone(), picture.await?)))
    }
}
