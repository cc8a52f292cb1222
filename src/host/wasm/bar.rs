//! Progress of long tasks. JavaScript decides how and how often to show it.

use std::rc::Rc;

use super::{Machine, machine};

/// Progress of a task, from its start until it is dropped.
pub struct Bar {
    machine: Option<Rc<dyn Machine>>,
    message: String,
}

impl Bar {
    /// Begins a task that a message names.
    pub fn new(message: String) -> Self {
        let bar = Self { machine: machine().ok(), message };
        bar.set(0, 0);
        bar
    }

    /// Reports `done` of `total` units. A total of 0 is unknown.
    pub fn set(&self, done: u64, total: u64) {
        self.machine.iter().for_each(|machine| machine.progress(&self.message, done, total));
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        // A task without a message is no task: JavaScript removes the message.
        self.machine.iter().for_each(|machine| machine.progress("", 0, 0));
    }
}
