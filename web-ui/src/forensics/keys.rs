//! The key bindings of the forensics sheet. Runs while the sheet is open.

use super::shot_act::ShotAct;
use crate::{
    input::commands::{Flight, asked},
    shell::keyboard::{Answer, Browser, Focus, Key, Stroke},
};

/// What a key does to the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetKey {
    Close,
    Act(ShotAct),
}

/// The command with which a page opens the sheet.
const SHOW: char = 'f';

/// What a page does with a key while the sheet is open: `ask` makes the event to post, `is_command`
/// recognises the page's commands. A held key keeps moving the scrubber.
pub fn answer<E>(
    key: &Key,
    is_command: impl Fn(char) -> bool,
    ask: fn(SheetKey) -> E,
) -> Answer<E> {
    let Some((asked, again)) = meaning(key, is_command).filter(|_| !key.chord) else {
        return Answer { event: None, browser: Browser::Acts };
    };
    let counts = key.stroke == Stroke::Down && (again || !key.repeats);
    Answer { event: counts.then(|| ask(asked)), browser: Browser::Rests }
}

/// The meaning of a key, and whether it repeats while held.
fn meaning(key: &Key, is_command: impl Fn(char) -> bool) -> Option<(SheetKey, bool)> {
    // The space bar presses a button focused by keyboard, but not one that was clicked.
    let on_button = key.focus == Focus::Button && key.focus_shown;
    Some(match key.key.as_str() {
        "Escape" => (SheetKey::Close, false),
        "ArrowLeft" => (SheetKey::Act(ShotAct::Earlier), true),
        "ArrowRight" => (SheetKey::Act(ShotAct::Later), true),
        _ if key.code == "Space" && !on_button => (SheetKey::Act(ShotAct::Play), false),
        _ => {
            // The key that opened the sheet also closes it, as on the page.
            let command = |sign| is_command(sign).then_some(sign);
            let shows = asked(key, Flight::Flies, command) == Some(SHOW);
            (shows.then_some(SheetKey::Act(ShotAct::Show))?, false)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::layout::Layout;

    fn struck(key: &str) -> Key {
        Key::down(if key == " " { "Space" } else { "" }, key)
    }

    fn check(key: &Key, event: Option<SheetKey>, browser: Browser) {
        assert_eq!(
            answer(key, |sign| "ft".contains(sign), |asked| asked),
            Answer { event, browser },
            "{key:?}"
        );
    }

    #[test]
    fn a_held_arrow_moves_the_scrubber_on_and_a_held_space_bar_plays_once() {
        let held = |key| Key { repeats: true, ..struck(key) };
        let later = Some(SheetKey::Act(ShotAct::Later));
        check(&held("ArrowRight"), later, Browser::Rests);
        check(&struck(" "), Some(SheetKey::Act(ShotAct::Play)), Browser::Rests);
        check(&held(" "), None, Browser::Rests);
        check(&Key { stroke: Stroke::Up, ..struck("ArrowRight") }, None, Browser::Rests);
    }

    /// On Colemak the F key flies; its command moves to the place that types T, itself a command.
    #[test]
    fn the_key_that_opened_the_sheet_closes_it() {
        let mut layout = Layout::default();
        for (code, key) in [("KeyE", "f"), ("KeyF", "t"), ("KeyT", "g")] {
            layout.learn(code, key);
        }
        let close = Some(SheetKey::Act(ShotAct::Show));
        check(&Key { layout, ..Key::down("KeyT", "g") }, close, Browser::Rests);
        check(&Key { layout, ..Key::down("KeyF", "t") }, None, Browser::Acts);
        check(&struck("f"), close, Browser::Rests);
    }

    #[test]
    fn what_is_not_of_the_sheet_is_the_browsers() {
        check(&struck("Tab"), None, Browser::Acts);
        check(&Key { chord: true, ..struck("f") }, None, Browser::Acts);
        let clicked = Key { focus: Focus::Button, ..struck(" ") };
        check(&clicked, Some(SheetKey::Act(ShotAct::Play)), Browser::Rests);
        check(&Key { focus_shown: true, ..clicked }, None, Browser::Acts);
    }
}
