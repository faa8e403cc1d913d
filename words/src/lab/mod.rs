//! Texts of the laboratory's page besides lessons, scenarios and shots: one file per panel, with
//! the keys and numbers of its texts, and the methods that look them up in a language.

mod bars;
mod desk;
mod network;
mod notice;
pub(crate) mod page;
mod panes;
mod stored;
pub(crate) mod timelines;

pub use bars::BarText;
pub(crate) use desk::DeskNumbers;
pub use desk::{DeskText, LieWords};
pub use network::SnapshotSize;
pub(crate) use network::{CodecTexts, ControllerWords, NetworkTexts, PathTexts};
pub(crate) use notice::NoticeWords;
pub use notice::{Notice, Refused};
pub use page::LabPageText;
pub use panes::{LabPlayer, PaneName, PaneText, Wording};
pub(crate) use panes::{LabPlayerTexts, PaneNameTexts, PaneWords};
pub(crate) use stored::StoredWords;
pub use stored::{StoredText, StoredUse};
pub use timelines::TimelineText;
