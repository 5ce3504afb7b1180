//! `/season` over the wire, as a host, a player, a safe player and a spectator.

mod cast;
mod commands;
mod consequences;
mod roles;

use serde_json::Value;

use crate::house::{Person, controls, said};

const HALL: &str = "lobby";

impl Person<'_> {
    /// Types a command of `/season` and gives its answer.
    async fn season(&self, name: &str, options: Value) -> String {
        let outcome = self.command(HALL, &format!("season {name}"), options).await;
        said(&outcome).to_owned()
    }

    /// This person's newest private message in the hall.
    pub async fn newest_panel(&self) -> Value {
        let messages = self.messages(HALL).await.into_iter();
        let mut own = messages
            .rev()
            .filter(|message| message["ephemeral"] == true);
        own.next().unwrap()
    }

    /// The names of a person's roles.
    async fn roles(&self) -> Vec<String> {
        let world = self.house.get("/local/world").await;
        let guild = &world["guilds"][0];
        let people = world["people"].as_array().unwrap();
        let me = people
            .iter()
            .find(|one| one["id"] == self.id.as_str())
            .unwrap();
        let own = me["roles"][guild["id"].as_str().unwrap()]
            .as_array()
            .unwrap();
        let roles = guild["roles"].as_array().unwrap();
        let mut names: Vec<String> = own
            .iter()
            .filter_map(|id| roles.iter().find(|role| role["id"] == *id))
            .map(|role| role["name"].as_str().unwrap().to_owned())
            .collect();
        names.sort();
        names
    }

    async fn has_roles(&self, expected: &[&str]) {
        self.house
            .until("somebody's roles are changed", async || {
                (self.roles().await == expected).then_some(())
            })
            .await;
    }

    /// Waits for a message in the hall that has this control.
    async fn sees_control(&self, label: &str) -> Value {
        self.house
            .until(label, async || {
                let mut messages = self.messages(HALL).await.into_iter();
                messages.find(|message| controls(message).iter().any(|(own, _)| own == label))
            })
            .await
    }

    /// Picks in a menu of a panel, and gives the panel as it is then.
    pub async fn choose(&self, panel: &Value, label: &str, values: Value) -> Value {
        let menus = controls(panel);
        let (_, custom_id) = menus.iter().find(|(found, _)| found == label).expect(label);
        let (status, outcome) = self.try_press(panel, custom_id, values).await;
        assert!(status < 300, "{outcome}");
        outcome["message"].clone()
    }
}
