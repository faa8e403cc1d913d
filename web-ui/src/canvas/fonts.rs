//! The fonts of words and figures on a canvas, where no style sheet reaches: the same families and
//! sizes as those of the page.

/// What a picture is called.
pub const TITLE: &str = "14px system-ui, sans-serif";
/// Words.
pub const WORDS: &str = "12px system-ui, sans-serif";
/// Numbers: all digits have one width. DejaVu Sans Mono stands where a system has no such font of
/// its own.
pub const FIGURES: &str = "12px ui-monospace, \"DejaVu Sans Mono\", monospace";
