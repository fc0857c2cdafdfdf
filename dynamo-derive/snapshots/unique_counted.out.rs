#[allow(unused_imports, clippy::all, clippy::pedantic)]
use ::dynamo_core::private::named::*;
/**# Generated

| by `derive(Entity)` | what it is |
|---|---|
| `User::key(user_id)` | the primary key: `USER#<user_id>` / `PROFILE` |
| `User::parse_key(..)` | the fields of a primary key |
| `User::query(user_id)` | queries the table: `USER#<user_id>` / `PROFILE` |
| `User::partition(user_id)` | queries all items of a partition, whatever their type: `USER#<user_id>` |
| `User::fields()` | its attributes, for conditions and updates |*/
#[automatically_derived]
#[allow(
    dead_code,
    deprecated,
    non_camel_case_types,
    unreachable_pub,
    clippy::all,
    clippy::pedantic
)]
impl User {
    /**The primary key of a `User`.

Key: `USER#<user_id>` / `PROFILE`.

A value that cannot stand in a key is refused here, before anything is sent.*/
    #[inline]
    pub fn key(
        user_id: impl __p::KeyArgument<String>,
    ) -> __p::Result<__p::Key<Self>, __p::Error> {
        __p::Key::of_values(&[<String as __p::KeySource>::text_of_argument(&user_id)])
    }
    /**Reads `user_id` back from the primary key of a `User`.

Key: `USER#<user_id>` / `PROFILE`.*/
    #[inline]
    pub fn parse_key(
        pk: impl __p::AsRef<str>,
        sk: impl __p::AsRef<str>,
    ) -> __p::Result<<Self as __p::Entity>::KeyFields, __p::Error> {
        __p::parse_key::<
            Self,
        >(__p::AsRef::as_ref(&pk), __p::Some(__p::AsRef::as_ref(&sk)))
    }
    /**Queries the table for `User` items of this `user_id`.

Key: `USER#<user_id>` / `PROFILE`.*/
    #[inline]
    pub fn query(
        user_id: impl __p::KeyArgument<String>,
    ) -> __p::Query<User, User, __p::PrimaryKey> {
        <__p::Query<
            User,
            User,
            __p::PrimaryKey,
        > as __p::QueryState>::from_narrow(
            __p::Narrow::table()
                .given("user_id", <String as __p::KeySource>::text_of_argument(&user_id)),
        )
    }
    /**Queries the table for all items of this `user_id`, whatever their type.

Partition key: `USER#<user_id>`.*/
    #[inline]
    pub fn partition(
        user_id: impl __p::KeyArgument<String>,
    ) -> __p::Query<Self, App, __p::PrimaryKey> {
        __p::Query::partition(
            __p::Narrow::table()
                .given("user_id", <String as __p::KeySource>::text_of_argument(&user_id)),
        )
    }
    ///The attributes of a `User`, for conditions, filters and updates.
    #[inline]
    #[must_use]
    pub fn fields() -> UserFields {
        UserFields {
            user_id: __p::Field::new("user_id"),
            email: __p::Field::new("email"),
            country: __p::Field::new("country"),
        }
    }
}
///The attributes of a [`User`], for conditions, filters and updates: what `User::fields` returns.
#[allow(
    dead_code,
    deprecated,
    non_camel_case_types,
    unreachable_pub,
    clippy::all,
    clippy::pedantic
)]
pub struct UserFields {
    ///Attribute `user_id`.
    user_id: __p::Field<User, String, __p::InKey>,
    ///Attribute `email`.
    email: __p::Field<User, String, __p::Free>,
    ///Attribute `country`.
    country: __p::Field<User, String, __p::Free>,
}
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
    impl __p::Clone for UserFields {
        #[inline]
        fn clone(&self) -> Self {
            *self
        }
    }
    #[automatically_derived]
    impl __p::Copy for UserFields {}
    const __ID: &str = ::core::concat!(::core::module_path!(), "::", "User");
    const __LAYOUT: &__p::TableLayout = <App as __p::Table>::LAYOUT;
    const __INDEXES: &[__p::IndexUse] = &[];
    static __STATIC: __p::EntitySchema = __p::EntitySchema {
        id: __ID,
        name: "User",
        tag: "User",
        layout: __LAYOUT,
        place: __p::Place {
            file: ::core::file!(),
            line: ::core::line!(),
        },
        fields: &[
            __p::stored(
                "user_id",
                "user_id",
                <<String as __p::KeySource>::Stored as __p::Attribute>::FACTS,
            ),
            __p::stored("email", "email", <String as __p::Attribute>::FACTS),
            __p::stored("country", "country", <String as __p::Attribute>::FACTS),
        ],
        pk: __p::template(
            "USER#<user_id>",
            &[
                __p::Part::Literal("USER#"),
                __p::plain("user_id", 0usize, <String as __p::KeySource>::FACTS),
            ],
            (1u64, 5usize),
            (151704130389u64, 5u32),
        ),
        sk: __p::Some(
            __p::template(
                "PROFILE",
                &[__p::Part::Literal("PROFILE")],
                (0u64, 7usize),
                (19505650988962384u64, 7u32),
            ),
        ),
        indexes: __INDEXES,
        slots: &__p::slots::<0usize>(__LAYOUT, __INDEXES),
        patterns: &[],
        version: 0u32,
        companions: true,
        companion_uses: &[
            __p::CompanionUse {
                entity: <EmailLock as __p::Entity>::ID,
                counts: __p::None,
                key: &["email"],
            },
            __p::CompanionUse {
                entity: <UserCount as __p::Entity>::ID,
                counts: __p::Some("count"),
                key: &["country"],
            },
        ],
        complete: true,
        ..__p::EntitySchema::FALLBACK
    };
    const __SCHEMA: &__p::EntitySchema = &__STATIC;
    #[automatically_derived]
    impl __p::Entity for User {
        type Table = App;
        type KeyFields = (<String as __p::KeySource>::Key,);
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
            __then(&[<String as __p::KeySource>::key_text(&self.user_id)])
        }
        const POINTERS: &'static [&'static __p::EntitySchema] = &[];
        const COMPANIONS: &'static [__p::CompanionKind] = &[
            __p::CompanionKind {
                schema: <EmailLock as __p::Entity>::SCHEMA,
                role: __p::CompanionRole::Lock,
            },
            __p::CompanionKind {
                schema: <UserCount as __p::Entity>::SCHEMA,
                role: __p::CompanionRole::Counter {
                    number: "count",
                    key: &["country"],
                },
            },
        ];
        fn companions(
            &self,
            __out: &mut dyn __p::CompanionSink,
        ) -> __p::Result<(), __p::Error> {
            match __p::push_lock::<
                EmailLock,
            >(
                __out,
                "email",
                &[
                    (
                        "email",
                        match __p::companion_text(__SCHEMA, &self.email, "email") {
                            __p::Ok(__ok) => __ok,
                            __p::Err(__error) => return __p::Err(__error),
                        },
                    ),
                ],
            ) {
                __p::Ok(__ok) => __ok,
                __p::Err(__error) => return __p::Err(__error),
            };
            match __p::push_counter::<
                UserCount,
            >(
                __out,
                "count",
                &[
                    (
                        "country",
                        match __p::companion_text(__SCHEMA, &self.country, "country") {
                            __p::Ok(__ok) => __ok,
                            __p::Err(__error) => return __p::Err(__error),
                        },
                    ),
                    (
                        "shard",
                        match __p::companion_shard(self, 4) {
                            __p::Ok(__ok) => __ok,
                            __p::Err(__error) => return __p::Err(__error),
                        },
                    ),
                ],
            ) {
                __p::Ok(__ok) => __ok,
                __p::Err(__error) => return __p::Err(__error),
            };
            __p::Ok(())
        }
        fn write_fields<__M: __p::MapEncoder>(
            &self,
            __m: &mut __M,
        ) -> __p::Result<(), __p::CodecError> {
            if let __p::Err(__error) = <<String as __p::KeySource>::Stored as __p::Attribute>::write_field(
                &self.user_id,
                __m,
                &__p::Name::new("user_id", "\"user_id\":"),
            ) {
                return __p::Err(__error);
            }
            if let __p::Err(__error) = <String as __p::Attribute>::write_field(
                &self.email,
                __m,
                &__p::Name::new("email", "\"email\":"),
            ) {
                return __p::Err(__error);
            }
            if let __p::Err(__error) = <String as __p::Attribute>::write_field(
                &self.country,
                __m,
                &__p::Name::new("country", "\"country\":"),
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
            let mut __f2: __p::Option<String> = __p::None;
            while let __p::Some((__name, __value)) = match __p::MapDecoder::next(__map) {
                __p::Ok(__ok) => __ok,
                __p::Err(__error) => return __p::Err(__error),
            } {
                let __read = match __p::AsRef::<str>::as_ref(&__name) {
                    "user_id" => {
                        <<String as __p::KeySource>::Stored as __p::Attribute>::read_field(
                            &mut __f0,
                            __value,
                            "user_id",
                        )
                    }
                    "email" => {
                        <String as __p::Attribute>::read_field(
                            &mut __f1,
                            __value,
                            "email",
                        )
                    }
                    "country" => {
                        <String as __p::Attribute>::read_field(
                            &mut __f2,
                            __value,
                            "country",
                        )
                    }
                    __other => __keys.other::<Self, _>(__other, __value),
                };
                if let __p::Err(__error) = __read {
                    return __p::Err(__error);
                }
            }
            __p::Ok(Self {
                user_id: match <<String as __p::KeySource>::Stored as __p::Attribute>::finish_field(
                    __f0,
                    "user_id",
                ) {
                    __p::Ok(__ok) => __ok,
                    __p::Err(__error) => return __p::Err(__error),
                },
                email: match <String as __p::Attribute>::finish_field(__f1, "email") {
                    __p::Ok(__ok) => __ok,
                    __p::Err(__error) => return __p::Err(__error),
                },
                country: match <String as __p::Attribute>::finish_field(
                    __f2,
                    "country",
                ) {
                    __p::Ok(__ok) => __ok,
                    __p::Err(__error) => return __p::Err(__error),
                },
            })
        }
    }
    use __p::check::{
        tell_first as __First, tell_second as __Second, tell_third as __Third,
    };
    const __FOUND: __p::check::Findings = __p::check::entity(
        <App as __p::Table>::SCHEMA,
        __SCHEMA,
        &[],
    );
    const _: () = match __FOUND.first {
        0usize => __First(__FOUND),
        1usize => __First(__FOUND),
        2usize => __First(__FOUND),
        3usize => __First(__FOUND),
        4usize => __First(__FOUND),
        5usize => __First(__FOUND),
        6usize => __First(__FOUND),
        7usize => __First(__FOUND),
        _ => {}
    };
    const _: () = match __FOUND.second {
        0usize => __Second(__FOUND),
        1usize => __Second(__FOUND),
        2usize => __Second(__FOUND),
        3usize => __Second(__FOUND),
        4usize => __Second(__FOUND),
        5usize => __Second(__FOUND),
        6usize => __Second(__FOUND),
        7usize => __Second(__FOUND),
        _ => {}
    };
    const _: () = match __FOUND.third {
        0usize => __Third(__FOUND),
        1usize => __Third(__FOUND),
        2usize => __Third(__FOUND),
        3usize => __Third(__FOUND),
        4usize => __Third(__FOUND),
        5usize => __Third(__FOUND),
        6usize => __Third(__FOUND),
        7usize => __Third(__FOUND),
        _ => {}
    };
    const _: () = __p::check::lock(
        __SCHEMA,
        <EmailLock as __p::Entity>::SCHEMA,
        &["email"],
    );
    const _: () = __p::check::counter(
        <UserCount as __p::Entity>::SCHEMA,
        "count",
        &["country", "shard"],
    );
};
