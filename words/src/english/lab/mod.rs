//! The laboratory's page in English, one file per panel.

pub(crate) mod desk;
pub(crate) mod network;
pub(crate) mod notice;
pub(crate) mod page;
pub(crate) mod panes;
pub(crate) mod timelines;
