#[allow(unused_imports, clippy::all, clippy::pedantic)]
use ::dynamo_core::private::named::*;
/**# Generated

| by `derive(Entity)` | what it is |
|---|---|
| `Group::key(group_id)` | the primary key: `GROUP#<group_id>` / `META` |
| `Group::parse_key(..)` | the fields of a primary key |
| `Group::query(group_id)` | queries the table: `GROUP#<group_id>` / `META` |
| `Group::partition(group_id)` | queries all items of a partition, whatever their type: `GROUP#<group_id>` |
| `Group::fields()` | its attributes, for conditions and updates |*/
#[automatically_derived]
#[allow(
    dead_code,
    deprecated,
    non_camel_case_types,
    unreachable_pub,
    clippy::all,
    clippy::pedantic
)]
impl Group {
    /**The primary key of a `Group`.

Key: `GROUP#<group_id>` / `META`.

A value that cannot stand in a key is refused here, before anything is sent.*/
    #[inline]
    pub fn key(
        group_id: impl __p::KeyArgument<String>,
    ) -> __p::Result<__p::Key<Self>, __p::Error> {
        __p::Key::of_values(&[<String as __p::KeySource>::text_of_argument(&group_id)])
    }
    /**Reads `group_id` back from the primary key of a `Group`.

Key: `GROUP#<group_id>` / `META`.*/
    #[inline]
    pub fn parse_key(
        pk: impl __p::AsRef<str>,
        sk: impl __p::AsRef<str>,
    ) -> __p::Result<<Self as __p::Entity>::KeyFields, __p::Error> {
        __p::parse_key::<
            Self,
        >(__p::AsRef::as_ref(&pk), __p::Some(__p::AsRef::as_ref(&sk)))
    }
    /**Queries the table for `Group` items of this `group_id`.

Key: `GROUP#<group_id>` / `META`.*/
    #[inline]
    pub fn query(
        group_id: impl __p::KeyArgument<String>,
    ) -> __p::Query<Group, Group, __p::PrimaryKey> {
        <__p::Query<
            Group,
            Group,
            __p::PrimaryKey,
        > as __p::QueryState>::from_narrow(
            __p::Narrow::table()
                .given(
                    "group_id",
                    <String as __p::KeySource>::text_of_argument(&group_id),
                ),
        )
    }
    /**Queries the table for all items of this `group_id`, whatever their type.

Partition key: `GROUP#<group_id>`.*/
    #[inline]
    pub fn partition(
        group_id: impl __p::KeyArgument<String>,
    ) -> __p::Query<Self, App, __p::PrimaryKey> {
        __p::Query::partition(
            __p::Narrow::table()
                .given(
                    "group_id",
                    <String as __p::KeySource>::text_of_argument(&group_id),
                ),
        )
    }
    ///The attributes of a `Group`, for conditions, filters and updates.
    #[inline]
    #[must_use]
    pub fn fields() -> GroupFields {
        GroupFields {
            group_id: __p::Field::new("group_id"),
            name: __p::Field::new("name"),
            user_ids: __p::Field::new("user_ids"),
        }
    }
}
///The attributes of a [`Group`], for conditions, filters and updates: what `Group::fields` returns.
#[allow(
    dead_code,
    deprecated,
    non_camel_case_types,
    unreachable_pub,
    clippy::all,
    clippy::pedantic
)]
pub struct GroupFields {
    ///Attribute `group_id`.
    group_id: __p::Field<Group, String, __p::InKey>,
    ///Attribute `name`.
    name: __p::Field<Group, String, __p::Free>,
    ///Attribute `user_ids`.
    user_ids: __p::Field<Group, Vec<String>, __p::Free>,
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
    impl __p::Clone for GroupFields {
        #[inline]
        fn clone(&self) -> Self {
            *self
        }
    }
    #[automatically_derived]
    impl __p::Copy for GroupFields {}
    const __ID: &str = ::core::concat!(::core::module_path!(), "::", "Group");
    const __LAYOUT: &__p::TableLayout = <App as __p::Table>::LAYOUT;
    const __INDEXES: &[__p::IndexUse] = &[];
    static __STATIC: __p::EntitySchema = __p::EntitySchema {
        id: __ID,
        name: "Group",
        tag: "Group",
        layout: __LAYOUT,
        place: __p::Place {
            file: ::core::file!(),
            line: ::core::line!(),
        },
        fields: &[
            __p::stored(
                "group_id",
                "group_id",
                <<String as __p::KeySource>::Stored as __p::Attribute>::FACTS,
            ),
            __p::stored("name", "name", <String as __p::Attribute>::FACTS),
            __p::stored("user_ids", "user_ids", <Vec<String> as __p::Attribute>::FACTS),
        ],
        pk: __p::template(
            "GROUP#<group_id>",
            &[
                __p::Part::Literal("GROUP#"),
                __p::plain("group_id", 0usize, <String as __p::KeySource>::FACTS),
            ],
            (1u64, 6usize),
            (38827935617607u64, 6u32),
        ),
        sk: __p::Some(
            __p::template(
                "META",
                &[__p::Part::Literal("META")],
                (0u64, 4usize),
                (1096041805u64, 4u32),
            ),
        ),
        indexes: __INDEXES,
        slots: &__p::slots::<0usize>(__LAYOUT, __INDEXES),
        patterns: &[],
        version: 0u32,
        companions: true,
        companion_uses: &[
            __p::CompanionUse {
                entity: <Member as __p::Entity>::ID,
                counts: __p::None,
                key: &[],
            },
        ],
        complete: true,
        ..__p::EntitySchema::FALLBACK
    };
    const __SCHEMA: &__p::EntitySchema = &__STATIC;
    #[automatically_derived]
    impl __p::Entity for Group {
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
            __then(&[<String as __p::KeySource>::key_text(&self.group_id)])
        }
        const POINTERS: &'static [&'static __p::EntitySchema] = &[
            <Member as __p::Entity>::SCHEMA,
        ];
        const COMPANIONS: &'static [__p::CompanionKind] = &[
            <Member as __p::PointerOf<Self>>::KIND,
        ];
        fn companions(
            &self,
            __out: &mut dyn __p::CompanionSink,
        ) -> __p::Result<(), __p::Error> {
            match <Member as __p::PointerOf<Self>>::derive(self, __out) {
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
                &self.group_id,
                __m,
                &__p::Name::new("group_id", "\"group_id\":"),
            ) {
                return __p::Err(__error);
            }
            if let __p::Err(__error) = <String as __p::Attribute>::write_field(
                &self.name,
                __m,
                &__p::Name::new("name", "\"name\":"),
            ) {
                return __p::Err(__error);
            }
            if let __p::Err(__error) = <Vec<
                String,
            > as __p::Attribute>::write_field(
                &self.user_ids,
                __m,
                &__p::Name::new("user_ids", "\"user_ids\":"),
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
            let mut __f2: __p::Option<Vec<String>> = __p::None;
            while let __p::Some((__name, __value)) = match __p::MapDecoder::next(__map) {
                __p::Ok(__ok) => __ok,
                __p::Err(__error) => return __p::Err(__error),
            } {
                let __read = match __p::AsRef::<str>::as_ref(&__name) {
                    "group_id" => {
                        <<String as __p::KeySource>::Stored as __p::Attribute>::read_field(
                            &mut __f0,
                            __value,
                            "group_id",
                        )
                    }
                    "name" => {
                        <String as __p::Attribute>::read_field(
                            &mut __f1,
                            __value,
                            "name",
                        )
                    }
                    "user_ids" => {
                        <Vec<
                            String,
                        > as __p::Attribute>::read_field(&mut __f2, __value, "user_ids")
                    }
                    __other => __keys.other::<Self, _>(__other, __value),
                };
                if let __p::Err(__error) = __read {
                    return __p::Err(__error);
                }
            }
            __p::Ok(Self {
                group_id: match <<String as __p::KeySource>::Stored as __p::Attribute>::finish_field(
                    __f0,
                    "group_id",
                ) {
                    __p::Ok(__ok) => __ok,
                    __p::Err(__error) => return __p::Err(__error),
                },
                name: match <String as __p::Attribute>::finish_field(__f1, "name") {
                    __p::Ok(__ok) => __ok,
                    __p::Err(__error) => return __p::Err(__error),
                },
                user_ids: match <Vec<
                    String,
                > as __p::Attribute>::finish_field(__f2, "user_ids") {
                    __p::Ok(__ok) => __ok,
                    __p::Err(__error) => return __p::Err(__error),
                },
            })
        }
    }
    #[automatically_derived]
    impl Group {
        #[doc(hidden)]
        pub(crate) fn __of_group_id(&self) -> &String {
            &self.group_id
        }
        #[doc(hidden)]
        pub(crate) fn __of_name(&self) -> &String {
            &self.name
        }
        #[doc(hidden)]
        pub(crate) fn __of_user_ids(&self) -> &Vec<String> {
            &self.user_ids
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
};
