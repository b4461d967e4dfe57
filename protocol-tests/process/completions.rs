//! Completions of shells and man pages, which the program writes from its command line.

use std::fs;

use crate::process::files::empty_folder;
use crate::process::program::{output, run};

#[test]
fn completions_are_scripts_of_their_shells() {
    for (shell, known) in [
        ("bash", "complete -F _tengen"),
        ("zsh", "#compdef tengen"),
        ("fish", "complete -c tengen"),
        ("powershell", "Register-ArgumentCompleter"),
        ("elvish", "set edit:completion:arg-completer[tengen]"),
    ] {
        let script = output(&["completions", shell]).join("\n");
        assert!(script.contains(known), "{shell}");
        assert!(script.contains("ladders"), "{shell}");
    }
    let refused = run(&["completions", "sh"]);
    assert!(
        refused.stderr.contains("[possible values: bash"),
        "{}",
        refused.stderr
    );
    assert_eq!(refused.status.code(), Some(2));
}

#[cfg(unix)]
#[test]
fn bash_completes_options_with_the_script() {
    use std::process::Command;

    let script = output(&["completions", "bash"]).join("\n");
    for (words, last, previous, expected) in [
        ("solve --th", "--th", "solve", "--threads\n"),
        // Keys come from the table of KataGo's configuration.
        (
            "gtp --override-config resignT",
            "resignT",
            "--override-config",
            "resignThreshold=\n",
        ),
        (
            "analysis --override-config analysisW",
            "analysisW",
            "--override-config",
            "analysisWideRootNoise=\n",
        ),
    ] {
        let completed = format!(
            "COMP_WORDS=(tengen {words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
             _tengen tengen {last} {previous}; echo \"${{COMPREPLY[@]}}\""
        );
        let answered = Command::new("bash")
            .args(["-c", &format!("{script}\n{completed}")])
            .output();
        if let Ok(answered) = answered {
            assert_eq!(String::from_utf8_lossy(&answered.stdout), expected);
        }
    }
}

#[test]
fn every_tool_has_a_man_page() {
    let page = output(&["man"]).join("\n");
    assert!(page.contains(".TH tengen 1"), "{page}");
    let folder = empty_folder("man");
    assert_eq!(output(&["man", folder.to_str().unwrap()]), [""; 0]);
    let help = output(&["--help"]).join("\n");
    let (_, tools) = help.split_once("Commands:").unwrap();
    let (tools, _) = tools.split_once("Options:").unwrap();
    let names = tools.lines().filter_map(|line| {
        let name = line.strip_prefix("  ")?.split(' ').next()?;
        (!matches!(name, "" | "help")).then_some(name)
    });
    let mut count = 0;
    for name in names {
        let page = fs::read_to_string(folder.join(format!("tengen-{name}.1"))).unwrap();
        assert!(page.contains(".SH SYNOPSIS"), "{name}");
        count += 1;
    }
    assert!(count > 10, "{help}");
    fs::remove_dir_all(folder).unwrap();
    let refused = run(&["man", "main.rs/pages"]);
    assert!(
        refused.stderr.contains("main.rs/pages"),
        "{}",
        refused.stderr
    );
    assert_eq!(refused.status.code(), Some(1));
}
