//! Changes of a match that is being set up. First Discord is asked what is needed. Then the draft,
//! as stored by then, is changed in one write, so that two presses at once do not undo each other.

use super::draft::RefusedText;
use super::opening::seats_and_cast;
use super::{SetupDraft, companions, forms, menus, players, presets};
use crate::discord::press::SetupField;
use crate::discord::press_context::PressContext;
use crate::discord::server::people::with_role;
use crate::discord::{Data, Result, Tried, when};
use crate::store::{AccountId, DraftId, PresetId};
use crate::words;
use games::{BySeat, WallMs};

/// A press, with everything that had to be found out for it.
pub struct SetupEdit {
    field: SetupField,
    values: Vec<String>,
    fields: Vec<(String, String)>,
    found: Found,
}

enum Found {
    /// Nothing was needed.
    Nothing,
    /// The accounts with the chosen roles, and their names in the server.
    Having(Vec<(AccountId, String)>),
    /// A typed time, or none; or an unreadable text.
    Time(Result<Option<WallMs>, RefusedText>),
    Preset(presets::LoadedPreset),
    Saved(PresetId),
    /// The names of the two players and of everybody, and the players' accounts.
    People(BySeat<String>, Vec<String>, [AccountId; 2]),
}

impl SetupEdit {
    /// Finds out what a press needs; or why it cannot be done, in words.
    pub async fn of(
        by: &PressContext<'_>,
        draft: &SetupDraft,
        field: SetupField,
    ) -> Tried<SetupEdit> {
        let data = by.data;
        let mut values = by.values.clone();
        let found = match field {
            SetupField::SafePlayers | SetupField::SafeRole => {
                let mut all = Vec::new();
                for role in &by.roles {
                    match with_role(data, draft.guild, *role, words::people::SAFE_WITHOUT_ROLE)
                        .await
                    {
                        Ok(having) => all.extend(having),
                        Err(refused) => return Ok(Err(refused)),
                    }
                }
                values.retain(|id| !by.roles.iter().any(|role| role.to_string() == *id));
                Found::Having(all)
            }
            SetupField::Start | SetupField::Due => {
                let typed = by.fields.first().map_or("", |(_, typed)| typed.as_str());
                let now = data.referee.clock.now();
                let zone = when::zone_of_server(data, draft.guild).await?;
                Found::Time(when::start(typed, now, &zone).map_err(|said| RefusedText {
                    typed: typed.to_owned(),
                    said,
                }))
            }
            SetupField::Preset | SetupField::Template => {
                match presets::chosen(data, draft, by.values.first()).await? {
                    Ok(chosen) => Found::Preset(chosen),
                    Err(refused) => return Ok(Err(refused)),
                }
            }
            SetupField::SavePreset => {
                let typed = by.fields.first().map_or("", |(_, typed)| typed.as_str());
                match presets::save(data, draft, typed).await? {
                    Ok(id) => Found::Saved(id),
                    Err(refused) => return Ok(Err(words::answers::with_typed(&refused, typed))),
                }
            }
            SetupField::DeletePreset => {
                presets::delete(data, draft).await?;
                Found::Nothing
            }
            SetupField::CompanionsOf(_) => match seats_and_cast(data, by.account(), draft).await? {
                Ok((seats, cast)) => Found::People(seats, cast, [draft.dmo, draft.ec]),
                Err(refused) => return Ok(Err(refused)),
            },
            _ => Found::Nothing,
        };
        Ok(Ok(SetupEdit {
            field,
            values,
            fields: by.fields.clone(),
            found,
        }))
    }

    /// Changes the draft. Returns a note for the host, if any; or what is wrong, in words.
    pub fn make(self, draft: &mut SetupDraft) -> Result<Option<String>, String> {
        match (self.field, self.found) {
            (SetupField::SafePlayers | SetupField::SafeRole, Found::Having(having)) => {
                let named = self.values.iter().filter_map(|id| id.parse().ok());
                draft.safe = named.collect();
                for (account, _) in &having {
                    if !draft.safe.contains(account) {
                        draft.safe.push(*account);
                    }
                }
                draft.names.extend(having);
                draft.from_season = false;
            }
            (SetupField::FromSeason, _) => draft.from_season = true,
            (SetupField::Stakes(stakes), _) => draft.stakes = stakes,
            (SetupField::Swap(dmo), _) if dmo == draft.ec => players::swap(draft),
            (SetupField::Swap(_), _) => {}
            (SetupField::Player(seat), _) => {
                let chosen = self.values.first().and_then(|id| id.parse().ok());
                if let Some(player) = chosen {
                    players::set(draft, seat, player);
                }
            }
            (SetupField::Choice, _) => menus::choose(draft, &self.values),
            (SetupField::Game, _) => menus::choose_of_game(draft, &self.values),
            (
                form @ (SetupField::Options
                | SetupField::FurtherOptions
                | SetupField::Times
                | SetupField::Reserve),
                _,
            ) => {
                return Ok(forms::take(draft, form, &self.fields));
            }
            (SetupField::ForgetTyped, _) => draft.refused.clear(),
            (SetupField::PracticeRound(on), _) => draft.practice_round = Some(on),
            (field @ (SetupField::Start | SetupField::Due), Found::Time(time)) => {
                let name = date_name(field);
                draft.refused.remove(name);
                match (time, field) {
                    (Err(refused), _) => drop(draft.refused.insert(name.to_owned(), refused)),
                    (Ok(due), SetupField::Due) => draft.choices_due_ms = due,
                    (Ok(start), _) => draft.start_at_ms = start,
                }
            }
            (SetupField::DueAtStart, _) => {
                draft.refused.remove(date_name(SetupField::Due));
                draft.choices_due_ms = draft.start_at_ms;
            }
            (_, Found::Preset(chosen)) => presets::apply(draft, chosen)?,
            (SetupField::SavePreset, Found::Saved(id)) => draft.preset = Some(id),
            (SetupField::DeletePreset, _) => draft.preset = None,
            (SetupField::CompanionsOf(_), Found::People(_, _, players))
                if players != [draft.dmo, draft.ec] =>
            {
                return Err(words::setup::PLAYERS_CHANGED.to_owned());
            }
            (SetupField::CompanionsOf(seat), Found::People(seats, cast, _)) => {
                companions::set(draft, seat, &self.values, &seats, &cast);
            }
            (SetupField::DrawCompanions, _) => companions::draw(draft),
            // These need something that was not found out, or change nothing.
            (SetupField::SafePlayers | SetupField::SafeRole, _)
            | (SetupField::Start | SetupField::Due | SetupField::CompanionsOf(_), _)
            | (SetupField::Preset | SetupField::Template | SetupField::SavePreset, _)
            | (SetupField::Players | SetupField::Companions | SetupField::Dates, _)
            | (SetupField::Alliances, _)
            | (SetupField::Rehearse | SetupField::StartRehearsal | SetupField::Back, _)
            | (SetupField::Open | SetupField::Cancel, _) => {}
        }
        Ok(None)
    }
}

/// The key under which a refused time is kept.
pub fn date_name(field: SetupField) -> &'static str {
    match field {
        SetupField::Due => "due",
        _ => "start",
    }
}

/// Changes a draft in one write. Returns the changed draft and the outcome; None if the draft is
/// gone.
pub async fn amend<T: Send + 'static>(
    data: &Data,
    id: DraftId,
    change: impl FnOnce(&mut SetupDraft) -> T + Send + 'static,
) -> Result<Option<(SetupDraft, T)>> {
    let amended = data.write(move |tx, now| {
        let Some(stored) = tx.draft(id)? else {
            return Ok(None);
        };
        let mut draft: SetupDraft = serde_json::from_str(&stored.body)?;
        let came = change(&mut draft);
        tx.set_draft(id, &serde_json::to_string(&draft)?, now)?;
        Ok(Some((draft, came)))
    });
    amended.await
}
