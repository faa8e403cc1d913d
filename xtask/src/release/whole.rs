//! Checks that a program is whole: that it is linked to nothing, and serves as nobody in a folder
//! with nothing else in it.
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};

use crate::target_dir;

/// How long the program may take to answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// A running program, killed when dropped.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have exited already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Checks a program of a version; the error says what is wrong.
pub(super) fn check(program: &Path, version: &str) -> Result<()> {
    let bytes = fs::read(program)?;
    match needs_interpreter(&bytes) {
        Some(false) => {}
        Some(true) => bail!("{} is linked to libraries", program.display()),
        None => bail!("{} is no program for 64-bit Linux", program.display()),
    }
    let said = Command::new(program).arg("--version").output()?;
    let said = String::from_utf8(said.stdout)?;
    ensure!(said.trim() == format!("lagrange {version}"), "it says that it is {said:?}");
    serves_alone(program)
}

/// Whether an ELF file asks for a loader of libraries; `None` if it is no such file.
fn needs_interpreter(elf: &[u8]) -> Option<bool> {
    /// Offsets in the header of a 64-bit file: where its table of segments is, the size of an entry
    /// and their number; and the kind of a segment that names an interpreter.
    const TABLE_AT: usize = 32;
    const ENTRY_BYTES_AT: usize = 54;
    const N_ENTRIES_AT: usize = 56;
    const INTERPRETER: u32 = 3;
    let u16_at = |at: usize| elf.get(at..at + 2)?.try_into().ok().map(u16::from_le_bytes);
    // The 64-bit, little-endian kind.
    if !elf.starts_with(b"\x7fELF\x02\x01") {
        return None;
    }
    let table = u64::from_le_bytes(elf.get(TABLE_AT..TABLE_AT + 8)?.try_into().ok()?);
    let table = usize::try_from(table).ok()?;
    let entry_bytes = usize::from(u16_at(ENTRY_BYTES_AT)?);
    for n in 0..usize::from(u16_at(N_ENTRIES_AT)?) {
        let at = table.checked_add(n * entry_bytes)?;
        let kind = u32::from_le_bytes(elf.get(at..at + 4)?.try_into().ok()?);
        if kind == INTERPRETER {
            return Some(true);
        }
    }
    Some(false)
}

/// Starts it in a root of its own, and asks it whether it is healthy.
fn serves_alone(program: &Path) -> Result<()> {
    let root = target_dir()?.join("release-root");
    if root.exists() {
        fs::remove_dir_all(&root)?;
    }
    fs::create_dir(&root)?;
    fs::copy(program, root.join("lagrange"))?;
    let id = Command::new("id").arg("-u").output()?;
    let mut chroot = if id.stdout.trim_ascii() == b"0" {
        let mut chroot = Command::new("chroot");
        chroot.arg("--userspec=65534:65534");
        chroot
    } else {
        // Root of nothing but this folder.
        let mut unshare = Command::new("unshare");
        unshare.args(["--user", "--map-root-user", "chroot"]);
        unshare
    };
    chroot.arg(&root).args(["/lagrange", "--listen", "127.0.0.1:0"]).stdout(Stdio::piped());
    let child = chroot.spawn().with_context(|| format!("starting {chroot:?}"))?;
    let mut running = Running(child);
    let mut line = String::new();
    let output = running.0.stdout.take().context("its output is piped")?;
    BufReader::new(output).read_line(&mut line)?;
    let address = line.trim_end().trim_end_matches('/').split_once("http://");
    let (_, address) = address.with_context(|| format!("no address in {line:?} of {chroot:?}"))?;
    let mut connection = TcpStream::connect(address)?;
    connection.set_read_timeout(Some(ANSWER_TIMEOUT))?;
    write!(connection, "GET /healthz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut answer = String::new();
    connection.read_to_string(&mut answer)?;
    ensure!(answer.starts_with("HTTP/1.1 200 "), "/healthz: {answer}");
    drop(running);
    Ok(fs::remove_dir_all(root)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_linked_to_libraries_are_recognised() {
        // A header, and a table of two segments of 56 bytes right behind it.
        let file = |kinds: [u32; 2]| {
            let mut bytes = b"\x7fELF\x02\x01".to_vec();
            bytes.resize(64 + 2 * 56, 0);
            bytes[32] = 64;
            bytes[54] = 56;
            bytes[56] = 2;
            for (n, kind) in kinds.into_iter().enumerate() {
                bytes[64 + 56 * n..][..4].copy_from_slice(&kind.to_le_bytes());
            }
            bytes
        };
        assert_eq!(needs_interpreter(&file([1, 2])), Some(false));
        assert_eq!(needs_interpreter(&file([1, 3])), Some(true));
        assert_eq!(needs_interpreter(&file([1, 3])[..122]), None, "cut off");
        assert_eq!(needs_interpreter(b"#!/bin/sh\n"), None);
    }
}
