//! Texts of the panels that the laboratory and the game share: one file per panel, with the keys
//! and numbers of its texts, and the methods that look them up in a language.

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
