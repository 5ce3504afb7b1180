//! What bots and people do one after the other and what they are answered: a line for each request.
//! `messages.txt` says at its top how the lines are written.

use std::collections::HashMap;

use local_discord::world::permissions;
use serde_json::{Value, json};

use super::clients::picture;
use super::gateway::Gateway;
use super::stage::{Stage, answer, form};

#[tokio::test]
async fn bots_write_edit_and_mark_messages() {
    tell(include_str!("messages.txt")).await;
}

#[tokio::test]
async fn components_are_stored_and_shown() {
    tell(include_str!("components.txt")).await;
}

#[tokio::test]
async fn threads_open_rest_and_close() {
    tell(include_str!("threads.txt")).await;
}

#[tokio::test]
async fn servers_have_channels_members_and_events() {
    tell(include_str!("servers.txt")).await;
}

#[tokio::test]
async fn people_talk_and_come_and_go() {
    tell(include_str!("people.txt")).await;
}

/// Permissions by the names that stories use.
const PERMISSIONS: [(&str, u64); 13] = [
    ("administrator", permissions::ADMINISTRATOR),
    ("create-events", permissions::CREATE_EVENTS),
    ("create-public-threads", permissions::CREATE_PUBLIC_THREADS),
    ("manage-channels", permissions::MANAGE_CHANNELS),
    ("manage-events", permissions::MANAGE_EVENTS),
    ("manage-guild", permissions::MANAGE_GUILD),
    ("manage-messages", permissions::MANAGE_MESSAGES),
    ("manage-nicknames", permissions::MANAGE_NICKNAMES),
    ("manage-roles", permissions::MANAGE_ROLES),
    ("manage-threads", permissions::MANAGE_THREADS),
    ("mention-everyone", permissions::MENTION_EVERYONE),
    ("moderate-members", permissions::MODERATE_MEMBERS),
    ("send-messages", permissions::SEND_MESSAGES),
];

/// Tells the stories of a file, each on a stage of its own.
async fn tell(stories: &str) {
    for story in stories.split("\n== ").skip(1) {
        let mut teller = Teller::new().await;
        for line in story.lines().skip(1) {
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                let title = story.lines().next().unwrap_or_default();
                teller.tell(line, &format!("{title}: {line}")).await;
            }
        }
    }
}

struct Teller {
    stage: Stage,
    gateway: Option<Gateway>,
    /// The ids of the stage, and answers that have a name.
    named: HashMap<String, Value>,
}

impl Teller {
    async fn new() -> Teller {
        let stage = Stage::new().await;
        let cast = &stage.cast;
        let ids = [
            ("guild", cast.guild),
            ("hana", cast.host),
            ("edgar", cast.ec),
            ("dora", cast.dmo),
            ("sam", cast.spectator),
            ("player", cast.players),
            ("arena", cast.arena),
            ("backstage", cast.backstage),
            ("bot", cast.bot),
            ("application", cast.application),
        ];
        let named = ids.map(|(name, id)| (name.to_owned(), json!(id)));
        Teller {
            stage,
            gateway: None,
            named: named.into(),
        }
    }

    async fn tell(&mut self, line: &str, story: &str) {
        let line = self.filled(line);
        let (first, rest) = line.split_once(' ').unwrap_or_else(|| panic!("{story}"));
        match first {
            "allow" => self.allow(rest),
            "pass" => self.stage.pass(rest.parse().unwrap()),
            "listen" => self.gateway = Some(Gateway::identify(&self.stage).await.0),
            "hear" => {
                let (event, expected) = rest.split_once(' ').unwrap_or((rest, "{}"));
                let gateway = self.gateway.as_mut().unwrap_or_else(|| panic!("{story}"));
                let heard = gateway.event(event).await;
                fits(&heard["d"], &read(expected, story), story);
            }
            name if rest.starts_with("= ") => {
                let answer = self.ask(&rest[2..], story).await;
                self.named.insert(name.to_owned(), answer);
            }
            _ => drop(self.ask(&line, story).await),
        }
    }

    /// Gives the bot these permissions besides those that bots have; `-` takes one away.
    fn allow(&self, names: &str) {
        let mut bits = permissions::OF_BOTS;
        for name in names.split(' ') {
            let bare = name.trim_start_matches('-');
            let (_, bit) = PERMISSIONS
                .iter()
                .find(|(known, _)| *known == bare)
                .unwrap();
            bits = if bare == name {
                bits | bit
            } else {
                bits & !bit
            };
        }
        self.stage.allow(bits);
    }

    /// Sends a request and checks its answer: `WHO METHOD PATH BODY + FILE => STATUS EXPECTED`.
    async fn ask(&self, line: &str, story: &str) -> Value {
        let (asked, expected) = line.split_once(" => ").unwrap_or_else(|| panic!("{story}"));
        let (asked, file) = match asked.split_once(" + ") {
            Some((asked, file)) => (asked, Some(file)),
            None => (asked, None),
        };
        let mut words = asked.splitn(4, ' ');
        let mut word = || words.next().unwrap_or_default();
        let (who, method, path, body) = (word(), word(), word(), word());
        // In an address a `+` would be a blank.
        let path = path.replace('+', "%2B");
        let address = match who {
            "bot" => format!("/api/v10{path}"),
            "local" => format!("/local{path}"),
            person => format!("/local/as/{}{path}", self.named[person].as_str().unwrap()),
        };
        let mut request = self.stage.request(method, &address);
        if who == "bot" {
            let token = format!("Bot {}", self.stage.cast.token);
            request = request.header("authorization", token);
        }
        if let Some(file) = file {
            let (name, text) = file.split_once('=').unwrap_or((file, ""));
            let bytes = if text.is_empty() {
                picture()
            } else {
                text.into()
            };
            request = request.multipart(form(&read(body, story), &[(name, &bytes)]));
        } else if !body.is_empty() {
            request = request.json(&read(body, story));
        }
        let (status, answer) = answer(request).await;
        let (wanted, fields) = expected.split_once(' ').unwrap_or((expected, "{}"));
        assert_eq!(status.to_string(), wanted, "{story}: {answer}");
        match fields.parse::<u64>() {
            Ok(code) => assert_eq!(answer["code"], code, "{story}: {answer}"),
            Err(_) => fits(&answer, &read(fields, story), story),
        }
        answer
    }

    /// A line with the values of the names in it: `{arena}`, `{first.attachments.0.id}`.
    fn filled(&self, line: &str) -> String {
        let mut filled = String::new();
        let mut rest = line;
        while let Some((before, after)) = rest.split_once('{') {
            filled += before;
            let (name, behind) = after.split_once('}').unwrap_or(("", ""));
            let is_name = |c: char| c.is_ascii_alphanumeric() || c == '.' || c == '_';
            if name.is_empty() || !name.chars().all(is_name) {
                filled.push('{');
                rest = after;
                continue;
            }
            let mut steps = name.split('.');
            let first = steps.next().and_then(|first| self.named.get(first));
            let first = first.unwrap_or_else(|| panic!("nothing has the name {name}: {line}"));
            let value = steps.fold(first, step_into);
            filled += &value.as_str().map_or(value.to_string(), str::to_owned);
            rest = behind;
        }
        filled + rest
    }
}

fn step_into<'a>(value: &'a Value, step: &str) -> &'a Value {
    match step.parse::<usize>() {
        Ok(at) if value.is_array() => &value[at],
        _ => &value[step],
    }
}

fn read(text: &str, story: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{story}: {error} in {text}"))
}

/// Checks that something has these fields, and others perhaps. A list has these items and no
/// others; a field that is "(none)" isn't there.
#[track_caller]
fn fits(found: &Value, expected: &Value, story: &str) {
    match expected {
        Value::Object(fields) => {
            for (name, value) in fields {
                match (value.as_str(), found.get(name)) {
                    (Some("(none)"), there) => assert_eq!(there, None, "{story}: {name}"),
                    (_, there) => fits(there.unwrap_or(&Value::Null), value, story),
                }
            }
        }
        Value::Array(items) => {
            let found = found.as_array().map_or(&[][..], Vec::as_slice);
            assert_eq!(found.len(), items.len(), "{story}: {found:?}");
            for (one, item) in found.iter().zip(items) {
                fits(one, item, story);
            }
        }
        value => assert_eq!(found, value, "{story}"),
    }
}
