//! A minimal file host: serves a folder on a free port of this machine until dropped.
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::Result;

/// Time limit from connecting to the request.
const PATIENCE: Duration = Duration::from_secs(5);

/// Content types by file extension.
const TYPES: [(&str, &str); 6] = [
    ("html", "text/html"),
    ("js", "text/javascript"),
    ("css", "text/css"),
    ("wasm", "application/wasm"),
    ("svg", "image/svg+xml"),
    ("json", "application/json"),
];

#[derive(Debug)]
pub struct Folder {
    address: SocketAddr,
    ending: Arc<AtomicBool>,
    /// The content security policy of every response; empty for none.
    policy: Arc<Mutex<String>>,
    /// Taken when it is stopped.
    thread: Option<JoinHandle<()>>,
}

impl Folder {
    /// Serves the files of a folder under a path such as `/some/where/`.
    pub fn serve(folder: &Path, below: &str) -> Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let address = listener.local_addr()?;
        let ending = Arc::new(AtomicBool::new(false));
        let policy: Arc<Mutex<String>> = Arc::default();
        let kept = policy.clone();
        let (folder, below, end) = (folder.to_path_buf(), below.to_string(), ending.clone());
        let thread = thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                if end.load(Ordering::SeqCst) {
                    return;
                }
                let (folder, below, policy) = (folder.clone(), below.clone(), kept.clone());
                // Browsers keep spare connections without requests. Errors on a connection show up
                // in the browser.
                thread::spawn(move || answer(&stream, &policy, &folder, &below));
            }
        });
        Ok(Self { address, ending, policy, thread: Some(thread) })
    }

    /// Sets the content security policy of every response from now on.
    pub fn guard(&self, policy: &str) {
        *self.policy.lock().unwrap_or_else(PoisonError::into_inner) = policy.into();
    }

    pub fn origin(&self) -> String {
        self.url("")
    }

    /// The address of a path that begins with `/`.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Stops it; from then on connections are refused.
    pub fn stop(&mut self) {
        self.ending.store(true, Ordering::SeqCst);
        if let Some(thread) = self.thread.take() {
            // A connection wakes the listener.
            let _ = TcpStream::connect(self.address);
            let _ = thread.join();
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Answers one request, then closes.
fn answer(
    stream: &TcpStream,
    policy: &Mutex<String>,
    folder: &Path,
    below: &str,
) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    let mut lines = BufReader::new(stream).lines();
    let request = lines.next().unwrap_or_else(|| Ok(String::new()))?;
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    let path = request.split(' ').nth(1).unwrap_or_default();
    let path = path.split('?').next().unwrap_or_default();
    let found = file(path, folder, below).and_then(|file| Some((fs::read(&file).ok()?, file)));
    let (status, content, kind) = match &found {
        Some((content, file)) => ("200 OK", content.as_slice(), content_type(file)),
        None => ("404 Not Found", &b"Not found"[..], "text/plain"),
    };
    let policy = match policy.lock().unwrap_or_else(PoisonError::into_inner).as_str() {
        "" => String::new(),
        policy => format!("content-security-policy: {policy}\r\n"),
    };
    let mut stream = stream;
    write!(
        stream,
        "HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {}\r\n\
         {policy}connection: close\r\n\r\n",
        content.len()
    )?;
    stream.write_all(content)
}

/// The file of a path: inside the folder or its subfolders, never outside.
fn file(path: &str, folder: &Path, below: &str) -> Option<PathBuf> {
    let name = path.strip_prefix(below)?;
    let whole = if name.is_empty() || name.ends_with('/') { "index.html" } else { "" };
    let name = format!("{name}{whole}");
    let within = name.split('/').all(|part| !part.is_empty() && part != "..");
    within.then(|| folder.join(name))
}

fn content_type(file: &Path) -> &'static str {
    let extension = file.extension().and_then(|extension| extension.to_str());
    let known = TYPES.iter().find(|(known, _)| Some(*known) == extension);
    known.map_or("application/octet-stream", |(_, kind)| kind)
}
