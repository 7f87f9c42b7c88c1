//! The rate of announcements: of texts that follow each other quickly, screen readers get the last one.

/// Milliseconds without another text after which a text is announced.
const QUIET: f64 = 200.0;
/// Milliseconds after which a text is announced although others keep arriving.
const LONGEST: f64 = 2_000.0;

/// Texts that wait to be announced.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Burst {
    waiting: Option<Waiting>,
    said: String,
}

#[derive(Clone, Debug, PartialEq)]
struct Waiting {
    text: String,
    /// Times of the first and the last text of the burst.
    first: f64,
    last: f64,
}

/// The next step of a timer.
#[derive(Clone, Debug, PartialEq)]
pub enum Due {
    /// Announce this.
    Say(String),
    /// Ask again after these milliseconds.
    Wait(f64),
}

impl Burst {
    /// Takes a text at a time in milliseconds. Returns the milliseconds after which to ask for [`Self::due`], unless a
    /// timer runs already.
    pub fn take(&mut self, text: String, now: f64) -> Option<f64> {
        let first = self.waiting.as_ref().map(|waiting| waiting.first);
        self.waiting = Some(Waiting { text, first: first.unwrap_or(now), last: now });
        first.is_none().then_some(QUIET)
    }

    /// The text that is due at a time; `None` if none waits.
    pub fn due(&mut self, now: f64) -> Option<Due> {
        let waiting = self.waiting.as_ref()?;
        let due = (waiting.last + QUIET).min(waiting.first + LONGEST);
        if now < due {
            return Some(Due::Wait(due - now));
        }
        let mut text = self.waiting.take()?.text;
        // A live region that does not change is not announced: a space makes the same text another one.
        if !text.is_empty() && text == self.said {
            text.push('\u{a0}');
        }
        self.said.clone_from(&text);
        Some(Due::Say(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The announcements for texts at given times, with a timer that asks when it should.
    fn announced(texts: &[(f64, &str)]) -> Vec<(f64, String)> {
        let (mut burst, mut said, mut timer) = (Burst::default(), Vec::new(), None::<f64>);
        let mut texts = texts.iter().peekable();
        loop {
            let next = texts.peek().map_or(f64::INFINITY, |(at, _)| *at);
            let at = timer.unwrap_or(f64::INFINITY);
            if next.min(at).is_infinite() {
                return said;
            }
            if next <= at {
                let (now, text) = texts.next().unwrap();
                if let Some(wait) = burst.take((*text).to_owned(), *now) {
                    assert_eq!(timer, None, "one timer at a time");
                    timer = Some(now + wait);
                }
            } else {
                timer = match burst.due(at) {
                    Some(Due::Say(text)) => {
                        said.push((at, text));
                        None
                    }
                    Some(Due::Wait(more)) => Some(at + more),
                    None => None,
                };
            }
        }
    }

    #[test]
    fn a_burst_announces_its_last_text() {
        let burst: Vec<(f64, String)> = (0..20).map(|i| (f64::from(i) * 30.0, format!("node {i}"))).collect();
        let burst: Vec<(f64, &str)> = burst.iter().map(|(at, text)| (*at, text.as_str())).collect();
        assert_eq!(announced(&burst), [(19.0 * 30.0 + QUIET, "node 19".to_owned())]);
    }

    #[test]
    fn texts_with_time_between_them_are_all_announced() {
        let said = announced(&[(0.0, "a"), (500.0, "b"), (1_000.0, "c")]);
        assert_eq!(said.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>(), ["a", "b", "c"]);
    }

    #[test]
    fn a_stream_without_a_pause_is_announced_from_time_to_time() {
        let stream: Vec<(f64, String)> = (0..100).map(|i| (f64::from(i) * 100.0, i.to_string())).collect();
        let stream: Vec<(f64, &str)> = stream.iter().map(|(at, text)| (*at, text.as_str())).collect();
        let said = announced(&stream);
        assert!((4..=6).contains(&said.len()), "{said:?}");
        assert_eq!(said.last().unwrap().1, "99");
    }

    #[test]
    fn the_same_text_again_is_another_text() {
        let said = announced(&[(0.0, "a"), (500.0, "a"), (1_000.0, "a")]);
        assert_eq!(said.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>(), ["a", "a\u{a0}", "a"]);
        assert_eq!(Burst::default().due(0.0), None);
    }
}
