//! The engine compared with others in one Chromium: benches/web, with peers from npm at the versions of its
//! package-lock.json.

use std::process::{Command, Stdio};

use crate::{Result, command, project, ui};

/// Writes missing models, runs `main.mjs` with `options`, and records its tables.
pub fn run(options: &[String]) -> Result {
    let folder = project::root().join("benches/web");
    let models = super::files("web", "models.py", "models.json")?;
    if !folder.join("node_modules").exists() {
        let mut install = command::clean(Command::new("npm"));
        install.args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]).current_dir(&folder);
        ui::timed("Installing the other engines from npm", || command::run(&mut install))?;
    }
    let chromium = super::page()?;
    let mut page = command::clean(Command::new("node"));
    page.arg(folder.join("main.mjs")).arg(&models).arg(project::dist_dir()).args(options);
    page.env("VINTAGE_CHROMIUM", &chromium).stderr(Stdio::inherit());
    let output = page.output().map_err(|e| format!("`{}`: {e}", command::line(&page)))?;
    let table = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        return Err(format!("`{}` failed.", command::line(&page)));
    }
    let part = |name: &str| options.iter().any(|option| option == name);
    // The result for some of the models is shown, not recorded.
    match (part("--models"), part("--gpu")) {
        (true, _) => {
            print!("{table}");
            Ok(())
        }
        (_, true) => super::record("web gpu", &table),
        _ => super::record("web", &table),
    }
}
