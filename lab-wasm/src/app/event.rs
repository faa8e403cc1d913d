//! What can happen to the laboratory's page.

use web_ui::{
    forensics::keys::SheetKey,
    input::held::FlightKey,
    shell::{keyboard::Stroke, pointer::Pointer},
};

use super::order::Order;

/// Something that happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A picture is due.
    Frame,
    /// The slow timer, which runs (slower still) in a hidden tab too.
    Slow,
    /// A key that flies or fires.
    Flight(FlightKey, Stroke),
    /// The mouse, a finger or a pen.
    Pointer(Pointer),
    /// A button or its key.
    Order(Order),
    /// An element of the page has a new value; which one is of no matter.
    Edited,
    /// The window lost the keyboard.
    Blurred,
    /// More is known of the keyboard's layout.
    LayoutKnown,
    /// The canvas has another size.
    Resized,
    /// The part of the address after `#` changed.
    FragmentChanged,
    /// A file was chosen or dropped on the page: its bytes.
    File(Vec<u8>),
}

impl Event {
    /// The event of a button, by its `data-act`.
    #[must_use]
    pub fn of_button(act: &str) -> Option<Self> {
        Order::named(act).map(Self::Order)
    }

    /// The event of a key of the sheet that looks into a shot.
    #[must_use]
    pub fn of_sheet(key: SheetKey) -> Self {
        Self::Order(match key {
            SheetKey::Close => Order::Dismiss,
            SheetKey::Act(act) => Order::Shot(act),
        })
    }
}
