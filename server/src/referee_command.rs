//! `lagrange judge --poses --shots`: opens the tables, shows how far it is, prints the answer and
//! writes the verdicts.

use std::fs;
use std::io::{self, IsTerminal, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use recordings::STDIN;
use referee::collect::{Collected, Control, Options, collect};
use referee::comparison;
use referee::examination::{Diagnosis, examine};
use referee::explanation::{Explanation, Question, explain};
use referee::shape_fit::fit_shape;
use referee::tables::error::TableError;
use referee::tables::meta::{EXAMPLE, Meta};
use referee::tables::{Format, TableInput, Tables};
use referee::text;
use referee::verdicts::write_verdicts;

use crate::cli;
use crate::whole_file::{WholeFile, WriteError, place};

/// Whether the shots gave an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Given,
    Withheld,
}

/// Why the command ended early.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CommandError {
    #[error(transparent)]
    Table(#[from] TableError),
    #[error("{option} {problem}")]
    Option { option: &'static str, problem: &'static str },
    /// Nothing is guessed of the bodies.
    #[error(
        "--meta is missing; say the body of a player, in a file or at once: --meta '{EXAMPLE}'"
    )]
    NoMeta,
    #[error("cannot read {name}")]
    Unreadable { name: String, source: io::Error },
    #[error(transparent)]
    Write(#[from] WriteError),
    #[error(transparent)]
    Print(io::Error),
}

/// A file, or standard input.
type Input = Box<dyn Read + Send>;

/// Reads the tables, searches, and prints.
pub(crate) fn run(
    options: &cli::MatchTables,
    stop: &AtomicBool,
    out: &mut impl Write,
) -> Result<Answer, CommandError> {
    let command = Command::new(options, stop)?;
    let mut meta = command.meta.clone();
    let mut fitted = None;
    if options.fit_shape {
        let found = command.reading("fitting the shape", |tables, progress| {
            fit_shape(tables, &command.meta, &command.reading, progress)
        })?;
        meta = command.meta.scaled(found.width, found.height);
        fitted = Some(found);
    }
    let collected = command.reading("reading", |tables, progress| {
        collect(tables, &meta, &command.reading, progress)
    })?;
    let asked = options.rival.iter().chain(&options.expect).copied().collect();
    let question = Question { asked, records: meta.records };
    let explanation = explain(&collected, &question);
    print(out, &text::summary(&collected))?;
    if let Some(fitted) = fitted {
        print(out, &text::fitted_shape(&fitted))?;
    }
    if options.explain {
        let diagnosis = command.diagnosis(&meta, &collected, &explanation)?;
        print(out, "\n")?;
        print(out, &text::answer(&explanation, diagnosis.as_ref(), &collected.ids))?;
        if diagnosis.is_none() {
            let why = "\nWhere they disagree needs the tables twice, and one came from standard \
                       input.\n";
            print(out, why)?;
        }
    }
    if let Some(path) = &options.out {
        let csv = write_verdicts(&collected, &text::rules_left(&explanation));
        let path = place(path)?;
        WholeFile::write(&path, |to| to.write_all(csv.as_bytes()))?.keep()?;
    }
    if let Some(expected) = options.expect.filter(|rule| !explanation.is_left(rule)) {
        print(out, &format!("\nExpected {expected}, which is not left.\n"))?;
        return Ok(Answer::Withheld);
    }
    match explanation.refusal {
        Some(_) if options.explain => Ok(Answer::Withheld),
        _ => Ok(Answer::Given),
    }
}

/// Compares two tables of shots.
pub(crate) fn compare(tables: &[String], out: &mut impl Write) -> Result<(), CommandError> {
    let [before, after] = tables else { return Ok(()) };
    let comparison = comparison::compare(open(before)?, open(after)?)?;
    print(out, &comparison.text())
}

fn print(out: &mut impl Write, text: &str) -> Result<(), CommandError> {
    out.write_all(text.as_bytes()).map_err(CommandError::Print)
}

struct Command<'a> {
    poses: &'a str,
    shots: &'a str,
    meta: Meta,
    reading: Options,
    stop: &'a AtomicBool,
}

impl<'a> Command<'a> {
    fn new(options: &'a cli::MatchTables, stop: &'a AtomicBool) -> Result<Self, CommandError> {
        let refused = |option, problem| Err(CommandError::Option { option, problem });
        let (Some(poses), Some(shots)) = (&options.poses, &options.shots) else {
            return refused("--poses", "needs --shots");
        };
        let Some(meta) = &options.meta else { return Err(CommandError::NoMeta) };
        if options.rules.is_some() {
            let problem = "asks presets about scenarios in JSON; with tables, --rival asks about a \
                           rule of rewinding";
            return refused("--rules", problem);
        }
        if !options.explain && options.out.is_none() {
            return refused("--poses", "needs --explain, or --out for the verdicts");
        }
        let is_stdin = |source: &str| source == STDIN;
        if is_stdin(poses) && is_stdin(shots) {
            return refused("-", "stands for one table, not for both");
        }
        if options.fit_shape && (is_stdin(poses) || is_stdin(shots)) {
            return refused("--fit-shape", "reads the tables twice, so none may be -");
        }
        let is_inline = meta.trim_start().starts_with('{');
        let name = if is_inline { "--meta".to_string() } else { meta.clone() };
        let bytes = if is_inline { Ok(meta.clone().into_bytes()) } else { fs::read(meta) };
        let bytes =
            bytes.map_err(|source| CommandError::Unreadable { name: name.clone(), source })?;
        let reading = Options {
            teleport: options.teleport,
            interp_ms: options.interp,
            seed: options.seed,
            ..Options::default()
        };
        Ok(Self { poses, shots, meta: Meta::read(&name, &bytes)?, reading, stop })
    }

    fn is_stdin(&self) -> bool {
        [self.poses, self.shots].contains(&STDIN)
    }

    /// Reads both tables once, under a progress bar.
    fn reading<T>(
        &self,
        what: &'static str,
        read: impl FnOnce(
            Tables<Input, Input>,
            &mut dyn FnMut(referee::collect::Progress) -> Control,
        ) -> Result<T, TableError>,
    ) -> Result<T, CommandError> {
        let size = fs::metadata(self.poses).map_or(0, |file| file.len());
        let bar = progress_bar(what, size);
        let mut poses = open(self.poses)?;
        poses.input = Box::new(bar.wrap_read(poses.input));
        let tables = Tables::open(poses, open(self.shots)?, &self.meta)?;
        let mut progress = |_| match self.stop.load(Ordering::Relaxed) {
            true => Control::Stop,
            false => Control::Continue,
        };
        let done = read(tables, &mut progress);
        bar.finish_and_clear();
        Ok(done?)
    }

    fn diagnosis(
        &self,
        meta: &Meta,
        collected: &Collected,
        explanation: &Explanation,
    ) -> Result<Option<Diagnosis>, CommandError> {
        if self.is_stdin() {
            return Ok(None);
        }
        let rule = &explanation.best;
        let examined = self.reading("looking at the shots", |tables, progress| {
            examine(tables, meta, &self.reading, collected, rule, &[], progress)
        });
        examined.map(Some)
    }
}

fn open(source: &str) -> Result<TableInput<Input>, CommandError> {
    let name = recordings::name_of(source);
    match recordings::open(source) {
        Ok(input) => Ok(TableInput { name, format: Format::of_name(source), input }),
        Err(source) => Err(CommandError::Unreadable { name, source }),
    }
}

/// A bar on the terminal, or none.
fn progress_bar(what: &'static str, bytes: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::with_draw_target(Some(bytes), ProgressDrawTarget::hidden());
    }
    let bar = ProgressBar::new(bytes).with_message(what);
    let style = ProgressStyle::with_template("{msg} [{bar:32}] {percent} %, {eta} left");
    if let Ok(style) = style {
        bar.set_style(style.progress_chars("=> "));
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
