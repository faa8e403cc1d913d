//! What the panels say that the laboratory shares with the game: for each the texts that it has,
//! with their numbers, and how a language is asked for them.

mod choice_value;
mod conditions;
mod net_graph;
mod netcode;

pub(crate) use choice_value::ChoiceValue;
pub use conditions::CarrierText;
pub(crate) use conditions::ConditionTexts;
pub(crate) use net_graph::{GraphCategoryTerms, GraphMarkTerms, GraphRowTerms, GraphWords, term};
pub use net_graph::{GraphMark, GraphRow, GraphText, GraphWarning, Term};
pub(crate) use netcode::{LaboratoryPresetTexts, NetcodeWords, PresetTexts, SettingTexts};
pub use netcode::{NetcodeNote, PictureAgeStatement};
