//! Fonts for text on a canvas, where style sheets do not apply: the page's own families and sizes.

/// Titles of pictures.
pub const TITLE: &str = "14px system-ui, sans-serif";
/// Prose and labels.
pub const WORDS: &str = "12px system-ui, sans-serif";
/// Numbers, in tabular digits. DejaVu Sans Mono is the fallback where the system has no UI
/// monospace font.
pub const FIGURES: &str = "12px ui-monospace, \"DejaVu Sans Mono\", monospace";
/// What a kill brings: the game's display face, where the page has it.
pub const SCORE: &str = "600 28px Oxanium, system-ui, sans-serif";
/// How many hit points a hit took.
pub const DAMAGE: &str = "600 18px Oxanium, system-ui, sans-serif";
/// The name of a ship that was shot down.
pub const STRUCK: &str = "600 14px Oxanium, system-ui, sans-serif";
