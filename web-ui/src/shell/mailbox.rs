//! The mailbox of a page: listeners post what happened, as the page's own type of event, and the
//! app reads it.
//!
//! A listener never calls the app itself: some browser calls raise events before they return, and
//! the app would be entered twice. What is posted while the app works, it reads before it rests.

use std::{cell::RefCell, collections::VecDeque, rc::Rc};

struct Inner<E> {
    /// Oldest first.
    events: RefCell<VecDeque<E>>,
    wake: RefCell<Option<Rc<dyn Fn()>>>,
}

/// Where events wait for the app. Clones are the same mailbox.
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
    /// Has an app read every event from now on, one at a time, as long as it is there.
    pub fn feed<T: 'static>(&self, app: &Rc<RefCell<T>>, handle: fn(&mut T, E)) {
        let (weak, inbox) = (Rc::downgrade(app), self.clone());
        *self.0.wake.borrow_mut() = Some(Rc::new(move || {
            let Some(app) = weak.upgrade() else { return };
            // Where the app is at work already, it reads this event when done with the one in hand.
            let Ok(mut app) = app.try_borrow_mut() else { return };
            while let Some(event) = inbox.take() {
                handle(&mut app, event);
            }
        }));
    }

    /// Something happened.
    pub fn post(&self, event: E) {
        self.0.events.borrow_mut().push_back(event);
        self.wake();
    }

    /// Has the app read what it has not.
    pub fn wake(&self) {
        let wake = self.0.wake.borrow().clone();
        if let Some(wake) = wake {
            wake();
        }
    }

    /// The oldest event not yet read.
    #[must_use]
    pub fn take(&self) -> Option<E> {
        self.0.events.borrow_mut().pop_front()
    }
}
