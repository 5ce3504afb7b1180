//! Checks of embeds
//! (<https://docs.discord.com/developers/resources/message#embed-object-embed-limits>).

use serde_json::Value;

use super::FormErrors;
use super::forms::{check_scheme, join, length, list, text};
use super::stored::stored_embed;

/// Checks embeds: at most 10, with at most 6000 characters in all. Returns them as Discord stores
/// them.
pub fn embeds(errors: &mut FormErrors, embeds: &[Value]) -> Vec<Value> {
    if embeds.len() > 10 {
        errors.add(
            "embeds",
            "BASE_TYPE_MAX_LENGTH",
            "Must be 10 or fewer in length.",
        );
    }
    let mut together = 0;
    let mut stored = Vec::with_capacity(embeds.len());
    for (index, embed) in embeds.iter().enumerate() {
        let path = format!("embeds.{index}");
        let mut count = |text: Option<&str>| together += text.map_or(0, length);
        count(text(errors, embed, &path, "title", (0, 256)));
        count(text(errors, embed, &path, "description", (0, 4096)));
        count(text(
            errors,
            &embed["footer"],
            &join(&path, "footer"),
            "text",
            (0, 2048),
        ));
        count(text(
            errors,
            &embed["author"],
            &join(&path, "author"),
            "name",
            (0, 256),
        ));
        let fields = list(errors, embed, &path, "fields");
        if fields.len() > 25 {
            errors.add(
                &join(&path, "fields"),
                "BASE_TYPE_MAX_LENGTH",
                "Must be 25 or fewer in length.",
            );
        }
        for (index, field) in fields.iter().enumerate() {
            let path = format!("{path}.fields.{index}");
            together += text(errors, field, &path, "name", (1, 256)).map_or(0, length);
            together += text(errors, field, &path, "value", (1, 1024)).map_or(0, length);
        }
        if embed["color"]
            .as_u64()
            .is_some_and(|color| color > 0xFF_FFFF)
        {
            errors.add(
                &join(&path, "color"),
                "NUMBER_TYPE_MAX",
                "int value should be less than or equal to 16777215.",
            );
        }
        let picture = ["http", "https", "attachment"];
        for field in ["image", "thumbnail"] {
            if !embed[field].is_null() {
                check_scheme(errors, &embed[field], &join(&path, field), &picture);
            }
        }
        for (part, path) in [
            (embed, path.clone()),
            (&embed["author"], join(&path, "author")),
        ] {
            if part["url"].as_str().is_some_and(|url| !url.is_empty()) {
                check_scheme(errors, part, &path, &["http", "https"]);
            }
        }
        let filled = [
            "title",
            "description",
            "image",
            "thumbnail",
            "author",
            "footer",
            "url",
            "timestamp",
        ];
        if fields.is_empty() && filled.iter().all(|field| embed[*field].is_null()) {
            errors.add(
                &join(&path, "description"),
                "BASE_TYPE_REQUIRED",
                "This field is required",
            );
        }
        stored.push(stored_embed(embed));
    }
    if together > 6000 {
        errors.add(
            "embeds",
            "MAX_EMBED_SIZE_EXCEEDED",
            "Embed size exceeds maximum size of 6000",
        );
    }
    stored
}
