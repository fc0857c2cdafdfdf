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
    const __LAYOUT: &__p::TableLayout = <App as __p::Table>::LAYOUT;
    const __INDEXES: &[__p::IndexUse] = &[];
    const __SCHEMA: &__p::EntitySchema = &__p::EntitySchema {
        id: ::core::concat!(::core::module_path!(), "::", "User"),
        name: "User",
        tag: "User",
        layout: __LAYOUT,
        fields: &[
            __p::field(
                "user_id",
                "user_id",
                <String as __p::Attribute>::FACTS,
                __p::Role::Plain,
                false,
                &[],
            ),
            __p::field(
                "name",
                "name",
                <Option<String> as __p::Attribute>::FACTS,
                __p::Role::Plain,
                false,
                &[],
            ),
        ],
        pk: __p::template(
            "USER#<user_id>",
            &[
                __p::Part::Literal("USER#"),
                __p::Part::Field(
                    __p::part(
                        "user_id",
                        __p::Format::Plain,
                        <String as __p::KeySource>::FACTS,
                    ),
                ),
            ],
            151704130389u64,
            5u32,
        ),
        sk: __p::Some(
            __p::template(
                "PROFILE",
                &[__p::Part::Literal("PROFILE")],
                19505650988962384u64,
                7u32,
            ),
        ),
        indexes: __INDEXES,
        slots: &__p::slots::<0usize>(__LAYOUT, __INDEXES),
        patterns: &[],
        shards: 0,
        version: 0u32,
        companions: false,
        complete: true,
    };
    #[automatically_derived]
    impl User {
        /**The primary key of a `User`.

Key: `USER#<user_id>` / `PROFILE`.

A value that cannot stand in a key is refused here, before anything is sent.*/
        pub fn key(
            user_id: &__p::KeyArg<String>,
        ) -> __p::Result<__p::Key<Self>, __p::Error> {
            let mut __sk = __p::String::new();
            let mut __writer = __p::KeyWriter::new(
                &mut __sk,
                __p::KeyRender {
                    entity: "User",
                    separator: __LAYOUT.separator,
                    sort: true,
                },
            );
            let __w = &mut __writer;
            __w.start(7usize);
            __w.literal("PROFILE");
            let __sk = (__writer.finish(), __sk);
            let mut __pk = __p::String::new();
            let mut __writer = __p::KeyWriter::new(
                &mut __pk,
                __p::KeyRender {
                    entity: "User",
                    separator: __LAYOUT.separator,
                    sort: false,
                },
            );
            let __w = &mut __writer;
            __w.start(5usize + <String as __p::KeySource>::value_len(user_id));
            __w.literal("USER#");
            <String as __p::KeySource>::write_value(
                user_id,
                __w,
                "user_id",
                __p::Format::Plain,
            );
            let __pk = (__writer.finish(), __pk);
            __p::Key::join(__pk, __p::Some(__sk))
        }
        /**Reads `user_id` back from the primary key of a `User`.

Key: `USER#<user_id>` / `PROFILE`.*/
        pub fn parse_key(
            pk: &str,
            sk: &str,
        ) -> __p::Result<<Self as __p::Entity>::KeyFields, __p::Error> {
            <Self as __p::Entity>::parse(pk, __p::Some(sk))
        }
    }
    pub struct __UserFields {
        ///Attribute `user_id`.
        pub user_id: __p::Field<User, String, __p::InKey>,
        ///Attribute `name`.
        pub name: __p::Field<User, Option<String>, __p::Free>,
    }
    #[automatically_derived]
    impl User {
        ///The attributes of a `User`, for conditions, filters and updates.
        pub fn fields() -> __UserFields {
            __UserFields {
                user_id: __p::Field::new("user_id"),
                name: __p::Field::new("name"),
            }
        }
    }
    #[automatically_derived]
    impl User {
        /**Queries the table for `User` items of this `user_id`.

Key: `USER#<user_id>` / `PROFILE`.*/
        pub fn query(
            user_id: &__p::KeyArg<String>,
        ) -> __p::Query<User, User, __p::ViaTable> {
            <__p::Query<
                User,
                User,
                __p::ViaTable,
            > as __p::QueryState>::from_narrow(
                __p::Narrow::table().given::<String>("user_id", user_id),
            )
        }
        /**Queries the table for all items of this `user_id`, whatever their type.

Partition key: `USER#<user_id>`.*/
        pub fn partition(
            user_id: &__p::KeyArg<String>,
        ) -> __p::Query<Self, App, __p::ViaTable> {
            __p::Query::partition(
                __p::Narrow::table().given::<String>("user_id", user_id),
            )
        }
    }
    #[automatically_derived]
    impl __p::Entity for User {
        type Table = App;
        type KeyFields = (<String as __p::KeySource>::Key,);
        const SCHEMA: &'static __p::EntitySchema = __SCHEMA;
        #[inline(always)]
        fn render_key<__B: __p::KeyBuffer>(
            &self,
            __at: usize,
            __w: &mut __p::KeyWriter<'_, __B>,
        ) {
            match __at {
                0usize => {
                    __w.start(
                        5usize + <String as __p::KeySource>::own_len(&self.user_id),
                    );
                    __w.literal("USER#");
                    <String as __p::KeySource>::write_own(
                        &self.user_id,
                        __w,
                        "user_id",
                        __p::Format::Plain,
                    );
                }
                1usize => {
                    __w.start(7usize);
                    __w.literal("PROFILE");
                }
                _ => {}
            }
        }
        #[inline(always)]
        fn is_in_index(&self, __at: usize) -> bool {
            match __at {
                _ => true,
            }
        }
        fn parse(
            __pk: &str,
            __sk: __p::Option<&str>,
        ) -> __p::Result<Self::KeyFields, __p::Error> {
            let __captures = match __p::KeyCaptures::split(__SCHEMA, __pk, __sk) {
                __p::Ok(__ok) => __ok,
                __p::Err(__error) => return __p::Err(__error),
            };
            __p::Ok((
                match __captures.get::<<String as __p::KeySource>::Key>("user_id") {
                    __p::Ok(__ok) => __ok,
                    __p::Err(__error) => return __p::Err(__error),
                },
            ))
        }
        fn write_fields<__M: __p::MapEncoder>(
            &self,
            __m: &mut __M,
        ) -> __p::Result<(), __p::CodecError> {
            if let __p::Err(__error) = <String as __p::Attribute>::write_field(
                &self.user_id,
                __m,
                &__p::Name::new("user_id", "\"user_id\":"),
            ) {
                return __p::Err(__error);
            }
            if let __p::Err(__error) = <Option<
                String,
            > as __p::Attribute>::write_field(
                &self.name,
                __m,
                &__p::Name::new("name", "\"name\":"),
            ) {
                return __p::Err(__error);
            }
            __p::Ok(())
        }
        fn read_fields<'__de, __M: __p::MapDecoder<'__de>>(
            __map: &mut __M,
            __keys: &mut __p::DecodeKeys<'__de>,
        ) -> __p::Result<Self, __p::CodecError> {
            const __PK: &str = __LAYOUT.pk.name.text;
            const __SK: &str = __p::sort_name(__LAYOUT);
            const __TAG: &str = __p::name_or_none(__LAYOUT.type_attribute);
            let mut __f0: __p::Option<String> = __p::None;
            let mut __f1: __p::Option<Option<String>> = __p::None;
            while let __p::Some((__name, __value)) = match __p::MapDecoder::next(__map) {
                __p::Ok(__ok) => __ok,
                __p::Err(__error) => return __p::Err(__error),
            } {
                match __p::AsRef::<str>::as_ref(&__name) {
                    "user_id" => {
                        match <String as __p::Attribute>::read_field(
                            &mut __f0,
                            __value,
                            "user_id",
                        ) {
                            __p::Ok(__ok) => __ok,
                            __p::Err(__error) => return __p::Err(__error),
                        }
                    }
                    "name" => {
                        match <Option<
                            String,
                        > as __p::Attribute>::read_field(&mut __f1, __value, "name") {
                            __p::Ok(__ok) => __ok,
                            __p::Err(__error) => return __p::Err(__error),
                        }
                    }
                    __PK => {
                        match __keys.pk(__value, __LAYOUT) {
                            __p::Ok(__ok) => __ok,
                            __p::Err(__error) => return __p::Err(__error),
                        }
                    }
                    __SK => {
                        match __keys.sk(__value, __LAYOUT) {
                            __p::Ok(__ok) => __ok,
                            __p::Err(__error) => return __p::Err(__error),
                        }
                    }
                    __TAG => {
                        match __keys.tag(__value, __TAG, "User") {
                            __p::Ok(__ok) => __ok,
                            __p::Err(__error) => return __p::Err(__error),
                        }
                    }
                    _ => {
                        match __p::Decoder::skip(__value) {
                            __p::Ok(__ok) => __ok,
                            __p::Err(__error) => return __p::Err(__error),
                        }
                    }
                }
            }
            __p::Ok(Self {
                user_id: match <String as __p::Attribute>::finish_field(
                    __f0,
                    "user_id",
                ) {
                    __p::Ok(__ok) => __ok,
                    __p::Err(__error) => return __p::Err(__error),
                },
                name: match <Option<
                    String,
                > as __p::Attribute>::finish_field(__f1, "name") {
                    __p::Ok(__ok) => __ok,
                    __p::Err(__error) => return __p::Err(__error),
                },
            })
        }
    }
    const _: () = __p::check::partition_key(__LAYOUT, __SCHEMA);
    const _: () = __p::check::sort_key(__LAYOUT, __SCHEMA);
    const _: () = __p::check::mandatory(__LAYOUT, __SCHEMA);
    const _: () = __p::check::not_in_others(__LAYOUT, __SCHEMA);
    const _: () = __p::check::field(__LAYOUT, __SCHEMA, 0usize);
    const _: () = __p::check::field(__LAYOUT, __SCHEMA, 1usize);
    const _: () = __p::check::lists(<App as __p::Table>::SCHEMA, __SCHEMA);
};
