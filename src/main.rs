//! The `tengen` program: arguments, logging and the exit code.

use std::panic;
use std::process::ExitCode;

use tengen::cli::Cli;
use tengen_engine::{files, resources};
use tengen_protocol::io::error_output;
use tengen_protocol::io::output::{self, Output};
use tengen_protocol::io::signals::EndSignal;

fn main() -> ExitCode {
    panic::set_hook(Box::new(error_output::report_panic));
    resources::share_heap_if_bounded();
    files::ignore_size_signal();
    let mut out = Output::to_stdout();
    let cli = match Cli::of_process(&mut out) {
        Ok(cli) => cli,
        Err(code) => return code,
    };
    // A tool's results are still buffered, so a full disk shows only at this flush.
    match cli.run(&mut out).and_then(|()| Ok(out.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if output::is_reader_gone(error.as_ref()) => ExitCode::SUCCESS,
        Err(error) => {
            if let Some(signal) = error.downcast_ref::<EndSignal>() {
                signal.end_process();
            }
            error_output::line(&format!("tengen: {error:#}"));
            ExitCode::FAILURE
        }
    }
}
