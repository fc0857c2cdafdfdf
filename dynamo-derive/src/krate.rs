//! Where generated code finds `dynamo-core`, also when it was renamed in Cargo.toml.

use proc_macro_crate::{FoundCrate, crate_name};
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::Ident;

pub(crate) fn path() -> TokenStream {
    match crate_name("dynamo-core") {
        Ok(FoundCrate::Name(name)) => {
            let name = Ident::new(&name, Span::call_site());
            quote!(::#name)
        }
        // `dynamo-core` itself says `extern crate self as dynamo_core`; if it is not found, rustc names what is missing.
        Ok(FoundCrate::Itself) | Err(_) => quote!(::dynamo_core),
    }
}
