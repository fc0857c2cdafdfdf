#[doc(hidden)]
#[allow(
    dead_code,
    deprecated,
    for_loops_over_fallibles,
    long_running_const_eval,
    non_camel_case_types,
    non_snake_case,
    non_upper_case_globals,
    unreachable_code,
    unreachable_patterns,
    unused_mut,
    unused_qualifications,
    unused_variables,
    clippy::all,
    clippy::nursery,
    clippy::pedantic,
)]
const _: () = {
    use ::dynamo_core::private as __p;
    const __ID: &str = ::core::concat!(::core::module_path!(), "::", "Post");
    const __LAYOUT: &__p::TableLayout = <App as __p::Table>::LAYOUT;
    const __INDEXES: &[__p::IndexUse] = &[];
    const __SCHEMA: &__p::EntitySchema = &__p::EntitySchema {
        id: __ID,
        name: "Post",
        tag: "Post",
        layout: __LAYOUT,
        fields: &[
            __p::field(
                "day",
                "day",
                <String as __p::Attribute>::FACTS,
                __p::Role::Plain,
                false,
                &[],
            ),
            __p::field(
                "post_id",
                "post_id",
                <String as __p::Attribute>::FACTS,
                __p::Role::Plain,
                false,
                &[],
            ),
        ],
        pk: __p::template(
            "FEED#<day>#<shard>",
            &[
                __p::Part::Literal("FEED#"),
                __p::Part::Field(
                    __p::part(
                        "day",
                        0usize,
                        __p::Format::Plain,
                        <String as __p::KeySource>::FACTS,
                    ),
                ),
                __p::Part::Literal("#"),
                __p::Part::Field(__p::SHARD_PART),
            ],
        ),
        sk: __p::Some(
            __p::template(
                "POST#<post_id>",
                &[
                    __p::Part::Literal("POST#"),
                    __p::Part::Field(
                        __p::part(
                            "post_id",
                            1usize,
                            __p::Format::Plain,
                            <String as __p::KeySource>::FACTS,
                        ),
                    ),
                ],
            ),
        ),
        indexes: __INDEXES,
        slots: &__p::slots::<0usize>(__LAYOUT, __INDEXES),
        patterns: &[],
        shards: 10u32,
        version: 0u32,
        companions: false,
        companion_uses: &[],
        complete: true,
        ..__p::EntitySchema::FALLBACK
    };
    #[automatically_derived]
    impl Post {
        /**The primary key of a `Post`.

Key: `FEED#<day>#<shard>` / `POST#<post_id>`.

A value that cannot stand in a key is refused here, before anything is sent.*/
        #[inline]
        pub fn key(
            day: impl __p::KeyArgument<String>,
            post_id: impl __p::KeyArgument<String>,
        ) -> __p::Result<__p::Key<Self>, __p::Error> {
            __p::Key::of_values(
                &[
                    __p::KeyArgument::<String>::key_text(&day),
                    __p::KeyArgument::<String>::key_text(&post_id),
                ],
            )
        }
        /**Reads `day`, `post_id` back from the primary key of a `Post`.

Key: `FEED#<day>#<shard>` / `POST#<post_id>`.*/
        #[inline]
        pub fn parse_key(
            pk: impl __p::AsRef<str>,
            sk: impl __p::AsRef<str>,
        ) -> __p::Result<<Self as __p::Entity>::KeyFields, __p::Error> {
            __p::parse_key::<
                Self,
            >(__p::AsRef::as_ref(&pk), __p::Some(__p::AsRef::as_ref(&sk)))
        }
    }
    pub struct __PostFields {
        ///Attribute `day`.
        day: __p::Field<Post, String, __p::InKey>,
        ///Attribute `post_id`.
        post_id: __p::Field<Post, String, __p::InKey>,
    }
    #[automatically_derived]
    impl Post {
        ///The attributes of a `Post`, for conditions, filters and updates.
        #[inline]
        pub fn fields() -> __PostFields {
            __PostFields {
                day: __p::Field::new("day"),
                post_id: __p::Field::new("post_id"),
            }
        }
    }
    pub struct __PostQuery<__V, const __OF: usize, const __GIVEN: usize>(
        __p::Narrow<Post, __V>,
    );
    #[automatically_derived]
    impl<__V, const __OF: usize, const __GIVEN: usize> __p::QueryState
    for __PostQuery<__V, __OF, __GIVEN> {
        type Entity = Post;
        type Via = __V;
        #[inline]
        fn from_narrow(__narrow: __p::Narrow<Post, __V>) -> Self {
            Self(__narrow)
        }
        #[inline]
        fn into_narrow(self) -> __p::Narrow<Post, __V> {
            self.0
        }
    }
    #[automatically_derived]
    impl<__V, const __OF: usize, const __GIVEN: usize> __p::OpenQuery
    for __PostQuery<__V, __OF, __GIVEN> {}
    type __State_0 = __PostQuery<__p::ViaTable, 0usize, 0usize>;
    #[automatically_derived]
    impl __State_0 {
        /**Only items with this `post_id`, or with one in this range.

Key: `FEED#<day>#<shard>` / `POST#<post_id>`.*/
        pub fn post_id<__A: __p::Narrowing<String>>(
            self,
            __post_id: __A,
        ) -> __A::Then<__p::Query<Post, Post, __p::ViaTable>> {
            __post_id.narrow::<__p::Query<Post, Post, __p::ViaTable>>(self.0, "post_id")
        }
    }
    #[automatically_derived]
    impl Post {
        /**Queries the table for `Post` items of this `day`.

Key: `FEED#<day>#<shard>` / `POST#<post_id>`.*/
        #[inline]
        pub fn query(day: impl __p::KeyArgument<String>) -> __State_0 {
            <__State_0 as __p::QueryState>::from_narrow(
                __p::Narrow::table()
                    .given("day", __p::KeyArgument::<String>::key_text(&day)),
            )
        }
        /**Queries the table for all items of this `day`, whatever their type.

Partition key: `FEED#<day>#<shard>`.*/
        #[inline]
        pub fn partition(
            day: impl __p::KeyArgument<String>,
        ) -> __p::Query<Self, App, __p::ViaTable> {
            __p::Query::partition(
                __p::Narrow::table()
                    .given("day", __p::KeyArgument::<String>::key_text(&day)),
            )
        }
    }
    #[automatically_derived]
    impl Post {}
    #[automatically_derived]
    impl __p::Entity for Post {
        type Table = App;
        type KeyFields = (
            <String as __p::KeySource>::Key,
            <String as __p::KeySource>::Key,
        );
        type Written = __p::WrittenAlone<
            { __p::is_written_alone(<App as __p::Table>::SCHEMA, __SCHEMA) },
        >;
        const ID: &'static str = __ID;
        const SCHEMA: &'static __p::EntitySchema = __SCHEMA;
        #[inline]
        fn key_texts(
            &self,
            __then: &mut dyn __p::FnMut(&[__p::Option<__p::KeyText<'_>>]),
        ) {
            __then(
                &[
                    <String as __p::KeySource>::key_text(&self.day),
                    <String as __p::KeySource>::key_text(&self.post_id),
                ],
            )
        }
        fn write_fields<__M: __p::MapEncoder>(
            &self,
            __m: &mut __M,
        ) -> __p::Result<(), __p::CodecError> {
            if let __p::Err(__error) = <String as __p::Attribute>::write_field(
                &self.day,
                __m,
                &__p::Name::new("day", "\"day\":"),
            ) {
                return __p::Err(__error);
            }
            if let __p::Err(__error) = <String as __p::Attribute>::write_field(
                &self.post_id,
                __m,
                &__p::Name::new("post_id", "\"post_id\":"),
            ) {
                return __p::Err(__error);
            }
            __p::Ok(())
        }
        fn read_fields<'__de, __M: __p::MapDecoder<'__de>>(
            __map: &mut __M,
            __keys: &mut __p::DecodeKeys<'__de>,
        ) -> __p::Result<Self, __p::CodecError> {
            let mut __f0: __p::Option<String> = __p::None;
            let mut __f1: __p::Option<String> = __p::None;
            while let __p::Some((__name, __value)) = match __p::MapDecoder::next(__map) {
                __p::Ok(__ok) => __ok,
                __p::Err(__error) => return __p::Err(__error),
            } {
                match __p::AsRef::<str>::as_ref(&__name) {
                    "day" => {
                        match <String as __p::Attribute>::read_field(
                            &mut __f0,
                            __value,
                            "day",
                        ) {
                            __p::Ok(__ok) => __ok,
                            __p::Err(__error) => return __p::Err(__error),
                        }
                    }
                    "post_id" => {
                        match <String as __p::Attribute>::read_field(
                            &mut __f1,
                            __value,
                            "post_id",
                        ) {
                            __p::Ok(__ok) => __ok,
                            __p::Err(__error) => return __p::Err(__error),
                        }
                    }
                    __other => {
                        match __keys.other(__SCHEMA, __other, __value) {
                            __p::Ok(__ok) => __ok,
                            __p::Err(__error) => return __p::Err(__error),
                        }
                    }
                }
            }
            __p::Ok(Self {
                day: match <String as __p::Attribute>::finish_field(__f0, "day") {
                    __p::Ok(__ok) => __ok,
                    __p::Err(__error) => return __p::Err(__error),
                },
                post_id: match <String as __p::Attribute>::finish_field(
                    __f1,
                    "post_id",
                ) {
                    __p::Ok(__ok) => __ok,
                    __p::Err(__error) => return __p::Err(__error),
                },
            })
        }
    }
    const __FOUND: __p::check::Findings = __p::check::entity(
        <App as __p::Table>::SCHEMA,
        __SCHEMA,
        &[],
    );
    const _: () = match __FOUND.first {
        0usize => __p::check::tell_first(__FOUND),
        1usize => __p::check::tell_first(__FOUND),
        2usize => __p::check::tell_first(__FOUND),
        3usize => __p::check::tell_first(__FOUND),
        4usize => __p::check::tell_first(__FOUND),
        5usize => __p::check::tell_first(__FOUND),
        6usize => __p::check::tell_first(__FOUND),
        _ => {}
    };
    const _: () = match __FOUND.second {
        0usize => __p::check::tell_second(__FOUND),
        1usize => __p::check::tell_second(__FOUND),
        2usize => __p::check::tell_second(__FOUND),
        3usize => __p::check::tell_second(__FOUND),
        4usize => __p::check::tell_second(__FOUND),
        5usize => __p::check::tell_second(__FOUND),
        6usize => __p::check::tell_second(__FOUND),
        _ => {}
    };
    const _: () = match __FOUND.third {
        0usize => __p::check::tell_third(__FOUND),
        1usize => __p::check::tell_third(__FOUND),
        2usize => __p::check::tell_third(__FOUND),
        3usize => __p::check::tell_third(__FOUND),
        4usize => __p::check::tell_third(__FOUND),
        5usize => __p::check::tell_third(__FOUND),
        6usize => __p::check::tell_third(__FOUND),
        _ => {}
    };
};
