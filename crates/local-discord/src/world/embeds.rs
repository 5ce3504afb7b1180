//! Checks of embeds
//! (<https://docs.discord.com/developers/resources/message#embed-object-embed-limits>).

use serde_json::Value;

use super::forms::{Field, length};
use super::stored::stored_embed;

/// Fields of which an embed without fields needs one.
const CONTENT: [&str; 8] = [
    "title",
    "description",
    "image",
    "thumbnail",
    "author",
    "footer",
    "url",
    "timestamp",
];

/// Checks embeds: at most 10, with at most 6000 characters in all. Returns them as Discord stores
/// them.
pub fn embeds(list: &Field<'_>) -> Vec<Value> {
    let embeds = list.items(0..=10);
    if embeds.iter().map(check).sum::<usize>() > 6000 {
        let message = "Embed size exceeds maximum size of 6000";
        list.wrong("MAX_EMBED_SIZE_EXCEEDED", message);
    }
    embeds
        .iter()
        .map(|embed| stored_embed(embed.value))
        .collect()
}

/// Checks one embed. Returns the number of its characters.
fn check(embed: &Field<'_>) -> usize {
    let (footer, author) = (embed.at("footer"), embed.at("author"));
    let mut texts = vec![
        embed.at("title").text(0..=256),
        embed.at("description").text(0..=4096),
        footer.at("text").text(0..=2048),
        author.at("name").text(0..=256),
    ];
    let fields = embed.at("fields").items(0..=25);
    for field in &fields {
        texts.push(field.at("name").text(1..=256));
        texts.push(field.at("value").text(1..=1024));
    }
    let color = embed.at("color");
    if color.value.as_u64().is_some_and(|color| color > 0xFF_FFFF) {
        let message = "int value should be less than or equal to 16777215.";
        color.wrong("NUMBER_TYPE_MAX", message);
    }
    for picture in ["image", "thumbnail"].map(|name| embed.at(name)) {
        if !picture.is_null() {
            picture.check_scheme(&["http", "https", "attachment"]);
        }
    }
    for part in [embed, &author] {
        if part.value["url"]
            .as_str()
            .is_some_and(|url| !url.is_empty())
        {
            part.check_scheme(&["http", "https"]);
        }
    }
    if fields.is_empty() && CONTENT.iter().all(|name| embed.at(name).is_null()) {
        embed.at("description").missing();
    }
    texts.into_iter().flatten().map(length).sum()
}
