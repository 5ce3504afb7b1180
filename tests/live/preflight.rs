//! `/preflight` with everything in order and with each possible problem; `/me`.

use std::path::PathBuf;
use std::time::Duration;

use dealer::store::{Backups, ChannelId};
use serde_json::json;

use super::appointments::{end_first, live, open};
use super::house::{EVERYTHING, House, Person, calls, content, controls, lacks, said, says};
use super::phrases::UNSAVED;

use local_discord::world::permissions::{
    CREATE_PRIVATE_THREADS, MANAGE_THREADS, OF_BOTS, VIEW_CHANNEL,
};

const HALL: &str = "lobby";

#[tokio::test(flavor = "multi_thread")]
async fn findings_name_problems_and_people_confirm_private_messages() {
    let mut house = House::new("preflight").await;
    let host = house.person("Vesper").await;
    let before = host.types(HALL, "preflight").await;
    let table = said(&before);
    for words in [
        "✅ **Permissions**",
        "✅ **Pictures** · drew a board of",
        "✅ **Database** · written and read",
        "✅ **Clock**",
        "**Connection**",
        "⚠️ **Private messages** · 0 of 19 have confirmed",
    ] {
        assert!(table.contains(words), "{words}: {table}");
    }

    // Names that no font has are named. The machine's own fonts may have them.
    let unwritten = json!({ "name": "\u{13000}\u{13001}" });
    host.command(HALL, "season cast add", unwritten).await;
    let found = host.types(HALL, "preflight").await;
    let table = said(&found);
    let has = canvas::can_write("\u{13000}\u{13001}");
    assert_eq!(
        table.contains("No font has \u{13000}\u{13001}"),
        !has,
        "{table}"
    );

    // Every missing permission of a channel is named with where to grant it: all that a match needs
    // here, and less elsewhere.
    house.bot_permissions(EVERYTHING & !8).await;
    let (hall, announcements) = (
        host.channel(HALL).await.unwrap(),
        host.channel("announcements").await.unwrap(),
    );
    let bot = house.as_bot("GET", "/users/@me", json!(null)).await["id"].clone();
    let bot = bot.as_str().unwrap();
    let deny = (OF_BOTS & !VIEW_CHANNEL).to_string();
    for channel in [&hall, &announcements] {
        let path = format!("/channels/{channel}/permissions/{bot}");
        let missing = json!({ "type": 1, "allow": "0", "deny": deny });
        house.as_bot("PUT", &path, missing).await;
    }
    house.bot_permissions(OF_BOTS & !MANAGE_THREADS).await;
    let answer = host.types(HALL, "preflight").await;
    let lacking = format!(
        "<#{hall}>: Send Messages, Embed Links, Attach Files, Read Message History, Create Private Threads, Send Messages in Threads, Pin Messages; \
         <#{announcements}>: Send Messages, Read Message History. Grant them"
    );
    says(&answer, &lacking);
    // Without the permission nobody's roles would change after a match.
    says(&answer, "⚠️ **Roles** · Dealer can't give");
    says(&before, "✅ **Roles**");

    // Everybody gets a greeting. The table shows who pressed its button, and who can be reached
    // only in a thread.
    house.person("Pim").await.direct_messages(false).await;
    // A person whose direct message Discord refuses to open for now doesn't have closed messages.
    let opening = json!({ "method": "POST", "path": "*/users/@me/channels" });
    for (status, code) in [(400, 40003), (429, 0)] {
        let mut fault = opening.clone();
        fault["status"] = json!(status);
        fault["code"] = json!(code);
        house.faults(fault).await;
    }
    host.press(&answer["message"], crate::phrases::SAY_HELLO)
        .await;
    let bo = house.person("Bo").await;
    let hello = bo.sees("@Dealer", "This is how Dealer reaches you").await;
    let thanks = bo.press(&hello, "I see it").await;
    says(&thanks, "Thanks – that's all!");
    house
        .until("the table says who was reached", async || {
            let answer = host.types(HALL, "preflight").await;
            let table = said(&answer);
            let all = table.contains("1 of 19 have confirmed")
                && table.contains("; Pim got a private thread")
                && table.contains("haven't answered")
                && !table.contains("haven't been asked");
            all.then_some(())
        })
        .await;
    // A person who has confirmed isn't asked again. The button works in a thread too.
    let pim = house.person("Pim").await;
    let hello = pim
        .sees("Dealer and Pim", "This is how Dealer reaches you")
        .await;
    assert!(calls(&hello, &pim), "{hello}");
    pim.press(&hello, "I see it").await;
    let count = async |who: &Person<'_>, channel| who.count(channel, "This is how Dealer").await;
    let before = count(&pim, "Dealer and Pim").await;

    // If no thread can be opened either, the table says so.
    let rook = house.person("Rook").await;
    rook.sees("@Dealer", "This is how Dealer reaches you").await;
    rook.direct_messages(false).await;
    let without = OF_BOTS & !CREATE_PRIVATE_THREADS;
    house.bot_permissions(without).await;
    let answer = host.types(HALL, "preflight").await;
    let told = host.press(&answer["message"], crate::phrases::SAY_HELLO);
    let told = told.await;
    says(&told, "17 people are getting a message");
    let unreached = "Rook can't be reached by DM or private thread";
    house
        .until("the table says who can't be reached", async || {
            let answer = host.types(HALL, "preflight").await;
            let table = said(&answer);
            let all = table.contains("2 of 19 have confirmed") && table.contains(unreached);
            all.then_some(())
        })
        .await;
    assert_eq!(count(&pim, "Dealer and Pim").await, before);
    // A confirmed greeting in a direct message becomes a thank-you.
    assert_eq!(count(&bo, "@Dealer").await, 0);
    house.close().await;
}

/// A season of 19 people whose channels Dealer can no longer see. The problems are more than one
/// message holds.
#[tokio::test(flavor = "multi_thread")]
async fn all_findings_are_told_however_many_there_are() {
    let house = House::new("preflight-much").await;
    let mut house = house
        .changed(|store, guild| {
            let bound = store.write(|tx| {
                let season = tx.current_season(guild)?.unwrap().id;
                for member in tx.season_cast(season)? {
                    let channel = 1_300_000_000_000_000_000 + u64::from(member.position);
                    let channel = Some(ChannelId(channel));
                    let (name, account) = (&member.name, member.account);
                    tx.set_name_account_channel(season, member.position, name, account, channel)?;
                }
                Ok::<_, dealer::store::StoreError>(())
            });
            bound.unwrap();
        })
        .await;
    let host = house.person("Vesper").await;
    let gone = "<#1300000000000000018> are gone: choose another channel";
    let answer = host.types(HALL, "preflight").await;
    says(&answer, gone);
    let unseen = json!({ "method": "GET", "path": "*/channels/13*", "status": 403, "code": 50001, "times": 1000 });
    house.faults(unseen).await;
    host.types(HALL, "preflight").await;
    house
        .until(
            "the last part is there, and in all of them every channel",
            async || {
                let messages = host.messages(HALL).await;
                let last = messages.last()?;
                let ends = content(last).contains("Worth fixing before a match");
                let has_button = controls(last)
                    .iter()
                    .any(|(label, _)| label.contains("hello"));
                let own = messages.iter().filter(|one| one["ephemeral"] == true);
                let all: String = own.map(content).collect();
                let told = |n: u64| all.contains(&format!("<#{n}>: View Channel, Send"));
                let channels = 1_300_000_000_000_000_000..1_300_000_000_000_000_019;
                (ends && has_button && channels.into_iter().all(told)).then_some(())
            },
        )
        .await;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn personal_settings_do_what_they_say() {
    let mut house = House::new("me").await;
    end_first(&house).await;
    open(&house, "gridlock").await;
    let bo = house.person("Bo").await;
    let panel = bo.types(HALL, "me").await;
    says(&panel, "only speaks English");
    says(&panel, "Confirm my moves: **yes**");
    says(&panel, "Text boards: **no**");
    let board = bo.types(HALL, "submit").await;
    lacks(&board, "5 by 5");
    let panel = bo.press(&panel["message"], "⬜ Text boards: no").await;
    says(&panel, "Text boards: **yes**");
    let board = bo.types(HALL, "submit").await;
    says(&board, "5 by 5");
    let card = bo.sees(HALL, "of 11 choices in").await;
    assert!(
        !content(&card).contains("5 by 5. "),
        "others still see the same: {card}"
    );
    house.close().await;

    // Before a bid that can lose the match, Dealer asks for confirmation, or not.
    let mut house = House::new("me-confirm").await;
    live(&house).await;
    let [teo, mika] = house.people(["Teo", "Mika"]).await;
    let risky = json!({ "text": "bid 50" });
    let asked = teo.command(HALL, "act", risky.clone()).await;
    says(&asked, "lose the match at once");
    lacks(&asked, "Got it");
    mika.confirms(HALL, "me", json!({}), "✅ Confirm my moves: yes")
        .await;
    let taken = mika.command(HALL, "act", risky).await;
    says(&taken, "Got it");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn while_nothing_can_be_stored_hosts_read_so_and_nobody_loses_by_it() {
    let mut house = House::new("unstored").await;
    let [host, teo] = house.people(["Vesper", "Teo"]).await;
    end_first(&house).await;
    open(&house, "crossfire").await;
    let card = teo.sees(HALL, "# Crossfire").await;
    house.refuses_writes(true).await;
    let refused = teo.press(&card, "Ready").await;
    says(&refused, UNSAVED);
    let status = host.types(HALL, "match status").await;
    says(&status, "⚠️ **Database**");
    let table = host.types(HALL, "preflight").await;
    says(&table, "⚠️ **Database**");
    house.advance(15_000);
    for channel in ["@Dealer", "audit"] {
        host.sees(channel, UNSAVED).await;
    }
    // It lasts, and they know.
    for _ in 0..2 {
        house.advance(700_000);
        host.types(HALL, "match status").await;
    }
    house.refuses_writes(false).await;
    house
        .until("it can store again", async || {
            let status = host.types(HALL, "match status").await;
            (!said(&status).contains("**Database**")).then_some(())
        })
        .await;
    let taken = teo.press(&card, "Ready").await;
    says(&taken, "You're ready");
    told_once(&host, UNSAVED).await;
    house.close().await;
}

/// A host has read this once in private and once in the audit log.
async fn told_once(host: &Person<'_>, words: &str) {
    for channel in ["@Dealer", "audit"] {
        host.sees(channel, words).await;
        let messages = host.messages(channel).await;
        let told = messages.iter().filter(|one| content(one).contains(words));
        assert_eq!(told.count(), 1, "{words} in {channel}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn hosts_read_once_that_the_disk_is_almost_full_and_that_a_backup_failed() {
    let house = House::new("little-space").await;
    let mut in_the_way = PathBuf::new();
    let mut house = house
        .with_backups(|database| {
            in_the_way = database.with_file_name("backups");
            std::fs::write(&in_the_way, "").unwrap();
            let mut backups = Backups::new(database, Some(Duration::from_secs(86_400)), 1);
            backups.little = u64::MAX;
            backups
        })
        .await;
    let host = house.person("Vesper").await;
    let told = ["are free on Dealer's disk", "couldn't back up its database"];
    for words in told {
        told_once(&host, words).await;
    }
    says(
        &host.types(HALL, "preflight").await,
        "the last attempt failed",
    );
    // Dealer looks again each hour.
    std::fs::remove_file(&in_the_way).unwrap();
    house.advance(3_600_000);
    let is_there = async || in_the_way.read_dir().ok()?.next();
    let made = house.until("a backup is made", is_there).await;
    assert!(made.is_ok());
    for words in told {
        told_once(&host, words).await;
    }
    house.close().await;
}
