//! The keys of the sheet that looks into a shot: a key goes in, what it asks of the sheet comes
//! out. Runs while the sheet is open.

use super::shot_act::ShotAct;
use crate::{
    input::commands::{Flight, asked},
    shell::keyboard::{Answer, Browser, Focus, Key, Stroke},
};

/// What a key asks of the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetKey {
    /// To be put away.
    Close,
    /// Something with the shot.
    Act(ShotAct),
}

/// The command by which a page opens the sheet.
const SHOW: char = 'f';

/// What a page makes of a key over the sheet; `ask` makes what is posted, and `is_command` tells
/// the page's commands. A key that is held moves the scrubber on and on.
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

/// What a key means, and whether it does so again while it is held.
fn meaning(key: &Key, is_command: impl Fn(char) -> bool) -> Option<(SheetKey, bool)> {
    // A button that was reached by keys is pressed by the space bar; one that was clicked is not.
    let on_button = key.focus == Focus::Button && key.focus_shown;
    Some(match key.key.as_str() {
        "Escape" => (SheetKey::Close, false),
        "ArrowLeft" => (SheetKey::Act(ShotAct::Earlier), true),
        "ArrowRight" => (SheetKey::Act(ShotAct::Later), true),
        _ if key.code == "Space" && !on_button => (SheetKey::Act(ShotAct::Play), false),
        _ => {
            // The key that opened the sheet closes it: the same one as on the page.
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

    /// On Colemak F flies, and its place has T, another command.
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
