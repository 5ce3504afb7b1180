//! The panel of a season's settings, a page at a time. Each change takes effect at once. It is
//! built from the table of settings; all of its state is in the controls and the season.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::preflight;
use super::screen::toggle;
use crate::discord::message::{Panel, note};
use crate::discord::press::Press;
use crate::discord::press_context::PressContext;
use crate::discord::{Data, Result, text};
use crate::settings::{PAGES, Page, Setting, SettingKind, get};
use crate::store::{AccountId, DraftId, Season, SeasonId};
use crate::words::season::panel as labels;
use crate::words::{self, season};
use games::screen::{Button, Choices, Field, Form, Item, Menu};

/// What a control of the panel does.
enum Control {
    /// The menu of pages: shows a page, or clears a setting (see [`CLEAR`]).
    Pages,
    /// Opens the page's form, or takes what was typed into it.
    Form,
    /// Switches a setting on or off.
    Switch(&'static Setting, bool),
    /// Sets what was chosen in a setting's menu.
    Choose(&'static Setting),
}

/// The word of the menu of pages.
const MENU: &str = "page";
/// Prefix of a setting's word in the menu of pages: clears that setting.
const CLEAR: &str = "none ";

/// The page of a control, and what it does. None for an unknown word.
fn control(word: &str) -> Option<(&'static Page, Control)> {
    if word == MENU {
        return Some((&PAGES[0], Control::Pages));
    }
    PAGES.iter().find_map(|page| {
        if page.form.as_ref().is_some_and(|form| form.word == word) {
            return Some((page, Control::Form));
        }
        let found = page.settings.iter().find_map(|setting| match setting.kind {
            SettingKind::Switch(_) => {
                let on = [true, false]
                    .into_iter()
                    .find(|on| word == switch(setting, *on));
                Some(Control::Switch(setting, on?))
            }
            SettingKind::Typed(_) => None,
            _ => (word == setting.word).then_some(Control::Choose(setting)),
        });
        Some((page, found?))
    })
}

/// The word of the button that switches a setting on or off.
fn switch(setting: &Setting, on: bool) -> String {
    format!("{}-{}", setting.word, if on { "on" } else { "off" })
}

/// Handles a press in the panel, or one of its forms.
pub async fn pressed(
    by: &PressContext<'_>,
    id: SeasonId,
    field: String,
    typed: Option<DraftId>,
) -> Result<()> {
    let (data, responder) = (by.data, &by.responder);
    let asker = by.asker(None).await?;
    if !asker.is_host {
        return Ok(responder.whisper(words::rights::HOST_ONLY).await?);
    }
    let Some((mut page, mut control)) = control(&field) else {
        return Ok(responder.whisper(words::answers::UNKNOWN_CONTROL).await?);
    };
    let season = data.stored(move |tx| tx.season(id)).await?;
    let Some(season) = season.filter(|season| Some(season.guild) == by.server) else {
        return Ok(responder.whisper(season::NO_SEASON).await?);
    };
    let mut chosen = by.values.clone();
    if let Control::Pages = control {
        let value = chosen.first().map(String::as_str).unwrap_or_default();
        let Some((of, cleared)) = cleared(value) else {
            let page = PAGES.iter().find(|page| page.word == value);
            let panel = panel(&season, page.unwrap_or(&PAGES[0]), None);
            return Ok(responder.show(panel, true).await?);
        };
        (page, control) = (of, Control::Choose(cleared));
        chosen.clear();
    }
    if let Control::Form = control
        && by.fields.is_empty()
    {
        let kept = kept(data, typed, by.account()).await?;
        let form = form(&season, page, typed, &kept.unwrap_or_default());
        return Ok(responder.open(form).await?);
    }
    let is_given = matches!(
        control,
        Control::Choose(Setting {
            kind: SettingKind::Role { given: true, .. },
            ..
        })
    );
    if is_given && let [role, ..] = by.managed[..] {
        let problem = season::managed_role(role) + ".";
        let panel = panel(&season, page, None).with_problem(Some(&problem));
        return Ok(responder.show(panel, true).await?);
    }
    let wrong = take(&mut season.clone(), page, &by.fields);
    let fields = by.fields.clone();
    let change = move |season: &mut Season| match control {
        Control::Pages => {}
        Control::Switch(setting, on) => {
            if let SettingKind::Switch(at) = setting.kind {
                *at(season) = on;
            }
        }
        Control::Choose(setting) => setting.choose(season, &chosen),
        Control::Form => drop(take(season, page, &fields)),
    };
    let set = data.edit_season(id, asker, |edit| edit.set_season(change));
    let problem = match set.await? {
        Ok(after) => {
            let note = if is_given {
                cannot_give(data, &after).await
            } else {
                at_limit_already(data, &season, &after).await?
            };
            // Nothing typed is lost: the form will show it again.
            let typed = if wrong.is_empty() {
                None
            } else {
                let form = RefusedForm(by.fields.iter().cloned().collect());
                Some(data.keep_draft(typed, by.account(), &form).await?)
            };
            let panel = panel(&after, page, typed).ending(&note.unwrap_or_default());
            let wrong: Vec<&str> = wrong.iter().map(String::as_str).collect();
            let problem = (!wrong.is_empty()).then(|| words::controls::form_kept(&wrong));
            let panel = panel.with_problem(problem.as_deref());
            return Ok(responder.show(panel, true).await?);
        }
        Err(refused) => refused,
    };
    let panel = panel(&season, page, typed).with_problem(Some(&problem));
    Ok(responder.show(panel, true).await?)
}

/// The setting that an item of the menu of pages clears, with its page.
fn cleared(value: &str) -> Option<(&'static Page, &'static Setting)> {
    match control(value.strip_prefix(CLEAR)?)? {
        (page, Control::Choose(setting)) => Some((page, setting)),
        _ => None,
    }
}

/// Takes a page's form, each field by itself. Returns what is wrong with refused fields, in words.
fn take(season: &mut Season, page: &Page, fields: &[(String, String)]) -> Vec<String> {
    let mut wrong = Vec::new();
    for setting in page.settings {
        let typed = fields.iter().find(|(name, _)| name == setting.word);
        let (SettingKind::Typed(of), Some((_, typed))) = (&setting.kind, typed) else {
            continue;
        };
        let mut changed = season.clone();
        (of.take)(&mut changed, typed.trim());
        if (of.fits)(&changed) {
            *season = changed
        } else {
            wrong.push(of.wrong.replace("{typed}", &text::escape_markdown(typed)))
        }
    }
    wrong
}

/// What was typed into a form and refused, by field name.
#[derive(Default, Serialize, Deserialize)]
struct RefusedForm(BTreeMap<String, String>);

/// What somebody typed last, if it was refused.
async fn kept(
    data: &Data,
    typed: Option<DraftId>,
    account: AccountId,
) -> Result<Option<RefusedForm>> {
    let Some(id) = typed else {
        return Ok(None);
    };
    data.stored(move |tx| tx.own_draft(id, account)).await
}

/// The warning for a host who sets a role that Dealer can't give.
async fn cannot_give(data: &Data, season: &Season) -> Option<String> {
    // The role is set, whether or not Discord answers now. People who lack it get it later.
    let found = preflight::roles_of(data, season).await.ok()?;
    (!found.is_well).then(|| season::cannot_give(&found.said))
}

/// The warning for a host who sets or lowers the limit of strikes, about people who have reached it
/// already.
async fn at_limit_already(data: &Data, before: &Season, after: &Season) -> Result<Option<String>> {
    let limits = [before, after].map(|season| season.settings.strike_limit.unwrap_or(u32::MAX));
    if limits[1] >= limits[0] {
        return Ok(None);
    }
    let id = after.id;
    let who = data
        .read(move |core| core.at_strike_limit(id))
        .await?
        .into_iter();
    let who: Vec<(String, u32)> = who
        .map(|(name, count)| (text::escape_markdown(&name), count))
        .collect();
    let said = || season::at_limit_already(&who, after.settings.at_strike_limit);
    Ok((!who.is_empty()).then(said))
}

/// A page of the panel. `typed`: the draft of what was typed into its form and refused.
pub fn panel(season: &Season, page: &Page, typed: Option<DraftId>) -> Panel {
    let mut content = season::settings_panel(season, page, &text::escape_markdown(&season.name));
    let press = |word: &str| press(season, word, None);
    let mut menus = vec![pages(season, page)];
    let mut buttons = Vec::new();
    if let Some(form) = &page.form {
        let press = self::press(season, form.word, typed);
        buttons.push(Button::primary(press, form.button));
    }
    for setting in page.settings {
        let label = labels::choose(setting.label, setting.has_chosen(season));
        match &setting.kind {
            SettingKind::Typed(_) => {}
            SettingKind::Switch(at) => {
                let press = |on| press(&switch(setting, on));
                buttons.push(toggle(press, setting.label, get(season, *at)));
            }
            SettingKind::Choice(choices) => {
                let items = choices.iter().map(|choice| Item {
                    is_chosen: choice.is_chosen(season),
                    ..Item::new(format!("{} {}", setting.label, choice.said), choice.word)
                });
                let items = items.collect();
                menus.push(Menu::new(press(setting.word), setting.label, items));
            }
            SettingKind::Role { .. } | SettingKind::Channel { .. } => {
                menus.extend(id_menu(press(setting.word), &setting.kind, &label));
            }
            SettingKind::Channels(at) => {
                // In this menu channels are added and removed, so the chosen ones have to be
                // selected.
                if setting.has_chosen(season) {
                    content.push_str(labels::LAST_MENU);
                }
                let channels =
                    Choices::TextChannels(get(season, *at).iter().map(|one| one.0).collect());
                let menu = Menu::of(press(setting.word), setting.label, channels);
                menus.push(menu.taking(0..=25));
            }
        }
    }
    note(content).menus(menus).buttons(buttons)
}

/// The menu of pages. A Discord menu shows either its choice or its label. So menus of roles and
/// channels show their label, and their choice is cleared here.
fn pages(season: &Season, page: &Page) -> Menu<Press> {
    let pages = PAGES.iter().map(|own| Item {
        is_chosen: own.word == page.word,
        ..Item::new(format!("{}: {}", labels::PAGE, own.label), own.word)
    });
    let chosen = page.settings.iter().filter(|one| one.has_chosen(season));
    let chosen = chosen.map(|setting| {
        let label = labels::nothing_for(setting.label);
        Item::new(label, format!("{CLEAR}{}", setting.word))
    });
    let items = pages.chain(chosen).collect();
    Menu::new(press(season, MENU, None), labels::PAGE, items)
}

fn press(season: &Season, word: &str, typed: Option<DraftId>) -> Press {
    Press::Setting {
        season: season.id,
        field: word.to_owned(),
        typed,
    }
}

/// The menu of a setting that is one role or one channel; None for any other.
pub fn id_menu(press: Press, of: &SettingKind, label: &str) -> Option<Menu<Press>> {
    let of = match of {
        SettingKind::Role { .. } => Choices::Role,
        SettingKind::Channel { news: true, .. } => Choices::TextOrNews,
        SettingKind::Channel { .. } => Choices::TextChannels(Vec::new()),
        _ => return None,
    };
    Some(Menu::of(press, label, of))
}

/// The form of a page, filled with what was typed last and refused.
fn form(season: &Season, page: &Page, typed: Option<DraftId>, kept: &RefusedForm) -> Form<Press> {
    let fields = page.settings.iter().filter_map(|setting| {
        let SettingKind::Typed(of) = &setting.kind else {
            return None;
        };
        let kept = kept.0.get(setting.word).cloned();
        Some(Field {
            value: kept.unwrap_or_else(|| (of.shown)(season)),
            hint: of.hint.to_owned(),
            may_be_empty: of.may_be_empty,
            ..Field::new(setting.word, setting.label)
        })
    });
    let word = page.form.as_ref().map_or("", |form| form.word);
    Form::new(press(season, word, typed), page.label, fields.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{SeasonSettings, ServerId};

    /// Messages on servers still have these controls.
    #[test]
    fn every_earlier_control_is_known() {
        let fields = Press::all_there_were().filter_map(|press| match press {
            Press::Setting { field, .. } => Some(field),
            _ => None,
        });
        let fields: Vec<String> = fields.collect();
        assert!(fields.len() >= 22, "{fields:?}");
        for field in fields {
            assert!(control(&field).is_some(), "{field}");
        }
    }

    /// Five rows a message, five fields a form (Discord documentation, "Action Row", "Modal").
    #[test]
    fn every_page_and_form_fits() {
        let season = Season {
            id: SeasonId(1),
            guild: ServerId(1),
            name: "First".to_owned(),
            host_role: None,
            settings: SeasonSettings::default(),
            current: true,
            archived: false,
        };
        for page in &PAGES {
            assert!(panel(&season, page, None).rows.len() <= 5, "{}", page.word);
            let typed = page.settings.iter();
            let typed = typed.filter(|one| matches!(one.kind, SettingKind::Typed(_)));
            let (typed, has_form) = (typed.count(), page.form.is_some());
            assert!(typed <= 5 && (typed > 0) == has_form, "{}", page.word);
        }
    }

    /// No two controls, pages or fields of a form have the same word.
    #[test]
    fn every_word_has_one_meaning() {
        let words = PAGES.iter().flat_map(|page| {
            let form = page.form.iter().map(|form| form.word);
            form.chain(page.settings.iter().map(|setting| setting.word))
        });
        let mut words: Vec<&str> = words.chain([MENU]).collect();
        words.sort_unstable();
        for pair in words.windows(2) {
            assert_ne!(pair[0], pair[1]);
        }
    }
}
