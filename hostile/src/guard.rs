//! Child processes that end with this one. A child is killed by id on drop, and by the kernel if
//! this program dies without dropping it, even while the child is stopped.

use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result};
use rustix::process::{Signal, set_parent_process_death_signal};
use tokio::process::ChildStdout;

/// The argument that turns this program into another one that dies with its parent.
pub(crate) const EXEC_GUARDED: &str = "keep";

/// A process that is killed on drop.
#[derive(Debug)]
pub(crate) struct Guarded {
    child: Child,
}

impl Guarded {
    /// Starts a program with piped standard output and inherited standard error.
    pub(crate) fn start(words: &[OsString]) -> Result<Self> {
        let own = std::env::current_exe().context("cannot find the path of this program")?;
        let mut command = Command::new(own);
        command.arg(EXEC_GUARDED).args(words).stdin(Stdio::null()).stdout(Stdio::piped());
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("LAGRANGE_") {
                command.env_remove(name);
            }
        }
        let child = command.spawn().with_context(|| format!("starting {words:?}"))?;
        Ok(Self { child })
    }

    /// Its standard output, once.
    pub(crate) fn take_output(&mut self) -> Result<ChildStdout> {
        let output = self.child.stdout.take().context("standard output was already taken")?;
        Ok(ChildStdout::from_std(output)?)
    }

    /// The process id, valid while this value lives.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        // A process that has already ended cannot be killed, but is still waited for.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Replaces this process with another program, which the kernel kills when this one's parent dies.
pub(crate) fn exec_guarded(words: &[String]) -> Result<()> {
    set_parent_process_death_signal(Some(Signal::KILL))?;
    let (program, args) = words.split_first().context("no command")?;
    Err(Command::new(program).args(args).exec()).with_context(|| format!("starting {program}"))
}

/// Raises the limit of open files for this process and its children as far as the system allows.
pub(crate) fn raise_open_files() -> u64 {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    // Without permission the limit stays as it is.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX)
}
