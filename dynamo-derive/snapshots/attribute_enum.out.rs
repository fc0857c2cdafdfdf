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
    use ::dynamo_core::private as __p;
    #[automatically_derived]
    impl __p::Attribute for Payment {
        type Kind = __p::kind::M;
        fn encode<__E: __p::Encoder>(
            &self,
            __encoder: __E,
        ) -> __p::Result<__E::Ok, __p::CodecError> {
            let __none = __p::Encoder::none(&__encoder);
            match self {
                Self::Cash => {
                    let mut __out = __p::Encoder::map(__encoder, 4)?;
                    __p::MapEncoder::entry(
                        &mut __out,
                        "kind",
                        &<__p::String as __p::From<&str>>::from("Cash"),
                    )?;
                    __p::MapEncoder::end(__out)
                }
                Self::Card { number: __v0 } => {
                    let mut __out = __p::Encoder::map(__encoder, 4)?;
                    __p::MapEncoder::entry(
                        &mut __out,
                        "kind",
                        &<__p::String as __p::From<&str>>::from("Card"),
                    )?;
                    if let __p::Err(__error) = <String as __p::Attribute>::write_field(
                        __v0,
                        &mut __out,
                        &__p::Name::new("number", "\"number\":"),
                    ) {
                        return __p::Err(__error);
                    }
                    __p::MapEncoder::end(__out)
                }
                Self::Voucher(__v0) => {
                    let mut __out = __p::Encoder::map(__encoder, 4)?;
                    __p::MapEncoder::entry(
                        &mut __out,
                        "kind",
                        &<__p::String as __p::From<&str>>::from("Voucher"),
                    )?;
                    for (__name, __value) in &__p::enums::inner_entries(__none, __v0)? {
                        __p::MapEncoder::entry(&mut __out, __name, __value)?;
                    }
                    __p::MapEncoder::end(__out)
                }
            }
        }
        fn decode<'__de, __D: __p::Decoder<'__de>>(
            __decoder: __D,
        ) -> __p::Result<Self, __p::CodecError> {
            let (__variant, __content) = __p::enums::internally_tagged(
                __decoder,
                "kind",
            )?;
            match __p::AsRef::<str>::as_ref(&__variant) {
                "Cash" => __p::Ok(Self::Cash),
                "Card" => {
                    let mut __map = __p::Decoder::map(__p::ItemDecoder::new(__content))?;
                    let mut __f0: __p::Option<String> = __p::None;
                    while let __p::Some((__name, __value)) = __p::MapDecoder::next(
                        &mut __map,
                    )? {
                        let __read = match __p::AsRef::<str>::as_ref(&__name) {
                            "number" => {
                                <String as __p::Attribute>::read_field(
                                    &mut __f0,
                                    __value,
                                    "number",
                                )
                            }
                            _ => __p::Decoder::skip(__value),
                        };
                        if let __p::Err(__error) = __read {
                            return __p::Err(__error);
                        }
                    }
                    __p::Ok(Self::Card {
                        number: match <String as __p::Attribute>::finish_field(
                            __f0,
                            "number",
                        ) {
                            __p::Ok(__ok) => __ok,
                            __p::Err(__error) => return __p::Err(__error),
                        },
                    })
                }
                "Voucher" => {
                    <Voucher as __p::Attribute>::decode(__p::ItemDecoder::new(__content))
                        .map(Self::Voucher)
                }
                __other => {
                    __p::Err(
                        __p::enums::unknown_variant(
                            __other,
                            &["Cash", "Card", "Voucher"],
                        ),
                    )
                }
            }
        }
    }
};
