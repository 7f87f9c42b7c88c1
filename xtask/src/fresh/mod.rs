//! `cargo xtask fresh`: runs commands on a machine that has only the packages named in docs/setup.md. The machine is a
//! folder with its own Debian, entered by chroot; the configuration of package access is copied from this machine. Run
//! it by hand, as root, before a change of the set-up is finished.

mod chroot;

use std::path::PathBuf;

use crate::{Result, ui};
use chroot::Chroot;

const USAGE: &str = "\
cargo xtask fresh [--with WHAT]... [--debian-compiler] [--keep] [COMMAND [ARGUMENTS]]

  COMMAND            a command of xtask, `test` if none is named; `serve` ends when everything is built
  --with chromium    Chromium and ChromeDriver are installed before
  --with vulkan      Vulkan's loader and Mesa's drivers are installed before
  --with stray-driver  a file names a Vulkan driver, but there is neither driver nor loader
  --with target      rustup has the browser's target already
  --debian-compiler  as where rustup's servers cannot be reached
  --keep             leave the machine's folder, and print it
  --every            run COMMAND on each kind of machine, one after the other
  --clean            only remove the base system that is kept in the cache
";

/// A difference of a machine from a bare one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extra {
    Chromium,
    Vulkan,
    StrayDriver,
    Target,
}

impl Extra {
    const ALL: [(&str, Self); 4] = [
        ("chromium", Self::Chromium),
        ("vulkan", Self::Vulkan),
        ("stray-driver", Self::StrayDriver),
        ("target", Self::Target),
    ];

    fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, extra)| *extra)
    }
}

/// Parsed arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Order {
    extras: Vec<Extra>,
    debian_compiler: bool,
    keep: bool,
    every: bool,
    clean: bool,
    command: Vec<String>,
}

/// Kinds of machines: each lacks or has something that another does not.
const KINDS: [(&[Extra], bool); 5] = [
    (&[], false),
    (&[Extra::Chromium], false),
    (&[Extra::Chromium, Extra::Vulkan, Extra::Target], false),
    (&[Extra::StrayDriver, Extra::Target], false),
    (&[], true),
];

fn order(arguments: &[String]) -> Result<Order> {
    let mut order = Order::default();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--with" => {
                let name = rest.next().map(String::as_str).unwrap_or_default();
                order.extras.push(Extra::named(name).ok_or_else(|| format!("--with `{name}` is not known.\n{USAGE}"))?);
            }
            "--debian-compiler" => order.debian_compiler = true,
            "--keep" => order.keep = true,
            "--every" => order.every = true,
            "--clean" => order.clean = true,
            option if option.starts_with('-') => return Err(format!("`{option}` is not known.\n{USAGE}")),
            command => {
                order.command = std::iter::once(command.to_owned()).chain(rest.cloned()).collect();
                break;
            }
        }
    }
    if order.command.is_empty() {
        order.command = vec!["test".to_owned()];
    }
    Ok(order)
}

/// Runs a command on fresh machines.
pub fn run(arguments: &[String]) -> Result {
    let order = order(arguments)?;
    if order.clean {
        return chroot::remove_base();
    }
    if !order.every {
        return on_one(&order);
    }
    let mut failed = Vec::new();
    for (extras, debian_compiler) in KINDS {
        let one = Order { extras: extras.to_vec(), debian_compiler, ..order.clone() };
        let name = describe(&one);
        if let Err(why) = on_one(&one) {
            ui::note(&why);
            failed.push(name);
        }
    }
    if failed.is_empty() { Ok(()) } else { Err(format!("failed on: {}.", failed.join("; "))) }
}

fn describe(order: &Order) -> String {
    let names = order.extras.iter().filter_map(|extra| Extra::ALL.iter().find(|(_, known)| known == extra));
    let mut words: Vec<&str> = names.map(|(name, _)| *name).collect();
    if order.debian_compiler {
        words.push("debian-compiler");
    }
    if words.is_empty() { "a bare machine".to_owned() } else { format!("a machine with {}", words.join(", ")) }
}

fn on_one(order: &Order) -> Result {
    let name = describe(order);
    let clock = ui::Clock::start();
    ui::step(&format!("Preparing {name}"));
    let machine = Chroot::new(order.extras.contains(&Extra::Target))?;
    for extra in &order.extras {
        match extra {
            Extra::Chromium => machine.install(&["chromium", "chromium-driver"])?,
            Extra::Vulkan => machine.install(&["libvulkan1", "mesa-vulkan-drivers"])?,
            Extra::StrayDriver => machine.write(STRAY.0, STRAY.1)?,
            Extra::Target => {}
        }
    }
    ui::note(&format!("ready after {}", clock.took()));
    let clock = ui::Clock::start();
    ui::step(&format!("`cargo xtask {}` on {name}", order.command.join(" ")));
    let outcome = machine.run(&order.command, order.debian_compiler);
    ui::step(&format!("`cargo xtask {}` on {name} took {}", order.command.join(" "), clock.took()));
    let folder: PathBuf = machine.end(order.keep)?;
    if order.keep {
        ui::note(&format!("the machine is in {}", folder.display()));
    }
    outcome
}

/// The remains of a browser or a removed package: a driver's manifest without the driver.
const STRAY: (&str, &str) = (
    "usr/share/vulkan/icd.d/lvp_icd.x86_64.json",
    "{\"ICD\": {\"api_version\": \"1.1\", \"library_path\": \"libvulkan_lvp.so\"}, \"file_format_version\": \"1.0.0\"}\n",
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_read_and_unknown_words_are_refused() {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let bare = order(&[]).unwrap();
        assert_eq!((bare.command, describe(&order(&[]).unwrap())), (words("test"), "a bare machine".to_owned()));
        let some = order(&words("--with chromium --debian-compiler test native")).unwrap();
        assert_eq!(some.extras, [Extra::Chromium]);
        assert_eq!(some.command, words("test native"));
        assert_eq!(describe(&some), "a machine with chromium, debian-compiler");
        assert!(order(&words("--with chrome")).unwrap_err().contains("chrome"));
        assert!(order(&words("--fast")).unwrap_err().contains("--fast"));
    }

    /// Each tool that a machine can have is missing on one kind and present on another.
    #[test]
    fn every_difference_is_among_the_kinds() {
        for (name, extra) in Extra::ALL {
            assert!(KINDS.iter().any(|(extras, _)| extras.contains(&extra)), "{name} is on no machine");
            assert!(KINDS.iter().any(|(extras, _)| !extras.contains(&extra)), "{name} is on every machine");
        }
        assert!(KINDS.iter().any(|(_, debian)| *debian));
    }
}
