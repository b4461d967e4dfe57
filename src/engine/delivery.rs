//! Computations whose answer is a value, for the thread that asked to take up.

use crossbeam_channel::{Receiver, bounded};

use super::control::Control;
use super::game::GameMove;
use super::worker::Computation;

/// Where the value of a computation can be taken once it has ended.
pub struct Delivery<T>(Receiver<T>);

/// A computation of `work`, whose text is empty, and the place of its value.
pub fn of<M: GameMove, T: Send + 'static>(
    work: impl FnOnce(&Control<M>) -> Result<T, String> + Send + 'static,
) -> (Computation<M>, Delivery<T>) {
    let (sender, receiver) = bounded(1);
    let computation = Box::new(move |control: &Control<M>| {
        // Whoever has asked may be gone.
        let _ = sender.send(work(control)?);
        Ok(String::new())
    });
    (computation, Delivery(receiver))
}

impl<T> Delivery<T> {
    /// The value; `None` before the computation has ended well.
    pub fn take(&self) -> Option<T> {
        self.0.try_recv().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Limits;

    #[test]
    fn a_value_is_there_once_the_computation_has_ended_well() {
        let control: Control<u32> = Control::new(Limits::default());
        let (computation, delivery) = of(|_| Ok(7));
        assert_eq!(delivery.take(), None);
        assert_eq!(computation(&control), Ok(String::new()));
        assert_eq!(delivery.take(), Some(7));
        let (computation, delivery) = of::<u32, u8>(|_| Err("no".to_owned()));
        assert_eq!(computation(&control), Err("no".to_owned()));
        assert_eq!(delivery.take(), None);
    }
}
