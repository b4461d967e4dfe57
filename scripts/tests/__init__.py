"""Tests of the scripts, run by `cargo test --test protocol scripts::`; TENGEN names the built program."""
