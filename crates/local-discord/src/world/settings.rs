//! Settings of a channel besides name, position and permissions. They depend on its kind
//! (<https://docs.discord.com/developers/resources/channel#modify-channel>).

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::forums::Forum;
use super::threads::check_archive_minutes;
use super::{ChannelKind, FormErrors, merge};

/// The settings of a channel. Those that its kind doesn't have keep their defaults.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    pub nsfw: bool,
    /// Seconds between two messages of one person.
    pub rate_limit_per_user: u16,
    /// The same for new threads.
    pub thread_rate_limit_per_user: u16,
    /// After how many minutes clients suggest that new threads are archived.
    pub auto_archive_minutes: Option<u32>,
    /// Bits per second.
    pub bitrate: u32,
    /// How many people can be in it; 0 for any number.
    pub user_limit: u16,
    pub rtc_region: Option<String>,
    /// 1: automatic, 2: high.
    pub video_quality_mode: u8,
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
    pub fn change(&mut self, errors: &mut FormErrors, wanted: &Value) {
        let first = Settings::default();
        let mut number =
            |field: &str, place: &mut u32, at_first: u32, range| match wanted.get(field) {
                None => {}
                Some(Value::Null) => *place = at_first,
                Some(number) => *place = checked(errors, field, number, range).unwrap_or(*place),
            };
        let mut slow = u32::from(self.rate_limit_per_user);
        number("rate_limit_per_user", &mut slow, 0, 0..=21_600);
        let mut slow_in_threads = u32::from(self.thread_rate_limit_per_user);
        let field = "default_thread_rate_limit_per_user";
        number(field, &mut slow_in_threads, 0, 0..=21_600);
        // The maximum without a paid server (Discord documentation, "Modify Channel").
        number("bitrate", &mut self.bitrate, first.bitrate, 8_000..=96_000);
        let mut people = u32::from(self.user_limit);
        number("user_limit", &mut people, 0, 0..=99);
        let mut quality = u32::from(self.video_quality_mode);
        number("video_quality_mode", &mut quality, 1, 1..=2);
        let mut minutes = self.auto_archive_minutes.unwrap_or_default();
        number(
            "default_auto_archive_duration",
            &mut minutes,
            0,
            0..=u32::MAX,
        );
        self.auto_archive_minutes = (minutes != 0).then_some(minutes);
        check_archive_minutes(
            errors,
            "default_auto_archive_duration",
            self.auto_archive_minutes,
        );
        // Each range above fits.
        self.rate_limit_per_user = slow as u16;
        self.thread_rate_limit_per_user = slow_in_threads as u16;
        self.user_limit = people as u16;
        self.video_quality_mode = quality as u8;
        match &wanted["nsfw"] {
            Value::Bool(nsfw) => self.nsfw = *nsfw,
            Value::Null if wanted.get("nsfw").is_some() => self.nsfw = false,
            Value::Null => {}
            _ => errors.add(
                "nsfw",
                "BOOLEAN_TYPE_CONVERT",
                "Must be either true or false.",
            ),
        }
        self.forum.change(errors, wanted);
        if let Some(region) = wanted.get("rtc_region") {
            self.rtc_region = region.as_str().map(str::to_owned);
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

/// Reads a number; one outside the range is a mistake.
fn checked(
    errors: &mut FormErrors,
    field: &str,
    number: &Value,
    range: std::ops::RangeInclusive<u32>,
) -> Option<u32> {
    let fitting = number
        .as_u64()
        .and_then(|number| u32::try_from(number).ok());
    let fitting = fitting.filter(|number| range.contains(number));
    if fitting.is_none() {
        let (least, most) = (range.start(), range.end());
        let message = format!("int value should be between {least} and {most}.");
        errors.add(field, "NUMBER_TYPE_RANGE", message);
    }
    fitting
}
