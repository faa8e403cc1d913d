//! The choice of the snapshot codec, in the network drawer: shows the match's codec and the size of
//! its snapshots, and returns the user's choice.

use shared::{client::netgraph::NetGraph, wire::codec::CodecId};
use web_sys::{Element, HtmlSelectElement};
use web_ui::shell::{
    MissingResource,
    dom::{Label, append, by_id},
};
use words::Language;

use crate::hud::snapshot_size::snapshot_size;

/// The list of codecs, and the figure beside it.
pub struct CodecChoice {
    language: Language,
    list: HtmlSelectElement,
    figure: Label,
    /// The codec that the list was last set to.
    shown: CodecId,
}

impl CodecChoice {
    /// Finds it on the page and fills it, in a language.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(root: &Element, language: Language) -> Result<Self, MissingResource> {
        let list: HtmlSelectElement = by_id(root, "codec")?;
        for codec in CodecId::ALL {
            let _: Element = append(&list, "option", "", language.codec(codec))?;
        }
        let [shown, ..] = CodecId::ALL;
        Ok(Self { language, list, figure: Label::find(root, "codec-figure")?, shown })
    }

    /// The user's choice since the list was last updated.
    #[must_use]
    pub fn chosen(&self) -> Option<CodecId> {
        let chosen = CodecId::ALL.get(self.list.selected_index().max(0) as usize).copied();
        chosen.filter(|chosen| *chosen != self.shown)
    }

    /// Sets the list to the codec in force, whatever the user chose.
    pub fn put(&mut self, effective: CodecId) {
        let index = CodecId::ALL.iter().position(|codec| *codec == effective).unwrap_or(0) as i32;
        if self.list.selected_index() != index {
            self.list.set_selected_index(index);
        }
        self.shown = effective;
    }

    /// Updates it with the codec in force and the traffic of the selected player.
    pub fn refresh(&mut self, effective: CodecId, graph: &NetGraph) {
        self.put(effective);
        self.figure.say(&self.language.snapshot_size(snapshot_size(graph)));
    }
}
