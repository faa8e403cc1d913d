//! The program `lagrange`. Serves until Ctrl-C; with a subcommand, judges a scenario or the tables
//! of a foreign match, replays a recording, reads one of QuakeWorld into tables, checks an
//! installation, loads a server, or writes the laboratory into a folder.
#![forbid(unsafe_code)]
mod cli;
mod dist;
mod logging;
mod referee_command;
mod sockets;
mod tables;
mod whole_file;

use std::future::pending;
use std::io::{self, Write};
use std::path::Path;
use std::process::{self, ExitCode};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result, anyhow};
use judge::bulk::{self, BulkError};
use recordings::{Ending, ReplayError, Shots};
use referee::tables::error::TableError;
use server::check::{self, Outcome};
use server::config::Config;
use server::load::floor::server as floor_server;
use server::load::{self, Cause};
use tokio::sync::oneshot;
use tracing::{info, warn};

use crate::cli::{Command, Options};
use crate::referee_command::{Answer, CommandError};
use crate::sockets::ServiceState;

/// The exit code after an interrupt, as in shells.
const EXIT_INTERRUPTED: i32 = 130;

/// The exit code for input that cannot be read or judged and for a folder that cannot be written,
/// the same as for invalid options.
const EXIT_BAD_INPUT: u8 = 2;

/// The exit code if some lines of a stream were refused and all others judged.
const EXIT_LINES_REFUSED: u8 = 1;

/// The exit code for tables that give no answer.
const EXIT_NO_ANSWER: u8 = 1;

/// The exit code for an installation in which something is wrong.
const EXIT_WRONG: u8 = 1;

/// The exit code for a recording that does not reach the states it contains.
const EXIT_DIFFERS: u8 = 1;

#[tokio::main]
async fn main() -> ExitCode {
    let options = Options::checked();
    let end = match &options.command {
        Some(Command::Judge(judge)) if judge.compare.is_some() => {
            compare(judge.compare.as_deref().unwrap_or_default())
        }
        Some(Command::Judge(judge)) if judge.tables.poses.is_some() => referee(judge).await,
        Some(Command::Judge(judge)) if judge.verdicts => verdicts(judge).await,
        Some(Command::Judge(judge)) => judge_scenario(judge.source()),
        Some(Command::Dist { folder, play_at }) => write_dist(folder, play_at.as_deref()),
        Some(Command::Replay { source, shots: true }) => replay(source, Shots::Listed),
        Some(Command::Replay { source, shots: false }) => replay(source, Shots::Unlisted),
        Some(Command::Tables(options)) => write_tables(options),
        Some(Command::Check(options)) => check_installation(options).await,
        Some(Command::Load(load)) => load_server(load).await,
        Some(Command::FloorServer { shape }) => {
            let ended = floor_server::run(*shape, &mut io::stdout()).await;
            ended.map(|()| ExitCode::SUCCESS)
        }
        None => serve(&options).await.map(|()| ExitCode::SUCCESS),
    };
    end.unwrap_or_else(|error| {
        print_error(&error);
        ExitCode::FAILURE
    })
}

fn print_error(error: &anyhow::Error) {
    // If standard error is closed, the exit code has to do.
    let _ = writeln!(io::stderr(), "lagrange: {error:#}");
}

/// Prints the verdicts on a scenario: all of them, or only an error.
fn judge_scenario(scenario: &str) -> Result<ExitCode> {
    match judge::read(scenario).and_then(|bytes| judge::judge(scenario, &bytes)) {
        Ok(answer) => {
            writeln!(io::stdout(), "{answer}").context("cannot print the answer")?;
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => {
            print_error(&error.into());
            Ok(ExitCode::from(EXIT_BAD_INPUT))
        }
    }
}

/// Prints the verdicts on a stream of scenarios, line by line.
async fn verdicts(judge: &cli::Judge) -> Result<ExitCode> {
    let input = match judge::stream(judge.source()) {
        Ok(input) => input,
        Err(error) => {
            print_error(&error.into());
            return Ok(ExitCode::from(EXIT_BAD_INPUT));
        }
    };
    let interrupted = signals().context("cannot listen for signals")?;
    let threads = judge.threads();
    let run = tokio::task::spawn_blocking(move || bulk::run(input, &mut io::stdout(), threads));
    let tally = tokio::select! {
        tally = run => match tally? {
            Err(error @ BulkError::OtherInput(_)) => {
                print_error(&error.into());
                return Ok(ExitCode::from(EXIT_BAD_INPUT));
            }
            tally => tally?,
        },
        Ok(()) = interrupted => {
            // Holding the lock ensures that no line is cut off.
            let _whole = io::stdout().lock();
            process::exit(EXIT_INTERRUPTED);
        }
    };
    if tally.refused == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    print_error(&anyhow!("{} of {} lines were refused", tally.refused, tally.lines));
    Ok(ExitCode::from(EXIT_LINES_REFUSED))
}

/// Asks two tables how their server rewinds.
async fn referee(judge: &cli::Judge) -> Result<ExitCode> {
    let interrupted = signals().context("cannot listen for signals")?;
    let stop = Arc::new(AtomicBool::new(false));
    tokio::spawn({
        let stop = Arc::clone(&stop);
        async move {
            if interrupted.await.is_ok() {
                stop.store(true, Ordering::Relaxed);
            }
        }
    });
    let tables = judge.tables.clone();
    let run = move || referee_command::run(&tables, &stop, &mut io::stdout());
    match tokio::task::spawn_blocking(run).await? {
        Ok(Answer::Given) => Ok(ExitCode::SUCCESS),
        Ok(Answer::Withheld) => Ok(ExitCode::from(EXIT_NO_ANSWER)),
        Err(CommandError::Table(TableError::Interrupted)) => process::exit(EXIT_INTERRUPTED),
        Err(CommandError::Print(error)) => Err(error).context("cannot print the answer"),
        Err(error) => {
            print_error(&error.into());
            Ok(ExitCode::from(EXIT_BAD_INPUT))
        }
    }
}

/// Prints what a change of a server changed.
fn compare(tables: &[String]) -> Result<ExitCode> {
    match referee_command::compare(tables, &mut io::stdout()) {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(CommandError::Print(error)) => Err(error).context("cannot print the comparison"),
        Err(error) => {
            print_error(&error.into());
            Ok(ExitCode::from(EXIT_BAD_INPUT))
        }
    }
}

/// Writes the laboratory and prints where.
fn write_dist(folder: &Path, play_at: Option<&str>) -> Result<ExitCode> {
    match dist::write(folder, play_at) {
        Ok(()) => {
            let folder = folder.display();
            writeln!(
                io::stdout(),
                "Wrote the laboratory to {folder}; any static file host can serve it."
            )
            .context("cannot print the folder")?;
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => {
            print_error(&error.into());
            Ok(ExitCode::from(EXIT_BAD_INPUT))
        }
    }
}

/// Prints the states of a recording, second by second.
fn replay(source: &str, shots: Shots) -> Result<ExitCode> {
    match recordings::replay(source, shots, &mut io::stdout().lock(), &mut io::stderr()) {
        Ok(Ending::Same) => Ok(ExitCode::SUCCESS),
        Ok(Ending::Differs) => Ok(ExitCode::from(EXIT_DIFFERS)),
        Err(ReplayError::Print(error)) => Err(error).context("cannot print the replay"),
        Err(error) => {
            print_error(&error.into());
            Ok(ExitCode::from(EXIT_BAD_INPUT))
        }
    }
}

/// Writes the tables of a recording and prints how much is in them.
fn write_tables(options: &cli::Tables) -> Result<ExitCode> {
    match tables::write(options) {
        Ok(summary) => {
            writeln!(io::stdout(), "{summary}").context("cannot print the summary")?;
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => {
            print_error(&error.into());
            Ok(ExitCode::from(EXIT_BAD_INPUT))
        }
    }
}

/// Prints what is wrong with an installation.
async fn check_installation(options: &cli::CheckOptions) -> Result<ExitCode> {
    let check = match options.check() {
        Ok(check) => check,
        Err(error) => {
            print_error(&error.into());
            return Ok(ExitCode::from(EXIT_BAD_INPUT));
        }
    };
    match check::run(&check, &mut io::stdout(), interrupted()?).await? {
        Outcome::Right => Ok(ExitCode::SUCCESS),
        Outcome::Wrong => Ok(ExitCode::from(EXIT_WRONG)),
        Outcome::Interrupted => process::exit(EXIT_INTERRUPTED),
    }
}

/// Runs bots on a server and prints the results. A server that goes away is an error.
async fn load_server(load: &cli::Load) -> Result<ExitCode> {
    let plan = match load.plan() {
        Ok(plan) => plan,
        Err(error) => {
            print_error(&error.into());
            return Ok(ExitCode::from(EXIT_BAD_INPUT));
        }
    };
    match load::run(&plan, &mut io::stdout(), interrupted()?).await? {
        Cause::Time | Cause::Interrupted => Ok(ExitCode::SUCCESS),
        Cause::NobodySeated => Err(anyhow!("no bot got a seat in time")),
        Cause::NobodyLeft => Err(anyhow!("every bot was disconnected: see `disconnects`")),
        Cause::ServerGone => Err(anyhow!("the server went away")),
    }
}

/// Completes at the first signal to stop.
fn interrupted() -> Result<impl Future<Output = ()> + Send> {
    let interrupted = signals().context("cannot listen for signals")?;
    Ok(async {
        // If signals cannot be received, there is none to wait for.
        if interrupted.await.is_err() {
            pending::<()>().await;
        }
    })
}

async fn serve(options: &Options) -> Result<()> {
    logging::start(options.log)?;
    if let Some(seats) = options.unchecked_seats() {
        warn!(
            "{seats} seats per room: one core has not been shown to serve them without losing \
             players"
        );
    }
    if let Some(folder) = &options.state {
        let prepared = server::prepare_state(folder);
        prepared.with_context(|| format!("cannot write in {} (see --state)", folder.display()))?;
    }
    let listeners = match sockets::handed_over()? {
        Some(listeners) => listeners,
        None => sockets::bind(&options.listen).await?,
    };
    let admin = match &options.admin {
        Some(address) => sockets::bind(address).await?,
        None => Vec::new(),
    };
    let shutdown = signals().context("cannot listen for signals")?;
    let address = listeners.first().context("no address")?.local_addr()?;
    let config = options.config();
    let Config { rooms_max, seats, connections_max, per_address, .. } = config;
    info!(
        version = env!("CARGO_PKG_VERSION"),
        %address, rooms_max, seats, connections_max, per_address, "serving"
    );
    // Programs that start this one wait for this line.
    writeln!(io::stdout(), "Lagrange is at http://{address}/")?;
    sockets::tell_service_manager(ServiceState::Ready);
    server::serve(listeners, admin, config, shutdown).await?;
    info!("stopped");
    Ok(())
}

/// Completes at the first signal to stop; a second one ends the program at once.
fn signals() -> io::Result<oneshot::Receiver<()>> {
    let mut stop = stop_signals()?;
    let (first, shutdown) = oneshot::channel();
    tokio::spawn(async move {
        stop.next().await;
        sockets::tell_service_manager(ServiceState::Stopping);
        let _ = first.send(());
        stop.next().await;
        process::exit(EXIT_INTERRUPTED);
    });
    Ok(shutdown)
}

/// The signals that ask the program to stop.
struct StopSignals {
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
fn stop_signals() -> io::Result<StopSignals> {
    use tokio::signal::unix::{SignalKind, signal};

    Ok(StopSignals {
        interrupt: signal(SignalKind::interrupt())?,
        terminate: signal(SignalKind::terminate())?,
    })
}

#[cfg(not(unix))]
fn stop_signals() -> io::Result<StopSignals> {
    Ok(StopSignals {})
}

impl StopSignals {
    #[cfg(unix)]
    async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }

    #[cfg(not(unix))]
    async fn next(&mut self) {
        // If the signal cannot be received, it never comes.
        if tokio::signal::ctrl_c().await.is_err() {
            pending::<()>().await;
        }
    }
}
