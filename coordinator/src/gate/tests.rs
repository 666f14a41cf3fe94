//! How often the gate looks.

use super::Looks;

/// The pauses in milliseconds after looks that found so many pages unread.
fn check(unread: &[u64], expect: &[u128]) {
    let mut looks = Looks::default();
    let pauses = unread.iter().map(|unread| looks.pause(*unread).as_millis());
    assert_eq!(pauses.collect::<Vec<_>>(), expect, "{unread:?}");
}

#[test]
fn it_looks_often_where_the_end_is_near() {
    check(&[5, 4, 3, 2, 1], &[25; 5]);
    check(&[64, 65, 128, 129], &[25, 50, 50, 75]);
}

#[test]
fn it_looks_rarely_where_much_is_left() {
    check(&[100_000, 99_999, 1_024, 1_000], &[400; 4]);
}

#[test]
fn it_looks_more_rarely_while_nothing_happens_and_often_again_once_it_does() {
    check(&[2, 2, 2, 1], &[25, 31, 39, 25]);
    let mut looks = Looks::default();
    let last = (0..30).map(|_| looks.pause(1).as_millis()).last();
    assert_eq!(last, Some(400));
}
