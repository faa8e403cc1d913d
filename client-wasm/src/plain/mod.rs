//! What the page needs to know without a browser: pure, and tested natively.

pub mod backoff;
pub mod callsign;
pub mod figures;
pub mod fragment;
pub mod frame_rate;
pub mod held;
pub mod link_setup;
pub mod net_graph_text;
pub mod netcode_status;
pub mod netcode_text;
pub mod netcode_words;
pub mod shot_act;
pub mod shot_words;
pub mod simulated_link;
pub mod sticks;
