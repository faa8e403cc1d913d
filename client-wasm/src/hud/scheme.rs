//! The status line of the active netcode, and the notice of the room rules that the chosen preset
//! could not change.

use ::words::game;
use shared::{
    client::Client,
    netcode::{preset::Preset, values::RoomNetcode},
    wire::message::Access,
};
use web_sys::{Element, HtmlElement};
use web_ui::{
    netcode::{chosen::Chosen, picture::PictureAge, words},
    shell::{
        MissingResource,
        dom::{Label, by_id},
    },
};

/// The notice, in one of its two places.
struct SchemeNotice {
    panel: HtmlElement,
    text: Label,
    button: Label,
}

/// The line and the notice.
pub struct Scheme {
    preset: Label,
    rule: Label,
    /// Age of the picture, against the rewind limit.
    picture: HtmlElement,
    picture_text: Label,
    /// On the picture: for a while after a preset was picked.
    passing: SchemeNotice,
    /// In the drawer: for as long as it applies.
    lasting: SchemeNotice,
    noted: Option<(RoomNetcode, Preset)>,
}

impl Scheme {
    /// Finds them on the page.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        Ok(Self {
            preset: Label::find(root, "scheme-preset")?,
            rule: Label::find(root, "scheme-rule")?,
            picture: by_id(root, "scheme-picture")?,
            picture_text: Label::find(root, "scheme-picture-text")?,
            passing: SchemeNotice::find(root, "keeps")?,
            lasting: SchemeNotice::find(root, "room-keeps")?,
            noted: None,
        })
    }

    /// Shows what is in force.
    pub fn refresh(&mut self, chosen: &Chosen, client: &Client, passing: Passing) {
        self.preset.say(&words::name(chosen));
        let Some(rules) = client.rules() else { return };
        self.rule.say(rules.hit_rule.title());
        let age = PictureAge::of(client);
        self.picture.set_hidden(age.is_none());
        if let Some(age) = age {
            self.picture.set_class_name(if age.is_beyond() { "warns" } else { "" });
            self.picture_text.say(&age.figures());
        }
        let may = client.access() == Some(Access::May);
        if self.noted.replace((rules, chosen.preset)) != Some((rules, chosen.preset)) {
            let kept = words::kept_by_room(&rules, chosen.preset).unwrap_or_default();
            let title = chosen.preset.title();
            let short = game::room_keeps_rules(title);
            self.passing.text.say(&short);
            self.lasting.text.say(&kept);
            for keeps in [&mut self.passing, &mut self.lasting] {
                keeps.button.say(&game::open_private_room(title));
            }
        }
        let any = !may && !self.lasting.text.is_empty();
        self.lasting.panel.set_hidden(!any);
        self.passing.panel.set_hidden(!any || passing == Passing::No);
    }

    /// Whether the notice is shown on the picture.
    #[must_use]
    pub fn passing(&self) -> bool {
        !self.passing.panel.hidden()
    }
}

/// Whether a preset was just picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passing {
    No,
    /// Yes: what the room keeps is shown on the picture.
    Yes,
}

impl SchemeNotice {
    fn find(root: &Element, id: &str) -> Result<Self, MissingResource> {
        Ok(Self {
            panel: by_id(root, id)?,
            text: Label::find(root, &[id, "-text"].concat())?,
            button: Label::find(root, &[id, "-open"].concat())?,
        })
    }
}
