//! A page's event queue: listeners post events of the page's own type, and the app handles them.
//!
//! Listeners never call the app directly: some browser calls raise events before they return, which
//! would enter the app recursively. Events posted while the app runs are handled before it returns.

use std::{cell::RefCell, collections::VecDeque, rc::Rc};

struct Inner<E> {
    /// Oldest first.
    events: RefCell<VecDeque<E>>,
    wake: RefCell<Option<Rc<dyn Fn()>>>,
}

/// The event queue of an app. Clones share the queue.
pub struct Mailbox<E>(Rc<Inner<E>>);

impl<E> Default for Mailbox<E> {
    fn default() -> Self {
        Self(Rc::new(Inner { events: RefCell::default(), wake: RefCell::default() }))
    }
}

impl<E> Clone for Mailbox<E> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

impl<E: 'static> Mailbox<E> {
    /// Has an app handle every event from now on, one at a time, for as long as it lives.
    pub fn feed<T: 'static>(&self, app: &Rc<RefCell<T>>, handle: fn(&mut T, E)) {
        let (weak, inbox) = (Rc::downgrade(app), self.clone());
        *self.0.wake.borrow_mut() = Some(Rc::new(move || {
            let Some(app) = weak.upgrade() else { return };
            // If the app is already running, it handles this event after the current one.
            let Ok(mut app) = app.try_borrow_mut() else { return };
            while let Some(event) = inbox.take() {
                handle(&mut app, event);
            }
        }));
    }

    /// Queues an event and wakes the app.
    pub fn post(&self, event: E) {
        self.0.events.borrow_mut().push_back(event);
        self.wake();
    }

    /// Has the app handle the pending events.
    pub fn wake(&self) {
        let wake = self.0.wake.borrow().clone();
        if let Some(wake) = wake {
            wake();
        }
    }

    /// Removes the oldest pending event.
    #[must_use]
    pub fn take(&self) -> Option<E> {
        self.0.events.borrow_mut().pop_front()
    }
}
