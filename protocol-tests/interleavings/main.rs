//! Interleavings of threads: the parts that threads share, run by shuttle under many schedules.
//!
//! The files under test are those of the program. They import their primitives from `super::sync`, which
//! is a module of shuttle's here. Waits never time out, so that a lost notification is a deadlock, which shuttle
//! reports with the schedule that leads to it. Atomics are sequentially consistent: orders of memory are not explored.

mod jobs;
mod schedules;
mod splits;
mod threads;
mod waiting_input;
