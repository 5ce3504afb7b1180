//! Discord's messages about interactions, with unexpected parts. Dealer either rejects one or can
//! use everything in it.

use dealer::discord::press::Press;
use games::Dice;
use serde_json::json;
use serenity::all::Interaction;

use super::broken::{broken, odd};

pub fn read(cases: u64) {
    let mut dice = Dice::new(6);
    let user = json!({ "id": "10", "username": "teo", "discriminator": "0", "avatar": null, "global_name": "Teo" });
    let member = json!({ "user": user, "roles": ["7"], "joined_at": "2024-01-01T00:00:00Z", "deaf": false, "mute": false,
        "flags": 0, "permissions": "8", "nick": null, "avatar": null });
    let message = json!({ "id": "30", "channel_id": "20", "author": user, "content": "x", "timestamp": "2024-01-01T00:00:00Z",
        "edited_timestamp": null, "tts": false, "mention_everyone": false, "mentions": [], "mention_roles": [], "attachments": [],
        "embeds": [], "pinned": false, "type": 0, "flags": 64 });
    let resolved = json!({ "users": { "10": user }, "members": {}, "roles": {}, "channels": {} });
    let typed = json!({ "id": "50", "name": "season", "type": 1, "resolved": resolved, "options": [{ "name": "garnets", "type": 2, "options": [
        { "name": "gift", "type": 1, "options": [{ "name": "to", "type": 6, "value": "10" }, { "name": "amount", "type": 4, "value": 3 },
            { "name": "why", "type": 3, "value": "thanks" }] }] }] });
    let typing = json!({ "id": "51", "name": "act", "type": 1, "options": [{ "name": "text", "type": 3, "value": "b", "focused": true }] });
    let pressed = json!({ "custom_id": "act:7:3:hide B1", "component_type": 2, "id": 0 });
    let chosen = json!({ "custom_id": "setup:7:people", "component_type": 5, "values": ["10"], "resolved": resolved });
    let field = json!({ "type": 4, "custom_id": "act", "value": "up", "id": 1 });
    let form =
        json!({ "custom_id": "type:7:3", "components": [{ "type": 1, "components": [field] }] });
    let asks = [
        (2, typed),
        (4, typing),
        (3, pressed),
        (3, chosen),
        (5, form),
    ];
    let whole = asks.map(|(kind, data)| {
        json!({ "id": "90", "application_id": "77", "type": kind, "token": "t", "version": 1, "data": data, "channel_id": "20", "guild_id": "5",
            "member": member, "message": message, "locale": "en-US", "guild_locale": "en-US", "app_permissions": "8", "entitlements": [],
            "authorizing_integration_owners": { "0": "5" }, "context": 0, "attachment_size_limit": 10 })
    });
    for payload in &whole {
        let read = serde_json::from_value::<Interaction>(payload.clone());
        assert!(read.is_ok(), "{read:?}: {payload}");
    }
    let mut read = 0;
    for case in 0..cases {
        let payload = whole[case as usize % whole.len()].clone();
        let payload = if dice.one_in(50) {
            odd(&mut dice)
        } else {
            broken(payload, &[], &mut dice)
        };
        let Ok(asked) = serde_json::from_value::<Interaction>(payload) else {
            continue;
        };
        read += 1;
        match asked {
            Interaction::Command(typed) => drop(format!("{:?}", typed.data.options())),
            Interaction::Autocomplete(typed) => drop(format!("{:?}", typed.data.autocomplete())),
            Interaction::Component(pressed) => drop(Press::read(&pressed.data.custom_id)),
            Interaction::Modal(form) => drop(Press::read(&form.data.custom_id)),
            _ => {}
        }
    }
    assert!(read > cases / 4, "only {read} of {cases} were read");
}
