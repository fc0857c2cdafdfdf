#[allow(unused_imports, clippy::all, clippy::pedantic)]
use ::dynamo_core::private::named::*;
/**# Generated

| by `derive(Entity)` | what it is |
|---|---|
| `Member::key(user_id, group_id)` | the primary key: `USER#<user_id>` / `GROUP#<group_id>` |
| `Member::parse_key(..)` | the fields of a primary key |
| `Member::query(user_id)[.group_id(..)]` | queries the table: `USER#<user_id>` / `GROUP#<group_id>` |
| `Member::partition(user_id)` | queries all items of a partition, whatever their type: `USER#<user_id>` |
| `Member::fields()` | its attributes, for conditions and updates |*/
#[automatically_derived]
#[allow(
    dead_code,
    deprecated,
    non_camel_case_types,
    unreachable_pub,
    clippy::all,
    clippy::pedantic
)]
impl Member {
    /**The primary key of a `Member`.

Key: `USER#<user_id>` / `GROUP#<group_id>`.

A value that cannot stand in a key is refused here, before anything is sent.*/
    #[inline]
    pub fn key(
        user_id: impl __p::KeyArgument<String>,
        group_id: impl __p::KeyArgument<String>,
    ) -> __p::Result<__p::Key<Self>, __p::Error> {
        __p::Key::of_values(
            &[
                <String as __p::KeySource>::text_of_argument(&user_id),
                <String as __p::KeySource>::text_of_argument(&group_id),
            ],
        )
    }
    /**Reads `user_id`, `group_id` back from the primary key of a `Member`.

Key: `USER#<user_id>` / `GROUP#<group_id>`.*/
    #[inline]
    pub fn parse_key(
        pk: impl __p::AsRef<str>,
        sk: impl __p::AsRef<str>,
    ) -> __p::Result<<Self as __p::Entity>::KeyFields, __p::Error> {
        __p::parse_key::<
            Self,
        >(__p::AsRef::as_ref(&pk), __p::Some(__p::AsRef::as_ref(&sk)))
    }
    /**Queries the table for `Member` items of this `user_id`.

Key: `USER#<user_id>` / `GROUP#<group_id>`.*/
    #[inline]
    pub fn query(
        user_id: impl __p::KeyArgument<String>,
    ) -> MemberQuery<__p::PrimaryKey> {
        <MemberQuery<
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
    ///The attributes of a `Member`, for conditions, filters and updates.
    #[inline]
    #[must_use]
    pub fn fields() -> MemberFields {
        MemberFields {
            user_id: __p::Field::new("user_id"),
            group_id: __p::Field::new("group_id"),
            group_name: __p::Field::new("group_name"),
        }
    }
}
/**A query of [`Member`] items that can be narrowed, field by field, in the order of the sort key: what `Member::query` and its like return, for `db.query(..)`.

A field is narrowed by a value, after which the next one can be, or by a range, `after(..)` or `begins_with(..)`, after which none can.*/
#[allow(
    dead_code,
    deprecated,
    non_camel_case_types,
    unreachable_pub,
    clippy::all,
    clippy::pedantic
)]
#[must_use = "a query does nothing until it is given to `db.query(..)`"]
pub struct MemberQuery<InState = __p::PrimaryKey>(
    __p::Narrow<Member>,
    __p::PhantomData<fn() -> InState>,
);
#[automatically_derived]
#[allow(
    dead_code,
    deprecated,
    non_camel_case_types,
    unreachable_pub,
    clippy::all,
    clippy::pedantic
)]
impl<InState: __p::NarrowState> MemberQuery<InState> {
    /**Reads only items with this `group_id`, or with a `group_id` in this range.

- After `Member::query`: `USER#<user_id>` / `GROUP#<group_id>`*/
    #[inline]
    pub fn group_id<ByGroupId: __p::Narrows<Self, member_query::group_id, String>>(
        self,
        group_id: ByGroupId,
    ) -> ByGroupId::Output {
        group_id.apply(self, "group_id")
    }
}
///What queries of a `Member` read, and which field narrows them next: these types stand in signatures and messages, and have no values.
#[allow(
    dead_code,
    deprecated,
    non_camel_case_types,
    unreachable_pub,
    clippy::all,
    clippy::pedantic
)]
pub mod member_query {
    ///Field `group_id`, which narrows queries.
    pub enum group_id {}
}
///The attributes of a [`Member`], for conditions, filters and updates: what `Member::fields` returns.
#[allow(
    dead_code,
    deprecated,
    non_camel_case_types,
    unreachable_pub,
    clippy::all,
    clippy::pedantic
)]
pub struct MemberFields {
    ///Attribute `user_id`.
    user_id: __p::Field<Member, String, __p::InKey>,
    ///Attribute `group_id`.
    group_id: __p::Field<Member, String, __p::InKey>,
    ///Attribute `group_name`.
    group_name: __p::Field<Member, String, __p::Free>,
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
    impl<InState: __p::NarrowState> __p::QueryState for MemberQuery<InState> {
        type Entity = Member;
        type Source = InState::Source;
        type State = InState;
        type In<__T: __p::NarrowState> = MemberQuery<__T>;
        type Complete = MemberQuery<__p::Complete<InState::Source>>;
        #[inline]
        fn from_narrow(__narrow: __p::Narrow<Member>) -> Self {
            Self(__narrow, __p::PhantomData)
        }
        #[inline]
        fn into_narrow(self) -> __p::Narrow<Member> {
            self.0
        }
    }
    #[automatically_derived]
    impl<InState: __p::NarrowState> __p::OpenQuery for MemberQuery<InState> {}
    #[automatically_derived]
    impl<InState: __p::NarrowState> __p::From<MemberQuery<InState>>
    for __p::Query<Member, Member, InState::Source> {
        #[inline]
        fn from(__query: MemberQuery<InState>) -> Self {
            __p::QueryState::from_narrow(__query.0)
        }
    }
    #[automatically_derived]
    impl<InState> __p::Clone for MemberQuery<InState> {
        #[inline]
        fn clone(&self) -> Self {
            Self(__p::Clone::clone(&self.0), __p::PhantomData)
        }
    }
    #[automatically_derived]
    impl<InState> __p::fmt::Debug for MemberQuery<InState> {
        fn fmt(&self, __f: &mut __p::fmt::Formatter<'_>) -> __p::fmt::Result {
            __p::fmt::Debug::fmt(&self.0, __f)
        }
    }
    #[automatically_derived]
    impl __p::SortField for member_query::group_id {
        type Order = (__p::PrimaryKey, member_query::group_id);
    }
    #[automatically_derived]
    impl __p::NextIs<member_query::group_id> for __p::PrimaryKey {
        type Then = __p::Complete<__p::PrimaryKey>;
        type KeyOrder = __p::Ordered;
    }
    #[automatically_derived]
    impl __p::Clone for MemberFields {
        #[inline]
        fn clone(&self) -> Self {
            *self
        }
    }
    #[automatically_derived]
    impl __p::Copy for MemberFields {}
    const __ID: &str = ::core::concat!(::core::module_path!(), "::", "Member");
    const __LAYOUT: &__p::TableLayout = <App as __p::Table>::LAYOUT;
    const __INDEXES: &[__p::IndexUse] = &[];
    static __STATIC: __p::EntitySchema = __p::EntitySchema {
        id: __ID,
        name: "Member",
        tag: "Member",
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
            __p::stored(
                "group_id",
                "group_id",
                <<String as __p::KeySource>::Stored as __p::Attribute>::FACTS,
            ),
            __p::stored("group_name", "group_name", <String as __p::Attribute>::FACTS),
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
                "GROUP#<group_id>",
                &[
                    __p::Part::Literal("GROUP#"),
                    __p::plain("group_id", 1usize, <String as __p::KeySource>::FACTS),
                ],
                (2u64, 6usize),
                (38827935617607u64, 6u32),
            ),
        ),
        indexes: __INDEXES,
        slots: &__p::slots::<0usize>(__LAYOUT, __INDEXES),
        patterns: &[],
        version: 0u32,
        companions: false,
        companion_uses: &[],
        pointer: __p::Some(__p::PointerSource {
            each: __p::Some("user_ids"),
            fed_by: __p::None,
            copies: &[("group_id", "group_id"), ("name", "group_name")],
        }),
        complete: true,
        ..__p::EntitySchema::FALLBACK
    };
    const __SCHEMA: &__p::EntitySchema = &__STATIC;
    #[automatically_derived]
    impl __p::Entity for Member {
        type Table = App;
        type KeyFields = (
            <String as __p::KeySource>::Key,
            <String as __p::KeySource>::Key,
        );
        type Written = __p::WrittenAlone<false>;
        const ID: &'static str = __ID;
        const SCHEMA: &'static __p::EntitySchema = __SCHEMA;
        #[inline]
        fn key_texts(
            &self,
            __then: &mut dyn __p::FnMut(&[__p::Option<__p::KeyText<'_>>]),
        ) {
            __then(
                &[
                    <String as __p::KeySource>::key_text(&self.user_id),
                    <String as __p::KeySource>::key_text(&self.group_id),
                ],
            )
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
            if let __p::Err(__error) = <<String as __p::KeySource>::Stored as __p::Attribute>::write_field(
                &self.group_id,
                __m,
                &__p::Name::new("group_id", "\"group_id\":"),
            ) {
                return __p::Err(__error);
            }
            if let __p::Err(__error) = <String as __p::Attribute>::write_field(
                &self.group_name,
                __m,
                &__p::Name::new("group_name", "\"group_name\":"),
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
                    "group_id" => {
                        <<String as __p::KeySource>::Stored as __p::Attribute>::read_field(
                            &mut __f1,
                            __value,
                            "group_id",
                        )
                    }
                    "group_name" => {
                        <String as __p::Attribute>::read_field(
                            &mut __f2,
                            __value,
                            "group_name",
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
                group_id: match <<String as __p::KeySource>::Stored as __p::Attribute>::finish_field(
                    __f1,
                    "group_id",
                ) {
                    __p::Ok(__ok) => __ok,
                    __p::Err(__error) => return __p::Err(__error),
                },
                group_name: match <String as __p::Attribute>::finish_field(
                    __f2,
                    "group_name",
                ) {
                    __p::Ok(__ok) => __ok,
                    __p::Err(__error) => return __p::Err(__error),
                },
            })
        }
    }
    trait __Fallback {
        fn __of_group_id(&self) -> &String {
            __p::refused()
        }
        fn __of_user_ids(&self) -> &[String] {
            __p::refused()
        }
    }
    impl __Fallback for Group {}
    #[automatically_derived]
    impl __p::PointerOf<Group> for Member {
        const OWNER: &'static [(&'static str, &'static str)] = &[
            ("group_id", "group_id"),
            ("name", "group_name"),
        ];
        fn derive(
            __c: &Group,
            __out: &mut dyn __p::CompanionSink,
        ) -> __p::Result<(), __p::Error> {
            if !__p::holds_for::<Group>(__c, Group::is_open) {
                return __p::Ok(());
            }
            for user_id in __c.__of_user_ids() {
                let __pointer = Self {
                    user_id: __p::same::<_, String>(user_id),
                    group_id: __p::same::<_, String>(__c.__of_group_id()),
                    group_name: __p::same::<_, String>(__c.__of_name()),
                };
                match __p::push_pointer(__out, &__pointer) {
                    __p::Ok(__ok) => __ok,
                    __p::Err(__error) => return __p::Err(__error),
                };
            }
            __p::Ok(())
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
    const _: () = __p::check::pointer_listed(
        <Group as __p::Entity>::SCHEMA,
        <Group as __p::Entity>::POINTERS,
        __SCHEMA,
    );
    const _: () = __p::check::pointer_collection(
        <Group as __p::Entity>::SCHEMA,
        __SCHEMA,
        "user_ids",
    );
    const _: () = __p::check::pointer_field(
        <Group as __p::Entity>::SCHEMA,
        __SCHEMA,
        "group_id",
        "group_id",
    );
    const _: () = __p::check::pointer_field(
        <Group as __p::Entity>::SCHEMA,
        __SCHEMA,
        "group_name",
        "name",
    );
    const __OWNER: &[(&str, &str)] = <Member as __p::PointerOf<Group>>::OWNER;
    const _: () = __p::check::pointer_owner(
        <Group as __p::Entity>::SCHEMA,
        __SCHEMA,
        __OWNER,
    );
};
