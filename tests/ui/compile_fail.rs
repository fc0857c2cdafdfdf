//! Every mistake has its own message, and a twin that compiles.

#![allow(missing_docs)]

mod fixed;

/// The passing twins, made by `build.rs`: this crate compiles only if all of them do.
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
mod twins {
    include!(concat!(env!("OUT_DIR"), "/twins.rs"));
}

#[test]
fn every_mistake_is_refused_in_its_own_words() {
    trybuild::TestCases::new().compile_fail("*/*.rs");
}

#[test]
fn a_twin_is_made_by_the_directives_at_the_end_of_a_case() {
    let case = "struct A {\n    a: u8,\n    b: u8,\n}\n\n";
    let twin = |directives: &str| fixed::fixed(&format!("{case}{directives}\n"));
    assert_eq!(twin("// fixed, line 2: a: u16,").unwrap(), "struct A {\n    a: u16,\n    b: u8,\n}\n\n");
    assert_eq!(
        twin("// fixed, without line 2\n// fixed, after line 3: c: u8,").unwrap(),
        "struct A {\n    b: u8,\n    c: u8,\n}\n\n"
    );
    for (directives, error) in [
        ("", "needs one to 3 lines"),
        ("// fixed, line 9: x", "has no line 9 to fix"),
        ("// fixed, line 0: x", "has no line 0 to fix"),
        ("// fixed, line 2: a: u8,", "line 2 is fixed by itself"),
        ("// fixed, at line 2: a", "is not `// fixed, line N: ..`"),
        ("// fixed, line 2: a: u16,\nfn main() {}", "not the last ones"),
    ] {
        let said = twin(directives).unwrap_err();
        assert!(said.contains(error), "{directives}: {said}");
    }
}
