//! Measures as pages write them, in the unit that a field states.

use super::{Style, Told, told};
use crate::values::units::bracketed;

#[test]
fn measures_in_the_unit_of_the_field() {
    let bare = || Told::Bare;
    let is = |value: &str| Told::Value(value.to_owned());
    let check = |unit: &str, text: &str, label: &str, expect: Told| {
        let wanted = bracketed(&format!("({unit})")).expect("a unit");
        let got = told(text, Style::default(), wanted, bracketed(label));
        assert_eq!(got, expect, "{unit}: {label} {text}");
    };
    check("kg", "500 g", "Weight", is("0.5"));
    check("g", "2.5 kg", "Weight", is("2500"));
    check("kg", "2 lb", "Weight", Told::Other);
    check("kg", "2 lb (907 g)", "Weight", is("0.907"));
    check("lb", "2 lb", "Weight", is("2"));
    check("kg", "2.5", "Weight", bare());
    check("kg", "500", "Weight (g)", is("0.5"));
    check("kg", "2.5", "Weight (kg)", bare());
    check("cm", "1.2 m", "Length", is("120"));
    check("m", "95mm", "Length", is("0.095"));
    check("cm", "12 in", "Length", Told::Other);
    check("cm", "12\"", "Length", Told::Other);
    check("km", "100 km/h", "Speed", Told::Other);
    check("m2", "124.5 m²", "Area", is("124.5"));
    check("m2", "1,200 sq ft", "Area", Told::Other);
    check("min", "1 h 30 min", "Time", is("90"));
    check("min", "2 hours", "Time", is("120"));
    check("h", "90 minutes", "Time", is("1.5"));
    check("h", "50 minutes", "Time", Told::Other);
    check("min", "PT1H30M", "Time", is("90"));
    check("min", "P0DT45M", "Time", is("45"));
    check("min", "P1M", "Time", Told::Other);
    check("years", "6 months", "Experience", is("0.5"));
    check("months", "2 years", "Experience", is("24"));
    check("months", "3 weeks", "Experience", Told::Other);
    check("min", "30分钟", "Time", is("30"));
    check("kg", "up to 2 kg", "Weight", Told::Other);
    check("kg", "1 kg x 3", "Weight", Told::Other);
    check("ml", "75 cl", "Volume", is("750"));
}
