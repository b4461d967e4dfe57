"""Tests of the scripts, run by `cargo test --test scripts`; TENGEN names the built program."""
