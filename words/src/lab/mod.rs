//! What the page of the laboratory says besides lessons, scenarios and shots: for each panel the
//! texts that it has, with their numbers, and how a language is asked for them.

mod bars;
mod desk;
mod network;
mod notice;
pub(crate) mod page;
mod panes;
mod players;
mod stored;
pub(crate) mod timelines;

pub use bars::BarText;
pub use desk::{DeskText, LieWords};
pub use network::SnapshotSize;
pub use notice::{Notice, Refused};
pub use page::PageText;
pub use panes::{PaneName, PaneText, Wording};
pub use players::LabPlayer;
pub use stored::{StoredText, StoredUse};
pub use timelines::TimelineText;
