//! Tests of who gets a seat.

use super::*;

fn place(text: &str) -> Place<String> {
    let (job, host) = text.split_at(1);
    Place::of(job.to_owned(), &format!("http://{host}.example/x"))
}

fn seats(count: usize, waiting: &[&str]) -> Seats<String> {
    let mut seats = Seats::new(count);
    for text in waiting {
        seats.queue(place(text), (*text).to_owned());
    }
    seats
}

/// Who sits down, in this order.
fn seated(seats: &mut Seats<String>) -> Vec<String> {
    std::iter::from_fn(|| seats.next().map(|(_, item)| item)).collect()
}

#[test]
fn no_more_sit_than_there_are_seats() {
    let check = |count, waiting: &[&str], expect: &[&str]| {
        let mut seats = seats(count, waiting);
        assert_eq!(seated(&mut seats), expect, "{count} seats");
        assert_eq!(seats.waiting(), waiting.len() - expect.len());
    };
    check(0, &["a1", "a2"], &["a1"]);
    check(2, &["a1", "b1", "a2"], &["a1", "b1"]);
    check(3, &["a1"], &["a1"]);
}

#[test]
fn a_free_seat_is_for_the_same_job_and_site_first() {
    let check = |left: &str, waiting: &[&str], expect: &str| {
        let mut seats = seats(1, &[left]);
        seated(&mut seats);
        for text in waiting {
            seats.queue(place(text), (*text).to_owned());
        }
        seats.leave(place(left));
        assert_eq!(seated(&mut seats), [expect], "{left}: {waiting:?}");
    };
    check("a1", &["b1", "a2", "a1"], "a1");
    check("a1", &["b1", "a2"], "a2");
    check("a1", &["b2", "b1"], "b2");
}

#[test]
fn what_is_held_is_a_seat_each_and_half_as_many_more() {
    for (count, expect) in [(0, 2), (1, 2), (2, 3), (8, 12), (48, 72)] {
        assert_eq!(Seats::<()>::new(count).in_hand(), expect);
    }
}
