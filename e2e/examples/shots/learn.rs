//! Screenshots of the article: the stills that replace its figures where no script runs, which are
//! part of the page, and the article as it is read, for the documents.

use std::{fs, path::Path, process::Command};

use anyhow::{Context, Result, ensure};
use article::section::Section;
use e2e::{Browser, Page, Screen, Server, until};
use serde_json::{Value, json};
use words::Language;

/// Folder of the page's own pictures, from the root of the workspace.
const PAGES: &str = "web";
/// Maximum size of a still, in bytes.
const BYTES_MAX: usize = 64 * 1024;
/// The section shown in the documents.
const SHOWN: Section = Section::LateLaser;
/// Screen, language and file name.
const PICTURES: [(Screen, Language, &str); 4] = [
    (Screen::Desk, Language::English, "learn.png"),
    (Screen::Phone, Language::English, "learn-phone.png"),
    (Screen::Desk, Language::Japanese, "learn-ja.png"),
    (Screen::Phone, Language::Korean, "learn-ko-phone.png"),
];

pub(crate) async fn take(browser: &Browser, docs: &Path) -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    for language in Language::ALL {
        ensure_letters(language)?;
    }
    for (screen, language, name) in PICTURES {
        let address = server.url(&format!("/{}", language.article_path()));
        let page = browser.open_on(screen, &address).await?;
        page.prefer_theme("dark").await?;
        until_decided(&page, SHOWN).await?;
        fs::write(docs.join(name), page.screenshot().await?)?;
        page.goto("about:blank").await?;
    }
    let page = browser.open_on(Screen::Desk, &server.url("/learn")).await?;
    // The page inverts them for its light theme.
    page.prefer_theme("dark").await?;
    for section in Section::ALL {
        shape(&page, section).await?;
        until_decided(&page, section).await?;
        let picture = picture(&page, section).await?;
        ensure!(picture.len() <= BYTES_MAX, "{}: {} bytes", section.key(), picture.len());
        fs::write(Path::new(PAGES).join(format!("learn-{}.png", section.key())), picture)?;
    }
    let errors = page.console_errors().await?;
    ensure!(errors.is_empty(), "the page had errors: {errors:?}");
    Ok(())
}

/// Ensures that a font has the letters of a language: otherwise a screenshot shows boxes.
fn ensure_letters(language: Language) -> Result<()> {
    let tag = language.tag();
    let fonts = Command::new("fc-list").arg(format!(":lang={tag}")).output();
    let fonts = fonts.context("running fc-list, of the package fontconfig, to look for fonts")?;
    ensure!(
        !fonts.stdout.is_empty(),
        "no font here has the letters of {} ({tag}): install one, such as fonts-noto-cjk",
        language.name()
    );
    Ok(())
}

/// Scrolls to a section, whose figure stays at its decisive moment.
async fn until_decided(page: &Page, section: Section) -> Result<()> {
    const SCRIPT: &str = "location.hash = arguments[0];
        const figure = document.getElementById(arguments[0]).querySelector('lagrange-figure');
        const root = figure.shadowRoot;
        const sentence = root.querySelector('.sentence');
        if (!sentence?.textContent) return false;
        const stays = sentence.dataset.now === 'true';
        if (!stays) root.querySelector('.mark').click();
        return stays;";
    until(&format!("{}: its decisive moment", section.key()), async || {
        let there = page.execute(SCRIPT, vec![json!(section.key())]).await?;
        Ok(if there == true { Ok(()) } else { Err("it plays".into()) })
    })
    .await?;
    // Meanwhile the picture zooms in.
    const LATER: &str = "return new Promise((done) => setTimeout(done, 1200));";
    page.execute(LATER, vec![]).await.map(drop).context("waiting")
}

/// Gives a figure the shape of its place on a desktop, which its still then fills, at a width where
/// the panes are close together: the threads' texts, which are in one language, are not drawn.
async fn shape(page: &Page, section: Section) -> Result<()> {
    const SCRIPT: &str = "location.hash = arguments[0];
        const figure = document.getElementById(arguments[0]).querySelector('lagrange-figure');
        figure.style.inlineSize = '556px';
        figure.style.blockSize = '580px';";
    page.execute(SCRIPT, vec![json!(section.key())]).await.map(drop).context("its shape")
}

/// The canvas of a figure as an image.
async fn picture(page: &Page, section: Section) -> Result<Vec<u8>> {
    const SCRIPT: &str = "const figure = document.getElementById(arguments[0])
            .querySelector('lagrange-figure');
        const canvas = figure.shadowRoot.querySelector('canvas');
        return new Promise((done) => canvas.toBlob(async (blob) =>
            done([...new Uint8Array(await blob.arrayBuffer())])));";
    let bytes: Value = page.execute(SCRIPT, vec![json!(section.key())]).await?;
    Ok(serde_json::from_value(bytes)?)
}
