//! Presets that hosts have saved for a server and a game, as JSON that another room reads.

use rusqlite::params;

use super::{PresetId, Result, ServerId, Tx};
use games::GameId;

/// A preset that was saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedPreset {
    pub id: PresetId,
    pub name: String,
    pub body: String,
}

impl Tx<'_> {
    /// A server's presets of a game, by name.
    pub fn presets(&self, guild: ServerId, game: GameId) -> Result<Vec<SavedPreset>> {
        let sql = "SELECT id, name, body FROM presets WHERE guild = ? AND game = ? ORDER BY name";
        self.all(sql, params![guild, game.word()], |row| {
            Ok(SavedPreset {
                id: row.get(0)?,
                name: row.get(1)?,
                body: row.get(2)?,
            })
        })
    }

    /// Saves a preset, replacing one of the same name (without regard to case).
    pub fn save_preset(
        &self,
        guild: ServerId,
        game: GameId,
        name: &str,
        body: &str,
    ) -> Result<PresetId> {
        let sql = "INSERT INTO presets (guild, game, name, body) VALUES (?, ?, ?, ?) \
                   ON CONFLICT (guild, game, name) DO UPDATE SET name = excluded.name, body = excluded.body RETURNING id";
        self.one(sql, params![guild, game.word(), name, body])
    }

    /// Deletes a server's preset. Returns its name; None if it is gone already.
    pub fn drop_preset(&self, guild: ServerId, id: PresetId) -> Result<Option<String>> {
        let sql = "DELETE FROM presets WHERE id = ? AND guild = ? RETURNING name";
        self.value(sql, params![id, guild])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Store, StoreError};

    #[test]
    fn a_new_preset_replaces_one_of_the_same_server_game_and_name() {
        let mut store = Store::in_memory().unwrap();
        let [game, other] = [GameId::ALL[0], GameId::ALL[1]];
        let names = |tx: &Tx, guild, game| {
            let presets = tx.presets(guild, game).unwrap().into_iter();
            let names = presets.map(|preset| format!("{} {}", preset.name, preset.body));
            names.collect::<Vec<_>>()
        };
        let (here, there) = (ServerId(5), ServerId(6));
        let done = store.write(|tx| {
            let first = tx.save_preset(here, game, "Evenings", "1")?;
            tx.save_preset(here, game, "By day", "2")?;
            tx.save_preset(here, other, "Evenings", "3")?;
            tx.save_preset(there, game, "Evenings", "4")?;
            let again = tx.save_preset(here, game, "EVENINGS", "5")?;
            assert_eq!(first, again);
            assert_eq!(names(tx, here, game), ["By day 2", "EVENINGS 5"]);
            assert_eq!(names(tx, here, other), ["Evenings 3"]);
            assert_eq!(tx.drop_preset(there, first)?, None);
            assert_eq!(tx.drop_preset(here, first)?.as_deref(), Some("EVENINGS"));
            assert_eq!(tx.drop_preset(here, first)?, None);
            assert_eq!(names(tx, here, game), ["By day 2"]);
            assert_eq!(names(tx, there, game), ["Evenings 4"]);
            Ok::<_, StoreError>(())
        });
        done.unwrap();
    }
}
