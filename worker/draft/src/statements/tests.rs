//! Lines with several labels, and lines with one whose value only looks like more.

use super::statements;

#[test]
fn labels_side_by_side() {
    let check = |line: &str, expect: &[&str]| assert_eq!(statements(line), expect, "{line}");
    check("Sex: male | Age: 3 years", &["Sex: male", "Age: 3 years"]);
    check("Size: M, Colour: red", &["Size: M", "Colour: red"]);
    check("Sizes: M, L, Colour: red", &["Sizes: M, L", "Colour: red"]);
    check("Brand: Acme - Model: X1", &["Brand: Acme", "Model: X1"]);
    check(
        "Marke: Acme – Modell: X1 – Farbe: rot",
        &["Marke: Acme", "Modell: X1", "Farbe: rot"],
    );
    check("Brand: Acme Model: X1", &["Brand: Acme", "Model: X1"]);
    check("サイズ：M、色：赤", &["サイズ：M", "色：赤"]);
    check("size: M, colour: red", &["size: M", "colour: red"]);
    check(
        "Brand: Acme Model Name: X1 Colour: deep red",
        &["Brand: Acme", "Model Name: X1", "Colour: deep red"],
    );
    let whole = |line: &str| check(line, &[line]);
    whole("Size: M, L, XL");
    whole("Hours: Mon 9:00, Tue 10:00");
    whole("Title: Star Wars - Part 2: A New Hope");
    whole("Title: Harbour Tales - Eels: a study");
    whole("Title: The Price: a play");
    whole("Scale: 1:20, boxed");
    whole("Note: see it, for example: here");
    whole("Website: https://a.example/x, https://b.example/y");
    check(
        "Title: Harbour Tales - Author: Tove Lind",
        &["Title: Harbour Tales", "Author: Tove Lind"],
    );
}
