//! Canvases that lose their context, as when the graphics driver restarts, while nothing on them
//! changes: they are drawn anew all the same.
use anyhow::{Result, ensure};
use e2e::{Browser, Page, Server, next_sample, until};
use serde_json::json;

/// Whether a canvas shows anything. The argument is the expression that finds it.
const SHOWS: &str = "const view = eval(arguments[0]);
    if (!view || view.width * view.height === 0) return false;
    const { data } = view.getContext('2d').getImageData(0, 0, view.width, view.height);
    const [first, ...others] = new Uint32Array(data.buffer);
    return others.some((pixel) => pixel !== first);";

/// Loses its picture, as the browser does before it gives the context back.
const LOSE: &str = "const view = eval(arguments[0]);
    const context = view.getContext('2d');
    context.save();
    context.resetTransform();
    context.clearRect(0, 0, view.width, view.height);
    context.restore();";

const GIVE_BACK: &str = "eval(arguments[0]).dispatchEvent(new Event('contextrestored'));";

async fn shows(page: &Page, canvas: &str) -> Result<bool> {
    Ok(page.execute(SHOWS, vec![json!(canvas)]).await? == true)
}

/// Waits until a canvas shows something, takes that from it, and waits until it does so again.
async fn check_drawn_anew(page: &Page, canvas: &str) -> Result<()> {
    let shown = async || {
        Ok(if shows(page, canvas).await? { Ok(()) } else { Err(String::from("nothing is drawn")) })
    };
    until(&format!("a picture on {canvas}"), shown).await?;
    page.execute(LOSE, vec![json!(canvas)]).await?;
    next_sample().await;
    ensure!(!shows(page, canvas).await?, "{canvas} is drawn without need, so this tests nothing");
    page.execute(GIVE_BACK, vec![json!(canvas)]).await?;
    until(&format!("a new picture on {canvas}"), shown).await
}

#[tokio::test]
async fn the_sheet_of_a_shot_is_drawn_anew() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let moment = "/lab#v=1&scenario=et-veto&at=155&shot=415.0.1.b";
    let page = browser.open(&server.url(moment)).await?;
    page.until_seen("#forensics", 1).await?;
    check_drawn_anew(&page, "document.querySelector('#forensics-view')").await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn the_figure_of_a_lesson_is_drawn_anew() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/lab#lesson=7")).await?;
    page.until_seen("#et-example", 1).await?;
    page.click_on("#et-example summary").await?;
    // Folded it is laid out too, and wider where the drawer needs no scroll bar.
    const FITS: &str = "const view = document.querySelector('#et-example-view');
        return Math.abs(view.clientWidth * devicePixelRatio - view.width) < 1;";
    until("a picture of its size", async || {
        let fits = page.execute(FITS, Vec::new()).await? == true;
        Ok(if fits { Ok(()) } else { Err(String::from("it has another size")) })
    })
    .await?;
    check_drawn_anew(&page, "document.querySelector('#et-example-view')").await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn a_figure_asleep_is_drawn_anew_and_sleeps_on() -> Result<()> {
    const FIGURE: &str = "document.querySelector('lagrange-figure')";
    let state = format!("return {FIGURE}.dataset.state;");
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/learn")).await?;
    let until_it_is = async |wanted: &str| {
        until(&format!("the figure to be {wanted}"), async || {
            let now = page.execute(&state, Vec::new()).await?;
            Ok(if now == wanted { Ok(()) } else { Err(now.to_string()) })
        })
        .await
    };
    page.execute(&format!("{FIGURE}.scrollIntoView();"), Vec::new()).await?;
    until_it_is("awake").await?;
    page.execute("scrollTo(0, document.body.scrollHeight);", Vec::new()).await?;
    until_it_is("asleep").await?;
    check_drawn_anew(&page, &format!("{FIGURE}.shadowRoot.querySelector('canvas')")).await?;
    until_it_is("asleep").await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}
