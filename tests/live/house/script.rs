//! Commands as people type them, and what they read then.

use serde_json::{Value, json};

use super::{House, Person, lacks, says};

impl House {
    /// Follows a section of a script, from its line `== NAME` on. Each line is a person, a command
    /// that they type in the lobby, and what the answer says: `Vesper /season cast add name: teo
    /// -> Two people would be called Teo`. ` & ` parts several; what follows `not ` isn't there.
    pub async fn follows(&self, script: &str, section: &str) {
        let mut sections = script.split("== ");
        let lines = sections.find_map(|found| found.strip_prefix(section));
        let lines = lines.expect(section).trim().lines();
        for line in lines.filter(|line| !line.starts_with('#')) {
            let (typed, expected) = line.split_once(" -> ").expect(line);
            let (name, command) = typed.split_once(" /").expect(line);
            let answer = self.person(name).await.types("lobby", command).await;
            for words in expected.replace("\\n", "\n").split(" & ") {
                match words.strip_prefix("not ") {
                    Some(words) => lacks(&answer, words),
                    None => says(&answer, words),
                }
            }
            // Nobody types so fast: Dealer would ask them to wait.
            self.advance(300);
        }
    }
}

impl Person<'_> {
    /// Types a command with its options, like `season cast add name: teo`. Gives the answer.
    pub async fn types(&self, channel: &str, typed: &str) -> Value {
        let is_key = |key: &&str| key.chars().all(|c| c.is_ascii_lowercase() || c == '_');
        let (mut name, mut options) = (String::new(), Vec::new());
        for word in typed.split(' ') {
            match (word.strip_suffix(':').filter(is_key), options.last_mut()) {
                (Some(key), _) => options.push((key, String::new())),
                (None, Some((_, value))) => *value = format!("{value} {word}"),
                (None, None) => name = format!("{name} {word}"),
            }
        }
        let options = options
            .iter()
            .map(|(key, value)| (*key, json!(value.trim())));
        self.command(channel, name.trim(), options.collect()).await
    }
}
