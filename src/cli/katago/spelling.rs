//! KataGo's spelling of options: long ones with one dash or two.

use std::ffi::OsString;

/// Subcommands that accept KataGo's spelling.
const SUBCOMMANDS: [&str; 4] = ["gtp", "analysis", "benchmark", "version"];

/// Gives long options after a KataGo subcommand, up to `--`, their second dash. One-letter options and negative numbers
/// keep their dash.
pub fn with_two_dashes(args: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut args: Vec<OsString> = args.into_iter().collect();
    let is_katago = |name: &OsString| SUBCOMMANDS.iter().any(|known| name == known);
    if !args.get(1).is_some_and(is_katago) {
        return args;
    }
    for arg in args.iter_mut().skip(2).take_while(|arg| *arg != "--") {
        if is_long_with_one_dash(arg.to_str().unwrap_or_default()) {
            let mut spelled = OsString::from("-");
            spelled.push(&arg);
            *arg = spelled;
        }
    }
    args
}

fn is_long_with_one_dash(arg: &str) -> bool {
    let Some(option) = arg.strip_prefix('-') else {
        return false;
    };
    let name = option.split('=').next().unwrap_or_default();
    name.len() > 1 && name.starts_with(|c: char| c.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelled(line: &str) -> String {
        let args = line.split(' ').map(OsString::from);
        let args = with_two_dashes(args);
        let args: Vec<&str> = args.iter().filter_map(|arg| arg.to_str()).collect();
        args.join(" ")
    }

    #[test]
    fn long_options_of_katago_get_a_second_dash() {
        for (line, expected) in [
            (
                "tengen gtp -model M -config C --config=D -override-config=a=1,b=-2",
                "tengen gtp --model M --config C --config=D --override-config=a=1,b=-2",
            ),
            (
                "tengen analysis -quit-without-waiting -analysis-threads 2",
                "tengen analysis --quit-without-waiting --analysis-threads 2",
            ),
            (
                "tengen benchmark -v 80 -t 1,2 -h -0.5 -",
                "tengen benchmark -v 80 -t 1,2 -h -0.5 -",
            ),
            ("tengen gtp -- -model", "tengen gtp -- -model"),
        ] {
            assert_eq!(spelled(line), expected);
        }
    }

    #[test]
    fn other_subcommands_keep_their_spelling() {
        for line in [
            "tengen -game gomoku",
            "tengen bench -model M",
            "tengen",
            "tengen -gtp",
        ] {
            assert_eq!(spelled(line), line);
        }
    }
}
