//! A server is set up step by step: its season, its host role and its channels.

use serde_json::{Value, json};

use super::appointments::{end_first, set};
use super::hosts::{hosted_by, role};
use super::house::{House, Person, content, controls, said, says, says_all};

const HALL: &str = "lobby";
/// The permissions that the README's invitation gives Dealer.
const INVITED: u64 = 2_252_143_411_186_688;
const MANAGE_CHANNELS: u64 = 1 << 4;

/// Waits until a panel says this.
async fn tells(who: &Person<'_>, panel: &Value, words: &str) -> Value {
    let what = format!("the panel says “{words}”");
    let look = async || {
        let messages = who.messages(HALL).await.into_iter();
        let mut same = messages.filter(|message| message["id"] == panel["id"]);
        same.find(|message| content(message).contains(words))
    };
    who.house.until(&what, look).await
}

/// Presses the control whose label begins or ends like this.
async fn press(who: &Person<'_>, panel: &Value, label: &str, chosen: Value) {
    let found = controls(panel).into_iter();
    let mut found = found.filter(|(own, _)| own.starts_with(label) || own.ends_with(label));
    let (_, custom_id) = found
        .next()
        .unwrap_or_else(|| panic!("no {label}: {panel}"));
    let (status, outcome) = who.try_press(panel, &custom_id, chosen).await;
    assert!(status < 300, "{outcome}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_without_a_season_gets_one_first() {
    let house = House::new("guide").await;
    end_first(&house).await;
    let host = house.person("Marlow").await;
    let seasons = host.types(HALL, "season list").await;
    let name = said(&seasons).split("**").nth(1).unwrap().to_owned();
    let archived = json!({ "season": name });
    host.command(HALL, "season archive", archived).await;

    let panel = host.types(HALL, "setup").await["message"].clone();
    says(&panel, "Name your first season");
    let form = host.press(&panel, "Name the season").await;
    host.fill(&form, json!({ "name": name })).await;
    tells(&host, &panel, "already has a season called").await;
    let form = host.press(&panel, "Name the season").await;
    host.fill(&form, json!({ "name": "Autumn" })).await;
    let panel = tells(&host, &panel, "✅ **Season**: Autumn").await;
    says(&panel, "⬜ **Cast**: nobody yet");
    let log = host.types(HALL, "ruling log").await;
    says(&log, "started the season Autumn");
}

#[tokio::test(flavor = "multi_thread")]
async fn channels_can_be_chosen_or_made() {
    let house = House::new("guide-channels").await;
    let role = role(&house, "Eliminated").await;
    let house = hosted_by(house, role)
        .await
        .changed(|store, guild| {
            set(store, guild, |settings| {
                settings.match_channel = None;
                settings.announcement_channel = None;
                settings.audit_channel = None;
            });
        })
        .await;
    house.bot_permissions(INVITED).await;
    house.shows_all_commands().await;
    let [owner, host, cleo] = house.people(["Marlow", "Pim", "Cleo"]).await;
    let panel = owner.types(HALL, "setup").await["message"].clone();
    let hall = owner.channel(HALL).await.unwrap();
    press(&owner, &panel, "Match channel", json!([hall])).await;
    let matches = format!("✅ **Match channel**: <#{hall}>");
    let panel = tells(&owner, &panel, &matches).await;
    let allow = "allow it under *Server Settings → Integrations → Dealer*";
    says(&panel, allow);

    // Without the permission Dealer makes no channels, and says what to grant. A host who can't
    // manage the server can't have them made.
    press(&owner, &panel, "missing channels", json!([])).await;
    let panel = tells(&owner, &panel, "needs *Manage Channels*").await;
    says(&panel, "⬜ **Audit log channel**");
    house.bot_permissions(INVITED | MANAGE_CHANNELS).await;
    let theirs = host.types(HALL, "setup").await["message"].clone();
    press(&host, &theirs, "missing channels", json!([])).await;
    tells(&host, &theirs, "Only people who can manage the server").await;
    assert!(owner.channel("dealer-log").await.is_none());
    // An answer is lost: nothing is made twice.
    let lost = json!({
        "method": "POST", "path": "*/channels", "status": 500, "after_doing_it": true,
    });
    house.faults(lost.clone()).await;
    press(&owner, &panel, "missing channels", json!([])).await;
    let panel = tells(&owner, &panel, "✅ Created <#").await;
    // The other button doesn't move into the place of the pressed one.
    let [made, private] = [0, 1].map(|at| &panel["components"][4]["components"][at]);
    assert_eq!(made["disabled"], true, "{panel}");
    assert!(private["label"].as_str().unwrap().contains("private"));
    says_all(
        &panel,
        [
            "✅ **Audit log channel**: <#",
            "✅ **Announcement channel**: <#",
        ],
    );
    assert!(owner.channel("dealer-log").await.is_some());
    assert!(cleo.channel("announcements").await.is_some());
    assert!(cleo.channel("dealer-log").await.is_none());
    let guild = house.guild().await;
    let path = format!("/guilds/{guild}/channels");
    let channels = async || {
        let channels = house.as_bot("GET", &path, json!(null)).await;
        channels.as_array().unwrap().clone()
    };
    let called = async |name: &str| {
        let channels = channels().await.into_iter();
        channels.filter(|one| one["name"] == name).count()
    };
    assert_eq!(
        called("announcements").await + called("dealer-log").await,
        3
    );

    // Each player gets a channel that the others can't see.
    // Discord refuses one, and the category has room for one more.
    let full = json!({ "name": "Submissions", "type": 4 });
    let full = house.as_bot("POST", &path, full).await["id"].clone();
    for number in 0..49 {
        let other = json!({ "name": format!("old-{number}"), "type": 0, "parent_id": full });
        house.as_bot("POST", &path, other).await;
    }
    let refused = json!({
        "method": "POST", "path": "*/channels", "status": 400, "code": 50035,
        "message": "Contains words not allowed",
    });
    house.faults(refused).await;
    house.faults(lost).await;
    press(&owner, &panel, "private channels", json!([])).await;
    let panel = tells(&owner, &panel, "Contains words not allowed").await;
    says(&panel, "✅ Created <#");
    assert_eq!(called("Submissions").await, 2);
    press(&owner, &panel, "private channel", json!([])).await;
    let panel = tells(&owner, &panel, "✅ **Private channels (optional)**").await;
    assert_eq!(controls(&panel).len(), 4, "{panel}");
    let [juniper, teo] = house.people(["Juniper", "Teo"]).await;
    for sees in [&juniper, &owner] {
        assert!(sees.channel("juniper").await.is_some());
    }
    for does_not in [&teo, &cleo] {
        assert!(does_not.channel("juniper").await.is_none());
    }
    let log = owner.types(HALL, "ruling log").await;
    says(&log, "to Juniper");
}
