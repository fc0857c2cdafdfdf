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
    impl __Attribute for UserId {
        type Kind = <String as __Attribute>::Kind;
        #[inline]
        fn encode<__E: __p::Encoder>(
            &self,
            __encoder: __E,
        ) -> __Result<__E::Ok, __p::CodecError> {
            <String as __Attribute>::encode(&self.0, __encoder)
        }
        #[inline]
        fn decode<'__de, __D: __p::Decoder<'__de>>(
            __decoder: __D,
        ) -> __Result<Self, __p::CodecError> {
            <String as __Attribute>::decode(__decoder).map(Self)
        }
    }
    #[automatically_derived]
    impl __p::KeyField for UserId {
        type Borrowed = Self;
        const KIND: __p::KeyKind = <String as __p::KeyField>::KIND;
        #[inline(always)]
        fn borrowed(&self) -> &Self {
            self
        }
        #[inline(always)]
        fn text_len(__value: &Self) -> usize {
            <String as __p::KeyField>::text_len(
                <String as __p::KeyField>::borrowed(&__value.0),
            )
        }
        #[inline(always)]
        fn write_text<__B: __p::KeyBuffer>(
            __value: &Self,
            __out: &mut __B,
        ) -> __Result<(), &'static str> {
            <String as __p::KeyField>::write_text(
                <String as __p::KeyField>::borrowed(&__value.0),
                __out,
            )
        }
        #[inline(always)]
        fn text_of(__value: &Self) -> __p::KeyText<'_> {
            <String as __p::KeyField>::text_of(
                <String as __p::KeyField>::borrowed(&__value.0),
            )
        }
        fn parse_text(__text: &str) -> __Option<Self> {
            <String as __p::KeyField>::parse_text(__text).map(Self)
        }
    }
};
