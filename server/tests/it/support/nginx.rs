//! A real nginx in a child process, on a free port of this machine. `cargo xtask test` installs it.
use std::env;
use std::ffi::OsString;
use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use tempfile::TempDir;
use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, Command};
use tokio::time::interval;

use super::within_guard;

/// Another program may take the free port before nginx does.
const ATTEMPTS: usize = 5;

/// A running nginx; killed on drop.
pub(crate) struct Nginx {
    pub(crate) address: SocketAddr,
    _child: Child,
    _folder: TempDir,
}

/// How a client speaks to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Listens {
    /// Without TLS.
    Plain,
    /// With this certificate of `tests/certificates`.
    #[cfg(feature = "tls")]
    With(&'static str),
}

impl Nginx {
    /// Starts one with these lines in its `server` block.
    pub(crate) async fn start(listens: Listens, lines: &str) -> Self {
        let mut log = String::new();
        for _ in 0..ATTEMPTS {
            let free = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let address = free.local_addr().unwrap();
            drop(free);
            let folder = tempfile::tempdir().unwrap();
            fs::write(folder.path().join("nginx.conf"), config(address, listens, lines)).unwrap();
            let mut child = spawn(folder.path());
            if within_guard("nginx", is_up(&mut child, address)).await {
                return Self { address, _child: child, _folder: folder };
            }
            log = fs::read_to_string(folder.path().join("error.log")).unwrap();
        }
        panic!("nginx does not start: {log}");
    }
}

/// A file of `tests/certificates`.
#[cfg(any(feature = "tls", feature = "cluster"))]
pub(crate) fn certificate(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/certificates").join(name)
}

/// A whole configuration that writes into its folder only.
fn config(address: SocketAddr, listens: Listens, lines: &str) -> String {
    let (tls, certificates) = match listens {
        Listens::Plain => ("", String::new()),
        #[cfg(feature = "tls")]
        Listens::With(name) => {
            let [certificate, key] = [name, "server.key"].map(certificate);
            let (certificate, key) = (certificate.display(), key.display());
            (" ssl", format!("ssl_certificate {certificate}; ssl_certificate_key {key};"))
        }
    };
    let paths: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map(|what| format!("{what}_temp_path {what};\n"))
        .concat();
    format!(
        "daemon off;\nmaster_process off;\npid nginx.pid;\nerror_log error.log;\n\
         events {{ worker_connections 128; }}\n\
         http {{\naccess_log off;\n{paths}\
         map $http_upgrade $connection_upgrade {{ default upgrade; '' ''; }}\n\
         server {{\nlisten {address}{tls};\n{certificates}\n{lines}\n}}\n}}\n"
    )
}

fn spawn(folder: &Path) -> Child {
    // nginx takes sockets from a variable of its own name.
    let program = env::var_os("NGINX_BIN").unwrap_or_else(on_the_path);
    let mut command = Command::new(&program);
    command.arg("-p").arg(folder).args(["-c", "nginx.conf", "-e", "error.log"]);
    command.env_remove("NGINX").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let child = command.kill_on_drop(true).spawn();
    child.unwrap_or_else(|error| {
        panic!("cannot start {program:?}, on Debian by apt-get install nginx-light: {error}")
    })
}

/// Debian's nginx is where only the administrator's path leads.
fn on_the_path() -> OsString {
    const DEBIAN: &str = "/usr/sbin/nginx";
    if Path::new(DEBIAN).is_file() { DEBIAN.into() } else { "nginx".into() }
}

/// Waits until it accepts connections; false if it has ended.
async fn is_up(child: &mut Child, address: SocketAddr) -> bool {
    let mut again = interval(Duration::from_millis(20));
    loop {
        again.tick().await;
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        if TcpStream::connect(address).await.is_ok() {
            return true;
        }
    }
}
