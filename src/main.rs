//! The `tengen` program: arguments, logging and the exit code.

use std::io;
use std::panic;
use std::process::ExitCode;

use tengen::cli::Cli;
use tengen::engine::files;
use tengen::io::output::Output;

fn main() -> ExitCode {
    panic::set_hook(Box::new(report_panic));
    files::ignore_size_signal();
    let cli = Cli::of_process();
    let mut out = Output::new(io::stdout());
    // Results of a tool are still in the buffer; a full disk shows when it is flushed.
    match cli.run(&mut out).and_then(|()| Ok(out.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("tengen: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Reports a panic in one line on stderr, and to the log. The conversation goes on where it can.
fn report_panic(info: &panic::PanicHookInfo) {
    log::error!("{info}");
    let text = info.to_string().replace('\n', " ");
    eprintln!("tengen: this is a fault of the program: {text}");
}

/// Whether a client has closed our stdout; nothing is wrong then.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
