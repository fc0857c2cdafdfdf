#[doc(hidden)]
#[allow(
    dead_code,
    deprecated,
    for_loops_over_fallibles,
    long_running_const_eval,
    missing_copy_implementations,
    missing_debug_implementations,
    non_camel_case_types,
    non_snake_case,
    non_upper_case_globals,
    unreachable_code,
    unreachable_patterns,
    unreachable_pub,
    unused_mut,
    unused_qualifications,
    unused_variables,
    clippy::all,
    clippy::nursery,
    clippy::pedantic,
)]
const _: () = {
    use ::dynamo_core::private::named::*;
    #[automatically_derived]
    impl __Attribute for Role {
        type Kind = __p::kind::S;
        fn encode<__E: __p::Encoder>(
            &self,
            __encoder: __E,
        ) -> __Result<__E::Ok, __p::CodecError> {
            __p::Encoder::string(
                __encoder,
                match self {
                    Self::Owner => "owner",
                    Self::Visitor => "guest",
                },
            )
        }
        fn decode<'__de, __D: __p::Decoder<'__de>>(
            __decoder: __D,
        ) -> __Result<Self, __p::CodecError> {
            let __text = __p::Decoder::string(__decoder)?;
            match __p::AsRef::<str>::as_ref(&__text) {
                "owner" => __Ok(Self::Owner),
                "guest" => __Ok(Self::Visitor),
                __text => {
                    __Err(__p::enums::unknown_text("Role", __text, &["owner", "guest"]))
                }
            }
        }
    }
    fn __text(__value: &Role) -> &str {
        match __value {
            Role::Owner => "owner",
            Role::Visitor => "guest",
        }
    }
    #[automatically_derived]
    impl __p::KeyField for Role {
        type Borrowed = Self;
        const KIND: __p::KeyKind = __p::KeyKind::Closed(&["owner", "guest"]);
        #[inline(always)]
        fn borrowed(&self) -> &Self {
            self
        }
        fn text_len(__value: &Self) -> usize {
            __text(__value).len()
        }
        fn write_text<__B: __p::KeyBuffer>(
            __value: &Self,
            __out: &mut __B,
        ) -> __Result<(), &'static str> {
            __p::KeyBuffer::push_str(__out, __text(__value));
            __Ok(())
        }
        fn text_of(__value: &Self) -> __p::KeyText<'_> {
            __p::KeyText::text(__text(__value))
        }
        fn parse_text(__text: &str) -> __Option<Self> {
            match __text {
                "owner" => __Some(Self::Owner),
                "guest" => __Some(Self::Visitor),
                _ => __None,
            }
        }
    }
};
