//! Judges a stream of scenarios, one per line, and writes one line of verdicts or an error for
//! each, in the same order. Several threads judge. Only a few chunks are in memory however long the
//! stream is, and reading stops while the output is blocked.
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
    line::{self, LineResult},
};
use recordings::OtherKind;

/// Totals of a stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Answered lines.
    pub lines: u64,
    /// Answered lines that could not be judged.
    pub refused: u64,
}

#[derive(Debug, thiserror::Error)]
pub enum BulkError {
    #[error("cannot read the scenarios")]
    Read(#[source] io::Error),
    /// The stream is another kind of input; no line was answered.
    #[error("cannot read the scenarios")]
    OtherInput(#[source] OtherKind),
    #[error("cannot print the verdicts")]
    Print(#[source] io::Error),
    #[error("cannot start a thread")]
    Thread(#[source] io::Error),
    /// A judging thread panicked.
    #[error("cannot judge line {first} and the lines after it")]
    WorkerPanicked { first: u64 },
}

/// The output lines for a chunk.
#[derive(Debug, Default)]
struct Answers {
    text: String,
    tally: Tally,
}

/// Why judging stops early.
enum StreamError {
    Unreadable(io::Error),
    OtherInput(OtherKind),
}

/// A chunk, and where to send its answers.
type Job = (Chunk, SyncSender<Answers>);

/// The number of a chunk's first line, and a channel that will yield its answers.
type PendingAnswers = (u64, Receiver<Answers>);

/// Judges every line of a stream on a number of threads, up to [`THREADS_MAX`]. Each chunk of
/// answers is written at once and ends with a newline. A closed output ends the run without an
/// error. On return, one of its threads may still be blocked on input.
///
/// # Errors
/// When the stream cannot be read, or its answers cannot be written.
pub fn run(
    input: impl Read + Send + 'static,
    output: &mut impl Write,
    threads: NonZeroUsize,
) -> Result<Tally, BulkError> {
    let threads = threads.get().min(THREADS_MAX);
    let (jobs, job_queue) = sync_channel(threads * CHUNKS_AHEAD);
    let (pending, receiver) = sync_channel(threads * CHUNKS_AHEAD);
    let job_queue = Arc::new(Mutex::new(job_queue));
    for _ in 0..threads {
        let job_queue = Arc::clone(&job_queue);
        spawn(move || run_worker(&job_queue))?;
    }
    spawn(move || queue_chunks(input, &jobs, &pending))?;
    let mut tally = Tally::default();
    for queued in receiver {
        let (first, answers) = queued.map_err(|stop| match stop {
            StreamError::Unreadable(error) => BulkError::Read(error),
            StreamError::OtherInput(kind) => BulkError::OtherInput(kind),
        })?;
        let Answers { text, tally: of } =
            answers.recv().map_err(|_| BulkError::WorkerPanicked { first })?;
        match output.write_all(text.as_bytes()).and_then(|()| output.flush()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => break,
            written => written.map_err(BulkError::Print)?,
        }
        tally.lines += of.lines;
        tally.refused += of.refused;
    }
    Ok(tally)
}

fn spawn(run_worker: impl FnOnce() + Send + 'static) -> Result<(), BulkError> {
    thread::Builder::new().spawn(run_worker).map(drop).map_err(BulkError::Thread)
}

/// Splits a stream into jobs and queues their answer channels in order, until the stream ends or
/// the receiver is gone.
fn queue_chunks(
    input: impl Read,
    jobs: &SyncSender<Job>,
    pending: &SyncSender<Result<PendingAnswers, StreamError>>,
) {
    let mut chunks = Chunks::new(input);
    let mut is_first = true;
    loop {
        let next = chunks.next();
        let other = next.as_ref().ok().filter(|_| is_first).and_then(other_kind);
        is_first = false;
        let (queued, job) = match (other, next) {
            (Some(kind), _) => (Err(StreamError::OtherInput(kind)), None),
            (None, Ok(Some(chunk))) => {
                let (answers, receiver) = sync_channel(1);
                (Ok((chunk.first, receiver)), Some((chunk, answers)))
            }
            (None, Ok(None)) => return,
            (None, Err(error)) => (Err(StreamError::Unreadable(error)), None),
        };
        let wanted = pending.send(queued).is_ok();
        let Some(job) = job.filter(|_| wanted) else { return };
        if jobs.send(job).is_err() {
            return;
        }
    }
}

/// Classifies a stream that has no scenarios on its lines by its first chunk, since one hint beats
/// an error per line.
fn other_kind(first: &Option<Chunk>) -> Option<OtherKind> {
    match first.as_ref().map(|chunk| &chunk.lines) {
        None => Some(OtherKind::Empty),
        Some(Lines::Whole(text)) => OtherKind::of_lines(text),
        Some(Lines::TooLong) => None,
    }
}

/// Processes jobs until the queue closes.
fn run_worker(job_queue: &Mutex<Receiver<Job>>) {
    let next = || job_queue.lock().ok()?.recv().ok();
    while let Some((chunk, answers)) = next() {
        // A dropped receiver means that the output was closed.
        let _ = answers.send(answer(&chunk));
    }
}

fn answer(chunk: &Chunk) -> Answers {
    let mut answers = Answers::default();
    let text = &mut answers.text;
    let mut count = |judged| {
        answers.tally.lines += 1;
        answers.tally.refused += u64::from(judged == LineResult::Rejected);
    };
    match &chunk.lines {
        Lines::Whole(lines) => {
            for (number, line) in (chunk.first..).zip(lines.split_inclusive(|b| *b == b'\n')) {
                count(line::judge(number, line.strip_suffix(b"\n").unwrap_or(line), text));
            }
        }
        Lines::TooLong => count(line::reject(chunk.first, &JudgeError::LineTooLong, text)),
    }
    answers
}
