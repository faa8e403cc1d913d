//! The elements of the forensics sheet: built once, then filled, shown and hidden.

use shared::netcode::preset::Preset;
use web_sys::{Element, FocusOptions, HtmlCanvasElement, HtmlElement, HtmlInputElement};
use words::{Language, SheetText, Wording};

use super::{opener::Opener, shot_position::ShotPosition};
use crate::{
    forensics::shot_act,
    shell::{
        MissingResource,
        clipboard::copy_text,
        dom::{Attribute, Label, Shown, append},
    },
    text::figures::whole,
};

struct SchemeButton {
    button: HtmlElement,
    word: Label,
    pressed: Attribute,
}

/// The first line: the shot's title, and the buttons to step and close.
struct Header {
    title: HtmlElement,
    nth: Label,
    older: HtmlElement,
    newer: HtmlElement,
    save: HtmlElement,
    copy: HtmlElement,
    export: HtmlElement,
}

pub(super) struct Parts {
    language: Language,
    section: HtmlElement,
    /// The element focused before the sheet opened.
    opener: Option<Opener>,
    /// Everything that is shown only for a known shot.
    body: [HtmlElement; 4],
    pub(super) title: Label,
    /// A note on the match behind the sheet.
    pub(super) aside: Label,
    pub(super) sentence: Label,
    /// Whether playback runs.
    pub(super) play: Attribute,
    nth: Label,
    older: HtmlElement,
    newer: HtmlElement,
    save: HtmlElement,
    copy: HtmlElement,
    export: HtmlElement,
    /// The outcome of a link or a file.
    note: HtmlElement,
    note_said: Label,
    link_text: Label,
    scrubber: HtmlInputElement,
    age: Label,
    schemes: Vec<SchemeButton>,
    scheme_title: Label,
    scheme_said: Label,
    /// The verdict of the room's own rules, if they match no preset.
    pub(super) this_room: Label,
    /// What the sign ≈ beside a verdict means.
    legend: HtmlElement,
}

impl Parts {
    /// Builds them in an empty section.
    pub(super) fn build(section: HtmlElement, language: Language) -> Result<Self, MissingResource> {
        section.set_text_content(None);
        for (name, value) in [
            ("role", "dialog"),
            ("aria-modal", "true"),
            ("aria-labelledby", "forensics-title"),
            ("hidden", ""),
        ] {
            set(&section, name, value);
        }
        let sheet: Element = append(&section, "div", "sheet", "")?;
        let Header { title, nth, older, newer, save, copy, export } = header(&sheet, language)?;
        let note: HtmlElement = append(&sheet, "p", "", "")?;
        note.set_id("forensics-note");
        set(&note, "hidden", "");
        set(&note, "aria-live", "polite");
        let note_said = Label::of(append(&note, "span", "", "")?);
        let link_text = Label::of(append(&note, "output", "", "")?);
        let sentence: HtmlElement = append(&sheet, "p", "", "")?;
        sentence.set_id("forensics-sentence");
        set(&sentence, "aria-live", "polite");
        let canvas = canvas(&sheet, language)?;
        let scrub: HtmlElement = append(&sheet, "div", "scrub", "")?;
        let play = keyed(&scrub, "shot-play", language.sheet(SheetText::Play), "Space")?;
        let (scrubber, age) = scrubber(&scrub, language)?;
        let list: HtmlElement = append(&sheet, "div", "", "")?;
        list.set_id("forensics-schemes");
        set(&list, "role", "group");
        set(&list, "aria-label", language.sheet(SheetText::Schemes));
        let this_room = Label::of(append(&list, "p", "this-room", "")?);
        let schemes = Preset::ALL
            .into_iter()
            .map(|preset| scheme(&list, preset, language))
            .collect::<Result<_, _>>()?;
        let legend = append(&list, "p", "about", language.sheet(SheetText::Elsewhere))?;
        let words: HtmlElement = append(&sheet, "p", "", "")?;
        words.set_id("forensics-scheme");
        set(&words, "aria-live", "polite");
        let piece = |tag| append(&words, tag, "", "").map(Label::of);
        let (scheme_title, scheme_said) = (piece("b")?, piece("span")?);
        let aside = Label::of(append(&sheet, "p", "aside", "")?);
        Ok(Self {
            language,
            section,
            opener: None,
            body: [canvas.into(), scrub, list, words],
            title: Label::of(title),
            aside,
            sentence: Label::of(sentence),
            play: Attribute::new(&play, "aria-pressed"),
            nth,
            older,
            newer,
            save,
            copy,
            export,
            note,
            note_said,
            link_text,
            scrubber,
            age,
            schemes,
            scheme_title,
            scheme_said,
            this_room,
            legend,
        })
    }

    /// Shows or hides the sheet. While it is shown the rest of the page is inert; hiding it
    /// restores the focus.
    pub(super) fn show(&mut self, shown: Shown) {
        let open = shown == Shown::Yes;
        if open {
            self.opener = Opener::of_page(&self.section);
        }
        self.section.set_hidden(!open);
        let parent = self.section.parent_element();
        let mut sibling = parent.and_then(|parent| parent.first_element_child());
        while let Some(element) = sibling {
            // A screen that says why the game is not running stays reachable.
            let screen = element.class_name() == "screen";
            if !screen && !element.is_same_node(Some(&self.section)) {
                if open {
                    set(&element, "inert", "");
                } else {
                    let _ = element.remove_attribute("inert");
                }
            }
            sibling = element.next_element_sibling();
        }
        let _ = if open {
            // The sheet's text begins above the scrubber, so focusing must not scroll there.
            let keep_place = FocusOptions::new();
            keep_place.set_prevent_scroll(true);
            self.scrubber.focus_with_options(&keep_place)
        } else {
            self.scrubber.blur()
        };
        if let Some(opener) = self.opener.take_if(|_| !open) {
            opener.take_keyboard();
        }
    }

    /// Shows or hides the elements that need a known shot.
    pub(super) fn set_body(&self, shown: Shown) {
        for part in &self.body {
            part.set_hidden(shown == Shown::No);
        }
        if shown == Shown::No {
            self.save.set_hidden(true);
            self.copy.set_hidden(true);
            self.export.set_hidden(true);
            self.note.set_hidden(true);
        }
    }

    /// Sets the scrubber's range and position, in 1/256 tick.
    pub(super) fn set_span(&self, first: i64, last: i64, age: i64) {
        self.scrubber.set_min(&plain(first));
        self.scrubber.set_max(&plain(last));
        self.set_age(age);
    }

    /// Moves the scrubber.
    pub(super) fn set_age(&self, age: i64) {
        self.scrubber.set_value(&plain(age));
    }

    /// The scrubber's position, in 1/256 tick.
    pub(super) fn age(&self) -> Option<i64> {
        self.scrubber.value().parse().ok()
    }

    /// Sets the age beside the scrubber, and for screen readers.
    pub(super) fn say_age(&mut self, text: &str) {
        self.age.say(text);
        set(&self.scrubber, "aria-valuetext", text);
    }

    /// Sets the act that saves the shot, if it can be saved.
    pub(super) fn set_save(&self, act: Option<&str>) {
        self.save.set_hidden(act.is_none());
        set(&self.save, "data-act", act.unwrap_or_default());
    }

    /// Sets the act that copies a link to the shot, if it can have one.
    pub(super) fn set_link(&self, act: Option<&str>) {
        self.copy.set_hidden(act.is_none());
        set(&self.copy, "data-act", act.unwrap_or_default());
    }

    /// Sets the act that exports the shot as JSON, if it can be exported.
    pub(super) fn set_export(&self, act: Option<&str>) {
        self.export.set_hidden(act.is_none());
        set(&self.export, "data-act", act.unwrap_or_default());
    }

    /// Clears the outcome of the previous shot's link or file.
    pub(super) fn forget_note(&self) {
        self.note.set_hidden(true);
    }

    /// Shows the outcome of a file.
    pub(super) fn note(&mut self, text: &str) {
        self.note.set_hidden(false);
        self.link_text.say("");
        self.note_said.say(text);
    }

    /// Shows the link and copies it to the clipboard where the browser allows it, or shows why
    /// there is none.
    pub(super) fn say_link(&mut self, link: &Result<String, String>) {
        match link {
            Ok(link) => {
                self.note.set_hidden(false);
                self.link_text.say(link);
                let copied = copy_text(self.link_text.element()) == Some(true);
                let said = if copied { SheetText::Copied } else { SheetText::SelectAndCopy };
                // The link follows directly.
                self.note_said.say(&[self.language.sheet(said), " "].concat());
            }
            Err(why) => self.note(why),
        }
    }

    /// Sets the shot's position in the list.
    pub(super) fn set_place(&mut self, ShotPosition { nth, of }: ShotPosition) {
        self.nth.say(&self.language.nth(nth, of));
        for (button, at_end) in [(&self.older, nth <= 1), (&self.newer, nth >= of)] {
            if at_end {
                set(button, "disabled", "");
            } else {
                let _ = button.remove_attribute("disabled");
            }
        }
    }

    /// Sets the verdict of the n-th scheme, in a word.
    pub(super) fn set_scheme(&mut self, n: usize, class: &str, word: &str, chosen: bool) {
        let Some(scheme) = self.schemes.get_mut(n) else { return };
        scheme.button.set_class_name(class);
        scheme.word.say(word);
        scheme.pressed.set(if chosen { "true" } else { "false" });
    }

    /// Shows or hides the legend of the sign ≈.
    pub(super) fn set_legend(&self, shown: Shown) {
        self.legend.set_hidden(shown == Shown::No);
    }

    /// Sets the verdict of the selected scheme, in sentences.
    pub(super) fn say_scheme(&mut self, preset: Preset, said: &str) {
        self.scheme_title.say(self.language.preset_title(preset));
        self.scheme_said.say(said);
    }
}

fn header(sheet: &Element, language: Language) -> Result<Header, MissingResource> {
    let header: Element = append(sheet, "header", "", "")?;
    let title: HtmlElement = append(&header, "h2", "", "")?;
    title.set_id("forensics-title");
    let nav: Element = append(&header, "nav", "", "")?;
    let says = |text| language.sheet(text);
    set(&nav, "aria-label", says(SheetText::Shots));
    let older = button(&nav, "shot-older", says(SheetText::Older))?;
    let nth = Label::of(append(&nav, "output", "nth", "")?);
    let newer = button(&nav, "shot-newer", says(SheetText::Newer))?;
    let save = button(&nav, "", says(SheetText::Save))?;
    save.set_id("forensics-save");
    let copy = button(&nav, "", says(SheetText::CopyLink))?;
    copy.set_id("forensics-copy");
    let export = button(&nav, "", says(SheetText::Export))?;
    export.set_id("forensics-export");
    set(&export, "title", says(SheetText::ExportHint));
    keyed(&nav, "dismiss", says(SheetText::Close), "Esc")?;
    Ok(Header { title, nth, older, newer, save, copy, export })
}

fn canvas(sheet: &Element, language: Language) -> Result<HtmlCanvasElement, MissingResource> {
    let canvas: HtmlCanvasElement = append(sheet, "canvas", "", "")?;
    canvas.set_id("forensics-view");
    set(&canvas, "role", "img");
    set(&canvas, "aria-label", language.sheet(SheetText::Picture));
    Ok(canvas)
}

fn scrubber(
    parent: &Element,
    language: Language,
) -> Result<(HtmlInputElement, Label), MissingResource> {
    let input: HtmlInputElement = append(parent, "input", "", "")?;
    input.set_type("range");
    set(&input, "type", "range");
    input.set_id("forensics-age");
    set(&input, "aria-label", language.sheet(SheetText::Age));
    let output: HtmlElement = append(parent, "output", "", "")?;
    output.set_id("forensics-age-value");
    set(&output, "for", "forensics-age");
    Ok((input, Label::of(output)))
}

fn scheme(
    list: &Element,
    preset: Preset,
    language: Language,
) -> Result<SchemeButton, MissingResource> {
    let button = button(list, &shot_act::scheme(preset), "")?;
    set(&button, "title", language.preset_title(preset));
    // The style sheet shows the one that fits.
    for (tag, wording) in [("span", Wording::Full), ("i", Wording::Short)] {
        let _: Element = append(&button, tag, "", language.preset_name(preset, wording))?;
    }
    let word = Label::of(append(&button, "b", "", "")?);
    Ok(SchemeButton { word, pressed: Attribute::new(&button, "aria-pressed"), button })
}

fn button(parent: &Element, act: &str, text: &str) -> Result<HtmlElement, MissingResource> {
    let button: HtmlElement = append(parent, "button", "", text)?;
    set(&button, "type", "button");
    set(&button, "data-act", act);
    Ok(button)
}

/// A button labelled with its name and its key.
fn keyed(
    parent: &Element,
    act: &str,
    text: &str,
    key: &str,
) -> Result<HtmlElement, MissingResource> {
    let button = button(parent, act, &[text, " "].concat())?;
    let _: Element = append(&button, "kbd", "", key)?;
    Ok(button)
}

fn set(element: &Element, name: &str, value: &str) {
    // It fails only for invalid names.
    let _ = element.set_attribute(name, value);
}

/// A number as form fields expect it, with an ASCII minus.
fn plain(value: i64) -> String {
    whole(value).replace('−', "-")
}
