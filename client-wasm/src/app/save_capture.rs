//! Saves the match to a file: offers what the page received as a download, for the laboratory and
//! the command line. If a shot is open, the file names it and the moment, so that the laboratory
//! opens it there.

use capture::{CaptureFill, CaptureMoment, RecordedClient, capture_file::CaptureFile};
use web_sys::Document;
use web_ui::shell::files;
use words::game::PlayWords;

use super::App;

const CAPTURE_NAME: &str = "capture.lagrange";
/// Its name if it opens at a shot.
const SHOT_NAME: &str = "shot.lagrange";

impl App {
    /// Offers the received part of the match as a file, and shows the outcome.
    pub(super) fn save_capture(&mut self) {
        let document = self.shell.window.document();
        let (Some(session), Some(document)) = (&self.session, document) else { return };
        let moment = self.looked_into.filter(|_| self.forensics.is_open());
        let text = save(&self.words.play, &document, &session.client, moment);
        if self.forensics.is_open() {
            self.forensics.note(&text);
        } else {
            self.hud.toasts.say(self.shell.clock.now(), &[&text]);
        }
    }
}

/// Offers the file. Returns the outcome in words.
fn save(
    words: &PlayWords,
    document: &Document,
    client: &RecordedClient,
    moment: Option<CaptureMoment>,
) -> String {
    let capture = client.capture();
    let name = if moment.is_some() { SHOT_NAME } else { CAPTURE_NAME };
    let kept = match (capture.fill, moment) {
        (CaptureFill::Full, _) => words.capture_full,
        (CaptureFill::Open, Some(_)) => words.opens_at_shot,
        (CaptureFill::Open, None) => "",
    };
    match (CaptureFile { capture, moment }).encode() {
        Ok(bytes) if files::save(document, name, &bytes) => {
            (words.saved)(name, &bytes.len().to_string(), kept)
        }
        Ok(_) => words.not_saved.to_string(),
        Err(error) => (words.not_written)(&error.to_string()),
    }
}
