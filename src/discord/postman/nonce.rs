//! Marks by which a post is recognised, by Discord and when Dealer looks for it: its nonce, and its
//! picture's file name.

use crate::store::OutboxRow;

/// A post's unique name, for its nonce of at most 25 characters: its number, and when it was
/// written. The number alone is not enough: numbers begin again with a new database, and repeat
/// after a restored backup, while Discord still knows the older posts.
pub fn nonce(row: &OutboxRow) -> String {
    format!("{}-{}", row.id.0, row.created_at_ms.0)
}

/// The file name of a post's picture, by which the post is found again.
pub fn picture_name(row: &OutboxRow) -> String {
    format!("board-{}.png", nonce(row))
}

/// The same for a moving picture.
pub fn moving_name(row: &OutboxRow) -> String {
    format!("match-{}.gif", nonce(row))
}

#[cfg(test)]
mod tests {
    use games::WallMs;

    use super::*;
    use crate::store::{MatchId, OutboxId};

    fn row(id: i64, created_at_ms: WallMs) -> OutboxRow {
        OutboxRow {
            id: OutboxId(id),
            match_id: MatchId(1),
            queue: 2,
            body: String::new(),
            created_at_ms,
            sent: None,
        }
    }

    const NOW: WallMs = WallMs(1_900_000_000_000);

    #[test]
    fn a_post_differs_from_posts_with_its_number_in_other_databases() {
        assert_ne!(nonce(&row(1, NOW)), nonce(&row(1, NOW + 1)));
        assert!(nonce(&row(99_999_999_999, NOW)).len() <= 25);
        assert_eq!(picture_name(&row(17, NOW)), "board-17-1900000000000.png");
    }
}
