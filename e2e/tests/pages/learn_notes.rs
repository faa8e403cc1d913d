//! The article around its sections: notes that unfold, terms that lead to their explanation, links
//! to headings, a table that scrolls within a narrow page, and the count of solved tasks.

use anyhow::{Context, Result, ensure};
use article::section::Section;
use e2e::{Browser, Page, Server, until};
use serde_json::{Value, json};

use crate::learn::{UNFOLD, solve_message};

const ENTER: char = '\u{e007}';

/// What the page says of the reader's progress.
const PROGRESS: &str = "const seen = (all) => [...document.querySelectorAll(all)]
        .filter((one) => one.checkVisibility());
    return {
        scores: seen('.score').map((one) => one.textContent),
        done: seen('[data-task]:has(.done:not([hidden]))').map((one) => one.dataset.task),
    };";

/// Waits until the page says that the task of *A message takes time* alone is solved.
async fn until_counted(page: &Page) -> Result<()> {
    let score = format!("1 of {} solved", Section::ALL.len());
    let expected = json!({ "scores": [score, score], "done": [Section::Message.key()] });
    until("the count", async || {
        let said = page.execute(PROGRESS, Vec::new()).await?;
        Ok(if said == expected { Ok(()) } else { Err(said.to_string()) })
    })
    .await
}

#[tokio::test]
async fn solved_tasks_are_counted_and_remembered() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/learn#message")).await?;
    let nothing = page.execute(PROGRESS, Vec::new()).await?;
    assert_eq!(nothing, json!({ "scores": [], "done": [] }));
    solve_message(&page).await?;
    until_counted(&page).await?;
    // Another visit to the page.
    page.goto(&server.url("/learn")).await?;
    until_counted(&page).await
}

#[tokio::test]
async fn solved_tasks_are_counted_where_nothing_may_be_stored() -> Result<()> {
    const FORBID: &str = "Object.defineProperty(window, 'localStorage', {
        get() { throw new DOMException('forbidden', 'SecurityError'); },
    });";
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open("about:blank").await?;
    let source = json!({ "source": FORBID });
    page.devtools("Page.addScriptToEvaluateOnNewDocument", source).await?;
    page.goto(&server.url("/learn#message")).await?;
    solve_message(&page).await?;
    until_counted(&page).await
}

#[tokio::test]
async fn notes_unfold_by_a_key_and_terms_lead_to_their_explanation() -> Result<()> {
    const FOCUS: &str = "const note = document.querySelector('#prediction .note');
        note.querySelector('summary').focus();
        return note.open;";
    const OPEN: &str = "const note = document.querySelector('#prediction .note');
        return note.open && note.querySelector('pre').checkVisibility();";
    const EXPLAINED: &str = "const entry = document.querySelector(location.hash);
        const { top, bottom } = entry.getBoundingClientRect();
        return [entry.querySelector('dt').textContent, top >= 0 && bottom <= innerHeight];";
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/learn")).await?;
    assert_eq!(page.execute(FOCUS, Vec::new()).await?, false, "it is folded at first");
    page.press(ENTER).await?;
    until("the code", async || {
        let is_open = page.execute(OPEN, Vec::new()).await? == true;
        Ok(if is_open { Ok(()) } else { Err("folded".to_string()) })
    })
    .await?;
    page.click_on("#prediction .term").await?;
    until("the explanation", async || {
        let seen = page.execute(EXPLAINED, Vec::new()).await?;
        Ok(if seen == json!(["prediction", true]) { Ok(()) } else { Err(seen.to_string()) })
    })
    .await
}

#[tokio::test]
async fn headings_have_links_and_a_narrow_page_scrolls_only_its_table() -> Result<()> {
    const WIDTHS: &str = "const table = document.querySelector('.wide');
        return {
            page: document.documentElement.scrollWidth <= innerWidth,
            table: table.scrollWidth > table.clientWidth,
            links: [...document.querySelectorAll('.permalink')].map((link) => {
                const { width, height } = link.getBoundingClientRect();
                const leads = document.querySelector(link.hash) === link.closest('section');
                return width >= 24 && height >= 24 && leads && link.ariaLabel.length > 0;
            }),
        };";
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    for path in ["/learn", "/learn/ja", "/learn/ko"] {
        let page = browser.open(&server.url(path)).await?;
        page.resize((320, 640)).await?;
        page.execute(UNFOLD, Vec::new()).await?;
        let seen = page.execute(WIDTHS, Vec::new()).await?;
        ensure!(seen["page"] == true && seen["table"] == true, "{path}: {seen}");
        let links = seen["links"].as_array().context("links")?;
        let are_whole = links.iter().all(|link| *link == Value::Bool(true));
        // Those of the sections, of the table, and of the terms.
        ensure!(are_whole && links.len() == Section::ALL.len() + 2, "{path}: {seen}");
    }
    Ok(())
}
