//! Shots in the laboratory: while a shot is inspected time is paused, yet every scheme's verdict is
//! known, for hits, misses and vetoes alike. A shot can be taken out as a link and as numbers.
use anyhow::{Context, Result, ensure};
use e2e::{Browser, Downloads, ESCAPE, Look, Page, Server, judge};
use serde_json::Value;

/// Links to a moment with a shot selected, and its verdict. The last two are the same shot in
/// either of two columns.
const SHOTS: [(&str, &str); 5] = [
    ("v=1&scenario=et-veto&at=155&shot=415.0.1.b", "veto"),
    ("v=1&scenario=figure-2&at=200&shot=424.0.1.l", "miss"),
    ("v=1&scenario=source-200&at=200&shot=424.0.1.b", "hit"),
    ("v=3&scenario=source-200&scheme=source,nothing&at=200&shot=424.0.1.b", "hit"),
    ("v=3&scenario=source-200&scheme=source,nothing&at=200&shot=424.0.1.b&column=b", "miss"),
];

/// The verdict on the open shot.
fn verdict(look: &Look) -> Option<String> {
    look.text_of("forensics").split('|').nth(1).filter(|word| !word.is_empty()).map(str::to_string)
}

/// The exported shot, judged by the command line, has the verdict that it had in its room.
async fn check_export(page: &Page, became: &str) -> Result<()> {
    let downloads = Downloads::of(page).await?;
    page.click_on("#forensics-export").await?;
    page.until_contains("#forensics-note", &["shot.json", "lagrange judge"]).await?;
    let printed = judge(&downloads.path("shot.json").await?)?;
    let answer: Value = serde_json::from_str(&printed.stdout).context(printed.stdout)?;
    let own = &answer["shots"][0]["verdicts"][0];
    ensure!(own["rule"] == "this room" && own["verdict"] == became, "{became}: {own}");
    Ok(())
}

#[tokio::test]
async fn every_scheme_has_its_say_while_time_stands_still() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/lab")).await?;
    for (link, became) in SHOTS {
        page.open_fragment(link).await?;
        let look = page.until("the sheet", |look| verdict(look).is_some()).await?;
        ensure!(verdict(&look).as_deref() == Some(became), "{link}: {look:?}");
        let chips = page.text("#forensics-schemes").await?.unwrap_or_default();
        ensure!(!chips.contains('…'), "{link}: {chips}");
        // In whole words: the names of the schemes, and that the others' verdicts are supposed.
        for word in ["Lagrange", "Delayed synchronisation", "would "] {
            ensure!(chips.contains(word), "{link}: no {word:?} in {chips}");
        }
        let shown_text = page.text("#forensics-scheme").await?.unwrap_or_default();
        ensure!(shown_text.contains("shot would have"), "it describes this shot: {shown_text}");
        // The shot's link is copied from its sheet; it opens with the same text.
        page.click_on("#forensics-copy").await?;
        page.until_contains("#forensics-note", &["#v=", "&shot="]).await?;
        let copied = page.text("#forensics-note output").await?.unwrap_or_default();
        let sentence = page.text("#forensics-sentence").await?;
        check_export(&page, became).await?;
        page.press(ESCAPE).await?;
        page.until_hidden("#forensics").await?;
        let other = browser.open(&copied).await?;
        other.until("the same shot", |look| verdict(look).as_deref() == Some(became)).await?;
        assert_eq!(other.text("#forensics-sentence").await?, sentence, "{copied}");
        assert_eq!(other.console_errors().await?, Vec::<String>::new());
    }
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}
