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
        user_id: impl __KeyArgument<String>,
    ) -> __Result<__p::Key<Self>, __p::Error> {
        __p::Key::of_values(&[<String as __KeySource>::text_of_argument(&user_id)])
    }
    /**Reads `user_id` back from the primary key of a `User`.

Key: `USER#<user_id>` / `PROFILE`.*/
    #[inline]
    pub fn parse_key(
        pk: impl __p::AsRef<str>,
        sk: impl __p::AsRef<str>,
    ) -> __Result<<Self as __p::Entity>::KeyFields, __p::Error> {
        __p::parse_key::<Self>(__p::AsRef::as_ref(&pk), __Some(__p::AsRef::as_ref(&sk)))
    }
    /**Queries the table for `User` items of this `user_id`.

Key: `USER#<user_id>` / `PROFILE`.*/
    #[inline]
    pub fn query(
        user_id: impl __KeyArgument<String>,
    ) -> __Query<User, User, __PrimaryKey> {
        __p::query_by_one(
            "",
            "user_id",
            <String as __KeySource>::text_of_argument(&user_id),
        )
    }
    /**Queries the table for all items of this `user_id`, whatever their type.

Partition key: `USER#<user_id>`.*/
    #[inline]
    pub fn partition(
        user_id: impl __KeyArgument<String>,
    ) -> __Query<Self, App, __PrimaryKey> {
        __p::partition_by_one(
            "",
            "user_id",
            <String as __KeySource>::text_of_argument(&user_id),
        )
    }
    ///The attributes of a `User`, for conditions, filters and updates.
    #[inline]
    #[must_use]
    pub fn fields() -> UserFields {
        UserFields {
            user_id: __handle("user_id"),
            email: __handle("email"),
            country: __handle("country"),
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
    use ::dynamo_core::private::named::*;
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
    static __PARTS: [__Part; 3usize] = [
        __Part::Literal("USER#"),
        __plain("user_id", 0usize, <String as __KeySource>::FACTS),
        __Part::Literal("PROFILE"),
    ];
    static __KEYS: [__p::KeySpec; 2usize] = __p::keys(
        &__PARTS,
        [("USER#<user_id>", 2, 151704130389, 5), ("PROFILE", 1, 19505650988962384, 7)],
    );
    static __FIELDS: [__p::FieldSchema; 3usize] = [
        __stored("user_id", "user_id", <String as __KeySource>::STORED),
        __stored("email", "email", <String as __Attribute>::FACTS),
        __stored("country", "country", <String as __Attribute>::FACTS),
    ];
    static __STATIC: __p::EntitySchema = __p::EntitySchema {
        companions: true,
        companion_uses: &[
            __p::CompanionUse {
                entity: <EmailLock as __p::Entity>::ID,
                counts: __None,
                key: &["email"],
            },
            __p::CompanionUse {
                entity: <UserCount as __p::Entity>::ID,
                counts: __Some("count"),
                key: &["country"],
            },
        ],
        ..__p::entity(
            __ID,
            "User",
            "User",
            <App as __p::Table>::LAYOUT,
            __p::Place {
                file: ::core::file!(),
                line: ::core::line!(),
            },
            &__FIELDS,
            &__KEYS,
            &__p::Indexes::NONE,
            1408474395181056,
        )
    };
    #[automatically_derived]
    impl __p::Entity for User {
        type Table = App;
        type KeyFields = (<String as __KeySource>::Key,);
        type Written = __p::WrittenAlone<
            { __p::is_written_alone(<App as __p::Table>::SCHEMA, &__STATIC) },
        >;
        const ID: &'static str = __ID;
        const SCHEMA: &'static __p::EntitySchema = &__STATIC;
        #[inline]
        fn key_texts(&self, __then: __p::TextSink<'_>) {
            __p::TextSink::take(
                __then,
                &[<String as __KeySource>::key_text(&self.user_id)],
            )
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
        ) -> __Result<(), __p::Error> {
            match __p::push_lock::<
                EmailLock,
            >(
                __out,
                "email",
                &[
                    (
                        "email",
                        match __p::companion_text(&__STATIC, &self.email, "email") {
                            __Ok(__ok) => __ok,
                            __Err(__error) => return __Err(__error),
                        },
                    ),
                ],
            ) {
                __Ok(__ok) => __ok,
                __Err(__error) => return __Err(__error),
            };
            match __p::push_counter::<
                UserCount,
            >(
                __out,
                "count",
                &[
                    (
                        "country",
                        match __p::companion_text(&__STATIC, &self.country, "country") {
                            __Ok(__ok) => __ok,
                            __Err(__error) => return __Err(__error),
                        },
                    ),
                    (
                        "shard",
                        match __p::companion_shard(self, 4) {
                            __Ok(__ok) => __ok,
                            __Err(__error) => return __Err(__error),
                        },
                    ),
                ],
            ) {
                __Ok(__ok) => __ok,
                __Err(__error) => return __Err(__error),
            };
            __Ok(())
        }
        fn write_fields<__M: __p::MapEncoder>(&self, __m: &mut __M) {
            <String as __KeySource>::write_field(
                &self.user_id,
                __m,
                &__name_of("user_id", "\"user_id\":"),
            );
            <String as __Attribute>::write_field(
                &self.email,
                __m,
                &__name_of("email", "\"email\":"),
            );
            <String as __Attribute>::write_field(
                &self.country,
                __m,
                &__name_of("country", "\"country\":"),
            );
        }
        fn read_fields<'__de, __M: __p::MapDecoder<'__de>>(
            __map: &mut __M,
            __keys: &mut __p::DecodeKeys<'__de>,
        ) -> __Result<Self, __p::CodecError> {
            let mut __f0: __Option<String> = __None;
            let mut __f1: __Option<String> = __None;
            let mut __f2: __Option<String> = __None;
            while let __Some((__name, __value)) = match __p::MapDecoder::next(__map) {
                __Ok(__ok) => __ok,
                __Err(__error) => return __Err(__error),
            } {
                let __read = match __p::AsRef::<str>::as_ref(&__name) {
                    "user_id" => {
                        <String as __KeySource>::read_field(
                            &mut __f0,
                            __value,
                            "user_id",
                        )
                    }
                    "email" => {
                        <String as __Attribute>::read_field(&mut __f1, __value, "email")
                    }
                    "country" => {
                        <String as __Attribute>::read_field(
                            &mut __f2,
                            __value,
                            "country",
                        )
                    }
                    __other => __keys.other::<Self, _>(__other, __value),
                };
                if let __Err(__error) = __read {
                    return __Err(__error);
                }
            }
            let mut __missing = __p::Missing::NONE;
            let (__Some(__f0), __Some(__f1), __Some(__f2)) = (
                <String as __KeySource>::finish_field(__f0, "user_id", &mut __missing),
                <String as __Attribute>::finish_field(__f1, "email", &mut __missing),
                <String as __Attribute>::finish_field(__f2, "country", &mut __missing),
            ) else { return __Err(__missing.error()) };
            __Ok(Self {
                user_id: __f0,
                email: __f1,
                country: __f2,
            })
        }
    }
    const _: () = {
        let __found = &__p::check::entity(<App as __p::Table>::SCHEMA, &__STATIC, &[]);
        match __found.place {
            0 => __tell(__found),
            1 => __tell(__found),
            2 => __tell(__found),
            3 => __tell(__found),
            4 => __tell(__found),
            5 => __tell(__found),
            6 => __tell(__found),
            7 => __tell(__found),
            _ => {}
        }
    };
    const _: () = __p::check::lock(
        &__STATIC,
        <<EmailLock as __p::Entity>::Table as __p::Table>::SCHEMA,
        <EmailLock as __p::Entity>::SCHEMA,
        &["email"],
    );
    const _: () = __p::check::counter(
        &__STATIC,
        <<UserCount as __p::Entity>::Table as __p::Table>::SCHEMA,
        <UserCount as __p::Entity>::SCHEMA,
        "count",
        &[("country", "country"), ("shard", "")],
    );
};
