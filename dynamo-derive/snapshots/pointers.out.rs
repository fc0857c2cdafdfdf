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
        group_id: impl __KeyArgument<String>,
    ) -> __Result<__p::Key<Self>, __p::Error> {
        __p::Key::of_values(&[<String as __KeySource>::text_of_argument(&group_id)])
    }
    /**Reads `group_id` back from the primary key of a `Group`.

Key: `GROUP#<group_id>` / `META`.*/
    #[inline]
    pub fn parse_key(
        pk: impl __p::AsRef<str>,
        sk: impl __p::AsRef<str>,
    ) -> __Result<<Self as __p::Entity>::KeyFields, __p::Error> {
        __p::parse_key::<Self>(__p::AsRef::as_ref(&pk), __Some(__p::AsRef::as_ref(&sk)))
    }
    /**Queries the table for `Group` items of this `group_id`.

Key: `GROUP#<group_id>` / `META`.*/
    #[inline]
    pub fn query(
        group_id: impl __KeyArgument<String>,
    ) -> __Query<Group, Group, __PrimaryKey> {
        __p::query_by_one(
            "",
            "group_id",
            <String as __KeySource>::text_of_argument(&group_id),
        )
    }
    /**Queries the table for all items of this `group_id`, whatever their type.

Partition key: `GROUP#<group_id>`.*/
    #[inline]
    pub fn partition(
        group_id: impl __KeyArgument<String>,
    ) -> __Query<Self, App, __PrimaryKey> {
        __p::partition_by_one(
            "",
            "group_id",
            <String as __KeySource>::text_of_argument(&group_id),
        )
    }
    ///The attributes of a `Group`, for conditions, filters and updates.
    #[inline]
    #[must_use]
    pub fn fields() -> GroupFields {
        GroupFields {
            group_id: __handle("group_id"),
            name: __handle("name"),
            user_ids: __handle("user_ids"),
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
    use ::dynamo_core::private::named::*;
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
    static __PARTS: [__Part; 3usize] = [
        __Part::Literal("GROUP#"),
        __plain("group_id", 0usize, <String as __KeySource>::FACTS),
        __Part::Literal("META"),
    ];
    static __KEYS: [__p::KeySpec; 2usize] = __p::keys(
        &__PARTS,
        [("GROUP#<group_id>", 2, 38827935617607, 6), ("META", 1, 1096041805, 4)],
    );
    static __FIELDS: [__p::FieldSchema; 3usize] = [
        __stored("group_id", "group_id", <String as __KeySource>::STORED),
        __stored("name", "name", <String as __Attribute>::FACTS),
        __stored("user_ids", "user_ids", <Vec<String> as __Attribute>::FACTS),
    ];
    static __STATIC: __p::EntitySchema = __p::EntitySchema {
        companions: true,
        companion_uses: &[
            __p::CompanionUse {
                entity: <Member as __p::Entity>::ID,
                counts: __None,
                key: &[],
            },
        ],
        ..__p::entity(
            __ID,
            "Group",
            "Group",
            <App as __p::Table>::LAYOUT,
            __p::Place {
                file: ::core::file!(),
                line: ::core::line!(),
            },
            &__FIELDS,
            &__KEYS,
            &__p::Indexes::NONE,
            86399819726019531738747529286966575104,
        )
    };
    #[automatically_derived]
    impl __p::Entity for Group {
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
                &[<String as __KeySource>::key_text(&self.group_id)],
            )
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
        ) -> __Result<(), __p::Error> {
            match <Member as __p::PointerOf<Self>>::derive(self, __out) {
                __Ok(__ok) => __ok,
                __Err(__error) => return __Err(__error),
            };
            __Ok(())
        }
        fn write_fields<__M: __p::MapEncoder>(&self, __m: &mut __M) {
            <String as __KeySource>::write_field(
                &self.group_id,
                __m,
                &__name_of("group_id", "\"group_id\":"),
            );
            <String as __Attribute>::write_field(
                &self.name,
                __m,
                &__name_of("name", "\"name\":"),
            );
            <Vec<
                String,
            > as __Attribute>::write_field(
                &self.user_ids,
                __m,
                &__name_of("user_ids", "\"user_ids\":"),
            );
        }
        fn read_fields<'__de, __M: __p::MapDecoder<'__de>>(
            __map: &mut __M,
            __keys: &mut __p::DecodeKeys<'__de>,
        ) -> __Result<Self, __p::CodecError> {
            let mut __f0: __Option<String> = __None;
            let mut __f1: __Option<String> = __None;
            let mut __f2: __Option<Vec<String>> = __None;
            while let __Some((__name, __value)) = match __p::MapDecoder::next(__map) {
                __Ok(__ok) => __ok,
                __Err(__error) => return __Err(__error),
            } {
                let __read = match __p::AsRef::<str>::as_ref(&__name) {
                    "group_id" => {
                        <String as __KeySource>::read_field(
                            &mut __f0,
                            __value,
                            "group_id",
                        )
                    }
                    "name" => {
                        <String as __Attribute>::read_field(&mut __f1, __value, "name")
                    }
                    "user_ids" => {
                        <Vec<
                            String,
                        > as __Attribute>::read_field(&mut __f2, __value, "user_ids")
                    }
                    __other => __keys.other::<Self, _>(__other, __value),
                };
                if let __Err(__error) = __read {
                    return __Err(__error);
                }
            }
            let mut __missing = __p::Missing::NONE;
            let (__Some(__f0), __Some(__f1), __Some(__f2)) = (
                <String as __KeySource>::finish_field(__f0, "group_id", &mut __missing),
                <String as __Attribute>::finish_field(__f1, "name", &mut __missing),
                <Vec<
                    String,
                > as __Attribute>::finish_field(__f2, "user_ids", &mut __missing),
            ) else { return __Err(__missing.error()) };
            __Ok(Self {
                group_id: __f0,
                name: __f1,
                user_ids: __f2,
            })
        }
    }
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
};
