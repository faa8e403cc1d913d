//! A reverse proxy in front of the real server, on a free port: the program from the distribution's
//! packages with the repository's own file in `deploy/`. Of the file only the addresses are
//! replaced, the log, and the path of health checks; each replaced text must be in it.
use std::env;
use std::fs;
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use tempfile::TempDir;

use crate::process::Process;
use crate::server::{Server, free_address};
use crate::wait::until;

/// The program of a proxy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProxyKind {
    Caddy,
    Haproxy,
    Nginx,
}

/// Which lines of the file are in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProxyOptions {
    /// As written: one process.
    AsWritten,
    /// With the options in comments: rooms over two processes, and the paths of two nodes.
    SwitchedOn,
}

/// How pages reach it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    Http,
    /// With a certificate from Caddy's own authority, which no browser trusts by itself.
    Https,
}

/// A running proxy, killed when dropped.
#[derive(Debug)]
pub struct Proxy {
    scheme: Scheme,
    authority: String,
    _process: Process,
    /// Its files; removed last.
    _folder: TempDir,
}

/// The addresses of servers and nodes in the files.
const SERVERS: [&str; 2] = ["127.0.0.1:8080", "127.0.0.1:8081"];
const NODES: [&str; 2] = ["10.0.0.1:8080", "10.0.0.2:8080"];

/// Options that a test cannot switch on: they need a certificate in /etc, or a newer version than
/// Debian's.
const LEFT_OUT: [&str; 3] = [" ssl crt ", " redirect scheme ", "stream_close_delay "];

impl ProxyKind {
    pub const ALL: [Self; 3] = [Self::Caddy, Self::Haproxy, Self::Nginx];

    /// The file in `deploy/`.
    fn file(self) -> &'static str {
        match self {
            Self::Caddy => "Caddyfile",
            Self::Haproxy => "haproxy.cfg",
            Self::Nginx => "nginx.conf",
        }
    }

    /// Its package, and its program.
    fn program_name(self) -> &'static str {
        match self {
            Self::Caddy => "caddy",
            Self::Haproxy => "haproxy",
            Self::Nginx => "nginx",
        }
    }

    /// What is replaced besides the servers' addresses: the port that it listens on, and paths.
    fn replaced(self, listen: &str) -> Vec<(&'static str, String)> {
        match self {
            // By variables, which the file itself reads.
            Self::Caddy => Vec::new(),
            Self::Haproxy => vec![
                ("bind :80\n", format!("bind {listen}\n")),
                ("log /dev/log local0", "log stderr format raw local0 err".into()),
            ],
            Self::Nginx => vec![
                ("listen 80;", format!("listen {listen};")),
                // The port of this test is free for IPv4 only.
                ("listen [::]:80;", String::new()),
            ],
        }
    }

    fn command(self, folder: &Path) -> Result<Command> {
        let mut command = Command::new(self.program()?);
        let file = folder.join(self.file());
        match self {
            Self::Caddy => command.args(["run", "--adapter", "caddyfile", "--config"]).arg(file),
            Self::Haproxy => command.arg("-db").arg("-f").arg(file),
            Self::Nginx => {
                command.args(["-e", "stderr", "-p"]).arg(folder).arg("-c");
                command.arg(folder.join("main.conf"))
            }
        };
        Ok(command)
    }

    /// The program: at the variable of its name (`NGINX_BIN`), on the path, or where Debian has it.
    fn program(self) -> Result<PathBuf> {
        let name = self.program_name();
        if let Some(path) = env::var_os(name.to_uppercase() + "_BIN") {
            return Ok(path.into());
        }
        let path = env::var_os("PATH").unwrap_or_default();
        let folders = env::split_paths(&path).chain(["/usr/sbin".into()]);
        let found = folders.map(|folder| folder.join(name)).find(|file| file.is_file());
        found.with_context(|| {
            format!("{name} is missing; install it, on Debian by: apt-get install {name}")
        })
    }
}

impl Proxy {
    /// Starts a proxy in front of one server, or two if its options are switched on.
    pub async fn start(
        kind: ProxyKind,
        scheme: Scheme,
        options: ProxyOptions,
        servers: &[&Server],
    ) -> Result<Self> {
        let listen = free_address()?;
        let authority = match scheme {
            Scheme::Http => listen.to_string(),
            Scheme::Https => format!("localhost:{}", listen.port()),
        };
        let folder = TempDir::with_prefix("lagrange-proxy-")?;
        let addresses: Vec<&str> = servers.iter().map(|server| server.address()).collect();
        let written = repository_file(kind.file())?;
        let text = configured(kind, &written, &listen.to_string(), options, &addresses)?;
        fs::write(folder.path().join(kind.file()), text)?;
        let mut command = kind.command(folder.path())?;
        match kind {
            ProxyKind::Caddy => {
                let scheme = if scheme == Scheme::Http { "http://" } else { "" };
                command.env("DOMAIN", format!("{scheme}{authority}"));
                command.env("LAGRANGE", addresses[0]);
                // Its certificates.
                command.env("XDG_DATA_HOME", folder.path());
                command.env("XDG_CONFIG_HOME", folder.path());
            }
            ProxyKind::Nginx => fs::write(folder.path().join("main.conf"), NGINX_MAIN)?,
            ProxyKind::Haproxy => {}
        }
        let process = Process::spawn(&mut command)?;
        until_listens(kind, listen).await?;
        Ok(Self { scheme, authority, _process: process, _folder: folder })
    }

    /// Starts an nginx that has these directives for all paths, and nothing of ours.
    pub async fn start_nginx(directives: &str) -> Result<Self> {
        let (kind, listen) = (ProxyKind::Nginx, free_address()?);
        let folder = TempDir::with_prefix("lagrange-proxy-")?;
        let text = format!("server {{ listen {listen}; location / {{ {directives} }} }}");
        fs::write(folder.path().join(kind.file()), text)?;
        fs::write(folder.path().join("main.conf"), NGINX_MAIN)?;
        let process = Process::spawn(&mut kind.command(folder.path())?)?;
        until_listens(kind, listen).await?;
        let (scheme, authority) = (Scheme::Http, listen.to_string());
        Ok(Self { scheme, authority, _process: process, _folder: folder })
    }

    /// Its host and port: `127.0.0.1:20000`.
    pub fn authority(&self) -> &str {
        &self.authority
    }

    /// The address of a path that begins with `/`.
    pub fn url(&self, path: &str) -> String {
        let scheme = match self.scheme {
            Scheme::Http => "http",
            Scheme::Https => "https",
        };
        format!("{scheme}://{}{path}", self.authority)
    }
}

/// What /etc/nginx/nginx.conf says around the file. One process, since a master that is killed
/// leaves its workers running.
const NGINX_MAIN: &str = "daemon off;
master_process off;
pid nginx.pid;
error_log stderr;
events { worker_connections 2048; }
http {
    access_log off;
    client_body_temp_path body;
    proxy_temp_path proxy;
    fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi;
    scgi_temp_path scgi;
    include nginx.conf;
}
";

/// What keeps Caddy off the rest of the machine: its API, port 80, and the list of trusted
/// authorities.
const CADDY_GLOBAL: &str = "{
	admin off
	auto_https disable_redirects
	skip_install_trust
}
";

async fn until_listens(kind: ProxyKind, listen: SocketAddr) -> Result<()> {
    until(&format!("{} to listen", kind.program_name()), async || {
        Ok(TcpStream::connect(listen).map(drop).map_err(|error| error.to_string()))
    })
    .await
}

fn repository_file(name: &str) -> Result<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy").join(name);
    fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))
}

/// The file as this test runs it.
fn configured(
    kind: ProxyKind,
    written: &str,
    listen: &str,
    options: ProxyOptions,
    servers: &[&str],
) -> Result<String> {
    let mut text = match options {
        ProxyOptions::AsWritten => written.to_string(),
        ProxyOptions::SwitchedOn => switch_on(written),
    };
    let mut replaced = kind.replaced(listen);
    if options == ProxyOptions::SwitchedOn {
        ensure!(servers.len() == 2, "the options are for two servers");
        replaced.push((SERVERS[1], servers[1].into()));
        if kind != ProxyKind::Haproxy {
            // Its nodes are its servers.
            replaced.extend(NODES.into_iter().zip(servers.iter().map(ToString::to_string)));
        }
    }
    if kind != ProxyKind::Caddy {
        replaced.push((SERVERS[0], servers[0].into()));
    }
    for (from, to) in replaced {
        ensure!(text.contains(from), "deploy/{} does not contain {from:?}", kind.file());
        text = text.replace(from, &to);
    }
    if kind == ProxyKind::Caddy {
        text.insert_str(0, CADDY_GLOBAL);
    }
    Ok(text)
}

/// Removes the `#` of every option, a `#` that no space follows.
fn switch_on(written: &str) -> String {
    let lines = written.lines().filter(|line| LEFT_OUT.iter().all(|left| !line.contains(left)));
    let lines = lines.map(|line| {
        let indent = line.len() - line.trim_start().len();
        let option = line[indent..].strip_prefix('#').filter(|option| !option.starts_with(' '));
        option.map_or_else(|| line.to_string(), |option| format!("{}{option}", &line[..indent]))
    });
    lines.fold(String::new(), |text, line| text + &line + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_comments_without_a_space() {
        let written = "# A comment.\n\t#hash it;\n\t# Another.\n\tserver;\n#bind ssl crt x\n\n#\n";
        assert_eq!(
            switch_on(written),
            "# A comment.\n\thash it;\n\t# Another.\n\tserver;\n\n\n",
            "{written}"
        );
    }
}
