//! What became of a request that serenity has made. What the code of a refusal means stands in `referee/postal/codes.rs`.

use serenity::all::{ErrorResponse, HttpError};

use crate::referee::postal::codes;

/// The code of a refusal; 0 where Discord gave none, or no answer.
pub fn code(error: &serenity::Error) -> i64 {
    response(error).map_or(0, |response| response.error.code as i64)
}

/// Whether Discord will not have it as long as nobody changes a permission.
pub fn is_forbidden(error: &serenity::Error) -> bool {
    response(error).is_some_and(|response| response.status_code.as_u16() == 403)
}

/// Whether it may be taken in a moment: Discord sets a limit, is in trouble or gave no answer.
pub fn is_passing(error: &serenity::Error) -> bool {
    response(error).is_none_or(|response| {
        let status = response.status_code.as_u16();
        status == 429 || status >= 500 || code(error) == codes::OPENED_TOO_FAST
    })
}

fn response(error: &serenity::Error) -> Option<&ErrorResponse> {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => Some(response),
        _ => None,
    }
}
