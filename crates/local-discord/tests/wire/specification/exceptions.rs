//! Where Discord differs from its specification, and why.

/// A problem as the check words it (`*` is anything), and why it is not one.
pub const EXCEPTIONS: &[(&str, &str)] = &[
    (
        "* answer.errors.*_errors.*.code: * is not \"integer\"",
        "Each field's mistake has a name for its code (Discord documentation, \"Error Messages\").",
    ),
    (
        "* answer.code: is missing",
        "Few limits have a code (Discord documentation, \"Rate Limit Response Structure\").",
    ),
    (
        "* /applications/*/commands* request*.nsfw: is not in the specification",
        "Commands may be for adults (Discord documentation, \"Create Global Application Command\").",
    ),
    (
        "POST /channels/*/messages/*/threads request.type: is not in the specification",
        "discord.js names the type, which the message's channel decides; Discord ignores it.",
    ),
    (
        "PUT /channels/*/permissions/* request.id: is not in the specification",
        "discord.js says in the body again whose overwrite it is; Discord ignores it.",
    ),
    (
        "* /applications/*/commands* *.channel_types.*: 16 is not *",
        "There are media channels (Discord documentation, \"Channel Types\"); discord.py names them.",
    ),
    (
        "* request*.embeds.*.flags: is not in the specification",
        "Embeds have flags (Discord documentation, \"Embed Structure\"); discord.py sends them back.",
    ),
    (
        "POST /channels/*/threads answer.message*",
        "A post in a forum is told with its message (Discord documentation, \"Start Thread in Forum\").",
    ),
    (
        "PATCH /users/@me request.username: is missing",
        "All of its fields are optional (Discord documentation, \"Modify Current User\").",
    ),
    (
        "GET *applications/@me answer.summary: is not in the specification",
        "Deprecated, and an empty string until version 11 removes it (Discord documentation, \
         \"Application Structure\", until 2022); interactions.py does not start without it.",
    ),
    (
        "POST /channels/*/thread-members/*: is not in the specification",
        "The first way to join a thread, still answered by Discord; py-cord uses it.",
    ),
    (
        "PATCH /guilds/*/members/@me/nick: is not in the specification",
        "Deprecated (Discord documentation, \"Modify Current User Nick\"); libraries still use it.",
    ),
    (
        "POST /interactions/*/*/callback answer.resource.type: 5 is none of *",
        "The message of a deferred answer is told as well: bots in use read it there.",
    ),
];

pub fn is_excepted(problem: &str) -> bool {
    EXCEPTIONS.iter().any(|(pattern, _)| fits(pattern, problem))
}

/// Whether a text matches a pattern in which `*` is anything, also nothing.
fn fits(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((start, rest)) => text.strip_prefix(start).is_some_and(|tail| {
            let starts = tail.char_indices().map(|(at, _)| at).chain([tail.len()]);
            starts.into_iter().any(|at| fits(rest, &tail[at..]))
        }),
    }
}
