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
        day: impl __KeyArgument<String>,
        post_id: impl __KeyArgument<String>,
    ) -> __Result<__p::Key<Self>, __p::Error> {
        __p::Key::of_values(
            &[
                <String as __KeySource>::text_of_argument(&day),
                <String as __KeySource>::text_of_argument(&post_id),
            ],
        )
    }
    /**Reads `day`, `post_id` back from the primary key of a `Post`.

Key: `FEED#<day>#<shard>` / `POST#<post_id>`.*/
    #[inline]
    pub fn parse_key(
        pk: impl __p::AsRef<str>,
        sk: impl __p::AsRef<str>,
    ) -> __Result<<Self as __p::Entity>::KeyFields, __p::Error> {
        __p::parse_key::<Self>(__p::AsRef::as_ref(&pk), __Some(__p::AsRef::as_ref(&sk)))
    }
    /**Queries the table for `Post` items of this `day`.

Key: `FEED#<day>#<shard>` / `POST#<post_id>`.*/
    #[inline]
    pub fn query(day: impl __KeyArgument<String>) -> PostQuery<__PrimaryKey> {
        __p::query_by_one("", "day", <String as __KeySource>::text_of_argument(&day))
    }
    /**Queries the table for all items of this `day`, whatever their type.

Partition key: `FEED#<day>#<shard>`.*/
    #[inline]
    pub fn partition(
        day: impl __KeyArgument<String>,
    ) -> __Query<Self, App, __PrimaryKey> {
        __p::partition_by_one("", "day", <String as __KeySource>::text_of_argument(&day))
    }
    ///The attributes of a `Post`, for conditions, filters and updates.
    #[inline]
    #[must_use]
    pub fn fields() -> PostFields {
        PostFields {
            day: __handle("day"),
            post_id: __handle("post_id"),
        }
    }
}
/**A query of [`Post`] items that can be narrowed, field by field, in the order of the sort key: what `Post::query` and its like return, for `db.query(..)`.

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
pub struct PostQuery<InState = __PrimaryKey>(
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
    use ::dynamo_core::private::named::*;
    impl<InState: __p::NarrowState> __p::QueryState for PostQuery<InState> {
        type Entity = Post;
        type Source = InState::Source;
        type State = InState;
        type In<__T: __p::NarrowState> = PostQuery<__T>;
        #[inline]
        fn from_key(__key: __PartialKey) -> Self {
            Self(__key, __p::PhantomData)
        }
        #[inline]
        fn into_key(self) -> __PartialKey {
            self.0
        }
    }
    impl<InState> __p::Clone for PostQuery<InState> {
        #[inline]
        fn clone(&self) -> Self {
            Self(__p::Clone::clone(&self.0), __p::PhantomData)
        }
    }
    impl<InState> __p::fmt::Debug for PostQuery<InState> {
        fn fmt(&self, __f: &mut __p::fmt::Formatter<'_>) -> __p::fmt::Result {
            __p::fmt::Debug::fmt(&self.0, __f)
        }
    }
    impl __p::SortField for post_query::post_id {
        type Order = (__PrimaryKey, post_query::post_id);
    }
    impl __p::NextIs<post_query::post_id> for __PrimaryKey {
        type Then = __p::Complete<__PrimaryKey>;
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
    static __PARTS: [__Part; 6usize] = [
        __Part::Literal("FEED#"),
        __plain("day", 0usize, <String as __KeySource>::FACTS),
        __Part::Literal("#"),
        __Part::Field(__p::SHARD_PART),
        __Part::Literal("POST#"),
        __plain("post_id", 1usize, <String as __KeySource>::FACTS),
    ];
    static __KEYS: [__p::KeySpec; 2usize] = __p::keys(
        &__PARTS,
        [
            ("FEED#<day>#<shard>", 4, 151469245766, 5),
            ("POST#<post_id>", 2, 151738601296, 5),
        ],
    );
    static __FIELDS: [__p::FieldSchema; 2usize] = [
        __stored("day", "day", <String as __KeySource>::STORED),
        __stored("post_id", "post_id", <String as __KeySource>::STORED),
    ];
    static __STATIC: __p::EntitySchema = __p::EntitySchema {
        shards: 10u32,
        shards_read: 10u32,
        ..__p::entity(
            __ID,
            "Post",
            "Post",
            <App as __p::Table>::LAYOUT,
            __p::Place {
                file: ::core::file!(),
                line: ::core::line!(),
            },
            &__FIELDS,
            &__KEYS,
            &__p::Indexes::NONE,
            79228162514264337593577504768,
        )
    };
    #[automatically_derived]
    impl __p::Entity for Post {
        type Table = App;
        type KeyFields = (<String as __KeySource>::Key, <String as __KeySource>::Key);
        type Written = __p::WrittenAlone<
            { __p::is_written_alone(<App as __p::Table>::SCHEMA, &__STATIC) },
        >;
        const ID: &'static str = __ID;
        const SCHEMA: &'static __p::EntitySchema = &__STATIC;
        #[inline]
        fn key_texts(&self, __then: __p::TextSink<'_>) {
            __p::TextSink::take(
                __then,
                &[
                    <String as __KeySource>::key_text(&self.day),
                    <String as __KeySource>::key_text(&self.post_id),
                ],
            )
        }
        fn write_fields<__M: __p::MapEncoder>(&self, __m: &mut __M) {
            <String as __KeySource>::write_field(
                &self.day,
                __m,
                &__name_of("day", "\"day\":"),
            );
            <String as __KeySource>::write_field(
                &self.post_id,
                __m,
                &__name_of("post_id", "\"post_id\":"),
            );
        }
        fn read_fields<'__de, __M: __p::MapDecoder<'__de>>(
            __map: &mut __M,
            __keys: &mut __p::DecodeKeys<'__de>,
        ) -> __Result<Self, __p::CodecError> {
            let mut __f0: __Option<String> = __None;
            let mut __f1: __Option<String> = __None;
            while let __Some((__name, __value)) = match __p::MapDecoder::next(__map) {
                __Ok(__ok) => __ok,
                __Err(__error) => return __Err(__error),
            } {
                let __read = match __p::AsRef::<str>::as_ref(&__name) {
                    "day" => {
                        <String as __KeySource>::read_field(&mut __f0, __value, "day")
                    }
                    "post_id" => {
                        <String as __KeySource>::read_field(
                            &mut __f1,
                            __value,
                            "post_id",
                        )
                    }
                    __other => __keys.other::<Self, _>(__other, __value),
                };
                if let __Err(__error) = __read {
                    return __Err(__error);
                }
            }
            let mut __missing = __p::Missing::NONE;
            let (__Some(__f0), __Some(__f1)) = (
                <String as __KeySource>::finish_field(__f0, "day", &mut __missing),
                <String as __KeySource>::finish_field(__f1, "post_id", &mut __missing),
            ) else { return __Err(__missing.error()) };
            __Ok(Self { day: __f0, post_id: __f1 })
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
            _ => {}
        }
    };
};
