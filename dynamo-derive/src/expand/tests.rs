//! Expansions as they are, one small input for each derive and each larger option.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test -p dynamo-derive` writes them.

use std::fs;
use std::path::Path;

use proc_macro2::TokenStream;
use syn::DeriveInput;

fn snapshot(name: &str, derive: fn(&DeriveInput) -> TokenStream) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots");
    let input = fs::read_to_string(folder.join(format!("{name}.in.rs"))).unwrap();
    let tokens = derive(&syn::parse_str(&input).unwrap());
    let expanded = prettyplease::unparse(&syn::parse2(tokens).unwrap());
    let path = folder.join(format!("{name}.out.rs"));
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(&path, &expanded).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(expected, expanded, "the expansion of {name} changed: see this file's first lines");
    assert!(!expanded.contains("compile_error"), "{name} is refused");
}

macro_rules! snapshots {
    ($($derive:ident: $($name:ident),+;)*) => {
        $($(
            #[test]
            fn $name() {
                snapshot(stringify!($name), super::$derive);
            }
        )+)*

        /// An input that no test reads would say nothing.
        #[test]
        fn every_input_is_expanded() {
            let names = [$($(stringify!($name)),+),*];
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots");
            for file in fs::read_dir(folder).unwrap() {
                let file = file.unwrap().file_name().into_string().unwrap();
                assert!(file.split('.').next().is_some_and(|name| names.contains(&name)), "{file}");
            }
        }
    };
}

snapshots! {
    entity: small, full, pointers, pointer_of, unique_counted, sharded, access;
    table: table, table_extends;
    attribute: attribute_struct, attribute_enum;
    key_field: key_field_newtype, key_field_enum;
    collection: collection;
    projection: projection;
}
