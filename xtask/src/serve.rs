//! `cargo xtask serve`: builds the page and serves `dist/` on this machine.
//!
//! A small server of our own: files only, read anew for each request, so that a rebuild shows at the next reload.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use crate::build::{self, Mode};
use crate::{Result, project, ui};

const DEFAULT_PORT: u16 = 8123;
/// How many ports are tried when the first is taken.
const TRIES: u16 = 100;
/// The longest request head that is read.
const HEAD_LIMIT: u64 = 16 * 1024;

/// Builds (unless told not to) and serves until interrupted.
pub fn run(arguments: &[String]) -> Result {
    let (mut port, mut build, mut mode) = (DEFAULT_PORT, true, Mode::Release);
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--no-build" => build = false,
            "--dev" => mode = Mode::Dev,
            "--port" => {
                let value = rest.next().map(String::as_str).unwrap_or_default();
                port = value.parse().map_err(|_| format!("--port takes a number up to 65535, not `{value}`."))?;
            }
            other => {
                return Err(format!(
                    "`cargo xtask serve` does not know {other}; it takes --port N, --no-build, --dev."
                ));
            }
        }
    }
    if build {
        let sizes = build::build(mode)?;
        if let Some(Err(why)) = sizes.map(|sizes| sizes.enforce()) {
            ui::note(&format!("`cargo xtask build` would fail: {why}"));
        }
    } else if !project::dist_dir().join("index.html").is_file() {
        return Err("there is no dist/ yet; run `cargo xtask serve` without --no-build.".into());
    }
    let listener = listen(port)?;
    let address = listener.local_addr().map_err(|e| format!("no local address: {e}"))?;
    ui::step("Serving; Ctrl-C ends it");
    println!("http://localhost:{}/", address.port());
    serve(&listener, &project::dist_dir())
}

/// Listens on the first free port from `first` on (0: any).
fn listen(first: u16) -> Result<TcpListener> {
    let mut refusal = None;
    for port in (first..=first.saturating_add(TRIES)).take(usize::from(TRIES)) {
        match TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
            Ok(listener) => {
                if port != first {
                    ui::note(&format!("port {first} is taken, using {port}"));
                }
                return Ok(listener);
            }
            Err(e) => refusal = Some(e),
        }
    }
    let why = refusal.map(|e| e.to_string()).unwrap_or_default();
    Err(format!("no free port from {first} on ({why}); choose another with --port."))
}

/// Answers requests for ever, each connection on a thread of its own.
fn serve(listener: &TcpListener, folder: &Path) -> Result {
    for stream in listener.incoming().flatten() {
        let folder = folder.to_owned();
        std::thread::spawn(move || {
            // A browser that hangs up early is no concern of ours.
            let _ = answer(stream, &folder);
        });
    }
    Ok(())
}

/// Answers the requests of one connection until it closes.
fn answer(stream: TcpStream, folder: &Path) -> std::io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut writer = stream;
    while let Some(request) = read_head(&mut reader)? {
        let Reply { status, kind, body } = reply(&request, folder);
        let length = body.len();
        write!(
            writer,
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nCache-Control: no-cache\r\n\r\n"
        )?;
        if !request.starts_with("HEAD ") {
            writer.write_all(&body)?;
        }
        writer.flush()?;
    }
    Ok(())
}

/// The request line of the next request; nothing at the end of the connection.
fn read_head(reader: &mut impl BufRead) -> std::io::Result<Option<String>> {
    let mut head = reader.take(HEAD_LIMIT);
    let mut first = String::new();
    if head.read_line(&mut first)? == 0 {
        return Ok(None);
    }
    let mut line = String::new();
    loop {
        line.clear();
        if head.read_line(&mut line)? == 0 || line.trim_end().is_empty() {
            return Ok(Some(first));
        }
    }
}

struct Reply {
    status: &'static str,
    kind: &'static str,
    body: Vec<u8>,
}

fn reply(request: &str, folder: &Path) -> Reply {
    let text = |status, body: &str| Reply { status, kind: "text/plain; charset=utf-8", body: body.into() };
    let mut words = request.split_whitespace();
    let (method, address) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    if method != "GET" && method != "HEAD" {
        return text("405 Method Not Allowed", "only GET and HEAD");
    }
    let Some(mut path) = file_path(address, folder) else { return text("400 Bad Request", "not an address here") };
    if path.is_dir() {
        path.push("index.html");
    }
    match std::fs::read(&path) {
        Ok(body) => Reply { status: "200 OK", kind: mime(&path), body },
        Err(_) => text("404 Not Found", "no such file"),
    }
}

/// The file an address stands for, inside `folder`; nothing for an address that leads out of it.
fn file_path(address: &str, folder: &Path) -> Option<PathBuf> {
    let path = address.split(['?', '#']).next()?.strip_prefix('/')?;
    let path = PathBuf::from(percent_decoded(path)?);
    path.components().all(|c| matches!(c, Component::Normal(_))).then(|| folder.join(path))
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

/// The media type by the name's end. Browsers refuse modules and streaming wasm with a wrong one.
fn mime(path: &Path) -> &'static str {
    match path.extension().and_then(|e| e.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" | "webmanifest" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "csv" => "text/csv; charset=utf-8",
        "ftl" | "txt" | "md" => "text/plain; charset=utf-8",
        "zip" => "application/zip",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_stay_inside_the_folder() {
        let dist = Path::new("dist");
        assert_eq!(file_path("/a/b%20c.js?x=1", dist), Some(PathBuf::from("dist/a/b c.js")));
        assert_eq!(file_path("/", dist), Some(PathBuf::from("dist/")));
        for bad in ["/../Cargo.toml", "/a/..%2f..%2fCargo.toml", "//etc/passwd", "a", "/%zz"] {
            assert_eq!(file_path(bad, dist), None, "{bad}");
        }
    }

    #[test]
    fn a_file_is_served_with_its_type_over_one_connection() {
        let dir = std::env::temp_dir().join(format!("vintage-serve-{}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        std::fs::write(dir.join("index.html"), "<p>hello").unwrap();
        std::fs::write(dir.join("m.wasm"), [0, 97, 115, 109]).unwrap();
        let listener = listen(0).unwrap();
        let address = listener.local_addr().unwrap();
        let folder = dir.clone();
        std::thread::spawn(move || serve(&listener, &folder));
        let mut stream = TcpStream::connect(address).unwrap();
        stream
            .write_all(b"GET /m.wasm HTTP/1.1\r\nHost: x\r\n\r\nHEAD / HTTP/1.1\r\n\r\nGET /none HTTP/1.1\r\n\r\n")
            .unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        let mut all = Vec::new();
        stream.read_to_end(&mut all).unwrap();
        let all = String::from_utf8_lossy(&all);
        assert!(all.contains("200 OK\r\nContent-Type: application/wasm\r\nContent-Length: 4\r\n"), "{all}");
        assert!(all.contains("Content-Type: text/html; charset=utf-8\r\nContent-Length: 8\r\n"), "{all}");
        assert!(!all.contains("hello"), "HEAD has no body: {all}");
        assert!(all.contains("404 Not Found"), "{all}");
        std::fs::remove_dir_all(dir).unwrap();
    }

    #[test]
    fn a_taken_port_leads_to_the_next() {
        let first = listen(0).unwrap();
        let taken = first.local_addr().unwrap().port();
        let next = listen(taken).unwrap().local_addr().unwrap().port();
        assert_ne!(next, taken);
    }
}
