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
    impl __Attribute for Payment {
        type Kind = __p::kind::M;
        fn encode<__E: __p::Encoder>(
            &self,
            __encoder: __E,
        ) -> __Result<__E::Ok, __p::CodecError> {
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
                    <String as __Attribute>::write_field(
                        __v0,
                        &mut __out,
                        &__name_of("number", "\"number\":"),
                    );
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
        ) -> __Result<Self, __p::CodecError> {
            let (__variant, __content) = __p::enums::internally_tagged(
                __decoder,
                "kind",
            )?;
            match __p::AsRef::<str>::as_ref(&__variant) {
                "Cash" => __Ok(Self::Cash),
                "Card" => {
                    let mut __map = __p::Decoder::map(__p::ItemDecoder::new(__content))?;
                    let mut __f0: __Option<String> = __None;
                    while let __Some((__name, __value)) = __p::MapDecoder::next(
                        &mut __map,
                    )? {
                        let __read = match __p::AsRef::<str>::as_ref(&__name) {
                            "number" => {
                                <String as __Attribute>::read_field(
                                    &mut __f0,
                                    __value,
                                    "number",
                                )
                            }
                            _ => __p::Decoder::skip(__value),
                        };
                        if let __Err(__error) = __read {
                            return __Err(__error);
                        }
                    }
                    let mut __missing = __p::Missing::NONE;
                    let (__Some(__f0),) = (
                        <String as __Attribute>::finish_field(
                            __f0,
                            "number",
                            &mut __missing,
                        ),
                    ) else { return __Err(__missing.error()) };
                    __Ok(Self::Card { number: __f0 })
                }
                "Voucher" => {
                    <Voucher as __Attribute>::decode(__p::ItemDecoder::new(__content))
                        .map(Self::Voucher)
                }
                __other => {
                    __Err(
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
