//! The mark of the cue on the time bar, the positions of its callouts, and the checkbox whether
//! matches wait there.

use lab::cue::Cue;
use web_sys::{Element, HtmlElement, HtmlInputElement};
use web_ui::{
    shell::{MissingResource, dom::by_id, probe::ProbeAttribute},
    text::figures::whole,
};

use crate::{time::cue_watch::CueUse, view::callout::Callout};

/// Mark and checkbox, and attributes for tests.
pub struct CuePanel {
    callouts: ProbeAttribute,
    mark: HtmlElement,
    marked: Option<(u32, u32)>,
    wanted: HtmlInputElement,
    frame: ProbeAttribute,
}

impl CuePanel {
    /// Finds them on the page.
    ///
    /// # Errors
    /// When the page lacks a part of them.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        Ok(Self {
            callouts: ProbeAttribute::new(root, "data-callouts"),
            mark: by_id(root, "cue-mark")?,
            marked: None,
            wanted: by_id(root, "cues-wanted")?,
            frame: ProbeAttribute::new(root, "data-cue"),
        })
    }

    /// Publishes the callouts of a picture.
    pub fn place(&mut self, callouts: &[Callout]) {
        self.callouts.set(|| callouts.iter().map(Callout::text).collect::<Vec<_>>().join(";"));
    }

    /// Marks the cue on the time bar, which has `frames` frames.
    pub fn mark(&mut self, cue: Option<&Cue>, frames: u32) {
        let marked = cue.map(|cue| (cue.frame, frames)).filter(|(frame, all)| frame <= all);
        if self.marked == marked {
            return;
        }
        self.marked = marked;
        self.mark.set_hidden(marked.is_none());
        self.frame.set(|| marked.map_or_else(String::new, |(frame, _)| whole(frame.into())));
        if let Some((frame, frames)) = marked {
            set_mark(&self.mark, frame, frames);
        }
    }

    /// Whether the user wants matches to wait.
    #[must_use]
    pub fn wanted(&self) -> CueUse {
        if self.wanted.checked() { CueUse::Waits } else { CueUse::Passes }
    }

    /// Shows the choice of an earlier visit.
    pub fn set_wanted(&self, uses: CueUse) {
        self.wanted.set_checked(uses == CueUse::Waits);
    }
}

/// Moves a mark to a frame of a time bar with `frames` frames.
pub fn set_mark(mark: &HtmlElement, frame: u32, frames: u32) {
    let permille = u64::from(frame) * 1000 / u64::from(frames.max(1));
    // It fails only for invalid names.
    let _ = mark.style().set_property("--at", &whole(permille as i64));
}
