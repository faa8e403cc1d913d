//! Explains judged shots: when a shot is over, its record goes to the shooter, and its report, made
//! on request from what is kept of it for a minute, says what every preset would have decided.
//! `shots`, beside this folder, judges them.
//!
//! | file | step |
//! |---|---|
//! | `over` | the end of a shot: its record, and what is kept |
//! | `judged_shots`, `evidence` | what is kept, and how it is read back |
//! | `report_requests`, `answers`, `reports` | who asked, the first answer, the complete report |
//! | `counterfactuals` | the judge again, under every preset |

mod answers;
mod counterfactuals;
pub(in crate::room) mod evidence;
pub(in crate::room) mod judged_shots;
mod over;
pub(in crate::room) mod report_requests;
mod reports;
