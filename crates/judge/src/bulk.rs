//! A stream of scenarios, one a line: for each comes a line with its verdicts, or with what is
//! wrong with it, in the order of the stream. Several threads judge; however long the stream is,
//! only a few chunks of it are held, and nothing is read while nobody takes what comes out.
use std::{
    io::{self, Read, Write},
    num::NonZeroUsize,
    sync::{
        Arc, Mutex,
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread,
};

use super::{
    chunks::{Chunk, Chunks, Lines},
    error::JudgeError,
    limits::{CHUNKS_AHEAD, THREADS_MAX},
    line::{self, Judged},
};
use recordings::OtherKind;

/// What came of a stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Lines that were answered.
    pub lines: u64,
    /// Those of them that could not be judged.
    pub refused: u64,
}

/// Why a stream ended early.
#[derive(Debug, thiserror::Error)]
pub enum BulkError {
    #[error("cannot read the scenarios")]
    Read(#[source] io::Error),
    /// It has no scenarios on its lines: nothing was answered.
    #[error("cannot read the scenarios")]
    Other(#[source] OtherKind),
    #[error("cannot print the verdicts")]
    Print(#[source] io::Error),
    #[error("cannot start a thread")]
    Thread(#[source] io::Error),
    /// A thread that judged is gone: it has panicked.
    #[error("the lines from {first} on could not be judged")]
    Lost { first: u64 },
}

/// The lines about a chunk.
#[derive(Debug, Default)]
struct Answers {
    text: String,
    tally: Tally,
}

/// Why a stream is not judged any further.
enum Stop {
    Unreadable(io::Error),
    Other(OtherKind),
}

/// A chunk, and where its answers go.
type Job = (Chunk, SyncSender<Answers>);

/// The answers to a chunk that begins with this line, as soon as there are some.
type Promise = (u64, Receiver<Answers>);

/// Judges every line of a stream, on so many threads and at most 256. Each chunk of answers is
/// written at once and ends with a line's end. Whoever closes the output has seen enough, which is
/// no error. When it returns, a thread of it may still wait for more input.
///
/// # Errors
/// When the stream cannot be read, or its answers cannot be written.
pub fn run(
    input: impl Read + Send + 'static,
    output: &mut impl Write,
    threads: NonZeroUsize,
) -> Result<Tally, BulkError> {
    let threads = threads.get().min(THREADS_MAX);
    let (jobs, todo) = sync_channel(threads * CHUNKS_AHEAD);
    let (promises, promised) = sync_channel(threads * CHUNKS_AHEAD);
    let todo = Arc::new(Mutex::new(todo));
    for _ in 0..threads {
        let todo = Arc::clone(&todo);
        start(move || work(&todo))?;
    }
    start(move || cut(input, &jobs, &promises))?;
    let mut tally = Tally::default();
    for promise in promised {
        let (first, answers) = promise.map_err(|stop| match stop {
            Stop::Unreadable(error) => BulkError::Read(error),
            Stop::Other(kind) => BulkError::Other(kind),
        })?;
        let Answers { text, tally: of } = answers.recv().map_err(|_| BulkError::Lost { first })?;
        match output.write_all(text.as_bytes()).and_then(|()| output.flush()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => break,
            written => written.map_err(BulkError::Print)?,
        }
        tally.lines += of.lines;
        tally.refused += of.refused;
    }
    Ok(tally)
}

fn start(work: impl FnOnce() + Send + 'static) -> Result<(), BulkError> {
    thread::Builder::new().spawn(work).map(drop).map_err(BulkError::Thread)
}

/// Cuts a stream into jobs, and promises their answers in its order; until its end, or until nobody
/// wants more.
fn cut(input: impl Read, jobs: &SyncSender<Job>, promises: &SyncSender<Result<Promise, Stop>>) {
    let mut chunks = Chunks::new(input);
    let mut is_first = true;
    loop {
        let next = chunks.next();
        let other = next.as_ref().ok().filter(|_| is_first).and_then(other_kind);
        is_first = false;
        let (promise, job) = match (other, next) {
            (Some(kind), _) => (Err(Stop::Other(kind)), None),
            (None, Ok(Some(chunk))) => {
                let (answers, promised) = sync_channel(1);
                (Ok((chunk.first, promised)), Some((chunk, answers)))
            }
            (None, Ok(None)) => return,
            (None, Err(error)) => (Err(Stop::Unreadable(error)), None),
        };
        let wanted = promises.send(promise).is_ok();
        let Some(job) = job.filter(|_| wanted) else { return };
        if jobs.send(job).is_err() {
            return;
        }
    }
}

/// What a stream is as a whole that has no scenarios on its lines, by what comes first of it: one
/// hint says more than an error for each line.
fn other_kind(first: &Option<Chunk>) -> Option<OtherKind> {
    match first.as_ref().map(|chunk| &chunk.lines) {
        None => Some(OtherKind::Empty),
        Some(Lines::Whole(text)) => OtherKind::of_lines(text),
        Some(Lines::TooLong) => None,
    }
}

/// Does jobs until there are no more.
fn work(todo: &Mutex<Receiver<Job>>) {
    let next = || todo.lock().ok()?.recv().ok();
    while let Some((chunk, answers)) = next() {
        // Whoever does not wait for them any more has seen enough.
        let _ = answers.send(answer(&chunk));
    }
}

fn answer(chunk: &Chunk) -> Answers {
    let mut answers = Answers::default();
    let text = &mut answers.text;
    let mut count = |judged| {
        answers.tally.lines += 1;
        answers.tally.refused += u64::from(judged == Judged::Refused);
    };
    match &chunk.lines {
        Lines::Whole(lines) => {
            for (number, line) in (chunk.first..).zip(lines.split_inclusive(|b| *b == b'\n')) {
                count(line::judge(number, line.strip_suffix(b"\n").unwrap_or(line), text));
            }
        }
        Lines::TooLong => count(line::refuse(chunk.first, &JudgeError::LongLine, text)),
    }
    answers
}
