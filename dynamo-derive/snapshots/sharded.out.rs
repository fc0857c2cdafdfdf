#[allow(unused_imports, clippy::all, clippy::pedantic)]
use ::dynamo_core::private::named::*;
/**# Generated

| by `derive(Entity)` | what it is |
|---|---|
| `Post::key(day, post_id)` | the primary key: `FEED#<day>#<shard>` / `POST#<post_id>` |
| `Post::parse_key(..)` | the fields of a primary key |
| `Post::query(day)[.post_id(..)]` | queries the table: `FEED#<day>#<shard>` / `POST#<post_id>` |
| `Post::partition(day)` | queries all items of a partition, whatever their type: `FEED#<day>#<shard>` |
| `Post::fields()` | its attributes, for conditions and updates |*/
#[automatically_derived]
#[allow(
    dead_code,
    deprecated,
    non_camel_case_types,
    unreachable_pub,
    clippy::all,
    clippy::pedantic
)]
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
                <String as __p::KeySource>::text_of_argument(&day),
                <String as __p::KeySource>::text_of_argument(&post_id),
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
    /**Queries the table for `Post` items of this `day`.

Key: `FEED#<day>#<shard>` / `POST#<post_id>`.*/
    #[inline]
    pub fn query(day: impl __p::KeyArgument<String>) -> PostQuery<__p::PrimaryKey> {
        <PostQuery<
            __p::PrimaryKey,
        > as __p::QueryState>::from_narrow(
            __p::Narrow::table()
                .given("day", <String as __p::KeySource>::text_of_argument(&day)),
        )
    }
    /**Queries the table for all items of this `day`, whatever their type.

Partition key: `FEED#<day>#<shard>`.*/
    #[inline]
    pub fn partition(
        day: impl __p::KeyArgument<String>,
    ) -> __p::Query<Self, App, __p::PrimaryKey> {
        __p::Query::partition(
            __p::Narrow::table()
                .given("day", <String as __p::KeySource>::text_of_argument(&day)),
        )
    }
    ///The attributes of a `Post`, for conditions, filters and updates.
    #[inline]
    #[must_use]
    pub fn fields() -> PostFields {
        PostFields {
            day: __p::Field::new("day"),
            post_id: __p::Field::new("post_id"),
        }
    }
}
/**A query of [`Post`] items that can be narrowed, field by field, in the order of the sort key: what `Post::query` and its like return, for `db.query(..)`.

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
pub struct PostQuery<InState = __p::PrimaryKey>(
    __p::Narrow<Post>,
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
impl<InState: __p::NarrowState> PostQuery<InState> {
    /**Reads only items with this `post_id`, or with a `post_id` in this range.

- After `Post::query`: `FEED#<day>#<shard>` / `POST#<post_id>`*/
    #[inline]
    pub fn post_id<ByPostId: __p::Narrows<Self, post_query::post_id, String>>(
        self,
        post_id: ByPostId,
    ) -> ByPostId::Output {
        post_id.apply(self, "post_id")
    }
}
///What queries of a `Post` read, and which field narrows them next: these types stand in signatures and messages, and have no values.
#[allow(
    dead_code,
    deprecated,
    non_camel_case_types,
    unreachable_pub,
    clippy::all,
    clippy::pedantic
)]
pub mod post_query {
    ///Field `post_id`, which narrows queries.
    pub enum post_id {}
}
///The attributes of a [`Post`], for conditions, filters and updates: what `Post::fields` returns.
#[allow(
    dead_code,
    deprecated,
    non_camel_case_types,
    unreachable_pub,
    clippy::all,
    clippy::pedantic
)]
pub struct PostFields {
    ///Attribute `day`.
    day: __p::Field<Post, String, __p::InKey>,
    ///Attribute `post_id`.
    post_id: __p::Field<Post, String, __p::InKey>,
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
    impl<InState: __p::NarrowState> __p::QueryState for PostQuery<InState> {
        type Entity = Post;
        type Source = InState::Source;
        type State = InState;
        type In<__T: __p::NarrowState> = PostQuery<__T>;
        type Complete = PostQuery<__p::Complete<InState::Source>>;
        #[inline]
        fn from_narrow(__narrow: __p::Narrow<Post>) -> Self {
            Self(__narrow, __p::PhantomData)
        }
        #[inline]
        fn into_narrow(self) -> __p::Narrow<Post> {
            self.0
        }
    }
    #[automatically_derived]
    impl<InState: __p::NarrowState> __p::OpenQuery for PostQuery<InState> {}
    #[automatically_derived]
    impl<InState: __p::NarrowState> __p::From<PostQuery<InState>>
    for __p::Query<Post, Post, InState::Source> {
        #[inline]
        fn from(__query: PostQuery<InState>) -> Self {
            __p::QueryState::from_narrow(__query.0)
        }
    }
    #[automatically_derived]
    impl<InState> __p::Clone for PostQuery<InState> {
        #[inline]
        fn clone(&self) -> Self {
            Self(__p::Clone::clone(&self.0), __p::PhantomData)
        }
    }
    #[automatically_derived]
    impl<InState> __p::fmt::Debug for PostQuery<InState> {
        fn fmt(&self, __f: &mut __p::fmt::Formatter<'_>) -> __p::fmt::Result {
            __p::fmt::Debug::fmt(&self.0, __f)
        }
    }
    #[automatically_derived]
    impl __p::SortField for post_query::post_id {
        type Order = (__p::PrimaryKey, post_query::post_id);
    }
    #[automatically_derived]
    impl __p::NextIs<post_query::post_id> for __p::PrimaryKey {
        type Then = __p::Complete<__p::PrimaryKey>;
        type KeyOrder = __p::Ordered;
    }
    #[automatically_derived]
    impl __p::Clone for PostFields {
        #[inline]
        fn clone(&self) -> Self {
            *self
        }
    }
    #[automatically_derived]
    impl __p::Copy for PostFields {}
    const __ID: &str = ::core::concat!(::core::module_path!(), "::", "Post");
    const __LAYOUT: &__p::TableLayout = <App as __p::Table>::LAYOUT;
    const __INDEXES: &[__p::IndexUse] = &[];
    static __STATIC: __p::EntitySchema = __p::EntitySchema {
        id: __ID,
        name: "Post",
        tag: "Post",
        layout: __LAYOUT,
        place: __p::Place {
            file: ::core::file!(),
            line: ::core::line!(),
        },
        fields: &[
            __p::stored(
                "day",
                "day",
                <<String as __p::KeySource>::Stored as __p::Attribute>::FACTS,
            ),
            __p::stored(
                "post_id",
                "post_id",
                <<String as __p::KeySource>::Stored as __p::Attribute>::FACTS,
            ),
        ],
        pk: __p::template(
            "FEED#<day>#<shard>",
            &[
                __p::Part::Literal("FEED#"),
                __p::plain("day", 0usize, <String as __p::KeySource>::FACTS),
                __p::Part::Literal("#"),
                __p::Part::Field(__p::SHARD_PART),
            ],
            (18446744073709551615u64, 0usize),
            (151469245766u64, 5u32),
        ),
        sk: __p::Some(
            __p::template(
                "POST#<post_id>",
                &[
                    __p::Part::Literal("POST#"),
                    __p::plain("post_id", 1usize, <String as __p::KeySource>::FACTS),
                ],
                (2u64, 5usize),
                (151738601296u64, 5u32),
            ),
        ),
        indexes: __INDEXES,
        slots: &__p::slots::<0usize>(__LAYOUT, __INDEXES),
        patterns: &[],
        shards: 10u32,
        shards_read: 10u32,
        version: 0u32,
        companions: false,
        companion_uses: &[],
        complete: true,
        ..__p::EntitySchema::FALLBACK
    };
    const __SCHEMA: &__p::EntitySchema = &__STATIC;
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
            if let __p::Err(__error) = <<String as __p::KeySource>::Stored as __p::Attribute>::write_field(
                &self.day,
                __m,
                &__p::Name::new("day", "\"day\":"),
            ) {
                return __p::Err(__error);
            }
            if let __p::Err(__error) = <<String as __p::KeySource>::Stored as __p::Attribute>::write_field(
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
                let __read = match __p::AsRef::<str>::as_ref(&__name) {
                    "day" => {
                        <<String as __p::KeySource>::Stored as __p::Attribute>::read_field(
                            &mut __f0,
                            __value,
                            "day",
                        )
                    }
                    "post_id" => {
                        <<String as __p::KeySource>::Stored as __p::Attribute>::read_field(
                            &mut __f1,
                            __value,
                            "post_id",
                        )
                    }
                    __other => __keys.other::<Self, _>(__other, __value),
                };
                if let __p::Err(__error) = __read {
                    return __p::Err(__error);
                }
            }
            __p::Ok(Self {
                day: match <<String as __p::KeySource>::Stored as __p::Attribute>::finish_field(
                    __f0,
                    "day",
                ) {
                    __p::Ok(__ok) => __ok,
                    __p::Err(__error) => return __p::Err(__error),
                },
                post_id: match <<String as __p::KeySource>::Stored as __p::Attribute>::finish_field(
                    __f1,
                    "post_id",
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
        _ => {}
    };
};
