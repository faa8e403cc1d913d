//! The status line of the active netcode, shown only while it matters, and the notice of the room
//! rules that the chosen preset could not change.

use ::words::Language;
use shared::{
    base::time::Micros,
    client::Client,
    netcode::{
        preset::Preset,
        setting::Setting,
        values::{Netcode, RoomNetcode},
    },
    wire::message::Access,
};
use web_sys::{Element, HtmlElement};
use web_ui::{
    netcode::{chosen::Chosen, picture::PictureAge, words},
    shell::{
        MissingResource,
        dom::{Label, Shown, by_id},
    },
    text::language,
};

/// How long the status line is shown after a change.
const CHANGE_STAYS: Micros = Micros::from_ms(5000);

/// The notice, in one of its two places.
struct SchemeNotice {
    panel: HtmlElement,
    text: Label,
    button: Label,
}

/// The line and the notice.
pub struct Scheme {
    language: Language,
    panel: HtmlElement,
    /// The netcode last shown, and when it changed to that, if it did.
    netcode: Option<Netcode>,
    changed_at: Option<Micros>,
    preset: Label,
    rule: Label,
    /// The rewind that a shot needs now, against its limit.
    rewind: HtmlElement,
    rewind_text: Label,
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
            language: language::of_page(root),
            panel: by_id(root, "scheme")?,
            netcode: None,
            changed_at: None,
            preset: Label::find(root, "scheme-preset")?,
            rule: Label::find(root, "scheme-rule")?,
            rewind: by_id(root, "scheme-rewind")?,
            rewind_text: Label::find(root, "scheme-rewind-text")?,
            passing: SchemeNotice::find(root, "keeps")?,
            lasting: SchemeNotice::find(root, "room-keeps")?,
            noted: None,
        })
    }

    /// Shows what is in force, if the player asks for it or it matters: while it differs from the
    /// default, after a change, and while shots need a rewind beyond the limit.
    pub fn refresh(&mut self, now: Micros, chosen: &Chosen, client: &Client, asked: SchemeAsked) {
        self.preset.say(&words::name(self.language, chosen));
        let Some(rules) = client.rules() else { return };
        let language = self.language;
        let in_force = Netcode { room: rules, ..chosen.netcode };
        let rule = in_force.get(Setting::HitRule);
        self.rule.say(&language.setting_value(Setting::HitRule, rule));
        let before = self.netcode.replace(in_force);
        if before.is_some_and(|before| before != in_force) {
            self.changed_at = Some(now);
        }
        let age = PictureAge::of(client);
        let is_recent = self.changed_at.is_some_and(|at| now - at < CHANGE_STAYS);
        let differs = in_force != Chosen::default().netcode;
        let matters = differs || is_recent || age.is_some_and(|age| age.is_beyond());
        self.panel.set_hidden(asked.line == Shown::No && !matters);
        self.rewind.set_hidden(age.is_none());
        if let Some(age) = age {
            self.rewind.set_class_name(if age.is_beyond() { "warns" } else { "" });
            self.rewind_text.say(&age.figures(language));
        }
        let may = client.access() == Some(Access::May);
        if self.noted.replace((rules, chosen.preset)) != Some((rules, chosen.preset)) {
            let kept = words::kept_by_room(language, &rules, chosen.preset).unwrap_or_default();
            let title = language.preset_title(chosen.preset);
            let texts = &language.game().rules;
            let short = (texts.room_keeps_rules)(title);
            self.passing.text.say(&short);
            self.lasting.text.say(&kept);
            for keeps in [&mut self.passing, &mut self.lasting] {
                keeps.button.say(&(texts.open_private_room)(title));
            }
        }
        let any = !may && !self.lasting.text.is_empty();
        self.lasting.panel.set_hidden(!any);
        self.passing.panel.set_hidden(!any || asked.notice == Shown::No);
    }

    /// Resets it for another room.
    pub fn forget(&mut self) {
        (self.netcode, self.changed_at) = (None, None);
    }

    /// Whether the notice is shown on the picture.
    #[must_use]
    pub fn passing(&self) -> bool {
        !self.passing.panel.hidden()
    }
}

/// What the player's acts call for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SchemeAsked {
    /// The status line, whether it matters or not.
    pub line: Shown,
    /// The notice on the picture: a preset was just picked.
    pub notice: Shown,
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
