//! The made-up people of the seeded season: short names and long ones, one with a blank, one in
//! Hangul.

use games::Role;

/// A person in the seeded world.
#[derive(Debug, PartialEq, Eq)]
pub struct Figure {
    pub username: &'static str,
    /// The name that everybody sees, also in the cast.
    pub name: &'static str,
    /// None for a spectator, who isn't in the cast.
    pub role: Option<Role>,
    pub garnets: u32,
}

const fn player(username: &'static str, name: &'static str, garnets: u32) -> Figure {
    figure(username, name, Some(Role::Player), garnets)
}

const fn eliminated(username: &'static str, name: &'static str) -> Figure {
    figure(username, name, Some(Role::Eliminated), 0)
}

const fn figure(
    username: &'static str,
    name: &'static str,
    role: Option<Role>,
    garnets: u32,
) -> Figure {
    Figure {
        username,
        name,
        role,
        garnets,
    }
}

/// The dealer who hosts the matches.
pub const HOST: &str = "vesper";
/// The other dealer, who owns the server.
pub const OWNER: &str = "marlow";

/// The cast of 19 in its order, and two spectators.
pub const FIGURES: [Figure; 21] = [
    player("mika", "Mika", 3),
    player("teo", "Teo", 1),
    player("juniper", "Juniper", 4),
    player("bo", "Bo", 0),
    player("ladyquill", "Lady Quill", 6),
    player("hanbyeol", "한별", 2),
    eliminated("pim", "Pim"),
    player("ottoline", "Ottoline", 5),
    player("dax", "Dax", 1),
    player("konstantin", "Konstantin", 2),
    eliminated("sable", "Sable"),
    player("wren", "Wren", 3),
    player("imre", "Imre", 0),
    player("rook", "Rook", 7),
    eliminated("yara", "Yara"),
    player("bartholomea", "Bartholomea", 1),
    eliminated("hugo", "Hugo"),
    figure(HOST, "Vesper", Some(Role::Dealer), 0),
    figure(OWNER, "Marlow", Some(Role::Dealer), 0),
    figure("cleo", "Cleo", None, 0),
    figure("nils", "Nils", None, 0),
];
