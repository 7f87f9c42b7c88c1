//! Gestures on a drawing as a state machine: pointer, wheel and key events in, [`Action`]s out.

use crate::graph::Step;

/// CSS pixels that a pointer may move and still click.
const CLICK: f64 = 5.0;
/// CSS pixels of one step with an arrow key.
const PAN: f64 = 80.0;
/// One step of zoom by key or button.
pub const CLOSER: f64 = 1.25;
/// Zoom per CSS pixel of the wheel, as an exponent of e.
const WHEEL: f64 = 0.0022;
/// CSS pixels of a line, the unit of some mice.
const LINE: f64 = 16.0;

/// A point of the canvas in CSS pixels.
pub type Point = (f64, f64);

/// The effect of a gesture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action {
    /// Move the drawing by CSS pixels.
    Pan(f64, f64),
    /// Zoom by a factor around a point.
    Zoom(f64, Point),
    /// Two fingers: zoom by a factor around a point, then move.
    Pinch(f64, Point, (f64, f64)),
    /// Zoom by a factor around the middle.
    ZoomMiddle(f64),
    /// Show the complete drawing.
    Fit,
    /// Mark the node at a point as the one under the pointer.
    Hover(Point),
    /// Select the node at a point.
    Click(Point),
    /// Select the next node in a direction.
    Walk(Step),
    /// Mark everything upstream and downstream of the selection, or stop doing so.
    Trace,
    /// Open or close the selected group; show the selected node; select the first one.
    Enter,
    /// Select nothing.
    Deselect,
}

/// The pointers that are down.
#[derive(Clone, Debug, Default)]
pub struct Pointers {
    down: Vec<(i32, Point)>,
    /// The point where the first one went down.
    from: Point,
    /// Whether it has left that point, or another pointer was pressed.
    dragged: bool,
}

impl Pointers {
    /// A pointer is pressed.
    pub fn down(&mut self, id: i32, at: Point) {
        self.down.retain(|(known, _)| *known != id);
        self.down.push((id, at));
        if self.down.len() == 1 {
            (self.from, self.dragged) = (at, false);
        } else {
            self.dragged = true;
        }
    }

    /// A pointer moves. One that is not down hovers if it is a mouse.
    pub fn moved(&mut self, id: i32, at: Point, mouse: bool) -> Option<Action> {
        let Some(index) = self.down.iter().position(|(known, _)| *known == id) else {
            return mouse.then_some(Action::Hover(at));
        };
        self.dragged |= distance(at, self.from) > CLICK;
        let before = std::mem::replace(&mut self.down[index].1, at);
        let (dx, dy) = (at.0 - before.0, at.1 - before.1);
        match self.down[..] {
            [_] if self.dragged => Some(Action::Pan(dx, dy)),
            [(_, first), (_, second)] => {
                // The distance of two fingers zooms, their middle pans.
                let other = if index == 0 { second } else { first };
                let factor = distance(at, other).max(1.0) / distance(before, other).max(1.0);
                let middle = ((before.0 + other.0) / 2.0, (before.1 + other.1) / 2.0);
                Some(Action::Pinch(factor, middle, (dx / 2.0, dy / 2.0)))
            }
            _ => None,
        }
    }

    /// A pointer is released, or the browser cancels it (`cancelled`).
    pub fn up(&mut self, id: i32, at: Point, cancelled: bool) -> Option<Action> {
        let count = self.down.len();
        self.down.retain(|(known, _)| *known != id);
        (count == 1 && self.down.is_empty() && !self.dragged && !cancelled).then_some(Action::Click(at))
    }
}

fn distance(a: Point, b: Point) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// A turn of the wheel, as the browser reports it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wheel {
    /// Amounts to the right and down.
    pub delta: (f64, f64),
    /// The unit of `delta`: 0 pixels, 1 lines, 2 pages.
    pub mode: u32,
    /// Whether Control or Command is held; browsers report a pinch on a touchpad this way.
    pub zooms: bool,
    /// Whether Shift is held.
    pub shift: bool,
    /// The point under the pointer.
    pub at: Point,
}

impl Wheel {
    /// The effect on a drawing in a canvas of this height. `fits`: the complete drawing is visible, so there is nothing
    /// to pan and the wheel scrolls the page.
    pub fn action(self, height: f64, fits: bool) -> Option<Action> {
        let unit = match self.mode {
            1 => LINE,
            2 => height,
            _ => 1.0,
        };
        let (dx, dy) = (self.delta.0 * unit, self.delta.1 * unit);
        if self.zooms {
            return Some(Action::Zoom((-dy * WHEEL).exp().clamp(0.5, 2.0), self.at));
        }
        // Mice without a sideways wheel pan sideways with Shift.
        let (dx, dy) = if self.shift && dx == 0.0 { (dy, 0.0) } else { (dx, dy) };
        (!fits).then_some(Action::Pan(-dx, -dy))
    }
}

/// The effect of a key without Alt, Control or Command; `None` for keys that belong to the page.
pub fn key(key: &str, shift: bool, selected: bool) -> Option<Action> {
    Some(match (key, shift) {
        ("ArrowUp", false) => Action::Walk(Step::Up),
        ("ArrowDown", false) => Action::Walk(Step::Down),
        ("ArrowLeft", false) => Action::Walk(Step::Left),
        ("ArrowRight", false) => Action::Walk(Step::Right),
        ("ArrowUp", true) => Action::Pan(0.0, PAN),
        ("ArrowDown", true) => Action::Pan(0.0, -PAN),
        ("ArrowLeft", true) => Action::Pan(PAN, 0.0),
        ("ArrowRight", true) => Action::Pan(-PAN, 0.0),
        ("+" | "=", _) => Action::ZoomMiddle(CLOSER),
        ("-" | "_", _) => Action::ZoomMiddle(1.0 / CLOSER),
        ("0", _) => Action::Fit,
        ("p", _) => Action::Trace,
        ("Enter" | " ", _) => Action::Enter,
        ("Escape", _) if selected => Action::Deselect,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_press_without_movement_is_a_click_and_one_with_movement_pans() {
        let mut pointers = Pointers::default();
        pointers.down(1, (10.0, 10.0));
        assert_eq!(pointers.moved(1, (13.0, 13.0), true), None, "a hand is never quite still");
        assert_eq!(pointers.up(1, (13.0, 13.0), false), Some(Action::Click((13.0, 13.0))));
        pointers.down(1, (10.0, 10.0));
        assert_eq!(pointers.moved(1, (20.0, 10.0), true), Some(Action::Pan(10.0, 0.0)));
        assert_eq!(pointers.moved(1, (10.0, 10.0), true), Some(Action::Pan(-10.0, 0.0)), "back is still a drag");
        assert_eq!(pointers.up(1, (10.0, 10.0), false), None);
    }

    #[test]
    fn a_pointer_that_the_browser_takes_away_clicks_nothing() {
        let mut pointers = Pointers::default();
        pointers.down(1, (0.0, 0.0));
        assert_eq!(pointers.up(1, (0.0, 0.0), true), None);
        assert_eq!(pointers.up(7, (0.0, 0.0), false), None, "one that was never down");
    }

    #[test]
    fn only_a_mouse_hovers() {
        let mut pointers = Pointers::default();
        assert_eq!(pointers.moved(1, (3.0, 4.0), true), Some(Action::Hover((3.0, 4.0))));
        assert_eq!(pointers.moved(2, (3.0, 4.0), false), None);
    }

    #[test]
    fn two_fingers_zoom_around_their_middle_and_click_nothing() {
        let mut pointers = Pointers::default();
        pointers.down(1, (0.0, 0.0));
        pointers.down(2, (100.0, 0.0));
        let pinch = Action::Pinch(2.0, (50.0, 0.0), (50.0, 0.0));
        assert_eq!(pointers.moved(2, (200.0, 0.0), false), Some(pinch));
        assert_eq!(pointers.up(2, (200.0, 0.0), false), None);
        assert_eq!(pointers.up(1, (0.0, 0.0), false), None);
        // A third finger does nothing, and fingers on one point do not divide by zero.
        for id in 1..=2 {
            pointers.down(id, (5.0, 5.0));
        }
        assert_eq!(pointers.moved(1, (5.0, 5.0), false), Some(Action::Pinch(1.0, (5.0, 5.0), (0.0, 0.0))));
        pointers.down(3, (9.0, 9.0));
        assert_eq!(pointers.moved(3, (90.0, 9.0), false), None);
    }

    #[test]
    fn the_wheel_zooms_with_control_pans_without_and_is_the_pages_where_all_is_visible() {
        let wheel = Wheel { delta: (0.0, 100.0), mode: 0, zooms: false, shift: false, at: (1.0, 2.0) };
        assert_eq!(wheel.action(500.0, false), Some(Action::Pan(0.0, -100.0)));
        assert_eq!(wheel.action(500.0, true), None);
        assert_eq!(Wheel { shift: true, ..wheel }.action(500.0, false), Some(Action::Pan(-100.0, 0.0)));
        assert_eq!(Wheel { mode: 1, delta: (0.0, 3.0), ..wheel }.action(500.0, false), Some(Action::Pan(0.0, -48.0)));
        assert_eq!(Wheel { mode: 2, delta: (0.0, 1.0), ..wheel }.action(500.0, false), Some(Action::Pan(0.0, -500.0)));
        let Some(Action::Zoom(factor, at)) = (Wheel { zooms: true, ..wheel }).action(500.0, true) else { panic!() };
        assert!((0.5..1.0).contains(&factor) && at == (1.0, 2.0), "{factor}");
        let Some(Action::Zoom(most, _)) = (Wheel { zooms: true, delta: (0.0, -1e9), ..wheel }).action(1.0, true) else {
            panic!()
        };
        assert_eq!(most, 2.0, "one turn is one step, however fast");
    }

    #[test]
    fn keys_walk_pan_and_zoom_and_the_rest_is_the_pages() {
        assert_eq!(key("ArrowDown", false, false), Some(Action::Walk(Step::Down)));
        assert_eq!(key("ArrowDown", true, false), Some(Action::Pan(0.0, -PAN)));
        assert_eq!(key("+", true, false), Some(Action::ZoomMiddle(CLOSER)));
        assert_eq!(key("Escape", false, true), Some(Action::Deselect));
        assert_eq!(key("Escape", false, false), None, "closes what is around the drawing");
        assert_eq!(key("Tab", false, true), None);
    }
}
