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
        user_id: impl __KeyArgument<String>,
        group_id: impl __KeyArgument<String>,
    ) -> __Result<__p::Key<Self>, __p::Error> {
        __p::Key::of_values(
            &[
                <String as __KeySource>::text_of_argument(&user_id),
                <String as __KeySource>::text_of_argument(&group_id),
            ],
        )
    }
    /**Reads `user_id`, `group_id` back from the primary key of a `Member`.

Key: `USER#<user_id>` / `GROUP#<group_id>`.*/
    #[inline]
    pub fn parse_key(
        pk: impl __p::AsRef<str>,
        sk: impl __p::AsRef<str>,
    ) -> __Result<<Self as __p::Entity>::KeyFields, __p::Error> {
        __p::parse_key::<Self>(__p::AsRef::as_ref(&pk), __Some(__p::AsRef::as_ref(&sk)))
    }
    /**Queries the table for `Member` items of this `user_id`.

Key: `USER#<user_id>` / `GROUP#<group_id>`.*/
    #[inline]
    pub fn query(user_id: impl __KeyArgument<String>) -> MemberQuery<__PrimaryKey> {
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
    ///The attributes of a `Member`, for conditions, filters and updates.
    #[inline]
    #[must_use]
    pub fn fields() -> MemberFields {
        MemberFields {
            user_id: __handle("user_id"),
            group_id: __handle("group_id"),
            group_name: __handle("group_name"),
        }
    }
}
/**A query of [`Member`] items that can be narrowed, field by field, in the order of the sort key: what `Member::query` and its like return, for `db.query(..)`.

A field is narrowed by a value, after which the next one can be, or by a range, `gt(..)` or `begins_with(..)`, after which none can.*/
#[allow(
    dead_code,
    deprecated,
    non_camel_case_types,
    unreachable_pub,
    clippy::all,
    clippy::pedantic
)]
#[must_use = "a query does nothing until it is given to `db.query(..)`"]
pub struct MemberQuery<InState = __PrimaryKey>(
    __PartialKey,
    __p::PhantomData<fn() -> InState>,
);
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
    use ::dynamo_core::private::named::*;
    impl<InState: __p::NarrowState> __p::QueryState for MemberQuery<InState> {
        type Entity = Member;
        type Source = InState::Source;
        type State = InState;
        type In<__T: __p::NarrowState> = MemberQuery<__T>;
        #[inline]
        fn from_key(__key: __PartialKey) -> Self {
            Self(__key, __p::PhantomData)
        }
        #[inline]
        fn into_key(self) -> __PartialKey {
            self.0
        }
    }
    impl<InState> __p::Clone for MemberQuery<InState> {
        #[inline]
        fn clone(&self) -> Self {
            Self(__p::Clone::clone(&self.0), __p::PhantomData)
        }
    }
    impl<InState> __p::fmt::Debug for MemberQuery<InState> {
        fn fmt(&self, __f: &mut __p::fmt::Formatter<'_>) -> __p::fmt::Result {
            __p::fmt::Debug::fmt(&self.0, __f)
        }
    }
    impl __p::SortField for member_query::group_id {
        type Order = (__PrimaryKey, member_query::group_id);
    }
    impl __p::NextIs<member_query::group_id> for __PrimaryKey {
        type Then = __p::Complete<__PrimaryKey>;
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
    static __PARTS: [__Part; 4usize] = [
        __Part::Literal("USER#"),
        __plain("user_id", 0usize, <String as __KeySource>::FACTS),
        __Part::Literal("GROUP#"),
        __plain("group_id", 1usize, <String as __KeySource>::FACTS),
    ];
    static __KEYS: [__p::KeySpec; 2usize] = __p::keys(
        &__PARTS,
        [
            ("USER#<user_id>", 2, 151704130389, 5),
            ("GROUP#<group_id>", 2, 38827935617607, 6),
        ],
    );
    static __FIELDS: [__p::FieldSchema; 3usize] = [
        __stored("user_id", "user_id", <String as __KeySource>::STORED),
        __stored("group_id", "group_id", <String as __KeySource>::STORED),
        __stored("group_name", "group_name", <String as __Attribute>::FACTS),
    ];
    static __STATIC: __p::EntitySchema = __p::EntitySchema {
        pointer: __Some(__p::PointerSource {
            each: __Some("user_ids"),
            fed_by: __None,
            copies: &[("group_id", "group_id"), ("name", "group_name")],
        }),
        ..__p::entity(
            __ID,
            "Member",
            "Member",
            <App as __p::Table>::LAYOUT,
            __p::Place {
                file: ::core::file!(),
                line: ::core::line!(),
            },
            &__FIELDS,
            &__KEYS,
            &__p::Indexes::NONE,
            85070591730234615865843652957487235072,
        )
    };
    #[automatically_derived]
    impl __p::Entity for Member {
        type Table = App;
        type KeyFields = (<String as __KeySource>::Key, <String as __KeySource>::Key);
        type Written = __p::WrittenAlone<false>;
        const ID: &'static str = __ID;
        const SCHEMA: &'static __p::EntitySchema = &__STATIC;
        #[inline]
        fn key_texts(&self, __then: __p::TextSink<'_>) {
            __p::TextSink::take(
                __then,
                &[
                    <String as __KeySource>::key_text(&self.user_id),
                    <String as __KeySource>::key_text(&self.group_id),
                ],
            )
        }
        fn write_fields<__M: __p::MapEncoder>(&self, __m: &mut __M) {
            <String as __KeySource>::write_field(
                &self.user_id,
                __m,
                &__name_of("user_id", "\"user_id\":"),
            );
            <String as __KeySource>::write_field(
                &self.group_id,
                __m,
                &__name_of("group_id", "\"group_id\":"),
            );
            <String as __Attribute>::write_field(
                &self.group_name,
                __m,
                &__name_of("group_name", "\"group_name\":"),
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
                    "group_id" => {
                        <String as __KeySource>::read_field(
                            &mut __f1,
                            __value,
                            "group_id",
                        )
                    }
                    "group_name" => {
                        <String as __Attribute>::read_field(
                            &mut __f2,
                            __value,
                            "group_name",
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
                <String as __KeySource>::finish_field(__f1, "group_id", &mut __missing),
                <String as __Attribute>::finish_field(__f2, "group_name", &mut __missing),
            ) else { return __Err(__missing.error()) };
            __Ok(Self {
                user_id: __f0,
                group_id: __f1,
                group_name: __f2,
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
        ) -> __Result<(), __p::Error> {
            if !__p::holds_for::<Group>(__c, Group::is_open) {
                return __Ok(());
            }
            for user_id in __c.__of_user_ids() {
                let __pointer = Self {
                    user_id: __p::same::<_, String>(user_id),
                    group_id: __p::same::<_, String>(__c.__of_group_id()),
                    group_name: __p::same::<_, String>(__c.__of_name()),
                };
                match __p::push_pointer(__out, &__pointer) {
                    __Ok(__ok) => __ok,
                    __Err(__error) => return __Err(__error),
                };
            }
            __Ok(())
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
    const _: () = __p::check::pointer_listed(
        <Group as __p::Entity>::SCHEMA,
        <Group as __p::Entity>::POINTERS,
        &__STATIC,
    );
    const _: () = __p::check::pointer_collection(
        <Group as __p::Entity>::SCHEMA,
        &__STATIC,
        "user_ids",
        &["user_id"],
    );
    const _: () = __p::check::pointer_field(
        <Group as __p::Entity>::SCHEMA,
        &__STATIC,
        "group_id",
        "group_id",
    );
    const _: () = __p::check::pointer_field(
        <Group as __p::Entity>::SCHEMA,
        &__STATIC,
        "group_name",
        "name",
    );
    const __OWNER: &[(&str, &str)] = <Member as __p::PointerOf<Group>>::OWNER;
    const _: () = __p::check::pointer_owner(
        <Group as __p::Entity>::SCHEMA,
        &__STATIC,
        __OWNER,
    );
};
