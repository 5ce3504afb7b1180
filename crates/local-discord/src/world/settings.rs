//! Settings of a channel besides name, position and permissions. They depend on its kind
//! (<https://docs.discord.com/developers/resources/channel#modify-channel>).

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::forms::Field;
use super::forums::Forum;
use super::threads::check_archive_minutes;
use super::{ChannelKind, merge};

/// The settings of a channel. Those that its kind doesn't have keep their defaults.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    pub nsfw: bool,
    /// Seconds between two messages of one person.
    pub rate_limit_per_user: u32,
    /// Seconds between two messages of one person in a new thread.
    pub thread_rate_limit_per_user: u32,
    /// After how many minutes clients suggest that new threads are archived.
    pub auto_archive_minutes: Option<u32>,
    /// Bits per second.
    pub bitrate: u32,
    /// How many people can be in it; 0 for any number.
    pub user_limit: u32,
    pub rtc_region: Option<String>,
    /// 1: automatic, 2: high.
    pub video_quality_mode: u32,
    pub forum: Forum,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            nsfw: false,
            rate_limit_per_user: 0,
            thread_rate_limit_per_user: 0,
            auto_archive_minutes: None,
            bitrate: 64_000,
            user_limit: 0,
            rtc_region: None,
            video_quality_mode: 1,
            forum: Forum::default(),
        }
    }
}

impl Settings {
    /// Applies a request. Fields that it doesn't name stay; null resets one to its default.
    pub fn change(&mut self, wanted: &Field<'_>) {
        let mut minutes = self.auto_archive_minutes.unwrap_or_default();
        for (name, place, at_first, bounds) in [
            (
                "rate_limit_per_user",
                &mut self.rate_limit_per_user,
                0,
                0..=21_600,
            ),
            (
                "default_thread_rate_limit_per_user",
                &mut self.thread_rate_limit_per_user,
                0,
                0..=21_600,
            ),
            // The maximum without a paid server (Discord documentation, "Modify Channel").
            ("bitrate", &mut self.bitrate, 64_000, 8_000..=96_000),
            ("user_limit", &mut self.user_limit, 0, 0..=99),
            ("video_quality_mode", &mut self.video_quality_mode, 1, 1..=2),
            (
                "default_auto_archive_duration",
                &mut minutes,
                0,
                0..=u64::from(u32::MAX),
            ),
        ] {
            if let Some(field) = wanted.given(name) {
                let number = field
                    .number(bounds)
                    .and_then(|number| number.try_into().ok());
                *place = number.unwrap_or(at_first);
            }
        }
        self.auto_archive_minutes = (minutes != 0).then_some(minutes);
        let field = wanted.at("default_auto_archive_duration");
        check_archive_minutes(&field, self.auto_archive_minutes);
        if let Some(field) = wanted.given("nsfw") {
            self.nsfw = field.flag().unwrap_or(false);
        }
        self.forum.change(wanted);
        if let Some(field) = wanted.given("rtc_region") {
            self.rtc_region = field.value.as_str().map(str::to_owned);
        }
    }

    /// The settings in Discord's object for a channel of this kind.
    pub fn shown(&self, kind: ChannelKind) -> Value {
        let mut shown = match kind {
            ChannelKind::Category | ChannelKind::DirectMessage => return json!({}),
            _ => json!({ "rate_limit_per_user": self.rate_limit_per_user }),
        };
        let more = match kind {
            ChannelKind::PublicThread | ChannelKind::PrivateThread => json!({}),
            ChannelKind::Voice => json!({
                "nsfw": self.nsfw,
                "bitrate": self.bitrate,
                "user_limit": self.user_limit,
                "rtc_region": self.rtc_region,
                "video_quality_mode": self.video_quality_mode,
            }),
            _ => self.shown_of_text(),
        };
        merge(&mut shown, more);
        if kind == ChannelKind::Forum {
            merge(&mut shown, self.forum.json());
        }
        shown
    }

    fn shown_of_text(&self) -> Value {
        let mut shown = Map::new();
        shown.insert("nsfw".to_owned(), json!(self.nsfw));
        if let Some(minutes) = self.auto_archive_minutes {
            shown.insert("default_auto_archive_duration".to_owned(), json!(minutes));
        }
        if self.thread_rate_limit_per_user != 0 {
            let field = "default_thread_rate_limit_per_user";
            shown.insert(field.to_owned(), json!(self.thread_rate_limit_per_user));
        }
        Value::Object(shown)
    }
}
