//! Reads the replay that a page shows, and goes past it to the sheet of its shot.
use anyhow::Result;

use crate::browser::Page;
use crate::look::Look;

/// The replay of a shot, as a page publishes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownReplay {
    pub shot: String,
    /// `plays` or `holds`.
    pub stage: String,
    /// How much has been played.
    pub permille: u32,
    /// What is said about the shot; empty while that is unknown.
    pub sentence: String,
}

impl ShownReplay {
    /// Reads what is published; `None` if that is no replay.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.splitn(4, '|').map(str::to_string);
        let (shot, stage) = (parts.next()?, parts.next()?);
        let permille = parts.next()?.parse().ok()?;
        Some(Self { shot, stage, permille, sentence: parts.next()? })
    }
}

impl Look {
    /// The replay shown.
    pub fn replay(&self) -> Option<ShownReplay> {
        ShownReplay::parse(self.text_of("replay"))
    }
}

impl Page {
    /// Presses the key of shots: once more if that showed a replay instead of the sheet.
    pub async fn press_for_sheet(&self) -> Result<()> {
        self.press('f').await?;
        if self.look().await?.replay().is_some() {
            self.press('f').await?;
        }
        Ok(())
    }

    /// Makes the page record every change of its replay from now on.
    pub async fn record_replays(&self) -> Result<()> {
        const SCRIPT: &str = "const noted = [];
            const note = () => noted.push(document.body.dataset.replay);
            const observer = new MutationObserver(note);
            window.forgetReplays?.();
            observer.observe(document.body, { attributeFilter: ['data-replay'] });
            window.forgetReplays = () => observer.disconnect();
            window.notedReplays = () => noted;";
        self.execute(SCRIPT, Vec::new()).await?;
        Ok(())
    }

    /// Its record: a replay for every picture of one, `None` where one ended.
    pub async fn recorded_replays(&self) -> Result<Vec<Option<ShownReplay>>> {
        let noted = self.execute("return window.notedReplays();", Vec::new()).await?;
        let noted: Vec<String> = serde_json::from_value(noted)?;
        Ok(noted.iter().map(|text| ShownReplay::parse(text)).collect())
    }
}
