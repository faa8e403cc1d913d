//! What the page makes of a round: who leads, what is heard of its end, and the shots that the
//! player may want to see once it is over.

pub mod alarm;
pub mod memorable;
pub mod point;
pub mod series_record;
pub mod standings;
