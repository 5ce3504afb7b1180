//! Panels: private messages with controls, and what happens when one is pressed.

pub mod act_panels;
pub mod acting;
pub mod cast_import;
pub mod conducting;
pub mod desk;
pub mod guide;
pub mod help;
pub mod host_acts;
pub mod host_panel;
pub mod me;
pub mod panel;
pub mod poll;
pub mod practice;
pub mod preflight;
pub mod replay;
pub mod rulings;
pub mod screen;
pub mod settings;
pub mod setup;
pub mod standings;
pub mod strikes;
pub mod up_to_date;
