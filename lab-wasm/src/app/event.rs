//! The events of the laboratory's page.

use web_ui::{
    forensics::keys::SheetKey,
    input::held::FlightKey,
    shell::{keyboard::Stroke, pointer::Pointer},
};

use super::order::Order;

#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    Frame,
    /// The slow timer, which also runs in a hidden tab, but slower.
    Refresh,
    /// A flight or fire key.
    Flight(FlightKey, Stroke),
    /// The mouse, a finger or a pen.
    Pointer(Pointer),
    /// A button, or its key.
    Order(Order),
    /// Some form control of the page has a new value.
    Edited,
    /// The focus left the menu *More*.
    MenuLeft,
    /// The window lost the focus.
    Blurred,
    /// More of the keyboard layout is known.
    LayoutKnown,
    Resized,
    FragmentChanged,
    /// A file was selected or dropped on the page: its bytes.
    File(Vec<u8>),
}

impl Event {
    /// The event of a button, by its `data-act`.
    #[must_use]
    pub fn of_button(act: &str) -> Option<Self> {
        Order::named(act).map(Self::Order)
    }

    /// The event of a key in the forensics sheet.
    #[must_use]
    pub fn of_sheet(key: SheetKey) -> Self {
        Self::Order(match key {
            SheetKey::Close => Order::Dismiss,
            SheetKey::Act(act) => Order::Shot(act),
        })
    }
}
