//! The match as a file: what the page received of it goes in when the player asks for it, and the
//! browser offers it as a download, for the laboratory and the command line.

use shared::lab::{
    capture::{CaptureFill, RecordedClient},
    file::capture_file,
};
use web_sys::Document;
use web_ui::shell::files;

use super::App;

/// The name of the file.
const CAPTURE_NAME: &str = "capture.lagrange";

impl App {
    /// Offers what was received of the match as a file, and says what became of it.
    pub(super) fn save_capture(&mut self) {
        let document = self.shell.window.document();
        let (Some(session), Some(document)) = (&self.session, document) else { return };
        let text = save(&document, &session.client);
        self.hud.toasts.say(self.shell.clock.now(), &[&text]);
    }
}

/// Offers the file; what became of it, in words.
fn save(document: &Document, client: &RecordedClient) -> String {
    let capture = client.capture();
    let full = capture.fill == CaptureFill::Full;
    match capture_file(&capture) {
        Ok(bytes) if files::save(document, CAPTURE_NAME, &bytes) => {
            let kept = if full { ", as much as one holds" } else { "" };
            format!("Saved: {CAPTURE_NAME}, {} bytes{kept}.", bytes.len())
        }
        Ok(_) => "The browser does not save files.".to_string(),
        Err(error) => error.to_string(),
    }
}
