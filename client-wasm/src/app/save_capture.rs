//! The match as a file: what the page received of it goes in when the player asks for it, and the
//! browser offers it as a download, for the laboratory and the command line. Asked for while a shot
//! is looked into, it says which one and when, so that the laboratory opens it there.

use capture::{CaptureFill, CaptureMoment, RecordedClient, capture_file::CaptureFile};
use web_sys::Document;
use web_ui::shell::files;

use super::App;

/// The name of the file.
const CAPTURE_NAME: &str = "capture.lagrange";
/// Its name where it leads to a shot.
const SHOT_NAME: &str = "shot.lagrange";

impl App {
    /// Offers what was received of the match as a file, and says what became of it.
    pub(super) fn save_capture(&mut self) {
        let document = self.shell.window.document();
        let (Some(session), Some(document)) = (&self.session, document) else { return };
        let moment = self.looked_into.filter(|_| self.forensics.is_open());
        let text = save(&document, &session.client, moment);
        if self.forensics.is_open() {
            self.forensics.note(&text);
        } else {
            self.hud.toasts.say(self.shell.clock.now(), &[&text]);
        }
    }
}

/// Offers the file; what became of it, in words.
fn save(document: &Document, client: &RecordedClient, moment: Option<CaptureMoment>) -> String {
    let capture = client.capture();
    let name = if moment.is_some() { SHOT_NAME } else { CAPTURE_NAME };
    let kept = match (capture.fill, moment) {
        (CaptureFill::Full, _) => ", as much as one holds",
        (CaptureFill::Open, Some(_)) => "; dropped on the laboratory's page it opens at this shot",
        (CaptureFill::Open, None) => "",
    };
    match (CaptureFile { capture, moment }).encode() {
        Ok(bytes) if files::save(document, name, &bytes) => {
            format!("Saved: {name}, {} bytes{kept}.", bytes.len())
        }
        Ok(_) => "The browser does not save files.".to_string(),
        Err(error) => error.to_string(),
    }
}
