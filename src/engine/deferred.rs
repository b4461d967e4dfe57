//! Values that a computation on the search thread makes and another thread picks up.

use crossbeam_channel::{Receiver, bounded};

use super::control::Control;
use super::game::GameMove;
use super::worker::Computation;

/// The value of a computation, available once it has ended.
pub struct Deferred<T>(Receiver<T>);

/// Returns a computation of `work`, which answers with an empty text, and its future value.
pub fn computation<M: GameMove, T: Send + 'static>(
    work: impl FnOnce(&Control<M>) -> Result<T, String> + Send + 'static,
) -> (Computation<M>, Deferred<T>) {
    let (sender, receiver) = bounded(1);
    let computation = Box::new(move |control: &Control<M>| {
        // The receiver is gone if the asking thread has dropped its end.
        let _ = sender.send(work(control)?);
        Ok(String::new())
    });
    (computation, Deferred(receiver))
}

impl<T> Deferred<T> {
    /// Takes the value. `None` until the computation has ended, after a failed one, and once the value was taken.
    pub fn take(&self) -> Option<T> {
        self.0.try_recv().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    #[test]
    fn a_value_is_there_once_the_computation_has_ended_well() {
        let control: Control<u32> = Control::new(Limits::default());
        let (succeeds, value) = computation(|_| Ok(7));
        assert_eq!(value.take(), None);
        assert_eq!(succeeds(&control), Ok(String::new()));
        assert_eq!(value.take(), Some(7));
        let (fails, value) = computation::<u32, u8>(|_| Err("no".to_owned()));
        assert_eq!(fails(&control), Err("no".to_owned()));
        assert_eq!(value.take(), None);
    }
}
