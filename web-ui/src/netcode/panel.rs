//! The netcode drawer: presets, what the one in force chooses, and every setting, built once from
//! the settings table. It shows the netcode in force and returns the player's edits.

use shared::{
    netcode::{
        laboratory_preset::LaboratoryPreset,
        preset::Preset,
        setting::{Owner, Setting, Unit},
        values::Netcode,
    },
    report::shot_report::ReportsWanted,
    wire::message::Access,
};
use web_sys::{Element, HtmlElement, HtmlInputElement, HtmlSelectElement};
use words::{Language, NetcodeNote};

use crate::{
    netcode::{chosen::Chosen, picture::WARNING, status::NetcodeStatus, words::choices},
    shell::{
        MissingResource,
        dom::{Attribute, Label, append, by_id},
    },
    text::{figures::whole, language::of_page},
};

/// A preset's button.
struct Choice {
    preset: Preset,
    pressed: Attribute,
}

enum Control {
    Slider(HtmlInputElement),
    List(HtmlSelectElement),
}

/// A setting's control and its texts.
struct Row {
    setting: Setting,
    control: Control,
    figure: Label,
    changed: Label,
    note: Label,
    warns: Attribute,
    shown: Option<u32>,
}

pub struct NetcodePanel {
    language: Language,
    presets: Vec<Choice>,
    watch: Label,
    choices: Element,
    shown_netcode: Option<Netcode>,
    messages: Label,
    rows: Vec<Row>,
    room_part: HtmlElement,
    may: Option<bool>,
    reason: Label,
    reports_wanted: HtmlInputElement,
    shown: Option<Chosen>,
}

impl NetcodePanel {
    /// Finds it on the page and fills it, in the page's language.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        let language = of_page(root);
        let list: Element = by_id(root, "presets")?;
        let mut presets = Vec::new();
        for (n, preset) in Preset::ALL.into_iter().enumerate() {
            let button: Element = append(&list, "button", "", "")?;
            let act = ["preset-", preset.key()].concat();
            for (name, value) in [("type", "button"), ("data-act", &act)] {
                let _ = button.set_attribute(name, value);
            }
            let _: Element = append(&button, "kbd", "", &whole(n as i64 + 1))?;
            let _: Element = append(&button, "span", "", language.preset_title(preset))?;
            presets.push(Choice { preset, pressed: Attribute::new(&button, "aria-pressed") });
        }
        let room_part: HtmlElement = by_id(root, "room-part")?;
        let player_part: HtmlElement = by_id(root, "player-part")?;
        let mut rows = Vec::new();
        for setting in Setting::ALL {
            let part = match setting.spec().owner {
                Owner::Room => &room_part,
                Owner::Player => &player_part,
            };
            rows.push(Row::append_to(part, *setting, language)?);
        }
        Ok(Self {
            language,
            presets,
            watch: Label::find(root, "preset-watch")?,
            choices: by_id(root, "preset-choices")?,
            shown_netcode: None,
            messages: Label::find(root, "preset-messages")?,
            rows,
            room_part,
            may: None,
            reason: Label::find(root, "room-reason")?,
            reports_wanted: by_id(root, "counterfactuals-wanted")?,
            shown: None,
        })
    }

    /// The drawer outside the laboratory: settings that only the laboratory supports are shown but
    /// disabled.
    #[must_use]
    pub fn outside_laboratory(self) -> Self {
        for row in &self.rows {
            match &row.control {
                Control::List(list) => {
                    let ways = (0..list.length()).filter(|n| row.setting.is_laboratory_only(*n));
                    for way in ways.filter_map(|n| list.item(n)) {
                        let _ = way.set_attribute("disabled", "");
                    }
                }
                Control::Slider(input) => {
                    let of_laboratory = row.setting.is_laboratory_only(row.setting.spec().min);
                    if let Some(row) = input.parent_element().filter(|_| of_laboratory) {
                        let _ = row.set_attribute("hidden", "");
                    }
                }
            }
        }
        self
    }

    /// The controls that the player moved since they were last set.
    #[must_use]
    pub fn edits(&self) -> Vec<(Setting, u32)> {
        let moved = |row: &Row| {
            let value = row.control.value()?;
            (row.shown.is_some() && row.shown != Some(value)).then_some((row.setting, value))
        };
        self.rows.iter().filter_map(moved).collect()
    }

    /// A netcode with the player's edits applied.
    #[must_use]
    pub fn edited(&self, mut netcode: Netcode) -> Netcode {
        for (setting, value) in self.edits() {
            // Controls have the ranges of their settings.
            let _ = netcode.set(setting, value);
        }
        netcode
    }

    /// Whether the player wants the shot line, which needs reports.
    #[must_use]
    pub fn reports_wanted(&self) -> ReportsWanted {
        if self.reports_wanted.checked() { ReportsWanted::Yes } else { ReportsWanted::No }
    }

    /// Sets whether the player wants the shot line.
    pub fn set_reports_wanted(&self, wanted: ReportsWanted) {
        self.reports_wanted.set_checked(wanted == ReportsWanted::Yes);
    }

    /// Updates the drawer to the netcode in force.
    pub fn refresh(&mut self, status: &NetcodeStatus) {
        let NetcodeStatus { chosen, access, first, notes, hit_messages } = status;
        let language = self.language;
        self.set_access(*access, first);
        let messages = hit_messages.map(|(shots, hits)| NetcodeNote::Messages { shots, hits });
        let messages = messages.map(|note| language.netcode_note(note));
        self.messages.say_if(messages.as_deref());
        for row in &mut self.rows {
            let note = notes.iter().find(|(setting, _)| *setting == row.setting);
            let warns = note.is_some_and(|(_, note)| note.warns);
            let sign = if warns { WARNING } else { "" };
            let text = note.map(|(_, note)| [sign, &language.netcode_note(note.said)].concat());
            row.note.say_if(text.as_deref());
            row.warns.set(if warns { "note warns" } else { "note" });
        }
        if self.shown.replace(*chosen) == Some(*chosen) {
            return;
        }
        // The laboratory's comparison variants are not presets.
        let alternative = LaboratoryPreset::of(&chosen.netcode);
        for Choice { preset, pressed } in &mut self.presets {
            let is_it = alternative.is_none() && *preset == chosen.preset;
            pressed.set(if is_it { "true" } else { "false" });
        }
        match alternative {
            Some(alternative) => {
                self.show_preset(
                    language.laboratory_preset_watch(alternative),
                    alternative.netcode(),
                );
            }
            None => self.show_preset(language.preset_watch(chosen.preset), chosen.preset.netcode()),
        }
        let preset = chosen.preset.netcode();
        for row in &mut self.rows {
            let value = chosen.netcode.get(row.setting);
            let usual = if alternative.is_some() { value } else { preset.get(row.setting) };
            row.show(value, usual, chosen.preset, language);
        }
    }

    /// Shows what to watch for under a preset, and what it chooses.
    fn show_preset(&mut self, watch: &'static str, netcode: Netcode) {
        if self.shown_netcode.replace(netcode) == Some(netcode) {
            return;
        }
        self.watch.say(watch);
        self.choices.set_text_content(None);
        for (title, value) in choices(netcode, self.language) {
            // If the browser could not make elements, the drawer would not exist.
            let _ = append::<Element>(&self.choices, "dt", "", title);
            let _ = append::<Element>(&self.choices, "dd", "", &value);
        }
    }

    fn set_access(&mut self, access: Access, first: &str) {
        self.reason.say(&self.language.netcode_note(NetcodeNote::Access(access, first)));
        let may = access == Access::May;
        if self.may.replace(may) != Some(may) {
            let _ = if may {
                self.room_part.remove_attribute("disabled")
            } else {
                self.room_part.set_attribute("disabled", "")
            };
        }
    }
}

impl Row {
    /// Appends a row to a list.
    fn append_to(
        list: &Element,
        setting: Setting,
        language: Language,
    ) -> Result<Self, MissingResource> {
        let spec = setting.spec();
        let id = ["set-", spec.key].concat();
        let hint_id = [&id, "-hint"].concat();
        let row: Element = append(list, "div", "setting", "")?;
        let label: Element = append(&row, "label", "", language.setting(setting))?;
        let changed = Label::of(append(&row, "span", "changed", "")?);
        let figure = Label::of(append(&row, "output", "", "")?);
        let (control, element) = match spec.unit {
            Unit::Choice(names) => {
                let list: HtmlSelectElement = append(&row, "select", "", "")?;
                for n in 0..names.len() as u32 {
                    let way = language.setting_value(setting, n);
                    let only = setting.is_laboratory_only(n).then_some(NetcodeNote::LaboratoryOnly);
                    let said = only.map(|only| language.netcode_note(only(&way)));
                    let _: Element = append(&list, "option", "", said.as_ref().unwrap_or(&way))?;
                }
                (Control::List(list.clone()), Element::from(list))
            }
            _ => {
                let input: HtmlInputElement = append(&row, "input", "", "")?;
                input.set_type("range");
                input.set_min(&whole(spec.min.into()));
                input.set_max(&whole(spec.max.into()));
                (Control::Slider(input.clone()), Element::from(input))
            }
        };
        let note: HtmlElement = append(&row, "p", "note", "")?;
        let warns = Attribute::new(&note, "class");
        let mut note = Label::of(note);
        note.say_if(None);
        let hint: Element = append(&row, "p", "hint", language.setting_hint(setting))?;
        for (element, name, value) in [
            (&label, "for", &id),
            (&element, "id", &id),
            (&element, "aria-describedby", &hint_id),
            (&hint, "id", &hint_id),
        ] {
            let _ = element.set_attribute(name, value);
        }
        Ok(Self { setting, control, figure, changed, note, warns, shown: None })
    }

    fn show(&mut self, value: u32, usual: u32, preset: Preset, language: Language) {
        if self.shown.replace(value) != Some(value) || self.control.value() != Some(value) {
            self.control.set(value);
        }
        if let Control::Slider(input) = &self.control {
            let text = language.setting_value(self.setting, value);
            let _ = input.set_attribute("aria-valuetext", &text);
            self.figure.say(&text);
        }
        let usual = (value != usual).then(|| language.setting_value(self.setting, usual));
        let has = |usual: String| language.netcode_note(NetcodeNote::PresetHas(preset, &usual));
        let text = usual.map(has);
        self.changed.say_if(text.map(|text| ["◆ ", &text].concat()).as_deref());
    }
}

impl Control {
    fn value(&self) -> Option<u32> {
        match self {
            Self::Slider(input) => input.value().parse().ok(),
            Self::List(list) => u32::try_from(list.selected_index()).ok(),
        }
    }

    fn set(&self, value: u32) {
        match self {
            Self::Slider(input) => input.set_value(&whole(value.into())),
            Self::List(list) => list.set_selected_index(value as i32),
        }
    }
}
