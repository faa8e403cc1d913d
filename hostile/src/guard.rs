//! Processes that end with this one: a command goes in, a process comes out that is killed, by its
//! id, when it is dropped, and by the kernel when this program dies without dropping anything. A
//! stopped process is killed as well as one that runs.

use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result};
use rustix::process::{Signal, set_parent_process_death_signal};
use tokio::process::ChildStdout;

/// The word by which this program becomes another one that dies with its parent.
pub(crate) const KEEP: &str = "keep";

/// A process that does not outlive this value.
#[derive(Debug)]
pub(crate) struct Guarded {
    child: Child,
}

impl Guarded {
    /// Starts a program; its standard output can be read, and its errors are shown.
    pub(crate) fn start(words: &[OsString]) -> Result<Self> {
        let own = std::env::current_exe().context("this program does not know where it is")?;
        let mut command = Command::new(own);
        command.arg(KEEP).args(words).stdin(Stdio::null()).stdout(Stdio::piped());
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("LAGRANGE_") {
                command.env_remove(name);
            }
        }
        let child = command.spawn().with_context(|| format!("starting {words:?}"))?;
        Ok(Self { child })
    }

    /// What it prints, once.
    pub(crate) fn take_output(&mut self) -> Result<ChildStdout> {
        let output = self.child.stdout.take().context("its output was taken before")?;
        Ok(ChildStdout::from_std(output)?)
    }

    /// The id of the process, which stays while this value lives.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        // One that has ended cannot be killed, and is waited for all the same.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Becomes another program, which the kernel kills when the parent of this one dies.
pub(crate) fn keep(words: &[String]) -> Result<()> {
    set_parent_process_death_signal(Some(Signal::KILL))?;
    let (program, args) = words.split_first().context("keep whom?")?;
    Err(Command::new(program).args(args).exec()).with_context(|| format!("starting {program}"))
}

/// Lets this process and those it starts open so many files, as far as the system does.
pub(crate) fn raise_open_files() -> u64 {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    // Without leave for it, there are as many as there were.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX)
}
