//! JSON pointers (RFC 6901), built a step at a time.

/// The pointer one step below `base`; the step is a property's name or an index.
pub fn below(base: &str, step: &str) -> String {
    format!("{base}/{}", step.replace('~', "~0").replace('/', "~1"))
}

/// The pointer of a property of the root.
pub fn of(name: &str) -> String {
    below("", name)
}

#[cfg(test)]
mod tests {
    #[test]
    fn names_are_escaped_once() {
        for (name, pointer) in [
            ("a", "/a"),
            ("a/b~c", "/a~1b~0c"),
            ("~1", "/~01"),
            ("", "/"),
        ] {
            assert_eq!(super::of(name), pointer);
        }
        assert_eq!(super::below("/x", ""), "/x/");
    }
}
