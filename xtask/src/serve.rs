//! `cargo xtask serve`: builds the page and serves `dist/` on this machine.
//!
//! A small server for files only, read again for each request, so that a rebuild shows at the next reload. It starts as
//! soon as the page can inspect a file. Until the modules that run models are built, the page is marked with
//! `data-building`, `building.json` lists the missing modules, and a request for such a module is answered with 503.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::build::{self, Mode, Ready};
use crate::{Result, project, ui};

const DEFAULT_PORT: u16 = 8123;
/// Number of ports that are tried when the first is taken.
const TRIES: u16 = 100;
/// Headers with which browsers let the page's workers share memory, so that a run has several threads (docs/hosting.md).
const ISOLATED: &str = "Cross-Origin-Opener-Policy: same-origin\r\nCross-Origin-Embedder-Policy: require-corp\r\n";
/// The longest request head that is read.
const HEAD_LIMIT: u64 = 16 * 1024;

/// Builds (by default) and serves until interrupted.
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
        return build_and_serve(mode, port);
    }
    if !project::dist_dir().join("index.html").is_file() {
        return Err("there is no dist/ yet; run `cargo xtask serve` without --no-build.".into());
    }
    let listener = announced(port)?;
    serve(&listener, &Site { folder: project::dist_dir(), coming: Arc::default() })
}

/// Serves the page as soon as it can inspect a file, while the other modules are built.
fn build_and_serve(mode: Mode, port: u16) -> Result {
    let site = Site { folder: project::dist_dir(), coming: Arc::default() };
    let mut server = None;
    let built = build::build_telling(mode, |ready| {
        match ready {
            Ready::FirstLook(modules) => {
                let rest = modules.len();
                site.coming().modules = modules;
                let (listener, site) = (announced(port)?, site.clone());
                if rest > 0 {
                    ui::note(
                        "The page reads files already; its Run view waits for the modules that are still to come.",
                    );
                }
                server = Some(std::thread::spawn(move || serve(&listener, &site)));
            }
            Ready::Module(name) => site.coming().modules.retain(|module| *module != name),
        }
        Ok(())
    });
    let Some(server) = server else { return built.map(|_| ()) };
    match built {
        Ok(Some(sizes)) => {
            if let Err(why) = sizes.enforce() {
                ui::note(&format!("`cargo xtask build` would fail: {why}"));
            }
        }
        Ok(None) => {}
        Err(why) => {
            site.coming().failed = true;
            ui::step(&format!("The page is served without the modules that could not be built: {why}"));
        }
    }
    server.join().map_err(|_| "the server panicked.".to_owned())?
}

/// The served site.
#[derive(Clone)]
struct Site {
    folder: PathBuf,
    coming: Arc<Mutex<Coming>>,
}

/// Modules that are not built yet.
#[derive(Default)]
struct Coming {
    modules: Vec<&'static str>,
    /// Whether the build ended without them.
    failed: bool,
}

impl Site {
    fn coming(&self) -> std::sync::MutexGuard<'_, Coming> {
        self.coming.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Coming {
    /// The missing module that a file of `wasm/` belongs to. The names of some begin with the name of another.
    fn module_of(&self, path: &Path) -> Option<&'static str> {
        let name = path.file_name()?.to_str()?;
        let all = build::module_names()
            .filter(|module| name.strip_prefix(module).is_some_and(|rest| rest.starts_with(['.', '_', '-'])));
        let module = all.max_by_key(|module| module.len())?;
        self.modules.contains(&module).then_some(module)
    }

    fn json(&self) -> String {
        let names: Vec<String> = self.modules.iter().map(|name| format!("{name:?}")).collect();
        format!("{{\"coming\": [{}], \"failed\": {}}}\n", names.join(", "), self.failed)
    }
}

/// Listens, and prints the address.
fn announced(port: u16) -> Result<TcpListener> {
    let listener = listen(port)?;
    let address = listener.local_addr().map_err(|e| format!("no local address: {e}"))?;
    ui::step("Serving; Ctrl-C ends it");
    println!("http://localhost:{}/", address.port());
    Ok(listener)
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

/// Answers requests forever, each connection on a separate thread.
fn serve(listener: &TcpListener, site: &Site) -> Result {
    for stream in listener.incoming().flatten() {
        let site = site.clone();
        std::thread::spawn(move || {
            // A browser that closes the connection early is not an error.
            let _ = answer(stream, &site);
        });
    }
    Ok(())
}

/// Answers the requests of one connection until it closes.
fn answer(stream: TcpStream, site: &Site) -> std::io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut writer = stream;
    while let Some(request) = read_head(&mut reader)? {
        let Reply { status, kind, body } = reply(&request, site);
        let length = body.len();
        write!(
            writer,
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nCache-Control: no-cache\r\n{ISOLATED}\r\n"
        )?;
        if !request.starts_with("HEAD ") {
            writer.write_all(&body)?;
        }
        writer.flush()?;
    }
    Ok(())
}

/// The request line of the next request; `None` at the end of the connection.
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

fn reply(request: &str, site: &Site) -> Reply {
    let text = |status, body: &str| Reply { status, kind: "text/plain; charset=utf-8", body: body.into() };
    let mut words = request.split_whitespace();
    let (method, address) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    if method != "GET" && method != "HEAD" {
        return text("405 Method Not Allowed", "only GET and HEAD");
    }
    let Some(mut path) = file_path(address, &site.folder) else {
        return text("400 Bad Request", "not an address here");
    };
    if path.is_dir() {
        path.push("index.html");
    }
    if !path.exists() {
        path = build::finished(&site.folder, &path).unwrap_or(path);
    }
    let coming = site.coming();
    if path == site.folder.join("building.json") {
        return Reply { kind: mime(&path), ..text("200 OK", &coming.json()) };
    }
    if let Some(module) = coming.module_of(&path) {
        return text("503 Service Unavailable", &format!("{module} is still being built"));
    }
    let is_building = !coming.modules.is_empty();
    drop(coming);
    match std::fs::read(&path) {
        Ok(body) if path == site.folder.join("index.html") => {
            Reply { status: "200 OK", kind: mime(&path), body: marked(&body, is_building) }
        }
        Ok(body) => Reply { status: "200 OK", kind: mime(&path), body },
        Err(_) => text("404 Not Found", "no such file"),
    }
}

/// The page without the name of its build, so that the browser stores nothing: a rebuild shows at the next reload. While
/// modules are built, with the mark that makes it request `building.json` before it starts the engine.
fn marked(page: &[u8], is_building: bool) -> Vec<u8> {
    let page = String::from_utf8_lossy(page);
    let page: String = page.split_inclusive('\n').filter(|line| !line.starts_with("<meta name=\"build\"")).collect();
    let page = if is_building { page.replacen("<html ", "<html data-building ", 1) } else { page };
    page.into_bytes()
}

/// The file of an address, inside `folder`; `None` for an address outside it.
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

/// The media type by extension. Browsers refuse modules and streaming wasm with a wrong one.
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
        let site = Site { folder: dir.clone(), coming: Arc::default() };
        std::thread::spawn(move || serve(&listener, &site));
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
        assert_eq!(all.matches("Cross-Origin-Embedder-Policy: require-corp\r\n").count(), 3, "{all}");
        assert!(!all.contains("hello"), "HEAD has no body: {all}");
        assert!(all.contains("404 Not Found"), "{all}");
        std::fs::remove_dir_all(dir).unwrap();
    }

    #[test]
    fn modules_that_are_to_come_are_named_until_they_are_there() {
        let dir = std::env::temp_dir().join(format!("vintage-coming-{}", std::process::id()));
        std::fs::create_dir_all(dir.join("wasm")).unwrap();
        let page = std::fs::read_to_string(project::root().join("index.html")).unwrap();
        let page = page.replace("<title>", "<meta name=\"build\" content=\"0\">\n<title>");
        std::fs::write(dir.join("index.html"), page).unwrap();
        std::fs::write(dir.join("wasm/vintage-engine-relaxed.js"), "relaxed").unwrap();
        let site = Site { folder: dir.clone(), coming: Arc::default() };
        site.coming().modules = vec!["vintage-engine", "vintage-gpu"];
        let ask = |path: &str| {
            let reply = reply(&format!("GET /{path} HTTP/1.1"), &site);
            (reply.status, String::from_utf8(reply.body).unwrap())
        };
        for file in ["vintage-engine.js", "vintage-engine_bg.wasm.zlib", "vintage-engine-split_plain.wasm.zlib"] {
            let (status, text) = ask(&format!("wasm/{file}"));
            assert_eq!((status, text.as_str()), ("503 Service Unavailable", "vintage-engine is still being built"));
        }
        assert_eq!(ask("wasm/vintage-engine-relaxed.js").1, "relaxed", "its name begins with another's");
        assert_eq!(ask("building.json").1, "{\"coming\": [\"vintage-engine\", \"vintage-gpu\"], \"failed\": false}\n");
        assert!(ask("").1.contains("<html data-building "), "the page knows that it has to ask");
        site.coming().modules.clear();
        assert_eq!(ask("wasm/vintage-engine.js").0, "404 Not Found");
        let page = ask("").1;
        assert!(page.contains("<title>") && !page.contains("data-building") && !page.contains("\"build\""), "{page}");
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
