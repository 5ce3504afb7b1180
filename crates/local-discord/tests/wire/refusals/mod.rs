//! Requests that Discord refuses, with their status and code.

mod codes;
mod forms;

/// The cells of a row in a table; None for an empty line or a comment.
pub fn cells<const N: usize>(row: &str) -> Option<[&str; N]> {
    let is_row = !row.is_empty() && !row.starts_with('#');
    is_row.then(|| {
        let cells: Vec<_> = row.split(" | ").collect();
        cells.try_into().unwrap_or_else(|_| panic!("{row}"))
    })
}
