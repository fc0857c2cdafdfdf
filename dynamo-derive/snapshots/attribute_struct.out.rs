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
    pub struct __Fields<__E> {
        ///Attribute `street`.
        pub street: __p::Field<__E, String, __p::Free, __p::Within>,
        ///Attribute `floorNumber`.
        pub floor_number: __p::Field<__E, u8, __p::Free, __p::Within>,
        ///Attribute `tags`.
        tags: __p::Field<__E, __p::SetOf<BTreeSet<String>>, __p::Free, __p::Within>,
    }
    #[automatically_derived]
    impl __p::Nested for Address {
        type Fields<__E> = __Fields<__E>;
        fn fields<__E>(__base: &__p::NestedBase) -> __Fields<__E> {
            __Fields {
                street: __base.field("street"),
                floor_number: __base.field("floorNumber"),
                tags: __base.field("tags"),
            }
        }
    }
    #[automatically_derived]
    impl __Attribute for Address {
        type Kind = __p::kind::M;
        fn encode<__E: __p::Encoder>(
            &self,
            __encoder: __E,
        ) -> __Result<__E::Ok, __p::CodecError> {
            let mut __map = __p::Encoder::map(__encoder, 3usize)?;
            <String as __Attribute>::write_field(
                &self.street,
                &mut __map,
                &__name_of("street", "\"street\":"),
            );
            <u8 as __Attribute>::write_field(
                &self.floor_number,
                &mut __map,
                &__name_of("floorNumber", "\"floorNumber\":"),
            );
            <__p::AsSet as __p::Adapter<
                BTreeSet<String>,
            >>::write_field(&self.tags, &mut __map, &__name_of("tags", "\"tags\":"));
            __p::MapEncoder::end(__map)
        }
        fn decode<'__de, __D: __p::Decoder<'__de>>(
            __decoder: __D,
        ) -> __Result<Self, __p::CodecError> {
            let mut __map = __p::Decoder::map(__decoder)?;
            let mut __f0: __Option<String> = __None;
            let mut __f1: __Option<u8> = __None;
            let mut __f2: __Option<BTreeSet<String>> = __None;
            while let __Some((__name, __value)) = __p::MapDecoder::next(&mut __map)? {
                let __read = match __p::AsRef::<str>::as_ref(&__name) {
                    "street" => {
                        <String as __Attribute>::read_field(&mut __f0, __value, "street")
                    }
                    "floorNumber" => {
                        <u8 as __Attribute>::read_field(
                            &mut __f1,
                            __value,
                            "floorNumber",
                        )
                    }
                    "tags" => {
                        <__p::AsSet as __p::Adapter<
                            BTreeSet<String>,
                        >>::read_field(&mut __f2, __value, "tags")
                    }
                    _ => __p::Decoder::skip(__value),
                };
                if let __Err(__error) = __read {
                    return __Err(__error);
                }
            }
            let mut __missing = __p::Missing::NONE;
            let (__Some(__f0), __Some(__f2)) = (
                <String as __Attribute>::finish_field(__f0, "street", &mut __missing),
                <__p::AsSet as __p::Adapter<
                    BTreeSet<String>,
                >>::finish_field(__f2, "tags", &mut __missing),
            ) else { return __Err(__missing.error()) };
            __Ok(Self {
                street: __f0,
                floor_number: match __f1 {
                    __Some(__value) => __value,
                    __None => __p::Default::default(),
                },
                tags: __f2,
            })
        }
    }
};
